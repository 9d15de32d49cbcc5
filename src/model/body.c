// Bodies: defaults and checks.
#include "model/body.h"

#include <math.h>
#include <stddef.h>

#include "base/diag.h"
#include "math/rotation.h"

/// What a rotation, a unit vector or a symmetric matrix may be off by after honest rounding in a caller's program.
static const double ROUNDED = 1e-9;

carom_body carom_body_default(void) {
  return (carom_body){.kind = CAROM_BODY_FREE,
                      .mass = 1,
                      .inertia = carom_mat3_diagonal(0.4, 0.4, 0.4),
                      .orientation = carom_mat3_identity()};
}

carom_body carom_body_fixed(void) {
  carom_body body = carom_body_default();
  body.kind = CAROM_BODY_FIXED;
  return body;
}

carom_body carom_body_planar(double mass, double inertia, carom_vec2 position) {
  carom_body body = carom_body_default();
  body.mass = mass;
  // Only the moment about z ever acts in the plane; the other two make the tensor a possible one.
  body.inertia = carom_mat3_diagonal(inertia, inertia, inertia);
  body.position = (carom_vec3){position.x, position.y, 0};
  return body;
}

static bool mat3_is_finite(const carom_mat3* a) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      if (!isfinite(a->m[i][j])) return false;
  return true;
}

static carom_status fail_not_finite(carom_diag* diag, const char* field) {
  return carom__fail(diag, CAROM_NOT_FINITE, field, 0, "%s has an entry that is NaN or infinite", field);
}

static carom_status check_finite(const carom_body* b, carom_diag* diag) {
  if (!mat3_is_finite(&b->inertia)) return fail_not_finite(diag, "inertia");
  if (!mat3_is_finite(&b->orientation)) return fail_not_finite(diag, "orientation");
  if (!carom_vec3_is_finite(b->position)) return fail_not_finite(diag, "position");
  if (!carom_vec3_is_finite(b->velocity)) return fail_not_finite(diag, "velocity");
  if (!carom_vec3_is_finite(b->spin)) return fail_not_finite(diag, "spin");
  if (!carom_vec3_is_finite(b->guide)) return fail_not_finite(diag, "guide");
  return CAROM_OK;
}

static bool is_diagonal(const carom_mat3* a) {
  return a->m[0][1] == 0 && a->m[0][2] == 0 && a->m[1][0] == 0 && a->m[1][2] == 0 && a->m[2][0] == 0 && a->m[2][1] == 0;
}

static void put_in_order(double* a, double* b) {
  const double x = *a, y = *b;
  if (x <= y) return;
  *a = y;
  *b = x;
}

/// Of a symmetric tensor, in rising order.
static void principal_moments(const carom_mat3* inertia, double moments[3]) {
  carom_mat3 copy = *inertia;
  if (!is_diagonal(inertia)) {
    carom_symmetric_eigen(3, &copy.m[0][0], moments, NULL);
    return;
  }
  for (int i = 0; i < 3; ++i) moments[i] = inertia->m[i][i];
  put_in_order(&moments[0], &moments[1]);
  put_in_order(&moments[1], &moments[2]);
  put_in_order(&moments[0], &moments[1]);
}

static carom_status check_inertia(const carom_body* b, carom_diag* diag) {
  double moments[3];
  const double asymmetry = is_diagonal(&b->inertia) ? 0 : carom_asymmetry(3, &b->inertia.m[0][0]);
  if (!(asymmetry <= ROUNDED))
    return carom__fail(diag, CAROM_NOT_SYMMETRIC, "inertia", asymmetry,
                       "inertia is off symmetry by %.3g of its largest entry; it must be symmetric", asymmetry);
  principal_moments(&b->inertia, moments);
  if (!(moments[0] > 0))
    return carom__fail(diag, CAROM_NOT_POSITIVE, "inertia", moments[0],
                       "inertia has the principal moment %g; all three must be positive", moments[0]);
  if (!(moments[2] - moments[1] <= moments[0] * (1 + ROUNDED) + ROUNDED * moments[2]))
    return carom__fail(diag, CAROM_INCONSISTENT, "inertia", moments[2],
                       "inertia has the principal moments %g, %g and %g; no body has one larger than the sum of the "
                       "other two",
                       moments[0], moments[1], moments[2]);
  return CAROM_OK;
}

static carom_status check_guide(const carom_body* b, carom_diag* diag) {
  const double length = carom_vec3_norm(b->guide);
  if (!(fabs(length - 1) <= ROUNDED))
    return carom__fail(diag, CAROM_NOT_UNIT, "guide", length, "guide has length %.12g; it must be a unit vector",
                       length);
  const double off = carom_vec3_norm(carom_vec3_cross(b->guide, b->velocity));
  if (!(off <= ROUNDED * carom_vec3_norm(b->velocity)))
    return carom__fail(diag, CAROM_INCONSISTENT, "velocity", off,
                       "velocity has the part %g off the guide; a guided body moves along its line only", off);
  return CAROM_OK;
}

carom_status carom__body_check_numbers(const carom_body* b, carom_diag* diag) {
  if (b->kind != CAROM_BODY_FREE && b->kind != CAROM_BODY_GUIDED)
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "kind", (double)b->kind, "kind is %d, which is not a carom_body_kind",
                       (int)b->kind);
  if (!(b->mass > 0 && isfinite(b->mass)))
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "mass", b->mass, "mass is %g kg; it must be finite and positive",
                       b->mass);
  return check_finite(b, diag);
}

carom_status carom_body_check(const carom_body* b, carom_diag* diag) {
  if (!b) return carom__need(b, "body", "be a body", diag);
  if (b->kind == CAROM_BODY_FIXED) return CAROM_OK;
  const carom_status status = carom__body_check_numbers(b, diag);
  if (status) return status;
  if (b->kind == CAROM_BODY_GUIDED) return check_guide(b, diag);
  if (carom__is_rotation(&b->orientation, ROUNDED)) return check_inertia(b, diag);
  double off_rotation;
  carom_mat3_nearest_rotation(b->orientation, &off_rotation);
  if (!(off_rotation <= ROUNDED))
    return carom__fail(diag, CAROM_NOT_UNIT, "orientation", off_rotation,
                       "orientation is off a rotation matrix by %.3g; it must be one", off_rotation);
  return check_inertia(b, diag);
}
