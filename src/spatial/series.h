// Truncated power series, four coefficients at a time. Private to the spatial room.
//
// The four lanes are summed in a fixed order, so the bits do not depend on whether the processor has vector registers.
#ifndef CAROM_SPATIAL_SERIES_H
#define CAROM_SPATIAL_SERIES_H

#include <string.h>

enum {
  CAROM__TERMS = 24,               // coefficients of a series: powers 0 to 23
  CAROM__ROOM = CAROM__TERMS + 4,  // with zeros behind them, so that whole groups of four can be read
  CAROM__GROUPS = CAROM__TERMS / 4
};

#define CAROM__SERIES_INLINE static inline __attribute__((always_inline))

#if defined(__GNUC__)
// These functions are always inlined, so how vectors are passed does not matter.
#pragma GCC diagnostic ignored "-Wpsabi"
#endif

/// Before a loop whose bounds are known when it is compiled: leave no loop.
#if defined(__clang__)
#define CAROM__UNROLL _Pragma("clang loop unroll(full)")
#else
#define CAROM__UNROLL _Pragma("GCC unroll 32")
#endif

/// On x86-64 with gcc: also compile the function for processors with AVX2. The same bits, since sums keep their order.
#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(__clang__) && !defined(__AVX2__) && \
    !defined(__SANITIZE_ADDRESS__)
#define CAROM__WITH_AVX2 __attribute__((target_clones("avx2", "default")))
#else
#define CAROM__WITH_AVX2
#endif

typedef double carom__four __attribute__((vector_size(32)));

CAROM__SERIES_INLINE carom__four carom__load(const double* p) {
  carom__four v;
  memcpy(&v, p, sizeof v);
  return v;
}

CAROM__SERIES_INLINE void carom__store(double* p, carom__four v) {
  memcpy(p, &v, sizeof v);
}

CAROM__SERIES_INLINE double carom__sum_lanes(carom__four v) {
  return (v[0] + v[2]) + (v[1] + v[3]);
}

/// 1/n; entry 0 is never used.
extern const double carom__inverse[CAROM__ROOM];

/// sum c_n t^n: Horner in t^4 on four lanes, then the lanes times 1, t, t^2, t^3.
CAROM__SERIES_INLINE double carom__series_at(const double* c, double t) {
  const double t2 = t * t, t4 = t2 * t2;
  carom__four sum = carom__load(c + CAROM__TERMS - 4);
  for (int g = CAROM__GROUPS - 2; g >= 0; --g) sum = sum * t4 + carom__load(c + 4 * g);
  return carom__sum_lanes(sum * (carom__four){1, t, t2, t2 * t});
}

/// The derivative of sum c_n t^n.
CAROM__SERIES_INLINE double carom__series_slope(const double* c, double t) {
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
CAROM__SERIES_INLINE double carom__series_integral(const double* c, double t) {
  const double t2 = t * t, t4 = t2 * t2;
  carom__four sum = carom__load(c + CAROM__TERMS - 4) * carom__load(carom__inverse + CAROM__TERMS - 3);
  for (int g = CAROM__GROUPS - 2; g >= 0; --g)
    sum = sum * t4 + carom__load(c + 4 * g) * carom__load(carom__inverse + 4 * g + 1);
  return t * carom__sum_lanes(sum * (carom__four){1, t, t2, t2 * t});
}

/// out = the product of two series, cut after the last term. Nothing may overlap.
CAROM__SERIES_INLINE void carom__series_product(const double* a, const double* b, double* out) {
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
