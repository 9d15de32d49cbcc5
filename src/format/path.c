// Dotted paths, step by step, as a writer goes through a document.
#include "format/path.h"

#include <string.h>

void carom__path_start(carom__path_walk* walk, const char* prefix) {
  walk->length = (int)strlen(prefix);
  memcpy(walk->path, prefix, (size_t)walk->length + 1);
  walk->depth = 0;
}

/// Appends a step, after a dot where something is before it that does not end in one.
static void add_step(carom__path_walk* walk, const char* step, int length) {
  if (walk->length < 0 || walk->length + length + 2 > CAROM__PATH_LENGTH) {
    walk->length = -1;
    return;
  }
  if (walk->length > 0 && walk->path[walk->length - 1] != '.') walk->path[walk->length++] = '.';
  memcpy(walk->path + walk->length, step, (size_t)length);
  walk->length += length;
  walk->path[walk->length] = '\0';
}

static carom__path_level* innermost(carom__path_walk* walk) {
  return walk->depth > 0 && walk->depth <= CAROM__PATH_DEPTH ? &walk->levels[walk->depth - 1] : NULL;
}

static void add_index(carom__path_walk* walk, int index) {
  char digits[12];
  int at = (int)sizeof digits;
  do {
    digits[--at] = (char)('0' + index % 10);
    index /= 10;
  } while (index > 0);
  add_step(walk, digits + at, (int)sizeof digits - at);
}

/// The path of the value that comes now: a list counts, an object has said the key.
static void begin_value(carom__path_walk* walk) {
  carom__path_level* level = innermost(walk);
  if (level && level->index >= 0) add_index(walk, level->index++);
}

/// Back to the path of the object or list that the value was in. The first value of all is in none.
static void end_value(carom__path_walk* walk) {
  const carom__path_level* level = innermost(walk);
  if (!level) return;
  walk->length = level->length;
  if (walk->length >= 0) walk->path[walk->length] = '\0';
}

void carom__path_open(carom__path_walk* walk, char bracket) {
  begin_value(walk);
  if (walk->depth++ < CAROM__PATH_DEPTH)
    walk->levels[walk->depth - 1] = (carom__path_level){walk->length, bracket == '[' ? 0 : -1};
}

void carom__path_close(carom__path_walk* walk) {
  const carom__path_level* level = innermost(walk);
  if (level && level->index >= 0) {
    add_step(walk, "count", 5);
    if (walk->length >= 0)
      walk->hear(walk->listener, walk->path, (carom__path_value){.number = level->index, .is_count = true});
  }
  --walk->depth;
  end_value(walk);
}

void carom__path_key(carom__path_walk* walk, const char* key) {
  if (walk->depth <= CAROM__PATH_DEPTH) add_step(walk, key, (int)strlen(key));
}

void carom__path_hear(carom__path_walk* walk, carom__path_value value) {
  begin_value(walk);
  if (walk->length >= 0 && walk->depth <= CAROM__PATH_DEPTH) walk->hear(walk->listener, walk->path, value);
  end_value(walk);
}
