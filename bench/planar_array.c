// Row planar/array: carom_planar_solve_array on random rods, all outputs wanted, against single calls on the same rods;
// planar/array/avx2 and planar/array/sse2 the same on narrower lanes.
#include <math.h>

#include "bench.h"
#include "carom/array.h"
#include "lanes.h"
#include "planar/lanes.h"
#include "rods.h"

/// Few enough for the cache, which is where the bar holds.
enum { ROD_COUNT = 1000, BLOCK_COUNT = 60, PASS_COUNT = 100, NUMBER_COUNT = 11 };

/// How many times faster than single calls.
static const double BAR = 2;

static carom_planar_problem problems[ROD_COUNT];
static int64_t laws[ROD_COUNT];
static double w_tt[ROD_COUNT], w_tn[ROD_COUNT], w_nn[ROD_COUNT], v_t[ROD_COUNT], v_n[ROD_COUNT];
static double e[ROD_COUNT], mu[ROD_COUNT], mu_static[ROD_COUNT];
static double numbers[NUMBER_COUNT][ROD_COUNT];
static uint8_t codes[3][ROD_COUNT];
static uint32_t bits[2][ROD_COUNT];

static void fill(void) {
  bench_random random = {.state = 1992};
  for (int i = 0; i < ROD_COUNT; ++i) {
    const rod r = rod_random(&random);
    const carom_planar_problem p = problems[i] = rod_problem(&r);
    w_tt[i] = p.w_tt;
    w_tn[i] = p.w_tn;
    w_nn[i] = p.w_nn;
    v_t[i] = p.v_t;
    v_n[i] = p.v_n;
    laws[i] = p.surface.law;
    e[i] = p.surface.e;
    mu[i] = p.surface.mu;
    mu_static[i] = p.surface.mu_static;
  }
}

static carom_in in(const double* column) {
  return (carom_in){column, sizeof *column};
}

static carom_out out(int number) {
  return (carom_out){numbers[number], sizeof *numbers[number]};
}

static carom_planar_array columns(void) {
  return (carom_planar_array){
      .w = {{in(w_tt), in(w_tn)}, {in(w_tn), in(w_nn)}},
      .v = {in(v_t), in(v_n)},
      .surface = {.law = {laws, sizeof *laws}, .e = in(e), .mu = in(mu), .mu_static = in(mu_static)},
      .impulse = {out(0), out(1)},
      .velocity_after = {out(2), out(3)},
      .answer = {.impulse_n_compression = out(4),
                 .impulse_n_slip_end = out(5),
                 .stored = out(6),
                 .energy = {out(7), out(8), out(9), out(10)},
                 .model = {codes[0], sizeof *codes[0]},
                 .mode = {codes[1], sizeof *codes[1]},
                 .flags = {bits[0], sizeof *bits[0]},
                 .status = {codes[2], sizeof *codes[2]},
                 .warnings = {bits[1], sizeof *bits[1]}}};
}

/// Each block returns nanoseconds per impact. The sum keeps the compiler from dropping the work.
static double array_block(const carom_planar_array* array, double* sum) {
  const double start = bench_now();
  for (int pass = 0; pass < PASS_COUNT; ++pass) *sum += (double)carom_planar_solve_array(array, 0, ROD_COUNT);
  return bench_since(start) / (PASS_COUNT * ROD_COUNT);
}

static double single_block(double* sum) {
  carom_planar_outcome outcome;
  const double start = bench_now();
  for (int pass = 0; pass < PASS_COUNT; ++pass)
    for (int i = 0; i < ROD_COUNT; ++i) {
      carom_planar_solve(&problems[i], &outcome, NULL);
      *sum += outcome.v_n;
    }
  return bench_since(start) / (PASS_COUNT * ROD_COUNT);
}

// The lanes alone, whatever their number.

static double lane_block(int lanes, double* sum) {
  enum { PARTS = ROD_COUNT / CAROM__PLANAR_PART };
  const double start = bench_now();
  for (int pass = 0; pass < PASS_COUNT; ++pass)
    for (int k = 0, i = 0; k < PARTS; ++k, i += CAROM__PLANAR_PART) {
      const carom__planar_part part = {CAROM__PLANAR_PART,
                                       w_tt + i,
                                       w_tn + i,
                                       w_tn + i,
                                       w_nn + i,
                                       v_t + i,
                                       v_n + i,
                                       e + i,
                                       mu + i,
                                       mu_static + i,
                                       laws + i,
                                       numbers[0] + i,
                                       numbers[1] + i,
                                       numbers[2] + i,
                                       numbers[3] + i,
                                       numbers[4] + i,
                                       numbers[5] + i,
                                       numbers[6] + i,
                                       numbers[7] + i,
                                       numbers[8] + i,
                                       numbers[10] + i,
                                       codes[1] + i,
                                       bits[0] + i,
                                       bits[1] + i};
      uint64_t solved;
      if (!carom__planar_lanes_solve_with(lanes, &part, &solved)) return (double)NAN;
      *sum += (double)(solved & 1);
    }
  return bench_since(start) / (PASS_COUNT * PARTS * CAROM__PLANAR_PART);
}

static void note_lanes(bench_row* row) {
  double sum = 0;
  bench_note(row, "  lanes alone:");
  for (int lanes = 2; lanes <= 8; lanes *= 2) {
    double ns = HUGE_VAL;
    for (int i = 0; i < BLOCK_COUNT; ++i) ns = fmin(ns, lane_block(lanes, &sum));
    if (isfinite(ns))
      bench_note(row, " %d: %.1f ns;", lanes, ns);
    else
      bench_note(row, " %d: this processor has none;", lanes);
  }
  bench_note(row, " two lanes do without fma here (check sum %.6g).\n", sum);
}

/// Blocks take turns, so that a noisy moment of the machine hits both sides.
static void measure_time(bench_row* row) {
  const carom_planar_array all = columns();
  carom_planar_array few = {.impulse = {all.impulse[0], all.impulse[1]}, .answer = {.status = all.answer.status}};
  for (int i = 0; i < 4; ++i) few.w[i / 2][i % 2] = all.w[i / 2][i % 2];
  few.v[0] = all.v[0];
  few.v[1] = all.v[1];
  few.surface = all.surface;
  double sum = 0, least = HUGE_VAL;
  row->ns = row->baseline_ns = HUGE_VAL;
  for (int i = 0; i < BLOCK_COUNT; ++i) {
    row->ns = fmin(row->ns, array_block(&all, &sum));
    row->baseline_ns = fmin(row->baseline_ns, single_block(&sum));
    least = fmin(least, array_block(&few, &sum));
  }
  bench_note(
      row,
      "  time: %.1f ns an impact with all %d outputs, %.1f with impulse and status alone, %.1f for single calls.\n"
      "  best of %d blocks of %d passes over %d rods (check sum %.6g).\n",
      row->ns, NUMBER_COUNT + 5, least, row->baseline_ns, BLOCK_COUNT, PASS_COUNT, ROD_COUNT, sum);
}

static void measure_error(bench_row* row) {
  row->error = 0;
  for (int i = 0; i < ROD_COUNT; ++i) {
    carom_planar_outcome o;
    carom_planar_solve(&problems[i], &o, NULL);
    row->error = fmax(row->error, fabs(o.impulse_t - numbers[0][i]) + fabs(o.impulse_n - numbers[1][i]));
  }
  bench_note(row, "  error: against the single calls.\n");
}

static void measure(bench_row* row, const char* name, int lanes) {
  row->name = name;
  if (lanes > 0 && !bench_has_lanes(lanes)) return;
  row->baseline = "carom_planar_solve";
  if (lanes != 2) row->bar = BAR;
  fill();
  bench_lanes = lanes;
  measure_time(row);
  measure_error(row);
  if (lanes == 0) note_lanes(row);
  if (lanes == 2)
    bench_note(
        row,
        "  no bar: two lanes are for processors without fma, which emulate it; single calls have it here. Without "
        "it\n  (fma taken out of solve.c and of glibc) single calls took 930 ns on the machine of these 99 ns.\n");
  bench_lanes = 0;
}

bench_function bench_planar_array, bench_planar_array_avx2, bench_planar_array_sse2;

void bench_planar_array(bench_row* row) {
  measure(row, "planar/array", 0);
}

void bench_planar_array_avx2(bench_row* row) {
  measure(row, "planar/array/avx2", 4);
}

void bench_planar_array_sse2(bench_row* row) {
  measure(row, "planar/array/sse2", 2);
}
