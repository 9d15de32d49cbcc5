// What a drawn svg says.
#ifndef CAROM_TESTS_FIGURE_SVG_H
#define CAROM_TESTS_FIGURE_SVG_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/// True if every tag is closed in order and no stray < or & stands in the text: enough to catch a broken escape.
static inline bool svg_is_well_formed(const char* xml) {
  const char* open[64];
  int depth = 0;
  for (const char* at = xml; *at; ++at) {
    if (*at == '&' && !strchr("lgaq#", at[1])) return false;
    if (*at != '<') continue;
    const char* end = strncmp(at, "<!--", 4) == 0 ? strstr(at, "-->") : strchr(at, '>');
    if (!end) return false;
    if (at[1] == '/') {
      if (depth == 0) return false;
      const char* name = open[--depth];
      size_t length = (size_t)(end - at - 2);
      if (strncmp(name, at + 2, length) != 0 || !strchr(" \t\r\n>", name[length])) return false;
    } else if (at[1] != '?' && at[1] != '!' && end[-1] != '/') {
      if (depth == 64) return false;
      open[depth++] = at + 1;
    }
    at = end;
  }
  return depth == 0;
}

/// The text of an svg without its tags, so that a label can be found whatever its styles.
static inline char* svg_text_of(const char* svg) {
  char* text = malloc(strlen(svg) + 1);
  char* to = text;
  bool in_tag = false;
  for (const char* at = svg; *at; ++at) {
    if (*at == '<') in_tag = true;
    if (!in_tag) *to++ = *at;
    if (*at == '>') in_tag = false;
  }
  *to = '\0';
  return text;
}

static inline int svg_count_of(const char* text, const char* part) {
  int count = 0;
  for (const char* at = text; (at = strstr(at, part)); at += strlen(part)) ++count;
  return count;
}

#endif
