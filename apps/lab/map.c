// A map: two numbers of the scenario against one value of its answer, some rows of it at a time.
#include <math.h>
#include <string.h>

#include "lab.h"

/// Words that a map tells apart; more of them share the last.
enum { MOST_WORDS = 64 };

static char words[MOST_WORDS][CAROM_READING_WORD_SIZE];
static int word_count;

static int number_of(const char* word) {
  for (int i = 0; i < word_count; ++i)
    if (strcmp(words[i], word) == 0) return i;
  if (word_count == MOST_WORDS) return MOST_WORDS - 1;
  memcpy(words[word_count], word, CAROM_READING_WORD_SIZE);
  return word_count++;
}

/// The words of the last map, by number, in the order in which they came; NULL after the last.
const char* LAB_EXPORT(lab_word)(int number) {
  return number >= 0 && number < word_count ? words[number] : NULL;
}

/// One side of the map: `count` values from `from` to `to`; one value is `from`.
typedef struct axis {
  double from, to;
  int count;
} axis;

/// What to solve; the page fills it in.
typedef struct lab_map_request {
  const char* json;
  size_t length;
  const char *across, *up, *show;  ///< paths
  int motion;                      ///< whether the value is one of a motion
  int first_row, row_count;        ///< of up.count
  axis x, y;
} lab_map_request;

static double value_at(const axis* a, int i) {
  return a->count > 1 ? a->from + (a->to - a->from) * i / (a->count - 1) : a->from;
}

/// A word's number, a number, or NaN where there is no answer.
static double read(carom_vary* vary, const lab_map_request* q) {
  static carom_reading reading;
  carom_diag error;
  const bool fine = q->motion ? carom_vary_read_motion(vary, 1, &q->show, &reading, &error)
                              : carom_vary_read(vary, 1, &q->show, &reading, &error);
  if (!fine || reading.kind == CAROM_READING_NONE) return (double)NAN;
  return reading.kind == CAROM_READING_WORD ? number_of(reading.word) : reading.number;
}

static int fill(carom_vary* vary, const lab_map_request* q, carom_diag* error) {
  const int x = carom_vary_find(vary, q->across, error), y = x < 0 ? -1 : carom_vary_find(vary, q->up, error);
  if (x < 0 || y < 0) return 0;
  double* to = lab_table(q->row_count, q->x.count);
  for (int row = 0; to && row < q->row_count; ++row) {
    carom_vary_set(vary, y, value_at(&q->y, q->first_row + row));
    for (int column = 0; column < q->x.count; ++column) {
      carom_vary_set(vary, x, value_at(&q->x, column));
      *to++ = read(vary, q);
    }
  }
  return to != NULL;
}

/// Fills lab_rows with q->row_count rows. Words have numbers: see lab_word.
int LAB_EXPORT(lab_map)(const lab_map_request* q) {
  carom_diag error = {0};
  word_count = 0;
  carom_vary* vary = carom_vary_open(q->json, q->length, &error);
  const int fine = vary && fill(vary, q, &error);
  carom_vary_free(vary);
  return fine ? 1 : lab_fail(&error);
}

/// One point: whether the value can be read here at all. Returns 0 with the sentence that names the nearest path.
int LAB_EXPORT(lab_can_show)(const char* json, size_t length, const char* path, int motion) {
  carom_diag error = {0};
  carom_vary* vary = carom_vary_open(json, length, &error);
  carom_reading reading = {.kind = CAROM_READING_NONE};
  bool fine = vary && (motion ? carom_vary_read_motion(vary, 1, &path, &reading, &error)
                              : carom_vary_read(vary, 1, &path, &reading, &error));
  if (fine && reading.kind == CAROM_READING_NONE)
    fine =
        motion ? carom_vary_unknown_motion_reading(vary, path, &error) : carom_vary_unknown_reading(vary, path, &error);
  carom_vary_free(vary);
  return fine ? 1 : lab_fail(&error);
}
