// Explanations: which model tells, and how it says a sentence.
#include "run/explain.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>

#include "run/solve_error.h"

void carom__explain_say(carom_explanation* out, const char* format, ...) {
  assert(out->sentence_count < CAROM_EXPLANATION_SENTENCES);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(out->sentences[out->sentence_count++], CAROM_SENTENCE_SIZE, format, arguments);
  va_end(arguments);
}

static carom_status explain(const carom_scenario* scenario, const carom_result* result, carom_explanation* out,
                            carom_diag* diag) {
  switch (result->outcome.model) {
    case CAROM_MODEL_PLANAR:
      return carom__explain_planar(result, out, diag);
    case CAROM_MODEL_SPATIAL:
      return carom__explain_spatial(result, out, diag);
    case CAROM_MODEL_COMPLIANT:
      carom__explain_compliant(result, out);
      return CAROM_OK;
    case CAROM_MODEL_SIMULTANEOUS:
      carom__explain_simultaneous(scenario, result, out);
      return CAROM_OK;
    case CAROM_MODEL_MOTION:
      break;
  }
  return CAROM_UNAVAILABLE;
}

/// The nearest boundary at which the outcome is not smooth; none where nobody knows.
static carom_smoothness next_change_of(const carom_impact_outcome* outcome) {
  const carom_impact_law* law = &outcome->law;
  if (outcome->model == CAROM_MODEL_PLANAR) return carom_planar_smoothness(&law->planar.problem, &law->planar.outcome);
  if (outcome->model == CAROM_MODEL_SPATIAL)
    return carom_spatial_smoothness(&law->spatial.problem, &law->spatial.outcome);
  if (outcome->model == CAROM_MODEL_COMPLIANT)
    return carom_compliant_smoothness(&law->compliant.problem, &law->compliant.outcome);
  return (carom_smoothness){.margin = HUGE_VAL};
}

/// How far the inputs are from another sequence of events.
static void say_next_change(const carom_result* result, carom_explanation* out) {
  if (result->method != CAROM_METHOD_EXACT) return;
  out->next = next_change_of(&result->outcome);
  if (out->next.boundary == CAROM_BOUNDARY_NONE || out->sentence_count == CAROM_EXPLANATION_SENTENCES) return;
  carom__explain_say(out,
                     "The nearest change of mode that can be felt, a %s, is %.2g away (0: here; 1: far): where %s.",
                     carom_smooth_word(out->next.kind), out->next.margin, carom_boundary_meaning(out->next.boundary));
}

bool carom_scenario_explain(const carom_scenario* scenario, const carom_result* result, carom_explanation* out,
                            carom_diag* error) {
  carom_diag unread;
  if (!error) error = &unread;
  *out = (carom_explanation){.model = result->outcome.model};
  carom_diag diag = {0};
  const carom_status status = explain(scenario, result, out, &diag);
  if (!status) {
    say_next_change(result, out);
    return true;
  }
  diag.status = status;
  carom__error_from_diag(scenario, &diag, error);
  return false;
}
