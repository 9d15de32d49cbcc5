// What one mover does and since when: private to the room run.
#ifndef CAROM_RUN_SIMULATE_PHASES_H
#define CAROM_RUN_SIMULATE_PHASES_H

#include "run/simulate.h"

enum {
  CAROM__SIM_OPEN = CAROM_MOTION_MAX_CONTACTS + CAROM_CROWD_MAX_BODIES,
  CAROM__SIM_CLOSED = 2 * CAROM__SIM_OPEN,
};

/// Phases of a mover by their index: those that go on, and those that ended last, all at one time.
typedef struct carom__sim_phases {
  int mover;  // the first, of a crowd
  int open_count, open[CAROM__SIM_OPEN];
  int closed_count, closed[CAROM__SIM_CLOSED];
} carom__sim_phases;

/// All phases end.
void carom__sim_end_phases(carom__sim* sim, carom__sim_phases* phases, double time);

#endif
