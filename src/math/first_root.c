// The search keeps an interval [left, right] with all values and rates at both ends, and for every function a part of
// it, counted from the left, in which no root can lie. What the proofs rest on:
//  - |g''| <= M: from an end with value f and rate r the function stays positive for (r + sqrt(r^2 + 2 M f))/M.
//  - |g''''| <= N: the cubic through both ends is off by at most N t^2 (h - t)^2/24 at t. The cubic less that is a
//    quartic; it is positive where its Bernstein coefficients are.
//  - Within floor_step a function turns at most once: a sign change is one root, and only a dip can hide two.
// The functions are evaluated all at once, but where one is followed to its root, and that is the cost; the proofs are
// a few flops each, and where the cubic alone suffices they are done four at a time. Their arrays are as long as fours
// are: what is left over is clear.
#include "math/first_root.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

#include "math/elementary.h"
#include "math/four.h"

enum { BUDGET = 4000, DIP_TRIES = 64, POLISH_TRIES = 64, HALVINGS = 1 };

/// A step of the floor's length comes out a little longer when t is rounded.
static const double LENIENT = 1.001;

/// A function that rises at both ends and dips between them turns twice. What takes a floor's length for one turn takes
/// this many for two, unless it rises so steeply in the end that the cubic through both ends dips as well.
static const double TWO_TURNS = 3;

/// All functions at one time.
typedef struct sample {
  double t;
  double *value, *rate;
} sample;

typedef struct search {
  const carom__first_root_problem* problem;
  sample left, right, probe;
  double* shift;      // added to a value: 0 for armed functions, else the noise
  double* clear;      // up to this time the function is known to have no root
  double* fourth;     // bounds on the fourth derivatives (0: none is known)
  double floor_step;  // of the problem, but not lost in the rounding of t
  double limit;       // of the search: t_end, or the earliest root so far
  int candidate;      // the function whose root the limit is, or -1
  double step;        // worth trying
  int brake;          // the function that made it short last; -1: none has
  int evaluations;
  bool failed;  // a value or rate is not finite
} search;

/// One function on an interval of length h: values and rates at both ends, bounds on its second and fourth derivatives
/// (0: none is known).
typedef struct piece {
  double h, f0, r0, f1, r1, bound, fourth;
} piece;

static void evaluate(search* s, sample* at, double t) {
  const carom__first_root_problem* p = s->problem;
  carom__four sum = {0};
  p->evaluate(t, at->value, at->rate, p->context);
  for (int i = 0; i < p->count; i += 4) sum += 0 * (carom__load(at->value + i) + carom__load(at->rate + i));
  if (!(carom__sum_lanes(sum) == 0)) s->failed = true;
  at->t = t;
  s->evaluations += 1;
}

/// The probe of function i alone: its time then says nothing of the others.
static void probe_one(search* s, int i, double t) {
  const carom__first_root_problem* p = s->problem;
  double *value = &s->probe.value[i], *rate = &s->probe.rate[i];
  if (!p->evaluate_one) {
    evaluate(s, &s->probe, t);
    return;
  }
  p->evaluate_one(t, i, value, rate, p->context);
  if (!(0 * (*value + *rate) == 0)) s->failed = true;
  s->probe.t = -1;
  s->evaluations += 1;
}

/// The probe of all functions.
static void probe_all(search* s, double t) {
  if (s->probe.t != t) evaluate(s, &s->probe, t);
}

static void swap(sample* a, sample* b) {
  const sample kept = *a;
  *a = *b;
  *b = kept;
}

static double value(const search* s, const sample* at, int i) {
  return at->value[i] + s->shift[i];
}

static inline piece piece_between(const search* s, const sample* a, const sample* b, int i) {
  const double bound = s->problem->bounds[i];
  return (piece){b->t - a->t, value(s, a, i), a->rate[i], value(s, b, i), b->rate[i], bound, s->fourth[i]};
}

/// How long a function of value f > 0 and rate r stays positive for certain.
static double majorant_step(double f, double r, double bound) {
  const double root = sqrt(r * r + 2 * bound * f);
  if (r > 0) return bound > 0 ? (r + root) / bound : HUGE_VAL;
  return root - r > 0 ? 2 * f / (root - r) : HUGE_VAL;
}

static bool all_positive(const double q[5]) {
  return q[0] > 0 && q[1] > 0 && q[2] > 0 && q[3] > 0 && q[4] > 0;
}

/// de Casteljau: q becomes the left half, right the other one.
static void halve(double q[5], double right[5]) {
  for (int level = 0; level < 4; ++level) {
    right[4 - level] = q[4];
    for (int i = 4; i > level; --i) q[i] = 0.5 * (q[i - 1] + q[i]);
  }
  right[0] = q[4];
}

/// The part of [0, 1], from 0, in which the polynomial with these Bernstein coefficients is seen to be positive.
static double positive_part(double q[5]) {
  double part = 0, width = 1, right[5];
  for (int k = 0; k < HALVINGS; ++k) {
    if (all_positive(q)) return part + width;
    halve(q, right);
    width *= 0.5;
    if (!all_positive(q)) continue;
    part += width;
    for (int i = 0; i < 5; ++i) q[i] = right[i];
  }
  return part;
}

/// The same for the lower bound of the function, by the cubic through the ends.
static inline double part_by_cubic(const piece* g) {
  const double h = g->h, p1 = g->f0 + h * g->r0 / 3, p2 = g->f1 - h * g->r1 / 3;
  const double off = g->fourth * h * h * h * h / 144;
  double q[5] = {g->f0, 0.25 * (g->f0 + 3 * p1), 0.5 * (p1 + p2) - off, 0.25 * (3 * p2 + g->f1), g->f1};
  return positive_part(q);
}

/// The part of the piece, from its start, that holds no root for certain.
static double clear_part(const piece* g, double floor_step) {
  const double part = g->fourth > 0 ? part_by_cubic(g) : 0;
  if (part >= 1) return 1;  // the common case, without square roots
  const double forward = majorant_step(g->f0, g->r0, g->bound);
  if (!(g->f1 > 0)) return carom__min(carom__max(part, forward / g->h), 1 - DBL_EPSILON);
  if (forward + majorant_step(g->f1, -g->r1, g->bound) >= g->h) return 1;
  if (g->h <= floor_step && !(g->r0 < 0 && g->r1 > 0)) return 1;
  if (g->h <= TWO_TURNS * floor_step && g->r0 >= 0 && g->r1 >= 0 && g->f1 > g->h * g->r1 / 3) return 1;
  return carom__max(part, forward / g->h);
}

/// True if a function that is positive at `from` (a part of h) and not positive at the end falls all the way. The rate
/// of the cubic is off by at most N h^3 sqrt(3)/216.
static bool falls(const piece* g, double from) {
  if (-(g->r0 + g->r1) >= g->bound * g->h) return true;
  if (!(g->fourth > 0)) return false;
  const double h = g->h, middle = 3 * (g->f1 - g->f0) / h - g->r0 - g->r1;
  const double off = g->fourth * h * h * h * 0.00802;
  const double a = g->r0 + from * (middle - g->r0), b = middle + from * (g->r1 - middle);
  return carom__max(carom__max(a + from * (b - a), b), g->r1) + off < 0;
}

/// Root of the cubic through the ends between the parts a (where it is positive) and 1 (where it is not).
static double root_of_cubic(const piece* g, double a) {
  const double h = g->h, c1 = g->r0 * h, c2 = 3 * (g->f1 - g->f0) - (2 * g->r0 + g->r1) * h;
  const double c3 = 2 * (g->f0 - g->f1) + (g->r0 + g->r1) * h;
  double b = 1, x = 0.5 * (a + b);
  for (int k = 0; k < 30 && b - a > 1e-7; ++k) {
    const double f = g->f0 + x * (c1 + x * (c2 + x * c3)), slope = c1 + x * (2 * c2 + x * 3 * c3);
    if (f > 0) {
      a = x;
    } else {
      b = x;
    }
    const double newton = x - f / slope;
    if (fabs(newton - x) <= 1e-7) return newton > a && newton < b ? newton : x;
    x = newton > a && newton < b ? newton : 0.5 * (a + b);
  }
  return x;
}

/// The one root of function i between low, where it is positive, and high, where it is not: Newton kept in the bracket.
static double polish(search* s, int i, double low, double high, double x) {
  double f_before = HUGE_VAL;
  for (int k = 0; k < POLISH_TRIES && !s->failed; ++k) {
    probe_one(s, i, x);
    const double f = value(s, &s->probe, i), r = s->probe.rate[i], bound = s->problem->bounds[i];
    if (f == 0 || (fabs(f) <= s->problem->noise[i] && fabs(f) > 0.25 * f_before)) return x;
    if (f > 0) {
      low = x;
    } else {
      high = x;
    }
    const double newton = x - f / r, change = newton - x, resolution = DBL_EPSILON * high;
    const bool inside = newton >= low && newton <= high;
    // The next error is at most M change^2/2 over the rate at the root.
    if (inside && 0.5 * bound * change * change <= resolution * (fabs(r) - bound * fabs(change))) return newton;
    if (high - low <= resolution) return high;
    // Where Newton's method does not even halve the value, bisect.
    x = inside && fabs(f) < 0.5 * f_before ? newton : 0.5 * (low + high);
    f_before = inside ? fabs(f) : HUGE_VAL;
  }
  return x;
}

/// Where between the ends the cubic turns from falling to rising, as a part of h.
static double turn_of_cubic(const piece* g) {
  const double middle = 3 * (g->f1 - g->f0) / g->h - g->r0 - g->r1;
  // The rate in Bernstein form, r0 (1 - x)^2 + 2 middle x (1 - x) + r1 x^2: its one root in (0, 1), as r0 < 0 < r1.
  const double x = -g->r0 / (middle - g->r0 + sqrt(carom__max(0, middle * middle - g->r0 * g->r1)));
  return x > 0 && x < 1 ? x : 0.5;
}

/// Function i falls at the left and rises at the right end, both positive, and turns once: true if its lowest value is
/// not positive. Then the probe is at such a point.
static bool dips(search* s, int i) {
  piece g = piece_between(s, &s->left, &s->right, i);
  double start = s->left.t, h_before = g.h;
  for (int k = 0; k < DIP_TRIES && !s->failed; ++k) {
    double x = turn_of_cubic(&g);
    if (k % 3 == 2 && g.h > 0.5 * h_before) x = 0.5;
    if (k % 3 == 2) h_before = g.h;
    const double t = start + x * g.h;
    if (!(t > start && t < start + g.h)) return false;
    probe_one(s, i, t);
    const double f = value(s, &s->probe, i), r = s->probe.rate[i];
    if (!(f > 0)) {
      probe_all(s, t);
      return true;
    }
    if (r == 0) return false;
    if (r < 0) {
      g = (piece){start + g.h - t, f, r, g.f1, g.r1, g.bound, g.fourth};
      start = t;
    } else {
      g = (piece){t - start, g.f0, g.r0, f, r, g.bound, g.fourth};
    }
    if (clear_part(&g, 0) >= 1) return false;
  }
  return false;
}

/// Arms what has risen above its noise.
static void arm(search* s) {
  for (int i = 0; i < s->problem->count; ++i)
    if (s->left.value[i] > s->shift[i]) s->shift[i] = 0;
}

/// A function that is negative at the left end, or about to be; -1 if there is none.
static int first_negative(const search* s) {
  for (int i = 0; i < s->problem->count; ++i)
    if (!(value(s, &s->left, i) > 0) && s->clear[i] <= s->left.t) return i;
  return -1;
}

/// A function within its noise at the start whose rate takes it below for certain; -1 if there is none.
static int first_falling(const search* s) {
  const carom__first_root_problem* p = s->problem;
  for (int i = 0; i < p->count; ++i) {
    const double f = value(s, &s->left, i), r = s->left.rate[i];
    if (s->shift[i] > 0 && r < 0 && r * r > 2 * p->bounds[i] * f && -r * p->t_end > 2 * f) return i;
  }
  return -1;
}

static void start(search* s, double* workspace) {
  const carom__first_root_problem* p = s->problem;
  const int n = p->count, wide = carom__whole_fours(n);
  s->left = (sample){0, workspace, workspace + wide};
  s->right = (sample){-1, workspace + 2 * wide, workspace + 3 * wide};
  s->probe = (sample){-1, workspace + 4 * wide, workspace + 5 * wide};
  s->shift = workspace + 6 * wide;
  s->clear = workspace + 7 * wide;
  s->fourth = workspace + 8 * wide;
  for (int k = 0; k < CAROM__FIRST_ROOT_ROWS; ++k)
    for (int i = n; i < wide; ++i) workspace[k * wide + i] = 0;
  for (int i = n; i < wide; ++i) s->clear[i] = HUGE_VAL;
  evaluate(s, &s->left, 0);
  for (int i = 0; i < n; ++i) {
    s->shift[i] = carom__max(p->noise[i], DBL_MIN);  // not 0: a value of 0 then is not a root yet
    s->clear[i] = 0;
    s->fourth[i] = p->fourths ? p->fourths[i] : p->bounds[i] * p->omega * p->omega;
  }
  arm(s);
}

/// The next right end: twice the step that the bound proves (it proves as much from the other end), but not less than
/// the floor or what went well before.
static double next_right(const search* s) {
  const carom__first_root_problem* p = s->problem;
  const double least = carom__max(s->floor_step, s->step), rest = s->limit - s->left.t;
  double shortest = HUGE_VAL;
  for (int i = 0; i < p->count && 1.8 * shortest > least; ++i)
    if (s->clear[i] < s->limit)
      shortest = carom__min(shortest, majorant_step(value(s, &s->left, i), s->left.rate[i], p->bounds[i]));
  const double step = carom__max(1.8 * shortest, least);
  return step < 0.8 * rest ? s->left.t + step : s->limit;
}

/// The clear part of the interval, the function that ends it, and the part without that function.
typedef struct verdict {
  double part, other_part;
  int blocker;
} verdict;

/// Of four functions from i on, which have no root in the interval: the first question of part_by_cubic, operation by
/// operation. What says no here is asked again.
CAROM__ALWAYS_INLINE carom__four_mask clear_by_cubic(const search* s, int i) {
  const double h = s->right.t - s->left.t;
  const carom__four_mask known = (carom__four_mask)(carom__load(s->clear + i) >= s->right.t);
  if (CAROM__FOR_SIZE) return known;
  const carom__four shift = carom__load(s->shift + i), fourth = carom__load(s->fourth + i);
  const carom__four f0 = carom__load(s->left.value + i) + shift, f1 = carom__load(s->right.value + i) + shift;
  const carom__four p1 = f0 + h * carom__load(s->left.rate + i) / 3, p2 = f1 - h * carom__load(s->right.rate + i) / 3;
  const carom__four off = fourth * h * h * h * h / 144;
  const carom__four_mask inside =
      (carom__four_mask)((0.25 * (f0 + 3 * p1) > 0) & (0.5 * (p1 + p2) - off > 0) & (0.25 * (3 * p2 + f1) > 0));
  return ((carom__four_mask)((f0 > 0) & (f1 > 0) & (fourth > 0)) & inside) | known;
}

static void judge_one(const search* s, int i, verdict* v) {
  const piece g = piece_between(s, &s->left, &s->right, i);
  const double part = clear_part(&g, LENIENT * s->floor_step);
  if (part < v->part) {
    v->other_part = v->part;
    v->part = part;
    v->blocker = i;
  } else {
    v->other_part = carom__min(v->other_part, part);
  }
}

CAROM__WITH_AVX2 static verdict judge(const search* s) {
  verdict v = {1, 1, -1};
  for (int i = 0; i < s->problem->count; i += 4) {
    const carom__four_mask clear = clear_by_cubic(s, i);
    for (int l = 0; l < 4; ++l)
      if (!clear[l]) judge_one(s, i + l, &v);
  }
  return v;
}

/// The blocker has exactly one root in the interval: finds it and makes it the limit. True if no other can be earlier.
static bool take_root(search* s, const verdict* v) {
  const piece g = piece_between(s, &s->left, &s->right, v->blocker);
  const double a = s->left.t, x = root_of_cubic(&g, v->part);
  s->limit = polish(s, v->blocker, a + v->part * g.h, s->right.t, a + x * g.h);
  s->candidate = v->blocker;
  s->clear[v->blocker] = s->limit;
  if (a + v->other_part * g.h >= s->limit) return true;
  probe_all(s, s->limit);
  swap(&s->right, &s->probe);
  return false;
}

/// Has not risen above its noise at either end.
static bool is_rounding(const search* s, int i) {
  return s->shift[i] > 0 && fabs(s->left.value[i]) <= s->shift[i] && fabs(s->right.value[i]) <= s->shift[i];
}

/// The interval is not longer than the floor and the blocker may dip inside.
static void look_for_dip(search* s, int i) {
  if (!is_rounding(s, i) && dips(s, i)) {
    swap(&s->right, &s->probe);
  } else {
    s->clear[i] = s->right.t;
  }
}

/// A function that has not risen above its noise yet allows no longer steps than the floor: none needs to be tried.
static bool stays_short(const search* s, bool is_short) {
  return is_short && s->brake >= 0 && s->shift[s->brake] > 0;
}

/// One change of the interval. True when the search is over.
static bool advance(search* s) {
  if (!(s->right.t > s->left.t)) evaluate(s, &s->right, next_right(s));
  const verdict v = judge(s);
  const double h = s->right.t - s->left.t;
  const bool is_short = h <= LENIENT * s->floor_step;
  if (v.blocker < 0) {
    swap(&s->left, &s->right);
    arm(s);
    s->step = stays_short(s, is_short) ? h : 1.5 * h;
    return s->left.t >= s->limit;
  }
  const piece g = piece_between(s, &s->left, &s->right, v.blocker);
  if (!(g.f1 > 0) && (is_short || falls(&g, v.part))) return take_root(s, &v);
  if (is_short) {
    look_for_dip(s, v.blocker);
  } else if (v.part >= 0.25) {
    evaluate(s, &s->probe, s->left.t + v.part * h);
    swap(&s->left, &s->probe);
    arm(s);
  } else {
    s->step = carom__max(0.25 * h, s->floor_step);
    s->brake = v.blocker;
    evaluate(s, &s->right, s->left.t + s->step);
  }
  return false;
}

carom__first_root carom__find_first_root(const carom__first_root_problem* problem, double* workspace) {
  search s = {.problem = problem, .limit = problem->t_end, .candidate = -1, .brake = -1};
  s.floor_step = carom__max(problem->floor_step, 1e-9 * problem->t_end);
  if (problem->omega > 0) s.step = 1.5 / problem->omega;
  start(&s, workspace);
  const int falling = first_falling(&s);
  if (falling >= 0 && !s.failed && first_negative(&s) < 0) return (carom__first_root){falling, 0, s.evaluations};
  bool done = !(s.limit > 0);
  const int most = problem->most > 0 && problem->most < BUDGET ? problem->most : BUDGET;
  while (!s.failed && s.evaluations < most) {
    const int negative = first_negative(&s);
    if (negative >= 0) return (carom__first_root){negative, s.left.t, s.evaluations};
    if (done) return (carom__first_root){s.candidate, s.limit, s.evaluations};
    done = advance(&s);
  }
  return (carom__first_root){-1, s.failed ? (double)NAN : s.left.t, s.evaluations};
}
