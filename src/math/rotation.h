// Rotations: whether a matrix is one, and its inverse at work. Private to the library.
#ifndef CAROM_MATH_ROTATION_H
#define CAROM_MATH_ROTATION_H

#include <math.h>
#include <stdbool.h>

#include "carom/math.h"

/// a^T a is the identity up to the tolerance, far below 1, in every entry, and a does not mirror: what
/// carom_mat3_nearest_rotation calls the error, to the bit. False for NaN.
static inline bool carom__is_rotation(const carom_mat3* a, double tolerance) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j <= i; ++j) {
      const double gram = a->m[0][i] * a->m[0][j] + a->m[1][i] * a->m[1][j] + a->m[2][i] * a->m[2][j];
      if (!(fabs(gram - (i == j)) <= tolerance)) return false;
    }
  // It is 1 or -1 but for the tolerance, so that rounding cannot turn it.
  return a->m[0][0] * (a->m[1][1] * a->m[2][2] - a->m[1][2] * a->m[2][1]) -
             a->m[0][1] * (a->m[1][0] * a->m[2][2] - a->m[1][2] * a->m[2][0]) +
             a->m[0][2] * (a->m[1][0] * a->m[2][1] - a->m[1][1] * a->m[2][0]) >
         0;
}

/// a^T x, with the bits of carom_mat3_apply.
static inline carom_vec3 carom__mat3_apply_transposed(const carom_mat3* a, carom_vec3 x) {
  return (carom_vec3){a->m[0][0] * x.x + a->m[1][0] * x.y + a->m[2][0] * x.z,
                      a->m[0][1] * x.x + a->m[1][1] * x.y + a->m[2][1] * x.z,
                      a->m[0][2] * x.x + a->m[1][2] * x.y + a->m[2][2] * x.z};
}

#endif
