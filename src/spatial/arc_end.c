// The end of an arc: slip that turns towards an attracting centripetal direction theta* and vanishes there.
//
// In tau that takes for ever, but with u at the angle theta, f = u.(-mu B u + d) and g = p.(-mu B u + d),
//   I_zs - I_z = r Phi(theta),            g Phi' + f Phi = -1,
//   int w.gamma dI_z up to I_zs = r^2 chi(theta),   g chi' + 2 f chi = -w.u,
// and both functions are analytic at theta*, where Phi = -1/f. With t = tan((theta - theta*)/2) the equations have
// polynomial coefficients, so the power series follow by recurrence; n g' + f is never 0, since both are negative.
#include <float.h>
#include <math.h>

#include "math/elementary.h"
#include "spatial/run.h"
#include "spatial/series.h"

enum { TERMS = 40 };

/// The series in t have their nearest singularity at |t| = 1 or closer: beyond this they need more terms than they
/// save.
static const double LARGEST_TURN = 0.4;

/// A limit that is known no better than this (half an angle) is not looked for.
static const double VAGUE = 1e-6;

/// f D^2 and g D^2 as polynomials in t, D = 1 + t^2.
typedef struct quartics {
  double f[5], g[5];
} quartics;

static quartics quartics_of(carom__rates a) {
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

/// The direction that slip tends to, seen from the current one.
typedef struct arc_limit {
  double t;     // tan of half the angle
  double c, s;  // cosine and sine of the angle
} arc_limit;

/// The attracting direction next to the current one; false if there is none close by.
static bool nearest_limit(const quartics* q, arc_limit* limit) {
  if (!(q->g[1] < 0)) return false;
  // g is known to about eps, so the limit is known to eps/g': no use in asking for more. Where that is nearly nothing
  // (g stands still here) it is no limit at all.
  const double noise = 16 * DBL_EPSILON / -q->g[1];
  if (noise > VAGUE) return false;
  double t = 0, step = 1;
  for (int i = 0; i < 8 && fabs(step) > noise; ++i) {
    step = -quartic(q->g, t) / quartic_slope(q->g, t);
    t += step;
    if (!(fabs(t) < LARGEST_TURN)) return false;
  }
  if (!(fabs(step) <= noise)) return false;
  *limit = (arc_limit){t, (1 - t * t) / (1 + t * t), 2 * t / (1 + t * t)};
  // g must fall all the way from here to the limit: then there is no other invariant direction in between.
  const double a = fabs(t),
               steepest = 2 * fabs(q->g[2]) * a + 3 * fabs(q->g[3]) * a * a + 4 * fabs(q->g[4]) * a * a * a;
  return q->g[1] + steepest < 0;
}

/// Phi and chi side by side.
typedef double two __attribute__((vector_size(16)));

/// Both solve (g D^3/2) y' + m f D^2 y = right, with m = 1 and 2: y_n follows from the five before it,
///   (n h_1 + m f_0) y_n = right_n - sum_{k=1..5} (h_{k+1} (n - k) + m f_k) y_{n-k},   h = g D/2.
typedef struct arc_series {
  double h[7];
  two f[6];
  two right[5];
} arc_series;

static arc_series arc_series_of(const quartics* q, double w1, double w2) {
  const double *f = q->f, *g = q->g;
  return (arc_series){
      .h = {0, g[1] / 2, g[2] / 2, (g[3] + g[1]) / 2, (g[4] + g[2]) / 2, g[3] / 2, g[4] / 2},
      .f = {{f[0], 2 * f[0]}, {f[1], 2 * f[1]}, {f[2], 2 * f[2]}, {f[3], 2 * f[3]}, {f[4], 2 * f[4]}, {0, 0}},
      .right = {{-1, -w1}, {0, -2 * w2}, {-2, 0}, {0, -2 * w2}, {-1, w1}}};
}

/// Sums both at t; false where they have not converged.
static bool sum_arc_series(const arc_series* a, double t, double* phi, double* chi) {
  two room[TERMS + 5] = {{0, 0}};  // behind five zeros, so that the recurrence needs no special start
  two *y = room + 5, sum = {0, 0};
  double power = 1;
  int small_in_a_row = 0;
  for (int n = 0; n < TERMS; ++n) {
    const two pivot = 1 / (n * a->h[1] + a->f[0]);
    two rest = n < 5 ? a->right[n] : (two){0, 0};
    CAROM__UNROLL
    for (int k = 5; k >= 1; --k) rest -= (a->h[k + 1] * (n - k) + a->f[k]) * y[n - k];
    y[n] = rest * pivot;
    const two term = y[n] * power;
    sum += term;
    // Coefficients may vanish now and then: three small terms in a row are taken for the end.
    const bool small =
        fabs(term[0]) <= 0.25 * DBL_EPSILON * fabs(sum[0]) && fabs(term[1]) <= 0.25 * DBL_EPSILON * fabs(sum[1]);
    small_in_a_row = small ? small_in_a_row + 1 : 0;
    if (n > 6 && small_in_a_row >= 3) {
      *phi = sum[0];
      *chi = sum[1];
      return true;
    }
    // Terms fall geometrically: half the digits must be there half-way.
    if (n == TERMS / 2 && fabs(term[0]) > 1e-8 * fabs(sum[0])) return false;
    power *= t;
  }
  return false;
}

typedef struct arc {
  double impulse;  // I_z until slip vanishes
  double vz, energy;
} arc;

/// The arc from here, where the speed of slip is r, to the limit.
static bool follow_arc(const carom__run* run, carom__rates here, const arc_limit* limit, double r, arc* out) {
  quartics q = quartics_of(carom__rates_turned(here, limit->c, limit->s));
  q.g[0] = 0;
  // Axes of the limit in contact axes, for w.
  const double ux = (run->x * limit->c - run->y * limit->s) / r, uy = (run->x * limit->s + run->y * limit->c) / r;
  const double w1 = run->w1 * ux + run->w2 * uy, w2 = -run->w1 * uy + run->w2 * ux;
  const arc_series series = arc_series_of(&q, w1, w2);
  double phi, chi;
  if (!sum_arc_series(&series, -limit->t, &phi, &chi)) return false;
  const double w_gamma = run->w1 * run->x + run->w2 * run->y, di = r * phi / run->rho;
  out->impulse = di;
  out->vz = run->vz - w_gamma + run->k * di;
  out->energy = run->energy - ((run->vz - w_gamma) * di + 0.5 * run->k * di * di + r * r * chi / run->rho);
  return true;
}

/// Whether v_z is monotone on the arc, and which way: +1 rises, -1 falls, 0 unknown.
static int vz_direction(const carom__run* run, carom__rates here, const arc_limit* limit) {
  if (run->monotone) return 1;
  const double along_here = here.q1, along_limit = here.q1 * limit->c + here.q2 * limit->s;
  const double across_here = -here.q2, across_limit = here.q1 * limit->s - here.q2 * limit->c;
  const double level = run->wzz / (run->mu * run->rho);  // d.u at which v_z neither rises nor falls
  if (across_here * across_limit <= 0 && along_here > 0) return 0;
  if ((along_here < level) != (along_limit < level)) return 0;
  return along_here < level ? 1 : -1;
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

/// The arc is done in one go, but a figure wants to see it: a copy of the run walks along it, as far as an eye can
/// tell.
static void trace_arc(const carom__run* run, double r) {
  carom_spatial_outcome unused = {.steps = 0};
  carom__run walker = *run;
  walker.out = &unused;
  while (run->trace && unused.steps < 100 && carom__hypot(walker.x, walker.y) > 1e-3 * r) carom__run_taylor(&walker);
}

bool carom__run_arc_end(carom__run* run) {
  if (run->event_before_arc_end || run->slip_lasts) return false;
  const double r = sqrt(run->x * run->x + run->y * run->y);
  const carom__rates here = carom__rates_along_slip(run, r);
  const quartics q = quartics_of(here);
  arc_limit limit;
  if (!nearest_limit(&q, &limit)) return false;
  if (!(quartic(q.f, limit.t) < 0)) {
    // The direction will stay on this side of its limit, along which slip does not vanish: never look again.
    run->slip_lasts = true;
    return false;
  }
  arc a;
  const int direction = vz_direction(run, here, &limit);
  if (direction == 0 || !follow_arc(run, here, &limit, r, &a)) return false;
  if (!nothing_before(run, &a, direction)) {
    // Where this arc would end does not change along it, so until that event has passed there is no need to look again.
    run->event_before_arc_end = true;
    return false;
  }
  trace_arc(run, r);
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
