// Names that a file gives its contacts and the coordinates of a mechanism.
#include <criterion/criterion.h>
#include <string.h>

#include "kit/parse_text.h"

#define ARM(mechanism, first, second)                                                                               \
  "{'carom': 1, 'dimension': 2,\n'mechanism': {'mass_matrix': [[1, 0], [0, 1]], 'velocity': [-1, -1]" mechanism     \
  "},\n'contacts': [{'jacobian': [[0, 1], [1, 0]], 'e': 1" first "},\n{'jacobian': [[1, 0], [0, 1]], 'e': 1" second \
  "}]}"

static void expect_names(const carom_scenario* scenario) {
  char name[32];
  carom_scenario_contact_name(scenario, 0, sizeof name, name);
  cr_expect_str_eq(name, "left foot");
  carom_scenario_contact_name(scenario, 1, sizeof name, name);
  cr_expect_str_eq(name, "contact 1");
  carom_scenario_coordinate_name(scenario, 1, sizeof name, name);
  cr_expect_str_eq(name, "knee");
  carom_scenario_coordinate_name(scenario, 1, 3, name);
  cr_expect_str_eq(name, "kn");
}

Test(names, are_read_and_written) {
  carom_scenario* scenario = parse_good(ARM(", 'coordinates': ['hip', 'knee']", ", 'name': 'left foot'", ""));
  expect_names(scenario);
  carom_text text = {0};
  carom_diag error;
  cr_assert(carom_scenario_write(scenario, false, carom_sink_text(&text)));
  carom_scenario* again = carom_scenario_parse(text.text, text.length, &error);
  cr_assert(again, "%s", error.message);
  expect_names(again);
  carom_text_free(&text);
  carom_scenario_free(again);
  carom_scenario_free(scenario);
}

Test(names, without_them_numbers_count_from_0) {
  carom_scenario* scenario = parse_good(ARM("", "", ""));
  char name[32];
  carom_scenario_contact_name(scenario, 0, sizeof name, name);
  cr_expect_str_eq(name, "contact 0");
  carom_scenario_coordinate_name(scenario, 0, sizeof name, name);
  cr_expect_str_eq(name, "generalized velocity 0");
  carom_scenario_free(scenario);
}

Test(names, of_contacts_between_bodies_and_in_contact_space) {
  carom_scenario* scenario = parse_good(
      "{'carom': 1, 'dimension': 2, 'contact_space': {'W': [[1, 0], [0, 1]], 'v': [0, -1]}, 'contacts': [{'e': 1, "
      "'name': 'tip'}]}");
  char name[32];
  carom_scenario_contact_name(scenario, 0, sizeof name, name);
  cr_expect_str_eq(name, "tip");
  carom_scenario_free(scenario);
  scenario = parse_good(
      "{'carom': 1, 'dimension': 2, 'bodies': {'a': {'mass': 1, 'inertia': 1, 'position': [0, 1]}, 'b': {'fixed': "
      "true}}, 'contacts': [{'bodies': ['a', 'b'], 'point': [0, 0], 'normal': [0, 1], 'e': 1, 'name': 'front "
      "bumper'}]}");
  carom_scenario_contact_name(scenario, 0, sizeof name, name);
  cr_expect_str_eq(name, "front bumper");
  carom_scenario_free(scenario);
}

static const bad_row rows[] = {
    {"a number", ARM("", ", 'name': 1", ""), CAROM_WRONG_TYPE, "contacts.0.name", 3, "a text that is not empty"},
    {"empty", ARM("", "", ", 'name': ''"), CAROM_WRONG_TYPE, "contacts.1.name", 4, "a text that is not empty"},
    {"twice", ARM("", ", 'name': 'a'", ", 'name': 'a'"), CAROM_BAD_VALUE, "contacts.1.name", 4,
     "\"name\" is \"a\", and so is that of number 0"},
    {"too few coordinates", ARM(", 'coordinates': ['hip']", "", ""), CAROM_BAD_VALUE, "mechanism.coordinates", 2,
     "exactly 2"},
    {"too many coordinates", ARM(", 'coordinates': ['a', 'b', 'c']", "", ""), CAROM_BAD_VALUE, "mechanism.coordinates",
     2, "exactly 2"},
    {"no list", ARM(", 'coordinates': 'hip'", "", ""), CAROM_WRONG_TYPE, "mechanism.coordinates", 2, "an array"},
    {"a coordinate twice", ARM(", 'coordinates': ['hip', 'hip']", "", ""), CAROM_BAD_VALUE, "mechanism.coordinates.1",
     2, "each must be different"},
    {"a coordinate that is no text", ARM(", 'coordinates': ['hip', null]", "", ""), CAROM_WRONG_TYPE,
     "mechanism.coordinates.1", 2, "a text that is not empty"},
};

Test(names, bad_ones) {
  check_bad_rows(sizeof rows / sizeof *rows, rows);
}
