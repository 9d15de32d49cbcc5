// Where the spatial outcome changes its formulas, and whether that can be felt (docs/derivatives.md has the table).
#include <math.h>

#include "carom/spatial.h"
#include "contact/derivative.h"
#include "contact/surface.h"
#include "math/elementary.h"

/// |B^-1 d|
static double stick_ratio(const carom_mat3* w) {
  const double b11 = w->m[0][0], b12 = w->m[0][1], b22 = w->m[1][1], d1 = w->m[0][2], d2 = w->m[1][2];
  const double inverse = 1 / carom_difference_of_products(b11, b22, b12, b12);
  return carom__hypot(b22 * d1 - b12 * d2, b11 * d2 - b12 * d1) * inverse;
}

/// Whether an approach that vanishes takes the impulse with it: v_z rises along the first slip.
static bool approach_gains(const carom_spatial_problem* p, double speed) {
  const double ux = speed > 0 ? p->v.x / speed : 0, uy = speed > 0 ? p->v.y / speed : 0;
  return p->w.m[2][2] > p->surface.mu * (p->w.m[0][2] * ux + p->w.m[1][2] * uy);
}

static void consider_stop(const carom_spatial_problem* p, const carom_spatial_outcome* o, carom_smoothness* nearest) {
  const double end = o->impulse.z, stop = o->impulse_n_slip_end, ratio = stick_ratio(&p->w);
  const carom_surface surface = carom__with_defaults(&p->surface);
  const bool follows = surface.mu_static == surface.mu;
  carom__consider(nearest, CAROM_BOUNDARY_END_AT_STICK, CAROM_KINK, fabs(end - stop) / end);
  if (surface.law == CAROM_LAW_POISSON && stop > 0)
    carom__consider(nearest, CAROM_BOUNDARY_COMPRESSION_AT_STICK, CAROM_KINK,
                    fabs(o->impulse_n_compression - stop) / end);
  carom__consider(nearest, follows ? CAROM_BOUNDARY_STICK_LIMIT : CAROM_BOUNDARY_STATIC_FRICTION,
                  follows ? CAROM_KINK : CAROM_JUMP,
                  carom__part_of(fabs(ratio - surface.mu_static), surface.mu_static));
}

carom_smoothness carom_spatial_smoothness(const carom_spatial_problem* p, const carom_spatial_outcome* o) {
  const double speed = carom__hypot(p->v.x, p->v.y), approach = fabs(p->v.z);
  carom_smoothness nearest = {.margin = HUGE_VAL};
  carom__consider(&nearest, CAROM_BOUNDARY_APPROACH_ZERO, approach_gains(p, speed) ? CAROM_KINK : CAROM_JUMP,
                  carom__part_of(approach, speed));
  if (o->mode == CAROM_SPATIAL_NONE || p->surface.mu == 0) return nearest;
  if (o->slip_vanished)
    consider_stop(p, o, &nearest);
  else
    carom__consider(&nearest, CAROM_BOUNDARY_END_AT_STICK, CAROM_KINK,
                    carom__part_of(carom__hypot(o->v.x, o->v.y), speed));
  if (!o->stuck && stick_ratio(&p->w) > p->surface.mu)
    carom__consider(&nearest, CAROM_BOUNDARY_ZERO_SLIP, CAROM_CONE, carom__part_of(speed, approach));
  return nearest;
}
