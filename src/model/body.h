// What carom_body_check and carom_body_tidy share. Private to the model room.
#ifndef CAROM_MODEL_BODY_H
#define CAROM_MODEL_BODY_H

#include "carom/model.h"

/// Kind, mass, and that every number is finite: what no rounding excuses.
carom_status carom__body_check_numbers(const carom_body* body, carom_diag* diag);

#endif
