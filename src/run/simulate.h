// Simulations under way: private to the room run.
#ifndef CAROM_RUN_SIMULATE_H
#define CAROM_RUN_SIMULATE_H

#include "carom/crowd.h"
#include "carom/simulation.h"

/// A simulation that grows. The first failure fills *error and ends it.
typedef struct carom__sim {
  const carom_scenario* scenario;
  carom_simulation* out;
  carom_simulation_progress* progress;
  void* context;
  carom_diag* error;
  int impact_capacity, phase_capacity;
} carom__sim;

/// Asks the progress function; true: stop here.
bool carom__sim_is_stopped(carom__sim* sim, double done);

/// False when there is no memory or no room for more.
bool carom__sim_log_impact(carom__sim* sim, const carom_simulation_impact* impact);

/// A phase that begins; its end is open. Returns its index, or -1 as above.
int carom__sim_open_phase(carom__sim* sim, const carom_simulation_phase* phase);
/// Phases that took no time go.
void carom__sim_drop_empty_phases(carom__sim* sim);

/// Memory for movers, their columns and all rows: one mover with `count` columns each, in order.
bool carom__sim_reserve(carom__sim* sim, int mover_count, const int* column_counts);
/// Time of a row; the last one is at the end.
double carom__sim_row_time(const carom__sim* sim, int row);
/// The numbers of a mover in a row.
double* carom__sim_row(const carom__sim* sim, int row, int mover);
void carom__sim_add_energy(const carom__sim* sim, int row, double joule);
/// Leaves the rows before the end, and one at the end that is empty as yet.
void carom__sim_cut_rows(carom__sim* sim);

/// Columns that a free body has, and their names in the table.
int carom__sim_body_columns(int dimension, bool on_cloth);
void carom__sim_name_body_columns(const carom__sim* sim, int mover);
void carom__sim_name_chain_columns(const carom__sim* sim, int link_count);

/// What the table says of a ball on the cloth.
void carom__sim_put_ball(int dimension, const carom_body* ball, double* row);

/// "box", or "box: corner 3" where place is not empty. Cut so that the place is seen.
void carom__sim_name(char what[CAROM_WHAT_SIZE], const char* mover, const char* place);

/// The name of a point of a mover, or of two bodies that touch: "a-b". with: the other one, or -1.
void carom__sim_name_place(const carom__sim* sim, const carom_mover* part, int mover, int with, int point,
                           char what[CAROM_WHAT_SIZE]);

/// The two ways to move: step by step over planes, and in closed form on the cloth. The impact at time 0 is done.
bool carom__sim_run(carom__sim* sim);
bool carom__sim_follow_cloth(carom__sim* sim);
/// A third: balls on a table, which also sees to the energy of all.
bool carom__sim_play_table(carom__sim* sim);

/// An error of a mover (body is -1 for the chain), with the file's key. The sentence may be led by when it was.
void carom__sim_error(carom__sim* sim, int body, const carom_diag* diag);
void carom__sim_error_at(carom__sim* sim, int body, double time, const carom_diag* diag);
/// Always false.
bool carom__sim_fail(carom__sim* sim, carom_status status, const char* key, const char* message);
bool carom__sim_no_memory(carom__sim* sim);

#endif
