// Words of the fit's lists.
#include "base/words.h"
#include "carom/fit.h"

const char* carom_fit_e_model_word(carom_fit_e_model model) {
  switch (model) { CAROM_FIT_E_MODEL_LIST(CAROM__CASE_WORD_OF) }
  return "unknown";
}

const char* carom_fit_e_model_formula(carom_fit_e_model model) {
  switch (model) { CAROM_FIT_E_MODEL_LIST(CAROM__CASE_MEANING_OF) }
  return "unknown";
}

const char* carom_fit_flip_word(carom_fit_flip flip) {
  switch (flip) { CAROM_FIT_FLIP_LIST(CAROM__CASE_WORD_OF) }
  return "unknown";
}

const char* carom_fit_flip_meaning(carom_fit_flip flip) {
  switch (flip) { CAROM_FIT_FLIP_LIST(CAROM__CASE_MEANING_OF) }
  return "unknown";
}

const char* carom_fit_known_word(carom_fit_known known) {
  switch (known) { CAROM_FIT_KNOWN_LIST(CAROM__CASE_WORD_OF) }
  return "unknown";
}
