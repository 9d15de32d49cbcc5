// The ball on the cloth: answers by hand, and what must hold whatever the ball does.
#include "carom/motion.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "motion/cloth_sample.h"

static cloth_way way, other;

static void expect_close(double actual, double expected, double tolerance, const char* what) {
  cr_expect(fabs(actual - expected) <= tolerance, "%s: %.17g, expected %.17g within %.2g", what, actual, expected,
            tolerance);
}

static void expect_vector(carom_vec3 actual, carom_vec3 expected, double tolerance, const char* what) {
  cr_expect(cloth_distance(actual, expected) <= tolerance, "%s: (%.17g, %.17g, %.17g), expected (%.17g, %.17g, %.17g)",
            what, actual.x, actual.y, actual.z, expected.x, expected.y, expected.z);
}

static void expect_phases(const cloth_way* w, const carom_phase* phases, int count) {
  cr_assert_eq(w->path.piece_count, count, "%d pieces", w->path.piece_count);
  for (int i = 0; i < count; ++i)
    cr_expect_eq(w->pieces[i].phase, phases[i], "piece %d: %s", i, carom_phase_word(w->pieces[i].phase));
}

/// Pushed without spin at 7 m/s: slip 7 m/s stops after 2/7 * 7/(0.5 * 10) = 0.4 s at 5/7 of the speed; rolling loses
/// 5/7 * 0.14 * 10 = 1 m/s each second.
Test(cloth, slides_rolls_and_rests_by_hand) {
  carom_cloth_problem problem = cloth_by_hand();
  problem.ball.velocity.x = 7;
  problem.ball.spin.z = 3;
  cloth_go_well(&problem, &way);
  expect_phases(&way, (carom_phase[]){CAROM_PHASE_SLIDE, CAROM_PHASE_ROLL, CAROM_PHASE_REST}, 3);
  const carom_cloth_piece *slide = &way.pieces[0], *roll = &way.pieces[1], *rest = &way.pieces[2];
  expect_vector(slide->acceleration, (carom_vec3){-5, 0, 0}, 4 * DBL_EPSILON * 5, "deceleration of the slide");
  expect_vector(slide->spin_rate, (carom_vec3){0, 12.5, 0}, 4 * DBL_EPSILON * 13, "spin-up of the slide");
  expect_close(roll->from, 0.4, 4 * DBL_EPSILON, "the roll begins");
  expect_vector(roll->position, (carom_vec3){2.4, 0, 1}, 8 * DBL_EPSILON * 2.4, "where the roll begins");
  expect_vector(roll->velocity, (carom_vec3){5, 0, 0}, 8 * DBL_EPSILON * 7, "v of the roll");
  expect_vector(roll->spin, (carom_vec3){0, 5, 3}, 8 * DBL_EPSILON * 7, "spin of the roll");
  expect_vector(roll->acceleration, (carom_vec3){-1, 0, 0}, 8 * DBL_EPSILON, "deceleration of the roll");
  expect_close(rest->from, 5.4, 16 * DBL_EPSILON * 5.4, "rest begins");
  expect_vector(rest->position, (carom_vec3){14.9, 0, 1}, 16 * DBL_EPSILON * 15, "where it rests");
  expect_vector(rest->spin, (carom_vec3){0, 0, 3}, 0, "it keeps the spin about the normal");
  cr_expect_eq(rest->to, 20);
  expect_close(way.path.slide_loss, 0.5 * 49 * 2 / 7, 16 * DBL_EPSILON * 7, "lost to sliding: m s^2/7");
  expect_close(way.path.roll_loss, 0.7 * 25, 16 * DBL_EPSILON * 18, "lost to rolling: 7/10 m v^2");
}

/// A hollow ball, k = 2/3: slip stops after k |s|/((1 + k) mu g), at 3/5 of the speed; rolling loses 3/5 mu_r g.
Test(cloth, a_hollow_ball_has_other_fractions) {
  carom_cloth_problem problem = cloth_by_hand();
  problem.ball.inertia = carom_mat3_diagonal(2.0 / 3, 2.0 / 3, 2.0 / 3);
  problem.ball.velocity.x = 5;
  problem.roll = 0.1;
  cloth_go_well(&problem, &way);
  expect_close(way.pieces[1].from, 0.4, 4 * DBL_EPSILON, "the roll begins");
  expect_vector(way.pieces[1].velocity, (carom_vec3){3, 0, 0}, 8 * DBL_EPSILON * 5, "v of the roll");
  expect_vector(way.pieces[1].acceleration, (carom_vec3){-0.6, 0, 0}, 8 * DBL_EPSILON, "deceleration of the roll");
}

/// Backspin: s = v + R w = 1 + 6, so it stops after 0.2 s, 0.1 m from where it began, and rolls back at 1 - 2 m/s.
Test(cloth, a_ball_with_backspin_comes_back) {
  carom_cloth_problem problem = cloth_by_hand();
  problem.ball.velocity.x = 1;
  problem.ball.spin.y = -6;
  cloth_go_well(&problem, &way);
  carom_vec3 position, velocity, spin;
  carom_cloth_at(&way.pieces[0], 0.2, &position, &velocity, &spin);
  expect_vector(position, (carom_vec3){0.1, 0, 1}, 8 * DBL_EPSILON, "where it turns");
  expect_vector(velocity, (carom_vec3){0, 0, 0}, 8 * DBL_EPSILON, "v where it turns");
  expect_vector(way.pieces[1].velocity, (carom_vec3){-1, 0, 0}, 16 * DBL_EPSILON * 7, "v of the roll");
  cr_expect_lt(way.pieces[2].position.x, 0, "it rolls past its beginning");
}

/// With s = 7/2 v the slide ends at rest: neither a roll nor a spin of the size of rounding is left.
Test(cloth, the_right_backspin_stops_it_dead) {
  carom_cloth_problem problem = cloth_by_hand();
  problem.ball.velocity = (carom_vec3){0.3, -0.7, 0};
  problem.ball.spin = (carom_vec3){-2.5 * 0.7, -2.5 * 0.3, 0};
  cloth_go_well(&problem, &way);
  expect_phases(&way, (carom_phase[]){CAROM_PHASE_SLIDE, CAROM_PHASE_REST}, 2);
  expect_vector(way.pieces[1].spin, (carom_vec3){0, 0, 0}, 0, "spin at rest");
}

/// Up with 5 m/s and e = 0.5 under g = 10: landings at 1, 1.5, 1.75, ... s, until one is slower than the cut-off.
Test(cloth, hops_by_hand) {
  carom_cloth_problem problem = cloth_by_hand();
  problem.ball.velocity.z = 5;
  problem.surface.e = 0.5;
  problem.cutoff_speed = 0.5;
  cloth_go_well(&problem, &way);
  cr_assert_eq(way.path.landing_count, 5);
  double time = 0, speed = 5;
  for (int i = 0; i < 5; ++i) {
    time += 2 * speed / 10;
    const carom_motion_impact* landing = &way.landings[i];
    expect_close(landing->time, time, 0, "landing");
    expect_close(landing->velocity_before[2], -speed, 4 * DBL_EPSILON * speed, "approach");
    cr_expect_eq(landing->plastic, i == 4);
    speed = i == 4 ? 0 : speed / 2;
    expect_close(landing->velocity_after[2], speed, 4 * DBL_EPSILON * 5, "rebound");
    expect_close(landing->energy, 10 + 0.5 * speed * speed, 64 * DBL_EPSILON, "energy after");
  }
  expect_phases(&way,
                (carom_phase[]){CAROM_PHASE_FLIGHT, CAROM_PHASE_FLIGHT, CAROM_PHASE_FLIGHT, CAROM_PHASE_FLIGHT,
                                CAROM_PHASE_FLIGHT, CAROM_PHASE_REST},
                6);
  expect_close(way.path.landing_loss, 12.5, 64 * DBL_EPSILON * 12.5, "lost in landings");
}

/// One landing with friction by hand: 0.3 * 1.5 * 2 m/s come off the speed and 7/2 of that off the slip.
Test(cloth, a_landing_that_slips_by_hand) {
  carom_cloth_problem problem = cloth_by_hand();
  problem.ball.velocity = (carom_vec3){7, 0, 2};
  problem.surface.e = 0.5;
  problem.surface.mu = problem.surface.mu_static = 0.3;
  problem.cutoff_speed = 1.5;
  cloth_go_well(&problem, &way);
  cr_assert_eq(way.path.landing_count, 2);
  expect_close(way.landings[0].impulse[0], -0.9, 32 * DBL_EPSILON, "impulse");
  expect_close(way.landings[0].impulse[2], 3, 32 * DBL_EPSILON * 3, "impulse");
  expect_close(way.landings[0].velocity_after[0], 7 - 3.15, 32 * DBL_EPSILON * 7, "slip after");
  expect_vector(way.pieces[1].velocity, (carom_vec3){6.1, 0, 1}, 32 * DBL_EPSILON * 7, "v after");
  expect_vector(way.pieces[1].spin, (carom_vec3){0, 2.25, 0}, 32 * DBL_EPSILON * 7, "spin after");
}

static void expect_kept(const carom_cloth_problem* problem, const cloth_way* w) {
  const double speeds = cloth_speeds(problem), rounding = 64 * DBL_EPSILON * (1 + w->path.landing_count) * speeds;
  const carom_vec3 kept = cloth_kept(problem, problem->ball.velocity, problem->ball.spin);
  const double w_n = carom_vec3_dot(problem->frame.n, problem->ball.spin);
  for (int i = 0; i < w->path.piece_count; ++i) {
    const carom_cloth_piece* piece = &w->pieces[i];
    cr_expect(fabs(carom_vec3_dot(problem->frame.n, piece->spin) - w_n) * problem->radius <= rounding);
    if (piece->phase == CAROM_PHASE_REST) continue;
    expect_vector(cloth_kept(problem, piece->velocity, piece->spin), kept, rounding, "v - k/(1 + k) s");
    if (piece->phase == CAROM_PHASE_ROLL) expect_vector(piece->velocity, kept, rounding, "v of the roll");
  }
}

/// No gap, no overlap, and the ball goes on where and as it was, but for landings.
static void expect_joined(const carom_cloth_problem* problem, const cloth_way* w) {
  const int count = w->path.piece_count;
  const double speeds = cloth_speeds(problem), rounding = 128 * DBL_EPSILON * (1 + w->path.landing_count);
  double length = 1;
  cr_assert_gt(count, 0);
  cr_expect_eq(w->pieces[0].from, 0);
  cr_expect_eq(w->pieces[count - 1].to, problem->until);
  for (int i = 0; i + 1 < count; ++i) {
    const carom_cloth_piece *piece = &w->pieces[i], *next = &w->pieces[i + 1];
    carom_vec3 position, velocity, spin;
    length += speeds * (piece->to - piece->from);
    carom_cloth_at(piece, piece->to, &position, &velocity, &spin);
    cr_expect_eq(piece->to, next->from);
    cr_expect_gt(piece->to, piece->from);
    expect_vector(position, next->position, rounding * length, "position at a joint");
    if (piece->phase == CAROM_PHASE_FLIGHT) continue;
    // The clock rounds to an ulp of t, in which the slide goes on.
    const double late = DBL_EPSILON * piece->to * (carom_vec3_norm(piece->acceleration));
    expect_vector(velocity, next->velocity, rounding * speeds + late, "velocity at a joint");
    expect_vector(carom_vec3_scale(problem->radius, spin), carom_vec3_scale(problem->radius, next->spin),
                  rounding * speeds + 10 * late, "spin at a joint");
  }
}

static void expect_order(const cloth_way* w) {
  const carom_phase order[] = {CAROM_PHASE_FLIGHT, CAROM_PHASE_SLIDE, CAROM_PHASE_ROLL, CAROM_PHASE_REST};
  int at = 0;
  for (int i = 0; i < w->path.piece_count; ++i) {
    const bool again = w->pieces[i].phase == CAROM_PHASE_FLIGHT;
    while (at < 4 && order[at] != w->pieces[i].phase) ++at;
    cr_expect_lt(at, 4, "%s comes late", carom_phase_word(w->pieces[i].phase));
    if (!again) ++at;
  }
}

static void expect_ledger(const carom_cloth_problem* problem, const cloth_way* w) {
  const carom_cloth_path* path = &w->path;
  const double height = problem->ball.mass * problem->gravity * carom_vec3_norm(problem->ball.position);
  const double scale = fabs(path->energy_start) + height + problem->ball.mass * pow(cloth_speeds(problem), 2);
  const double lost = path->landing_loss + path->slide_loss + path->roll_loss;
  expect_close(path->energy_start - lost, path->energy_end, 256 * DBL_EPSILON * scale * (1 + path->landing_count),
               "the ledger");
  cr_expect(path->slide_loss >= 0 && path->roll_loss >= 0 && path->landing_loss >= -64 * DBL_EPSILON * scale);
  double energy = path->energy_start;
  for (int i = 0; i < path->landing_count; ++i) {
    expect_close(path->landings[i].energy, energy - path->landings[i].lost, 256 * DBL_EPSILON * scale, "a landing");
    energy = path->landings[i].energy;
  }
}

static void expect_slip_and_roll(const carom_cloth_problem* problem, const cloth_way* w) {
  const double rounding = 128 * DBL_EPSILON * cloth_speeds(problem);
  for (int i = 0; i < w->path.piece_count; ++i) {
    const carom_cloth_piece* piece = &w->pieces[i];
    carom_vec3 position, velocity, spin;
    carom_cloth_at(piece, 0.37 * piece->from + 0.63 * piece->to, &position, &velocity, &spin);
    const carom_vec3 slip = cloth_slip(problem, velocity, spin);
    const double speed = carom_vec3_norm(slip);
    if (piece->phase == CAROM_PHASE_SLIDE) {
      const double friction = problem->slide * problem->gravity;
      expect_vector(piece->acceleration, carom_vec3_scale(-friction / speed, slip),
                    friction * (8 * DBL_EPSILON + 2 * rounding / speed), "friction opposes slip all the way");
    } else if (piece->phase != CAROM_PHASE_FLIGHT) {
      cr_expect_leq(speed, rounding, "%s slips by %g", carom_phase_word(piece->phase), speed);
    }
    const double height = carom_vec3_dot(problem->frame.n, carom_vec3_sub(position, problem->ball.position));
    cr_expect_geq(height, -64 * DBL_EPSILON * (1 + carom_vec3_norm(position)), "below the cloth");
  }
}

/// What must hold for any ball: pieces join, energy is accounted for, the angular momentum about the lowest point and
/// the spin about n stay, friction opposes slip, rolling does not slip.
Test(cloth, holds_for_any_ball) {
  test_random r = {71};
  const char* soak = getenv("CAROM_SOAK");
  const int count = soak ? atoi(soak) / 50 : 4000;
  long landings = 0;
  int rests = 0;
  for (int i = 0; i < count; ++i) {
    const carom_cloth_problem problem = cloth_random(&r);
    cloth_go_well(&problem, &way);
    expect_joined(&problem, &way);
    expect_order(&way);
    expect_kept(&problem, &way);
    expect_ledger(&problem, &way);
    expect_slip_and_roll(&problem, &way);
    landings += way.path.landing_count;
    rests += way.pieces[way.path.piece_count - 1].phase == CAROM_PHASE_REST;
  }
  printf("%d balls: %ld landings, %d came to rest\n", count, landings, rests);
  cr_expect(landings > 5 * count && rests > count / 20 && rests < count, "the sample has all kinds of balls");
}

/// A path that ends earlier is the beginning of the longer one.
Test(cloth, an_earlier_end_is_a_beginning) {
  test_random r = {72};
  for (int i = 0; i < 2000; ++i) {
    carom_cloth_problem problem = cloth_random(&r);
    problem.until = 60;
    cloth_go_well(&problem, &way);
    const carom_cloth_piece* piece = &way.pieces[test_random_below(&r, way.path.piece_count)];
    problem.until = piece->from + test_random_uniform(&r, 0.1, 0.9) * (piece->to - piece->from);
    cloth_go_well(&problem, &other);
    const carom_cloth_piece* last = &other.pieces[other.path.piece_count - 1];
    carom_vec3 a[3], b[3];
    carom_cloth_at(piece, problem.until, &a[0], &a[1], &a[2]);
    carom_cloth_at(last, problem.until, &b[0], &b[1], &b[2]);
    cr_expect_eq(last->phase, piece->phase);
    for (int j = 0; j < 3; ++j) expect_vector(b[j], a[j], 0, "the state at the end");
    expect_ledger(&problem, &other);
  }
}

/// Whether every landing slipped to its end in the direction it began with.
static bool always_slips(const cloth_way* w, double mu) {
  bool slips = true;
  for (int i = 0; i < w->path.landing_count; ++i) {
    const carom_motion_impact* landing = &w->landings[i];
    const double *p = landing->impulse, *before = landing->velocity_before, *after = landing->velocity_after;
    slips &= hypot(p[0], p[1]) > (1 - 1e-9) * mu * p[2] && before[0] * after[0] + before[1] * after[1] > 0;
  }
  return slips;
}

/// Friction acts through the normal impulse, and a ball that hopped with v_n has had m v_n less of that when the hops
/// are over. So, if every landing slips, it begins to roll v_n/g later, with the velocity it would have had anyway.
Test(cloth, a_hop_delays_the_roll_and_does_not_turn_it) {
  test_random r = {73};
  int compared = 0;
  for (int i = 0; i < 2000; ++i) {
    carom_cloth_problem problem = cloth_random(&r);
    const double v_n = carom_vec3_dot(problem.frame.n, problem.ball.velocity);
    problem.until = 1000;
    problem.surface.mu = problem.surface.mu_static = problem.slide;
    problem.hop = true;
    cloth_go_well(&problem, &way);
    problem.hop = false;
    cloth_go_well(&problem, &other);
    cr_assert_eq(other.path.landing_count, 0);
    const carom_cloth_piece *hopped = NULL, *stayed = NULL;
    for (int j = 1; j < way.path.piece_count; ++j)
      if (way.pieces[j - 1].phase == CAROM_PHASE_SLIDE) hopped = &way.pieces[j];
    if (other.path.piece_count > 1 && other.pieces[0].phase == CAROM_PHASE_SLIDE) stayed = &other.pieces[1];
    if (!hopped || !stayed || v_n < 0 || !always_slips(&way, problem.slide)) continue;
    ++compared;
    const double steps = 64 * (1 + way.path.landing_count);
    expect_close(hopped->from - stayed->from, v_n / problem.gravity,
                 steps * DBL_EPSILON * (hopped->from + cloth_speeds(&problem) / (problem.slide * problem.gravity)),
                 "the delay");
    expect_vector(hopped->velocity, stayed->velocity, steps * DBL_EPSILON * cloth_speeds(&problem), "v of the roll");
  }
  printf("%d balls hopped and then slid\n", compared);
  cr_expect_gt(compared, 200);
}
