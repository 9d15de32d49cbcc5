#include <stdlib.h>
#include <string.h>

#include "scenario/solve.h"

/// Most collisions have fewer events; one that has more is solved again with room for them.
enum { FIRST_ROOM = 128 };

static carom_simultaneous_log log_in(const carom_result* result, int room) {
  return (carom_simultaneous_log){.events = result->events,
                                  .impulses = result->event_impulses,
                                  .times = result->event_times,
                                  .event_capacity = room,
                                  .states = result->states,
                                  .state_capacity = room};
}

static void give_back_log(carom_result* result) {
  free(result->events);
  free(result->event_impulses);
  free(result->event_times);
  free(result->states);
  result->events = NULL;
  result->event_impulses = result->event_times = NULL;
  result->states = NULL;
}

static bool reserve_log(carom_result* result, int room) {
  const size_t count = (size_t)room;
  give_back_log(result);
  result->events = carom__reserve(count, sizeof *result->events);
  result->event_impulses = carom__reserve(count * (size_t)result->contact_count, sizeof *result->event_impulses);
  result->event_times = carom__reserve(count, sizeof *result->event_times);
  result->states = carom__reserve(count, sizeof *result->states);
  return result->events && result->event_impulses && result->event_times && result->states;
}

static void take_contact(const carom_result* result, int index, carom_contact_result* contact) {
  const carom_simultaneous_contact* outcome = &result->simultaneous_contacts[index];
  const int dimension = result->contact_problem.dimension;
  for (int axis = 0; axis < dimension; axis++) {
    contact->impulse[axis] = outcome->impulse[axis];
    contact->velocity_before[axis] = result->v[index * dimension + axis];
    contact->velocity_after[axis] = outcome->v[axis];
  }
  contact->mode[0] = '\0';
  strncat(contact->mode, outcome->phases, sizeof contact->mode - 1);
}

static void take_outcome(carom_result* result, const carom_simultaneous_log* log) {
  for (int i = 0; i < result->contact_count; i++) take_contact(result, i, &result->contacts[i]);
  result->event_count = log->event_count;
  result->event_total = log->event_total;
  result->state_count = log->state_count;
  result->state_total = log->state_total;
  result->energy = result->simultaneous.energy;
  result->warnings = result->simultaneous.warnings;
}

/// Solves with a log of `room` events and says how many it would have taken.
static carom_status solve_once(carom_result* result, double* workspace, int room, int* needed, carom_diag* diag) {
  if (!reserve_log(result, room)) return CAROM_TOO_SMALL;
  carom_simultaneous_log log = log_in(result, room);
  const carom_simultaneous_memory memory = {.workspace = workspace, .log = &log};
  const carom_status status = carom_simultaneous_solve(&result->contact_problem, &memory, result->simultaneous_contacts,
                                                       &result->simultaneous, diag);
  if (!status) take_outcome(result, &log);
  *needed = log.event_total > log.state_total ? log.event_total : log.state_total;
  return status;
}

static carom_status solve(carom_result* result, double* workspace, carom_diag* diag) {
  int needed = 0;
  const carom_status status = solve_once(result, workspace, FIRST_ROOM, &needed, diag);
  if (status || needed <= FIRST_ROOM) return status;
  const int room = needed < CAROM_RESULT_MOST_EVENTS ? needed : CAROM_RESULT_MOST_EVENTS;
  return solve_once(result, workspace, room, &needed, diag);
}

carom_status carom__solve_simultaneous(carom_result* result, carom_diag* diag) {
  const carom_contact_problem* problem = &result->contact_problem;
  const size_t size = carom_simultaneous_workspace_size(problem->dimension, problem->contact_count);
  double* workspace = carom__reserve(size, sizeof *workspace);
  result->simultaneous_contacts = carom__reserve((size_t)result->contact_count, sizeof *result->simultaneous_contacts);
  const bool has_memory = workspace && result->simultaneous_contacts;
  const carom_status status = has_memory ? solve(result, workspace, diag) : CAROM_TOO_SMALL;
  free(workspace);
  return status;
}
