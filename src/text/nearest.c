// How near one word is to another, and which of a list was meant.
#include "text/nearest.h"

#include <ctype.h>
#include <string.h>

enum { MAX_WORD = 32 };

static int least(int a, int b, int c) {
  const int ab = a < b ? a : b;
  return ab < c ? ab : c;
}

static bool same_letter(char a, char b) {
  return tolower((unsigned char)a) == tolower((unsigned char)b);
}

int carom__edit_distance(const char* a, const char* b) {
  int row[CAROM__NEAREST_LENGTH + 1];
  const int width = (int)strlen(b);
  for (int j = 0; j <= width; ++j) row[j] = j;
  for (int i = 0; a[i] != '\0'; ++i) {
    int diagonal = row[0];
    row[0] = i + 1;
    for (int j = 0; j < width; ++j) {
      const int above = row[j + 1];
      row[j + 1] = least(above + 1, row[j] + 1, diagonal + !same_letter(a[i], b[j]));
      diagonal = above;
    }
  }
  return row[width];
}

const char* carom__nearest_word(const char* word, const char* const* words) {
  const size_t length = strlen(word);
  if (length > MAX_WORD) return NULL;
  // One slip in three letters still looks like a typing error; more is a different word.
  int best = 1 + (length > 3 ? (int)(length / 3) : 1);
  const char* nearest = NULL;
  for (; *words; ++words) {
    const size_t other = strlen(*words);
    if (other > MAX_WORD) continue;
    const int distance = carom__edit_distance(word, *words);
    if (distance < best && distance < (int)other) {
      best = distance;
      nearest = *words;
    }
  }
  return nearest;
}
