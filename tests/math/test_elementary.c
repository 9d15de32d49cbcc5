// The elementary functions against MPFR, which rounds correctly, over arguments of every size; and their zeros,
// infinities and NaN against the table of C17's annex F. CAROM_SOAK=N in the environment takes N arguments a row.
#include "math/elementary.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <mpfr.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "math/exact.h"
#include "random.h"

enum { BITS = 240, ARGUMENTS = 20000 };

typedef double function_1(double);
typedef double function_2(double, double);
typedef int exact_1(mpfr_t, const mpfr_t, mpfr_rnd_t);
typedef int exact_2(mpfr_t, const mpfr_t, const mpfr_t, mpfr_rnd_t);

static int arguments_a_row(void) {
  const char* soak = getenv("CAROM_SOAK");
  return soak ? atoi(soak) : ARGUMENTS;
}

static bool same(double a, double b) {
  return a != a ? b != b : carom__bits(a) == carom__bits(b);
}

/// How far got is from the true value, in units of the last place that a double has there.
static double ulps_off(double got, const mpfr_t want) {
  const double rounded = mpfr_get_d(want, MPFR_RNDN);
  if (!isfinite(rounded) || !isfinite(got)) return same(got, rounded) ? 0 : HUGE_VAL;
  if (mpfr_zero_p(want)) return same(got, rounded) ? 0 : HUGE_VAL;
  const long last = mpfr_get_exp(want) - 53, place = last < -1074 ? -1074 : last;
  mpfr_t off;
  mpfr_init2(off, BITS);
  mpfr_set_d(off, got, MPFR_RNDN);
  mpfr_sub(off, off, want, MPFR_RNDN);
  mpfr_mul_2si(off, off, -place, MPFR_RNDN);
  const double ulps = fabs(mpfr_get_d(off, MPFR_RNDN));
  mpfr_clear(off);
  return ulps;
}

static double error_1(function_1* f, exact_1* exact, double x) {
  mpfr_t a, want;
  mpfr_inits2(BITS, a, want, (mpfr_ptr)NULL);
  mpfr_set_d(a, x, MPFR_RNDN);
  exact(want, a, MPFR_RNDN);
  const double error = ulps_off(f(x), want);
  mpfr_clears(a, want, (mpfr_ptr)NULL);
  return error;
}

static double error_2(function_2* f, exact_2* exact, double x, double y) {
  mpfr_t a, b, want;
  mpfr_inits2(BITS, a, b, want, (mpfr_ptr)NULL);
  mpfr_set_d(a, x, MPFR_RNDN);
  mpfr_set_d(b, y, MPFR_RNDN);
  exact(want, a, b, MPFR_RNDN);
  const double error = ulps_off(f(x, y), want);
  mpfr_clears(a, b, want, (mpfr_ptr)NULL);
  return error;
}

/// Any finite double: subnormal or huge as likely as its bits are.
static double any_double(test_random* r) {
  for (;;) {
    const double x = carom__of_bits(test_random_bits(r));
    if (isfinite(x)) return x;
  }
}

static double subnormal(test_random* r) {
  return carom__of_bits(test_random_bits(r) >> (12 + test_random_below(r, 40)));
}

/// Of either sign, from 2^-30 to 2^30.
static double usual(test_random* r) {
  return ldexp(test_random_uniform(r, 1, 2), test_random_below(r, 60) - 30) * (test_random_below(r, 2) ? 1 : -1);
}

/// A double next to a multiple of pi/2, of any size.
static double near_quarter_turn(test_random* r) {
  mpfr_t x, half_pi;
  mpfr_inits2(1200, x, half_pi, (mpfr_ptr)NULL);
  mpfr_const_pi(half_pi, MPFR_RNDN);
  mpfr_div_2ui(half_pi, half_pi, 1, MPFR_RNDN);
  mpfr_set_d(x, ldexp(test_random_uniform(r, 1, 2), test_random_below(r, 1000)), MPFR_RNDN);
  mpfr_div(x, x, half_pi, MPFR_RNDN);
  mpfr_rint(x, x, MPFR_RNDN);
  mpfr_mul(x, x, half_pi, MPFR_RNDN);
  const double near = mpfr_get_d(x, MPFR_RNDN);
  mpfr_clears(x, half_pi, (mpfr_ptr)NULL);
  return near;
}

/// Just about 1, at any distance.
static double near_one(test_random* r) {
  return 1 + ldexp(test_random_uniform(r, -1, 1), -test_random_below(r, 53));
}

typedef double draw(test_random*);

/// Uniform from low to high, or drawn.
typedef struct row_1 {
  const char* name;
  function_1* f;
  exact_1* exact;
  double bound;  // ulp, as the source derives it
  double low, high;
  draw* argument;
} row_1;

static const row_1 ROWS_1[] = {
    {"sin, any", carom__sin, mpfr_sin, 0.92, 0, 0, any_double},
    {"sin, subnormal", carom__sin, mpfr_sin, 0.92, 0, 0, subnormal},
    {"sin, usual", carom__sin, mpfr_sin, 0.92, 0, 0, usual},
    {"sin, no reduction", carom__sin, mpfr_sin, 0.92, -0.8, 0.8, NULL},
    {"sin, a turn", carom__sin, mpfr_sin, 0.92, -7, 7, NULL},
    {"sin, many turns", carom__sin, mpfr_sin, 0.92, 0, 1e6, NULL},
    {"sin, more turns", carom__sin, mpfr_sin, 0.92, 0.9e6, 1e8, NULL},
    {"sin, quarter turns", carom__sin, mpfr_sin, 0.92, 0, 0, near_quarter_turn},
    {"cos, any", carom__cos, mpfr_cos, 0.86, 0, 0, any_double},
    {"cos, subnormal", carom__cos, mpfr_cos, 0.86, 0, 0, subnormal},
    {"cos, usual", carom__cos, mpfr_cos, 0.86, 0, 0, usual},
    {"cos, no reduction", carom__cos, mpfr_cos, 0.86, -0.8, 0.8, NULL},
    {"cos, a turn", carom__cos, mpfr_cos, 0.86, -7, 7, NULL},
    {"cos, many turns", carom__cos, mpfr_cos, 0.86, 0, 1e6, NULL},
    {"cos, quarter turns", carom__cos, mpfr_cos, 0.86, 0, 0, near_quarter_turn},
    {"cbrt, any", carom__cbrt, mpfr_cbrt, 0.501, 0, 0, any_double},
    {"cbrt, subnormal", carom__cbrt, mpfr_cbrt, 0.501, 0, 0, subnormal},
    {"cbrt, all of a part", carom__cbrt, mpfr_cbrt, 0.501, 0.125, 1, NULL},
    {"exp, any", carom__exp, mpfr_exp, 0.76, 0, 0, any_double},
    {"exp, subnormal", carom__exp, mpfr_exp, 0.76, 0, 0, subnormal},
    {"exp, usual", carom__exp, mpfr_exp, 0.76, 0, 0, usual},
    {"exp, normal", carom__exp, mpfr_exp, 0.52, -708, 709.5, NULL},
    {"exp, small", carom__exp, mpfr_exp, 0.52, -1, 1, NULL},
    {"exp, to subnormal", carom__exp, mpfr_exp, 0.76, -746, -708, NULL},
    {"log, any", carom__log, mpfr_log, 0.501, 0, 0, any_double},
    {"log, subnormal", carom__log, mpfr_log, 0.501, 0, 0, subnormal},
    {"log, around 1", carom__log, mpfr_log, 0.501, 0.5, 2, NULL},
    {"log, near 1", carom__log, mpfr_log, 0.501, 0, 0, near_one},
};

Test(elementary, one_argument_within_the_bound) {
  for (size_t k = 0; k < sizeof ROWS_1 / sizeof *ROWS_1; ++k) {
    const row_1* row = &ROWS_1[k];
    test_random r = {k + 1};
    double worst = 0, where = 0;
    for (int i = arguments_a_row(); i > 0; --i) {
      const double x = row->argument ? row->argument(&r) : test_random_uniform(&r, row->low, row->high);
      const double error = error_1(row->f, row->exact, x);
      if (!(error > worst)) continue;
      worst = error;
      where = x;
    }
    printf("%-20s %.4f ulp at %a\n", row->name, worst, where);
    cr_expect(worst <= row->bound, "%s: %g ulp at %a", row->name, worst, where);
  }
}

typedef struct point {
  double x, y;
} point;

static point any_point(test_random* r) {
  return (point){any_double(r), any_double(r)};
}

static point subnormal_point(test_random* r) {
  return (point){subnormal(r), test_random_below(r, 4) ? subnormal(r) : usual(r)};
}

static point usual_point(test_random* r) {
  return (point){usual(r), usual(r)};
}

/// Both of about the same size, whatever that is.
static point even_point(test_random* r) {
  for (;;) {
    const double x = any_double(r);
    const point p = {x, ldexp(x, test_random_below(r, 9) - 4) * test_random_uniform(r, -1, 1)};
    if (isfinite(p.y)) return p;
  }
}

static point positive_base(test_random* r) {
  return (point){fabs(any_double(r)), usual(r)};
}

/// A negative base with a whole exponent.
static point whole_exponent(test_random* r) {
  return (point){usual(r), test_random_below(r, 80) - 40};
}

/// Powers from the least to the largest double, of a base of any size.
static point whole_range(test_random* r) {
  const double x = ldexp(test_random_uniform(r, 1, 2), test_random_below(r, 2000) - 1000);
  return (point){x, test_random_uniform(r, -745, 709.7) / log(x)};
}

/// The same with a base that is nearly 1.
static point whole_range_near_one(test_random* r) {
  const double x = near_one(r);
  return (point){x, x != 1 ? test_random_uniform(r, -745, 709.7) / log(x) : 1e300};
}

typedef struct row_2 {
  const char* name;
  function_2* f;
  exact_2* exact;
  double bound;
  point (*argument)(test_random*);
} row_2;

/// hypot is rounded once more where the answer is subnormal.
static const row_2 ROWS_2[] = {
    {"hypot, any", carom__hypot, mpfr_hypot, 0.501, any_point},
    {"hypot, subnormal", carom__hypot, mpfr_hypot, 0.76, subnormal_point},
    {"hypot, usual", carom__hypot, mpfr_hypot, 0.501, usual_point},
    {"hypot, even", carom__hypot, mpfr_hypot, 0.76, even_point},
    {"atan2, any", carom__atan2, mpfr_atan2, 0.76, any_point},
    {"atan2, subnormal", carom__atan2, mpfr_atan2, 0.76, subnormal_point},
    {"atan2, usual", carom__atan2, mpfr_atan2, 0.51, usual_point},
    {"atan2, even", carom__atan2, mpfr_atan2, 0.51, even_point},
    {"pow, any", carom__pow, mpfr_pow, 0.8, any_point},
    {"pow, subnormal", carom__pow, mpfr_pow, 0.8, subnormal_point},
    {"pow, usual", carom__pow, mpfr_pow, 0.8, usual_point},
    {"pow, positive", carom__pow, mpfr_pow, 0.8, positive_base},
    {"pow, whole", carom__pow, mpfr_pow, 0.8, whole_exponent},
    {"pow, whole range", carom__pow, mpfr_pow, 0.8, whole_range},
    {"pow, near 1", carom__pow, mpfr_pow, 0.8, whole_range_near_one},
};

Test(elementary, two_arguments_within_the_bound) {
  for (size_t k = 0; k < sizeof ROWS_2 / sizeof *ROWS_2; ++k) {
    const row_2* row = &ROWS_2[k];
    test_random r = {k + 1};
    double worst = 0;
    point where = {0, 0};
    for (int i = arguments_a_row(); i > 0; --i) {
      const point p = row->argument(&r);
      const double error = error_2(row->f, row->exact, p.x, p.y);
      if (!(error > worst)) continue;
      worst = error;
      where = p;
    }
    printf("%-20s %.4f ulp at %a, %a\n", row->name, worst, where.x, where.y);
    cr_expect(worst <= row->bound, "%s: %g ulp at %a, %a", row->name, worst, where.x, where.y);
  }
}

/// The double that comes nearest to a multiple of pi/2 (Muller, Elementary functions, table 11.1): 2^-61 beside it.
Test(elementary, the_hardest_angle) {
  const double x = 0x1.6ac5b262ca1ffp+849;
  cr_expect_lt(error_1(carom__cos, mpfr_cos, x), 0.86);
  cr_expect_lt(error_1(carom__sin, mpfr_sin, x), 0.92);
  cr_expect(fabs(carom__cos(x)) < 0x1p-60);
}

Test(elementary, sine_and_cosine_at_once_are_the_same) {
  test_random r = {5};
  for (int i = 0; i < 1000; ++i) {
    const double x = i % 2 ? usual(&r) : any_double(&r);
    const carom__sincos both = carom__sincos_of(x);
    cr_assert(same(both.sine, carom__sin(x)) && same(both.cosine, carom__cos(x)), "%a", x);
    cr_assert(same(carom__sin(-x), -carom__sin(x)) && same(carom__cos(-x), carom__cos(x)), "%a", x);
  }
}

Test(elementary, length_does_not_depend_on_order_or_sign) {
  test_random r = {6};
  for (int i = 0; i < 1000; ++i) {
    const point p = i % 2 ? usual_point(&r) : any_point(&r);
    cr_assert(same(carom__hypot(p.x, p.y), carom__hypot(-p.y, p.x)), "%a, %a", p.x, p.y);
  }
  cr_expect_eq(carom__hypot(3, 4), 5);
  cr_expect_eq(carom__hypot(0x3p-1074, 0x4p-1074), 0x5p-1074);
  cr_expect_eq(carom__hypot(0x3p1020, 0x4p1020), 0x5p1020);
}

#define PI_UP 0x1.921fb54442d18p+1

typedef struct special_1 {
  function_1* f;
  double x, want;
} special_1;

Test(elementary, zeros_infinities_and_nan_of_one_argument) {
  const special_1 rows[] = {
      {carom__sin, 0.0, 0.0},
      {carom__sin, -0.0, -0.0},
      {carom__sin, INFINITY, NAN},
      {carom__sin, -INFINITY, NAN},
      {carom__sin, NAN, NAN},
      {carom__sin, -0x1p-1074, -0x1p-1074},
      {carom__cos, 0.0, 1},
      {carom__cos, -0.0, 1},
      {carom__cos, INFINITY, NAN},
      {carom__cos, NAN, NAN},
      {carom__cbrt, 0.0, 0.0},
      {carom__cbrt, -0.0, -0.0},
      {carom__cbrt, INFINITY, INFINITY},
      {carom__cbrt, -INFINITY, -INFINITY},
      {carom__cbrt, NAN, NAN},
      {carom__cbrt, -27, -3},
      {carom__cbrt, 0x1p-1074, 0x1p-358},
      {carom__exp, 0.0, 1},
      {carom__exp, -0.0, 1},
      {carom__exp, INFINITY, INFINITY},
      {carom__exp, -INFINITY, 0.0},
      {carom__exp, NAN, NAN},
      {carom__exp, 0x1.62e42fefa39fp+9, INFINITY},  // the first above log(DBL_MAX)
      {carom__exp, -0x1.74910d52d3052p+9, 0.0},     // the first below log(2^-1075)
      {carom__exp, -0x1.74910d52d3051p+9, 0x1p-1074},
      {carom__exp, 1e300, INFINITY},
      {carom__exp, -1e300, 0.0},
      {carom__log, 0.0, -INFINITY},
      {carom__log, -0.0, -INFINITY},
      {carom__log, 1, 0.0},
      {carom__log, INFINITY, INFINITY},
      {carom__log, -1, NAN},
      {carom__log, -INFINITY, NAN},
      {carom__log, NAN, NAN},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
    cr_expect(same(rows[i].f(rows[i].x), rows[i].want), "row %zu: f(%a) = %a, want %a", i, rows[i].x,
              rows[i].f(rows[i].x), rows[i].want);
  cr_expect(isfinite(carom__exp(0x1.62e42fefa39efp+9)));
}

/// MPFR keeps to annex F too, so it says what is right for every pair of such numbers.
Test(elementary, zeros_infinities_and_nan_of_two_arguments) {
  const double odd[] = {0.0,     -0.0,     INFINITY,  -INFINITY,  NAN,
                        1,       -1,       0.5,       -0.5,       2,
                        -2,      3,        -3,        1e300,      -1e300,
                        DBL_MAX, -DBL_MAX, 0x1p53,    0x1p53 + 2, -0x1p-1074,
                        2.5,     -7,       0x1p-1074, DBL_MIN,    0x1.fffffffffffffp52};
  const row_2 functions[] = {{"hypot", carom__hypot, mpfr_hypot, 0.76, NULL},
                             {"atan2", carom__atan2, mpfr_atan2, 0.76, NULL},
                             {"pow", carom__pow, mpfr_pow, 0.8, NULL}};
  const int count = sizeof odd / sizeof *odd;
  for (int i = 0; i < 3 * count * count; ++i) {
    const row_2* row = &functions[i / (count * count)];
    const double x = odd[i / count % count], y = odd[i % count], error = error_2(row->f, row->exact, x, y);
    cr_expect(error <= row->bound, "%s(%a, %a) = %a", row->name, x, y, row->f(x, y));
  }
  cr_expect(same(carom__atan2(0.0, -0.0), PI_UP) && same(carom__atan2(-0.0, -1), -PI_UP));
  cr_expect(same(carom__pow(-0.0, -3), -INFINITY) && same(carom__hypot(NAN, -INFINITY), INFINITY));
}

Test(elementary, what_is_not_a_number_passes_by_as_the_second) {
  cr_expect(carom__max(1, 2) == 2 && carom__max(2, 1) == 2 && carom__min(1, 2) == 1 && carom__min(2, 1) == 1);
  cr_expect(carom__max(1, NAN) == 1 && carom__min(1, NAN) == 1);
  cr_expect(isnan(carom__max(NAN, 1)) && isnan(carom__min(NAN, 1)));
}
