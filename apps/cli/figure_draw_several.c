/// @file figure_draw_several.c
/// Figures of several contacts at once.
#include <stdlib.h>
#include <string.h>

#include "figure.h"

enum { MOST_POINTS = 8193, MOST_CONTACTS = CAROM_SIMULTANEOUS_MAX_CONTACTS, AXES = 3, NAME = 64 };

/// A collision followed again, with all that its figures need.
typedef struct collision {
  carom_figure_impulse_input input;
  carom_simultaneous_log log;
  carom_simultaneous_trace trace;
  char names[MOST_CONTACTS][NAME];
  const char* name_list[MOST_CONTACTS];
  const char** body_names;
  double *doubles, *body_velocity;
  uint64_t* active;
} collision;

typedef carom_status (*painter)(const carom_figure* figure, const carom_figure_impulse_input* input, carom_diag* diag);

/// Names of the contacts where the file has bodies; else their numbers must do.
static void name_contacts(collision* c, const carom_scenario* scenario) {
  if (scenario->kind != CAROM_SCENARIO_BODIES) return;
  for (int i = 0; i < scenario->contact_count && i < MOST_CONTACTS; i++) {
    carom_scenario_contact_name(scenario, i, (int)sizeof c->names[i], c->names[i]);
    c->name_list[i] = c->names[i];
  }
  c->input.names = c->name_list;
}

static bool make_room(collision* c, const carom_contact_problem* problem) {
  const size_t points = MOST_POINTS, count = (size_t)problem->contact_count;
  const size_t size = (size_t)problem->dimension * count;
  const size_t work = carom_simultaneous_workspace_size(problem->dimension, problem->contact_count);
  c->doubles = malloc((points * (1 + 2 * size + count) + work) * sizeof *c->doubles);
  c->active = malloc(points * sizeof *c->active);
  if (!c->doubles || !c->active) return false;
  c->trace = (carom_simultaneous_trace){.capacity = MOST_POINTS,
                                        .time = c->doubles + work,
                                        .active = c->active,
                                        .impulse = c->doubles + work + points,
                                        .velocity = c->doubles + work + points * (1 + size),
                                        .stored = c->doubles + work + points * (1 + 2 * size)};
  return true;
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
  for (int i = 0; fine && i < c->trace.count; i++) {
    carom_bodies_apply(&system, c->trace.impulse + i * size, after);
    for (int j = 0; j < bodies; j++) {
      if (after[j].kind == CAROM_BODY_FIXED) continue;
      *at++ = after[j].velocity.x;
      *at++ = after[j].velocity.y;
      *at++ = after[j].velocity.z;
    }
  }
  for (int j = 0; fine && j < bodies; j++)
    if (scenario->bodies[j].kind != CAROM_BODY_FIXED)
      c->body_names[c->input.body_count++] = scenario->body_info[j].name;
  c->input.body_names = c->body_names;
  c->input.body_velocity = c->body_velocity;
  free(after);
  return fine;
}

/// Solves again, because a result has no path. Returns an exit code, after a message where it is not 0.
static int follow(collision* c, const figure_subject* subject) {
  const figure_item* item = &subject->bundle->items[0];
  const carom_result* result = item->result;
  carom_simultaneous_contact contacts[MOST_CONTACTS];
  carom_simultaneous_outcome outcome;
  carom_diag diag = {0};
  if (!make_room(c, &result->contact_problem))
    return cli_figure_report(CAROM_NO_MEMORY, &subject->figure, "there is not enough memory");
  const carom_simultaneous_memory memory = {.workspace = c->doubles, .trace = &c->trace};
  if (carom_simultaneous_solve(&result->contact_problem, &memory, contacts, &outcome, &diag) != CAROM_OK)
    return cli_figure_report(diag.status, &subject->figure, diag.message);
  c->log = (carom_simultaneous_log){.events = result->events,
                                    .impulses = result->event_impulses,
                                    .times = result->event_times,
                                    .event_count = result->event_count,
                                    .event_total = result->event_total};
  c->input.problem = &result->contact_problem;
  c->input.outcome = &result->simultaneous;
  c->input.log = &c->log;
  c->input.trace = &c->trace;
  name_contacts(c, item->scenario);
  return follow_bodies(c, item->scenario)
             ? CLI_SOLVED
             : cli_figure_report(CAROM_NO_MEMORY, &subject->figure, "there is not enough memory");
}

static int draw(figure_subject* subject, painter paint) {
  collision* c = calloc(1, sizeof *c);
  if (!c) return cli_figure_report(CAROM_NO_MEMORY, &subject->figure, "there is not enough memory");
  int code = follow(c, subject);
  if (code == CLI_SOLVED) {
    const carom_figure usual = carom_figure_default();
    carom_diag diag;
    cli_figure_suggest_size(&subject->figure, usual.width, usual.height);
    const carom_status status = paint(&subject->figure, &c->input, &diag);
    code = cli_figure_report(status, &subject->figure, diag.message);
  }
  free(c->doubles);
  free(c->active);
  free(c->body_names);
  free(c->body_velocity);
  free(c);
  return code;
}

int cli_figure_draw_impulse(figure_subject* subject) {
  return draw(subject, carom_figure_impulse);
}

int cli_figure_draw_energies(figure_subject* subject) {
  return draw(subject, carom_figure_several_energy);
}

int cli_figure_draw_velocities(figure_subject* subject) {
  return draw(subject, carom_figure_several_velocity);
}

int cli_figure_draw_energy_plane(figure_subject* subject) {
  return draw(subject, carom_figure_energy_plane);
}

int cli_figure_draw_velocity_plane(figure_subject* subject) {
  return draw(subject, carom_figure_velocity_plane);
}
