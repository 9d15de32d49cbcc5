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

/// The symbol of a key at the front of a text, and how long the key is; NULL where there is none.
static const char* symbol_of(const char* text, size_t* length) {
  static const char* const symbols[][2] = {{"eta2", "η²"}, {"mu", "μ"}, {"nu", "ν"}};
  for (size_t i = 0; i < sizeof symbols / sizeof *symbols; ++i) {
    *length = strlen(symbols[i][0]);
    const char after = strncmp(text, symbols[i][0], *length) == 0 ? text[*length] : '\0';
    if (after == ' ' || after == '=') return symbols[i][1];
  }
  return NULL;
}

/// "eta2=7" becomes "η² = 7": keys of files as their symbols, and air around the sign.
static void tidy_label(char label[CAROM__LABEL_SIZE]) {
  enum { LONGEST = 8 };  // bytes that one step writes
  char out[CAROM__LABEL_SIZE + LONGEST] = "", *to = out;
  for (const char* at = label; *at && to < out + CAROM__LABEL_SIZE - LONGEST;) {
    const bool first = at == label || strchr(" ,(", at[-1]);
    size_t length = 1;
    const char* symbol = first ? symbol_of(at, &length) : NULL;
    if (symbol) {
      to += sprintf(to, "%s", symbol);
    } else if (*at == '=') {
      to += sprintf(to, "%s=%s", at > label && at[-1] != ' ' ? " " : "", at[1] != ' ' ? " " : "");
      length = 1;
    } else {
      *to++ = *at;
      length = 1;
    }
    at += length;
  }
  *to = '\0';
  memcpy(label, out, (size_t)(to - out) + 1);
}

/// The law of all contacts of a scenario. False if it has none, or several.
static bool find_law(const carom_scenario* scenario, carom_law* out) {
  for (int i = 0; i < scenario->contact_count; ++i) {
    if (i > 0 && scenario->surfaces[i].law != *out) return false;
    *out = scenario->surfaces[i].law;
  }
  return scenario->contact_count > 0;
}

/// Scenarios that differ in their law are called by it: what a title says of one outcome need not hold for others.
static bool label_by_law(carom__bundle* bundle) {
  unsigned seen = 0;
  for (int i = 0; i < bundle->count; ++i) {
    carom_law law = CAROM_LAW_NEWTON;
    if (!find_law(bundle->items[i].scenario, &law) || (seen >> law & 1u)) return false;
    seen |= 1u << law;
  }
  for (int i = 0; i < bundle->count; ++i)
    snprintf(bundle->labels[i], CAROM__LABEL_SIZE, "%s's law",
             carom_law_name(bundle->items[i].scenario->surfaces[0].law));
  return true;
}

/// Two scenarios of which one is computed by a published scheme are called by that.
static bool label_by_scheme(carom__bundle* bundle) {
  bool published[2];
  if (bundle->count != 2) return false;
  for (int i = 0; i < 2; ++i) published[i] = bundle->items[i].scenario->method.kind == CAROM_METHOD_PUBLISHED;
  if (published[0] == published[1]) return false;
  for (int i = 0; i < 2; ++i)
    snprintf(bundle->labels[i], CAROM__LABEL_SIZE, published[i] ? "published scheme" : "exact");
  return true;
}

/// What sets the names apart: the words that all begin with and all end with are dropped.
static void label_by_name(carom__bundle* bundle) {
  const size_t shortest = shortest_name(bundle);
  const size_t front = bundle->count > 1 ? with_symbol(bundle, shared_words(bundle, false, shortest)) : 0;
  const size_t back = bundle->count > 1 && front < shortest ? shared_words(bundle, true, shortest - front) : 0;
  for (int i = 0; i < bundle->count; ++i) {
    const char* name = name_of(bundle, i);
    const size_t length = strlen(name);
    const int kept = (int)(length - front - back);
    if (kept > 0) {
      snprintf(bundle->labels[i], CAROM__LABEL_SIZE, "%.*s", kept, name + front);
      tidy_label(bundle->labels[i]);
    } else {
      snprintf(bundle->labels[i], CAROM__LABEL_SIZE, "%d", i + 1);
    }
  }
}

bool carom__label_items(carom__bundle* bundle) {
  bundle->labels = carom__present_allocate((size_t)bundle->count, sizeof *bundle->labels);
  if (!bundle->labels) return false;
  if (bundle->count < 2 || !(label_by_law(bundle) || label_by_scheme(bundle))) label_by_name(bundle);
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
