// Where slip goes when it grows out of rest. A direction u is invariant when -mu B u + d = lambda u, so
// u = (mu B + lambda)^-1 d with |u| = 1; lambda = f > 0 makes it centrifugal.
//
// In the principal axes of B each |u_i| = |d_i|/(mu b_i + lambda) falls for lambda >= 0, so phi(lambda) = |u| falls
// from |w|/mu to 0: there is a centrifugal direction iff |w| > mu, and only one. 1/phi is concave there (Cauchy-Schwarz
// on the derivatives of phi), so Newton on 1/phi - 1 from any lambda left of the root climbs to it and never passes it.
#include "math/elementary.h"
#include "spatial/double2.h"
#include "spatial/invariants.h"

/// Of 3e6 random pairs, with condition numbers up to 1e14, the median needed 2 steps and the worst 16; the bound only
/// guards the loop.
enum { MAX_STEPS = 60 };

/// The exponent of the larger one, within the range where 2^exponent and its inverse are normal numbers.
static int exponent_of(double a, double b) {
  const double largest = carom__max(fabs(a), fabs(b));
  if (largest == 0) return 0;
  const int e = ilogb(largest);
  return e < -1000 ? -1000 : e > 1000 ? 1000 : e;
}

/// adj(b) u
static carom_vec2 adjugate_times(const carom__slip* s, carom_vec2 u) {
  return (carom_vec2){carom_difference_of_products(s->b22, u.x, s->b12, u.y),
                      carom_difference_of_products(s->b11, u.y, s->b12, u.x)};
}

/// |solve|^2/(friction det)^2 - 1 with 32 digits in the difference.
static double precise_excess(const carom__slip* s, double friction) {
  const carom__double2 det = carom__double2_cross(s->b11, s->b22, s->b12, s->b12);
  const carom__double2 x = carom__double2_cross(s->b22, s->d.x, s->b12, s->d.y);
  const carom__double2 y = carom__double2_cross(s->b11, s->d.y, s->b12, s->d.x);
  const double unit = ldexp(1, -exponent_of(x.high, y.high));
  const carom__double2 x2 = carom__double2_square(carom__double2_scale(x, unit));
  const carom__double2 y2 = carom__double2_square(carom__double2_scale(y, unit));
  const carom__double2 limit2 = carom__double2_square(carom__double2_scale(carom__double2_scale(det, unit), friction));
  return carom__double2_add(carom__double2_add(x2, y2), carom__double2_negate(limit2)).high / limit2.high;
}

static double excess_of(const carom__slip* s, double friction) {
  const double size = carom__hypot(s->solve.x, s->solve.y), limit = friction * s->det;
  if (size == 0) return -1;
  if (fabs(size - limit) < 0.25 * size) return precise_excess(s, friction);
  return (size / limit - 1) * (size / limit + 1);
}

/// Friction of more than 1 in the scaled units becomes 1, and everything is divided by it.
static void normalise(carom__slip* s, double friction, double mu, int b_exponent) {
  if (!(friction > 1)) return;
  s->m = 1;
  s->d = (carom_vec2){s->d.x / friction, s->d.y / friction};
  s->solve = (carom_vec2){s->solve.x / friction, s->solve.y / friction};
  s->unit = ldexp(mu, -ilogb(mu));
  s->unit_exponent = b_exponent + ilogb(mu);
}

carom__slip carom__slip_scaled(const carom__slip_input* in) {
  const int eb = exponent_of(in->b11, in->b22), ed = exponent_of(in->d1, in->d2);
  const double kb = ldexp(1, -eb), kd = ldexp(1, -ed);
  const bool no_coupling = in->d1 == 0 && in->d2 == 0;
  const double friction = no_coupling && in->mu > 0 ? HUGE_VAL : ldexp(in->mu, eb - ed);
  carom__slip s = {.b11 = kb * in->b11,
                   .b12 = kb * in->b12,
                   .b22 = kb * in->b22,
                   .m = friction,
                   .d = {kd * in->d1, kd * in->d2},
                   .unit = 1,
                   .unit_exponent = ed};
  s.det = carom_difference_of_products(s.b11, s.b22, s.b12, s.b12);
  s.solve = adjugate_times(&s, s.d);
  s.excess = excess_of(&s, friction);
  normalise(&s, friction, in->mu, eb);
  return s;
}

static double dot(carom_vec2 a, carom_vec2 b) {
  return a.x * b.x + a.y * b.y;
}

/// (|w~|^2 - |u|^2)/lambda with w~ = w/mu: |w~|^2 - |u|^2 = (w~ - u).(w~ + u), and w~ - u = lambda (m b)^-1 u.
static double fall_per_lambda(const carom__slip* s, carom_vec2 u) {
  const double det = s->m * s->det;
  const carom_vec2 sum = {s->solve.x / det + u.x, s->solve.y / det + u.y};
  return dot(adjugate_times(s, u), sum) / det;
}

double carom__slip_small_rate(const carom__slip* s, carom_vec2 u) {
  return s->excess / fall_per_lambda(s, u);
}

/// |u|^2 - 1. From u itself it loses a factor 1/excess; from the excess it loses at most the square root of b's
/// condition number (b^-1 magnifies the rounding of a component of u that w~ and u both have small).
static double squared_error(const carom__slip* s, double lambda, carom_vec2 u, double length) {
  if (s->excess < sqrt(s->det) / (s->b11 + s->b22)) return s->excess - lambda * fall_per_lambda(s, u);
  return (length - 1) * (length + 1);
}

/// u = (m b + lambda)^-1 d = numerator/denominator. Nothing cancels: the denominator is a sum of positive terms, and in
/// the principal axes so is each component of the numerator, up to its sign.
static carom_vec2 numerator(const carom__slip* s, double lambda) {
  return (carom_vec2){s->m * s->solve.x + lambda * s->d.x, s->m * s->solve.y + lambda * s->d.y};
}

static double denominator(const carom__slip* s, double lambda) {
  return s->m * (s->m * s->det) + lambda * (s->m * (s->b11 + s->b22) + lambda);
}

/// Newton's step on 1/|u| - 1. The logarithmic derivative of 1/|u| is a mean of 1/(m b_i + lambda), which bounds it
/// below when rounding spoils the difference.
static double newton_step(const carom__slip* s, double lambda) {
  const carom_vec2 n = numerator(s, lambda);
  const double size = carom__hypot(n.x, n.y), det = denominator(s, lambda), trace = s->m * (s->b11 + s->b22);
  const double least = 1 / (trace + lambda), difference = (trace + 2 * lambda) / det - dot(n, s->d) / size / size;
  const double slope = difference > least ? difference : least;
  const double length = size / det;
  const double error = squared_error(s, lambda, (carom_vec2){n.x / det, n.y / det}, length);
  return error / ((length + 1) * slope);
}

double carom__slip_centrifugal(const carom__slip* s, carom_vec2* u) {
  // |u| >= |d|/(m tr b + lambda), so this is left of the root; it keeps |u| moderate however small m is.
  double lambda = carom__max(0, carom__hypot(s->d.x, s->d.y) - s->m * (s->b11 + s->b22));
  for (int i = 0; i < MAX_STEPS; ++i) {
    const double step = newton_step(s, lambda);
    lambda += step;
    // The error left is at most 3/2 of the step's square in units of lambda. A step back is rounding's: the last one.
    if (!(step > 1e-9 * lambda)) break;
  }
  const carom_vec2 n = numerator(s, lambda);
  const double size = carom__hypot(n.x, n.y);
  *u = (carom_vec2){n.x / size, n.y / size};
  return lambda;
}

bool carom__centrifugal_direction(double b11, double b12, double b22, double d1, double d2, double mu, carom_vec2* u,
                                  double* rate) {
  const carom__slip_input input = {b11, b12, b22, d1, d2, mu};
  const carom__slip s = carom__slip_scaled(&input);
  if (!(s.excess > 0)) return false;
  *rate = ldexp(s.unit * carom__slip_centrifugal(&s, u), s.unit_exponent);
  return true;
}
