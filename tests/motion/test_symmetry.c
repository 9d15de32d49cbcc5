// The same motion seen otherwise: mirrored, turned, in other units, in space instead of the plane, in two halves.
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "motion/journey.h"

static journey j, other;

/// Impacts of both journeys correspond: times scale with `time`, speeds with `speed`, slip also with `mirror`.
static void compare_impacts(double time, double speed, double mirror) {
  cr_assert_eq(j.impact_count, other.impact_count, "%d and %d impacts", j.impact_count, other.impact_count);
  double late = 1e-12;
  for (int i = 0; i < j.impact_count; ++i) {
    const carom_motion_impact *a = &j.impacts[i], *b = &other.impacts[i];
    // A gap is rounded to some 1e-16 m, which counts the more the slower the impact is.
    late += 2e-15 / -a->velocity_before[1];
    cr_expect_str_eq(a->mode, b->mode, "impact %d", i + 1);
    cr_expect(fabs(a->time * time - b->time) <= late * time, "impact %d: %.17g and %.17g", i + 1, a->time, b->time);
    cr_expect(fabs(a->velocity_before[0] * mirror * speed - b->velocity_before[0]) <= 50 * late * speed);
    cr_expect(fabs(a->velocity_after[1] * speed - b->velocity_after[1]) <= 50 * late * speed);
  }
}

static void pendulum(journey* it, double mu) {
  journey_chain(it, 2, 1, 1);
  it->angles[1] = 0.5;
  journey_floor(it, -1.5, 0.5, mu);
  it->motion.until = 2.5;
}

Test(symmetry, mirrored) {
  const double pi = 3.14159265358979323846;
  for (int i = 0; i < 2; ++i) {
    pendulum(&j, i ? 0.3 : 0.1);
    pendulum(&other, i ? 0.3 : 0.1);
    other.angles[0] = pi - j.angles[0];
    other.angles[1] = -j.angles[1];
    journey_must_arrive(&j);
    journey_must_arrive(&other);
    compare_impacts(1, 1, -1);
  }
}

Test(symmetry, turned) {
  const double turn = 0.7;
  pendulum(&j, 0.3);
  pendulum(&other, 0.3);
  other.angles[0] += turn;
  other.motion.gravity = (carom_vec3){9.81 * sin(turn), -9.81 * cos(turn), 0};
  other.planes[0].normal = (carom_vec3){-sin(turn), cos(turn), 0};
  other.planes[0].point = carom_vec3_scale(-1.5, other.planes[0].normal);
  journey_must_arrive(&j);
  journey_must_arrive(&other);
  compare_impacts(1, 1, 1);
}

// Lengths times 4: times double, speeds double. Masses do not matter. All powers of two, so that rounding is the same.
Test(symmetry, in_other_units) {
  pendulum(&j, 0.3);
  pendulum(&other, 0.3);
  for (int i = 0; i < 2; ++i) other.links[i] = (carom_link){4, 8, 2, 8 * 16 * j.links[i].inertia};
  other.planes[0].point.y = -6;
  other.motion.until = 5;
  other.motion.cutoff_speed = 2e-6;
  other.motion.tolerance = j.motion.tolerance;
  journey_must_arrive(&j);
  journey_must_arrive(&other);
  compare_impacts(2, 2, 1);
}

// A ball that moves in a plane of space is a disc.
Test(symmetry, in_space_as_in_the_plane) {
  journey_ball(&j, 2, 0.1, 0.8);
  journey_ball(&other, 3, 0.1, 0.8);
  for (int i = 0; i < 2; ++i) {
    journey* it = i ? &other : &j;
    it->body.velocity = (carom_vec3){2, 0, 0};
    it->body.spin = i ? (carom_vec3){0, -25, 0} : (carom_vec3){0, 0, 25};
    journey_floor(it, 0, 0.6, 0.2);
    it->motion.until = 3;
    journey_must_arrive(it);
  }
  cr_assert_eq(j.impact_count, other.impact_count);
  for (int i = 0; i < j.impact_count; ++i) {
    const double late = 1e-12 + 1e-15 / -j.impacts[i].velocity_before[1];
    cr_expect(fabs(j.impacts[i].time - other.impacts[i].time) < 10 * late);
    cr_expect(fabs(j.impacts[i].velocity_before[0] - other.impacts[i].velocity_before[0]) < 100 * late);
  }
  cr_expect(fabs(j.run.state[0] - other.run.state[0]) < 1e-9 && fabs(j.run.state[3] - other.run.state[7]) < 1e-9);
}

// What a run leaves is a start for the next one.
Test(symmetry, in_two_halves) {
  pendulum(&j, 0.1);
  journey_must_arrive(&j);
  pendulum(&other, 0.1);
  other.motion.until = 1.5;
  journey_must_arrive(&other);
  const int first = other.impact_count;
  memcpy(other.angles, other.run.state, 2 * sizeof(double));
  memcpy(other.rates, other.run.state + 2, 2 * sizeof(double));
  other.motion.until = 1;
  journey_must_arrive(&other);
  cr_assert_eq(first + other.impact_count, j.impact_count);
  for (int i = 0; i < 5; ++i)
    cr_expect(fabs(other.impacts[i].time + 1.5 - j.impacts[first + i].time) < 1e-11, "impact %d", first + i + 1);
  for (int i = 0; i < 4; ++i) cr_expect(fabs(other.run.state[i] - j.run.state[i]) < 1e-9, "state %d", i);
}

Test(symmetry, twice_gives_the_same_bits) {
  for (int i = 0; i < 2; ++i) {
    journey* it = i ? &other : &j;
    journey_box(it, 3, 2, (carom_vec3){0.1, 0.2, 0.15});
    it->body.position = (carom_vec3){0, 0, 0.7};
    it->body.spin = (carom_vec3){3, -2, 5};
    journey_floor(it, 0, 0.4, 0.3)->surface.eta2 = 1.2;
    it->motion.until = 0.8;
    journey_must_arrive(it);
  }
  cr_assert_eq(j.impact_count, other.impact_count);
  cr_expect_eq(memcmp(j.run.state, other.run.state, 13 * sizeof(double)), 0);
  cr_expect_gt(j.impact_count, 2);
}
