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
  return fail(CAROM_UNAVAILABLE, error, "there are derivatives of one rigid contact; ", why);
}

carom_status carom_result_differentiate(carom_result* result, carom_diag* error) {
  const carom_impact_law* law = &result->outcome.law;
  const bool planar = result->outcome.model == CAROM_MODEL_PLANAR, in_plane = result->problem.dimension == 2;
  if (result->method != CAROM_METHOD_EXACT) return refuse("this one was solved by a published scheme", error);
  if (!planar && result->outcome.model != CAROM_MODEL_SPATIAL)
    return refuse(result->problem.contact_count > 1 ? "here are several" : "this one has tangential springs", error);
  if (planar && !in_plane) return refuse("this one in space can move in a plane only, so that W is singular", error);
  carom_jacobian* j = carom__reserve(1, sizeof *j);
  if (!j) return fail(CAROM_NO_MEMORY, error, "out of memory", "");
  const carom_status status =
      planar
          ? carom_planar_differentiate(&law->planar.problem, &law->planar.outcome, CAROM_WRT_ALL_PLANAR, j, error)
          : carom_spatial_differentiate(&law->spatial.problem, &law->spatial.outcome, CAROM_WRT_ALL_SPATIAL, j, error);
  if (status) {
    free(j);
    return status;
  }
  free(result->derivatives);
  result->derivatives = j;
  return CAROM_OK;
}
