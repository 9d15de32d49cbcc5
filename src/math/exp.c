// The exponential.
//
// x = (64 n + j) ln(2)/64 + r with |r| <= ln(2)/128, so that exp(x) = 2^n 2^(j/64) exp(r). 2^(j/64) stands in a table
// as a pair of doubles, and exp(r) - 1 <= 0.0055 is a Taylor polynomial that is off by 2^-64 at most. r is rounded to
// 2^-61, which with three roundings of 0.0055 leaves 0.52 ulp; where the answer is subnormal it is rounded once more.
#include <math.h>

#include "math/elementary.h"
#include "math/exp_table.h"
#include "math/log.h"

/// Beyond these the answer is infinite, or 0.
static const double MOST = 710, LEAST = -746;
/// Added and taken away again, this rounds to the nearest integer.
static const double ROUND = 0x1.8p52;

/// exp(r) - 1
static double grown(double r) {
  return r + r * r * (0.5 + r * (1.0 / 6 + r * (1.0 / 24 + r * (1.0 / 120 + r * (1.0 / 720)))));
}

double carom__exp_pair(carom__pair x) {
  const double steps = (x.high * STEPS + ROUND) - ROUND;
  const double r = (x.high - steps * STEP[0]) - (steps * STEP[1] - x.low);
  const int count = (int)steps, j = count & 63, n = (count - j) / 64;
  const double value = EXP_HIGH[j] + (EXP_LOW[j] + EXP_HIGH[j] * grown(r));
  return n > -1022 && n < 1023 ? value * carom__of_bits((uint64_t)(n + 1023) << 52) : ldexp(value, n);
}

double carom__exp(double x) {
  if (!(x <= MOST)) return x + HUGE_VAL;  // NaN stays
  return x < LEAST ? 0 : carom__exp_pair((carom__pair){x, 0});
}
