// Taylor series of slip that turns, in every lane. Private to the lane kernel.
//
// As in taylor.c: dI_z = r ds, tau = rho s, the frame of the first direction, r = 1 at the start. Here the four
// integrals X, Y, R of x, y, r and S of u.(u - u0) are kept, with u = (x, y) and u0 = (1, 0); everything else follows
// from them exactly (docs/spatial.md):
//   x = 1 + p11 X + p12 Y + q1 R,   y = p12 X + p22 Y + q2 R,
//   v_z = v_z0 + w.delta + k I_z,   E = E0 - (v_z0 I_z + k I_z^2/2 + mu S + delta.(I_t + w I_z)/2),   delta = gamma -
//   gamma0.
#ifndef CAROM_SPATIAL_LANE_SERIES_H
#define CAROM_SPATIAL_LANE_SERIES_H

#include "spatial/lane_state.h"

/// The last power of tau; even. 20 leaves errors of 3e-12 now and then, 28 costs more than it saves.
enum { ORDER = 24 };

static const double INVERSE[ORDER + 1] = {
    0,       1,       1. / 2,  1. / 3,  1. / 4,  1. / 5,  1. / 6,  1. / 7,  1. / 8,  1. / 9,  1. / 10, 1. / 11, 1. / 12,
    1. / 13, 1. / 14, 1. / 15, 1. / 16, 1. / 17, 1. / 18, 1. / 19, 1. / 20, 1. / 21, 1. / 22, 1. / 23, 1. / 24};

/// -mu B/rho and d/rho in the frame of the first direction.
typedef struct rates {
  wide p11, p12, p22, q1, q2;
} rates;

/// Coefficients of tau^1 .. tau^ORDER of the four integrals, side by side.
enum { OF_X, OF_Y, OF_R, OF_S, SERIES };

typedef struct series {
  wide c[ORDER + 1][SERIES];
} series;

#if LANES == 1
/// x and y side by side, which is as good as two lanes: the same operations as below.
typedef double pair __attribute__((vector_size(16)));

LANE_INLINE pair pair_of(double x) {
  return (pair){x, x};
}

/// Half the sums of x_j x_{m-j} and y_j y_{m-j}, together, and of r_j r_{m-j}, 0 < j < m.
LANE_INLINE void half_squares_of(const pair* xy, const double* r, int m, double* slip, double* speed) {
  pair odd = {0, 0}, even = {0, 0};
  double r_sum = 0;
  bool has_odd = m % 2 == 0, has_even = false;
  if (has_odd) odd = 0.5 * xy[m / 2] * xy[m / 2], r_sum = 0.5 * r[m / 2] * r[m / 2];
  CAROM__UNROLL
  for (int j = (m - 1) / 2; j >= 1; --j) {
    const pair product = xy[j] * xy[m - j];
    r_sum = j == (m - 1) / 2 && m % 2 ? r[j] * r[m - j] : r_sum + r[j] * r[m - j];
    if (j % 2) odd = has_odd ? odd + product : product, has_odd = true;
    if (j % 2 == 0) even = has_even ? even + product : product, has_even = true;
  }
  const double odds = odd[0] + odd[1];
  *slip = has_even ? odds + (even[0] + even[1]) : odds;
  *speed = r_sum;
}

static __attribute__((noinline)) void expand(const rates* a, series* out) {
  pair xy[ORDER];
  double r[ORDER], (*c)[SERIES] = out->c;
  const pair p1 = {a->p11, a->p12}, p2 = {a->p12, a->p22}, q = {a->q1, a->q2};
  xy[1] = p1 + q;
  r[1] = xy[1][0];
  c[1][OF_X] = c[1][OF_R] = 1;
  c[1][OF_Y] = c[1][OF_S] = 0;
  c[2][OF_S] = 0.5 * r[1];
  CAROM__UNROLL
  for (int m = 2; m <= ORDER; ++m) {
    const pair sums = INVERSE[m] * xy[m - 1];
    memcpy(c[m], &sums, sizeof sums);
    c[m][OF_R] = INVERSE[m] * r[m - 1];
    if (m == ORDER) break;
    double slip, speed;
    half_squares_of(xy, r, m, &slip, &speed);
    xy[m] = p1 * pair_of(sums[0]) + p2 * pair_of(sums[1]) + q * pair_of(c[m][OF_R]);
    r[m] = xy[m][0] + (slip - speed);
    c[m + 1][OF_S] = INVERSE[m + 1] * (2 * slip + xy[m][0]);
  }
}
#else
/// Half the products that r_m needs: of x and y, and of r, without those of the coefficient 0.
typedef struct half_squares {
  wide slip, speed;
} half_squares;

/// sum += a b, or the first term of it.
LANE_INLINE void add_product(wide* sum, bool* begun, wide a, wide b) {
  *sum = *begun ? *sum + a * b : a * b;
  *begun = true;
}

/// Sums of x and y run over odd and even j by themselves, so that they wait less for each other.
LANE_INLINE half_squares half_squares_of(const wide* x, const wide* y, const wide* r, int m) {
  wide sums[5] = {wide_of(0), wide_of(0), wide_of(0), wide_of(0), wide_of(0)};  // x odd, x even, y odd, y even, r
  bool begun[5] = {false, false, false, false, false};
  if (m % 2 == 0) {
    add_product(&sums[0], &begun[0], 0.5 * x[m / 2], x[m / 2]);
    add_product(&sums[2], &begun[2], 0.5 * y[m / 2], y[m / 2]);
    add_product(&sums[4], &begun[4], 0.5 * r[m / 2], r[m / 2]);
  }
  CAROM__UNROLL
  for (int j = (m - 1) / 2; j >= 1; --j) {
    add_product(&sums[1 - j % 2], &begun[1 - j % 2], x[j], x[m - j]);
    add_product(&sums[3 - j % 2], &begun[3 - j % 2], y[j], y[m - j]);
    add_product(&sums[4], &begun[4], r[j], r[m - j]);
  }
  const wide odd = sums[0] + sums[2];
  return (half_squares){begun[1] ? odd + (sums[1] + sums[3]) : odd, sums[4]};
}

/// r^2 = x^2 + y^2 gives r_m = x_m + (sums of older products).
static __attribute__((noinline)) void expand(const rates* a, series* out) {
  wide x[ORDER], y[ORDER], r[ORDER];
  wide(*c)[SERIES] = out->c;
  x[1] = r[1] = a->p11 + a->q1;
  y[1] = a->p12 + a->q2;
  c[1][OF_X] = c[1][OF_R] = wide_of(1);
  c[1][OF_Y] = c[1][OF_S] = wide_of(0);
  c[2][OF_S] = 0.5 * x[1];
  CAROM__UNROLL
  for (int m = 2; m <= ORDER; ++m) {
    c[m][OF_X] = INVERSE[m] * x[m - 1];
    c[m][OF_Y] = INVERSE[m] * y[m - 1];
    c[m][OF_R] = INVERSE[m] * r[m - 1];
    if (m == ORDER) break;
    const half_squares half = half_squares_of(x, y, r, m);
    x[m] = a->p11 * c[m][OF_X] + a->p12 * c[m][OF_Y] + a->q1 * c[m][OF_R];
    y[m] = a->p12 * c[m][OF_X] + a->p22 * c[m][OF_Y] + a->q2 * c[m][OF_R];
    r[m] = x[m] + (half.slip - half.speed);
    c[m + 1][OF_S] = INVERSE[m + 1] * (2 * half.slip + x[m]);
  }
}
#endif

/// The four integrals at tau: even and odd powers by themselves, so that sums wait less for each other.
LANE_INLINE void sum_series(const series* of, wide tau, wide sums[SERIES]) {
  const wide square = tau * tau;
  wide even[SERIES], odd[SERIES];
  memcpy(even, of->c[ORDER], sizeof even);
  memcpy(odd, of->c[ORDER - 1], sizeof odd);
  CAROM__UNROLL
  for (int n = ORDER - 2; n >= 2; n -= 2)
    for (int i = 0; i < SERIES; ++i) {
      even[i] = even[i] * square + of->c[n][i];
      odd[i] = odd[i] * square + of->c[n - 1][i];
    }
  for (int i = 0; i < SERIES; ++i) sums[i] = even[i] * square + odd[i] * tau;
}

/// log2 and 2^x to a few percent by the bits of a double: enough for a step size, and the same everywhere. No integer
/// is made of a double, which lanes are slow at: adding 2^52 puts the digits where they are wanted.
LANE_INLINE wide rough_log2(wide a) {
  const wide digits = of_bits((bits_of(a) >> 20) | 0x4330000000000000u) - 0x1p52;
  return digits * 0x1p-32 - 1023;
}

LANE_INLINE wide rough_exp2(wide a) {
  return of_bits(bits_of((a + 1023) * 0x1p32 + 0x1p52) << 20);
}

/// Remainder allowed in a step, as a part of each quantity's scale, as 2^-48; and the longest step, 2^6, in units of
/// 1/rho.
static const double LOG2_TOLERANCE = -48, LOG2_LONGEST = 6;

/// The longest step for which the last three terms stay below the tolerance. work_scale: S as a part of the energy.
LANE_INLINE wide step_length(const series* of, wide work_scale) {
  wide shortest = wide_of(LOG2_LONGEST);
  CAROM__UNROLL
  for (int n = ORDER; n > ORDER - 3; --n) {
    const wide* c = of->c[n];
    const wide slip = larger(magnitude(c[OF_X]), magnitude(c[OF_Y]));
    const wide rest = larger(magnitude(c[OF_R]), magnitude(c[OF_S]) * work_scale);
    const wide size = larger(larger(slip, rest), wide_of(1e-200));  // of which there is a logarithm
    shortest = smaller((LOG2_TOLERANCE - rough_log2(size)) * INVERSE[n], shortest);
  }
  return rough_exp2(shortest);
}

#endif
