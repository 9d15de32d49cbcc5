// A collision in progress: all contacts, where their springs are, and what has happened so far. Private to the room.
//
// In scaled time (k of the first contact is 1) every active contact pushes with the force of its springs,
// v' = W F, x_i' = v_n,i, s_i' = v_t,i while it sticks. The run goes from event to event in pieces: in closed form
// while nothing slips (modes.h), by collocation else (span.h). Rigid friction and springs with an exponent have an
// engine of their own (rigid.h), and so have steps (steps.h).
#ifndef CAROM_SIMULTANEOUS_COLLISION_H
#define CAROM_SIMULTANEOUS_COLLISION_H

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/diag.h"
#include "carom/simultaneous.h"
#include "math/elementary.h"
#include "math/units.h"

enum {
  CAROM__MOST = CAROM_SIMULTANEOUS_MAX_CONTACTS,
  CAROM__UNIT = 1000,  // multiplications in a unit of work
};

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
  double kt;        // stiffness of the tangential springs
  double reach;     // length of the tangential spring at the friction limit, per unit of normal force: mu eta2/k0
  double k0;        // of the normal spring, at the start
  double k;         // the same; grows at each end of compression
  double x;         // length of the normal spring, <= 0
  double s[2];      // of the tangential one, while sticking
  double d[2];      // its direction, while slipping
  double force;     // normal force, while locked
  double released;  // time at which its force last fell to 0, while locked
  double began;     // time at which it became active
  double decided;   // time at which it was last decided, at the friction limit, whether to stick
  double peak;      // |x| at the last end of compression: what rounding of x is judged by
  carom__touch_phase phase;
  carom__grip grip;
  bool spent;  // e = 0 and compression has ended once: from then on only locks
  bool hardened;
  bool acted, locked_once;
  carom_contact_mode mode;
  int phases_length;
  char phases[48];
  double wedged;  // energy that stays in the normal spring for ever
} carom__touch;

/// What brings W and v near 1, and back.
typedef struct carom__scales {
  carom__units units;
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
  double* share;             // locked_count * size: what other forces take from the locked ones (hold.c)
  double* stress;            // locked_count: the part of the locked forces that no motion feels
  double* kept;              // modes of the last piece in closed form (modes.c), and what they depend on
  double* scratch;           // for pieces
  int locked_count;
  int kept_count, kept_locked;  // of how many springs and locked contacts; 0: of none

  double speed;  // what velocities are judged by
  double time;
  double time_scale;  // of the slowest contact
  double restitution, friction, spring;
  int events, locks, panels, budget;
  double work;  // what the run has cost so far: multiplications, or what takes as long
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

/// What so many of Jacobi's sweeps on n freedoms take, of a collision's work: measured. The last one only looks.
static inline double carom__sweeps_work(int n, int sweeps) {
  return (sweeps + 1) * (0.45 * n + 6) * n * n;
}

/// Times closer than this cannot be told apart: what happens within it happens at once. A part of the time scale.
static const double CAROM__INSTANT = 1e-12;

/// An e below the first gives back less than rounding: it counts as 0, and leaves a spring the second part of its
/// energy. What has ended its compression once is then as good as rigid, and strikes so if it comes back.
static const double CAROM__PLASTIC = 1e-13, CAROM__PLASTIC_KEEPS = 1e-22;

static inline double carom__instant(const carom__collision* c) {
  return CAROM__INSTANT * c->time_scale;
}

/// Contacts, as bits.
typedef uint64_t carom__set;

static inline carom__set carom__only(int contact) {
  return (carom__set)1 << contact;
}

static inline bool carom__has(carom__set set, int contact) {
  return set >> contact & 1;
}

/// Something that happens to a contact.
typedef struct carom__happening {
  carom_event_type type;
  int contact;
} carom__happening;

/// The function of an event at the end of a piece.
typedef struct carom__falling {
  double value, rate;
  double noise;   // values of this size are rounding
  double length;  // of the piece
} carom__falling;

/// Does it fall through zero there? A rate that in all the time scale makes little more than the noise says nothing.
/// Else the value is rounding, or its zero an instant away: not only by the clock, since functions may change in thin
/// layers, but in value (a few noises) or as a part of the piece too.
static inline bool carom__is_due(const carom__collision* c, carom__falling f) {
  const double falls_for_sure = 1e3 * f.noise, few_noises = 100 * f.noise, part_of_piece = 1e-10 * f.length;
  const double near = carom__max(few_noises, -f.rate * part_of_piece);
  const double soon = carom__min(-f.rate * carom__instant(c), near);
  return -f.rate * c->time_scale > falls_for_sure && f.value <= carom__max(f.noise, soon);
}

/// Whether an event that is due goes together with one of another contact. Ends, returns and releases may be taken an
/// instant early; slip that stops and compression that begins again must have done so. What ends compression or comes
/// to the friction limit together is decided where that is done.
static inline bool carom__goes_with(carom__happening event, carom__happening first, carom__falling f) {
  if (event.contact == first.contact) return false;
  switch (event.type) {
    case CAROM_EVENT_RESTITUTION_END:
    case CAROM_EVENT_REACTIVATE:
    case CAROM_EVENT_RELEASE:
      return true;
    case CAROM_EVENT_STICK:
    case CAROM_EVENT_RECOMPRESS:
      return first.type == event.type && f.value <= f.noise;
    default:
      return false;
  }
}

static inline int carom__normal(const carom__collision* c, int contact) {
  return contact * c->dimension + c->dimension - 1;
}

/// Rounding of the lengths of a contact's springs: they gather that of the velocities for as long as it lasts. One that
/// was touched only just, by a velocity near rounding, does not know its friction limit well.
static inline double carom__length_noise(const carom__collision* c, int contact) {
  return c->noise[contact] * (c->time - c->touch[contact].began);
}

/// It has just been decided whether the contact sticks: what decides about the next change is still rounding.
static inline bool carom__is_fresh(const carom__collision* c, const carom__touch* t) {
  return t->decided == c->time;
}

/// Rounding of the slip speed v_t.s^ + mu eta^2 v_n. It decides when slip and stick may change, while springs are hard:
/// what is larger than rounding here would show in the length of the tangential spring.
static inline double carom__slip_noise(const carom__collision* c, int contact) {
  const carom__touch* t = &c->touch[contact];
  const bool begins = t->x == 0 && c->v[carom__normal(c, contact)] == 0;
  return 2 * DBL_EPSILON * c->speed * (t->phase == CAROM__LOCKED || begins ? 1 : 1 + t->reach * t->k);
}

static inline bool carom__is_active(const carom__touch* t) {
  return t->phase != CAROM__APART;
}

/// The convention that ends a jam, which could last for ever: from now on elastic contacts lose energy, too, so that
/// all come to rest.
static const double CAROM__JAMMED_E = 0.1;

static inline void carom__tire(carom__touch* t) {
  t->e = carom__min(t->e, CAROM__JAMMED_E);
}

/// Active with a normal spring of its own.
static inline bool carom__is_springy(const carom__touch* t) {
  return t->phase == CAROM__COMPRESSING || t->phase == CAROM__RESTORING;
}

/// Rounding of v_n where compression begins again. A contact that has ended it together with others, an instant early,
/// still moves on by a little.
static inline double carom__recompress_noise(const carom__collision* c, int contact) {
  return c->noise[contact] + 2 * carom__max(0, -c->v[carom__normal(c, contact)]);
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

/// check.c
carom_status carom__simultaneous_check(const carom_contact_problem* p, double* workspace, carom_diag* diag);

/// setup.c: lays the arrays out in memory (NULL: only counts) and returns how many doubles they take.
size_t carom__lay_out(carom__collision* c, int dimension, int count, double* memory);
void carom__set_up(carom__collision* c, const carom_contact_problem* p, const carom_simultaneous_memory* memory);

/// forces.c: every force that the springs make now, with the locked contacts' answer to them.
void carom__forces(const carom__collision* c, double* force);
/// Rates of the forces at contact velocities v.
void carom__force_rates(const carom__collision* c, const double* v, double* rate);
/// The same where no contact slides, whatever its grip: all tangential springs go with their contacts.
void carom__sticking_rates(const carom__collision* c, const double* v, double* rate);
/// Adds the friction of a contact that slips under a normal force.
void carom__add_slip_friction(const carom__collision* c, int contact, double normal_force, double* force);
/// At its end of compression the force is less than what can be seen would make with the first stiffness. It leaves the
/// spring as it was, and only its energy is lost: else a contact at rest would be another one after a touch of 1e-10.
bool carom__is_unseen(const carom__collision* c, int contact);
/// v0 + W I at a freedom, and the size of its terms.
double carom__velocity_sum(const carom__collision* c, int i, double* size);
/// What the forces do to the normal velocity of a contact, and the size of the terms.
double carom__normal_rate(const carom__collision* c, int contact, const double* force, double* size);

/// hold.c: after a change of the set of locked contacts, how they hold.
void carom__hold_again(carom__collision* c);
/// Adds to forces on the other freedoms what the locked contacts answer with: normal forces, and friction where they
/// slip. To rates of forces they answer without stress, which stays.
void carom__answer_locked(const carom__collision* c, double* force);
void carom__answer_locked_rates(const carom__collision* c, double* rate);
/// The locked contacts that slip. Their forces f answer to each other, M f = what they would be without friction at
/// them; M = 1 less what the friction of each takes from all.
typedef struct carom__sliding {
  int n, lock[CAROM__MOST];  // which of the locked
  int pivots[CAROM__MOST];
  double factors[CAROM__MOST * CAROM__MOST];
} carom__sliding;
void carom__list_sliding(const carom__collision* c, carom__sliding* s);
/// Factors of M where their springs have the directions d. False if it is singular.
bool carom__factor_sliding(const carom__collision* c, const double (*d)[2], carom__sliding* s);
void carom__update_locked(carom__collision* c);
/// Gives the impulses of the locked contacts what rounding kept from them: v0 + W I = 0 there.
void carom__mend_locked(carom__collision* c);

/// limit.c: contacts at the limit of friction decide together. First the tangential springs of slipping contacts get
/// the lengths that they have.
void carom__take_lengths(carom__collision* c);
/// Where the set of locked contacts or what presses on them has changed, their forces jump, and springs that friction
/// cannot hold any more shorten.
typedef struct carom__jump {
  double force[CAROM__MOST], size[CAROM__MOST];  // of the locked contacts, and what rounding of it is judged by
  double shorter[CAROM__MOST];                   // by how much their springs shorten
  int wedged;                                    // a contact that friction wedges: no force will do; or -1
} carom__jump;
void carom__find_jump(const carom__collision* c, carom__jump* jump);
void carom__take_jump(carom__collision* c, const carom__jump* jump);
/// Contacts whose slip has just come to its end, and those that have just come to their limit: where rounding decides,
/// the first stick and the others slip.
typedef struct carom__turns {
  carom__set sticks, slips;
} carom__turns;
/// Who slips and who sticks from now on. Returns a contact that friction wedges, which cannot stay locked; -1 if there
/// is none.
int carom__choose_grips(carom__collision* c, carom__turns now);

/// lock.c
/// Locks those of the contacts that something presses on, as one set, and ends the others. Those that are known to be
/// pressed need no force yet.
void carom__lock_all(carom__collision* c, carom__set contacts, carom__set pressed);
void carom__release_all(carom__collision* c, carom__set contacts);
/// After a change of forces: locked contacts that are not pressed any more let go, and all at their limit decide.
void carom__hold_or_let_go(carom__collision* c, carom__turns now);
/// The locks hold the contact still: no force of its own moves it.
bool carom__is_held_still(const carom__collision* c, int contact);
/// What is left of its own swing is negligible: the contact is as good as rigid.
bool carom__is_rigid(const carom__collision* c, int contact);
/// Locked contacts whose force is rounding and falls, or is negative.
carom__set carom__faded(carom__collision* c);

/// start.c: contacts at rest (|v_n| within noise) that others are about to press together become active.
void carom__start(carom__collision* c);
void carom__wake_resting(carom__collision* c);

/// events.c: all that happens at one moment.
void carom__apply_events(carom__collision* c, int count, const carom__happening* events);
void carom__activate(carom__collision* c, int contact);
void carom__end_contact(carom__collision* c, int contact);
/// Ends what is over but for rounding.
void carom__settle(carom__collision* c);
bool carom__is_over(const carom__collision* c);
void carom__update_noise(carom__collision* c);

/// jam.c: how long contacts may stay together until they count as jammed; and what happens to them then.
double carom__patience(const carom__collision* c);
void carom__end_jam(carom__collision* c, double patience);

/// grip.c: slip or stick at the start of a contact, with the leading rates of its velocity.
void carom__begin_grip(carom__collision* c, int contact, const double* v_t, double v_n);
void carom__set_slipping(carom__collision* c, int contact, const double* along);

/// record.c
void carom__log_event(carom__collision* c, carom_event_type type, int contact);
void carom__log_state(carom__collision* c);
void carom__note_phase(carom__touch* t, carom_contact_mode phase);
/// A point of the path at a time not after the present one, with its impulses and velocities.
void carom__trace_point(carom__collision* c, double time, const double* impulse, const double* v);
/// The next point would not be kept, and is passed over: it need not be computed.
bool carom__trace_skips(carom__collision* c);
void carom__trace_now(carom__collision* c);
/// The end of the path, as the answer has it, is always there.
void carom__trace_last(carom__collision* c);
carom__set carom__active_set(const carom__collision* c);

/// solve.c: empties the log and the trace.
void carom__begin_records(carom__collision* c);
/// The exact engine, from a collision that is set up to its end.
carom_status carom__run_exactly(carom__collision* c, const carom_contact_problem* problem, carom_diag* diag);

/// run.c: from the start of the contacts to the end of the last.
carom_status carom__run(carom__collision* c, carom_diag* diag);
/// The multiplications that the exact engine may take of a collision's budget, and those that are left for steps.
double carom__exact_share(const carom__collision* c);
double carom__steps_share(const carom__collision* c);
/// The exact engine's share is spent.
bool carom__is_spent(const carom__collision* c);

/// sensitive.c: moves velocities by 1e-9 of the speed, as bodies could have them.
void carom__move_velocities(carom__collision* c, double* v);
/// Whether velocities moved so give another answer than the contacts tell. Solves again in c, within
/// what is left of its budget, and takes what it cannot solve for the same.
bool carom__is_sensitive(carom__collision* c, const carom_contact_problem* p, const carom_simultaneous_memory* memory,
                         const carom_simultaneous_contact* contacts);

/// answer.c: v = v0 + W I, and exactly 0 where a contact came to rest.
void carom__final_velocities(carom__collision* c);
/// A collision that is over, as the caller is told of it; on error contacts and *out are untouched.
carom_status carom__answer(carom__collision* c, carom_simultaneous_contact* contacts, carom_simultaneous_outcome* out,
                           carom_diag* diag);

/// modes.c and span.c: goes on until the next event and applies it.
carom_status carom__run_modes(carom__collision* c, carom_diag* diag);
carom_status carom__run_spans(carom__collision* c, carom_diag* diag);
size_t carom__modes_size(int size, int count);
size_t carom__span_size(int size, int count);

#endif
