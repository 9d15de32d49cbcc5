#include "kit/parse_text.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

char* quoted(const char* text) {
  char* copy = malloc(strlen(text) + 1);
  strcpy(copy, text);
  for (char* c = copy; *c != '\0'; c++) {
    if (*c == '\'') {
      *c = '"';
    }
  }
  return copy;
}

carom_scenario* parse_good(const char* text) {
  char* json = quoted(text);
  carom_diag error;
  carom_scenario* scenario = carom_scenario_parse(json, strlen(json), &error);
  cr_assert(scenario, "%s: %s (%s)", error.field, error.message, json);
  cr_expect_eq(error.status, CAROM_OK);
  free(json);
  return scenario;
}

static void check_bad_row(const bad_row* row) {
  char* json = quoted(row->text);
  carom_diag error;
  carom_scenario* scenario = carom_scenario_parse(json, strlen(json), &error);
  cr_assert_null(scenario, "%s: accepted", row->name);
  cr_expect_str_eq(carom_status_word(error.status), carom_status_word(row->code), "%s: code %s, %s", row->name,
                   carom_status_word(error.status), error.message);
  cr_expect_str_eq(error.field, row->key, "%s: key %s, %s", row->name, error.field, error.message);
  cr_expect_eq(error.line, row->line, "%s: line %d, not %d", row->name, error.line, row->line);
  cr_expect(strstr(error.message, row->fragment), "%s: message is: %s", row->name, error.message);
  free(json);
}

void check_bad_rows(int count, const bad_row* rows) {
  for (int i = 0; i < count; i++) {
    check_bad_row(&rows[i]);
  }
}
