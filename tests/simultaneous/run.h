// Solves with everything a solve can tell, in memory that tests share.
#ifndef CAROM_TESTS_SIMULTANEOUS_RUN_H
#define CAROM_TESTS_SIMULTANEOUS_RUN_H

#include <criterion/criterion.h>
#include <stdlib.h>

#include "carom/simultaneous.h"

enum { RUN_CONTACTS = CAROM_SIMULTANEOUS_MAX_CONTACTS, RUN_EVENTS = 2048, RUN_STATES = 2048 };

typedef struct collision {
  carom_status status;
  carom_diag diag;
  carom_simultaneous_contact contacts[RUN_CONTACTS];
  carom_simultaneous_outcome outcome;
  carom_simultaneous_log log;
  carom_event events[RUN_EVENTS];
  double impulses[RUN_EVENTS * RUN_CONTACTS];
  double times[RUN_EVENTS];
  uint64_t states[RUN_STATES];
} collision;

/// What a test asks for besides the problem; all zero is what most callers have.
typedef struct collide_wish {
  carom_simultaneous_trace* trace;
  int budget;
  carom_engine engine;
} collide_wish;

/// Solves and keeps the log.
static inline void collide_as(const carom_contact_problem* p, collide_wish wish, collision* c) {
  double* workspace = malloc(carom_simultaneous_workspace_size(p->dimension, p->contact_count) * sizeof *workspace);
  c->log = (carom_simultaneous_log){.events = c->events,
                                    .impulses = c->impulses,
                                    .times = c->times,
                                    .event_capacity = RUN_EVENTS,
                                    .states = c->states,
                                    .state_capacity = RUN_STATES};
  const carom_simultaneous_memory memory = {
      .workspace = workspace, .log = &c->log, .trace = wish.trace, .budget = wish.budget, .engine = wish.engine};
  c->diag = (carom_diag){0};
  c->status = carom_simultaneous_solve(p, &memory, c->contacts, &c->outcome, &c->diag);
  free(workspace);
}

static inline void collide_traced(const carom_contact_problem* p, carom_simultaneous_trace* trace, collision* c) {
  collide_as(p, (collide_wish){.trace = trace}, c);
}

static inline void collide(const carom_contact_problem* p, collision* c) {
  collide_traced(p, NULL, c);
}

/// The same, where an answer is expected.
static inline void collide_well(const carom_contact_problem* p, collision* c) {
  collide(p, c);
  cr_assert_eq(c->status, CAROM_OK, "%s: %s: %s", carom_status_word(c->status), c->diag.field, c->diag.message);
}

#endif
