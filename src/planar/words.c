// The words and flags of a planar outcome.
#include "carom/planar.h"

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

static unsigned flags_of_mode(carom_planar_mode mode) {
  switch (mode) {
    case CAROM_PLANAR_NONE:
      return 0;
    case CAROM_PLANAR_SLIDING:
      return CAROM_FLAG_ACTED;
    case CAROM_PLANAR_C_STICKING:
    case CAROM_PLANAR_R_STICKING:
      return CAROM_FLAG_ACTED | CAROM_FLAG_SLIP_VANISHED | CAROM_FLAG_STUCK;
    case CAROM_PLANAR_C_REVERSED:
    case CAROM_PLANAR_R_REVERSED:
      return CAROM_FLAG_ACTED | CAROM_FLAG_SLIP_VANISHED | CAROM_FLAG_RESUMED;
  }
  return 0;
}

unsigned carom_planar_flags(const carom_planar_outcome* outcome) {
  return outcome->direct * (unsigned)CAROM_FLAG_DIRECT + outcome->central * (unsigned)CAROM_FLAG_CENTRAL +
         outcome->tangential * (unsigned)CAROM_FLAG_TANGENTIAL + flags_of_mode(outcome->mode);
}
