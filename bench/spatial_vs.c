// Row spatial/vs: carom_spatial_solve against VS, the fast scheme of the paper JW16, in C on the same impacts; and the
// paper's table 1 with errors against the exact answer.
#include <math.h>
#include <string.h>

#include "bench.h"
#include "carom/spatial.h"
#include "impacts.h"
#include "spatial_cases.h"

enum {
  IMPACT_COUNT = 10000,
  BLOCK_COUNT = 15,
  PASS_COUNT = 4,
  CASE_COUNT = sizeof spatial_cases / sizeof *spatial_cases
};

/// As in the paper.
static const carom_spatial_scheme_options VS = {.scheme = CAROM_SCHEME_VS, .epsilon = 0.5, .h1 = 0.01, .h2 = 0.01};

static carom_spatial_problem problems[IMPACT_COUNT];

/// options NULL: the exact solver. A failure shows as NaN.
static void solve(const carom_spatial_problem* problem, const carom_spatial_scheme_options* options,
                  carom_spatial_outcome* out) {
  carom_status status =
      options ? carom_spatial_solve_scheme(problem, options, out, NULL) : carom_spatial_solve(problem, out, NULL);
  if (status != CAROM_OK) {
    out->impulse.z = (double)NAN;
  }
}

static double block(const carom_spatial_scheme_options* options, double* sum) {
  carom_spatial_outcome outcome;
  double start = bench_now();
  for (int pass = 0; pass < PASS_COUNT; pass++) {
    for (int i = 0; i < IMPACT_COUNT; i++) {
      solve(&problems[i], options, &outcome);
      *sum += outcome.impulse.z;
    }
  }
  return bench_since(start) / (PASS_COUNT * IMPACT_COUNT);
}

/// Blocks take turns, so that a noisy moment of the machine hits both sides.
static void measure_time(bench_row* row) {
  double sum = 0;
  row->ns = row->baseline_ns = HUGE_VAL;
  for (int i = 0; i < BLOCK_COUNT; i++) {
    row->ns = fmin(row->ns, block(NULL, &sum));
    row->baseline_ns = fmin(row->baseline_ns, block(&VS, &sum));
  }
  bench_note(row, "  time: best of %d blocks of %d passes over %d random impacts (check sum %.6g).\n", BLOCK_COUNT,
             PASS_COUNT, IMPACT_COUNT, sum);
}

/// carom against the stored cases, VS against the exact answers of the random impacts.
static void measure_error(bench_row* row) {
  double exact[CASE_COUNT], vs[IMPACT_COUNT], steps = 0;
  carom_spatial_outcome outcome, answer;
  for (int i = 0; i < CASE_COUNT; i++) {
    solve(&spatial_cases[i].problem, NULL, &outcome);
    exact[i] = impulse_error(outcome.impulse, spatial_cases[i].impulse);
  }
  for (int i = 0; i < IMPACT_COUNT; i++) {
    solve(&problems[i], NULL, &answer);
    solve(&problems[i], &VS, &outcome);
    vs[i] = impulse_error(outcome.impulse, answer.impulse);
    steps += outcome.steps;
  }
  double exact_median = bench_median(exact, CASE_COUNT), vs_median = bench_median(vs, IMPACT_COUNT);
  row->error = exact[CASE_COUNT - 1];
  bench_note(row,
             "  median error: carom %.1e (%d stored cases), VS %.1e (random impacts; worst %.1e): a factor of %.0e "
             "(bar 1e+08).\n",
             exact_median, CASE_COUNT, vs_median, vs[IMPACT_COUNT - 1], vs_median / fmax(exact_median, 0x1p-53));
  bench_note(row, "  VS makes %.1f steps an impact.\n", steps / IMPACT_COUNT);
}

static double time_of_one(const carom_spatial_problem* problem, const carom_spatial_scheme_options* options) {
  enum { CALLS = 200, REPEATS = 20 };
  double best = HUGE_VAL;
  for (int repeat = 0; repeat < REPEATS; repeat++) {
    carom_spatial_outcome outcome;
    double start = bench_now();
    for (int i = 0; i < CALLS; i++) {
      solve(problem, options, &outcome);
    }
    best = fmin(best, bench_since(start) / CALLS);
  }
  return best;
}

static void note_column(bench_row* row, const char* word, const spatial_case* c,
                        const carom_spatial_scheme_options* options) {
  carom_spatial_outcome outcome;
  solve(&c->problem, options, &outcome);
  double error = carom_vec3_norm(carom_vec3_sub(outcome.impulse, c->impulse));
  bench_note(row, "    %-5s %4d steps, error %.1e N s, %6.2f us\n", word, outcome.steps, error,
             1e-3 * time_of_one(&c->problem, options));
}

/// One half of table 1, with the fixed steps of the paper.
static void note_impact(bench_row* row, const char* name, double ni_step, double fs_step) {
  const carom_spatial_scheme_options ni = {.scheme = CAROM_SCHEME_NI, .step = ni_step};
  const carom_spatial_scheme_options fs = {.scheme = CAROM_SCHEME_FS, .step = fs_step};
  for (int i = 0; i < CASE_COUNT; i++) {
    const spatial_case* c = &spatial_cases[i];
    if (strcmp(c->name, name) == 0) {
      note_column(row, "NI", c, &ni);
      note_column(row, "FS", c, &fs);
      note_column(row, "VS", c, &VS);
      note_column(row, "carom", c, NULL);
    }
  }
}

bench_function bench_spatial_vs;

void bench_spatial_vs(bench_row* row) {
  row->name = "spatial/vs";
  row->baseline = "VS of JW16, in C";
  row->bar = 1;
  impacts_fill(problems, IMPACT_COUNT);
  measure_time(row);
  measure_error(row);
  bench_note(row, "  JW16 table 1, icosahedron on tetrahedron (the paper's steps: NI 107, FS 69, VS 29):\n");
  note_impact(row, "paper_fig3_4a_printedW", 0.00095, 0.001);
  bench_note(row, "  JW16 table 1, pin on ball (the paper's steps: NI 2586, FS 83, VS 29):\n");
  note_impact(row, "paper_pinball", 0.001, 0.002);
}
