#include "motion/cloth_road.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "carom/compliant.h"
#include "carom/integrate.h"
#include "carom/model.h"
#include "carom/planar.h"
#include "carom/spatial.h"

/// What acts now, for the rates.
typedef struct drive {
  const carom_cloth_problem* problem;
  carom_phase phase;
  carom_vec3 heading;  // of slip, or of the roll, when the phase began
  double least;        // m/s: slower than this has no direction of its own
} drive;

static carom_vec3 cross(carom_vec3 a, carom_vec3 b) {
  return carom_vec3_cross(a, b);
}

static carom_vec3 scaled(double k, carom_vec3 a) {
  return carom_vec3_scale(k, a);
}

static carom_vec3 across(const carom_cloth_problem* p, carom_vec3 a) {
  return carom_vec3_sub(a, scaled(carom_vec3_dot(a, p->frame.n), p->frame.n));
}

static carom_vec3 slip_of(const carom_cloth_problem* p, const cloth_road_state* s) {
  return across(p, carom_vec3_add(s->velocity, cross(s->spin, scaled(-p->radius, p->frame.n))));
}

/// The direction of a; at the end of the phase and past it, where a has turned round, still the heading.
static carom_vec3 direction(const drive* d, carom_vec3 a) {
  return carom_vec3_dot(a, d->heading) > d->least ? scaled(1 / carom_vec3_norm(a), a) : d->heading;
}

/// Force at the lowest point, and the moment of the cloth.
static void contact_force(const drive* d, const cloth_road_state* s, carom_vec3* force, carom_vec3* moment) {
  const carom_cloth_problem* p = d->problem;
  const double weight = p->ball.mass * p->gravity, inertia = p->ball.inertia.m[0][0];
  const carom_vec3 arm = scaled(-p->radius, p->frame.n);
  *force = *moment = (carom_vec3){0, 0, 0};
  if (d->phase == CAROM_PHASE_FLIGHT) return;
  *force = scaled(weight, p->frame.n);
  if (d->phase == CAROM_PHASE_SLIDE) {
    *force = carom_vec3_add(*force, scaled(-p->slide * weight, direction(d, slip_of(p, s))));
    return;
  }
  // Rolling: the moment opposes the spin with which the ball rolls, n x v/R, and friction is what keeps slip at zero.
  *moment = scaled(-p->roll * weight * p->radius, cross(p->frame.n, direction(d, across(p, s->velocity))));
  const carom_vec3 drift = cross(scaled(1 / inertia, *moment), arm);
  *force = carom_vec3_add(*force, scaled(-1 / (1 / p->ball.mass + p->radius * p->radius / inertia), drift));
}

static void rate(double t, const double* y, double* out, void* context) {
  const drive* d = context;
  const carom_cloth_problem* p = d->problem;
  cloth_road_state state;
  carom_vec3 force, moment;
  (void)t;
  memcpy(&state, y, sizeof state);
  contact_force(d, &state, &force, &moment);
  const carom_vec3 torque = carom_vec3_add(moment, cross(scaled(-p->radius, p->frame.n), force));
  const cloth_road_state change = {
      .position = state.velocity,
      .velocity = carom_vec3_sub(scaled(1 / p->ball.mass, force), scaled(p->gravity, p->frame.n)),
      .spin = scaled(1 / p->ball.inertia.m[0][0], torque)};
  memcpy(out, &change, sizeof change);
}

/// What ends the phase when it falls to zero: height, slip, or speed.
static void gap(double t, const double* y, double* gaps, double* gap_rates, void* context) {
  const drive* d = context;
  cloth_road_state state, change;
  rate(t, y, (double*)&change, context);
  memcpy(&state, y, sizeof state);
  if (d->phase == CAROM_PHASE_FLIGHT) {
    const carom_vec3 n = d->problem->frame.n;
    gaps[0] = carom_vec3_dot(n, carom_vec3_sub(state.position, d->problem->ball.position));
    gap_rates[0] = carom_vec3_dot(n, state.velocity);
  } else if (d->phase == CAROM_PHASE_SLIDE) {
    gaps[0] = carom_vec3_dot(d->heading, slip_of(d->problem, &state));
    gap_rates[0] = carom_vec3_dot(d->heading, slip_of(d->problem, &change));
  } else {
    gaps[0] = carom_vec3_dot(d->heading, state.velocity);
    gap_rates[0] = carom_vec3_dot(d->heading, change.velocity);
  }
}

/// Moves until the phase ends; false if the time ends first.
static bool move(drive* d, cloth_road_state* state, double* t) {
  static const carom_ode_direction falling[] = {CAROM_ODE_FALLING};
  static carom_ode ode;
  double y[9];
  carom_ode_problem problem = carom_ode_problem_default();
  carom_diag diag = {0};
  problem.size = 9;
  problem.rate = rate;
  problem.gap = gap;
  problem.event_count = 1;
  problem.directions = falling;
  problem.context = d;
  problem.relative = problem.absolute = 1e-13;
  memcpy(y, state, sizeof y);
  cr_assert_eq(carom_ode_start(&ode, &problem, *t, y, &diag), CAROM_OK, "%s", diag.message);
  cr_assert_eq(carom_ode_advance(&ode, d->problem->until, &diag), CAROM_OK, "%s", diag.message);
  memcpy(state, ode.y, sizeof *state);
  *t = ode.t;
  return ode.fired_count > 0;
}

/// The impulse by the law of the surface, in contact axes.
static void solve(const carom_contact_problem* contact, double* impulse) {
  carom_diag diag = {0};
  carom_status status;
  if (contact->surfaces[0].eta2 > 0) {
    carom_compliant_problem problem;
    carom_compliant_outcome out = {0};
    status = carom_compliant_from_contact(contact, &problem, &diag);
    if (!status) status = carom_compliant_solve(&problem, &out, &diag);
    impulse[0] = out.impulse.x;
    impulse[1] = contact->dimension == 2 ? out.impulse.z : out.impulse.y;
    impulse[2] = out.impulse.z;
  } else if (contact->dimension == 3) {
    carom_spatial_problem problem;
    carom_spatial_outcome out = {0};
    status = carom_spatial_from_contact(contact, &problem, &diag);
    if (!status) status = carom_spatial_solve(&problem, &out, &diag);
    memcpy(impulse, &out.impulse, 3 * sizeof *impulse);
  } else {
    carom_planar_problem problem;
    carom_planar_outcome out = {0};
    status = carom_planar_from_contact(contact, &problem, &diag);
    if (!status) status = carom_planar_solve(&problem, &out, &diag);
    impulse[0] = out.impulse_t;
    impulse[1] = out.impulse_n;
  }
  cr_assert_eq(status, CAROM_OK, "%s", diag.message);
}

static void land(const carom_cloth_problem* p, cloth_road_state* state) {
  carom_body bodies[2] = {p->ball, carom_body_fixed()}, after[2];
  bodies[0].position = state->position;
  bodies[0].velocity = state->velocity;
  bodies[0].spin = state->spin;
  const carom_vec3 below = carom_vec3_sub(state->position, scaled(p->radius, p->frame.n));
  const carom_touch touch = {.body_a = 0, .body_b = 1, .point = below, .frame = p->frame};
  const carom_bodies system = {p->dimension, 2, bodies, 1, &touch};
  double w[9], v[3], impulse[3];
  carom_surface surface = p->surface;
  const bool plastic = -carom_vec3_dot(p->frame.n, state->velocity) < p->cutoff_speed;
  if (plastic) surface.e = 0;
  cr_assert_eq(carom_bodies_contact(&system, w, v, NULL), CAROM_OK);
  solve(&(carom_contact_problem){p->dimension, 1, w, v, &surface}, impulse);
  carom_bodies_apply(&system, impulse, after);
  state->velocity = surface.e == 0 ? across(p, after[0].velocity) : after[0].velocity;
  state->spin = after[0].spin;
}

static double rise(const carom_cloth_problem* p, const cloth_road_state* s) {
  return carom_vec3_dot(p->frame.n, s->velocity);
}

static carom_vec3 unit(carom_vec3 a) {
  const double size = carom_vec3_norm(a);
  return size > 0 ? scaled(1 / size, a) : a;
}

cloth_road cloth_integrate(const carom_cloth_problem* p) {
  cloth_road road = {.last_landing = -1, .roll_from = -1, .rest_from = -1};
  cloth_road_state* s = &road.end;
  const double speeds = carom_vec3_norm(p->ball.velocity) + p->radius * carom_vec3_norm(p->ball.spin);
  const double noise = 1e-12 * speeds;
  drive d = {.problem = p, .least = 1e-6 * speeds};
  double t = 0;
  *s = (cloth_road_state){p->ball.position, p->ball.velocity, p->ball.spin};
  if (!p->hop) s->velocity = across(p, s->velocity);
  while (t < p->until && fabs(rise(p, s)) > noise) {
    d.phase = CAROM_PHASE_FLIGHT;
    if (rise(p, s) > 0 && !move(&d, s, &t)) return road;
    land(p, s);
    ++road.landing_count;
    road.last_landing = t;
  }
  s->velocity = across(p, s->velocity);
  d.phase = CAROM_PHASE_SLIDE;
  d.heading = unit(slip_of(p, s));
  if (carom_vec3_norm(slip_of(p, s)) > noise && !move(&d, s, &t)) return road;
  road.roll_from = t;
  d.phase = CAROM_PHASE_ROLL;
  d.heading = unit(across(p, s->velocity));
  if (carom_vec3_norm(s->velocity) > noise && !move(&d, s, &t)) return road;
  road.rest_from = t;
  s->velocity = (carom_vec3){0, 0, 0};
  s->spin = scaled(carom_vec3_dot(p->frame.n, s->spin), p->frame.n);
  return road;
}
