// Contacts that are held, against closed forms: sliding, rolling, sticking, turning back, jamming.
#include <criterion/criterion.h>
#include <math.h>

#include "motion/journey.h"

static const double G = 9.81;
static journey j;

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

Test(held, a_box_slides_down_a_slope) {
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

Test(held, a_box_stays_on_a_slope_that_is_not_too_steep) {
  journey_box(&j, 2, 1.5, (carom_vec3){0.3, 0.1, 0});
  put_on_slope(0.5, 0.5, tan(0.5) + 1e-6, 0.1);
  journey_must_arrive(&j);
  cr_expect(j.run.at_rest && j.impact_count == 0 && j.run.contact_count == 2);
  cr_expect(fabs(j.run.state[0] - j.start[0]) < 1e-12 && fabs(j.run.state[1] - j.start[1]) < 1e-12);
}

// Pushed up the slope it slows down at g (sin + mu cos), stops, and slides back at g (sin - mu cos), or stays.
Test(held, a_box_pushed_up_a_slope_comes_back_or_stays) {
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
Test(held, static_friction_holds_what_would_slide) {
  for (int held = 0; held < 2; ++held) {
    journey_box(&j, 2, 1.5, (carom_vec3){0.3, 0.1, 0});
    put_on_slope(0.4, 0.5, 0.2, 0.1);
    j.planes[0].surface.mu_static = held ? 0.43 : 0.42;  // tan 0.4 = 0.4228
    journey_must_arrive(&j);
    cr_expect_eq(j.run.at_rest, held == 1);
  }
}

// Slip s ends at t = 2 s/(7 mu g), and the ball rolls on with v - (2/7) s.
Test(held, a_ball_with_backspin_slides_then_rolls) {
  const double mu = 0.2, radius = 0.1, speed = 1, spin = 30;
  for (int dimension = 2; dimension <= 3; ++dimension) {
    journey_ball(&j, dimension, radius, 0);
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
Test(held, a_ball_slides_on_a_parabola) {
  const double mu = 0.2, radius = 0.1;
  const carom_vec3 v = {0.5, 1.5, 0}, w = {20, 30, 5};
  journey_ball(&j, 3, radius, 0);
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

Test(held, a_disc_rolls_down_a_slope) {
  const double angle = 0.3;
  journey_body(&j, 2, 2, 0.5 * 2 * 0.2 * 0.2);
  j.shape.sphere_radius = 0.2;
  put_on_slope(angle, 0.5, 0.5, 0.2);
  journey_must_arrive(&j);
  cr_expect(fabs(along_slope(angle, j.run.state[0], j.run.state[1]) - G * sin(angle) / 1.5 / 2) < 1e-11);
  cr_expect(j.run.contact_count == 1 && j.run.contacts[0].phase == CAROM_PHASE_ROLL && j.run.friction_loss == 0);
}

// A disc over the edge of the friction that rolling needs, tan/3: it slides and turns.
Test(held, a_disc_on_a_steep_slope_slides_and_turns) {
  const double angle = 0.9, mu = 0.2;
  journey_body(&j, 2, 2, 0.5 * 2 * 0.2 * 0.2);
  j.shape.sphere_radius = 0.2;
  put_on_slope(angle, 0.5, mu, 0.2);
  journey_must_arrive(&j);
  const double a = G * (sin(angle) - mu * cos(angle));
  cr_expect(fabs(along_slope(angle, j.run.state[0], j.run.state[1]) - a / 2) < 1e-11);
  cr_expect(fabs(j.run.state[5] + mu * G * cos(angle) * 2 / 0.2) < 1e-10, "%.15g", j.run.state[5]);
}

// The rod of WM92, case 4, slides with its lower end: friction drives it into the floor, though nothing approaches.
Test(held, a_sliding_rod_that_jams_has_a_tangential_impact) {
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

/// A box that falls straight on an edge, and rocks to rest on a face: its corners share friction that W does not tell
/// apart, and the face leans by rounding. Every impact has its exact answer.
Test(held, edges_land_exactly) {
  static const double turns[] = {0.2, 0.4, 0.7, 1.1};
  for (int i = 0; i < 4; ++i) {
    journey_box(&j, 3, 6, (carom_vec3){0.1, 0.15, 0.2});
    j.body.orientation = carom_mat3_from_axis_angle((carom_vec3){0, 1, 0}, turns[i]);
    j.body.velocity = (carom_vec3){0.3, 0.1, 0};
    j.body.spin = (carom_vec3){0, 1, 0};
    journey_floor(&j, -0.5, 0.4, 0.5);
    j.motion.until = 3;
    journey_must_arrive(&j);
    cr_expect(j.run.at_rest);
    cr_expect(!(j.run.warnings & CAROM_WARN_APPROXIMATE), "turn %g: stepped, error %g", turns[i], j.run.error);
  }
}
