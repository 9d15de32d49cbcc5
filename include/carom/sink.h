/// @file sink.h
/// Where writers put their text: any function of the caller's, with a file and a string as two small uses of it. Part
/// of the library `carom-files`.
#ifndef CAROM_SINK_H
#define CAROM_SINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "carom/api.h"

/// Takes the next `length` bytes of a text (UTF-8, no end mark; length > 0). False where it cannot: the writer that
/// called it then calls it no more and returns false itself.
typedef bool carom_sink_write(const char* text, size_t length, void* context);

/// A function that takes text, and what it needs.
typedef struct carom_sink {
  carom_sink_write* write;
  void* context;  ///< handed to write as it is
} carom_sink;

/// Into an open file. What the file buffers and cannot write later shows when it is flushed or closed, as always.
CAROM_API carom_sink carom_sink_file(FILE* file);

/// A string that grows. Starts as {0}; may be written to again and again.
typedef struct carom_text {
  char* text;     ///< ends with a zero byte; NULL while nothing was written
  size_t length;  ///< bytes, without the zero byte
  size_t capacity;
} carom_text;

/// To the end of *text, which must stay where it is while it is written to. Fails only without memory.
CAROM_API carom_sink carom_sink_text(carom_text* text);

/// Frees the string and makes *text empty again.
CAROM_API void carom_text_free(carom_text* text);

#endif
