// What a scenario owns, which model its contacts ask for, and what they are called.
#include "carom/format.h"

#include <stdlib.h>

#include "format/write.h"

static void free_bodies(carom_scenario* scenario) {
  for (int i = 0; i < scenario->body_count; ++i) {
    free(scenario->body_info[i].name);
    free(scenario->body_info[i].points);
  }
  free(scenario->bodies);
  free(scenario->body_info);
}

static void free_names(char** names, int count) {
  for (int i = 0; names && i < count; ++i) free(names[i]);
  free(names);
}

static void free_table(carom_scenario_table* table) {
  if (!table) return;
  free(table->rails);
  free(table->pockets);
  free(table->strokes);
  free(table);
}

void carom_scenario_free(carom_scenario* scenario) {
  if (!scenario) return;
  free_names(scenario->contact_names, scenario->contact_count);
  free_names(scenario->coordinate_names, scenario->dof);
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
  free(scenario->meet.list);
  free_table(scenario->table);
  free(scenario);
}

carom_model carom_scenario_impact_model(const carom_scenario* scenario) {
  if (scenario->contact_count == 0) return CAROM_MODEL_MOTION;
  return carom_impact_model(scenario->dimension, scenario->contact_count, scenario->surfaces);
}

static bool same_pair(const carom_touch* a, const carom_touch* b) {
  return a->body_a == b->body_a && a->body_b == b->body_b;
}

/// How many contacts of the same two bodies come before this one, and how many there are.
static int rank_in_pair(const carom_scenario* scenario, int contact, int* count) {
  int rank = 0;
  *count = 0;
  for (int i = 0; i < scenario->contact_count; ++i) {
    if (!same_pair(&scenario->touches[i], &scenario->touches[contact])) continue;
    rank += i < contact ? 1 : 0;
    ++*count;
  }
  return rank;
}

const char* carom__given_name(const carom_scenario* scenario, int contact) {
  return scenario->contact_names && contact < scenario->contact_count ? scenario->contact_names[contact] : NULL;
}

void carom_scenario_coordinate_name(const carom_scenario* scenario, int coordinate, int size, char* name) {
  if (scenario->coordinate_names) {
    snprintf(name, (size_t)size, "%s", scenario->coordinate_names[coordinate]);
  } else {
    snprintf(name, (size_t)size, "generalized velocity %d", coordinate);
  }
}

void carom_scenario_contact_name(const carom_scenario* scenario, int contact, int size, char* name) {
  const char* given = carom__given_name(scenario, contact);
  if (given) {
    snprintf(name, (size_t)size, "%s", given);
    return;
  }
  if (scenario->kind != CAROM_SCENARIO_BODIES) {
    snprintf(name, (size_t)size, "contact %d", contact);
    return;
  }
  const carom_touch* touch = &scenario->touches[contact];
  int count = 0;
  const int rank = rank_in_pair(scenario, contact, &count);
  const char* a = scenario->body_info[touch->body_a].name;
  const char* b = scenario->body_info[touch->body_b].name;
  if (count > 1) {
    snprintf(name, (size_t)size, "%s-%s %d", a, b, rank + 1);
  } else {
    snprintf(name, (size_t)size, "%s-%s", a, b);
  }
}
