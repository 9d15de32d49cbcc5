// The angle of a point.
//
// With 0 <= b <= a of the same size, and c = k/16 the nearest to b/a,
//   atan(b/a) = atan(c) + atan(t),   t = (b - c a)/(a + c b),   |t| <= 1/32.
// Numerator, denominator, quotient and atan(c) are pairs of doubles, and the angle is put together from them with one
// rounding at the end. What t^3 and more add is below 2^-16.5 and its rounding does not count: 0.51 ulp.
#include <math.h>
#include <stdbool.h>

#include "carom/math.h"
#include "math/atan_table.h"
#include "math/elementary.h"
#include "math/exact.h"

/// Of two numbers that differ by more powers of two than this, the quotient is its own arc tangent.
enum { FAR_APART = 60 };

static carom__pair negated(carom__pair a) {
  return (carom__pair){-a.high, -a.low};
}

static carom__pair add(carom__pair a, carom__pair b) {
  const carom__pair sum = carom__sum(a.high, b.high);
  return carom__sum_ordered(sum.high, sum.low + (a.low + b.low));
}

/// n/d to 2^-100 of it.
static carom__pair quotient(carom__pair n, carom__pair d) {
  const double first = n.high / d.high;
  const carom__pair back = carom__product(first, d.high);
  const double rest = ((n.high - back.high) - back.low) + (n.low - first * d.low);
  return carom__sum_ordered(first, rest / d.high);
}

/// atan(t) - t by its series: the first term left out is 2^-68 of t.
static double bend(double t) {
  const double z = t * t;
  return t * z * (-1.0 / 3 + z * (1.0 / 5 + z * (-1.0 / 7 + z * (1.0 / 9 + z * (-1.0 / 11 + z * (1.0 / 13))))));
}

/// atan(b/a), 0 <= b <= a, a near 1.
static carom__pair first_octant(double b, double a) {
  const double k = floor(16 * (b / a) + 0.5), c = k / 16;
  const carom__pair numerator = add((carom__pair){b, 0}, negated(carom__product(c, a)));
  const carom__pair denominator = add((carom__pair){a, 0}, carom__product(c, b));
  carom__pair t = quotient(numerator, denominator);
  t.low += bend(t.high);
  return add((carom__pair){ATAN_HIGH[(int)k], ATAN_LOW[(int)k]}, carom__sum_ordered(t.high, t.low));
}

/// Of finite x, y > 0, as a pair; left: of -x.
static carom__pair upper_half(double y, double x, bool left) {
  int exponent_x, exponent_y;
  const double part_x = frexp(x, &exponent_x), part_y = frexp(y, &exponent_y);
  const int rise = exponent_y - exponent_x;
  const carom__pair half = {HALF_PI[0], HALF_PI[1]}, whole = {WHOLE_PI[0], WHOLE_PI[1]};
  if (rise > FAR_APART) return half;
  if (rise < -FAR_APART) return left ? whole : (carom__pair){y / x, 0};
  const bool steep = y > x;
  const double shifted_y = ldexp(part_y, steep ? 0 : rise), shifted_x = ldexp(part_x, steep ? -rise : 0);
  const carom__pair from_axis = steep ? first_octant(shifted_x, shifted_y) : first_octant(shifted_y, shifted_x);
  if (steep) return add(half, left ? from_axis : negated(from_axis));
  return left ? add(whole, negated(from_axis)) : from_axis;
}

/// Where one of them is 0 or infinite, of |y| and |x|.
static carom__pair on_axis(double y, double x, bool left) {
  if (y == HUGE_VAL && x == HUGE_VAL) return upper_half(1, 1, left);
  if (y == 0 || x == HUGE_VAL) return left ? (carom__pair){WHOLE_PI[0], WHOLE_PI[1]} : (carom__pair){0, 0};
  return (carom__pair){HALF_PI[0], HALF_PI[1]};
}

double carom__atan2(double y, double x) {
  if (x != x || y != y) return x + y;
  const double a = fabs(x), b = fabs(y);
  const bool left = copysign(1, x)<0, plain = a> 0 && b > 0 && a < HUGE_VAL && b < HUGE_VAL;
  const carom__pair angle = plain ? upper_half(b, a, left) : on_axis(b, a, left);
  return copysign(angle.high + angle.low, y);
}

double carom_angle(double y, double x) {
  return carom__atan2(y, x);
}
