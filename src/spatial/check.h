// Input checks of the spatial room. Private.
#ifndef CAROM_SPATIAL_CHECK_H
#define CAROM_SPATIAL_CHECK_H

#include "carom/spatial.h"

/// CAROM_OK, or the first bad field of the problem.
carom_status carom__spatial_check(const carom_spatial_problem* problem, carom_diag* diag);

#endif
