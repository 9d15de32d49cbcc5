#include <ctype.h>
#include <string.h>

#include "scenario/node.h"

enum { MAX_WORD = 32 };

static int least(int a, int b, int c) {
  const int ab = a < b ? a : b;
  return ab < c ? ab : c;
}

static bool same_letter(char a, char b) {
  return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/// Letters to insert, delete or change to get from a to b (Levenshtein), capitals aside. Both at most MAX_WORD long.
static int edit_distance(const char* a, const char* b) {
  int row[MAX_WORD + 1];
  const int length_a = (int)strlen(a), length_b = (int)strlen(b);
  for (int j = 0; j <= length_b; j++) {
    row[j] = j;
  }
  for (int i = 1; i <= length_a; i++) {
    int diagonal = row[0];
    row[0] = i;
    for (int j = 1; j <= length_b; j++) {
      const int above = row[j];
      row[j] = least(above + 1, row[j - 1] + 1, diagonal + !same_letter(a[i - 1], b[j - 1]));
      diagonal = above;
    }
  }
  return row[length_b];
}

const char* carom__nearest_word(const char* word, const char* const* words) {
  const size_t length = strlen(word);
  if (length > MAX_WORD) {
    return NULL;
  }
  // One slip in three letters still looks like a typing error; more is a different word.
  int best = 1 + (length > 3 ? (int)(length / 3) : 1);
  const char* nearest = NULL;
  for (; *words; words++) {
    const size_t other = strlen(*words);
    if (other > MAX_WORD) {
      continue;
    }
    const int distance = edit_distance(word, *words);
    if (distance < best && distance < (int)other) {
      best = distance;
      nearest = *words;
    }
  }
  return nearest;
}
