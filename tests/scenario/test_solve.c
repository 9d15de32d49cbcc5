// From a scenario to its result: each model's own solver is the reference, and what the result carries is its answer.
#include <criterion/criterion.h>
#include <string.h>

#include "carom/scenario.h"
#include "scenario/parse_text.h"

#define ICOSAHEDRON                                                                                  \
  "'contact_space': {'W': [[11.5984, -0.910367, 2.44236], [-0.910367, 9.90134, 1.95747], [2.44236, " \
  "1.95747, 2.59042]], 'v': [-0.26197579, 0.38632841, -0.07717476]}, 'contacts': [{'e': 0.95, 'mu': 0.8}]"

static carom_result* solve(carom_scenario* scenario) {
  carom_file_error error = {0};
  carom_result* result = carom_scenario_solve(scenario, &error);
  cr_assert(result, "%s: %s", error.key, error.message);
  return result;
}

static void expect_spatial_result(const carom_result* result, const carom_spatial_outcome* outcome) {
  const carom_contact_result* contact = &result->contacts[0];
  const double impulse[] = {outcome->impulse.x, outcome->impulse.y, outcome->impulse.z};
  const double after[] = {outcome->v.x, outcome->v.y, outcome->v.z};
  cr_expect_arr_eq(contact->impulse, impulse, sizeof impulse);
  cr_expect_arr_eq(contact->velocity_after, after, sizeof after);
  cr_expect_str_eq(contact->mode, outcome->sequence);
  cr_assert_eq(result->event_count, outcome->event_count);
  for (int i = 0; i < outcome->event_count; ++i) {
    cr_expect_eq(result->events[i].type, outcome->events[i].type);
    cr_expect_eq(result->events[i].impulse_n, outcome->events[i].impulse_n);
  }
  cr_expect_eq(result->energy.change, outcome->energy.change);
  cr_expect_eq(result->energy.friction, outcome->energy.friction);
  cr_expect_eq(result->warnings, outcome->warnings);
  cr_expect_eq(result->spatial.stored, outcome->stored);
}

Test(solve, a_spatial_result_is_what_the_solver_says) {
  carom_scenario* scenario = parse_good("{'carom': 1, " ICOSAHEDRON "}");
  carom_result* result = solve(scenario);
  cr_expect_eq(result->model, CAROM_MODEL_SPATIAL);
  cr_expect_eq(result->method, CAROM_METHOD_EXACT);
  carom_spatial_outcome outcome;
  cr_assert_eq(carom_spatial_solve(&result->spatial_problem, &outcome, NULL), CAROM_OK);
  cr_expect_eq(result->spatial_problem.w.m[0][1], -0.910367);
  cr_expect_eq(result->spatial_problem.v.z, -0.07717476);
  cr_expect_str_eq(outcome.sequence, "csr");
  expect_spatial_result(result, &outcome);
  carom_result_free(result);
  carom_scenario_free(scenario);
}

typedef struct scheme_row {
  const char* method;
  carom_spatial_scheme_options options;
} scheme_row;

Test(solve, schemes_get_their_options) {
  const scheme_row rows[] = {
      {"{'scheme': 'ni', 'step': 0.001}", {.scheme = CAROM_SCHEME_NI, .step = 0.001}},
      {"{'scheme': 'fs', 'step': 0.002}", {.scheme = CAROM_SCHEME_FS, .step = 0.002}},
      {"{'scheme': 'vs'}", {.scheme = CAROM_SCHEME_VS, .epsilon = 0.5, .h1 = 0.01, .h2 = 0.01}},
      {"{'scheme': 'vs', 'epsilon': 0.25, 'h1': 0.02, 'h2': 0.005}",
       {.scheme = CAROM_SCHEME_VS, .epsilon = 0.25, .h1 = 0.02, .h2 = 0.005}},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    char text[600];
    snprintf(text, sizeof text, "{'carom': 1, " ICOSAHEDRON ", 'method': %s}", rows[i].method);
    carom_scenario* scenario = parse_good(text);
    carom_result* result = solve(scenario);
    carom_spatial_outcome outcome;
    cr_assert_eq(carom_spatial_solve_scheme(&result->spatial_problem, &rows[i].options, &outcome, NULL), CAROM_OK);
    cr_expect_eq(result->method, scenario->method.kind);
    cr_expect_eq(result->spatial.steps, outcome.steps);
    expect_spatial_result(result, &outcome);
    carom_result_free(result);
    carom_scenario_free(scenario);
  }
}

Test(solve, a_model_to_come_is_named_beside_those_that_are_there) {
  carom_scenario* scenario = parse_good(
      "{'carom': 1, 'contact_space': {'W': [[1, 0, 0], [0, 1, 0], [0, 0, 1]], 'v': [0, 0, -1]}, 'contacts': [{'e': 1, "
      "'mu': 1, 'eta2': 1}]}");
  carom_file_error error = {0};
  cr_assert_null(carom_scenario_solve(scenario, &error));
  cr_expect_eq(error.code, CAROM_FILE_UNAVAILABLE);
  cr_expect(strstr(error.message, "`compliant`") && strstr(error.message, "`planar` and `spatial`"), "%s",
            error.message);
  carom_scenario_free(scenario);
}

Test(explain, carries_what_the_theory_says) {
  carom_scenario* scenario = parse_good("{'carom': 1, " ICOSAHEDRON "}");
  carom_result* result = solve(scenario);
  carom_explanation explanation;
  carom_file_error error = {0};
  cr_assert(carom_scenario_explain(scenario, result, &explanation, &error));
  carom_spatial_theory theory;
  carom_spatial_directions directions;
  cr_assert_eq(carom_spatial_theory_of(&result->spatial_problem, &theory, NULL), CAROM_OK);
  cr_assert_eq(carom_spatial_invariants(&result->spatial_problem, &directions, NULL), CAROM_OK);
  cr_expect_eq(explanation.model, CAROM_MODEL_SPATIAL);
  cr_expect_eq(explanation.spatial.stick_ratio, theory.stick_ratio);
  cr_expect_eq(explanation.spatial.compression_bound, theory.compression_bound);
  cr_assert_eq(explanation.directions.count, directions.count);
  for (int i = 0; i < directions.count; ++i)
    cr_expect_eq(explanation.directions.items[i].angle, directions.items[i].angle);
  cr_assert(explanation.sentence_count > 0 && explanation.sentence_count <= CAROM_EXPLANATION_SENTENCES);
  for (int i = 0; i < explanation.sentence_count; ++i) {
    const size_t length = strlen(explanation.sentences[i]);
    cr_expect(length > 20 && length < CAROM_SENTENCE_SIZE - 1 && explanation.sentences[i][length - 1] == '.', "%s",
              explanation.sentences[i]);
  }
  carom_result_free(result);
  carom_scenario_free(scenario);
}
