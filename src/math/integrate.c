// The integrator's face: start, step, advance, restart, dense output. The step size follows a PI controller.
#include "carom/integrate.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/diag.h"
#include "math/elementary.h"
#include "math/integrate.h"

/// Aim below the tolerance, and never change the step too much at once (HNW II.4).
static const double SAFETY = 0.9, SMALLEST_FACTOR = 0.2, LARGEST_FACTOR = 8, NOT_FINITE_FACTOR = 0.125;

carom_ode_problem carom_ode_problem_default(void) {
  return (carom_ode_problem){
      .method = CAROM_ODE_DOP853, .relative = 1e-12, .absolute = 1e-12, .max_step = HUGE_VAL, .budget = 10000000};
}

static void copy_state(const carom_ode* ode, const double* from, double* to) {
  if (from != to) memcpy(to, from, (size_t)ode->problem.size * sizeof to[0]);
}

/// A state from outside, with its gaps: nothing is known from a step before.
static void begin_at(carom_ode* ode, const double* y, const carom_ode_gaps* gaps) {
  const size_t bytes = (size_t)ode->problem.event_count * sizeof gaps->value[0];
  memcpy(ode->gaps.value, gaps->value, bytes);
  memcpy(ode->gaps.rate, gaps->rate, bytes);
  for (int i = 0; i < ode->problem.event_count; ++i) ode->side[i] = carom__ode_sign(gaps->value[i]);
  for (int k = 0; k < ode->fired_count; ++k) ode->side[ode->fired[k]] = 0;
  copy_state(ode, y, ode->y);
  ode->t_before = ode->t;
  ode->rate_ready = ode->dense_ready = false;
  ode->error_before = 0;
}

carom_status carom_ode_start(carom_ode* ode, const carom_ode_problem* problem, double t, const double* y,
                             carom_diag* diag) {
  carom_ode_gaps gaps;
  carom_status status = carom__need_memory(ode, "ode", "have room for the integration", diag);
  if (!status) status = carom__need(problem, "problem", "be what is to be integrated", diag);
  if (!status) status = carom__need(y, "y", "hold the state", diag);
  if (!status) status = carom__ode_check(problem, t, y, diag);
  if (!status && problem->event_count > 0) status = carom__ode_gaps_at(problem, t, y, &gaps, diag);
  if (status) return status;
  ode->problem = *problem;
  ode->t = t;
  ode->step = problem->first_step;
  ode->evaluations = ode->steps = ode->rejected = 0;
  ode->fired_count = 0;
  begin_at(ode, y, &gaps);
  return CAROM_OK;
}

carom_status carom_ode_restart(carom_ode* ode, const double* y, carom_diag* diag) {
  carom_ode_gaps gaps;
  carom_status status = carom__need_memory(ode, "ode", "be an integration that was started", diag);
  if (!status) status = carom__need(y, "y", "hold the state", diag);
  if (status) return status;
  const int bad = carom__ode_first_bad(ode->problem.size, y);
  if (bad >= 0) return carom__fail(diag, CAROM_NOT_FINITE, "y", y[bad], "y[%d] is not a finite number", bad);
  if (ode->problem.event_count > 0) status = carom__ode_gaps_at(&ode->problem, ode->t, y, &gaps, diag);
  if (!status) begin_at(ode, y, &gaps);
  return status;
}

static carom_status fail_rate(int component, double value, double t, carom_diag* diag) {
  return carom__fail(diag, CAROM_NOT_FINITE, "rate", value, "rate[%d] is not finite near t = %.17g", component, t);
}

/// stages[0] = the rate at (t, y): the last stage of the step before, or a new evaluation.
static carom_status prepare_rate(carom_ode* ode, carom_diag* diag) {
  if (!ode->rate_ready) {
    if (ode->t > ode->t_before)
      copy_state(ode, ode->stages[carom__ode_table_of(ode->problem.method)->stages - 1], ode->stages[0]);
    else
      carom__ode_evaluate(ode, 0, ode->t, ode->y);
    ode->rate_ready = true;
  }
  const int bad = carom__ode_first_bad(ode->problem.size, ode->stages[0]);
  return bad < 0 ? CAROM_OK : fail_rate(bad, ode->stages[0][bad], ode->t, diag);
}

/// The largest |x_i| in units of what is allowed; without any scale the component has no say.
static double norm_of(const carom_ode* ode, const double* x, const double* minus) {
  double largest = 0;
  for (int i = 0; i < ode->problem.size; ++i) {
    const double scale = carom__ode_scale(&ode->problem, i, ode->y[i], ode->y[i]);
    const double part = fabs(x[i] - (minus ? minus[i] : 0)) / scale;
    if (isfinite(part)) largest = carom__max(largest, part);
  }
  return largest;
}

/// A first step from the time in which the state, then its rate, changes by its own size (HNW II.4 has the idea; this
/// form does not depend on the unit of t). The error control corrects a bad guess.
static double guess_step(carom_ode* ode, double longest) {
  const double size = norm_of(ode, ode->y, NULL), speed = norm_of(ode, ode->stages[0], NULL);
  double place[CAROM_ODE_MAX_SIZE];
  double scale = size > 0 && speed > 0 ? carom__min(longest, size / speed) : longest;
  const double probe = 0.01 * scale;
  for (int i = 0; i < ode->problem.size; ++i) place[i] = ode->y[i] + probe * ode->stages[0][i];
  carom__ode_evaluate(ode, 1, ode->t + probe, place);
  const double bend = norm_of(ode, ode->stages[1], ode->stages[0]) / probe;
  if (speed > 0 && bend * scale > speed) scale = speed / bend;
  // size (h/scale)^order = 0.01 in units of the tolerance
  const double tolerances = carom__max(carom__max(size, speed * scale), 1);
  return scale * carom__ode_root(0.01 / tolerances, carom__ode_table_of(ode->problem.method)->power);
}

/// By which factor the next step differs from one that had this error (HNW IV.2, PI control).
static double step_factor(const carom_ode* ode, double error, bool rejected_before) {
  const carom__ode_table* table = carom__ode_table_of(ode->problem.method);
  if (!isfinite(error)) return NOT_FINITE_FACTOR;
  double factor = error > 0 ? SAFETY / carom__ode_root(error, table->power) : LARGEST_FACTOR;
  if (error <= 1 && ode->error_before > 0) factor *= carom__ode_root(ode->error_before, table->power_before);
  factor = carom__min(carom__max(factor, SMALLEST_FACTOR), LARGEST_FACTOR);
  return error <= 1 && !rejected_before ? factor : carom__min(factor, 1);
}

/// The step cannot shrink any more: say why.
static carom_status fail_shrunk(const carom_ode* ode, double h, carom_diag* diag) {
  const int stages = carom__ode_table_of(ode->problem.method)->error_stages;
  for (int s = 0; s < stages; ++s) {
    const int bad = carom__ode_first_bad(ode->problem.size, ode->stages[s]);
    if (bad >= 0) return fail_rate(bad, ode->stages[s][bad], ode->t, diag);
  }
  return carom__fail(diag, CAROM_BUDGET, "step", h,
                     "the step shrank to %g at t = %.17g: the rate jumps there, or the tolerance is too small", h,
                     ode->t);
}

static carom_status check_budget(const carom_ode* ode, carom_diag* diag) {
  const long need = carom__ode_table_of(ode->problem.method)->stages, budget = ode->problem.budget;
  if (ode->evaluations + need <= budget) return CAROM_OK;
  return carom__fail(diag, CAROM_BUDGET, "budget", (double)budget, "%ld evaluations brought it to t = %.17g only",
                     ode->evaluations, ode->t);
}

/// Tries steps until one is good enough, and takes it.
static carom_status take_step(carom_ode* ode, double t_limit, carom_diag* diag) {
  const double rest = t_limit - ode->t;
  double wish = carom__min(ode->step, ode->problem.max_step);
  for (bool rejected = false;; rejected = true) {
    const bool to_limit = wish * 1.01 >= rest;  // rather a little longer than a tiny step after it
    const double h = to_limit ? rest : wish;
    carom_status status = check_budget(ode, diag);
    if (!status && !(ode->t + h > ode->t)) status = fail_shrunk(ode, h, diag);
    if (status) return status;
    carom__ode_try(ode, ode->t, ode->y, h);
    const double error = carom__ode_error(ode, ode->y, h), factor = step_factor(ode, error, rejected);
    if (error <= 1) {
      // A step cut by the limit says little about the next one, unless it was still a hard one.
      ode->step = to_limit && factor >= 1 ? carom__max(wish, h * factor) : h * factor;
      ode->error_before = carom__max(error, 1e-4);
      carom__ode_accept(ode, h, to_limit ? t_limit : ode->t + h);
      ++ode->steps;
      return CAROM_OK;
    }
    ++ode->rejected;
    wish = h * factor;
  }
}

carom_status carom_ode_step(carom_ode* ode, double t_limit, carom_diag* diag) {
  if (!ode) return carom__need_memory(ode, "ode", "be an integration that was started", diag);
  if (!(t_limit >= ode->t && isfinite(t_limit)))
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "t_limit", t_limit,
                       "t_limit is %g; it must be finite and not before t = %g", t_limit, ode->t);
  ode->fired_count = 0;
  if (t_limit == ode->t) return CAROM_OK;
  carom_status status = check_budget(ode, diag);
  if (!status) status = prepare_rate(ode, diag);
  if (status) return status;
  if (ode->step == 0) ode->step = guess_step(ode, carom__min(t_limit - ode->t, ode->problem.max_step));
  status = take_step(ode, t_limit, diag);
  if (status || ode->problem.event_count == 0) return status;
  return carom__ode_find_events(ode, diag);
}

carom_status carom_ode_advance(carom_ode* ode, double t_end, carom_diag* diag) {
  carom_status status = carom_ode_step(ode, t_end, diag);
  while (!status && ode->fired_count == 0 && ode->t < t_end) status = carom_ode_step(ode, t_end, diag);
  return status;
}

void carom_ode_dense(carom_ode* ode, double t, double* y) {
  if (t >= ode->t || ode->t == ode->t_before) {
    copy_state(ode, ode->y, y);
    return;
  }
  carom__ode_prepare_dense(ode);
  carom__ode_interpolate(ode, carom__max(0, (t - ode->t_before) / (ode->t - ode->t_before)), y);
}
