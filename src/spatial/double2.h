// Numbers of about 32 digits as sums of two doubles, for differences of nearly equal products. Private to the room.
// They need strict IEEE double arithmetic (no contraction, no fast-math), as the whole library does.
#ifndef CAROM_SPATIAL_DOUBLE2_H
#define CAROM_SPATIAL_DOUBLE2_H

#include <math.h>

/// high + low with |low| <= ulp(high)/2.
typedef struct carom__double2 {
  double high, low;
} carom__double2;

/// a + b exactly.
static inline carom__double2 carom__double2_sum(double a, double b) {
  const double sum = a + b, from_b = sum - a;
  return (carom__double2){sum, (a - (sum - from_b)) + (b - from_b)};
}

static inline carom__double2 carom__double2_add(carom__double2 a, carom__double2 b) {
  const carom__double2 high = carom__double2_sum(a.high, b.high);
  return carom__double2_sum(high.high, high.low + (a.low + b.low));
}

static inline carom__double2 carom__double2_negate(carom__double2 a) {
  return (carom__double2){-a.high, -a.low};
}

static inline carom__double2 carom__double2_scale(carom__double2 a, double b) {
  const double high = a.high * b;
  return carom__double2_sum(high, fma(a.high, b, -high) + a.low * b);
}

static inline carom__double2 carom__double2_square(carom__double2 a) {
  const double high = a.high * a.high;
  return carom__double2_sum(high, fma(a.high, a.high, -high) + 2 * a.high * a.low);
}

/// a b - c d
static inline carom__double2 carom__double2_cross(double a, double b, double c, double d) {
  const carom__double2 ab = carom__double2_scale((carom__double2){a, 0}, b);
  const carom__double2 cd = carom__double2_scale((carom__double2){c, 0}, d);
  return carom__double2_add(ab, carom__double2_negate(cd));
}

#endif
