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
  double dropped;             // v_z where it jammed: rounding of the input
  bool jammed;                // W is singular: it ended where slip and approach vanished together
  bool endless;               // W is singular: slip lasts and the approach does not end
  bool slip_lasts;            // the direction tends to one in which slip does not vanish
  double grazing;             // how nearly v_z turned where that would change what follows; HUGE_VAL: it never did
  bool event_before_arc_end;  // until the next phase event the end of the arc is out of reach

  carom_spatial_outcome* out;
  carom_trace* trace;  // NULL when nobody looks
} carom__run;

/// -mu B/rho and d/rho in axes turned so that the first lies along (c, s): the rates of slip per unit of tau = rho s.
typedef struct carom__rates {
  double p11, p12, p22, q1, q2;
} carom__rates;

static inline carom__rates carom__rates_turned(carom__rates a, double c, double s) {
  const double u1 = a.p11 * c + a.p12 * s, u2 = a.p12 * c + a.p22 * s;
  const double p1 = -a.p11 * s + a.p12 * c, p2 = -a.p12 * s + a.p22 * c;
  return (carom__rates){.p11 = c * u1 + s * u2,
                        .p12 = c * p1 + s * p2,
                        .p22 = -s * p1 + c * p2,
                        .q1 = a.q1 * c + a.q2 * s,
                        .q2 = -a.q1 * s + a.q2 * c};
}

/// In the frame of the slip velocity, whose speed is r.
static inline carom__rates carom__rates_along_slip(const carom__run* run, double r) {
  const double m = -run->mu / run->rho;
  const carom__rates axes = {m * run->b11, m * run->b12, m * run->b22, run->d1 / run->rho, run->d2 / run->rho};
  return carom__rates_turned(axes, run->x / r, run->y / r);
}

/// What can come next on a piece of path.
typedef enum carom__phase_event {
  CAROM__NOTHING,
  CAROM__COMPRESSION_ENDS,
  CAROM__RECOMPRESSES,
  CAROM__IMPACT_ENDS,
  CAROM__JAMS,  ///< slip and approach have vanished together, and no impulse changes either
} carom__phase_event;

/// v_z stands still at the current state: had it been a little larger or smaller, the impact might have gone another
/// way.
void carom__run_turn(carom__run* run, bool at_most);

/// Applies the rules of an event at the current state.
void carom__run_phase(carom__run* run, carom__phase_event event);

void carom__run_log(carom__run* run, carom_event_type type, double tolerance);

/// The current state as a point of the trace, if one is kept. A full trace is thinned.
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
