// What springs at several contacts ask of their surfaces. Private to the library.
#ifndef CAROM_CONTACT_SPRINGS_H
#define CAROM_CONTACT_SPRINGS_H

#include "carom/contact.h"

/// One exponent for all, and 1 where there is friction. CAROM_INCONSISTENT with "surfaces[i].exponent".
carom_status carom__springs_check(int count, const carom_surface* surfaces, carom_diag* diag);

#endif
