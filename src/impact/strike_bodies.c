// Two bodies as an engine holds them, one contact, one call.
#include <math.h>

#include "base/diag.h"
#include "impact/impact.h"

/// What an inverse inertia may be off by, as a part of its largest entry: rounding, in float32 too.
static const double OFF = 1e-4;

carom_strike carom_strike_default(void) {
  carom_strike strike = {.dimension = 3, .normal = {0, 0, 1}, .surface = carom_surface_default()};
  strike.a.inverse_mass = 1;
  strike.a.inverse_inertia = carom_mat3_diagonal(2.5, 2.5, 2.5);
  strike.a.position = (carom_vec3){0, 0, 1};
  return strike;
}

/// R A R^T
static carom_mat3 turned(carom_mat3 rotation, carom_mat3 a) {
  return carom_mat3_mul(rotation, carom_mat3_mul(a, carom_mat3_transpose(rotation)));
}

carom_status carom_strike_body_from(const carom_body* body, carom_strike_body* out, carom_diag* diag) {
  carom_status status = carom__need_problem_and_out(body, out, diag);
  if (!status) status = carom_body_check(body, diag);
  if (status) return status;
  carom_strike_body result = {.position = body->position, .velocity = body->velocity, .spin = body->spin};
  if (body->kind == CAROM_BODY_GUIDED)
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "kind", body->kind,
                       "the body is guided, so it has no single inverse mass; carom_bodies_contact takes it");
  if (body->kind == CAROM_BODY_FREE) {
    double l[9];
    for (int i = 0; i < 9; ++i) l[i] = body->inertia.m[i / 3][i % 3];
    carom_cholesky(3, l);  // it has passed the check, so it is positive definite
    carom_mat3 inverse;
    for (int column = 0; column < 3; ++column) {
      double x[3] = {column == 0, column == 1, column == 2};
      carom_cholesky_forward(3, l, x);
      carom_cholesky_backward(3, l, x);
      for (int row = 0; row < 3; ++row) inverse.m[row][column] = x[row];
    }
    result.inverse_mass = 1 / body->mass;
    result.inverse_inertia = turned(body->orientation, inverse);
  } else {
    result.velocity = result.spin = (carom_vec3){0, 0, 0};
  }
  *out = result;
  return CAROM_OK;
}

/// Whether no principal moment is negative beyond rounding: with a little more on the diagonal it is positive definite.
static bool is_semidefinite(const carom_mat3* a) {
  double l[9], largest = 0;
  for (int i = 0; i < 9; ++i) {
    l[i] = a->m[i / 3][i % 3];
    if (fabs(l[i]) > largest) largest = fabs(l[i]);
  }
  carom_symmetrize(3, l);
  for (int i = 0; i < 9; i += 4) l[i] += OFF * largest;
  return largest == 0 || carom_cholesky(3, l) == 0;
}

static carom_status check_body(const carom_strike_body* b, carom_diag* diag) {
  double sum = b->inverse_mass;
  for (int i = 0; i < 9; ++i) sum += fabs(b->inverse_inertia.m[i / 3][i % 3]);
  if (!(b->inverse_mass >= 0 && isfinite(b->inverse_mass)))
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "inverse_mass", b->inverse_mass,
                       "inverse_mass is %g; it must be finite and not negative", b->inverse_mass);
  if (!isfinite(sum))
    return carom__fail(diag, CAROM_NOT_FINITE, "inverse_inertia", sum,
                       "inverse_inertia has an entry that is NaN or infinite");
  const double asymmetry = carom_asymmetry(3, &b->inverse_inertia.m[0][0]);
  if (!(asymmetry <= OFF))
    return carom__fail(diag, CAROM_NOT_SYMMETRIC, "inverse_inertia", asymmetry,
                       "inverse_inertia is off symmetry by %.3g of its largest entry; it must be symmetric", asymmetry);
  if (!is_semidefinite(&b->inverse_inertia))
    return carom__fail(diag, CAROM_NOT_POSITIVE, "inverse_inertia", 0,
                       "inverse_inertia has a negative principal moment; it must be positive semidefinite");
  if (!carom_vec3_is_finite(b->position))
    return carom__fail(diag, CAROM_NOT_FINITE, "position", 0, "position has an entry that is NaN or infinite");
  if (!carom_vec3_is_finite(b->velocity))
    return carom__fail(diag, CAROM_NOT_FINITE, "velocity", 0, "velocity has an entry that is NaN or infinite");
  if (!carom_vec3_is_finite(b->spin))
    return carom__fail(diag, CAROM_NOT_FINITE, "spin", 0, "spin has an entry that is NaN or infinite");
  return CAROM_OK;
}

static carom_status check(const carom_strike* s, carom_diag* diag) {
  if (s->dimension != 2 && s->dimension != 3)
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "dimension", s->dimension, "dimension is %d; it must be 2 or 3",
                       s->dimension);
  carom_status status = check_body(&s->a, diag);
  if (status) return carom__fail_within(diag, status, "a", -1);
  status = check_body(&s->b, diag);
  if (status) return carom__fail_within(diag, status, "b", -1);
  if (!carom_vec3_is_finite(s->point))
    return carom__fail(diag, CAROM_NOT_FINITE, "point", 0, "point has an entry that is NaN or infinite");
  return CAROM_OK;
}

static carom_status frame_of(const carom_strike* s, carom_frame* out, carom_diag* diag) {
  if (s->dimension == 2) return carom_frame_in_plane((carom_vec2){s->normal.x, s->normal.y}, out, diag);
  return carom_frame_from_normal(s->normal, NULL, out, diag);
}

/// One of the two bodies as the contact sees it.
typedef struct side {
  const carom_strike_body* body;
  carom_mat3 inverse_inertia;
  carom_vec3 arm;  // from the mass centre to the contact
} side;

/// In the plane nothing leaves z = 0.
static side side_of(const carom_strike* strike, const carom_strike_body* body) {
  side s = {body, body->inverse_inertia, carom_vec3_sub(strike->point, body->position)};
  carom_symmetrize(3, &s.inverse_inertia.m[0][0]);
  if (strike->dimension == 3) return s;
  s.inverse_inertia = carom_mat3_diagonal(0, 0, body->inverse_inertia.m[2][2]);
  s.arm.z = 0;
  return s;
}

static carom_vec3 turn_of(const side* s, carom_vec3 impulse) {
  return carom_mat3_apply(s->inverse_inertia, carom_vec3_cross(s->arm, impulse));
}

/// Velocity at the contact of a body that moves and turns like this.
static carom_vec3 at_contact(const side* s, carom_vec3 velocity, carom_vec3 spin) {
  return carom_vec3_add(velocity, carom_vec3_cross(spin, s->arm));
}

static carom_vec3 response(const side* s, carom_vec3 impulse) {
  return at_contact(s, carom_vec3_scale(s->body->inverse_mass, impulse), turn_of(s, impulse));
}

/// Contact axes in the order of the rows: (t1, t2, n) or (t, n).
static carom_vec3 axis_of(const carom_frame* frame, int dimension, int row) {
  if (row == dimension - 1) return frame->n;
  return row == 0 ? frame->t1 : frame->t2;
}

static void fill(const side sides[2], const carom_frame* frame, int dimension, double* w, double* v) {
  const carom_strike_body *a = sides[0].body, *b = sides[1].body;
  const carom_vec3 slip =
      carom_vec3_sub(at_contact(&sides[0], a->velocity, a->spin), at_contact(&sides[1], b->velocity, b->spin));
  for (int j = 0; j < dimension; ++j) {
    const carom_vec3 axis = axis_of(frame, dimension, j);
    const carom_vec3 change = carom_vec3_add(response(&sides[0], axis), response(&sides[1], axis));
    for (int i = j; i < dimension; ++i)
      w[i * dimension + j] = w[j * dimension + i] = carom_vec3_dot(axis_of(frame, dimension, i), change);
    v[j] = carom_vec3_dot(axis, slip);
  }
}

static bool all_finite(int count, const double* a) {
  for (int i = 0; i < count; ++i)
    if (!isfinite(a[i])) return false;
  return true;
}

/// What the bodies make of numbers that are fine alone.
static carom_status check_contact(int dimension, const double* w, const double* v, carom_diag* diag) {
  if (!all_finite(dimension * dimension, w) || !all_finite(dimension, v))
    return carom__fail(
        diag, CAROM_OVERFLOW, "point", 0,
        "the response or the velocity of the bodies at the point does not fit a double: the point is too "
        "far from them, or they move or turn too fast");
  if (!(w[dimension * dimension - 1] > 0))
    return carom__fail(diag, CAROM_NOT_POSITIVE, "inverse_mass", 0,
                       "neither body can be moved along the normal; one of them must have an inverse mass");
  return CAROM_OK;
}

static carom_status check_struck(const carom_struck* s, carom_diag* diag) {
  const carom_vec3 moved[] = {s->velocity_a, s->spin_a, s->velocity_b, s->spin_b, s->impulse};
  for (size_t i = 0; i < sizeof moved / sizeof *moved; ++i)
    if (!carom_vec3_is_finite(moved[i]))
      return carom__fail(diag, CAROM_OVERFLOW, "impulse", 0,
                         "the velocity or spin of a body after the impact does not fit a double");
  return CAROM_OK;
}

static void push(const side* s, carom_vec3 impulse, carom_vec3* velocity, carom_vec3* spin) {
  *velocity = carom_vec3_add(s->body->velocity, carom_vec3_scale(s->body->inverse_mass, impulse));
  *spin = carom_vec3_add(s->body->spin, turn_of(s, impulse));
}

static carom_vec3 in_world(const carom_frame* frame, int dimension, const double* p) {
  carom_vec3 sum = {0, 0, 0};
  for (int i = 0; i < dimension; ++i) sum = carom_vec3_add(sum, carom_vec3_scale(p[i], axis_of(frame, dimension, i)));
  return sum;
}

carom_status carom_strike_bodies(const carom_strike* strike, const carom_impact_options* options, carom_struck* out,
                                 carom_diag* diag) {
  carom_frame frame;
  carom_status status = carom__need_problem_and_out(strike, out, diag);
  if (!status) status = check(strike, diag);
  if (!status) status = frame_of(strike, &frame, diag);
  if (status) return status;
  const side sides[2] = {side_of(strike, &strike->a), side_of(strike, &strike->b)};
  double w[9], v[3];
  fill(sides, &frame, strike->dimension, w, v);
  status = check_contact(strike->dimension, w, v, diag);
  if (status) return status;
  const carom_contact_problem problem = {strike->dimension, 1, w, v, &strike->surface};
  const carom_impact_options chosen = carom__plain_options(options);
  carom_struck struck = {.frame = frame};
  const carom_impact_memory memory = {.contacts = &struck.contact, .contact_capacity = 1};
  carom_impact_outcome outcome;
  status = carom_impact_solve(&problem, &chosen, &memory, &outcome, diag);
  if (status) return status;
  struck.impulse = in_world(&frame, strike->dimension, struck.contact.impulse);
  push(&sides[0], struck.impulse, &struck.velocity_a, &struck.spin_a);
  push(&sides[1], carom_vec3_scale(-1, struck.impulse), &struck.velocity_b, &struck.spin_b);
  struck.energy = outcome.energy;
  struck.model = outcome.model;
  struck.warnings = outcome.warnings;
  status = check_struck(&struck, diag);
  if (!status) *out = struck;
  return status;
}
