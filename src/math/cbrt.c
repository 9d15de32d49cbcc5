// The cube root.
//
// x = m 8^k with m in [1/8, 1). A parabola gives the root of m to 1 part in 70, two steps of Halley, each of which
// cubes the error, to 2^-50, and a last step of Newton from the rest m - y^3 as a pair of doubles adds what is missing
// with one rounding: 0.5 ulp and 2^-40.
#include <math.h>

#include "math/elementary.h"
#include "math/exact.h"

/// The root of m in [1/8, 1), to 2^-50.
static double rough_root(double m) {
  double y = 0.3545 + m * (1.1125 - 0.4672 * m);
  for (int i = 0; i < 2; ++i) {
    const double cube = y * y * y;
    y *= (cube + 2 * m) / (2 * cube + m);
  }
  return y;
}

static double root_of_part(double m) {
  const double y = rough_root(m);
  const carom__pair square = carom__product(y, y), cube = carom__product(square.high, y);
  const double rest = ((m - cube.high) - cube.low) - square.low * y;
  return y + rest / (3 * square.high);
}

double carom__cbrt(double x) {
  if (x == 0 || !(fabs(x) < HUGE_VAL)) return x + x;
  int exponent;
  const double part = frexp(fabs(x), &exponent);
  const int third = (exponent + 3000) / 3 - 1000 + ((exponent + 3000) % 3 > 0);  // rounded up
  return copysign(ldexp(root_of_part(ldexp(part, exponent - 3 * third)), third), x);
}
