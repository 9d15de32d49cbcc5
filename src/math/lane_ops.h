// LANES doubles side by side, with the vector types that gcc and clang share and no intrinsics. Private to the library.
//
// A file that includes this defines LANES as 1, 2, 4 or 8 first. Each lane does what the others do and never sees them:
// every operation is that of one lane, so that a lane's bits depend neither on how many there are nor on the processor.
// Decisions are masks; a lane that has decided is kept as it is (pick) while others go on.
#ifndef CAROM_MATH_LANE_OPS_H
#define CAROM_MATH_LANE_OPS_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/target.h"

#if !defined(LANES)
#error "LANES says how many doubles go side by side"
#endif

#define LANE_INLINE CAROM__ALWAYS_INLINE

/// As many as there are lanes, one bit for each.
enum { LANE_COUNT = LANES, ALL_LANES = (1 << LANES) - 1 };

#if LANES == 1
typedef double wide;
typedef int64_t wide_mask;  // 0 or -1
typedef uint64_t wide_bits;

LANE_INLINE wide wide_of(double x) {
  return x;
}

LANE_INLINE wide_bits bits_of(wide a) {
  wide_bits bits;
  memcpy(&bits, &a, sizeof bits);
  return bits;
}

LANE_INLINE wide of_bits(wide_bits bits) {
  wide a;
  memcpy(&a, &bits, sizeof a);
  return a;
}

LANE_INLINE wide_mask less(wide a, wide b) {
  return -(wide_mask)(a < b);
}

LANE_INLINE wide_mask at_most(wide a, wide b) {
  return -(wide_mask)(a <= b);
}

LANE_INLINE wide_mask equal(wide a, wide b) {
  return -(wide_mask)(a == b);
}

/// Whether all of these bits are set.
LANE_INLINE wide_mask has_bits(wide_mask set, int64_t bits) {
  return -(wide_mask)((set & bits) == bits);
}

LANE_INLINE wide pick(wide_mask m, wide a, wide b) {
  return m ? a : b;
}

LANE_INLINE wide magnitude(wide a) {
  return fabs(a);
}

LANE_INLINE wide root(wide a) {
  return sqrt(a);
}

/// Bit l: lane l.
LANE_INLINE unsigned lanes_in(wide_mask m) {
  return (unsigned)m & 1u;
}

LANE_INLINE wide_mask mask_of(unsigned lanes) {
  return -(wide_mask)(lanes & 1u);
}
#else
typedef double wide __attribute__((vector_size(8 * LANES)));
typedef int64_t wide_mask __attribute__((vector_size(8 * LANES)));
typedef uint64_t wide_bits __attribute__((vector_size(8 * LANES)));

LANE_INLINE wide wide_of(double x) {
  return x - (wide){0};
}

LANE_INLINE wide_bits bits_of(wide a) {
  return (wide_bits)a;
}

LANE_INLINE wide of_bits(wide_bits bits) {
  return (wide)bits;
}

LANE_INLINE wide_mask less(wide a, wide b) {
  return (wide_mask)(a < b);
}

LANE_INLINE wide_mask at_most(wide a, wide b) {
  return (wide_mask)(a <= b);
}

LANE_INLINE wide_mask equal(wide a, wide b) {
  return (wide_mask)(a == b);
}

/// Whether all of these bits are set.
LANE_INLINE wide_mask has_bits(wide_mask set, int64_t bits) {
  return (wide_mask)((set & bits) == bits);
}

LANE_INLINE wide pick(wide_mask m, wide a, wide b) {
#if LANES == 4
  const wide_mask sign = m < 0;  // gcc then sees the one instruction that AVX2 has for it
  return (wide)((sign & (wide_mask)a) | (~sign & (wide_mask)b));
#else
  return (wide)((m & (wide_mask)a) | (~m & (wide_mask)b));
#endif
}

LANE_INLINE wide magnitude(wide a) {
  return (wide)((wide_mask)a & INT64_MAX);
}

LANE_INLINE wide root(wide a) {
  wide r;
  for (int l = 0; l < LANES; ++l) r[l] = sqrt(a[l]);
  return r;
}

/// Bit l: lane l.
LANE_INLINE unsigned lanes_in(wide_mask m) {
#if LANES == 2
  return ((unsigned)m[0] & 1u) | ((unsigned)m[1] & 2u);
#else
  // Of byte l bit l is kept, and a product gathers them in the highest byte (x86: the lowest byte comes first).
  typedef int8_t bytes __attribute__((vector_size(LANES)));
  const uint64_t one_of_each = 0x8040201008040201u, gather = 0x0101010101010101u;
  const bytes narrow = __builtin_convertvector(m, bytes);
  uint64_t all = 0;
  memcpy(&all, &narrow, sizeof narrow);
  return (unsigned)(((all & one_of_each) * gather) >> 56);
#endif
}

LANE_INLINE wide_mask mask_of(unsigned lanes) {
  wide_mask m;
  for (int l = 0; l < LANES; ++l) m[l] = -(int64_t)(lanes >> l & 1u);
  return m;
}
#endif

LANE_INLINE wide_mask pick_mask(wide_mask m, wide_mask a, wide_mask b) {
  return (m & a) | (~m & b);
}

LANE_INLINE wide larger(wide a, wide b) {
  return pick(less(b, a), a, b);
}

LANE_INLINE wide smaller(wide a, wide b) {
  return pick(less(a, b), a, b);
}

LANE_INLINE wide_mask within(wide low, wide a, wide high) {
  return at_most(low, a) & at_most(a, high);
}

LANE_INLINE wide wide_load(const void* p) {
  wide a;
  memcpy(&a, p, sizeof a);
  return a;
}

LANE_INLINE void wide_store(void* p, wide a) {
  memcpy(p, &a, sizeof a);
}

/// a b = high + low exactly (Veltkamp, Dekker), where neither overflows nor loses digits below the smallest double.
typedef struct wide_product {
  wide high, low;
} wide_product;

LANE_INLINE wide_product product_of(wide a, wide b) {
  const double splitter = 0x1p27 + 1;
  const wide a_far = a * splitter, a1 = a_far - (a_far - a), a2 = a - a1;
  const wide b_far = b * splitter, b1 = b_far - (b_far - b), b2 = b - b1;
  const wide high = a * b;
  return (wide_product){high, ((a1 * b1 - high) + a1 * b2 + a2 * b1) + a2 * b2};
}

/// a b - c d to about an ulp, however nearly the products cancel.
LANE_INLINE wide difference_of_products(wide a, wide b, wide c, wide d) {
  const wide_product ab = product_of(a, b), cd = product_of(c, d);
  return (ab.high - cd.high) + (ab.low - cd.low);
}

/// a + b = high + low exactly.
LANE_INLINE wide_product sum_of(wide a, wide b) {
  const wide high = a + b, from_b = high - a;
  return (wide_product){high, (a - (high - from_b)) + (b - from_b)};
}

#if defined(__FMA__) || defined(__AVX512F__) || defined(__ARM_FEATURE_FMA)
#define LANES_HAVE_FMA 1

LANE_INLINE wide wide_fma(wide a, wide b, wide c) {
#if LANES == 1
  return fma(a, b, c);
#else
  wide r;
  for (int l = 0; l < LANES; ++l) r[l] = fma(a[l], b[l], c[l]);
  return r;
#endif
}
#else
#define LANES_HAVE_FMA 0

/// a + b rounded to odd: where it is not exact the last bit is 1, so that one more rounding is as good as the only one.
LANE_INLINE wide odd_sum(wide a, wide b) {
  const wide_product s = sum_of(a, b);
  const wide_bits bits = bits_of(s.high);
  const wide_mask inexact = ~at_most(magnitude(s.low), wide_of(0)), even = ~has_bits((wide_mask)bits, 1);
  // Away from zero is one bit up, whatever the sign.
  const wide_mask outwards = ~(less(wide_of(0), s.low) ^ less(wide_of(0), s.high));
  const wide_bits one = (wide_bits)(even & inexact & 1);
  return of_bits(bits + (one & (wide_bits)outwards) - (one & ~(wide_bits)outwards));
}

/// a b + c rounded once, as fma does, for processors without (Boldo, Melquiond: Emulation of a FMA and correctly
/// rounded sums, 2008). The same bits, where nothing overflows and a b is 0 or its last digit no subnormal number.
LANE_INLINE wide wide_fma(wide a, wide b, wide c) {
  const wide_product ab = product_of(a, b), t = sum_of(c, ab.low), v = sum_of(ab.high, t.high);
  return v.high + odd_sum(t.low, v.low);
}
#endif

#endif
