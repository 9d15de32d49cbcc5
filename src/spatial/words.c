// The words and flags of a spatial outcome.
#include "base/words.h"
#include "carom/spatial.h"

const char* carom_spatial_mode_word(carom_spatial_mode mode) {
  switch (mode) { CAROM_SPATIAL_MODE_LIST(CAROM__CASE_WORD_OF) }
  return "unknown";
}

const char* carom_spatial_mode_meaning(carom_spatial_mode mode) {
  switch (mode) { CAROM_SPATIAL_MODE_LIST(CAROM__CASE_MEANING_OF) }
  return "a mode that this version does not know";
}

const char* carom_invariant_word(carom_invariant_type type) {
  switch (type) { CAROM_INVARIANT_LIST(CAROM__CASE_WORD) }
  return "unknown";
}

unsigned carom_spatial_flags(const carom_spatial_outcome* outcome) {
  return outcome->slip_vanished * (unsigned)CAROM_FLAG_SLIP_VANISHED + outcome->stuck * (unsigned)CAROM_FLAG_STUCK +
         outcome->resumed * (unsigned)CAROM_FLAG_RESUMED +
         outcome->condition_fails * (unsigned)CAROM_FLAG_CONDITION_FAILS +
         outcome->recompressed * (unsigned)CAROM_FLAG_RECOMPRESSED +
         (outcome->mode != CAROM_SPATIAL_NONE) * (unsigned)CAROM_FLAG_ACTED;
}
