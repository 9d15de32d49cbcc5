// Twelve doubles at a time: values at the nodes of a collocation panel. Private to the library.
#ifndef CAROM_MATH_TWELVE_H
#define CAROM_MATH_TWELVE_H

#include "math/four.h"

typedef struct carom__twelve {
  carom__four a, b, c;
} carom__twelve;

CAROM__ALWAYS_INLINE carom__twelve carom__twelve_load(const double* x) {
  return (carom__twelve){carom__load(x), carom__load(x + 4), carom__load(x + 8)};
}

CAROM__ALWAYS_INLINE void carom__twelve_store(double* x, const carom__twelve* v) {
  carom__store(x, v->a);
  carom__store(x + 4, v->b);
  carom__store(x + 8, v->c);
}

/// y += factor x.
CAROM__ALWAYS_INLINE void carom__twelve_add(carom__twelve* y, double factor, const double* x) {
  y->a += factor * carom__load(x);
  y->b += factor * carom__load(x + 4);
  y->c += factor * carom__load(x + 8);
}

CAROM__ALWAYS_INLINE double carom__twelve_dot(const double* a, const double* b) {
  const carom__twelve x = carom__twelve_load(a), y = carom__twelve_load(b);
  return carom__sum_lanes(x.a * y.a + x.b * y.b + x.c * y.c);
}

CAROM__ALWAYS_INLINE double carom__twelve_entry(const carom__twelve* x, int i) {
  return i < 4 ? x->a[i] : i < 8 ? x->b[i - 4] : x->c[i - 8];
}

#endif
