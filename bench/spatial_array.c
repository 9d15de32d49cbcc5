// Row spatial/array: carom_spatial_solve_array on random impacts in space, against the general path, one by one, on the
// same impacts; spatial/array/avx2 and spatial/array/sse2 the same on narrower lanes; and how the lanes alone do.
#include <math.h>

#include "bench.h"
#include "carom/array.h"
#include "impacts.h"
#include "lanes.h"
#include "spatial/lanes.h"

enum { IMPACT_COUNT = 2000, BLOCK_COUNT = 25 };

/// How many times faster, with lanes of AVX2 or more and with those of SSE2.
static const double BAR = 2.5, NARROW_BAR = 1.8;

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

static double general_block(double* sum) {
  carom_spatial_outcome outcome;
  const double start = bench_now();
  for (int i = 0; i < IMPACT_COUNT; ++i) {
    carom__spatial_solve_general(&problems[i], &outcome, NULL, NULL);
    *sum += outcome.v.z;
  }
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

// The lanes alone, whatever their number.

static bool read_row(void* context, ptrdiff_t row, carom__lane_row* out) {
  (void)context;
  return carom__lane_row_of(&problems[row], out);
}

static void answer_row(void* context, ptrdiff_t row, const carom_spatial_outcome* outcome) {
  (void)row;
  *(double*)context += outcome->v.z;
}

static void leave_row(void* context, ptrdiff_t row) {
  carom_spatial_outcome outcome;
  carom__spatial_solve_general(&problems[row], &outcome, NULL, NULL);
  *(double*)context += outcome.v.z;
}

/// NaN where the processor has no such lanes.
static double lane_block(int lanes, double* sum) {
  const carom__lane_job job = {
      .context = sum, .count = IMPACT_COUNT, .read = read_row, .answer = answer_row, .rest = leave_row};
  const double start = bench_now();
  return carom__lanes_solve_with(lanes, &job) ? bench_since(start) / IMPACT_COUNT : (double)NAN;
}

static void note_lanes(bench_row* row) {
  double sum = 0, lane_ns[4] = {HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL};
  for (int i = 0; i < BLOCK_COUNT; ++i)
    for (int k = 0; k < 4; ++k) lane_ns[k] = fmin(lane_ns[k], lane_block(1 << k, &sum));
  bench_note(row, "  lanes alone:");
  for (int k = 0; k < 4; ++k)
    if (isfinite(lane_ns[k]))
      bench_note(row, " %d: %.0f ns, ratio %.2f;", 1 << k, lane_ns[k], row->baseline_ns / lane_ns[k]);
    else
      bench_note(row, " %d: this processor has none;", 1 << k);
  bench_note(row, " (check sum %.6g)\n", sum);
}

/// Blocks take turns, so that a noisy moment of the machine hits all sides.
static void measure_time(bench_row* row) {
  const carom_spatial_array array = columns();
  double sum = 0, single = HUGE_VAL;
  row->ns = row->baseline_ns = HUGE_VAL;
  for (int i = 0; i < BLOCK_COUNT; ++i) {
    row->ns = fmin(row->ns, array_block(&array, &sum));
    row->baseline_ns = fmin(row->baseline_ns, general_block(&sum));
    single = fmin(single, single_block(&sum));
  }
  bench_note(row, "  time: single calls take %.0f ns; best of %d blocks of %d random impacts (check sum %.6g).\n",
             single, BLOCK_COUNT, IMPACT_COUNT, sum);
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

static void measure(bench_row* row, const char* name, int lanes) {
  row->name = name;
  if (lanes > 0 && !bench_has_lanes(lanes)) return;
  row->baseline = "general path, one by one";
  if (lanes != 2) row->bar = bench_has_lanes(4) ? BAR : NARROW_BAR;
  fill();
  bench_lanes = lanes;
  measure_time(row);
  measure_error(row);
  if (lanes == 0) note_lanes(row);
  if (lanes == 2 && bench_has_lanes(4))
    bench_note(
        row,
        "  no bar: the general path has AVX2 here. Without it (taken out of taylor.c) it took 3490 ns on the machine "
        "of\n  1175 ns with two lanes, a ratio of 2.97 (bar %.2g).\n",
        NARROW_BAR);
  bench_lanes = 0;
}

bench_function bench_spatial_array, bench_spatial_array_avx2, bench_spatial_array_sse2;

void bench_spatial_array(bench_row* row) {
  measure(row, "spatial/array", 0);
}

void bench_spatial_array_avx2(bench_row* row) {
  measure(row, "spatial/array/avx2", 4);
}

void bench_spatial_array_sse2(bench_row* row) {
  measure(row, "spatial/array/sse2", 2);
}
