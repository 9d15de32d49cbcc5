// In scaled time, k = 1 at the start and k_t = 1/eta2: F_n = -k x, F_t = -k_t s.
//   stick: s' = v_t, x' = v_n, (v_t, v_n)' = W (F_t, F_n): two coupled springs, solved in the eigenvectors of
//          K^(1/2) W K^(1/2)
//   slip towards g = sign(s): F_t = -mu g F_n, so v_n' = (w_nn - mu g w_tn) F_n is one spring, which pushes the bodies
//          together when the bracket is negative; |s| = mu eta2 F_n
#include "compliant/planar_road.h"

#include <math.h>

typedef struct state {
  double s, x;      // lengths of the springs
  double v_t, v_n;  // m/s
  double impulse_t, impulse_n;
} state;

typedef struct walk {
  const planar_road* road;
  state now;
  double k, g;
  bool slipping, restitution;
  planar_road_end end;
} walk;

/// y'' = -rate y: y, and y' in *speed.
static double swing(double rate, double y, double y1, double t, double* speed) {
  const double omega = sqrt(fabs(rate));
  if (omega * t < 1e-150) {
    *speed = y1;
    return y + y1 * t;
  }
  const double c = rate > 0 ? cos(omega * t) : cosh(omega * t), s = rate > 0 ? sin(omega * t) : sinh(omega * t);
  *speed = (rate > 0 ? -omega : omega) * y * s + y1 * c;
  return y * c + y1 * s / omega;
}

static state slip_at(const walk* w, double t) {
  const planar_road* r = w->road;
  const double lift = r->w_nn - r->mu * w->g * r->w_tn;
  state z = w->now;
  z.x = swing(lift * w->k, w->now.x, w->now.v_n, t, &z.v_n);
  const double more = (z.v_n - w->now.v_n) / lift;
  z.impulse_n += more;
  z.impulse_t -= r->mu * w->g * more;
  z.v_t += (r->w_tn - r->mu * w->g * r->w_tt) * more;
  z.s = w->g * r->mu * r->eta2 * -w->k * z.x;
  return z;
}

static state stick_at(const walk* w, double t) {
  const planar_road* r = w->road;
  const double root_t = 1 / sqrt(r->eta2), root_n = sqrt(w->k);
  const double a = r->w_tt * root_t * root_t, b = r->w_tn * root_t * root_n, d = r->w_nn * root_n * root_n;
  // Jacobi's rotation by the smaller angle: its sine keeps all digits when one spring is much harder than the other.
  const double cot = b != 0 ? (d - a) / (2 * b) : 0,
               tangent = b != 0 ? copysign(1, cot) / (fabs(cot) + hypot(cot, 1)) : 0;
  const double c = 1 / hypot(1, tangent), s = tangent * c;
  const double y[2] = {root_t * w->now.s, root_n * w->now.x}, y1[2] = {root_t * w->now.v_t, root_n * w->now.v_n};
  double speed[2];
  const double p = swing(a - tangent * b, c * y[0] - s * y[1], c * y1[0] - s * y1[1], t, &speed[0]);
  const double q = swing(d + tangent * b, s * y[0] + c * y[1], s * y1[0] + c * y1[1], t, &speed[1]);
  state z = w->now;
  z.s = (c * p + s * q) / root_t;
  z.x = (c * q - s * p) / root_n;
  z.v_t = (c * speed[0] + s * speed[1]) / root_t;
  z.v_n = (c * speed[1] - s * speed[0]) / root_n;
  const double dt = z.v_t - w->now.v_t, dn = z.v_n - w->now.v_n, det = r->w_tt * r->w_nn - r->w_tn * r->w_tn;
  z.impulse_t += (r->w_nn * dt - r->w_tn * dn) / det;
  z.impulse_n += (r->w_tt * dn - r->w_tn * dt) / det;
  return z;
}

static state at(const walk* w, double t) {
  return w->slipping ? slip_at(w, t) : stick_at(w, t);
}

enum { PHASE, END, MODE, TESTS };

/// What must stay positive: the phase goes on, the contact lasts, the mode holds.
static double test(const walk* w, int which, const state* z) {
  const double limit = w->road->mu * w->road->eta2 * w->k;
  if (which == PHASE) return w->restitution ? z->v_n : -z->v_n;
  if (which == END) return w->restitution ? -z->x : 1;
  return w->slipping ? w->g * z->v_t + limit * z->v_n : -limit * z->x - fabs(z->s);
}

/// Where a test that passes at low and fails at high fails first.
static double bisect(const walk* w, int which, double low, double high) {
  for (int i = 0; i < 100; ++i) {
    const double middle = 0.5 * (low + high);
    const state z = at(w, middle);
    *(test(w, which, &z) > 0 ? &low : &high) = middle;
  }
  return high;
}

static double mode_at(const walk* w, double t) {
  const state z = at(w, t);
  return test(w, MODE, &z);
}

/// A dip of the mode's test below zero between two passes: the least value by golden section, then bisection.
static bool dips(const walk* w, double low, double high, double* when) {
  const double first = low, golden = 0.5 * (sqrt(5) - 1);
  for (int i = 0; i < 60; ++i) {
    const double a = high - golden * (high - low), b = low + golden * (high - low);
    if (mode_at(w, a) < mode_at(w, b))
      high = b;
    else
      low = a;
  }
  if (!(mode_at(w, low) < -1e-15 * (fabs(w->now.s) + fabs(w->road->v_t)))) return false;
  *when = bisect(w, MODE, first, low);
  return true;
}

/// The first test to fail in one step of the scan, and when. Tests that start at zero count once they have been
/// positive.
static int failure_within(const walk* w, double low, double high, bool armed[TESTS], double* when) {
  const state z = at(w, high);
  const double noise = 1e-14 * (fabs(w->road->v_t) - w->road->v_n);
  int found = -1;
  for (int which = 0; which < TESTS; ++which) {
    const double value = test(w, which, &z);
    if (value > noise) armed[which] = true;
    if (value > 0 || !(armed[which] || value < -1e3 * noise)) continue;
    const double failed = bisect(w, which, low, high);
    if (found >= 0 && failed >= *when) continue;
    found = which;
    *when = failed;
  }
  // A normal force that passes its least value may let the particle slip for a moment.
  if (found == PHASE && !w->slipping && armed[MODE] && dips(w, low, *when, when)) found = MODE;
  return found;
}

static int first_failure(const walk* w, double* when) {
  const double fastest = w->k * (w->road->w_nn + w->road->w_tt + 2 * w->road->mu * fabs(w->road->w_tn)) +
                         (w->road->w_tt + w->road->w_nn) / w->road->eta2;
  const double step = 5e-3 / sqrt(fastest);
  bool armed[TESTS] = {false};
  for (int i = 1; i < 1000000; ++i) {
    const int found = failure_within(w, (i - 1) * step, i * step, armed, when);
    if (found >= 0) return found;
  }
  return -1;
}

/// The tangential spring presses the normal one, which hardens with every swing: the swings grow shorter by the factor
/// e, and infinitely many of them take a finite time. True when next to nothing is left of them.
static bool piles_up(const walk* w) {
  const planar_road* r = w->road;
  const double hold = r->w_tn * w->now.s / r->eta2 / r->w_nn, force = -w->k * w->now.x;
  return hold > 0 && fabs(force - hold) * sqrt(r->w_nn / w->k) < 1e-11 * (fabs(r->v_t) - r->v_n);
}

/// From there the normal holds, v_n = 0, with the force that does so, until the tangential spring is back at zero.
static void hold_to_the_end(walk* w) {
  const planar_road* r = w->road;
  const double b = r->w_tt - r->w_tn * r->w_tn / r->w_nn;
  const double v_t = copysign(sqrt(w->now.v_t * w->now.v_t + b * w->now.s * w->now.s / r->eta2), -w->now.s);
  const double more = (v_t - w->now.v_t) / b;
  w->now.impulse_t += more;
  w->now.impulse_n -= r->w_tn / r->w_nn * more;
  w->end.locked = w->end.ended = true;
}

static void change_phase(walk* w) {
  const double e = w->road->e;
  if (w->restitution) {
    w->end.recompressed = true;
  } else {
    w->k /= e * e;
    w->now.x *= e * e;
  }
  w->restitution = !w->restitution;
}

planar_road_end planar_road_walk(const planar_road* road) {
  walk w = {.road = road, .now = {.v_t = road->v_t, .v_n = road->v_n}, .k = 1};
  w.slipping = fabs(road->v_t) >= road->mu * road->eta2 * -road->v_n;
  w.g = road->v_t < 0 ? -1 : 1;
  for (int i = 0; i < 400 && !w.end.ended; ++i) {
    double when = 0;
    const int failed = first_failure(&w, &when);
    if (failed < 0) break;
    w.now = at(&w, when);
    if (failed == PHASE) change_phase(&w);
    if (w.restitution && !w.slipping && piles_up(&w)) hold_to_the_end(&w);
    if (failed == END) w.end.ended = true;
    if (failed == MODE) {
      w.slipping = !w.slipping;
      w.g = w.now.s < 0 ? -1 : 1;
      ++w.end.switches;
    }
  }
  w.end.impulse_t = w.now.impulse_t;
  w.end.impulse_n = w.now.impulse_n;
  return w.end;
}
