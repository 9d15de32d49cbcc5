// Closed form against integration, the two roads of a ball; and movers whose pairs are their own.
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "motion/journey.h"
#include "random.h"

static journey closed, integrated;

static double uniform(test_random* r, double low, double high) {
  return test_random_uniform(r, low, high);
}

/// A ball thrown over a floor or slope, sometimes beside a wall.
static void throw_ball(journey* j, test_random* r, int dimension) {
  const double tilt = test_random_below(r, 2) ? 0 : uniform(r, 0, 0.3), radius = uniform(r, 0.05, 0.3);
  const bool flat = dimension == 2;
  journey_ball(j, dimension, radius, uniform(r, 0, 1));
  j->body.velocity = (carom_vec3){uniform(r, -2, 2), uniform(r, -2, 0), flat ? 0 : uniform(r, -2, 0)};
  j->body.spin = (carom_vec3){flat ? 0 : uniform(r, -20, 20), flat ? 0 : uniform(r, -20, 20), uniform(r, -20, 20)};
  const carom_vec3 up = flat ? (carom_vec3){tilt, 1, 0} : (carom_vec3){tilt, 0, 1};
  journey_plane(j, (carom_vec3){0, flat ? -0.1 : 0, flat ? 0 : -0.1}, up, uniform(r, 0, 0.8), uniform(r, 0, 0.8));
  if (test_random_below(r, 2)) journey_plane(j, (carom_vec3){-1.5, 0, 0}, (carom_vec3){1, 0, 0}, 0.5, 0.3);
  j->motion.until = uniform(r, 0.5, 3);
}

/// Rounding of an impact time grows with every bounce; so the tails of chatter may differ, what is left of them not.
static void expect_same_end(int index) {
  const double scale = 1 + fabs(closed.run.state[0]) + fabs(closed.run.state[1]);
  const int size = closed.mover.position_count + closed.mover.dof;
  for (int i = 0; i < size; ++i)
    cr_expect(fabs(closed.run.state[i] - integrated.run.state[i]) < 1e-7 * scale, "%d: state %d is %.15g, or %.15g",
              index, i, closed.run.state[i], integrated.run.state[i]);
  cr_expect(fabs(closed.run.friction_loss - integrated.run.friction_loss) < 1e-8 * closed.energy_scale);
}

Test(glide, two_roads) {
  test_random r = {91};
  for (int i = 0; i < 60; ++i) {
    test_random copy = r;
    throw_ball(&closed, &r, 2 + i % 2);
    throw_ball(&integrated, &copy, 2 + i % 2);
    integrated.integrates = true;
    journey_must_arrive(&closed);
    journey_must_arrive(&integrated);
    cr_expect(closed.steps <= integrated.steps);
    cr_expect_eq(closed.run.contact_count, integrated.run.contact_count);
    expect_same_end(i);
  }
}

// A spin whose axis moves evenly: sliding across a slope, where gravity turns the slip, is integrated; rolling is not.
Test(glide, a_ball_that_rolls_across_a_slope) {
  for (int road = 0; road < 2; ++road) {
    journey* j = road ? &integrated : &closed;
    journey_ball(j, 3, 0.1, 0);
    j->body.spin = (carom_vec3){0, 20, 5};
    j->body.velocity = (carom_vec3){2, 0, 0};
    j->motion.gravity = (carom_vec3){0, 2, -9};
    j->motion.until = 4;
    j->integrates = road;
    journey_floor(j, 0, 0, 0.9);
    journey_must_arrive(j);
    cr_expect_eq(j->run.contacts[0].phase, CAROM_PHASE_ROLL);
  }
  cr_expect(closed.steps < 8 && integrated.steps > 20);
  expect_same_end(0);
}

// Ten thousand seconds of rolling are one step; the spin is 40 rad/s about an axis that stays.
Test(glide, a_long_roll) {
  journey_ball(&closed, 3, 0.1, 0);
  closed.body.velocity = (carom_vec3){3, 0, 0};
  closed.body.spin = (carom_vec3){0, 30, 0};
  closed.motion.until = 1e4;
  journey_floor(&closed, 0, 0, 0.5);
  journey_must_arrive(&closed);
  const double turned = 0.5 * fmod(30 * 1e4, 4 * acos(-1));
  cr_expect(closed.steps < 8 && fabs(closed.run.state[0] - 3e4) < 1e-8);
  cr_expect(fabs(closed.run.state[3] - cos(turned)) < 1e-9 && fabs(closed.run.state[5] - sin(turned)) < 1e-9);
}

// e = 1 with friction: hops get lower without end, and are ended.
Test(glide, elastic_bodies_with_friction_come_to_an_end) {
  journey_box(&closed, 3, 1, (carom_vec3){0.1, 0.15, 0.2});
  closed.body.orientation = carom_mat3_from_axis_angle((carom_vec3){1, 0.5, 0.3}, 0.8);
  closed.body.velocity = (carom_vec3){1, 0.5, 0};
  closed.body.spin = (carom_vec3){1, 2, 3};
  closed.motion.until = 20;
  journey_floor(&closed, -0.5, 1, 0.5);
  journey_must_arrive(&closed);
  cr_expect(closed.run.event_total < 50000, "%ld events", closed.run.event_total);
}

// ---- pairs of a mover's own ----------------------------------------------------------------------------------------

/// A flyer whose pairs are told one by one, in turned order, each with its surface and reach.
typedef struct paired {
  carom_mover inner;
  int count;
} paired;

static int turned(const carom_mover* mover, int pair) {
  return ((const paired*)mover->self)->count - 1 - pair;
}

static carom_mover_touch touch_of(const carom_mover* mover, int pair) {
  const carom_mover* inner = &((const paired*)mover->self)->inner;
  const int own = turned(mover, pair);
  return (carom_mover_touch){own / inner->plane_count, own % inner->plane_count, pair};
}

static carom_surface surface_of(const carom_mover* mover, int pair) {
  const carom_mover* inner = &((const paired*)mover->self)->inner;
  return inner->planes[touch_of(mover, pair).plane].surface;
}

static double reach_of(const carom_mover* mover, int pair) {
  (void)pair;
  return 1e-10 * mover->size;
}

static void paired_rate(const carom_mover* mover, const double* state, double* rate) {
  const carom_mover* inner = &((const paired*)mover->self)->inner;
  inner->rate(inner, state, rate);
}

static void paired_gaps(const carom_mover* mover, const double* state, double* gaps, double* rates) {
  const paired* self = mover->self;
  double own[CAROM_MOTION_MAX_PAIRS], own_rates[CAROM_MOTION_MAX_PAIRS];
  self->inner.gaps(&self->inner, state, own, own_rates);
  for (int i = 0; i < self->count; ++i) {
    gaps[i] = own[turned(mover, i)];
    rates[i] = own_rates[turned(mover, i)];
  }
}

static void paired_contact(const carom_mover* mover, const double* state, int count, const carom_mover_touch* touches,
                           double* w, double* v, double* c) {
  const carom_mover* inner = &((const paired*)mover->self)->inner;
  inner->contact(inner, state, count, touches, w, v, c);
}

static void paired_push(const carom_mover* mover, const double* state, int count, const carom_mover_touch* touches,
                        const double* p, double* change) {
  const carom_mover* inner = &((const paired*)mover->self)->inner;
  inner->push(inner, state, count, touches, p, change);
}

static double paired_energy(const carom_mover* mover, const double* state) {
  const carom_mover* inner = &((const paired*)mover->self)->inner;
  return inner->energy(inner, state);
}

static double paired_kinetic(const carom_mover* mover, const double* state) {
  const carom_mover* inner = &((const paired*)mover->self)->inner;
  return inner->kinetic(inner, state);
}

static double paired_pace(const carom_mover* mover, const double* state) {
  const carom_mover* inner = &((const paired*)mover->self)->inner;
  return inner->pace(inner, state);
}

static carom_mover pair_up(const paired* self) {
  carom_mover mover = self->inner;
  mover.self = self;
  mover.point_count = mover.plane_count = 0;
  mover.planes = NULL;
  mover.pair_count = self->count;
  mover.touch = touch_of;
  mover.surface = surface_of;
  mover.reach = reach_of;
  mover.rate = paired_rate;
  mover.gaps = paired_gaps;
  mover.contact = paired_contact;
  mover.push = paired_push;
  mover.energy = paired_energy;
  mover.kinetic = paired_kinetic;
  mover.pace = paired_pace;
  mover.glide = NULL;
  return mover;
}

static void drop_tile(journey* j) {
  journey_box(j, 2, 1, (carom_vec3){0.1, 0.2, 0});
  j->angle = 0.4;
  j->body.spin.z = 2;
  j->motion.until = 2;
  journey_floor(j, -0.6, 0.4, 0.5);
  journey_plane(j, (carom_vec3){0.5, 0, 0}, (carom_vec3){-1, 0.1, 0}, 0.6, 0.2);
}

Test(glide, pairs_of_its_own) {
  static double workspace[100000];
  static carom_motion_run run;
  drop_tile(&closed);
  journey_must_arrive(&closed);
  const paired self = {closed.mover, 8};
  const carom_mover mover = pair_up(&self);
  cr_assert(carom_motion_workspace_size(&mover) <= sizeof workspace / sizeof *workspace);
  cr_assert_eq(carom_motion_start(&run, &mover, &closed.motion, closed.start, workspace, NULL), CAROM_OK);
  while (run.happened != CAROM_MOTION_ENDED) cr_assert_eq(carom_motion_step(&run, NULL), CAROM_OK);
  for (int i = 0; i < 6; ++i) cr_expect(fabs(run.state[i] - closed.run.state[i]) < 1e-9);
  cr_expect(run.at_rest && run.contact_count == closed.run.contact_count);
}

Test(glide, pairs_that_overlap_or_are_too_many) {
  static double workspace[100000];
  static carom_motion_run run;
  carom_diag diag;
  drop_tile(&closed);
  closed.planes[0].point.y = 0.5;
  cr_assert_eq(journey_prepare(&closed), CAROM_OK);
  paired self = {closed.mover, 8};
  carom_mover mover = pair_up(&self);
  cr_expect_eq(carom_motion_start(&run, &mover, &closed.motion, closed.start, workspace, &diag), CAROM_INCONSISTENT);
  cr_expect_str_eq(diag.field, "planes[0]");
  mover.pair_count = CAROM_MOTION_MAX_PAIRS + 1;
  cr_expect_eq(carom_motion_start(&run, &mover, &closed.motion, closed.start, workspace, &diag), CAROM_OUT_OF_RANGE);
  cr_expect_str_eq(diag.field, "pair_count");
  mover = pair_up(&self);
  mover.surface = NULL;
  cr_expect_neq(carom_motion_start(&run, &mover, &closed.motion, closed.start, workspace, &diag), CAROM_OK);
  cr_expect_str_eq(diag.field, "mover");
  mover = pair_up(&self);
  mover.dof = CAROM_MOTION_MAX_DOF + 1;
  cr_expect_eq(carom_motion_start(&run, &mover, &closed.motion, closed.start, workspace, &diag), CAROM_OUT_OF_RANGE);
  cr_expect_str_eq(diag.field, "dof");
}

// It does not point into itself: moved elsewhere in the middle of its way it goes on as if nothing had happened.
Test(glide, a_run_may_be_moved) {
  static double workspace[100000];
  static carom_motion_run here, there;
  drop_tile(&closed);
  journey_must_arrive(&closed);
  cr_assert_eq(carom_motion_start(&here, &closed.mover, &closed.motion, closed.start, workspace, NULL), CAROM_OK);
  for (long i = 0; here.happened != CAROM_MOTION_ENDED; ++i) {
    cr_assert_eq(carom_motion_step(&here, NULL), CAROM_OK);
    memcpy(&there, &here, sizeof there);
    memset(&here, 0x55, sizeof here);
    if (there.happened == CAROM_MOTION_MOVED) {
      double state[6];
      carom_motion_sample(&there, 0.5 * (there.t_before + there.t), state);
      cr_assert(isfinite(state[0]));
    }
    memcpy(&here, &there, sizeof here);
    memset(&there, 0x55, sizeof there);
  }
  cr_expect_eq(memcmp(here.state, closed.run.state, 6 * sizeof(double)), 0);
}
