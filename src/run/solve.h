// The result of a scenario as it is made: private to the room run.
#ifndef CAROM_RUN_SOLVE_H
#define CAROM_RUN_SOLVE_H

#include "carom/run.h"

/// calloc that gives a pointer for nothing too, so that NULL always means failure.
void* carom__reserve(size_t count, size_t size);

/// A result with room for everything the scenario can fill, its path too where that is wanted. NULL without memory.
carom_result* carom__result_new(const carom_scenario* scenario, bool with_path);

/// Events, and states, that the lists of a result have room for.
int carom__result_event_room(const carom_scenario* scenario);

/// Gives back what the events of a result did not need.
void carom__result_trim(carom_result* result);

/// A scenario and the memory to solve it, again and again: its numbers may change between runs, its counts and its
/// model may not.
typedef struct carom__solver carom__solver;

/// NULL without memory.
carom__solver* carom__solver_new(const carom_scenario* scenario, bool with_path);
void carom__solver_free(carom__solver* solver);

/// What has changed since the last run at most.
typedef enum carom__changed {
  CAROM__SURFACES_CHANGED,    ///< W and v are those of then
  CAROM__VELOCITIES_CHANGED,  ///< W is; velocities are as a check would let them pass
  CAROM__ANYTHING_CHANGED,
} carom__changed;

/// Solves it as it is now. *diag is in the words of the solvers.
carom_status carom__solver_run(carom__solver* solver, carom__changed changed, carom_diag* diag);
/// A run in two halves, for who solves many contact problems at once. The first makes W and v, which are in the result
/// then, and where it is wanted the energy before.
carom_status carom__solver_pose(carom__solver* solver, bool with_energy, carom_diag* diag);

/// What a law said of one contact.
typedef struct carom__solver_answer {
  carom_model model;
  double impulse[3], velocity_before[3], velocity_after[3];  ///< contact axes
  int mode;
  carom_energy energy;
  double energy_before;
} carom__solver_answer;

/// The second makes a result of the answer for one rigid contact. The bodies must be those of the first half; a
/// mechanism must have been posed last. Events, flags and the law's own outcome are not told.
carom_status carom__solver_take(carom__solver* solver, const carom__solver_answer* answer, carom_diag* diag);

/// What the last run that went well has given, but for its surfaces.
const carom_result* carom__solver_result(const carom__solver* solver);

#endif
