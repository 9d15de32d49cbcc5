// What the files of the door share. Private to the room.
#ifndef CAROM_IMPACT_IMPACT_H
#define CAROM_IMPACT_IMPACT_H

#include "carom/impact.h"

/// One impact on its way through the door.
typedef struct carom__impact {
  carom_contact_problem problem;  // with the surfaces that are solved
  carom_impact_options options;
  const carom_impact_memory* memory;
  unsigned replaced;  // carom_warning bits of what the table replaced
} carom__impact;

/// Events are wanted, and there is room for some: a caller who lends none does not miss them.
static inline bool carom__wants_events(const carom__impact* impact) {
  return (impact->options.wants & CAROM_WANT_EVENTS) && impact->memory->event_capacity > 0;
}

/// Whether the door takes so many contacts.
static inline bool carom__has_shape(int dimension, int contact_count) {
  return (dimension == 2 || dimension == 3) && contact_count >= 1 && contact_count <= CAROM_SIMULTANEOUS_MAX_CONTACTS;
}

/// The options of a caller, or the defaults, where nothing is wanted besides the answer.
static inline carom_impact_options carom__plain_options(const carom_impact_options* options) {
  carom_impact_options chosen = options ? *options : carom_impact_options_default();
  chosen.wants = 0;
  return chosen;
}

/// CAROM_OK, or which of dimension and contact_count cannot be.
carom_status carom__impact_check_shape(const carom_contact_problem* problem, carom_diag* diag);

/// One contact: planar, spatial or on springs. Fills memory->contacts[0], events, path and *out, or nothing on error.
carom_status carom__impact_one(const carom__impact* impact, carom_impact_outcome* out, carom_diag* diag);

/// Several contacts, likewise.
carom_status carom__impact_several(const carom__impact* impact, carom_impact_outcome* out, carom_diag* diag);

/// Where a solve of several contacts keeps what it needs.
typedef struct carom__several_room {
  carom_surface* surfaces;               // contact_count, as accepted
  carom_simultaneous_contact* contacts;  // contact_count
  double* workspace;                     // of carom_simultaneous_solve
} carom__several_room;

/// The parts of a workspace. Returns how many doubles they take; workspace may be NULL to ask that alone.
size_t carom__lay_out_several(int dimension, int contact_count, double* workspace, carom__several_room* out);

#endif
