/// @file locate.h
/// Where in a JSON text something stands. jansson tells the line of a syntax error only, so these walkers go over the
/// text again once an error is known. They trust the text to be valid JSON up to its end or up to the given position.
#ifndef CAROM_FORMAT_LOCATE_H
#define CAROM_FORMAT_LOCATE_H

#include <stddef.h>

/// The line, from 1, on which the byte text[offset] stands.
int carom__locate_line(const char* text, size_t offset);

/// The line of the member or item that a path leads to. steps[i] is the ordinal of the member (or the index of the
/// item) to enter at depth i: ordinals need no decoding of escaped keys. The line of a member is that of its key.
int carom__locate_steps(const char* text, size_t length, int count, const size_t* steps);

/// The bytes text[from] to text[to - 1].
typedef struct carom__span {
  size_t from, to;
} carom__span;

/// The value that such steps lead to, without its key.
carom__span carom__locate_value(const char* text, size_t length, int count, const size_t* steps);

/// The dotted path of the innermost key or item that is open, or has just been read, at text[position]. Cut to size.
void carom__locate_path(const char* text, size_t position, char* path, size_t size);

#endif
