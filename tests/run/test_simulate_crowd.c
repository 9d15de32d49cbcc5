// Files whose bodies meet each other: what is told of it, and what can be wrong with its start.
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "carom/scenario.h"
#include "carom/simulation.h"
#include "kit/parse_text.h"

#define BODY(name, place, rest) "'" name "': {'mass': 1, 'inertia': 0.1, 'position': " place rest "}"
#define DISC(name, place)       BODY(name, place, ", 'shape': {'disc': 0.5}")
#define SQUARE(name, place)     BODY(name, place, ", 'shape': {'box': [1, 1]}")
#define FILE(bodies, motion)    "{'carom': 1, 'dimension': 2, 'bodies': {" bodies "}, 'motion': {'until': 2, " motion "}}"
#define MEET                    "'meet': {'e': 1}"

static carom_simulation* run(const char* text, carom_scenario** scenario) {
  carom_diag error = {0};
  *scenario = parse_good(text);
  carom_simulation* simulation = carom_scenario_simulate(*scenario, NULL, NULL, &error);
  cr_assert(simulation, "%s: %s", error.field, error.message);
  return simulation;
}

Test(simulate_crowd, who_met_whom_is_told) {
  carom_scenario* scenario;
  carom_simulation* simulation =
      run(FILE(BODY("red", "[0, 0]", ", 'velocity': [1, 0], 'shape': {'disc': 0.5}") "," DISC("blue", "[1.5, 0]"),
               MEET ", 'planes': [{'point': [2.5, 0], 'normal': [-1, 0], 'surface': {'e': 1}}]"),
          &scenario);
  cr_assert_eq(simulation->mover_count, 2);
  cr_assert_eq(simulation->impact_count, 3);  // red-blue, blue at the wall, blue-red on its way back
  const carom_simulation_impact* impacts = simulation->impacts;
  cr_assert_str_eq(impacts[0].what, "red-blue");
  cr_assert(impacts[0].mover == 0 && impacts[0].with == 1 && impacts[0].impact.touch.plane == -1);
  cr_assert(fabs(impacts[0].impact.time - 0.5) < 1e-14 && fabs(impacts[0].at.x - 1) < 1e-14);
  cr_assert_str_eq(impacts[1].what, "blue");
  cr_assert(impacts[1].with == -1 && impacts[1].impact.touch.plane == 0);
  cr_assert_str_eq(impacts[2].what, "red-blue");
  cr_assert(fabs(simulation->bodies_after[0].velocity.x + 1) < 1e-14);
  cr_assert(fabs(simulation->bodies_after[1].velocity.x) < 1e-14);
  cr_assert(fabs(simulation->energy_start - 0.5) < 1e-15 && fabs(simulation->energy_end - 0.5) < 1e-14);
  cr_assert_str_eq(simulation->columns[1], "red.x");
  cr_assert_str_eq(simulation->columns[7], "blue.x");
  // Rows: every body's own numbers, and the energy of all.
  const double* row = simulation->samples + (ptrdiff_t)100 * simulation->column_count;
  cr_assert(fabs(row[0] - 0.4) < 1e-15 && fabs(row[1] - 0.4) < 1e-14 && row[7] == 1.5 && fabs(row[13] - 0.5) < 1e-15);
  carom_text json = {0};
  cr_assert(carom_simulation_write(scenario, simulation, carom_sink_text(&json)));
  cr_assert(strstr(json.text, "\"what\": \"red-blue\", \"with\": \"blue\", \"mode\""), "%s", json.text);
  carom_text_free(&json);
  carom_simulation_free(simulation);
  carom_scenario_free(scenario);
}

/// A list of pairs lets the others pass through each other.
Test(simulate_crowd, only_those_of_the_list_meet) {
  carom_scenario* scenario;
  carom_simulation* simulation = run(FILE(BODY("a", "[0, 0]", ", 'velocity': [1, 0], 'shape': {'disc': 0.25}") "," DISC(
                                              "ghost", "[1, 0]") "," DISC("b", "[2, 0]"),
                                          "'meet': [{'a': 'b', 'b': 'a', 'surface': {'e': 1}}]"),
                                     &scenario);
  cr_assert_eq(simulation->impact_count, 1);
  cr_assert_str_eq(simulation->impacts[0].what, "b-a");
  cr_assert(fabs(simulation->impacts[0].impact.time - 1.25) < 1e-14);
  carom_simulation_free(simulation);
  carom_scenario_free(scenario);
}

Test(simulate_crowd, a_body_touches_or_flies) {
  carom_scenario* scenario;
  carom_simulation* simulation =
      run(FILE(SQUARE("lower", "[0, 0.5]") "," SQUARE("upper", "[0.2, 1.5]") "," DISC("far", "[9, 9]"),
               "'gravity': [0, -1e-3], 'meet': {'e': 0.5, 'mu': 0.5}, 'planes': [{'point': [0, 0], 'normal': [0, 1], "
               "'surface': {'e': 0.5, 'mu': 0.5}}]"),
          &scenario);
  int flights = 0, held = 0;
  for (int i = 0; i < simulation->phase_count; ++i) {
    const carom_simulation_phase* phase = &simulation->phases[i];
    flights += phase->phase == CAROM_PHASE_FLIGHT;
    held += phase->with >= 0;
    cr_assert(phase->phase != CAROM_PHASE_FLIGHT || strcmp(phase->what, "far") == 0, "%s", phase->what);
    cr_assert(phase->with < 0 || strcmp(phase->what, phase->mover == 1 ? "upper-lower" : "lower-upper") == 0);
  }
  cr_assert(flights == 1 && held == 2, "%d %d", flights, held);
  carom_simulation_free(simulation);
  carom_scenario_free(scenario);
}

// ---- bad starts ----------------------------------------------------------------------------------------------------

typedef struct refused {
  const char *name, *text;
  carom_status code;
  const char *key, *fragment;
} refused;

#define FREE(name, place, rest) "'" name "': {'mass': 1, 'inertia': [1, 1, 1], 'position': " place rest "}"
#define TRIANGLE(corners)       BODY("wedge", "[0, 0]", ", 'shape': {'polygon': " corners "}")

static const refused rows[] = {
    {"discs overlap", FILE(DISC("red", "[0, 0]") "," DISC("blue", "[0.75, 0]"), MEET), CAROM_BAD_VALUE, "motion.meet",
     "\"red\" and \"blue\": the two bodies overlap by 0.25 m at the start"},
    {"boxes overlap",
     FILE(SQUARE("a", "[0, 0]") "," SQUARE("b", "[0, 0.9]"), "'meet': [{'a': 'a', 'b': 'b', 'surface': {'e': 1}}]"),
     CAROM_BAD_VALUE, "motion.meet.0", "overlap by 0.1 m"},
    {"disc in a box", FILE(SQUARE("a", "[0, 0]") "," DISC("b", "[0, 0.9]"), MEET), CAROM_BAD_VALUE, "motion.meet",
     "overlap by 0.1 m"},
    {"behind a plane",
     FILE(DISC("a", "[0, 0]"), MEET ", 'planes': [{'point': [0, 0], 'normal': [0, 1], 'surface': {'e': 1}}]"),
     CAROM_BAD_VALUE, "motion.planes.0", "behind"},
    {"not convex", FILE(TRIANGLE("[[-1, -1], [0, 0], [1, -1], [0, 1]]"), MEET), CAROM_BAD_VALUE,
     "bodies.wedge.shape.polygon.1", "not convex"},
    {"clockwise", FILE(TRIANGLE("[[0, 1], [1, -1], [-1, -1]]"), MEET), CAROM_BAD_VALUE, "bodies.wedge.shape.polygon",
     "clockwise"},
    {"loose points", FILE(DISC("a", "[0, 0]") "," BODY("b", "[3, 0]", ", 'shape': {'points': [[0, 0]]}"), MEET),
     CAROM_UNAVAILABLE, "motion.meet", "loose points"},
    {"boxes in space",
     "{'carom': 1, 'bodies': {" FREE("a", "[0, 0, 0]", ", 'shape': {'box': [1, 1, 1]}") "," FREE(
         "b", "[3, 0, 0]", ", 'shape': {'box': [1, 1, 1]}") "}, 'motion': {'until': 1, " MEET "}}",
     CAROM_UNAVAILABLE, "motion.meet", "\"a\" and \"b\": in space two bodies with corners do not meet"},
    {"off its circle", FILE(BODY("bob", "[0, -1]", ", 'pivot': {'at': [0, 0], 'length': 2}"), "'gravity': [0, -1]"),
     CAROM_BAD_VALUE, "bodies.bob.pivot.length", "1 m from the pivot, but the rod is 2 m long"},
    {"along its rod",
     FILE(BODY("bob", "[0, -1]", ", 'velocity': [0, 1], 'pivot': {'at': [0, 0], 'length': 1}"), "'gravity': [0, -1]"),
     CAROM_BAD_VALUE, "bodies.bob.velocity", "along its rod"},
};

Test(simulate_crowd, what_a_start_can_contradict) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    carom_scenario* scenario = parse_good(rows[i].text);
    carom_diag error = {0};
    cr_assert_null(carom_scenario_simulate(scenario, NULL, NULL, &error), "%s", rows[i].name);
    cr_expect_str_eq(carom_status_word(error.status), carom_status_word(rows[i].code), "%s", rows[i].name);
    cr_expect_str_eq(error.field, rows[i].key, "%s: %s: %s", rows[i].name, error.field, error.message);
    cr_expect(strstr(error.message, rows[i].fragment), "%s: %s", rows[i].name, error.message);
    carom_scenario_free(scenario);
  }
}

Test(simulate_crowd, too_many_are_refused) {
  char text[8000] = "{'carom': 1, 'dimension': 2, 'bodies': {";
  for (int i = 0; i < 33; ++i)
    snprintf(text + strlen(text), sizeof text - strlen(text),
             "%s'%d': {'mass': 1, 'inertia': 1, 'position': [%d, 0], 'shape': {'disc': 1}}", i ? "," : "", i, 3 * i);
  strcat(text, "}, 'motion': {'until': 1, " MEET "}}");
  carom_scenario* scenario = parse_good(text);
  carom_diag error = {0};
  cr_assert_null(carom_scenario_simulate(scenario, NULL, NULL, &error));
  cr_assert_str_eq(error.field, "bodies");
  cr_assert(strstr(error.message, "33 bodies") && strstr(error.message, "32"), "%s", error.message);
  carom_scenario_free(scenario);
}
