// What several contacts ask of their surfaces. Private to the library.
#ifndef CAROM_CONTACT_SPRINGS_H
#define CAROM_CONTACT_SPRINGS_H

#include "carom/contact.h"

/// The first contacts with friction of each kind: rigid (no eta2), on tangential springs. -1: none.
typedef struct carom__friction {
  int rigid, springy;
} carom__friction;

carom__friction carom__friction_of(int count, const carom_surface* surfaces);

/// One exponent for all, and 1 where friction has tangential springs: else CAROM_INCONSISTENT with
/// "surfaces[i].exponent". One kind of friction: else CAROM_INCONSISTENT with "surfaces[i].eta2".
carom_status carom__springs_check(int count, const carom_surface* surfaces, carom_diag* diag);

#endif
