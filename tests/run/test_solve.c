// From a scenario to its result: each model's own solver is the reference, and what the result carries is its answer.
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "carom/scenario.h"
#include "kit/parse_text.h"

#define ICOSAHEDRON                                                                                  \
  "'contact_space': {'W': [[11.5984, -0.910367, 2.44236], [-0.910367, 9.90134, 1.95747], [2.44236, " \
  "1.95747, 2.59042]], 'v': [-0.26197579, 0.38632841, -0.07717476]}, 'contacts': [{'e': 0.95, 'mu': 0.8}]"

static carom_result* solve(carom_scenario* scenario) {
  carom_diag error = {0};
  carom_result* result = carom_scenario_solve(scenario, &error);
  cr_assert(result, "%s: %s", error.field, error.message);
  return result;
}

static void expect_spatial_result(const carom_result* result, const carom_spatial_outcome* outcome) {
  const carom_impact_contact* contact = &result->contacts[0];
  const double impulse[] = {outcome->impulse.x, outcome->impulse.y, outcome->impulse.z};
  const double after[] = {outcome->v.x, outcome->v.y, outcome->v.z};
  cr_expect_arr_eq(contact->impulse, impulse, sizeof impulse);
  cr_expect_arr_eq(contact->velocity_after, after, sizeof after);
  cr_expect_str_eq(contact->mode, outcome->sequence);
  cr_assert_eq(result->outcome.event_count, outcome->event_count);
  for (int i = 0; i < outcome->event_count; ++i) {
    cr_expect_eq(result->events[i].type, outcome->events[i].type);
    cr_expect_eq(result->events[i].impulse_n, outcome->events[i].impulse_n);
  }
  cr_expect_eq(result->outcome.energy.change, outcome->energy.change);
  cr_expect_eq(result->outcome.energy.friction, outcome->energy.friction);
  cr_expect_eq(result->outcome.warnings, outcome->warnings);
  cr_expect_eq(result->outcome.law.spatial.outcome.stored, outcome->stored);
}

Test(solve, a_spatial_result_is_what_the_solver_says) {
  carom_scenario* scenario = parse_good("{'carom': 1, " ICOSAHEDRON "}");
  carom_result* result = solve(scenario);
  cr_expect_eq(result->outcome.model, CAROM_MODEL_SPATIAL);
  cr_expect_eq(result->method, CAROM_METHOD_EXACT);
  carom_spatial_outcome outcome;
  cr_assert_eq(carom_spatial_solve(&result->outcome.law.spatial.problem, &outcome, NULL), CAROM_OK);
  cr_expect_eq(result->outcome.law.spatial.problem.w.m[0][1], -0.910367);
  cr_expect_eq(result->outcome.law.spatial.problem.v.z, -0.07717476);
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
    cr_assert_eq(carom_spatial_solve_scheme(&result->outcome.law.spatial.problem, &rows[i].options, &outcome, NULL),
                 CAROM_OK);
    cr_expect_eq(result->method, scenario->method.kind);
    cr_expect_eq(result->outcome.law.spatial.outcome.steps, outcome.steps);
    expect_spatial_result(result, &outcome);
    carom_result_free(result);
    carom_scenario_free(scenario);
  }
}

#define PENCIL                                                                                                        \
  "'contact_space': {'W': [[3.806608776348932, 0, -1.6203963325350228], [0, 4.7421450351319105, 0], "                 \
  "[-1.6203963325350228, 0, 1.935536258782978]], 'v': [-3.5, -1.9, -3]}, 'contacts': [{'e': 0.5, 'mu': 0.8, 'eta2': " \
  "1.25}]"

static void expect_compliant_result(const carom_result* result, const carom_compliant_outcome* outcome) {
  const carom_impact_contact* contact = &result->contacts[0];
  const double impulse[] = {outcome->impulse.x, outcome->impulse.y, outcome->impulse.z};
  const double after[] = {outcome->v.x, outcome->v.y, outcome->v.z};
  cr_expect_arr_eq(contact->impulse, impulse, sizeof impulse);
  cr_expect_arr_eq(contact->velocity_after, after, sizeof after);
  cr_assert_eq(result->outcome.event_count, outcome->event_count);
  cr_expect_eq(result->outcome.event_total, outcome->event_total);
  for (int i = 0; i < outcome->event_count; ++i) {
    cr_expect_eq(result->events[i].type, outcome->events[i].type);
    cr_expect_eq(result->events[i].impulse_n, outcome->events[i].impulse_n);
  }
  cr_expect_eq(result->outcome.energy.change, outcome->energy.change);
  cr_expect_eq(result->outcome.energy.spring, outcome->energy.spring);
  cr_expect_eq(result->outcome.warnings, outcome->warnings);
  cr_expect_eq(result->outcome.law.compliant.outcome.stored, outcome->stored);
}

Test(solve, a_compliant_result_is_what_the_solver_says_by_either_friction) {
  const char* methods[] = {"'exact'", "{'scheme': 'published'}"};
  const carom_compliant_scheme schemes[] = {CAROM_COMPLIANT_EXACT, CAROM_COMPLIANT_PUBLISHED};
  double along[2];
  for (int i = 0; i < 2; ++i) {
    char text[600];
    snprintf(text, sizeof text, "{'carom': 1, " PENCIL ", 'method': %s}", methods[i]);
    carom_scenario* scenario = parse_good(text);
    carom_result* result = solve(scenario);
    cr_expect_eq(result->outcome.model, CAROM_MODEL_COMPLIANT);
    cr_expect_eq(result->outcome.law.compliant.problem.w.m[0][2], -1.6203963325350228);
    cr_expect_eq(result->outcome.law.compliant.problem.surface.eta2, 1.25);
    carom_compliant_outcome outcome;
    cr_assert_eq(carom_compliant_solve_scheme(&result->outcome.law.compliant.problem, schemes[i], &outcome, NULL),
                 CAROM_OK);
    expect_compliant_result(result, &outcome);
    along[i] = outcome.impulse.x;
    carom_result_free(result);
    carom_scenario_free(scenario);
  }
  cr_expect_neq(along[0], along[1], "the schemes must not agree here, or the test sees nothing");
}

/// A planar contact is one in space along whose second tangent nothing moves.
Test(solve, a_compliant_contact_in_the_plane_keeps_its_two_axes) {
  carom_scenario* plane = parse_good(
      "{'carom': 1, 'dimension': 2, 'contact_space': {'W': [[3.5, 0.5], [0.5, 1]], 'v': [-3, -5]}, 'contacts': [{'e': "
      "0.5, 'mu': 0.4, 'eta2': 1.2}]}");
  carom_scenario* space = parse_good(
      "{'carom': 1, 'contact_space': {'W': [[3.5, 0, 0.5], [0, 1, 0], [0.5, 0, 1]], 'v': [-3, 0, -5]}, 'contacts': "
      "[{'e': 0.5, 'mu': 0.4, 'eta2': 1.2}]}");
  carom_result *two = solve(plane), *three = solve(space);
  const carom_impact_contact *a = &two->contacts[0], *b = &three->contacts[0];
  cr_expect(fabs(a->impulse[0] - b->impulse[0]) <= 1e-14 * b->impulse[2]);
  cr_expect(fabs(a->impulse[1] - b->impulse[2]) <= 1e-14 * b->impulse[2]);
  cr_expect_eq(a->impulse[2], 0);
  cr_expect(fabs(a->velocity_after[1] - b->velocity_after[2]) <= 1e-14 * 5);
  cr_expect_eq(a->velocity_before[1], -5);
  cr_expect_str_eq(a->mode, b->mode);
  carom_result_free(two);
  carom_result_free(three);
  carom_scenario_free(plane);
  carom_scenario_free(space);
}

#define STACK                                                                                            \
  "'dimension': 2, 'contact_space': {'W': [[1, 0, 0, 0], [0, 1.8, 0, -0.8], [0, 0, 1, 0], [0, -0.8, 0, " \
  "0.8]], 'v': [0, -1, 0, 0]}, 'contacts': [{'e': 0.9}, {'e': 0.7, 'stiffness': 1.5}]"

/// What the solver says with memory of its own.
typedef struct own_solution {
  carom_simultaneous_contact contacts[2];
  carom_simultaneous_outcome outcome;
  carom_event events[64];
  double impulses[128];
  uint64_t states[64];
  carom_simultaneous_log log;
} own_solution;

static void solve_alone(const carom_contact_problem* problem, own_solution* own) {
  double* workspace = calloc(carom_simultaneous_workspace_size(2, 2), sizeof *workspace);
  cr_assert(workspace);
  own->log = (carom_simultaneous_log){.events = own->events,
                                      .impulses = own->impulses,
                                      .event_capacity = 64,
                                      .states = own->states,
                                      .state_capacity = 64};
  const carom_simultaneous_memory memory = {.workspace = workspace, .log = &own->log};
  cr_assert_eq(carom_simultaneous_solve(problem, &memory, own->contacts, &own->outcome, NULL), CAROM_OK);
  free(workspace);
}

Test(solve, a_simultaneous_result_is_what_the_solver_says) {
  carom_scenario* scenario = parse_good("{'carom': 1, " STACK "}");
  carom_result* result = solve(scenario);
  cr_expect_eq(result->outcome.model, CAROM_MODEL_SIMULTANEOUS);
  own_solution own;
  solve_alone(&result->problem, &own);
  cr_expect_eq(result->w[5], 1.8);
  cr_expect_eq(result->surfaces[1].stiffness, 1.5);
  for (int i = 0; i < 2; ++i) {
    cr_expect_eq(result->contacts[i].impulse[1], own.contacts[i].impulse[1]);
    cr_expect_eq(result->contacts[i].velocity_before[1], i == 0 ? -1 : 0);
    cr_expect_eq(result->contacts[i].velocity_after[1], own.contacts[i].v[1]);
    cr_expect_str_eq(result->contacts[i].mode, own.contacts[i].phases);
  }
  cr_assert_eq(result->outcome.event_count, own.log.event_count);
  cr_expect_eq(result->outcome.event_total, own.log.event_total);
  cr_expect_arr_eq(result->event_impulses, own.impulses, (size_t)own.log.event_count * 2 * sizeof(double));
  cr_assert_eq(result->outcome.state_count, own.log.state_count);
  cr_expect_arr_eq(result->states, own.states, (size_t)own.log.state_count * sizeof(uint64_t));
  cr_expect_eq(result->outcome.energy.change, own.outcome.energy.change);
  cr_expect_eq(result->outcome.warnings, own.outcome.warnings);
  carom_result_free(result);
  carom_scenario_free(scenario);
}

Test(solve, a_motion_without_contacts_is_for_simulate) {
  carom_scenario* scenario = parse_good(
      "{'carom': 1, 'dimension': 2, 'chain': {'base': [0, 0], 'links': [{'length': 1, 'mass': 1}], 'angles': [0], "
      "'rates': [0]}, 'motion': {'until': 1}}");
  carom_diag error = {0};
  cr_assert_null(carom_scenario_solve(scenario, &error));
  cr_expect_eq(error.status, CAROM_UNAVAILABLE);
  cr_expect_str_eq(error.field, "motion");
  cr_expect(strstr(error.message, "`carom simulate`"), "%s", error.message);
  carom_scenario_free(scenario);
}

/// Motion that follows changes nothing about the impact at time 0.
Test(solve, contacts_with_motion_are_solved_without_it) {
#define BALL_ON_TABLE                                                                                              \
  "{'carom': 1, 'bodies': {'table': {'fixed': true}, 'ball': {'mass': 2, 'inertia': [0.8, 0.8, 0.8], 'position': " \
  "[0, 0, 1], 'velocity': [3, 1, -2]}}, 'contacts': [{'bodies': ['ball', 'table'], 'point': [0, 0, 0], 'normal': " \
  "[0, 0, 1], 'e': 0.5, 'mu': 0.2}]"
  carom_scenario* moving = parse_good(
      BALL_ON_TABLE ", 'motion': {'until': 1, 'cloth': {'ball': 'ball', 'radius': 1, 'slide': 0.2, 'roll': 0.1}}}");
  carom_scenario* still = parse_good(BALL_ON_TABLE "}");
  carom_result *a = solve(moving), *b = solve(still);
  cr_expect_eq(moving->model, CAROM_MODEL_MOTION);
  cr_expect(a->outcome.model == CAROM_MODEL_SPATIAL && b->outcome.model == CAROM_MODEL_SPATIAL);
  cr_expect_arr_eq(a->contacts[0].impulse, b->contacts[0].impulse, sizeof a->contacts[0].impulse);
  carom_result_free(a);
  carom_result_free(b);
  carom_scenario_free(moving);
  carom_scenario_free(still);
}

Test(names, contacts_are_called_after_their_bodies) {
  carom_scenario* scenario = parse_good(
      "{'carom': 1, 'dimension': 2, 'bodies': {'a': {'mass': 1, 'inertia': 1, 'position': [0, 1]}, 'b': {'mass': 1, "
      "'inertia': 1, 'position': [0, 2]}, 'floor': {'fixed': true}}, 'contacts': [{'bodies': ['a', 'floor'], 'point': "
      "[-1, 0], 'normal': [0, 1], 'e': 1}, {'bodies': ['b', 'a'], 'point': [0, 1.5], 'normal': [0, 1], 'e': 1}, "
      "{'bodies': ['a', 'floor'], 'point': [1, 0], 'normal': [0, 1], 'e': 1}]}");
  const char* wanted[] = {"a-floor 1", "b-a", "a-floor 2"};
  char name[32];
  for (int i = 0; i < 3; ++i) {
    carom_scenario_contact_name(scenario, i, sizeof name, name);
    cr_expect_str_eq(name, wanted[i]);
  }
  carom_scenario_contact_name(scenario, 0, 4, name);
  cr_expect_str_eq(name, "a-f");
  carom_scenario_free(scenario);
  scenario = parse_good("{'carom': 1, " STACK "}");
  carom_scenario_contact_name(scenario, 1, sizeof name, name);
  cr_expect_str_eq(name, "contact 1");
  carom_scenario_free(scenario);
}

Test(explain, knows_who_feels_whom) {
  carom_scenario* scenario = parse_good("{'carom': 1, " STACK "}");
  carom_result* result = solve(scenario);
  const carom_coupling coupling = carom_result_coupling(result, 0, 1);
  cr_expect(coupling.interacts);
  cr_expect(fabs(coupling.normal + 0.8 / sqrt(1.8 * 0.8)) <= 1e-15);
  carom_result_free(result);
  carom_scenario_free(scenario);
}

/// Tangential coupling counts where there is friction, and nowhere else.
Test(explain, coupling_through_the_tangents_needs_friction) {
  const char* surfaces[] = {"{'e': 1}, {'e': 1}", "{'e': 1, 'mu': 0.3, 'eta2': 1}, {'e': 1}"};
  for (int i = 0; i < 2; ++i) {
    char text[400];
    snprintf(
        text, sizeof text,
        "{'carom': 1, 'dimension': 2, 'contact_space': {'W': [[2, 0, 0, 0.5], [0, 1, 0, 0], [0, 0, 1, 0], [0.5, 0, "
        "0, 1]], 'v': [0, -1, 0, -1]}, 'contacts': [%s]}",
        surfaces[i]);
    carom_scenario* scenario = parse_good(text);
    carom_result* result = solve(scenario);
    cr_expect_eq(carom_result_coupling(result, 0, 1).interacts, i == 1);
    cr_expect_eq(carom_result_coupling(result, 0, 1).normal, 0);
    carom_result_free(result);
    carom_scenario_free(scenario);
  }
}

static bool explains(const carom_scenario* scenario, const carom_result* result, const char* words) {
  carom_explanation explanation;
  cr_assert(carom_scenario_explain(scenario, result, &explanation, NULL));
  for (int i = 0; i < explanation.sentence_count; ++i)
    if (strstr(explanation.sentences[i], words)) return true;
  return false;
}

Test(explain, says_how_far_several_contacts_are_to_be_trusted) {
  carom_scenario* scenario = parse_good(
      "{'carom': 1, 'dimension': 2, 'contact_space': {'W': [[1, 0, 0, 0], [0, 2, 0, -1], [0, 0, 1, 0], [0, -1, 0, "
      "1]], 'v': [0, -1, 0, 0]}, 'contacts': [{'e': 0.5, 'mu': 0.1}, {'e': 0.5, 'mu': 0.1}]}");
  carom_result* result = solve(scenario);
  cr_expect(explains(scenario, result, "Friction is rigid"));
  for (int sensitive = 0; sensitive < 2; ++sensitive) {
    if (sensitive) result->outcome.warnings |= CAROM_WARN_SENSITIVE | CAROM_WARN_APPROXIMATE | CAROM_WARN_JAMMED;
    cr_expect_eq(explains(scenario, result, "more than one future"), sensitive);
    cr_expect_eq(explains(scenario, result, "are wedged"), sensitive);
  }
  cr_expect_not(explains(scenario, result, "stepped through time"));
  result->outcome.error = 2e-3;
  cr_expect(explains(scenario, result, "off by about 0.002 of the largest"));
  result->outcome.error = 1;
  cr_expect(explains(scenario, result, "is not known"));
  carom_result_free(result);
  carom_scenario_free(scenario);
}

Test(explain, carries_what_the_theory_says) {
  carom_scenario* scenario = parse_good("{'carom': 1, " ICOSAHEDRON "}");
  carom_result* result = solve(scenario);
  carom_explanation explanation;
  carom_diag error = {0};
  cr_assert(carom_scenario_explain(scenario, result, &explanation, &error));
  carom_spatial_theory theory;
  carom_spatial_directions directions;
  cr_assert_eq(carom_spatial_theory_of(&result->outcome.law.spatial.problem, &theory, NULL), CAROM_OK);
  cr_assert_eq(carom_spatial_invariants(&result->outcome.law.spatial.problem, &directions, NULL), CAROM_OK);
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
