// The state of an impact on springs and the pieces that move it. Private to the room.
#ifndef CAROM_COMPLIANT_RUN_H
#define CAROM_COMPLIANT_RUN_H

#include <math.h>

#include "carom/compliant.h"
#include "math/elementary.h"

/// One impact on its way, in scaled time: k = 1 and k_t = 1/eta2 at the start.
typedef struct carom__spring_run {
  double b11, b12, b22, d1, d2, wnn;  // W = [[B, d], [d^T, wnn]]
  double mu;                          // holds a sticking spring
  double mu_slip;                     // of slip: mu, but the published scheme lowers it when compression ends
  double e, eta2;
  bool published;
  double v0x, v0y, v0n;

  double ix, iy, in;  // impulse
  double vx, vy, vn;  // contact velocity
  double energy;      // of the normal spring; F_n = sqrt(2 k E)
  double energy_top;  // energy when restitution began; 0 in the first compression
  double k;           // normal stiffness: 1, and 1/e^2 times as much after each end of compression
  double sx, sy;      // tangential spring while it sticks
  double ux, uy;      // its direction while it slips
  bool compressing, slipping;
  double cap;         // a panel of slip should not be longer than this
  bool stick_missed;  // slip did not vanish where it seemed to

  double friction, restitution, spring;
  double stored_tangential;  // the most so far
  int work;
  carom_compliant_outcome* out;
  carom_spring_trace* trace;
  struct carom__spring_watch* watch;        // NULL unless somebody asks how near other ways are
  struct carom__spring_tangents* tangents;  // NULL unless the outcome is differentiated, which is watched, too
} carom__spring_run;

/// Work that one impact may take, in pieces of closed form, of 1 to 2 microseconds; a panel takes as long as two. A
/// million impacts over wide ranges take at most about 800; only a W whose eigenvalues are 1e7 apart and more can make
/// springs swing so often that this does not suffice.
enum { CAROM__MAX_WORK = 14000, CAROM__PANEL_WORK = 2 };

/// Work in which everything is exact; behind it what is left is solved ever less exactly, so that it ends.
enum { CAROM__EXACT_WORK = 8400, CAROM__WORK_A_DECADE = 600 };

/// CAROM_BUDGET, or what is worse: CAROM_NO_FINITE_ANSWER where W is singular.
carom_status carom__spring_spent(const carom__spring_run* run, carom_diag* diag);

/// Moves to the next event and says which: STICK, SLIP, COMPRESSION_END, RECOMPRESS or RESTITUTION_END.
carom_status carom__spring_stick(carom__spring_run* run, carom_event_type* event, carom_diag* diag);
carom_status carom__spring_slip(carom__spring_run* run, carom_event_type* event, carom_diag* diag);

/// Appends to the log.
void carom__spring_log(carom__spring_run* run, carom_event_type type);

/// The phase that an event begins: CAROM_CONTACT_SLIP, CAROM_CONTACT_STICK, or CAROM_CONTACT_NONE.
carom_contact_mode carom__spring_phase(carom_event_type type);

/// An impulse, and what it does to the tangential velocity; the caller knows the normal one. Velocities add up piece by
/// piece: found as v0 + W I, ones that die away would lose their digits to large impulses.
void carom__spring_push(carom__spring_run* run, const double impulse[3], double vn);

/// How much less exact than usual a step may be: 1, and ten times as much with every CAROM__WORK_A_DECADE behind
/// CAROM__EXACT_WORK.
static inline double carom__spring_slack(const carom__spring_run* run) {
  double slack = 1;
  for (int w = CAROM__EXACT_WORK; w < run->work; w += CAROM__WORK_A_DECADE) slack *= 10;
  return slack;
}

static inline double carom__spring_force(const carom__spring_run* run) {
  return sqrt(2 * run->k * run->energy);
}

/// The length of a slipping spring: rho = mu eta0^2 F_n.
static inline double carom__spring_reach(const carom__spring_run* run) {
  return run->mu_slip * run->eta2 * carom__spring_force(run);
}

/// The length of the spring, sticking or slipping.
static inline double carom__spring_length(const carom__spring_run* run) {
  return run->slipping ? carom__spring_reach(run) : carom__hypot(run->sx, run->sy);
}

/// A slipping spring stops: it is known by its length from now on.
static inline void carom__spring_stop(carom__spring_run* run) {
  if (!run->slipping) return;
  const double length = carom__spring_reach(run);
  run->sx = length * run->ux, run->sy = length * run->uy;
  run->slipping = false;
}

/// Lets the spring slip back to a shorter length: what it held beyond that is lost to friction.
static inline void carom__spring_shorten(carom__spring_run* run, double from, double to) {
  if (from > to) run->friction += (from - to) * (from + to) / (2 * run->eta2);
}

/// From the start to the end of a contact with friction, in units in which w_nn and the speed are near 1.
carom__spring_run carom__spring_begin(const carom_compliant_problem* in_units, carom_compliant_outcome* out);
carom_status carom__spring_run_pieces(carom__spring_run* run, carom_diag* diag);

/// Fills run->out. CAROM_TOO_FAR_APART if the energies do not add up.
carom_status carom__spring_answer(carom__spring_run* run, carom_diag* diag);

/// Says of an answer of the rigid law how far rounding may have moved it.
void carom__rigid_tell_error(const carom_compliant_problem* problem, carom_compliant_outcome* out);

/// The answer of the rigid law, with the names of this model.
carom_status carom__compliant_rigid(const carom_compliant_problem* problem, carom_compliant_outcome* out,
                                    carom_diag* diag);

/// If the bounces of the normal spring against the pull of the tangential one have become too small to matter, holds
/// the contact until the tangential one lets go, and ends the impact. With e = 0 that is at the end of compression.
carom_status carom__spring_lock(carom__spring_run* run, bool* ended, carom_diag* diag);

enum { CAROM__TRACE_PARTS = 32 };  // of a piece in closed form

/// Appends the present state to the trace, if there is one.
void carom__spring_trace(const carom__spring_run* run);

#endif
