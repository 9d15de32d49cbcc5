// What a compliant contact did, as a code, in words and as flags.
#include "contact/mode.h"

#include <stdio.h>
#include <string.h>

#include "compliant/run.h"

carom_contact_mode carom__spring_phase(carom_event_type type) {
  switch (type) {
    case CAROM_EVENT_START_SLIP:
    case CAROM_EVENT_SLIP:
    case CAROM_EVENT_REVERSE:
      return CAROM_CONTACT_SLIP;
    case CAROM_EVENT_START_STICK:
    case CAROM_EVENT_STICK:
      return CAROM_CONTACT_STICK;
    default:
      return CAROM_CONTACT_NONE;
  }
}

unsigned carom_compliant_flags(const carom_compliant_outcome* outcome) {
  return outcome->recompressed * (unsigned)CAROM_FLAG_RECOMPRESSED +
         (outcome->mode != CAROM_CONTACT_NONE) * (unsigned)CAROM_FLAG_ACTED +
         ((outcome->warnings & CAROM_WARN_LOCKED) != 0) * (unsigned)CAROM_FLAG_LOCKED;
}

/// A row of phases too long for its place ends with "...".
static void join_phases(const carom_compliant_outcome* outcome, size_t size, char* mode) {
  static const char more[] = "...";
  size_t length = 0;
  for (int i = 0; i < outcome->event_count; i++) {
    const carom_contact_mode code = carom__spring_phase(outcome->events[i].type);
    if (code == CAROM_CONTACT_NONE) continue;
    const char* phase = carom_contact_mode_word(code);
    const bool fits = length + 1 + strlen(phase) + sizeof more < size;
    length += (size_t)snprintf(mode + length, size - length, "%s%s", length > 0 ? "-" : "", fits ? phase : more);
    if (!fits) return;
  }
}

void carom_compliant_mode(const carom_compliant_problem* problem, const carom_compliant_outcome* outcome, int size,
                          char* mode) {
  if (size <= 0) return;
  mode[0] = '\0';
  if (outcome->event_count == 0) {
    snprintf(mode, (size_t)size, "none");
  } else if (problem->surface.mu == 0) {
    snprintf(mode, (size_t)size, "frictionless");
  } else {
    join_phases(outcome, (size_t)size, mode);
  }
}
