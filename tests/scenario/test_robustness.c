// Whatever the bytes are, the reader answers with a scenario or with an error that says something, and leaks nothing
// (the sanitizer build watches). What it accepts is written and read back unchanged.
#define _POSIX_C_SOURCE 200809L  // open_memstream
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "scenario/good_texts.h"
#include "scenario/parse_text.h"

/// Parses a copy of exactly `length` bytes, so that reading past the end is seen.
static carom_scenario* parse_copy(const char* text, size_t length, carom_file_error* error) {
  char* copy = malloc(length > 0 ? length : 1);
  memcpy(copy, text, length);
  carom_scenario* scenario = carom_scenario_parse(copy, length, error);
  free(copy);
  return scenario;
}

static void check_answer(const char* text, size_t length) {
  carom_file_error error;
  carom_scenario* scenario = parse_copy(text, length, &error);
  if (scenario) {
    cr_assert_eq(error.code, CAROM_FILE_OK);
  } else {
    cr_assert_neq(error.code, CAROM_FILE_OK);
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
      carom_file_error error;
      cr_assert_null(parse_copy(text, length, &error));
      cr_assert_eq(error.code, CAROM_FILE_SYNTAX, "cut at %zu: %s", length, error.message);
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
  carom_scenario_write(scenario, false, out);
  fclose(out);
  return text;
}

/// Normalising twice must change nothing: the second writing equals the first, to the last digit.
Test(robustness, write_read_write) {
  for (int i = 0; i < GOOD_TEXT_COUNT; i++) {
    carom_scenario* scenario = parse_good(good_texts[i]);
    size_t first_length, second_length;
    char* first = written(scenario, &first_length);
    carom_file_error error;
    carom_scenario* again = carom_scenario_parse(first, first_length, &error);
    cr_assert(again, "%s: %s in %s", error.key, error.message, first);
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
