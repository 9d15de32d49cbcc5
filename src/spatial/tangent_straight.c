// Slip whose direction has settled, with its tangents, in closed form. The path is r = r0 + f (I - I0) along u; the
// lanes are taken at fixed I, which differs from fixed s by a step along the path that every event undoes:
//   dtheta = dtheta* + (dtheta0 - dtheta*) (r/r0)^(g'/f),   dr' = df - m12 dtheta,   dK' = dtheta p
// with the frame (u, p) of the ray, m = A in it, and dtheta* = -dg/g' by which the ray itself turns.
#include <float.h>
#include <math.h>

#include "math/elementary.h"
#include "spatial/tangent.h"

/// Beyond this the direction is said to have settled, as in the solver.
static const double SETTLED = 4 * DBL_EPSILON;
/// g' + 2 f this close to 0, as a part of g', would need a logarithm in place of a power.
static const double RESONANT = 1e-6;

typedef carom__quad quad;

/// The ray, and what the lanes do to it.
typedef struct ray {
  double ux, uy, r, f, slope, m12;
  quad df, angle_limit, angle_off;  // df, dtheta*, dtheta0 - dtheta*
  quad dr;
} ray;

/// log(1 + z)/z
static double log_part(double z) {
  if (fabs(z) < 1e-4) return 1 - z * (0.5 - z * (1. / 3 - z * (0.25 - 0.2 * z)));
  return carom__log(1 + z) / z;
}

/// The state and its lanes, moved along the path to where dI = 0.
static void hold_impulse(const carom__hodograph* h, carom__slip_state* s) {
  const double r = carom__hypot(s->x, s->y);
  const quad ds = -s->di / r;
  s->dx += ds * (h->d1 * r - (h->a11 * s->x + h->a12 * s->y));
  s->dy += ds * (h->d2 * r - (h->a12 * s->x + h->a22 * s->y));
  s->dp += ds * (r * r);
  s->dk1 += ds * s->x;
  s->dk2 += ds * s->y;
  s->dn += ds * (r * (h->d1 * s->k1 + h->d2 * s->k2));
  s->di = (quad){0};
}

static ray ray_of(const carom__hodograph* h, const carom__slip_state* s) {
  const double r = carom__hypot(s->x, s->y), c = s->x / r, n = s->y / r;
  const double u1 = h->a11 * c + h->a12 * n, u2 = h->a12 * c + h->a22 * n, m11 = c * u1 + n * u2;
  const double e1 = c * h->d1 + n * h->d2, m22 = h->a11 + h->a22 - m11;
  ray out = {.ux = c, .uy = n, .r = r, .f = e1 - m11, .slope = m11 - m22 - e1, .m12 = c * u2 - n * u1};
  const quad v1 = h->da11 * c + h->da12 * n, v2 = h->da12 * c + h->da22 * n;
  out.df = h->dd1 * c + h->dd2 * n - (v1 * c + v2 * n);
  out.angle_limit = -(h->dd2 * c - h->dd1 * n - (v2 * c - v1 * n)) / out.slope;
  out.angle_off = (s->dy * c - s->dx * n) / r - out.angle_limit;
  out.dr = s->dx * c + s->dy * n;
  return out;
}

bool carom__tangent_is_straight(const carom__hodograph* h, double last) {
  const carom__slip_state* s = &h->now;
  const double r = carom__hypot(s->x, s->y);
  const double g =
      (s->x * (h->d2 * r - (h->a12 * s->x + h->a22 * s->y)) - s->y * (h->d1 * r - (h->a11 * s->x + h->a12 * s->y))) /
      (r * r);
  if (!(fabs(g) <= SETTLED * h->rho)) return false;
  const ray u = ray_of(h, s);
  return u.slope < 0 && fabs(u.slope + 2 * u.f) > RESONANT * -u.slope && u.r + u.f * (last - s->i) > 0;
}

carom__slip_state carom__tangent_straight(const carom__hodograph* h, double impulse) {
  carom__slip_state s = h->now;
  hold_impulse(h, &s);
  const ray u = ray_of(h, &s);
  const double far = impulse - s.i, z = u.f * far / u.r, r = u.r * (1 + z);
  const double power = carom__exp(u.slope * far / u.r * log_part(z));  // (r/r0)^(g'/f)
  const double once = u.r / (u.slope + u.f) * (power * (1 + z) - 1);   // its integral, and the integral of that
  const double twice = u.r / (u.slope + u.f) * (u.r / (u.slope + 2 * u.f) * (power * (1 + z) * (1 + z) - 1) - far);
  const quad angle = u.angle_limit + u.angle_off * power, steady = u.df - u.m12 * u.angle_limit;
  const quad dr = u.dr + steady * far - u.m12 * once * u.angle_off;
  const quad turned = u.angle_limit * far + u.angle_off * once;  // int dtheta dI
  const quad turned_twice = u.angle_limit * (0.5 * far * far) + u.angle_off * twice;
  carom__slip_state out = s;
  out.x = r * u.ux;
  out.y = r * u.uy;
  out.i = impulse;
  out.p += far * (u.r + 0.5 * u.f * far);
  out.k1 += u.ux * far;
  out.k2 += u.uy * far;
  out.m1 += far * (s.k1 + 0.5 * u.ux * far);
  out.m2 += far * (s.k2 + 0.5 * u.uy * far);
  out.dx = dr * u.ux - angle * (r * u.uy);
  out.dy = dr * u.uy + angle * (r * u.ux);
  out.dp += u.dr * far + steady * (0.5 * far * far) - u.m12 * twice * u.angle_off;
  out.dk1 -= turned * u.uy;
  out.dk2 += turned * u.ux;
  out.dn += (h->d1 * s.dk1 + h->d2 * s.dk2) * far + turned_twice * (h->d2 * u.ux - h->d1 * u.uy);
  return out;
}
