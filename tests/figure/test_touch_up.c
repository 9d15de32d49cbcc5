// Corrections to what gnuplot drew: what is left out of an SVG cannot be seen, and nothing else is touched.
#include "figure/touch_up.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "figure/thin_svg.h"
#include "random.h"

enum { POINTS = 700, ROOM = 40 * POINTS };

/// The picture, corrected; the caller frees it.
static char* touch_up(const char* svg) {
  size_t size = strlen(svg);
  char* bytes = malloc(size + 1);
  memcpy(bytes, svg, size + 1);
  cr_assert(carom__touch_up(&bytes, &size));
  bytes = realloc(bytes, size + 1);
  bytes[size] = '\0';
  return bytes;
}

Test(figure_touch_up, empty_groups_go_and_others_stay) {
  char* svg = touch_up(
      "<?xml?><g fill=\"none\" a=\"1\">\n</g>\n<g fill=\"none\" b=\"2\">\n\t<path d='M1,2 L3,4'/></g>\n"
      "<g fill=\"none\" c=\"3\">\n</g>\n<text>x</text>");
  cr_expect_str_eq(svg,
                   "<?xml?><g fill=\"none\" b=\"2\">\n\t<path d='M1,2 L3,4'/></g>\n"
                   "<text xml:space=\"preserve\">x</text>");
  free(svg);
}

Test(figure_touch_up, straight_lines_need_two_points) {
  char* svg = touch_up("<?xml?><path s='1' d='M0.00,0.00 L1.00,1.00 L2.00,2.00\n\t\tL3.00,3.00 L3.00,9.50 Z  '/>");
  cr_expect_str_eq(svg, "<?xml?><path s='1' d='M0.00,0.00 L3.00,3.00 L3.00,9.50 Z  '/>");
  free(svg);
  svg = touch_up("<?xml?><path d='M0,0 L1,1 L2,2 M5,5 L6,6 L7,7'/>");
  cr_expect_str_eq(svg, "<?xml?><path d='M0,0 L2,2 M5,5 L7,7'/>", "a new start is a new line");
  free(svg);
  svg = touch_up("<?xml?><path d='M0,0 L9,0 L5,0'/>");
  cr_expect_str_eq(svg, "<?xml?><path d='M0,0 L9,0 L5,0'/>", "a line that turns back is no shorter one");
  free(svg);
}

Test(figure_touch_up, text_that_looks_like_a_path_is_text) {
  static const char svg[] =
      "<?xml?><desc> d='M0,0 L1,1 L2,2'</desc><path e='M0,0 L1,1 L2,2'/><other d='M0,0 L1,1 L2,2'/>";
  char* same = touch_up(svg);
  cr_expect_str_eq(same, svg);
  free(same);
}

Test(figure_touch_up, other_shapes_and_cut_files_are_left_alone) {
  static const char* const pictures[] = {"<?xml?><path d='M0,0 C1,1 2,2 3,3'/>",
                                         "<?xml?><path d='M0,0 L1",
                                         "<?xml?><path d='M",
                                         "<?xml?><path d='M0,0 L-1,-1 l2,2'/>",
                                         "<?xml?>",
                                         "<?xml?><g fill=\"none\""};
  for (size_t i = 0; i < sizeof pictures / sizeof *pictures; ++i) {
    char* same = touch_up(pictures[i]);
    cr_expect_str_eq(same, pictures[i]);
    free(same);
  }
}

/// Every point of the long line lies near the short one.
static double farthest(const double* x, const double* y, int count, const char* svg) {
  double ax = 0, ay = 0, bx, by, worst = 0;
  const char* at = strchr(strstr(svg, "d='M"), 'M');
  int next = 0;
  for (bool first = true; at && (*at == 'M' || *at == 'L'); first = false) {
    char* end;
    bx = strtod(at + 1, &end);
    by = strtod(end + 1, &end);
    for (; !first && next < count; ++next) {
      double dx = bx - ax, dy = by - ay, share = ((x[next] - ax) * dx + (y[next] - ay) * dy) / (dx * dx + dy * dy);
      share = fmax(0, fmin(1, share));
      worst = fmax(worst, hypot(x[next] - ax - share * dx, y[next] - ay - share * dy));
      if (x[next] == bx && y[next] == by) break;
    }
    ax = bx;
    ay = by;
    at = end + strspn(end, " \n\t");
  }
  cr_expect_eq(next, count - 1, "the line ends where it ended");
  return worst;
}

Test(figure_touch_up, what_is_left_out_cannot_be_seen) {
  test_random r = {3};
  static char svg[ROOM];
  for (int n = 0; n < 30; ++n) {
    double x[POINTS], y[POINTS];
    int used = snprintf(svg, sizeof svg, "<?xml?><path d='");
    for (int i = 0; i < POINTS; ++i) {
      double angle = 0.01 * i, radius = 100 + (n % 3 == 0 ? test_random_uniform(&r, -0.2, 0.2) : 0);
      x[i] = round(100 * (200 + radius * cos(angle))) / 100;
      y[i] = round(100 * (200 + radius * sin(angle * (1 + n % 4)))) / 100;
      used += snprintf(svg + used, sizeof svg - (size_t)used, "%s%.2f,%.2f",
                       i == 0  ? "M"
                       : i % 8 ? " L"
                               : "\n\t\tL",
                       x[i], y[i]);
    }
    snprintf(svg + used, sizeof svg - (size_t)used, "'/>");
    char* thin = touch_up(svg);
    cr_expect_lt(farthest(x, y, POINTS, thin), 0.0601, "case %d", n);
    if (n % 3 != 0) cr_expect_lt(strlen(thin), strlen(svg) / 3, "case %d", n);
    free(thin);
  }
}
