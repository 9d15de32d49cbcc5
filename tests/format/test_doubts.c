// Questions about files that are valid but were probably meant otherwise, and silence about all others.
#include <criterion/criterion.h>
#include <string.h>

#include "kit/parse_text.h"

/// A file, and the key and a part of each question that it must get, in order.
typedef struct doubt_row {
  const char* name;
  const char* text;
  const char* asked[2][2];
} doubt_row;

#define PLANAR(normal, names)                                                                                         \
  "{'carom': 1, 'dimension': 2, 'bodies': {'a': {'mass': 1, 'inertia': 1, 'position': [1, 0], 'velocity': [-1, 0]}, " \
  "'b': {'mass': 1, 'inertia': 1, 'position': [-1, 0]}}, 'contacts': [{'bodies': " names                              \
  ", 'point': [0, 0], 'normal': " normal ", 'e': 1}]}"
#define BALL(members, point)                                                                                        \
  "{'carom': 1, 'bodies': {'floor': {'fixed': true}, 'a': {'position': [0, 0, 1], 'velocity': [0, 0, -1], " members \
  "}}, 'contacts': [{'bodies': ['a', 'floor'], 'point': " point ", 'normal': [0, 0, 1], 'e': 1}]}"
#define LIGHT  "'mass': 1, 'inertia': [0.3, 0.3, 0.3]"
#define CORNER "{'points': [[1, 1, -1], [-1, 1, -1], [-1, -1, -1], [1, -1, -1], [0, 0, 1]]}"
#define SQUARE(angle, point)                                                                                      \
  "{'carom': 1, 'dimension': 2, 'bodies': {'a': {'mass': 1, 'inertia': 0.5, 'position': [0, 1], 'velocity': [0, " \
  "-1], 'angle': " angle                                                                                          \
  ", 'shape': {'points': [[1, 1], [-1, 1], [-1, -1], [1, -1]]}}, 'f': {'fixed': true}}, "                         \
  "'contacts': [{'bodies': ['a', 'f'], 'point': " point ", 'normal': [0, 1], 'e': 1}]}"
#define ARM(v)                                                                                     \
  "{'carom': 1, 'dimension': 2, 'mechanism': {'mass_matrix': [[1, 0], [0, 1]], 'velocity': [0, " v \
  "]}, 'contacts': "                                                                               \
  "[{'jacobian': [[1, 0], [0, 1]], 'e': 1}]}"
#define SPACE(v) \
  "{'carom': 1, 'dimension': 2, 'contact_space': {'W': [[1, 0], [0, 1]], 'v': [0, " v "]}, 'contacts': [{'e': 1}]}"
#define SWING(angle)                                                                                              \
  "{'carom': 1, 'dimension': 2, 'chain': {'base': [0, 0], 'links': [{'length': 1, 'mass': 1}], 'angles': [" angle \
  "], 'rates': [0]}, 'motion': {'until': 1}}"

static const doubt_row rows[] = {
    {"all is well", PLANAR("[1, 0]", "['a', 'b']"), {{0}}},
    {"normal reversed", PLANAR("[-1, 0]", "['a', 'b']"), {{"contacts.0.normal", "is the normal reversed"}}},
    {"names swapped", PLANAR("[1, 0]", "['b', 'a']"), {{"contacts.0.normal", "from \"a\" into \"b\""}}},
    {"one centre on the wrong side only", PLANAR("[0.6, 0.8]", "['a', 'b']"), {{0}}},
    {"a ball without a shape", BALL(LIGHT, "[0, 0, 0]"), {{0}}},
    {"a ball on its shape", BALL(LIGHT ", 'shape': {'sphere': 1}", "[0, 0, 0]"), {{0}}},
    {"off the ball",
     BALL(LIGHT ", 'shape': {'sphere': 1}", "[0, 0, -0.5]"),
     {{"contacts.0.point", "0.5 m off the surface"}}},
    {"on a corner", BALL("'mass': 1, 'inertia': [1, 1, 1], 'shape': " CORNER, "[1, 1, 0]"), {{0}}},
    {"off the corners",
     BALL("'mass': 1, 'inertia': [1, 1, 1], 'shape': " CORNER, "[1, 1, 0.2]"),
     {{"contacts.0.point", "0.2 m off"}}},
    {"beside all corners",
     BALL("'mass': 1, 'inertia': [1, 1, 1], 'shape': " CORNER, "[5, 0, 0]"),
     {{"contacts.0.point", "off the surface"}}},
    {"a turned square", SQUARE("0", "[1, 0]"), {{0}}},
    {"on its turned corner", SQUARE("'45 deg'", "[0, -0.41421356]"), {{0}}},
    {"degrees in the plane", SQUARE("90", "[1, 0]"), {{"contacts.0.point", "off"}, {"bodies.a.angle", "\"90 deg\""}}},
    {"degrees in space",
     BALL(LIGHT ", 'orientation': {'axis': [0, 0, 1], 'angle': 90}", "[0, 0, 0]"),
     {{"bodies.a.orientation.angle", "is it in degrees?"}}},
    {"degrees said", BALL(LIGHT ", 'orientation': {'axis': [0, 0, 1], 'angle': '90 deg'}", "[0, 0, 0]"), {{0}}},
    {"grams",
     BALL("'mass': 200000, 'inertia': [1, 1, 1], 'shape': {'sphere': 1}", "[0, 0, 0]"),
     {{"bodies.a.mass", "is it in grams?"}}},
    {"grams, corners",
     BALL("'mass': 300000, 'inertia': [1, 1, 1], 'shape': " CORNER, "[1, 1, 0]"),
     {{"bodies.a.mass", "is it in grams?"}}},
    {"millimetres",
     BALL("'mass': 0.1, 'inertia': [0.01, 0.01, 0.01], 'shape': {'sphere': 1}", "[0, 0, 0]"),
     {{"bodies.a.shape", "\"28 mm\""}}},
    {"inertia",
     BALL("'mass': 1, 'inertia': [3, 3, 3], 'shape': {'sphere': 1}", "[0, 0, 0]"),
     {{"bodies.a.inertia", "can have 1 kg m^2 at most"}}},
    {"an arm that approaches", ARM("-1"), {{0}}},
    {"an arm that leaves", ARM("1"), {{"contacts.0.jacobian", "sign of the normal row"}}},
    {"contact space that leaves", SPACE("1"), {{"contact_space.v", "sign of the normal component"}}},
    {"contact space that approaches", SPACE("-1"), {{0}}},
    {"a pendulum in degrees", SWING("30"), {{"chain.angles.0", "\"30 deg\""}}},
    {"a pendulum in radians", SWING("3"), {{0}}},
};

static void check_row(const doubt_row* row) {
  carom_scenario* scenario = parse_good(row->text);
  carom_diag error;
  carom_result* result = scenario->contact_count > 0 ? carom_scenario_solve(scenario, &error) : NULL;
  cr_assert(scenario->contact_count == 0 || result, "%s: %s", row->name, error.message);
  carom_doubt doubts[CAROM_MOST_DOUBTS];
  const int count = carom_scenario_doubts(scenario, result, CAROM_MOST_DOUBTS, doubts);
  int expected = 0;
  for (; expected < 2 && row->asked[expected][0]; ++expected) {
    if (expected >= count) continue;
    cr_expect_str_eq(doubts[expected].key, row->asked[expected][0], "%s", row->name);
    cr_expect(strstr(doubts[expected].text, row->asked[expected][1]), "%s: %s", row->name, doubts[expected].text);
  }
  cr_expect(count == expected, "%s: %d questions, not %d", row->name, count, expected);
  for (int i = 0; i < count; ++i) cr_expect(strlen(doubts[i].text) < CAROM_SENTENCE_SIZE - 1, "%s is cut", row->name);
  carom_result_free(result);
  carom_scenario_free(scenario);
}

Test(doubts, rows) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) check_row(&rows[i]);
}

/// No room, no question; names that are long are cut.
Test(doubts, room) {
  carom_scenario* scenario = parse_good(PLANAR("[-1, 0]", "['a', 'b']"));
  carom_doubt untouched = {.key = "mine"};
  cr_expect(carom_scenario_doubts(scenario, NULL, 0, &untouched) == 0);
  cr_expect_str_eq(untouched.key, "mine");
  carom_scenario_free(scenario);
}
