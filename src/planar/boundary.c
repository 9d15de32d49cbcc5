// Where the planar outcome changes its formulas, and whether that can be felt (docs/derivatives.md has the table).
#include <math.h>

#include "contact/derivative.h"
#include "planar/tangent.h"

/// |a + b| as a part of its terms; 0 where both are.
static double part_of(double a, double b) {
  const double size = fabs(a) + fabs(b);
  return size > 0 ? fabs(a + b) / size : 0;
}

/// Nothing holds by sliding friction what static friction may hold.
static bool is_held_by_static_friction_alone(const carom__planar_branch* b) {
  const carom__slip_line* l = &b->line;
  return l->hold && fma(l->mu, l->b1, -fabs(l->b3)) < 0;
}

static void consider_friction(const carom__planar_branch* b, carom_smoothness* nearest) {
  const carom__slip_line* l = &b->line;
  const bool stops = b->stops != CAROM__STOPS_NEVER, follows = b->mu_static == l->mu;
  if (stops || l->s0 == 0)
    carom__consider(nearest, follows ? CAROM_BOUNDARY_STICK_LIMIT : CAROM_BOUNDARY_STATIC_FRICTION,
                    follows ? CAROM_KINK : CAROM_JUMP, part_of(b->mu_static * l->b1, -fabs(l->b3)));
  if (!l->hold) carom__consider(nearest, CAROM_BOUNDARY_ZERO_SLIP, CAROM_KINK, carom__part_of(l->s0, l->c0));
  if (is_held_by_static_friction_alone(b))
    carom__consider(nearest, CAROM_BOUNDARY_STATIC_FRICTION, CAROM_JUMP, carom__part_of(l->s0, l->c0));
}

carom_smoothness carom__planar_nearest(const carom__planar_branch* b) {
  const carom__slip_line* l = &b->line;
  carom_smoothness nearest = {.margin = HUGE_VAL};
  // Friction that drives the bodies together (k1 < 0) makes an impact of the smallest approach, and of none.
  const bool vanishes = l->stuck_at_once || l->k1 > 0;
  carom__consider(&nearest, CAROM_BOUNDARY_APPROACH_ZERO, vanishes ? CAROM_KINK : CAROM_JUMP,
                  carom__part_of(l->c0, l->s0));
  if (b->stops == CAROM__NO_IMPACT) return nearest;
  if (l->d > 0 && l->k1 > 0 && !l->stuck_at_once) {
    const double slip = l->k1 * fabs(l->s0), approach = l->d * l->c0;
    carom__consider(&nearest, CAROM_BOUNDARY_END_AT_STICK, CAROM_KINK, part_of(slip, (1 + l->e) * approach));
    if (b->law == CAROM_LAW_POISSON)
      carom__consider(&nearest, CAROM_BOUNDARY_COMPRESSION_AT_STICK, CAROM_KINK, part_of(slip, approach));
  }
  consider_friction(b, &nearest);
  return nearest;
}

/// d(k1 |S0| + part d C0) along a direction, for a constant part.
static double rate_of_stop(const carom__slip_line* l, const double* x, double part) {
  const double d_b1 = x[0], d_b3 = -x[1], d_b2 = x[2], d_s0 = x[3], d_c0 = x[4], d_mu = x[5];
  const double d_d = l->mu * d_b1 + l->b1 * d_mu + l->s * d_b3, d_k1 = d_b2 + l->s * (l->mu * d_b3 + l->b3 * d_mu);
  return d_k1 * fabs(l->s0) + l->k1 * l->s * d_s0 + part * (d_d * l->c0 + l->d * d_c0);
}

/// From rest, where friction cannot hold: slip begins the way that the direction says; against the drive of the normal
/// impulse it stops at once and goes back.
static void start_along(carom__planar_branch* b, double d_s0) {
  carom__slip_line* l = &b->line;
  if (d_s0 == 0) return;
  l->s = copysign(1, d_s0);
  l->d = fma(l->mu, l->b1, l->s * l->b3);
  l->k1 = fma(l->s * l->mu, l->b3, l->b2);
  b->stops = l->d > 0 ? CAROM__STOPS_IN_COMPRESSION : CAROM__STOPS_NEVER;
}

carom__planar_branch carom__planar_branch_along(const carom__planar_branch* branch, carom_boundary boundary,
                                                const double* x) {
  carom__planar_branch b = *branch;
  carom__slip_line* l = &b.line;
  switch (boundary) {
    case CAROM_BOUNDARY_APPROACH_ZERO:
      if (x[4] > 0) b.stops = CAROM__NO_IMPACT;
      if (x[4] < 0 && b.stops == CAROM__NO_IMPACT)
        b.stops = l->stuck_at_once ? CAROM__STOPS_IN_COMPRESSION : CAROM__STOPS_NEVER;
      break;
    case CAROM_BOUNDARY_COMPRESSION_AT_STICK:
      b.stops = rate_of_stop(l, x, 1) > 0 ? CAROM__STOPS_IN_RESTITUTION : CAROM__STOPS_IN_COMPRESSION;
      break;
    case CAROM_BOUNDARY_END_AT_STICK:
      b.stops =
          rate_of_stop(l, x, 1 + l->e) + l->d * l->c0 * x[6] > 0 ? CAROM__STOPS_NEVER : CAROM__STOPS_IN_RESTITUTION;
      break;
    case CAROM_BOUNDARY_STICK_LIMIT:
      l->hold = l->mu * x[0] + l->b1 * x[5] + copysign(1, l->b3) * x[1] >= 0;
      break;
    case CAROM_BOUNDARY_ZERO_SLIP:
      start_along(&b, x[3]);
      break;
    default:  // the others are jumps, which have no other side
      break;
  }
  return b;
}
