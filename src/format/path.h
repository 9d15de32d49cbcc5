/// @file path.h
/// Dotted paths of the values in a document: "contacts.0.mu". A walk hears what a writer would write, without any text.
#ifndef CAROM_FORMAT_PATH_H
#define CAROM_FORMAT_PATH_H

#include <stdbool.h>

enum { CAROM__PATH_LENGTH = 400, CAROM__PATH_DEPTH = 16 };

/// A number, or a word where word is not NULL.
typedef struct carom__path_value {
  double number;
  const char* word;
  bool is_count;  ///< how many items a list has: at its path with ".count" behind it
} carom__path_value;

/// One object or list that the walk is in.
typedef struct carom__path_level {
  int length;  ///< of its own path
  int index;   ///< of the next item; -1 in an object
} carom__path_level;

typedef struct carom__path_walk {
  void (*hear)(void* listener, const char* path, carom__path_value value);
  void* listener;
  char path[CAROM__PATH_LENGTH];
  int length;  ///< -1: longer than there is room for; such values are not heard
  int depth;
  carom__path_level levels[CAROM__PATH_DEPTH];
} carom__path_walk;

/// prefix is "" or ends with a dot.
void carom__path_start(carom__path_walk* walk, const char* prefix);

/// What the writer in json_writer.h calls.
void carom__path_open(carom__path_walk* walk, char bracket);
void carom__path_close(carom__path_walk* walk);
void carom__path_key(carom__path_walk* walk, const char* key);
void carom__path_hear(carom__path_walk* walk, carom__path_value value);

#endif
