// Numbers with their derivatives by the eleven inputs of a spatial impact, in the order of carom_wrt. Private to the
// spatial room.
#ifndef CAROM_SPATIAL_DUAL_H
#define CAROM_SPATIAL_DUAL_H

#include <math.h>
#include <string.h>

#include "spatial/tangent.h"

enum { CAROM__DUAL_QUADS = 3 };

typedef struct carom__dual {
  double v;
  carom__quad t[CAROM__DUAL_QUADS];  // the last lane is spare
} carom__dual;

#define CAROM__EACH_QUAD(i) for (int i = 0; i < CAROM__DUAL_QUADS; ++i)

static inline carom__dual carom__dual_constant(double v) {
  return (carom__dual){.v = v};
}

static inline carom__dual carom__dual_input(double v, int input) {
  static const double one_among_zeros[8 * CAROM__DUAL_QUADS] = {[4 * CAROM__DUAL_QUADS] = 1};
  carom__dual a = {.v = v};
  memcpy(a.t, one_among_zeros + 4 * CAROM__DUAL_QUADS - input, sizeof a.t);
  return a;
}

static inline carom__dual carom__dual_add(carom__dual a, carom__dual b) {
  CAROM__EACH_QUAD(i) a.t[i] += b.t[i];
  a.v += b.v;
  return a;
}

static inline carom__dual carom__dual_subtract(carom__dual a, carom__dual b) {
  CAROM__EACH_QUAD(i) a.t[i] -= b.t[i];
  a.v -= b.v;
  return a;
}

static inline carom__dual carom__dual_scale(double c, carom__dual a) {
  CAROM__EACH_QUAD(i) a.t[i] *= c;
  a.v *= c;
  return a;
}

static inline carom__dual carom__dual_multiply(carom__dual a, carom__dual b) {
  CAROM__EACH_QUAD(i) a.t[i] = a.t[i] * b.v + b.t[i] * a.v;
  a.v *= b.v;
  return a;
}

static inline carom__dual carom__dual_divide(carom__dual a, carom__dual b) {
  const double inverse = 1 / b.v, q = a.v * inverse;
  CAROM__EACH_QUAD(i) a.t[i] = (a.t[i] - b.t[i] * q) * inverse;
  a.v = q;
  return a;
}

static inline carom__dual carom__dual_root(carom__dual a) {
  const double root = sqrt(a.v), half = 0.5 / root;
  CAROM__EACH_QUAD(i) a.t[i] *= half;
  a.v = root;
  return a;
}

/// a b + c d
static inline carom__dual carom__dual_product_sum(carom__dual a, carom__dual b, carom__dual c, carom__dual d) {
  return carom__dual_add(carom__dual_multiply(a, b), carom__dual_multiply(c, d));
}

#endif
