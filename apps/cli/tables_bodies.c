/// @file tables_bodies.c
/// The bodies of a summary: velocities and spins before and after, and what an encounter of two did to them.
#include <math.h>

#include "summary.h"

const char* const cli_before_and_after[] = {"before", "after"};

/// One body on its way to the page.
typedef struct body_page {
  const cli_page* page;
  const carom_body *before, *after;
  double speed, spin;  ///< the largest of all bodies: what is noise beside them is zero
} body_page;

static void find_scale(const cli_page* page, body_page* out) {
  const carom_body *before = page->scenario->bodies, *after = page->result->bodies_after;
  for (int i = 0; i < page->result->body_count; ++i) {
    out->speed = fmax(out->speed, fmax(carom_vec3_norm(before[i].velocity), carom_vec3_norm(after[i].velocity)));
    out->spin = fmax(out->spin, fmax(carom_vec3_norm(before[i].spin), carom_vec3_norm(after[i].spin)));
  }
}

/// Before and after. Among many bodies, what is zero both times is left out.
static void print_change(const cli_page* page, cli_row row) {
  const bool brief = page->result->outcome.model == CAROM_MODEL_SIMULTANEOUS;
  const bool still =
      cli_without_noise(row.values[0], row.scale) == 0 && cli_without_noise(row.values[1], row.scale) == 0;
  if (!brief || !still) cli_print_amounts(page, row);
}

static void print_velocity(const body_page* body) {
  static const char* const labels[] = {"  velocity x", "  velocity y", "  velocity z"};
  for (int i = 0; i < body->page->scenario->dimension; ++i) {
    const double values[] = {cli_component(body->before->velocity, i), cli_component(body->after->velocity, i)};
    print_change(body->page, (cli_row){labels[i], CLI_SPEED, 2, values, body->speed});
  }
}

static void print_spin(const body_page* body) {
  static const char* const labels[] = {"  spin x", "  spin y", "  spin z"};
  const bool in_plane = body->page->scenario->dimension == 2;
  for (int i = in_plane ? 2 : 0; i < 3; ++i) {
    const double values[] = {cli_component(body->before->spin, i), cli_component(body->after->spin, i)};
    print_change(body->page, (cli_row){in_plane ? "  spin" : labels[i], CLI_RATE, 2, values, body->spin});
  }
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
static void print_what_changed(const body_page* body) {
  const int dimension = body->page->scenario->dimension;
  const carom_body_change change = carom_body_change_between(dimension, body->before, body->after);
  if (dimension == 2) {
    cli_print_label("  direction [deg]");
    print_angle(change.approach_angle);
    print_angle(change.departure_angle);
    putchar('\n');
  }
  cli_print_label_of(body->page, "  delta-V", CLI_SPEED);
  printf("%*s", CLI_NUMBER_WIDTH, "");
  cli_print_amount(body->page, CLI_SPEED, change.delta_v, body->speed);
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
  cli_print_amounts(page, (cli_row){"closing speed", CLI_SPEED, 1, &speed, speed});
}

static void print_body(const body_page* body, const char* name) {
  fputs("  ", stdout);
  cli_put_text(stdout, name, 60);
  putchar('\n');
  print_velocity(body);
  if (body->before->kind == CAROM_BODY_FREE) print_spin(body);
  if (is_encounter(body->page->scenario)) print_what_changed(body);
}

void cli_print_bodies(const cli_page* page) {
  const carom_scenario* scenario = page->scenario;
  const carom_result* result = page->result;
  body_page body = {.page = page};
  int count = 0;
  find_scale(page, &body);
  cli_print_columns(page, "Bodies, world axes", 2, cli_before_and_after);
  for (int i = 0; i < result->body_count; ++i) {
    if (scenario->bodies[i].kind == CAROM_BODY_FIXED || count++ >= CLI_MOST_ROWS) continue;
    body.before = &scenario->bodies[i];
    body.after = &result->bodies_after[i];
    print_body(&body, scenario->body_info[i].name);
  }
  cli_print_more(count, count);
  if (is_encounter(scenario)) print_closing_speed(page);
}
