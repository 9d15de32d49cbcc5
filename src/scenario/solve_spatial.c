#include <string.h>

#include "scenario/solve.h"

_Static_assert((int)CAROM_SPATIAL_MAX_EVENTS <= (int)CAROM__MOST_EVENTS, "every event has its place");

static void take_outcome(carom_result* result) {
  const carom_vec3 before = result->spatial_problem.v;
  const carom_spatial_outcome* outcome = &result->spatial;
  carom_contact_result* contact = &result->contacts[0];
  *contact = (carom_contact_result){.impulse = {outcome->impulse.x, outcome->impulse.y, outcome->impulse.z},
                                    .velocity_before = {before.x, before.y, before.z},
                                    .velocity_after = {outcome->v.x, outcome->v.y, outcome->v.z}};
  strncat(contact->mode, outcome->sequence, sizeof contact->mode - 1);
  memcpy(result->events, outcome->events, (size_t)outcome->event_count * sizeof *result->events);
  result->event_count = result->event_total = outcome->event_count;
  result->energy = outcome->energy;
  result->warnings = outcome->warnings;
}

static carom_spatial_scheme scheme_of(carom_method_kind kind) {
  return kind == CAROM_METHOD_NI ? CAROM_SCHEME_NI : kind == CAROM_METHOD_FS ? CAROM_SCHEME_FS : CAROM_SCHEME_VS;
}

static carom_status solve(const carom_method* method, carom_result* result, carom_diag* diag) {
  const carom_spatial_problem* problem = &result->spatial_problem;
  if (method->kind == CAROM_METHOD_EXACT) return carom_spatial_solve(problem, &result->spatial, diag);
  const carom_spatial_scheme_options options = {.scheme = scheme_of(method->kind),
                                                .step = method->step,
                                                .epsilon = method->epsilon,
                                                .h1 = method->h1,
                                                .h2 = method->h2};
  return carom_spatial_solve_scheme(problem, &options, &result->spatial, diag);
}

carom_status carom__solve_spatial(const carom_method* method, carom_result* result, carom_diag* diag) {
  carom_status status = carom_spatial_from_contact(&result->contact_problem, &result->spatial_problem, diag);
  if (!status) status = solve(method, result, diag);
  if (!status) take_outcome(result);
  return status;
}
