/// @file key.h
/// The legend of charts and maps: as many columns as the words allow, as many rows as there must be.
#ifndef CAROM_FIGURE_KEY_H
#define CAROM_FIGURE_KEY_H

#include "figure/sheet.h"

enum { CAROM__KEY_MOST = 100, CAROM__KEY_WORDS_SIZE = 400 };

/// The smallest letters, design pixels: words that are longer are cut.
#define CAROM__KEY_LEAST_FONT 8.5

/// An entry, with how its sample is drawn.
typedef struct carom__key_entry {
  carom__curve curve;  ///< CAROM__CURVE_NONE where there is no line
  const char* words;   ///< in markup
  const char* fill;    ///< colour of a filled box, or NULL
  bool points;         ///< a dot
} carom__key_entry;

typedef struct carom__key {
  carom__key_entry entries[CAROM__KEY_MOST];
  int count, columns;
  int shown;      ///< as many as there is room for
  char more[32];  ///< "and 7 more", in place of the others
} carom__key;

/// One that is there already, or has no words, is not added again.
void carom__key_add(carom__key* key, carom__key_entry entry);
/// Chooses the columns and gives the sheet its lower margin, of which a large part stays with what is drawn above it.
void carom__key_arrange(carom__key* key, carom__sheet* sheet);
void carom__key_write(FILE* script, const carom__key* key, const carom__sheet* sheet);

#endif
