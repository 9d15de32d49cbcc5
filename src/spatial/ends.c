// How a run through impulse space begins and ends: what follows from W, the outcome, and whether it adds up.
#include "spatial/ends.h"

#include <math.h>
#include <string.h>

#include "base/diag.h"
#include "contact/surface.h"
#include "math/elementary.h"
#include "spatial/check.h"
#include "spatial/ledger.h"

/// v_z = 0 is an impact if slip drives the bodies together.
static unsigned no_impact_reason(const carom__run* run) {
  if (run->vz < 0) return 0;
  if (run->vz > 0) return CAROM_WARN_SEPARATING;
  const double r = carom__hypot(run->x, run->y);
  if (r == 0) return CAROM_WARN_RESTING;
  const double rate = run->wzz - run->mu * (run->d1 * (run->x / r) + run->d2 * (run->y / r));
  return rate < 0 ? 0 : rate > 0 ? CAROM_WARN_RESTING : CAROM_WARN_INDETERMINATE;
}

static void derive(carom__run* run, double mu_static) {
  const double determinant = carom_difference_of_products(run->b11, run->b22, run->b12, run->b12);
  run->w1 = carom_difference_of_products(run->b22, run->d1, run->b12, run->d2) / determinant;
  run->w2 = carom_difference_of_products(run->b11, run->d2, run->b12, run->d1) / determinant;
  run->k = run->wzz - (run->d1 * run->w1 + run->d2 * run->w2);
  if (!(run->k > CAROM__SINGULAR_PIVOT * run->wzz)) run->k = 0;
  run->hold = carom__hypot(run->w1, run->w2) <= mu_static;
  const double d = carom__hypot(run->d1, run->d2);
  run->rho = run->mu * (run->b11 + run->b22) + d;
  // @eq JW16 (18)  Wzz - mu d.s > 0 for every tangent direction s, that is mu |d| < Wzz
  run->monotone = run->mu * d < run->wzz;
  run->target = -run->e * run->vz;  // Newton; Poisson sets its own at the end of compression
  // Energy goes with the square of this, which must not vanish.
  run->reference_v =
      carom__max(-run->vz, run->vz < 0 ? 1e-40 * carom__hypot(run->x, run->y) : carom__hypot(run->x, run->y));
}

carom__run carom__run_begin(const carom_spatial_problem* p, carom_spatial_outcome* out, carom_trace* trace) {
  const double(*w)[3] = p->w.m;
  carom__run run = {.b11 = w[0][0],
                    .b12 = 0.5 * (w[0][1] + w[1][0]),
                    .b22 = w[1][1],
                    .d1 = 0.5 * (w[0][2] + w[2][0]),
                    .d2 = 0.5 * (w[1][2] + w[2][1]),
                    .wzz = w[2][2],
                    .mu = p->surface.mu,
                    .e = p->surface.e,
                    .law = p->surface.law,
                    .x0 = p->v.x,
                    .y0 = p->v.y,
                    .vz0 = p->v.z,
                    .x = p->v.x,
                    .y = p->v.y,
                    .vz = p->v.z,
                    .cuts_at_d = 2,
                    .cuts_at_vz = 4,
                    .grazing = HUGE_VAL,
                    .compressing = true,
                    .out = out,
                    .trace = trace};
  derive(&run, carom__mu_static(&p->surface));
  *out = (carom_spatial_outcome){.condition_fails = !run.monotone, .warnings = no_impact_reason(&run)};
  return run;
}

/// l, s and c in the order in which they first happened, then r.
static void write_sequence(carom_spatial_outcome* out) {
  int length = 0;
  bool compressed = false;
  for (int i = 0; i < out->event_count; ++i) {
    const carom_event_type type = out->events[i].type;
    if (type == CAROM_EVENT_STRAIGHT) out->sequence[length++] = 'l';
    if (type == CAROM_EVENT_STICK || type == CAROM_EVENT_REVERSE) out->sequence[length++] = 's';
    if (type == CAROM_EVENT_COMPRESSION_END && !compressed) {
      out->sequence[length++] = 'c';
      compressed = true;
    }
  }
  out->sequence[length++] = 'r';
  out->sequence[length] = 0;
}

/// As an exact sequence: of the l only that at the start counts.
static carom_spatial_mode mode_of(const char* sequence) {
  static const carom_spatial_mode modes[2][3] = {{CAROM_SPATIAL_CR, CAROM_SPATIAL_SCR, CAROM_SPATIAL_CSR},
                                                 {CAROM_SPATIAL_LCR, CAROM_SPATIAL_LSCR, CAROM_SPATIAL_LCSR}};
  const char *s = strchr(sequence, 's'), *c = strchr(sequence, 'c');
  const int vanished = !s ? 0 : !c || s < c ? 1 : 2;
  return modes[sequence[0] == 'l'][vanished];
}

static carom_energy ledger(const carom__run* run) {
  const double restitution = run->law == CAROM_LAW_STRONGE ? run->lost : run->energy;
  const carom_energy energy =
      carom__spatial_ledger((carom_vec3){run->x0, run->y0, run->vz0}, (carom_vec3){run->x, run->y, run->vz},
                            (carom_vec3){run->ix, run->iy, run->iz}, restitution);
  return run->mu > 0 ? energy : (carom_energy){.restitution = restitution, .change = -restitution + 0.0};
}

void carom__run_finish(const carom__run* run) {
  carom_spatial_outcome* out = run->out;
  // Adding 0 turns -0 into 0, which is what a reader expects to see.
  out->impulse = (carom_vec3){run->ix + 0.0, run->iy + 0.0, run->iz};
  out->v = (carom_vec3){run->x + 0.0, run->y + 0.0, run->vz + 0.0};
  if (out->warnings) {  // no impact
    memcpy(out->sequence, "none", sizeof "none");
    return;
  }
  if (!out->slip_vanished) out->impulse_n_slip_end = run->iz;
  out->energy = ledger(run);
  out->warnings = carom__spatial_warnings(run->law, out);
  if (run->jammed) out->warnings |= CAROM_WARN_JAMMED;
  write_sequence(out);
  out->mode = mode_of(out->sequence);
}

carom_status carom__fail_too_far_apart(carom_diag* diag, double value) {
  return carom__fail(diag, CAROM_TOO_FAR_APART, "w", value,
                     "the entries of w and v and the friction are so far apart in magnitude that the impact cannot be "
                     "followed in double precision");
}

/// |v - v^- - (W I)| for one row of W; *scale grows to its largest terms.
static double residual(double before, double after, const double row[3], const carom__run* run, double* scale) {
  const double terms[3] = {row[0] * run->ix, row[1] * run->iy, row[2] * run->iz};
  *scale = carom__max(*scale, fabs(before) + fabs(terms[0]) + fabs(terms[1]) + fabs(terms[2]));
  return fabs(before + (terms[0] + terms[1] + terms[2]) - after);
}

static carom_status fail_no_end(const carom__run* run, carom_diag* diag) {
  return carom__fail(diag, CAROM_NO_FINITE_ANSWER, "v", run->vz,
                     "w is singular and v is not a velocity that it can change (v_n left when slip stops or settles is "
                     "%g of the approach), so no finite impulse ends the impact",
                     run->vz / run->reference_v);
}

/// By how much friction exceeds its law, as a part of the normal impulse: mu I_n while it slips, |w| I_n while it
/// sticks. Where W has eigenvalues tens of decades apart, rounding of v may be a larger impulse than friction can make.
static double outside_cone(const carom__run* run) {
  const double stuck = run->out->stuck ? run->iz - run->out->impulse_n_slip_end : 0;
  const double most = run->mu * (run->iz - stuck) + carom__hypot(run->w1, run->w2) * stuck;
  const double friction = carom__hypot(run->ix, run->iy);
  return run->iz > 0 && friction > (1 + 1e-6) * most ? (friction - most) / run->iz : 0;
}

carom_status carom__run_verify(const carom__run* run, carom_diag* diag) {
  if (!run->done && !run->out->warnings && run->k == 0) return fail_no_end(run, diag);
  // Ordinary impacts fulfil this to 1e-14.
  const double enough = 1e-9;
  const double rx[3] = {run->b11, run->b12, run->d1}, ry[3] = {run->b12, run->b22, run->d2};
  const double rz[3] = {run->d1, run->d2, run->wzz};
  // Slip is one vector: a component across it that is all rounding must not be judged by itself.
  double slip_scale = 0, normal_scale = 0;
  const double x = residual(run->x0, run->x, rx, run, &slip_scale), y = residual(run->y0, run->y, ry, run, &slip_scale);
  const double z = residual(run->vz0, run->vz, rz, run, &normal_scale) - run->dropped;
  const double slip_off = carom__max(x, y) > 0 ? carom__max(x, y) / slip_scale : 0;
  double worst = carom__max(slip_off, z > 0 ? z / normal_scale : 0);
  const double friction_off = outside_cone(run), seen = 1e-12;
  if (friction_off > seen) worst = carom__max(worst, friction_off / seen * enough);
  const double sum = run->ix + run->iy + run->iz + run->x + run->y + run->vz + run->energy + run->lost;
  if (worst <= enough && isfinite(sum) && run->out->stored >= 0) return CAROM_OK;
  return carom__fail_too_far_apart(diag, worst);
}

carom_status carom__outcome_check(const carom_spatial_outcome* out, carom_diag* diag) {
  const carom_vec3 sum = carom_vec3_add(out->impulse, out->v);
  const double energies = out->stored + out->energy.friction + fabs(out->energy.restitution);
  if (carom_vec3_is_finite(sum) && isfinite(energies)) return CAROM_OK;
  return carom__fail(diag, CAROM_OVERFLOW, "impulse", sum.z,
                     "the impulse, velocity or energy after the impact is too large for a double");
}
