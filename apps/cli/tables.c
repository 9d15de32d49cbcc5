/// @file tables.c
/// The numbers of a summary: six digits, aligned, with units. Who needs all digits asks for --json.
#include <math.h>

#include "summary.h"

enum { LABEL_WIDTH = 32, NUMBER_WIDTH = 14, MOST_ROWS = 24 };

/// Beside a value of size `scale`, less than this part of it is what rounding left.
static const double NOISE = 1e-13;

static void print_label(const char* text) {
  printf("  %-*s", LABEL_WIDTH - 2, text);
}

static void print_number(double x, double scale) {
  printf("%*.6g", NUMBER_WIDTH, fabs(x) <= NOISE * scale ? 0.0 : x);
}

static void print_heading(const cli_page* page, const char* title, int count, const char* const* columns) {
  putchar('\n');
  cli_print_heading(page, title);
  int width = 0;
  while (title[width] != '\0') width++;
  for (int i = 0; i < count; i++) printf("%*s", i > 0 ? NUMBER_WIDTH : NUMBER_WIDTH + LABEL_WIDTH - width, columns[i]);
  putchar('\n');
}

static double largest(int count, const double* values) {
  double most = 0;
  for (int i = 0; i < count; i++) most = fmax(most, fabs(values[i]));
  return most;
}

static void print_row(const char* label, int count, const double* values, double scale) {
  print_label(label);
  for (int i = 0; i < count; i++) print_number(values[i], scale);
  putchar('\n');
}

static double component(carom_vec3 vector, int axis) {
  return axis == 0 ? vector.x : axis == 1 ? vector.y : vector.z;
}

static const char* const world_axes[] = {"x", "y", "z"};

static void print_world_impulse(const carom_frame* frame, int dimension, const double* impulse) {
  double world[3];
  for (int i = 0; i < dimension; i++) {
    world[i] = impulse[0] * component(frame->t1, i) + impulse[dimension - 1] * component(frame->n, i);
    if (dimension == 3) world[i] += impulse[1] * component(frame->t2, i);
  }
  printf("%*s", LABEL_WIDTH, "");
  for (int i = 0; i < dimension; i++) printf("%*s", NUMBER_WIDTH, world_axes[i]);
  putchar('\n');
  print_row("impulse, world axes [N s]", dimension, world, largest(dimension, world));
}

static void print_contact(const cli_page* page, int index) {
  static const char* const plane_axes[] = {"tangential", "normal"};
  static const char* const space_axes[] = {"tangential 1", "tangential 2", "normal"};
  const int dimension = page->scenario->dimension;
  const carom_contact_result* contact = &page->result->contacts[index];
  const double speed = fmax(largest(dimension, contact->velocity_before), largest(dimension, contact->velocity_after));
  print_heading(page, "Contact", dimension, dimension == 2 ? plane_axes : space_axes);
  print_row("velocity before [m/s]", dimension, contact->velocity_before, speed);
  print_row("velocity after [m/s]", dimension, contact->velocity_after, speed);
  print_row("impulse [N s]", dimension, contact->impulse, largest(dimension, contact->impulse));
  if (page->scenario->kind != CAROM_SCENARIO_BODIES) return;
  const carom_touch* touch = &page->scenario->touches[index];
  print_world_impulse(&touch->frame, dimension, contact->impulse);
  fputs("  (of ", stdout);
  cli_put_text(stdout, page->scenario->body_info[touch->body_a].name, 40);
  fputs(" against ", stdout);
  cli_put_text(stdout, page->scenario->body_info[touch->body_b].name, 40);
  fputs(")\n", stdout);
}

static const char* event_in_words(carom_event_type type) {
  switch (type) {
    case CAROM_EVENT_COMPRESSION_END:
      return "compression ended";
    case CAROM_EVENT_RESTITUTION_END:
      return "the impact ended";
    case CAROM_EVENT_STICK:
      return "slip stopped: stuck";
    case CAROM_EVENT_SLIP:
      return "slip began";
    case CAROM_EVENT_REVERSE:
      return "slip stopped and turned back";
    default:
      return carom_event_word(type);
  }
}

static void print_events(const cli_page* page) {
  static const char* const columns[] = {"impulse [N s]"};
  const carom_result* result = page->result;
  if (result->event_count == 0) return;
  print_heading(page, "Events, by normal impulse", 1, columns);
  const double scale = result->events[result->event_count - 1].impulse_n;
  for (int i = 0; i < result->event_count; i++)
    print_row(event_in_words(result->events[i].type), 1, &result->events[i].impulse_n, scale);
}

static const char* const before_and_after[] = {"before", "after"};

static void print_change(const char* label, double before, double after, double scale) {
  print_label(label);
  print_number(before, scale);
  print_number(after, scale);
  putchar('\n');
}

/// Largest speed and spin among all bodies: what is noise beside them is zero.
typedef struct body_scale {
  double speed, spin;
} body_scale;

static body_scale scale_of(int count, const carom_body* before, const carom_body* after) {
  body_scale scale = {0};
  for (int i = 0; i < count; i++) {
    scale.speed = fmax(scale.speed, fmax(carom_vec3_norm(before[i].velocity), carom_vec3_norm(after[i].velocity)));
    scale.spin = fmax(scale.spin, fmax(carom_vec3_norm(before[i].spin), carom_vec3_norm(after[i].spin)));
  }
  return scale;
}

static void print_body(const char* name, int dimension, const carom_body* before, const carom_body* after,
                       body_scale scale) {
  static const char* const velocities[] = {"  velocity x [m/s]", "  velocity y [m/s]", "  velocity z [m/s]"};
  static const char* const spins[] = {"  spin x [rad/s]", "  spin y [rad/s]", "  spin z [rad/s]"};
  fputs("  ", stdout);
  cli_put_text(stdout, name, 60);
  putchar('\n');
  for (int i = 0; i < dimension; i++)
    print_change(velocities[i], component(before->velocity, i), component(after->velocity, i), scale.speed);
  if (before->kind != CAROM_BODY_FREE) return;
  if (dimension == 2) print_change("  spin [rad/s]", before->spin.z, after->spin.z, scale.spin);
  for (int i = 0; i < dimension && dimension == 3; i++)
    print_change(spins[i], component(before->spin, i), component(after->spin, i), scale.spin);
}

static void print_bodies(const cli_page* page) {
  const carom_scenario* scenario = page->scenario;
  const carom_result* result = page->result;
  const body_scale scale = scale_of(result->body_count, scenario->bodies, result->bodies_after);
  print_heading(page, "Bodies, world axes", 2, before_and_after);
  for (int i = 0; i < result->body_count; i++)
    if (scenario->bodies[i].kind != CAROM_BODY_FIXED)
      print_body(scenario->body_info[i].name, scenario->dimension, &scenario->bodies[i], &result->bodies_after[i],
                 scale);
}

static void print_mechanism(const cli_page* page) {
  const double* before = page->scenario->velocity;
  const double* after = page->result->velocity_after;
  const int dof = page->result->dof;
  const double scale = fmax(largest(dof, before), largest(dof, after));
  print_heading(page, "Mechanism", 2, before_and_after);
  for (int i = 0; i < dof && i < MOST_ROWS; i++) {
    char label[32];
    snprintf(label, sizeof label, "generalized velocity %d", i + 1);
    print_change(label, before[i], after[i], scale);
  }
  if (dof > MOST_ROWS) printf("  and %d more (--json gives all)\n", dof - MOST_ROWS);
}

static void print_energy_row(const char* label, double joule, double before) {
  const double shown = fabs(joule) <= NOISE * before ? 0.0 : joule;
  print_label(label);
  print_number(shown, 0);
  if (before > 0) printf("%*.2f %%", NUMBER_WIDTH - 2, 100 * shown / before);
  putchar('\n');
}

static void print_energy(const cli_page* page) {
  const carom_result* result = page->result;
  const double before = result->energy_before;
  const bool gained = result->energy.restitution < -NOISE * before;
  print_heading(page, "Energy [J]", 0, NULL);
  print_energy_row("before", before, before);
  print_energy_row("lost to friction", result->energy.friction, before);
  print_energy_row(gained ? "gained in restitution" : "lost to restitution", fabs(result->energy.restitution), before);
  if (result->energy.spring != 0) print_energy_row("left in springs", result->energy.spring, before);
  print_energy_row("after", result->energy_after, before);
}

void cli_print_tables(const cli_page* page) {
  for (int i = 0; i < page->result->contact_count; i++) print_contact(page, i);
  print_events(page);
  if (page->scenario->kind == CAROM_SCENARIO_BODIES) print_bodies(page);
  if (page->scenario->kind == CAROM_SCENARIO_MECHANISM) print_mechanism(page);
  print_energy(page);
}
