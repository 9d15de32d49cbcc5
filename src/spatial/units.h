// Units in which a problem has moderate magnitudes. Private to the spatial room.
#ifndef CAROM_SPATIAL_UNITS_H
#define CAROM_SPATIAL_UNITS_H

#include "carom/spatial.h"
#include "math/units.h"

/// (0, 0) for a problem whose products neither overflow nor vanish.
carom__units carom__spatial_units_of(const carom_spatial_problem* problem);

/// The problem measured in these units.
carom_spatial_problem carom__problem_in_units(const carom_spatial_problem* problem, carom__units units);

/// An outcome that was found in these units, back in those of the caller.
void carom__outcome_from_units(carom_spatial_outcome* outcome, carom__units units);
void carom__trace_from_units(carom_trace* trace, carom__units units);

#endif
