// Explanations in plain words: private to the room run.
#ifndef CAROM_RUN_EXPLAIN_H
#define CAROM_RUN_EXPLAIN_H

#include "base/diag.h"
#include "carom/run.h"

/// Adds a sentence to the explanation.
void carom__explain_say(carom_explanation* out, const char* format, ...) CAROM__PRINTF(2, 3);

/// Fill theory and sentences.
carom_status carom__explain_planar(const carom_result* result, carom_explanation* out, carom_diag* diag);
carom_status carom__explain_spatial(const carom_result* result, carom_explanation* out, carom_diag* diag);
void carom__explain_compliant(const carom_result* result, carom_explanation* out);
void carom__explain_simultaneous(const carom_scenario* scenario, const carom_result* result, carom_explanation* out);

#endif
