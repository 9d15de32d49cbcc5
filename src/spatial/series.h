// Truncated power series, four coefficients at a time. Private to the spatial room.
#ifndef CAROM_SPATIAL_SERIES_H
#define CAROM_SPATIAL_SERIES_H

#include <stdint.h>

#include "math/four.h"

enum {
  CAROM__TERMS = 24,               // coefficients of a series: powers 0 to 23
  CAROM__ROOM = CAROM__TERMS + 4,  // with zeros behind them, so that whole groups of four can be read
  CAROM__GROUPS = CAROM__TERMS / 4
};

/// 1/n; entry 0 is never used.
extern const double carom__inverse[CAROM__ROOM];

/// log2 to a few percent by the bits of a double: enough for a step size, and the same everywhere.
static inline double carom__rough_log2(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return (double)bits * 0x1p-52 - 1023;
}

/// sum c_n t^n: Horner in t^4 on four lanes, then the lanes times 1, t, t^2, t^3.
CAROM__ALWAYS_INLINE double carom__series_at(const double* c, double t) {
  const double t2 = t * t, t4 = t2 * t2;
  carom__four sum = carom__load(c + CAROM__TERMS - 4);
  for (int g = CAROM__GROUPS - 2; g >= 0; --g) sum = sum * t4 + carom__load(c + 4 * g);
  return carom__sum_lanes(sum * (carom__four){1, t, t2, t2 * t});
}

/// The derivative of sum c_n t^n.
CAROM__ALWAYS_INLINE double carom__series_slope(const double* c, double t) {
  const double t2 = t * t, t4 = t2 * t2;
  carom__four n = {CAROM__TERMS - 3, CAROM__TERMS - 2, CAROM__TERMS - 1, CAROM__TERMS};
  carom__four sum = n * carom__load(c + CAROM__TERMS - 3);
  for (int g = CAROM__GROUPS - 2; g >= 0; --g) {
    n -= 4;
    sum = sum * t4 + n * carom__load(c + 4 * g + 1);
  }
  return carom__sum_lanes(sum * (carom__four){1, t, t2, t2 * t});
}

/// The integral from 0 to t.
CAROM__ALWAYS_INLINE double carom__series_integral(const double* c, double t) {
  const double t2 = t * t, t4 = t2 * t2;
  carom__four sum = carom__load(c + CAROM__TERMS - 4) * carom__load(carom__inverse + CAROM__TERMS - 3);
  for (int g = CAROM__GROUPS - 2; g >= 0; --g)
    sum = sum * t4 + carom__load(c + 4 * g) * carom__load(carom__inverse + 4 * g + 1);
  return t * carom__sum_lanes(sum * (carom__four){1, t, t2, t2 * t});
}

/// out = the product of two series, cut after the last term. Nothing may overlap.
CAROM__ALWAYS_INLINE void carom__series_product(const double* a, const double* b, double* out) {
  // Row g of the result gathers a_j b_{4g-j .. 4g-j+3}: in registers, so that nothing waits for a store.
  double padded[CAROM__TERMS + 4] = {0};
  memcpy(padded + 4, b, CAROM__TERMS * sizeof *b);
  CAROM__UNROLL
  for (int g = 0; g < CAROM__GROUPS; ++g) {
    carom__four even = {0, 0, 0, 0}, odd = {0, 0, 0, 0};
    CAROM__UNROLL
    for (int j = 0; j < 4 * g + 4; j += 2) {
      even += a[j] * carom__load(padded + 4 + 4 * g - j);
      odd += a[j + 1] * carom__load(padded + 3 + 4 * g - j);
    }
    carom__store(out + 4 * g, even + odd);
  }
}

/// The zero of series - level in (from, to], where it changes sign: Newton's method from the chord, kept inside by
/// bisection.
double carom__series_root(const double* c, double level, double from, double to);

#endif
