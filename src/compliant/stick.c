// Stick: the particle holds, the three springs swing. r'' = -W K r, in closed form by its modes.
#include <math.h>

#include "base/diag.h"
#include "compliant/swing.h"
#include "compliant/tangent.h"
#include "compliant/watch.h"
#include "math/eigen.h"

/// With e = 1 ends and restarts of compression change nothing: once the log is full nobody asks for them, except for
/// what a smaller e would change.
static bool minds_compression(const carom__spring_run* run) {
  return run->e < 1 || run->watch || run->out->event_count < CAROM_COMPLIANT_MAX_EVENTS;
}

/// y = K^(1/2) r = sum over modes of u q, by the eigenvectors u of K^(1/2) W K^(1/2).
static carom__spring_swing make_swing(const carom__spring_run* run) {
  const double kt = 1 / run->eta2, root[3] = {sqrt(kt), sqrt(kt), sqrt(run->k)};
  const double inverse_mass[3][3] = {
      {run->b11, run->b12, run->d1}, {run->b12, run->b22, run->d2}, {run->d1, run->d2, run->wnn}};
  double matrix[9], values[3], vectors[9];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) matrix[3 * i + j] = root[i] * inverse_mass[i][j] * root[j];
  carom__graded_eigen(3, matrix, values, vectors);
  const double length[3] = {run->sx, run->sy, -carom__spring_force(run) / run->k};
  const double velocity[3] = {run->vx, run->vy, run->vn};
  carom__spring_swing w = {.count = 3,
                           .softness = 1 / run->k,
                           .sign = !minds_compression(run) ? 0
                                   : run->compressing      ? -1
                                                           : 1,
                           .kt = kt,
                           .scale = run->mu * run->eta2,
                           .watches_force = !run->compressing || !minds_compression(run)};  // else it grows
  for (int k = 0; k < 3; ++k) {
    const double* u = vectors + k;
    w.omega[k] = sqrt(carom__max(0, values[k]));
    for (int i = 0; i < 3; ++i) {
      w.a[k] += u[3 * i] * root[i] * length[i];
      w.b[k] += u[3 * i] * root[i] * velocity[i];
    }
    for (int i = 0; i < 2; ++i) w.s[i][k] = u[3 * i] / root[i];
    w.force[k] = -root[2] * u[6];
  }
  return w;
}

/// Takes the state at the end of a swing.
static void arrive(carom__spring_run* run, const carom__spring_swing* w, double t) {
  const carom__swung at = carom__swing_to(w, t);
  run->sx = at.s[0], run->sy = at.s[1];
  run->ix -= w->kt * at.area[0], run->iy -= w->kt * at.area[1], run->in += at.force_area;
  const double force = carom__max(0, at.force);
  run->energy = force * force / (2 * run->k);
  run->vx = at.v[0], run->vy = at.v[1], run->vn = at.vn;
  if (minds_compression(run)) return;
  run->compressing = run->vn < 0;
  run->energy_top = carom__max(run->energy_top, run->energy);
}

static void trace_swing(const carom__spring_run* run, const carom__spring_swing* w, double t) {
  for (int i = 1; run->trace && i < CAROM__TRACE_PARTS; ++i) {
    carom__spring_run there = *run;
    arrive(&there, w, t * i / CAROM__TRACE_PARTS);
    carom__spring_trace(&there);
  }
}

static carom_event_type settle(carom__spring_run* run, int index) {
  if (index == CAROM__SWING_NORMAL) {
    run->vn = 0;
    return run->compressing ? CAROM_EVENT_COMPRESSION_END : CAROM_EVENT_RECOMPRESS;
  }
  if (index == CAROM__SWING_FORCE) {
    run->energy = 0;
    return CAROM_EVENT_RESTITUTION_END;
  }
  const double length = carom__hypot(run->sx, run->sy), force = length / (run->mu * run->eta2);
  // Of the two lengths, tangential and normal, the longer one has more digits: a soft spring slips when F is almost
  // gone.
  if (run->mu * run->eta2 > 1) run->energy = force * force / (2 * run->k);
  run->ux = run->sx / length, run->uy = run->sy / length;
  carom__spring_tell(run, CAROM__SPRING_SLIPS);
  return CAROM_EVENT_SLIP;
}

/// Of a search: springs swing about so long.
static double usual_window(const carom__spring_run* run) {
  return 4 / sqrt(run->k * run->wnn);
}

/// Where friction holds little and W drives the springs along the surface, slip begins at once after the start: where
/// W_tn k |v_n| t^3/6 comes to mu eta2 k |v_n| t. To what springs do in a usual window that is rounding: so the first
/// window is of that time, if it is this much shorter.
static const double MUCH_SHORTER = 1.0 / 8, TIMES_FIRST_SLIP = 4;

static double first_window(const carom__spring_run* run) {
  const double drive = carom__hypot(run->d1, run->d2), usual = usual_window(run);
  const bool from_rest = run->sx == 0 && run->sy == 0 && run->energy == 0;
  if (!from_rest || !(drive > 0)) return usual;
  const double window = TIMES_FIRST_SLIP * sqrt(6 * run->mu * run->eta2 / drive);
  return window < MUCH_SHORTER * usual ? window : usual;
}

carom_status carom__spring_stick(carom__spring_run* run, carom_event_type* event, carom_diag* diag) {
  bool nothing_happened = false;
  double window = first_window(run);
  while (run->work < CAROM__MAX_WORK) {
    ++run->work;
    const carom__spring_swing w = make_swing(run);
    const carom__swing_event next =
        nothing_happened ? carom__swing_search_far(&w, window) : carom__swing_search(&w, window);
    window = usual_window(run);
    run->work += next.evaluations / 16;  // most searches take fewer
    if (!(next.t >= 0)) break;
    trace_swing(run, &w, next.t);
    carom__spring_watch_swing(run, &w, next.t);
    if (run->tangents) run->tangents->carrier->swing(run, &w, next.t);
    arrive(run, &w, next.t);
    nothing_happened = next.index < 0;
    if (nothing_happened) continue;
    *event = settle(run, next.index);
    return CAROM_OK;
  }
  return carom__spring_spent(run, diag);
}
