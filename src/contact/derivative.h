// What the derivatives of every model share. Private to the library.
#ifndef CAROM_CONTACT_DERIVATIVE_H
#define CAROM_CONTACT_DERIVATIVE_H

#include <math.h>

#include "carom/derivative.h"
#include "math/units.h"

static inline int carom__count_bits(unsigned wrt) {
  int count = 0;
  for (; wrt; wrt &= wrt - 1) ++count;
  return count;
}

/// The unit of an input, one carom_wrt bit, as a power of two.
static inline int carom__unit_of_input(unsigned bit, carom__units units) {
  return bit < CAROM_WRT_V_X ? units.inverse_mass : bit < CAROM_WRT_MU ? units.speed : 0;
}

/// The bits of the columns that a planar impact has, in their order.
extern const unsigned carom__planar_bits[CAROM_PLANAR_INPUTS];

/// Keeps the nearest boundary.
static inline void carom__consider(carom_smoothness* nearest, carom_boundary boundary, carom_smooth kind,
                                   double margin) {
  if (!(margin < nearest->margin)) return;
  *nearest = (carom_smoothness){boundary, kind, margin, margin <= CAROM_ON_BOUNDARY};
}

/// |x| as a part of it and another; 0 where both are.
static inline double carom__part_of(double x, double other) {
  const double size = fabs(x) + fabs(other);
  return size > 0 ? fabs(x) / size : 0;
}

carom_status carom__fail_not_differentiable(carom_diag* diag);
carom_status carom__fail_derivative_overflow(carom_diag* diag);

#endif
