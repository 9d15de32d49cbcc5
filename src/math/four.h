// Four doubles at a time, with the vector types that gcc and clang share. Private to the library.
//
// Every operation is that of one lane, and lanes are summed in a fixed order, so the bits do not depend on whether the
// processor has vector registers.
#ifndef CAROM_MATH_FOUR_H
#define CAROM_MATH_FOUR_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/target.h"

typedef double carom__four __attribute__((vector_size(32)));
typedef int64_t carom__four_mask __attribute__((vector_size(32)));  // -1 where it holds
typedef uint64_t carom__four_bits __attribute__((vector_size(32)));

/// How many numbers n are in whole fours.
static inline int carom__whole_fours(int n) {
  return (n + 3) & ~3;
}

CAROM__ALWAYS_INLINE carom__four carom__load(const double* p) {
  carom__four v;
  memcpy(&v, p, sizeof v);
  return v;
}

CAROM__ALWAYS_INLINE void carom__store(double* p, carom__four v) {
  memcpy(p, &v, sizeof v);
}

CAROM__ALWAYS_INLINE carom__four carom__where(carom__four_mask mask, carom__four yes, carom__four no) {
  const carom__four_mask sign = mask < 0;  // gcc then sees the one instruction that AVX2 has for it
  return (carom__four)((sign & (carom__four_mask)yes) | (~sign & (carom__four_mask)no));
}

CAROM__ALWAYS_INLINE carom__four carom__fabs_four(carom__four v) {
  return (carom__four)((carom__four_mask)v & INT64_MAX);
}

CAROM__ALWAYS_INLINE bool carom__all_four(carom__four_mask mask) {
  return ((mask[0] & mask[2]) & (mask[1] & mask[3])) != 0;
}

/// y += factor x, over n numbers.
static inline void carom__add_scaled(int n, double factor, const double* x, double* y) {
  int k = 0;
  for (; k + 3 < n; k += 4) carom__store(y + k, carom__load(y + k) + factor * carom__load(x + k));
  for (; k < n; ++k) y[k] += factor * x[k];
}

CAROM__ALWAYS_INLINE double carom__sum_lanes(carom__four v) {
  return (v[0] + v[2]) + (v[1] + v[3]);
}

#endif
