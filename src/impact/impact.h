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
