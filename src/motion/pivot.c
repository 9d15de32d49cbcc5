// A body that hangs on a massless rod or string: its mass centre moves on a circle or sphere.
#include "base/diag.h"
#include "math/elementary.h"
#include "motion/crowd.h"

/// How far the mass centre may be off its circle, as a part of the length, and how much of its velocity may lie along
/// the rod: what people round when they write positions down. It is mended.
static const double ROUNDED = 1e-4;

carom_vec3 carom__pivot_rod(const carom_crowd_body* body, carom_vec3 position) {
  const carom_vec3 way = carom_vec3_sub(position, body->pivot);
  const double length = carom_vec3_norm(way);
  return carom_vec3_scale(length > 0 ? 1 / length : 0, way);
}

carom_vec3 carom__pivot_acceleration(const carom_crowd_body* body, carom_vec3 position, carom_vec3 velocity,
                                     carom_vec3 gravity) {
  const carom_vec3 rod = carom__pivot_rod(body, position);
  const double inwards = carom_vec3_dot(velocity, velocity) / body->length;
  return carom_vec3_sub(carom__pivot_across(rod, gravity), carom_vec3_scale(inwards, rod));
}

static carom_status check_numbers(const carom_crowd_body* given, int dimension, carom_diag* diag) {
  if (!carom_vec3_is_finite(given->pivot))
    return carom__fail(diag, CAROM_NOT_FINITE, "pivot.at", 0, "the pivot has an entry that is NaN or infinite");
  if (dimension == 2 && given->pivot.z != 0)
    return carom__fail(diag, CAROM_INCONSISTENT, "pivot.at", given->pivot.z,
                       "the pivot has the z part %g; in the plane it has none", given->pivot.z);
  if (!(given->length > 0 && isfinite(given->length)))
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "pivot.length", given->length,
                       "the rod is %g m long; its length must be finite and > 0", given->length);
  return CAROM_OK;
}

carom_status carom__pivot_check(const carom_crowd_body* given, int dimension, carom_body* body, carom_diag* diag) {
  const carom_status status = check_numbers(given, dimension, diag);
  if (status) return status;
  const carom_vec3 rod = carom__pivot_rod(given, body->position);
  const double distance = carom_vec3_norm(carom_vec3_sub(body->position, given->pivot));
  if (!(fabs(distance - given->length) <= ROUNDED * given->length))
    return carom__fail(
        diag, CAROM_INCONSISTENT, "pivot.length", distance - given->length,
        "the mass centre is %.9g m from the pivot, but the rod is %.9g m long; they must agree (rounding "
        "up to %g of the length is mended)",
        distance, given->length, ROUNDED);
  const double along = carom_vec3_dot(rod, body->velocity), speed = carom_vec3_norm(body->velocity);
  if (!(fabs(along) <= ROUNDED * speed))
    return carom__fail(diag, CAROM_INCONSISTENT, "velocity", along,
                       "the body moves along its rod at %.3g m/s of %.9g; on a pivot it must move across it", along,
                       speed);
  body->position = carom_vec3_add(given->pivot, carom_vec3_scale(given->length, rod));
  body->velocity = carom__pivot_across(rod, body->velocity);
  return CAROM_OK;
}
