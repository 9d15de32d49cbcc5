// Row compliant/exact: carom_compliant_solve on random impacts with tangential compliance, against what the paper does:
// Euler steps in the normal impulse, as many as a median error of 1e-4 needs.
#include <math.h>
#include <stddef.h>

#include "bench.h"
#include "carom/compliant.h"
#include "compliant/impulse_road.h"
#include "compliant/second_road.h"
#include "compliant_cases.h"
#include "impacts.h"

enum {
  IMPACT_COUNT = 301,
  BLOCK_COUNT = 7,
  PASS_COUNT = 20,  // calls of carom a block and impact, so that the clock's own time does not count
  BASELINE_BLOCKS = 2,
  STIFF_COUNT = 100000,
  STIFF_TRIES = 3,  // the best of them: a single call is easily interrupted
  CASE_COUNT = sizeof compliant_cases / sizeof *compliant_cases
};

static const double BASELINE_ERROR = 1e-4, STIFFEST = 1e6;

static carom_compliant_problem problems[IMPACT_COUNT];
static carom_vec3 answers[IMPACT_COUNT];  // of the general integrator

/// An impact of two free bodies of one material: Stronge's law, Poisson's ratio from 0 to 0.5.
static carom_compliant_problem compliant_random(bench_random* random) {
  const carom_spatial_problem rigid = impact_random(random);
  carom_compliant_problem p = {.w = rigid.w, .v = rigid.v, .surface = rigid.surface};
  p.surface.law = CAROM_LAW_STRONGE;
  p.surface.eta2 = carom_eta2_from_poisson_ratio(bench_uniform(random, 0, 0.5));
  return p;
}

static carom_vec3 solve(const carom_compliant_problem* p) {
  carom_compliant_outcome outcome;
  if (carom_compliant_solve(p, &outcome, NULL) != CAROM_OK) return (carom_vec3){HUGE_VAL, 0, 0};
  return outcome.impulse;
}

static void take_worst(double error, const char* name, bench_row* row, const char** where) {
  if (error <= row->error) return;
  row->error = error;
  *where = name;
}

/// Fills the sample; the impacts that the general integrator cannot finish are left out.
static void prepare(void) {
  bench_random random = {.state = 2010};
  for (int i = 0; i < IMPACT_COUNT;) {
    spring_road road;
    problems[i] = compliant_random(&random);
    if (spring_road_solve(&problems[i], CAROM_COMPLIANT_EXACT, 1e-14, &road) != CAROM_OK || road.accumulates) continue;
    answers[i++] = road.impulse;
  }
}

static void measure_error(bench_row* row) {
  const char* where = "";
  row->error = 0;
  for (int i = 0; i < CASE_COUNT; i++) {
    const compliant_case* c = &compliant_cases[i];
    take_worst(impulse_error(solve(&c->problem), c->impulse), c->name, row, &where);
  }
  const double stored = row->error;
  for (int i = 0; i < IMPACT_COUNT; i++) {
    take_worst(impulse_error(solve(&problems[i]), answers[i]), "a random impact", row, &where);
  }
  bench_note(
      row,
      "  error: worst of %d stored cases (%.1e) and of %d random impacts against Dormand-Prince 8(5,3) at 1e-14; "
      "at '%s'.\n",
      CASE_COUNT, stored, IMPACT_COUNT, where);
}

static double baseline_error(const carom_compliant_problem* p, carom_vec3 want, long steps) {
  impulse_road road;
  if (impulse_road_solve(p, steps, &road) != CAROM_OK) return HUGE_VAL;
  return impulse_error(road.impulse, want);
}

static double median_baseline_error(long steps) {
  double errors[IMPACT_COUNT];
  for (int i = 0; i < IMPACT_COUNT; i++) {
    errors[i] = baseline_error(&problems[i], answers[i], steps);
  }
  return bench_median(errors, IMPACT_COUNT);
}

/// The fewest steps, to 3 %, with which the median error is 1e-4: doubled until they suffice, then halved in between.
static long baseline_steps(void) {
  double few = 100, enough = 200;
  while (median_baseline_error((long)enough) > BASELINE_ERROR && enough < 1e6) {
    few = enough;
    enough *= 2;
  }
  while (enough > 1.03 * few) {
    const double middle = sqrt(few * enough);
    if (median_baseline_error((long)middle) > BASELINE_ERROR) {
      few = middle;
    } else {
      enough = middle;
    }
  }
  return (long)enough;
}

static double exact_time(const carom_compliant_problem* p, double* sum) {
  const double start = bench_now();
  for (int pass = 0; pass < PASS_COUNT; pass++) {
    *sum += solve(p).x;
  }
  return bench_since(start) / PASS_COUNT;
}

static double baseline_time(const carom_compliant_problem* p, long steps, double* sum) {
  impulse_road road;
  const double start = bench_now();
  impulse_road_solve(p, steps, &road);
  *sum += road.impulse.x;
  return bench_since(start);
}

/// Both take turns on each impact, so that a noisy moment of the machine hits both sides.
static void measure_time(bench_row* row) {
  static double exact[IMPACT_COUNT], baseline[IMPACT_COUNT];
  const long steps = baseline_steps();
  double sum = 0;
  for (int i = 0; i < IMPACT_COUNT; i++) {
    exact[i] = baseline[i] = HUGE_VAL;
    for (int block = 0; block < BLOCK_COUNT; block++) {
      exact[i] = fmin(exact[i], exact_time(&problems[i], &sum));
      if (block < BASELINE_BLOCKS) baseline[i] = fmin(baseline[i], baseline_time(&problems[i], steps, &sum));
    }
  }
  row->ns = bench_median(exact, IMPACT_COUNT);
  row->baseline_ns = bench_median(baseline, IMPACT_COUNT);
  bench_note(row,
             "  time: median of %d random impacts, each the best of %d blocks (check sum %.6g); 90 %% are below "
             "%.1f us.\n  The baseline takes %ld steps for the compression of one body alone.\n",
             IMPACT_COUNT, BLOCK_COUNT, sum, 1e-3 * exact[IMPACT_COUNT * 9 / 10], steps);
}

/// |v_t| = a mu eta2 |v_n| with a up to a million: slip whose direction follows v_t ever faster.
static void measure_stiff(bench_row* row) {
  static double times[STIFF_COUNT];
  bench_random random = {.state = 1000000};
  int failures = 0;
  for (int i = 0; i < STIFF_COUNT; i++) {
    carom_compliant_problem p = compliant_random(&random);
    const double a = exp(bench_uniform(&random, log(0.1), log(STIFFEST)));
    const double factor = a * p.surface.mu * p.surface.eta2 * -p.v.z / hypot(p.v.x, p.v.y);
    p.v.x *= factor;
    p.v.y *= factor;
    times[i] = HUGE_VAL;
    for (int k = 0; k < STIFF_TRIES; k++) {
      carom_compliant_outcome outcome;
      const double start = bench_now();
      const carom_status status = carom_compliant_solve(&p, &outcome, NULL);
      times[i] = fmin(times[i], bench_since(start));
      failures += status != CAROM_OK && k == 0;
    }
  }
  const double median = bench_median(times, STIFF_COUNT);
  bench_note(row,
             "  %d random impacts with |v_t|/(mu eta2 |v_n|) from 0.1 to %.0e: median %.1f us, 99.9 %% below %.1f us, "
             "worst %.1f us; %d failures.\n",
             STIFF_COUNT, STIFFEST, 1e-3 * median, 1e-3 * times[STIFF_COUNT * 999 / 1000],
             1e-3 * times[STIFF_COUNT - 1], failures);
}

bench_function bench_compliant_exact;

void bench_compliant_exact(bench_row* row) {
  row->name = "compliant/exact";
  row->baseline = "Euler in impulse, 1e-4";
  row->bar = 50;
  prepare();
  measure_error(row);
  measure_time(row);
  measure_stiff(row);
}
