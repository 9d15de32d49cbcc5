// Input checks of the spatial room. Private.
#ifndef CAROM_SPATIAL_CHECK_H
#define CAROM_SPATIAL_CHECK_H

#include <float.h>

#include "carom/spatial.h"

/// k = Wzz - d.B^-1 d up to this part of Wzz is rounding: W is singular, and nothing moves while the contact sticks. It
/// is the bound of carom_cholesky for three rows.
#define CAROM__SINGULAR_PIVOT (24 * DBL_EPSILON)

/// CAROM_OK, or the first bad field of the problem. B must be positive definite, W may be singular.
carom_status carom__spatial_check(const carom_spatial_problem* problem, carom_diag* diag);

/// The same where W must be positive definite too.
carom_status carom__spatial_check_definite(const carom_spatial_problem* problem, carom_diag* diag);

#endif
