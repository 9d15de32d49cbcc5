// A crowd to test, with all that it needs to move, and what must hold at every step of its way.
#ifndef CAROM_TESTS_MOTION_CROWD_RIG_H
#define CAROM_TESTS_MOTION_CROWD_RIG_H

#include "carom/crowd.h"
#include "random.h"

enum { RIG_PLANES = 6, RIG_CORNERS = 8, RIG_MEETINGS = 120, RIG_WORKSPACE = 2000000 };

typedef struct crowd_rig {
  carom_motion motion;
  carom_plane planes[RIG_PLANES];
  carom_body bodies[CAROM_CROWD_MAX_BODIES];
  carom_vec3 corners[CAROM_CROWD_MAX_BODIES][RIG_CORNERS];
  carom_crowd_body members[CAROM_CROWD_MAX_BODIES];
  carom_meeting meetings[RIG_MEETINGS];
  carom_crowd_input input;

  carom_crowd crowd;
  carom_mover mover;
  double start[CAROM_ODE_MAX_SIZE];
  carom_motion_run run;
  double workspace[RIG_WORKSPACE];
  carom_status status;
  carom_diag diag;

  // Filled on the way.
  long steps, impact_total;  // impacts at single pairs
  double deepest;            // part of a body's extent by which it was in another, or behind a plane
  double gain, ledger;       // of energy, as parts of the largest kinetic plus potential that was met
  double unrubbed;           // how far the friction loss ever fell
  double energy_scale;
} crowd_rig;

/// Nobody yet, no gravity, no planes, one second.
void rig_begin(crowd_rig* r, int dimension);
/// One more body; returns it to be changed. Inertia is that of a solid disc or ball, or of a plate or box.
carom_body* rig_round(crowd_rig* r, double mass, double radius, carom_vec3 at);
carom_body* rig_polygon(crowd_rig* r, double mass, int corners, const carom_vec3* points, carom_vec3 at);
carom_body* rig_box(crowd_rig* r, double mass, carom_vec3 edges, carom_vec3 at);
carom_plane* rig_plane(crowd_rig* r, carom_vec3 point, carom_vec3 normal, double e, double mu);
void rig_meet(crowd_rig* r, int a, int b, double e, double mu);
/// Everybody meets everybody.
void rig_meet_all(crowd_rig* r, double e, double mu);
/// The last body hangs on a pivot.
void rig_hang(crowd_rig* r, carom_vec3 pivot, double length);

/// Makes the mover; it must be a good one.
void rig_prepare(crowd_rig* r);
/// Prepares and begins.
void rig_start(crowd_rig* r);
/// One step, with its books; false at the end or after an error.
bool rig_step(crowd_rig* r);
/// To the end. It must arrive, and keep its books.
void rig_travel(crowd_rig* r);

carom_body rig_body(const crowd_rig* r, int index, double* angle);

#endif
