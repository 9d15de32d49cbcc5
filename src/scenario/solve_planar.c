#include <string.h>

#include "scenario/solve.h"

_Static_assert((int)CAROM_PLANAR_MAX_EVENTS <= (int)CAROM__MOST_EVENTS, "every event has its place");

static void take_outcome(carom_result* result) {
  const carom_planar_problem* problem = &result->planar_problem;
  const carom_planar_outcome* outcome = &result->planar;
  carom_contact_result* contact = &result->contacts[0];
  *contact = (carom_contact_result){.impulse = {outcome->impulse_t, outcome->impulse_n},
                                    .velocity_before = {problem->v_t, problem->v_n},
                                    .velocity_after = {outcome->v_t, outcome->v_n}};
  strncat(contact->mode, carom_planar_mode_word(outcome->mode), sizeof contact->mode - 1);
  memcpy(result->events, outcome->events, (size_t)outcome->event_count * sizeof *result->events);
  result->event_count = result->event_total = outcome->event_count;
  result->energy = outcome->energy;
  result->warnings = outcome->warnings;
}

carom_status carom__solve_planar(carom_result* result, carom_diag* diag) {
  carom_status status = carom_planar_from_contact(&result->contact_problem, &result->planar_problem, diag);
  if (!status) status = carom_planar_solve(&result->planar_problem, &result->planar, diag);
  if (!status) take_outcome(result);
  return status;
}
