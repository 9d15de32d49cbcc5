// Values of a motion by path, against the simulation itself with the same number.
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "carom/simulation.h"
#include "carom/vary.h"
#include "kit/parse_text.h"

#define DROP(e)                                                                                                   \
  "{'carom': 1, 'dimension': 2, 'bodies': {'ball': {'mass': 1, 'inertia': 0.1, 'position': [0, 2], 'velocity': "  \
  "[1, 0], 'shape': {'sphere': 0.5}}}, 'motion': {'until': 3, 'gravity': [0, -10], 'planes': [{'point': [0, 0], " \
  "'normal': [0, 1], 'surface': {'e': " e ", 'mu': 0.2}}]}}"

static carom_vary* open_text(const char* single_quoted) {
  char* text = quoted(single_quoted);
  carom_diag error;
  carom_vary* vary = carom_vary_open(text, strlen(text), &error);
  cr_assert(vary, "%s", error.message);
  free(text);
  return vary;
}

Test(vary_motion, reads_what_the_simulation_says) {
  static const char* const paths[] = {
      "impacts.count",  "impacts.1.time", "end.energy",     "end.bodies.ball.position.0",
      "impacts.0.what", "motion.until",   "impacts.99.time"};
  carom_vary* vary = open_text(DROP("0.5"));
  carom_diag error;
  carom_reading out[7];
  const int slot = carom_vary_find(vary, "motion.planes.0.surface.e", &error);
  carom_vary_set(vary, slot, 0.25);
  cr_assert(carom_vary_read_motion(vary, 7, paths, out, &error), "%s", error.message);
  carom_scenario* scenario = parse_good(DROP("0.25"));
  carom_simulation* wanted = carom_scenario_simulate(scenario, NULL, NULL, &error);
  cr_assert(wanted, "%s", error.message);
  cr_expect_eq(out[0].number, wanted->impact_count);
  cr_expect_eq(out[1].number, wanted->impacts[1].impact.time);
  cr_expect_eq(out[2].number, wanted->energy_end);
  cr_expect_eq(out[3].number, wanted->bodies_after[0].position.x);
  cr_expect_str_eq(out[4].word, "ball");
  cr_expect_eq(out[5].number, 3);
  cr_expect_eq(out[6].kind, CAROM_READING_NONE);
  carom_simulation_free(wanted);
  carom_scenario_free(scenario);
  carom_vary_free(vary);
}

Test(vary_motion, no_answer_and_no_such_value) {
  static const char* const paths[] = {"end.time"};
  carom_vary* vary = open_text(DROP("0.5"));
  carom_diag error;
  carom_reading out[1] = {{.kind = CAROM_READING_WORD}};
  cr_expect_not(carom_vary_unknown_motion_reading(vary, "end.tme", &error));
  cr_expect_eq(error.status, CAROM_UNKNOWN_KEY);
  cr_expect(strstr(error.message, "`end.time`"), "%s", error.message);
  carom_vary_set(vary, carom_vary_find(vary, "motion.planes.0.surface.e", &error), 2);
  cr_expect_not(carom_vary_read_motion(vary, 1, paths, out, &error));
  cr_expect_eq(out[0].kind, CAROM_READING_NONE);
  cr_expect_str_eq(error.field, "motion.planes.0.surface.e");
  cr_expect_not(carom_vary_read_motion(vary, 1, paths, out, NULL));
  carom_vary_free(vary);
}
