// One solver each for the models: private to the scenario room.
#ifndef CAROM_SCENARIO_SOLVE_H
#define CAROM_SCENARIO_SOLVE_H

#include "carom/scenario.h"

/// Events that a result of one contact has room for from the start; several contacts make their own room.
enum { CAROM__MOST_EVENTS = 96 };

/// The model of the impact that the contacts state, whether or not motion follows; CAROM_MODEL_MOTION without contacts.
carom_model carom__impact_model(const carom_scenario* scenario);

/// calloc that gives a pointer for nothing too, so that NULL always means failure.
void* carom__reserve(size_t count, size_t size);

/// Solves result->contact_problem by its model and fills contacts, events, energy and warnings of the result.
carom_status carom__solve_planar(carom_result* result, carom_diag* diag);
carom_status carom__solve_spatial(const carom_method* method, carom_result* result, carom_diag* diag);
carom_status carom__solve_compliant(carom_result* result, carom_diag* diag);

/// The same; how many events there are shows only afterwards. CAROM_TOO_SMALL: there is no memory for them.
carom_status carom__solve_simultaneous(carom_result* result, carom_diag* diag);

#endif
