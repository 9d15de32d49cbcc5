/// @file nearest.h
/// How near one word is to another.
#ifndef CAROM_TEXT_NEAREST_H
#define CAROM_TEXT_NEAREST_H

#include <stdbool.h>

enum { CAROM__NEAREST_LENGTH = 400 };

/// Letters to insert, delete or change to get from a to b (Levenshtein), capitals aside; b is at most
/// CAROM__NEAREST_LENGTH long.
int carom__edit_distance(const char* a, const char* b);

/// The word of the list, which ends with NULL, that `word` was probably meant to be, or NULL.
const char* carom__nearest_word(const char* word, const char* const* words);

#endif
