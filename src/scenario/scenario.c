#include "carom/scenario.h"

#include <stdlib.h>

static void free_bodies(carom_scenario* scenario) {
  for (int i = 0; i < scenario->body_count; i++) {
    free(scenario->body_info[i].name);
    free(scenario->body_info[i].points);
  }
  free(scenario->bodies);
  free(scenario->body_info);
}

void carom_scenario_free(carom_scenario* scenario) {
  if (!scenario) {
    return;
  }
  free_bodies(scenario);
  free(scenario->title);
  free(scenario->mass_matrix);
  free(scenario->velocity);
  free(scenario->jacobian);
  free(scenario->w);
  free(scenario->v);
  free(scenario->chain.links);
  free(scenario->chain.angles);
  free(scenario->chain.rates);
  free(scenario->surfaces);
  free(scenario->compliance_by_poisson_ratio);
  free(scenario->touches);
  free(scenario->motion.planes);
  free(scenario);
}
