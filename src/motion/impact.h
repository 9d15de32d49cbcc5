/// @file impact.h
/// The impact law that one contact, or several, ask for.
#ifndef CAROM_MOTION_IMPACT_H
#define CAROM_MOTION_IMPACT_H

#include "carom/contact.h"

/// What an impact does at one contact.
typedef struct carom__impact {
  double impulse[3], after[3];  ///< N s, m/s, contact axes
  char mode[48];
  unsigned warnings;  ///< carom_warning bits
} carom__impact;

/// One contact, w with dimension^2 and v with dimension entries: planar, spatial, or compliant where the surface is.
carom_status carom__impact_at_one(const carom_contact_problem* problem, carom__impact* out, carom_diag* diag);

/// Several contacts. A surface with friction but without tangential compliance gets that of Poisson's ratio 0.3; every
/// law is taken as Stronge's. surfaces is room for contact_count of them, workspace that of carom_simultaneous_solve.
carom_status carom__impact_at_several(const carom_contact_problem* problem, carom_surface* surfaces, double* workspace,
                                      carom__impact* out, carom_diag* diag);

#endif
