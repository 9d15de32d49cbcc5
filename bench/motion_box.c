// Row motion/box: ten seconds of a thrown box with friction, against ODE at 1000 steps a second: the median of sixteen
// throws, each of which tumbles, rattles and comes to rest. The note tells how far they lie apart.
#include <math.h>

#include "thrown.h"

enum { THROW_COUNT = 16, BLOCK_COUNT = 3 };

static thrown t;

static ode_thing throw_box(bench_random* random) {
  const carom_vec3 axis = {bench_uniform(random, -1, 1), bench_uniform(random, -1, 1), 1};
  const double half = bench_uniform(random, 0, 1.5), scale = sin(half) / carom_vec3_norm(axis);
  ode_thing box = {.mass = 6, .half = {0.1, 0.15, 0.2}, .position = {0, 0, 0.8}, .e = 0.4, .mu = 0.5};
  box.orientation = (carom_quat){cos(half), scale * axis.x, scale * axis.y, scale * axis.z};
  box.velocity = (carom_vec3){bench_uniform(random, -2, 2), bench_uniform(random, -2, 2), bench_uniform(random, -1, 1)};
  box.spin = (carom_vec3){bench_uniform(random, -6, 6), bench_uniform(random, -6, 6), bench_uniform(random, -6, 6)};
  return box;
}

static double best_of(const ode_thing* box, double* ledger) {
  double best = HUGE_VAL;
  if (!thrown_make(&t, box, 10)) return best;
  for (int i = 0; i < BLOCK_COUNT; ++i) best = fmin(best, thrown_move(&t));
  const double lost = t.run.impact_loss + t.run.friction_loss;
  *ledger = fmax(*ledger, fabs(t.run.energy_start - lost - carom_motion_energy(&t.run)) / t.run.energy_start);
  thrown_free(&t);
  return best;
}

bench_function bench_motion_box;

void bench_motion_box(bench_row* row) {
  bench_random random = {.state = 7};
  double carom[THROW_COUNT], ode[THROW_COUNT], least = HUGE_VAL, most = 0;
  row->name = "motion/box";
  row->bar = 1;
  row->error = 0;
  for (int i = 0; i < THROW_COUNT; ++i) {
    const ode_thing box = throw_box(&random);
    carom[i] = best_of(&box, &row->error);
    least = fmin(least, carom[i]);
    most = fmax(most, carom[i]);
    ode[i] = ode_motion_exists() ? thrown_by_ode(&box, 10, 1e-3) : (double)NAN;
  }
  row->ns = bench_median(carom, THROW_COUNT);
  if (ode_motion_exists()) {
    row->baseline = "ODE at 1 kHz";
    row->baseline_ns = bench_median(ode, THROW_COUNT);
  }
  bench_note(row, "  median of %d throws; the shortest took %.3g ms, the longest %.3g ms.\n", THROW_COUNT, 1e-6 * least,
             1e-6 * most);
  bench_note(row, "  error: worst ledger of energy at the end.\n");
}
