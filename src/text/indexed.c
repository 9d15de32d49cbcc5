// A field's place in a list, and what is meant there.
#include "text/indexed.h"

#include <stdlib.h>
#include <string.h>

bool carom__split_indexed(const char* field, const char* list, int* index, const char** rest) {
  const size_t length = strlen(list);
  if (strncmp(field, list, length) != 0 || field[length] != '[') return false;
  char* end;
  *index = (int)strtol(field + length + 1, &end, 10);
  if (*end != ']') return false;
  *rest = end[1] == '.' ? end + 2 : end + 1;
  return true;
}
