// Stick: the particle holds, the three springs swing. r'' = -W K r, in closed form by its modes.
#include <float.h>
#include <math.h>

#include "base/diag.h"
#include "compliant/run.h"
#include "math/first_root.h"

enum { NORMAL = 0, REACH = 1, FORCE = 2 };

/// y = K^(1/2) r = sum over modes of u (a cos wt + b sin(wt)/w).
typedef struct swing {
  const carom__spring_run* run;
  double root[3];  // K^(1/2): tangential, tangential, normal
  double omega[3];
  double mode[3][3];  // [component][mode]
  double a[3], b[3];
} swing;

/// State at time t of the swing.
typedef struct swung {
  double s[2], x;  // spring lengths
  double v[3], vn_rate;
  double impulse[3];
} swung;

static swing make_swing(const carom__spring_run* run) {
  const double kt = 1 / run->eta2, force = carom__spring_force(run);
  swing w = {.run = run, .root = {sqrt(kt), sqrt(kt), sqrt(run->k)}};
  const double inverse_mass[3][3] = {
      {run->b11, run->b12, run->d1}, {run->b12, run->b22, run->d2}, {run->d1, run->d2, run->wnn}};
  double matrix[9], values[3], vectors[9];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) matrix[3 * i + j] = w.root[i] * inverse_mass[i][j] * w.root[j];
  carom_symmetric_eigen(3, matrix, values, vectors);
  const double length[3] = {run->sx, run->sy, -force / run->k}, velocity[3] = {run->vx, run->vy, run->vn};
  for (int k = 0; k < 3; ++k) {
    w.omega[k] = sqrt(carom__max(0, values[k]));
    for (int i = 0; i < 3; ++i) {
      w.mode[i][k] = vectors[3 * i + k];
      w.a[k] += w.mode[i][k] * w.root[i] * length[i];
      w.b[k] += w.mode[i][k] * w.root[i] * velocity[i];
    }
  }
  return w;
}

static swung swing_to(const swing* w, double t) {
  double y[3] = {0}, rate[3] = {0}, sum[3] = {0}, pull = 0;
  for (int k = 0; k < 3; ++k) {
    const carom__sincos half = carom__sincos_of(0.5 * w->omega[k] * t);
    const double omega = w->omega[k], sine = half.sine, cosine = half.cosine;
    const double c = 1 - 2 * sine * sine;
    const double by_sine = omega * t > 1e-8 ? 2 * sine * cosine / omega : t;                       // sin(wt)/w
    const double by_versine = omega * t > 1e-8 ? 2 * sine * sine / (omega * omega) : 0.5 * t * t;  // (1 - cos wt)/w^2
    const double value = w->a[k] * c + w->b[k] * by_sine;
    const double slope = w->b[k] * c - w->a[k] * omega * omega * by_sine;
    const double area = w->a[k] * by_sine + w->b[k] * by_versine;
    for (int i = 0; i < 3; ++i) {
      y[i] += w->mode[i][k] * value;
      rate[i] += w->mode[i][k] * slope;
      sum[i] += w->mode[i][k] * area;
    }
    pull -= w->mode[2][k] * omega * omega * value;
  }
  swung at = {.s = {y[0] / w->root[0], y[1] / w->root[1]}, .x = y[2] / w->root[2], .vn_rate = pull / w->root[2]};
  for (int i = 0; i < 3; ++i) {
    at.v[i] = rate[i] / w->root[i];
    at.impulse[i] = -w->root[i] * sum[i];
  }
  return at;
}

static void evaluate(double t, double* values, double* rates, void* context) {
  const swing* w = context;
  const carom__spring_run* run = w->run;
  const swung at = swing_to(w, t);
  const double force = -run->k * at.x, scale = run->mu * run->eta2, reach = scale * force;
  const double sign = run->compressing ? -1 : 1;
  values[NORMAL] = sign * at.v[2];
  rates[NORMAL] = sign * at.vn_rate;
  values[REACH] = reach * reach - (at.s[0] * at.s[0] + at.s[1] * at.s[1]);
  rates[REACH] = 2 * (-reach * scale * run->k * at.v[2] - at.s[0] * at.v[0] - at.s[1] * at.v[1]);
  if (run->compressing) return;  // the force grows: it is not watched
  values[FORCE] = force;
  rates[FORCE] = -run->k * at.v[2];
}

/// Bounds of a component and its first three derivatives over [0, t_end].
static void bound_component(const swing* w, int i, double t_end, double bounds[4]) {
  for (int d = 0; d < 4; ++d) bounds[d] = 0;
  for (int k = 0; k < 3; ++k) {
    const double omega = w->omega[k], u = fabs(w->mode[i][k]) / w->root[i];
    const double speed = u * carom__hypot(w->a[k] * omega, w->b[k]);
    bounds[0] += carom__min(omega > 0 ? speed / omega : HUGE_VAL, u * (fabs(w->a[k]) + fabs(w->b[k]) * t_end));
    bounds[1] += speed;
    bounds[2] += speed * omega;
    bounds[3] += speed * omega * omega;
  }
}

static void find_bounds(const swing* w, double t_end, double* bounds, double* noise) {
  double x[3][4];
  for (int i = 0; i < 3; ++i) bound_component(w, i, t_end, x[i]);
  const double k = w->run->k, scale = w->run->mu * w->run->eta2 * k, reach = scale * scale;
  bounds[NORMAL] = x[2][3];
  bounds[FORCE] = k * x[2][2];
  bounds[REACH] = 2 * reach * (x[2][1] * x[2][1] + x[2][0] * x[2][2]);
  double size = reach * x[2][0] * x[2][0];
  for (int i = 0; i < 2; ++i) {
    bounds[REACH] += 2 * (x[i][1] * x[i][1] + x[i][0] * x[i][2]);
    size += x[i][0] * x[i][0];
  }
  noise[NORMAL] = 4 * DBL_EPSILON * x[2][1];
  noise[FORCE] = 4 * DBL_EPSILON * k * x[2][0];
  noise[REACH] = 16 * DBL_EPSILON * size;
}

/// Takes the state at the end of a swing.
static void arrive(carom__spring_run* run, const swing* w, double t) {
  const swung at = swing_to(w, t);
  run->sx = at.s[0], run->sy = at.s[1];
  run->ix += at.impulse[0], run->iy += at.impulse[1], run->in += at.impulse[2];
  const double force = carom__max(0, -run->k * at.x);
  run->energy = force * force / (2 * run->k);
  carom__spring_velocity(run, at.v[2]);
}

static void trace_swing(const carom__spring_run* run, const swing* w, double t) {
  for (int i = 1; run->trace && i < CAROM__TRACE_PARTS; ++i) {
    carom__spring_run there = *run;
    arrive(&there, w, t * i / CAROM__TRACE_PARTS);
    carom__spring_trace(&there);
  }
}

static carom_event_type settle(carom__spring_run* run, int index) {
  if (index == NORMAL) {
    run->vn = 0;
    return run->compressing ? CAROM_EVENT_COMPRESSION_END : CAROM_EVENT_RECOMPRESS;
  }
  if (index == FORCE) {
    run->energy = 0;
    return CAROM_EVENT_RESTITUTION_END;
  }
  const double length = carom__hypot(run->sx, run->sy), force = length / (run->mu * run->eta2);
  // Of the two lengths, tangential and normal, the longer one has more digits: a soft spring slips when F is almost
  // gone.
  if (run->mu * run->eta2 > 1) run->energy = force * force / (2 * run->k);
  run->ux = run->sx / length, run->uy = run->sy / length;
  return CAROM_EVENT_SLIP;
}

carom_status carom__spring_stick(carom__spring_run* run, carom_event_type* event, carom_diag* diag) {
  while (run->work < CAROM__MAX_WORK) {
    ++run->work;
    swing w = make_swing(run);
    const double t_end = 4 / sqrt(run->k * run->wnn);
    double bounds[3], noise[3], workspace[3 * CAROM__FIRST_ROOT_ROWS];
    find_bounds(&w, t_end, bounds, noise);
    const carom__first_root_problem problem = {.count = run->compressing ? 2 : 3,
                                               .evaluate = evaluate,
                                               .context = &w,
                                               .bounds = bounds,
                                               .noise = noise,
                                               .floor_step = 0.075 / w.omega[2],  // REACH swings at twice the frequency
                                               .omega = 2 * w.omega[2],
                                               .t_end = t_end};
    const carom__first_root root = carom__find_first_root(&problem, workspace);
    run->work += root.evaluations / 16;  // most searches take fewer
    if (!(root.t >= 0)) break;
    trace_swing(run, &w, root.t);
    arrive(run, &w, root.t);
    if (root.index < 0) continue;
    *event = settle(run, root.index);
    return CAROM_OK;
  }
  return carom__spring_spent(run, diag);
}
