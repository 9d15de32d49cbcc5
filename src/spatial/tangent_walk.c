// The hodograph and its tangents by Taylor series in s. The series of a tangent has the radius of convergence of the
// path; where the path takes 2.5 convolutions a lane takes three.
#include <math.h>

#include "base/target.h"
#include "math/elementary.h"
#include "spatial/series.h"
#include "spatial/tangent.h"

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

/// Coefficients in t = rho s, in units in which r is 1 at the start.
typedef struct series {
  quad path[ORDER + 1];  // x, y, r and r^2: one vector, so that products of all are one
  quad dx[ORDER + 1], dy[ORDER + 1], dr[ORDER + 1], dc[ORDER + 1];  // dc: of gamma.dgamma
  quad moments[ORDER + 1];                                          // of k r, with k = int gamma dt
  quad dn[ORDER + 1];                                               // of (d.dk) r + (d.k) dr
  double speed, impulse;                                            // units of gamma and of I
  double length;                                                    // of the step
  double reach;                                                     // I there, in its unit, from the start on
} series;

/// Places in the path.
enum { X, Y, R, P };

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

/// A coefficient of the path, at hand for the next.
typedef struct point {
  double x, y, r;
} point;

/// Coefficient m of x, y and r = |gamma|, after `at`: r_m = (sum x x + y y - r r)/2. The sums of the older ones, from 2
/// on, are ready before it; those with `first`, coefficient 1, and 0 are left, and short.
CAROM__ALWAYS_INLINE point extend_path(series* s, const double rate[5], point first, point at, int m) {
  const quad *low = s->path + (m - 1) / 2, *high = s->path + m / 2 + 1;
  const double c = INVERSE[m];
  quad older = {0, 0, 0, 0};
  CAROM__KEEP_LOOP
  for (; low > s->path + 1; --low, ++high) older += *low * *high;
  if (m % 2 == 0) older += 0.5 * s->path[m / 2] * s->path[m / 2];
  const double square = (older[X] + older[Y]) + (first.x * at.x + first.y * at.y);
  const double others = square - (older[R] + first.r * at.r);
  point next = {.x = c * (-rate[0] * at.x - rate[1] * at.y) + c * rate[3] * at.r,
                .y = c * (-rate[1] * at.x - rate[2] * at.y) + c * rate[4] * at.r};
  const double newest = s->path[0][X] * next.x + s->path[0][Y] * next.y;
  next.r = newest + others;
  s->path[m] = (quad){next.x, next.y, next.r, 2 * (newest + square)};
  return next;
}

/// Coefficient m of the lanes, r dr = gamma.dgamma, where all products but those with its own dx and dy are summed.
CAROM__ALWAYS_INLINE void close_lanes(series* s, const double rate[5], const quad by[5], int m, quad of_gamma,
                                      quad of_r) {
  const int n = m - 1;
  const double c = INVERSE[m];
  const quad at = s->path[n];
  const quad x = by[3] * at[R] - by[0] * at[X] - by[1] * at[Y], y = by[4] * at[R] - by[1] * at[X] - by[2] * at[Y];
  s->dx[m] = c * (x - rate[0] * s->dx[n] - rate[1] * s->dy[n]) + c * rate[3] * s->dr[n];
  s->dy[m] = c * (y - rate[1] * s->dx[n] - rate[2] * s->dy[n]) + c * rate[4] * s->dr[n];
  const quad newest = s->path[0][X] * s->dx[m] + s->path[0][Y] * s->dy[m];
  s->dc[m] = newest + of_gamma;
  s->dr[m] = newest + (of_gamma - of_r);
}

/// Coefficients m and m + 1 of the lanes: each that is read serves both. The path is known that far.
CAROM__ALWAYS_INLINE void extend_lanes(series* s, const double rate[5], const quad by[5], int m) {
  const quad* g = s->path;
  quad x = {0, 0, 0, 0}, y = x, r = x, next_x = x, next_y = x, next_r = x;
  for (int j = 1; j <= m; ++j) {
    const quad dx = s->dx[m - j], dy = s->dy[m - j], dr = s->dr[m - j];
    x += g[j][X] * dx;
    y += g[j][Y] * dy;
    r += g[j][R] * dr;
    next_x += g[j + 1][X] * dx;
    next_y += g[j + 1][Y] * dy;
    next_r += g[j + 1][R] * dr;
  }
  close_lanes(s, rate, by, m, x + y, r);
  const quad of_gamma = (next_x + next_y) + (g[1][X] * s->dx[m] + g[1][Y] * s->dy[m]);
  close_lanes(s, rate, by, m + 1, of_gamma, next_r + g[1][R] * s->dr[m]);
}

/// What M needs: the products of k = int gamma dt with r.
CAROM__ALWAYS_INLINE void extend_products(const carom__hodograph* h, series* s) {
  quad k[ORDER + 1], d_along[ORDER + 1];
  double along[ORDER + 1];
  for (int m = 1; m <= ORDER; ++m) {
    k[m] = INVERSE[m] * s->path[m - 1];
    along[m] = h->d1 * k[m][X] + h->d2 * k[m][Y];
    d_along[m] = INVERSE[m] * (h->d1 * s->dx[m - 1] + h->d2 * s->dy[m - 1]);
  }
  s->moments[0] = s->dn[0] = (quad){0, 0, 0, 0};
  for (int m = 1; m < ORDER; m += 2) {
    quad of_k = {0, 0, 0, 0}, of_d = of_k, of_r = of_k, next_k = of_k, next_d = of_k, next_r = of_k;
    for (int j = 1; j <= m; ++j) {
      const double r = s->path[m - j][R];
      const quad dr = s->dr[m - j];
      of_k += k[j] * r;
      of_d += d_along[j] * r;
      of_r += along[j] * dr;
      next_k += k[j + 1] * r;
      next_d += d_along[j + 1] * r;
      next_r += along[j + 1] * dr;
    }
    s->moments[m] = of_k;
    s->dn[m] = of_d + of_r;
    s->moments[m + 1] = next_k + k[1] * s->path[m][R];
    s->dn[m + 1] = (next_d + d_along[1] * s->path[m][R]) + (next_r + along[1] * s->dr[m]);
  }
}

typedef long long quad_bits __attribute__((vector_size(32)));

CAROM__ALWAYS_INLINE quad absolute(quad x) {
  const long long all_but_sign = 0x7fffffffffffffff;
  return (quad)((quad_bits)x & (quad_bits){all_but_sign, all_but_sign, all_but_sign, all_but_sign});
}

CAROM__ALWAYS_INLINE double largest(quad x) {
  return carom__max(carom__max(x[0], x[1]), carom__max(x[2], x[3]));
}

/// How far the series may be used, by its last three terms. A lane is measured by what it is at the start, or by what
/// it grows to within 1/rho.
CAROM__ALWAYS_INLINE double step_length(const carom__hodograph* h, const series* s) {
  const double lanes = carom__max(carom__max(largest(absolute(s->dx[0])), largest(absolute(s->dy[0]))), 1 / h->rho);
  double shortest = LOG2_LONGEST;
  for (int n = ORDER - 2; n <= ORDER; ++n) {
    const quad path = absolute(s->path[n]);
    const double lane = largest(absolute(s->dx[n]) + absolute(s->dy[n]) + absolute(s->dr[n])) / lanes;
    const double term = carom__max(carom__max(carom__max(path[X], path[Y]), path[R]), lane);
    if (term > 0)
      shortest = carom__min(shortest, (carom__rough_log2(TRUNCATED) - carom__rough_log2(term)) * INVERSE[n]);
  }
  return carom__exp(LOG_2 * shortest);
}

/// I(t) - I(0) in units of the step, and its rate. Even and odd powers apart, so that a sum waits half as long.
static double impulse_at(const series* s, double t, double* rate) {
  const double t2 = t * t;
  double value = s->path[ORDER][R] * INVERSE[ORDER + 1], slope = s->path[ORDER][R], odd_value = 0, odd_slope = 0;
  CAROM__KEEP_LOOP
  for (int n = ORDER - 2; n >= 0; n -= 2) {
    odd_value = odd_value * t2 + s->path[n + 1][R] * INVERSE[n + 2];
    odd_slope = odd_slope * t2 + s->path[n + 1][R];
    value = value * t2 + s->path[n][R] * INVERSE[n + 1];
    slope = slope * t2 + s->path[n][R];
  }
  *rate = slope + t * odd_slope;
  return t * (value + t * odd_value);
}

CAROM__WITH_AVX2 static void expand(carom__hodograph* h, series* s) {
  const carom__slip_state* now = &h->now;
  const double speed = carom__hypot(now->x, now->y), inverse = 1 / speed, slow = 1 / h->rho;
  const double rate[5] = {h->a11 * slow, h->a12 * slow, h->a22 * slow, h->d1 * slow, h->d2 * slow};
  const quad by[5] = {h->da11 * slow, h->da12 * slow, h->da22 * slow, h->dd1 * slow, h->dd2 * slow};
  s->path[0] = (quad){now->x * inverse, now->y * inverse, 1, 1};
  s->dx[0] = now->dx * inverse;
  s->dy[0] = now->dy * inverse;
  s->dc[0] = s->dr[0] = s->path[0][X] * s->dx[0] + s->path[0][Y] * s->dy[0];
  // The path is ahead of the lanes, so that they need not wait for it. Loops stay loops: 60 kB of straight-line code
  // took longer to fetch than to compute with.
  const point none = {0, 0, 0};
  const point first = extend_path(s, rate, none, (point){s->path[0][X], s->path[0][Y], 1}, 1);
  point at = extend_path(s, rate, none, first, 2);
  for (int m = 1; m < ORDER; m += 2) {
    if (m + 2 < ORDER) {
      at = extend_path(s, rate, first, at, m + 2);
      at = extend_path(s, rate, first, at, m + 3);
    }
    extend_lanes(s, rate, by, m);
  }
  if (h->depth == CAROM__CARRY_M) extend_products(h, s);
  s->speed = speed;
  s->impulse = speed * slow;
  s->length = step_length(h, s);
  double rate_there;
  s->reach = impulse_at(s, s->length, &rate_there);
  ++h->steps;
}

/// The t in (0, length] at which I is `target`; negative if the step does not reach it.
static double find(const carom__hodograph* h, const series* s, double target) {
  const double wanted = (target - h->now.i) / s->impulse;
  if (!(s->reach >= wanted)) return -1;
  // First where the parabola is that begins with I' = 1 and ends in `reach`.
  const double bend = (s->reach - s->length) / (s->length * s->length);
  double rate, low = 0, high = s->length;
  double t = carom__min(high, 2 * wanted / (1 + sqrt(carom__max(0, 1 + 4 * bend * wanted))));
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

/// sum c_n t^n, and its integral from 0 to t.
typedef struct sums {
  quad value, integral;
} sums;

CAROM__ALWAYS_INLINE sums sums_at(const quad c[ORDER + 1], double t) {
  const double t2 = t * t;
  sums even = {c[ORDER], c[ORDER] * INVERSE[ORDER + 1]}, odd = {{0, 0, 0, 0}, {0, 0, 0, 0}};
  CAROM__KEEP_LOOP
  for (int n = ORDER - 2; n >= 0; n -= 2) {
    odd.value = odd.value * t2 + c[n + 1];
    odd.integral = odd.integral * t2 + c[n + 1] * INVERSE[n + 2];
    even.value = even.value * t2 + c[n];
    even.integral = even.integral * t2 + c[n] * INVERSE[n + 1];
  }
  return (sums){even.value + odd.value * t, t * (even.integral + odd.integral * t)};
}

/// M = M0 + K0 (I - I0) + int (K - K0) dI
CAROM__ALWAYS_INLINE void move_moments(const carom__hodograph* h, const series* s, double t, carom__slip_state* out) {
  const carom__slip_state* now = &h->now;
  const double i = out->i - now->i, along = h->d1 * now->k1 + h->d2 * now->k2, unit = s->impulse * s->impulse;
  const quad moments = sums_at(s->moments, t).integral;
  out->m1 = now->m1 + now->k1 * i + unit * moments[X];
  out->m2 = now->m2 + now->k2 * i + unit * moments[Y];
  out->dn = now->dn + (h->d1 * now->dk1 + h->d2 * now->dk2) * i + along * (out->di - now->di) +
            unit * sums_at(s->dn, t).integral;
}

CAROM__WITH_AVX2 static void move_to(const carom__hodograph* h, const series* s, double t, carom__slip_state* at) {
  const carom__slip_state* now = &h->now;
  const sums path = sums_at(s->path, t), dx = sums_at(s->dx, t), dy = sums_at(s->dy, t);
  carom__slip_state out = {.x = s->speed * path.value[X],
                           .y = s->speed * path.value[Y],
                           .i = now->i + s->impulse * path.integral[R],
                           .dx = s->speed * dx.value,
                           .dy = s->speed * dy.value,
                           .di = now->di + s->impulse * sums_at(s->dr, t).integral};
  if (h->depth == CAROM__CARRY_P) {
    const double unit = s->impulse * s->speed;
    out.p = now->p + unit * path.integral[P];
    out.dp = now->dp + 2 * unit * sums_at(s->dc, t).integral;
  } else {
    out.k1 = now->k1 + s->impulse * path.integral[X];
    out.k2 = now->k2 + s->impulse * path.integral[Y];
    out.dk1 = now->dk1 + s->impulse * dx.integral;
    out.dk2 = now->dk2 + s->impulse * dy.integral;
  }
  if (h->depth == CAROM__CARRY_M) move_moments(h, s, t, &out);
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
