// Several contacts through the door.
#include <string.h>

#include "impact/impact.h"

_Static_assert(sizeof((carom_impact_contact*)0)->mode >= sizeof((carom_simultaneous_contact*)0)->phases,
               "every word fits");

static size_t doubles_of(size_t bytes) {
  return (bytes + sizeof(double) - 1) / sizeof(double);
}

size_t carom__lay_out_several(int dimension, int contact_count, double* workspace, carom__several_room* out) {
  const size_t count = (size_t)contact_count;
  const size_t surfaces = doubles_of(count * sizeof *out->surfaces);
  const size_t contacts = doubles_of(count * sizeof *out->contacts);
  if (workspace)
    *out = (carom__several_room){.surfaces = (void*)workspace,
                                 .contacts = (void*)(workspace + surfaces),
                                 .workspace = workspace + surfaces + contacts};
  return surfaces + contacts + carom_simultaneous_workspace_size(dimension, contact_count);
}

size_t carom_impact_workspace_size(int dimension, int contact_count) {
  if (contact_count <= 1 || carom_simultaneous_workspace_size(dimension, contact_count) == 0) return 0;
  return carom__lay_out_several(dimension, contact_count, NULL, NULL);
}

static carom_simultaneous_log log_in(const carom_impact_memory* memory) {
  return (carom_simultaneous_log){.events = memory->events,
                                  .impulses = memory->event_impulses,
                                  .times = memory->event_times,
                                  .event_capacity = memory->event_capacity,
                                  .states = memory->states,
                                  .state_capacity = memory->state_capacity};
}

static void tell_contact(const carom__impact* impact, int i, const carom_simultaneous_contact* from) {
  carom_impact_contact* to = &impact->memory->contacts[i];
  const int dimension = impact->problem.dimension;
  *to = (carom_impact_contact){0};
  for (int axis = 0; axis < dimension; ++axis) {
    to->impulse[axis] = from->impulse[axis];
    to->velocity_before[axis] = impact->problem.v[i * dimension + axis];
    to->velocity_after[axis] = from->v[axis];
  }
  to->mode_code = (int)from->mode;
  to->flags = carom_simultaneous_flags(from);
  memcpy(to->mode, from->phases, sizeof from->phases);
}

static carom_engine engine_of(const carom_method* method) {
  return method->kind == CAROM_METHOD_STEPS ? CAROM_ENGINE_STEPS : CAROM_ENGINE_EXACT;
}

carom_status carom__impact_several(const carom__impact* impact, carom_impact_outcome* out, carom_diag* diag) {
  const carom_contact_problem* problem = &impact->problem;
  const carom_impact_memory* memory = impact->memory;
  const bool events = carom__wants_events(impact), path = impact->options.wants & CAROM_WANT_PATH;
  carom__several_room room;
  carom__lay_out_several(problem->dimension, problem->contact_count, memory->workspace, &room);
  carom_simultaneous_log log = log_in(memory);
  const carom_simultaneous_memory lent = {.workspace = room.workspace,
                                          .log = events ? &log : NULL,
                                          .trace = path ? &memory->path->several : NULL,
                                          .budget = impact->options.budget,
                                          .engine = engine_of(&impact->options.method)};
  carom_simultaneous_outcome outcome;
  const carom_status status = carom_simultaneous_solve(problem, &lent, room.contacts, &outcome, diag);
  if (status) return status;
  for (int i = 0; i < problem->contact_count; ++i) tell_contact(impact, i, &room.contacts[i]);
  *out = (carom_impact_outcome){.model = CAROM_MODEL_SIMULTANEOUS,
                                .contact_count = problem->contact_count,
                                .contacts = memory->contacts,
                                .energy = outcome.energy,
                                .event_count = log.event_count,
                                .event_total = outcome.event_total,
                                .state_count = log.state_count,
                                .state_total = log.state_total,
                                .work = outcome.event_total + outcome.integration_steps,
                                .error = outcome.error,
                                .warnings = outcome.warnings,
                                .tangent = {1, 0},
                                .law = {.simultaneous = outcome}};
  return CAROM_OK;
}
