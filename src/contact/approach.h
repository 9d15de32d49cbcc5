// How fast the contacts of a problem approach each other. Private to the library.
#ifndef CAROM_CONTACT_APPROACH_H
#define CAROM_CONTACT_APPROACH_H

#include "carom/contact.h"

/// m/s, of the contact that approaches fastest; 0 where none does. A cut-off speed is compared with it.
static inline double carom__fastest_approach(const carom_contact_problem* p) {
  double most = 0;
  for (int i = p->dimension - 1; i < p->dimension * p->contact_count; i += p->dimension)
    if (-p->v[i] > most) most = -p->v[i];
  return most;
}

#endif
