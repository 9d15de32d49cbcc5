// Derivatives of the spatial outcome (docs/derivatives.md). The history of slip enters through few numbers, which come
// from the hodograph with its tangents; the rest is closed form, differentiated by carom__dual.
#include "base/diag.h"
#include "contact/derivative.h"
#include "math/four.h"
#include "spatial/check.h"
#include "spatial/closing.h"
#include "spatial/units.h"

typedef carom__dual dual;

carom_status carom__fail_tangent_budget(carom_diag* diag) {
  return carom__fail(diag, CAROM_BUDGET, "steps", CAROM__TANGENT_MAX_STEPS,
                     "the path was not followed to its end within %d expansions", (int)CAROM__TANGENT_MAX_STEPS);
}

static bool is_straight_without_friction(const carom__closing* c) {
  if (c->mu.v != 0) return false;
  return (c->d1.v == 0 && c->d2.v == 0) || (c->x0.v == 0 && c->y0.v == 0);
}

carom_status carom__spatial_answer(const carom_spatial_problem* p, const carom_spatial_outcome* o, carom__answer* out,
                                   carom_diag* diag) {
  carom__closing c;
  carom__closing_of(p, o->slip_vanished && p->surface.law == CAROM_LAW_STRONGE, &c);
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
  if (!carom__follow_slip(&c, &s, &way)) return carom__fail_tangent_budget(diag);
  if (!s.vanishes) {
    *out = carom__end_in_slip(&c, &way);
    return CAROM_OK;
  }
  const carom__rest rest = carom__rest_of(&c, &s, &way);
  *out = carom__end_after_slip(&c, &rest, s.sticks);
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

/// The same of all inputs, in units of 1.
static double put_whole_row(const dual* d, double* row) {
  dual whole = {.v = 0};
  carom__quad sum = {0, 0, 0, 0};
  CAROM__EACH_QUAD(i) {
    whole.t[i] = d->t[i] + 0.0;
    sum += whole.t[i];
  }
  memcpy(row, whole.t, CAROM_SPATIAL_INPUTS * sizeof *row);
  return carom__sum_lanes(sum);
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
  status = carom__spatial_answer(&p, &o, &a, diag);
  if (status) return status;
  carom_jacobian j = {
      .columns = carom__count_bits(wrt), .wrt = wrt, .smoothness = carom_spatial_smoothness(problem, outcome)};
  const dual* const rows[] = {&a.ix, &a.iy, &a.iz, &a.x, &a.y, &a.vz};
  const bool whole = wrt == CAROM_WRT_ALL_SPATIAL && units.inverse_mass == 0 && units.speed == 0;
  double sum = 0;
  for (int row = 0; row < 3 && whole; ++row)
    sum += put_whole_row(rows[row], j.d_impulse[row]) + put_whole_row(rows[3 + row], j.d_velocity[row]);
  for (int row = 0; row < 3 && !whole; ++row) {
    sum += put_row(rows[row], wrt, units, carom__impulse_unit(units), j.d_impulse[row]);
    sum += put_row(rows[3 + row], wrt, units, units.speed, j.d_velocity[row]);
  }
  if (!(sum - sum == 0)) return carom__fail_derivative_overflow(diag);
  *out = j;
  return CAROM_OK;
}
/// d . x with the lane that is no input as it is.
static double along(const dual* d, const double* x) {
  double sum = d->t[CAROM__SPARE_LANE / 4][CAROM__SPARE_LANE % 4];
  for (int i = 0; i < CAROM_SPATIAL_INPUTS; ++i) sum += d->t[i / 4][i % 4] * x[i];
  return sum;
}

/// Everything that tangents of one outcome share, in moderate units.
typedef struct tangents {
  carom_spatial_problem problem;
  carom_spatial_outcome outcome;
  carom_smoothness near;
  bool has_sides, is_cone, is_at_rest;
  carom__answer own;
  carom__sides sides;
} tangents;

static carom_status prepare(tangents* t, carom_diag* diag) {
  const bool on_kink = t->near.is_there && t->near.kind == CAROM_KINK;
  const bool no_slip = t->problem.v.x == 0 && t->problem.v.y == 0;
  t->is_at_rest = no_slip && t->problem.v.z == 0;
  if (t->is_at_rest) return CAROM_OK;
  t->is_cone = no_slip && t->near.is_there && t->near.kind == CAROM_CONE;
  t->has_sides = on_kink && !t->is_cone;
  return t->has_sides ? carom__spatial_sides(&t->problem, &t->outcome, t->near.boundary, &t->sides, diag)
                      : carom__spatial_answer(&t->problem, &t->outcome, &t->own, diag);
}

/// Nothing moves: the outcome is homogeneous in v, so that its derivative along a v is the outcome of that v.
static carom_status solve_direction(const tangents* t, const double* x, double out[CAROM_SPATIAL_OUTPUTS],
                                    carom_diag* diag) {
  carom_spatial_problem p = t->problem;
  carom_spatial_outcome o;
  p.v = (carom_vec3){x[6], x[7], x[8]};
  const carom_status status = carom_spatial_solve(&p, &o, diag);
  if (status) return status;
  const double all[CAROM_SPATIAL_OUTPUTS] = {o.impulse.x, o.impulse.y, o.impulse.z, o.v.x, o.v.y, o.v.z};
  for (int i = 0; i < CAROM_SPATIAL_OUTPUTS; ++i) out[i] = all[i];
  return CAROM_OK;
}

static carom_status tangent_along(const tangents* t, const double* x, double out[CAROM_SPATIAL_OUTPUTS],
                                  carom_diag* diag) {
  if (t->is_at_rest) return solve_direction(t, x, out, diag);
  carom__answer cone;
  const carom__answer* a = &t->own;
  if (t->has_sides) a = along(&t->sides.phi, x) > 0 ? &t->sides.rising : &t->sides.falling;
  if (t->is_cone && (x[6] != 0 || x[7] != 0)) {
    const carom_status status = carom__spatial_cone(&t->problem, x, &cone, diag);
    if (status) return status;
    a = &cone;
  }
  const dual* const rows[CAROM_SPATIAL_OUTPUTS] = {&a->ix, &a->iy, &a->iz, &a->x, &a->y, &a->vz};
  for (int i = 0; i < CAROM_SPATIAL_OUTPUTS; ++i) out[i] = along(rows[i], x);
  return CAROM_OK;
}

carom_status carom_spatial_tangent(const carom_spatial_problem* problem, const carom_spatial_outcome* outcome,
                                   const double* directions, int count, double* out, carom_diag* diag) {
  carom_status status = check(problem, outcome, out, diag);
  if (!status) status = carom__need(directions, "directions", "hold count times 11 numbers", diag);
  if (status) return status;
  const carom__units units = carom__spatial_units_of(problem);
  tangents t = {.problem = carom__problem_in_units(problem, units), .outcome = *outcome};
  carom__outcome_from_units(&t.outcome, (carom__units){-units.inverse_mass, -units.speed});
  t.near = carom_spatial_smoothness(problem, outcome);
  status = prepare(&t, diag);
  for (int i = 0; i < count && !status; ++i, directions += CAROM_SPATIAL_INPUTS, out += CAROM_SPATIAL_OUTPUTS) {
    double x[CAROM_SPATIAL_INPUTS], d[CAROM_SPATIAL_OUTPUTS], sum = 0;
    for (int j = 0; j < CAROM_SPATIAL_INPUTS; ++j) x[j] = ldexp(directions[j], -carom__unit_of_input(1u << j, units));
    status = tangent_along(&t, x, d, diag);
    for (int j = 0; j < CAROM_SPATIAL_OUTPUTS && !status; ++j)
      sum += out[j] = ldexp(d[j], j < 3 ? carom__impulse_unit(units) : units.speed);
    if (!status && !(sum - sum == 0)) status = carom__fail_derivative_overflow(diag);
  }
  return status;
}
