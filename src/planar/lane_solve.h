// The planar solver in every lane: solve.c without branches, the same operations in the same order. Private to the
// room.
//
// What solve.c computes on one of three ways (slide to the end, stop in compression, stop in restitution) is computed
// on all of them and picked; divisions and the root, which are what lanes wait for, are shared by picking what goes in.
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
  wide_mask symmetric;
  wide s, d, k1, determinant;
  wide_mask hold, stuck_at_once;
  wide_mask newton, poisson, stronge;
} lines;

/// How the impact runs; names as in solve.c.
typedef struct paths {
  wide_mask slides, in_compression;
  wide t2, k2, d2;
  wide py_slip, c1;
  wide quotient, stored_k2, left, square, since_r;  // on the way
  wide py_compression, px, py, s_after, c_after, stored, restitution, friction;
} paths;

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
  l->symmetric = p->w_nt == p->w_tn ? mask_of(ALL_LANES) : equal(-l->b3, load(p->w_nt, row));
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

/// Zero, or not so small that wide_fma loses a digit where the processor has none.
LANE_INLINE wide_mask keeps_digits(wide a) {
  return less(wide_of(SMALLEST), magnitude(a)) | equal(a, wide_of(0));
}

/// What solve.c takes for plainly valid and moderate, and a little less. No comparison holds for what is no number.
LANE_INLINE wide_mask is_plain(const lines* l) {
  const wide zero = wide_of(0), small = wide_of(SMALLEST), speed = magnitude(l->s0) + magnitude(l->c0);
  const wide_mask range = less(small, l->b1) & less(small, l->b2) & less(small, speed) &
                          less((l->b1 + l->b2) + (speed + l->mu_static), wide_of(LARGEST));
  const wide_mask surface = at_most(zero, l->mu) & at_most(l->mu, l->mu_static) & within(zero, l->e, wide_of(1)) &
                            (l->newton | l->poisson | l->stronge);
  wide_mask plain = range & surface & l->symmetric & less(CAROM__SINGULAR * l->b1 * l->b2, l->determinant);
  if (!LANES_HAVE_FMA)
    plain &= keeps_digits(l->b3) & keeps_digits(l->s0) & keeps_digits(l->c0) & keeps_digits(l->mu) & keeps_digits(l->e);
  return plain;
}

// The stages of a solution, each up to the next division or root. What is not in solve.c is said.

/// Where slip stops, and 1/B1 where it holds or c1 where it does not: one division for both.
LANE_INLINE void stop_slip(const lines* l, paths* p) {
  const wide s0 = magnitude(l->s0), pd_less_pq = wide_difference(l->k1, s0, l->d, -l->c0);
  p->slides = less((1 + l->e) * (-l->d * l->c0), l->k1 * s0) & ~l->stuck_at_once;
  p->py_slip = pick(l->stuck_at_once, wide_of(0), s0 / l->d);
  p->quotient = pick(l->hold, wide_of(1), pd_less_pq) / pick(l->hold, l->b1, l->d);
}

/// The second segment; then 1/k of the segment on which compression ends or, where slip never stops, P there.
LANE_INLINE void turn(const lines* l, paths* p) {
  const wide b3 = magnitude(l->b3), q = wide_difference(l->b1, l->c0, -l->b3, l->s0);
  p->t2 = pick(l->hold, l->b3 * p->quotient, l->s * l->mu);
  p->k2 = pick(l->hold, l->determinant * p->quotient, wide_fma(-l->mu, b3, l->b2));
  p->d2 = pick(l->hold, wide_of(0), wide_fma(-l->mu, l->b1, b3));
  const wide stopped = pick(l->hold, wide_fma(q, p->quotient, p->k2 * p->py_slip), p->quotient);
  p->c1 = pick(l->stuck_at_once, l->c0, stopped);
  p->in_compression = (at_most(l->k1, wide_of(0)) | at_most(p->c1, wide_of(0))) & ~p->slides;
  p->quotient = pick(p->slides, -l->c0, wide_of(1)) / pick(p->in_compression, p->k2, l->k1);
}

/// The root of Stronge's law, after a stop in compression or in restitution.
LANE_INLINE void take_root(const lines* l, paths* p) {
  const wide c1 = p->c1, rebound = -l->e * l->c0;
  p->stored_k2 = c1 * c1 - p->k2 * (l->c0 + c1) * p->py_slip;
  p->left = (rebound - c1) * (rebound + c1) * p->quotient;
  p->square = root(pick(p->in_compression, p->stored_k2, c1 * c1 + p->k2 * p->left));
}

/// P from the end of slip to the end, after a stop in restitution, by Newton's or Stronge's law.
LANE_INLINE void divide_rest(const lines* l, paths* p) {
  const wide rebound = -l->e * l->c0;
  p->since_r = pick(l->newton, rebound - p->c1, p->left) / pick(l->newton, p->k2, p->c1 + p->square);
}

/// Of both normal motions after slip has stopped: in compression (c) or in restitution.
LANE_INLINE void finish_turn(const lines* l, paths* p) {
  const wide_mask c = p->in_compression;
  const wide c1 = p->c1, k2 = p->k2, inverse = p->quotient, rebound = -l->e * l->c0, to_end = -c1 * inverse;
  p->py_compression = pick(c, p->py_slip + to_end, -l->c0 * inverse);
  p->stored = pick(c, 0.5 * p->stored_k2 * inverse, -0.5 * l->c0 * p->py_compression);
  const wide poisson_py = pick(c, l->e * p->py_compression, (1 + l->e) * p->py_compression - p->py_slip);
  const wide poisson_c = pick(c, wide_of(0), c1) + k2 * poisson_py;
  p->c_after = pick(l->newton, rebound, pick(l->poisson, poisson_c, pick(c, l->e * p->square, p->square)));
  const wide rebound_py = p->c_after * inverse;
  const wide since = pick(l->poisson, poisson_py, pick(c, rebound_py, p->since_r));
  p->py = p->py_slip + (pick(c, to_end, wide_of(0)) + since);
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
LANE_INLINE void pick_slide(const lines* l, paths* p) {
  const wide_mask m = p->slides;
  const wide py_compression = p->quotient;
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

LANE_INLINE wide_mask is_finite(const paths* p) {
  const wide sum = p->px + p->py + p->s_after + p->c_after + p->friction + p->restitution + p->stored;
  return equal(sum - sum, wide_of(0));
}

/// No impact: the bodies separate, or rest. As in solve.c, but for the rare kinds.
LANE_INLINE wide_mask no_impact(const lines* l) {
  const wide zero = wide_of(0);
  return less(zero, l->c0) | (equal(l->c0, zero) & (l->stuck_at_once | less(zero, l->k1)));
}

// Mode, flags and warnings travel in one number.
enum { FLAGS_AT = 8, WARNINGS_AT = 32 };
#define FLAGS(bits)         ((int64_t)(bits) << FLAGS_AT)
#define WARNING(bits)       ((int64_t)(bits) << WARNINGS_AT)
#define TURNED(mode, flags) ((int64_t)(mode) | FLAGS(CAROM_FLAG_ACTED | CAROM_FLAG_SLIP_VANISHED | (flags)))

LANE_INLINE wide_mask mask_with(int64_t bits) {
  return mask_of(ALL_LANES) & bits;
}

LANE_INLINE wide_mask codes_of(const lines* l, const paths* p, wide change) {
  _Static_assert((int)CAROM_PLANAR_R_STICKING == CAROM_PLANAR_C_STICKING + 1, "restitution comes after compression");
  _Static_assert((int)CAROM_PLANAR_R_REVERSED == CAROM_PLANAR_C_REVERSED + 1, "restitution comes after compression");
  const wide zero = wide_of(0);
  const wide_mask sticks = mask_with(TURNED(CAROM_PLANAR_R_STICKING, CAROM_FLAG_STUCK));
  const wide_mask reverses = mask_with(TURNED(CAROM_PLANAR_R_REVERSED, CAROM_FLAG_RESUMED));
  const wide_mask slides = mask_with((int64_t)CAROM_PLANAR_SLIDING | FLAGS(CAROM_FLAG_ACTED));
  const wide_mask gains = l->newton & less(LEDGER_NOISE * (p->stored + p->friction), change);
  // A mask is -1: one mode less.
  return pick_mask(p->slides, slides, pick_mask(l->hold, sticks, reverses) + p->in_compression) |
         (equal(l->s0, zero) & FLAGS(CAROM_FLAG_DIRECT)) | (equal(l->b3, zero) & FLAGS(CAROM_FLAG_CENTRAL)) |
         (gains & WARNING(CAROM_WARN_ENERGY_GAIN)) | (at_most(l->k1, zero) & WARNING(CAROM_WARN_FRICTION_JAM));
}

LANE_INLINE wide_mask codes_of_none(const lines* l) {
  const wide zero = wide_of(0);
  const wide_mask separate = less(zero, l->c0);
  return (separate & WARNING(CAROM_WARN_SEPARATING)) |
         (~separate & (WARNING(CAROM_WARN_RESTING) | FLAGS(CAROM_FLAG_TANGENTIAL))) |
         (equal(l->s0, zero) & FLAGS(CAROM_FLAG_DIRECT)) | (equal(l->b3, zero) & FLAGS(CAROM_FLAG_CENTRAL));
}

/// What is written of the lanes.
typedef struct answers {
  wide impulse_t, impulse_n, v_t, v_n, compression, slip_end, stored, friction, restitution, change;
  wide_mask codes;
} answers;

LANE_INLINE answers answers_of(const lines* l, const paths* p) {
  // Adding 0 turns -0 into 0, which is what a reader expects to see.
  const wide change = -(p->friction + p->restitution) + 0.0;
  return (answers){p->px + 0.0, p->py,       p->s_after + 0.0, p->c_after, p->py_compression,     p->py_slip,
                   p->stored,   p->friction, p->restitution,   change,     codes_of(l, p, change)};
}

/// Where nothing happens.
static __attribute__((noinline)) void put_none(const lines* l, wide_mask none, answers* a) {
  wide* const zeros[] = {&a->impulse_t, &a->impulse_n, &a->compression, &a->slip_end,
                         &a->stored,    &a->friction,  &a->restitution, &a->change};
  for (size_t k = 0; k < sizeof zeros / sizeof *zeros; ++k) *zeros[k] = pick(none, wide_of(0), *zeros[k]);
  a->v_t = pick(none, l->s0, a->v_t);
  a->v_n = pick(none, l->c0, a->v_n);
  a->codes = pick_mask(none, codes_of_none(l), a->codes);
}

/// Codes and sets of bits, as they are written.
typedef uint8_t narrow_8 __attribute__((vector_size(LANES)));
typedef uint32_t narrow_32 __attribute__((vector_size(4 * LANES)));

LANE_INLINE void write_answers(const carom__planar_part* part, int row, const answers* a) {
  store(part->impulse_t, row, a->impulse_t);
  store(part->impulse_n, row, a->impulse_n);
  store(part->v_t_after, row, a->v_t);
  store(part->v_n_after, row, a->v_n);
  store(part->impulse_n_compression, row, a->compression);
  store(part->impulse_n_slip_end, row, a->slip_end);
  store(part->stored, row, a->stored);
  store(part->friction, row, a->friction);
  store(part->restitution, row, a->restitution);
  store(part->change, row, a->change);
  const narrow_8 mode = __builtin_convertvector(a->codes, narrow_8);
  const narrow_32 flags = __builtin_convertvector(a->codes >> FLAGS_AT, narrow_32) & 0xFFFFu;
  const narrow_32 warnings = __builtin_convertvector(a->codes >> WARNINGS_AT, narrow_32);
  memcpy((char*)part->mode + row, &mode, sizeof mode);
  memcpy((char*)part->flags + (size_t)row * sizeof(uint32_t), &flags, sizeof flags);
  memcpy((char*)part->warnings + (size_t)row * sizeof(uint32_t), &warnings, sizeof warnings);
}

/// Returns the lanes that are solved.
LANE_INLINE unsigned answer(const carom__planar_part* part, int row, const lines* l, const paths* p) {
  answers a = answers_of(l, p);
  unsigned solved = lanes_in(is_plain(l) & less(l->c0, wide_of(0)) & is_finite(p));
  if (solved != ALL_LANES) {
    const wide_mask none = no_impact(l);
    put_none(l, none, &a);
    solved |= lanes_in(is_plain(l) & none);
  }
  write_answers(part, row, &a);
  return solved;
}

/// Sets of lanes that take turns at each stage: a processor sees only so far ahead, and would wait for one division
/// after the other.
enum { TURNS = LANES == 8 ? 1 : 4 };
_Static_assert(CAROM__PLANAR_ROWS % (TURNS * LANES) == 0, "whole turns");

LANE_INLINE uint64_t solve_rows(const carom__planar_part* part, int from) {
  lines l[TURNS];
  paths p[TURNS];
  uint64_t solved = 0;
  for (int i = 0; i < TURNS; ++i) {
    read_lines(part, from + i * LANES, &l[i]);
    derive_lines(&l[i]);
  }
  for (int i = 0; i < TURNS; ++i) stop_slip(&l[i], &p[i]);
  for (int i = 0; i < TURNS; ++i) turn(&l[i], &p[i]);
  for (int i = 0; i < TURNS; ++i) take_root(&l[i], &p[i]);
  for (int i = 0; i < TURNS; ++i) divide_rest(&l[i], &p[i]);
  for (int i = 0; i < TURNS; ++i) {
    finish_turn(&l[i], &p[i]);
    close_turn(&l[i], &p[i]);
    pick_slide(&l[i], &p[i]);
  }
  for (int i = 0; i < TURNS; ++i)
    solved |= (uint64_t)answer(part, from + i * LANES, &l[i], &p[i]) << (from + i * LANES);
  return solved;
}

static uint64_t solve_part(const carom__planar_part* part) {
  uint64_t solved = 0;
  for (int from = 0; from < part->rows; from += TURNS * LANES) solved |= solve_rows(part, from);
  return solved;
}

#endif
