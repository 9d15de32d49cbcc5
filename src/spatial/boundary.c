// Where the spatial outcome changes its formulas, and whether that can be felt (docs/derivatives.md has the table).
#include <math.h>

#include "contact/derivative.h"
#include "contact/surface.h"
#include "math/elementary.h"
#include "spatial/ends.h"
#include "spatial/units.h"

/// The lanes and the general path agree to 1e-12 where they go the same way.
static const double TWO_SOLVERS = 1e-9;

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

/// An impact that ends in slip just before it would have turned back is not seen to do so. What it needed more grows
/// with the square: of v_z, where v_z falls and the energy has just sufficed; of dv_z/dI_z, where v_z has just reached
/// what it had to.
static void consider_early_end(const carom_spatial_problem* p, const carom_spatial_outcome* o,
                               carom_smoothness* nearest) {
  const double speed = carom__hypot(o->v.x, o->v.y), wzz = p->w.m[2][2];
  if (!(speed > 0)) return;
  const double pull = p->surface.mu * (p->w.m[0][2] * o->v.x + p->w.m[1][2] * o->v.y) / speed;
  const double rate = (wzz - pull) / (wzz + fabs(pull)), left = carom__part_of(o->v.z, speed);
  const bool by_speed = p->surface.law == CAROM_LAW_NEWTON || p->surface.e == 0;
  if (by_speed) carom__consider(nearest, CAROM_BOUNDARY_GRAZING, CAROM_JUMP, rate * rate);
  if (!by_speed && p->surface.law == CAROM_LAW_STRONGE && rate < 0)
    carom__consider(nearest, CAROM_BOUNDARY_GRAZING, CAROM_JUMP, left * left);
}

/// v_z turns on the way only where mu |d| > Wzz; how nearly it met what it looks for, the run itself tells.
static void consider_grazing(const carom_spatial_problem* problem, const carom_spatial_outcome* o,
                             carom_smoothness* nearest) {
  const carom__units units = carom__spatial_units_of(problem);
  const carom_spatial_problem p = carom__problem_in_units(problem, units);
  carom_spatial_outcome again;
  carom__run run = carom__run_begin(&p, &again, NULL);
  if (carom__run_all(&run, NULL)) return;
  // Two solvers that rounding sends two ways agree that there are two.
  const double impulse = ldexp(o->impulse.z, -carom__impulse_unit(units));
  const bool agrees = fabs(run.iz - impulse) <= TWO_SOLVERS * impulse;
  carom__consider(nearest, CAROM_BOUNDARY_GRAZING, CAROM_JUMP, agrees ? run.grazing : 0);
  if (!o->slip_vanished) consider_early_end(&p, o, nearest);
}

carom_smoothness carom_spatial_smoothness(const carom_spatial_problem* p, const carom_spatial_outcome* o) {
  const double speed = carom__hypot(p->v.x, p->v.y), approach = fabs(p->v.z);
  carom_smoothness nearest = {.margin = HUGE_VAL};
  carom__consider(&nearest, CAROM_BOUNDARY_APPROACH_ZERO, approach_gains(p, speed) ? CAROM_KINK : CAROM_JUMP,
                  carom__part_of(approach, speed));
  if (o->mode == CAROM_SPATIAL_NONE || p->surface.mu == 0) return nearest;
  if (o->condition_fails) consider_grazing(p, o, &nearest);
  if (o->slip_vanished)
    consider_stop(p, o, &nearest);
  else
    carom__consider(&nearest, CAROM_BOUNDARY_END_AT_STICK, CAROM_KINK,
                    carom__part_of(carom__hypot(o->v.x, o->v.y), speed));
  if (!o->stuck && stick_ratio(&p->w) > p->surface.mu)
    carom__consider(&nearest, CAROM_BOUNDARY_ZERO_SLIP, CAROM_CONE, carom__part_of(speed, approach));
  return nearest;
}
