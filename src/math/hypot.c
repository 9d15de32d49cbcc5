// The length of (x, y).
//
// With x = x1 + x2, where x1 has the leading 26 bits, x^2 = x1^2 + x2 (x + x1), and x1^2 is exact. So is the sum of two
// such squares as a pair of doubles, and what x2 and y2 add is 2^-25 of it, where rounding does not count. The root h
// of the leading double is off by up to 0.86 ulp; one step of Newton from the rest s - h^2, made in the same way, adds
// what is missing with one rounding: 0.5 ulp and 2^-20.
#include <math.h>

#include "math/elementary.h"
#include "math/exact.h"

/// Squares of larger lengths are in [2^-900, 2^1000]: they, and what counts of the others, neither over- nor underflow.
static const double SMALL = 0x1p-450, LARGE = 0x1p500;

/// x >= y >= 0, x in [SMALL, LARGE].
static double length(double x, double y) {
  const double x1 = carom__leading(x), x2 = x - x1, y1 = carom__leading(y), y2 = y - y1;
  const carom__pair squares = carom__sum_ordered(x1 * x1, y1 * y1);
  const carom__pair sum = carom__sum_ordered(squares.high, squares.low + (x2 * (x + x1) + y2 * (y + y1)));
  const double h = sqrt(sum.high), h1 = carom__leading(h), h2 = h - h1;
  const double rest = ((sum.high - h1 * h1) - h2 * (h + h1)) + sum.low;
  return h + rest / (2 * h);
}

static double scaled_length(double x, double y) {
  if (!(x <= HUGE_VAL && y <= HUGE_VAL)) return x == HUGE_VAL || y == HUGE_VAL ? HUGE_VAL : x + y;  // NaN
  if (y == 0 || x == HUGE_VAL) return x;
  return x < 1 ? length(x * 0x1p600, y * 0x1p600) * 0x1p-600 : length(x * 0x1p-600, y * 0x1p-600) * 0x1p600;
}

double carom__hypot(double x, double y) {
  const double a = fabs(x), b = fabs(y), larger = a > b ? a : b, smaller = a > b ? b : a;
  return larger >= SMALL && larger <= LARGE && smaller <= LARGE ? length(larger, smaller)
                                                                : scaled_length(larger, smaller);
}
