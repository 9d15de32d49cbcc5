/// @file clean_text.h
/// Text of a fixed size for messages and paths. What comes from a file may hold anything; what goes into an error is
/// valid UTF-8 without control characters, cut at the end of a character.
#ifndef CAROM_TEXT_CLEAN_TEXT_H
#define CAROM_TEXT_CLEAN_TEXT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct carom__text {
  char* out;
  size_t size;
  size_t length;
  bool has_steps;
  bool is_full;  ///< something did not fit
} carom__text;

carom__text carom__text_start(char* out, size_t size);

/// Appends text; every control character or byte that is not UTF-8 becomes '?'.
void carom__text_add(carom__text* text, const char* added);

/// Appends one step of a dotted path.
void carom__text_add_step(carom__text* text, const char* step);

#endif
