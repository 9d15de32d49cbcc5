// The flags of a planar outcome, for loops that have no time for a call. Private to the library.
#ifndef CAROM_PLANAR_FLAGS_H
#define CAROM_PLANAR_FLAGS_H

#include "carom/planar.h"

static inline unsigned carom__planar_flags_of_mode(carom_planar_mode mode) {
  switch (mode) {
    case CAROM_PLANAR_NONE:
      return 0;
    case CAROM_PLANAR_SLIDING:
      return CAROM_FLAG_ACTED;
    case CAROM_PLANAR_C_STICKING:
    case CAROM_PLANAR_R_STICKING:
      return CAROM_FLAG_ACTED | CAROM_FLAG_SLIP_VANISHED | CAROM_FLAG_STUCK;
    case CAROM_PLANAR_C_REVERSED:
    case CAROM_PLANAR_R_REVERSED:
      return CAROM_FLAG_ACTED | CAROM_FLAG_SLIP_VANISHED | CAROM_FLAG_RESUMED;
  }
  return 0;
}

static inline unsigned carom__planar_flags(const carom_planar_outcome* outcome) {
  return outcome->direct * (unsigned)CAROM_FLAG_DIRECT + outcome->central * (unsigned)CAROM_FLAG_CENTRAL +
         outcome->tangential * (unsigned)CAROM_FLAG_TANGENTIAL + carom__planar_flags_of_mode(outcome->mode);
}

#endif
