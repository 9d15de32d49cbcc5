// The one table of models and laws: what a model takes as it is, what is replaced, what is refused.
#include <math.h>

#include "base/diag.h"
#include "contact/springs.h"
#include "contact/surface.h"
#include "impact/impact.h"

typedef enum verdict {
  TAKEN,
  REPLACED,
  REFUSED,  // replaced where the caller must have an answer
} verdict;

/// What each model does with what only some of them know.
static const struct {
  verdict other_law;        // Poisson's or Newton's law
  verdict static_friction;  // mu_static > mu
  verdict mixed_friction;   // mu > 0 with eta2 at some contacts, without it at others
} RULES[] = {
    [CAROM_MODEL_PLANAR] = {TAKEN, TAKEN, TAKEN},
    [CAROM_MODEL_SPATIAL] = {TAKEN, TAKEN, TAKEN},
    [CAROM_MODEL_COMPLIANT] = {REPLACED, REPLACED, TAKEN},
    [CAROM_MODEL_SIMULTANEOUS] = {REPLACED, REFUSED, REFUSED},
};

/// What rigid friction gets beside friction on springs: that of many metals and of a billiard ball.
static const double USUAL_POISSON_RATIO = 0.3;

bool carom_impact_has_method(carom_model model, carom_method_kind kind) {
  switch (kind) {
    case CAROM_METHOD_EXACT:
      return true;
    case CAROM_METHOD_NI:
    case CAROM_METHOD_FS:
    case CAROM_METHOD_VS:
      return model == CAROM_MODEL_SPATIAL;
    case CAROM_METHOD_PUBLISHED:
      return model == CAROM_MODEL_COMPLIANT;
    case CAROM_METHOD_STEPS:
      return model == CAROM_MODEL_SIMULTANEOUS;
  }
  return false;
}

carom_model carom_impact_model(int dimension, int contact_count, const carom_surface* surfaces) {
  if (contact_count > 1) return CAROM_MODEL_SIMULTANEOUS;
  if (surfaces && surfaces[0].eta2 > 0) return CAROM_MODEL_COMPLIANT;
  return dimension == 2 ? CAROM_MODEL_PLANAR : CAROM_MODEL_SPATIAL;
}

carom_status carom__impact_check_shape(const carom_contact_problem* p, carom_diag* diag) {
  if (p->dimension != 2 && p->dimension != 3)
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "dimension", p->dimension, "dimension is %d; it must be 2 or 3",
                       p->dimension);
  if (p->contact_count < 1 || p->contact_count > CAROM_SIMULTANEOUS_MAX_CONTACTS)
    return carom__fail(diag, CAROM_OUT_OF_RANGE, "contact_count", p->contact_count,
                       "contact_count is %d; it must be from 1 to %d", p->contact_count,
                       CAROM_SIMULTANEOUS_MAX_CONTACTS);
  return CAROM_OK;
}

/// A table entry met by a surface.
static bool is_replaced(verdict what, bool must_answer) {
  return what == REPLACED || (what == REFUSED && must_answer);
}

/// A number that is no law is left for the check of the surface.
static void accept_law(verdict what, carom_surface* s, unsigned* warnings) {
  if (what == TAKEN || !(s->law == CAROM_LAW_POISSON || s->law == CAROM_LAW_NEWTON)) return;
  s->law = CAROM_LAW_STRONGE;
  *warnings |= CAROM_WARN_LAW_REPLACED;
}

/// What is not finite is left for that check too.
static carom_status accept_static(verdict what, bool must_answer, carom_surface* s, unsigned* warnings,
                                  carom_diag* diag) {
  if (!(s->mu_static > s->mu && isfinite(s->mu_static)) || what == TAKEN) return CAROM_OK;
  if (!is_replaced(what, must_answer))
    return carom__fail(
        diag, CAROM_OUT_OF_RANGE, "mu_static", s->mu_static,
        "mu_static is %g; with several contacts it must equal mu = %g, since answers would not be unique", s->mu_static,
        s->mu);
  s->mu_static = s->mu;
  *warnings |= CAROM_WARN_STATIC_REPLACED;
  return CAROM_OK;
}

/// Of both kinds of friction springs are taken. Where that is refused carom__springs_check says so.
static void accept_mixed(verdict what, bool must_answer, carom_surface* s, unsigned* warnings) {
  if (!(s->mu > 0 && s->eta2 == 0) || !is_replaced(what, must_answer)) return;
  s->eta2 = carom_eta2_from_poisson_ratio(USUAL_POISSON_RATIO);
  *warnings |= CAROM_WARN_COMPLIANCE_ADDED;
}

static carom_status check_call(const carom_contact_problem* problem, const carom_surface* accepted,
                               const unsigned* warnings, carom_diag* diag) {
  carom_status status = carom__need(problem, "problem", "be what is asked for", diag);
  if (!status) status = carom__impact_check_shape(problem, diag);
  if (!status) status = carom__need(problem->surfaces, "surfaces", "hold contact_count surfaces", diag);
  if (!status) status = carom__need_memory(accepted, "accepted", "have room for contact_count surfaces", diag);
  if (!status) status = carom__need_memory(warnings, "warnings", "have room for the warnings", diag);
  return status;
}

carom_status carom_impact_accept(const carom_contact_problem* problem, bool must_answer, carom_surface* accepted,
                                 unsigned* warnings, carom_diag* diag) {
  const carom_status call = check_call(problem, accepted, warnings, diag);
  if (call) return call;
  const int count = problem->contact_count;
  const carom_model model = carom_impact_model(problem->dimension, count, problem->surfaces);
  const carom__friction friction = carom__friction_of(count, problem->surfaces);
  const bool mixed = friction.rigid >= 0 && friction.springy >= 0;
  for (int i = 0; i < count; ++i) {
    carom_surface* s = &accepted[i];
    *s = carom__with_defaults(&problem->surfaces[i]);
    accept_law(RULES[model].other_law, s, warnings);
    if (mixed) accept_mixed(RULES[model].mixed_friction, must_answer, s, warnings);
    const carom_status status = accept_static(RULES[model].static_friction, must_answer, s, warnings, diag);
    if (status) return carom__fail_within(diag, status, "surfaces", i);
  }
  return count > 1 ? carom__springs_check(count, accepted, diag) : CAROM_OK;
}
