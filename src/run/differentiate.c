// The derivatives of a result.
#include <stdio.h>
#include <stdlib.h>

#include "run/solve.h"

static carom_status fail(carom_status status, carom_diag* error, const char* sentence, const char* why) {
  if (!error) return status;
  *error = (carom_diag){.status = status};
  snprintf(error->message, sizeof error->message, "%s%s", sentence, why);
  return status;
}

static carom_status refuse(const char* why, carom_diag* error) {
  return fail(CAROM_UNAVAILABLE, error, "there are derivatives of one contact; ", why);
}

/// Of a contact on springs. In the plane nothing moves along the second tangent: rows t and n, and no column of it.
static carom_status differentiate_springs(const carom_impact_compliant* law, bool in_plane, carom_jacobian* j,
                                          carom_diag* error) {
  const unsigned wrt = in_plane ? (unsigned)CAROM_WRT_ALL_PLANAR | CAROM_WRT_ETA2 : CAROM_WRT_ALL_COMPLIANT;
  const carom_status status = carom_compliant_differentiate(&law->problem, &law->outcome, wrt, j, error);
  for (int i = 0; !status && in_plane && i < j->columns; ++i) {
    j->d_impulse[1][i] = j->d_impulse[2][i], j->d_impulse[2][i] = 0;
    j->d_velocity[1][i] = j->d_velocity[2][i], j->d_velocity[2][i] = 0;
  }
  return status;
}

static carom_status differentiate_law(const carom_result* result, carom_jacobian* j, carom_diag* error) {
  const carom_impact_law* law = &result->outcome.law;
  switch (result->outcome.model) {
    case CAROM_MODEL_PLANAR:
      return carom_planar_differentiate(&law->planar.problem, &law->planar.outcome, CAROM_WRT_ALL_PLANAR, j, error);
    case CAROM_MODEL_SPATIAL:
      return carom_spatial_differentiate(&law->spatial.problem, &law->spatial.outcome, CAROM_WRT_ALL_SPATIAL, j, error);
    default:
      return differentiate_springs(&law->compliant, result->problem.dimension == 2, j, error);
  }
}

carom_status carom_result_differentiate(carom_result* result, carom_diag* error) {
  const carom_model model = result->outcome.model;
  const bool planar = model == CAROM_MODEL_PLANAR, in_plane = result->problem.dimension == 2;
  if (result->method != CAROM_METHOD_EXACT) return refuse("this one was solved by a published scheme", error);
  if (!planar && model != CAROM_MODEL_SPATIAL && model != CAROM_MODEL_COMPLIANT)
    return refuse("here are several", error);
  if (planar && !in_plane) return refuse("this one in space can move in a plane only, so that W is singular", error);
  carom_jacobian* j = carom__reserve(1, sizeof *j);
  if (!j) return fail(CAROM_NO_MEMORY, error, "out of memory", "");
  const carom_status status = differentiate_law(result, j, error);
  if (status) {
    free(j);
    return status;
  }
  free(result->derivatives);
  result->derivatives = j;
  return CAROM_OK;
}

static carom_status no_memory(carom_diag* error) {
  return fail(CAROM_NO_MEMORY, error, "out of memory", "");
}

static carom_status differentiate_bodies(const carom_scenario* scenario, carom_result* result, carom_diag* error) {
  const carom_bodies system = {scenario->dimension, scenario->body_count, scenario->bodies, 1, scenario->touches};
  carom_bodies_jacobian* j = carom__reserve(1, sizeof *j);
  if (!j) return no_memory(error);
  free(result->body_derivatives);
  result->body_derivatives = j;
  return carom_bodies_differentiate(&system, result->contacts[0].impulse, result->derivatives, j, error);
}

/// Column by column: velocities before, mu, e.
static carom_status fill_velocities(const carom_mechanism* m, const carom_mechanism_impact* impact, double* unit,
                                    double* column, double* out) {
  const int n = m->dof, columns = n + 2;
  for (int k = 0; k < columns; ++k) {
    for (int i = 0; i < n; ++i) unit[i] = i == k;
    const carom_mechanism_direction d = {.velocity = k < n ? unit : NULL, .mu = k == n, .e = k == n + 1};
    const carom_status status = carom_mechanism_tangent(m, impact, &d, column, NULL);
    if (status) return status;
    for (int i = 0; i < n; ++i) out[i * columns + k] = column[i];
  }
  return CAROM_OK;
}

static carom_status differentiate_mechanism(const carom_scenario* scenario, carom_result* result, carom_diag* error) {
  const carom_mechanism m = {.dof = scenario->dof,
                             .dimension = scenario->dimension,
                             .contact_count = 1,
                             .mass_matrix = scenario->mass_matrix,
                             .velocity = scenario->velocity,
                             .jacobian = scenario->jacobian};
  const size_t n = (size_t)m.dof, room = (size_t)carom_mechanism_workspace_size(&m);
  double w[9], v[3];
  double* workspace = carom__reserve(room + 2 * n, sizeof *workspace);
  double* out = carom__reserve(n * (n + 2), sizeof *out);
  if (!workspace || !out) {
    free(workspace);
    free(out);
    return no_memory(error);
  }
  const carom_mechanism_impact impact = {workspace, result->contacts[0].impulse, result->derivatives};
  carom_status status = carom_mechanism_contact(&m, workspace, w, v, error);
  if (!status) status = fill_velocities(&m, &impact, workspace + room, workspace + room + n, out);
  free(workspace);
  free(result->velocity_derivatives);
  result->velocity_derivatives = out;
  return status;
}

carom_status carom_scenario_differentiate(const carom_scenario* scenario, carom_result* result, carom_diag* error) {
  const carom_status status = carom_result_differentiate(result, error);
  if (status) return status;
  if (scenario->kind == CAROM_SCENARIO_BODIES) return differentiate_bodies(scenario, result, error);
  if (scenario->kind == CAROM_SCENARIO_MECHANISM) return differentiate_mechanism(scenario, result, error);
  return CAROM_OK;
}
