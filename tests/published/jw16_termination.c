// The impact always ends: the proof in docs/spatial.md, step by step, on random impacts. JW16 leaves this open and asks
// for its condition (18), which fails in a good part of the cases here.
#include <criterion/criterion.h>

#include "carom/spatial.h"
#include "published/sample.h"

enum { CASES = 20000, POINTS = 2048 };

static carom_trace_point points[POINTS];

/// Friction strong enough to pull the bodies together in many cases, W far from round.
static carom_spatial_problem random_problem(test_random* r) {
  carom_spatial_problem problem = carom_spatial_problem_default();
  double a[3][3], size[3];
  for (int i = 0; i < 3; i++) size[i] = test_random_log(r, 0.2, 5);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) a[i][j] = test_random_uniform(r, -1, 1) * size[j];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      problem.w.m[i][j] = a[0][i] * a[0][j] + a[1][i] * a[1][j] + a[2][i] * a[2][j] + (i == j ? 0.02 : 0.0);
  problem.v.x = test_random_uniform(r, -2, 2);
  problem.v.y = test_random_uniform(r, -2, 2);
  problem.v.z = -test_random_log(r, 0.01, 5);
  problem.surface.law = (carom_law)test_random_below(r, 3);
  problem.surface.e = test_random_uniform(r, 0, 1);
  problem.surface.mu = problem.surface.mu_static = test_random_log(r, 0.02, 5);
  return problem;
}

static double slip_speed(const carom_trace_point* p) {
  return hypot(p->velocity[0], p->velocity[1]);
}

/// Steps 1 to 3: h = v_z - mu r gains at least lambda_min(W) for each unit of normal impulse.
static void check_convexity(const carom_spatial_problem* problem, const carom_trace* trace, double c, int number) {
  const double mu = problem->surface.mu;
  // Velocities are right to about 1e-13 of the largest that occur on the way, and friction multiplies slip by mu.
  double scale = 0;
  for (int i = 0; i < trace->count; i++)
    scale = fmax(scale, fabs(points[i].velocity[2]) + (1 + mu) * slip_speed(&points[i]));
  for (int i = 1; i < trace->count; i++) {
    const double before = points[i - 1].velocity[2] - mu * slip_speed(&points[i - 1]);
    const double after = points[i].velocity[2] - mu * slip_speed(&points[i]);
    const double gain = c * (points[i].impulse[2] - points[i - 1].impulse[2]);
    cr_expect(after - before >= gain - 1e-11 * scale, "case %d, point %d: %g is less than %g", number, i,
              after - before, gain);
  }
}

/// Steps 4 to 6: the bounds on both phases.
static void check_bounds(const carom_spatial_problem* p, const carom_spatial_outcome* o, const carom_trace* trace,
                         double c, int number) {
  const double mu = p->surface.mu, e = p->surface.e, slip = hypot(p->v.x, p->v.y), room = 1 + 1e-9;
  const double compression = (mu * slip - p->v.z) / c;
  cr_expect(o->impulse_n_compression <= room * compression, "case %d: I_zc", number);
  if (p->surface.law == CAROM_LAW_NEWTON)
    cr_expect(o->impulse.z <= room * (mu * slip - (1 + e) * p->v.z) / c, "case %d: Newton", number);
  if (p->surface.law != CAROM_LAW_STRONGE) return;
  double slip_c = 0;
  for (int i = 0; i < trace->count && points[i].impulse[2] <= o->impulse_n_compression; i++)
    slip_c = slip_speed(&points[i]);
  const double pull = mu * slip_c, rest = (pull + sqrt(pull * pull + 2 * c * e * e * o->stored)) / c;
  cr_expect(o->impulse.z - o->impulse_n_compression <= room * rest, "case %d: restitution", number);
}

// @eq JW16 (18)  Wzz - mu d.s > 0 for every tangent direction s is not needed: the impact ends without it
Test(jw16_termination, the_proof_holds_on_random_impacts) {
  test_random r = {1616};
  int failing = 0, recompressed = 0;
  for (int i = 0; i < CASES; i++) {
    const carom_spatial_problem problem = random_problem(&r);
    carom_spatial_outcome outcome;
    carom_spatial_theory theory;
    carom_trace trace = {points, POINTS, 0};
    cr_assert_eq(carom_spatial_trace(&problem, &outcome, &trace, NULL), CAROM_OK, "case %d", i);
    cr_assert_eq(carom_spatial_theory_of(&problem, &theory, NULL), CAROM_OK);
    check_convexity(&problem, &trace, theory.smallest_eigenvalue, i);
    check_bounds(&problem, &outcome, &trace, theory.smallest_eigenvalue, i);
    cr_expect_eq(outcome.condition_fails, theory.condition_margin <= 0, "case %d", i);
    failing += outcome.condition_fails;
    recompressed += outcome.recompressed;
    int restarts = 0;
    for (int j = 0; j < outcome.event_count; j++) restarts += outcome.events[j].type == CAROM_EVENT_RECOMPRESS;
    cr_expect_leq(restarts, 1, "case %d: compression restarts at most once", i);
  }
  cr_expect_gt(failing, CASES / 10, "(18) fails in many cases");
  cr_expect_gt(recompressed, 0, "and compression restarts in some");
}
