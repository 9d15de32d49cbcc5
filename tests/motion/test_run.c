// The event loop against closed forms: bouncing, grazing, rest, starts; and how its error follows the tolerance.
#include <criterion/criterion.h>
#include <math.h>

#include "motion/journey.h"

static const double G = 9.81;
static journey j, other;

static int normal_axis(void) {
  return j.dimension - 1;
}

// ---- bouncing

static void check_bounces(int dimension, double e, int count) {
  const double height = 1.3, fall = sqrt(2 * height / G);
  journey_ball(&j, dimension, 0.1, height);
  journey_floor(&j, 0, e, 0.4);
  double expected = fall, hop = 2 * fall;
  j.motion.until = fall * (1 + 2 * e * (1 - pow(e, count - 1)) / (1 - e) + pow(e, count));  // half a hop more
  journey_must_arrive(&j);
  cr_assert_eq(j.impact_count, count);
  for (int i = 0; i < count; ++i) {
    const double speed = G * hop / 2;
    cr_expect(fabs(j.impacts[i].time - expected) <= 1e-11, "bounce %d: off by %.3g s", i, j.impacts[i].time - expected);
    cr_expect(fabs(j.impacts[i].velocity_before[normal_axis()] + speed) <= 1e-11);
    cr_expect(fabs(j.impacts[i].velocity_after[normal_axis()] - e * speed) <= 1e-11);
    hop *= e;
    expected += hop;
  }
}

Test(run, twenty_bounces_at_their_times) {
  check_bounces(2, 0.9, 20);
  check_bounces(3, 0.9, 20);
  check_bounces(2, 0.6, 20);
}

Test(run, an_elastic_ball_bounces_for_ever) {
  journey_ball(&j, 3, 0.1, 1);
  journey_floor(&j, 0, 1, 0);
  j.motion.until = 60;
  journey_must_arrive(&j);
  const double fall = sqrt(2 / G);
  cr_assert_eq(j.impact_count, (int)((60 / fall + 1) / 2));
  // Each bounce adds the rounding of its time, eps t, and of the speed, whose effect grows with the bounces that
  // follow.
  for (int i = 0; i < j.impact_count; ++i)
    cr_assert(fabs(j.impacts[i].time - (2 * i + 1) * fall) <= 1e-10, "bounce %d", i);
  cr_expect(fabs(carom_motion_energy(&j.run) - j.run.energy_start) <= 1e-12 * j.energy_scale);
}

Test(run, between_two_walls_without_gravity) {
  journey_ball(&j, 2, 0.1, 0);
  j.motion.gravity = (carom_vec3){0, 0, 0};
  j.body.position = (carom_vec3){0, 0, 0};
  j.body.velocity = (carom_vec3){2, 0.3, 0};
  journey_plane(&j, (carom_vec3){1.1, 0, 0}, (carom_vec3){-1, 0, 0}, 1, 0);
  journey_plane(&j, (carom_vec3){-1.1, 0, 0}, (carom_vec3){1, 0, 0}, 0.5, 0);
  j.motion.until = 4.2;
  journey_must_arrive(&j);
  const double times[] = {0.5, 1.5, 3.5};
  cr_assert_eq(j.impact_count, 3);
  for (int i = 0; i < 3; ++i) cr_expect(fabs(j.impacts[i].time - times[i]) <= 1e-12, "%.17g", j.impacts[i].time);
  cr_expect_eq(j.impacts[1].touch.plane, 1);
}

// The ball comes to rest where infinitely many bounces pile up: t = t1 (1 + e)/(1 - e). The cut-off ends the series
// early, by 2 v/(g (1 - e)) at most.
Test(run, a_ball_comes_to_rest) {
  for (int dimension = 2; dimension <= 3; ++dimension) {
    const double e = 0.7, fall = sqrt(2 * 1.1 / G), end = fall * (1 + e) / (1 - e);
    journey_ball(&j, dimension, 0.1, 1.1);
    journey_floor(&j, 0, e, 0.3);
    j.motion.until = 10;
    journey_must_arrive(&j);
    cr_assert(j.run.at_rest && j.run.contact_count == 1 && j.run.contacts[0].phase == CAROM_PHASE_REST);
    const double since = j.impacts[j.impact_count - 1].time;
    cr_expect(since < end + 1e-9 && since > end - 2 * j.motion.cutoff_speed / (G * (1 - e)) - 1e-9, "%.12f for %.12f",
              since, end);
    // The last impact is the one below the cut-off, and the only one.
    for (int i = 0; i < j.impact_count; ++i) {
      const double approach = -j.impacts[i].velocity_before[normal_axis()];
      cr_expect_eq(j.impacts[i].plastic, approach < j.motion.cutoff_speed);
      cr_expect_eq(j.impacts[i].plastic, i == j.impact_count - 1);
    }
  }
}

// Every law of restitution, e from 0 to nearly 1: the number of impacts is known, also where the last hops are lower
// than the rounding of the gap.
Test(run, the_number_of_bounces_until_the_cutoff) {
  const double es[] = {0, 0.001, 0.03, 0.1, 0.3, 0.5, 0.77, 0.9};
  for (int law = 0; law < 3; ++law) {
    for (int i = 0; i < 8; ++i) {
      journey_ball(&j, 2, 0.1, 0.5);
      journey_floor(&j, 0, es[i], 0)->surface.law = (carom_law)law;
      j.motion.until = 12;
      journey_must_arrive(&j);
      int expected = 1;
      for (double speed = sqrt(2 * 0.5 * G); speed >= j.motion.cutoff_speed && es[i] > 0; speed *= es[i]) ++expected;
      cr_expect_eq(j.impact_count, expected, "e = %g: %d for %d", es[i], j.impact_count, expected);
      cr_expect(j.run.at_rest);
    }
  }
}

// ---- grazing

/// A ball thrown up under a ceiling that its top misses by `gap` (or not).
static void throw_under_ceiling(int dimension, double gap, double tolerance) {
  const double rise = 1.25, speed = sqrt(2 * G * rise);
  journey_ball(&j, dimension, 0.1, 0);
  const double height = rise + 0.2 + gap;
  if (dimension == 2) {
    j.body.velocity = (carom_vec3){0.7, speed, 0};
    journey_plane(&j, (carom_vec3){0, height, 0}, (carom_vec3){0, -1, 0}, 0.5, 0.2);
  } else {
    j.body.velocity = (carom_vec3){0.7, 0.1, speed};
    journey_plane(&j, (carom_vec3){0, 0, height}, (carom_vec3){0, 0, -1}, 0.5, 0.2);
  }
  j.motion.until = 1.5;
  j.motion.tolerance = tolerance;
  journey_travel(&j);
  cr_assert_eq(j.status, CAROM_OK, "%s", j.diag.message);
}

Test(run, a_flight_that_grazes_a_ceiling) {
  const double tolerances[] = {1e-12, 1e-6, 1e-2}, top = sqrt(2 * 1.25 / G);
  for (int i = 0; i < 6; ++i) {
    const int dimension = 2 + i % 2;
    const double tolerance = tolerances[i / 2];
    throw_under_ceiling(dimension, 1e-6, tolerance);
    cr_expect_eq(j.impact_count, 0, "invented at a gap of 1e-6");
    throw_under_ceiling(dimension, 1e-12, tolerance);
    cr_expect_eq(j.impact_count, 0, "invented at a gap of 1e-12");
    throw_under_ceiling(dimension, -1e-12, tolerance);
    cr_expect_eq(j.impact_count, 1, "missed at a gap of -1e-12");
    cr_expect(fabs(j.impacts[0].time - top) < 1e-6);
    cr_expect(fabs(j.impacts[0].velocity_before[normal_axis()] + sqrt(2 * G * 1e-12)) < 1e-8, "%g",
              j.impacts[0].velocity_before[normal_axis()]);
    throw_under_ceiling(dimension, -1e-6, tolerance);
    cr_expect_eq(j.impact_count, 1, "missed at a gap of -1e-6");
    cr_expect(fabs(j.impacts[0].time - (top - sqrt(2e-6 / G))) < 1e-9);
    // A gap of 0 is a touch without speed, up to rounding: whether it counts as one does not matter, what follows does.
    throw_under_ceiling(dimension, 0, tolerance);
    cr_expect(j.impact_count <= 1 && j.run.contact_count == 0);
    cr_expect(fabs(carom_motion_energy(&j.run) - j.run.energy_start) < 1e-11);
  }
}

// The same for a chain: the tip of a pendulum sweeps over the floor.
Test(run, a_pendulum_that_grazes_the_floor) {
  const double gaps[] = {1e-6, 1e-12, 0, -1e-12, -1e-6};
  const int least[] = {0, 0, 0, 1, 1}, most[] = {0, 0, 1, 1, 1};
  for (int i = 0; i < 5; ++i) {
    journey_chain(&j, 1, 1, 1);
    journey_floor(&j, -1 - gaps[i], 1, 0);
    j.motion.until = 0.9;  // past the lowest point, which comes at 0.63 s; not to it again
    journey_must_arrive(&j);
    cr_expect(j.impact_count >= least[i] && j.impact_count <= most[i], "gap %g: %d impacts", gaps[i], j.impact_count);
    cr_expect(fabs(carom_motion_energy(&j.run) - j.run.energy_start) < 1e-11);
  }
}

// ---- starts

Test(run, what_lies_on_the_floor_stays_there) {
  for (int dimension = 2; dimension <= 3; ++dimension) {
    journey_box(&j, dimension, 2, (carom_vec3){0.2, 0.3, 0.1});
    journey_floor(&j, 0, 0.5, 0.3);
    j.body.position = dimension == 2 ? (carom_vec3){0, 0.3, 0} : (carom_vec3){0, 0, 0.1};
    journey_must_arrive(&j);
    cr_expect(j.impact_count == 0 && j.run.at_rest);
    cr_expect_eq(j.run.contact_count, dimension == 2 ? 2 : 4);
    for (int k = 0; k < j.run.contact_count; ++k) cr_expect_eq(j.run.contacts[k].phase, CAROM_PHASE_REST);
  }
}

Test(run, a_start_on_the_floor_with_approach_is_an_impact_at_once) {
  journey_ball(&j, 2, 0.1, 0);
  journey_floor(&j, 0, 0.5, 0);
  j.body.velocity = (carom_vec3){0, -2, 0};
  j.motion.until = 0.1;
  journey_must_arrive(&j);
  cr_assert_eq(j.impact_count, 1);
  cr_expect_eq(j.impacts[0].time, 0);
  cr_expect(fabs(j.impacts[0].velocity_after[1] - 1) < 1e-15);
}

Test(run, a_start_on_the_floor_that_leaves_is_none) {
  journey_ball(&j, 2, 0.1, 0);
  journey_floor(&j, 0, 0.5, 0);
  j.body.velocity = (carom_vec3){0, 2, 0};
  j.motion.until = 0.5;
  journey_must_arrive(&j);
  cr_assert_eq(j.impact_count, 1);
  cr_expect(fabs(j.impacts[0].time - 4 / G) < 1e-13, "%.17g", j.impacts[0].time);
}

Test(run, a_large_cutoff_makes_the_first_impact_plastic) {
  journey_ball(&j, 2, 0.1, 0.5);
  journey_floor(&j, 0, 0.9, 0);
  j.motion.cutoff_speed = 4;
  journey_must_arrive(&j);
  cr_expect(j.impact_count == 1 && j.impacts[0].plastic && j.run.at_rest);
}

// ---- accuracy

static void standard_pendulum(journey* it, double mu, double until) {
  journey_chain(it, 2, 1, 1);
  it->angles[1] = 0.5;
  journey_floor(it, -1.5, 0.5, mu);
  it->motion.until = until;
}

Test(run, half_the_tolerance_gives_the_same_impacts) {
  standard_pendulum(&j, 0.3, 2);
  standard_pendulum(&other, 0.3, 2);
  other.motion.tolerance /= 2;
  journey_must_arrive(&j);
  journey_must_arrive(&other);
  cr_assert_eq(j.impact_count, other.impact_count);
  for (int i = 0; i < 8; ++i) {
    const carom_motion_impact *a = &j.impacts[i], *b = &other.impacts[i];
    cr_expect_str_eq(a->mode, b->mode);
    cr_expect(fabs(a->time - b->time) < 1e-9 && fabs(a->velocity_before[0] - b->velocity_before[0]) < 1e-9 &&
              fabs(a->velocity_before[1] - b->velocity_before[1]) < 1e-9);
  }
}

Test(run, ten_seconds_of_flight_keep_the_energy) {
  for (int links = 1; links <= 5; links += 2) {
    journey_chain(&j, links, 1, 1);
    for (int i = 0; i < links; ++i) j.angles[i] = 0.5;
    j.motion.until = 10;
    journey_must_arrive(&j);
    cr_expect(fabs(carom_motion_energy(&j.run) - j.run.energy_start) < 1e-10 * j.energy_scale, "%d links: %g", links,
              (carom_motion_energy(&j.run) - j.run.energy_start) / j.energy_scale);
  }
}

// Coarse tolerances cost accuracy, not soundness; the error of the second impact goes down with the tolerance.
Test(run, error_follows_the_tolerance) {
  for (double tolerance = 1e-4; tolerance > 1e-13; tolerance *= 1e-2) {
    standard_pendulum(&j, 0.3, 2);
    j.motion.tolerance = tolerance;
    journey_must_arrive(&j);
    const double error = fabs(j.impacts[1].time - 1.022578966883345);
    cr_expect(error <= 1e-12 + 1000 * tolerance, "tolerance %g: error %.3g", tolerance, error);
    cr_expect(j.run.at_rest);
  }
}
