// Derivatives of the outcome on springs (docs/derivatives.md): the impact again, with its tangents.
#include <math.h>

#include "base/diag.h"
#include "carom/spatial.h"
#include "compliant/check.h"
#include "compliant/tangent.h"
#include "compliant/watch.h"
#include "contact/derivative.h"
#include "contact/given.h"

/// How far the outcome may be from that of the same impact solved again, as a part of the impulse. The tangents ask for
/// shorter panels, so the last digits differ; another scheme or problem differs more.
static const double SAME = 1e-8;

static carom_status check(const carom_compliant_problem* problem, const carom_compliant_outcome* outcome, unsigned wrt,
                          const void* out, carom_diag* diag) {
  carom_status status = carom__need_problem_and_out(problem, out, diag);
  if (!status) status = carom__need(outcome, "outcome", "be what carom_compliant_solve gave", diag);
  if (!status) status = carom__compliant_check(problem, diag);
  if (!status && (wrt & ~(unsigned)CAROM_WRT_ALL_COMPLIANT))
    status = carom__fail(diag, CAROM_OUT_OF_RANGE, "wrt", (double)wrt,
                         "wrt is %#x; a contact on springs has the inputs from W_XX to ETA2 (%#x)", wrt,
                         (unsigned)CAROM_WRT_ALL_COMPLIANT);
  return status;
}

/// One unit of an input, and what the state before has of it.
static carom__spring_tangent seed(unsigned bit) {
  carom__spring_tangent d = {0};
  double* const inputs[] = {&d.b11, &d.b12, &d.d1, &d.b22, &d.d2, &d.wnn, &d.vx, &d.vy, &d.vn, &d.mu, &d.e, &d.eta2};
  for (int i = 0; i < CAROM_COMPLIANT_INPUTS; ++i)
    if (bit == 1u << i) *inputs[i] = 1;
  return d;
}

static void put(const carom__spring_tangents* t, unsigned wrt, carom__units units, carom_jacobian* j) {
  for (int input = 0, column = 0; input < CAROM_COMPLIANT_INPUTS; ++input) {
    if (!(wrt >> input & 1)) continue;
    const carom__spring_tangent* d = &t->along[column];
    const double impulse[3] = {d->ix, d->iy, d->in}, velocity[3] = {d->vx, d->vy, d->vn};
    const int unit = carom__unit_of_input(1u << input, units);
    for (int i = 0; i < 3; ++i) {
      j->d_impulse[i][column] = ldexp(impulse[i], carom__impulse_unit(units) - unit) + 0.0;
      j->d_velocity[i][column] = ldexp(velocity[i], units.speed - unit) + 0.0;
    }
    ++column;
  }
}

static bool is_finite(const carom_jacobian* j) {
  double sum = 0;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < j->columns; ++k) sum += 0 * (j->d_impulse[i][k] + j->d_velocity[i][k]);
  return sum == 0;
}

/// v_n = 0: an approach that slip opens takes the impulse with it when it vanishes.
static void consider_approach(const carom_compliant_problem* p, carom_smoothness* nearest) {
  const double speed = carom__hypot(p->v.x, p->v.y), x = speed > 0 ? p->v.x / speed : 0,
               y = speed > 0 ? p->v.y / speed : 0;
  const bool opens = p->w.m[2][2] > p->surface.mu * (p->w.m[0][2] * x + p->w.m[1][2] * y);
  carom__consider(nearest, CAROM_BOUNDARY_APPROACH_ZERO, opens ? CAROM_KINK : CAROM_JUMP,
                  carom__part_of(p->v.z, speed));
}

/// An impact whose force vanishes just before slip would have turned the approach back is not seen to do so: what it
/// lacked goes like the square of the normal velocity after.
static void consider_early_end(const carom_compliant_problem* p, const carom_compliant_outcome* o,
                               carom_smoothness* nearest) {
  const double speed = carom__hypot(o->v.x, o->v.y);
  const bool has_none = p->surface.e == 0 || p->surface.e == 1 || o->warnings & CAROM_WARN_LOCKED || !(speed > 0);
  if (has_none) return;
  const double pull = p->surface.mu * (p->w.m[0][2] * o->v.x + p->w.m[1][2] * o->v.y) / speed;
  const double left = carom__part_of(o->v.z, speed);
  if (pull > p->w.m[2][2]) carom__consider(nearest, CAROM_BOUNDARY_GRAZING, CAROM_JUMP, left * left);
}

/// With any restitution a plastic impact would begin anew, or throw off what friction holds.
static void consider_restitution(const carom_compliant_outcome* o, carom_smoothness* nearest) {
  const bool is_held = o->warnings & CAROM_WARN_LOCKED;
  carom__consider(nearest, is_held ? CAROM_BOUNDARY_STICK_LIMIT : CAROM_BOUNDARY_GRAZING, CAROM_JUMP, 0);
}

/// Springs too stiff to follow, friction of none, and no impact: the rigid law, and eta2 changes nothing.
static bool is_rigid(const carom_compliant_outcome* outcome) {
  return outcome->error != 1 && (outcome->warnings & CAROM_WARN_RIGID_LIMIT || outcome->mode == CAROM_CONTACT_NONE ||
                                 outcome->mode == CAROM_CONTACT_FRICTIONLESS);
}

static carom_spatial_problem rigid_of(const carom_compliant_problem* p) {
  carom_spatial_problem rigid = {.w = p->w, .v = p->v, .surface = p->surface};
  rigid.surface.eta2 = 0;
  return rigid;
}

static carom_status differentiate_rigid(const carom_compliant_problem* p, unsigned wrt, carom_jacobian* out,
                                        carom_diag* diag) {
  const carom_spatial_problem rigid = rigid_of(p);
  carom_spatial_outcome outcome;
  carom_status status = carom_spatial_solve(&rigid, &outcome, diag);
  if (!status) status = carom_spatial_differentiate(&rigid, &outcome, wrt & (unsigned)CAROM_WRT_ALL_SPATIAL, out, diag);
  if (status || !(wrt & CAROM_WRT_ETA2)) return status;
  for (int i = 0; i < 3; ++i) out->d_impulse[i][out->columns] = out->d_velocity[i][out->columns] = 0;
  ++out->columns;
  out->wrt = wrt;
  return CAROM_OK;
}

/// After the impact has been followed again.
static carom_smoothness nearest_of(const carom_compliant_problem* p, const carom_compliant_outcome* o,
                                   const carom__spring_watch* watch, carom__units units) {
  carom_smoothness nearest = {.margin = HUGE_VAL};
  consider_approach(p, &nearest);
  carom__consider(&nearest, CAROM_BOUNDARY_GRAZING, CAROM_JUMP,
                  ldexp(watch->grazing, units.speed) / carom_vec3_norm(p->v));
  carom__consider(&nearest, CAROM_BOUNDARY_GRAZING, CAROM_JUMP, watch->left);
  carom__consider(&nearest, CAROM_BOUNDARY_STICK_LIMIT, watch->edge, watch->wedge);
  consider_early_end(p, o, &nearest);
  return nearest;
}

static bool is_same(carom_vec3 a, carom_vec3 b, double most) {
  return carom__max(fabs(a.x - b.x), carom__max(fabs(a.y - b.y), fabs(a.z - b.z))) <= most * fabs(a.z);
}

/// Follows the impact again: *watch and *tangents, which may be NULL, are filled.
static carom_status follow(const carom_compliant_problem* problem, const carom_compliant_outcome* outcome,
                           carom__spring_watch* watch, carom__spring_tangents* tangents, carom_diag* diag) {
  if (outcome->error == 1)
    return carom__fail(diag, CAROM_UNAVAILABLE, "outcome.error", outcome->error,
                       "the springs gave no answer and the rigid law stands in for them: derivatives are not there");
  const carom__units units = carom__spring_units_of(problem);
  const carom_compliant_problem p = carom__compliant_in_units(problem, units);
  carom_status status = carom__compliant_check_range(&p, diag);
  if (status) return status;
  carom_compliant_outcome again = {0};
  carom__spring_run run = carom__spring_begin(&p, &again);
  *watch = carom__spring_watch_begin(&run);
  run.watch = watch, run.tangents = tangents;
  status = carom__spring_run_pieces(&run, diag);
  if (status == CAROM_BUDGET)
    return carom__fail(diag, CAROM_BUDGET, "outcome.work", outcome->work,
                       "to follow how the outcome moves takes more than %d steps, where the impact took %d",
                       CAROM__MAX_WORK, outcome->work);
  if (!status) status = carom__spring_answer(&run, diag);
  if (status) return status;
  carom__compliant_from_units(&again, units);
  if (!is_same(again.impulse, outcome->impulse, carom__max(SAME, 10 * outcome->error)))
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "outcome.impulse", outcome->impulse.z,
                       "outcome is not what carom_compliant_solve says of this problem");
  return CAROM_OK;
}

static const carom__spring_carrier CARRIER = {.change = carom__spring_tangent_change,
                                              .swing = carom__spring_tangent_swing,
                                              .panel = carom__spring_tangent_panel,
                                              .to_end = carom__spring_tangent_to_end};

carom_status carom_compliant_differentiate(const carom_compliant_problem* problem,
                                           const carom_compliant_outcome* outcome, unsigned wrt, carom_jacobian* out,
                                           carom_diag* diag) {
  carom_status status = check(problem, outcome, wrt, out, diag);
  if (status) return status;
  if (is_rigid(outcome)) return differentiate_rigid(problem, wrt, out, diag);
  carom__spring_watch watch;
  carom__spring_tangents tangents = {.carrier = &CARRIER};
  for (int input = 0; input < CAROM_COMPLIANT_INPUTS; ++input)
    if (wrt >> input & 1) tangents.along[tangents.count++] = seed(1u << input);
  status = follow(problem, outcome, &watch, &tangents, diag);
  if (status) return status;
  const carom__units units = carom__spring_units_of(problem);
  carom_jacobian j = {.columns = tangents.count, .wrt = wrt, .smoothness = nearest_of(problem, outcome, &watch, units)};
  if (wrt & CAROM_WRT_E && tangents.jumps_by_e) consider_restitution(outcome, &j.smoothness);
  put(&tangents, wrt, units, &j);
  if (!is_finite(&j)) return carom__fail_derivative_overflow(diag);
  *out = j;
  return CAROM_OK;
}

carom_smoothness carom_compliant_smoothness(const carom_compliant_problem* problem,
                                            const carom_compliant_outcome* outcome) {
  const carom_smoothness none = {.margin = HUGE_VAL};
  if (is_rigid(outcome)) {
    const carom_spatial_problem rigid = rigid_of(problem);
    carom_spatial_outcome again;
    return carom_spatial_solve(&rigid, &again, NULL) ? none : carom_spatial_smoothness(&rigid, &again);
  }
  carom__spring_watch watch;
  if (follow(problem, outcome, &watch, NULL, NULL)) return none;
  return nearest_of(problem, outcome, &watch, carom__spring_units_of(problem));
}
