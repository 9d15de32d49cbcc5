// The ball on the cloth at the edges of what can be asked.
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "motion/cloth_sample.h"

static cloth_way way;

static void expect_phases(const carom_phase* phases, int count, const char* what) {
  cr_assert_eq(way.path.piece_count, count, "%s: %d pieces", what, way.path.piece_count);
  for (int i = 0; i < count; ++i)
    cr_expect_eq(way.pieces[i].phase, phases[i], "%s, piece %d: %s", what, i, carom_phase_word(way.pieces[i].phase));
}

Test(cloth_corners, at_rest_it_rests) {
  carom_cloth_problem problem = cloth_by_hand();
  problem.ball.spin.z = 4;
  cloth_go_well(&problem, &way);
  expect_phases((carom_phase[]){CAROM_PHASE_REST}, 1, "at rest");
  cr_expect(way.pieces[0].from == 0 && way.pieces[0].to == 20 && way.pieces[0].spin.z == 4);
}

Test(cloth_corners, what_rolls_rolls_on) {
  carom_cloth_problem problem = cloth_by_hand();
  problem.radius = 0.3;
  problem.ball.inertia = carom_mat3_diagonal(0.036, 0.036, 0.036);
  problem.ball.velocity = (carom_vec3){0.7, -0.1, 0};
  problem.ball.spin = (carom_vec3){0.1 / 0.3, 0.7 / 0.3, 0};  // rolls but for rounding
  cloth_go_well(&problem, &way);
  expect_phases((carom_phase[]){CAROM_PHASE_ROLL, CAROM_PHASE_REST}, 2, "rolling");
  problem.roll = 0;
  cloth_go_well(&problem, &way);
  expect_phases((carom_phase[]){CAROM_PHASE_ROLL}, 1, "without resistance");
  cr_expect_eq(way.path.roll_loss, 0);
}

Test(cloth_corners, nothing_slows_it_without_friction_or_gravity) {
  carom_cloth_problem problem = cloth_by_hand();
  problem.ball.velocity.x = 2;
  problem.slide = 0;
  cloth_go_well(&problem, &way);
  expect_phases((carom_phase[]){CAROM_PHASE_SLIDE}, 1, "without friction");
  cr_expect(way.path.energy_end == way.path.energy_start && way.path.slide_loss == 0);
  problem.slide = 0.5;
  problem.gravity = 0;
  cloth_go_well(&problem, &way);
  expect_phases((carom_phase[]){CAROM_PHASE_SLIDE}, 1, "without gravity");
  problem.ball.velocity.z = 1;
  cloth_go_well(&problem, &way);
  expect_phases((carom_phase[]){CAROM_PHASE_FLIGHT}, 1, "it flies for ever");
  carom_vec3 position, velocity, spin;
  carom_cloth_at(&way.pieces[0], 20, &position, &velocity, &spin);
  cr_expect(position.x == 40 && position.z == 21, "straight on");
}

/// Resistance that would take more friction than there is: the ball rolls with all the friction.
Test(cloth_corners, resistance_cannot_exceed_friction) {
  carom_cloth_problem problem = cloth_by_hand();
  problem.ball.velocity.x = problem.ball.spin.y = 1;
  problem.slide = 0.1;
  problem.roll = 0.5;
  cloth_go_well(&problem, &way);
  expect_phases((carom_phase[]){CAROM_PHASE_ROLL, CAROM_PHASE_REST}, 2, "little friction");
  cr_expect_eq(way.pieces[0].acceleration.x, -1, "mu_s g, not 5/7 mu_r g");
  problem.slide = 0;
  cloth_go_well(&problem, &way);
  expect_phases((carom_phase[]){CAROM_PHASE_ROLL}, 1, "no friction");
}

/// A shot can leave the ball moving into the cloth; then it lands at once.
Test(cloth_corners, it_lands_at_once_when_it_comes_down) {
  carom_cloth_problem problem = cloth_by_hand();
  problem.surface.e = 0.5;
  problem.ball.velocity.z = -2;
  problem.cutoff_speed = 0.9;
  cloth_go_well(&problem, &way);
  cr_assert_eq(way.path.landing_count, 3);
  cr_expect(way.landings[0].time == 0 && !way.landings[0].plastic && !way.landings[1].plastic);
  cr_expect_eq(way.landings[1].time, 0.2);
  problem.cutoff_speed = 1.1;
  cloth_go_well(&problem, &way);
  cr_assert_eq(way.path.landing_count, 2);
  cr_expect(way.landings[1].plastic && way.landings[1].velocity_after[2] == 0);
}

/// v_n of the size of rounding, up or down, is no hop.
Test(cloth_corners, rounding_does_not_hop) {
  carom_cloth_problem problem = cloth_by_hand();
  for (int sign = -1; sign <= 1; sign += 2) {
    problem.ball.velocity = (carom_vec3){7, 0, sign * 1e-15};
    cloth_go_well(&problem, &way);
    cr_expect_eq(way.path.landing_count, 0);
    cr_expect_eq(way.pieces[0].phase, CAROM_PHASE_SLIDE);
    problem.ball.velocity.z = sign * 1e-12;
    cloth_go_well(&problem, &way);
    cr_expect_eq(way.path.landing_count, 1, "but 1e-12 is");
  }
}

/// Without the hop v_n is as if it were not there.
Test(cloth_corners, without_the_hop_v_n_does_not_count) {
  carom_cloth_problem problem = cloth_by_hand();
  problem.ball.velocity = (carom_vec3){7, 0, 0};
  cloth_go_well(&problem, &way);
  const carom_cloth_path level = way.path;
  const carom_cloth_piece roll = way.pieces[1];
  problem.hop = false;
  problem.ball.velocity.z = 3;
  cloth_go_well(&problem, &way);
  cr_expect(way.path.energy_start == level.energy_start && way.path.energy_end == level.energy_end);
  cr_expect(way.pieces[1].from == roll.from && way.pieces[1].position.x == roll.position.x);
}

/// Tiny and huge, and a cut-off of zero: hops end where their speed is rounding.
Test(cloth_corners, hops_end) {
  carom_cloth_problem problem = cloth_by_hand();
  problem.surface.e = 0.5;
  problem.cutoff_speed = 0;
  for (double size = 1e-100; size < 1e101; size *= 1e50) {
    problem.ball.velocity = (carom_vec3){size, 0, size};
    problem.until = 1e3 * size;
    cloth_go_well(&problem, &way);
    cr_expect_lt(way.path.landing_count, 60, "%g: %d landings", size, way.path.landing_count);
    cr_expect_eq(way.pieces[way.path.piece_count - 1].phase, CAROM_PHASE_REST, "%g", size);
  }
}

/// The last of very many hops are too short for the clock: they are landings, but no pieces.
Test(cloth_corners, no_piece_is_empty) {
  carom_cloth_problem problem = cloth_by_hand();
  problem.surface.e = 0.99;
  problem.cutoff_speed = 0;
  problem.ball.velocity.z = 1;
  problem.until = 30;
  cloth_go_well(&problem, &way);
  for (int i = 0; i < way.path.piece_count; ++i) cr_expect_gt(way.pieces[i].to, way.pieces[i].from, "piece %d", i);
  cr_expect_gt(way.path.landing_count, way.path.piece_count);
  cr_expect_eq(way.pieces[way.path.piece_count - 1].phase, CAROM_PHASE_REST);
}

/// Every landing is at the height where the ball began, to the last bit.
Test(cloth_corners, lands_at_its_height) {
  test_random r = {91};
  carom_cloth_problem problem = cloth_by_hand();
  problem.surface.e = 0.7;
  for (int i = 0; i < 100; ++i) {
    problem.ball.velocity = (carom_vec3){1, 0, test_random_uniform(&r, 0, 3)};
    problem.gravity = test_random_uniform(&r, 5, 15);
    problem.surface.eta2 = i % 2 ? 3 : 0;
    cloth_go_well(&problem, &way);
    for (int j = 0; j < way.path.piece_count; ++j) cr_expect_eq(way.pieces[j].position.z, 1, "piece %d", j);
    cr_expect_eq(way.landings[way.path.landing_count - 1].velocity_after[2], 0, "the last one ends it");
  }
}

/// The mode of a landing is the word of the law that solved it, and its warnings are those of the path.
Test(cloth_corners, landings_have_modes_and_warnings) {
  carom_cloth_problem problem = cloth_by_hand();
  problem.surface.mu = problem.surface.mu_static = 0.3;
  problem.ball.velocity = (carom_vec3){7, 0, 1};
  cloth_go_well(&problem, &way);
  cr_expect_str_eq(way.landings[0].mode, "lcr");
  cr_expect_eq(way.path.warnings, 0);
  problem.surface.eta2 = 1;
  cloth_go_well(&problem, &way);
  cr_expect_str_eq(way.landings[0].mode, "slip");
  problem.surface.eta2 = 1e-7;
  cloth_go_well(&problem, &way);
  cr_expect_eq(way.landings[0].warnings, CAROM_WARN_RIGID_LIMIT);
  cr_expect_eq(way.path.warnings, CAROM_WARN_RIGID_LIMIT);
  problem.dimension = 2;
  problem.surface.eta2 = 0;
  problem.frame = (carom_frame){{1, 0, 0}, {0, 0, -1}, {0, 1, 0}};
  problem.ball.velocity = (carom_vec3){7, 1, 0};
  cloth_go_well(&problem, &way);
  cr_expect_str_eq(way.landings[0].mode, "sliding");
}

Test(cloth_corners, an_elastic_ball_runs_out_of_landings) {
  enum { MANY = CAROM_CLOTH_MAX_LANDINGS + 10 };
  static carom_cloth_piece pieces[MANY];
  static carom_motion_impact landings[MANY];
  carom_cloth_problem problem = cloth_by_hand();
  problem.surface.e = 1;
  problem.ball.velocity.z = 1;
  problem.until = 1e9;
  carom_cloth_path path = {.pieces = pieces, .piece_capacity = MANY, .landings = landings, .landing_capacity = MANY};
  carom_diag diag = {0};
  cr_assert_eq(carom_cloth_follow(&problem, &path, &diag), CAROM_BUDGET);
  cr_expect_str_eq(diag.field, "cutoff_speed");
  cr_expect_eq(path.landing_count, CAROM_CLOTH_MAX_LANDINGS);
  cr_expect(fabs(path.energy_end - path.energy_start) < 1e-9, "elastic: %g J lost",
            path.energy_start - path.energy_end);
}

Test(cloth_corners, a_buffer_can_be_too_small) {
  carom_cloth_problem problem = cloth_by_hand();
  problem.surface.e = 0.5;
  problem.ball.velocity = (carom_vec3){7, 0, 5};
  cloth_go_well(&problem, &way);
  const int pieces = way.path.piece_count, landings = way.path.landing_count;
  for (int less = 0; less < 2; ++less) {
    way.path.piece_capacity = pieces - less;
    way.path.landing_capacity = landings;
    cr_expect_eq(carom_cloth_follow(&problem, &way.path, &way.diag), less ? CAROM_TOO_SMALL : CAROM_OK);
    if (less) cr_expect_str_eq(way.diag.field, "pieces");
    way.path.piece_capacity = pieces;
    way.path.landing_capacity = landings - less;
    cr_expect_eq(carom_cloth_follow(&problem, &way.path, NULL), less ? CAROM_TOO_SMALL : CAROM_OK);
    carom_cloth_follow(&problem, &way.path, &way.diag);
    if (less) cr_expect_str_eq(way.diag.field, "landings");
  }
}

Test(cloth_corners, what_does_not_fit_a_double_is_said) {
  carom_cloth_problem problem = cloth_by_hand();
  problem.ball.velocity.x = 1e200;
  cloth_go(&problem, &way);
  cr_expect_eq(way.status, CAROM_OVERFLOW, "its energy");
  problem.ball.velocity.x = 1;
  problem.gravity = problem.slide = 1e200;
  cloth_go(&problem, &way);
  cr_expect_eq(way.status, CAROM_OVERFLOW, "friction");
  problem.roll = 1e200;
  problem.ball.spin.y = 1;
  cloth_go(&problem, &way);
  cr_expect_eq(way.status, CAROM_OVERFLOW, "resistance, which leaves nothing but a place");
}

/// A time outside a piece is taken for its nearer end.
Test(cloth_corners, times_outside_a_piece) {
  carom_cloth_problem problem = cloth_by_hand();
  problem.ball.velocity.x = 7;
  cloth_go_well(&problem, &way);
  carom_vec3 a[3], b[3];
  const double outside[2] = {-1, 100}, ends[2] = {way.pieces[0].from, way.pieces[0].to};
  for (int i = 0; i < 2; ++i) {
    carom_cloth_at(&way.pieces[0], outside[i], &a[0], &a[1], &a[2]);
    carom_cloth_at(&way.pieces[0], ends[i], &b[0], &b[1], &b[2]);
    cr_expect_eq(memcmp(a, b, sizeof a), 0);
  }
}
