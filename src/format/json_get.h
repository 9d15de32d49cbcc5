/// @file json_get.h
/// Typed values out of nodes. Each function returns true with *out filled, or false with the error filled. Optional
/// values that are absent leave *out alone, so that it holds the default.
#ifndef CAROM_FORMAT_JSON_GET_H
#define CAROM_FORMAT_JSON_GET_H

#include "format/node.h"

typedef enum carom__presence { CAROM__REQUIRED, CAROM__OPTIONAL } carom__presence;

/// Which numbers are right, and how to say so.
typedef struct carom__range {
  double low, high;
  bool above_low;    ///< low itself is too small
  const char* text;  ///< "a number > 0"
} carom__range;

extern const carom__range carom__any_number;
extern const carom__range carom__positive;
extern const carom__range carom__not_negative;
extern const carom__range carom__from_0_to_1;

/// An absent value: fine when optional, otherwise an error that says what was expected.
bool carom__get_nothing(const carom__node* node, carom__presence presence, const char* expected);

/// wrong_type: says what the value is and what was expected.
bool carom__get_wrong_type(const carom__node* node, const char* expected);

/// The same, for what a 2-D file might have had there.
bool carom__get_wrong_type_in_space(const carom__node* node, const char* expected);

/// The value is an object with no keys but these.
bool carom__as_object(const carom__node* node, carom__keys keys);
bool carom__get_object(const carom__node* parent, const char* key, carom__node* out);

/// "entry" of one, else "entries".
const char* carom__entries(size_t count);

/// An array with minimum to maximum items.
bool carom__get_array(const carom__node* parent, const char* key, int minimum, int maximum, carom__node* out);

bool carom__get_number(const carom__node* parent, const char* key, carom__presence presence, const carom__range* range,
                       double* out);
bool carom__get_bool(const carom__node* parent, const char* key, bool* out);  ///< optional

/// One of the words of a list that ends with NULL; *out is its place. Optional.
bool carom__get_word(const carom__node* parent, const char* key, const char* const* words, int* out);

/// Exactly `count` numbers.
bool carom__get_numbers(const carom__node* parent, const char* key, carom__presence presence, int count, double* out);
bool carom__as_numbers(const carom__node* node, int count, const carom__range* range, double* out);

/// Required: `rows` rows of `columns` numbers.
bool carom__get_matrix(const carom__node* parent, const char* key, int rows, int columns, double* out);
bool carom__as_matrix(const carom__node* node, int rows, int columns, double* out);

/// A vector with `dimension` components; in 2-D z becomes 0.
bool carom__get_vector(const carom__node* parent, const char* key, carom__presence presence, int dimension,
                       carom_vec3* out);

#endif
