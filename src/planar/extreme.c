// Impacts whose numbers are very large, very small or very far apart.
#include <math.h>

#include "base/diag.h"
#include "contact/units.h"
#include "planar/line.h"

/// Rescales an outcome by exact powers of two.
static void scale_outcome(carom_planar_outcome* o, carom__units units) {
  const int impulse = carom__impulse_unit(units), energy = carom__energy_unit(units);
  o->v_t = ldexp(o->v_t, units.speed);
  o->v_n = ldexp(o->v_n, units.speed);
  o->impulse_t = ldexp(o->impulse_t, impulse);
  o->impulse_n = ldexp(o->impulse_n, impulse);
  o->impulse_n_compression = ldexp(o->impulse_n_compression, impulse);
  o->impulse_n_slip_end = ldexp(o->impulse_n_slip_end, impulse);
  carom__events_shift(o->event_count, o->events, impulse);
  o->stored = ldexp(o->stored, energy);
  o->energy = carom__energy_shift(o->energy, energy);
}

/// |after - before - (W P)| as a part of its largest term.
static double residual(double before, double after, double from_t, double from_n) {
  const double off = fabs(before + (from_t + from_n) - after);
  return off == 0 ? 0 : off / (fabs(before) + fabs(from_t) + fabs(from_n));
}

/// Whether nothing was lost below the smallest double: the approach is still there, and v = v0 + W P.
static bool holds_together(const carom_planar_problem* problem, const carom_planar_problem* scaled,
                           const carom_planar_outcome* o) {
  if ((problem->v_n == 0) != (scaled->v_n == 0)) return false;
  const double t = residual(scaled->v_t, o->v_t, scaled->w_tt * o->impulse_t, scaled->w_tn * o->impulse_n);
  const double n = residual(scaled->v_n, o->v_n, scaled->w_tn * o->impulse_t, scaled->w_nn * o->impulse_n);
  return t <= 1e-9 && n <= 1e-9;
}

/// The same impact in units in which w_nn and the speed are about 1.
carom_status carom__planar_solve_extreme(const carom_planar_problem* problem, carom_planar_outcome* out,
                                         carom_diag* diag) {
  carom_planar_problem p = *problem;
  // Half of each, so that the sum of the two largest doubles does not overflow.
  const carom__units units = carom__units_for(p.w_nn, 0.5 * fabs(p.v_t) + 0.5 * fabs(p.v_n));
  p.w_tt = ldexp(p.w_tt, -units.inverse_mass);
  p.w_tn = ldexp(p.w_tn, -units.inverse_mass);
  p.w_nn = ldexp(p.w_nn, -units.inverse_mass);
  p.v_t = ldexp(p.v_t, -units.speed);
  p.v_n = ldexp(p.v_n, -units.speed);
  carom_planar_outcome outcome;
  const carom_status status = carom__planar_solve_moderate(&p, &outcome, diag);
  if (status) return status;
  if (!holds_together(problem, &p, &outcome))
    return carom__fail(diag, CAROM_TOO_FAR_APART, "w_nn", problem->w_nn,
                       "w, v and the friction are so far apart in magnitude that the impact cannot be solved in double "
                       "precision");
  scale_outcome(&outcome, units);
  const double sum = outcome.impulse_t + outcome.impulse_n + outcome.v_t + outcome.v_n + outcome.stored +
                     outcome.energy.friction + fabs(outcome.energy.restitution);
  if (!isfinite(sum)) return carom__planar_fail_overflow(diag, sum);
  *out = outcome;
  return CAROM_OK;
}
