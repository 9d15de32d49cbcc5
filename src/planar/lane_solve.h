// The planar solver in every lane: solve.c without branches, the same operations in the same order. Private to the room.
//
// What solve.c computes on one of three ways (slide to the end, stop in compression, stop in restitution) is computed on
// all of them and picked; divisions and the root, which are what lanes wait for, are shared by picking what goes in.
#ifndef CAROM_PLANAR_LANE_SOLVE_H
#define CAROM_PLANAR_LANE_SOLVE_H

#include "math/lane_ops.h"
#include "planar/lanes.h"
#include "planar/line.h"

/// Products of three such magnitudes neither overflow nor lose digits (as in solve.c).
static const double SMALLEST = 0x1p-100, LARGEST = 0x1p100;

/// As in solve.c.
static const double LEDGER_NOISE = 64 * DBL_EPSILON;

/// One impact in each lane, in the papers' symbols (line.h).
typedef struct lines {
  wide b1, b2, b3, s0, c0, mu, mu_static, e;
  wide s, d, k1, determinant;
  wide_mask hold, stuck_at_once;
  wide_mask newton, poisson, stronge;
} lines;

/// How the impact runs; names as in solve.c.
typedef struct paths {
  wide_mask slides, in_compression;
  wide t2, k2, d2;
  wide py_slip, c1;
  wide py_compression, px, py, s_after, c_after, stored, restitution, friction;
} paths;

LANE_INLINE wide_mask equal(wide a, wide b) {
  return at_most(a, b) & at_most(b, a);
}

LANE_INLINE wide wide_difference(wide a, wide b, wide c, wide d) {
  const wide cd = c * d, cd_error = wide_fma(-c, d, cd);
  return wide_fma(a, b, -cd) + cd_error;
}

LANE_INLINE wide load(const void* column, int row) {
  return wide_load((const char*)column + (size_t)row * sizeof(double));
}

LANE_INLINE void store(void* column, int row, wide a) {
  wide_store((char*)column + (size_t)row * sizeof(double), a);
}

LANE_INLINE void read_lines(const carom__planar_part* p, int row, lines* l) {
  wide_mask law;
  memcpy(&law, (const char*)p->law + (size_t)row * sizeof(int64_t), sizeof law);
  l->b1 = load(p->w_tt, row);
  l->b2 = load(p->w_nn, row);
  l->b3 = -load(p->w_tn, row);
  l->s0 = load(p->v_t, row);
  l->c0 = load(p->v_n, row);
  l->mu = load(p->mu, row);
  l->mu_static = load(p->mu_static, row);
  l->e = load(p->e, row);
  l->stronge = law == CAROM_LAW_STRONGE;
  l->poisson = law == CAROM_LAW_POISSON;
  l->newton = law == CAROM_LAW_NEWTON;
}

LANE_INLINE void derive_lines(lines* l) {
  const wide zero = wide_of(0), one = wide_of(1);
  const wide_mask backwards = less(l->s0, zero) | (equal(l->s0, zero) & less(zero, l->b3));
  l->s = pick(backwards, -one, one);
  l->d = wide_fma(l->mu, l->b1, l->s * l->b3);
  l->k1 = wide_fma(l->s * l->mu, l->b3, l->b2);
  l->determinant = wide_difference(l->b1, l->b2, l->b3, l->b3);
  l->hold = at_most(zero, wide_fma(l->mu_static, l->b1, -magnitude(l->b3)));
  l->stuck_at_once = equal(l->s0, zero) & l->hold;
}

/// Zero, or neither so small nor so large that wide_fma loses a digit.
LANE_INLINE wide_mask is_moderate(wide a) {
  return at_most(magnitude(a), wide_of(LARGEST)) & (less(wide_of(SMALLEST), magnitude(a)) | equal(a, wide_of(0)));
}

/// What solve.c takes for plainly valid and moderate, and a little less. No comparison holds for what is no number.
LANE_INLINE wide_mask is_plain(const lines* l) {
  const wide zero = wide_of(0), small = wide_of(SMALLEST), large = wide_of(LARGEST);
  const wide_mask matrix = less(small, l->b1) & less(l->b1, large) & less(small, l->b2) & less(l->b2, large) &
                           at_most(l->b3 * l->b3, l->b1 * l->b2) &
                           less(CAROM__SINGULAR * l->b1 * l->b2, l->determinant);
  const wide_mask surface = at_most(zero, l->mu) & at_most(l->mu, l->mu_static) & within(zero, l->e, wide_of(1)) &
                            (l->newton | l->poisson | l->stronge);
  const wide speed = magnitude(l->s0) + magnitude(l->c0);
  return matrix & surface & less(small, speed) & is_moderate(l->b3) & is_moderate(l->s0) & is_moderate(l->c0) &
         is_moderate(l->mu) & less(l->mu_static, large) & is_moderate(l->e);
}

/// Of the second segment, and where slip stops.
LANE_INLINE void follow(const lines* l, paths* p) {
  const wide zero = wide_of(0), b3 = magnitude(l->b3), s0 = magnitude(l->s0);
  p->slides = less((1 + l->e) * (-l->d * l->c0), l->k1 * s0) & ~l->stuck_at_once;
  p->py_slip = pick(l->stuck_at_once, zero, s0 / l->d);
  const wide q = wide_difference(l->b1, l->c0, -l->b3, l->s0), pd_less_pq = wide_difference(l->k1, s0, l->d, -l->c0);
  // 1/B1 where it holds, c1 where it does not
  const wide quotient = pick(l->hold, wide_of(1), pd_less_pq) / pick(l->hold, l->b1, l->d);
  p->t2 = pick(l->hold, l->b3 * quotient, l->s * l->mu);
  p->k2 = pick(l->hold, l->determinant * quotient, wide_fma(-l->mu, b3, l->b2));
  p->d2 = pick(l->hold, zero, wide_fma(-l->mu, l->b1, b3));
  const wide stopped = pick(l->hold, wide_fma(q, quotient, p->k2 * p->py_slip), quotient);
  p->c1 = pick(l->stuck_at_once, l->c0, stopped);
  p->in_compression = (at_most(l->k1, zero) | at_most(p->c1, zero)) & ~p->slides;
}

/// Of both normal motions after slip has stopped: in compression (c) or in restitution (r).
LANE_INLINE void finish_turn(const lines* l, paths* p, wide inverse) {
  const wide_mask c = p->in_compression;
  const wide c1 = p->c1, k2 = p->k2, rebound = -l->e * l->c0, to_end = -c1 * inverse;
  const wide stored_k2 = c1 * c1 - k2 * (l->c0 + c1) * p->py_slip;
  const wide left = (rebound - c1) * (rebound + c1) * inverse, square = root(pick(c, stored_k2, c1 * c1 + k2 * left));
  p->py_compression = pick(c, p->py_slip + to_end, -l->c0 * inverse);
  p->stored = pick(c, 0.5 * stored_k2 * inverse, -0.5 * l->c0 * p->py_compression);
  const wide poisson_py = pick(c, l->e * p->py_compression, (1 + l->e) * p->py_compression - p->py_slip);
  const wide poisson_c = pick(c, k2 * poisson_py, c1 + k2 * poisson_py);
  p->c_after = pick(l->newton, rebound, pick(l->poisson, poisson_c, pick(c, l->e * square, square)));
  const wide since_r = pick(l->newton, rebound - c1, left) / pick(l->newton, k2, c1 + square);
  const wide rebound_py = p->c_after * inverse;
  const wide since = pick(l->poisson, poisson_py, pick(c, rebound_py, since_r));
  p->py = p->py_slip + pick(c, to_end + since, since);
  const wide lost_c = 0.5 * p->c_after * rebound_py, lost_r = 0.5 * (c1 * c1 * inverse + (c1 + p->c_after) * since);
  p->restitution = p->stored - pick(c, lost_c, lost_r);
}

/// Impulse, slip and friction work once py_slip and py are known.
LANE_INLINE void close_turn(const lines* l, paths* p) {
  const wide since = p->py - p->py_slip;
  p->px = wide_fma(p->t2, since, -l->s * l->mu * p->py_slip);
  p->s_after = -l->s * p->d2 * since;
  p->friction = 0.5 * l->mu * (magnitude(l->s0) * p->py_slip + p->d2 * since * since);
}

/// Where slip never stops.
LANE_INLINE void pick_slide(const lines* l, paths* p, wide py_compression) {
  const wide_mask m = p->slides;
  const wide s0 = magnitude(l->s0), py = (1 + l->e) * py_compression, slip_after = wide_fma(-l->d, py, s0);
  p->py_slip = pick(m, py, p->py_slip);
  p->py_compression = pick(m, py_compression, p->py_compression);
  p->px = pick(m, -l->s * l->mu * py, p->px);
  p->py = pick(m, py, p->py);
  p->s_after = pick(m, l->s * slip_after, p->s_after);
  p->c_after = pick(m, -l->e * l->c0, p->c_after);
  p->stored = pick(m, -0.5 * l->c0 * py_compression, p->stored);
  p->restitution = pick(m | l->stronge, (1 - l->e) * (1 + l->e) * p->stored, p->restitution);
  p->friction = pick(m, 0.5 * l->mu * py * (s0 + slip_after), p->friction);
}

LANE_INLINE void run(const lines* l, paths* p) {
  follow(l, p);
  const wide over = pick(p->slides, -l->c0, wide_of(1)), quotient = over / pick(p->in_compression, p->k2, l->k1);
  finish_turn(l, p, quotient);
  close_turn(l, p);
  pick_slide(l, p, quotient);
}

LANE_INLINE wide_mask is_finite(const paths* p) {
  const wide sum = p->px + p->py + p->s_after + p->c_after + p->friction + p->restitution + p->stored;
  return equal(sum - sum, wide_of(0));
}

/// No impact: the bodies separate, or rest. As in solve.c, but for the rare kinds.
LANE_INLINE wide_mask no_impact(const lines* l) {
  const wide zero = wide_of(0);
  return less(zero, l->c0) | (equal(l->c0, zero) & (l->stuck_at_once | less(zero, l->k1)));
}

/// Mode, flags and warnings in one number.
LANE_INLINE wide_mask codes_of(const lines* l, const paths* p, wide_mask none, wide change) {
  const wide zero = wide_of(0);
  const wide_mask hold = l->hold, turns = ~p->slides & ~none, c = p->in_compression;
  const wide_mask turned = (c & hold & (int64_t)CAROM_PLANAR_C_STICKING) | (~c & hold & (int64_t)CAROM_PLANAR_R_STICKING) |
                           (c & ~hold & (int64_t)CAROM_PLANAR_C_REVERSED) |
                           (~c & ~hold & (int64_t)CAROM_PLANAR_R_REVERSED);
  const wide_mask mode = ~none & pick_mask(p->slides, l->stronge * 0 + (int64_t)CAROM_PLANAR_SLIDING, turned);
  const wide_mask flags = (equal(l->s0, zero) & (int64_t)CAROM_FLAG_DIRECT) |
                          (equal(l->b3, zero) & (int64_t)CAROM_FLAG_CENTRAL) |
                          (equal(l->c0, zero) & (int64_t)CAROM_FLAG_TANGENTIAL) | (~none & (int64_t)CAROM_FLAG_ACTED) |
                          (turns & (int64_t)CAROM_FLAG_SLIP_VANISHED) | (turns & hold & (int64_t)CAROM_FLAG_STUCK) |
                          (turns & ~hold & (int64_t)CAROM_FLAG_RESUMED);
  const wide_mask gained = l->newton & less(LEDGER_NOISE * (p->stored + p->friction), change);
  const wide_mask impact = (gained & (int64_t)CAROM_WARN_ENERGY_GAIN) |
                           (at_most(l->k1, zero) & (int64_t)CAROM_WARN_FRICTION_JAM);
  const wide_mask nothing = pick_mask(less(zero, l->c0), none & (int64_t)CAROM_WARN_SEPARATING,
                                      none & (int64_t)CAROM_WARN_RESTING);
  const wide_mask warnings = (~none & impact) | (none & nothing);
  return mode | flags << CAROM__CODE_FLAGS | warnings << CAROM__CODE_WARNINGS;
}

LANE_INLINE void write_paths(const carom__planar_part* part, int row, const lines* l, const paths* p, wide_mask none) {
  const wide zero = wide_of(0), change = -(p->friction + p->restitution) + 0.0;
  const wide_mask codes = codes_of(l, p, none, change);
  // Adding 0 turns -0 into 0, which is what a reader expects to see.
  store(part->impulse_t, row, pick(none, zero, p->px + 0.0));
  store(part->impulse_n, row, pick(none, zero, p->py));
  store(part->v_t_after, row, pick(none, l->s0, p->s_after + 0.0));
  store(part->v_n_after, row, pick(none, l->c0, p->c_after));
  store(part->impulse_n_compression, row, pick(none, zero, p->py_compression));
  store(part->impulse_n_slip_end, row, pick(none, zero, p->py_slip));
  store(part->stored, row, pick(none, zero, p->stored));
  store(part->friction, row, pick(none, zero, p->friction));
  store(part->restitution, row, pick(none, zero, p->restitution));
  store(part->change, row, pick(none, zero, change));
  memcpy((char*)part->codes + (size_t)row * sizeof(int64_t), &codes, sizeof codes);
}

static uint64_t solve_part(const carom__planar_part* part) {
  uint64_t solved = 0;
  for (int row = 0; row < CAROM__PLANAR_PART; row += LANES) {
    lines l;
    paths p;
    read_lines(part, row, &l);
    derive_lines(&l);
    run(&l, &p);
    const wide_mask none = no_impact(&l), impact = less(l.c0, wide_of(0)) & is_finite(&p);
    solved |= (uint64_t)lanes_in(is_plain(&l) & (none | impact)) << row;
    write_paths(part, row, &l, &p, none);
  }
  return solved;
}

#endif
