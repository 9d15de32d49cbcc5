// What outcomes share, from the units of a solver (math/units.h) to those of the caller. Private to the library.
#ifndef CAROM_CONTACT_UNITS_H
#define CAROM_CONTACT_UNITS_H

#include "carom/contact.h"
#include "math/units.h"

static inline carom_energy carom__energy_shift(carom_energy e, int exponent) {
  const carom_energy shifted = {.friction = ldexp(e.friction, exponent),
                                .restitution = ldexp(e.restitution, exponent),
                                .spring = ldexp(e.spring, exponent),
                                .change = ldexp(e.change, exponent)};
  return shifted;
}

static inline void carom__events_shift(int count, carom_event* events, int exponent) {
  for (int i = 0; i < count; ++i) events[i].impulse_n = ldexp(events[i].impulse_n, exponent);
}

#endif
