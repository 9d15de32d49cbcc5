/// @file present/names.c
/// What the names of scenarios share, for a title, and what sets them apart, for a legend.
#include <stdint.h>
#include <string.h>

#include "present/present.h"

const char* carom__item_name(const carom_present_item* item) {
  return item->name ? item->name : item->scenario->title ? item->scenario->title : "";
}

static const char* name_of(const carom__bundle* bundle, int index) {
  return carom__item_name(&bundle->items[index]);
}

static bool same_byte(const carom__bundle* bundle, size_t from_start, size_t from_end) {
  const char* first = name_of(bundle, 0);
  const size_t length = strlen(first);
  for (int i = 1; i < bundle->count; ++i) {
    const char* name = name_of(bundle, i);
    const size_t other = strlen(name);
    if (from_end > 0 ? name[other - from_end] != first[length - from_end] : name[from_start] != first[from_start])
      return false;
  }
  return true;
}

static bool is_word_end(char c) {
  return c == ' ' || c == '\0';
}

/// How many bytes at the front or the back all names share, as whole words.
static size_t shared_words(const carom__bundle* bundle, bool at_back, size_t most) {
  size_t shared = 0;
  for (size_t i = 1; i <= most && same_byte(bundle, i - 1, at_back ? i : 0); ++i) {
    const char* first = name_of(bundle, 0);
    const char next = at_back ? first[strlen(first) - i] : first[i - 1];
    if (is_word_end(next)) shared = i;
  }
  return shared;
}

static size_t shortest_name(const carom__bundle* bundle) {
  size_t shortest = SIZE_MAX;
  for (int i = 0; i < bundle->count; ++i) {
    const size_t length = strlen(name_of(bundle, i));
    shortest = length < shortest ? length : shortest;
  }
  return shortest;
}

/// Less of the front, so that "eta2 = 2" does not become a bare "2".
static size_t with_symbol(const carom__bundle* bundle, size_t front) {
  const char* first = name_of(bundle, 0);
  if (front < 4 || strncmp(first + front - 3, " = ", 3) != 0) return front;
  size_t start = front - 3;
  while (start > 0 && first[start - 1] != ' ') --start;
  return start;
}

/// What sets the names apart: the words that all begin with and all end with are dropped.
bool carom__label_items(carom__bundle* bundle) {
  bundle->labels = carom__present_allocate((size_t)bundle->count, sizeof *bundle->labels);
  if (!bundle->labels) return false;
  const size_t shortest = shortest_name(bundle);
  const size_t front = bundle->count > 1 ? with_symbol(bundle, shared_words(bundle, false, shortest)) : 0;
  const size_t back = bundle->count > 1 && front < shortest ? shared_words(bundle, true, shortest - front) : 0;
  for (int i = 0; i < bundle->count; ++i) {
    const char* name = name_of(bundle, i);
    const size_t length = strlen(name);
    const int kept = (int)(length - front - back);
    if (kept > 0) {
      snprintf(bundle->labels[i], CAROM__LABEL_SIZE, "%.*s", kept, name + front);
    } else {
      snprintf(bundle->labels[i], CAROM__LABEL_SIZE, "%d", i + 1);
    }
  }
  return true;
}

bool carom__shared_title(const carom__bundle* bundle, char title[CAROM__NAME_SIZE]) {
  enum { LEAST = 8 };  // letters: fewer say nothing
  if (bundle->count < 2) return false;
  const char* first = name_of(bundle, 0);
  size_t length = shared_words(bundle, false, shortest_name(bundle)), phrase = 0;
  for (size_t i = 0; i < length; ++i)
    if (strchr(",:;", first[i])) phrase = i;
  if (phrase >= LEAST) length = phrase;  // a title ends where a phrase does
  while (length > 0 && strchr(" ,:;-", first[length - 1])) --length;
  if (length < LEAST) return false;
  snprintf(title, CAROM__NAME_SIZE, "%.*s", (int)length, first);
  return true;
}
