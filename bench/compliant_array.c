// Row compliant/array: carom_compliant_solve_array on random impacts on springs, against single calls on the same ones.
#include <math.h>

#include "bench.h"
#include "carom/array.h"
#include "impacts.h"

enum { IMPACT_COUNT = 500, BLOCK_COUNT = 15 };

/// What the array, which goes through the door, may cost over the single calls: a tenth.
static const double BAR = 1 / 1.1;

static carom_compliant_problem problems[IMPACT_COUNT];
static carom_vec3 impulses[IMPACT_COUNT], velocities[IMPACT_COUNT];
static uint8_t statuses[IMPACT_COUNT];

static void fill(void) {
  bench_random random = {.state = 2010};
  for (int i = 0; i < IMPACT_COUNT; ++i) {
    const carom_spatial_problem rigid = impact_random(&random);
    problems[i] = (carom_compliant_problem){.w = rigid.w, .v = rigid.v, .surface = rigid.surface};
    problems[i].surface.law = CAROM_LAW_STRONGE;
    problems[i].surface.eta2 = carom_eta2_from_poisson_ratio(bench_uniform(&random, 0, 0.5));
  }
}

static carom_in in(const double* member) {
  return (carom_in){member, sizeof *problems};
}

static carom_out out(double* member) {
  return (carom_out){member, sizeof(carom_vec3)};
}

/// The problems and answers are arrays of structs.
static carom_compliant_array columns(void) {
  const carom_surface* surface = &problems->surface;
  carom_compliant_array a = {.v = {in(&problems->v.x), in(&problems->v.y), in(&problems->v.z)},
                             .surface = {.e = in(&surface->e), .mu = in(&surface->mu), .eta2 = in(&surface->eta2)},
                             .impulse = {out(&impulses->x), out(&impulses->y), out(&impulses->z)},
                             .velocity_after = {out(&velocities->x), out(&velocities->y), out(&velocities->z)},
                             .answer = {.status = {statuses, sizeof *statuses}}};
  for (int i = 0; i < 9; ++i) a.w[i / 3][i % 3] = in(&problems->w.m[i / 3][i % 3]);
  return a;
}

/// Each block returns nanoseconds per impact. The sum keeps the compiler from dropping the work.
static double array_block(const carom_compliant_array* array, double* sum) {
  const double start = bench_now();
  *sum += (double)carom_compliant_solve_array(array, 0, IMPACT_COUNT);
  return bench_since(start) / IMPACT_COUNT;
}

static double single_block(double* sum) {
  carom_compliant_outcome outcome;
  const double start = bench_now();
  for (int i = 0; i < IMPACT_COUNT; ++i) {
    carom_compliant_solve(&problems[i], &outcome, NULL);
    *sum += outcome.v.z;
  }
  return bench_since(start) / IMPACT_COUNT;
}

/// Blocks take turns, so that a noisy moment of the machine hits both sides.
static void measure_time(bench_row* row) {
  const carom_compliant_array array = columns();
  double sum = 0;
  row->ns = row->baseline_ns = HUGE_VAL;
  for (int i = 0; i < BLOCK_COUNT; ++i) {
    row->ns = fmin(row->ns, array_block(&array, &sum));
    row->baseline_ns = fmin(row->baseline_ns, single_block(&sum));
  }
  bench_note(row, "  time: %.0f ns over the single calls; best of %d blocks of %d random impacts (check sum %.6g).\n",
             row->ns - row->baseline_ns, BLOCK_COUNT, IMPACT_COUNT, sum);
}

static void measure_error(bench_row* row) {
  row->error = 0;
  for (int i = 0; i < IMPACT_COUNT; ++i) {
    carom_compliant_outcome o;
    carom_compliant_solve(&problems[i], &o, NULL);
    row->error = fmax(row->error, impulse_error(impulses[i], o.impulse));
  }
  bench_note(row, "  error: against the single calls.\n");
}

bench_function bench_compliant_array;

void bench_compliant_array(bench_row* row) {
  row->name = "compliant/array";
  row->baseline = "carom_compliant_solve";
  row->bar = BAR;
  fill();
  measure_time(row);
  measure_error(row);
}
