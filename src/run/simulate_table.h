// A table under way: private to the room run.
#ifndef CAROM_RUN_SIMULATE_TABLE_H
#define CAROM_RUN_SIMULATE_TABLE_H

#include "run/simulate.h"

/// A game with its memory.
typedef struct carom__sim_game {
  carom_table table;
  carom_table_ball* balls;
  double* workspace;
  carom_table_run* run;
  int* open;  // the piece that each ball is on, by index
  int piece_capacity;
  int next_stroke;
  long events;
} carom__sim_game;

/// After a step: what met goes to the impacts, pieces that began to the pieces. False: no memory or no room.
bool carom__sim_log_step(carom__sim* sim, carom__sim_game* game);
/// All pieces end, and become phases.
bool carom__sim_log_end(carom__sim* sim, carom__sim_game* game);

#endif
