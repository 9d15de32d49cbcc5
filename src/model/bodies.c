// Free, fixed and guided bodies as a contact problem. For two contacts i and j that share the body k
//   W_ij += sign_i sign_j a_i . (M_k^-1 a_j),   sign = +1 where k is body a of the contact, -1 where it is body b,
// which for two free bodies in the plane is
// @eq WM92 (19)  B1 = 1/m1 + 1/m2 + y1^2/I1 + y2^2/I2   [1/kg]
// @eq WM92 (20)  B2 = 1/m1 + 1/m2 + x1^2/I1 + x2^2/I2   [1/kg]
// @eq WM92 (21)  B3 = x1 y1/I1 + x2 y2/I2   [1/kg]; the paper prints a minus, which is wrong
#include <math.h>

#include "base/diag.h"
#include "carom/model.h"
#include "math/rotation.h"
#include "math/spd3.h"
#include "model/body.h"

static const double ORTHONORMAL = 1e-9;

/// What a unit impulse along an axis does to one body.
typedef struct response {
  carom_vec3 velocity, spin;
} response;

static carom_vec3 arm_of(const carom_body* body, const carom_touch* touch) {
  return carom_vec3_sub(touch->point, body->position);
}

static carom_vec3 axis_of(const carom_bodies* s, int touch, int row) {
  const carom_frame* f = &s->touches[touch].frame;
  if (row == s->dimension - 1) return f->n;
  return row == 0 ? f->t1 : f->t2;
}

static int sign_of(const carom_touch* touch, int body) {
  return touch->body_a == body ? 1 : touch->body_b == body ? -1 : 0;
}

/// R I^-1 R^T x: the spin change by an angular impulse x in world axes. The check has seen a positive definite I.
static carom_vec3 spin_from_angular_impulse(const carom_body* body, carom_vec3 x) {
  const carom_vec3 local = carom__mat3_apply_transposed(&body->orientation, x);
  return carom_mat3_apply(body->orientation, carom__solve_spd3(&body->inertia, local));
}

static response respond(const carom_body* body, const carom_touch* touch, carom_vec3 impulse) {
  switch (body->kind) {
    case CAROM_BODY_FREE:
      return (response){carom_vec3_scale(1 / body->mass, impulse),
                        spin_from_angular_impulse(body, carom_vec3_cross(arm_of(body, touch), impulse))};
    case CAROM_BODY_GUIDED:
      return (response){carom_vec3_scale(carom_vec3_dot(body->guide, impulse) / body->mass, body->guide), {0, 0, 0}};
    case CAROM_BODY_FIXED:
      break;
  }
  return (response){{0, 0, 0}, {0, 0, 0}};
}

static response motion_of(const carom_body* body) {
  if (body->kind == CAROM_BODY_FIXED) return (response){{0, 0, 0}, {0, 0, 0}};
  return (response){body->velocity, body->spin};
}

/// Velocity of the body's point at the contact when it moves like this.
static carom_vec3 at_contact(const carom_body* body, const carom_touch* touch, response motion) {
  if (body->kind != CAROM_BODY_FREE) return motion.velocity;
  return carom_vec3_add(motion.velocity, carom_vec3_cross(motion.spin, arm_of(body, touch)));
}

static carom_status check_touch(const carom_bodies* s, int i, carom_diag* diag) {
  const carom_touch* t = &s->touches[i];
  if (t->body_a < 0 || t->body_a >= s->body_count)
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "body_a", t->body_a, "body_a is %d; there are %d bodies", t->body_a,
                       s->body_count);
  if (t->body_b < 0 || t->body_b >= s->body_count)
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "body_b", t->body_b, "body_b is %d; there are %d bodies", t->body_b,
                       s->body_count);
  if (t->body_a == t->body_b)
    return carom__fail(diag, CAROM_INCONSISTENT, "body_b", t->body_b,
                       "body_a and body_b are both %d; a body cannot touch itself", t->body_b);
  if (s->bodies[t->body_a].kind == CAROM_BODY_FIXED && s->bodies[t->body_b].kind == CAROM_BODY_FIXED)
    return carom__fail(diag, CAROM_INCONSISTENT, "body_b", t->body_b, "both bodies are fixed; one must move");
  if (!carom_vec3_is_finite(t->point))
    return carom__fail(diag, CAROM_NOT_FINITE, "point", 0, "point has an entry that is NaN or infinite");
  const carom_frame* f = &t->frame;
  const carom_mat3 axes = {{{f->t1.x, f->t1.y, f->t1.z}, {f->t2.x, f->t2.y, f->t2.z}, {f->n.x, f->n.y, f->n.z}}};
  if (carom__is_rotation(&axes, ORTHONORMAL)) return CAROM_OK;
  double off_rotation;
  carom_mat3_nearest_rotation(axes, &off_rotation);
  if (!(off_rotation <= ORTHONORMAL))
    return carom__fail(diag, CAROM_NOT_UNIT, "frame", off_rotation,
                       "the axes t1, t2, n are off orthonormal and right-handed by %.3g", off_rotation);
  return CAROM_OK;
}

static carom_status check_bodies(const carom_bodies* s, carom_diag* diag) {
  for (int i = 0; i < s->body_count; ++i) {
    const carom_status status = carom_body_check(&s->bodies[i], diag);
    if (status) return carom__fail_within(diag, status, "bodies", i);
  }
  return CAROM_OK;
}

/// A contact whose normal no body can follow (a cue guided across it) has no normal response. A guide and a normal that
/// are at right angles to rounding have a product of a few eps, so its square counts as 0 below 1e-28.
static carom_status check_responds(const carom_bodies* s, int i, carom_diag* diag) {
  const carom_touch* t = &s->touches[i];
  double w_nn = 0, if_free = 0;
  for (int side = 0; side < 2; ++side) {
    const carom_body* body = &s->bodies[side ? t->body_b : t->body_a];
    if (body->kind == CAROM_BODY_FIXED) continue;
    w_nn += carom_vec3_dot(t->frame.n, at_contact(body, t, respond(body, t, t->frame.n)));
    if_free += 1 / body->mass;
  }
  if (!(w_nn > 1e-28 * if_free && isfinite(w_nn)))
    return carom__fail(diag, CAROM_NOT_POSITIVE, "frame.n", w_nn,
                       "a normal impulse changes the normal velocity by %g per N s; it must be positive and finite "
                       "(does a guide run across the normal?)",
                       w_nn);
  return CAROM_OK;
}

static carom_status check(const carom_bodies* s, carom_diag* diag) {
  if (!s) return carom__need(s, "system", "be bodies that touch", diag);
  if (s->dimension != 2 && s->dimension != 3)
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "dimension", s->dimension, "dimension is %d; it must be 2 or 3",
                       s->dimension);
  if (s->touch_count < 1)
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "touch_count", s->touch_count,
                       "touch_count is %d; there must be at least one contact", s->touch_count);
  carom_status status = carom__need(s->bodies, "bodies", "hold body_count bodies", diag);
  if (!status) status = carom__need(s->touches, "touches", "hold touch_count contacts", diag);
  if (!status) status = check_bodies(s, diag);
  for (int i = 0; !status && i < s->touch_count; ++i) {
    status = check_touch(s, i, diag);
    if (!status) status = check_responds(s, i, diag);
    if (status) return carom__fail_within(diag, status, "touches", i);
  }
  return status;
}

/// Column (touch j, row q) of W, and only its entries on and below the diagonal block row: the rest is its mirror
/// image.
static void fill_column(const carom_bodies* s, int j, int q, double* w) {
  const int size = s->dimension * s->touch_count, column = j * s->dimension + q;
  const carom_touch* from = &s->touches[j];
  for (int side = 0; side < 2; ++side) {
    const int body = side ? from->body_b : from->body_a;
    if (s->bodies[body].kind == CAROM_BODY_FIXED) continue;
    const response motion = respond(&s->bodies[body], from, axis_of(s, j, q));
    for (int row = column; row < size; ++row) {
      const int i = row / s->dimension, sign = sign_of(&s->touches[i], body) * (side ? -1 : 1);
      if (sign == 0) continue;
      const carom_vec3 change = at_contact(&s->bodies[body], &s->touches[i], motion);
      w[row * size + column] += sign * carom_vec3_dot(axis_of(s, i, row % s->dimension), change);
    }
  }
  for (int row = column + 1; row < size; ++row) w[column * size + row] = w[row * size + column];
}

carom_status carom__contact_fits(int size, const double* w, const double* v, carom_diag* diag) {
  for (int i = 0; i < size * size; ++i)
    if (!isfinite(w[i]))
      return carom__fail(diag, CAROM_OVERFLOW, "w", w[i], "an impulse changes a velocity by more than fits a double");
  for (int i = 0; i < size; ++i)
    if (!isfinite(v[i]))
      return carom__fail(diag, CAROM_OVERFLOW, "v", v[i], "a contact velocity does not fit a double");
  return CAROM_OK;
}

carom_status carom_bodies_contact(const carom_bodies* s, double* w, double* v, carom_diag* diag) {
  carom_status status = check(s, diag);
  if (!status) status = carom__need_memory(w, "w", "have room for (dimension * touch_count)^2 numbers", diag);
  if (!status) status = carom__need_memory(v, "v", "have room for dimension * touch_count numbers", diag);
  if (status) return status;
  const int size = s->dimension * s->touch_count;
  for (int i = 0; i < size * size; ++i) w[i] = 0;
  for (int column = 0; column < size; ++column) fill_column(s, column / s->dimension, column % s->dimension, w);
  carom_bodies_velocities(s, v);
  return carom__contact_fits(size, w, v, diag);
}

void carom_bodies_velocities(const carom_bodies* s, double* v) {
  for (int i = 0; i < s->touch_count; ++i) {
    const carom_touch* t = &s->touches[i];
    const carom_body *a = &s->bodies[t->body_a], *b = &s->bodies[t->body_b];
    const carom_vec3 v_a = at_contact(a, t, motion_of(a)), v_b = at_contact(b, t, motion_of(b));
    for (int row = 0; row < s->dimension; ++row)
      v[i * s->dimension + row] = carom_vec3_dot(axis_of(s, i, row), carom_vec3_sub(v_a, v_b));
  }
}

/// The impulse of a contact in world axes.
static carom_vec3 world_impulse(const carom_bodies* s, int touch, const double* impulses) {
  carom_vec3 sum = {0, 0, 0};
  for (int row = 0; row < s->dimension; ++row)
    sum = carom_vec3_add(sum, carom_vec3_scale(impulses[touch * s->dimension + row], axis_of(s, touch, row)));
  return sum;
}

void carom_bodies_apply(const carom_bodies* s, const double* impulses, carom_body* after) {
  for (int k = 0; k < s->body_count; ++k) {
    const carom_body* body = &s->bodies[k];
    if (after != s->bodies) after[k] = *body;
    if (body->kind == CAROM_BODY_FIXED) continue;
    response change = {{0, 0, 0}, {0, 0, 0}};
    for (int i = 0; i < s->touch_count; ++i) {
      const int sign = sign_of(&s->touches[i], k);
      if (sign == 0) continue;
      const carom_vec3 impulse = carom_vec3_scale(sign, world_impulse(s, i, impulses));
      const response part = respond(body, &s->touches[i], impulse);
      change.velocity = carom_vec3_add(change.velocity, part.velocity);
      change.spin = carom_vec3_add(change.spin, part.spin);
    }
    after[k].velocity = carom_vec3_add(after[k].velocity, change.velocity);
    after[k].spin = carom_vec3_add(after[k].spin, change.spin);
  }
}

static double body_energy(const carom_body* b) {
  if (b->kind == CAROM_BODY_FIXED) return 0;
  const double translation = 0.5 * b->mass * carom_vec3_dot(b->velocity, b->velocity);
  if (b->kind == CAROM_BODY_GUIDED) return translation;
  const carom_vec3 spin = carom__mat3_apply_transposed(&b->orientation, b->spin);
  return translation + 0.5 * carom_vec3_dot(spin, carom_mat3_apply(b->inertia, spin));
}

double carom_bodies_energy(int body_count, const carom_body* bodies) {
  double sum = 0;
  for (int i = 0; i < body_count; ++i) sum += body_energy(&bodies[i]);
  return sum;
}
