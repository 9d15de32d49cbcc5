// Models and methods in words.
#include "base/words.h"
#include "carom/impact.h"

const char* carom_model_word(carom_model model) {
  switch (model) { CAROM_MODEL_LIST(CAROM__CASE_WORD_OF) }
  return "unknown";
}

const char* carom_model_meaning(carom_model model) {
  switch (model) { CAROM_MODEL_LIST(CAROM__CASE_MEANING_OF) }
  return "a model that this version does not know";
}

const char* carom_method_word(carom_method_kind kind) {
  switch (kind) { CAROM_METHOD_LIST(CAROM__CASE_WORD) }
  return "unknown";
}
