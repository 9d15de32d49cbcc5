// Whether a caller gave what a call needs: a contact problem with its arrays, a trace with room. Private to the
// library.
#ifndef CAROM_CONTACT_GIVEN_H
#define CAROM_CONTACT_GIVEN_H

#include "carom/contact.h"

/// CAROM_OK, or which of w, v and surfaces is NULL.
carom_status carom__need_arrays(const carom_contact_problem* problem, carom_diag* diag);

/// CAROM_OK, or why a trace cannot take `least` points.
carom_status carom__need_room(const void* points, int capacity, int least, carom_diag* diag);

#endif
