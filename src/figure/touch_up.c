#define _GNU_SOURCE  // memmem

#include "figure/touch_up.h"

#include <stdlib.h>
#include <string.h>

#include "figure/thin_svg.h"

static void fix_pdf_date(char* bytes, size_t size) {
  static const char key[] = "/CreationDate (D:", date[] = "20000101000000Z";
  char* at = memmem(bytes, size, key, sizeof key - 1);
  size_t left = at ? size - (size_t)(at - bytes) : 0;
  if (left > sizeof key + sizeof date) memcpy(at + sizeof key - 1, date, sizeof date - 1);
}

static size_t count_of(const char* bytes, size_t size, const char* word) {
  size_t count = 0, length = strlen(word);
  const char* end = bytes + size;
  for (const char* at = bytes; (at = memmem(at, (size_t)(end - at), word, length)); at += length) ++count;
  return count;
}

/// A user's text cannot hold the tag: gnuplot writes its < as &lt;.
static bool keep_svg_spaces(char** bytes, size_t* size) {
  static const char tag[] = "<text>", kept[] = "<text xml:space=\"preserve\">";
  const size_t tag_length = sizeof tag - 1, kept_length = sizeof kept - 1;
  char* out = malloc(*size + count_of(*bytes, *size, tag) * (kept_length - tag_length) + 1);
  if (!out) return false;
  char* to = out;
  const char *from = *bytes, *end = *bytes + *size;
  for (const char* at; (at = memmem(from, (size_t)(end - from), tag, tag_length)); from = at + tag_length) {
    to = mempcpy(to, from, (size_t)(at - from));
    to = mempcpy(to, kept, kept_length);
  }
  to = mempcpy(to, from, (size_t)(end - from));
  free(*bytes);
  *bytes = out;
  *size = (size_t)(to - out);
  return true;
}

bool carom__touch_up(char** bytes, size_t* size) {
  bool pdf = *size > 4 && memcmp(*bytes, "%PDF", 4) == 0, svg = *size > 5 && memcmp(*bytes, "<?xml", 5) == 0;
  if (pdf) fix_pdf_date(*bytes, *size);
  return svg ? carom__thin_svg(*bytes, size) && keep_svg_spaces(bytes, size) : true;
}
