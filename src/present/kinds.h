/// @file present/kinds.h
/// Kinds of figures: private to the room present.
#ifndef CAROM_PRESENT_KINDS_H
#define CAROM_PRESENT_KINDS_H

#include "present/present.h"

/// A way to draw: what it is called, the models that it fits (bit m is model m), what else a scenario must have, and
/// how many scenarios it can show at once. A kind may have several rows, for different models.
typedef struct carom__kind {
  const char* name;
  unsigned models;
  bool (*fits)(const carom_scenario* scenario);  ///< NULL: all of these models
  const char* needs;                             ///< the same in words
  carom_status (*draw)(carom__subject* subject);
  int most_items;
} carom__kind;

/// The way to draw a kind (NULL: the one that suits best) of a scenario, or NULL.
const carom__kind* carom__find_kind(const char* name, const carom_scenario* scenario);

#endif
