// The end of an arc in every lane: slip that turns towards an attracting direction theta* and vanishes there; then the
// contact sticks to the end of the impact. Private to the lane kernel.
//
// As in arc_end.c: I_zs - I_z = r Phi(theta) and int w.gamma dI_z = r^2 chi(theta) by power series in
// t = tan((theta - theta*)/2).
#ifndef CAROM_SPATIAL_LANE_ARC_END_H
#define CAROM_SPATIAL_LANE_ARC_END_H

#include "spatial/lane_state.h"

/// Farther than this from its limit (tan of half the angle) the series needs more terms than it saves; the search for
/// the limit may go a little beyond.
static const double LARGEST_TURN = 0.25, LARGEST_STEP = 0.35;

/// How sure the estimate must be that no phase ends before slip does: v_z may miss zero by the first part of the
/// approach, the energy that is left may be missed by the second of what is spent.
static const double NEARLY_COMPRESSED = 0.02, NEARLY_SPENT = 0.95;

/// Slip this much slower than the impact began has vanished, wherever it was turning: what it could still do is below
/// rounding.
static const double VANISHED = 1e-17;

LANE_INLINE wide_mask has_vanished(const state* s) {
  return at_most(s->r, VANISHED * s->first_r);
}

/// v_z at the end of an arc on which I_z grows by di.
LANE_INLINE wide vz_after(const state* s, wide di) {
  return s->vz - dot(s->w1, s->w2, s->x, s->y) + s->k * di;
}

/// d^2 g/dtheta^2
LANE_INLINE wide bend_of(const turning* t) {
  return 3 * t->across_d - 4 * t->g;
}

/// tan of half the angle from here to the limit, to third order (Halley's method), as a quotient.
typedef struct quotient {
  wide over, under;
} quotient;

LANE_INLINE quotient turn_to_limit(const turning* t) {
  return (quotient){-0.5 * t->g * t->slope, t->slope * t->slope - 0.5 * t->g * bend_of(t)};
}

/// Whether the end of the arc is worth trying: the limit is close, slip vanishes there, and by an estimate of Phi no
/// phase ends before. Nothing depends on this but speed.
LANE_INLINE wide_mask arc_end_is_near(const state* s, wide ux, wide uy, const turning* t) {
  const quotient turn = turn_to_limit(t);
  const wide_mask close = less(t->slope, wide_of(0)) & less(t->f, wide_of(0)) &
                          less(magnitude(turn.over), LARGEST_TURN * turn.under) &
                          less(2 * magnitude(bend_of(t)) * magnitude(turn.over), -t->slope * turn.under);
  // Phi ~ -1/f - g f'/(f^2 (g' + f)), f' = 2 g - d.p
  const wide sum = t->slope + t->f, phi = -(t->f * sum + t->g * (2 * t->g - t->across_d)) / (t->f * t->f * sum);
  const wide di = s->r * s->inverse_rho * phi, vz = vz_after(s, di);
  const wide_mask compresses = less(vz * s->inverse_approach, wide_of(NEARLY_COMPRESSED));
  const wide_mask restores = pick_mask(is(s, IS_NEWTON), less(vz, s->target),
                                       pick_mask(is(s, IS_POISSON), less(s->iz + di, s->target),
                                                 less(NEARLY_SPENT * di * (vz - 0.5 * s->k * di), s->energy)));
  wide_mask near = close & ~is(s, NOT_YET) & pick_mask(is(s, COMPRESSING), compresses, restores);
  if (lanes_in(near & is(s, MAY_FALL))) {
    const wide half = turn.over / turn.under, c = 1 - half * half, n = 2 * half;
    near &= ~ray_between(s, ux, uy, ux * c - uy * n, uy * c + ux * n);
  }
  return near;
}

/// A limit has been found when the next turn is below the first, and g below the second part of its slope: Halley's
/// method also stands still where g' = 0.
static const double LIMIT_FOUND = 3e-6, LIMIT_IS_ROOT = 1e-5;

/// The direction that slip tends to; lanes where it is not found leave *ok.
LANE_INLINE void find_limit(const state* s, wide* ux, wide* uy, wide_mask* ok) {
  wide_mask search = *ok;
  for (int i = 0; i < 8 && lanes_in(search); ++i) {
    const turning t = turning_of(s, *ux, *uy);
    const quotient turn = turn_to_limit(&t);
    const wide half = turn.over / turn.under, scale = 1 / (1 + half * half);
    *ok &= ~search | (less(t.slope, wide_of(0)) & at_most(magnitude(half), wide_of(LARGEST_STEP)));
    search &= *ok;
    const wide c = (1 - half * half) * scale, n = 2 * half * scale, x = *ux * c - *uy * n, y = *uy * c + *ux * n;
    *ux = pick(search, x, *ux);
    *uy = pick(search, y, *uy);
    search &= at_most(wide_of(LIMIT_FOUND), magnitude(half)) | at_most(-LIMIT_IS_ROOT * t.slope, magnitude(t.g));
  }
  *ok &= ~search & less(turning_of(s, *ux, *uy).f, wide_of(0));
  const wide scale = 1 / root(*ux * *ux + *uy * *uy);
  *ux *= scale;
  *uy *= scale;
}

enum { ARC_ORDER = 5, ARC_ROUNDS = 10 };  // terms that a term follows from; rounds of as many terms

/// Term n of both series, times t^n, follows from the five before it:
///   (n h_0 + m f_0) y_n = right_n - sum_{k=1..5} (n h_k + base_mk) y_{n-k},   m = 1 (Phi), 2 (chi).
typedef struct arc_series {
  wide h[ARC_ORDER + 1], f0;
  wide base[2][ARC_ORDER + 1];
  wide right[2][ARC_ORDER];
} arc_series;

/// f D^2 and g D^2, D = 1 + t^2, as polynomials in t, in the frame of the limit (ux, uy), where g vanishes.
LANE_INLINE void arc_quartics(const state* s, wide ux, wide uy, wide f[5], wide g[5]) {
  const wide a1 = dot(s->p11, s->p12, ux, uy), a2 = dot(s->p12, s->p22, ux, uy);
  const wide p11 = dot(ux, uy, a1, a2), p12 = cross(ux, uy, a1, a2), p22 = (s->p11 + s->p22) - p11;
  const wide q1 = dot(s->q1, s->q2, ux, uy), q2 = -p12, difference = p22 - p11;
  f[0] = p11 + q1;
  f[1] = 4 * p12 + 2 * q2;
  f[2] = 4 * p22 - 2 * p11;
  f[3] = 2 * q2 - 4 * p12;
  f[4] = p11 - q1;
  g[0] = wide_of(0);
  g[1] = 2 * difference - 2 * q1;
  g[2] = -6 * p12;
  g[3] = -2 * difference - 2 * q1;
  g[4] = p12 - q2;
}

LANE_INLINE arc_series arc_series_of(const state* s, wide ux, wide uy, const wide f[5], const wide g[5], wide t) {
  const wide h[6] = {0.5 * g[1], 0.5 * g[2], 0.5 * (g[3] + g[1]), 0.5 * (g[4] + g[2]), 0.5 * g[3], 0.5 * g[4]};
  const wide w1 = dot(s->w1, s->w2, ux, uy), w2 = cross(ux, uy, s->w1, s->w2), t2 = t * t;
  arc_series a = {.h = {h[0]},
                  .f0 = f[0],
                  .right = {{wide_of(-1), wide_of(0), -2 * t2, wide_of(0), -(t2 * t2)},
                            {-w1, -2 * w2 * t, wide_of(0), -2 * w2 * (t2 * t), w1 * (t2 * t2)}}};
  wide power = t;
  CAROM__UNROLL
  for (int k = 1; k <= ARC_ORDER; ++k, power *= t) {
    const wide fk = k < ARC_ORDER ? f[k] * power : wide_of(0);
    a.h[k] = h[k] * power;
    a.base[0][k] = fk - k * a.h[k];
    a.base[1][k] = a.base[0][k] + fk;
  }
  return a;
}

/// The last five terms of both series, and their sums.
typedef struct arc_sums {
  wide phi[ARC_ORDER], chi[ARC_ORDER], sum_phi, sum_chi, n;
} arc_sums;

/// Term n, which stands at place i = n mod 5.
LANE_INLINE void add_term(const arc_series* a, arc_sums* y, int i, wide right_phi, wide right_chi) {
  const wide pivot_phi = y->n * a->h[0] + a->f0, pivot_chi = pivot_phi + a->f0, inverse = 1 / (pivot_phi * pivot_chi);
  CAROM__UNROLL
  for (int k = ARC_ORDER; k >= 1; --k) {
    const int before = (i + ARC_ORDER - k) % ARC_ORDER;
    right_phi -= (y->n * a->h[k] + a->base[0][k]) * y->phi[before];
    right_chi -= (y->n * a->h[k] + a->base[1][k]) * y->chi[before];
  }
  y->phi[i] = right_phi * (inverse * pivot_chi);
  y->chi[i] = right_chi * (inverse * pivot_phi);
  y->sum_phi += y->phi[i];
  y->sum_chi += y->chi[i];
  y->n += 1;
}

/// Three terms in a row below this part of the sum are taken for the end: they fall geometrically.
static const double ARC_TOLERANCE = 1e-14;

/// A series whose terms are not below the first part of the sum in the first round, and smaller by the second in each
/// one after it, is given up.
static const double HOPELESS = 1000, SLOWEST_FALL = 1. / 32;

/// Sums both; *ok keeps the lanes in which they converge.
LANE_INLINE void sum_arc(const arc_series* a, wide* phi, wide* chi, wide_mask* ok) {
  arc_sums y = {.n = wide_of(0)};
  wide_mask open = *ok, converged = {0};
  double allowed = HOPELESS;
  for (int round = 0; round < ARC_ROUNDS && lanes_in(open); ++round, allowed *= SLOWEST_FALL) {
    CAROM__UNROLL
    for (int i = 0; i < ARC_ORDER; ++i)
      add_term(a, &y, i, round ? wide_of(0) : a->right[0][i], round ? wide_of(0) : a->right[1][i]);
    *phi = pick(open, y.sum_phi, *phi);
    *chi = pick(open, y.sum_chi, *chi);
    const wide size = larger(larger(magnitude(y.phi[2]), magnitude(y.phi[3])), magnitude(y.phi[4]));
    converged |= open & at_most(size, ARC_TOLERANCE * magnitude(*phi));
    open &= ~converged & at_most(size, allowed * magnitude(*phi));
  }
  *ok &= converged;
}

/// No phase may end before slip does. On the last piece v_z is monotone: it falls if it does so at the limit.
LANE_INLINE wide_mask nothing_before(const state* s, wide di, wide vz, wide energy, wide_mask falls) {
  const wide_mask over =
      pick_mask(is(s, IS_NEWTON), at_most(s->target, vz),
                pick_mask(is(s, IS_POISSON), at_most(s->target, s->iz + di), at_most(energy, wide_of(0))));
  const wide_mask recompresses = less(s->vz, wide_of(0)) | (falls & less(vz, wide_of(0)));
  return ~pick_mask(is(s, COMPRESSING), at_most(wide_of(0), vz), over | recompresses);
}

/// Follows the arcs to their ends. Returns the lanes in which that could be done; the others are in no particular
/// state.
static __attribute__((noinline)) wide_mask follow_arc(state* s) {
  const wide inverse = 1 / s->r, x = s->x * inverse, y = s->y * inverse;
  wide ux = x, uy = y, phi = wide_of(0), chi = wide_of(0), f[5], g[5];
  wide_mask ok = less(wide_of(0), s->r);
  find_limit(s, &ux, &uy, &ok);
  const wide c = dot(ux, uy, x, y), t = cross(ux, uy, x, y) / (1 + c), a = magnitude(t);
  arc_quartics(s, ux, uy, f, g);
  // g must fall all the way from here to the limit: then there is no other invariant direction in between.
  const wide steepest = a * (a * (a * 4 * magnitude(g[4]) + 3 * magnitude(g[3])) + 2 * magnitude(g[2]));
  ok &= at_most(wide_of(0.3), c) & less(steepest + g[1], wide_of(0)) & ~ray_between(s, x, y, ux, uy);
  const arc_series series = arc_series_of(s, ux, uy, f, g, t);
  sum_arc(&series, &phi, &chi, &ok);
  const wide_mask vanished = has_vanished(s);
  phi = pick(vanished, wide_of(0), phi);
  chi = pick(vanished, wide_of(0), chi);
  const wide di = s->r * phi * s->inverse_rho, work = s->r * s->r * chi * s->inverse_rho, vz = vz_after(s, di);
  const wide energy = s->energy - (di * (vz - 0.5 * s->k * di) + work);
  const wide_mask falls = less(s->wzz - s->mu * dot(s->q1, s->q2, ux, uy), wide_of(0));
  ok &= less(wide_of(0), di) & nothing_before(s, di, vz, energy, falls);
  ok |= vanished;
  // gamma = 0 fixes the tangential impulse: B dI_t = -gamma - d dI_z, with B = -p rho/mu.
  const wide scale = s->mu * s->inverse_rho / difference_of_products(s->p11, s->p22, s->p12, s->p12);
  s->ix -= s->w1 * di - scale * difference_of_products(s->p22, s->x, s->p12, s->y);
  s->iy -= s->w2 * di - scale * difference_of_products(s->p11, s->y, s->p12, s->x);
  s->iz += di;
  s->vz = vz;
  s->energy = energy;
  s->x = s->y = wide_of(0);
  return ok;
}

/// From the end of slip to the end of the impact, while the contact sticks: all rates are constant.
LANE_INLINE void stick_to_the_end(state* s) {
  const wide_mask compressing = is(s, COMPRESSING), newton = is(s, IS_NEWTON), poisson = is(s, IS_POISSON);
  const wide k = s->k, zero = wide_of(0);
  const wide first = pick(compressing, -s->vz / k, zero), energy = s->energy - first * (0.5 * k * first + s->vz);
  s->stored = pick(compressing, energy, s->stored);
  s->iz_compression = pick(compressing, s->iz + first, s->iz_compression);
  s->target = pick(compressing & poisson, s->given_back * s->iz_compression, s->target);
  const wide left = pick(compressing, energy * s->kept, s->energy), vz = pick(compressing, zero, s->vz);
  // Stronge: the root of E - v D - k D^2/2 without cancellation.
  const wide spent = pick(less(zero, left), 2 * left / (vz + root(vz * vz + 2 * k * left)), zero);
  const wide more = pick(newton, (s->target - vz) / k, pick(poisson, s->target - (s->iz + first), spent));
  const wide second = larger(more, zero), all = first + second;
  s->energy = left - second * (0.5 * k * second + vz);
  s->vz = pick(newton, s->target, k * second + vz);
  s->ix -= s->w1 * all;
  s->iy -= s->w2 * all;
  s->iz = pick(poisson, s->target, s->iz + all);
}

#endif
