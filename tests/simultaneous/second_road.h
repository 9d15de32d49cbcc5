// A second road to a collision with several contacts, independent of the solver: the springs of every contact given to
// the general integrator in time, every event located by it. Slow and plain; used by tests as a reference.
#ifndef CAROM_TESTS_SIMULTANEOUS_SECOND_ROAD_H
#define CAROM_TESTS_SIMULTANEOUS_SECOND_ROAD_H

#include <stdint.h>

#include "carom/contact.h"

/// With friction on all of them 9 contacts fill the integrator's state, without any 21 do.
enum { ROAD_MAX_CONTACTS = 21, ROAD_LOG_SIZE = 512 };

typedef struct road_event {
  carom_event_type type;
  int contact;
  double time;
  double impulse_n[ROAD_MAX_CONTACTS];
} road_event;

typedef struct second_road {
  double impulse[3 * ROAD_MAX_CONTACTS];  ///< (t1, t2, n) of each contact, t2 = 0 in the plane
  double v[3 * ROAD_MAX_CONTACTS];
  double friction;     ///< J, lost to sliding
  double restitution;  ///< J, lost at ends of compression
  double spring;       ///< J, left in tangential springs of contacts that ended with e = 0
  int event_count;     ///< all of them; the log keeps the first ROAD_LOG_SIZE
  road_event events[ROAD_LOG_SIZE];
  int state_count;
  uint64_t states[ROAD_LOG_SIZE];  ///< sets of active contacts in order, without the final empty one
  int lock_count;
  long evaluations;  ///< of the right-hand side
} second_road;

typedef struct road_options {
  double tolerance;  ///< of the integrator; 1e-14 is the smallest sensible one
  double lock;       ///< a contact locks when its own speed falls below this part of the speed scale
  int event_budget;  ///< CAROM_BUDGET when spent
} road_options;

/// The problem must be valid, with Stronge's law, mu_static = mu, and eta2 > 0 where mu > 0.
carom_status second_road_solve(const carom_contact_problem* problem, const road_options* options, second_road* out);

/// Tolerance 1e-14, lock at 1e-11, 20000 events.
road_options second_road_options(void);

#endif
