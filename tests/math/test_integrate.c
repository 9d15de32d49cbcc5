// The integrator on problems with known solutions: observed order, tolerance, steps, limits.
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "carom/integrate.h"

static const carom_ode_method METHODS[] = {CAROM_ODE_DOPRI5, CAROM_ODE_DOP853};
static const char* const NAMES[] = {"dopri5", "dop853"};
static const double PI = 3.14159265358979323846;

/// y = (cos t, -sin t).
static void oscillator(double t, const double* y, double* rate, void* context) {
  (void)t, (void)context;
  rate[0] = y[1];
  rate[1] = -y[0];
}

/// y' = -2 t y^2, y(0) = 1: y = 1/(1 + t^2). Nonlinear and not autonomous, so that every coefficient counts.
static void witch(double t, const double* y, double* rate, void* context) {
  (void)context;
  rate[0] = -2 * t * y[0] * y[0];
}

static carom_ode_problem make(int size, carom_ode_rate* rate, carom_ode_method method) {
  carom_ode_problem p = carom_ode_problem_default();
  p.size = size;
  p.rate = rate;
  p.method = method;
  return p;
}

/// Fixed steps: the step size is given and the tolerance accepts everything.
static carom_ode_problem make_fixed(carom_ode_rate* rate, carom_ode_method method, double h) {
  carom_ode_problem p = make(1, rate, method);
  p.relative = 0;
  p.absolute = INFINITY;
  p.first_step = p.max_step = h;
  return p;
}

/// Largest error at the step ends, and between them on the dense output, over t in [0, 2].
static void witch_errors(carom_ode_method method, int steps, double* at_ends, double* between) {
  const carom_ode_problem p = make_fixed(witch, method, 2.0 / steps);
  const double one = 1;
  static carom_ode ode;
  cr_assert_eq(carom_ode_start(&ode, &p, 0, &one, NULL), CAROM_OK);
  *at_ends = *between = 0;
  while (ode.t < 2) {
    cr_assert_eq(carom_ode_step(&ode, 2, NULL), CAROM_OK);
    *at_ends = fmax(*at_ends, fabs(ode.y[0] - 1 / (1 + ode.t * ode.t)));
    for (int k = 1; k < 8; ++k) {
      const double t = ode.t_before + k / 8.0 * (ode.t - ode.t_before);
      double y;
      carom_ode_dense(&ode, t, &y);
      *between = fmax(*between, fabs(y - 1 / (1 + t * t)));
    }
  }
  cr_assert_eq(ode.steps, steps, "steps are not fixed: %ld", ode.steps);
}

/// Slopes of the error over three step sizes, each half of the one before. A method of order p has slope p (its global
/// error; a dense output of order q adds a local error of slope q + 1, so both are seen through the smaller one).
Test(integrate, observed_order_of_methods_and_dense_output) {
  const double order[] = {5, 8}, dense_order[] = {5, 8};
  const int coarsest[] = {32, 12};
  for (int m = 0; m < 2; ++m) {
    double ends[3], between[3];
    for (int k = 0; k < 3; ++k) witch_errors(METHODS[m], coarsest[m] << k, &ends[k], &between[k]);
    for (int k = 0; k < 2; ++k) {
      const double slope = log2(ends[k] / ends[k + 1]), dense_slope = log2(between[k] / between[k + 1]);
      printf("%s: order %.2f, dense %.2f\n", NAMES[m], slope, dense_slope);
      cr_expect(slope > order[m] - 0.4 && slope < order[m] + 1, "%s: order %.2f", NAMES[m], slope);
      cr_expect(fabs(dense_slope - dense_order[m]) < 0.4, "%s: dense order %.2f", NAMES[m], dense_slope);
    }
  }
}

/// One step alone: its error has slope p + 1, the error of its dense output slope q + 1 with q = 4 and 7.
Test(integrate, observed_local_order) {
  const double dense_order[] = {4, 7};
  for (int m = 0; m < 2; ++m) {
    double error[3];
    for (int k = 0; k < 3; ++k) {
      // From t = 1: at t = 0 every second derivative vanishes and the order looks too high.
      const double h = (m ? 0.25 : 0.1) / (1 << k), start[] = {0.5};
      const carom_ode_problem p = make_fixed(witch, METHODS[m], h);
      static carom_ode ode;
      cr_assert_eq(carom_ode_start(&ode, &p, 1, start, NULL), CAROM_OK);
      cr_assert_eq(carom_ode_step(&ode, 1 + h, NULL), CAROM_OK);
      error[k] = 0;
      for (int j = 1; j < 16; ++j) {
        const double t = 1 + j / 16.0 * h;
        double y;
        carom_ode_dense(&ode, t, &y);
        error[k] = fmax(error[k], fabs(y - 1 / (1 + t * t)));
      }
    }
    for (int k = 0; k < 2; ++k) {
      const double slope = log2(error[k] / error[k + 1]);
      printf("%s: local order of the dense output %.2f\n", NAMES[m], slope - 1);
      cr_expect(fabs(slope - dense_order[m] - 1) < 0.4, "%s: %.2f", NAMES[m], slope - 1);
    }
  }
}

Test(integrate, dense_output_joins_the_ends) {
  for (int m = 0; m < 2; ++m) {
    const carom_ode_problem p = make(2, oscillator, METHODS[m]);
    const double start[] = {1, 0};
    static carom_ode ode;
    cr_assert_eq(carom_ode_start(&ode, &p, 0, start, NULL), CAROM_OK);
    cr_assert_eq(carom_ode_step(&ode, 10, NULL), CAROM_OK);
    double y[2];
    carom_ode_dense(&ode, ode.t_before, y);
    cr_expect(y[0] == 1 && y[1] == 0);
    carom_ode_dense(&ode, ode.t_before - 1, y);
    cr_expect(y[0] == 1 && y[1] == 0, "it must not extrapolate");
    carom_ode_dense(&ode, ode.t, y);
    cr_expect_arr_eq(y, ode.y, sizeof y);
    carom_ode_dense(&ode, nextafter(ode.t, 0), y);
    cr_expect(fabs(y[0] - ode.y[0]) < 4 * DBL_EPSILON && fabs(y[1] - ode.y[1]) < 4 * DBL_EPSILON);
  }
}

/// Error after ten turns; it may not exceed the tolerance by more than the number of steps it was allowed in.
Test(integrate, oscillator_error_follows_the_tolerance) {
  for (int m = 0; m < 2; ++m)
    for (double tolerance = 1e-4; tolerance > 1e-13; tolerance *= 0.1) {
      carom_ode_problem p = make(2, oscillator, METHODS[m]);
      p.relative = p.absolute = tolerance;
      const double start[] = {1, 0}, end = 20 * PI;
      static carom_ode ode;
      cr_assert_eq(carom_ode_start(&ode, &p, 0, start, NULL), CAROM_OK);
      cr_assert_eq(carom_ode_advance(&ode, end, NULL), CAROM_OK);
      const double error = hypot(ode.y[0] - cos(end), ode.y[1] + sin(end));
      cr_expect_eq(ode.t, end);
      cr_expect(error <= tolerance * (double)ode.steps, "%s at %g: error %g in %ld steps", NAMES[m], tolerance, error,
                ode.steps);
      cr_expect(error >= 1e-4 * tolerance || error < 1e-13, "%s at %g: wasteful, error %g", NAMES[m], tolerance, error);
    }
}

/// Kepler: (x, y, x', y') on an ellipse of eccentricity 0.6 from its nearest point, period 2 pi.
static void kepler(double t, const double* y, double* rate, void* context) {
  (void)t, (void)context;
  const double r2 = y[0] * y[0] + y[1] * y[1], r3 = r2 * sqrt(r2);
  rate[0] = y[2];
  rate[1] = y[3];
  rate[2] = -y[0] / r3;
  rate[3] = -y[1] / r3;
}

Test(integrate, kepler_closes_its_orbit) {
  const double e = 0.6, start[] = {1 - e, 0, 0, sqrt((1 + e) / (1 - e))};
  for (int m = 0; m < 2; ++m) {
    carom_ode_problem p = make(4, kepler, METHODS[m]);
    static carom_ode ode;
    cr_assert_eq(carom_ode_start(&ode, &p, 0, start, NULL), CAROM_OK);
    cr_assert_eq(carom_ode_advance(&ode, PI, NULL), CAROM_OK);
    // Half a period: the far point. An error in the speed at the near point grows by about 3 t/(1 - e)^2 = 60.
    cr_expect(fabs(ode.y[0] + 1 + e) < 1e-9 && fabs(ode.y[1]) < 1e-9, "%s: (%.15g, %.15g)", NAMES[m], ode.y[0],
              ode.y[1]);
    cr_assert_eq(carom_ode_advance(&ode, 2 * PI, NULL), CAROM_OK);
    double error = 0;
    for (int i = 0; i < 4; ++i) error = fmax(error, fabs(ode.y[i] - start[i]));
    printf("kepler, %s at 1e-12: error %.2g, %ld evaluations\n", NAMES[m], error, ode.evaluations);
    cr_expect(error < 1e-9, "%s: %g", NAMES[m], error);
  }
}

/// The same bits with every compiler and optimisation: nothing but + - * / and sqrt decides a step.
Test(integrate, golden_bits) {
  const double e = 0.6, start[] = {1 - e, 0, 0, sqrt((1 + e) / (1 - e))};
  const double want[2][4] = {{0x1.9a589b3171d33p-3, -0x1.eb1f2f7eeeab7p-2, 0x1.2744fa4c4e5p+0, 0x1.3b5a5c43d42b5p+0},
                             {0x1.9a589b3178d81p-3, -0x1.eb1f2f7ee14f5p-2, 0x1.2744fa4c4e92ep+0, 0x1.3b5a5c43dbe7dp+0}};
  for (int m = 0; m < 2; ++m) {
    const carom_ode_problem p = make(4, kepler, METHODS[m]);
    static carom_ode ode;
    cr_assert_eq(carom_ode_start(&ode, &p, 0, start, NULL), CAROM_OK);
    cr_assert_eq(carom_ode_advance(&ode, 6, NULL), CAROM_OK);
    for (int i = 0; i < 4; ++i) cr_expect_eq(ode.y[i], want[m][i], "%s: y[%d] = %a", NAMES[m], i, ode.y[i]);
  }
}

/// Two decoupled decays of very different size: each tolerance rules its own component.
static void decays(double t, const double* y, double* rate, void* context) {
  (void)t, (void)context;
  rate[0] = -y[0];
  rate[1] = -50 * y[1];
}

Test(integrate, tolerances_are_per_component) {
  const double start[] = {1, 1}, loose[] = {1e-10, INFINITY}, tight[] = {1e-10, 1e-10}, none[] = {0, 0};
  static carom_ode ode;
  long steps[2];
  for (int k = 0; k < 2; ++k) {
    carom_ode_problem p = make(2, decays, CAROM_ODE_DOPRI5);
    p.relative_each = none;
    p.absolute_each = k ? tight : loose;
    cr_assert_eq(carom_ode_start(&ode, &p, 0, start, NULL), CAROM_OK);
    cr_assert_eq(carom_ode_advance(&ode, 0.5, NULL), CAROM_OK);
    cr_expect(fabs(ode.y[0] - exp(-0.5)) < 1e-9);
    cr_expect(k == 0 || fabs(ode.y[1] - exp(-25)) < 1e-9);
    steps[k] = ode.steps;
  }
  cr_expect_gt(steps[1], 3 * steps[0], "%ld and %ld steps", steps[0], steps[1]);
}

/// The unit of time must not matter: the same steps for an oscillator that is 2^40 times slower.
static void slow_oscillator(double t, const double* y, double* rate, void* context) {
  oscillator(t, y, rate, context);
  rate[0] *= 0x1p-40;
  rate[1] *= 0x1p-40;
}

Test(integrate, unit_of_time_does_not_matter) {
  const double start[] = {1, 0};
  static carom_ode fast, slow;
  for (int m = 0; m < 2; ++m) {
    const carom_ode_problem p = make(2, oscillator, METHODS[m]), q = make(2, slow_oscillator, METHODS[m]);
    cr_assert_eq(carom_ode_start(&fast, &p, 0, start, NULL), CAROM_OK);
    cr_assert_eq(carom_ode_start(&slow, &q, 0, start, NULL), CAROM_OK);
    cr_assert_eq(carom_ode_advance(&fast, 8, NULL), CAROM_OK);
    cr_assert_eq(carom_ode_advance(&slow, 0x1p43, NULL), CAROM_OK);
    cr_expect_eq(fast.evaluations, slow.evaluations);
    cr_expect_arr_eq(fast.y, slow.y, 2 * sizeof fast.y[0]);
  }
}

Test(integrate, max_step_and_first_step_are_kept) {
  carom_ode_problem p = make(2, oscillator, CAROM_ODE_DOP853);
  p.first_step = 0x1p-10;
  p.max_step = 0x1p-4;
  const double start[] = {1, 0};
  static carom_ode ode;
  cr_assert_eq(carom_ode_start(&ode, &p, 0, start, NULL), CAROM_OK);
  cr_assert_eq(carom_ode_step(&ode, 1, NULL), CAROM_OK);
  cr_expect_eq(ode.t, 0x1p-10);
  while (ode.t < 1) {
    cr_assert_eq(carom_ode_step(&ode, 1, NULL), CAROM_OK);
    cr_expect_leq(ode.t - ode.t_before, 1.02 * 0x1p-4);
  }
}

/// 32 oscillators that share nothing.
static void oscillators(double t, const double* y, double* rate, void* context) {
  for (int i = 0; i < CAROM_ODE_MAX_SIZE; i += 2) oscillator(t, y + i, rate + i, context);
}

Test(integrate, full_size) {
  static carom_ode many, one;
  double start[CAROM_ODE_MAX_SIZE];
  for (int i = 0; i < CAROM_ODE_MAX_SIZE; ++i) start[i] = i % 2 == 0;
  for (int m = 0; m < 2; ++m) {
    const carom_ode_problem p = make(CAROM_ODE_MAX_SIZE, oscillators, METHODS[m]), q = make(2, oscillator, METHODS[m]);
    cr_assert_eq(carom_ode_start(&many, &p, 0, start, NULL), CAROM_OK);
    cr_assert_eq(carom_ode_start(&one, &q, 0, start, NULL), CAROM_OK);
    cr_assert_eq(carom_ode_advance(&many, 5, NULL), CAROM_OK);
    cr_assert_eq(carom_ode_advance(&one, 5, NULL), CAROM_OK);
    // The largest error of 32 equal ones is the error of one, so the steps are the same to the last bit.
    for (int i = 0; i < CAROM_ODE_MAX_SIZE; ++i) cr_expect_eq(many.y[i], one.y[i % 2]);
  }
}

/// Stops to exist at t = 1: y' = 1/(1 - t), y = -log(1 - t).
static void pole(double t, const double* y, double* rate, void* context) {
  (void)y, (void)context;
  rate[0] = 1 / (1 - t);
}

/// The rate is a number up to t = 1 and NaN behind it.
static void cliff(double t, const double* y, double* rate, void* context) {
  (void)y, (void)context;
  rate[0] = 1;
  rate[1] = t <= 1 ? 1 : NAN;
}

static void not_a_number(double t, const double* y, double* rate, void* context) {
  (void)t, (void)y, (void)context;
  rate[0] = 0;
  rate[1] = NAN;
}

Test(integrate, budget_ends_it) {
  carom_ode_problem p = make(2, oscillator, CAROM_ODE_DOP853);
  p.budget = 500;
  const double start[] = {1, 0};
  static carom_ode ode;
  carom_diag diag;
  cr_assert_eq(carom_ode_start(&ode, &p, 0, start, NULL), CAROM_OK);
  cr_expect_eq(carom_ode_advance(&ode, 1e6, &diag), CAROM_BUDGET);
  cr_expect_str_eq(diag.field, "budget");
  cr_expect_leq(ode.evaluations, 500);
  // What it has is good, and the budget can be raised to go on.
  cr_expect(fabs(ode.y[0] - cos(ode.t)) < 1e-9);
  ode.problem.budget = 100000;
  cr_expect_eq(carom_ode_advance(&ode, 100, NULL), CAROM_OK);
  cr_expect(fabs(ode.y[0] - cos(100)) < 1e-9);
}

Test(integrate, singular_and_undefined_rates_are_named) {
  const double zero[2] = {0};
  static carom_ode ode;
  carom_diag diag;
  for (int m = 0; m < 2; ++m) {
    carom_ode_problem p = make(1, pole, METHODS[m]);
    cr_assert_eq(carom_ode_start(&ode, &p, 0, zero, NULL), CAROM_OK);
    // The last steps before the pole are of the size of rounding.
    const carom_status status = carom_ode_advance(&ode, 2, &diag);
    cr_expect(status == CAROM_BUDGET || status == CAROM_NOT_FINITE, "%s", carom_status_word(status));
    cr_expect(ode.t < 1.0001 && ode.t > 0.999, "stopped at %.17g", ode.t);

    p = make(2, not_a_number, METHODS[m]);
    cr_assert_eq(carom_ode_start(&ode, &p, 0, zero, NULL), CAROM_OK);
    cr_expect_eq(carom_ode_advance(&ode, 1, &diag), CAROM_NOT_FINITE);
    cr_expect_str_eq(diag.field, "rate");
    cr_expect_not_null(strstr(diag.message, "rate[1]"));
    cr_expect_eq(ode.t, 0);

    p = make(2, cliff, METHODS[m]);
    cr_assert_eq(carom_ode_start(&ode, &p, 0, zero, NULL), CAROM_OK);
    cr_expect_eq(carom_ode_advance(&ode, 3, &diag), CAROM_NOT_FINITE);
    cr_expect_str_eq(diag.field, "rate");
    cr_expect(ode.t <= 1 && ode.t > 0.99 && fabs(ode.y[0] - ode.t) < 1e-12, "stopped at %.17g", ode.t);
  }
}

Test(integrate, advancing_to_now_does_nothing) {
  const carom_ode_problem p = make(2, oscillator, CAROM_ODE_DOP853);
  const double start[] = {1, 0};
  static carom_ode ode;
  cr_assert_eq(carom_ode_start(&ode, &p, 3, start, NULL), CAROM_OK);
  cr_expect_eq(carom_ode_advance(&ode, 3, NULL), CAROM_OK);
  cr_expect(ode.t == 3 && ode.y[0] == 1 && ode.evaluations == 0);
}
