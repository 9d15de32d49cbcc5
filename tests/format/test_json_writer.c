// What the JSON writer prints reads back the same: numbers to the last bit, strings to the last character.
#define _POSIX_C_SOURCE 200809L
#include <criterion/criterion.h>
#include <locale.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "format/json_number.h"
#include "format/json_writer.h"
#include "random.h"

static bool same_bits(double a, double b) {
  return memcmp(&a, &b, sizeof a) == 0;
}

/// Any finite double: half of them from all bit patterns, half of everyday size.
static double random_double(test_random* r, int turn) {
  const uint64_t bits = test_random_bits(r);
  double x;
  memcpy(&x, &bits, sizeof x);
  if (turn % 4 < 2 && isfinite(x)) return x;
  if (turn % 4 == 2) return (double)(test_random_below(r, 2000000) - 1000000) / pow(10, test_random_below(r, 9));
  return test_random_log(r, 1e-12, 1e17) * (turn % 8 < 4 ? 1 : -1);
}

Test(write_number, reads_back_exactly_and_as_short_as_printf) {
  test_random r = {.state = 1};
  char fast[CAROM__NUMBER_SIZE], slow[CAROM__NUMBER_SIZE];
  for (int turn = 0; turn < 200000; turn++) {
    const double x = random_double(&r, turn);
    const int length = carom__number_print(x, fast);
    cr_assert(same_bits(strtod(fast, NULL), x), "%a became %s", x, fast);
    cr_assert(length == (int)strlen(fast) && length < CAROM__NUMBER_SIZE);
    // On an exact tie between two decimals either may be chosen, but never a longer one.
    if (x != 0) cr_assert(length <= carom__number_print_slowly(x, slow), "%s is longer than %s", fast, slow);
  }
}

Test(write_number, edges) {
  static const struct {
    double x;
    const char* text;
  } rows[] = {{0, "0"},
              {-0.0, "-0.0"},
              {1, "1"},
              {-250, "-250"},
              {0.1, "0.1"},
              {0.5, "0.5"},
              {-0.001, "-0.001"},
              {0.0001, "0.0001"},
              {0.00001, "1e-05"},
              {1.5e-7, "1.5e-07"},
              {0.1 + 0.2, "0.30000000000000004"},
              {1.0 / 3, "0.3333333333333333"},
              {999999999999999, "999999999999999"},
              {99999.99999999999, "99999.99999999999"},
              {0.99999999999999989, "0.9999999999999999"},
              {1e15, "1e+15"},
              {1e22, "1e+22"},
              {1.7976931348623157e308, "1.7976931348623157e+308"},
              {2.2250738585072014e-308, "2.2250738585072014e-308"},
              {(double)INFINITY, "null"},
              {(double)NAN, "null"}};
  char text[CAROM__NUMBER_SIZE];
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    carom__number_print(rows[i].x, text);
    cr_expect_str_eq(text, rows[i].text);
  }
  carom__number_print(4.9406564584124654e-324, text);
  cr_expect(strtod(text, NULL) == 4.9406564584124654e-324);
}

Test(write_number, the_decimal_point_does_not_depend_on_the_locale) {
  if (!setlocale(LC_ALL, "de_DE.UTF-8") && !setlocale(LC_ALL, "fr_FR.UTF-8")) cr_skip_test("no such locale here");
  char text[CAROM__NUMBER_SIZE];
  carom__number_print_slowly(0.25, text);
  cr_expect_str_eq(text, "0.25");
  carom__number_print(1.5e-300, text);
  cr_expect_str_eq(text, "1.5e-300");
}

/// What json writes for one string. The caller frees it.
static char* written_string(const char* text) {
  char* out = NULL;
  size_t size = 0;
  FILE* memory = open_memstream(&out, &size);
  carom__json json;
  carom__json_start(&json, false, carom_sink_file(memory));
  carom__json_string(&json, text);
  carom__json_finish(&json);
  fclose(memory);
  return out;
}

Test(write_string, escapes) {
  static const char* const rows[][2] = {
      {"", "\"\"\n"},
      {"a\"b\\c/d", "\"a\\\"b\\\\c/d\"\n"},
      {"\b\f\n\r\t", "\"\\b\\f\\n\\r\\t\"\n"},
      {"\x01\x1f\x7f", "\"\\u0001\\u001f\\u007f\"\n"},
      {"\xC3\x9F \xE8\xA1\x9D \xF0\x9F\x8E\xB1", "\"\xC3\x9F \xE8\xA1\x9D \xF0\x9F\x8E\xB1\"\n"},
      {"\xFF", "\"\xEF\xBF\xBD\"\n"},                                                  // never a start
      {"\xC0\xAF", "\"\xEF\xBF\xBD\xEF\xBF\xBD\"\n"},                                  // overlong
      {"\xED\xA0\x80", "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"\n"},                  // a surrogate
      {"\xF4\x90\x80\x80", "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"\n"},  // beyond U+10FFFF
      {"\xE8\xA1", "\"\xEF\xBF\xBD\xEF\xBF\xBD\"\n"},                                  // cut short
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    char* out = written_string(rows[i][0]);
    cr_expect_str_eq(out, rows[i][1]);
    free(out);
  }
}

Test(write_string, longer_than_the_buffer) {
  char text[3 * CAROM__BUFFER_SIZE + 1];
  memset(text, 'x', sizeof text - 1);
  text[sizeof text - 1] = '\0';
  char* out = written_string(text);
  cr_expect(strlen(out) == sizeof text - 1 + 3);
  cr_expect(strncmp(out + 1, text, sizeof text - 1) == 0);
  free(out);
}
