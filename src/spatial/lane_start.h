// What is plain, and what follows from W before the first step, in every lane. Private to the lane kernel.
#ifndef CAROM_SPATIAL_LANE_START_H
#define CAROM_SPATIAL_LANE_START_H

#include "spatial/lane_arc_end.h"

// Plain is what the lanes solve as well as the general path, and what no check would refuse. All else is rare.

/// Magnitudes whose fourth powers are still far from the ends of a double.
static const double SMALLEST = 0x1p-90, LARGEST = 0x1p90;

/// Slip over approach.
static const double SLOWEST_SLIP = 1e-6, FASTEST_SLIP = 1e6;

/// Friction so small that it only adds rounding.
static const double LEAST_FRICTION = 0x1p-30;

/// mu^2 tr B over Wzz: E is a small difference beyond (it loses about eps times this).
static const double LARGEST_FRICTION_WORK = 1e3;

/// Pivots of W as parts of its diagonal; what cancels below loses digits that the general path keeps.
static const double LEAST_PIVOT = 0x1p-10;

/// det B over the square of its trace, and tr B over Wzz: nothing moves along some tangent beyond (impact/reduce.c).
static const double LEAST_SPREAD = 0x1p-20, LEAST_TANGENT = 0x1p-30;

/// |g| over rho: a direction that turns less is straight (solve.c says so at 1e-12).
static const double LEAST_TURN = 2e-12;

/// |w|^2 against mu^2, as parts: closer than this slip hardly slows down on its limit, and where it vanishes is known
/// the worse.
static const double NEARLY_STEADY = 0x1p-10;

/// |w| against mu_static, mu |d| against Wzz: closer than this the comparison needs more digits.
static const double TOO_CLOSE = 0x1p-40;

/// The rows of all lanes, lane by lane.
typedef struct start {
  double b11[LANES], b12[LANES], b22[LANES], d1[LANES], d2[LANES], wzz[LANES];
  double x[LANES], y[LANES], vz[LANES];
  double mu[LANES], mu_static[LANES], e[LANES];
  double newton[LANES], poisson[LANES];  // 1 or 0
} start;

LANE_INLINE void put_row(start* in, int lane, const carom__lane_row* r) {
  in->b11[lane] = r->b11;
  in->b12[lane] = r->b12;
  in->b22[lane] = r->b22;
  in->d1[lane] = r->d1;
  in->d2[lane] = r->d2;
  in->wzz[lane] = r->wzz;
  in->x[lane] = r->x;
  in->y[lane] = r->y;
  in->vz[lane] = r->vz;
  in->mu[lane] = r->mu;
  in->mu_static[lane] = r->mu_static;
  in->e[lane] = r->e;
  in->newton[lane] = r->law == CAROM_LAW_NEWTON;
  in->poisson[lane] = r->law == CAROM_LAW_POISSON;
}

/// A lane that is not wanted does what the first one does.
LANE_INLINE void copy_row(start* in, int lane) {
  double* all[] = {in->b11, in->b12, in->b22, in->d1,        in->d2, in->wzz,    in->x,
                   in->y,   in->vz,  in->mu,  in->mu_static, in->e,  in->newton, in->poisson};
  for (size_t k = 0; k < sizeof all / sizeof *all; ++k) all[k][lane] = all[k][0];
}

/// Whether a differs from b by more than this part.
LANE_INLINE wide_mask differs(wide a, wide b, double part) {
  return less(part * b, magnitude(a - b));
}

/// What can be said of the numbers as they are. Each comparison fails where one of them is not a number.
LANE_INLINE wide_mask numbers_are_plain(const start* in, wide r) {
  const wide b11 = wide_load(in->b11), b22 = wide_load(in->b22), wzz = wide_load(in->wzz);
  const wide approach = -wide_load(in->vz), mu = wide_load(in->mu), trace = b11 + b22;
  const wide small = wide_of(SMALLEST), large = wide_of(LARGEST);
  return within(small, b11, large) & within(small, b22, large) & within(small, wzz, large) &
         within(small, approach, large) & within(SLOWEST_SLIP * approach, r, FASTEST_SLIP * approach) &
         at_most(wide_of(LEAST_FRICTION), mu) & less(mu * mu * trace, LARGEST_FRICTION_WORK * wzz) &
         less(LEAST_TANGENT * wzz, trace) & at_most(wide_load(in->mu_static), large);
}

/// The pivots of W: det B as a part of b11 b22, k as a part of Wzz.
LANE_INLINE wide_mask matrix_is_plain(const start* in, wide determinant, wide k) {
  const wide b11 = wide_load(in->b11), b22 = wide_load(in->b22), trace = b11 + b22;
  return less(LEAST_PIVOT * (b11 * b22), determinant) & less(LEAST_SPREAD * (trace * trace), determinant) &
         less(LEAST_PIVOT * wide_load(in->wzz), k);
}

/// w = B^-1 d and k = Wzz - d.w.
LANE_INLINE wide_mask derive_stick(state* s, const start* in) {
  const wide b11 = wide_load(in->b11), b12 = wide_load(in->b12), b22 = wide_load(in->b22);
  const wide d1 = wide_load(in->d1), d2 = wide_load(in->d2), mu_static = wide_load(in->mu_static);
  const wide determinant = difference_of_products(b11, b22, b12, b12), inverse = 1 / determinant;
  s->w1 = difference_of_products(b22, d1, b12, d2) * inverse;
  s->w2 = difference_of_products(b11, d2, b12, d1) * inverse;
  s->k = wide_load(in->wzz) - dot(d1, d2, s->w1, s->w2);
  const wide ratio = dot(s->w1, s->w2, s->w1, s->w2), limit = mu_static * mu_static;
  s->set |= at_most(ratio, limit) & (int64_t)HOLDS;
  const wide mu = wide_load(in->mu);
  return matrix_is_plain(in, determinant, s->k) & differs(ratio, limit, TOO_CLOSE) &
         differs(ratio, mu * mu, NEARLY_STEADY);
}

/// Rates in units of rho, and the two rays where (18) fails.
LANE_INLINE wide_mask derive_slip(state* s, const start* in) {
  const wide d1 = wide_load(in->d1), d2 = wide_load(in->d2), wzz = wide_load(in->wzz), mu = wide_load(in->mu);
  const wide b11 = wide_load(in->b11), b22 = wide_load(in->b22), d = root(dot(d1, d2, d1, d2));
  s->inverse_rho = 1 / (mu * (b11 + b22) + d);
  const wide m = -(mu * s->inverse_rho), cosine = wzz / (mu * d);
  s->mu = mu;
  s->p11 = m * b11;
  s->p12 = m * wide_load(in->b12);
  s->p22 = m * b22;
  s->q1 = d1 * s->inverse_rho;
  s->q2 = d2 * s->inverse_rho;
  s->wzz = wzz * s->inverse_rho;
  // @eq JW16 (18)  mu |d| < Wzz; where it fails mu d.u = Wzz at the angle acos(Wzz/(mu |d|)) on both sides of d
  const wide_mask may_fall = at_most(wzz, mu * d);
  const wide sine = root(larger(1 - cosine * cosine, wide_of(0))), ex = d1 / d, ey = d2 / d;
  s->set |= may_fall & (int64_t)MAY_FALL;
  s->ray_x[0] = pick(may_fall, ex * cosine - ey * sine, wide_of(0));
  s->ray_y[0] = pick(may_fall, ey * cosine + ex * sine, wide_of(0));
  s->ray_x[1] = pick(may_fall, ex * cosine + ey * sine, wide_of(0));
  s->ray_y[1] = pick(may_fall, ey * cosine - ex * sine, wide_of(0));
  return differs(mu * d, wzz, TOO_CLOSE);
}

LANE_INLINE void begin_state(state* s, const start* in, wide r) {
  const wide vz = wide_load(in->vz), e = wide_load(in->e), zero = wide_of(0);
  const wide_mask newton = less(zero, wide_load(in->newton)), poisson = less(zero, wide_load(in->poisson));
  *s = (state){.kept = pick(newton | poisson, wide_of(1), e * e),
               .given_back = 1 + e,
               .inverse_approach = -1 / vz,
               .first_r = r,
               .x = wide_load(in->x),
               .y = wide_load(in->y),
               .r = r,
               .vz = vz,
               .target = -(e * vz),
               .set = (newton & (int64_t)IS_NEWTON) | (poisson & (int64_t)IS_POISSON) | (int64_t)COMPRESSING};
}

/// The states before the impact. Returns the lanes that are plain; *arc_end those whose end is worth trying at once.
static __attribute__((noinline)) wide_mask begin(state* s, const start* in, wide_mask* arc_end) {
  const wide x = wide_load(in->x), y = wide_load(in->y), r = root(x * x + y * y), ux = x / r, uy = y / r;
  begin_state(s, in, r);
  const wide_mask plain = numbers_are_plain(in, r) & derive_stick(s, in) & derive_slip(s, in);
  const turning t = turning_of(s, ux, uy);
  *arc_end = arc_end_is_near(s, ux, uy, &t);
  return plain & less(wide_of(LEAST_TURN), magnitude(t.g));
}

#endif
