// Any bytes are read, and what reads as a scenario is written, read again, solved, explained, simulated and written.
#include <stdlib.h>
#include <string.h>

#include "carom/simulation.h"
#include "fuzz_text.h"

static void simulate(const carom_scenario* scenario, int room) {
  int calls = 0;
  carom_diag error = {0};
  carom_simulation* simulation = carom_scenario_simulate(scenario, fuzz_go_on, &calls, &error);
  if (!fuzz_answered(simulation ? CAROM_OK : error.status, &error) || !simulation) return;
  carom_simulation_write(scenario, simulation, fuzz_sink(&room));
  carom_simulation_write_csv(simulation, fuzz_sink(&room));
  carom_simulation_free(simulation);
}

static void solve(const carom_scenario* scenario, int room) {
  carom_diag error = {0};
  carom_explanation explanation;
  carom_doubt doubts[CAROM_MOST_DOUBTS];
  carom_result* result = carom_scenario_solve(scenario, &error);
  carom_scenario_doubts(scenario, result, CAROM_MOST_DOUBTS, doubts);
  carom_check_write(scenario, result, true, fuzz_sink(&room));
  if (!fuzz_answered(result ? CAROM_OK : error.status, &error)) return;
  fuzz_answered(carom_scenario_differentiate(scenario, result, &error), &error);
  carom_result_write(scenario, result, fuzz_sink(&room));
  if (!carom_scenario_explain(scenario, result, &explanation, &error)) fuzz_fail("no explanation", error.status);
  carom_explanation_write(scenario, result, &explanation, fuzz_sink(&room));
  carom_result_free(result);
}

/// Written and read again it is the same text.
static void write(const carom_scenario* scenario, bool indented) {
  carom_text once = {0}, twice = {0};
  carom_diag error = {0};
  if (!carom_scenario_write(scenario, indented, carom_sink_text(&once))) fuzz_fail("not written", 0);
  carom_scenario* again = carom_scenario_parse(once.text, once.length, &error);
  if (!again) {
    fputs(error.message, stderr);
    fuzz_fail("what was written cannot be read, status", error.status);
  }
  if (!carom_scenario_write(again, indented, carom_sink_text(&twice))) fuzz_fail("not written again", 0);
  if (strcmp(once.text, twice.text) != 0) fuzz_fail("written twice it differs, bytes", (double)twice.length);
  carom_scenario_free(again);
  carom_text_free(&once);
  carom_text_free(&twice);
}

void fuzz_target(fuzz_input* in) {
  carom_diag error = {0};
  const size_t length = in->left;
  const int room = length > 0 && in->at[length - 1] == ' ' ? 500 : 1 << 24;
  carom_scenario* scenario = carom_scenario_parse((const char*)in->at, length, &error);
  if (!fuzz_answered(scenario ? CAROM_OK : error.status, &error) || !scenario) return;
  write(scenario, length % 2);
  if (fuzz_is_small(scenario)) {
    solve(scenario, room);
    if (scenario->has_motion) simulate(scenario, room);
  }
  carom_scenario_free(scenario);
}
