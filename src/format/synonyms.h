/// @file synonyms.h
/// Keys as other programs call them, and what they are called here.
#ifndef CAROM_FORMAT_SYNONYMS_H
#define CAROM_FORMAT_SYNONYMS_H

#include <stddef.h>

/// What someone who wrote `word` probably meant, where the keys of `allowed` (ends with NULL) may stand: a half
/// sentence such as `did you mean "mu"?`. Returns NULL when nothing is known of the word, else out.
const char* carom__synonym(const char* word, const char* const* allowed, char* out, size_t size);

/// The same for a value that must be one of `words` (ends with NULL): the one that is meant, or NULL.
const char* carom__value_synonym(const char* value, const char* const* words);

#endif
