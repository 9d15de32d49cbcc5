// Checks of a compliant problem, and the units in which it is solved. Private to the room.
#ifndef CAROM_COMPLIANT_CHECK_H
#define CAROM_COMPLIANT_CHECK_H

#include "carom/compliant.h"
#include "math/units.h"

carom_status carom__compliant_check(const carom_compliant_problem* problem, carom_diag* diag);

/// The problem is solved with w_nn and the speed near 1.
carom__units carom__spring_units_of(const carom_compliant_problem* problem);
carom_compliant_problem carom__compliant_in_units(const carom_compliant_problem* problem, carom__units units);

/// CAROM_TOO_FAR_APART where numbers, in those units, are too far apart for doubles.
carom_status carom__compliant_check_range(const carom_compliant_problem* in_units, carom_diag* diag);

void carom__compliant_from_units(carom_compliant_outcome* outcome, carom__units units);
void carom__spring_trace_from_units(carom_spring_trace* trace, carom__units units);

#endif
