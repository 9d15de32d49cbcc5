// What `carom check` tells of a valid scenario, as JSON.
#include "carom/run.h"
#include "format/write.h"

static void write_count(carom__json* json, const char* key, int count) {
  carom__json_key(json, key);
  carom__json_integer(json, count);
}

static void write_bool(carom__json* json, const char* key, bool value) {
  carom__json_key(json, key);
  carom__json_bool(json, value);
}

static void write_problem(carom__json* json, const carom_contact_problem* problem) {
  const int size = problem->dimension * problem->contact_count;
  carom__json_key(json, "contact_space");
  carom__json_open(json, '{');
  carom__json_key(json, "W");
  carom__json_matrix(json, size, size, problem->w);
  carom__json_key(json, "v");
  carom__json_numbers(json, size, problem->v);
  carom__json_close(json, '}');
}

static void write_counts(carom__json* json, const carom_scenario* scenario) {
  if (scenario->kind == CAROM_SCENARIO_BODIES) write_count(json, "bodies", scenario->body_count);
  if (scenario->kind == CAROM_SCENARIO_MECHANISM) write_count(json, "dof", scenario->dof);
  if (scenario->kind == CAROM_SCENARIO_CHAIN) write_count(json, "links", scenario->chain.link_count);
  if (scenario->has_motion) {
    carom__json_key(json, "until");
    carom__json_number(json, scenario->motion.until);
    write_count(json, "planes", scenario->motion.plane_count);
  }
  write_count(json, "contacts", scenario->contact_count);
}

bool carom_check_write(const carom_scenario* scenario, const carom_result* result, bool available, carom_sink sink) {
  carom__json json;
  carom__json_start(&json, false, sink);
  carom__json_open(&json, '{');
  write_count(&json, "carom", 1);
  write_bool(&json, "valid", true);
  carom__json_key(&json, "model");
  carom__json_string(&json, carom_model_word(scenario->model));
  write_bool(&json, "available", available);
  write_counts(&json, scenario);
  if (result) write_problem(&json, &result->problem);
  carom__write_doubts(&json, scenario, result);
  carom__json_close(&json, '}');
  return carom__json_finish(&json);
}
