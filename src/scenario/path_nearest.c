#include <ctype.h>
#include <string.h>

#include "scenario/path.h"

static int least(int a, int b, int c) {
  const int ab = a < b ? a : b;
  return ab < c ? ab : c;
}

static int change(char a, char b) {
  return tolower((unsigned char)a) != tolower((unsigned char)b);
}

/// Letters to insert, delete or change to get from a to b, capitals aside. Both are shorter than CAROM__PATH_LENGTH.
static int edit_distance(const char* a, const char* b) {
  int row[CAROM__PATH_LENGTH + 1];
  const int width = (int)strlen(b);
  for (int j = 0; j <= width; j++) row[j] = j;
  for (int i = 0; a[i] != '\0'; i++) {
    int diagonal = row[0];
    row[0] = i + 1;
    for (int j = 0; j < width; j++) {
      const int above = row[j + 1];
      row[j + 1] = least(above + 1, row[j] + 1, diagonal + change(a[i], b[j]));
      diagonal = above;
    }
  }
  return row[width];
}

/// Nearer than any with a wrong letter is a path that goes on where the wanted one ends, or ends where that goes on;
/// and next one that ends like it.
static int distance_of(const char* wanted, const char* path) {
  const size_t a = strlen(wanted), b = strlen(path), common = a < b ? a : b;
  const char* longer = a < b ? path : wanted;
  if (common > 0 && strncmp(wanted, path, common) == 0 && (longer[common] == '.' || longer[common] == '\0')) return 0;
  if (a > 0 && a < b && path[b - a - 1] == '.' && strcmp(path + b - a, wanted) == 0) return 1;
  return 2 + edit_distance(wanted, path);
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
