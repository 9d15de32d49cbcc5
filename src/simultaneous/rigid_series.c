// Power series: their terms, sums and first falls.
//
// The first event of a piece is found with a guarantee. A watched function is a polynomial g on [0, 1] that is positive
// until its event. An interval [x, x + d] holds no root where the terms of g about x that fall cannot make it vanish;
// it holds one at most where the terms of g' that rise cannot keep it from falling. Intervals are halved until one of
// both holds.
#include "simultaneous/rigid.h"

/// Intervals that the search for one event may look at: it halves them 50 times at a touching root.
enum { MOST_INTERVALS = 400 };

/// y q' = p y' q for q = k y^p.
double carom__rigid_power_term(const double* y, const double* q, int n, double exponent) {
  double sum = 0;
  for (int j = 1; j <= n; ++j) sum += (exponent * j - (n - j)) * y[j] * q[n - j];
  return sum / (n * y[0]);
}

double carom__rigid_product_term(const double* a, const double* b, int n) {
  double sum = 0;
  for (int j = 0; j <= n; ++j) sum += a[j] * b[n - j];
  return sum;
}

double carom__rigid_sum(const double* series, double x) {
  double sum = 0;
  for (int n = CAROM__RIGID_ORDER; n >= 0; --n) sum = sum * x + series[n];
  return sum;
}

double carom__rigid_fitting_part(double last, double wanted) {
  if (!(last > 0)) return HUGE_VAL;
  return carom__pow(wanted / last, 1.0 / CAROM__RIGID_ORDER);
}

typedef struct value {
  double g, slope;
} value;

static value at(const double* g, int order, double x) {
  value v = {0, 0};
  for (int n = order; n >= 0; --n) {
    v.slope = v.slope * x + v.g;
    v.g = v.g * x + g[n];
  }
  return v;
}

/// Terms of a polynomial about the left end of an interval.
typedef struct local {
  double term[CAROM__RIGID_LONGEST];
  int order;
  double x, width;
} local;

/// True if the terms that fall cannot make it vanish.
static bool stays_positive(const local* l) {
  double least = l->term[0], power = 1;
  for (int n = 1; n <= l->order && least > 0; ++n) {
    power *= l->width;
    least += carom__min(0, l->term[n] * power);
  }
  return least > 0;
}

/// True if the terms of the rate that rise cannot keep it from falling.
static bool falls_throughout(const local* l) {
  double most = l->term[1], power = 1;
  for (int n = 2; n <= l->order && most < 0; ++n) {
    power *= l->width;
    most += carom__max(0, n * l->term[n] * power);
  }
  return most < 0;
}

/// The polynomial about the right end of the interval: of n terms each takes what the next one has become, n times. Two
/// times go together, the second a term behind.
static void advance(local* l) {
  double* g = l->term;
  const double width = l->width;
  const int order = l->order;
  for (int i = 0; i < order; i += 2) {
    double once = g[order], twice = once;
    for (int n = order - 1; n > i; --n) {
      once = g[n] + width * once;
      g[n] = twice = once + width * twice;
    }
    g[i] += width * once;
  }
  l->x += l->width;
}

/// The root of a polynomial that falls through 0 in the interval: Newton's method, kept inside by bisection.
static double falling_root(const local* l) {
  const double *g = l->term, width = l->width;
  double low = 0, high = width, x = g[0] / -g[1] < width ? g[0] / -g[1] : 0.5 * width;
  for (int k = 0; k < 80; ++k) {
    const value v = at(g, l->order, x);
    if (v.g > 0)
      low = x;
    else
      high = x;
    double next = x - v.g / v.slope;
    if (!(next >= low && next <= high)) next = 0.5 * (low + high);
    if (fabs(next - x) <= 4 * DBL_EPSILON * width) return next;
    x = next;
  }
  return x;
}

double carom__rigid_first_fall(const carom__rigid_function* g, double limit, bool* at_once, double* work) {
  bool armed = g->term[0] > g->noise;
  *at_once = false;
  local l;  // terms beyond the order are never read
  l.x = 0;
  l.width = limit;
  l.order = g->order;
  memcpy(l.term, g->term, (size_t)(g->order + 1) * sizeof *l.term);
  if (!armed) l.term[0] += g->noise;
  for (int k = 0; k < MOST_INTERVALS; ++k) {
    *work += 2 * g->order;
    const bool falls = falls_throughout(&l);
    if (falls && !(at(l.term, l.order, l.width).g > 0)) {
      *at_once = !armed;
      return l.term[0] > 0 ? l.x + falling_root(&l) : l.x;
    }
    if (falls || stays_positive(&l)) {
      if (l.x + l.width >= limit) return 2;
      advance(&l);
      *work += g->order * g->order / 2;
      if (!armed && l.term[0] > 2 * g->noise) {
        armed = true;
        l.term[0] -= g->noise;
      }
      l.width = carom__min(2 * l.width, limit - l.x);
      continue;
    }
    l.width *= 0.5;
    if (l.width <= DBL_EPSILON * carom__max(l.x, DBL_EPSILON)) break;
  }
  *at_once = !armed;
  return l.x;
}
