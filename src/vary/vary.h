/// @file vary/vary.h
/// A document whose numbers are set by path, and the nearest path to one that was not found: private to the room vary.
#ifndef CAROM_VARY_VARY_H
#define CAROM_VARY_VARY_H

#include <string.h>

#include "carom/vary.h"
#include "vary/bind.h"
#include "vary/pick.h"

enum { CAROM__KNOWN_PATHS = 64, CAROM__KNOWN_PATH_SIZE = 96 };

/// A path that was read, and what it means.
typedef struct carom__known_path {
  char path[CAROM__KNOWN_PATH_SIZE];
  carom__pick pick;
} carom__known_path;

struct carom_vary {
  carom__document* document;
  carom__binding* binding;                      ///< NULL until something is read, and where there is no fast road
  int pick_count;                               ///< paths that are known, in the order of the last reading
  carom__known_path picks[CAROM__KNOWN_PATHS];  ///< for the scenario of the binding
};

/// carom_vary_read by the slow road, which always leads there: the document is read, and the result is walked through.
bool carom__vary_read_slowly(const carom_vary* vary, int count, const char* const* paths, carom_reading* out,
                             carom_diag* error);

_Static_assert((int)CAROM_VARY_MOST_SLOTS == (int)CAROM__DOCUMENT_SLOTS, "a document has a slot for each");

/// The path of a value of an answer, without the "after." that tells it from a number that is set.
static inline const char* carom__plain_path(const char* path) {
  static const char after[] = "after.";
  return strncmp(path, after, sizeof after - 1) == 0 ? path + sizeof after - 1 : path;
}

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
