// Explanations: which model tells, and how it says a sentence.
#include "run/explain.h"

#include <assert.h>
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

bool carom_scenario_explain(const carom_scenario* scenario, const carom_result* result, carom_explanation* out,
                            carom_diag* error) {
  carom_diag unread;
  if (!error) error = &unread;
  *out = (carom_explanation){.model = result->outcome.model};
  carom_diag diag = {0};
  const carom_status status = explain(scenario, result, out, &diag);
  if (!status) return true;
  diag.status = status;
  carom__error_from_diag(scenario, &diag, error);
  return false;
}
