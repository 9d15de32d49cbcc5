#include "scenario/words.h"

const char* carom__model_word(carom_model model) {
  switch (model) {
#define CAROM_X(symbol, value, word) \
  case symbol:                       \
    return word;
    CAROM_MODEL_LIST(CAROM_X)
#undef CAROM_X
  }
  return "unknown";
}

const char* carom__method_word(carom_method_kind method) {
  switch (method) {
#define CAROM_X(symbol, value, word) \
  case symbol:                       \
    return word;
    CAROM_METHOD_LIST(CAROM_X)
#undef CAROM_X
  }
  return "unknown";
}

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
