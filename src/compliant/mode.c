#include <stdio.h>
#include <string.h>

#include "carom/compliant.h"

/// The phase that an event begins, or NULL.
static const char* phase_after(carom_event_type type) {
  switch (type) {
    case CAROM_EVENT_START_SLIP:
    case CAROM_EVENT_SLIP:
    case CAROM_EVENT_REVERSE:
      return "slip";
    case CAROM_EVENT_START_STICK:
    case CAROM_EVENT_STICK:
      return "stick";
    default:
      return NULL;
  }
}

/// A row of phases too long for its place ends with "...".
static void join_phases(const carom_compliant_outcome* outcome, size_t size, char* mode) {
  static const char more[] = "...";
  size_t length = 0;
  for (int i = 0; i < outcome->event_count; i++) {
    const char* phase = phase_after(outcome->events[i].type);
    if (!phase) continue;
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
