// Chain rule through two bodies. A body k on its side of the contact (sign s) answers an impulse p by s p/m and
// s I^-1 (r x p), so that with S_i = I^-1 (r x a_i) for the axes a_i of the contact
//   W_ij = sum_k a_i.a_j/m + (r x a_i).S_j,    v_i = sum_k s a_i.(u + omega x r)
//   dW_ij = sum_k -a_i.a_j dm/m^2 - S_i.dI S_j + (dr x a_i).S_j + (dr x a_j).S_i
// and the motion after is differentiated likewise. A guided body moves along its guide g: a_i becomes (a_i.g) g.
#include "base/diag.h"
#include "math/rotation.h"
#include "math/spd3.h"
#include "model/chain_rule.h"

/// How the inputs move: one body's, or the point.
typedef struct direction {
  int side;  // 0, 1: of body a, b; -1: of none
  carom_vec3 velocity, spin, point;
  double mass, mu, e;
  carom_mat3 inertia;
} direction;

/// One body at the contact.
typedef struct party {
  const carom_body* body;
  double sign;
  carom_vec3 arm;
  carom_vec3 along[3];   // the part of each axis that moves its mass centre
  carom_vec3 levers[3];  // r x a
  carom_vec3 turns[3];   // I^-1 (r x a), world axes
} party;

/// R I^-1 R^T x
static carom_vec3 turn_by(const carom_body* body, carom_vec3 x) {
  if (body->kind != CAROM_BODY_FREE) return (carom_vec3){0, 0, 0};
  const carom_vec3 local = carom__mat3_apply_transposed(&body->orientation, x);
  return carom_mat3_apply(body->orientation, carom__solve_spd3(&body->inertia, local));
}

/// R dI R^T x
static carom_vec3 inertia_rate(const carom_body* body, const carom_mat3* rate, carom_vec3 x) {
  const carom_vec3 local = carom__mat3_apply_transposed(&body->orientation, x);
  return carom_mat3_apply(body->orientation, carom_mat3_apply(*rate, local));
}

static carom_vec3 centre_part(const carom_body* body, carom_vec3 x) {
  if (body->kind == CAROM_BODY_FIXED) return (carom_vec3){0, 0, 0};
  return body->kind == CAROM_BODY_FREE ? x : carom_vec3_scale(carom_vec3_dot(body->guide, x), body->guide);
}

static carom_vec3 lever(const carom_body* body, carom_vec3 arm, carom_vec3 x) {
  return body->kind == CAROM_BODY_FREE ? carom_vec3_cross(arm, x) : (carom_vec3){0, 0, 0};
}

static carom_vec3 axis_of(const carom_bodies* s, int row) {
  const carom_frame* f = &s->touches->frame;
  return row == s->dimension - 1 ? f->n : row == 0 ? f->t1 : f->t2;
}

static party party_of(const carom_bodies* s, int side) {
  const carom_touch* touch = s->touches;
  const carom_body* body = &s->bodies[side ? touch->body_b : touch->body_a];
  party p = {.body = body, .sign = side ? -1 : 1, .arm = carom_vec3_sub(touch->point, body->position)};
  for (int i = 0; i < s->dimension; ++i) {
    p.along[i] = centre_part(body, axis_of(s, i));
    p.levers[i] = lever(body, p.arm, axis_of(s, i));
    p.turns[i] = turn_by(body, p.levers[i]);
  }
  return p;
}

/// The direction as this body feels it.
static direction felt(const direction* d, int side) {
  direction mine = *d;
  if (d->side == side) return mine;
  mine.velocity = mine.spin = (carom_vec3){0, 0, 0};
  mine.mass = 0;
  mine.inertia = (carom_mat3){{{0}}};
  return mine;
}

static void add_contact_rate(const carom_bodies* s, const party* p, const direction* d, carom__contact_rate* rate) {
  const carom_body* body = p->body;
  if (body->kind == CAROM_BODY_FIXED) return;
  const carom_vec3 moved = carom_vec3_add(lever(body, d->spin, p->arm), lever(body, body->spin, d->point));
  for (int i = 0; i < s->dimension; ++i) {
    rate->v[i] += p->sign * (carom_vec3_dot(p->along[i], d->velocity) + carom_vec3_dot(axis_of(s, i), moved));
    for (int j = 0; j < s->dimension; ++j)
      rate->w[i][j] += -carom_vec3_dot(p->along[i], p->along[j]) * d->mass / (body->mass * body->mass) -
                       carom_vec3_dot(p->turns[i], inertia_rate(body, &d->inertia, p->turns[j])) +
                       carom_vec3_dot(lever(body, d->point, axis_of(s, i)), p->turns[j]) +
                       carom_vec3_dot(lever(body, d->point, axis_of(s, j)), p->turns[i]);
  }
}

static carom_vec3 in_world(const carom_bodies* s, const double* x) {
  carom_vec3 sum = {0, 0, 0};
  for (int i = 0; i < s->dimension; ++i) sum = carom_vec3_add(sum, carom_vec3_scale(x[i], axis_of(s, i)));
  return sum;
}

/// The rates of velocity and spin after, for an impulse in world axes and its rate.
static void motion_rate(const party* p, const direction* d, carom_vec3 impulse, carom_vec3 rate, double out[6]) {
  const carom_body* body = p->body;
  carom_vec3 velocity = {0, 0, 0}, spin = {0, 0, 0};
  if (body->kind != CAROM_BODY_FIXED) {
    const double mass = body->mass;
    const carom_vec3 part = carom_vec3_sub(carom_vec3_scale(1 / mass, centre_part(body, rate)),
                                           carom_vec3_scale(d->mass / (mass * mass), centre_part(body, impulse)));
    velocity = carom_vec3_add(d->velocity, carom_vec3_scale(p->sign, part));
  }
  if (body->kind == CAROM_BODY_FREE) {
    const carom_vec3 before = turn_by(body, carom_vec3_cross(p->arm, impulse));
    const carom_vec3 levers = carom_vec3_add(carom_vec3_cross(d->point, impulse), carom_vec3_cross(p->arm, rate));
    const carom_vec3 turned = turn_by(body, carom_vec3_sub(levers, inertia_rate(body, &d->inertia, before)));
    spin = carom_vec3_add(d->spin, carom_vec3_scale(p->sign, turned));
  }
  const double all[6] = {velocity.x, velocity.y, velocity.z, spin.x, spin.y, spin.z};
  for (int i = 0; i < 6; ++i) out[i] = all[i];
}

/// A direction of one input.
static direction direction_of(int input) {
  direction d = {.side = input < CAROM_BODIES_POINT ? input / CAROM_BODY_INPUTS : -1};
  const int place = input % CAROM_BODY_INPUTS;
  double* const vectors[9] = {&d.velocity.x, &d.velocity.y, &d.velocity.z, &d.spin.x, &d.spin.y,
                              &d.spin.z,     &d.point.x,    &d.point.y,    &d.point.z};
  static const int rows[6] = {0, 0, 0, 1, 1, 2}, columns[6] = {0, 1, 2, 1, 2, 2};
  if (input == CAROM_BODIES_MU) {
    d.mu = 1;
  } else if (input == CAROM_BODIES_E) {
    d.e = 1;
  } else if (d.side < 0) {
    *vectors[6 + input - CAROM_BODIES_POINT] = 1;
  } else if (place < CAROM_BODY_MASS) {
    *vectors[place] = 1;
  } else if (place == CAROM_BODY_MASS) {
    d.mass = 1;
  } else {
    const int i = rows[place - CAROM_BODY_INERTIA_XX], j = columns[place - CAROM_BODY_INERTIA_XX];
    d.inertia.m[i][j] = d.inertia.m[j][i] = 1;
  }
  return d;
}

static void fill_column(const carom_bodies* s, const double* impulses, const carom_jacobian* contact, int input,
                        carom_bodies_jacobian* out) {
  const direction d = direction_of(input);
  const party parties[2] = {party_of(s, 0), party_of(s, 1)};
  carom__contact_rate rate = {.mu = d.mu, .e = d.e};
  double change[3] = {0};
  for (int side = 0; side < 2; ++side) {
    const direction mine = felt(&d, side);
    add_contact_rate(s, &parties[side], &mine, &rate);
  }
  carom__impulse_rate(contact, s->dimension, &rate, change);
  for (int side = 0; side < 2; ++side) {
    const direction mine = felt(&d, side);
    double motion[CAROM_BODY_OUTPUTS];
    motion_rate(&parties[side], &mine, in_world(s, impulses), in_world(s, change), motion);
    for (int i = 0; i < CAROM_BODY_OUTPUTS; ++i) out->d[side * CAROM_BODY_OUTPUTS + i][input] = motion[i];
  }
}

bool carom_bodies_has_input(const carom_bodies* system, int column) {
  if (column >= CAROM_BODIES_POINT) return system->dimension == 3 || column != CAROM_BODIES_POINT + 2;
  const int side = column / CAROM_BODY_INPUTS, input = column % CAROM_BODY_INPUTS;
  const carom_body* body = &system->bodies[side ? system->touches->body_b : system->touches->body_a];
  const bool is_motion = input <= CAROM_BODY_VELOCITY_Z, turns = body->kind == CAROM_BODY_FREE;
  if (body->kind == CAROM_BODY_FIXED) return false;
  if (!is_motion && input != CAROM_BODY_MASS && !turns) return false;
  if (system->dimension == 3) return true;
  return input <= CAROM_BODY_VELOCITY_Y || input == CAROM_BODY_SPIN_Z || input == CAROM_BODY_MASS ||
         input == CAROM_BODY_INERTIA_ZZ;
}

carom_status carom_bodies_differentiate(const carom_bodies* system, const double* impulses,
                                        const carom_jacobian* contact, carom_bodies_jacobian* out, carom_diag* diag) {
  double w[9], v[3];
  carom_status status = carom__need(system, "system", "be bodies that touch", diag);
  if (!status) status = carom__chain_check(system->touch_count, system->dimension, contact, diag);
  if (!status) status = carom_bodies_contact(system, w, v, diag);  // checks everything
  if (!status) status = carom__need(impulses, "impulses", "hold dimension numbers", diag);
  if (!status) status = carom__need_memory(out, "out", "have room for the derivatives", diag);
  if (status) return status;
  for (int input = 0; input < CAROM_BODIES_INPUTS; ++input) fill_column(system, impulses, contact, input, out);
  return CAROM_OK;
}
