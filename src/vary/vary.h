/// @file vary/vary.h
/// A document whose numbers are set by path, and the nearest path to one that was not found: private to the room vary.
#ifndef CAROM_VARY_VARY_H
#define CAROM_VARY_VARY_H

#include "carom/vary.h"
#include "format/document.h"

struct carom_vary {
  carom__document* document;
};

_Static_assert((int)CAROM_VARY_MOST_SLOTS == (int)CAROM__DOCUMENT_SLOTS, "a document has a slot for each");

/// The nearest of many paths to one that was not found: a listener.
typedef struct carom__path_nearest {
  const char* wanted;
  bool numbers_only;
  int distance;  ///< start with INT_MAX
  char path[CAROM__PATH_LENGTH];
} carom__path_nearest;

void carom__path_hear_nearest(void* nearest, const char* path, carom__path_value value);

#endif
