// Titles: how many lines they take, where these break, and where they stand.
#define _POSIX_C_SOURCE 200809L

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "figure/sheet.h"

static const double width = CAROM__DESIGN_WIDTH;

static char* script_of(const char* title, double left, double right) {
  carom_figure figure = carom_figure_default();
  figure.title = title;
  carom__sheet sheet = carom__sheet_of(&figure, CAROM__FORMAT_SVG);
  sheet.left = left;
  sheet.right = right;
  char* got = NULL;
  size_t size = 0;
  FILE* memory = open_memstream(&got, &size);
  carom__sheet_write_title(memory, &sheet);
  fclose(memory);
  return got;
}

Test(figure_title, a_title_takes_one_line_while_its_letters_stay_large) {
  cr_expect_eq(carom__title_fit(NULL, width).lines, 0);
  cr_expect_eq(carom__title_fit("", width).lines, 0);
  carom__title brief = carom__title_fit("A ball on a table", width);
  cr_expect(brief.lines == 1 && brief.size == CAROM__FONT_TITLE);
  carom__title full = carom__title_fit("A ball with backspin lands on a table and comes back to us", width);
  cr_expect(full.lines == 1 && full.size >= CAROM__FONT_TEXT && full.size < CAROM__FONT_TITLE);
}

Test(figure_title, a_long_title_breaks_at_the_space_nearest_to_its_middle) {
  static const char words[] =
      "A rod falls on the floor and its tip sticks there, then it turns round and leaves it again";
  carom__title title = carom__title_fit(words, width);
  cr_assert_eq(title.lines, 2);
  cr_expect_eq(words[title.first], ' ');
  char first[sizeof words];
  snprintf(first, sizeof first, "%.*s", (int)title.first, words);
  double one = carom__style_plain_width(first), other = carom__style_plain_width(words + title.first + 1);
  cr_expect_lt(fabs(one - other), 6.0, "em: no word of it is longer");
  cr_expect_leq(title.size * fmax(one, other), width);
  char* script = script_of(words, 80, 84);
  cr_expect_null(strstr(script, "…"), "nothing is cut");
  char* second = strstr(strstr(script, "set label") + 1, "set label");
  cr_expect_not_null(second, "two lines");
  free(script);
}

Test(figure_title, what_two_lines_cannot_hold_is_cut) {
  char words[600], solid[400];
  for (size_t i = 0; i < sizeof words - 1; ++i) words[i] = i % 6 == 5 ? ' ' : 'm';
  words[sizeof words - 1] = '\0';
  memset(solid, 'm', sizeof solid - 1);
  solid[sizeof solid - 1] = '\0';
  cr_expect_eq(carom__title_fit(words, width).lines, 2);
  cr_expect_eq(carom__title_fit(solid, width).lines, 1, "there is no space to break at");
  for (int i = 0; i < 2; ++i) {
    char* script = script_of(i == 0 ? words : solid, 80, 84);
    cr_expect_not_null(strstr(script, "…"));
    free(script);
  }
}

Test(figure_title, a_title_needs_room_and_more_with_a_second_line) {
  carom_figure figure = carom_figure_default();
  double room[3];
  const char* const titles[] = {NULL, "One line",
                                "A title that is so long that it cannot be written on one line of such a sheet"};
  for (int i = 0; i < 3; ++i) {
    figure.title = titles[i];
    carom__sheet sheet = carom__sheet_of(&figure, CAROM__FORMAT_SVG);
    room[i] = sheet.top;
    cr_expect_gt(carom__sheet_head(&sheet, true), carom__sheet_head(&sheet, false));
  }
  cr_expect(room[0] + CAROM__FONT_TITLE < room[1] && room[1] + CAROM__FONT_TEXT < room[2]);
}

static double place_of(const char* script) {
  const char* at = strstr(script, "at screen ");
  return at ? width * strtod(at + 10, NULL) : -1.0;
}

Test(figure_title, a_title_stands_over_the_plot_and_never_leaves_the_sheet) {
  char* brief = script_of("Brief", 120, 20);
  cr_expect_float_eq(place_of(brief), 0.5 * (120 + width - 20), 1e-3);
  free(brief);
  static const char words[] = "A ball with backspin lands on a table and comes back";
  char* full = script_of(words, 200, 20);
  double half = 0.5 * carom__title_fit(words, width).size * carom__style_plain_width(words);
  cr_expect_leq(place_of(full) + half, width);
  cr_expect_geq(place_of(full) - half, 0);
  free(full);
}
