// What a problem must fulfil before it is integrated.
#include <math.h>

#include "base/diag.h"
#include "math/integrate.h"

int carom__ode_first_bad(int size, const double* x) {
  for (int i = 0; i < size; ++i)
    if (!isfinite(x[i])) return i;
  return -1;
}

static carom_status check_shape(const carom_ode_problem* p, carom_diag* diag) {
  if (p->size < 1 || p->size > CAROM_ODE_MAX_SIZE)
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "size", p->size, "size is %d; it must be 1 to %d", p->size,
                       CAROM_ODE_MAX_SIZE);
  if (!p->rate) return carom__fail(diag, CAROM_INCONSISTENT, "rate", 0, "rate is NULL; there is nothing to integrate");
  if (p->event_count < 0 || p->event_count > CAROM_ODE_MAX_EVENTS)
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "event_count", p->event_count, "event_count is %d; it must be 0 to %d",
                       p->event_count, CAROM_ODE_MAX_EVENTS);
  if (p->event_count > 0 && !p->gap)
    return carom__fail(diag, CAROM_INCONSISTENT, "gap", p->event_count, "gap is NULL but event_count is %d",
                       p->event_count);
  if (p->method != CAROM_ODE_DOP853 && p->method != CAROM_ODE_DOPRI5)
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "method", (double)p->method, "method is %d; there is no such method",
                       (int)p->method);
  return CAROM_OK;
}

static carom_status check_directions(const carom_ode_problem* p, carom_diag* diag) {
  for (int i = 0; p->directions && i < p->event_count; ++i) {
    const int direction = (int)p->directions[i];
    if (direction < CAROM_ODE_EITHER || direction > CAROM_ODE_OFF)
      return carom__fail(diag, CAROM_OUT_OF_RANGE, "directions", direction,
                         "directions[%d] is %d; it must be either, rising, falling or off", i, direction);
  }
  return CAROM_OK;
}

static carom_status check_tolerance(const carom_ode_problem* p, int i, carom_diag* diag) {
  const double relative = p->relative_each ? p->relative_each[i] : p->relative;
  const double absolute = p->absolute_each ? p->absolute_each[i] : p->absolute;
  // A step is never better than rounding, which is a few 1e-16 of the state.
  if (!(relative == 0 || (relative >= 1e-15 && relative <= 1)))
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "relative", relative,
                       "the relative tolerance of state %d is %g; it must be 0, or 1e-15 to 1", i, relative);
  if (!(absolute >= 0))
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "absolute", absolute,
                       "the absolute tolerance of state %d is %g; it must not be negative", i, absolute);
  if (relative == 0 && absolute == 0)
    return carom__fail(diag, CAROM_INCONSISTENT, "absolute", 0,
                       "both tolerances of state %d are 0; no step could be that exact", i);
  return CAROM_OK;
}

static carom_status check_steps(const carom_ode_problem* p, carom_diag* diag) {
  if (!(p->first_step >= 0 && isfinite(p->first_step)))
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "first_step", p->first_step,
                       "first_step is %g; it must be positive, or 0 to have it found", p->first_step);
  if (!(p->max_step > 0))
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "max_step", p->max_step,
                       "max_step is %g; it must be positive (INFINITY: no limit)", p->max_step);
  if (!(p->simultaneous >= 0 && isfinite(p->simultaneous)))
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "simultaneous", p->simultaneous,
                       "simultaneous is %g; it must be finite and not negative", p->simultaneous);
  if (p->budget < 1)
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "budget", (double)p->budget, "budget is %ld; it must be positive",
                       p->budget);
  return CAROM_OK;
}

static carom_status check_state(const carom_ode_problem* p, double t, const double* y, carom_diag* diag) {
  if (!isfinite(t)) return carom__fail(diag, CAROM_NOT_FINITE, "t", t, "t is not a finite number");
  const int bad = carom__ode_first_bad(p->size, y);
  if (bad >= 0) return carom__fail(diag, CAROM_NOT_FINITE, "y", y[bad], "y[%d] is not a finite number", bad);
  return CAROM_OK;
}

carom_status carom__ode_check(const carom_ode_problem* problem, double t, const double* y, carom_diag* diag) {
  carom_status status = check_shape(problem, diag);
  if (!status) status = check_directions(problem, diag);
  for (int i = 0; !status && i < problem->size; ++i) status = check_tolerance(problem, i, diag);
  if (!status) status = check_steps(problem, diag);
  if (!status) status = check_state(problem, t, y, diag);
  return status;
}
