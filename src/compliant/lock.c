// Where friction pulls the bodies together, the normal spring bounces between the pull and the other body. Every bounce
// hardens it, so the bounces shrink like powers of e and infinitely many fit into a finite time. Once they are too
// small to see, the contact is held: v_n = 0, and the normal force is what balances the tangential spring.
#include <math.h>

#include "base/diag.h"
#include "compliant/tangent.h"
#include "compliant/watch.h"
#include "contact/spring.h"
#include "math/eigen.h"

/// A bounce this small, as a part of the speed (which is near 1 in our units), is not followed.
static const double SMALL_BOUNCE = 1e-13;

/// A bounce larger than this is seen, however much slack there is.
static const double LARGEST_BOUNCE = 1e-3;

/// s'' = -A s with A = (B - d d^T/wnn)/eta2: the swing of the tangential spring while the normal one is rigid. The
/// normal force is kt d.s/wnn.
static carom__spring_swing make_swing(const carom__spring_run* run) {
  const double kt = 1 / run->eta2, d1 = run->d1, d2 = run->d2, wnn = run->wnn, b12 = run->b12 - d1 * d2 / wnn;
  double matrix[4] = {kt * (run->b11 - d1 * d1 / wnn), kt * b12, kt * b12, kt * (run->b22 - d2 * d2 / wnn)};
  double values[2], vectors[4];
  carom__graded_eigen(2, matrix, values, vectors);
  carom__spring_swing w = {.count = 2, .kt = kt, .scale = run->mu * run->eta2, .watches_force = true};
  for (int k = 0; k < 2; ++k) {
    const double x = vectors[k], y = vectors[2 + k];
    w.omega[k] = sqrt(carom__max(0, values[k]));
    w.a[k] = x * run->sx + y * run->sy;
    w.b[k] = x * run->vx + y * run->vy;
    w.s[0][k] = x, w.s[1][k] = y;
    w.force[k] = kt * (d1 * x + d2 * y) / wnn;
  }
  return w;
}

static void arrive(carom__spring_run* run, const carom__spring_swing* w, double t) {
  const carom__swung at = carom__swing_to(w, t);
  run->sx = at.s[0], run->sy = at.s[1];
  run->ix -= w->kt * at.area[0], run->iy -= w->kt * at.area[1], run->in += at.force_area;
  run->vx = at.v[0], run->vy = at.v[1], run->vn = 0;
}

/// Holds the contact until the spring slips; then nothing presses any more, and the impact is over.
static carom_status hold(carom__spring_run* run, carom_diag* diag) {
  bool nothing_happened = false;
  while (run->work < CAROM__MAX_WORK) {
    ++run->work;
    const carom__spring_swing w = make_swing(run);
    const double most = carom__swing_fastest(&w), t_end = 4 / (most > 0 ? most : 1);
    const carom__swing_event next =
        nothing_happened ? carom__swing_search_far(&w, t_end) : carom__swing_search(&w, t_end);
    run->work += next.evaluations / 16;  // most searches take fewer
    if (!(next.t >= 0)) break;
    carom__spring_watch_held(run, &w, next.t);
    if (run->tangents) run->tangents->carrier->swing(run, &w, next.t);
    arrive(run, &w, next.t);
    carom__spring_trace(run);
    nothing_happened = next.index < 0;
    if (nothing_happened) continue;
    carom__spring_watch_release(run, &w);
    carom__spring_tell(run, CAROM__SPRING_RELEASES);
    return CAROM_OK;
  }
  return carom__spring_spent(run, diag);
}

/// Holds the contact while its springs press it and friction can carry them, and ends the impact.
static carom_status end_held(carom__spring_run* run, double balance, carom_diag* diag) {
  carom_status status = CAROM_OK;
  const double opens = run->wnn * carom__hypot(run->sx, run->sy) - run->mu * (run->d1 * run->sx + run->d2 * run->sy);
  // One that could slide has no force of its own left to hold it: only where it is wedged does the spring stay.
  const bool holds = carom__may_lock(balance) && carom__is_wedged(opens);
  if (run->e == 0) carom__spring_watch_rest(run);
  if (holds) {
    carom__spring_log(run, CAROM_EVENT_LOCK);
    carom__spring_tell(run, CAROM__SPRING_HOLDS);
    status = hold(run, diag);
    carom__spring_log(run, CAROM_EVENT_RELEASE);
    run->out->warnings |= CAROM_WARN_LOCKED;
  }
  if (!holds) carom__spring_tell(run, CAROM__SPRING_LEAVES);
  if (run->e == 0 && !holds) return status;  // plastic: over, with what the tangential springs have
  carom__spring_shorten(run, carom__hypot(run->sx, run->sy), 0);
  run->sx = run->sy = 0;
  carom__spring_log(run, CAROM_EVENT_RESTITUTION_END);
  return status;
}

carom_status carom__spring_lock(carom__spring_run* run, bool* ended, carom_diag* diag) {
  const double force = carom__spring_force(run), kt = 1 / run->eta2;
  double s[2] = {run->sx, run->sy};
  if (run->slipping) s[0] = carom__spring_reach(run) * run->ux, s[1] = carom__spring_reach(run) * run->uy;
  const double balance = kt * (run->d1 * s[0] + run->d2 * s[1]) / run->wnn;
  const double bounce = carom__hypot(run->vn, carom__swing_speed(force - balance, run->wnn, run->k));
  const double smallest = carom__min(SMALL_BOUNCE * carom__spring_slack(run), LARGEST_BOUNCE);
  if (run->e > 0 && !(bounce < smallest)) return CAROM_OK;
  *ended = true;
  carom__spring_tell(run, CAROM__SPRING_LOCKS);
  carom__spring_stop(run);
  run->restitution += run->energy;  // what the small bounces would have lost
  run->energy = 0;
  return end_held(run, balance, diag);
}
