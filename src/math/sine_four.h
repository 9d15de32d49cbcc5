// Sine and cosine of four angles at a time. Private to the library.
//
// What sine.c does up to a million, operation by operation, without its branches: the same bits. Change both.
#ifndef CAROM_MATH_SINE_FOUR_H
#define CAROM_MATH_SINE_FOUR_H

#include <math.h>

#include "math/elementary.h"
#include "math/four.h"
#include "math/sine_table.h"

typedef struct carom__sincos_four {
  carom__four sine, cosine;
} carom__sincos_four;

/// One by one, for angles that the lanes do not take. It takes no vectors, which a function and its callers may hand
/// over differently where these are compiled for another processor.
static inline void carom__sincos_one_by_one(const double* x, double* sine, double* cosine) {
  for (int l = 0; l < 4; ++l) {
    const carom__sincos one = carom__sincos_of(x[l]);
    sine[l] = one.sine;
    cosine[l] = one.cosine;
  }
}

CAROM__ALWAYS_INLINE carom__sincos_four carom__sincos_of_any_four(carom__four x) {
  double angle[4], sine[4], cosine[4];
  carom__store(angle, x);
  carom__sincos_one_by_one(angle, sine, cosine);
  return (carom__sincos_four){carom__load(sine), carom__load(cosine)};
}

/// Angles >= 0.
CAROM__ALWAYS_INLINE carom__sincos_four carom__sincos_of_four(carom__four x) {
  static const double FAR = 1e6, EIGHTH = 0x1.921fb54442d19p-1, NEAR_ZERO = 0x1p-11, ROUND = 0x1.8p52;
  static const uint64_t SIGN = 0x8000000000000000u;
  const carom__four_mask turns = (carom__four_mask)(x > EIGHTH);
  // The last bits of the sum are the quarter turns.
  const carom__four_mask whole = (carom__four_mask)(x * TWO_OVER_PI + ROUND), quarters = whole & turns;
  const carom__four q = carom__where(turns, (carom__four)whole - ROUND, (carom__four){0});
  const carom__four a = x - q * HALF_PI_PARTS[0], b = q * HALF_PI_PARTS[1], first = a - b;
  const carom__four second = ((a - first) - b) - q * HALF_PI_PARTS[2];
  const carom__four_mask plain =
      (carom__four_mask)(x <= FAR) & (~turns | (carom__four_mask)(carom__fabs_four(first) >= NEAR_ZERO));
  if (!carom__all_four(plain)) return carom__sincos_of_any_four(x);
  const carom__four r = first + second, low = (first - r) + second, z = r * r;
  const carom__four p = SINE[1] + z * (SINE[2] + z * (SINE[3] + z * (SINE[4] + z * (SINE[5] + z * SINE[6]))));
  const carom__four half = 0.5 * z, one = 1 - half, s = r + (r * z * (SINE[0] + z * p) + low * one);
  const carom__four c4 = COSINE[2] + z * (COSINE[3] + z * (COSINE[4] + z * COSINE[5]));
  const carom__four c = one + (((1 - one) - half) + (z * z * (COSINE[0] + z * (COSINE[1] + z * c4)) - r * low));
  const carom__four_mask odd = -(quarters & 1);
  // Bit 1 to the sign.
  const carom__four_bits minus = (carom__four_bits)quarters << 62, minus_c = (carom__four_bits)(quarters + 1) << 62;
  const carom__four_bits sine = (carom__four_bits)carom__where(odd, c, s) ^ (minus & SIGN);
  const carom__four_bits cosine = (carom__four_bits)carom__where(odd, s, c) ^ (minus_c & SIGN);
  return (carom__sincos_four){(carom__four)sine, (carom__four)cosine};
}

#endif
