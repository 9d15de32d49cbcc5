#include "carom/contact.h"

const char* carom_law_word(carom_law law) {
  switch (law) {
#define CAROM_X(symbol, value, word) \
  case symbol:                       \
    return word;
    CAROM_LAW_LIST(CAROM_X)
#undef CAROM_X
  }
  return "unknown";
}

const char* carom_event_word(carom_event_type type) {
  switch (type) {
#define CAROM_X(symbol, value, word) \
  case symbol:                       \
    return word;
    CAROM_EVENT_LIST(CAROM_X)
#undef CAROM_X
  }
  return "unknown";
}

const char* carom_warning_word(carom_warning warning) {
  switch (warning) {
#define CAROM_X(symbol, bit, word, sentence) \
  case symbol:                               \
    return word;
    CAROM_WARNING_LIST(CAROM_X)
#undef CAROM_X
  }
  return "unknown";
}

const char* carom_warning_sentence(carom_warning warning) {
  switch (warning) {
#define CAROM_X(symbol, bit, word, sentence) \
  case symbol:                               \
    return sentence;
    CAROM_WARNING_LIST(CAROM_X)
#undef CAROM_X
  }
  return "a warning that this version does not know";
}
