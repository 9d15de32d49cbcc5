// Sentences, piece by piece.
#include "text/sentence.h"

#include <stdarg.h>
#include <stdio.h>

carom__sentence carom__sentence_start(carom_diag* diag, carom_status status, const char* field) {
  *diag = (carom_diag){.status = status};
  snprintf(diag->field, sizeof diag->field, "%s", field);
  return (carom__sentence){diag->message, (int)sizeof diag->message, 0};
}

void carom__say(carom__sentence* sentence, const char* format, ...) {
  const int room = sentence->size - sentence->length;
  va_list arguments;
  va_start(arguments, format);
  const int length = vsnprintf(sentence->out + sentence->length, (size_t)room, format, arguments);
  va_end(arguments);
  sentence->length += length < room ? length : room - 1;
}

carom_status carom__refuse(carom_diag* diag, carom_status status, const char* field, double value, const char* message,
                           ...) {
  carom__sentence_start(diag, status, field);
  diag->value = value;
  va_list arguments;
  va_start(arguments, message);
  vsnprintf(diag->message, sizeof diag->message, message, arguments);
  va_end(arguments);
  return status;
}

carom_status carom__require(const void* pointer, const char* field, const char* must, carom_diag* diag) {
  if (pointer) return CAROM_OK;
  return carom__refuse(diag, CAROM_OUT_OF_RANGE, field, 0, "%s is NULL; it must %s", field, must);
}
