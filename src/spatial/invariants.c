// All directions in which slip does not turn.
//
// In B's principal axes (b1 >= b2, each axis pointing so that d1, d2 >= 0) and with a = mu (b1 - b2), the slip
// direction u = (cos t, sin t) turns at the rate g/|gamma| per unit of normal impulse, where
//     g(t) = a sin t cos t - d1 sin t + d2 cos t = sin t cos t (a - d1/cos t + d2/sin t).
// The bracket is monotone in the first quadrant and in the third, and has one sign in the second:
//   first quadrant    exactly one root, with lambda = f > -mu b2: the only one that can be centrifugal;
//   second            none;
//   third             exactly one, with f < -mu b1;
//   fourth            d1/cos + d2/|sin| is convex with its least value (d1^(2/3) + d2^(2/3))^(3/2) at
//                     |tan t| = (d2/d1)^(1/3): two roots if a exceeds that value, one double root if a equals it (the
//                     astroid), none if a is smaller; -mu b1 < f < -mu b2.
// So every root has a bracket, and its type is known without looking at the sign of a rounded f.
#include <float.h>

#include "base/diag.h"
#include "math/elementary.h"
#include "spatial/check.h"
#include "spatial/invariants.h"

/// The entries of B and d carry a relative rounding of eps/2 each, and turning to the principal axes adds a few more;
/// so g is known to a few eps of rho = mu tr B + |d|, and roots that g cannot tell apart at this level are one.
static const double ROUNDING = 16 * DBL_EPSILON;

static const double QUARTER = 1.57079632679489661923;

/// -m b u + d in the principal axes.
typedef struct principal {
  carom_vec2 axis1, axis2;
  double b1, b2;     ///< m times the eigenvalues, b1 >= b2
  double a;          ///< b1 - b2, without cancellation
  double d1, d2;     ///< >= 0
  double rho;        ///< b1 + b2 + |d|
  double tolerance;  ///< what rounding can do to g
} principal;

typedef struct root {
  carom_vec2 u;  ///< in principal axes
  int multiplicity;
} root;

typedef struct root_list {
  root items[4];
  int count;
} root_list;

static double along(carom_vec2 axis, carom_vec2 d) {
  return axis.x * d.x + axis.y * d.y;
}

static carom_vec2 times(double k, carom_vec2 a) {
  return (carom_vec2){k * a.x, k * a.y};
}

/// Unit eigenvector of the larger eigenvalue, exact when b is diagonal.
static carom_vec2 major_axis(double half_difference, double b12, double radius) {
  if (radius == 0) return (carom_vec2){1, 0};
  const double large = sqrt(0.5 * (1 + fabs(half_difference) / radius));
  const double small = b12 / (2 * radius * large);
  return half_difference >= 0 ? (carom_vec2){large, small} : (carom_vec2){small, large};
}

static principal principal_of(const carom__slip* s) {
  const double half_difference = 0.5 * (s->b11 - s->b22), half_trace = 0.5 * (s->b11 + s->b22);
  const double radius = carom__hypot(half_difference, s->b12);
  principal p = {.axis1 = major_axis(half_difference, s->b12, radius),
                 .b1 = s->m * (half_trace + radius),
                 .b2 = s->m * (s->det / (half_trace + radius)),
                 .a = s->m * (2 * radius)};
  p.axis2 = (carom_vec2){-p.axis1.y, p.axis1.x};
  if (along(p.axis1, s->d) < 0) p.axis1 = times(-1, p.axis1);
  if (along(p.axis2, s->d) < 0) p.axis2 = times(-1, p.axis2);
  p.d1 = along(p.axis1, s->d);
  p.d2 = along(p.axis2, s->d);
  p.rho = s->m * (2 * half_trace) + carom__hypot(s->d.x, s->d.y);
  p.tolerance = ROUNDING * p.rho;
  return p;
}

/// k(t) = product sin t cos t + sine sin t + cosine cos t
typedef struct trigonometric {
  double product, sine, cosine;
} trigonometric;

/// The t in (low, high) where k rises through 0: Newton, halving instead when a step leaves the bracket or is not twice
/// as short as the one before last. Each double step halves something, so 200 steps are more than it can take.
static double rising_root(trigonometric k, double low, double high) {
  double t = 0.5 * (low + high), step = high - low, previous = step;
  for (int i = 0; i < 200; ++i) {
    const carom__sincos at = carom__sincos_of(t);
    const double s = at.sine, c = at.cosine;
    const double value = k.product * s * c + k.sine * s + k.cosine * c;
    const double slope = k.product * (c - s) * (c + s) + k.sine * c - k.cosine * s;
    if (value < 0) low = t;
    if (value >= 0) high = t;
    double next = t - value / slope;
    if (!(next >= low && next <= high && fabs(2 * value) <= fabs(previous * slope))) next = 0.5 * (low + high);
    previous = step;
    step = next - t;
    t = next;
    if (!(fabs(step) > DBL_EPSILON / 16)) break;
  }
  return t;
}

static carom_vec2 direction(double t) {
  const carom__sincos at = carom__sincos_of(t);
  return (carom_vec2){at.cosine, at.sine};
}

// A quarter turn is no double, so roots that lie there for d1 = 0 are returned exactly; the others come from their
// bracket.

static carom_vec2 first_quadrant(const principal* p) {
  if (p->d1 == 0) return (carom_vec2){0, 1};
  return direction(rising_root((trigonometric){-p->a, p->d1, -p->d2}, 0, QUARTER));
}

static carom_vec2 third_quadrant(const principal* p) {
  if (p->d2 == 0) return (carom_vec2){-1, 0};
  if (p->d1 == 0 && p->d2 >= p->a) return (carom_vec2){0, -1};
  return times(-1, direction(rising_root((trigonometric){p->a, p->d1, -p->d2}, 0, QUARTER)));
}

/// How the fourth quadrant looks: its possible double root, and where a stands against the astroid there.
typedef struct fourth {
  double middle;       ///< atan((d2/d1)^(1/3)), the double root when there is one
  double margin;       ///< a - (d1^(2/3) + d2^(2/3))^(3/2): inside the astroid when positive
  double g_at_middle;  ///< |g| there: how far d is from the astroid
} fourth;

static fourth fourth_of(const principal* p) {
  const double r1 = carom__cbrt(p->d1), r2 = carom__cbrt(p->d2), size2 = r1 * r1 + r2 * r2;
  fourth q = {.middle = carom__atan2(r2, r1), .margin = p->a - size2 * sqrt(size2)};
  q.g_at_middle = size2 > 0 ? fabs(q.margin) * r1 * r2 / size2 : 0;
  return q;
}

static carom_vec2 mirrored(carom_vec2 u) {
  return (carom_vec2){u.x, -u.y};
}

static carom_vec2 fourth_lower(const principal* p, double middle) {
  return mirrored(direction(rising_root((trigonometric){p->a, -p->d1, -p->d2}, 0, middle)));
}

static carom_vec2 fourth_upper(const principal* p, double middle) {
  if (p->d1 == 0) return (carom_vec2){0, -1};
  return mirrored(direction(rising_root((trigonometric){-p->a, p->d1, p->d2}, middle, QUARTER)));
}

/// A change of d within the tolerance puts it on the astroid. Where d lies along an axis, so that its other component
/// is rounding itself, the simple roots inside are kept: they are exact there, and only a cusp makes them one.
static bool is_double(const principal* p, const fourth* q) {
  const double smaller = carom__min(p->d1, p->d2), larger = carom__max(p->d1, p->d2);
  if (q->g_at_middle > p->tolerance) return false;
  return smaller > p->tolerance || (q->margin <= 0 && larger < p->a);
}

/// A change of d within the tolerance puts it on a cusp of the astroid.
static bool is_triple(const principal* p) {
  return carom__min(p->d1, p->d2) <= p->tolerance && fabs(carom__max(p->d1, p->d2) - p->a) <= p->tolerance;
}

static void add_root(root_list* list, carom_vec2 u, int multiplicity) {
  list->items[list->count++] = (root){u, multiplicity};
}

/// The first root is that of the first quadrant.
static root_list roots_of(const principal* p, carom_vec2 first) {
  root_list list = {.count = 0};
  if (is_triple(p)) {
    const bool on_first = p->d1 >= p->d2;
    add_root(&list, on_first ? (carom_vec2){1, 0} : first, on_first ? 3 : 1);
    add_root(&list, on_first ? third_quadrant(p) : (carom_vec2){0, -1}, on_first ? 1 : 3);
    return list;
  }
  add_root(&list, first, 1);
  add_root(&list, third_quadrant(p), 1);
  const fourth q = fourth_of(p);
  if (is_double(p, &q)) {
    add_root(&list, mirrored(direction(q.middle)), 2);
  } else if (q.margin > 0) {
    add_root(&list, fourth_lower(p, q.middle), 1);
    add_root(&list, fourth_upper(p, q.middle), 1);
  }
  return list;
}

/// lambda = d_i/u_i - b_i holds for either axis i; the one with the smaller rounding is taken.
static double rate_along(const principal* p, carom_vec2 u) {
  const double ratio1 = p->d1 / u.x, ratio2 = p->d2 / u.y;
  const double noise1 = fabs(ratio1) * (1 + 1 / fabs(u.x)) + p->b1;
  const double noise2 = fabs(ratio2) * (1 + 1 / fabs(u.y)) + p->b2;
  if (u.x != 0 && (u.y == 0 || noise1 <= noise2)) return ratio1 - p->b1;
  return ratio2 - p->b2;
}

static carom_vec2 in_world(const principal* p, carom_vec2 u) {
  return (carom_vec2){u.x * p->axis1.x + u.y * p->axis2.x, u.x * p->axis1.y + u.y * p->axis2.y};
}

static double angle_of(const principal* p, carom_vec2 u) {
  const carom_vec2 world = in_world(p, u);
  const double angle = carom__atan2(world.y, world.x);
  return angle > -2 * QUARTER ? angle + 0.0 : 2 * QUARTER;  // -0 becomes 0
}

static carom_invariant describe(const principal* p, const root* r) {
  const carom_vec2 u = r->u;
  const double turn = p->a * (u.x - u.y) * (u.x + u.y) - p->d1 * u.x - p->d2 * u.y;
  return (carom_invariant){.angle = angle_of(p, u),
                           .type = CAROM_CENTRIPETAL,
                           .rate = rate_along(p, u),
                           .turn = r->multiplicity > 1 ? 0 : turn,
                           .multiplicity = r->multiplicity};
}

/// The direction of the first quadrant, in principal axes, and its rate, whose sign is that of |w| - mu.
static double first_direction(const carom__slip* s, const principal* p, carom_vec2* u) {
  if (s->excess > 0) {
    carom_vec2 world;
    const double rate = carom__slip_centrifugal(s, &world);
    *u = (carom_vec2){along(p->axis1, world), along(p->axis2, world)};
    return rate;
  }
  *u = first_quadrant(p);
  const double rate = carom__slip_small_rate(s, in_world(p, *u));
  // This is good to eps times the square root of the condition number, the direct form to eps rho.
  const bool is_small = fabs(rate) * ((p->b1 + p->b2) / sqrt(p->b1 * p->b2)) < p->rho;
  return is_small ? rate : rate_along(p, *u);
}

static void set_type(double excess, double rate, carom_invariant* first) {
  first->rate = rate;
  if (excess > 0) first->type = CAROM_CENTRIFUGAL;
  if (fabs(excess) > ROUNDING) return;
  first->type = CAROM_STEADY;
  first->rate = 0;
}

static void sort_by_angle(carom_spatial_directions* out) {
  for (int i = 1; i < out->count; ++i) {
    const carom_invariant item = out->items[i];
    int j = i;
    for (; j > 0 && out->items[j - 1].angle > item.angle; --j) out->items[j] = out->items[j - 1];
    out->items[j] = item;
  }
}

static carom_spatial_directions directions_of(const carom__slip* s) {
  const principal p = principal_of(s);
  carom_spatial_directions out = {.every_direction = p.a + carom__hypot(p.d1, p.d2) <= 2 * p.tolerance};
  if (out.every_direction) return out;
  carom_vec2 first;
  const double first_rate = first_direction(s, &p, &first);
  const root_list roots = roots_of(&p, first);
  out.count = roots.count;
  for (int i = 0; i < roots.count; ++i) out.items[i] = describe(&p, &roots.items[i]);
  // On a cusp the axis took the place of the first direction; there lambda = -b2.
  if (roots.items[0].multiplicity == 1) set_type(s->excess, first_rate, &out.items[0]);
  sort_by_angle(&out);
  return out;
}

/// Rates in 1/kg; false when one does not fit a double.
static bool restore_units(const carom__slip* s, carom_spatial_directions* out) {
  bool fits = true;
  for (int i = 0; i < out->count; ++i) {
    carom_invariant* item = &out->items[i];
    item->rate = ldexp(s->unit * item->rate, s->unit_exponent);
    item->turn = ldexp(s->unit * item->turn, s->unit_exponent);
    fits = fits && isfinite(item->rate) && isfinite(item->turn);
  }
  return fits;
}

// @eq JW16 (33)  u x (-mu B u + d) = 0
carom_status carom_spatial_invariants(const carom_spatial_problem* problem, carom_spatial_directions* out,
                                      carom_diag* diag) {
  carom_status status = carom__need_problem_and_out(problem, out, diag);
  if (!status) status = carom__spatial_check(problem, diag);
  if (status) return status;
  const double(*w)[3] = problem->w.m;
  const carom__slip_input input = {.b11 = w[0][0],
                                   .b12 = 0.5 * w[0][1] + 0.5 * w[1][0],
                                   .b22 = w[1][1],
                                   .d1 = 0.5 * w[0][2] + 0.5 * w[2][0],
                                   .d2 = 0.5 * w[1][2] + 0.5 * w[2][1],
                                   .mu = problem->surface.mu};
  const carom__slip slip = carom__slip_scaled(&input);
  carom_spatial_directions directions = directions_of(&slip);
  if (!restore_units(&slip, &directions))
    return carom__fail(diag, CAROM_OVERFLOW, "surface.mu", input.mu,
                       "with mu = %g the rate mu B of slip is too large for a double", input.mu);
  *out = directions;
  return CAROM_OK;
}
