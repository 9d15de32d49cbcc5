// The first time at which two things that move on parabolas touch: |d0 + d1 t + d2 t^2| falls to rho.
//
// g(t) = |d|^2 - rho^2 is of fourth degree. The roots of g'' (a quadratic) split [0, until] into pieces where g' is
// monotone, the roots of g' split it into pieces where g is monotone, and the first piece on which g falls from above 0
// to below it holds the contact. No root is skipped, and none is found by chance. The distance is always computed from
// d, never from the coefficients of g, which lose the digits of a graze.
#include <float.h>

#include "carom/table.h"

/// Newton's method gets here in ten steps or so; each eighth step halves, so that 60 halvings are certain.
enum { MOST_STEPS = 512 };

/// What has been computed of an approach, once: scalar products.
typedef struct products {
  double d0d0, d1d1, d2d2, d0d1, d0d2, d1d2;
} products;

static carom_vec3 flat(const carom_approach* a, carom_vec3 d) {
  return a->dimension == 2 ? (carom_vec3){d.x, d.y, 0} : d;
}

static carom_vec3 place(const carom_approach* a, double t) {
  const carom_vec3 d = {fma(t, fma(t, a->d2.x, a->d1.x), a->d0.x), fma(t, fma(t, a->d2.y, a->d1.y), a->d0.y),
                        fma(t, fma(t, a->d2.z, a->d1.z), a->d0.z)};
  return d;
}

static carom_vec3 speed(const carom_approach* a, double t) {
  const carom_vec3 v = {fma(2 * t, a->d2.x, a->d1.x), fma(2 * t, a->d2.y, a->d1.y), fma(2 * t, a->d2.z, a->d1.z)};
  return v;
}

/// A function of time and its slope.
typedef struct value {
  double y, slope;
} value;

/// |d| - rho
static value gap(const carom_approach* a, double t) {
  const carom_vec3 d = place(a, t);
  const double distance = sqrt(carom_vec3_dot(d, d));
  return (value){distance - a->rho, carom_vec3_dot(d, speed(a, t)) / distance};
}

/// g'/2 = d . d'
static value half_rate(const carom_approach* a, double t) {
  const carom_vec3 d = place(a, t), v = speed(a, t);
  return (value){carom_vec3_dot(d, v), carom_vec3_dot(v, v) + 2 * carom_vec3_dot(a->d2, d)};
}

/// The root of f between lo and hi, where f is monotone and changes its sign: Newton's method, guarded by halving.
static double root(const carom_approach* a, value (*f)(const carom_approach*, double), double lo, double hi) {
  const bool falls = f(a, lo).y > 0;
  double t = lo + 0.5 * (hi - lo);
  for (int i = 1; i < MOST_STEPS; ++i) {
    const value now = f(a, t);
    if (now.y == 0) return t;
    if ((now.y > 0) == falls) {
      lo = t;
    } else {
      hi = t;
    }
    double next = t - now.y / now.slope;
    if (!(next > lo && next < hi) || i % 8 == 0) next = lo + 0.5 * (hi - lo);
    if (fabs(next - t) <= DBL_EPSILON * t || next <= lo || next >= hi) return next;
    t = next;
  }
  return t;
}

static products multiply(const carom_approach* a) {
  return (products){carom_vec3_dot(a->d0, a->d0), carom_vec3_dot(a->d1, a->d1), carom_vec3_dot(a->d2, a->d2),
                    carom_vec3_dot(a->d0, a->d1), carom_vec3_dot(a->d0, a->d2), carom_vec3_dot(a->d1, a->d2)};
}

/// After this time the distance is more than rho for ever: |d| >= |d2| t^2 - |d1| t - |d0|. Twice that, to be safe.
static double last_chance(const carom_approach* a, const products* p) {
  const double start = sqrt(p->d0d0) + a->rho, velocity = sqrt(p->d1d1), bend = sqrt(p->d2d2);
  if (bend == 0) return 2 * start / velocity;
  return (velocity + sqrt(velocity * velocity + 4 * bend * start)) / bend;
}

/// The roots of g''/2 = (d1d1 + 2 d0d2) + 6 d1d2 t + 6 d2d2 t^2 inside (0, until), ascending; without cancellation.
static int inflections(const products* p, double until, double out[2]) {
  const double a = 6 * p->d2d2, b = 6 * p->d1d2, c = p->d1d1 + 2 * p->d0d2;
  const double discriminant = b * b - 4 * a * c;
  if (!(a > 0) || !(discriminant > 0)) return 0;
  const double q = -0.5 * (b + copysign(sqrt(discriminant), b));
  double first = q / a, second = q != 0 ? c / q : first;
  if (first > second) {
    const double swap = first;
    first = second;
    second = swap;
  }
  int count = 0;
  if (first > 0 && first < until) out[count++] = first;
  if (second > 0 && second < until && second > first) out[count++] = second;
  return count;
}

/// Where the distance turns, with 0 and until: g is monotone between neighbours. At most five.
static int turns(const carom_approach* a, const products* p, double until, double out[5]) {
  double cut[4] = {0};
  int cuts = 1 + inflections(p, until, cut + 1), count = 0;
  cut[cuts++] = until;
  out[count++] = 0;
  double before = half_rate(a, 0).y;
  for (int i = 1; i < cuts; ++i) {
    const double after = half_rate(a, cut[i]).y;
    if ((before < 0 && after > 0) || (before > 0 && after < 0)) {
      const double turn = root(a, half_rate, cut[i - 1], cut[i]);
      if (turn > out[count - 1] && turn < until) out[count++] = turn;
    }
    before = after;
  }
  out[count++] = until;
  return count;
}

/// The search proper. What touches at the start is told by its rate there, since its gap is rounding.
static double search(const carom_approach* a, const products* p, double until) {
  double turn[5];
  const int count = turns(a, p, until, turn);
  double before = gap(a, 0).y;
  const bool touches = !(before > 0);
  for (int i = 0; i + 1 < count; ++i) {
    const double after = gap(a, turn[i + 1]).y;
    const bool falls = i == 0 && touches ? half_rate(a, 0.5 * turn[1]).y < 0 : after < before;
    if (falls && !(before > 0)) return turn[i];
    if (falls && after < 0) return root(a, gap, turn[i], turn[i + 1]);
    before = after;
  }
  return HUGE_VAL;
}

double carom_first_contact(const carom_approach* approach, double until) {
  const carom_approach a = {flat(approach, approach->d0), flat(approach, approach->d1), flat(approach, approach->d2),
                            approach->rho, approach->dimension};
  const products p = multiply(&a);
  if (!(p.d1d1 > 0 || p.d2d2 > 0) || !(until > 0)) return HUGE_VAL;
  const double start = sqrt(p.d0d0) - a.rho;
  // It cannot get there in time, or the part of d along d0 only grows.
  if (start > 0 && sqrt(p.d1d1) * until + sqrt(p.d2d2) * until * until < start) return HUGE_VAL;
  if (start > 0 && p.d0d1 >= 0 && p.d0d2 >= 0) return HUGE_VAL;
  const double last = last_chance(&a, &p);
  return search(&a, &p, last < until ? last : until);
}
