// Row spatial/array: carom_spatial_solve_array on random impacts in space, against single calls on the same impacts.
#include <math.h>

#include "bench.h"
#include "carom/array.h"
#include "impacts.h"

enum { IMPACT_COUNT = 2000, BLOCK_COUNT = 25 };

/// What the array, which goes through the door, may cost over the single calls: a tenth.
static const double BAR = 1 / 1.1;

static carom_spatial_problem problems[IMPACT_COUNT];
static int64_t laws[IMPACT_COUNT];
static carom_vec3 impulses[IMPACT_COUNT], velocities[IMPACT_COUNT];
static carom_energy energies[IMPACT_COUNT];
static uint8_t statuses[IMPACT_COUNT];

static void fill(void) {
  impacts_fill(problems, IMPACT_COUNT);
  for (int i = 0; i < IMPACT_COUNT; ++i) laws[i] = problems[i].surface.law;
}

static carom_in in(const double* member) {
  return (carom_in){member, sizeof *problems};
}

static carom_out number(double* member) {
  return (carom_out){member, sizeof(carom_vec3)};
}

static carom_out joule(double* member) {
  return (carom_out){member, sizeof(carom_energy)};
}

/// The problems and answers are arrays of structs.
static carom_spatial_array columns(void) {
  carom_spatial_array a = {
      .v = {in(&problems->v.x), in(&problems->v.y), in(&problems->v.z)},
      .surface = {.law = {laws, sizeof *laws}, .e = in(&problems->surface.e), .mu = in(&problems->surface.mu)},
      .impulse = {number(&impulses->x), number(&impulses->y), number(&impulses->z)},
      .velocity_after = {number(&velocities->x), number(&velocities->y), number(&velocities->z)},
      .answer = {.energy = {joule(&energies->friction), joule(&energies->restitution), joule(&energies->spring),
                            joule(&energies->change)},
                 .status = {statuses, sizeof *statuses}}};
  for (int i = 0; i < 9; ++i) a.w[i / 3][i % 3] = in(&problems->w.m[i / 3][i % 3]);
  return a;
}

/// Each block returns nanoseconds per impact. The sum keeps the compiler from dropping the work.
static double array_block(const carom_spatial_array* array, double* sum) {
  const double start = bench_now();
  *sum += (double)carom_spatial_solve_array(array, 0, IMPACT_COUNT);
  return bench_since(start) / IMPACT_COUNT;
}

static double single_block(double* sum) {
  carom_spatial_outcome outcome;
  const double start = bench_now();
  for (int i = 0; i < IMPACT_COUNT; ++i) {
    carom_spatial_solve(&problems[i], &outcome, NULL);
    *sum += outcome.v.z;
  }
  return bench_since(start) / IMPACT_COUNT;
}

/// Blocks take turns, so that a noisy moment of the machine hits both sides.
static void measure_time(bench_row* row) {
  const carom_spatial_array array = columns();
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
    carom_spatial_outcome o;
    carom_spatial_solve(&problems[i], &o, NULL);
    row->error = fmax(row->error, impulse_error(impulses[i], o.impulse));
  }
  bench_note(row, "  error: against the single calls.\n");
}

bench_function bench_spatial_array;

void bench_spatial_array(bench_row* row) {
  row->name = "spatial/array";
  row->baseline = "carom_spatial_solve";
  row->bar = BAR;
  fill();
  measure_time(row);
  measure_error(row);
}
