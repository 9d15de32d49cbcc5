// One value of a scenario's text, set by path: all other bytes stay, and so do the lines.
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "kit/parse_text.h"

#define SPACE \
  "{'carom': 1, 'dimension': 2,\n'contact_space': {'W': [[1, 0],\n[0, 1]], 'v': [0, -1]},\n'contacts': [{'e': 1}]}"
#define BODY                                                                                                 \
  "{'carom': 1, 'dimension': 2, 'bodies': {'a.b': {'mass': 1, 'inertia': 1, 'position': [0, 1]},\n"          \
  "'floor': {'fixed': true}}, 'contacts': [{'bodies': ['a.b', 'floor'], 'point': [0, 0], 'normal': [0, 1], " \
  "'e': 1}]}"

static carom_text text_of(const char* single_quoted) {
  char* text = quoted(single_quoted);
  carom_text out = {0};
  const carom_sink sink = carom_sink_text(&out);
  cr_assert(sink.write(text, strlen(text), sink.context));
  free(text);
  return out;
}

typedef struct set_row {
  const char *before, *path, *value, *after;  ///< after: NULL where the path leads nowhere
} set_row;

static const set_row rows[] = {
    {SPACE, "contacts.0.e", "0.5",
     "{'carom': 1, 'dimension': 2,\n'contact_space': {'W': [[1, 0],\n[0, 1]], 'v': [0, -1]},\n'contacts': [{'e': "
     "0.5}]}"},
    {SPACE, "contacts.0.mu", "0.5",
     "{'carom': 1, 'dimension': 2,\n'contact_space': {'W': [[1, 0],\n[0, 1]], 'v': [0, -1]},\n'contacts': [{'mu': 0.5, "
     "'e': 1}]}"},
    {SPACE, "contact_space.W.1.0", "2",
     "{'carom': 1, 'dimension': 2,\n'contact_space': {'W': [[1, 0],\n[2, 1]], 'v': [0, -1]},\n'contacts': [{'e': 1}]}"},
    // The line that the old value ended with stays, so that errors name the lines of the file.
    {SPACE, "contact_space.W", "[[3, 0],\n [0, 3]]",
     "{'carom': 1, 'dimension': 2,\n'contact_space': {'W': [[3, 0], [0, 3]]\n, 'v': [0, -1]},\n'contacts': [{'e': "
     "1}]}"},
    {SPACE, "contacts.0.law", "newton",
     "{'carom': 1, 'dimension': 2,\n'contact_space': {'W': [[1, 0],\n[0, 1]], 'v': [0, -1]},\n'contacts': [{'law': "
     "'newton', 'e': 1}]}"},
    {"{}", "carom", "1", "{'carom': 1}"},
    {"{'a': {}}", "a.b", "30 mph", "{'a': {'b': '30 mph'}}"},
    {"{'a': 1}", "a", "say \"so\"", "{'a': 'say \\'so\\''}"},
    {"{'a.b': {'c': 1}}", "a.b.c", "true", "{'a.b': {'c': true}}"},
    {SPACE, "contact.0.e", "1", NULL},
    {SPACE, "contacts.1.e", "1", NULL},
    {SPACE, "contacts.0.e.f", "1", NULL},
    {SPACE, "contacts.0.", "1", NULL},
    {SPACE, "contact_space.W.2", "1", NULL},
};

Test(edit, one_value_changes_and_nothing_else) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    carom_text text = text_of(rows[i].before);
    carom_diag error;
    const bool fine = carom_scenario_set(&text, rows[i].path, rows[i].value, &error);
    char* wanted = quoted(rows[i].after ? rows[i].after : rows[i].before);
    cr_expect_eq(fine, rows[i].after != NULL, "%s: %s", rows[i].path, error.message);
    cr_expect_eq(error.status, fine ? CAROM_OK : CAROM_UNKNOWN_KEY);
    cr_expect(fine || strcmp(error.field, rows[i].path) == 0, "%s", error.field);
    cr_expect_str_eq(text.text, wanted, "%s: %s", rows[i].path, text.text);
    free(wanted);
    carom_text_free(&text);
  }
}

Test(edit, what_a_file_leaves_to_its_default_is_added) {
  carom_text text = text_of(BODY);
  carom_diag error;
  cr_assert(carom_scenario_set(&text, "bodies.a.b.velocity.1", "-2 m/s", &error), "%s", error.message);
  cr_assert(carom_scenario_set(&text, "bodies.a.b.shape.sphere", "1", &error) == false);
  cr_expect_eq(error.status, CAROM_UNKNOWN_KEY);
  carom_scenario* scenario = carom_scenario_parse(text.text, text.length, &error);
  cr_assert(scenario, "%s", error.message);
  cr_expect_eq(scenario->bodies[0].velocity.x, 0);
  cr_expect_eq(scenario->bodies[0].velocity.y, -2);
  carom_scenario_free(scenario);
  carom_text_free(&text);
}

Test(edit, an_error_of_the_reader_has_its_line) {
  carom_text text = text_of(SPACE);
  carom_diag error;
  cr_assert(carom_scenario_set(&text, "contact_space.W", "[[1, 0], [0, 1]]", &error));
  cr_assert(carom_scenario_set(&text, "contacts.0.mue", "1", &error));
  cr_expect_null(carom_scenario_parse(text.text, text.length, &error));
  cr_expect_str_eq(error.field, "contacts.0.mue");
  cr_expect_eq(error.line, 4);
  cr_expect(strstr(error.message, "did you mean \"mu\"?"), "%s", error.message);
  carom_text_free(&text);
}

Test(edit, text_that_is_no_JSON_and_values_that_are_no_text) {
  carom_text text = text_of("{'carom': 1,");
  carom_diag error;
  cr_expect_not(carom_scenario_set(&text, "carom", "1", &error));
  cr_expect_eq(error.status, CAROM_SYNTAX);
  carom_text_free(&text);
  text = text_of("{'carom': 1}");
  cr_expect_not(carom_scenario_set(&text, "title", "\xff", &error));
  cr_expect_eq(error.status, CAROM_BAD_VALUE);
  cr_expect_not(carom_scenario_set(&text, "no.such", "1", NULL));
  cr_expect_str_eq(text.text, "{\"carom\": 1}");
  carom_text_free(&text);
}
