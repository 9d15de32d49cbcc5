// The memory of a result: what a scenario can fill, and its release.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "run/solve.h"

/// Points of a path: smooth in every figure.
enum { RIGID_POINTS = 513, SPRING_POINTS = 1025, SEVERAL_POINTS = 8193 };

void* carom__reserve(size_t count, size_t size) {
  return calloc(count > 0 ? count : 1, size);
}

/// Like carom__reserve, but not set to zero: for long lists of which little may be used.
static void* reserve_list(size_t count, size_t size) {
  return malloc(count > 0 ? count * size : 1);
}

int carom__result_event_room(const carom_scenario* scenario) {
  return scenario->contact_count > 1 ? CAROM_RESULT_MOST_EVENTS : CAROM_COMPLIANT_MAX_EVENTS;
}

static bool reserve_events(const carom_scenario* scenario, carom_result* result) {
  const size_t room = (size_t)carom__result_event_room(scenario), count = (size_t)scenario->contact_count;
  result->events = reserve_list(room, sizeof *result->events);
  result->event_impulses = reserve_list(room * count, sizeof *result->event_impulses);
  result->event_times = reserve_list(room, sizeof *result->event_times);
  result->states = reserve_list(room, sizeof *result->states);
  return result->events && result->event_impulses && result->event_times && result->states;
}

static bool reserve_problem(const carom_scenario* scenario, carom_result* result) {
  const size_t count = (size_t)scenario->contact_count, size = (size_t)scenario->dimension * count;
  result->w = carom__reserve(size * size, sizeof *result->w);
  result->v = carom__reserve(size, sizeof *result->v);
  result->surfaces = carom__reserve(count, sizeof *result->surfaces);
  result->problem = (carom_contact_problem){.dimension = scenario->dimension,
                                            .contact_count = scenario->contact_count,
                                            .w = result->w,
                                            .v = result->v,
                                            .surfaces = result->surfaces};
  return result->w && result->v && result->surfaces;
}

static bool reserve_several_path(const carom_scenario* scenario, carom_simultaneous_trace* trace) {
  const size_t points = SEVERAL_POINTS, count = (size_t)scenario->contact_count;
  const size_t size = (size_t)scenario->dimension * count;
  trace->capacity = SEVERAL_POINTS;
  trace->time = reserve_list(points, sizeof *trace->time);
  trace->active = reserve_list(points, sizeof *trace->active);
  trace->impulse = reserve_list(points * size, sizeof *trace->impulse);
  trace->velocity = reserve_list(points * size, sizeof *trace->velocity);
  trace->stored = reserve_list(points * count, sizeof *trace->stored);
  return trace->time && trace->active && trace->impulse && trace->velocity && trace->stored;
}

static bool reserve_path(const carom_scenario* scenario, carom_impact_path* path) {
  const carom_model model = carom_scenario_impact_model(scenario);
  if (model == CAROM_MODEL_SIMULTANEOUS) return reserve_several_path(scenario, &path->several);
  if (model == CAROM_MODEL_COMPLIANT) {
    path->springs.points = reserve_list(SPRING_POINTS, sizeof *path->springs.points);
    path->springs.capacity = SPRING_POINTS;
    return path->springs.points;
  }
  path->rigid.points = reserve_list(RIGID_POINTS, sizeof *path->rigid.points);
  path->rigid.capacity = RIGID_POINTS;
  return path->rigid.points;
}

carom_result* carom__result_new(const carom_scenario* scenario, bool with_path) {
  carom_result* result = carom__reserve(1, sizeof *result);
  if (!result) return NULL;
  result->method = scenario->method.kind;
  result->body_count = scenario->body_count;
  result->dof = scenario->dof;
  result->contacts = carom__reserve((size_t)scenario->contact_count, sizeof *result->contacts);
  result->bodies_after = carom__reserve((size_t)scenario->body_count, sizeof *result->bodies_after);
  result->velocity_after = carom__reserve((size_t)scenario->dof, sizeof *result->velocity_after);
  const bool has_memory = result->contacts && result->bodies_after && result->velocity_after;
  if (has_memory && reserve_problem(scenario, result) && reserve_events(scenario, result) &&
      (!with_path || reserve_path(scenario, &result->path)))
    return result;
  carom_result_free(result);
  return NULL;
}

static void* trim(void* list, int count, size_t size) {
  void* shorter = realloc(list, count > 0 ? (size_t)count * size : 1);
  return shorter ? shorter : list;
}

void carom__result_trim(carom_result* result) {
  const carom_impact_outcome* outcome = &result->outcome;
  const int events = outcome->event_count;
  result->events = trim(result->events, events, sizeof *result->events);
  result->event_impulses = trim(result->event_impulses, events * outcome->contact_count, sizeof(double));
  result->event_times = trim(result->event_times, events, sizeof *result->event_times);
  result->states = trim(result->states, outcome->state_count, sizeof *result->states);
}

static void free_path(carom_impact_path* path) {
  free(path->rigid.points);
  free(path->springs.points);
  free(path->several.time);
  free(path->several.active);
  free(path->several.impulse);
  free(path->several.velocity);
  free(path->several.stored);
}

void carom_result_free(carom_result* result) {
  if (!result) return;
  free(result->contacts);
  free(result->bodies_after);
  free(result->velocity_after);
  free(result->events);
  free(result->event_impulses);
  free(result->event_times);
  free(result->states);
  free(result->w);
  free(result->v);
  free(result->surfaces);
  free(result->derivatives);
  free(result->body_derivatives);
  free(result->velocity_derivatives);
  free_path(&result->path);
  free(result);
}

double carom_result_spring_peak(const carom_result* result) {
  const carom_spring_trace* path = &result->path.springs;
  double peak = result->outcome.law.compliant.outcome.stored_tangential;
  for (int i = 0; i < path->count; ++i) peak = fmax(peak, path->points[i].energy_tangential);
  return peak;
}
