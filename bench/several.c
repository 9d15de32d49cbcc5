// Rows several/...: carom_simultaneous_solve on collisions with several contacts, against the time stepping of the
// tests' oracle, which asks for 5e-5 of the speed. Each row tells what commit 892e61e took for the same, on one
// machine.
#include "several.h"

#include <math.h>
#include <stdlib.h>

#include "bench.h"
#include "carom/simultaneous.h"
#include "simultaneous/oracle.h"

enum { BLOCK_COUNT = 7 };

/// Nanoseconds that a block should last at least, so that the clock does not count.
static const double BLOCK = 2e7;
static const oracle_wish STEPS = {.accuracy = 5e-5, .steps = 2000000};

static several_set set;
static double* workspace;

/// False if there is no answer.
static bool solve(const family_problem* p, carom_simultaneous_contact* contacts) {
  const carom_contact_problem view = family_view(p);
  const carom_simultaneous_memory memory = {.workspace = workspace};
  carom_simultaneous_outcome outcome;
  return carom_simultaneous_solve(&view, &memory, contacts, &outcome, NULL) == CAROM_OK;
}

/// Nanoseconds of one collision, the mean over the set.
static double block(int passes, double* sum) {
  static carom_simultaneous_contact contacts[FAMILY_CONTACTS];
  const double start = bench_now();
  for (int pass = 0; pass < passes; ++pass)
    for (int i = 0; i < set.count; ++i)
      if (solve(&set.problems[i], contacts)) *sum += contacts[0].v[0];
  return bench_since(start) / (passes * set.count);
}

static void measure_time(bench_row* row) {
  double sum = 0;
  const double first = block(1, &sum);
  const int passes = 1 + (int)(BLOCK / (first * set.count));
  row->ns = first;
  for (int i = 0; i < BLOCK_COUNT; ++i) row->ns = fmin(row->ns, block(passes, &sum));
  bench_note(row, "  time: best of %d blocks of %d passes over %d collisions, the mean of them (check sum %.6g).\n",
             BLOCK_COUNT, passes, set.count, sum);
}

static double distance(const family_problem* p, const carom_simultaneous_contact* contacts, const oracle_answer* a) {
  double off = 0;
  for (int i = 0; i < p->dimension * p->count; ++i)
    off = fmax(off, fabs(contacts[i / p->dimension].v[i % p->dimension] - a->v[i]));
  return off / a->speed;
}

/// The oracle on the whole set, once: its time and how far the answers lie apart.
static void measure_steps(bench_row* row) {
  static carom_simultaneous_contact contacts[FAMILY_CONTACTS];
  static oracle_answer answer;
  int unsolved = 0;
  row->error = row->baseline_ns = 0;
  for (int i = 0; i < set.count; ++i) {
    const carom_contact_problem view = family_view(&set.problems[i]);
    const double start = bench_now();
    oracle_solve(&view, STEPS, &answer);
    row->baseline_ns += bench_since(start) / set.count;
    const bool solved = solve(&set.problems[i], contacts);
    unsolved += !solved;
    if (solved && answer.ended) row->error = fmax(row->error, distance(&set.problems[i], contacts, &answer));
  }
  bench_note(row, "  error: of v against the stepping, which is good to about 5e-5; without an answer: %d.\n",
             unsolved);
}

/// was: what commit 892e61e took on one machine (best of blocks, as here), and its instructions by callgrind.
/// Both are means over the set.
static void run_row(bench_row* row, const char* name, void (*make)(several_set*), const char* was) {
  row->name = name;
  row->baseline = "time stepping, 5e-5";
  row->bar = 1;
  workspace = malloc(carom_simultaneous_workspace_size(3, FAMILY_CONTACTS) * sizeof *workspace);
  if (!workspace) return;
  make(&set);
  measure_time(row);
  measure_steps(row);
  bench_note(row, "  commit 892e61e: %s.\n", was);
  free(workspace);
}

#define ROW(function, name, make, was) \
  bench_function function;             \
  void function(bench_row* row) {      \
    run_row(row, name, make, was);     \
  }

ROW(bench_several_feet, "several/feet", several_feet,
    "10.9 ms and 143 million instructions, with friction softened to mu eta2 = 1e-6")
ROW(bench_several_planar_rigid, "several/planar-rigid", several_planar_rigid,
    "1.78 ms and 24.1 million instructions, with friction softened to mu eta2 = 1e-6")
ROW(bench_several_box4, "several/box4", several_box4, "1.21 ms and 15.3 million instructions")
ROW(bench_several_ball_ball_cloth, "several/ball-ball-cloth", several_ball_ball_cloth,
    "217 us and 2.61 million instructions")
ROW(bench_several_cushion, "several/cushion", several_cushion, "4.07 ms and 48.8 million instructions")
ROW(bench_several_cradle_10, "several/cradle-10", several_cradle_10, "157 us and 1.87 million instructions")
ROW(bench_several_cradle_10_hertz, "several/cradle-10-hertz", several_cradle_10_hertz,
    "3.23 ms and 40.8 million instructions")
