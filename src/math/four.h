// Four doubles at a time, with the vector types that gcc and clang share. Private to the library.
//
// Every operation is that of one lane, and lanes are summed in a fixed order, so the bits do not depend on whether the
// processor has vector registers.
#ifndef CAROM_MATH_FOUR_H
#define CAROM_MATH_FOUR_H

#include <string.h>

#include "base/target.h"

typedef double carom__four __attribute__((vector_size(32)));

CAROM__ALWAYS_INLINE carom__four carom__load(const double* p) {
  carom__four v;
  memcpy(&v, p, sizeof v);
  return v;
}

CAROM__ALWAYS_INLINE void carom__store(double* p, carom__four v) {
  memcpy(p, &v, sizeof v);
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
