// Text on its way into a gnuplot script.
#define _POSIX_C_SOURCE 200809L

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "figure/style.h"

static void expect_quoted(const char* text, double max_width, const char* want) {
  char* got = NULL;
  size_t size = 0;
  FILE* memory = open_memstream(&got, &size);
  carom__style_write_quoted(memory, text, max_width);
  fclose(memory);
  cr_expect_str_eq(got, want);
  free(got);
}

Test(figure_style, only_harmless_characters_are_written_as_they_are) {
  expect_quoted("", 100, "\"\"");
  expect_quoted("Rod, case 2 (mu = 0.9)", 100, "\"Rod, case 2 (mu = 0.9)\"");
  expect_quoted("it's", 100, "\"it\\047s\"");
  expect_quoted("\"`\\$@#", 100, "\"\\042\\140\\134\\044\\100\\043\"");
}

Test(figure_style, control_characters_and_broken_utf8_are_replaced) {
  static const char question[] = "\\077";
  static const struct {
    const char* text;
    int questions;
  } rows[] = {{"\xC3", 1}, {"\xE2\x82", 2}, {"\xF0\x80\x80\x80", 4}, {"\xEF\xBF\xBF", 3}, {"\xF4\x90\x80\x80", 4}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    char want[40] = "\"";
    for (int j = 0; j < rows[i].questions; ++j) strcat(want, question);
    expect_quoted(rows[i].text, 100, strcat(want, "\""));
  }
  expect_quoted("a\nb\tc", 100, "\"a b c\"");
  expect_quoted("µ €𝄞", 100, "\"µ €𝄞\"");
}

Test(figure_style, long_text_is_cut_between_characters) {
  expect_quoted("aaaa", 4 * 0.62, "\"aaaa\"");
  expect_quoted("aaaaaaaa", 1 + 4.5 * 0.62, "\"aaaa…\"");
  expect_quoted("éééééééé", 1 + 4.5 * 0.62, "\"éééé…\"");
}

Test(figure_style, numbers_are_written_as_people_do) {
  static const struct {
    double value;
    const char* want;
  } rows[] = {{0, "0"},
              {0.5, "0.5"},
              {-0.16075, "−0.1608"},
              {1e9, "1×10^{9}"},
              {-2.5e-7, "−2.5×10^{−7}"},
              {1234, "1234"},
              {12345.6, "1.235×10^{4}"}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    char text[40];
    carom__style_number(text, sizeof text, rows[i].value);
    cr_expect_str_eq(text, rows[i].want);
  }
}

Test(figure_style, markup_has_no_width) {
  cr_expect_eq(carom__style_text_width("{/:Italic S} = 0", 13), carom__style_text_width("S = 0", 13));
  cr_expect_eq(carom__style_text_width("10^{−9}", 13), carom__style_text_width("10−9", 13));
}

Test(figure_style, numbers_hang_alike_below_the_axis_in_every_format_and_size) {
  // What each terminal must be told, in design pixels, measured in its pictures; and the scale of its tics.
  static const struct {
    carom__format format;
    double rise, scale;
  } rows[] = {{CAROM__FORMAT_SVG, 11, 0.34}, {CAROM__FORMAT_PDF, 7, 0.6}, {CAROM__FORMAT_PNG, 7, 0.6}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    for (int large = 1; large <= 3; ++large) {
      carom_figure figure = {.width = 520 * large, .height = 700 * large};
      char* got = NULL;
      size_t size = 0;
      FILE* memory = open_memstream(&got, &size);
      carom__style_write_tics(memory, &figure, rows[i].format);
      fclose(memory);
      const char *offset = strstr(got, "set xtics offset screen 0,"), *scale = strstr(got, "scale ");
      cr_assert(offset && scale);
      cr_expect_float_eq(strtod(offset + 26, NULL) * 700, rows[i].rise, 1e-3);
      cr_expect_float_eq(strtod(scale + 6, NULL), rows[i].scale, 1e-12);
      free(got);
    }
  }
}
