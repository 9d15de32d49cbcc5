// One Taylor step in every lane, or less where a phase ends. Private to the lane kernel.
#ifndef CAROM_SPATIAL_LANE_STEP_H
#define CAROM_SPATIAL_LANE_STEP_H

#include "spatial/lane_arc_end.h"
#include "spatial/lane_series.h"

/// Everything that a step needs and does not change.
typedef struct leg {
  series series;
  rates a;
  wide ux, uy;          // first direction
  wide r0, impulse;     // first speed; dI_z per unit tau at the start
  wide z1, z2, w1, w2;  // -mu d/rho and w in the frame of the direction
} leg;

/// A point of a leg.
typedef struct point {
  wide tau;
  wide sums[SERIES];    // the integrals
  wide dx, dy;          // change of slip / r0
  wide x, y, r;         // slip / r0
  wide vz, energy, iz;  // iz from the start of the leg
} point;

static __attribute__((noinline)) void begin_leg(const state* s, leg* g) {
  const wide inverse = 1 / s->r, ux = s->x * inverse, uy = s->y * inverse;
  const wide t1 = dot(s->p11, s->p12, ux, uy), t2 = dot(s->p12, s->p22, ux, uy), p11 = dot(ux, uy, t1, t2);
  const wide q1 = dot(s->q1, s->q2, ux, uy), q2 = cross(ux, uy, s->q1, s->q2);
  g->a = (rates){p11, cross(ux, uy, t1, t2), (s->p11 + s->p22) - p11, q1, q2};
  g->ux = ux;
  g->uy = uy;
  g->r0 = s->r;
  g->impulse = s->r * s->inverse_rho;
  g->z1 = -(s->mu * q1);
  g->z2 = -(s->mu * q2);
  g->w1 = dot(s->w1, s->w2, ux, uy);
  g->w2 = cross(ux, uy, s->w1, s->w2);
  expand(&g->a, &g->series);
}

/// What follows from the integrals.
LANE_INLINE void derive(const state* s, const leg* g, point* p) {
  const rates* a = &g->a;
  p->dx = a->p11 * p->sums[OF_X] + (a->p12 * p->sums[OF_Y] + a->q1 * p->sums[OF_R]);
  p->dy = a->p12 * p->sums[OF_X] + (a->p22 * p->sums[OF_Y] + a->q2 * p->sums[OF_R]);
  p->x = 1 + p->dx;
  p->y = p->dy;
  p->r = root(p->x * p->x + p->y * p->y);
  p->vz = s->vz + g->r0 * (s->wzz * p->sums[OF_R] + (g->z1 * p->sums[OF_X] + g->z2 * p->sums[OF_Y]));
  p->iz = g->impulse * p->sums[OF_R];
  const wide turned =
      p->dx * (g->w1 * p->sums[OF_R] - s->mu * p->sums[OF_X]) + p->dy * (g->w2 * p->sums[OF_R] - s->mu * p->sums[OF_Y]);
  const wide tangential = s->mu * p->sums[OF_S] + 0.5 * turned;
  p->energy = s->energy - (p->iz * (0.5 * s->k * p->iz + s->vz) + g->r0 * g->impulse * tangential);
}

LANE_INLINE void place(const state* s, const leg* g, wide tau, point* p) {
  p->tau = tau;
  sum_series(&g->series, tau, p->sums);
  derive(s, g, p);
}

/// d/dtau of slip and its speed.
typedef struct slopes {
  wide x, y, r;
} slopes;

LANE_INLINE slopes slopes_at(const leg* g, const point* p) {
  const rates* a = &g->a;
  const wide x = a->p11 * p->x + (a->p12 * p->y + a->q1 * p->r), y = a->p12 * p->x + (a->p22 * p->y + a->q2 * p->r);
  return (slopes){x, y, dot(p->x, p->y, x, y) / p->r};
}

// ---- rays ----------------------------------------------------------------------------------------------------------

/// A ray counts as met when the step that Newton's method wants is below this part of the step.
static const double RAY_FOUND = 1e-8;

/// Where a step passes a ray it ends there, so that v_z is monotone in every step and a test of signs at its end
/// misses nothing. Newton's method, kept inside by bisection.
static __attribute__((noinline)) wide cut_at_ray(const state* s, const leg* g, wide_mask cut, wide ray_x, wide ray_y,
                                                 wide to) {
  wide low = wide_of(0), high = to, tau = to, found = to;
  point p;
  place(s, g, to, &p);
  tau = pick(cut, to * ray_y / (ray_y - cross(p.x, p.y, ray_x, ray_y)), to);
  for (int i = 0; i < 40 && lanes_in(cut); ++i) {
    place(s, g, tau, &p);
    const wide off = cross(p.x, p.y, ray_x, ray_y);
    const wide_mask before = less(wide_of(0), off * ray_y);
    low = pick(before, tau, low);
    high = pick(before, high, tau);
    const slopes d = slopes_at(g, &p);
    wide next = tau - off / cross(d.x, d.y, ray_x, ray_y);
    next = pick(within(low, next, high), next, 0.5 * (low + high));
    found = pick(cut, tau, found);
    cut &= ~at_most(magnitude(next - tau), RAY_FOUND * to);
    tau = pick(cut, next, tau);
  }
  return found;
}

LANE_INLINE void cut_at_rays(state* s, const leg* g, wide_mask active, point* p) {
  const wide turn = g->a.p12 + g->a.q2;
  for (int i = 0; i < 2; ++i) {
    const int64_t passed = (int64_t)PASSED_RAY << i;
    const wide ray_x = dot(s->ray_x[i], s->ray_y[i], g->ux, g->uy),
               ray_y = cross(g->ux, g->uy, s->ray_x[i], s->ray_y[i]);
    const wide after = cross(p->x, p->y, ray_x, ray_y);
    const wide_mask ahead = less(wide_of(0), ray_x) | less(wide_of(0), dot(p->x, p->y, ray_x, ray_y));
    const wide_mask met = at_most(ray_y * after, wide_of(0)) & ahead & at_most(wide_of(0), ray_y * turn) &
                          is(s, MAY_FALL) & active & ~is(s, passed);
    if (!lanes_in(met)) continue;
    const wide tau = cut_at_ray(s, g, met, ray_x, ray_y, p->tau);
    s->set |= met & passed;
    place(s, g, tau, p);
  }
}

// ---- events --------------------------------------------------------------------------------------------------------

/// What comes next in each lane: compression ends, or restitution by one of the laws (Stronge where none is set).
typedef struct awaited {
  wide_mask compression, newton, poisson;
  wide to_go;  // I_z until the target of Poisson
} awaited;

LANE_INLINE awaited awaited_by(const state* s) {
  const wide_mask compression = is(s, COMPRESSING);
  return (awaited){compression, is(s, IS_NEWTON) & ~compression, is(s, IS_POISSON) & ~compression, s->target - s->iz};
}

/// The function that vanishes at the event, and its first two derivatives by tau. It rises at the end of compression
/// and falls at the end of restitution.
typedef struct event_function {
  wide value, slope, bend;
} event_function;

LANE_INLINE wide pick_event(const awaited* e, wide compression, wide newton, wide poisson, wide stronge) {
  return pick(e->compression, compression, pick(e->newton, newton, pick(e->poisson, poisson, stronge)));
}

LANE_INLINE event_function event_at(const state* s, const leg* g, const awaited* e, const point* p, slopes d) {
  const wide vz1 = g->r0 * (s->wzz * p->r + (g->z1 * p->x + g->z2 * p->y));
  const wide vz2 = g->r0 * (s->wzz * d.r + (g->z1 * d.x + g->z2 * d.y)), i = g->impulse;
  return (event_function){
      .value = pick_event(e, p->vz, s->target - p->vz, e->to_go - p->iz, p->energy),
      .slope = pick_event(e, vz1, -vz1, -(i * p->r), -(i * p->vz * p->r)),
      .bend = pick_event(e, vz2, -vz2, -(i * d.r), -(i * (p->vz * d.r + vz1 * p->r))),
  };
}

/// A first guess, as a part of the step: one step of Halley's method on the quintic that has value, slope and bend of
/// the function at both ends, from the root of a parabola.
LANE_INLINE wide guess_root(event_function from, event_function to, wide h) {
  const wide h2 = h * h, c0 = from.value, c1 = h * from.slope, c2 = 0.5 * h2 * from.bend;
  const wide a = to.value - (c0 + (c1 + c2)), b = h * to.slope - (c1 + 2 * c2), c = h2 * to.bend - 2 * c2;
  const wide c3 = 10 * a - (4 * b - 0.5 * c), c4 = 7 * b - c - 15 * a, c5 = 6 * a - (3 * b - 0.5 * c);
  const wide parabola = to.value - c0 - c1, discriminant = larger(c1 * c1 - 4 * parabola * c0, wide_of(0));
  wide t = magnitude(2 * c0 / (magnitude(c1) + root(discriminant)));
  t = pick(less(wide_of(0), t) & less(t, wide_of(1)), t, c0 / (c0 - to.value));
  const wide value = ((((c5 * t + c4) * t + c3) * t + c2) * t + c1) * t + c0;
  const wide slope = (((5 * c5 * t + 4 * c4) * t + 3 * c3) * t + 2 * c2) * t + c1;
  const wide half_bend = ((10 * c5 * t + 6 * c4) * t + 3 * c3) * t + c2;
  const wide next = t - value * slope / (slope * slope - value * half_bend);
  return pick(less(wide_of(0), next) & less(next, wide_of(1)), next, t);
}

/// A last step of this part of tau is not evaluated anew: its third order is below rounding.
static const double EVENT_FOUND = 2e-5;

/// The integrals of p a little further on, to second order.
LANE_INLINE void nudge(point* p, slopes d, wide by) {
  const wide half = 0.5 * by, work = p->x * p->dx + p->y * p->dy;
  p->sums[OF_S] += by * (half * (d.x * (p->dx + p->x) + d.y * (p->dy + p->y)) + work);
  p->sums[OF_X] += by * (half * d.x + p->x);
  p->sums[OF_Y] += by * (half * d.y + p->y);
  p->sums[OF_R] += by * (half * d.r + p->r);
  p->tau += by;
}

/// Where the mask says so, p gets tau and integrals of q.
LANE_INLINE void copy_where(wide_mask m, const point* q, point* p) {
  p->tau = pick(m, q->tau, p->tau);
  for (int i = 0; i < SERIES; ++i) p->sums[i] = pick(m, q->sums[i], p->sums[i]);
}

/// Puts p, which is at the end of the step, at the event, where the lane has one: Halley's method, kept inside by
/// bisection.
static __attribute__((noinline)) void locate_event(const state* s, const leg* g, wide_mask event, point* p) {
  const awaited e = awaited_by(s);
  const point from = {.x = wide_of(1), .r = wide_of(1), .vz = s->vz, .energy = s->energy};
  const wide h = p->tau,
             t = guess_root(event_at(s, g, &e, &from, slopes_at(g, &from)), event_at(s, g, &e, p, slopes_at(g, p)), h);
  wide low = wide_of(0), high = h, tau = pick(event, t * h, h);
  for (int i = 0; i < 60 && lanes_in(event); ++i) {
    point q;
    place(s, g, tau, &q);
    const slopes d = slopes_at(g, &q);
    const event_function f = event_at(s, g, &e, &q, d);
    const wide_mask before = (less(f.value, wide_of(0)) & e.compression) | (less(wide_of(0), f.value) & ~e.compression);
    low = pick(before, tau, low);
    high = pick(before, high, tau);
    wide next = tau - f.value * f.slope / (f.slope * f.slope - 0.5 * f.value * f.bend);
    next = pick(within(low, next, high), next, 0.5 * (low + high));
    const wide by = next - tau;
    const wide_mask found = event & (at_most(magnitude(by), EVENT_FOUND * tau) | at_most(high - low, 1e-15 * h));
    nudge(&q, d, by);
    copy_where(found, &q, p);
    event &= ~found;
    tau = pick(event, next, tau);
  }
  derive(s, g, p);
}

// ---- the step ------------------------------------------------------------------------------------------------------

/// What became of the lanes.
typedef struct verdict {
  wide_mask done;     // the impact has ended
  wide_mask arc_end;  // the end of the arc is worth trying
  wide_mask rest;     // for the general path: compression restarts, or no direction can be told
} verdict;

/// |g| up to this part of rho is noise. A direction that attracts stays where it is; from another one noise would
/// decide where slip goes.
static const double SETTLED_TURN = 4e-16;

/// The lanes move to p; where a phase has ended its rules apply (as in phase.c).
LANE_INLINE wide_mask move_to(state* s, const leg* g, const point* p, wide_mask event) {
  const wide_mask compression_ends = event & is(s, COMPRESSING), ends = event & ~is(s, COMPRESSING);
  const wide_mask newton = is(s, IS_NEWTON), poisson = is(s, IS_POISSON);
  const wide friction = -(s->mu * g->impulse);
  s->ix += friction * (g->ux * p->sums[OF_X] - g->uy * p->sums[OF_Y]);
  s->iy += friction * (g->uy * p->sums[OF_X] + g->ux * p->sums[OF_Y]);
  s->iz = pick(ends & poisson, s->target, s->iz + p->iz);
  s->vz = pick(compression_ends, wide_of(0), pick(ends & newton, s->target, p->vz));
  s->x = (g->ux * p->x - g->uy * p->y) * g->r0;
  s->y = (g->uy * p->x + g->ux * p->y) * g->r0;
  s->r = p->r * g->r0;
  s->iz_compression = pick(compression_ends, s->iz, s->iz_compression);
  s->stored = pick(compression_ends, p->energy, s->stored);
  s->target = pick(compression_ends & poisson, s->given_back * s->iz, s->target);
  s->energy = pick(compression_ends, p->energy * s->kept, p->energy);
  s->set &= ~(compression_ends & (int64_t)COMPRESSING);
  const wide_mask nothing_back =
      pick_mask(newton | poisson, at_most(s->given_back, wide_of(1)), at_most(s->energy, wide_of(0)));
  return ends | (compression_ends & nothing_back);
}

static __attribute__((noinline)) verdict step(state* s, const leg* g, wide_mask active) {
  point p;
  place(s, g, step_length(&g->series, s->mu * s->r * s->inverse_approach), &p);
  s->steps += 1;
  if (lanes_in(is(s, MAY_FALL) & active)) cut_at_rays(s, g, active, &p);
  const awaited e = awaited_by(s);
  const wide_mask restitution_ends = pick_mask(
      e.newton, at_most(s->target, p.vz), pick_mask(e.poisson, at_most(e.to_go, p.iz), at_most(p.energy, wide_of(0))));
  const wide_mask falls_again = ~e.compression & less(p.vz, wide_of(0)) & active;
  const wide_mask event = pick_mask(e.compression, at_most(wide_of(0), p.vz), restitution_ends) & active & ~falls_again;
  if (lanes_in(event)) locate_event(s, g, event, &p);
  verdict v = {.done = move_to(s, g, &p, event)};
  s->set &= ~(int64_t)NOT_YET;
  const wide inverse = 1 / s->r;
  const turning t = turning_of(s, s->x * inverse, s->y * inverse);
  v.arc_end = arc_end_is_near(s, s->x * inverse, s->y * inverse, &t);
  const wide_mask adrift = at_most(magnitude(t.g), wide_of(SETTLED_TURN)) & ~less(t.slope, wide_of(0));
  // With |w| > mu slip that is next to nothing may still grow again.
  const wide_mask vanished = has_vanished(s);
  const wide_mask surely = at_most(dot(s->w1, s->w2, s->w1, s->w2), s->mu * s->mu);
  v.arc_end |= vanished;
  v.rest = falls_again | pick_mask(vanished, ~surely, adrift);
  return v;
}

#endif
