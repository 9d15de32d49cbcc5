// Three equations with a symmetric positive definite matrix, written out: the bits of carom_cholesky and its two
// substitutions at a quarter of the work. Private to the library.
#ifndef CAROM_MATH_SPD3_H
#define CAROM_MATH_SPD3_H

#include <math.h>

#include "carom/math.h"

/// a^-1 x. Whether a is positive definite is the caller's business.
static inline carom_vec3 carom__solve_spd3(const carom_mat3* a, carom_vec3 x) {
  const double l00 = sqrt(a->m[0][0]);
  const double l10 = a->m[1][0] / l00, l11 = sqrt(a->m[1][1] - l10 * l10);
  const double l20 = a->m[2][0] / l00, l21 = (a->m[2][1] - l20 * l10) / l11;
  const double l22 = sqrt(a->m[2][2] - l20 * l20 - l21 * l21);
  double y0 = x.x / l00, y1 = (x.y - l10 * y0) / l11, y2 = (x.z - l20 * y0 - l21 * y1) / l22;
  y2 /= l22;
  y1 = (y1 - l21 * y2) / l11;
  y0 = (y0 - l10 * y1 - l20 * y2) / l00;
  return (carom_vec3){y0, y1, y2};
}

#endif
