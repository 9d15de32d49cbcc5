// Which path was probably meant.
#include <string.h>

#include "text/nearest.h"
#include "vary/vary.h"

_Static_assert((int)CAROM__PATH_LENGTH <= (int)CAROM__NEAREST_LENGTH, "every path can be compared");

/// Nearer than any with a wrong letter is a path that goes on where the wanted one ends, or ends where that goes on;
/// and next one that ends like it.
static int distance_of(const char* wanted, const char* path) {
  const size_t a = strlen(wanted), b = strlen(path), common = a < b ? a : b;
  const char* longer = a < b ? path : wanted;
  if (common > 0 && strncmp(wanted, path, common) == 0 && (longer[common] == '.' || longer[common] == '\0')) return 0;
  if (a > 0 && a < b && path[b - a - 1] == '.' && strcmp(path + b - a, wanted) == 0) return 1;
  return 2 + carom__edit_distance(wanted, path);
}

void carom__path_hear_nearest(void* nearest, const char* path, carom__path_value value) {
  carom__path_nearest* n = nearest;
  if (n->distance == 0 || (n->numbers_only && (value.word || value.is_count)) ||
      strlen(n->wanted) >= CAROM__PATH_LENGTH)
    return;
  const int distance = distance_of(n->wanted, path);
  if (distance >= n->distance) return;
  n->distance = distance;
  strcpy(n->path, path);
}
