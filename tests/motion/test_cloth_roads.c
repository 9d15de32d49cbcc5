// The ball on the cloth by other roads: integration, the event loop with a sphere on a plane, the plane in space, and
// the same ball seen by another observer or in other units.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "motion/cloth_road.h"
#include "motion/cloth_sample.h"

static cloth_way way, other;

static void expect_vector(carom_vec3 actual, carom_vec3 expected, double tolerance, const char* what) {
  cr_expect(cloth_distance(actual, expected) <= tolerance,
            "%s: (%.17g, %.17g, %.17g), expected (%.17g, %.17g, %.17g) within %.2g", what, actual.x, actual.y, actual.z,
            expected.x, expected.y, expected.z, tolerance);
}

static double begin_of(const cloth_way* w, carom_phase phase) {
  for (int i = 0; i < w->path.piece_count; ++i)
    if (w->pieces[i].phase == phase) return w->pieces[i].from;
  return -1;
}

static cloth_road_state end_of(const cloth_way* w) {
  const carom_cloth_piece* last = &w->pieces[w->path.piece_count - 1];
  cloth_road_state state;
  carom_cloth_at(last, last->to, &state.position, &state.velocity, &state.spin);
  return state;
}

/// Integration with tolerance 1e-13 is good for about 1e-11 of the size of things; 80 000 balls differed by 4e-11.
Test(cloth_roads, closed_form_meets_integration) {
  const double tolerance = 1e-10;
  test_random r = {81};
  double worst = 0;
  int rests = 0;
  long landings = 0;
  for (int i = 0; i < 400; ++i) {
    carom_cloth_problem problem = cloth_random(&r);
    problem.cutoff_speed = 1e-3;
    problem.until = test_random_log(&r, 0.05, 40);
    cloth_go_well(&problem, &way);
    const cloth_road road = cloth_integrate(&problem);
    const cloth_road_state end = end_of(&way);
    const double speeds = cloth_speeds(&problem), length = speeds * problem.until;
    const double errors[] = {cloth_distance(end.position, road.end.position) / length,
                             cloth_distance(end.velocity, road.end.velocity) / speeds,
                             cloth_distance(end.spin, road.end.spin) * problem.radius / speeds,
                             road.rest_from < 0 || begin_of(&way, CAROM_PHASE_REST) < 0
                                 ? 0
                                 : fabs(begin_of(&way, CAROM_PHASE_REST) - road.rest_from) / problem.until};
    for (int j = 0; j < 4; ++j) worst = fmax(worst, errors[j]);
    cr_expect_eq(way.path.landing_count, road.landing_count, "ball %d: %d landings, integrated %d", i,
                 way.path.landing_count, road.landing_count);
    cr_expect_eq(begin_of(&way, CAROM_PHASE_REST) >= 0, road.rest_from >= 0, "ball %d rests", i);
    rests += road.rest_from >= 0;
    landings += road.landing_count;
  }
  printf("400 balls, %ld landings, %d at rest: closed form and integration differ by %.2g at most\n", landings, rests,
         worst);
  cr_expect_leq(worst, tolerance);
  cr_expect(rests > 20 && landings > 1000, "the sample has all kinds of balls");
}

static carom_vec3 turned(carom_mat3 q, carom_vec3 a) {
  return carom_mat3_apply(q, a);
}

/// Turns the whole scene. The tangents turn with it, so landings see the same numbers.
Test(cloth_roads, does_not_depend_on_the_observer) {
  test_random r = {82};
  for (int i = 0; i < 1000; ++i) {
    const carom_cloth_problem problem = cloth_random(&r);
    const carom_mat3 q = carom_mat3_from_axis_angle(cloth_vector(&r, 1), test_random_uniform(&r, -3, 3));
    carom_cloth_problem seen = problem;
    carom_vec3* vectors[] = {&seen.ball.position, &seen.ball.velocity, &seen.ball.spin,
                             &seen.frame.t1,      &seen.frame.t2,      &seen.frame.n};
    for (int j = 0; j < 6; ++j) *vectors[j] = turned(q, *vectors[j]);
    cloth_go_well(&problem, &way);
    cloth_go_well(&seen, &other);
    const cloth_road_state a = end_of(&way), b = end_of(&other);
    const double rounding = 1e-13 * (1 + way.path.landing_count), speeds = cloth_speeds(&problem);
    cr_expect_eq(way.path.piece_count, other.path.piece_count);
    expect_vector(b.position, turned(q, a.position), rounding * (2 + speeds * problem.until), "position");
    expect_vector(b.velocity, turned(q, a.velocity), rounding * speeds * 10, "velocity");
    expect_vector(b.spin, turned(q, a.spin), rounding * speeds / problem.radius * 10, "spin");
  }
}

/// Kilograms, metres and seconds by powers of two: not a bit changes.
Test(cloth_roads, does_not_depend_on_units) {
  test_random r = {83};
  const double metre = 0x1p5, second = 0x1p-3, kilogram = 0x1p7;
  for (int i = 0; i < 1000; ++i) {
    carom_cloth_problem problem = cloth_random(&r);
    problem.surface.eta2 = 0;  // springs are integrated with tolerances of their own
    carom_cloth_problem p = problem;
    p.radius *= metre;
    p.ball.mass *= kilogram;
    for (int j = 0; j < 3; ++j) p.ball.inertia.m[j][j] *= kilogram * metre * metre;
    p.ball.position = carom_vec3_scale(metre, p.ball.position);
    p.ball.velocity = carom_vec3_scale(metre / second, p.ball.velocity);
    p.ball.spin = carom_vec3_scale(1 / second, p.ball.spin);
    p.gravity *= metre / second / second;
    p.cutoff_speed *= metre / second;
    p.until *= second;
    cloth_go_well(&problem, &way);
    cloth_go_well(&p, &other);
    const cloth_road_state a = end_of(&way), b = end_of(&other);
    cr_assert_eq(way.path.piece_count, other.path.piece_count);
    expect_vector(b.position, carom_vec3_scale(metre, a.position), 0, "position");
    expect_vector(b.velocity, carom_vec3_scale(metre / second, a.velocity), 0, "velocity");
    expect_vector(b.spin, carom_vec3_scale(1 / second, a.spin), 0, "spin");
  }
}

/// A random ball in the plane z = 0.
static carom_cloth_problem in_plane(test_random* r) {
  carom_cloth_problem problem = cloth_random(r);
  const double angle = test_random_uniform(r, -3, 3);
  problem.dimension = 2;
  cr_assert_eq(carom_frame_in_plane((carom_vec2){cos(angle), sin(angle)}, &problem.frame, NULL), CAROM_OK);
  problem.ball.position.z = problem.ball.velocity.z = problem.ball.spin.x = problem.ball.spin.y = 0;
  return problem;
}

/// Landings by the planar law and by the one in space agree, and so does everything else.
Test(cloth_roads, the_plane_is_a_part_of_space) {
  test_random r = {84};
  for (int i = 0; i < 1000; ++i) {
    carom_cloth_problem problem = in_plane(&r);
    cloth_go_well(&problem, &way);
    problem.dimension = 3;
    cloth_go_well(&problem, &other);
    const cloth_road_state a = end_of(&way), b = end_of(&other);
    const double rounding = 1e-12 * (1 + way.path.landing_count), speeds = cloth_speeds(&problem);
    cr_expect_eq(way.path.piece_count, other.path.piece_count);
    expect_vector(b.position, a.position, rounding * (2 + speeds * problem.until), "position");
    expect_vector(b.velocity, a.velocity, rounding * speeds, "velocity");
    expect_vector(b.spin, a.spin, rounding * speeds / problem.radius, "spin");
    cr_expect(a.position.z == 0 && a.velocity.z == 0 && a.spin.x == 0 && a.spin.y == 0, "it stays in the plane");
  }
}

/// The event loop with a sphere that meets a plane, until problem->until. roll must be 0 and slide the plane's mu.
static cloth_road_state by_the_loop(const carom_cloth_problem* problem, double* last_switch) {
  static carom_motion_run run;
  carom_plane plane = {.normal = problem->frame.n, .surface = problem->surface};
  plane.point = carom_vec3_sub(problem->ball.position, carom_vec3_scale(problem->radius, problem->frame.n));
  carom_motion motion = carom_motion_default();
  motion.until = problem->until;
  motion.gravity = carom_vec3_scale(-problem->gravity, problem->frame.n);
  motion.plane_count = 1;
  motion.planes = &plane;
  motion.cutoff_speed = problem->cutoff_speed;
  const carom_flyer_input input = {
      .dimension = problem->dimension, .body = &problem->ball, .shape = {.sphere_radius = problem->radius}};
  carom_flyer flyer;
  carom_mover mover;
  carom_body ball = problem->ball;
  carom_diag diag = {0};
  double state[16];
  cr_assert_eq(carom_flyer_prepare(&input, &motion, &flyer, &mover, state, &diag), CAROM_OK, "%s", diag.message);
  double* workspace = malloc(carom_motion_workspace_size(&mover) * sizeof *workspace);
  cr_assert_eq(carom_motion_start(&run, &mover, &motion, state, workspace, &diag), CAROM_OK, "%s", diag.message);
  *last_switch = -1;
  do {
    cr_assert_eq(carom_motion_step(&run, &diag), CAROM_OK, "%s: %s", diag.field, diag.message);
    if (run.happened == CAROM_MOTION_SWITCHED) *last_switch = run.t;
  } while (run.happened != CAROM_MOTION_ENDED);
  carom_flyer_body(&flyer, run.state, &ball, NULL);
  free(workspace);
  return (cloth_road_state){ball.position, ball.velocity, ball.spin};
}

/// Without resistance to rolling the ball is a sphere on a plane with friction, which the event loop follows with
/// forces from complementarity and the integrator: all it has in common with the closed form are the landings.
Test(cloth_roads, the_event_loop_goes_the_same_way) {
  test_random r = {85};
  double worst = 0;
  int count = 0, rolls = 0;
  for (int i = 0; i < 200; ++i) {
    carom_cloth_problem problem = i % 2 ? cloth_random(&r) : in_plane(&r);
    problem.roll = 0;
    problem.slide = problem.surface.mu = problem.surface.mu_static = test_random_uniform(&r, 0.05, 0.5);
    problem.cutoff_speed = 1e-2;
    problem.until = test_random_uniform(&r, 0.5, 4);
    if (carom_vec3_dot(problem.frame.n, problem.ball.velocity) < 0) continue;
    cloth_go_well(&problem, &way);
    double last_switch;
    const cloth_road_state a = end_of(&way), b = by_the_loop(&problem, &last_switch);
    const double speeds = cloth_speeds(&problem);
    const double error = cloth_distance(a.position, b.position) / (speeds * problem.until) +
                         cloth_distance(a.velocity, b.velocity) / speeds +
                         cloth_distance(a.spin, b.spin) * problem.radius / speeds;
    const double slide = begin_of(&way, CAROM_PHASE_SLIDE), roll = begin_of(&way, CAROM_PHASE_ROLL);
    cr_expect_leq(error, 1e-9, "ball %d: %g", i, error);
    // To the loop slip slower than 1e-4 of the cut-off is none, so the roll may begin that much earlier.
    const double early = 1e-4 * problem.cutoff_speed / (problem.slide * problem.gravity);
    if (slide >= 0 && roll > slide + early)
      cr_expect(fabs(roll - last_switch) <= early + 1e-9, "ball %d rolls from %.12g, by the loop %.12g", i, roll,
                last_switch);
    worst = fmax(worst, error);
    rolls += roll >= 0;
    ++count;
  }
  printf("%d spheres on planes, %d of them rolled: the event loop differs by %.2g at most\n", count, rolls, worst);
  cr_expect(count > 100 && rolls > 30);
}
