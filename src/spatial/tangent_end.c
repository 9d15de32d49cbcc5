// The end of the arc with its tangents. Near the direction theta* that slip tends to
//   I_s - I = r Phi(theta),   g Phi' + f Phi = -1,      P_s - P = r^2 Psi(theta),   g Psi' + 2 f Psi = -1,
// both analytic at theta*. In eta = tan((theta - theta*)/2), with F = f (1 + eta^2)^2 and H = g (1 + eta^2)^3/2,
//   H Phi_eta + F Phi = -(1 + eta^2)^2
// is a recurrence of five terms, which is differentiated term by term.
#include <math.h>

#include "math/elementary.h"
#include "spatial/tangent.h"

enum { MOST_TERMS = 48 };

/// Slip this much slower than at the start has vanished: what it could still do is below rounding.
static const double VANISHED = 1e-17;
/// Terms below this part of the sum end a series.
static const double SMALL_TERM = 1e-16;
/// The series is tried within this angle (the tangent of its half) of theta*.
static const double WIDEST = 0.55;

typedef carom__quad quad;

static double largest(quad x) {
  double most = 0;
  for (int i = 0; i < 4; ++i)
    if (fabs(x[i]) > most) most = fabs(x[i]);
  return most;
}

/// A and d in axes turned so that the first is the unit vector (c, s).
typedef struct turned {
  double m11, m12, m22, e1, e2;
} turned;

static turned turn(const carom__hodograph* h, double c, double s) {
  const double u1 = h->a11 * c + h->a12 * s, u2 = h->a12 * c + h->a22 * s;
  const double m11 = c * u1 + s * u2;
  return (turned){.m11 = m11,
                  .m12 = c * u2 - s * u1,
                  .m22 = h->a11 + h->a22 - m11,
                  .e1 = c * h->d1 + s * h->d2,
                  .e2 = c * h->d2 - s * h->d1};
}

/// The direction near (c, s) in which slip does not turn, and which attracts; false if Newton's method does not find
/// one close by where slip slows down, or grows.
static bool find_limit(const carom__hodograph* h, bool slows, double* c, double* s) {
  const double first_c = *c, first_s = *s;
  for (int i = 0; i < 16; ++i) {
    const turned at = turn(h, *c, *s);
    const double g = at.e2 - at.m12, slope = at.m11 - at.m22 - at.e1, f = at.e1 - at.m11;
    if (!(slope < 0)) return false;
    const double t = -0.5 * g / slope;
    if (!(fabs(t) <= WIDEST)) return false;
    const double q = 1 / (1 + t * t), dc = (1 - t * t) * q, ds = 2 * t * q, next = *c * dc - *s * ds;
    *s = *s * dc + *c * ds;
    *c = next;
    if (fabs(t) > 1e-13) continue;
    const double n = 1 / sqrt(*c * *c + *s * *s);
    *c *= n;
    *s *= n;
    const double cosine = *c * first_c + *s * first_s, sine = *c * first_s - *s * first_c;
    return (slows ? f < 0 : f > 0) && cosine > 0 && fabs(sine) <= WIDEST * (1 + cosine);
  }
  return false;
}

/// Coefficients of F and H in eta, and their tangents.
typedef struct equation {
  double f[6], h[7];
  quad df[6], dh[7];
} equation;

/// The tangents of A and d in axes that turn with theta*, and of theta* itself.
typedef struct turned_lanes {
  quad m11, m12, m22, e1, angle;
} turned_lanes;

static turned_lanes turn_lanes(const carom__hodograph* h, const turned* at, double c, double s) {
  const quad u1 = h->da11 * c + h->da12 * s, u2 = h->da12 * c + h->da22 * s;
  turned_lanes d = {.m11 = u1 * c + u2 * s, .m12 = u2 * c - u1 * s, .e1 = h->dd1 * c + h->dd2 * s};
  d.m22 = h->da11 + h->da22 - d.m11;
  // g = e2 - m12 stays 0: d theta* = -dg/g'.
  d.angle = -(h->dd2 * c - h->dd1 * s - d.m12) / (at->m11 - at->m22 - at->e1);
  d.m11 += 2 * at->m12 * d.angle;
  d.m22 -= 2 * at->m12 * d.angle;
  d.m12 += (at->m22 - at->m11) * d.angle;
  d.e1 += at->m12 * d.angle;
  return d;
}

/// With e2 = m12, which theta* makes so.
static equation equation_of(const turned* at, const turned_lanes* d) {
  const double g1 = -2 * (at->e1 + at->m22 - at->m11), g3 = -2 * (at->e1 - at->m22 + at->m11);
  const quad dg1 = -2 * (d->e1 + d->m22 - d->m11), dg3 = -2 * (d->e1 - d->m22 + d->m11);
  const quad none = {0};
  return (equation){.f = {at->e1 - at->m11, -2 * at->m12, 2 * at->m11 - 4 * at->m22, 6 * at->m12, -at->e1 - at->m11, 0},
                    .h = {0, 0.5 * g1, 3 * at->m12, 0.5 * (g1 + g3), 2 * at->m12, 0.5 * g3, -at->m12},
                    .df = {d->e1 - d->m11, -2 * d->m12, 2 * d->m11 - 4 * d->m22, 6 * d->m12, -d->e1 - d->m11, none},
                    .dh = {none, 0.5 * dg1, 3 * d->m12, 0.5 * (dg1 + dg3), 2 * d->m12, 0.5 * dg3, -d->m12}};
}

/// A solution of H y' + part F y = -(1 + eta^2)^2: its sum at eta, the derivative there, and the tangent at fixed eta.
typedef struct solution {
  double a[MOST_TERMS], sum, slope;
  quad da[MOST_TERMS], tangent;
} solution;

static inline void add_term(solution* y, const equation* e, double part, int k, double power, double power_before) {
  static const double right[5] = {-1, 0, -2, 0, -1};
  double value = k < 5 ? right[k] : 0;
  quad tangent = {0};
  for (int i = k < 5 ? k : 5; i >= 1; --i) {
    const double factor = part * e->f[i] + (k - i) * e->h[i + 1];
    const quad d_factor = part * e->df[i] + (k - i) * e->dh[i + 1];
    value -= factor * y->a[k - i];
    tangent -= factor * y->da[k - i] + d_factor * y->a[k - i];
  }
  const double inverse = 1 / (part * e->f[0] + k * e->h[1]);
  y->a[k] = value * inverse;
  y->da[k] = (tangent - (part * e->df[0] + k * e->dh[1]) * y->a[k]) * inverse;
  y->sum += y->a[k] * power;
  y->slope += k * y->a[k] * power_before;
  y->tangent += y->da[k] * power;
}

/// False if the series do not settle. Phi > 0 where slip slows down, else the ray begins behind it.
static bool solve(const equation* e, double eta, solution* phi, solution* psi) {
  double power = 1, before = 0;
  phi->sum = phi->slope = psi->sum = psi->slope = 0;
  phi->tangent = psi->tangent = (quad){0};
  for (int k = 0, small = 0; k < MOST_TERMS; ++k) {
    add_term(phi, e, 1, k, power, before);
    add_term(psi, e, 2, k, power, before);
    const double term = fabs(phi->a[k] * power) * (1 + k), lane = largest(phi->da[k]) * fabs(power);
    const bool is_small = term <= SMALL_TERM * fabs(phi->sum) && lane <= SMALL_TERM * largest(phi->tangent) + 0x1p-1000;
    small = is_small ? small + 1 : 0;
    if (small == 3 || eta == 0) return phi->sum * e->f[0] < 0;
    before = power;
    power *= eta;
  }
  return false;
}

/// Both series where slip is.
typedef struct near_limit {
  double c, s, eta;
  turned_lanes lanes;
  solution phi, psi;
} near_limit;

static bool expand_at_limit(const carom__hodograph* h, bool slows, double ux, double uy, near_limit* out) {
  out->c = ux;
  out->s = uy;
  if (!find_limit(h, slows, &out->c, &out->s)) return false;
  const turned at = turn(h, out->c, out->s);
  out->lanes = turn_lanes(h, &at, out->c, out->s);
  const equation e = equation_of(&at, &out->lanes);
  out->eta = (out->c * uy - out->s * ux) / (1 + out->c * ux + out->s * uy);
  return solve(&e, out->eta, &out->phi, &out->psi);
}

bool carom__tangent_arc_end(carom__hodograph* h) {
  carom__slip_state* now = &h->now;
  const double r = carom__hypot(now->x, now->y), ux = now->x / r, uy = now->y / r;
  h->arrival = (carom_vec2){ux, uy};
  if (r <= VANISHED * h->first_speed) return true;
  near_limit l;
  if (!expand_at_limit(h, true, ux, uy, &l)) return false;
  const quad dr = now->dx * ux + now->dy * uy, angle = (now->dy * ux - now->dx * uy) / r;
  const quad d_eta = 0.5 * (1 + l.eta * l.eta) * (angle - l.lanes.angle);
  h->arrival = (carom_vec2){l.c, l.s};
  now->i += r * l.phi.sum;
  now->p += r * r * l.psi.sum;
  now->di += dr * l.phi.sum + r * (l.phi.tangent + l.phi.slope * d_eta);
  now->dp += 2 * r * l.psi.sum * dr + r * r * (l.psi.tangent + l.psi.slope * d_eta);
  now->x = now->y = 0;
  now->dx = now->dy = (quad){0};
  return true;
}

bool carom__tangent_ray_start(const carom__hodograph* h, double* start) {
  const carom__slip_state* now = &h->now;
  const double r = carom__hypot(now->x, now->y);
  near_limit l;
  if (!expand_at_limit(h, false, now->x / r, now->y / r, &l)) return false;
  *start = now->i + r * l.phi.sum;
  return true;
}
