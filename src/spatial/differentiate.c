// Derivatives of the spatial outcome (docs/derivatives.md). The history of slip enters through few numbers, which come
// from the hodograph with its tangents; the rest is closed form, differentiated by carom__dual.
#include "base/diag.h"
#include "contact/derivative.h"
#include "spatial/check.h"
#include "spatial/closing.h"
#include "spatial/units.h"

typedef carom__dual dual;

static bool is_straight_without_friction(const carom__closing* c) {
  if (c->mu.v != 0) return false;
  return (c->d1.v == 0 && c->d2.v == 0) || (c->x0.v == 0 && c->y0.v == 0);
}

static carom_status follow(const carom_spatial_problem* p, const carom_spatial_outcome* o, carom__answer* out,
                           carom_diag* diag) {
  const carom__closing c = carom__closing_of(p, o->slip_vanished && p->surface.law == CAROM_LAW_STRONGE);
  const dual zero = carom__dual_constant(0);
  if (o->mode == CAROM_SPATIAL_NONE) {
    *out = (carom__answer){zero, zero, zero, c.x0, c.y0, c.vz};
    return CAROM_OK;
  }
  if (is_straight_without_friction(&c)) {
    *out = carom__end_straight(&c);
    return CAROM_OK;
  }
  if (!(c.k.v > CAROM__SINGULAR_PIVOT * c.wzz.v)) return carom__fail_not_differentiable(diag);
  const carom__story s = carom__story_of(o);
  carom__path way;
  if (!carom__follow_slip(&c, &s, &way))
    return carom__fail(diag, CAROM_BUDGET, "steps", CAROM__TANGENT_MAX_STEPS,
                       "the path was not followed to its end within %d expansions", (int)CAROM__TANGENT_MAX_STEPS);
  if (!s.vanishes) {
    *out = carom__end_in_slip(&c, &way);
    return CAROM_OK;
  }
  const carom__rest rest = carom__rest_of(&c, &s, &way);
  if (s.sticks) {
    *out = carom__end_stuck(&c, &rest);
  } else {
    const carom__ray ray = carom__ray_out(&c);
    *out = carom__end_along(&c, &rest, &ray, NULL);
  }
  return CAROM_OK;
}

/// Returns the sum of a row, which tells whether it fits a double.
static double put_row(const dual* d, unsigned wrt, carom__units units, int unit, double* row) {
  double sum = 0;
  for (int input = 0, column = 0; input < CAROM_SPATIAL_INPUTS; ++input) {
    if (!(wrt >> input & 1)) continue;
    const double value = d->t[input / 4][input % 4];
    const int shift = unit - carom__unit_of_input(1u << input, units);
    row[column] = (shift ? ldexp(value, shift) : value) + 0.0;  // adding 0 turns -0 into 0
    sum += row[column++];
  }
  return sum;
}

static carom_status check(const carom_spatial_problem* problem, const carom_spatial_outcome* outcome, const void* out,
                          carom_diag* diag) {
  carom_status status = carom__need_problem_and_out(problem, out, diag);
  if (!status) status = carom__need(outcome, "outcome", "be what carom_spatial_solve gave", diag);
  if (!status && (outcome->event_count < 0 || outcome->event_count > CAROM_SPATIAL_MAX_EVENTS))
    status =
        carom__fail(diag, CAROM_OUT_OF_RANGE, "outcome.event_count", outcome->event_count,
                    "event_count is %d; it must be from 0 to %d", outcome->event_count, (int)CAROM_SPATIAL_MAX_EVENTS);
  return status ? status : carom__spatial_check(problem, diag);
}

carom_status carom_spatial_differentiate(const carom_spatial_problem* problem, const carom_spatial_outcome* outcome,
                                         unsigned wrt, carom_jacobian* out, carom_diag* diag) {
  carom_status status = check(problem, outcome, out, diag);
  if (status) return status;
  if (wrt & ~(unsigned)CAROM_WRT_ALL_SPATIAL)
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "wrt", (double)wrt,
                       "wrt is %#x; a rigid contact in space has the inputs from W_XX to E (%#x)", wrt,
                       (unsigned)CAROM_WRT_ALL_SPATIAL);
  const carom__units units = carom__spatial_units_of(problem);
  const carom_spatial_problem p = carom__problem_in_units(problem, units);
  carom_spatial_outcome o = *outcome;
  carom__outcome_from_units(&o, (carom__units){-units.inverse_mass, -units.speed});
  carom__answer a;
  status = follow(&p, &o, &a, diag);
  if (status) return status;
  carom_jacobian j = {.columns = carom__count_bits(wrt), .smoothness = carom_spatial_smoothness(problem, outcome)};
  const dual* const rows[] = {&a.ix, &a.iy, &a.iz, &a.x, &a.y, &a.vz};
  double sum = 0;
  for (int row = 0; row < 3; ++row) {
    sum += put_row(rows[row], wrt, units, carom__impulse_unit(units), j.d_impulse[row]);
    sum += put_row(rows[3 + row], wrt, units, units.speed, j.d_velocity[row]);
  }
  if (!(sum - sum == 0)) return carom__fail_derivative_overflow(diag);
  *out = j;
  return CAROM_OK;
}