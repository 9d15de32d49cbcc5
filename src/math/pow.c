// The power x^y = exp(y log(x)).
//
// |y log(x)| <= 746 where the answer is neither 0 nor infinite, so that the error of the logarithm, 2^-68 of it, makes
// 2^-58 of the answer, 0.03 ulp; the exponential adds 0.52.
#include <math.h>
#include <stdbool.h>

#include "math/elementary.h"
#include "math/log.h"

/// Beyond this y log(x) the answer is infinite or 0, whatever the rounding.
static const double BEYOND = 760;

static bool is_integer(double y) {
  return y == floor(y);
}

static bool is_odd(double y) {
  return is_integer(y) && !is_integer(0.5 * y);
}

/// Of finite x > 0 and finite y.
static double plain_power(double x, double y) {
  const carom__pair log = carom__log_pair(x);
  const double rough = y * log.high;
  if (!(fabs(rough) < BEYOND)) return rough == 0 ? 1 : rough > 0 ? HUGE_VAL : 0;
  // y is far from overflow here, or the logarithm is 0; where y is tiny its product may vanish, and the answer is 1.
  const carom__pair product = carom__product(y, log.high);
  return carom__exp_pair((carom__pair){product.high, product.low + y * log.low});
}

/// Of x = 0 or infinite (given as |x|), y not 0: 0 or infinite, the one for y > 0 and the other for y < 0.
static double power_of_edge(double x, double y) {
  return (x == 0) == (y > 0) ? 0 : HUGE_VAL;
}

double carom__pow(double x, double y) {
  if (x > 0 && x < HUGE_VAL && fabs(y) < HUGE_VAL) return plain_power(x, y);
  if (y == 0 || x == 1) return 1;
  if (x != x || y != y) return x + y;
  const double size = fabs(x);
  if (fabs(y) == HUGE_VAL) return size == 1 ? 1 : (size > 1) == (y > 0) ? HUGE_VAL : 0;
  const double power = size > 0 && size < HUGE_VAL ? plain_power(size, y) : power_of_edge(size, y);
  if (!(copysign(1, x) < 0)) return power;
  if (size > 0 && size < HUGE_VAL && !is_integer(y)) return (x - x) / 0.0;
  return is_odd(y) ? -power : power;
}
