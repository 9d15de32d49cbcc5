// What the checks of bodies and mechanisms share. Private to the model room.
#ifndef CAROM_MODEL_BODY_H
#define CAROM_MODEL_BODY_H

#include "carom/model.h"

/// Kind, mass, and that every number is finite: what no rounding excuses.
carom_status carom__body_check_numbers(const carom_body* body, carom_diag* diag);

/// CAROM_OVERFLOW unless w (size x size) and v are finite, as they are but for magnitudes hundreds of decades apart.
carom_status carom__contact_fits(int size, const double* w, const double* v, carom_diag* diag);

#endif
