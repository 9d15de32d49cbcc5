// Private to the spatial room.
#ifndef CAROM_SPATIAL_SCHEME_OPTIONS_H
#define CAROM_SPATIAL_SCHEME_OPTIONS_H

#include "carom/spatial.h"

/// CAROM_OK, or the first bad option. Only those of the chosen scheme count.
carom_status carom__scheme_options_check(const carom_spatial_scheme_options* options, carom_diag* diag);

#endif
