// Where friction pulls the bodies together, the normal spring bounces between the pull and the other body. Every bounce
// hardens it, so the bounces shrink like powers of e and infinitely many fit into a finite time. Once they are too
// small to see, the contact is held: v_n = 0, and the normal force is what balances the tangential spring.
#include <float.h>
#include <math.h>

#include "base/diag.h"
#include "compliant/run.h"
#include "math/first_root.h"

/// A bounce this small, as a part of the speed (which is near 1 in our units), is not followed.
static const double SMALL_BOUNCE = 1e-13;

/// s'' = -A s with A = (B - d d^T/wnn)/eta2: the swing of the tangential spring while the normal one is rigid.
typedef struct held_swing {
  const carom__spring_run* run;
  double omega[2], axis[2][2];  // axis[k]: unit vector of mode k
  double a[2], b[2];            // s = sum of axis (a cos wt + b sin(wt)/w)
} held_swing;

typedef struct held {
  double s[2], v[2], area[2];  // area: integral of s
} held;

static held_swing make_swing(const carom__spring_run* run) {
  const double kt = 1 / run->eta2;
  double matrix[4] = {kt * (run->b11 - run->d1 * run->d1 / run->wnn), kt * (run->b12 - run->d1 * run->d2 / run->wnn),
                      kt * (run->b12 - run->d1 * run->d2 / run->wnn), kt * (run->b22 - run->d2 * run->d2 / run->wnn)};
  double values[2], vectors[4];
  carom_symmetric_eigen(2, matrix, values, vectors);
  held_swing w = {.run = run};
  for (int k = 0; k < 2; ++k) {
    w.omega[k] = sqrt(carom__max(0, values[k]));
    w.axis[k][0] = vectors[k], w.axis[k][1] = vectors[2 + k];
    w.a[k] = w.axis[k][0] * run->sx + w.axis[k][1] * run->sy;
    w.b[k] = w.axis[k][0] * run->vx + w.axis[k][1] * run->vy;
  }
  return w;
}

static held swing_to(const held_swing* w, double t) {
  held at = {0};
  for (int k = 0; k < 2; ++k) {
    const carom__sincos half = carom__sincos_of(0.5 * w->omega[k] * t);
    const double omega = w->omega[k], sine = half.sine, cosine = half.cosine;
    const double by_sine = omega * t > 1e-8 ? 2 * sine * cosine / omega : t;
    const double by_versine = omega * t > 1e-8 ? 2 * sine * sine / (omega * omega) : 0.5 * t * t;
    const double value = w->a[k] * (1 - 2 * sine * sine) + w->b[k] * by_sine;
    const double slope = w->b[k] * (1 - 2 * sine * sine) - w->a[k] * omega * omega * by_sine;
    const double area = w->a[k] * by_sine + w->b[k] * by_versine;
    for (int i = 0; i < 2; ++i) {
      at.s[i] += w->axis[k][i] * value;
      at.v[i] += w->axis[k][i] * slope;
      at.area[i] += w->axis[k][i] * area;
    }
  }
  return at;
}

/// What must stay positive: how far the spring is from slipping, rho - |s| with rho = mu eta2 lambda = mu d.s/wnn, as a
/// difference of squares, and rho itself.
static void evaluate(double t, double* values, double* rates, void* context) {
  const held_swing* w = context;
  const carom__spring_run* run = w->run;
  const held at = swing_to(w, t);
  const double scale = run->mu / run->wnn;
  const double reach = scale * (run->d1 * at.s[0] + run->d2 * at.s[1]);
  const double reach_rate = scale * (run->d1 * at.v[0] + run->d2 * at.v[1]);
  values[0] = reach * reach - (at.s[0] * at.s[0] + at.s[1] * at.s[1]);
  rates[0] = 2 * (reach * reach_rate - at.s[0] * at.v[0] - at.s[1] * at.v[1]);
  values[1] = reach;
  rates[1] = reach_rate;
}

/// Bounds on the second derivatives of both over [0, t_end], and their rounding.
static void find_bounds(const held_swing* w, double t_end, double bounds[2], double noise[2]) {
  double size = 0, speed = 0, pull = 0;
  for (int k = 0; k < 2; ++k) {
    const double omega = w->omega[k], fastest = carom__hypot(w->a[k] * omega, w->b[k]);
    size += carom__min(omega > 0 ? fastest / omega : HUGE_VAL, fabs(w->a[k]) + fabs(w->b[k]) * t_end);
    speed += fastest;
    pull += fastest * omega;
  }
  const double scale = w->run->mu * carom__hypot(w->run->d1, w->run->d2) / w->run->wnn, squares = 1 + scale * scale;
  bounds[0] = 2 * squares * (speed * speed + size * pull);
  bounds[1] = scale * pull;
  noise[0] = 16 * DBL_EPSILON * squares * size * size;
  noise[1] = 4 * DBL_EPSILON * scale * size;
}

static void arrive(carom__spring_run* run, const held_swing* w, double t) {
  const held at = swing_to(w, t);
  const double kt = 1 / run->eta2;
  run->sx = at.s[0], run->sy = at.s[1];
  run->ix -= kt * at.area[0];
  run->iy -= kt * at.area[1];
  run->in += kt * (run->d1 * at.area[0] + run->d2 * at.area[1]) / run->wnn;
  carom__spring_velocity(run, 0);
}

/// Holds the contact until the spring slips; then nothing presses any more, and the impact is over.
static carom_status hold(carom__spring_run* run, carom_diag* diag) {
  while (run->work < CAROM__MAX_WORK) {
    ++run->work;
    held_swing w = make_swing(run);
    const double fastest = w.omega[1] > 0 ? w.omega[1] : 1, t_end = 4 / fastest;
    double bounds[2], noise[2], workspace[2 * CAROM__FIRST_ROOT_ROWS];
    find_bounds(&w, t_end, bounds, noise);
    const carom__first_root_problem problem = {.count = 2,
                                               .evaluate = evaluate,
                                               .context = &w,
                                               .bounds = bounds,
                                               .noise = noise,
                                               .floor_step = 0.075 / fastest,  // a square swings at twice the frequency
                                               .omega = 2 * fastest,
                                               .t_end = t_end};
    const carom__first_root root = carom__find_first_root(&problem, workspace);
    run->work += root.evaluations / 16;  // most searches take fewer
    if (!(root.t >= 0)) break;
    arrive(run, &w, root.t);
    carom__spring_trace(run);
    if (root.index >= 0) return CAROM_OK;
  }
  return carom__spring_spent(run, diag);
}

carom_status carom__spring_lock(carom__spring_run* run, bool* ended, carom_diag* diag) {
  const double force = carom__spring_force(run), kt = 1 / run->eta2, length = carom__spring_length(run);
  if (run->slipping) run->sx = length * run->ux, run->sy = length * run->uy;
  const double balance = kt * (run->d1 * run->sx + run->d2 * run->sy) / run->wnn;
  const double bounce = carom__hypot(run->vn, (force - balance) * sqrt(run->wnn / run->k));
  if (!(bounce < SMALL_BOUNCE)) return CAROM_OK;
  *ended = true;
  run->restitution += run->energy;  // what the small bounces would have lost
  run->energy = 0;
  run->slipping = false;
  carom_status status = CAROM_OK;
  if (balance > 0 && length <= run->mu * run->eta2 * balance) {
    carom__spring_log(run, CAROM_EVENT_LOCK);
    status = hold(run, diag);
    carom__spring_log(run, CAROM_EVENT_RELEASE);
    run->out->warnings |= CAROM_WARN_LOCKED;
  }
  carom__spring_shorten(run, carom__hypot(run->sx, run->sy), 0);
  run->sx = run->sy = 0;
  carom__spring_log(run, CAROM_EVENT_RESTITUTION_END);
  return status;
}
