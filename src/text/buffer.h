/// @file buffer.h
/// Small pieces of text on their way to a sink: one call of it for many of them.
#ifndef CAROM_TEXT_BUFFER_H
#define CAROM_TEXT_BUFFER_H

#include <string.h>

#include "carom/sink.h"

enum { CAROM__BUFFER_SIZE = 2048 };

typedef struct carom__buffer {
  carom_sink sink;
  bool failed;  ///< the sink has refused; it is not called again
  int length;   ///< of the text that waits
  char text[CAROM__BUFFER_SIZE];
} carom__buffer;

static inline void carom__buffer_start(carom__buffer* buffer, carom_sink sink) {
  buffer->sink = sink;
  buffer->failed = !sink.write;
  buffer->length = 0;
}

/// Hands what waits to the sink. False if that, or anything before it, was refused.
bool carom__buffer_flush(carom__buffer* buffer);

/// Adds at most CAROM__BUFFER_SIZE bytes.
static inline void carom__buffer_put(carom__buffer* buffer, const char* text, int length) {
  if (buffer->length + length > CAROM__BUFFER_SIZE) carom__buffer_flush(buffer);
  memcpy(buffer->text + buffer->length, text, (size_t)length);
  buffer->length += length;
}

static inline void carom__buffer_put_char(carom__buffer* buffer, char c) {
  carom__buffer_put(buffer, &c, 1);
}

/// Adds a string of any length.
void carom__buffer_put_text(carom__buffer* buffer, const char* text);

/// Adds a cell of a table: text with a comma, a quote or a line end goes in quotes.
void carom__buffer_put_cell(carom__buffer* buffer, const char* text);

#endif
