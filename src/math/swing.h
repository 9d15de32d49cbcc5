// One mode of vibration, q'' = -omega^2 q, in closed form. Private to the library.
#ifndef CAROM_MATH_SWING_H
#define CAROM_MATH_SWING_H

#include <stdbool.h>

#include "math/elementary.h"

/// A mode at some time: q, q' and the integral of q from time 0.
typedef struct carom__swing {
  double value, slope, area;
} carom__swing;

/// q(t) for q(0) = a, q'(0) = b. omega >= 0; 0 and what is next to it move on a straight line.
///
/// With s = sin(omega t/2): cos = 1 - 2 s^2 and versine (1 - cos)/omega^2 = 2 s^2/omega^2 lose no digits to
/// cancellation, whatever omega t is. Below SLOW radians, sin(omega t)/omega and versine are t and t^2/2 to rounding
/// (they differ by (omega t)^2/6 and /12 of themselves), and a division by an omega next to 0 is spared.
static inline carom__swing carom__swing_at(double omega, double a, double b, double t) {
  static const double SLOW = 2e-9;  // rad
  const carom__sincos half = carom__sincos_of(0.5 * omega * t);
  const double s = half.sine;
  const bool slow = omega * t < SLOW;
  const double cosine = 1 - 2 * s * s;
  const double sine = slow ? t : 2 * s * half.cosine / omega;
  const double versine = slow ? 0.5 * t * t : 2 * s * s / (omega * omega);
  return (carom__swing){
      .value = a * cosine + b * sine, .slope = b * cosine - omega * omega * a * sine, .area = a * sine + b * versine};
}

#endif
