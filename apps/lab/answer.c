// A scenario in, its answer out: solve, simulate, and the scenario itself with changes.
#include <string.h>

#include "lab.h"

lab_desk lab_now;

static void put(carom_scenario* scenario, carom_result* result, carom_simulation* simulation) {
  carom_simulation_free(lab_now.simulation);
  carom_result_free(lab_now.result);
  carom_scenario_free(lab_now.scenario);
  lab_now = (lab_desk){scenario, result, simulation};
}

/// As `carom solve --json`.
int LAB_EXPORT(lab_solve)(const char* json, size_t length) {
  carom_diag error = {0};
  carom_scenario* scenario = carom_scenario_parse(json, length, &error);
  carom_result* result = scenario ? carom_scenario_solve_path(scenario, &error) : NULL;
  if (!result) {
    carom_scenario_free(scenario);
    return lab_fail(&error);
  }
  put(scenario, result, NULL);
  return carom_result_write(scenario, result, lab_begin());
}

/// As `carom simulate --json`.
int LAB_EXPORT(lab_simulate)(const char* json, size_t length) {
  carom_diag error = {0};
  carom_scenario* scenario = carom_scenario_parse(json, length, &error);
  carom_simulation* run = scenario ? carom_scenario_simulate(scenario, NULL, NULL, &error) : NULL;
  if (!run) {
    carom_scenario_free(scenario);
    return lab_fail(&error);
  }
  put(scenario, NULL, run);
  return carom_simulation_write(scenario, run, lab_begin());
}

/// The scenario as it was understood: checked, in SI units, with every default filled in. Nothing is solved.
int LAB_EXPORT(lab_read)(const char* json, size_t length) {
  carom_diag error = {0};
  carom_scenario* scenario = carom_scenario_parse(json, length, &error);
  if (!scenario) return lab_fail(&error);
  const bool fine = carom_scenario_write(scenario, false, lab_begin());
  carom_scenario_free(scenario);
  return fine;
}

/// The text of a scenario with one value replaced, as `--set` does.
int LAB_EXPORT(lab_set)(const char* json, size_t length, const char* path, const char* value) {
  carom_diag error = {0};
  carom_text changed = {0};
  const carom_sink copy = carom_sink_text(&changed);
  int fine = length == 0 || copy.write(json, length, copy.context);
  if (fine && !carom_scenario_set(&changed, path, value, &error)) {
    fine = lab_fail(&error);
  } else if (fine) {
    const carom_sink out = lab_begin();
    fine = changed.length == 0 || out.write(changed.text, changed.length, out.context);
  }
  carom_text_free(&changed);
  return fine;
}
