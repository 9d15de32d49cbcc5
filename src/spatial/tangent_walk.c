// The hodograph and its tangents by Taylor series in s. The series of a tangent has the radius of convergence of the
// path; where the path takes 2.5 convolutions a lane takes three.
#include <math.h>

#include "math/elementary.h"
#include "spatial/tangent.h"

// A lane is one register on a processor with AVX; the results are the same bits.
#if defined(__x86_64__) && defined(__linux__) && defined(__GLIBC__) && !defined(__AVX2__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__clang__)
#define WITH_AVX2 __attribute__((target_clones("avx2", "default")))
#else
#define WITH_AVX2
#endif

#if defined(__GNUC__)
#define INLINE static inline __attribute__((always_inline))
#else
#define INLINE static inline
#endif

enum { ORDER = 24 };

/// What the last terms may be, as a part of the first.
static const double TRUNCATED = 1e-15;

/// Steps are no longer than 4, in units of 1/rho: farther out the sum of the series loses digits.
static const double LOG2_LONGEST = 2;
static const double LOG_2 = 0.69314718055994531;

/// An event is found to this part of a step; the state there is then corrected by one more step of Newton's method in
/// the differences that follow from it.
static const double FOUND = 1e-8;

static const double INVERSE[ORDER + 2] = {0,       1,       1. / 2,  1. / 3,  1. / 4,  1. / 5,  1. / 6,
                                          1. / 7,  1. / 8,  1. / 9,  1. / 10, 1. / 11, 1. / 12, 1. / 13,
                                          1. / 14, 1. / 15, 1. / 16, 1. / 17, 1. / 18, 1. / 19, 1. / 20,
                                          1. / 21, 1. / 22, 1. / 23, 1. / 24, 1. / 25};

typedef carom__quad quad;

INLINE quad all(double x) {
  return (quad){x, x, x, x};
}

/// Coefficients in t = rho s, in units in which r is 1 at the start.
typedef struct series {
  double x[ORDER + 1], y[ORDER + 1], r[ORDER + 1], p[ORDER + 1];
  quad dx[ORDER + 1], dy[ORDER + 1], dr[ORDER + 1], dc[ORDER + 1];  // dc: of gamma.dgamma
  double m1[ORDER + 1], m2[ORDER + 1];                              // of k r, with k = int gamma dt
  quad dn[ORDER + 1];                                               // of (d.dk) r + (d.k) dr
  double speed, impulse;                                            // units of gamma and of I
  double length;                                                    // of the step
} series;

carom__hodograph carom__tangent_start(const double a[3], const double d[2], const double gamma[2],
                                      carom__tangent_depth depth) {
  const double size = carom__hypot(d[0], d[1]), tau = 0.5 * (a[0] + a[2]);
  carom__hodograph h = {.a11 = a[0], .a12 = a[1], .a22 = a[2], .d1 = d[0], .d2 = d[1], .depth = depth};
  h.rho = a[0] + a[2] + size;
  h.along_d = size > tau;
  // A = tau 1 + alpha [1, -1] + beta [offdiagonal]
  h.da11 = (quad){1, 0, h.along_d, 0};
  h.da12 = (quad){0, 1, 0, 0};
  h.da22 = (quad){-1, 0, h.along_d, 0};
  h.dd1 = h.along_d ? (quad){0, 0, 0, -d[1] / size} : (quad){0, 0, 1, 0};
  h.dd2 = h.along_d ? (quad){0, 0, 0, d[0] / size} : (quad){0, 0, 0, 1};
  h.now.x = gamma[0];
  h.now.y = gamma[1];
  h.first_speed = carom__hypot(gamma[0], gamma[1]);
  return h;
}

carom__hodograph carom__tangent_restart(const carom__hodograph* h, carom__tangent_depth depth) {
  carom__hodograph out = *h;
  out.depth = depth;
  out.now = (carom__slip_state){.x = h->now.x, .y = h->now.y, .dx = h->now.dx, .dy = h->now.dy};
  return out;
}

/// One more coefficient of x, y and r = |gamma|: r_m = (sum x x + y y - r r)/2.
INLINE void extend_path(series* s, const double rate[5], int n) {
  const int m = n + 1;
  s->x[m] = INVERSE[m] * (-rate[0] * s->x[n] - rate[1] * s->y[n] + rate[3] * s->r[n]);
  s->y[m] = INVERSE[m] * (-rate[1] * s->x[n] - rate[2] * s->y[n] + rate[4] * s->r[n]);
  double of_x = s->x[0] * s->x[m], of_y = s->y[0] * s->y[m], of_r = 0;
  for (int j = 1; 2 * j < m; ++j) {
    of_x += s->x[j] * s->x[m - j];
    of_y += s->y[j] * s->y[m - j];
    of_r += s->r[j] * s->r[m - j];
  }
  double square = 2 * (of_x + of_y);
  of_r *= 2;
  if (m % 2 == 0) {
    square += s->x[m / 2] * s->x[m / 2] + s->y[m / 2] * s->y[m / 2];
    of_r += s->r[m / 2] * s->r[m / 2];
  }
  s->p[m] = square;
  s->r[m] = 0.5 * (square - of_r);
}

/// The same of the lanes: r dr = gamma.dgamma.
INLINE void extend_lanes(series* s, const double rate[5], const quad by[5], int n) {
  const int m = n + 1;
  s->dx[m] = INVERSE[m] * (rate[3] * s->dr[n] - rate[0] * s->dx[n] - rate[1] * s->dy[n] + by[3] * s->r[n] -
                           by[0] * s->x[n] - by[1] * s->y[n]);
  s->dy[m] = INVERSE[m] * (rate[4] * s->dr[n] - rate[1] * s->dx[n] - rate[2] * s->dy[n] + by[4] * s->r[n] -
                           by[1] * s->x[n] - by[2] * s->y[n]);
  // Two sums of each, so that an addition need not wait for the one before.
  quad x[2] = {s->x[0] * s->dx[m], s->x[m] * s->dx[0]}, y[2] = {s->y[0] * s->dy[m], s->y[m] * s->dy[0]};
  quad r[2] = {s->r[m] * s->dr[0], all(0)};
  for (int j = 1; j + 1 < m; j += 2) {
    x[0] += s->x[j] * s->dx[m - j];
    y[0] += s->y[j] * s->dy[m - j];
    r[0] += s->r[j] * s->dr[m - j];
    x[1] += s->x[j + 1] * s->dx[m - j - 1];
    y[1] += s->y[j + 1] * s->dy[m - j - 1];
    r[1] += s->r[j + 1] * s->dr[m - j - 1];
  }
  if (m % 2 == 0) {
    x[0] += s->x[m - 1] * s->dx[1];
    y[0] += s->y[m - 1] * s->dy[1];
    r[0] += s->r[m - 1] * s->dr[1];
  }
  s->dc[m] = (x[0] + x[1]) + (y[0] + y[1]);
  const quad from_r = r[0] + r[1];
  s->dr[m] = s->dc[m] - from_r;
}

/// What M needs: the products of k = int gamma dt with r.
INLINE void extend_products(const carom__hodograph* h, series* s) {
  double k1[ORDER + 1] = {0}, k2[ORDER + 1] = {0}, along[ORDER + 1] = {0};
  quad d_along[ORDER + 1];
  d_along[0] = all(0);
  for (int m = 1; m <= ORDER; ++m) {
    k1[m] = INVERSE[m] * s->x[m - 1];
    k2[m] = INVERSE[m] * s->y[m - 1];
    along[m] = h->d1 * k1[m] + h->d2 * k2[m];
    d_along[m] = INVERSE[m] * (h->d1 * s->dx[m - 1] + h->d2 * s->dy[m - 1]);
  }
  for (int m = 0; m <= ORDER; ++m) {
    double m1 = 0, m2 = 0;
    quad dn = all(0);
    for (int j = 1; j <= m; ++j) {
      m1 += k1[j] * s->r[m - j];
      m2 += k2[j] * s->r[m - j];
      dn += d_along[j] * s->r[m - j] + along[j] * s->dr[m - j];
    }
    s->m1[m] = m1;
    s->m2[m] = m2;
    s->dn[m] = dn;
  }
}

INLINE double largest(quad x) {
  double most = 0;
  for (int i = 0; i < 4; ++i)
    if (fabs(x[i]) > most) most = fabs(x[i]);
  return most;
}

/// log2(x) to 0.09, for x > 0: enough for a step.
INLINE double rough_log2(double x) {
  int exponent;
  const double mantissa = frexp(x, &exponent);
  return exponent + 2 * mantissa - 2;
}

/// How far the series may be used, by its last three terms. A lane is measured by what it is at the start, or by what
/// it grows to within 1/rho.
INLINE double step_length(const carom__hodograph* h, const series* s) {
  const double lanes = carom__max(carom__max(largest(s->dx[0]), largest(s->dy[0])), 1 / h->rho);
  double shortest = LOG2_LONGEST;
  for (int n = ORDER - 2; n <= ORDER; ++n) {
    const double path = carom__max(carom__max(fabs(s->x[n]), fabs(s->y[n])), fabs(s->r[n]));
    const double lane = (largest(s->dx[n]) + largest(s->dy[n]) + largest(s->dr[n])) / lanes;
    const double term = carom__max(path, lane);
    if (term > 0) shortest = carom__min(shortest, (rough_log2(TRUNCATED) - rough_log2(term)) * INVERSE[n]);
  }
  return carom__exp(LOG_2 * shortest);
}

WITH_AVX2 static void expand(carom__hodograph* h, series* s) {
  const carom__slip_state* now = &h->now;
  const double speed = carom__hypot(now->x, now->y), inverse = 1 / speed, slow = 1 / h->rho;
  const double rate[5] = {h->a11 * slow, h->a12 * slow, h->a22 * slow, h->d1 * slow, h->d2 * slow};
  const quad by[5] = {h->da11 * slow, h->da12 * slow, h->da22 * slow, h->dd1 * slow, h->dd2 * slow};
  s->x[0] = now->x * inverse;
  s->y[0] = now->y * inverse;
  s->r[0] = s->p[0] = 1;
  s->dx[0] = now->dx * inverse;
  s->dy[0] = now->dy * inverse;
  s->dc[0] = s->dr[0] = s->x[0] * s->dx[0] + s->y[0] * s->dy[0];
  for (int n = 0; n < ORDER; ++n) {
    extend_path(s, rate, n);
    extend_lanes(s, rate, by, n);
  }
  if (h->depth == CAROM__CARRY_M) extend_products(h, s);
  s->speed = speed;
  s->impulse = speed * slow;
  s->length = step_length(h, s);
  ++h->steps;
}

/// I(t) - I(0) in units of the step, and its rate.
static double impulse_at(const series* s, double t, double* rate) {
  double value = s->r[ORDER] * INVERSE[ORDER + 1], slope = s->r[ORDER];
  for (int n = ORDER - 1; n >= 0; --n) {
    value = value * t + s->r[n] * INVERSE[n + 1];
    slope = slope * t + s->r[n];
  }
  *rate = slope;
  return value * t;
}

/// The t in (0, length] at which I is `target`; negative if the step does not reach it.
static double find(const carom__hodograph* h, const series* s, double target) {
  const double wanted = (target - h->now.i) / s->impulse;
  double rate, low = 0, high = s->length, end = impulse_at(s, high, &rate);
  if (!(end >= wanted)) return -1;
  double t = high * wanted / end;
  for (int i = 0; i < 60; ++i) {
    const double off = impulse_at(s, t, &rate) - wanted;
    *(off > 0 ? &high : &low) = t;
    const double newton = t - off / rate, next = newton >= low && newton <= high ? newton : 0.5 * (low + high);
    const bool found = fabs(next - t) <= FOUND * s->length;
    t = next;
    if (found) break;
  }
  return t;
}

INLINE void move_work(const carom__hodograph* h, const series* s, double t, carom__slip_state* out) {
  double p = 0;
  quad dp = all(0);
  for (int n = ORDER; n >= 0; --n) {
    p = p * t + s->p[n] * INVERSE[n + 1];
    dp = dp * t + s->dc[n] * INVERSE[n + 1];
  }
  out->p = h->now.p + s->impulse * s->speed * t * p;
  out->dp = h->now.dp + 2 * s->impulse * s->speed * t * dp;
}

INLINE void move_impulses(const carom__hodograph* h, const series* s, double t, carom__slip_state* out) {
  double k1 = 0, k2 = 0;
  quad dk1 = all(0), dk2 = all(0);
  for (int n = ORDER; n >= 0; --n) {
    k1 = k1 * t + s->x[n] * INVERSE[n + 1];
    k2 = k2 * t + s->y[n] * INVERSE[n + 1];
    dk1 = dk1 * t + s->dx[n] * INVERSE[n + 1];
    dk2 = dk2 * t + s->dy[n] * INVERSE[n + 1];
  }
  out->k1 = h->now.k1 + s->impulse * t * k1;
  out->k2 = h->now.k2 + s->impulse * t * k2;
  out->dk1 = h->now.dk1 + s->impulse * t * dk1;
  out->dk2 = h->now.dk2 + s->impulse * t * dk2;
}

/// M = M0 + K0 (I - I0) + int (K - K0) dI
INLINE void move_moments(const carom__hodograph* h, const series* s, double t, carom__slip_state* out) {
  const carom__slip_state* now = &h->now;
  const double i = out->i - now->i, along = h->d1 * now->k1 + h->d2 * now->k2, unit = s->impulse * s->impulse * t;
  double m1 = 0, m2 = 0;
  quad dn = all(0);
  for (int n = ORDER; n >= 0; --n) {
    m1 = m1 * t + s->m1[n] * INVERSE[n + 1];
    m2 = m2 * t + s->m2[n] * INVERSE[n + 1];
    dn = dn * t + s->dn[n] * INVERSE[n + 1];
  }
  out->m1 = now->m1 + now->k1 * i + unit * m1;
  out->m2 = now->m2 + now->k2 * i + unit * m2;
  out->dn = now->dn + (h->d1 * now->dk1 + h->d2 * now->dk2) * i + along * (out->di - now->di) + unit * dn;
}

WITH_AVX2 static void move_to(const carom__hodograph* h, const series* s, double t, carom__slip_state* at) {
  carom__slip_state out = {0};
  double x = 0, y = 0, i = 0;
  quad dx = all(0), dy = all(0), di = all(0);
  for (int n = ORDER; n >= 0; --n) {
    x = x * t + s->x[n];
    y = y * t + s->y[n];
    i = i * t + s->r[n] * INVERSE[n + 1];
    dx = dx * t + s->dx[n];
    dy = dy * t + s->dy[n];
    di = di * t + s->dr[n] * INVERSE[n + 1];
  }
  out.x = s->speed * x;
  out.y = s->speed * y;
  out.i = h->now.i + s->impulse * t * i;
  out.dx = s->speed * dx;
  out.dy = s->speed * dy;
  out.di = h->now.di + s->impulse * t * di;
  if (h->depth == CAROM__CARRY_P) move_work(h, s, t, &out);
  if (h->depth >= CAROM__CARRY_K) move_impulses(h, s, t, &out);
  if (h->depth >= CAROM__CARRY_M) move_moments(h, s, t, &out);
  *at = out;
}

/// Takes the stops that lie within the step; returns how many are left.
static int take_stops(const carom__hodograph* h, const series* s, int count, const double* stops,
                      carom__slip_state* states) {
  int taken = 0;
  for (; taken < count; ++taken) {
    const double t = find(h, s, stops[taken]);
    if (t < 0) break;
    move_to(h, s, t, &states[taken]);
  }
  return taken;
}

bool carom__tangent_walk(carom__hodograph* h, int count, const double* stops, carom__slip_state* states, double last) {
  series s;
  while (h->steps < CAROM__TANGENT_MAX_STEPS) {
    if (carom__tangent_is_straight(h, last)) {
      for (int i = 0; i < count; ++i) states[i] = carom__tangent_straight(h, stops[i]);
      h->now = carom__tangent_straight(h, last);
      return true;
    }
    expand(h, &s);
    for (int taken = take_stops(h, &s, count, stops, states); taken > 0; --taken, --count, ++stops, ++states) continue;
    const double t = count == 0 ? find(h, &s, last) : -1;
    move_to(h, &s, t >= 0 ? t : s.length, &h->now);
    if (t >= 0) return true;
  }
  return false;
}

bool carom__tangent_walk_to_rest(carom__hodograph* h, int count, const double* stops, carom__slip_state* states) {
  series s;
  while (h->steps < CAROM__TANGENT_MAX_STEPS) {
    if (count == 0 && carom__tangent_arc_end(h)) return true;
    expand(h, &s);
    for (int taken = take_stops(h, &s, count, stops, states); taken > 0; --taken, --count, ++stops, ++states) continue;
    move_to(h, &s, s.length, &h->now);
  }
  return false;
}

bool carom__tangent_walk_to_ray(carom__hodograph* h, double* start) {
  series s;
  while (h->steps < CAROM__TANGENT_MAX_STEPS) {
    if (carom__tangent_ray_start(h, start)) return true;
    if (carom__tangent_arc_end(h)) {
      *start = h->now.i;
      return true;
    }
    expand(h, &s);
    move_to(h, &s, s.length, &h->now);
  }
  return false;
}
