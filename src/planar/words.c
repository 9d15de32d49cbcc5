// The words and flags of a planar outcome.
#include "planar/flags.h"

const char* carom_planar_mode_word(carom_planar_mode mode) {
  switch (mode) {
#define CAROM_X(symbol, value, word, meaning) \
  case symbol:                                \
    return word;
    CAROM_PLANAR_MODE_LIST(CAROM_X)
#undef CAROM_X
  }
  return "unknown";
}

const char* carom_planar_mode_meaning(carom_planar_mode mode) {
  switch (mode) {
#define CAROM_X(symbol, value, word, meaning) \
  case symbol:                                \
    return meaning;
    CAROM_PLANAR_MODE_LIST(CAROM_X)
#undef CAROM_X
  }
  return "a mode that this version does not know";
}

unsigned carom_planar_flags(const carom_planar_outcome* outcome) {
  return carom__planar_flags(outcome);
}
