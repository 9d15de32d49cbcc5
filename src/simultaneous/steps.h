// The second engine: the same collision stepped through time, to about 1e-3 of the speed in bounded work. Private to
// the room.
//
// Springs that swing are stepped by leapfrog. A contact whose spring could give back no more than `tol` of the speed is
// hard: its spring is k0/tol^2, it is stepped implicitly and a dashpot lets its hum die, so that steps need only follow
// what still swings. Friction on springs is mapped back to its limit; rigid friction is what stops the tangents within
// the step, or the limit along the slip. Runs with ever smaller steps and tol are compared: the difference is the
// error.
#ifndef CAROM_SIMULTANEOUS_STEPS_H
#define CAROM_SIMULTANEOUS_STEPS_H

#include "simultaneous/collision.h"

/// What the friction of a contact does in a step.
typedef enum carom__hold {
  CAROM__HELD,     // its tangential spring pulls with what it has (nothing where there is no friction)
  CAROM__SLIDING,  // at the friction limit, against `along`
  CAROM__STUCK,    // rigid: its tangential velocity is 0 after the step
} carom__hold;

/// What a contact has besides carom__touch, whose k, x, s, force and phase are used.
typedef struct carom__stance {
  double first_k, first_kt, w_nn;  // as the problem has them
  bool is_rigid;                   // friction without a tangential spring
  double kt;                       // of the tangential spring now: softer while hard
  double hard, damping;            // of the spring and dashpot while hard
  double since, rate;              // when it became hard, and the frequency that its own spring had then
  double peak;                     // the largest -x to be expected: what an exponent's stiffness is judged by
  carom__hold hold;
  bool is_open;     // hard, and nothing presses on it in this step
  double along[2];  // of slip, or of the tangential spring
  double load;      // of the tangential spring, before its limit
} carom__stance;

typedef struct carom__steps {
  carom__collision* c;
  const carom_contact_problem* problem;
  const carom_simultaneous_memory* memory;
  double fraction, tol;  // of this run
  double work_begin, work_limit;
  bool has_ended, is_jammed;
  bool is_moved;  // this run, by 1e-9
  double doubt;   // what moved when a jam was called one, as a part of the speed: a convention ends it, not the model

  double soft, slow;  // the least stiffness and the longest time 1/omega
  double omega;       // of the fastest spring that swings; 0: not known
  double dt, wanted;  // this step, and the longest that the next may be
  double largest;     // force of a hard contact so far
  long count;         // steps
  int calm;           // steps in a row in which nothing moved

  // In the workspace.
  double *force, *before, *after;  // size
  double* row;                     // size
  double *kept_v, *kept_impulse;   // size: what another run ended with
  double* older_v;                 // size: and the one before that
  double* factor;                  // stuck_count^2: Cholesky, of W at the stuck tangents
  double* answer;                  // stuck_count * (count + 1): forces of the stuck tangents
  double *matrix, *right;          // hard_count^2, hard_count
  int stuck_count, hard_count;

  carom__stance stance[CAROM__MOST];
  int stuck[2 * CAROM__MOST];  // freedoms; those that factor belongs to
  int hard[CAROM__MOST];       // contacts
} carom__steps;

/// Doubles that the engine takes of a collision's scratch.
size_t carom__steps_size(int size, int count);

/// steps.c: the collision from its start to an answer in c, within a part of its budget; *error is a part of the speed.
/// CAROM_NO_FINITE_ANSWER if no impulses can end the approach, CAROM_OVERFLOW.
carom_status carom__step_through(carom__collision* c, const carom_contact_problem* p,
                                 const carom_simultaneous_memory* memory, double* error, carom_diag* diag);

/// steps_run.c: one run with s->fraction and s->tol, until it ends or the work is spent.
void carom__steps_run(carom__steps* s);

/// steps_phase.c: contacts begin, end their compression, harden, become hard, end.
void carom__steps_begin(carom__steps* s);
void carom__steps_look(carom__steps* s);
void carom__steps_leave(carom__steps* s, int contact);

/// steps_move.c: one step of s->dt.
void carom__steps_move(carom__steps* s);
/// The friction that the engine asks of a normal force, |F_t| <= mu F_n.
double carom__steps_limit(const carom__steps* s, int contact);
/// after = v + dt W force.
void carom__steps_kick(carom__steps* s);

/// steps_hold.c: forces of hard contacts and of rigid friction that fit together; fills the rest of s->force and
/// s->after.
void carom__steps_hold(carom__steps* s);

/// steps_solve.c: the linear problem of the present pieces, into s->force; false if it is singular.
bool carom__steps_solve(carom__steps* s);

/// steps_sweep.c: the same forces one contact after the other, where no pieces fit.
void carom__steps_sweep(carom__steps* s);

/// steps_finish.c: what finishing takes at most, but for rare ones.
double carom__steps_finish_work(const carom__collision* c);
/// What a run left becomes an answer that no law forbids. False if an approach remains.
bool carom__steps_finish(carom__steps* s);

static inline double carom__steps_spring(const carom__steps* s, int contact) {
  const carom__touch* t = &s->c->touch[contact];
  return t->x < 0 ? carom__spring_force(s->c, t, t->x) : 0;
}

static inline double carom__length(const carom__collision* c, const double* tangent) {
  return c->tangents == 2 ? carom__hypot(tangent[0], tangent[1]) : fabs(tangent[0]);
}

#endif
