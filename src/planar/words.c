// The words and flags of a planar outcome.
#include "base/words.h"
#include "planar/flags.h"

const char* carom_planar_mode_word(carom_planar_mode mode) {
  switch (mode) { CAROM_PLANAR_MODE_LIST(CAROM__CASE_WORD_OF) }
  return "unknown";
}

const char* carom_planar_mode_meaning(carom_planar_mode mode) {
  switch (mode) { CAROM_PLANAR_MODE_LIST(CAROM__CASE_MEANING_OF) }
  return "a mode that this version does not know";
}

unsigned carom_planar_flags(const carom_planar_outcome* outcome) {
  return carom__planar_flags(outcome);
}
