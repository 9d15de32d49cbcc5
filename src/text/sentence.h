/// @file sentence.h
/// A sentence that is put together piece by piece, and cut where there is no more room.
#ifndef CAROM_TEXT_SENTENCE_H
#define CAROM_TEXT_SENTENCE_H

#include "base/diag.h"

typedef struct carom__sentence {
  char* out;
  int size, length;
} carom__sentence;

/// The message of a diagnostic, whose other parts are filled in.
carom__sentence carom__sentence_start(carom_diag* diag, carom_status status, const char* field);
void carom__say(carom__sentence* sentence, const char* format, ...) CAROM__PRINTF(2, 3);

/// Fills *diag and returns its status, so that a check reads `return carom__refuse(...)`. The solver library has the
/// same for itself, and shows it to nobody.
carom_status carom__refuse(carom_diag* diag, carom_status status, const char* field, double value, const char* message,
                           ...) CAROM__PRINTF(5, 6);
/// For pointers that must not be NULL: "<field> is NULL; it must <must>".
carom_status carom__require(const void* pointer, const char* field, const char* must, carom_diag* diag);

#endif
