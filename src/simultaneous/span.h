// Collocation panels: a span of time h on which the forces are polynomials through the nodes of a Radau rule. Where a
// contact slips, the direction of its spring turns by phi, rho phi' = v_t.s_perp; with z = tan((phi - phi0)/2) that is
//     rho z' = r (1 - z^2)/2 - p z,    (p, r) = v_t along and across the first direction
// a Riccati equation, stiff where rho is short: one small Newton system per contact. All else is linear and
// converges by sweeps, since h omega is kept near 1. Radau nodes leave the start out, so that rho = 0 there needs
// nothing special, and include the end, so that events close a panel with its full order.
#ifndef CAROM_SIMULTANEOUS_SPAN_H
#define CAROM_SIMULTANEOUS_SPAN_H

#include "math/collocation.h"
#include "math/lu.h"
#include "simultaneous/collision.h"

enum { CAROM__SPAN_NODES = 12, CAROM__SPAN_WATCHES = 4 };  // watches: most per contact

/// Of series: the last order, how many terms there is room for, and contacts beside each other.
enum { CAROM__SPAN_ORDERS = 24, CAROM__SPAN_TERMS = CAROM__SPAN_ORDERS + 2, CAROM__SPAN_FOUR = 4 };

/// One function whose fall through zero is an event.
typedef struct carom__span_watch {
  carom__happening what;
  double noise;
  double start;   // value at the start of the panel
  bool is_clear;  // of zero, on the panel that was searched last
} carom__span_watch;

/// Values at the nodes.
typedef double carom__nodes[CAROM__SPAN_NODES];

/// Power series of a panel in theta = t/h (span_series.c): terms order after order.
typedef struct carom__series {
  double h, part;                // the length that the terms belong to, and for which part of it they serve
  int order;                     // the last; -1: there is no series
  int wide;                      // freedoms, and as many more as fill the last twelve
  double *w, *share;             // rows of W and of what locked forces answer, `wide`
  double *v, *f;                 // `wide` of each order: velocities, forces
  double *stiff, *size;          // `wide`: stiffnesses of springs, or 0; sizes of the velocities' first terms
  int lanes;                     // contacts whose directions are unknowns, and as many more as fill the last four
  int lane_of[CAROM__MOST];      // of a contact
  double *rho, *v0, *v1;         // lanes of each order: length of the spring, tangential velocity
  double *d0, *d1, *q;           // direction, h times its rate
  double push[2 * CAROM__MOST];  // two of each lane: friction of this order, per kt, that is known so far
  double faded;                  // terms of directions below this do no harm
} carom__series;

/// Where the term of an order of a lane is: four lanes beside each other, order after order.
CAROM__ALWAYS_INLINE int carom__span_place(int lane, int order) {
  return (lane / CAROM__SPAN_FOUR * CAROM__SPAN_TERMS + order) * CAROM__SPAN_FOUR + lane % CAROM__SPAN_FOUR;
}

typedef struct carom__span {
  carom__collision* c;
  const carom__collocation* rule;
  const double (*into)[CAROM__SPAN_NODES];  // integrals of the rule, by columns: sums run along the nodes
  double h;

  // The freedoms that carry forces: normals of active contacts, tangents of those with friction.
  int n;
  int freedom[3 * CAROM__MOST];  // where they are among all
  int base[CAROM__MOST];         // of a contact: its first; its normal is the last
  int tangents[CAROM__MOST];     // of a contact: 0 without friction
  double* w;                     // n * n
  double* held;                  // n * n: the same while the locked contacts hold, or w where there are none
  // Its entries that are not 0, row after row: contacts that share no body know nothing of each other.
  double* entry;                   // up to n * n
  int* column;                     // up to n * n
  int first[3 * CAROM__MOST + 1];  // of a row
  carom__nodes *force, *v, *impulse;
  carom__nodes* rate;            // of the forces, for know_rates
  double size[3 * CAROM__MOST];  // of the terms that the velocities at the end are the sums of

  carom__nodes* x;             // of each contact
  carom__nodes *s, *d;         // two of each contact: tangential spring while sticking, direction while slipping
  carom__nodes *slope, *z;     // of each contact: h z', z
  carom__nodes* apart;         // normal velocity of a contact apart
  carom__nodes* lock_rate;     // rate of the force of a lock, once rates_known
  bool turns[CAROM__MOST];     // slips, and its direction is an unknown
  bool straight[CAROM__MOST];  // slips, and keeps its direction unless the panel shows that it does not
  bool bent[CAROM__MOST];      // seemed straight since the last event, and was not
  double rest[CAROM__MOST];    // how long a turning contact may last
  carom__lu12* newton;         // factors of the Newton systems, contact after contact
  bool factored[CAROM__MOST];
  double lock_size[CAROM__MOST];  // of each locked contact: what the terms of its force add up to, at the start
  double* whole;                  // 3 size: forces, velocities, rates over all freedoms at one node

  double* share;  // locked_count * n: what other forces take from the locked ones

  carom__series series;

  carom__span_watch watches[CAROM__SPAN_WATCHES * CAROM__MOST];
  int watch_count;
  bool rates_known, impulses_known;  // lock_rate and impulse belong to the panel as it is solved
  bool past_end;                     // a turning contact has no normal force left at a node
} carom__span;

static inline int carom__span_normal(const carom__span* p, int contact) {
  return p->base[contact] + p->tangents[contact];
}

/// The sum of the columns of a matrix, each times a value.
CAROM__ALWAYS_INLINE carom__twelve carom__sum_of_columns(const carom__nodes* columns, const double* values, int count) {
  carom__twelve sum = {0};
  for (int k = 0; k < count; ++k) carom__twelve_add(&sum, values[k], columns[k]);
  return sum;
}

/// Error allowed per panel, as a part of the velocity scale.
static const double CAROM__SPAN_TOLERANCE = 1e-12;

/// The velocity that a wrong direction of a turning contact makes, per unit of angle, under this normal force: it acts
/// on the panel, and as long as the contact lasts after it.
double carom__span_turn_effect(const carom__span* p, int contact, double most_force, double last_force);

/// Lays the arrays out in the collision's scratch memory and gathers what carries forces.
void carom__span_begin(carom__span* p);

/// Solves the panel of length h, from what is known at its start, or from the panel before, `part` of which it is (>
/// 0). False if the sweeps do not converge.
bool carom__span_solve(carom__span* p, double h, double part);

/// span_series.c: room for a series.
size_t carom__span_series_size(int size, int count);
void carom__span_begin_series(carom__span* p, double* room);
/// The series of a panel of length h, from what is known at its start. Returns for which part of it it
/// serves; if that is less than `least` it is an estimate, and there is no series (p->series.order < 0).
double carom__span_find_series(carom__span* p, double h, double least);
/// What an order of a series takes, and to fill the nodes, of the collision's work: measured.
double carom__span_order_work(const carom__span* p);
double carom__span_fill_work(const carom__span* p, int orders);
/// span_sum.c: fills the nodes of a panel of length h from the series. False if there is none, or h is too long for it.
bool carom__span_take_series(carom__span* p, double h);
/// The impulses, which it leaves out.
void carom__span_know_impulses(carom__span* p);
/// The rates of the locked contacts' forces at all nodes.
void carom__span_series_rates(carom__span* p);

/// What it takes to find the answer of the locked contacts at one node: measured.
static inline double carom__span_answer_work(const carom__collision* c) {
  const double locked = c->locked_count;
  return locked > 0 ? 60 + c->size + locked * (0.5 * c->size + locked * (0.5 * locked + 4)) : 0;
}

/// What a sweep takes, likewise.
double carom__span_sweep_work(const carom__span* p);

/// The locked contacts answer to forces, or without stress (NULL) to rates of forces, at all nodes. Their own normals,
/// and friction that follows from them, are 0 before.
void carom__span_answer(const carom__span* p, const double* stress, carom__nodes* force);

/// span_start.c: springs, velocities and directions before the first sweep, of a new panel or of the first part of the
/// one that was solved before.
void carom__span_begin_anew(carom__span* p);
void carom__span_begin_within(carom__span* p, double part);

/// Velocities of the contacts apart, once the panel is solved.
void carom__span_solve_apart(carom__span* p);

/// All velocities at a node.
void carom__span_velocities(const carom__span* p, int node, double* v);

/// One Newton step for the direction of a contact; returns the largest change of z, weighted by the spring's length.
double carom__span_turn(carom__span* p, int contact);

/// How far what the rule cannot follow may be from the truth, as a velocity.
double carom__span_error(const carom__span* p);

/// span_course.c
/// Which directions are unknowns on the next panel, and how long it may be for their sake.
double carom__span_choose_turning(carom__span* p);
/// Directions that seemed straight and do not keep their course on the panel become unknowns, and stay so until
/// something happens: where they are stiff, each panel would begin with one that shows it and end with one too short to
/// matter. True if there are such.
bool carom__span_bends(carom__span* p);
/// Length of the first panel after an event.
double carom__span_first_length(const carom__span* p);
/// What is left for the next panel, as a part of this one's length.
double carom__span_left_after(const carom__span* p);
/// For how long a series serves, as far as directions tell.
double carom__span_longest_series(const carom__span* p);

void carom__span_watch_all(carom__span* p);

/// Index of the first watch that falls through zero on the panel, and where, as a part of h; -1: none. A watch that was
/// never above zero has no root to be closed on.
int carom__span_first_event(carom__span* p, double* theta, bool* has_root);
/// The same on a first part of the panel for which that was asked before.
int carom__span_first_event_within(carom__span* p, double* theta, bool* has_root);

/// Value of a watch at the end of the panel and its slope there, per unit of theta.
double carom__span_end_value(carom__span* p, int watch, double* slope);

/// All that is due where the panel ends on the event of this watch, at once with it. Returns how many.
int carom__span_due(carom__span* p, int watch, carom__happening* due);

#endif
