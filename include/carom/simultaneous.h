/// @file simultaneous.h
/// Several contacts at once (JME13), each on a normal spring: contacts end, come back, restart compression and lock,
/// until none is active.
///
/// v = v0 + W I over all contacts. Only ratios of stiffness matter; time is scaled so that the first contact has k = 1.
/// Friction is rigid where no contact has eta2 (what sticks does not move: docs/rigid.md), or hangs on the tangential
/// springs of carom/compliant.h where all with friction have it; both kinds together are refused. The exponent of the
/// force law is the same at all contacts, and 1 with tangential springs.
///
/// A contact that others press on and whose bounces would pile up is held at v_n = 0 by the force that this takes
/// (CAROM_WARN_LOCKED); e = 0 is held so from the end of compression on. Where 0 < mu eta2 < 1e-6 the tangential
/// spring is softened to that (CAROM_WARN_RIGID_LIMIT): a stiffer one would make thousands of stick-slip switches.
/// Contacts that hold each other under stress for ever come to rest and end (CAROM_WARN_JAMMED); what the springs of
/// rigid contacts that friction wedges still hold is energy.spring.
#ifndef CAROM_SIMULTANEOUS_H
#define CAROM_SIMULTANEOUS_H

#include <stddef.h>
#include <stdint.h>

#include "carom/contact.h"

enum {
  CAROM_SIMULTANEOUS_MAX_CONTACTS = 64,
  /// The work that a call may take unless the caller says otherwise. A unit is 1000 multiplications, or what takes as
  /// long: about a microsecond. It bounds time also where no event happens and no time passes.
  CAROM_SIMULTANEOUS_WORK = 37500,
};

/// How a collision is solved.
typedef enum carom_engine {
  CAROM_ENGINE_EXACT =
      0,  ///< from event to event, to about 1e-10; what three fifths of the budget cannot end is stepped
  CAROM_ENGINE_STEPS = 1,  ///< stepped through time, to about 1e-3 of the speed
} carom_engine;

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
  double* stored;    ///< capacity * contact_count: J, in the normal springs; what a jam leaves there stays
} carom_simultaneous_trace;

/// What the caller lends to a solve. log and trace may be NULL.
typedef struct carom_simultaneous_memory {
  double* workspace;  ///< carom_simultaneous_workspace_size
  carom_simultaneous_log* log;
  carom_simultaneous_trace* trace;
  int budget;  ///< units of work that the call may take, for all that it does; 0: CAROM_SIMULTANEOUS_WORK
  carom_engine engine;
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

/// What happened. Filled by the library.
typedef struct carom_simultaneous_outcome {
  carom_energy energy;
  int event_total;
  int lock_total;         ///< locks, those of e = 0 included
  int integration_steps;  ///< panels or steps of integration; 0 where all was closed form
  int work;               ///< units of work that the call took
  double error;           ///< estimate, a part of the speed: 0 unless CAROM_WARN_APPROXIMATE; 1: nothing is known
  unsigned warnings;      ///< carom_warning bits
} carom_simultaneous_outcome;

/// Solves the collision: closed form to about 1e-12, with friction or an exponent to about 1e-10. contacts has room for
/// contact_count. On error contacts and *out are untouched, and for a bad field log and trace too (else they hold what
/// happened until then); diag may be NULL.
///
/// Where that has no end within its share of the budget, or loses its digits, the collision is stepped instead, as it
/// is with CAROM_ENGINE_STEPS: CAROM_WARN_APPROXIMATE, and out->error estimates how far v is off. Log and trace then
/// tell of the stepped run. Of every answer, stepped or not, v = v0 + W I, |I_t| <= mu I_n, no energy is gained, the
/// ledger closes, and no contact approaches. CAROM_NOT_FINITE, CAROM_OUT_OF_RANGE, CAROM_NOT_SYMMETRIC,
/// CAROM_NOT_POSITIVE, CAROM_INCONSISTENT: a field is bad. CAROM_OUT_OF_RANGE also for a budget < 0, an unknown engine,
/// and a v so small that impulses would lose digits (below 3e-292). CAROM_NO_FINITE_ANSWER: no impulses can end the
/// approach, since v is not in the range of w. CAROM_OVERFLOW, CAROM_TOO_FAR_APART (stiffnesses beyond 1e30): as in
/// carom/compliant.h.
///
/// Beside the workspace it takes less than 256 kB of stack.
CAROM_API carom_status carom_simultaneous_solve(const carom_contact_problem* problem,
                                                const carom_simultaneous_memory* memory,
                                                carom_simultaneous_contact* contacts, carom_simultaneous_outcome* out,
                                                carom_diag* diag);

#endif
