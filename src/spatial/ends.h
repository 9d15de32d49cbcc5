// Both ends of a run: from the problem to its first state, from its last state to the outcome. Private.
#ifndef CAROM_SPATIAL_ENDS_H
#define CAROM_SPATIAL_ENDS_H

#include "spatial/run.h"

/// The run at its start, for a problem that has been checked. *out is cleared; its warnings say why there is no impact,
/// if there is none. trace may be NULL.
carom__run carom__run_begin(const carom_spatial_problem* problem, carom_spatial_outcome* out, carom_trace* trace);

/// Follows a run from its start to its end.
carom_status carom__run_all(carom__run* run, carom_diag* diag);

/// Impulse, velocity, energies, sequence and warnings of a run that is done, or never began.
void carom__run_finish(const carom__run* run);

carom_status carom__fail_too_far_apart(carom_diag* diag, double value);

/// CAROM_TOO_FAR_APART if the run does not fulfil v = v^- + W I or is not finite: its magnitudes were too far apart.
carom_status carom__run_verify(const carom__run* run, carom_diag* diag);

/// CAROM_OVERFLOW if the outcome does not fit a double.
carom_status carom__outcome_check(const carom_spatial_outcome* outcome, carom_diag* diag);

#endif
