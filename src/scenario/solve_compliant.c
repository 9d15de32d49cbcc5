#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "scenario/solve.h"

_Static_assert((int)CAROM_COMPLIANT_MAX_EVENTS <= (int)CAROM__MOST_EVENTS, "every event has its place");

/// A planar contact (t, n) was solved with a second tangent, along which nothing happened.
static void put_axes(int dimension, carom_vec3 from, double to[3]) {
  to[0] = from.x;
  to[1] = dimension == 2 ? from.z : from.y;
  to[2] = dimension == 2 ? 0 : from.z;
}

static void take_outcome(carom_result* result) {
  const int dimension = result->contact_problem.dimension;
  const carom_compliant_outcome* outcome = &result->compliant;
  carom_contact_result* contact = &result->contacts[0];
  put_axes(dimension, outcome->impulse, contact->impulse);
  put_axes(dimension, result->compliant_problem.v, contact->velocity_before);
  put_axes(dimension, outcome->v, contact->velocity_after);
  carom_compliant_mode(&result->compliant_problem, outcome, (int)sizeof contact->mode, contact->mode);
  memcpy(result->events, outcome->events, (size_t)outcome->event_count * sizeof *result->events);
  result->event_count = outcome->event_count;
  result->event_total = outcome->event_total;
  result->energy = outcome->energy;
  result->warnings = outcome->warnings;
}

carom_compliant_scheme carom_result_compliant_scheme(const carom_result* result) {
  return result->method == CAROM_METHOD_PUBLISHED ? CAROM_COMPLIANT_PUBLISHED : CAROM_COMPLIANT_EXACT;
}

double carom_result_spring_peak(const carom_result* result) {
  enum { POINTS = 1024 };
  carom_spring_trace trace = {.points = carom__reserve(POINTS, sizeof *trace.points), .capacity = POINTS};
  double peak = result->compliant.stored_tangential;
  carom_compliant_outcome outcome;
  const carom_compliant_scheme scheme = carom_result_compliant_scheme(result);
  if (trace.points && !carom_compliant_trace(&result->compliant_problem, scheme, &outcome, &trace, NULL))
    for (int i = 0; i < trace.count; i++) peak = fmax(peak, trace.points[i].energy_tangential);
  free(trace.points);
  return peak;
}

carom_status carom__solve_compliant(carom_result* result, carom_diag* diag) {
  carom_status status = carom_compliant_from_contact(&result->contact_problem, &result->compliant_problem, diag);
  if (!status)
    status = carom_compliant_solve_scheme(&result->compliant_problem, carom_result_compliant_scheme(result),
                                          &result->compliant, diag);
  if (!status) take_outcome(result);
  return status;
}
