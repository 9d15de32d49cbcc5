// From a scenario to its result: model -> contact problem -> impact law -> velocities after and energy ledger.
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "carom/scenario.h"
#include "scenario/solve.h"
#include "scenario/solve_error.h"

/// What one solution needs on the way. The result is handed out, the rest is given back.
typedef struct solution {
  const carom_scenario* scenario;
  carom_result* result;
  double* impulses;
  double* workspace;  // holds the factored mass matrix between assembly and application
} solution;

static size_t contact_size(const carom_scenario* scenario) {
  return (size_t)scenario->dimension * (size_t)scenario->contact_count;
}

static carom_bodies system_of(const carom_scenario* scenario) {
  return (carom_bodies){.dimension = scenario->dimension,
                        .body_count = scenario->body_count,
                        .bodies = scenario->bodies,
                        .touch_count = scenario->contact_count,
                        .touches = scenario->touches};
}

static carom_mechanism mechanism_of(const carom_scenario* scenario) {
  return (carom_mechanism){.dof = scenario->dof,
                           .dimension = scenario->dimension,
                           .contact_count = scenario->contact_count,
                           .mass_matrix = scenario->mass_matrix,
                           .velocity = scenario->velocity,
                           .jacobian = scenario->jacobian};
}

static size_t workspace_size(const carom_scenario* scenario) {
  if (scenario->kind == CAROM_SCENARIO_MECHANISM) {
    const carom_mechanism mechanism = mechanism_of(scenario);
    return (size_t)carom_mechanism_workspace_size(&mechanism);
  }
  return (size_t)carom_contact_workspace_size(scenario->dimension, scenario->contact_count);
}

carom_model carom__impact_model(const carom_scenario* scenario) {
  if (scenario->contact_count == 0) return CAROM_MODEL_MOTION;
  if (scenario->contact_count > 1) return CAROM_MODEL_SIMULTANEOUS;
  if (scenario->surfaces[0].eta2 > 0) return CAROM_MODEL_COMPLIANT;
  return scenario->dimension == 2 ? CAROM_MODEL_PLANAR : CAROM_MODEL_SPATIAL;
}

void* carom__reserve(size_t count, size_t size) {
  return calloc(count > 0 ? count : 1, size);
}

static bool reserve_contact_problem(const carom_scenario* scenario, carom_result* result) {
  const size_t size = contact_size(scenario), count = (size_t)scenario->contact_count;
  result->w = carom__reserve(size * size, sizeof *result->w);
  result->v = carom__reserve(size, sizeof *result->v);
  result->surfaces = carom__reserve(count, sizeof *result->surfaces);
  if (!result->w || !result->v || !result->surfaces) return false;
  memcpy(result->surfaces, scenario->surfaces, count * sizeof *result->surfaces);
  result->contact_problem = (carom_contact_problem){.dimension = scenario->dimension,
                                                    .contact_count = scenario->contact_count,
                                                    .w = result->w,
                                                    .v = result->v,
                                                    .surfaces = result->surfaces};
  return true;
}

static carom_result* new_result(const carom_scenario* scenario) {
  carom_result* result = carom__reserve(1, sizeof *result);
  if (!result) return NULL;
  result->model = carom__impact_model(scenario);
  result->method = scenario->method.kind;
  result->contact_count = scenario->contact_count;
  result->body_count = scenario->body_count;
  result->dof = scenario->dof;
  result->contacts = carom__reserve((size_t)scenario->contact_count, sizeof *result->contacts);
  result->bodies_after = carom__reserve((size_t)scenario->body_count, sizeof *result->bodies_after);
  result->velocity_after = carom__reserve((size_t)scenario->dof, sizeof *result->velocity_after);
  result->events = carom__reserve(CAROM__MOST_EVENTS, sizeof *result->events);
  const bool has_memory = result->contacts && result->bodies_after && result->velocity_after && result->events;
  if (has_memory && reserve_contact_problem(scenario, result)) return result;
  carom_result_free(result);
  return NULL;
}

static bool start(solution* work) {
  work->result = new_result(work->scenario);
  work->impulses = carom__reserve(contact_size(work->scenario), sizeof *work->impulses);
  work->workspace = carom__reserve(workspace_size(work->scenario), sizeof *work->workspace);
  return work->result && work->impulses && work->workspace;
}

static void clean_up(solution* work) {
  free(work->impulses);
  free(work->workspace);
}

/// Whatever the file describes becomes W and v here; nothing below knows where they came from.
static carom_status make_contact_problem(solution* work, carom_diag* diag) {
  const carom_scenario* scenario = work->scenario;
  const carom_bodies bodies = system_of(scenario);
  const carom_mechanism mechanism = mechanism_of(scenario);
  const size_t size = contact_size(scenario);
  carom_result* result = work->result;
  switch (scenario->kind) {
    case CAROM_SCENARIO_BODIES:
      return carom_bodies_contact(&bodies, result->w, result->v, diag);
    case CAROM_SCENARIO_MECHANISM:
      return carom_mechanism_contact(&mechanism, work->workspace, result->w, result->v, diag);
    case CAROM_SCENARIO_CONTACT_SPACE:
      memcpy(result->w, scenario->w, size * size * sizeof *result->w);
      memcpy(result->v, scenario->v, size * sizeof *result->v);
      return CAROM_OK;
    case CAROM_SCENARIO_CHAIN:
      break;
  }
  return CAROM_UNAVAILABLE;
}

static carom_status solve_contacts(solution* work, carom_diag* diag) {
  const carom_scenario* scenario = work->scenario;
  switch (work->result->model) {
    case CAROM_MODEL_PLANAR:
      return carom__solve_planar(work->result, diag);
    case CAROM_MODEL_SPATIAL:
      return carom__solve_spatial(&scenario->method, work->result, diag);
    case CAROM_MODEL_COMPLIANT:
      return carom__solve_compliant(work->result, diag);
    case CAROM_MODEL_SIMULTANEOUS:
      return carom__solve_simultaneous(work->result, diag);
    case CAROM_MODEL_MOTION:
      break;
  }
  return CAROM_UNAVAILABLE;
}

static void collect_impulses(solution* work) {
  const size_t dimension = (size_t)work->scenario->dimension;
  for (int i = 0; i < work->result->contact_count; i++)
    memcpy(work->impulses + (size_t)i * dimension, work->result->contacts[i].impulse,
           dimension * sizeof *work->impulses);
}

static void apply_impulses(solution* work) {
  const carom_scenario* scenario = work->scenario;
  collect_impulses(work);
  if (scenario->kind == CAROM_SCENARIO_BODIES) {
    const carom_bodies bodies = system_of(scenario);
    carom_bodies_apply(&bodies, work->impulses, work->result->bodies_after);
  } else if (scenario->kind == CAROM_SCENARIO_MECHANISM) {
    const carom_mechanism mechanism = mechanism_of(scenario);
    carom_mechanism_apply(&mechanism, work->workspace, work->impulses, work->result->velocity_after);
  }
}

static double energy_before(const solution* work) {
  const carom_scenario* scenario = work->scenario;
  if (scenario->kind == CAROM_SCENARIO_BODIES) return carom_bodies_energy(scenario->body_count, scenario->bodies);
  if (scenario->kind == CAROM_SCENARIO_MECHANISM)
    return carom_mechanism_energy(scenario->dof, scenario->mass_matrix, scenario->velocity);
  return carom_contact_energy(&work->result->contact_problem, work->workspace);
}

/// Where everything is lost, rounding alone can leave a little less than nothing.
static double sum_of_energy(double before, double change) {
  const double after = before + change;
  return fabs(after) <= 8 * DBL_EPSILON * before ? 0 : after;
}

static bool all_finite(int count, const double* values) {
  for (int i = 0; i < count; i++)
    if (!isfinite(values[i])) return false;
  return true;
}

/// The impulse may fit a double where an energy or a velocity far from the contact does not.
static carom_status check_result(const carom_result* result, carom_diag* diag) {
  bool fits = isfinite(result->energy_before) && isfinite(result->energy_after);
  for (int i = 0; i < result->body_count; i++)
    fits = fits && carom_vec3_is_finite(result->bodies_after[i].velocity) &&
           carom_vec3_is_finite(result->bodies_after[i].spin);
  if (fits && all_finite(result->dof, result->velocity_after)) return CAROM_OK;
  *diag = (carom_diag){.status = CAROM_OVERFLOW};
  return CAROM_OVERFLOW;
}

static carom_status run(solution* work, carom_diag* diag) {
  carom_status status = make_contact_problem(work, diag);
  if (!status) status = solve_contacts(work, diag);
  if (status) return status;
  apply_impulses(work);
  carom_result* result = work->result;
  result->energy_before = energy_before(work);
  result->energy_after = sum_of_energy(result->energy_before, result->energy.change);
  return check_result(result, diag);
}

carom_result* carom_scenario_solve(const carom_scenario* scenario, carom_diag* error) {
  carom_diag unread;
  if (!error) error = &unread;
  if (carom__impact_model(scenario) == CAROM_MODEL_MOTION) {
    carom__error_no_impact(error);
    return NULL;
  }
  solution work = {.scenario = scenario};
  carom_diag diag = {0};
  carom_status status = CAROM_OK;
  const bool has_memory = start(&work);
  if (!has_memory) {
    carom__error_no_memory(error);
  } else if ((status = run(&work, &diag)) == CAROM_TOO_SMALL) {
    carom__error_no_memory(error);
  } else if (status) {
    diag.status = status;
    carom__error_from_diag(scenario, &diag, error);
  }
  clean_up(&work);
  if (has_memory && !status) return work.result;
  carom_result_free(work.result);
  return NULL;
}

void carom_result_free(carom_result* result) {
  if (!result) return;
  free(result->contacts);
  free(result->bodies_after);
  free(result->velocity_after);
  free(result->events);
  free(result->w);
  free(result->v);
  free(result->surfaces);
  free(result->simultaneous_contacts);
  free(result->event_impulses);
  free(result->event_times);
  free(result->states);
  free(result);
}
