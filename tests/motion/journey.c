#include "motion/journey.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STEPS = 200000, LOOKS = 3 };  // steps of one journey; states looked at inside one step

static void begin(journey* j) {
  *j = (journey){.motion = carom_motion_default()};
  j->motion.planes = j->planes;
}

journey* journey_chain(journey* j, int link_count, double length, double mass) {
  begin(j);
  j->is_chain = true;
  j->dimension = 2;
  j->motion.gravity = (carom_vec3){0, -9.81, 0};
  j->chain = (carom_chain){.link_count = link_count, .links = j->links, .angles = j->angles, .rates = j->rates};
  for (int i = 0; i < link_count; ++i)
    j->links[i] = (carom_link){length, mass, length / 2, mass * length * length / 12};
  return j;
}

journey* journey_body(journey* j, int dimension, double mass, double inertia) {
  begin(j);
  j->dimension = dimension;
  j->motion.gravity = dimension == 2 ? (carom_vec3){0, -9.81, 0} : (carom_vec3){0, 0, -9.81};
  j->body = carom_body_planar(mass, inertia, (carom_vec2){0, 0});
  if (dimension == 3) j->body.inertia = carom_mat3_diagonal(inertia, inertia, inertia);
  j->shape.points = j->points;
  return j;
}

journey* journey_ball(journey* j, int dimension, double radius, double height) {
  journey_body(j, dimension, 0.6, 0.4 * 0.6 * radius * radius);
  j->shape.sphere_radius = radius;
  j->body.position = dimension == 2 ? (carom_vec3){0, height + radius, 0} : (carom_vec3){0, 0, height + radius};
  return j;
}

journey* journey_box(journey* j, int dimension, double mass, carom_vec3 half) {
  const double x = half.x * half.x, y = half.y * half.y, z = half.z * half.z;
  journey_body(j, dimension, mass, mass * (x + y) / 3);
  if (dimension == 3) j->body.inertia = carom_mat3_diagonal(mass * (y + z) / 3, mass * (x + z) / 3, mass * (x + y) / 3);
  j->shape.point_count = dimension == 2 ? 4 : 8;
  for (int i = 0; i < j->shape.point_count; ++i)
    j->points[i] = (carom_vec3){i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y,
                                dimension == 2 ? 0
                                : i & 4        ? half.z
                                               : -half.z};
  return j;
}

carom_plane* journey_plane(journey* j, carom_vec3 point, carom_vec3 normal, double e, double mu) {
  cr_assert(j->motion.plane_count < JOURNEY_PLANES);
  carom_plane* plane = &j->planes[j->motion.plane_count++];
  *plane = (carom_plane){point, carom_vec3_scale(1 / carom_vec3_norm(normal), normal), carom_surface_default()};
  plane->surface.e = e;
  plane->surface.mu = plane->surface.mu_static = mu;
  return plane;
}

carom_plane* journey_floor(journey* j, double height, double e, double mu) {
  return j->dimension == 2 ? journey_plane(j, (carom_vec3){0, height, 0}, (carom_vec3){0, 1, 0}, e, mu)
                           : journey_plane(j, (carom_vec3){0, 0, height}, (carom_vec3){0, 0, 1}, e, mu);
}

static int state_size(const journey* j) {
  return j->mover.position_count + j->mover.dof;
}

static void check_finite(const journey* j, const double* numbers, int count, const char* what) {
  for (int i = 0; i < count; ++i)
    cr_assert(isfinite(numbers[i]), "%s[%d] is %g at t = %.17g", what, i, numbers[i], j->run.t);
}

static void look_at_gaps(const journey* j, const double* state, double* deepest) {
  double gaps[CAROM_MOTION_MAX_PAIRS], rates[CAROM_MOTION_MAX_PAIRS];
  j->mover.gaps(&j->mover, state, gaps, rates);
  for (int i = 0; i < j->mover.point_count * j->mover.plane_count; ++i)
    *deepest = fmax(*deepest, -gaps[i] / j->mover.size);
}

static void look_inside_step(journey* j) {
  double state[CAROM_ODE_MAX_SIZE];
  for (int i = 1; i <= LOOKS; ++i) {
    carom_motion_sample(&j->run, j->run.t_before + (j->run.t - j->run.t_before) * i / (LOOKS + 1), state);
    check_finite(j, state, state_size(j), "sample");
    look_at_gaps(j, state, &j->dip);
  }
  look_at_gaps(j, j->run.state, &j->deepest);
}

static void note_impacts(journey* j) {
  for (int i = 0; i < j->run.impact_count; ++i) {
    const carom_motion_impact* impact = &j->run.impacts[i];
    cr_assert_eq(impact->time, j->run.t);
    check_finite(j, impact->velocity_before, j->dimension, "velocity before");
    check_finite(j, impact->velocity_after, j->dimension, "velocity after");
    check_finite(j, impact->impulse, j->dimension, "impulse");
    j->gain = fmax(j->gain, -impact->lost / j->energy_scale);
    if (j->impact_count < JOURNEY_IMPACTS) j->impacts[j->impact_count] = *impact;
    ++j->impact_count;
  }
}

static void note_switch(journey* j) {
  const journey_switch now = {j->run.t, j->run.contact_count,
                              j->run.contact_count > 0 ? j->run.contacts[0].phase : CAROM_PHASE_FLIGHT};
  if (j->switch_count < JOURNEY_SWITCHES) j->switches[j->switch_count] = now;
  ++j->switch_count;
}

static void keep_books(journey* j, double friction_before) {
  const double energy = carom_motion_energy(&j->run), kinetic = j->mover.kinetic(&j->mover, j->run.state);
  check_finite(j, j->run.state, state_size(j), "state");
  j->energy_scale = fmax(j->energy_scale, fabs(energy) + kinetic);
  const double off = energy - (j->run.energy_start - j->run.impact_loss - j->run.friction_loss);
  j->ledger = fmax(j->ledger, fabs(off) / j->energy_scale);
  j->gain = fmax(j->gain, (friction_before - j->run.friction_loss) / j->energy_scale);
}

carom_status journey_prepare(journey* j) {
  if (j->is_chain) return carom_chain_prepare(&j->chain, &j->motion, &j->chain_mover, &j->mover, j->start, &j->diag);
  const carom_flyer_input input = {j->dimension, &j->body, j->angle, j->shape};
  const carom_status status = carom_flyer_prepare(&input, &j->motion, &j->flyer, &j->mover, j->start, &j->diag);
  if (j->integrates) {
    j->mover.glide = NULL;
    j->mover.idle_count = 0;
  }
  return status;
}

static void walk(journey* j) {
  while (j->steps < MOST_STEPS) {
    const double t = j->run.t, friction = j->run.friction_loss;
    j->status = carom_motion_step(&j->run, &j->diag);
    if (j->status || j->run.happened == CAROM_MOTION_ENDED) return;
    ++j->steps;
    cr_assert(j->run.t >= t && j->run.t <= j->motion.until, "time went from %.17g to %.17g", t, j->run.t);
    keep_books(j, friction);
    if (j->run.happened == CAROM_MOTION_MOVED) look_inside_step(j);
    if (j->run.happened == CAROM_MOTION_IMPACT) note_impacts(j);
    if (j->run.happened != CAROM_MOTION_MOVED) note_switch(j);
  }
  cr_assert_fail("still on the way at t = %.17g after %ld steps", j->run.t, j->steps);
}

void journey_travel(journey* j) {
  j->impact_count = j->switch_count = 0;
  j->steps = 0;
  j->deepest = j->dip = j->ledger = j->gain = 0;
  j->status = journey_prepare(j);
  if (j->status) return;
  double* workspace = malloc(carom_motion_workspace_size(&j->mover) * sizeof *workspace);
  cr_assert_not_null(workspace);
  j->status = carom_motion_start(&j->run, &j->mover, &j->motion, j->start, workspace, &j->diag);
  if (!j->status) {
    j->energy_scale = fabs(j->run.energy_start) + j->mover.kinetic(&j->mover, j->start);
    if (j->energy_scale == 0) j->energy_scale = 1e-300;
    walk(j);
  }
  free(workspace);
}

void journey_must_arrive(journey* j) {
  journey_travel(j);
  cr_assert_eq(j->status, CAROM_OK, "%s: %s", j->diag.field, j->diag.message);
  cr_assert_eq(j->run.t, j->motion.until);
  cr_assert(j->deepest <= 1e-10, "a point was %.3g of the size behind a plane", j->deepest);
  cr_assert(j->dip <= 1e-7 + j->motion.tolerance, "inside a step a point was %.3g of the size behind a plane", j->dip);
  // The integration is allowed `tolerance` a step; errors of some hundred steps add up.
  cr_assert(j->ledger <= 1e-10 + 100 * j->motion.tolerance, "the ledger is off by %.3g", j->ledger);
  cr_assert(j->gain <= 1e-12, "energy was gained: %.3g", j->gain);
}

const double* journey_end(const journey* j) {
  return j->run.state;
}
