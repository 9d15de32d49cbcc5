/// @file scenario/vary.h
/// A document whose numbers are set by path: private to the scenario room.
#ifndef CAROM_SCENARIO_VARY_H
#define CAROM_SCENARIO_VARY_H

#include <jansson.h>

#include "carom/vary.h"

struct carom_vary {
  json_t* document;                      ///< as the file says it, so that what follows from a number follows on
  json_t* slots[CAROM_VARY_MOST_SLOTS];  ///< numbers in the document
  int slot_count;
};

#endif
