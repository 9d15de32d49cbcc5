// Motions with numbers that no honest file has: each number of a good file is replaced by extremes, one at a time. What
// comes out is an error that says something, or an answer of finite numbers that keeps its ledger; and it comes soon.
#define _POSIX_C_SOURCE 200809L  // open_memstream
#include <criterion/criterion.h>
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "carom/simulation.h"
#include "kit/good_texts.h"
#include "kit/parse_text.h"

enum { MOST_CALLS = 100 };  // of the progress function: impacts, or 64 steps without one

static bool go_on(double done, void* context) {
  cr_assert(done >= 0 && done <= 1, "%g done", done);
  return ++*(int*)context < MOST_CALLS;
}

/// JSON has no NaN: the writer makes null of it.
static void expect_numbers(const carom_scenario* scenario, const carom_simulation* simulation, const char* text) {
  char* json = NULL;
  size_t length;
  FILE* out = open_memstream(&json, &length);
  carom_simulation_write(scenario, simulation, carom_sink_file(out));
  fclose(out);
  cr_expect(!strstr(json, "null") && !strstr(json, "inf") && !strstr(json, "nan"), "%s\ngives %.2000s", text, json);
  free(json);
}

/// Against the largest energy at hand: what falls up for long is a small difference of large numbers.
static void expect_ledger(const carom_scenario* scenario, const carom_simulation* s, const char* text) {
  double most = fmax(fabs(s->energy_start), fabs(s->energy_end));
  if (s->bodies_after) most = fmax(most, carom_bodies_energy(scenario->body_count, s->bodies_after));
  for (int i = 0; i < s->impact_count; i++) most = fmax(most, fabs(s->impacts[i].impact.energy));
  const double left = s->energy_start - s->impact_loss - s->friction_loss - s->energy_end;
  cr_expect(fabs(left) <= 1e-6 * most, "%s\nleaves %g of %g J", text, left, most);
}

static void try_text(const char* text) {
  carom_diag error = {0};
  carom_scenario* scenario = carom_scenario_parse(text, strlen(text), &error);
  if (!scenario) return;
  int calls = 0;
  carom_simulation* simulation = carom_scenario_simulate(scenario, go_on, &calls, &error);
  if (simulation) {
    expect_numbers(scenario, simulation, text);
    expect_ledger(scenario, simulation, text);
  } else {
    cr_expect(error.status != CAROM_OK && strlen(error.message) > 15, "%s\ngives no reason", text);
  }
  carom_simulation_free(simulation);
  carom_scenario_free(scenario);
}

/// Where a number ends that starts here; here itself if none does. Digits inside names are no numbers.
static const char* end_of_number(const char* text, const char* here) {
  const char before = here > text ? here[-1] : ' ';
  if (!isdigit((unsigned char)*here) && *here != '-') return here;
  if (!strchr(" [,:", before)) return here;
  return here + strspn(here, "+-.0123456789eE");
}

static void try_extremes(const char* good) {
  static const char* const values[] = {"0",    "-1",  "1e-12", "1e-300", "5e-324", "-1e-9",
                                       "1e-5", "1e6", "1e12",  "1e100",  "1e308",  "-1e308"};
  char* text = malloc(strlen(good) + 20);
  for (const char* here = good; *here; here++) {
    const char* end = end_of_number(good, here);
    if (end == here) continue;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
      sprintf(text, "%.*s%s%s", (int)(here - good), good, values[i], end);
      try_text(text);
    }
    here = end - 1;
  }
  free(text);
}

static void try_good_text(int motion) {
  int found = 0;
  for (int i = 0; i < GOOD_TEXT_COUNT; i++) {
    char* text = quoted(good_texts[i]);
    if (strstr(text, "\"motion\"") && found++ == motion) try_extremes(text);
    free(text);
  }
  cr_assert_gt(found, motion);
}

Test(simulate_extremes, chain) {
  try_good_text(0);
}

Test(simulate_extremes, bodies) {
  try_good_text(1);
}

Test(simulate_extremes, cloth) {
  try_good_text(2);
}
