// What a run on springs leaves becomes an answer: velocities that fit the impulse, a ledger that closes, an error.
#include <float.h>
#include <math.h>

#include "base/diag.h"
#include "compliant/run.h"

/// An answer whose energies do not add up this well is not handed out. A million impacts over wide ranges reach 2e-11.
static const double LEDGER = 1e-8;

/// An answer whose error may be more than this part of the speed is called approximate.
static const double APPROXIMATE = 1e-7;

/// What a unit of slack may cost (measured: 5e-12 of the speed for W with eigenvalues within a factor of 10).
static const double LOCAL_ERROR = 5e-12;

/// Rounding of W I, as a part of its terms.
static const double ROUNDING = 32 * DBL_EPSILON;

/// What is told of an estimate: of 69,000 impacts turned about the normal, with W to 1e12, one differs by more than ten
/// times this, and 3 by more than this.
static const double TOLD = 4;

/// The rounding of v = v0 + W I, as a part of its largest term: that of the entries of W and of I.
static const double LOST_BY_RIGID = 8 * DBL_EPSILON;

/// v0 + W I, and the size of its terms.
typedef struct total {
  double v[3], terms[3];
} total;

static total add_up(const double w[3][3], const double v0[3], const double impulse[3]) {
  total sum = {.v = {v0[0], v0[1], v0[2]}};
  for (int i = 0; i < 3; ++i) {
    sum.terms[i] = fabs(sum.v[i]);
    for (int j = 0; j < 3; ++j) {
      sum.v[i] += w[i][j] * impulse[j];
      sum.terms[i] += fabs(w[i][j] * impulse[j]);
    }
  }
  return sum;
}

static total add_up_run(const carom__spring_run* run) {
  const double w[3][3] = {{run->b11, run->b12, run->d1}, {run->b12, run->b22, run->d2}, {run->d1, run->d2, run->wnn}};
  return add_up(w, (double[]){run->v0x, run->v0y, run->v0n}, (double[]){run->ix, run->iy, run->in});
}

static double largest(const double v[3]) {
  return carom__max(carom__hypot(v[0], v[1]), fabs(v[2]));
}

/// How many times larger the terms of W I are than v, before or after: so many times rounding shows in v.
static double lost_by(const total* sum, const double v0[3], const double v[3]) {
  const double terms = carom__max(carom__max(sum->terms[0], sum->terms[1]), sum->terms[2]);
  return terms / carom__max(largest(v0), largest(v));
}

/// Of an answer that rounding may have moved: by how much, as a part of the speed.
static void tell_error(carom_compliant_outcome* out, double error) {
  if (!(error > APPROXIMATE)) return;
  out->error = carom__min(1, TOLD * error);
  out->warnings |= CAROM_WARN_APPROXIMATE;
}

void carom__rigid_tell_error(const carom_compliant_problem* p, carom_compliant_outcome* out) {
  const double v0[3] = {p->v.x, p->v.y, p->v.z}, v[3] = {out->v.x, out->v.y, out->v.z};
  const total sum = add_up(p->w.m, v0, (double[]){out->impulse.x, out->impulse.y, out->impulse.z});
  if (largest(v0) > 0) tell_error(out, LOST_BY_RIGID * lost_by(&sum, v0, v));
}

/// v = v0 + W I. Where the normal velocity that the pieces have left is the same up to rounding it stays, with its
/// sign.
static total agree_with_impulse(carom__spring_run* run) {
  const total sum = add_up_run(run);
  run->vx = sum.v[0], run->vy = sum.v[1];
  if (!(fabs(run->vn - sum.v[2]) <= ROUNDING * sum.terms[2])) run->vn = sum.v[2];
  return sum;
}

/// More than rounding may still leave an approach, at the end of a plastic impact: as little impulse stops it.
static void leave_no_approach(carom__spring_run* run) {
  if (!(run->vn < 0)) return;
  const double impulse = -run->vn / run->wnn;
  run->restitution += 0.5 * -run->vn * impulse;
  carom__spring_push(run, (double[]){0, 0, impulse}, 0);
}

/// How far v may be off, as a part of the speed. Where W I is `lost` times larger than v, the slow modes of W are known
/// to `lost` times the rounding only, so that they bring each event that much too early or late, and v moves through
/// the fast modes, sqrt(lost) times as fast, in the meantime.
static double estimate_error(const carom__spring_run* run, const total* sum) {
  const double v0[3] = {run->v0x, run->v0y, run->v0n}, v[3] = {run->vx, run->vy, run->vn};
  const double lost = lost_by(sum, v0, v), slack = carom__spring_slack(run);
  const double local = slack > 1 ? LOCAL_ERROR * slack : 2 * DBL_EPSILON;
  return local * lost * sqrt(lost);
}

/// The work of all impulses is (v0 + v).I/2: it must be what the ledger says was lost, up to the rounding of v.
static bool ledger_closes(const carom__spring_run* run, const total* sum) {
  const double impulse[3] = {run->ix, run->iy, run->in}, v0[3] = {run->v0x, run->v0y, run->v0n};
  const double v[3] = {run->vx, run->vy, run->vn};
  double work = 0, size = run->friction, noise = 0;
  for (int i = 0; i < 3; ++i) {
    work += 0.5 * impulse[i] * (v0[i] + v[i]);
    size += fabs(impulse[i]) * (fabs(v0[i]) + fabs(v[i]));
    noise += fabs(impulse[i]) * sum->terms[i];
  }
  return fabs(work - run->out->energy.change) <= LEDGER * size + ROUNDING * noise;
}

static void finish(carom__spring_run* run, double error) {
  carom_compliant_outcome* out = run->out;
  out->impulse = (carom_vec3){run->ix, run->iy, run->in};
  out->v = (carom_vec3){run->vx, run->vy, run->vn};
  // Only a plastic impact ends with a stretched spring.
  const double length = carom__spring_length(run);
  out->energy.friction = carom__max(0, run->friction);  // rounding alone can leave a little less than nothing
  out->energy.restitution = run->restitution;
  out->energy.spring = run->e == 0 ? length * length / (2 * run->eta2) : 0;
  out->energy.change = -(out->energy.friction + out->energy.restitution + out->energy.spring);
  out->stored_tangential = run->stored_tangential;
  out->work = run->work;
  tell_error(out, error);
  if (out->recompressed) out->warnings |= CAROM_WARN_RECOMPRESSED;
  if (out->event_total > out->event_count) out->warnings |= CAROM_WARN_LOG_CUT;
}

carom_status carom__spring_answer(carom__spring_run* run, carom_diag* diag) {
  const total sum = agree_with_impulse(run);
  if (run->out->event_total > 0) leave_no_approach(run);
  finish(run, estimate_error(run, &sum));
  if (ledger_closes(run, &sum)) return CAROM_OK;
  return carom__fail(diag, CAROM_TOO_FAR_APART, "w", run->wnn,
                     "entries of w, v and the surface are too far apart: energy would not be kept");
}
