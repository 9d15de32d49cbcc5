// The axes of a contact, from its normal.
#include <float.h>
#include <math.h>

#include "base/diag.h"
#include "carom/contact.h"

/// Input may be rounded to about this; further off is taken for a mistake.
static const double UNIT_TOLERANCE = 1e-4;

/// n / |n| when |n| is 1 to the tolerance. Within rounding of 1 it is left alone, so that a vector that was normalised
/// once keeps its bits.
static carom_status unit(carom_vec3 n, carom_vec3* out, carom_diag* diag) {
  if (!carom_vec3_is_finite(n))
    return carom__fail(diag, CAROM_NOT_FINITE, "normal", 0, "normal has an entry that is NaN or infinite");
  const double length = carom_vec3_norm(n);
  if (!(fabs(length - 1) <= UNIT_TOLERANCE))
    return carom__fail(diag, CAROM_NOT_UNIT, "normal", length,
                       "normal has length %.9g; it must be a unit vector (to about %g)", length, UNIT_TOLERANCE);
  *out = fabs(length - 1) <= 4 * DBL_EPSILON ? n : carom_vec3_scale(1 / length, n);
  return CAROM_OK;
}

static carom_vec3 least_aligned_axis(carom_vec3 n) {
  const double x = fabs(n.x), y = fabs(n.y), z = fabs(n.z);
  if (x <= y && x <= z) return (carom_vec3){1, 0, 0};
  if (y <= z) return (carom_vec3){0, 1, 0};
  return (carom_vec3){0, 0, 1};
}

static carom_vec3 without_part_along(carom_vec3 a, carom_vec3 n) {
  return carom_vec3_sub(a, carom_vec3_scale(carom_vec3_dot(a, n), n));
}

carom_status carom_frame_from_normal(carom_vec3 n, const carom_vec3* hint, carom_frame* out, carom_diag* diag) {
  carom_frame frame;
  carom_status status = carom__need_memory(out, "out", "have room for the axes", diag);
  if (!status) status = unit(n, &frame.n, diag);
  if (status) return status;
  if (hint && !carom_vec3_is_finite(*hint))
    return carom__fail(diag, CAROM_NOT_FINITE, "tangent", 0, "tangent has an entry that is NaN or infinite");
  carom_vec3 first = hint ? *hint : least_aligned_axis(frame.n);
  const double length = carom_vec3_norm(first);
  if (!(length > 0))
    return carom__fail(diag, CAROM_NOT_UNIT, "tangent", 0, "tangent is zero; it must have a part across the normal");
  first = carom_vec3_scale(1 / length, first);
  const carom_vec3 across = without_part_along(first, frame.n);
  const double part = carom_vec3_norm(across);
  if (!(part > 1e-6))
    return carom__fail(diag, CAROM_INCONSISTENT, "tangent", part,
                       "tangent is along the normal (its part across is %g); it must have a part across it", part);
  // Twice is enough: the second pass removes what cancellation left of the first when the two were nearly parallel.
  frame.t1 = without_part_along(carom_vec3_scale(1 / part, across), frame.n);
  frame.t1 = carom_vec3_scale(1 / carom_vec3_norm(frame.t1), frame.t1);
  // A tangent that is exact to rounding keeps its bits, so that what was written reads back the same.
  const bool exact = fabs(length - 1) <= 4 * DBL_EPSILON && fabs(carom_vec3_dot(first, frame.n)) <= 4 * DBL_EPSILON;
  if (hint && exact) frame.t1 = *hint;
  frame.t2 = carom_vec3_cross(frame.n, frame.t1);
  *out = frame;
  return CAROM_OK;
}

carom_status carom_frame_in_plane(carom_vec2 n, carom_frame* out, carom_diag* diag) {
  carom_vec3 normal;
  carom_status status = carom__need_memory(out, "out", "have room for the axes", diag);
  if (!status) status = unit((carom_vec3){n.x, n.y, 0}, &normal, diag);
  if (status) return status;
  out->n = normal;
  out->t1 = (carom_vec3){normal.y, -normal.x, 0};
  out->t2 = (carom_vec3){0, 0, -1};
  return CAROM_OK;
}
