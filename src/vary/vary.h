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

/// Values that are looked for while a walk goes by: a listener. Start with CAROM_READING_NONE in all of them.
typedef struct carom__search {
  int count;
  const char* const* paths;
  carom_reading* out;
} carom__search;

void carom__search_hear(void* search, const char* path, carom__path_value value);
/// The error of a path that names no value "of the result", with the nearest that does.
void carom__search_fail(const carom__path_nearest* nearest, const char* where, carom_diag* error);

#endif
