// Rows planar/jacobian, spatial/jacobian and compliant/jacobian: all derivatives of an outcome, against central
// differences, which take two solves for each input. The bar of the rows is in solves: a note has the ratio to one.
#include "derivatives.h"

#include <math.h>

#include "carom/compliant.h"
#include "carom/planar.h"
#include "carom/spatial.h"
#include "impacts.h"
#include "spatial/lanes.h"

enum { IMPACT_COUNT = 1000, BLOCK_COUNT = 25 };

static carom_spatial_problem problems[IMPACT_COUNT];
static carom_spatial_outcome outcomes[IMPACT_COUNT];
static carom_compliant_problem spring_problems[IMPACT_COUNT];
static carom_compliant_outcome spring_outcomes[IMPACT_COUNT];
static carom_planar_problem flat_problems[IMPACT_COUNT];
static carom_planar_outcome flat_outcomes[IMPACT_COUNT];

/// The planar ones are those that remain when the second tangent is taken away.
static void fill(void) {
  impacts_fill(problems, IMPACT_COUNT);
  for (int i = 0; i < IMPACT_COUNT; ++i) {
    const carom_spatial_problem* p = &problems[i];
    flat_problems[i] = (carom_planar_problem){p->w.m[0][0], p->w.m[0][2], p->w.m[2][2], p->v.x, p->v.z, p->surface};
    carom_spatial_solve(p, &outcomes[i], NULL);
    carom_planar_solve(&flat_problems[i], &flat_outcomes[i], NULL);
  }
}

typedef double block(carom_law law, double* sum);

static double planar_jacobians(carom_law law, double* sum) {
  carom_jacobian j = {0};
  (void)law;
  const double start = bench_now();
  for (int i = 0; i < IMPACT_COUNT; ++i) {
    carom_planar_differentiate(&flat_problems[i], &flat_outcomes[i], CAROM_WRT_ALL_PLANAR, &j, NULL);
    *sum += j.d_impulse[1][4];
  }
  return bench_since(start) / IMPACT_COUNT;
}

static double planar_solves(carom_law law, double* sum) {
  carom_planar_outcome o;
  (void)law;
  const double start = bench_now();
  for (int i = 0; i < IMPACT_COUNT; ++i) {
    carom_planar_solve(&flat_problems[i], &o, NULL);
    *sum += o.v_n;
  }
  return bench_since(start) / IMPACT_COUNT;
}

/// Of the impacts of one law.
static double spatial_jacobians(carom_law law, double* sum) {
  carom_jacobian j = {0};
  int count = 0;
  const double start = bench_now();
  for (int i = 0; i < IMPACT_COUNT; ++i) {
    if (problems[i].surface.law != law) continue;
    carom_spatial_differentiate(&problems[i], &outcomes[i], CAROM_WRT_ALL_SPATIAL, &j, NULL);
    *sum += j.d_impulse[2][8];
    ++count;
  }
  return count > 0 ? bench_since(start) / count : (double)NAN;
}

/// By the general path: it is what the bars are counted in, and a solve that takes the kernel of the lanes is faster.
static double spatial_solves(carom_law law, double* sum) {
  carom_spatial_outcome o;
  int count = 0;
  const double start = bench_now();
  for (int i = 0; i < IMPACT_COUNT; ++i) {
    if (problems[i].surface.law != law) continue;
    carom__spatial_solve_general(&problems[i], &o, NULL, NULL);
    *sum += o.v.z;
    ++count;
  }
  return count > 0 ? bench_since(start) / count : (double)NAN;
}

/// Blocks take turns, so that a noisy moment of the machine hits both sides.
static void measure(block* jacobians, block* solves, carom_law law, double out[2]) {
  double sum = 0;
  out[0] = out[1] = HUGE_VAL;
  for (int i = 0; i < BLOCK_COUNT; ++i) {
    out[0] = fmin(out[0], jacobians(law, &sum));
    out[1] = fmin(out[1], solves(law, &sum));
  }
}

void bench_planar_jacobian(bench_row* row) {
  double ns[2];
  fill();
  measure(planar_jacobians, planar_solves, CAROM_LAW_STRONGE, ns);
  row->name = "planar/jacobian";
  row->baseline = "central differences";
  row->ns = ns[0];
  row->baseline_ns = 2 * CAROM_PLANAR_INPUTS * ns[1];
  row->error = (double)NAN;
  row->bar = 1;
  bench_note(row, "  seven columns in %.0f ns (bar 100 ns), %.1f times a solve.\n", ns[0], ns[0] / ns[1]);
}

void bench_spatial_jacobian(bench_row* row) {
  double ns[2];
  fill();
  row->name = "spatial/jacobian";
  row->baseline = "central differences, general path";
  row->error = (double)NAN;
  row->bar = 22 / 3.5;
  measure(spatial_jacobians, spatial_solves, CAROM_LAW_STRONGE, ns);
  row->ns = ns[0];
  row->baseline_ns = 2 * CAROM_SPATIAL_INPUTS * ns[1];
  bench_note(row, "  eleven columns in %.1f times a solve by the general path under Stronge's law (bar 3.5)",
             ns[0] / ns[1]);
  measure(spatial_jacobians, spatial_solves, CAROM_LAW_POISSON, ns);
  bench_note(row, ", %.1f under Poisson's", ns[0] / ns[1]);
  measure(spatial_jacobians, spatial_solves, CAROM_LAW_NEWTON, ns);
  bench_note(row, " and %.1f under Newton's (bar 1.5).\n", ns[0] / ns[1]);
}

/// The same impacts on springs; the few that lock have no derivatives.
static void fill_springs(void) {
  fill();
  for (int i = 0; i < IMPACT_COUNT; ++i) {
    const carom_spatial_problem* p = &problems[i];
    const carom_surface surface = {.law = CAROM_LAW_STRONGE,
                                   .e = p->surface.e,
                                   .mu = p->surface.mu,
                                   .mu_static = p->surface.mu,
                                   .eta2 = carom_eta2_from_poisson_ratio(0.3)};
    spring_problems[i] = (carom_compliant_problem){.w = p->w, .v = p->v, .surface = surface};
    carom_compliant_solve(&spring_problems[i], &spring_outcomes[i], NULL);
  }
}

static double spring_jacobians(carom_law law, double* sum) {
  carom_jacobian j = {0};
  (void)law;
  const double start = bench_now();
  for (int i = 0; i < IMPACT_COUNT; ++i) {
    carom_compliant_differentiate(&spring_problems[i], &spring_outcomes[i], CAROM_WRT_ALL_COMPLIANT, &j, NULL);
    *sum += j.d_impulse[2][8];
  }
  return bench_since(start) / IMPACT_COUNT;
}

static double spring_solves(carom_law law, double* sum) {
  carom_compliant_outcome o;
  (void)law;
  const double start = bench_now();
  for (int i = 0; i < IMPACT_COUNT; ++i) {
    carom_compliant_solve(&spring_problems[i], &o, NULL);
    *sum += o.v.z;
  }
  return bench_since(start) / IMPACT_COUNT;
}

void bench_compliant_jacobian(bench_row* row) {
  double ns[2];
  fill_springs();
  measure(spring_jacobians, spring_solves, CAROM_LAW_STRONGE, ns);
  row->name = "compliant/jacobian";
  row->baseline = "central differences";
  row->ns = ns[0];
  row->baseline_ns = 2 * CAROM_COMPLIANT_INPUTS * ns[1];
  row->error = (double)NAN;
  row->bar = 1;
  bench_note(row, "  twelve columns in %.0f ns, %.1f times a solve on springs.\n", ns[0], ns[0] / ns[1]);
}
