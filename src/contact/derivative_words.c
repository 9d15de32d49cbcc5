// The words of carom/derivative.h.
#include "base/words.h"
#include "carom/derivative.h"

#define CASE_WORD(symbol, bit, word, planar_word) \
  case symbol:                                    \
    return dimension == 2 ? planar_word : word;

const char* carom_wrt_word(carom_wrt wrt, int dimension) {
  switch (wrt) { CAROM_WRT_LIST(CASE_WORD) }
  return NULL;
}

const char* carom_smooth_word(carom_smooth smooth) {
  switch (smooth) { CAROM_SMOOTH_LIST(CAROM__CASE_WORD_OF) }
  return "unknown";
}

const char* carom_smooth_meaning(carom_smooth smooth) {
  switch (smooth) { CAROM_SMOOTH_LIST(CAROM__CASE_MEANING_OF) }
  return "a kind that this version does not know";
}

const char* carom_boundary_word(carom_boundary boundary) {
  switch (boundary) { CAROM_BOUNDARY_LIST(CAROM__CASE_WORD_OF) }
  return "unknown";
}

const char* carom_boundary_meaning(carom_boundary boundary) {
  switch (boundary) { CAROM_BOUNDARY_LIST(CAROM__CASE_MEANING_OF) }
  return "a boundary that this version does not know";
}
