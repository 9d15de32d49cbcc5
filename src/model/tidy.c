// A body as a program that computes in float32 holds it, made exact.
#include <float.h>
#include <math.h>
#include <stddef.h>

#include "base/diag.h"
#include "math/elementary.h"
#include "model/body.h"

/// About a hundred roundings of float32, as a part of the largest entry. What is further off is a mistake.
static const double OFF = CAROM_FLOAT_TOLERANCE;

static carom_status tidy_orientation(carom_body* b, carom_diag* diag) {
  double off;
  b->orientation = carom_mat3_nearest_rotation(b->orientation, &off);
  if (!(off <= OFF))
    return carom__fail(diag, CAROM_NOT_UNIT, "orientation", off,
                       "orientation is off a rotation matrix by %.3g; float32 explains up to %g", off, OFF);
  return CAROM_OK;
}

/// No principal moment exceeds the sum of the other two. What the largest has too much is shared with the middle one:
/// the smallest may be far smaller than the rounding of the others, and is known best.
static carom_status mend_moments(double moments[3], carom_diag* diag) {
  const double excess = moments[2] - moments[1] - moments[0];
  if (!(moments[0] > 0))
    return carom__fail(diag, CAROM_NOT_POSITIVE, "inertia", moments[0],
                       "inertia has the principal moment %g; all three must be positive", moments[0]);
  if (!(excess <= OFF * moments[2]))
    return carom__fail(diag, CAROM_INCONSISTENT, "inertia", moments[2],
                       "inertia has the principal moments %g, %g and %g; no body has one larger than the sum of the "
                       "other two, and float32 explains only %g of it",
                       moments[0], moments[1], moments[2], OFF);
  moments[1] += carom__max(0, 0.5 * excess);
  moments[2] -= carom__max(0, 0.5 * excess);
  return CAROM_OK;
}

static bool is_diagonal(const carom_mat3* a) {
  return a->m[0][1] == 0 && a->m[0][2] == 0 && a->m[1][2] == 0;
}

/// In turned axes a moment below the rounding of the largest is lost, and may even come out negative: it is raised to
/// that rounding. On the diagonal it stands as it is.
static double lost_moment(const carom_mat3* inertia, const double moments[3]) {
  const bool lost = !is_diagonal(inertia) && moments[0] >= -OFF * moments[2];
  return lost ? carom__max(moments[0], (double)FLT_EPSILON * moments[2]) : moments[0];
}

static carom_status tidy_inertia(carom_body* b, carom_diag* diag) {
  const double asymmetry = carom_asymmetry(3, &b->inertia.m[0][0]);
  if (!(asymmetry <= OFF))
    return carom__fail(diag, CAROM_NOT_SYMMETRIC, "inertia", asymmetry,
                       "inertia is off symmetry by %.3g of its largest entry; float32 explains up to %g", asymmetry,
                       OFF);
  carom_symmetrize(3, &b->inertia.m[0][0]);
  carom_mat3 copy = b->inertia, axes;
  double moments[3];
  carom_symmetric_eigen(3, &copy.m[0][0], moments, &axes.m[0][0]);
  moments[0] = lost_moment(&b->inertia, moments);
  const carom_status status = mend_moments(moments, diag);
  if (status) return status;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      double sum = 0;
      for (int k = 0; k < 3; ++k) sum += axes.m[i][k] * moments[k] * axes.m[j][k];
      b->inertia.m[i][j] = sum;
    }
  carom_symmetrize(3, &b->inertia.m[0][0]);
  return CAROM_OK;
}

static carom_status tidy_guide(carom_body* b, carom_diag* diag) {
  const double length = carom_vec3_norm(b->guide);
  if (!(fabs(length - 1) <= OFF))
    return carom__fail(diag, CAROM_NOT_UNIT, "guide", length,
                       "guide has length %.9g; it must be a unit vector, and float32 explains only %g", length, OFF);
  b->guide = carom_vec3_scale(1 / length, b->guide);
  const double off = carom_vec3_norm(carom_vec3_cross(b->guide, b->velocity));
  if (!(off <= OFF * carom_vec3_norm(b->velocity)))
    return carom__fail(diag, CAROM_INCONSISTENT, "velocity", off,
                       "velocity has the part %g off the guide, more than float32 explains; a guided body moves along "
                       "its line only",
                       off);
  b->velocity = carom_vec3_scale(carom_vec3_dot(b->guide, b->velocity), b->guide);
  return CAROM_OK;
}

carom_status carom_body_tidy(const carom_body* body, carom_body* out, carom_diag* diag) {
  carom_status status = carom__need(body, "body", "be a body", diag);
  if (!status) status = carom__need_memory(out, "out", "have room for a body", diag);
  if (status) return status;
  carom_body tidy = *body;
  // What is exact already keeps its bits.
  if (carom_body_check(body, NULL) != CAROM_OK) {
    status = carom__body_check_numbers(body, diag);
    if (!status && body->kind == CAROM_BODY_GUIDED) status = tidy_guide(&tidy, diag);
    if (!status && body->kind == CAROM_BODY_FREE) status = tidy_orientation(&tidy, diag);
    if (!status && body->kind == CAROM_BODY_FREE) status = tidy_inertia(&tidy, diag);
  }
  if (!status) *out = tidy;
  return status;
}
