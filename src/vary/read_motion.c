// Reading values of a motion by their dotted path.
#include <limits.h>
#include <string.h>

#include "carom/simulation.h"
#include "format/write.h"
#include "vary/vary.h"

static void walk_motion(const carom_scenario* scenario, const carom_simulation* simulation, carom__path_walk* walk) {
  carom__json json;
  carom__path_start(walk, "");
  carom__json_start_walk(&json, walk);
  carom__write_simulation(&json, scenario, simulation);
  carom__path_start(walk, "");
  carom__json_start_walk(&json, walk);
  carom__write_scenario(&json, scenario);
}

/// Runs the motion with the numbers that are set now and takes a walk through it. False with *error filled.
static bool run_and_walk(const carom_vary* vary, carom__path_walk* walk, carom_diag* error) {
  carom_scenario* scenario = carom_vary_scenario(vary, error);
  carom_simulation* simulation = scenario ? carom_scenario_simulate(scenario, NULL, NULL, error) : NULL;
  const bool fine = simulation != NULL;
  if (fine) walk_motion(scenario, simulation, walk);
  carom_simulation_free(simulation);
  carom_scenario_free(scenario);
  return fine;
}

bool carom_vary_read_motion(const carom_vary* vary, int count, const char* const* paths, carom_reading* out,
                            carom_diag* error) {
  carom_diag unread;
  carom__search search = {count, paths, out};
  carom__path_walk walk = {.hear = carom__search_hear, .listener = &search};
  for (int i = 0; i < count; ++i) {
    out[i].kind = CAROM_READING_NONE;
    out[i].number = 0;
  }
  return run_and_walk(vary, &walk, error ? error : &unread);
}

bool carom_vary_unknown_motion_reading(const carom_vary* vary, const char* path, carom_diag* error) {
  carom_diag unread;
  if (!error) error = &unread;
  carom__path_nearest nearest = {.wanted = path, .distance = INT_MAX};
  carom__path_walk walk = {.hear = carom__path_hear_nearest, .listener = &nearest};
  if (run_and_walk(vary, &walk, error)) carom__search_fail(&nearest, "of the motion or of the scenario", error);
  return false;
}
