// The words of contact space: laws, events, warnings, modes, flags.
#include "carom/contact.h"

#include "base/words.h"
#include "contact/mode.h"

const char* carom_law_word(carom_law law) {
  switch (law) { CAROM_LAW_LIST(CAROM__CASE_WORD_OF) }
  return "unknown";
}

const char* carom_law_name(carom_law law) {
  switch (law) { CAROM_LAW_LIST(CAROM__CASE_MEANING_OF) }
  return "an unknown law";
}

const char* carom_event_word(carom_event_type type) {
  switch (type) { CAROM_EVENT_LIST(CAROM__CASE_WORD_OF) }
  return "unknown";
}

const char* carom_event_meaning(carom_event_type type) {
  switch (type) { CAROM_EVENT_LIST(CAROM__CASE_MEANING_OF) }
  return "an event that this version does not know";
}

const char* carom_warning_word(carom_warning warning) {
  switch (warning) { CAROM_WARNING_LIST(CAROM__CASE_WORD_OF) }
  return "unknown";
}

const char* carom_warning_sentence(carom_warning warning) {
  switch (warning) { CAROM_WARNING_LIST(CAROM__CASE_MEANING_OF) }
  return "a warning that this version does not know";
}

const char* carom_contact_mode_word(carom_contact_mode mode) {
  switch (mode) { CAROM_CONTACT_MODE_LIST(CAROM__CASE_WORD_OF) }
  return "unknown";
}

const char* carom_contact_mode_meaning(carom_contact_mode mode) {
  switch (mode) { CAROM_CONTACT_MODE_LIST(CAROM__CASE_MEANING_OF) }
  return "a mode that this version does not know";
}

const char* carom_flag_word(carom_flag flag) {
  switch (flag) { CAROM_FLAG_LIST(CAROM__CASE_WORD_OF) }
  return "unknown";
}

carom_contact_mode carom__contact_mode_then(carom_contact_mode before, carom_contact_mode phase) {
  // [before][slip, stick]
  static const carom_contact_mode next[][2] = {
      [CAROM_CONTACT_NONE] = {CAROM_CONTACT_SLIP, CAROM_CONTACT_STICK},
      [CAROM_CONTACT_FRICTIONLESS] = {CAROM_CONTACT_SLIP, CAROM_CONTACT_STICK},
      [CAROM_CONTACT_SLIP] = {CAROM_CONTACT_SLIP, CAROM_CONTACT_SLIP_STICK},
      [CAROM_CONTACT_STICK] = {CAROM_CONTACT_STICK_SLIP, CAROM_CONTACT_STICK},
      [CAROM_CONTACT_SLIP_STICK] = {CAROM_CONTACT_SLIP_STICK_SLIP, CAROM_CONTACT_SLIP_STICK},
      [CAROM_CONTACT_STICK_SLIP] = {CAROM_CONTACT_STICK_SLIP, CAROM_CONTACT_STICK_SLIP_STICK},
      [CAROM_CONTACT_SLIP_STICK_SLIP] = {CAROM_CONTACT_SLIP_STICK_SLIP, CAROM_CONTACT_MIXED},
      [CAROM_CONTACT_STICK_SLIP_STICK] = {CAROM_CONTACT_MIXED, CAROM_CONTACT_STICK_SLIP_STICK},
      [CAROM_CONTACT_MIXED] = {CAROM_CONTACT_MIXED, CAROM_CONTACT_MIXED},
  };
  if (phase == CAROM_CONTACT_SLIP || phase == CAROM_CONTACT_STICK) return next[before][phase == CAROM_CONTACT_STICK];
  return before == CAROM_CONTACT_NONE ? phase : before;
}
