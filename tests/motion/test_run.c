// The event loop against closed forms: bouncing, grazing, slopes, rolling, rest.
#include <criterion/criterion.h>
#include <math.h>

#include "motion/journey.h"

static const double G = 9.81;
static journey j, other;

static journey* ball(int dimension, double radius, double height) {
  journey_body(&j, dimension, 0.6, 0.4 * 0.6 * radius * radius);
  j.shape.sphere_radius = radius;
  j.body.position = dimension == 2 ? (carom_vec3){0, height + radius, 0} : (carom_vec3){0, 0, height + radius};
  return &j;
}

static int normal_axis(void) {
  return j.dimension - 1;
}

// ---- bouncing

static void check_bounces(int dimension, double e, int count) {
  const double height = 1.3, fall = sqrt(2 * height / G);
  ball(dimension, 0.1, height);
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
  ball(3, 0.1, 1);
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
  ball(2, 0.1, 0);
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
    ball(dimension, 0.1, 1.1);
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
      ball(2, 0.1, 0.5);
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
  ball(dimension, 0.1, 0);
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

// ---- held contacts

/// A body on a slope, its axes along it: start it with `along`, down the slope, by touching at height 0 above it.
static void put_on_slope(double angle, double e, double mu, double clearance) {
  const carom_vec3 up = {sin(angle), cos(angle), 0};
  journey_plane(&j, (carom_vec3){0, 0, 0}, up, e, mu);
  j.body.position = carom_vec3_scale(clearance, up);
  j.angle = -angle;
}

static double along_slope(double angle, double x, double y) {
  return x * cos(angle) - y * sin(angle);
}

Test(run, a_box_slides_down_a_slope) {
  const double angle = 0.5, mu = 0.2;
  journey_box(&j, 2, 1.5, (carom_vec3){0.3, 0.1, 0});
  put_on_slope(angle, 0.5, mu, 0.1);
  journey_must_arrive(&j);
  const double* end = journey_end(&j);
  const double a = G * (sin(angle) - mu * cos(angle));
  cr_expect_eq(j.impact_count, 0);
  cr_expect(fabs(along_slope(angle, end[0], end[1]) - a / 2) < 1e-11, "%.15g", along_slope(angle, end[0], end[1]));
  cr_expect(fabs(along_slope(angle, end[3], end[4]) - a) < 1e-11);
  cr_expect(fabs(end[5]) < 1e-11);
  cr_expect(fabs(j.run.friction_loss - mu * 1.5 * G * cos(angle) * a / 2) < 1e-10, "%.15g", j.run.friction_loss);
}

Test(run, a_box_stays_on_a_slope_that_is_not_too_steep) {
  journey_box(&j, 2, 1.5, (carom_vec3){0.3, 0.1, 0});
  put_on_slope(0.5, 0.5, tan(0.5) + 1e-6, 0.1);
  journey_must_arrive(&j);
  cr_expect(j.run.at_rest && j.impact_count == 0 && j.run.contact_count == 2);
  cr_expect(fabs(j.run.state[0] - j.start[0]) < 1e-12 && fabs(j.run.state[1] - j.start[1]) < 1e-12);
}

// Pushed up the slope it slows down at g (sin + mu cos), stops, and slides back at g (sin - mu cos), or stays.
Test(run, a_box_pushed_up_a_slope_comes_back_or_stays) {
  const double angle = 0.5, speed = 2;
  for (int stays = 0; stays < 2; ++stays) {
    const double mu = stays ? 0.6 : 0.2, up = G * (sin(angle) + mu * cos(angle)), stop = speed / up;
    const double back = stays ? 0 : G * (sin(angle) - mu * cos(angle)), rest = 2 - stop;
    journey_box(&j, 2, 1.5, (carom_vec3){0.3, 0.05, 0});
    put_on_slope(angle, 0.5, mu, 0.05);
    j.body.velocity = (carom_vec3){-speed * cos(angle), speed * sin(angle), 0};
    j.motion.until = 2;
    journey_must_arrive(&j);
    const double x = along_slope(angle, j.run.state[0], j.run.state[1]);
    cr_expect_eq(j.impact_count, 0);
    cr_expect_eq(j.run.at_rest, stays == 1);
    cr_expect(fabs(x - (-speed * stop / 2 + back * rest * rest / 2)) < 1e-10, "%.15g", x);
    cr_expect(j.switch_count >= 2 && fabs(j.switches[1].time - stop) < 1e-11, "%.15g", j.switches[1].time);
  }
}

// The same mu_static > mu: held where sliding would go on.
Test(run, static_friction_holds_what_would_slide) {
  for (int held = 0; held < 2; ++held) {
    journey_box(&j, 2, 1.5, (carom_vec3){0.3, 0.1, 0});
    put_on_slope(0.4, 0.5, 0.2, 0.1);
    j.planes[0].surface.mu_static = held ? 0.43 : 0.42;  // tan 0.4 = 0.4228
    journey_must_arrive(&j);
    cr_expect_eq(j.run.at_rest, held == 1);
  }
}

// Slip s ends at t = 2 s/(7 mu g), and the ball rolls on with v - (2/7) s.
Test(run, a_ball_with_backspin_slides_then_rolls) {
  const double mu = 0.2, radius = 0.1, speed = 1, spin = 30;
  for (int dimension = 2; dimension <= 3; ++dimension) {
    ball(dimension, radius, 0);
    journey_floor(&j, 0, 0.5, mu);
    j.body.velocity = (carom_vec3){speed, 0, 0};
    j.body.spin = dimension == 2 ? (carom_vec3){0, 0, spin} : (carom_vec3){0, -spin, 0};
    j.motion.until = 2;
    journey_must_arrive(&j);
    const double slip = speed + radius * spin, stop = 2 * slip / (7 * mu * G), v = speed - 2 * slip / 7;
    const double x = speed * stop - mu * G * stop * stop / 2 + v * (2 - stop);
    cr_expect_eq(j.impact_count, 0);
    cr_expect(fabs(j.run.state[0] - x) < 1e-11, "%.15g for %.15g", j.run.state[0], x);
    cr_expect(fabs(j.run.state[dimension == 2 ? 3 : 7] - v) < 1e-11);
    cr_assert(j.run.contact_count == 1 && j.run.contacts[0].phase == CAROM_PHASE_ROLL);
    cr_expect(fabs(j.switches[j.switch_count - 1].time - stop) < 1e-11);
  }
}

// In space the slip of a ball keeps its direction, wherever the ball goes: a parabola.
Test(run, a_ball_slides_on_a_parabola) {
  const double mu = 0.2, radius = 0.1;
  const carom_vec3 v = {0.5, 1.5, 0}, w = {20, 30, 5};
  ball(3, radius, 0);
  journey_floor(&j, 0, 0.5, mu);
  j.body.velocity = v;
  j.body.spin = w;
  const double sx = v.x - radius * w.y, sy = v.y + radius * w.x, s = hypot(sx, sy), stop = 2 * s / (7 * mu * G);
  j.motion.until = stop / 2;
  journey_must_arrive(&j);
  const double t = j.motion.until, a = -mu * G / s;
  cr_expect(fabs(j.run.state[0] - (v.x * t + a * sx * t * t / 2)) < 1e-11);
  cr_expect(fabs(j.run.state[1] - (v.y * t + a * sy * t * t / 2)) < 1e-11);
  j.motion.until = 2 * stop;
  journey_must_arrive(&j);
  cr_expect(fabs(j.run.state[7] - (v.x - 2 * sx / 7)) < 1e-11 && fabs(j.run.state[8] - (v.y - 2 * sy / 7)) < 1e-11);
  cr_expect_eq(j.run.contacts[0].phase, CAROM_PHASE_ROLL);
  cr_expect(fabs(j.run.state[12] - w.z) < 1e-12, "nothing slows the spin about the normal");
}

Test(run, a_disc_rolls_down_a_slope) {
  const double angle = 0.3;
  journey_body(&j, 2, 2, 0.5 * 2 * 0.2 * 0.2);
  j.shape.sphere_radius = 0.2;
  put_on_slope(angle, 0.5, 0.5, 0.2);
  journey_must_arrive(&j);
  cr_expect(fabs(along_slope(angle, j.run.state[0], j.run.state[1]) - G * sin(angle) / 1.5 / 2) < 1e-11);
  cr_expect(j.run.contact_count == 1 && j.run.contacts[0].phase == CAROM_PHASE_ROLL && j.run.friction_loss == 0);
}

// A disc over the edge of the friction that rolling needs, tan/3: it slides and turns.
Test(run, a_disc_on_a_steep_slope_slides_and_turns) {
  const double angle = 0.9, mu = 0.2;
  journey_body(&j, 2, 2, 0.5 * 2 * 0.2 * 0.2);
  j.shape.sphere_radius = 0.2;
  put_on_slope(angle, 0.5, mu, 0.2);
  journey_must_arrive(&j);
  const double a = G * (sin(angle) - mu * cos(angle));
  cr_expect(fabs(along_slope(angle, j.run.state[0], j.run.state[1]) - a / 2) < 1e-11);
  cr_expect(fabs(j.run.state[5] + mu * G * cos(angle) * 2 / 0.2) < 1e-10, "%.15g", j.run.state[5]);
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
  ball(2, 0.1, 0);
  journey_floor(&j, 0, 0.5, 0);
  j.body.velocity = (carom_vec3){0, -2, 0};
  j.motion.until = 0.1;
  journey_must_arrive(&j);
  cr_assert_eq(j.impact_count, 1);
  cr_expect_eq(j.impacts[0].time, 0);
  cr_expect(fabs(j.impacts[0].velocity_after[1] - 1) < 1e-15);
}

Test(run, a_start_on_the_floor_that_leaves_is_none) {
  ball(2, 0.1, 0);
  journey_floor(&j, 0, 0.5, 0);
  j.body.velocity = (carom_vec3){0, 2, 0};
  j.motion.until = 0.5;
  journey_must_arrive(&j);
  cr_assert_eq(j.impact_count, 1);
  cr_expect(fabs(j.impacts[0].time - 4 / G) < 1e-13, "%.17g", j.impacts[0].time);
}

Test(run, a_large_cutoff_makes_the_first_impact_plastic) {
  ball(2, 0.1, 0.5);
  journey_floor(&j, 0, 0.9, 0);
  j.motion.cutoff_speed = 4;
  journey_must_arrive(&j);
  cr_expect(j.impact_count == 1 && j.impacts[0].plastic && j.run.at_rest);
}

// The rod of WM92, case 4, slides with its lower end: friction drives it into the floor, though nothing approaches.
Test(run, a_sliding_rod_that_jams_has_a_tangential_impact) {
  const double arm = 0.5 * sqrt(0.5);
  journey_body(&j, 2, 1, 1.0 / 12);
  j.shape.point_count = 2;
  j.points[0] = (carom_vec3){-0.5, 0, 0};
  j.points[1] = (carom_vec3){0.5, 0, 0};
  j.angle = atan2(arm, arm);
  j.body.position = (carom_vec3){arm, 0.5 * sin(j.angle), 0};
  j.body.velocity = (carom_vec3){-0.2, 0, 0};
  journey_floor(&j, 0, 0.5, 2)->surface.law = CAROM_LAW_POISSON;
  j.motion.until = 0.005;
  journey_must_arrive(&j);
  cr_assert_geq(j.impact_count, 1);
  cr_expect_str_eq(j.impacts[0].mode, "C-sticking");
  cr_expect(j.impacts[0].time == 0 && fabs(j.impacts[0].impulse[1] - 0.075 * 1.5) < 1e-14);
  cr_expect(fabs(j.impacts[0].velocity_after[1] - 0.06) < 1e-14 && fabs(j.impacts[0].velocity_after[0]) < 1e-15);
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
