// Sinks for files and strings, and the buffer before every sink.
#include "carom/sink.h"

#include <stdint.h>
#include <stdlib.h>

#include "text/buffer.h"

static bool write_file(const char* text, size_t length, void* context) {
  return fwrite(text, 1, length, context) == length;
}

carom_sink carom_sink_file(FILE* file) {
  return (carom_sink){.write = write_file, .context = file};
}

/// Room for so many bytes more and the zero byte behind them.
static bool make_room(carom_text* text, size_t length) {
  if (length >= SIZE_MAX / 2 - text->length) return false;
  const size_t needed = text->length + length + 1;
  if (needed <= text->capacity) return true;
  size_t capacity = text->capacity > 0 ? text->capacity : CAROM__BUFFER_SIZE;
  while (capacity < needed) capacity *= 2;
  char* grown = realloc(text->text, capacity);
  if (!grown) return false;
  text->text = grown;
  text->capacity = capacity;
  return true;
}

static bool write_text(const char* added, size_t length, void* context) {
  carom_text* text = context;
  if (!make_room(text, length)) return false;
  memcpy(text->text + text->length, added, length);
  text->length += length;
  text->text[text->length] = '\0';
  return true;
}

carom_sink carom_sink_text(carom_text* text) {
  return (carom_sink){.write = write_text, .context = text};
}

void carom_text_free(carom_text* text) {
  free(text->text);
  *text = (carom_text){0};
}

bool carom__buffer_flush(carom__buffer* buffer) {
  const int length = buffer->length;
  buffer->length = 0;
  if (!buffer->failed && length > 0)
    buffer->failed = !buffer->sink.write(buffer->text, (size_t)length, buffer->sink.context);
  return !buffer->failed;
}

void carom__buffer_put_text(carom__buffer* buffer, const char* text) {
  size_t rest = strlen(text);
  while (rest > 0) {
    const int piece = rest < CAROM__BUFFER_SIZE ? (int)rest : CAROM__BUFFER_SIZE;
    carom__buffer_put(buffer, text, piece);
    text += piece;
    rest -= (size_t)piece;
  }
}

void carom__buffer_put_cell(carom__buffer* buffer, const char* text) {
  const bool quoted = strpbrk(text, ",\"\n\r") != NULL;
  if (quoted) carom__buffer_put_char(buffer, '"');
  for (; *text; ++text) {
    if (*text == '"') carom__buffer_put_char(buffer, '"');
    carom__buffer_put_char(buffer, *text);
  }
  if (quoted) carom__buffer_put_char(buffer, '"');
}
