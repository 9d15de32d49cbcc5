// Collocation panels: a span of time h on which the forces are polynomials through the nodes of a Radau rule. Where a
// contact slips, the direction of its spring turns by phi, rho phi' = v_t.s_perp; with z = tan((phi - phi0)/2) that is
//     rho z' = r (1 - z^2)/2 - p z,    (p, r) = v_t along and across the first direction
// a Riccati equation, stiff where rho is short: one small Newton system per contact. All else is linear (or smooth,
// with an exponent) and converges by sweeps, since h omega is kept near 1. Radau nodes leave the start out, so that rho
// = 0 there needs nothing special, and include the end, so that events close a panel with its full order.
#ifndef CAROM_SIMULTANEOUS_SPAN_H
#define CAROM_SIMULTANEOUS_SPAN_H

#include "math/collocation.h"
#include "simultaneous/collision.h"

enum { CAROM__SPAN_NODES = 12, CAROM__SPAN_WATCHES = 4 };  // watches: most per contact

/// One function whose fall through zero is an event.
typedef struct carom__span_watch {
  carom_event_type type;
  int contact;
  double noise;
  double start;  // value at the start of the panel
} carom__span_watch;

/// Values at the nodes.
typedef double carom__nodes[CAROM__SPAN_NODES];

typedef struct carom__span {
  carom__collision* c;
  const carom__collocation* rule;
  carom__nodes* into;  // integrals of the rule, transposed: sums run along the nodes
  double h;

  // The freedoms that carry forces: normals of active contacts, tangents of those with friction.
  int n;
  int freedom[3 * CAROM__MOST];  // where they are among all
  int base[CAROM__MOST];         // of a contact: its first; its normal is the last
  int tangents[CAROM__MOST];     // of a contact: 0 without friction
  double* w;                     // n * n
  carom__nodes *force, *v, *impulse;

  carom__nodes* x;           // of each contact
  carom__nodes *s, *d;       // two of each contact: tangential spring while sticking, direction while slipping
  carom__nodes *slope, *z;   // of each contact: h z', z
  carom__nodes* apart;       // normal velocity of a contact apart
  bool turns[CAROM__MOST];   // slips, and its direction is an unknown
  double rest[CAROM__MOST];  // how long a turning contact may last
  double* newton;            // factors of the Newton systems, contact after contact
  bool factored[CAROM__MOST];
  double* whole;  // 3 size: forces, velocities, rates over all freedoms at one node

  carom__span_watch watches[CAROM__SPAN_WATCHES * CAROM__MOST];
  int watch_count;
  bool past_end;  // a turning contact has no normal force left at a node
} carom__span;

static inline int carom__span_normal(const carom__span* p, int contact) {
  return p->base[contact] + p->tangents[contact];
}

/// Lays the arrays out in the collision's scratch memory and gathers what carries forces.
void carom__span_begin(carom__span* p);

/// Solves the panel of length h, from constant velocities, or from the panel before, `part` of which it is (> 0). False
/// if the sweeps do not converge.
bool carom__span_solve(carom__span* p, double h, double part);

/// Velocities of the contacts apart, once the panel is solved.
void carom__span_solve_apart(carom__span* p);

/// All velocities at a node.
void carom__span_velocities(const carom__span* p, int node, double* v);

/// One Newton step for the direction of a contact; returns the largest change of z, weighted by the spring's length.
double carom__span_turn(carom__span* p, int contact);

/// How far what the rule cannot follow may be from the truth, as a velocity.
double carom__span_error(const carom__span* p);

void carom__span_watch_all(carom__span* p);

/// Index of the first watch that falls through zero on the panel, and where, as a part of h; -1: none. A watch that was
/// never above zero has no root to be closed on.
int carom__span_first_event(carom__span* p, double* theta, bool* has_root);

/// Value of a watch at the end of the panel and its slope there, per unit of theta.
double carom__span_end_value(carom__span* p, int watch, double* slope);

/// Where the panel ends on the root of this watch: the watch of the first contact whose event is due at once with it.
/// Rounding must not decide which of them comes first.
int carom__span_first_at_once(carom__span* p, int watch);

#endif
