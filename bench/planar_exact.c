// Row planar/exact: carom_planar_solve on random rods, against one collision step of ODE on the same rods.
#include <math.h>
#include <string.h>

#include "bench.h"
#include "carom/planar.h"
#include "planar_cases.h"
#include "rods.h"

/// carom passes several times over the rods in a block: one pass is over before the processor has its data and branches
/// back from the block of ODE, which is a hundred times longer.
enum { ROD_COUNT = 20000, BLOCK_COUNT = 25, PASS_COUNT = 8 };

static rod rods[ROD_COUNT];
static carom_planar_problem problems[ROD_COUNT];

static double case_error(const planar_case* c) {
  carom_planar_outcome outcome;
  if (carom_planar_solve(&c->problem, &outcome, NULL) != CAROM_OK) {
    return HUGE_VAL;
  }
  double off = fmax(fabs(outcome.impulse_t - c->impulse_t), fabs(outcome.impulse_n - c->impulse_n));
  double size = fmax(fabs(c->impulse_t), fabs(c->impulse_n));
  return off > 0 ? off / size : 0;
}

/// The worst error over all cases, and how much of it is due to the one whose matrix is nearly singular.
static void measure_error(bench_row* row) {
  const size_t count = sizeof planar_cases / sizeof *planar_cases;
  double worst = 0, regular = 0;
  const char* where = planar_cases[0].name;
  for (size_t i = 0; i < count; i++) {
    double error = case_error(&planar_cases[i]);
    if (error > worst) {
      worst = error;
      where = planar_cases[i].name;
    }
    if (!strstr(planar_cases[i].name, "singular")) {
      regular = fmax(regular, error);
    }
  }
  row->error = worst;
  bench_note(row, "  error: worst of %zu stored cases, at '%s'; %.1e without the nearly singular ones.\n", count, where,
             regular);
}

static void fill(void) {
  bench_random random = {.state = 1992};
  for (int i = 0; i < ROD_COUNT; i++) {
    rods[i] = rod_random(&random);
    problems[i] = rod_problem(&rods[i]);
  }
}

/// Each block returns nanoseconds per impact. The sum keeps the compiler from dropping the work.
static double carom_block(double* sum) {
  carom_planar_outcome outcome;
  double start = bench_now();
  for (int pass = 0; pass < PASS_COUNT; pass++) {
    for (int i = 0; i < ROD_COUNT; i++) {
      carom_planar_solve(&problems[i], &outcome, NULL);
      *sum += outcome.v_n;
    }
  }
  return bench_since(start) / (PASS_COUNT * ROD_COUNT);
}

static double ode_block(double* sum) {
  double vx, vy, spin;
  double start = bench_now();
  for (int i = 0; i < ROD_COUNT; i++) {
    ode_step(&rods[i], &vx, &vy, &spin);
    *sum += vy;
  }
  return bench_since(start) / ROD_COUNT;
}

static double place_block(void) {
  double start = bench_now();
  for (int i = 0; i < ROD_COUNT; i++) {
    ode_place(&rods[i]);
  }
  return bench_since(start) / ROD_COUNT;
}

/// Blocks take turns, so that a noisy moment of the machine hits both sides.
static void measure_time(bench_row* row, bool has_ode) {
  double sum = 0, step = HUGE_VAL, place = HUGE_VAL;
  row->ns = HUGE_VAL;
  for (int i = 0; i < BLOCK_COUNT; i++) {
    row->ns = fmin(row->ns, carom_block(&sum));
    if (has_ode) {
      step = fmin(step, ode_block(&sum));
      place = fmin(place, place_block());
    }
  }
  bench_note(row,
             "  time: best of %d blocks of %d random rods (check sum %.6g); warm: carom makes %d passes a block.\n",
             BLOCK_COUNT, ROD_COUNT, sum, PASS_COUNT);
  if (has_ode) {
    row->baseline_ns = step - place;
    bench_note(row, "  ODE: %.0f ns a step, less %.0f ns to put the rod into its world.\n", step, place);
  }
}

static void count_modes(bench_row* row) {
  int counts[CAROM_PLANAR_R_REVERSED + 1] = {0};
  for (int i = 0; i < ROD_COUNT; i++) {
    carom_planar_outcome outcome;
    if (carom_planar_solve(&problems[i], &outcome, NULL) == CAROM_OK) {
      counts[outcome.mode]++;
    }
  }
  bench_note(row, "  modes:");
  for (int mode = 0; mode <= CAROM_PLANAR_R_REVERSED; mode++) {
    bench_note(row, " %s %d%s", carom_planar_mode_word((carom_planar_mode)mode), counts[mode],
               mode < CAROM_PLANAR_R_REVERSED ? "," : ".\n");
  }
}

/// A gain below this part of the energy is taken for rounding.
static const double GAIN = 1e-9;

static bool carom_gains(rod r) {
  r.surface.law = CAROM_LAW_STRONGE;
  carom_planar_problem problem = rod_problem(&r);
  carom_planar_outcome outcome;
  carom_planar_solve(&problem, &outcome, NULL);
  return outcome.energy.change > GAIN * rod_energy(r.vx, r.vy, r.spin);
}

static bool ode_gains(rod r) {
  double vx, vy, spin;
  ode_step(&r, &vx, &vy, &spin);
  return rod_energy(vx, vy, spin) > (1 + GAIN) * rod_energy(r.vx, r.vy, r.spin);
}

static void count_gains(bench_row* row, bool has_ode) {
  int carom = 0, ode = 0;
  for (int i = 0; i < ROD_COUNT; i++) {
    rod r = rods[i];
    r.surface.e = 1;
    carom += carom_gains(r);
    ode += has_ode && ode_gains(r);
  }
  bench_note(row, "  energy gained at e = 1: carom (Stronge) %d of %d rods", carom, ROD_COUNT);
  if (has_ode) {
    bench_note(row, ", ODE %d", ode);
  }
  bench_note(row, ".\n");
}

bench_function bench_planar_exact;

void bench_planar_exact(bench_row* row) {
  row->name = "planar/exact";
  row->bar = 40;
  fill();
  bool has_ode = ode_open();
  if (has_ode) {
    row->baseline = "ODE contact joint, QuickStep";
  } else {
    bench_note(row, "  NO BASELINE: ODE (libode-dev) is not installed, so there is nothing to compare with.\n");
  }
  measure_error(row);
  measure_time(row, has_ode);
  count_modes(row);
  count_gains(row, has_ode);
  ode_close();
}
