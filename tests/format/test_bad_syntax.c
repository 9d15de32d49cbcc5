// Text that is not JSON, keys given twice, numbers that do not fit, and what is wrong at the top of a file.
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "kit/parse_text.h"

#define SPACE    "'contact_space': {'W': [[2, 0], [0, 2]], 'v': [0, -1]}"
#define CONTACTS "'contacts': [{'e': 0.5}]"
#define GOOD     "{'carom': 1,\n'dimension': 2,\n" SPACE ",\n" CONTACTS "}"
#define BODIES   "'bodies': {'a': {'mass': 1, 'inertia': 1, 'position': [0, 0]}}"

static const bad_row not_json[] = {
    {"empty file", "", CAROM_SYNTAX, "", 1, "empty"},
    {"blank file", " \n\t\r\n", CAROM_SYNTAX, "", 1, "empty"},
    {"cut off", "{'carom': 1,\n'dimension': 2", CAROM_SYNTAX, "", 2, "'}' expected"},
    {"NaN", "{'carom': 1,\n'dimension': NaN}", CAROM_SYNTAX, "", 2, "no NaN"},
    {"Infinity", "{'carom': 1,\n'dimension': Infinity}", CAROM_SYNTAX, "", 2, "no Infinity"},
    {"minus Infinity", "{'carom': 1,\n'dimension': -Infinity}", CAROM_SYNTAX, "", 2, "no Infinity"},
    {"bad UTF-8", "{'carom': 1,\n'title': '\xC3('}", CAROM_SYNTAX, "", 2, "UTF-8"},
    {"byte-order mark", "\xEF\xBB\xBF" GOOD, CAROM_SYNTAX, "", 1, "not JSON"},
    {"escaped zero byte", "{'carom': 1,\n'title': '\\u0000'}", CAROM_SYNTAX, "", 2, "not JSON"},
    {"trailing garbage", GOOD "\nx", CAROM_SYNTAX, "", 5, "end of file expected"},
    {"two objects", GOOD "\n" GOOD, CAROM_SYNTAX, "", 5, "end of file expected"},
    {"trailing comma", "{'carom': 1,\n}", CAROM_SYNTAX, "", 2, "a comma before the closing bracket"},
    {"comment", "{'carom': 1, // one\n}", CAROM_SYNTAX, "", 1, "no comments"},
};

Test(bad_syntax, not_json) {
  check_bad_rows(sizeof not_json / sizeof *not_json, not_json);
}

static const bad_row twice_or_too_large[] = {
    {"twice at the top", "{'carom': 1,\n'carom': 1}", CAROM_DUPLICATE_KEY, "carom", 2, "\"carom\" is given twice"},
    {"twice in a contact", "{'carom': 1, 'contacts': [{'e': 1},\n{'e': 1, 'mu': 0,\n'e': 2}]}", CAROM_DUPLICATE_KEY,
     "contacts.1.e", 3, "\"e\" is given twice"},
    {"twice, once escaped", "{'carom': 1,\n'bodies': {'a}': {}, 'b': {'mass': [1, {}], 'm\\u0061ss': 2}}}",
     CAROM_DUPLICATE_KEY, "bodies.b.mass", 2, "\"mass\" is given twice"},
    {"body twice", "{'carom': 1, 'bodies': {'a\\\"': 1, 'a\\\"': 2}}", CAROM_DUPLICATE_KEY, "bodies.a\"", 1, "twice"},
    {"1e999", "{'carom': 1,\n'contact_space': {'W': [[1, 2],\n[3, 1e999]]}}", CAROM_BAD_VALUE, "contact_space.W.1.1", 3,
     "too large"},
    {"-1e999", "{'carom': 1,\n'contacts': [{'e': -1e999 }]}", CAROM_BAD_VALUE, "contacts.0.e", 2, "too large"},
};

Test(bad_syntax, twice_or_too_large) {
  check_bad_rows(sizeof twice_or_too_large / sizeof *twice_or_too_large, twice_or_too_large);
}

static const bad_row top[] = {
    {"array", "\n[]", CAROM_WRONG_TYPE, "", 2, "an array of 0"},
    {"number", "3", CAROM_WRONG_TYPE, "", 1, "the number 3; it must be an object"},
    {"null", "null", CAROM_WRONG_TYPE, "", 1, "null"},
    {"no version", "\n{}", CAROM_MISSING_KEY, "carom", 2, "\"carom\" is missing"},
    {"version 2", "{\n'carom': 2, 'new': 0}", CAROM_BAD_VALUE, "carom", 2, "is 2; it must be 1"},
    {"version as text", "{\n'carom': '1'}", CAROM_WRONG_TYPE, "carom", 2, "the text \"1\""},
    {"unknown key", "{'carom': 1,\n'zebra': 2}", CAROM_UNKNOWN_KEY, "zebra", 2, "allowed here are carom, title"},
    {"key misspelt", "{'carom': 1,\n'Bodies': {}}", CAROM_UNKNOWN_KEY, "Bodies", 2, "did you mean \"bodies\"?"},
    {"key with a control character", "{'carom': 1,\n'a\\u001b': 2}", CAROM_UNKNOWN_KEY, "a?", 2, "\"a?\""},
    {"title not text", "{'carom': 1, 'dimension': 2,\n'title': 7, " SPACE "," CONTACTS "}", CAROM_WRONG_TYPE, "title",
     2, "must be a text"},
    {"dimension 4", "{'carom': 1,\n'dimension': 4, " SPACE "," CONTACTS "}", CAROM_BAD_VALUE, "dimension", 2,
     "is 4; it must be 2 or 3"},
    {"dimension 2.5", "{'carom': 1,\n'dimension': 2.5, " SPACE "," CONTACTS "}", CAROM_BAD_VALUE, "dimension", 2,
     "is 2.5; it must be 2 or 3"},
    {"dimension as text", "{'carom': 1,\n'dimension': '2', " SPACE "," CONTACTS "}", CAROM_WRONG_TYPE, "dimension", 2,
     "2 or 3"},
    {"nothing that moves", "\n{'carom': 1}", CAROM_MISSING_KEY, "bodies", 2, "\"mechanism\""},
    {"two that move", "{'carom': 1, 'dimension': 2,\n" SPACE ",\n" BODIES ", " CONTACTS "}", CAROM_BAD_VALUE,
     "contact_space", 2, "both \"bodies\" and \"contact_space\""},
    {"no contacts", "\n{'carom': 1, 'dimension': 2, " SPACE "}", CAROM_MISSING_KEY, "contacts", 2, "must be an array"},
    {"contacts empty", "{'carom': 1, 'dimension': 2, " SPACE ",\n'contacts': []}", CAROM_BAD_VALUE, "contacts", 2,
     "has 0 entries; it must have 1 to 64"},
    {"contacts not an array", "{'carom': 1, 'dimension': 2, " SPACE ",\n'contacts': {}}", CAROM_WRONG_TYPE, "contacts",
     2, "an object; it must be an array"},
    {"contact not an object", "{'carom': 1, 'dimension': 2, " SPACE ",\n'contacts': [\n0]}", CAROM_WRONG_TYPE,
     "contacts.0", 3, "\"contacts[0]\" is the number 0"},
    {"motion of contact space", "{'carom': 1, 'dimension': 2, " SPACE ", " CONTACTS ",\n'motion': {}}",
     CAROM_UNKNOWN_KEY, "motion", 2, "does not belong here"},
};

Test(bad_syntax, top) {
  check_bad_rows(sizeof top / sizeof *top, top);
}

Test(bad_syntax, raw_zero_byte) {
  const char text[] = "{\"carom\": 1,\n\"title\": \"a\0b\"}";
  carom_diag error;
  cr_assert_null(carom_scenario_parse(text, sizeof text - 1, &error));
  cr_expect_eq(error.status, CAROM_SYNTAX);
  cr_expect_eq(error.line, 2);
  cr_expect(strstr(error.message, "byte of value 0"));
}

Test(bad_syntax, too_deep) {
  char text[10000];
  memset(text, '[', sizeof text);
  carom_diag error;
  cr_assert_null(carom_scenario_parse(text, sizeof text, &error));
  cr_expect_eq(error.status, CAROM_SYNTAX);
  cr_expect_eq(error.line, 1);
  cr_expect(strstr(error.message, "depth"), "%s", error.message);
}

/// A key cut to the buffer must still be UTF-8, and the line must be right although the path is not whole.
Test(bad_syntax, long_key) {
  char text[2000] = "{\"carom\": 1,\n\"";
  for (int i = 0; i < 400; i++) {
    strcat(text, "\xC3\xA4");
  }
  strcat(text, "\": 1}");
  carom_diag error;
  cr_assert_null(carom_scenario_parse(text, strlen(text), &error));
  cr_expect_eq(error.status, CAROM_UNKNOWN_KEY);
  cr_expect_eq(error.line, 2);
  cr_expect_eq(strlen(error.field), 158);  // 79 letters of two bytes: the 80th would leave no room for the end
  cr_expect(strstr(error.message, "the keys allowed here are"), "%s", error.message);
}

Test(bad_syntax, words_and_exit_codes) {
  cr_expect_str_eq(carom_status_word(CAROM_DUPLICATE_KEY), "duplicate_key");
  cr_expect_str_eq(carom_status_word((carom_status)99), "unknown");
  cr_expect_eq(carom_status_exit(CAROM_OK), 0);
  cr_expect_eq(carom_status_exit(CAROM_UNAVAILABLE), 1);
  cr_expect_eq(carom_status_exit(CAROM_BUDGET), 1);
  cr_expect_eq(carom_status_exit(CAROM_BAD_VALUE), 2);
  cr_expect_eq(carom_status_exit((carom_status)99), 2);
  carom_scenario_free(NULL);
}
