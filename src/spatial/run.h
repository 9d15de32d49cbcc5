// One impact in progress. Private to the spatial room.
//
// The independent variable is the normal impulse I_z; gamma is the slip velocity. In slip
// @eq JW16 (31)  gamma' = -mu B gamma^ + d
// and v_z' = Wzz - mu d.gamma^, E' = -v_z. The run moves along I_z in pieces (Taylor steps, the end of an arc, straight
// pieces); whatever the piece, the same phase rules apply: compression ends, restarts, the impact ends.
#ifndef CAROM_SPATIAL_RUN_H
#define CAROM_SPATIAL_RUN_H

#include "carom/spatial.h"

typedef struct carom__run {
  // The problem.
  double b11, b12, b22, d1, d2, wzz;
  double mu, e;
  carom_law law;
  // What follows from it.
  double w1, w2, k;    // w = B^-1 d and k = Wzz - d.w: the rates while sticking
  double rho;          // mu tr B + |d|: no rate of the slip velocity exceeds it
  double x0, y0, vz0;  // velocity before
  double reference_v;  // speed against which normal energy is judged
  bool hold;           // sticking can be held
  bool monotone;       // JW16 (18) holds: v_z rises whatever the direction of slip

  // Where it is.
  double ix, iy, iz;          // impulse
  double x, y;                // slip velocity
  double vz;                  // normal velocity
  double energy;              // normal energy stored; Stronge's law takes its part at the end of compression
  double lost;                // normal energy that Stronge's law has taken
  double target;              // where restitution ends: v_z (Newton) or I_z (Poisson)
  int cuts_at_d, cuts_at_vz;  // steps that may still be cut at the direction of d, at the rays mu d.u = Wzz
  bool compressing;
  bool compressed_once;
  bool done;
  bool slip_lasts;            // the direction tends to one in which slip does not vanish
  bool event_before_arc_end;  // until the next phase event the end of the arc is out of reach

  carom_spatial_outcome* out;
  carom_trace* trace;  // NULL when nobody looks
} carom__run;

/// What can come next on a piece of path.
typedef enum carom__phase_event {
  CAROM__NOTHING,
  CAROM__COMPRESSION_ENDS,
  CAROM__RECOMPRESSES,
  CAROM__IMPACT_ENDS,
} carom__phase_event;

/// Applies the rules of an event at the current state.
void carom__run_phase(carom__run* run, carom__phase_event event);

void carom__run_log(carom__run* run, carom_event_type type, double tolerance);

/// The current state as a point of the trace, if one is kept. Events are always kept; other points may be thinned.
void carom__run_trace(carom__run* run);

/// A piece on which all rates are constant, per unit of I_z.
typedef struct carom__straight {
  double ix, iy;  // tangential impulse
  double x, y;    // slip velocity
  double vz;      // normal velocity
  double length;  // I_z until slip vanishes; INFINITY if it does not
} carom__straight;

/// Follows a straight piece until the impact ends or the piece does.
void carom__run_straight(carom__run* run, const carom__straight* piece);

/// One Taylor step, or less where a phase event ends the impact.
void carom__run_taylor(carom__run* run);

/// Finishes the arc in one go where the direction is close enough to its attracting limit and no phase event comes
/// before slip vanishes. Returns false, changing nothing, where that cannot be done.
bool carom__run_arc_end(carom__run* run);

#endif
