/// @file status.h
/// What a call can say: one status code, and a diagnostic that names the field, the value and what would be right.
///
/// Three things are kept apart everywhere in carom: bad input (a status, the output is untouched), a physical outcome
/// that is not an error (bodies separate, a contact jams: part of the outcome), and a bug of ours (an assert).
///
/// NULL where a pointer is needed is bad input too: CAROM_OUT_OF_RANGE where something is read, CAROM_TOO_SMALL where
/// the caller lends memory.
#ifndef CAROM_STATUS_H
#define CAROM_STATUS_H

#include "carom/api.h"

/// One list keeps code, value, word and sentence together: X(symbol, value, word, sentence). Values never change.
#define CAROM_STATUS_LIST(X)                                                                                   \
  X(CAROM_OK, 0, "ok", "solved")                                                                               \
  X(CAROM_NOT_FINITE, 1, "not_finite", "a number is NaN or infinite")                                          \
  X(CAROM_OUT_OF_RANGE, 2, "out_of_range", "a value lies outside the range it must have")                      \
  X(CAROM_NOT_SYMMETRIC, 3, "not_symmetric", "a matrix that must be symmetric is not")                         \
  X(CAROM_NOT_POSITIVE, 4, "not_positive", "a matrix is not positive definite where it must be")               \
  X(CAROM_NOT_UNIT, 5, "not_unit", "a direction or rotation is not of unit length, or not a rotation")         \
  X(CAROM_INCONSISTENT, 6, "inconsistent", "values that are fine alone contradict each other")                 \
  X(CAROM_NO_FINITE_ANSWER, 7, "no_finite_answer", "no finite impulse ends this impact")                       \
  X(CAROM_OVERFLOW, 8, "overflow", "the answer is too large for a double")                                     \
  X(CAROM_TOO_FAR_APART, 9, "too_far_apart", "magnitudes are too far apart to be solved together in doubles")  \
  X(CAROM_TOO_SMALL, 10, "too_small", "a buffer the caller gave is too small")                                 \
  X(CAROM_UNAVAILABLE, 11, "unavailable", "this model, law or method is not available in this build")          \
  X(CAROM_BUDGET, 12, "budget", "the work that theory allows was spent before the impact ended")               \
  X(CAROM_SYNTAX, 13, "syntax", "the text is not JSON")                                                        \
  X(CAROM_UNKNOWN_KEY, 14, "unknown_key", "a key does not belong where it stands")                             \
  X(CAROM_MISSING_KEY, 15, "missing_key", "a key that is needed is missing")                                   \
  X(CAROM_WRONG_TYPE, 16, "wrong_type", "a value is not of the kind it must be: number, word, list or object") \
  X(CAROM_DUPLICATE_KEY, 17, "duplicate_key", "a key is given twice")                                          \
  X(CAROM_BAD_VALUE, 18, "bad_value", "what is asked for cannot be: a value is wrong, or contradicts others")  \
  X(CAROM_NO_MEMORY, 19, "no_memory", "there is not enough memory")                                            \
  X(CAROM_IO, 20, "io", "a file or folder cannot be read or written")                                          \
  X(CAROM_NO_PROGRAM, 21, "no_program", "a program that is needed is not installed")                           \
  X(CAROM_PROGRAM_FAILED, 22, "program_failed", "a program that was started has failed")                       \
  X(CAROM_STOPPED, 23, "stopped", "the caller asked to stop")

typedef enum carom_status {
#define CAROM_X(symbol, value, word, sentence) symbol = value,
  CAROM_STATUS_LIST(CAROM_X)
#undef CAROM_X
} carom_status;

enum { CAROM_FIELD_SIZE = 160, CAROM_MESSAGE_SIZE = 400 };

/// What is wrong, for every library of carom. Filled on error only, in the caller's memory. Every function that takes a
/// carom_diag* accepts NULL.
typedef struct carom_diag {
  carom_status status;
  int line;                      ///< of the file, counts from 1; 0 where there is no file or the line is not known
  char field[CAROM_FIELD_SIZE];  ///< the offending input: "surface.mu", "bodies[1].mass"; in files the dotted path of
                                 ///< the key, "contacts.0.mu"; empty where no single one is meant
  double value;                  ///< its value (0 where there is no single number)
  char message[CAROM_MESSAGE_SIZE];  ///< a full sentence: what is wrong and what would be right
} carom_diag;

/// The status as a word ("out_of_range") and as a sentence. Never NULL, whatever the number.
CAROM_API const char* carom_status_word(carom_status status);
/// The sentence.
CAROM_API const char* carom_status_sentence(carom_status status);

/// What a program that ends with this status should return: 0 solved, 1 no answer although the input may be fine (not
/// available, no memory, cannot write), 2 bad input.
CAROM_API int carom_status_exit(carom_status status);

/// "0.1.0": the version of the library that is linked.
CAROM_API const char* carom_version(void);

#endif
