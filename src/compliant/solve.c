// The impact of a compliant contact from beginning to end, phase by phase.
#include <math.h>
#include <stddef.h>

#include "base/diag.h"
#include "compliant/check.h"
#include "compliant/run.h"
#include "compliant/tangent.h"
#include "compliant/watch.h"
#include "contact/given.h"
#include "contact/mode.h"
#include "contact/spring.h"

/// Restitution weaker than this cannot be told from none.
static const double NO_RESTITUTION = 1e-20;

/// An eigenvalue of W this small, as a part of the largest, is rounding.
static const double SINGULAR = 1e-15;

void carom__spring_push(carom__spring_run* run, const double impulse[3], double vn) {
  const double x = impulse[0], y = impulse[1], n = impulse[2];
  run->ix += x, run->iy += y, run->in += n;
  run->vx += run->b11 * x + run->b12 * y + run->d1 * n;
  run->vy += run->b12 * x + run->b22 * y + run->d2 * n;
  run->vn = vn;
}

void carom__spring_log(carom__spring_run* run, carom_event_type type) {
  carom_compliant_outcome* out = run->out;
  if (out->event_count < CAROM_COMPLIANT_MAX_EVENTS)
    out->events[out->event_count++] = (carom_event){.type = type, .impulse_n = run->in};
  ++out->event_total;
  out->mode = carom__contact_mode_then(out->mode, carom__spring_phase(type));
  const double x = carom__spring_length(run);
  run->stored_tangential = carom__max(run->stored_tangential, x * x / (2 * run->eta2));
}

carom_status carom__spring_spent(const carom__spring_run* run, carom_diag* diag) {
  double w[9] = {run->b11, run->b12, run->d1, run->b12, run->b22, run->d2, run->d1, run->d2, run->wnn}, values[3];
  carom_symmetric_eigen(3, w, values, NULL);
  if (values[0] <= SINGULAR * values[2])
    return carom__fail(diag, CAROM_NO_FINITE_ANSWER, "w", values[0],
                       "w is singular (eigenvalues %.3g to %.3g) and friction holds the bodies together without end",
                       values[0], values[2]);
  return carom__fail(diag, CAROM_BUDGET, "w", values[0],
                     "the springs still swing after %d steps: the eigenvalues of w, %.3g to %.3g, are far apart",
                     CAROM__MAX_WORK, values[0], values[2]);
}

carom__spring_run carom__spring_begin(const carom_compliant_problem* p, carom_compliant_outcome* out) {
  const double(*w)[3] = p->w.m;
  return (carom__spring_run){.b11 = w[0][0],
                             .b12 = 0.5 * (w[0][1] + w[1][0]),
                             .b22 = w[1][1],
                             .d1 = 0.5 * (w[0][2] + w[2][0]),
                             .d2 = 0.5 * (w[1][2] + w[2][1]),
                             .wnn = w[2][2],
                             .mu = p->surface.mu,
                             .mu_slip = p->surface.mu,
                             .e = p->surface.e < NO_RESTITUTION ? 0 : p->surface.e,
                             .eta2 = p->surface.eta2,
                             .v0x = p->v.x,
                             .v0y = p->v.y,
                             .v0n = p->v.z,
                             .vx = p->v.x,
                             .vy = p->v.y,
                             .vn = p->v.z,
                             .k = 1,
                             .compressing = true,
                             .out = out};
}

/// v_n = 0 is an impact if slip drives the bodies together.
static unsigned no_impact_reason(const carom__spring_run* run) {
  if (run->vn < 0) return 0;
  if (run->vn > 0) return CAROM_WARN_SEPARATING;
  const double speed = carom__hypot(run->vx, run->vy);
  if (speed == 0) return CAROM_WARN_RESTING;
  const double rate = run->wnn - run->mu * (run->d1 * (run->vx / speed) + run->d2 * (run->vy / speed));
  return rate < 0 ? 0 : rate > 0 ? CAROM_WARN_RESTING : CAROM_WARN_INDETERMINATE;
}

/// @eq JIA10 (36)  the contact starts in stick iff |v_t| < mu eta0^2 |v_n|; at equality the next derivative decides
static void start(carom__spring_run* run) {
  const double speed = carom__hypot(run->vx, run->vy), kappa = run->mu * run->eta2, sigma = speed + kappa * run->vn;
  if (speed > 0) run->ux = run->vx / speed, run->uy = run->vy / speed;
  const double x = run->ux, y = run->uy, along = x * run->d1 + y * run->d2;
  const double p_rate = along - run->mu * (x * x * run->b11 + 2 * x * y * run->b12 + y * y * run->b22);
  const double sigma_rate = p_rate + kappa * (run->wnn - run->mu * along);
  run->slipping = sigma > 0 || (sigma == 0 && speed > 0 && sigma_rate >= 0);
  carom__spring_log(run, run->slipping ? CAROM_EVENT_START_SLIP : CAROM_EVENT_START_STICK);
  carom__spring_tell(run, CAROM__SPRING_STARTS);
}

/// The end of compression: the normal spring hardens and loses energy, while every force stays.
// @eq JIA10 (3)  k = k0 in compression, k0/e^2 in restitution
static void harden(carom__spring_run* run) {
  const double kept = carom__kept_at_end(run->e);
  if (run->out->impulse_n_compression == 0) {
    run->out->impulse_n_compression = run->in;
    run->out->stored = run->energy;
  }
  run->restitution += (1 - kept) * run->energy;
  carom__spring_watch_compressed(run);
  if (kept > 0) carom__spring_tell(run, CAROM__SPRING_TURNS);
  carom__spring_tell(run, kept > 0 ? CAROM__SPRING_HARDENS : CAROM__SPRING_RESTS);
  if (kept == 0) {  // rigid from here on: what the tangential springs do is up to the lock
    carom__spring_stop(run);
    run->energy = 0;
    return;
  }
  if (run->published) {
    const double length = carom__spring_length(run);
    run->mu_slip *= run->e;
    carom__spring_shorten(run, length, carom__spring_length(run));
  }
  run->energy *= kept;
  run->energy_top = run->energy;
  run->k /= kept;
  run->compressing = false;
}

/// The published scheme lets the spring that breaks away in restitution slip back to mu e eta0^2 F_n at once. Where
/// that spring would then have to slip backwards it sticks again.
static void shorten(carom__spring_run* run, double length) {
  const double reach = carom__spring_reach(run);
  carom__spring_shorten(run, length, reach);
  const double sigma = run->ux * run->vx + run->uy * run->vy + run->mu_slip * run->eta2 * run->k * run->vn;
  if (!(sigma < 0)) return;
  run->slipping = false;
  run->sx = reach * run->ux, run->sy = reach * run->uy;
  carom__spring_log(run, CAROM_EVENT_STICK);
}

static carom_status advance(carom__spring_run* run, bool* ended, carom_diag* diag) {
  carom_event_type event;
  const carom_status status =
      run->slipping ? carom__spring_slip(run, &event, diag) : carom__spring_stick(run, &event, diag);
  if (status) return status;
  carom__spring_trace(run);
  carom__spring_log(run, event);
  *ended = event == CAROM_EVENT_RESTITUTION_END;
  if (event == CAROM_EVENT_STICK) run->slipping = false;
  if (event == CAROM_EVENT_SLIP) {
    const double length = carom__spring_length(run);
    run->slipping = true;
    if (run->published) shorten(run, length);
  }
  if (event == CAROM_EVENT_RECOMPRESS) {
    carom__spring_tell(run, CAROM__SPRING_TURNS);
    carom__spring_watch_begins_anew(run);
    run->compressing = run->out->recompressed = true;
  }
  if (event == CAROM_EVENT_COMPRESSION_END) harden(run);
  const bool is_plastic = event == CAROM_EVENT_COMPRESSION_END && run->e == 0;
  if (!*ended && !is_plastic) carom__spring_trace(run);
  const bool may_pile_up = event == CAROM_EVENT_RECOMPRESS || (event == CAROM_EVENT_STICK && !run->compressing);
  return may_pile_up || is_plastic ? carom__spring_lock(run, ended, diag) : CAROM_OK;
}

carom_status carom__spring_run_pieces(carom__spring_run* run, carom_diag* diag) {
  start(run);
  carom__spring_trace(run);
  bool ended = false;
  while (!ended) {
    const carom_status status = advance(run, &ended, diag);
    if (status) return status;
  }
  return CAROM_OK;
}

/// Normal impulse q without friction.
static void coast(carom__spring_run* run, double q) {
  run->energy -= q * (run->vn + 0.5 * run->wnn * q);
  carom__spring_push(run, (double[]){0, 0, q}, run->vn + run->wnn * q);
  ++run->work;
}

static void trace_coast(const carom__spring_run* run, double q) {
  for (int i = 1; run->trace && i < CAROM__TRACE_PARTS; ++i) {
    carom__spring_run there = *run;
    coast(&there, q * i / CAROM__TRACE_PARTS);
    carom__spring_trace(&there);
  }
}

/// Without friction the tangential springs never move.
static void run_frictionless(carom__spring_run* run) {
  const double compression = -run->vn / run->wnn;
  run->out->mode = CAROM_CONTACT_FRICTIONLESS;
  run->slipping = true;
  run->ux = 1;
  carom__spring_trace(run);
  trace_coast(run, compression);
  coast(run, compression);
  run->vn = 0;
  carom__spring_trace(run);
  carom__spring_log(run, CAROM_EVENT_COMPRESSION_END);
  harden(run);
  if (run->e == 0) return;
  carom__spring_trace(run);
  trace_coast(run, run->e * compression);
  coast(run, run->e * compression);
  run->energy = 0;
  carom__spring_trace(run);
  carom__spring_log(run, CAROM_EVENT_RESTITUTION_END);
}

static bool is_finite(const carom_compliant_outcome* o) {
  return carom_vec3_is_finite(o->impulse) && carom_vec3_is_finite(o->v) && isfinite(o->energy.change) &&
         isfinite(o->energy.friction) && isfinite(o->energy.restitution) && isfinite(o->stored);
}

static carom_status solve_springs(const carom_compliant_problem* problem, carom_compliant_scheme scheme,
                                  carom_compliant_outcome* out, carom_spring_trace* trace, carom_diag* diag) {
  carom_compliant_outcome result = {0};
  carom__spring_run run = carom__spring_begin(problem, &result);
  run.published = scheme == CAROM_COMPLIANT_PUBLISHED;
  run.trace = trace;
  result.warnings = no_impact_reason(&run);
  carom_status status = CAROM_OK;
  if (result.warnings == 0) {
    if (run.mu > 0)
      status = carom__spring_run_pieces(&run, diag);
    else
      run_frictionless(&run);
  }
  if (status) return status;
  status = carom__spring_answer(&run, diag);
  if (!status) *out = result;
  return status;
}

carom_compliant_problem carom_compliant_problem_default(void) {
  carom_surface surface = carom_surface_default();
  surface.eta2 = carom_eta2_from_poisson_ratio(0.3);
  return (carom_compliant_problem){.w = carom_mat3_identity(), .surface = surface};
}

/// Springs that swing on when the work is spent, or whose energies do not add up: the rigid law has an answer. How far
/// it is from theirs is not known.
static carom_status give_up_springs(const carom_compliant_problem* problem, carom_compliant_outcome* out,
                                    carom_spring_trace* trace, carom_diag* diag) {
  const carom_status status = carom__compliant_rigid(problem, out, diag);
  if (status) return status;
  out->warnings |= CAROM_WARN_APPROXIMATE;
  out->error = 1;
  if (trace) trace->count = 0;
  return CAROM_OK;
}

static carom_status solve(const carom_compliant_problem* problem, carom_compliant_scheme scheme,
                          carom_compliant_outcome* out, carom_spring_trace* trace, carom_diag* diag) {
  if (scheme != CAROM_COMPLIANT_EXACT && scheme != CAROM_COMPLIANT_PUBLISHED)
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "scheme", (double)scheme, "scheme is %d, which is not a scheme",
                       (int)scheme);
  carom_status status = carom__need_problem_and_out(problem, out, diag);
  if (!status) status = carom__compliant_check(problem, diag);
  if (status) return status;
  const double springs = problem->surface.mu * problem->surface.eta2;
  if (springs > 0 && springs < CAROM_COMPLIANT_RIGID_LIMIT) return carom__compliant_rigid(problem, out, diag);
  const carom__units units = carom__spring_units_of(problem);
  const carom_compliant_problem in_units = carom__compliant_in_units(problem, units);
  carom_compliant_outcome result;
  status = carom__compliant_check_range(&in_units, diag);
  if (status) return status;
  status = solve_springs(&in_units, scheme, &result, trace, diag);
  if (status == CAROM_BUDGET || status == CAROM_TOO_FAR_APART) return give_up_springs(problem, out, trace, diag);
  if (status) return status;
  carom__compliant_from_units(&result, units);
  if (!is_finite(&result))
    return carom__fail(diag, CAROM_OVERFLOW, "v", 0, "the impulse or the energy does not fit a double");
  *out = result;
  if (trace) carom__spring_trace_from_units(trace, units);
  return CAROM_OK;
}

carom_status carom_compliant_solve_scheme(const carom_compliant_problem* problem, carom_compliant_scheme scheme,
                                          carom_compliant_outcome* out, carom_diag* diag) {
  return solve(problem, scheme, out, NULL, diag);
}

carom_status carom_compliant_solve(const carom_compliant_problem* problem, carom_compliant_outcome* out,
                                   carom_diag* diag) {
  return solve(problem, CAROM_COMPLIANT_EXACT, out, NULL, diag);
}

carom_status carom_compliant_trace(const carom_compliant_problem* problem, carom_compliant_scheme scheme,
                                   carom_compliant_outcome* out, carom_spring_trace* trace, carom_diag* diag) {
  carom_status status = carom__need_memory(trace, "trace", "have room for the path", diag);
  if (!status) status = carom__need_room(trace->points, trace->capacity, CAROM_COMPLIANT_TRACE_MIN, diag);
  if (status) return status;
  carom_spring_trace path = *trace;
  path.count = 0;
  status = solve(problem, scheme, out, &path, diag);
  if (!status) *trace = path;
  return status;
}
