// Where the impacts of all lanes are, and how one of them is put into a lane or taken out. Private to the lane kernel.
#ifndef CAROM_SPATIAL_LANE_STATE_H
#define CAROM_SPATIAL_LANE_STATE_H

#include <stddef.h>

#include "math/lane_ops.h"
#include "spatial/lanes.h"

/// Bits of state.set.
enum {
  IS_NEWTON = 1,
  IS_POISSON = 2,
  HOLDS = 4,         // sticking can be held
  MAY_FALL = 8,      // JW16 (18) fails: v_z may fall, and two rays mu d.u = Wzz bound where it does
  COMPRESSING = 16,  // compression has not ended
  PASSED_RAY = 32,   // the direction has passed the first ray; twice this: the second one
  PASSED_RAY_2 = 64,
  NOT_YET = 128  // the end of the arc was tried here, in vain
};

/// One impact in each lane. Symbols as in run.h; rho = mu tr B + |d|.
typedef struct state {
  // Filled at the start: constants.
  wide p11, p12, p22;       // -mu B/rho
  wide q1, q2;              // d/rho
  wide wzz;                 // Wzz/rho
  wide inverse_rho, mu;     //
  wide w1, w2, k;           // rates while sticking
  wide kept;                // part of E that the end of compression leaves: e^2 (Stronge) or 1
  wide given_back;          // 1 + e
  wide inverse_approach;    // -1/v_z before
  wide first_r;             // speed of slip before
  wide ray_x[2], ray_y[2];  // directions with mu d.u = Wzz, where (18) fails
  // Where it is: changed by steps.
  wide ix, iy, iz;              // impulse
  wide x, y, r;                 // slip velocity and its size
  wide vz;                      // normal velocity
  wide energy;                  // normal energy stored
  wide target;                  // where restitution ends: v_z (Newton) or I_z (Poisson)
  wide iz_compression, stored;  // I_z and E where compression ended
  wide steps;                   // expansions
  wide_mask set;                // of the bits above
} state;

/// The same of one lane.
enum { FIELDS = sizeof(state) / sizeof(wide) };
_Static_assert(offsetof(state, set) == (FIELDS - 1) * sizeof(wide), "the set is the last field");

typedef struct record {
  double fields[FIELDS];
} record;

LANE_INLINE void put_lane(state* s, int lane, const record* from) {
  for (int k = 0; k < FIELDS; ++k)
    memcpy((char*)s + (size_t)(k * LANES + lane) * sizeof(double), &from->fields[k], sizeof(double));
}

LANE_INLINE void take_lane(const state* s, int lane, record* to) {
  for (int k = 0; k < FIELDS; ++k)
    memcpy(&to->fields[k], (const char*)s + (size_t)(k * LANES + lane) * sizeof(double), sizeof(double));
}

LANE_INLINE void move_lane(const state* from, int from_lane, state* to, int to_lane) {
  for (int k = 0; k < FIELDS; ++k)
    memcpy((char*)to + (size_t)(k * LANES + to_lane) * sizeof(double),
           (const char*)from + (size_t)(k * LANES + from_lane) * sizeof(double), sizeof(double));
}

LANE_INLINE double lane_of(const wide* a, int lane) {
  double x;
  memcpy(&x, (const char*)a + (size_t)lane * sizeof x, sizeof x);
  return x;
}

LANE_INLINE int64_t set_of(const state* s, int lane) {
  int64_t set;
  memcpy(&set, (const char*)&s->set + (size_t)lane * sizeof set, sizeof set);
  return set;
}

/// The end of the arc is not to be tried again before the next step.
LANE_INLINE void forbid_arc_end(record* r) {
  int64_t set;
  memcpy(&set, &r->fields[FIELDS - 1], sizeof set);
  set |= NOT_YET;
  memcpy(&r->fields[FIELDS - 1], &set, sizeof set);
}

/// What lanes hold that have nothing to do: numbers that do no harm.
LANE_INLINE state idle_state(void) {
  const wide one = wide_of(1);
  return (state){.p11 = -one,
                 .p22 = -one,
                 .wzz = one,
                 .inverse_rho = one,
                 .mu = one,
                 .k = one,
                 .inverse_approach = one,
                 .first_r = one,
                 .x = one,
                 .r = one,
                 .vz = -one};
}

LANE_INLINE wide_mask is(const state* s, int64_t bit) {
  return has_bits(s->set, bit);
}

/// a.b in the plane.
LANE_INLINE wide dot(wide ax, wide ay, wide bx, wide by) {
  return ax * bx + ay * by;
}

/// a x b in the plane: b across a.
LANE_INLINE wide cross(wide ax, wide ay, wide bx, wide by) {
  return ax * by - ay * bx;
}

/// Of the direction (ux, uy): the rates of slip along and across it, per unit of rho s, and how the latter turns.
/// f = u.(-mu B u + d)/rho, g = p.(-mu B u + d)/rho with p = u turned by 90 degrees, g' = dg/dtheta.
typedef struct turning {
  wide f, g, slope;
  wide along_d, across_d;  // d.u/rho, d.p/rho
} turning;

LANE_INLINE turning turning_of(const state* s, wide ux, wide uy) {
  const wide ax = s->p11 * ux + (s->p12 * uy + s->q1), ay = s->p12 * ux + (s->p22 * uy + s->q2);
  const wide along_d = dot(s->q1, s->q2, ux, uy);
  return (turning){.f = dot(ux, uy, ax, ay),
                   .g = cross(ux, uy, ax, ay),
                   .slope = (s->p22 - s->p11) * (ux * ux - uy * uy) - 4 * s->p12 * ux * uy - along_d,
                   .along_d = along_d,
                   .across_d = cross(ux, uy, s->q1, s->q2)};
}

/// Whether a ray on which v_z turns lies between the directions u and limit, to which u turns by less than 90 degrees.
LANE_INLINE wide_mask ray_between(const state* s, wide ux, wide uy, wide limit_x, wide limit_y) {
  const wide turn = cross(ux, uy, limit_x, limit_y);
  wide_mask between = {0};
  for (int i = 0; i < 2; ++i) {
    const wide to_ray = cross(ux, uy, s->ray_x[i], s->ray_y[i]);
    const wide from_ray = cross(s->ray_x[i], s->ray_y[i], limit_x, limit_y);
    const wide_mask ahead = less(wide_of(0), dot(ux, uy, s->ray_x[i], s->ray_y[i]));
    between |= at_most(wide_of(0), to_ray * turn) & at_most(wide_of(0), from_ray * turn) & ahead &
               ~is(s, (int64_t)PASSED_RAY << i);
  }
  return between & is(s, MAY_FALL);
}

#endif
