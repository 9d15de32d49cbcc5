/// @file indexed.h
/// The fields that the library names: "surfaces[3].mu".
#ifndef CAROM_TEXT_INDEXED_H
#define CAROM_TEXT_INDEXED_H

#include <stdbool.h>

/// "list[3].rest": gives 3 and "rest", which may be empty. False when the field does not start so.
bool carom__split_indexed(const char* field, const char* list, int* index, const char** rest);

#endif
