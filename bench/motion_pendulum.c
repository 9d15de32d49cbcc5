// Row motion/pendulum: ten seconds of a double pendulum over a floor (flight, impacts, chatter, then sliding to and
// fro), against the same model moved by CVODE of SUNDIALS with its root finding. The note tells what other motions
// cost.
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "bench.h"
#include "carom/motion.h"
#if defined(CAROM_BENCH_CVODE)
#include "motion/cvode_pendulum.h"
#endif

enum { BLOCK_COUNT = 9, PASS_COUNT = 10, MAX_LINKS = 5 };

/// A chain of unit bars, its floor, and where its run is kept.
typedef struct swing {
  carom_chain chain;
  carom_link links[MAX_LINKS];
  double angles[MAX_LINKS], rates[MAX_LINKS];
  carom_plane floor;
  carom_motion motion;
  carom_chain_mover prepared;
  carom_mover mover;
  double state[2 * MAX_LINKS];
} swing;

static swing pendulum;
static carom_motion_run run;
static double* workspace;

static void make_swing(swing* s, int links, double mu, double until) {
  *s = (swing){.motion = carom_motion_default(), .floor = {{0, -1.5, 0}, {0, 1, 0}, carom_surface_default()}};
  for (int i = 0; i < links; i++) s->links[i] = (carom_link){1, 1, 0.5, 1.0 / 12};
  s->angles[1] = 0.5;
  s->chain = (carom_chain){.link_count = links, .links = s->links, .angles = s->angles, .rates = s->rates};
  s->floor.surface.e = 0.5;
  s->floor.surface.mu = s->floor.surface.mu_static = mu;
  s->motion.until = until;
  s->motion.gravity = (carom_vec3){0, -9.81, 0};
  s->motion.planes = &s->floor;
  s->motion.plane_count = links == 2;  // longer chains swing freely
}

/// Moves to the end. False if something failed.
static bool move(swing* s) {
  carom_status status = carom_chain_prepare(&s->chain, &s->motion, &s->prepared, &s->mover, s->state, NULL);
  if (status == CAROM_OK) status = carom_motion_start(&run, &s->mover, &s->motion, s->state, workspace, NULL);
  while (status == CAROM_OK && run.happened != CAROM_MOTION_ENDED) status = carom_motion_step(&run, NULL);
  return status == CAROM_OK;
}

/// The state at 5 s from 40-digit arithmetic (tests/published/mor11_motion.c).
static double error_of(const double* q, const double* u) {
  const double known[4] = {-1.0946348322440323, -1.3893325923682686, -0.97588102944792615, 0.41069325791443588};
  double worst = 0;
  for (int i = 0; i < 2; i++) worst = fmax(worst, fmax(fabs(q[i] - known[i]), fabs(u[i] - known[2 + i])));
  return worst;
}

static double carom_block(double* sum) {
  make_swing(&pendulum, 2, 0.1, 10);
  const double start = bench_now();
  for (int pass = 0; pass < PASS_COUNT; pass++) *sum += move(&pendulum) ? run.state[0] : (double)NAN;
  return bench_since(start) / PASS_COUNT;
}

#if defined(CAROM_BENCH_CVODE)

static cvode_pendulum road;

static bool move_by_cvode(double until, double tolerance) {
  road =
      (cvode_pendulum){.q = {0, 0.5}, .floor = -1.5, .surface = pendulum.floor.surface, .until = until, .cutoff = 1e-6};
  road.tolerance = tolerance;
  return cvode_pendulum_run(&road);
}

static double baseline_block(double* sum) {
  const double start = bench_now();
  for (int pass = 0; pass < PASS_COUNT; pass++) *sum += move_by_cvode(10, 1e-12) ? road.q[0] : (double)NAN;
  return bench_since(start) / PASS_COUNT;
}

static void describe_baseline(bench_row* row) {
  if (!move_by_cvode(5, 1e-12)) return;
  bench_note(row, "  CVODE (Adams, tolerance 1e-12): error %.1e, %d impacts, the last hops lost in its own error.\n",
             error_of(road.q, road.u), road.impact_count);
}

#endif

static void measure_time(bench_row* row) {
  double sum = 0;
  row->ns = HUGE_VAL;
#if defined(CAROM_BENCH_CVODE)
  row->baseline = "CVODE with root finding";
  row->baseline_ns = HUGE_VAL;
#endif
  for (int i = 0; i < BLOCK_COUNT; i++) {
    row->ns = fmin(row->ns, carom_block(&sum));
#if defined(CAROM_BENCH_CVODE)
    row->baseline_ns = fmin(row->baseline_ns, baseline_block(&sum));
#endif
  }
  bench_note(row, "  time: ten seconds of the pendulum, mu = 0.1, best of %d blocks (check sum %.6g).\n", BLOCK_COUNT,
             sum);
}

static void measure_error(bench_row* row) {
  make_swing(&pendulum, 2, 0.1, 5);
  row->error = move(&pendulum) ? error_of(run.state, run.state + 2) : HUGE_VAL;
  bench_note(row, "  error: angles and rates after 5 s and %ld events, against 40 digits.\n", run.event_total);
}

static void describe_flight(bench_row* row) {
  bench_note(row, "  ten seconds of free swing:");
  for (int links = 2; links <= MAX_LINKS; links++) {
    make_swing(&pendulum, links, 0.1, 10);
    pendulum.motion.plane_count = 0;
    double best = HUGE_VAL;
    for (int pass = 0; pass < 3; pass++) {
      const double start = bench_now();
      if (move(&pendulum)) best = fmin(best, bench_since(start));
    }
    bench_note(row, " %d links %.3g ms%s", links, 1e-6 * best, links < MAX_LINKS ? "," : ".\n");
  }
}

bench_function bench_motion_pendulum;

void bench_motion_pendulum(bench_row* row) {
  row->name = "motion/pendulum";
  row->bar = 1;
  make_swing(&pendulum, MAX_LINKS, 0.1, 10);
  pendulum.motion.plane_count = 1;
  if (carom_chain_prepare(&pendulum.chain, &pendulum.motion, &pendulum.prepared, &pendulum.mover, pendulum.state, NULL))
    return;
  workspace = malloc(carom_motion_workspace_size(&pendulum.mover) * sizeof *workspace);
  if (!workspace) return;
  measure_error(row);
  measure_time(row);
#if defined(CAROM_BENCH_CVODE)
  describe_baseline(row);
#endif
  describe_flight(row);
  free(workspace);
}
