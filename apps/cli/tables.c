/// @file tables.c
/// The numbers of a summary, with units.
#include <math.h>

#include "summary.h"

static const char* const world_axes[] = {"x", "y", "z"};

static void print_world_impulse(const cli_page* page, const carom_frame* frame, const double* impulse) {
  const int dimension = page->scenario->dimension;
  double world[3];
  for (int i = 0; i < dimension; ++i) {
    world[i] = impulse[0] * cli_component(frame->t1, i) + impulse[dimension - 1] * cli_component(frame->n, i);
    if (dimension == 3) world[i] += impulse[1] * cli_component(frame->t2, i);
  }
  printf("%*s", CLI_LABEL_WIDTH, "");
  for (int i = 0; i < dimension; ++i) printf("%*s", CLI_NUMBER_WIDTH, world_axes[i]);
  putchar('\n');
  cli_print_amounts(page,
                    (cli_row){"impulse, world axes", CLI_IMPULSE, dimension, world, cli_largest(dimension, world)});
}

static void print_contact(const cli_page* page, int index) {
  static const char* const plane_axes[] = {"tangential", "normal"};
  static const char* const space_axes[] = {"tangential 1", "tangential 2", "normal"};
  const int dimension = page->scenario->dimension;
  const carom_impact_contact* contact = &page->result->contacts[index];
  const double speed =
      fmax(cli_largest(dimension, contact->velocity_before), cli_largest(dimension, contact->velocity_after));
  cli_print_columns(page, "Contact", dimension, dimension == 2 ? plane_axes : space_axes);
  cli_print_amounts(page, (cli_row){"velocity before", CLI_SPEED, dimension, contact->velocity_before, speed});
  cli_print_amounts(page, (cli_row){"velocity after", CLI_SPEED, dimension, contact->velocity_after, speed});
  const double impulse = cli_largest(dimension, contact->impulse);
  cli_print_amounts(page, (cli_row){"impulse", CLI_IMPULSE, dimension, contact->impulse, impulse});
  if (page->scenario->kind != CAROM_SCENARIO_BODIES) return;
  const carom_touch* touch = &page->scenario->touches[index];
  print_world_impulse(page, &touch->frame, contact->impulse);
  fputs("  (of ", stdout);
  cli_put_text(stdout, page->scenario->body_info[touch->body_a].name, 40);
  fputs(" against ", stdout);
  cli_put_text(stdout, page->scenario->body_info[touch->body_b].name, 40);
  fputs(")\n", stdout);
}

/// In space the paper's names of the impulses go along, and slip has more ways to go on than back.
static const char* spatial_event_in_words(const carom_event* event, const carom_spatial_outcome* outcome) {
  switch (event->type) {
    case CAROM_EVENT_COMPRESSION_END:
      return event->impulse_n == outcome->impulse_n_compression ? "compression ended (I_zc)"
                                                                : "compression ended again";
    case CAROM_EVENT_STICK:
      return "slip vanished: stuck (I_zs)";
    case CAROM_EVENT_REVERSE:
      return "slip vanished, resumed (I_zs)";
    default:
      return carom_event_meaning(event->type);
  }
}

static const char* label_of_event(const carom_result* result, int index) {
  const carom_event* event = &result->events[index];
  return result->outcome.model == CAROM_MODEL_SPATIAL
             ? spatial_event_in_words(event, &result->outcome.law.spatial.outcome)
             : carom_event_meaning(event->type);
}

static void print_event(const cli_page* page, int index, double scale) {
  cli_print_label(label_of_event(page->result, index));
  cli_print_amount(page, CLI_IMPULSE, page->result->events[index].impulse_n, scale);
  putchar('\n');
}

static void print_events(const cli_page* page) {
  const carom_result* result = page->result;
  if (result->outcome.event_count == 0) return;
  cli_print_headings(page, "Events, by normal impulse", 1, &(cli_heading){"impulse", CLI_IMPULSE});
  const double scale = result->events[result->outcome.event_count - 1].impulse_n;
  for (int i = 0; i < result->outcome.event_count && i < CLI_MOST_ROWS; ++i) print_event(page, i, scale);
  cli_print_more(result->outcome.event_total, result->outcome.event_count);
}

/// Its name as a label, or its number. What it measures is not known, so it has no unit.
static void print_coordinate(const carom_scenario* scenario, int index) {
  char name[CLI_NAME_SIZE];
  carom_scenario_coordinate_name(scenario, index, sizeof name, name);
  fputs("  ", stdout);
  cli_print_cell(name, CLI_LABEL_WIDTH - 4);
  fputs("  ", stdout);
}

static void print_mechanism(const cli_page* page) {
  const double* before = page->scenario->velocity;
  const double* after = page->result->velocity_after;
  const int dof = page->result->dof;
  const double scale = fmax(cli_largest(dof, before), cli_largest(dof, after));
  cli_print_columns(page, "Mechanism", 2, cli_before_and_after);
  for (int i = 0; i < dof && i < CLI_MOST_ROWS; ++i) {
    print_coordinate(page->scenario, i);
    cli_print_number(before[i], scale);
    cli_print_number(after[i], scale);
    putchar('\n');
  }
  cli_print_more(dof, dof);
}

static void print_energy_row(const cli_page* page, const char* label, double joule) {
  const double before = page->result->energy_before;
  const double shown = cli_without_noise(joule, before);
  cli_print_label(label);
  cli_print_amount(page, CLI_ENERGY, shown, 0);
  if (before > 0) printf("%*.2f %%", CLI_NUMBER_WIDTH - 2, 100 * shown / before);
  putchar('\n');
}

static void print_energy(const cli_page* page) {
  const carom_result* result = page->result;
  const double before = result->energy_before;
  const bool gained = cli_without_noise(result->outcome.energy.restitution, before) < 0;
  cli_print_unit_title(page, "Energy", CLI_ENERGY);
  print_energy_row(page, "before", before);
  print_energy_row(page, "lost to friction", result->outcome.energy.friction);
  print_energy_row(page, gained ? "gained in restitution" : "lost to restitution",
                   fabs(result->outcome.energy.restitution));
  if (result->outcome.energy.spring != 0) print_energy_row(page, "left in springs", result->outcome.energy.spring);
  print_energy_row(page, "after", result->energy_after);
  if (result->outcome.model == CAROM_MODEL_SPATIAL)
    print_energy_row(page, "stored in compression (E_c)", result->outcome.law.spatial.outcome.stored);
  if (result->outcome.model != CAROM_MODEL_COMPLIANT || result->outcome.event_count == 0) return;
  print_energy_row(page, "held by the normal spring", result->outcome.law.compliant.outcome.stored);
}

static void print_one_contact(const cli_page* page) {
  const carom_model model = page->result->outcome.model;
  const bool in_space = page->scenario->dimension == 3;
  print_contact(page, 0);
  if (in_space && (model == CAROM_MODEL_SPATIAL || model == CAROM_MODEL_COMPLIANT)) cli_print_slip(page);
  print_events(page);
}

static void print_many_contacts(const cli_page* page) {
  cli_print_several_contacts(page);
  cli_print_states(page);
  cli_print_several_events(page);
}

void cli_print_tables(const cli_page* page) {
  if (page->result->outcome.model == CAROM_MODEL_SIMULTANEOUS) {
    print_many_contacts(page);
  } else {
    print_one_contact(page);
  }
  if (page->scenario->kind == CAROM_SCENARIO_BODIES) cli_print_bodies(page);
  if (page->scenario->kind == CAROM_SCENARIO_MECHANISM) print_mechanism(page);
  print_energy(page);
  cli_print_derivatives(page);
}
