// Helpers of the reader's tests. Test texts are JSON with ' in place of ", which C strings would have to escape.
#ifndef TESTS_KIT_PARSE_TEXT_H
#define TESTS_KIT_PARSE_TEXT_H

#include "carom/scenario.h"

/// The text with every ' turned into ". The caller frees it.
char* quoted(const char* text);

/// Parses, and fails the test with the reader's message if there is an error.
carom_scenario* parse_good(const char* text);

/// One thing that is wrong with a file, and all that the error must say about it.
typedef struct bad_row {
  const char* name;
  const char* text;
  carom_status code;
  const char* key;
  int line;
  const char* fragment;  ///< of the message
} bad_row;

void check_bad_rows(int count, const bad_row* rows);

#endif
