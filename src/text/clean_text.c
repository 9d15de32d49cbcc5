// Text of a fixed size that is safe to show.
#include "text/clean_text.h"

#include <string.h>

carom__text carom__text_start(char* out, size_t size) {
  out[0] = '\0';
  return (carom__text){.out = out, .size = size};
}

/// Bytes of the UTF-8 character at c, or 0 if it is not one. Overlong forms do not matter here: jansson has refused
/// them, and what a cut left over is refused for its missing bytes.
static size_t character_length(const char* c) {
  const unsigned char first = (unsigned char)*c;
  const size_t length = first < 0x80   ? 1
                        : first < 0xC2 ? 0
                        : first < 0xE0 ? 2
                        : first < 0xF0 ? 3
                        : first < 0xF5 ? 4
                                       : 0;
  for (size_t i = 1; i < length; ++i) {
    if (((unsigned char)c[i] & 0xC0) != 0x80) {
      return 0;
    }
  }
  return length;
}

static bool is_control(const char* c) {
  return (unsigned char)*c < 0x20 || *c == 0x7F;
}

static void add_bytes(carom__text* text, const char* bytes, size_t count) {
  if (text->length + count >= text->size) {
    text->is_full = true;
    return;
  }
  memcpy(text->out + text->length, bytes, count);
  text->length += count;
  text->out[text->length] = '\0';
}

void carom__text_add(carom__text* text, const char* added) {
  while (*added != '\0' && !text->is_full) {
    const size_t length = character_length(added);
    if (length == 0 || is_control(added)) {
      add_bytes(text, "?", 1);
      ++added;
    } else {
      add_bytes(text, added, length);
      added += length;
    }
  }
}

void carom__text_add_step(carom__text* text, const char* step) {
  if (text->has_steps) {
    carom__text_add(text, ".");
  }
  text->has_steps = true;
  carom__text_add(text, step);
}
