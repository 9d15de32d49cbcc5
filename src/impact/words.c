// Models and methods in words.
#include "carom/impact.h"

const char* carom_model_word(carom_model model) {
  switch (model) {
#define CAROM_X(symbol, value, word) \
  case symbol:                       \
    return word;
    CAROM_MODEL_LIST(CAROM_X)
#undef CAROM_X
  }
  return "unknown";
}

const char* carom_method_word(carom_method_kind kind) {
  switch (kind) {
#define CAROM_X(symbol, value, word) \
  case symbol:                       \
    return word;
    CAROM_METHOD_LIST(CAROM_X)
#undef CAROM_X
  }
  return "unknown";
}
