// libFuzzer entry: any bytes are read, and what reads as a scenario is solved, simulated and written. Build with clang
// and -DCAROM_FUZZ=ON, then run fuzz-scenario with folders of scenario files as its corpus, for example scenes/.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "carom/simulation.h"

int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size);

enum { MOST_CALLS = 60 };  // of the progress function: impacts, or 64 steps without one

static bool go_on(double done, void* context) {
  int* calls = context;
  if (!(done >= 0 && done <= 1)) abort();
  return ++*calls < MOST_CALLS;
}

/// A motion may be asked for a million years, and a ball for a hundred thousand hops: only the beginning is followed.
static void simulate(carom_scenario* scenario) {
  const double slow = 0.01;
  if (scenario->motion.has_cloth && scenario->motion.cutoff_speed < slow) scenario->motion.cutoff_speed = slow;
  if (scenario->motion.until / scenario->motion.sample > 1000) scenario->motion.sample = scenario->motion.until / 500;
  int calls = 0;
  carom_diag error = {0};
  carom_simulation* simulation = carom_scenario_simulate(scenario, go_on, &calls, &error);
  if (!simulation && (error.status == CAROM_OK || error.message[0] == '\0')) abort();
  carom_text text = {0};
  if (simulation && !carom_simulation_write(scenario, simulation, carom_sink_text(&text))) abort();
  if (simulation && !carom_simulation_write_csv(simulation, carom_sink_text(&text))) abort();
  carom_text_free(&text);
  carom_simulation_free(simulation);
}

int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  carom_diag error;
  carom_scenario* scenario = carom_scenario_parse((const char*)bytes, size, &error);
  if (!scenario) {
    if (error.status == CAROM_OK || error.message[0] == '\0') {
      abort();
    }
    return 0;
  }
  if (scenario->model == CAROM_MODEL_SPATIAL) {
    scenario->method.kind = CAROM_METHOD_EXACT;  // a scheme may be asked for a hundred million steps
  }
  carom_result* result = carom_scenario_solve(scenario, &error);
  carom_explanation explanation;
  if (result && !carom_scenario_explain(scenario, result, &explanation, &error)) {
    abort();
  }
  carom_result_free(result);
  if (scenario->has_motion) simulate(scenario);
  carom_scenario_free(scenario);
  return 0;
}
