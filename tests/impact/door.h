// Solves through the door with everything it can tell, in memory that tests share.
#ifndef CAROM_TESTS_IMPACT_DOOR_H
#define CAROM_TESTS_IMPACT_DOOR_H

#include <criterion/criterion.h>
#include <stdlib.h>

#include "carom/impact.h"

enum { DOOR_CONTACTS = 16, DOOR_EVENTS = 512, DOOR_POINTS = 600 };

typedef struct door {
  carom_status status;
  carom_diag diag;
  carom_impact_outcome outcome;
  carom_impact_contact contacts[DOOR_CONTACTS];
  carom_event events[DOOR_EVENTS];
  double event_impulses[DOOR_EVENTS * DOOR_CONTACTS], event_times[DOOR_EVENTS];
  uint64_t states[DOOR_EVENTS];
  carom_impact_path path;
  carom_trace_point points[DOOR_POINTS];
  carom_spring_point springs[DOOR_POINTS];
  double time[DOOR_POINTS], impulse[DOOR_POINTS * 3 * DOOR_CONTACTS], velocity[DOOR_POINTS * 3 * DOOR_CONTACTS];
} door;

static inline carom_impact_memory door_memory(door* d) {
  d->path = (carom_impact_path){
      .rigid = {d->points, DOOR_POINTS, 0},
      .springs = {d->springs, DOOR_POINTS, 0},
      .several = {.capacity = DOOR_POINTS, .time = d->time, .impulse = d->impulse, .velocity = d->velocity}};
  return (carom_impact_memory){.contacts = d->contacts,
                               .contact_capacity = DOOR_CONTACTS,
                               .events = d->events,
                               .event_impulses = d->event_impulses,
                               .event_times = d->event_times,
                               .event_capacity = DOOR_EVENTS,
                               .states = d->states,
                               .state_capacity = DOOR_EVENTS,
                               .path = &d->path};
}

static inline void door_solve(const carom_contact_problem* p, const carom_impact_options* options, door* d) {
  carom_impact_memory memory = door_memory(d);
  memory.workspace_capacity = carom_impact_workspace_size(p->dimension, p->contact_count);
  memory.workspace = malloc((memory.workspace_capacity + 1) * sizeof *memory.workspace);
  d->diag = (carom_diag){0};
  d->status = carom_impact_solve(p, options, &memory, &d->outcome, &d->diag);
  free(memory.workspace);
}

/// One contact in the plane or in space: w and v are the caller's.
static inline carom_contact_problem door_one(int dimension, const double* w, const double* v,
                                             const carom_surface* surface) {
  return (carom_contact_problem){dimension, 1, w, v, surface};
}

#endif
