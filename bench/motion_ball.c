// Row motion/ball: ten seconds of a ball that is dropped and bounces until it rests, against ODE at 100 steps a second,
// its usual rate. The note tells what a long roll takes.
#include <math.h>

#include "thrown.h"

enum { BLOCK_COUNT = 15 };

static thrown t;

static const ode_thing dropped = {.mass = 0.6,
                                  .radius = 0.1,
                                  .position = {0, 0, 1.1},
                                  .velocity = {1, 0, 0},
                                  .orientation = {1, 0, 0, 0},
                                  .e = 0.8,
                                  .mu = 0.2};

/// Heights of the bounces are known: e^2 of the one before. Here the time of the fifth impact.
static double error_of_fifth(void) {
  double known = sqrt(2 * 1.0 / 9.81), speed = 9.81 * known;
  for (int i = 1; i < 5; ++i) known += 2 * (speed *= dropped.e) / 9.81;
  int impacts = 0;
  carom_status status = carom_motion_start(&t.run, &t.mover, &t.motion, t.state, t.workspace, NULL);
  while (status == CAROM_OK && impacts < 5 && t.run.happened != CAROM_MOTION_ENDED) {
    status = carom_motion_step(&t.run, NULL);
    if (t.run.happened == CAROM_MOTION_IMPACT) impacts += t.run.impact_count;
  }
  return impacts == 5 ? fabs(t.run.t - known) / known : HUGE_VAL;
}

static void describe_roll(bench_row* row) {
  ode_thing rolling = dropped;
  rolling.position.z = rolling.radius;
  rolling.velocity = (carom_vec3){3, 1, 0};
  rolling.spin = (carom_vec3){0, 0, 40};
  if (!thrown_make(&t, &rolling, 100)) return;
  double best = HUGE_VAL;
  for (int i = 0; i < 3; ++i) best = fmin(best, thrown_move(&t));
  bench_note(row, "  a ball that slides and then rolls for 100 s: %.3g ms (it should be below 50).\n", 1e-6 * best);
  thrown_free(&t);
}

bench_function bench_motion_ball;

void bench_motion_ball(bench_row* row) {
  row->name = "motion/ball";
  row->bar = 5;
  row->ns = HUGE_VAL;
  if (!thrown_make(&t, &dropped, 10)) return;
  if (ode_motion_exists()) {
    row->baseline = "ODE at 100 Hz";
    row->baseline_ns = HUGE_VAL;
  }
  for (int i = 0; i < BLOCK_COUNT; ++i) {
    row->ns = fmin(row->ns, thrown_move(&t));
    if (ode_motion_exists()) row->baseline_ns = fmin(row->baseline_ns, thrown_by_ode(&dropped, 10, 0.01));
  }
  bench_note(row, "  ten seconds, %ld events, best of %d.\n", t.run.event_total, BLOCK_COUNT);
  row->error = error_of_fifth();
  bench_note(row, "  error: time of the fifth impact, against the closed form.\n");
  thrown_free(&t);
  describe_roll(row);
}
