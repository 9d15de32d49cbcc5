// From a scenario to its result: model -> contact problem -> impact law -> velocities after and energy ledger.
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "run/solve.h"
#include "run/solve_error.h"

/// What a solution needs on the way. The result is handed out, the rest is given back.
struct carom__solver {
  const carom_scenario* scenario;
  carom_result* result;
  double* impulses;
  double* workspace;         // holds the factored mass matrix between assembly and application
  double* impact_workspace;  // of carom_impact_solve
  bool with_path;
  bool has_problem;  // the result holds W, v and the energy before
};

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

carom__solver* carom__solver_new(const carom_scenario* scenario, bool with_path) {
  carom__solver* work = carom__reserve(1, sizeof *work);
  if (!work) return NULL;
  const size_t impact = carom_impact_workspace_size(scenario->dimension, scenario->contact_count);
  *work = (carom__solver){.scenario = scenario, .with_path = with_path};
  work->result = carom__result_new(scenario, with_path);
  work->impulses = carom__reserve(contact_size(scenario), sizeof *work->impulses);
  work->workspace = carom__reserve(workspace_size(scenario), sizeof *work->workspace);
  work->impact_workspace = carom__reserve(impact, sizeof *work->impact_workspace);
  if (work->result && work->impulses && work->workspace && work->impact_workspace) return work;
  carom__solver_free(work);
  return NULL;
}

void carom__solver_free(carom__solver* work) {
  if (!work) return;
  carom_result_free(work->result);
  free(work->impulses);
  free(work->workspace);
  free(work->impact_workspace);
  free(work);
}

/// Whatever the file describes becomes W and v here; nothing below knows where they came from.
static carom_status make_contact_problem(carom__solver* work, carom_diag* diag) {
  const carom_scenario* scenario = work->scenario;
  const carom_bodies bodies = system_of(scenario);
  const carom_mechanism mechanism = mechanism_of(scenario);
  const size_t size = contact_size(scenario);
  double *w = work->result->w, *v = work->result->v;
  switch (scenario->kind) {
    case CAROM_SCENARIO_BODIES:
      return carom_bodies_contact(&bodies, w, v, diag);
    case CAROM_SCENARIO_MECHANISM:
      return carom_mechanism_contact(&mechanism, work->workspace, w, v, diag);
    case CAROM_SCENARIO_CONTACT_SPACE:
      memcpy(w, scenario->w, size * size * sizeof *w);
      memcpy(v, scenario->v, size * sizeof *v);
      return CAROM_OK;
    case CAROM_SCENARIO_CHAIN:
      break;
  }
  return CAROM_UNAVAILABLE;
}

/// v where W is as it was.
static void renew_velocities(carom__solver* work) {
  const carom_scenario* scenario = work->scenario;
  const carom_bodies bodies = system_of(scenario);
  const carom_mechanism mechanism = mechanism_of(scenario);
  double* v = work->result->v;
  if (scenario->kind == CAROM_SCENARIO_BODIES)
    carom_bodies_velocities(&bodies, v);
  else if (scenario->kind == CAROM_SCENARIO_MECHANISM)
    carom_mechanism_velocities(&mechanism, v);
  else
    memcpy(v, scenario->v, contact_size(scenario) * sizeof *v);
}

static carom_impact_memory memory_of(const carom__solver* work) {
  const carom_scenario* scenario = work->scenario;
  carom_result* result = work->result;
  const int room = carom__result_event_room(scenario);
  return (carom_impact_memory){
      .workspace = work->impact_workspace,
      .workspace_capacity = carom_impact_workspace_size(scenario->dimension, scenario->contact_count),
      .contacts = result->contacts,
      .contact_capacity = scenario->contact_count,
      .events = result->events,
      .event_impulses = result->event_impulses,
      .event_times = result->event_times,
      .event_capacity = room,
      .states = result->states,
      .state_capacity = room,
      .path = &result->path};
}

/// Whether a method follows a path.
static bool has_path(carom_method_kind kind) {
  return kind == CAROM_METHOD_EXACT || kind == CAROM_METHOD_PUBLISHED || kind == CAROM_METHOD_STEPS;
}

/// The contact problem with the surfaces of the file.
static carom_contact_problem problem_of(const carom__solver* work) {
  carom_contact_problem problem = work->result->problem;
  problem.surfaces = work->scenario->surfaces;
  return problem;
}

/// Through the door.
static carom_status solve_contacts(carom__solver* work, carom_diag* diag) {
  const carom_contact_problem problem = problem_of(work);
  const carom_impact_memory memory = memory_of(work);
  carom_impact_options options = carom_impact_options_default();
  options.method = work->scenario->method;
  if (work->with_path && has_path(options.method.kind)) options.wants |= CAROM_WANT_PATH;
  return carom_impact_solve(&problem, &options, &memory, &work->result->outcome, diag);
}

/// The result keeps the surfaces that the model took, and of long lists what was needed.
static void complete(carom__solver* work) {
  const carom_contact_problem problem = problem_of(work);
  unsigned replaced = 0;
  carom_impact_accept(&problem, false, work->result->surfaces, &replaced, NULL);
  carom__result_trim(work->result);
}

static void collect_impulses(carom__solver* work) {
  const size_t dimension = (size_t)work->scenario->dimension;
  for (int i = 0; i < work->result->outcome.contact_count; ++i)
    memcpy(work->impulses + (size_t)i * dimension, work->result->contacts[i].impulse,
           dimension * sizeof *work->impulses);
}

static void apply_impulses(carom__solver* work) {
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

static double energy_before(const carom__solver* work) {
  const carom_scenario* scenario = work->scenario;
  if (scenario->kind == CAROM_SCENARIO_BODIES) return carom_bodies_energy(scenario->body_count, scenario->bodies);
  if (scenario->kind == CAROM_SCENARIO_MECHANISM)
    return carom_mechanism_energy(scenario->dof, scenario->mass_matrix, scenario->velocity);
  return carom_contact_energy(&work->result->problem, work->workspace);
}

/// Where everything is lost, rounding alone can leave a little less than nothing.
static double sum_of_energy(double before, double change) {
  const double after = before + change;
  return fabs(after) <= 8 * DBL_EPSILON * before ? 0 : after;
}

static bool all_finite(int count, const double* values) {
  for (int i = 0; i < count; ++i)
    if (!isfinite(values[i])) return false;
  return true;
}

/// The impulse may fit a double where an energy or a velocity far from the contact does not.
static carom_status check_result(const carom_result* result, carom_diag* diag) {
  bool fits = isfinite(result->energy_before) && isfinite(result->energy_after);
  for (int i = 0; i < result->body_count; ++i)
    fits = fits && carom_vec3_is_finite(result->bodies_after[i].velocity) &&
           carom_vec3_is_finite(result->bodies_after[i].spin);
  if (fits && all_finite(result->dof, result->velocity_after)) return CAROM_OK;
  *diag = (carom_diag){.status = CAROM_OVERFLOW};
  return CAROM_OVERFLOW;
}

const carom_result* carom__solver_result(const carom__solver* work) {
  return work->result;
}

/// Once there is an impulse.
static carom_status move_on(carom__solver* work, carom_diag* diag) {
  carom_result* result = work->result;
  apply_impulses(work);
  result->energy_after = sum_of_energy(result->energy_before, result->outcome.energy.change);
  return check_result(result, diag);
}

/// Once there is a contact problem.
static carom_status finish(carom__solver* work, carom_diag* diag) {
  const carom_status status = solve_contacts(work, diag);
  return status ? status : move_on(work, diag);
}

carom_status carom__solver_pose(carom__solver* work, bool with_energy, carom_diag* diag) {
  const carom_status status = make_contact_problem(work, diag);
  work->has_problem = !status && with_energy;
  if (work->has_problem) work->result->energy_before = energy_before(work);
  return status;
}

carom_status carom__solver_run(carom__solver* work, carom__changed changed, carom_diag* diag) {
  if (!work->has_problem) changed = CAROM__ANYTHING_CHANGED;
  if (changed == CAROM__ANYTHING_CHANGED) {
    const carom_status status = carom__solver_pose(work, true, diag);
    if (status) return status;
  } else if (changed == CAROM__VELOCITIES_CHANGED) {
    renew_velocities(work);
    work->result->energy_before = energy_before(work);
  }
  return finish(work, diag);
}

carom_status carom__solver_take(carom__solver* work, const carom__solver_answer* answer, carom_diag* diag) {
  carom_result* result = work->result;
  carom_impact_contact* contact = &result->contacts[0];
  const bool is_planar = answer->model == CAROM_MODEL_PLANAR;
  const char* word = is_planar ? carom_planar_mode_word((carom_planar_mode)answer->mode)
                               : carom_spatial_mode_word((carom_spatial_mode)answer->mode);
  memcpy(contact->impulse, answer->impulse, sizeof contact->impulse);
  memcpy(contact->velocity_before, answer->velocity_before, sizeof contact->velocity_before);
  memcpy(contact->velocity_after, answer->velocity_after, sizeof contact->velocity_after);
  contact->mode_code = answer->mode;
  strcpy(contact->mode, word);  // the longest word of a mode fits
  result->outcome.model = answer->model;
  result->outcome.contact_count = 1;
  result->outcome.energy = answer->energy;
  result->energy_before = answer->energy_before;
  return move_on(work, diag);
}

static carom_result* solve(const carom_scenario* scenario, bool with_path, carom_diag* error) {
  carom_diag unread;
  if (!error) error = &unread;
  if (carom_scenario_impact_model(scenario) == CAROM_MODEL_MOTION) {
    carom__error_no_impact(error);
    return NULL;
  }
  carom__solver* work = carom__solver_new(scenario, with_path);
  carom_result* result = NULL;
  carom_diag diag = {0};
  if (!work) {
    carom__error_no_memory(error);
  } else if ((diag.status = carom__solver_run(work, CAROM__ANYTHING_CHANGED, &diag)) != CAROM_OK) {
    carom__error_from_diag(scenario, &diag, error);
  } else {
    complete(work);
    result = work->result;
    work->result = NULL;
  }
  carom__solver_free(work);
  return result;
}

carom_result* carom_scenario_solve(const carom_scenario* scenario, carom_diag* error) {
  return solve(scenario, false, error);
}

carom_result* carom_scenario_solve_path(const carom_scenario* scenario, carom_diag* error) {
  return solve(scenario, true, error);
}
