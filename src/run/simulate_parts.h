// Movers on their way: private to the room run.
#ifndef CAROM_RUN_SIMULATE_PARTS_H
#define CAROM_RUN_SIMULATE_PARTS_H

#include "run/simulate_phases.h"

/// One mover on its way.
typedef struct carom__sim_part {
  int body;  // -1: the chain
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

typedef struct carom__sim_parts {
  int count;
  carom__sim_part* items;
} carom__sim_parts;

/// Checks what the file says of the start, prepares every mover and names it in the simulation. The parts must be freed
/// either way.
bool carom__sim_make_ready(carom__sim* sim, carom__sim_parts* all);
void carom__sim_free_parts(carom__sim_parts* all);

#endif
