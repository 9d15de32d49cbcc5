// Sine and cosine.
//
// An angle x is taken to r = x - q pi/2, |r| <= pi/4, as a pair of doubles. Up to a million by parts of pi/2 (Cody,
// Waite), beyond, and where r is small against x, with as many bits of 2/pi as it takes (Payne, Hanek): 2^-75 of r is
// the error then, since no double beyond 1 comes closer to a multiple of pi/2 than 2^-62.
//
// Polynomials in z = r^2 do the rest, off by 2^-60 at most. The sums are ordered so that the rounding of the large
// terms is known. With u = 2^-53, an ulp of the answers near pi/4, where it is worst: sin(r) = r + t with t < 0.079
// to 4.5 u and its last sum to 0.06 u, cos(r) = 1 - z/2 + t with z to u/2, 1 - z/2 an exact pair and t < 0.016 to 6 u.
// With the last rounding that is 0.92 ulp for the sine and 0.86 ulp for the cosine.
#include <math.h>
#include <stdbool.h>

#include "math/elementary.h"
#include "math/exact.h"
#include "math/sine_table.h"

/// rad: up to here the quotient by pi/2 is below 2^20, as the table of the parts wants it.
static const double FAR = 1e6;
/// A quarter of pi, rounded up.
static const double EIGHTH = 0x1.921fb54442d19p-1;
/// rad: below this rest the parts of pi/2 may not suffice, and their differences may not be exact.
static const double NEAR_ZERO = 0x1p-11;
/// The sine of less is the angle itself, and its cosine 1.
static const double TINY = 0x1p-27;
/// Added and taken away again, this rounds to the nearest integer.
static const double ROUND = 0x1.8p52;

/// An angle as quarter turns and a rest.
typedef struct reduced {
  int quarters;  // modulo 4
  carom__pair rest;
} reduced;

/// 32 bits of 2/pi from bit `at` after the point on; before the point there are zeros.
static uint32_t two_over_pi(int at) {
  const int word = (at + 64) / 32 - 2, shift = (at + 64) % 32;
  const uint64_t first = word >= 0 ? TWO_OVER_PI_BITS[word] : 0, second = word >= -1 ? TWO_OVER_PI_BITS[word + 1] : 0;
  return (uint32_t)((first << 32 | second) >> (32 - shift));
}

enum { WORDS = 6 };

/// x 2/pi modulo 4 in units of 2^-190, as words from the lowest to the highest. x = m 2^e with an integer m of 53 bits:
/// bits of 2/pi that stand for 4 or more after the multiplication are left out, and 192 bits from there on suffice.
static void multiply(double x, uint32_t* product) {
  const uint64_t bits = carom__bits(x), m = (bits & 0xFFFFFFFFFFFFFu) | 0x10000000000000u;
  const int e = (int)(bits >> 52 & 0x7FF) - 1075;
  const uint64_t low = m & 0xFFFFFFFFu, high = m >> 32;
  uint64_t carry = 0, before = 0;
  for (int i = 0; i < WORDS; ++i) {
    const uint64_t word = two_over_pi(e - 2 + 32 * (WORDS - 1 - i));
    const uint64_t sum = low * word + (carry & 0xFFFFFFFFu);
    const uint64_t cross = high * before + (sum & 0xFFFFFFFFu);
    product[i] = (uint32_t)cross;
    carry = (carry >> 32) + (sum >> 32) + (cross >> 32);
    before = word;
  }
}

/// For x > pi/4 that is finite.
static reduced reduce_far(double x) {
  uint32_t words[WORDS];
  multiply(x, words);
  const uint32_t top = words[WORDS - 1];
  const bool up = top >> 29 & 1;  // the fraction is a half or more: count on, and look back
  words[WORDS - 1] = top & 0x3FFFFFFFu;
  carom__pair fraction = {up ? -1 : 0, 0};
  double unit = 0x1p-30;
  for (int i = WORDS - 1; i >= 0; --i, unit *= 0x1p-32) {
    const carom__pair sum = carom__sum(fraction.high, words[i] * unit);
    fraction = carom__sum_ordered(sum.high, sum.low + fraction.low);
  }
  const carom__pair rest = carom__product(fraction.high, HALF_PI[0]);
  const double low = rest.low + (fraction.high * HALF_PI[1] + fraction.low * HALF_PI[0]);
  return (reduced){(int)(top >> 30) + up, carom__sum_ordered(rest.high, low)};
}

/// For pi/4 < x <= FAR. The differences of the first two parts are exact: their bits end where those of x end.
static reduced reduce_near(double x) {
  const double q = (x * TWO_OVER_PI + ROUND) - ROUND;
  const double a = x - q * HALF_PI_PARTS[0], b = q * HALF_PI_PARTS[1], high = a - b;
  if (fabs(high) < NEAR_ZERO) return reduce_far(x);
  const double low = ((a - high) - b) - q * HALF_PI_PARTS[2];
  return (reduced){(int)q, carom__sum_ordered(high, low)};
}

/// sin(r + low), r = 0 excepted.
static double sine_of(carom__pair r) {
  const double z = r.high * r.high;
  const double p = SINE[1] + z * (SINE[2] + z * (SINE[3] + z * (SINE[4] + z * (SINE[5] + z * SINE[6]))));
  return r.high + (r.high * z * (SINE[0] + z * p) + r.low * (1 - 0.5 * z));
}

static double cosine_of(carom__pair r) {
  const double z = r.high * r.high, half = 0.5 * z, first = 1 - half;
  const double p = COSINE[0] + z * (COSINE[1] + z * (COSINE[2] + z * (COSINE[3] + z * (COSINE[4] + z * COSINE[5]))));
  return first + (((1 - first) - half) + (z * z * p - r.high * r.low));
}

/// Of x >= 0.
static carom__sincos turn_by(double x) {
  const reduced to = x <= FAR ? reduce_near(x) : reduce_far(x);
  const double s = sine_of(to.rest), c = cosine_of(to.rest);
  const double sine = to.quarters & 1 ? c : s, cosine = to.quarters & 1 ? s : c;
  return (carom__sincos){to.quarters & 2 ? -sine : sine, (to.quarters + 1) & 2 ? -cosine : cosine};
}

carom__sincos carom__sincos_of(double x) {
  const double size = fabs(x);
  if (size < TINY) return (carom__sincos){x, 1};
  if (size <= EIGHTH) return (carom__sincos){sine_of((carom__pair){x, 0}), cosine_of((carom__pair){x, 0})};
  if (!(size < HUGE_VAL)) return (carom__sincos){x - x, x - x};
  const carom__sincos out = turn_by(size);
  return (carom__sincos){x < 0 ? -out.sine : out.sine, out.cosine};
}

double carom__sin(double x) {
  return carom__sincos_of(x).sine;
}

double carom__cos(double x) {
  return carom__sincos_of(x).cosine;
}
