// MuJoCo detects and integrates, carom resolves the impacts, of free bodies and mechanisms alike: call seam_strike
// between mj_step1 and mj_step2.
#ifndef SEAM_H
#define SEAM_H

#include <mujoco/mujoco.h>

#include "carom/impact.h"

enum { SEAM_MAX_DOF = 32, SEAM_MAX_GROUP = 12, SEAM_MAX_PASSES = 100 };

typedef struct seam {
  double cutoff_speed;    // m/s: slower contacts rest, and are MuJoCo's; must exceed what gravity adds in a step
  carom_surface surface;  // of all contacts
  double* workspace;      // seam_workspace_size() doubles, the caller's
  long impacts;           // counts those that carom answered
} seam;

size_t seam_workspace_size(void);

/// Strikes until nothing approaches faster than the cut-off: changes qvel, takes the contacts that were struck out of
/// this step, and makes MuJoCo's constraints anew. Contacts that share a tree of bodies at that instant are one impact.
void seam_strike(const mjModel* m, mjData* d, seam* s);

#endif
