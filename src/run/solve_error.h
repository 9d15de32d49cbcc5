// Solver diagnostics in the words of the file: private to the room run.
#ifndef CAROM_RUN_SOLVE_ERROR_H
#define CAROM_RUN_SOLVE_ERROR_H

#include "carom/run.h"

/// The solver names fields of its structs ("bodies[1].mass"); a user knows keys of the file ("bodies.rod.mass").
void carom__error_from_diag(const carom_scenario* scenario, const carom_diag* diag, carom_diag* error);

/// For a file without contacts: nothing happens at time 0.
void carom__error_no_impact(carom_diag* error);

void carom__error_no_memory(carom_diag* error);

#endif
