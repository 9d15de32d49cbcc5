// A bad-input row for every check of the integrator: code, field, untouched output.
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "carom/integrate.h"

static void rest(double t, const double* y, double* rate, void* context) {
  (void)t, (void)y, (void)context;
  rate[0] = rate[1] = 0;
}

static void gap(double t, const double* y, double* gaps, double* gap_rates, void* context) {
  (void)t, (void)gap_rates, (void)context;
  gaps[0] = y[0];
}

static carom_ode_problem good(void) {
  carom_ode_problem p = carom_ode_problem_default();
  p.size = 2;
  p.rate = rest;
  p.event_count = 1;
  p.gap = gap;
  return p;
}

static const double START[] = {1, 1};

static void expect_refused(const carom_ode_problem* p, carom_status status, const char* field) {
  static carom_ode ode, untouched;
  memset(&ode, 0x5a, sizeof ode);
  memset(&untouched, 0x5a, sizeof untouched);
  carom_diag diag = {0};
  cr_expect_eq(carom_ode_start(&ode, p, 0, START, &diag), status, "%s", field);
  cr_expect_eq(diag.status, status);
  cr_expect_str_eq(diag.field, field, "field %s, want %s", diag.field, field);
  cr_expect_gt(strlen(diag.message), 10u);
  cr_expect_eq(memcmp(&ode, &untouched, sizeof ode), 0, "%s: output touched", field);
  cr_expect_eq(carom_ode_start(&ode, p, 0, START, NULL), status, "%s without a diagnostic", field);
}

#define REFUSE(assignment, status, field) \
  do {                                    \
    carom_ode_problem p = good();         \
    p.assignment;                         \
    expect_refused(&p, status, field);    \
  } while (0)

Test(integrate_input, good_is_good) {
  const carom_ode_problem p = good();
  static carom_ode ode;
  cr_expect_eq(carom_ode_start(&ode, &p, 0, START, NULL), CAROM_OK);
}

Test(integrate_input, shape) {
  REFUSE(size = 0, CAROM_OUT_OF_RANGE, "size");
  REFUSE(size = CAROM_ODE_MAX_SIZE + 1, CAROM_OUT_OF_RANGE, "size");
  REFUSE(rate = NULL, CAROM_INCONSISTENT, "rate");
  REFUSE(event_count = -1, CAROM_OUT_OF_RANGE, "event_count");
  REFUSE(event_count = CAROM_ODE_MAX_EVENTS + 1, CAROM_OUT_OF_RANGE, "event_count");
  REFUSE(gap = NULL, CAROM_INCONSISTENT, "gap");
  REFUSE(method = (carom_ode_method)7, CAROM_OUT_OF_RANGE, "method");
  const carom_ode_direction odd[] = {(carom_ode_direction)9};
  REFUSE(directions = odd, CAROM_OUT_OF_RANGE, "directions");
}

Test(integrate_input, tolerances) {
  const double bad_relative[] = {1e-9, -1}, bad_absolute[] = {1e-9, NAN}, zero[] = {0, 0};
  REFUSE(relative = -1e-9, CAROM_OUT_OF_RANGE, "relative");
  REFUSE(relative = 1e-16, CAROM_OUT_OF_RANGE, "relative");
  REFUSE(relative = 1.5, CAROM_OUT_OF_RANGE, "relative");
  REFUSE(relative = NAN, CAROM_OUT_OF_RANGE, "relative");
  REFUSE(relative_each = bad_relative, CAROM_OUT_OF_RANGE, "relative");
  REFUSE(absolute = -1, CAROM_OUT_OF_RANGE, "absolute");
  REFUSE(absolute = NAN, CAROM_OUT_OF_RANGE, "absolute");
  REFUSE(absolute_each = bad_absolute, CAROM_OUT_OF_RANGE, "absolute");
  carom_ode_problem p = good();
  p.relative = 0;
  p.absolute_each = zero;
  expect_refused(&p, CAROM_INCONSISTENT, "absolute");
}

Test(integrate_input, steps_and_budget) {
  REFUSE(first_step = -1, CAROM_OUT_OF_RANGE, "first_step");
  REFUSE(first_step = INFINITY, CAROM_OUT_OF_RANGE, "first_step");
  REFUSE(first_step = NAN, CAROM_OUT_OF_RANGE, "first_step");
  REFUSE(max_step = 0, CAROM_OUT_OF_RANGE, "max_step");
  REFUSE(max_step = NAN, CAROM_OUT_OF_RANGE, "max_step");
  REFUSE(simultaneous = -1, CAROM_OUT_OF_RANGE, "simultaneous");
  REFUSE(simultaneous = INFINITY, CAROM_OUT_OF_RANGE, "simultaneous");
  REFUSE(budget = 0, CAROM_OUT_OF_RANGE, "budget");
}

Test(integrate_input, state_and_times) {
  const carom_ode_problem p = good();
  const double bad[] = {1, NAN};
  static carom_ode ode;
  carom_diag diag = {0};
  cr_expect_eq(carom_ode_start(&ode, &p, INFINITY, START, &diag), CAROM_NOT_FINITE);
  cr_expect_str_eq(diag.field, "t");
  cr_expect_eq(carom_ode_start(&ode, &p, 0, bad, &diag), CAROM_NOT_FINITE);
  cr_expect_str_eq(diag.field, "y");

  cr_assert_eq(carom_ode_start(&ode, &p, 1, START, NULL), CAROM_OK);
  cr_expect_eq(carom_ode_restart(&ode, bad, &diag), CAROM_NOT_FINITE);
  cr_expect(ode.y[1] == 1, "a refused restart changed the state");
  const double limits[] = {0.5, NAN, INFINITY};
  for (int i = 0; i < 3; ++i) {
    diag = (carom_diag){0};
    cr_expect_eq(carom_ode_step(&ode, limits[i], &diag), CAROM_OUT_OF_RANGE);
    cr_expect_str_eq(diag.field, "t_limit");
    cr_expect_eq(carom_ode_advance(&ode, limits[i], NULL), CAROM_OUT_OF_RANGE);
  }
  cr_expect(ode.t == 1 && ode.y[0] == 1);
}
