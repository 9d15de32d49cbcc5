// Spreads as text: "uniform:0.1:0.5" of a command line, and what a file says of them.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sweep/spread.h"
#include "text/sentence.h"

/// The next part of "a:b:c"; false at the end. Longer than there is room for: cut.
static bool next_part(const char** at, char part[CAROM_SWEEP_WORD_SIZE]) {
  if (!*at) return false;
  const size_t length = strcspn(*at, ":");
  const size_t kept = length < CAROM_SWEEP_WORD_SIZE ? length : CAROM_SWEEP_WORD_SIZE - 1;
  memcpy(part, *at, kept);
  part[kept] = '\0';
  *at = (*at)[length] == ':' ? *at + length + 1 : NULL;
  return true;
}

static bool as_number(const char* text, double* out) {
  char* end;
  *out = strtod(text, &end);
  return end != text && *end == '\0';
}

/// Which kind a word names, and how many numbers it takes; -1: none.
static int find_kind(const char* word, int* numbers) {
  static const struct {
    const char* word;
    int kind, numbers;
  } kinds[] = {
#define CAROM_X(symbol, value, text, count, meaning) {text, value, count},
      CAROM_SPREAD_LIST(CAROM_X)
#undef CAROM_X
  };
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; ++i)
    if (strcmp(kinds[i].word, word) == 0) {
      *numbers = kinds[i].numbers;
      return kinds[i].kind;
    }
  return -1;
}

static bool read_choices(const char* at, carom_spread* out) {
  char part[CAROM_SWEEP_WORD_SIZE];
  while (next_part(&at, part)) {
    if (out->count == CAROM_SWEEP_MOST_WORDS || part[0] == '\0') return false;
    out->of_words = !as_number(part, &out->choices[out->count]) || out->of_words;
    memcpy(out->words[out->count++], part, sizeof part);
  }
  return out->count > 0;
}

/// "FROM:TO:COUNT", or behind a word as many numbers as it takes.
static bool read_numbers(const char* at, int count, carom_spread* out) {
  char part[CAROM_SWEEP_WORD_SIZE];
  for (int i = 0; i < count; ++i)
    if (!next_part(&at, part) || !as_number(part, &out->numbers[i])) return false;
  return at == NULL;
}

carom_status carom__spread_read(const char* text, const char* path, carom_spread* out, carom_diag* error) {
  char word[CAROM_SWEEP_WORD_SIZE];
  const char* rest = text;
  int numbers = 3;
  double first;
  carom_spread spread = {.kind = CAROM_SPREAD_GRID, .low = -HUGE_VAL, .high = HUGE_VAL};
  next_part(&rest, word);
  const bool has_word = !as_number(word, &first);
  const int kind = has_word ? find_kind(word, &numbers) : CAROM_SPREAD_GRID;
  if (kind >= 0) spread.kind = (carom_spread_kind)kind;
  const bool fine = kind >= 0 && (kind == CAROM_SPREAD_CHOICE ? read_choices(rest, &spread)
                                                              : read_numbers(has_word ? rest : text, numbers, &spread));
  if (!fine)
    return carom__refuse(
        error, CAROM_BAD_VALUE, path, 0,
        "`%.60s` is no spread; it must be FROM:TO:COUNT, or uniform:FROM:TO, normal:MEAN:SD, "
        "log_uniform, lognormal, triangular:FROM:PEAK:TO, choice:A:B.., grid or log_grid:FROM:TO:COUNT.",
        text);
  if (kind == CAROM_SPREAD_GRID || kind == CAROM_SPREAD_LOG_GRID) {
    const bool countable = spread.numbers[2] >= 0 && spread.numbers[2] < 0x1p31;
    spread.count = countable ? (int)spread.numbers[2] : 0;
  }
  const carom_status status = carom__spread_check(&spread, path, error);
  if (!status) *out = spread;
  return status;
}

void carom__spread_tell(const carom_spread* s, char* out, size_t size) {
  size_t at = (size_t)snprintf(out, size, "%s", carom_spread_word(s->kind));
  const bool chosen = s->kind == CAROM_SPREAD_CHOICE;
  const int count = chosen ? s->count : s->kind == CAROM_SPREAD_TRIANGULAR || carom__spread_is_list(s) ? 3 : 2;
  for (int i = 0; i < count && at < size; ++i) {
    if (chosen && s->of_words)
      at += (size_t)snprintf(out + at, size - at, " %s", s->words[i]);
    else
      at += (size_t)snprintf(out + at, size - at, " %.17g", chosen ? s->choices[i] : s->numbers[i]);
  }
  if (at < size && (isfinite(s->low) || isfinite(s->high)))
    snprintf(out + at, size - at, " within %.17g %.17g", s->low, s->high);
}
