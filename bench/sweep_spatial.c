// Row sweep/spatial: a row of `carom sweep`, sampled, solved, picked and written with 8 stored columns, against the
// array solver alone on the same impacts. The note has what a user would do instead, threads, and processes.
#define _XOPEN_SOURCE 700
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"
#include "carom/array.h"
#include "carom/sweep.h"
#include "carom/vary.h"

enum { ROWS = 65536, BLOCK_COUNT = 8, VARIED = 5, SHOWN = 8, VARY_POINTS = 5000, SOLVES = 30 };

/// What a row may cost over the array solver: 30 %.
static const double BAR = 1 / 1.3;

static const char SCENARIO[] =
    "{\"carom\": 1, \"contact_space\": {\"W\": [[3, 0.2, 1], [0.2, 2.5, 0.4], [1, 0.4, 2]], \"v\": [1, -0.5, -1]},\n"
    " \"contacts\": [{\"e\": 0.6, \"mu\": 0.4}], \"sweep\": {\"method\": \"random\", \"rows\": 65536, \"vary\": {\n"
    " \"contacts.0.mu\": {\"uniform\": [0, 1.5]}, \"contacts.0.e\": {\"uniform\": [0, 1]},\n"
    " \"contact_space.v.0\": {\"uniform\": [-2, 2]}, \"contact_space.v.1\": {\"uniform\": [-2, 2]},\n"
    " \"contact_space.v.2\": {\"uniform\": [-3.1, -0.1]}}, \"store\": [\"contacts.0.impulse_contact\",\n"
    " \"contacts.0.velocity_after\", \"energy.change\", \"contacts.0.mode\"], \"statistics\": {\"of\": []}}}\n";

static const char* const shown[SHOWN] = {"contacts.0.impulse_contact.0",
                                         "contacts.0.impulse_contact.1",
                                         "contacts.0.impulse_contact.2",
                                         "contacts.0.velocity_after.0",
                                         "contacts.0.velocity_after.1",
                                         "contacts.0.velocity_after.2",
                                         "energy.change",
                                         "contacts.0.mode"};

static double inputs[VARIED][ROWS], changes[ROWS];

static double wall(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static double children_ns(void) {
  struct rusage usage;
  getrusage(RUSAGE_CHILDREN, &usage);
  return 1e9 * (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         1e3 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

static carom_sweep* open_sweep(void) {
  carom_diag diag;
  carom_sweep_plan* plan = carom_sweep_plan_parse(SCENARIO, strlen(SCENARIO), &diag);
  carom_sweep* sweep = plan ? carom_sweep_open(SCENARIO, strlen(SCENARIO), plan, &diag) : NULL;
  carom_sweep_plan_free(plan);
  if (!sweep) fprintf(stderr, "sweep/spatial: %s\n", diag.message);
  return sweep;
}

typedef struct cost {
  double cpu_ns, seconds;
} cost;

/// A whole run into a new file. Keeps the inputs and an output for the others.
static cost run(const char* folder, int threads) {
  char out[4096];
  carom_diag diag = {0};
  carom_sweep* sweep = open_sweep();
  const carom_sweep_run_options options = {.threads = threads, .sync = CAROM_SWEEP_SYNC_NONE};
  snprintf(out, sizeof out, "%s/out/", folder);
  if (!sweep || !carom_sweep_attach(sweep, out, true, &diag)) return (cost){(double)NAN, (double)NAN};
  const double start = bench_now(), began = wall();
  const carom_status status = carom_sweep_run(sweep, &options, NULL, &diag);
  const cost spent = {bench_since(start) / ROWS, wall() - began};
  for (int i = 0; i < VARIED; ++i) carom_sweep_read_input(sweep, i, 0, ROWS, inputs[i]);
  carom_sweep_free(sweep);
  return status ? (cost){(double)NAN, (double)NAN} : spent;
}

static double array_block(void) {
  static const double w[3][3] = {{3, 0.2, 1}, {0.2, 2.5, 0.4}, {1, 0.4, 2}};
  static double impulse[3][ROWS], after[3][ROWS];
  static uint8_t mode[ROWS], status[ROWS];
  carom_spatial_array a = {.surface = {.mu = {inputs[0], 8}, .e = {inputs[1], 8}},
                           .answer = {.energy.change = {changes, 8}, .mode = {mode, 1}, .status = {status, 1}}};
  for (int i = 0; i < 3; ++i) {
    a.v[i] = (carom_in){inputs[2 + i], 8};
    a.impulse[i] = (carom_out){impulse[i], 8};
    a.velocity_after[i] = (carom_out){after[i], 8};
    for (int j = 0; j < 3; ++j) a.w[i][j] = (carom_in){&w[i][j], 0};
  }
  const double start = bench_now();
  carom_spatial_solve_array(&a, 0, ROWS);
  return bench_since(start) / ROWS;
}

/// Points of `carom solve --vary`: numbers set, the answer read, one by one. The error is how far the answers are from
/// those of the array.
static double vary_ns(double* error) {
  static const char* const paths[VARIED] = {"contacts.0.mu", "contacts.0.e", "contact_space.v.0", "contact_space.v.1",
                                            "contact_space.v.2"};
  carom_diag diag;
  carom_reading readings[SHOWN];
  int slots[VARIED];
  carom_vary* vary = carom_vary_open(SCENARIO, strlen(SCENARIO), &diag);
  for (int i = 0; i < VARIED; ++i) slots[i] = carom_vary_find(vary, paths[i], &diag);
  const double start = bench_now();
  for (int k = 0; k < VARY_POINTS; ++k) {
    for (int i = 0; i < VARIED; ++i) carom_vary_set(vary, slots[i], inputs[i][k]);
    carom_vary_read(vary, SHOWN, shown, readings, &diag);
    *error = fmax(*error, fabs(readings[6].number - changes[k]));
  }
  const double spent = bench_since(start) / VARY_POINTS;
  carom_vary_free(vary);
  return spent;
}

/// Runs a command of the shell; its processor time in ns and its time by the clock, or NaN where it fails.
static cost shell(const char* command) {
  const double before = children_ns(), began = wall();
  const int status = system(command);
  const cost spent = {children_ns() - before, wall() - began};
  return status == 0 ? spent : (cost){(double)NAN, (double)NAN};
}

/// What the program does, and what people would do without it.
static void note_programs(bench_row* row, const char* folder) {
  char command[8192];
  snprintf(command, sizeof command,
           "for i in $(seq %d); do '%s/carom' solve '%s/s.json' --json --set contacts.0.mu=0.$i; done >/dev/null",
           SOLVES, CAROM_BENCH_BUILD, folder);
  const cost loop = shell(command);
  if (isfinite(loop.cpu_ns))
    bench_note(row, "a shell loop over `carom solve` takes %.0f ns a row.\n", loop.cpu_ns / SOLVES);
  snprintf(command, sizeof command,
           "command -v mpirun >/dev/null && test -x '%s/carom-mpi' && OMPI_ALLOW_RUN_AS_ROOT=1 "
           "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun --oversubscribe -n 2 '%s/carom-mpi' sweep '%s/s.json' -o '%s/mpi/' "
           "--threads 1 --sync none >/dev/null 2>&1",
           CAROM_BENCH_BUILD, CAROM_BENCH_BUILD, folder, folder);
  const cost ranks = shell(command);
  snprintf(command, sizeof command, "'%s/carom' sweep '%s/s.json' -o '%s/two/' --threads 2 --sync none >/dev/null 2>&1",
           CAROM_BENCH_BUILD, folder, folder);
  const cost threads = shell(command);
  if (isfinite(ranks.cpu_ns))
    bench_note(row,
               "two processes of carom-mpi take %.2f s by the clock and %.2f s of processors, two threads of carom "
               "%.2f s and %.2f s.\n",
               ranks.seconds, 1e-9 * ranks.cpu_ns, threads.seconds, 1e-9 * threads.cpu_ns);
  else
    bench_note(row, "carom-mpi is not built: no time of two processes (make mpi).\n");
}

bench_function bench_sweep_spatial;

void bench_sweep_spatial(bench_row* row) {
  char folder[] = CAROM_BENCH_BUILD "/sweep-XXXXXX", file[sizeof folder + 16], command[sizeof folder + 16];
  row->name = "sweep/spatial";
  if (!mkdtemp(folder)) return;
  snprintf(file, sizeof file, "%s/s.json", folder);
  FILE* out = fopen(file, "w");
  if (out) fputs(SCENARIO, out);
  if (out) fclose(out);
  row->ns = row->baseline_ns = HUGE_VAL;
  double one = HUGE_VAL, two = HUGE_VAL;
  for (int i = 0; i < BLOCK_COUNT; ++i) {
    const cost single = run(folder, 1), both = run(folder, 2);
    row->ns = fmin(row->ns, single.cpu_ns);
    one = fmin(one, single.seconds);
    two = fmin(two, both.seconds);
    row->baseline_ns = fmin(row->baseline_ns, array_block());
  }
  row->baseline = "carom_spatial_solve_array";
  row->bar = BAR;
  row->error = 0;
  const double vary = vary_ns(&row->error);
  bench_note(row, "%d rows, 5 inputs, 8 stored columns: %.2g rows/s and core; a point of --vary takes %.0f ns.\n", ROWS,
             1e9 / row->ns, vary);
  bench_note(row, "by the clock one thread takes %.3f s, two %.3f s.\n", one, two);
  note_programs(row, folder);
  snprintf(command, sizeof command, "rm -r '%s'", folder);
  if (system(command) != 0) bench_note(row, "%s was not removed.\n", folder);
}
