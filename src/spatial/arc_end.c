// The end of an arc: slip that turns towards an attracting centripetal direction theta* and vanishes there.
//
// In tau that takes for ever, but with u at the angle theta, f = u.(-mu B u + d) and g = p.(-mu B u + d),
//   I_zs - I_z = r Phi(theta),            g Phi' + f Phi = -1,
//   int w.gamma dI_z up to I_zs = r^2 chi(theta),   g chi' + 2 f chi = -w.u,
// and both functions are analytic at theta*, where Phi = -1/f. With t = tan((theta - theta*)/2) the equations have
// polynomial coefficients, so the power series follow by recurrence; n g' + f is never 0, since both are negative.
#include <float.h>
#include <math.h>

#include "spatial/run.h"

enum { TERMS = 40 };

/// The series in t have their nearest singularity at |t| = 1 or closer: beyond this they need more terms than they
/// save.
static const double LARGEST_TURN = 0.4;

/// -mu B/rho and d/rho in a turned frame: the rates of direction and speed per unit of tau.
typedef struct turned {
  double p11, p12, p22, q1, q2;
} turned;

static turned turn_frame(turned a, double c, double s) {
  const double u1 = a.p11 * c + a.p12 * s, u2 = a.p12 * c + a.p22 * s;
  const double p1 = -a.p11 * s + a.p12 * c, p2 = -a.p12 * s + a.p22 * c;
  return (turned){.p11 = c * u1 + s * u2,
                  .p12 = c * p1 + s * p2,
                  .p22 = -s * p1 + c * p2,
                  .q1 = a.q1 * c + a.q2 * s,
                  .q2 = -a.q1 * s + a.q2 * c};
}

/// f D^2 and g D^2 as polynomials in t, D = 1 + t^2.
typedef struct quartics {
  double f[5], g[5];
} quartics;

static quartics quartics_of(turned a) {
  const double difference = a.p22 - a.p11;
  return (quartics){
      .f = {a.p11 + a.q1, 4 * a.p12 + 2 * a.q2, 4 * a.p22 - 2 * a.p11, 2 * a.q2 - 4 * a.p12, a.p11 - a.q1},
      .g = {a.p12 + a.q2, 2 * difference - 2 * a.q1, -6 * a.p12, -2 * difference - 2 * a.q1, a.p12 - a.q2}};
}

static double quartic(const double c[5], double t) {
  return (((c[4] * t + c[3]) * t + c[2]) * t + c[1]) * t + c[0];
}

static double quartic_slope(const double c[5], double t) {
  return ((4 * c[4] * t + 3 * c[3]) * t + 2 * c[2]) * t + c[1];
}

/// The attracting direction next to the current one, as t from here; false if there is none close by.
static bool nearest_limit(const quartics* q, double* limit) {
  if (!(q->g[1] < 0)) return false;
  double t = 0, step = 1;
  for (int i = 0; i < 8 && fabs(step) > DBL_EPSILON * fabs(t); ++i) {
    step = -quartic(q->g, t) / quartic_slope(q->g, t);
    t += step;
    if (!(fabs(t) < LARGEST_TURN)) return false;
  }
  if (!(fabs(step) <= 4 * DBL_EPSILON)) return false;
  *limit = t;
  // g must fall all the way from here to the limit: then there is no other invariant direction in between.
  const double a = fabs(t),
               steepest = 2 * fabs(q->g[2]) * a + 3 * fabs(q->g[3]) * a * a + 4 * fabs(q->g[4]) * a * a * a;
  return q->g[1] + steepest < 0 && quartic(q->f, t) < 0;
}

/// Sum of the series of (g D^3/2) y' + m f D^2 y = right, at t; false where it has not converged.
static bool sum_series(const quartics* q, int m, const double right[5], double t, double* out) {
  const double* g = q->g;
  const double h1 = g[1] / 2, h2 = g[2] / 2, h3 = (g[3] + g[1]) / 2, h4 = (g[4] + g[2]) / 2, h5 = g[3] / 2,
               h6 = g[4] / 2;
  const double f0 = m * q->f[0], f1 = m * q->f[1], f2 = m * q->f[2], f3 = m * q->f[3], f4 = m * q->f[4];
  // Coefficients y_n behind four zeros, z_n = n y_n behind five, so that the recurrence needs no special start.
  double y_room[TERMS + 4] = {0}, z_room[TERMS + 5] = {0};
  double *y = y_room + 4, *z = z_room + 5;
  double sum = 0, power = 1, last = 0, before_last = 0;
  for (int n = 0; n < TERMS; ++n) {
    const double from_slopes = h2 * z[n - 1] + h3 * z[n - 2] + h4 * z[n - 3] + h5 * z[n - 4] + h6 * z[n - 5];
    const double from_values = f1 * y[n - 1] + f2 * y[n - 2] + f3 * y[n - 3] + f4 * y[n - 4];
    y[n] = ((n < 5 ? right[n] : 0) - from_slopes - from_values) / (n * h1 + f0);
    z[n] = n * y[n];
    sum += y[n] * power;
    // Coefficients may vanish now and then: three small terms in a row are taken for the end.
    const double term = fabs(y[n] * power), small = 0.25 * DBL_EPSILON * fabs(sum);
    if (n > 4 && term <= small && last <= small && before_last <= small) {
      *out = sum;
      return true;
    }
    before_last = last;
    last = term;
    power *= t;
  }
  return false;
}

typedef struct arc {
  double impulse;  // I_z until slip vanishes
  double vz, energy;
} arc;

/// The arc from here to the limit at the turn t_limit from here.
static bool follow_arc(const carom__run* run, turned here, double t_limit, double r, arc* out) {
  const double square = t_limit * t_limit, c = (1 - square) / (1 + square), s = 2 * t_limit / (1 + square);
  quartics q = quartics_of(turn_frame(here, c, s));
  q.g[0] = 0;
  // Axes of the limit in contact axes, for w.
  const double ux = (run->x * c - run->y * s) / r, uy = (run->x * s + run->y * c) / r;
  const double w1 = run->w1 * ux + run->w2 * uy, w2 = -run->w1 * uy + run->w2 * ux;
  const double phi_right[5] = {-1, 0, -2, 0, -1}, chi_right[5] = {-w1, -2 * w2, 0, -2 * w2, w1};
  double phi, chi;
  if (!sum_series(&q, 1, phi_right, -t_limit, &phi) || !sum_series(&q, 2, chi_right, -t_limit, &chi)) return false;
  const double w_gamma = run->w1 * run->x + run->w2 * run->y, di = r * phi / run->rho;
  out->impulse = di;
  out->vz = run->vz - w_gamma + run->k * di;
  out->energy = run->energy - ((run->vz - w_gamma) * di + 0.5 * run->k * di * di + r * r * chi / run->rho);
  return true;
}

/// Whether v_z is monotone on the arc, and which way: +1 rises, -1 falls, 0 unknown.
static int vz_direction(const carom__run* run, turned here, double t_limit) {
  if (run->monotone) return 1;
  const double square = t_limit * t_limit, c = (1 - square) / (1 + square), s = 2 * t_limit / (1 + square);
  const double along_here = here.q1, along_limit = here.q1 * c + here.q2 * s;
  const double across_here = -here.q2, across_limit = here.q1 * s - here.q2 * c;
  const double limit = run->wzz / (run->mu * run->rho);
  if (across_here * across_limit <= 0 && along_here > 0) return 0;
  if ((along_here < limit) != (along_limit < limit)) return 0;
  return along_here < limit ? 1 : -1;
}

/// No phase event may come before slip vanishes.
static bool nothing_before(const carom__run* run, const arc* a, int direction) {
  if (run->law == CAROM_LAW_POISSON && run->compressed_once && run->iz + a->impulse >= run->target) return false;
  if (run->compressing) return direction < 0 || a->vz <= 0;
  if (direction < 0 && a->vz < 0) return false;
  if (run->law == CAROM_LAW_STRONGE) return a->energy > 0;
  if (run->law == CAROM_LAW_NEWTON) return a->vz < run->target;
  return true;
}

bool carom__run_arc_end(carom__run* run) {
  if (run->event_before_arc_end) return false;
  const double r = sqrt(run->x * run->x + run->y * run->y), m = -run->mu / run->rho;
  const turned axes = {m * run->b11, m * run->b12, m * run->b22, run->d1 / run->rho, run->d2 / run->rho};
  const turned here = turn_frame(axes, run->x / r, run->y / r);
  const quartics q = quartics_of(here);
  double t_limit;
  if (!nearest_limit(&q, &t_limit)) return false;
  arc a;
  const int direction = vz_direction(run, here, t_limit);
  if (direction == 0 || !follow_arc(run, here, t_limit, r, &a)) return false;
  if (!nothing_before(run, &a, direction)) {
    // Where this arc would end does not change along it, so until that event has passed there is no need to look again.
    run->event_before_arc_end = true;
    return false;
  }
  // gamma = 0 fixes the tangential impulse: B dI_t = -gamma - d dI_z.
  const double determinant = carom_difference_of_products(run->b11, run->b22, run->b12, run->b12);
  const double gx = carom_difference_of_products(run->b22, run->x, run->b12, run->y) / determinant;
  const double gy = carom_difference_of_products(run->b11, run->y, run->b12, run->x) / determinant;
  run->ix -= gx + run->w1 * a.impulse;
  run->iy -= gy + run->w2 * a.impulse;
  run->iz += a.impulse;
  run->vz = a.vz;
  run->energy = a.energy;
  run->x = run->y = 0;
  return true;
}
