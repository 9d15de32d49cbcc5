// Movers on their way: private to the room run.
#ifndef CAROM_RUN_SIMULATE_PARTS_H
#define CAROM_RUN_SIMULATE_PARTS_H

#include "run/simulate_phases.h"

/// One mover on its way.
typedef struct carom__sim_part {
  int body;            // -1: the chain; the first one of a crowd
  carom_crowd* crowd;  // all free bodies, where they meet or hang: body i of it is mover i of the simulation. Else NULL
  carom_meeting* meetings;
  carom_chain_mover chain;
  carom_flyer flyer;
  carom_mover mover;
  double start[CAROM_ODE_MAX_SIZE];
  double* workspace;
  carom_motion_run run;
  bool ended;
  int next_row;
  carom__sim_phases phases;
} carom__sim_part;

/// Opens and closes phases as the contacts that the run holds now ask for. False: no room or memory.
bool carom__sim_watch_phases(carom__sim* sim, carom__sim_part* one);

typedef struct carom__sim_parts {
  int count;
  carom__sim_part* items;
} carom__sim_parts;

/// Checks what the file says of the start, prepares every mover and names it in the simulation. The parts must be freed
/// either way.
bool carom__sim_make_ready(carom__sim* sim, carom__sim_parts* all);
void carom__sim_free_parts(carom__sim_parts* all);

/// As the file gives it, or as the impact at time 0 left it.
const carom_body* carom__sim_body(const carom__sim* sim, int body);

// ---- bodies that meet ----------------------------------------------------------------------------------------------

/// Whether the bodies of a scenario move as one crowd.
bool carom__sim_is_crowd(const carom_scenario* scenario);
/// The index of the body that is number `member` of the free ones.
int carom__sim_member(const carom_scenario* scenario, int member);
/// Prepares the crowd. False when there is no memory, or with *diag filled.
bool carom__sim_gather(carom__sim* sim, carom__sim_part* one, carom_diag* diag);
/// An error of its start, with the file's key and the names of who is meant.
void carom__sim_crowd_error(carom__sim* sim, const carom__sim_part* one, const carom_diag* diag);

#endif
