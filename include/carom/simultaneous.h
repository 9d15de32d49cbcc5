/// @file simultaneous.h
/// Several contacts at once (JME13), each on the springs of carom/compliant.h: contacts end, come back, restart
/// compression and lock, until none is active.
///
/// v = v0 + W I over all contacts. Only ratios of stiffness matter; time is scaled so that the first contact has k = 1.
/// Pieces in which nothing slips and all springs are linear are solved in closed form; slip and force laws with an
/// exponent (without friction, the same one at all contacts) are integrated.
///
/// A contact that others press on and whose bounces would pile up is held at v_n = 0 by the force that this takes
/// (CAROM_WARN_LOCKED); e = 0 is held so from the end of compression on. Where mu eta2 is below 1e-6 the tangential
/// spring is softened to that (CAROM_WARN_RIGID_LIMIT): a stiffer one would make thousands of stick-slip switches.
/// Contacts that hold each other under stress for ever come to rest and end (CAROM_WARN_JAMMED).
#ifndef CAROM_SIMULTANEOUS_H
#define CAROM_SIMULTANEOUS_H

#include <stddef.h>
#include <stdint.h>

#include "carom/contact.h"

enum {
  CAROM_SIMULTANEOUS_MAX_CONTACTS = 64,
  /// Events one run may have, locks and accumulating cycles included; docs/simultaneous.md has what was measured.
  CAROM_SIMULTANEOUS_MAX_EVENTS = 200000,
};

/// Doubles of workspace that a solve needs; 0 if dimension or contact_count cannot be.
CAROM_API size_t carom_simultaneous_workspace_size(int dimension, int contact_count);

/// What happened, in the caller's memory. Bit i of a state is contact i. Pointers may be NULL where capacity is 0.
typedef struct carom_simultaneous_log {
  carom_event* events;  ///< event_capacity
  double* impulses;     ///< event_capacity * contact_count: normal impulse of every contact at each event; may be NULL
  double* times;        ///< event_capacity: sqrt(kg), scaled time of each event; may be NULL
  int event_capacity;
  int event_count;
  int event_total;   ///< > event_count: the log is full
  uint64_t* states;  ///< state_capacity: the sets of active contacts in order; the final empty one is not listed
  int state_capacity;
  int state_count;
  int state_total;
} carom_simultaneous_log;

/// The path, in the caller's memory, with size = dimension * contact_count. Pointers may be NULL where not wanted.
typedef struct carom_simultaneous_trace {
  int capacity, count;
  double* time;      ///< capacity: sqrt(kg), scaled
  uint64_t* active;  ///< capacity: contacts active in the piece that ends here
  double* impulse;   ///< capacity * size: N s
  double* velocity;  ///< capacity * size: m/s
  double* stored;    ///< capacity * contact_count: J, in the normal springs
} carom_simultaneous_trace;

/// What the caller lends to a solve. log and trace may be NULL.
typedef struct carom_simultaneous_memory {
  double* workspace;  ///< carom_simultaneous_workspace_size
  carom_simultaneous_log* log;
  carom_simultaneous_trace* trace;
  int budget;  ///< events, and panels, that the run may take; 0, or more: CAROM_SIMULTANEOUS_MAX_EVENTS
} carom_simultaneous_memory;

/// The answer for one contact.
typedef struct carom_simultaneous_contact {
  double impulse[3];  ///< N s, (t1, t2, n) or (t, n)
  double v[3];        ///< m/s, after
  bool acted;         ///< the contact was active at some time
  bool locked;        ///< it was held at v_n = 0 at some time
  carom_contact_mode mode;
  char phases[48];  ///< all of them, joined by '-': "slip-stick-slip" ("..." where cut); "frictionless"; "none"
} carom_simultaneous_contact;

/// The carom_flag bits of a contact: acted, locked.
CAROM_API unsigned carom_simultaneous_flags(const carom_simultaneous_contact* contact);

typedef struct carom_simultaneous_outcome {
  carom_energy energy;
  int event_total;
  int lock_total;         ///< locks, those of e = 0 included
  int integration_steps;  ///< panels or steps of integration; 0 where all was closed form
  unsigned warnings;      ///< carom_warning bits
} carom_simultaneous_outcome;

/// Solves the collision: closed form to about 1e-12, with friction or an exponent to about 1e-10. contacts has room for
/// contact_count. On error contacts and *out are untouched, and for a bad field log and trace too (else they hold what
/// happened until then); diag may be NULL.
/// CAROM_NOT_FINITE, CAROM_OUT_OF_RANGE, CAROM_NOT_SYMMETRIC, CAROM_NOT_POSITIVE, CAROM_INCONSISTENT: a field is bad.
/// CAROM_BUDGET: CAROM_SIMULTANEOUS_MAX_EVENTS, or as many panels, did not suffice (elastic bodies wedged between walls
/// bounce for ever). CAROM_NO_FINITE_ANSWER: contacts compress without end. CAROM_OVERFLOW, CAROM_TOO_FAR_APART: as in
/// carom/compliant.h.
CAROM_API carom_status carom_simultaneous_solve(const carom_contact_problem* problem,
                                                const carom_simultaneous_memory* memory,
                                                carom_simultaneous_contact* contacts, carom_simultaneous_outcome* out,
                                                carom_diag* diag);

#endif
