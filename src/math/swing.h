// One mode of vibration, q'' = -omega^2 q, in closed form. Private to the library.
#ifndef CAROM_MATH_SWING_H
#define CAROM_MATH_SWING_H

#include <stdbool.h>

#include "math/elementary.h"
#include "math/sine_four.h"

/// A mode at some time: q, q' and the integral of q from time 0.
typedef struct carom__swing {
  double value, slope, area;
} carom__swing;

/// rad: below, sin(omega t)/omega and versine are t and t^2/2 to rounding.
static const double CAROM__SLOW_SWING = 2e-9;

/// q(t) for q(0) = a, q'(0) = b. omega >= 0; 0 and what is next to it move on a straight line.
///
/// With s = sin(omega t/2): cos = 1 - 2 s^2 and versine (1 - cos)/omega^2 = 2 s^2/omega^2 lose no digits to
/// cancellation, whatever omega t is. Below CAROM__SLOW_SWING they differ from t and t^2/2 by (omega t)^2/6 and /12 of
/// themselves, and a division by an omega next to 0 is spared.
static inline carom__swing carom__swing_at(double omega, double a, double b, double t) {
  const carom__sincos half = carom__sincos_of(0.5 * omega * t);
  const double s = half.sine;
  const bool slow = omega * t < CAROM__SLOW_SWING;
  const double cosine = 1 - 2 * s * s;
  const double sine = slow ? t : 2 * s * half.cosine / omega;
  const double versine = slow ? 0.5 * t * t : 2 * s * s / (omega * omega);
  return (carom__swing){
      .value = a * cosine + b * sine, .slope = b * cosine - omega * omega * a * sine, .area = a * sine + b * versine};
}

/// Four modes, and their second derivatives.
typedef struct carom__swing_four {
  carom__four value, slope, area, curve;
} carom__swing_four;

/// What carom__swing_at does, operation by operation: the same bits. Change both.
CAROM__ALWAYS_INLINE carom__swing_four carom__swing_four_at(carom__four omega, carom__four a, carom__four b, double t) {
  const carom__sincos_four half = carom__sincos_of_four(0.5 * omega * t);
  const carom__four s = half.sine, square = omega * omega;
  const carom__four_mask slow = (carom__four_mask)(omega * t < CAROM__SLOW_SWING);
  const carom__four zero = {0}, cosine = 1 - 2 * s * s;
  const carom__four sine = carom__where(slow, zero + t, 2 * s * half.cosine / omega);
  const carom__four versine = carom__where(slow, zero + 0.5 * t * t, 2 * s * s / square);
  const carom__four value = a * cosine + b * sine;
  return (carom__swing_four){.value = value,
                             .slope = b * cosine - square * a * sine,
                             .area = a * sine + b * versine,
                             .curve = -square * value};
}

#endif
