// Row vary/planar: one point of a sweep, a number of a scenario set and a value of its answer read by their paths,
// against what a program without carom/vary.h does: the file written with the number in it, read and solved. The error
// is how far the two answers are apart.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench.h"
#include "carom/vary.h"

enum { BLOCK_COUNT = 9, POINT_COUNT = 2000, TEXT_SIZE = 600 };

static const char SCENARIO[] =
    "{\"carom\": 1, \"dimension\": 2, \"bodies\": {\"rod\": {\"mass\": 1, \"inertia\": 0.0833, \"position\": [0.35, "
    "0.35], \"velocity\": [-1, -1]}, \"floor\": {\"fixed\": true}}, \"contacts\": [{\"bodies\": [\"rod\", \"floor\"], "
    "\"point\": [0, 0], \"normal\": [0, 1], \"e\": 0.5, \"mu\": %.17g}]}";

static double mu_of(int point) {
  return 0.7 + 0.5 * point / (POINT_COUNT - 1);
}

static double from_text(double mu) {
  char text[TEXT_SIZE];
  carom_diag diag;
  const int length = snprintf(text, sizeof text, SCENARIO, mu);
  carom_scenario* scenario = carom_scenario_parse(text, (size_t)length, &diag);
  carom_result* result = scenario ? carom_scenario_solve(scenario, &diag) : NULL;
  const double change = result ? result->outcome.energy.change : (double)NAN;
  carom_result_free(result);
  carom_scenario_free(scenario);
  return change;
}

static double by_path(carom_vary* vary, int slot, double mu) {
  static const char* const shown[] = {"energy.change"};
  carom_reading reading;
  carom_diag diag;
  carom_vary_set(vary, slot, mu);
  return carom_vary_read(vary, 1, shown, &reading, &diag) ? reading.number : (double)NAN;
}

static double sweep(carom_vary* vary, int slot) {
  double sum = 0;
  for (int i = 0; i < POINT_COUNT; i++) sum += vary ? by_path(vary, slot, mu_of(i)) : from_text(mu_of(i));
  return sum;
}

static double best_time(carom_vary* vary, int slot) {
  double best = HUGE_VAL;
  for (int block = 0; block < BLOCK_COUNT; block++) {
    const double start = bench_now();
    volatile double sum = sweep(vary, slot);
    (void)sum;
    best = fmin(best, bench_since(start) / POINT_COUNT);
  }
  return best;
}

bench_function bench_vary_planar;

void bench_vary_planar(bench_row* row) {
  char text[TEXT_SIZE];
  carom_diag diag;
  const int length = snprintf(text, sizeof text, SCENARIO, 1.0);
  carom_vary* vary = carom_vary_open(text, (size_t)length, &diag);
  const int slot = vary ? carom_vary_find(vary, "contacts.0.mu", &diag) : -1;
  row->name = "vary/planar";
  if (slot < 0) return;
  row->error = 0;
  for (int i = 0; i < POINT_COUNT; i++) {
    const double want = from_text(mu_of(i));
    row->error = fmax(row->error, fabs(by_path(vary, slot, mu_of(i)) - want) / fabs(want));
  }
  row->ns = best_time(vary, slot);
  row->baseline = "file written, read, solved";
  row->baseline_ns = best_time(NULL, 0);
  row->bar = 10;
  bench_note(row, "friction varied, the change of energy read: %d points.", POINT_COUNT);
  carom_vary_free(vary);
}
