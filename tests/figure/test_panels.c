// Panels over one axis: ranges and tics, and flags that keep apart.
#define _POSIX_C_SOURCE 200809L

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "figure/panels.h"
#include "random.h"

/// Coordinates are of the order of the box (about 500); this allows a few dozen roundings there.
static const double pixel_noise = 1e-9;

Test(figure_panels, an_axis_has_round_tics_whatever_its_scale) {
  static const struct {
    double low, high;
    int exponent;
    double tic;
  } rows[] = {{0, 7.5, 0, 1},        {-3, 3, 0, 1},          {0, 1e-9, -9, 0.2}, {0, 2.5e7, 6, 5},
              {-0.05, 0.1, 0, 0.02}, {-1e-100, 0, -102, 20}, {2, 2, 0, 0.2},     {0, 0, 0, 0.2}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
    carom__axis axis = carom__axis_fit(rows[i].low, rows[i].high, 400, 62);
    cr_expect_eq(axis.exponent, rows[i].exponent, "row %zu: %d", i, axis.exponent);
    cr_expect(fabs(axis.tic - rows[i].tic) <= 4 * DBL_EPSILON * rows[i].tic, "row %zu: %.17g", i, axis.tic);
    cr_expect(axis.low < axis.high && axis.low <= rows[i].low && axis.high >= rows[i].high, "row %zu", i);
    bool constant = rows[i].low == rows[i].high;
    cr_expect(!constant || (axis.low < rows[i].low && axis.high > rows[i].high), "row %zu has room on both sides", i);
    cr_expect_eq(carom__axis_pixel(&axis, axis.low), 0);
    cr_expect_eq(carom__axis_pixel(&axis, axis.high), 400);
  }
}

Test(figure_panels, spreading_moves_no_more_than_it_must) {
  // Apart already: nothing moves. Two at one place: each half of what is needed. A wall pushes both.
  double apart[] = {10, 50, 90}, half[] = {10, 10, 10};
  cr_assert(carom__spread(apart, half, 3, 0, 100));
  cr_expect(apart[0] == 10 && apart[1] == 50 && apart[2] == 90);
  double together[] = {50, 50}, wall[] = {95, 96};
  cr_assert(carom__spread(together, half, 2, 0, 100));
  cr_expect(together[0] == 40 && together[1] == 60);
  cr_assert(carom__spread(wall, half, 2, 0, 100));
  cr_expect(wall[0] == 70 && wall[1] == 90);
  double many[] = {1, 2, 3, 4, 5, 6};
  const double wide[] = {10, 10, 10, 10, 10, 10};
  cr_expect_not(carom__spread(many, wide, 6, 0, 100), "120 do not fit into 100");
}

static double move_cost(const double* centre, const double* wanted, int count) {
  double cost = 0;
  for (int i = 0; i < count; ++i) cost += (centre[i] - wanted[i]) * (centre[i] - wanted[i]);
  return cost;
}

static bool is_allowed(const double* centre, const double* half, int count, double high) {
  bool fine = centre[0] - half[0] >= -pixel_noise && centre[count - 1] + half[count - 1] <= high + pixel_noise;
  for (int i = 1; i < count && fine; ++i) fine = centre[i] - centre[i - 1] >= half[i] + half[i - 1] - pixel_noise;
  return fine;
}

static int compare(const void* a, const void* b) {
  double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

/// Least squares: no small move of one or of a run of neighbours that is allowed makes it better.
Test(figure_panels, spreading_is_the_best_there_is) {
  enum { MOST = 12 };
  test_random r = {31};
  for (int n = 0; n < 2000; ++n) {
    double wanted[MOST], half[MOST], centre[MOST], trial[MOST];
    int count = 2 + test_random_below(&r, MOST - 1);
    for (int i = 0; i < count; ++i) {
      wanted[i] = test_random_uniform(&r, 0, 400);
      half[i] = test_random_uniform(&r, 2, 20);
    }
    qsort(wanted, (size_t)count, sizeof *wanted, compare);
    memcpy(centre, wanted, sizeof wanted);
    if (!carom__spread(centre, half, count, 0, 400)) continue;
    cr_assert(is_allowed(centre, half, count, 400), "case %d", n);
    double cost = move_cost(centre, wanted, count);
    for (int first = 0; first < count; ++first) {
      for (int last = first; last < count; ++last) {
        for (int side = -1; side <= 1; side += 2) {
          memcpy(trial, centre, sizeof centre);
          for (int i = first; i <= last; ++i) trial[i] += side * 1e-3;
          bool better = is_allowed(trial, half, count, 400) && move_cost(trial, wanted, count) < cost - 1e-9;
          cr_assert_not(better, "case %d, %d to %d", n, first, last);
        }
      }
    }
  }
}

/// Panels with events at random places.
static void random_panels(test_random* r, carom__panels* p, const carom_figure* figure) {
  static const char* const words[] = {"sticks", "slips", "compression", "ends"};
  *p = (carom__panels){.sheet = carom__sheet_of(figure, CAROM__FORMAT_SVG)};
  p->across = (carom__axis){.low = 0, .high = test_random_log(r, 1e-6, 1e6)};
  carom__panels_add(p, (carom__panel){.what = "a", .factor = "", .unit = "m/s", .share = 1}, -1, 2);
  carom__panels_stack(p);
  double places[CAROM__MAX_FLAGS + 20];
  int count = test_random_below(r, CAROM__MAX_FLAGS + 20);
  for (int i = 0; i < count; ++i) places[i] = test_random_uniform(r, 0, p->across.high);
  qsort(places, (size_t)count, sizeof *places, compare);
  for (int i = 0; i < count; ++i) {
    carom__flag flag = {.at = places[i], .words = {words[test_random_below(r, 4)]}};
    flag.importance = test_random_below(r, 4);
    if (test_random_below(r, 2)) carom__style_number(flag.value, sizeof flag.value, places[i]);
    carom__panels_add_flag(p, flag);
  }
  p->hidden_count -= count - p->flag_count;  // those without a line are counted by add_flag; start again
  cr_assert_eq(p->hidden_count, 0);
  carom__panels_place_flags(p);
}

Test(figure_panels, flags_keep_apart_and_near_their_lines_and_the_most_important_stays) {
  static carom__panels p;
  test_random r = {20262};
  carom_figure figure = carom_figure_default();
  int hidden = 0;
  for (int n = 0; n < 500; ++n) {
    random_panels(&r, &p, &figure);
    const carom__flag* before = NULL;
    int most = -1, most_shown = -1, without = 0;
    for (int i = 0; i < p.flag_count; ++i) {
      const carom__flag* flag = &p.flags[i];
      most = flag->importance > most ? flag->importance : most;
      if (!flag->shown) {
        ++without;
        continue;
      }
      most_shown = flag->importance > most_shown ? flag->importance : most_shown;
      cr_expect_leq(fabs(flag->label.centre.x - carom__axis_pixel(&p.across, flag->at)), 42.0 + pixel_noise,
                    "case %d, flag %d is far from its line", n, i);
      double left = flag->label.centre.x - flag->label.half_width,
             right = flag->label.centre.x + flag->label.half_width;
      cr_expect(left >= -p.sheet.left && right <= p.across.length + p.sheet.right, "case %d, flag %d leaves", n, i);
      cr_expect(flag->label.centre.y + flag->label.half_height <= CAROM__FLAG_ROOM, "case %d, flag %d is high", n, i);
      if (before) {
        cr_expect_geq(left, before->label.centre.x + before->label.half_width - pixel_noise, "case %d, flag %d", n, i);
      }
      before = flag;
    }
    cr_expect_eq(p.hidden_count, without);
    cr_expect_eq(most_shown, most, "case %d", n);
    hidden += without > 0;
  }
  cr_expect(hidden > 100 && hidden < 500, "%d cases were too full", hidden);
}

Test(figure_panels, panels_fill_the_sheet_by_their_shares) {
  carom_figure figure = carom_figure_default();
  carom__panels p = {.sheet = carom__sheet_of(&figure, CAROM__FORMAT_SVG), .across = {.low = 0, .high = 1}};
  carom__panels_add(&p, (carom__panel){.what = "a", .factor = "", .unit = "m", .share = 2}, -1, 2);
  carom__panels_add(&p, (carom__panel){.what = "b", .factor = "", .unit = "m", .share = 1}, 3, 5);
  carom__panels_stack(&p);
  double top = p.items[0].bottom + p.items[0].up.length;
  cr_expect(fabs(top - (p.sheet.height - p.sheet.top)) < pixel_noise);
  cr_expect(fabs(p.items[1].bottom - p.sheet.bottom) < pixel_noise);
  cr_expect(fabs(p.items[0].up.length - 2 * p.items[1].up.length) < pixel_noise);
  cr_expect_gt(p.items[0].bottom, p.items[1].bottom + p.items[1].up.length, "a gap");
  cr_expect(p.items[1].up.low <= 0 && p.items[1].up.high > 5, "zero is shown");
  for (int i = 2; i < CAROM__MAX_PANELS + 3; ++i) {
    carom__panels_add(&p, (carom__panel){.what = "c", .factor = "", .unit = "m", .share = 1}, 0, 1);
  }
  cr_expect_eq(p.count, CAROM__MAX_PANELS);
}
