// Several contacts whose friction is rigid tangentially: a contact sticks without moving, or slips. Private to the
// room.
//
//   x_i' = v_n,i,  F_n,i = k_i (-x_i)^p          slip: F_t,i = -mu_i F_n,i v_t,i/|v_t,i|          v' = W F
//   stick: v_t,i = 0, |F_t,i| <= mu_i F_n,i      lock: v_n,i = 0, F_n,i = lambda_i >= 0
// docs/rigid.md has the theory. Between events the run goes in pieces: power series in time of all springs, from which
// every force, velocity and event follows. At an event all that happens at that instant is decided together.
#ifndef CAROM_SIMULTANEOUS_RIGID_H
#define CAROM_SIMULTANEOUS_RIGID_H

#include "simultaneous/collision.h"

enum {
  CAROM__RIGID_ORDER = 24,
  CAROM__RIGID_TERMS = CAROM__RIGID_ORDER + 1,
  CAROM__RIGID_LONGEST = 2 * CAROM__RIGID_ORDER + 1,  // terms of a product
};

/// What can end a piece.
typedef enum carom__rigid_happening {
  CAROM__NOTHING_HAPPENS,
  CAROM__SPRING_ENDS,       // its length comes to 0
  CAROM__COMPRESSION_ENDS,  // v_n rises through 0
  CAROM__COMPRESSES_AGAIN,  // v_n falls through 0
  CAROM__COMES_BACK,        // the same, of a contact apart
  CAROM__LETS_GO,           // the force on a lock falls to 0
  CAROM__SLIP_STOPS,
  CAROM__FRICTION_YIELDS,  // |F_t| rises to mu F_n
} carom__rigid_happening;

typedef struct carom__rigid_event {
  carom__rigid_happening what;
  int contact;
  double part;   // of the piece, 0 to 1
  bool at_once;  // its function starts as rounding and falls: it belongs to the start of the piece
} carom__rigid_event;

/// What the rigid law knows of a contact, beside carom__touch (e, mu, k, k0, x, phase, spent).
typedef struct carom__rigid_touch {
  carom__grip grip;
  double d[2];      // direction of slip, while slipping
  bool basic[2];    // sticking: this tangential force follows from v_t = 0, else it is ratio * F_n
  double ratio[2];  // sticking, redundant: F_t/F_n
  double peak;      // length of the spring at the last end of compression
  double noise;     // velocities here below this are rounding
  double normal;    // F_n at this instant
  double cap;       // mu F_n: what friction can hold
  bool rests;       // v_t = 0 at this instant
  bool yields;      // friction has given way at this instant, along d
  bool fixed;       // slips from rest whatever is asked of the others (rigid_split.c)
  bool shares;      // sticks, and W does not tell its friction
  bool brink;       // sticks with all that friction can hold, and will slip along `way` with the next that yields
  double way[2];    // how it would move
  double part;      // of mu that friction may use, where that is asked: 1 else
  bool may_lock;    // v_n = 0 at this instant and its spring is over: holds if pressed, else ends
  bool holds;       // locked, or to be
  bool loose;       // cannot hold at this instant: its force would run away
  int lock_number;  // what was locked before has the smaller one; one instant has one number
  bool hardened;
  int stops;     // of slips in a row that were no more than a creep
  bool muted;    // about to end: its friction is no longer asked for
  bool light;    // the force of its spring is too small to be felt in the piece
  bool starts;   // slips from rest in the piece
  bool tied;     // what is held at rest holds its normal, too: its spring keeps its force in the piece
  bool settled;  // is about to stop, and until then its direction does not turn
  bool rubs;     // slips, and directions are sought that follow the forces
} carom__rigid_touch;

/// The unknown forces, from the condition that they keep what they hold at rest: x = E w with (W_rows G E) w = load,
/// where a column of G is a unit force with the friction that comes with it.
typedef struct carom__rigid_unknowns {
  int count, rank;
  bool plain;       // E is the identity
  bool singular;    // no unique solution: sliding locks that wedge
  bool redundant;   // some tangential forces follow from others
  int* freedom;     // count: normal of a lock, or a tangent that sticks
  int* row;         // rank: the freedoms whose rates must vanish
  int* order;       // rank: rows of the factors
  double* share;    // count * rank: E
  double* factors;  // rank * rank
  double* work;     // 2 * size
} carom__rigid_unknowns;

/// The piece that runs. Series are in powers of x, from 0 at its start to 1 at its end.
typedef struct carom__rigid_piece {
  bool turns;     // directions of slip turn: series of every force and velocity; else of the springs alone
  double length;  // time, where x is time/length
  double time;    // at its start
  double* v;      // size: velocities at its start
  double* total;  // size: impulses at its start

  // Straight: order by order, [order * springs + spring].
  double* y;        // lengths of the springs
  double* q;        // their forces
  double* impulse;  // integrals of the forces
  double* force;    // springs * size: all forces per unit of each spring's
  double* rate;     // springs * size: W force

  // Turning: quantity by quantity, [quantity * TERMS + order].
  int arc;          // the contact whose slip is the clock, dt = (r/r_0) ds; -1: none
  int shift;        // first order of the forces, 0 or 1 (all springs without length)
  double* lengths;  // springs
  double* springs;  // forces of the springs
  double* speeds;   // size: velocities
  double* forces;   // size: forces, times dt/ds
  double* slip;     // contacts: r = |v_t|
  double* way;      // 2 * contacts: d = v_t/r
  double* clock;    // 1: time
} carom__rigid_piece;

typedef struct carom__rigid {
  carom__collision* c;
  int spring_count;
  int at_once;        // events at this instant
  int instants;       // at which locks were chosen
  int quiet;          // pieces without an event
  bool bent;          // since then: slip was seen to turn
  bool stopping;      // a slip stops at this instant
  bool near;          // friction that is shared is near its limit
  bool changed;       // since the last piece: who presses, sticks, slips or holds
  double rub_length;  // of the next piece whose directions follow the forces; 0: not known
  int rub_fails;      // pieces since the last event for which they were not found
  double noise;       // the largest of the contacts'
  double force_size;  // of the normal forces, for rounding
  carom__rigid_unknowns unknowns;
  carom__rigid_piece piece;
  double* force;    // size: forces at this instant
  double* rate;     // size: W force
  double* size;     // size: the terms of that, for rounding
  double* matrix;   // size * size: room for the choice of a basis and for small systems
  double* rub;      // room for directions that follow the forces (rigid_rub.h)
  double* watched;  // 3 * LONGEST: one watched function, and what it is made of
  int springs[CAROM__MOST];
  carom__rigid_touch touch[CAROM__MOST];
} carom__rigid;

/// Velocities along the surface below this part of the speeds are 0 where stick and slip are decided: symmetric bodies
/// stop at all contacts at once.
static const double CAROM__STOPPED = 1e-13;

/// Where one contact stops, others of the same body stop that are so many times as fast.
static const double CAROM__LEVERS = 30;

static inline int carom__tangent(const carom__collision* c, int contact, int axis) {
  return contact * c->dimension + axis;
}

static inline double carom__rigid_slip_speed(const carom__rigid* r, int contact) {
  const double* v = r->c->v + contact * r->c->dimension;
  return r->c->tangents == 2 ? carom__hypot(v[0], v[1]) : fabs(v[0]);
}

/// Velocities along the surface up to this are rounding: the same at all contacts, since the bodies tie them.
static inline double carom__rigid_rest(const carom__rigid* r) {
  return (r->stopping ? CAROM__LEVERS : 1) * carom__max(CAROM__STOPPED * r->c->speed, 3 * r->noise);
}

static inline bool carom__rigid_is_at_rest(const carom__rigid* r, int contact) {
  return carom__rigid_slip_speed(r, contact) <= carom__rigid_rest(r);
}

/// Force along a tangent for a unit of normal force, as far as it is in proportion.
static inline double carom__rigid_share(const carom__rigid* r, int contact, int axis) {
  const carom__rigid_touch* t = &r->touch[contact];
  if (t->grip == CAROM__SLIPPING) return -r->c->touch[contact].mu * t->part * t->d[axis];
  return t->grip == CAROM__STICKING && !t->basic[axis] ? t->ratio[axis] : 0;
}

/// Presses with a force: active, and not a lock that lets go.
static inline bool carom__rigid_presses(const carom__rigid* r, int contact) {
  const carom__rigid_touch* t = &r->touch[contact];
  return carom__is_active(&r->c->touch[contact]) && (!t->may_lock || t->holds);
}

/// Its normal velocity stays 0 in the piece: a lock, or a spring that others hold.
static inline bool carom__rigid_is_still(const carom__rigid* r, int contact) {
  const carom__touch_phase phase = r->c->touch[contact].phase;
  return phase == CAROM__LOCKED || (phase != CAROM__APART && r->touch[contact].tied);
}

/// Active, and slips.
static inline bool carom__rigid_slips(const carom__rigid* r, int contact) {
  return carom__is_active(&r->c->touch[contact]) && r->touch[contact].grip == CAROM__SLIPPING;
}

/// The terms of one of the series of a turning piece.
static inline double* carom__rigid_terms(double* all, int which) {
  return all + which * CAROM__RIGID_TERMS;
}

/// rigid_setup.c
size_t carom__rigid_size(int size, int count);
void carom__rigid_set_up(carom__rigid* r, carom__collision* c);
/// Sizes of what rounding is judged by, at the present instant.
void carom__rigid_measure(carom__rigid* r);

/// rigid_unknowns.c: which forces are unknown, and their system. At an instant every sticking tangent is; redundant
/// ones share by what friction can hold. For a piece the redundant ones keep their ratio to F_n.
void carom__rigid_prepare_instant(carom__rigid* r);
void carom__rigid_prepare_piece(carom__rigid* r);
/// The same system once directions of slip have turned.
void carom__rigid_point_locks(carom__rigid* r);
/// Adds the unknown forces' answer to given ones (size entries).
void carom__rigid_answer(const carom__rigid* r, double* force);
/// Gives the impulses what rounding kept from them: v0 + W I = 0 at what is held at rest.
void carom__rigid_mend(const carom__rigid* r);
/// Gauss elimination on n rows of n + 1 entries; the answer is left in the last column. A pivot of 0 gives 0.
void carom__rigid_solve_rows(int n, double* rows);
/// True if the contact cannot move along the surface while the unknowns hold (after prepare_instant).
bool carom__rigid_is_tied(const carom__rigid* r, int contact);

/// rigid_forces.c
/// Forces and accelerations at this instant, from the springs as they are, into r->force, r->rate and r->size.
void carom__rigid_forces(carom__rigid* r);
/// Adds the known force of a contact (normal, and friction in proportion) to a vector.
void carom__rigid_push(const carom__rigid* r, int contact, double normal, double* force);
/// How the normal velocity of a contact answers to a unit of its own force, friction and sticking contacts included.
double carom__rigid_own_rate(carom__rigid* r, int contact);
/// Stiffness of a spring under a force.
double carom__rigid_stiffness(const carom__collision* c, int contact, double force);
/// The same at its present length.
double carom__rigid_stiffness_now(const carom__rigid* r, int contact);
/// Normal forces of the springs as they are now.
void carom__rigid_take_normals(carom__rigid* r);
/// W force
void carom__rigid_rates(const carom__rigid* r, const double* force, double* rate);
/// Sums of the sizes of its terms.
void carom__rigid_term_sizes(const carom__rigid* r, const double* force, double* sum);
/// W_row . force, and the size of its terms
double carom__rigid_rate(const carom__rigid* r, int row, const double* force, double* size);

/// rigid_grip.c: which contacts stick and which slip, and which locks hold, now. False if no choice obeys all laws.
bool carom__rigid_decide(carom__rigid* r);
/// Changes sides until every law is obeyed, from the present ones. False if that does not end.
bool carom__rigid_pivot(carom__rigid* r);

/// rigid_split.c: how sticking contacts share friction that one of them alone could not hold.
void carom__rigid_split(carom__rigid* r);
/// Its acceleration along the surface, as a part of the terms of that.
double carom__rigid_haste(const carom__rigid* r, int contact);

/// rigid_share.c: whether contacts that share friction begin to slip together before the first event.
void carom__rigid_look_at_shares(carom__rigid* r, carom__rigid_event* first);

/// rigid_share.c: contacts that are about to slip together do so, as a motion tells.
void carom__rigid_let_slip(carom__rigid* r);

/// rigid_balance.c: directions of contacts that friction lets go together (`yields`), from the motion that is known
/// about (`way`) to the one at which friction balances all other forces, to rounding. Those that stick go on to do so.
void carom__rigid_balance(carom__rigid* r);

/// rigid_sweep.c: sides to start from, by so many sweeps.
void carom__rigid_sweep(carom__rigid* r, int sweeps);

/// rigid_lock.c
/// Decides with locks: those not pressed let go, those that cannot hold get back their springs.
void carom__rigid_regrip(carom__rigid* r);
/// The contact's own swing, about the present forces, is too small to be seen.
bool carom__rigid_swing_is_over(carom__rigid* r, int contact);
/// Its spring is so hard that its swings are hardly seen.
bool carom__rigid_is_stiff(const carom__rigid* r, int contact);
/// Locks what swings below rounding. (After every piece: in which of them rounding shows must not matter.)
void carom__rigid_lock_invisible(carom__rigid* r);
/// A contact slips so slowly that nobody sees it.
bool carom__rigid_is_creep(const carom__rigid* r, int contact);
/// A contact has begun to slip. If it has stopped so often after no more than a creep, stiff springs that cause it
/// lock.
void carom__rigid_hold_creeping(carom__rigid* r, int contact);

/// rigid_instant.c: the contact becomes active, with an empty spring.
void carom__rigid_activate(carom__rigid* r, int contact);
/// How it begins.
void carom__rigid_log_start(carom__rigid* r, int contact);
/// Compressions that end or begin again, slips that stop and contacts that come back at one instant: the event names
/// one of them.
void carom__rigid_turn_round(carom__rigid* r, const carom__rigid_event* event);

/// rigid_events.c
void carom__rigid_apply(carom__rigid* r, const carom__rigid_event* event);
/// The contact leaves; what its spring still holds is lost.
void carom__rigid_end(carom__rigid* r, int contact, carom_event_type why);
void carom__rigid_start(carom__rigid* r);

/// rigid_jam.c: contacts that friction holds for ever end where they are. True if some do.
bool carom__rigid_end_jams(carom__rigid* r);
/// Contacts that stay together for very long lose energy from now on.
void carom__rigid_tire(carom__rigid* r);

/// rigid_piece.c
void carom__rigid_expand(carom__rigid* r);
/// State at a part of the piece.
void carom__rigid_place(carom__rigid* r, double part);
/// Takes away what velocity is left in what is held at rest, by the impulses that do so: all velocities feel them.
void carom__rigid_settle(carom__rigid* r);
/// Goes there for good: ledger and trace.
void carom__rigid_go(carom__rigid* r, double part);

/// rigid_straight.c: what springs do, with the directions as they are: columns of force and rate, and a bound on omega.
void carom__rigid_find_columns(carom__rigid* r);
double carom__rigid_fastest(const carom__rigid* r);
/// A piece in which no direction turns. False if one would.
bool carom__rigid_expand_straight(carom__rigid* r);
void carom__rigid_place_straight(carom__rigid* r, double part);

/// rigid_slip.c: how slip begins in a piece, from rest (true if some does) or with a speed and a direction; which is
/// about to stop; and r_n and d_n of one that moves, from v_n.
bool carom__rigid_find_slips(carom__rigid* r);
void carom__rigid_find_settled(carom__rigid* r);
void carom__rigid_expand_slip(carom__rigid* r, int contact, int n);

/// rigid_turn.c: one in which directions turn (rigid_turn.h).
void carom__rigid_expand_turning(carom__rigid* r);
void carom__rigid_place_turning(carom__rigid* r, double part);

/// rigid_light.c: springs with an exponent have no series at length 0. Where their force is too small to be felt it is
/// left out, for as long as that is so.
void carom__rigid_find_light(carom__rigid* r);
double carom__rigid_light_time(const carom__rigid* r, double longest);

/// rigid_series.c: power series and their first falls.
double carom__rigid_power_term(const double* y, const double* q, int n, double exponent);
/// The n-th term of a product.
double carom__rigid_product_term(const double* a, const double* b, int n);
double carom__rigid_sum(const double* series, double x);
/// The part of a guessed length at which terms of the two last orders, as large as `last`, become `wanted`.
double carom__rigid_fitting_part(double last, double wanted);
/// Where a function with terms up to an order falls to 0 within [0, limit); 2 if nowhere. A function that starts below
/// its noise must rise above it first; if it falls below -noise instead, that happens at once.
typedef struct carom__rigid_function {
  const double* term;
  int order;
  double noise;
} carom__rigid_function;
double carom__rigid_first_fall(const carom__rigid_function* g, double limit, bool* at_once, double* work);

/// rigid_watch.c
carom__rigid_event carom__rigid_next_event(carom__rigid* r);
/// g += factor * force of a freedom
void carom__rigid_add_force(const carom__rigid* r, int row, double factor, double* g);

/// rigid_run.c
carom_status carom__run_rigid(carom__collision* c, carom_diag* diag);

#endif
