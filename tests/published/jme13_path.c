// Jia, Mason & Erdmann 2013, section 9.2 and Fig. 16: the path of the ball on the cloth after the massé shot.
//
// The paper prints no coordinates, so its claims are what can be compared: which way the path bends, and that the
// measured and the predicted velocities make similar paths. Formulas of the path are from the report it refers to and
// follow from Newton's and Coulomb's laws; the one number of its own, the deceleration of a rolling ball, contradicts
// the way in which it was used.
#include <criterion/criterion.h>
#include <stdio.h>

#include "carom/motion.h"
#include "published/masse_shot.h"
#include "published/sample.h"

static const double MU_SLIDE = 0.152479, MU_ROLL = 0.0209727, GRAVITY = 9.81;

enum { ROOM = 64 };

/// The path and what it comes to.
typedef struct course {
  carom_cloth_piece pieces[ROOM];
  carom_motion_impact landings[ROOM];
  carom_cloth_path path;
  double slide_from, roll_from, rest_from;     // s
  carom_vec3 roll_at, roll_velocity, rest_at;  // m, m/s
  double turn;                                 // degrees from the first heading to that of the roll, > 0 to the left
} course;

static void expect_close(double actual, double expected, double tolerance, const char* what) {
  cr_expect(is_close(actual, expected, tolerance), "%s: %.17g, expected %.17g within %.2g", what, actual, expected,
            tolerance);
}

static void read_pieces(course* c) {
  for (int i = 0; i < c->path.piece_count; ++i) {
    const carom_cloth_piece* piece = &c->pieces[i];
    if (piece->phase == CAROM_PHASE_SLIDE) c->slide_from = piece->from;
    if (piece->phase == CAROM_PHASE_ROLL) {
      c->roll_from = piece->from;
      c->roll_at = piece->position;
      c->roll_velocity = piece->velocity;
    }
    if (piece->phase == CAROM_PHASE_REST) {
      c->rest_from = piece->from;
      c->rest_at = piece->position;
    }
  }
}

static void follow(carom_body ball, bool hop, course* c) {
  *c = (course){.path = {.piece_capacity = ROOM, .landing_capacity = ROOM}};
  c->path.pieces = c->pieces;
  c->path.landings = c->landings;
  carom_cloth_problem problem = {.ball = ball,
                                 .radius = RADIUS,
                                 .dimension = 3,
                                 .frame = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                                 .surface = carom_surface_default(),
                                 .slide = MU_SLIDE,
                                 .roll = MU_ROLL,
                                 .hop = hop,
                                 .gravity = GRAVITY,
                                 .until = 20,
                                 .cutoff_speed = 1e-6};
  problem.surface.e = 0.51625;
  problem.surface.mu = problem.surface.mu_static = MU_SLIDE;
  problem.surface.eta2 = 10;
  carom_diag diag = {0};
  cr_assert_eq(carom_cloth_follow(&problem, &c->path, &diag), CAROM_OK, "%s", diag.message);
  read_pieces(c);
  const carom_vec3 v = ball.velocity, w = c->roll_velocity;
  c->turn = atan2(v.x * w.y - v.y * w.x, v.x * w.x + v.y * w.y) * 180 / acos(-1.0);
}

static carom_body ball_with(carom_vec3 velocity, carom_vec3 spin) {
  carom_body ball = carom_body_default();
  const double inertia = 0.4 * BALL_MASS * RADIUS * RADIUS;
  ball.mass = BALL_MASS;
  ball.inertia = carom_mat3_diagonal(inertia, inertia, inertia);
  ball.position.z = RADIUS;
  ball.velocity = velocity;
  ball.spin = spin;
  return ball;
}

/// A ball that comes down a slope of height h with v^2 = 2 g h, as a ball that slides does, rolls on for the distance
/// d = 7 h/(5 mu_r) of the paper if it loses (5/7) mu_r g. With the printed (2/7) mu_r g it would roll 5/2 times as
/// far.
Test(jme13_path, rolling_distance_of_the_slope) {
  const double height = 0.05, speed = sqrt(2 * GRAVITY * height), printed = 7 * height / (5 * MU_ROLL);
  course c;
  follow(ball_with((carom_vec3){speed, 0, 0}, (carom_vec3){0, speed / RADIUS, 0}), true, &c);
  expect_close(c.rest_at.x, printed, 1e-14 * 10, "rolling distance");
  const double with_two_sevenths = speed * speed / (2 * (2.0 / 7) * MU_ROLL * GRAVITY);
  expect_close(2.5 * c.rest_at.x, with_two_sevenths, 1e-14 * 10, "with 2/7");
}

// @eq JME13 (56)  v = (-1.67063, -0.274431), omega = (28.4584, 79.1561): measured; Fig. 16(a) and (b)
// @eq JME13 (57)  v = (-1.67629, -0.075349, 0.637937), omega = (40.3064, 83.6145, -15.4927); Fig. 16(c)
/// The measured and the printed velocities: both paths bend to the left, by about as much, and end near each other.
Test(jme13_path, measured_and_printed_velocities_make_similar_paths) {
  course measured, printed;
  follow(ball_with((carom_vec3){-1.67063, -0.274431, 0}, (carom_vec3){28.4584, 79.1561, 0}), false, &measured);
  follow(ball_with((carom_vec3){-1.67629, -0.075349, 0.637937}, (carom_vec3){40.3064, 83.6145, -15.4927}), false,
         &printed);
  expect_close(measured.turn, 28.78, 5e-3, "turn, measured");
  expect_close(printed.turn, 34.13, 5e-3, "turn, printed");
  expect_close(measured.roll_from, 0.7586, 5e-5, "the roll begins, measured");
  expect_close(printed.roll_from, 0.8038, 5e-5, "the roll begins, printed");
  expect_close(measured.rest_at.x, -2.1322, 5e-5, "rest x, measured");
  expect_close(measured.rest_at.y, -1.2793, 5e-5, "rest y, measured");
  expect_close(printed.rest_at.x, -2.0018, 5e-5, "rest x, printed");
  expect_close(printed.rest_at.y, -1.0202, 5e-5, "rest y, printed");
}

/// Fig. 16(d): the side to which the path bends, with the hop and without. The hop changes where the ball rolls, not
/// which way: no impulse at the lowest point changes v - (2/7) s. It lasts until 0.2 to 0.3 s and delays the roll by
/// v_z/g.
Test(jme13_path, the_bundle_bends_alike_with_and_without_the_hop) {
  static const double turns[2][6] = {{1.27, -2.62, -2.78, -3.01, -0.61, 3.62}, {-9.71, -6.35, -1.09, 1.52, 2.68, 3.16}};
  static collision got;
  for (int reading = 0; reading < 2; ++reading) {
    for (int eta2 = 2; eta2 <= 7; ++eta2) {
      carom_body ball = shoot(reading, eta2, &got);
      course flat, hopping;
      ball.position.z = RADIUS;
      follow(ball, false, &flat);
      follow(ball, true, &hopping);
      const double apart = hypot(hopping.roll_at.x - flat.roll_at.x, hopping.roll_at.y - flat.roll_at.y);
      printf(
          "masse, reading %d, eta1^2 = %d: turns by %+.2f degrees; rolls from %.3f s, with the hop %.3f s, %.0f mm "
          "further on\n",
          reading + 1, eta2, flat.turn, flat.roll_from, hopping.roll_from, 1000 * apart);
      expect_close(flat.turn, turns[reading][eta2 - 2], 5e-3, "turn");
      expect_close(hopping.turn, flat.turn, 1e-11, "turn with the hop");
      expect_close(hopping.roll_from - flat.roll_from, ball.velocity.z / GRAVITY, 1e-12, "the delay");
      cr_expect(hopping.slide_from > 0.15 && hopping.slide_from < 0.3, "hops until %g s", hopping.slide_from);
      cr_expect(apart > 0.05 && apart < 0.13, "%g m", apart);
      cr_expect(hopping.path.landing_count >= 20 && flat.path.landing_count == 0);
    }
  }
}

/// Where the path turns from right to left: eta1^2 = 6.18, with the other reading 4.33. Below the range of the paper,
/// from 2.1 and 1.6 down, less compliance turns it to the left again, and by more.
Test(jme13_path, where_the_side_changes) {
  static const double right[2][2] = {{6.17, 2.12}, {4.32, 1.65}}, left[2][3] = {{6.19, 2.09, 1.5}, {4.34, 1.62, 1.25}};
  static collision got;
  course c;
  for (int reading = 0; reading < 2; ++reading) {
    for (int i = 0; i < 2; ++i) {
      follow(shoot(reading, right[reading][i], &got), false, &c);
      cr_expect_lt(c.turn, 0, "reading %d, eta1^2 = %g", reading + 1, right[reading][i]);
    }
    for (int i = 0; i < 3; ++i) {
      follow(shoot(reading, left[reading][i], &got), false, &c);
      cr_expect_gt(c.turn, 0, "reading %d, eta1^2 = %g", reading + 1, left[reading][i]);
    }
    cr_expect_gt(c.turn, 20, "the last of them turns far: %g degrees", c.turn);
  }
}

/// The claim holds, its size does not: the paths that the stated data give turn by less than 4 degrees to the left
/// where the measured ball turned by 29.
Test(jme13_path, the_turn_is_smaller_than_measured) {
  static collision got;
  for (int reading = 0; reading < 2; ++reading) {
    carom_body ball = shoot(reading, 7, &got);
    course c;
    ball.position.z = RADIUS;
    follow(ball, true, &c);
    cr_expect(c.turn > 3 && c.turn < 4, "%g degrees", c.turn);
  }
}
