// ODE detects and integrates, carom resolves the impacts. Between dSpaceCollide and the step: collect the contacts,
// call seam_strike, and give a contact joint, without bounce, to those that were not struck.
#ifndef SEAM_H
#define SEAM_H

#include <ode/ode.h>
#include <stdbool.h>

#include "carom/impact.h"

enum { SEAM_MAX_CONTACTS = 64, SEAM_MAX_GROUP = 12, SEAM_MAX_PASSES = 100 };

typedef struct seam_contact {
  dContactGeom geom;
  dBodyID a, b;  // of g1 and g2; ODE's normal points into the first, which is carom's body a; NULL: does not move
  carom_surface surface;
  bool struck;
} seam_contact;

typedef struct seam {
  double cutoff_speed;  // m/s: slower contacts rest, and are ODE's; must exceed what gravity adds in a step
  seam_contact contacts[SEAM_MAX_CONTACTS];
  int count;
  double* workspace;  // carom_impact_workspace_size(3, SEAM_MAX_GROUP) doubles, the caller's
  long impacts;       // counts those that carom answered
} seam;

/// Strikes until nothing approaches faster than the cut-off. Contacts that share a body at that instant are one impact.
void seam_strike(seam* s);

/// A body of ODE as carom has it; NULL is fixed.
carom_body seam_body(dBodyID id);

#endif
