// Row spatial/exact: carom_spatial_solve on random impacts in space, against what one would write first: Dormand-Prince
// 5(4) over the normal impulse, with event location.
#include <math.h>
#include <string.h>

#include "bench.h"
#include "carom/spatial.h"
#include "impacts.h"
#include "second_road.h"
#include "spatial_cases.h"

/// carom makes several passes a block, so that both sides are timed warm.
enum {
  IMPACT_COUNT = 10000,
  BLOCK_COUNT = 9,
  PASS_COUNT = 8,
  CASE_COUNT = sizeof spatial_cases / sizeof *spatial_cases
};

static const double TOLERANCE = 1e-10;

static carom_spatial_problem problems[IMPACT_COUNT];

static double exact_error(const spatial_case* c) {
  carom_spatial_outcome outcome;
  if (carom_spatial_solve(&c->problem, &outcome, NULL) != CAROM_OK) {
    return HUGE_VAL;
  }
  return impulse_error(outcome.impulse, c->impulse);
}

static double baseline_error(const spatial_case* c) {
  second_road road;
  if (second_road_dopri5(&c->problem, TOLERANCE, &road) != CAROM_OK) {
    return HUGE_VAL;
  }
  return impulse_error(road.impulse, c->impulse);
}

/// The worst error over the stored cases, and where.
static double worst_error(double (*error_of)(const spatial_case*), const char** where) {
  double worst = -1;
  for (int i = 0; i < CASE_COUNT; i++) {
    double error = error_of(&spatial_cases[i]);
    if (!(error <= worst)) {
      worst = error;
      *where = spatial_cases[i].name;
    }
  }
  return worst;
}

static void measure_error(bench_row* row) {
  const char *where = "", *baseline_where = "";
  row->error = worst_error(exact_error, &where);
  double baseline = worst_error(baseline_error, &baseline_where);
  bench_note(row, "  error: worst of %d stored cases, at '%s'; the baseline's is %.1e, at '%s'.\n", CASE_COUNT, where,
             baseline, baseline_where);
}

/// Each block returns nanoseconds per impact. The sum keeps the compiler from dropping the work.
static double exact_block(double* sum) {
  carom_spatial_outcome outcome;
  double start = bench_now();
  for (int pass = 0; pass < PASS_COUNT; pass++) {
    for (int i = 0; i < IMPACT_COUNT; i++) {
      carom_spatial_solve(&problems[i], &outcome, NULL);
      *sum += outcome.v.z;
    }
  }
  return bench_since(start) / (PASS_COUNT * IMPACT_COUNT);
}

static double baseline_block(double* sum) {
  second_road road;
  double start = bench_now();
  for (int i = 0; i < IMPACT_COUNT; i++) {
    second_road_dopri5(&problems[i], TOLERANCE, &road);
    *sum += road.v.z;
  }
  return bench_since(start) / IMPACT_COUNT;
}

/// Blocks take turns, so that a noisy moment of the machine hits both sides.
static void measure_time(bench_row* row) {
  double sum = 0;
  row->ns = row->baseline_ns = HUGE_VAL;
  for (int i = 0; i < BLOCK_COUNT; i++) {
    row->ns = fmin(row->ns, exact_block(&sum));
    row->baseline_ns = fmin(row->baseline_ns, baseline_block(&sum));
  }
  bench_note(row,
             "  time: best of %d blocks of %d random impacts (check sum %.6g); warm: carom makes %d passes a block.\n",
             BLOCK_COUNT, IMPACT_COUNT, sum, PASS_COUNT);
}

static const char* const SEQUENCES[] = {"cr", "scr", "csr", "lcr", "lscr", "lcsr", "none"};
enum { SEQUENCE_COUNT = sizeof SEQUENCES / sizeof *SEQUENCES };

/// Which impacts these are, and how far the two answers are apart.
static void describe(bench_row* row) {
  int counts[SEQUENCE_COUNT] = {0}, stuck = 0, resumed = 0, failures = 0;
  double steps = 0, evaluations = 0, apart[IMPACT_COUNT];
  for (int i = 0; i < IMPACT_COUNT; i++) {
    carom_spatial_outcome outcome;
    second_road road = {0};
    failures += carom_spatial_solve(&problems[i], &outcome, NULL) != CAROM_OK;
    failures += second_road_dopri5(&problems[i], TOLERANCE, &road) != CAROM_OK;
    for (int k = 0; k < SEQUENCE_COUNT; k++) {
      counts[k] += strcmp(outcome.sequence, SEQUENCES[k]) == 0;
    }
    stuck += outcome.stuck;
    resumed += outcome.resumed;
    steps += outcome.steps;
    evaluations += (double)road.evaluations;
    apart[i] = impulse_error(road.impulse, outcome.impulse);
  }
  bench_note(row, "  sequences:");
  for (int k = 0; k < SEQUENCE_COUNT; k++) {
    bench_note(row, " %s %d%s", SEQUENCES[k], counts[k], k + 1 < SEQUENCE_COUNT ? "," : "");
  }
  double middle = bench_median(apart, IMPACT_COUNT);
  bench_note(row, "; %d stick, %d slide on; %d failures.\n", stuck, resumed, failures);
  bench_note(row, "  work: %.1f expansions an impact; the baseline evaluates its rates %.0f times.\n",
             steps / IMPACT_COUNT, evaluations / IMPACT_COUNT);
  bench_note(row, "  the two differ by %.1e (median), %.1e (worst).\n", middle, apart[IMPACT_COUNT - 1]);
}

bench_function bench_spatial_exact;

void bench_spatial_exact(bench_row* row) {
  row->name = "spatial/exact";
  row->baseline = "Dormand-Prince 5(4), 1e-10";
  row->bar = 10;
  impacts_fill(problems, IMPACT_COUNT);
  measure_error(row);
  measure_time(row);
  describe(row);
}
