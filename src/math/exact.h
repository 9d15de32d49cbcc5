// Sums and products without rounding error, as two doubles, and the bits of a double. Private to the elementary
// functions.
//
// No fma here: where the processor has none it is a slow call, and these are called millions of times.
#ifndef CAROM_MATH_EXACT_H
#define CAROM_MATH_EXACT_H

#include <stdint.h>
#include <string.h>

/// high + low, |low| <= ulp(high)/2 where nothing else is said.
typedef struct carom__pair {
  double high, low;
} carom__pair;

static inline uint64_t carom__bits(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

static inline double carom__of_bits(uint64_t bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

/// The leading 26 bits of x, so that their square, and their product with other 26 or 27 bits, is exact. What is cut
/// off has 27 bits.
static inline double carom__leading(double x) {
  return carom__of_bits(carom__bits(x) & 0xFFFFFFFFF8000000u);
}

/// a + b exactly (Knuth).
static inline carom__pair carom__sum(double a, double b) {
  const double sum = a + b, from_b = sum - a;
  return (carom__pair){sum, (a - (sum - from_b)) + (b - from_b)};
}

/// a + b exactly, where a = 0 or |a| >= |b| (Dekker).
static inline carom__pair carom__sum_ordered(double a, double b) {
  const double sum = a + b;
  return (carom__pair){sum, (a - sum) + b};
}

/// a b to 2^-106 of it, where nothing over- or underflows (Dekker). Not quite exact: the product of the two parts of 27
/// bits may need 54.
static inline carom__pair carom__product(double a, double b) {
  const double a1 = carom__leading(a), a2 = a - a1, b1 = carom__leading(b), b2 = b - b1, product = a * b;
  return (carom__pair){product, ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2};
}

#endif
