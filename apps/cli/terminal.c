/// @file terminal.c
/// What a terminal needs: colour where it is wanted, and text that cannot do harm.
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

bool cli_has_colour(void) {
  const char* no_colour = getenv("NO_COLOR");  // by convention any value that is not empty
  const char* terminal = getenv("TERM");
  return isatty(STDOUT_FILENO) && !(no_colour && no_colour[0]) && terminal && strcmp(terminal, "dumb") != 0;
}

/// Reads one UTF-8 character. Returns its length, or 0 for a byte that starts none.
static int decode(const unsigned char* text, unsigned* code) {
  if (text[0] < 0x80) {
    *code = text[0];
    return 1;
  }
  const int length = text[0] >= 0xF0 ? 4 : text[0] >= 0xE0 ? 3 : text[0] >= 0xC2 ? 2 : 0;
  if (length == 0 || text[0] > 0xF4) return 0;
  *code = text[0] & (0x7Fu >> length);
  for (int i = 1; i < length; ++i) {
    if ((text[i] & 0xC0) != 0x80) return 0;
    *code = *code << 6 | (text[i] & 0x3Fu);
  }
  return length;
}

/// Control characters, line separators, and marks that turn the direction of what follows.
static bool is_harmful(unsigned code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x061C || code == 0x200E || code == 0x200F ||
         (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

int cli_put_text(FILE* out, const char* text, int columns) {
  int width = 0;
  while (*text != '\0') {
    char shown[12];
    unsigned code = 0;
    const int length = decode((const unsigned char*)text, &code);
    const bool plain = length > 0 && !is_harmful(code);
    if (length == 0) {
      snprintf(shown, sizeof shown, "\\x%02x", (unsigned)(unsigned char)*text);
    } else if (!plain) {
      snprintf(shown, sizeof shown, "\\u%04x", code);
    } else {
      snprintf(shown, sizeof shown, "%.*s", length, text);
    }
    width += plain ? 1 : (int)strlen(shown);
    if (width > columns) return width - (plain ? 1 : (int)strlen(shown));
    fputs(shown, out);
    text += length > 0 ? length : 1;
  }
  return width;
}
