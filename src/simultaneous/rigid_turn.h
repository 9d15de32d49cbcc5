// A piece in space in which slip turns. Private to the room.
#ifndef CAROM_SIMULTANEOUS_RIGID_TURN_H
#define CAROM_SIMULTANEOUS_RIGID_TURN_H

#include "simultaneous/rigid_rub.h"
#include "simultaneous/rigid_start.h"

/// What is special in a piece.
typedef struct carom__rigid_specials {
  bool some_start;
  bool rubs;
  carom__rigid_starts starts;
  carom__rigid_rub rub;
} carom__rigid_specials;

/// Its direction follows from its velocity, order by order.
static inline bool carom__rigid_turns(const carom__rigid* r, int contact) {
  return carom__rigid_slips(r, contact) && !r->touch[contact].starts && !r->touch[contact].rubs;
}

/// rigid_orders.c: all series over the present length, by the present clock.
void carom__rigid_expand_orders(carom__rigid* r, carom__rigid_specials* s);

#endif
