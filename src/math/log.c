// The logarithm.
//
// x = 2^k m with m in [sqrt(1/2), sqrt(2)); c is 128/j in 11 bits, with j/128 the nearest to m, and
//   log(x) = k ln(2) - log(c) + log(1 + r),   r = c m - 1,   |r| <= 0.0065.
// The first two have leading parts in multiples of 2^-42 whose sum is exact, r is exact as a pair, and so is r^2/2 but
// for 2^-118. The rest of the series, r^3/3 - .., is below 2^-23 and left out from r^10/10 < 2^-75 on. At x near 1 the
// first two are 0, and the errors are parts of r: 2^-68 of the logarithm always.
#include "math/log.h"

#include <math.h>
#include <stdbool.h>

#include "math/elementary.h"
#include "math/log_table.h"

/// The bits of sqrt(1/2), rounded down: numbers from there to twice that have k = 0.
static const uint64_t FROM = 0x3FE6A09E667F3BCCu;

static double rest_of_series(double r) {
  return r * r * r *
         (1.0 / 3 + r * (-1.0 / 4 + r * (1.0 / 5 + r * (-1.0 / 6 + r * (1.0 / 7 + r * (-1.0 / 8 + r * (1.0 / 9)))))));
}

carom__pair carom__log_pair(double x) {
  const bool subnormal = x < 0x1p-1022;
  const uint64_t bits = carom__bits(subnormal ? x * 0x1p54 : x);
  const int shift = (int)((bits + (0x3FF0000000000000u - FROM)) >> 52) - 1023;
  const double m = carom__of_bits(bits - ((uint64_t)(int64_t)shift << 52)), k = subnormal ? shift - 54 : shift;
  const int j = (int)(128 * m + 0.5) - 90;
  const double m1 = carom__leading(m);
  const carom__pair r = carom__sum(m1 * INVERSE[j] - 1, (m - m1) * INVERSE[j]);
  const carom__pair square = carom__product(r.high, r.high);
  const carom__pair sum = carom__sum(k * LN2[0] + LOG_HIGH[j], r.high);
  const carom__pair most = carom__sum(sum.high, -0.5 * square.high);
  const double small = (k * LN2[1] + LOG_LOW[j]) + (r.low - r.low * r.high) + rest_of_series(r.high);
  return carom__sum_ordered(most.high, (sum.low + most.low) + (small - 0.5 * square.low));
}

double carom__log(double x) {
  if (!(x > 0 && x < HUGE_VAL)) return x == 0 ? -HUGE_VAL : x == HUGE_VAL ? x : (x - x) / 0.0;
  const carom__pair log = carom__log_pair(x);
  return log.high + log.low;
}
