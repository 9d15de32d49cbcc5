// The normal distribution. Its quantile is M. J. Wichura's algorithm AS 241 (PPND16), Applied Statistics 37 (1988)
// 477-484: rational functions, good to about one part in 1e16.
#include "sweep/normal.h"

#include <math.h>

#include "sweep/elementary.h"

static double polynomial(const double c[8], double x) {
  double sum = c[7];
  for (int i = 6; i >= 0; --i) sum = sum * x + c[i];
  return sum;
}

/// |p - 1/2| <= 0.425, in 0.425^2 - (p - 1/2)^2.
static const double MIDDLE_TOP[8] = {3.3871328727963666080e0, 1.3314166789178437745e2, 1.9715909503065514427e3,
                                     1.3731693765509461125e4, 4.5921953931549871457e4, 6.7265770927008700853e4,
                                     3.3430575583588128105e4, 2.5090809287301226727e3};
static const double MIDDLE_BOTTOM[8] = {1.0,
                                        4.2313330701600911252e1,
                                        6.8718700749205790830e2,
                                        5.3941960214247511077e3,
                                        2.1213794301586595867e4,
                                        3.9307895800092710610e4,
                                        2.8729085735721942674e4,
                                        5.2264952788528545610e3};
/// r = sqrt(-log(tail)) <= 5, in r - 1.6.
static const double NEAR_TOP[8] = {1.42343711074968357734e0,  4.63033784615654529590e0, 5.76949722146069140550e0,
                                   3.64784832476320460504e0,  1.27045825245236838258e0, 2.41780725177450611770e-1,
                                   2.27238449892691845833e-2, 7.74545014278341407640e-4};
static const double NEAR_BOTTOM[8] = {1.0,
                                      2.05319162663775882187e0,
                                      1.67638483018380384940e0,
                                      6.89767334985100004550e-1,
                                      1.48103976427480074590e-1,
                                      1.51986665636164571966e-2,
                                      5.47593808499534494600e-4,
                                      1.05075007164441684324e-9};
/// r > 5, in r - 5.
static const double FAR_TOP[8] = {6.65790464350110377720e0,  5.46378491116411436990e0,  1.78482653991729133580e0,
                                  2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3,
                                  2.71155556874348757815e-5, 2.01033439929228813265e-7};
static const double FAR_BOTTOM[8] = {1.0,
                                     5.99832206555887937690e-1,
                                     1.36929880922735805310e-1,
                                     1.48753612908506148525e-2,
                                     7.86869131145613259100e-4,
                                     1.84631831751005468180e-5,
                                     1.42151175831644588870e-7,
                                     2.04426310338993978564e-15};

double carom__normal_quantile(double p) {
  const double q = p - 0.5;
  if (fabs(q) <= 0.425) {
    const double r = 0.180625 - q * q;  // 0.425^2
    return q * polynomial(MIDDLE_TOP, r) / polynomial(MIDDLE_BOTTOM, r);
  }
  const double r = sqrt(-carom__log(q < 0 ? p : 1 - p));
  const double x = r <= 5 ? polynomial(NEAR_TOP, r - 1.6) / polynomial(NEAR_BOTTOM, r - 1.6)
                          : polynomial(FAR_TOP, r - 5) / polynomial(FAR_BOTTOM, r - 5);
  return q < 0 ? -x : x;
}

static const double ROOT_OF_TWO_PI = 2.5066282746310005;
/// Beyond this the density is less than the smallest double.
static const double FARTHEST = 39;

/// The part between 0 and x, x <= 2: density * (x + x^3/3 + x^5/(3 5) + ..), terms of one sign.
static double from_zero(double x, double density) {
  enum { MOST_TERMS = 60 };  // at x = 2 the 40th is below 1e-17
  double term = x, sum = x;
  for (int i = 1; i < MOST_TERMS; ++i) {
    term *= x * x / (2 * i + 1);
    sum += term;
  }
  return density * sum;
}

/// The part beyond x, x > 2: density / (x + 1/(x + 2/(x + 3/(x + ..)))), from the inside out.
static double beyond(double x, double density) {
  enum { TERMS = 160 };  // at x = 2 the rest is below 1e-16
  double fraction = x;
  for (int i = TERMS; i > 0; --i) fraction = x + i / fraction;
  return density / fraction;
}

double carom__normal_below(double x) {
  const double size = fabs(x);
  if (!(size < FARTHEST)) return x > 0 ? 1 : x < 0 ? 0 : x;  // NaN stays
  const double density = carom__exp(-0.5 * size * size) / ROOT_OF_TWO_PI;
  if (size <= 2) return x < 0 ? 0.5 - from_zero(size, density) : 0.5 + from_zero(size, density);
  return x < 0 ? beyond(size, density) : 1 - beyond(size, density);
}
