// One solver each for the models: private to the scenario room.
#ifndef CAROM_SCENARIO_SOLVE_H
#define CAROM_SCENARIO_SOLVE_H

#include "carom/scenario.h"

enum { CAROM__MOST_EVENTS = 16 };

/// Solves the contact problem by its model and fills contacts, events, energy and warnings of the result. Events has
/// room for CAROM__MOST_EVENTS.
carom_status carom__solve_planar(const carom_contact_problem* contact, carom_result* result, carom_diag* diag);
carom_status carom__solve_spatial(const carom_contact_problem* contact, const carom_method* method,
                                  carom_result* result, carom_diag* diag);

#endif
