/// @file present/several_contacts.c
/// Figures of several contacts at once.
#include <stdlib.h>
#include <string.h>

#include "present/present.h"

enum { MOST_CONTACTS = CAROM_SIMULTANEOUS_MAX_CONTACTS, AXES = 3, NAME = 64 };

/// A collision with all that its figures need.
typedef struct collision {
  carom_figure_impulse_input input;
  carom_simultaneous_log log;
  carom_simultaneous_trace trace;
  char names[MOST_CONTACTS][NAME];
  const char* name_list[MOST_CONTACTS];
  const char** body_names;
  double* body_velocity;
} collision;

typedef carom_status (*painter)(const carom_figure* figure, const carom_figure_impulse_input* input, carom_diag* diag);

static bool has_names(const carom_scenario* scenario) {
  for (int i = 0; scenario->contact_names && i < scenario->contact_count; ++i)
    if (scenario->contact_names[i]) return true;
  return scenario->kind == CAROM_SCENARIO_BODIES;
}

/// Names of the contacts where the file has names or bodies; else their numbers must do.
static void name_contacts(collision* c, const carom_scenario* scenario) {
  if (!has_names(scenario)) return;
  for (int i = 0; i < scenario->contact_count && i < MOST_CONTACTS; ++i) {
    carom_scenario_contact_name(scenario, i, (int)sizeof c->names[i], c->names[i]);
    c->name_list[i] = c->names[i];
  }
  c->input.names = c->name_list;
}

/// Velocities of the bodies that can move, at every point of the path. False without memory.
static bool follow_bodies(collision* c, const carom_scenario* scenario) {
  if (scenario->kind != CAROM_SCENARIO_BODIES) return true;
  const int bodies = scenario->body_count, size = scenario->dimension * scenario->contact_count;
  carom_body* after = malloc((size_t)bodies * sizeof *after);
  c->body_names = malloc((size_t)bodies * sizeof *c->body_names);
  c->body_velocity = malloc((size_t)(c->trace.count * bodies * AXES + 1) * sizeof *c->body_velocity);
  const bool fine = after && c->body_names && c->body_velocity;
  const carom_bodies system = {.dimension = scenario->dimension,
                               .body_count = bodies,
                               .bodies = scenario->bodies,
                               .touch_count = scenario->contact_count,
                               .touches = scenario->touches};
  double* at = c->body_velocity;
  for (int i = 0; fine && i < c->trace.count; ++i) {
    carom_bodies_apply(&system, c->trace.impulse + i * size, after);
    for (int j = 0; j < bodies; ++j) {
      if (after[j].kind == CAROM_BODY_FIXED) continue;
      *at++ = after[j].velocity.x;
      *at++ = after[j].velocity.y;
      *at++ = after[j].velocity.z;
    }
  }
  for (int j = 0; fine && j < bodies; ++j)
    if (scenario->bodies[j].kind != CAROM_BODY_FIXED)
      c->body_names[c->input.body_count++] = scenario->body_info[j].name;
  c->input.body_names = c->body_names;
  c->input.body_velocity = c->body_velocity;
  free(after);
  return fine;
}

static carom_status follow(collision* c, const carom__subject* subject) {
  const carom_present_item* item = &subject->bundle->items[0];
  const carom_result* result = item->result;
  const carom_impact_outcome* outcome = &result->outcome;
  c->trace = result->path.several;
  c->log = (carom_simultaneous_log){.events = result->events,
                                    .impulses = result->event_impulses,
                                    .times = result->event_times,
                                    .event_count = outcome->event_count,
                                    .event_total = outcome->event_total};
  c->input.problem = &result->problem;
  c->input.outcome = &outcome->law.simultaneous;
  c->input.log = &c->log;
  c->input.trace = &c->trace;
  name_contacts(c, item->scenario);
  return follow_bodies(c, item->scenario) ? CAROM_OK : CAROM_NO_MEMORY;
}

static carom_status draw(carom__subject* subject, painter paint) {
  collision* c = calloc(1, sizeof *c);
  if (!c) return CAROM_NO_MEMORY;
  carom_status status = follow(c, subject);
  if (status == CAROM_OK) {
    carom__suggest_usual_size(&subject->figure);
    status = paint(&subject->figure, &c->input, subject->diag);
  }
  free(c->body_names);
  free(c->body_velocity);
  free(c);
  return status;
}

carom_status carom__draw_impulse(carom__subject* subject) {
  return draw(subject, carom_figure_impulse);
}

carom_status carom__draw_energies(carom__subject* subject) {
  return draw(subject, carom_figure_several_energy);
}

carom_status carom__draw_velocities(carom__subject* subject) {
  return draw(subject, carom_figure_several_velocity);
}

carom_status carom__draw_energy_plane(carom__subject* subject) {
  return draw(subject, carom_figure_energy_plane);
}

carom_status carom__draw_velocity_plane(carom__subject* subject) {
  return draw(subject, carom_figure_velocity_plane);
}
