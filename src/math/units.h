// Units in which an impact has moderate magnitudes: powers of two, so that changing units loses no digit. Private to
// the library.
#ifndef CAROM_MATH_UNITS_H
#define CAROM_MATH_UNITS_H

#include "carom/math.h"

/// Exponents of two. In the units (0, 0) nothing changes.
typedef struct carom__units {
  int inverse_mass;  // of W; even, so that time and the root of an energy scale by a power of two as well
  int speed;         // of v
} carom__units;

/// The units in which this inverse mass is in [1/2, 2) and this speed in [1/2, 1). Zero needs none.
static inline carom__units carom__units_for(double inverse_mass, double speed) {
  carom__units units;
  frexp(inverse_mass, &units.inverse_mass);
  frexp(speed, &units.speed);
  units.inverse_mass &= ~1;
  return units;
}

static inline int carom__impulse_unit(carom__units units) {
  return units.speed - units.inverse_mass;
}

static inline int carom__energy_unit(carom__units units) {
  return 2 * units.speed - units.inverse_mass;
}

static inline carom_vec3 carom__vec3_shift(carom_vec3 a, int exponent) {
  const carom_vec3 shifted = {ldexp(a.x, exponent), ldexp(a.y, exponent), ldexp(a.z, exponent)};
  return shifted;
}

static inline carom_mat3 carom__mat3_shift(carom_mat3 a, int exponent) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) a.m[i][j] = ldexp(a.m[i][j], exponent);
  return a;
}

#endif
