// A collision in progress: all contacts, where their springs are, and what has happened so far. Private to the room.
//
// In scaled time (k of the first contact is 1) every active contact pushes with the force of its springs,
// v' = W F, x_i' = v_n,i, s_i' = v_t,i while it sticks. The run goes from event to event in pieces: in closed form
// while nothing slips and all springs are linear (modes.h), by collocation else (span.h).
#ifndef CAROM_SIMULTANEOUS_COLLISION_H
#define CAROM_SIMULTANEOUS_COLLISION_H

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/diag.h"
#include "carom/simultaneous.h"
#include "math/elementary.h"

enum { CAROM__MOST = CAROM_SIMULTANEOUS_MAX_CONTACTS };

typedef enum carom__touch_phase {
  CAROM__APART,
  CAROM__COMPRESSING,
  CAROM__RESTORING,
  CAROM__LOCKED,  // held at v_n = 0 by the force that this takes
} carom__touch_phase;

typedef enum carom__grip {
  CAROM__FRICTIONLESS,
  CAROM__STICKING,
  CAROM__SLIPPING,
} carom__grip;

/// One contact and its springs.
typedef struct carom__touch {
  double e, mu;
  double kt;         // stiffness of the tangential springs
  double reach;      // length of the tangential spring at the friction limit, per unit of normal force: mu eta2/k0
  double k;          // of the normal spring; grows at each end of compression
  double x;          // length of the normal spring, <= 0
  double s[2];       // of the tangential one, while sticking
  double d[2];       // its direction, while slipping
  double force;      // normal force, while locked
  int switch_event;  // number of events at the last change between slip and stick
  int chatter;       // quick changes between slip and stick in a row, while locked
  double released;   // time of the last release
  double switched;   // time of the last change between slip and stick
  double peak;       // |x| at the last end of compression: what rounding of x is judged by
  carom__touch_phase phase;
  carom__grip grip;
  bool spent;  // e = 0 and compression has ended once: from then on only locks
  bool hardened;
  bool lets_go;       // locked, and friction can no longer hold it
  bool jammed;        // chattered between slip and stick: sticks a little longer than friction allows
  int jams;           // how often
  double numb_until;  // up to this time slip and stick are not asked for again
  bool bare;          // its tangential spring is rounding until the contact ends
  bool acted, locked_once;
  carom_contact_mode mode;
  int phases_length;
  char phases[48];
} carom__touch;

/// Powers of two that bring W and v near 1, and back.
typedef struct carom__scales {
  int inverse_mass, speed;
  double time;  // scaled time as the caller knows it, per unit of time inside
} carom__scales;

typedef struct carom__collision {
  int dimension, tangents, count, size;
  double exponent;
  carom__scales scales;

  // In the workspace.
  double* w;                 // size * size
  double *v0, *v, *impulse;  // size
  double* noise;             // count: normal velocities below this are rounding
  double* hold;              // locked_count^2: forces that hold the locked contacts, per rate of velocity; room behind
  double* scratch;           // for pieces
  int locked_count;

  double speed;  // what velocities are judged by
  double time;
  double time_scale;  // of the slowest contact
  double restitution, friction, spring;
  int events, locks, panels, budget;
  long tries;          // panels, with those that were solved again
  int events_at_once;  // without progress in time
  long evaluations;
  unsigned warnings;

  carom_simultaneous_log* log;
  carom_simultaneous_trace* trace;
  uint64_t state, state_before;  // active contacts in the piece that runs, and in the one before
  double state_since;
  int trace_stride, trace_skipped;

  // Up to the number of contacts.
  carom__touch touch[CAROM__MOST];
  int island[CAROM__MOST];  // contacts that W couples, directly or through others, have one number
  int locked[CAROM__MOST];  // locked_count
} carom__collision;

/// Times closer than this cannot be told apart: what happens within it happens at once. A part of the time scale.
static inline double carom__instant(const carom__collision* c) {
  return 1e-12 * c->time_scale;
}

/// The function of an event at the end of a piece.
typedef struct carom__falling {
  double value, rate;
  double noise;   // values of this size are rounding
  double length;  // of the piece
} carom__falling;

/// Does it fall through zero there? A rate that in all the time scale makes little more than the noise says nothing.
/// Else the value is rounding, or its zero an instant away: not only by the clock, since functions may change in thin
/// layers, but in value or as a part of the piece too.
static inline bool carom__is_due(const carom__collision* c, carom__falling f) {
  const double near = carom__max(100 * f.noise, -f.rate * 1e-10 * f.length);
  const double soon = carom__min(-f.rate * carom__instant(c), near);
  return -f.rate * c->time_scale > 1e3 * f.noise && f.value <= carom__max(f.noise, soon);
}

static inline int carom__normal(const carom__collision* c, int contact) {
  return contact * c->dimension + c->dimension - 1;
}

/// The contact has just changed between slip and stick: what decides about the next change is still rounding.
static inline bool carom__is_fresh(const carom__collision* c, const carom__touch* t) {
  return t->switched == c->time && c->time > 0;
}

/// Rounding of the slip speed v_t.s^ + mu eta^2 v_n. It decides when slip and stick may change, while springs are hard:
/// what is larger than rounding here would show in the length of the tangential spring.
static inline double carom__slip_noise(const carom__collision* c, int contact) {
  const carom__touch* t = &c->touch[contact];
  const bool begins = t->x == 0 && c->v[carom__normal(c, contact)] == 0;
  return 2 * DBL_EPSILON * c->speed * (t->phase == CAROM__LOCKED || begins ? 1 : 1 + t->reach * t->k);
}

/// What a sticking spring may reach, as a part of what friction can hold: a contact that chatters gets some slack, so
/// that time goes on between its changes, and more each time: 1e-9, 1e-8, .. 1e-3.
static inline double carom__slack(const carom__touch* t) {
  double slack = 1e-9;
  for (int i = 1; i < t->jams && i < 7; ++i) slack *= 10;
  return t->jammed ? 1 + slack : 1;
}

static inline bool carom__is_numb(const carom__collision* c, const carom__touch* t) {
  return t->numb_until > c->time;
}

static inline bool carom__is_active(const carom__touch* t) {
  return t->phase != CAROM__APART;
}

/// The time until the first numb contact feels again; infinite if none is numb.
static inline double carom__numb_left(const carom__collision* c) {
  double left = HUGE_VAL;
  for (int i = 0; i < c->count; ++i)
    if (carom__is_active(&c->touch[i]) && carom__is_numb(c, &c->touch[i]))
      left = carom__min(left, c->touch[i].numb_until - c->time);
  return left;
}

/// Active with a normal spring of its own.
static inline bool carom__is_springy(const carom__touch* t) {
  return t->phase == CAROM__COMPRESSING || t->phase == CAROM__RESTORING;
}

/// F = k (-x)^exponent.
static inline double carom__spring_force(const carom__collision* c, const carom__touch* t, double x) {
  if (c->exponent == 1) return -t->k * x;
  return x < 0 ? t->k * carom__pow(-x, c->exponent) : 0;
}

static inline double carom__normal_force(const carom__collision* c, const carom__touch* t) {
  if (t->phase == CAROM__LOCKED) return t->force;
  return carom__is_springy(t) ? carom__spring_force(c, t, t->x) : 0;
}

/// Energy in the normal spring; a locked contact keeps none.
static inline double carom__stored(const carom__collision* c, const carom__touch* t) {
  return carom__is_springy(t) && t->x < 0 ? -carom__spring_force(c, t, t->x) * t->x / (c->exponent + 1) : 0;
}

/// True if an energy at a contact is more than rounding of what the velocity scale stands for.
static inline bool carom__energy_matters(const carom__collision* c, int contact, double energy) {
  const int n = carom__normal(c, contact);
  return fabs(energy) * c->w[n * c->size + n] > 1e-13 * c->speed * c->speed;
}

/// check.c
carom_status carom__simultaneous_check(const carom_contact_problem* p, double* workspace, carom_diag* diag);

/// setup.c: lays the arrays out in memory (NULL: only counts) and returns how many doubles they take.
size_t carom__lay_out(carom__collision* c, int dimension, int count, double* memory);
void carom__set_up(carom__collision* c, const carom_contact_problem* p, const carom_simultaneous_memory* memory);

/// forces.c: every force that the springs make now, with the locked contacts' answer to them.
void carom__forces(const carom__collision* c, double* force);
/// Adds to forces on the other freedoms what the locked contacts answer with (normal forces, and friction where
/// slipping).
void carom__answer_locked(const carom__collision* c, double* force);
/// Rates of the forces at contact velocities v, as far as the springs' lengths change (not the turning of slip).
void carom__force_rates(const carom__collision* c, const double* v, double* rate);
/// The same at leading order: a spring with an exponent that has no length yet counts with its k.
void carom__leading_rates(const carom__collision* c, const double* v, double* rate);
/// v0 + W I at a freedom, and the size of its terms.
double carom__velocity_sum(const carom__collision* c, int i, double* size);

/// lock.c
void carom__hold_again(carom__collision* c);
/// False if nothing presses on the contact, unless it is known to be pressed.
bool carom__lock(carom__collision* c, int contact, bool is_pressed);
/// Around what makes the forces that hold locked contacts jump: their tangential springs must follow.
void carom__before_jump(carom__collision* c);
void carom__after_jump(carom__collision* c);
void carom__unlock(carom__collision* c, int contact);
/// Friction in this direction presses a sliding contact together more than its normal force opens it. Such a contact
/// cannot slide while it is held: where its spring exceeds what friction can hold, the force runs away to nothing, and
/// it ends.
bool carom__is_wedged(const carom__collision* c, int contact, const double* along);
/// Gives the impulses of the locked contacts what rounding kept from them: v0 + W I = 0 there.
void carom__mend_locked(carom__collision* c);
/// Makes a contact that chatters between slip and stick hold on, with some slack (carom__slack), until its phase
/// changes.
void carom__jam(carom__collision* c, int contact);
/// At v_n = 0: the contact would go on to oscillate about the force lambda that holds it, with the velocity amplitude
/// |F - lambda| sqrt(W/k), and to follow lambda with the velocity lambda'/k. True if both are negligible.
bool carom__oscillation_is_over(carom__collision* c, int contact);
/// Locks a contact whose bounces are too small to be seen, if others press on it; else it ends.
void carom__lock_if_at_rest(carom__collision* c, int contact, bool is_pressed);
void carom__update_locked(carom__collision* c);
bool carom__hold_has_faded(carom__collision* c, int contact);

/// start.c: contacts at rest (|v_n| within noise) that others are about to press together become active.
void carom__start(carom__collision* c);
void carom__wake_resting(carom__collision* c);

/// events.c
void carom__apply_event(carom__collision* c, carom_event_type type, int contact);
void carom__activate(carom__collision* c, int contact);
void carom__end_contact(carom__collision* c, int contact);
/// Ends what is over but for rounding.
void carom__settle(carom__collision* c);
bool carom__is_over(carom__collision* c);
void carom__update_noise(carom__collision* c);

/// grip.c: slip or stick at the start of a contact, with the leading rates of its velocity.
void carom__begin_grip(carom__collision* c, int contact, const double* v_t, double v_n);
void carom__set_slipping(carom__collision* c, int contact, const double* along);

/// record.c
void carom__log_event(carom__collision* c, carom_event_type type, int contact);
void carom__log_state(carom__collision* c);
void carom__note_phase(carom__touch* t, carom_contact_mode phase);
/// A point of the path at a time not after the present one, with its impulses and velocities.
void carom__trace_point(carom__collision* c, double time, const double* impulse, const double* v);
void carom__trace_now(carom__collision* c);
/// The end of the path, as the answer has it, is always there.
void carom__trace_last(carom__collision* c);
uint64_t carom__active_set(const carom__collision* c);

/// modes.c and span.c: goes on until the next event and applies it.
carom_status carom__run_modes(carom__collision* c, carom_diag* diag);
carom_status carom__run_spans(carom__collision* c, carom_diag* diag);
size_t carom__modes_size(int size, int count);
size_t carom__span_size(int size, int count);

/// jacobi.c
void carom__graded_eigen(int n, double* a, double* values, double* vectors);

#endif
