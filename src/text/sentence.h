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

#endif
