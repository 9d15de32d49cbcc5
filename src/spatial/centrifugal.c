// Where slip goes when it grows out of rest. A direction u is invariant when -mu B u + d = lambda u, so
// u = (mu B + lambda)^-1 d with |u| = 1; lambda = f > 0 makes it centrifugal.
//
// In the principal axes of B each |u_i| = |d_i|/(mu b_i + lambda) falls for lambda >= 0, so phi(lambda) = |u| falls
// from |w|/mu to 0: there is a centrifugal direction iff |w| > mu, and only one. 1/phi is concave there (Cauchy-Schwarz
// on the derivatives of phi), so Newton on 1/phi - 1 from any lambda left of the root climbs to it and never passes it.
#include <float.h>

#include "spatial/double2.h"
#include "spatial/invariants.h"

/// Of 3e6 random pairs, with condition numbers up to 1e14, the median needed 3 steps and the worst 17; the bound only
/// guards the loop.
enum { MAX_STEPS = 60 };

static int exponent_of(double a, double b) {
  const double largest = fmax(fabs(a), fabs(b));
  return largest > 0 ? ilogb(largest) : 0;
}

/// |solve|^2/(mu det)^2 - 1. Only near 0 does it need more than doubles.
static double excess_of(carom__double2 solve_x, carom__double2 solve_y, carom__double2 det, double mu) {
  const double size = hypot(solve_x.high, solve_y.high), limit = mu * det.high;
  if (size == 0) return -1;
  if (limit == 0) return HUGE_VAL;
  if (!(limit > size / 2 && limit < 2 * size)) return (size / limit - 1) * (size / limit + 1);
  const int e = -ilogb(size);
  const carom__double2 x = carom__double2_shift(solve_x, e), y = carom__double2_shift(solve_y, e);
  const carom__double2 limit2 = carom__double2_square(carom__double2_scale(carom__double2_shift(det, e), mu));
  const carom__double2 size2 = carom__double2_add(carom__double2_square(x), carom__double2_square(y));
  return carom__double2_add(size2, carom__double2_negate(limit2)).high / limit2.high;
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
  const bool no_coupling = in->d1 == 0 && in->d2 == 0;
  const double friction = no_coupling && in->mu > 0 ? HUGE_VAL : ldexp(in->mu, eb - ed);
  carom__slip s = {.b11 = ldexp(in->b11, -eb),
                   .b12 = ldexp(in->b12, -eb),
                   .b22 = ldexp(in->b22, -eb),
                   .m = friction,
                   .d = {ldexp(in->d1, -ed), ldexp(in->d2, -ed)},
                   .unit = 1,
                   .unit_exponent = ed};
  const carom__double2 det = carom__double2_cross(s.b11, s.b22, s.b12, s.b12);
  const carom__double2 solve_x = carom__double2_cross(s.b22, s.d.x, s.b12, s.d.y);
  const carom__double2 solve_y = carom__double2_cross(s.b11, s.d.y, s.b12, s.d.x);
  s.det = det.high;
  s.solve = (carom_vec2){solve_x.high, solve_y.high};
  s.excess = excess_of(solve_x, solve_y, det, friction);
  normalise(&s, friction, in->mu, eb);
  return s;
}

static double dot(carom_vec2 a, carom_vec2 b) {
  return a.x * b.x + a.y * b.y;
}

/// adj(b) u
static carom_vec2 adjugate_times(const carom__slip* s, carom_vec2 u) {
  return (carom_vec2){carom_difference_of_products(s->b22, u.x, s->b12, u.y),
                      carom_difference_of_products(s->b11, u.y, s->b12, u.x)};
}

/// (|w~|^2 - |u|^2)/lambda with w~ = w/mu: |w~|^2 - |u|^2 = (w~ - u).(w~ + u), and w~ - u = lambda (m b)^-1 u.
static double fall_per_lambda(const carom__slip* s, carom_vec2 u) {
  const double det = s->m * s->det;
  const carom_vec2 sum = {s->solve.x / det + u.x, s->solve.y / det + u.y};
  return dot(adjugate_times(s, u), sum) / det;
}

/// Rounding of u reaches the fall, and through it lambda, magnified by at most the square root of b's condition number
/// (u and w~ share the small component that b^-1 magnifies); |u|^2 - 1 itself loses 1/excess.
static bool excess_is_best(const carom__slip* s) {
  return s->excess < sqrt(s->det) / (s->b11 + s->b22);
}

double carom__slip_small_rate(const carom__slip* s, carom_vec2 u) {
  return s->excess / fall_per_lambda(s, u);
}

/// (m b + lambda)^-1 x = (m adj(b) x + lambda x) / (m^2 det + lambda (m tr b + lambda)). Nothing cancels: the
/// determinant is a sum of positive terms, and in the principal axes so is each component of the numerator.
static carom_vec2 shifted_solve(const carom__slip* s, double lambda, carom_vec2 x, carom_vec2 adjugate_x) {
  const double det = s->m * (s->m * s->det) + lambda * (s->m * (s->b11 + s->b22) + lambda);
  return (carom_vec2){(s->m * adjugate_x.x + lambda * x.x) / det, (s->m * adjugate_x.y + lambda * x.y) / det};
}

/// Newton's step on 1/|u| - 1, whose derivative is u.(m b + lambda)^-1 u / |u|^3.
static double newton_step(const carom__slip* s, double lambda, carom_vec2 u) {
  const carom_vec2 back = shifted_solve(s, lambda, u, adjugate_times(s, u));
  const double size = hypot(u.x, u.y);
  const double error = excess_is_best(s) ? s->excess - lambda * fall_per_lambda(s, u) : (size - 1) * (size + 1);
  return size * size / dot(u, back) * (error / (size + 1));
}

double carom__slip_centrifugal(const carom__slip* s, carom_vec2* u) {
  // |u| >= |d|/(m tr b + lambda), so this is left of the root; it keeps |u| moderate however small m is.
  double lambda = fmax(0, hypot(s->d.x, s->d.y) - s->m * (s->b11 + s->b22));
  for (int i = 0; i < MAX_STEPS; ++i) {
    const double step = newton_step(s, lambda, shifted_solve(s, lambda, s->d, s->solve));
    lambda += step;
    if (!(step > 2 * DBL_EPSILON * lambda)) break;
  }
  const carom_vec2 along = shifted_solve(s, lambda, s->d, s->solve);
  const double size = hypot(along.x, along.y);
  *u = (carom_vec2){along.x / size, along.y / size};
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
