/// @file simulation.h
/// Scenarios with a `motion` block: run them. Lives in the library `carom-files`; carom/format.h writes what happened.
#ifndef CAROM_SIMULATION_H
#define CAROM_SIMULATION_H

#include "carom/motion.h"
#include "carom/run.h"
#include "carom/table.h"

enum {
  CAROM_WHAT_SIZE = 96,
  CAROM_SIMULATION_MAX_IMPACTS = 200000,  ///< and phases; more of them end in CAROM_BUDGET
  CAROM_SIMULATION_MAX_ROWS = 1000000,
  CAROM_SIMULATION_MAX_NUMBERS = 20000000,  ///< rows times columns
};

/// What an impact on a table was, besides. Zero elsewhere.
typedef struct carom_simulation_hit {
  int cluster;               ///< contacts of the collision; 0: none (a pocket, or not on a table)
  carom_table_with with;     ///< what the ball met
  int other;                 ///< mover, rail or pocket; -1: none
  bool has_angles;           ///< two balls met: the next two tell how
  double cut;                ///< rad, between the velocity of the first ball against the other and the line of centres
  double thrown;             ///< rad, by which friction turned the push on the other off the line of centres
  carom_vec3 place;          ///< m, where they touched
  carom_vec3 before, after;  ///< m/s, of the first ball's centre
  carom_vec3 other_before, other_after;  ///< m/s, of the other ball's
  carom_vec3 push;                       ///< N s, on the first ball, world axes
} carom_simulation_hit;

/// A ball on its way over a table, piece by piece.
typedef struct carom_simulation_piece {
  int mover;
  carom_cloth_piece piece;
} carom_simulation_piece;

/// An impact with its place in words: "tip", "joint 1", "box: corner 3"; "ball" for a sphere. Impacts between bodies at
/// time 0 and landings on the cloth happen at a contact of the file, "cue-ball"; those of bodies that meet are "a-b",
/// and the impulse acts on a; all others are at a plane.
typedef struct carom_simulation_impact {
  carom_motion_impact impact;
  int mover;      ///< index into movers; -1 for the impact at time 0, which is one of all bodies
  int contact;    ///< index of the contact in the file; -1 at a plane or another body
  int with;       ///< the mover that was met; -1: none
  carom_vec3 at;  ///< m, where, of bodies that met
  char what[CAROM_WHAT_SIZE];
  carom_simulation_hit hit;  ///< on a table: "a-b", "a-rail 0", "a-pocket 2", "a-off", "cue-a", "a" on the cloth
} carom_simulation_impact;

/// A flight lasts from take-off to the first contact that is held, whatever impacts lie between.
typedef struct carom_simulation_phase {
  double from, to;  ///< s
  carom_phase phase;
  int mover;
  int point, plane;            ///< -1 for flight; plane is -1 on the cloth too, and at another body
  int with;                    ///< the mover that is touched; -1: none
  char what[CAROM_WHAT_SIZE];  ///< the place, or the mover for flight
} carom_simulation_phase;

/// One thing that moves on its own: the chain, or a free body.
typedef struct carom_simulation_mover {
  char name[CAROM_WHAT_SIZE];      ///< "chain", or the body's name
  int body;                        ///< index of the body; -1: the chain
  int first_column, column_count;  ///< its part of the samples
  double energy_start, energy_end, impact_loss,
      friction_loss;  ///< J; start - end = impact_loss + friction_loss. Bodies
                      ///< that meet pass energy on: the first has all losses
} carom_simulation_mover;

/// A finished (or cut) simulation. Rows of samples: time, then for each mover its columns, then the energy of all
/// movers. Rows are `sample` apart; the last one is at end_time. With contacts the movers start after the impact at
/// time 0. Columns of a chain of n links: n angles, n rates, then x and y of the end of each link. Of a body in the
/// plane: x, y, angle, vx, vy, spin; in space: x, y, z, qw, qx, qy, qz, vx, vy, vz, wx, wy, wz. Of the ball on the
/// cloth the same without angle or q, since its turning is not followed.
typedef struct carom_simulation {
  int mover_count;
  carom_simulation_mover* movers;
  int impact_count;
  carom_simulation_impact* impacts;  ///< in order of time
  int phase_count;
  carom_simulation_phase* phases;  ///< in order of their beginning
  int sample_count, column_count;
  double* samples;  ///< sample_count rows of column_count
  char (*columns)[CAROM_WHAT_SIZE];
  double end_time;
  double* end_state;                                            ///< chain: angles, rates; NULL for bodies
  carom_body* bodies_after;                                     ///< as in carom_result, at end_time; NULL for a chain
  double* angles_after;                                         ///< of bodies in the plane; NULL for a chain
  double energy_start, energy_end, impact_loss, friction_loss;  ///< J, all movers; without the impact at time 0
  bool cut;                                                     ///< stopped by the progress function
  unsigned warnings;                                            ///< carom_warning bits
  double error;                                                 ///< the largest of all impacts, as in carom/motion.h
  int piece_count;                                              ///< on a table
  carom_simulation_piece* pieces;                               ///< in order of their beginning
  carom_table_ledger ledger;                                    ///< on a table: where the energy went
  carom_result* impact;                                         ///< with contacts: the impact at time 0; else NULL
} carom_simulation;

/// Told now and then how much of the time is done (0 to 1), the first time before anything moves; false stops the
/// simulation, which is then `cut`.
typedef bool carom_simulation_progress(double done, void* context);

/// Runs a scenario that has a motion block. Returns NULL and fills *error when there is no answer. progress may be
/// NULL.
CAROM_API carom_simulation* carom_scenario_simulate(const carom_scenario* scenario, carom_simulation_progress* progress,
                                                    void* context, carom_diag* error);
/// Frees it; NULL is fine.
CAROM_API void carom_simulation_free(carom_simulation* simulation);

#endif
