#include "scenario/words.h"

const char* carom__invariant_word(carom_invariant_type type) {
  switch (type) {
    case CAROM_CENTRIPETAL:
      return "centripetal";
    case CAROM_CENTRIFUGAL:
      return "centrifugal";
    case CAROM_STEADY:
      return "steady";
  }
  return "unknown";
}
