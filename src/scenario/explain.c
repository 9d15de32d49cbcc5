#include "scenario/explain.h"

#include <assert.h>
#include <stdarg.h>

#include "scenario/solve_error.h"

void carom__explain_say(carom_explanation* out, const char* format, ...) {
  assert(out->sentence_count < CAROM_EXPLANATION_SENTENCES);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(out->sentences[out->sentence_count++], CAROM_SENTENCE_SIZE, format, arguments);
  va_end(arguments);
}

bool carom_scenario_explain(const carom_scenario* scenario, const carom_result* result, carom_explanation* out,
                            carom_file_error* error) {
  *out = (carom_explanation){.model = result->model};
  carom_diag diag = {0};
  const carom_status status = result->model == CAROM_MODEL_PLANAR ? carom__explain_planar(result, out, &diag)
                                                                  : carom__explain_spatial(result, out, &diag);
  if (!status) return true;
  diag.status = status;
  carom__error_from_diag(scenario, &diag, error);
  return false;
}
