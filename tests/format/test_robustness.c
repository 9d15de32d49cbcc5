// Whatever the bytes are, the reader answers with a scenario or with an error that says something, and leaks nothing
// (the sanitizer build watches). What it accepts is written and read back unchanged.
#define _POSIX_C_SOURCE 200809L  // open_memstream
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carom/simulation.h"
#include "carom/vary.h"
#include "kit/good_texts.h"
#include "kit/parse_text.h"
#include "random.h"

/// Parses a copy of exactly `length` bytes, so that reading past the end is seen.
static carom_scenario* parse_copy(const char* text, size_t length, carom_diag* error) {
  char* copy = malloc(length > 0 ? length : 1);
  memcpy(copy, text, length);
  carom_scenario* scenario = carom_scenario_parse(copy, length, error);
  free(copy);
  return scenario;
}

static void check_answer(const char* text, size_t length) {
  carom_diag error;
  carom_scenario* scenario = parse_copy(text, length, &error);
  if (scenario) {
    cr_assert_eq(error.status, CAROM_OK);
  } else {
    cr_assert_neq(error.status, CAROM_OK);
    cr_assert_gt(strlen(error.message), 15);
    cr_assert(error.line >= 1, "line %d for %s", error.line, error.message);
  }
  carom_scenario_free(scenario);
}

Test(robustness, cut_anywhere) {
  for (int i = 0; i < GOOD_TEXT_COUNT; i++) {
    char* text = quoted(good_texts[i]);
    const size_t whole = strlen(text);
    for (size_t length = 0; length < whole; length++) {
      carom_diag error;
      cr_assert_null(parse_copy(text, length, &error));
      cr_assert_eq(error.status, CAROM_SYNTAX, "cut at %zu: %s", length, error.message);
      cr_assert_gt(strlen(error.message), 15);
    }
    free(text);
  }
}

/// Bytes that mean something in JSON make more interesting damage than any others.
static char random_byte(test_random* random) {
  static const char telling[] = "{}[]\",:0123456789.eE+-\\ \ntrufalsn";
  const bool any = test_random_below(random, 4) == 0;
  return any ? (char)test_random_bits(random) : telling[test_random_below(random, sizeof telling - 1)];
}

Test(robustness, damaged_anywhere) {
  test_random random = {20240607};
  for (int i = 0; i < GOOD_TEXT_COUNT; i++) {
    char* good = quoted(good_texts[i]);
    const size_t length = strlen(good);
    char* text = malloc(length + 1);
    for (int round = 0; round < 2000; round++) {
      memcpy(text, good, length + 1);
      for (int damage = 1 + test_random_below(&random, 3); damage > 0; damage--) {
        text[test_random_below(&random, (int)length)] = random_byte(&random);
      }
      check_answer(text, length);
    }
    free(text);
    free(good);
  }
}

/// Replacing a whole value by another kind of value reaches the checks that single bytes rarely reach.
Test(robustness, values_replaced) {
  static const char* const values[] = {"null", "true", "[]", "{}", "-1", "0", "1e308", "\"x\"", "[[1]]", "[1,2,3]"};
  for (int i = 0; i < GOOD_TEXT_COUNT; i++) {
    char* good = quoted(good_texts[i]);
    char* text = malloc(strlen(good) + 20);
    for (char* colon = strchr(good, ':'); colon; colon = strchr(colon + 1, ':')) {
      const size_t end = strcspn(colon, ",}") + (size_t)(colon - good);
      for (size_t v = 0; v < sizeof values / sizeof *values; v++) {
        const int length = sprintf(text, "%.*s%s%s", (int)(colon + 1 - good), good, values[v], good + end);
        check_answer(text, (size_t)length);
      }
    }
    free(text);
    free(good);
  }
}

static char* written(const carom_scenario* scenario, size_t* length) {
  char* text = NULL;
  FILE* out = open_memstream(&text, length);
  carom_scenario_write(scenario, false, carom_sink_file(out));
  fclose(out);
  return text;
}

/// Normalising twice must change nothing: the second writing equals the first, to the last digit.
Test(robustness, write_read_write) {
  for (int i = 0; i < GOOD_TEXT_COUNT; i++) {
    carom_scenario* scenario = parse_good(good_texts[i]);
    size_t first_length, second_length;
    char* first = written(scenario, &first_length);
    carom_diag error;
    carom_scenario* again = carom_scenario_parse(first, first_length, &error);
    cr_assert(again, "%s: %s in %s", error.field, error.message, first);
    char* second = written(again, &second_length);
    cr_expect_str_eq(first, second);
    if (scenario->touches) {
      cr_expect_arr_eq(again->touches, scenario->touches, (size_t)scenario->contact_count * sizeof *scenario->touches);
    }
    free(first);
    free(second);
    carom_scenario_free(scenario);
    carom_scenario_free(again);
  }
}

/// What nobody wants to read need not be written: every function of the files takes NULL for the error.
Test(robustness, an_error_that_nobody_reads) {
  carom_explanation explanation;
  cr_expect_null(carom_scenario_parse("{", 1, NULL));
  cr_expect_null(carom_vary_open("{", 1, NULL));
  carom_scenario* impact = parse_good(
      "{'carom': 1, 'dimension': 2, 'contact_space': {'W': [[1, 0], [0, 1]], 'v': [0, -1]}, 'contacts': [{'e': 1}]}");
  carom_scenario* motion = parse_good(
      "{'carom': 1, 'dimension': 2, 'chain': {'base': [0, 0], 'links': [{'length': 1, 'mass': 1}], 'angles': [0], "
      "'rates': [0]}, 'motion': {'until': 1}}");
  cr_expect_null(carom_scenario_solve(motion, NULL));
  cr_expect_null(carom_scenario_simulate(impact, NULL, NULL, NULL));
  carom_result* result = carom_scenario_solve(impact, NULL);
  cr_assert(result);
  result->outcome.model = CAROM_MODEL_MOTION;
  cr_expect_not(carom_scenario_explain(impact, result, &explanation, NULL));
  carom_result_free(result);
  carom_scenario_free(impact);
  carom_scenario_free(motion);
}

Test(robustness, a_varied_number_that_nobody_asks_about) {
  char* text = quoted(
      "{'carom': 1, 'dimension': 2, 'contact_space': {'W': [[1, 0], [0, 1]], 'v': [0, -1]}, 'contacts': [{'e': 1}]}");
  carom_vary* vary = carom_vary_open(text, strlen(text), NULL);
  cr_assert(vary);
  carom_reading reading;
  cr_expect_eq(carom_vary_find(vary, "contacts.0.nothing", NULL), -1);
  cr_expect_not(carom_vary_unknown_reading(vary, "contacts.0.nothing", NULL));
  const int slot = carom_vary_find(vary, "contacts.0.e", NULL);
  cr_assert(slot >= 0);
  carom_vary_set(vary, slot, 2);
  cr_expect_null(carom_vary_scenario(vary, NULL));
  cr_expect_not(carom_vary_read(vary, 1, (const char* const[]){"contacts.0.mode"}, &reading, NULL));
  carom_vary_free(vary);
  free(text);
}

/// The value stands in the error as a number too.
Test(robustness, an_error_holds_the_value) {
  char* text = quoted(
      "{'carom': 1, 'dimension': 2, 'contact_space': {'W': [[1, 0], [0, 1]], 'v': [0, -1]},\n'contacts': [{'e': "
      "1.5}]}");
  carom_diag error;
  cr_expect_null(carom_scenario_parse(text, strlen(text), &error));
  cr_expect_eq(error.status, CAROM_BAD_VALUE);
  cr_expect_eq(error.value, 1.5);
  cr_expect_eq(error.line, 2);
  cr_expect_str_eq(error.field, "contacts.0.e");
  free(text);
}
