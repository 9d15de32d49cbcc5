/// @file json_writer.h
/// A small streaming JSON writer. It trusts its caller to open and close in order and to give each value in an object
/// a key; commas, indentation and escapes are its own business.
#ifndef CAROM_FORMAT_JSON_WRITER_H
#define CAROM_FORMAT_JSON_WRITER_H

#include <stdbool.h>

#include "carom/math.h"
#include "format/path.h"
#include "text/buffer.h"

typedef struct carom__json {
  bool indented;
  bool drops_minus_zero;   ///< for results: minus zero equals zero, and nobody wants to read it
  bool empty;              ///< nothing in the innermost object or array yet
  bool after_key;          ///< the next value belongs to the key just written
  carom__path_walk* walk;  ///< where not NULL, it hears every value and no text is made
  int depth;
  carom__buffer buffer;
} carom__json;

void carom__json_start(carom__json* json, bool indented, carom_sink sink);
/// Starts a writer that makes no text.
void carom__json_start_walk(carom__json* json, carom__path_walk* walk);

/// Ends the line and hands what is left to the sink. False if the sink has refused anything.
bool carom__json_finish(carom__json* json);

void carom__json_open(carom__json* json, char bracket);   ///< '{' or '['
void carom__json_close(carom__json* json, char bracket);  ///< '}' or ']'
void carom__json_key(carom__json* json, const char* key);

void carom__json_number(carom__json* json, double x);
void carom__json_integer(carom__json* json, int value);
void carom__json_bool(carom__json* json, bool value);
void carom__json_null(carom__json* json);

/// Valid UTF-8 passes through, control characters are escaped, and a byte that is not UTF-8 becomes U+FFFD.
void carom__json_string(carom__json* json, const char* text);

/// An array of numbers, always on one line.
void carom__json_numbers(carom__json* json, int count, const double* values);

/// An array of rows, row-major.
void carom__json_matrix(carom__json* json, int rows, int columns, const double* values);

/// The first `dimension` components.
void carom__json_vector(carom__json* json, int dimension, carom_vec3 vector);

#endif
