/// @file tables.c
/// The numbers of a summary, with units.
#include <math.h>

#include "summary.h"

static double component(carom_vec3 vector, int axis) {
  return axis == 0 ? vector.x : axis == 1 ? vector.y : vector.z;
}

static const char* const world_axes[] = {"x", "y", "z"};

static void print_world_impulse(const carom_frame* frame, int dimension, const double* impulse) {
  double world[3];
  for (int i = 0; i < dimension; ++i) {
    world[i] = impulse[0] * component(frame->t1, i) + impulse[dimension - 1] * component(frame->n, i);
    if (dimension == 3) world[i] += impulse[1] * component(frame->t2, i);
  }
  printf("%*s", CLI_LABEL_WIDTH, "");
  for (int i = 0; i < dimension; ++i) printf("%*s", CLI_NUMBER_WIDTH, world_axes[i]);
  putchar('\n');
  cli_print_row("impulse, world axes [N s]", dimension, world, cli_largest(dimension, world));
}

static void print_contact(const cli_page* page, int index) {
  static const char* const plane_axes[] = {"tangential", "normal"};
  static const char* const space_axes[] = {"tangential 1", "tangential 2", "normal"};
  const int dimension = page->scenario->dimension;
  const carom_impact_contact* contact = &page->result->contacts[index];
  const double speed =
      fmax(cli_largest(dimension, contact->velocity_before), cli_largest(dimension, contact->velocity_after));
  cli_print_columns(page, "Contact", dimension, dimension == 2 ? plane_axes : space_axes);
  cli_print_row("velocity before [m/s]", dimension, contact->velocity_before, speed);
  cli_print_row("velocity after [m/s]", dimension, contact->velocity_after, speed);
  cli_print_row("impulse [N s]", dimension, contact->impulse, cli_largest(dimension, contact->impulse));
  if (page->scenario->kind != CAROM_SCENARIO_BODIES) return;
  const carom_touch* touch = &page->scenario->touches[index];
  print_world_impulse(&touch->frame, dimension, contact->impulse);
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

static void print_events(const cli_page* page) {
  static const char* const columns[] = {"impulse [N s]"};
  const carom_result* result = page->result;
  if (result->outcome.event_count == 0) return;
  cli_print_columns(page, "Events, by normal impulse", 1, columns);
  const double scale = result->events[result->outcome.event_count - 1].impulse_n;
  for (int i = 0; i < result->outcome.event_count && i < CLI_MOST_ROWS; ++i)
    cli_print_row(label_of_event(result, i), 1, &result->events[i].impulse_n, scale);
  cli_print_more(result->outcome.event_total, result->outcome.event_count);
}

static const char* const before_and_after[] = {"before", "after"};

static void print_change(const char* label, double before, double after, double scale) {
  cli_print_label(label);
  cli_print_number(before, scale);
  cli_print_number(after, scale);
  putchar('\n');
}

/// Largest speed and spin among all bodies: what is noise beside them is zero.
typedef struct body_scale {
  double speed, spin;
} body_scale;

static body_scale scale_of(int count, const carom_body* before, const carom_body* after) {
  body_scale scale = {0};
  for (int i = 0; i < count; ++i) {
    scale.speed = fmax(scale.speed, fmax(carom_vec3_norm(before[i].velocity), carom_vec3_norm(after[i].velocity)));
    scale.spin = fmax(scale.spin, fmax(carom_vec3_norm(before[i].spin), carom_vec3_norm(after[i].spin)));
  }
  return scale;
}

/// Among many bodies, what is zero before and after is left out.
static void print_rates(const char* const* labels, int count, double rates[][2], double scale, bool brief) {
  for (int i = 0; i < count; ++i) {
    const bool still = cli_without_noise(rates[i][0], scale) == 0 && cli_without_noise(rates[i][1], scale) == 0;
    if (!brief || !still) print_change(labels[i], rates[i][0], rates[i][1], scale);
  }
}

static void print_velocity(int dimension, const carom_body* before, const carom_body* after, double scale, bool brief) {
  static const char* const labels[] = {"  velocity x [m/s]", "  velocity y [m/s]", "  velocity z [m/s]"};
  double rates[3][2];
  for (int i = 0; i < 3; ++i) {
    rates[i][0] = component(before->velocity, i);
    rates[i][1] = component(after->velocity, i);
  }
  print_rates(labels, dimension, rates, scale, brief);
}

static void print_spin(int dimension, const carom_body* before, const carom_body* after, double scale, bool brief) {
  static const char* const in_plane[] = {"  spin [rad/s]"};
  static const char* const in_space[] = {"  spin x [rad/s]", "  spin y [rad/s]", "  spin z [rad/s]"};
  const int first = dimension == 2 ? 2 : 0;
  double rates[3][2];
  for (int i = first; i < 3; ++i) {
    rates[i - first][0] = component(before->spin, i);
    rates[i - first][1] = component(after->spin, i);
  }
  print_rates(dimension == 2 ? in_plane : in_space, 3 - first, rates, scale, brief);
}

/// An angle in degrees, or a dash where there is no direction.
static void print_angle(double radians) {
  if (isnan(radians))
    printf("%*s", CLI_NUMBER_WIDTH, "-");
  else
    cli_print_number(cli_degrees(radians), 360);
}

/// Two bodies that can both move, at one contact.
static bool is_encounter(const carom_scenario* scenario) {
  if (scenario->contact_count != 1) return false;
  const carom_touch* touch = &scenario->touches[0];
  return scenario->bodies[touch->body_a].kind != CAROM_BODY_FIXED &&
         scenario->bodies[touch->body_b].kind != CAROM_BODY_FIXED;
}

/// What the impact did to one of two bodies, in the terms of accident reconstruction.
static void print_what_changed(int dimension, const carom_body* before, const carom_body* after, double scale) {
  const carom_body_change change = carom_body_change_between(dimension, before, after);
  if (dimension == 2) {
    cli_print_label("  direction [deg]");
    print_angle(change.approach_angle);
    print_angle(change.departure_angle);
    putchar('\n');
  }
  cli_print_label("  delta-V [m/s]");
  printf("%*s", CLI_NUMBER_WIDTH, "");
  cli_print_number(change.delta_v, scale);
  putchar('\n');
  if (isnan(change.pdof)) return;
  cli_print_label("  force from (PDOF) [deg]");
  printf("%*s", CLI_NUMBER_WIDTH, "");
  print_angle(change.pdof);
  putchar('\n');
}

static void print_closing_speed(const cli_page* page) {
  const carom_touch* touch = &page->scenario->touches[0];
  const carom_body* bodies = page->scenario->bodies;
  const double speed = carom_closing_speed(&bodies[touch->body_a], &bodies[touch->body_b]);
  cli_print_row("closing speed [m/s]", 1, &speed, speed);
}

static void print_body(const cli_page* page, int index, body_scale scale) {
  const int dimension = page->scenario->dimension;
  const carom_body* before = &page->scenario->bodies[index];
  const carom_body* after = &page->result->bodies_after[index];
  const bool brief = page->result->outcome.model == CAROM_MODEL_SIMULTANEOUS;
  fputs("  ", stdout);
  cli_put_text(stdout, page->scenario->body_info[index].name, 60);
  putchar('\n');
  print_velocity(dimension, before, after, scale.speed, brief);
  if (before->kind == CAROM_BODY_FREE) print_spin(dimension, before, after, scale.spin, brief);
  if (is_encounter(page->scenario)) print_what_changed(dimension, before, after, scale.speed);
}

static void print_bodies(const cli_page* page) {
  const carom_scenario* scenario = page->scenario;
  const carom_result* result = page->result;
  const body_scale scale = scale_of(result->body_count, scenario->bodies, result->bodies_after);
  int count = 0;
  cli_print_columns(page, "Bodies, world axes", 2, before_and_after);
  for (int i = 0; i < result->body_count; ++i)
    if (scenario->bodies[i].kind != CAROM_BODY_FIXED && count++ < CLI_MOST_ROWS) print_body(page, i, scale);
  cli_print_more(count, count);
  if (is_encounter(scenario)) print_closing_speed(page);
}

static void print_mechanism(const cli_page* page) {
  const double* before = page->scenario->velocity;
  const double* after = page->result->velocity_after;
  const int dof = page->result->dof;
  const double scale = fmax(cli_largest(dof, before), cli_largest(dof, after));
  cli_print_columns(page, "Mechanism", 2, before_and_after);
  for (int i = 0; i < dof && i < CLI_MOST_ROWS; ++i) {
    char label[40];
    snprintf(label, sizeof label, "generalized velocity %d", i + 1);
    print_change(label, before[i], after[i], scale);
  }
  cli_print_more(dof, dof);
}

static void print_energy_row(const char* label, double joule, double before) {
  const double shown = cli_without_noise(joule, before);
  cli_print_label(label);
  cli_print_number(shown, 0);
  if (before > 0) printf("%*.2f %%", CLI_NUMBER_WIDTH - 2, 100 * shown / before);
  putchar('\n');
}

static void print_energy(const cli_page* page) {
  const carom_result* result = page->result;
  const double before = result->energy_before;
  const bool gained = cli_without_noise(result->outcome.energy.restitution, before) < 0;
  cli_print_columns(page, "Energy [J]", 0, NULL);
  print_energy_row("before", before, before);
  print_energy_row("lost to friction", result->outcome.energy.friction, before);
  print_energy_row(gained ? "gained in restitution" : "lost to restitution", fabs(result->outcome.energy.restitution),
                   before);
  if (result->outcome.energy.spring != 0) print_energy_row("left in springs", result->outcome.energy.spring, before);
  print_energy_row("after", result->energy_after, before);
  if (result->outcome.model == CAROM_MODEL_SPATIAL)
    print_energy_row("stored in compression (E_c)", result->outcome.law.spatial.outcome.stored, before);
  if (result->outcome.model != CAROM_MODEL_COMPLIANT || result->outcome.event_count == 0) return;
  print_energy_row("held by the normal spring", result->outcome.law.compliant.outcome.stored, before);
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
  if (page->scenario->kind == CAROM_SCENARIO_BODIES) print_bodies(page);
  if (page->scenario->kind == CAROM_SCENARIO_MECHANISM) print_mechanism(page);
  print_energy(page);
}
