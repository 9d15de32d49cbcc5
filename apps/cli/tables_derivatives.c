/// @file tables_derivatives.c
/// How the outcome changes with its inputs, for people.
#include <math.h>

#include "summary.h"

/// Coordinates of a mechanism that fit a line.
enum { MOST_COORDINATES = 6 };

static double largest_of(const carom_jacobian* j, int dimension, bool impulse, int column) {
  double most = 0;
  for (int row = 0; row < dimension; ++row) {
    const double x = impulse ? j->d_impulse[row][column] : j->d_velocity[row][column];
    if (x > most || -x > most) most = x > 0 ? x : -x;
  }
  return most;
}

static void print_row(const carom_jacobian* j, int dimension, const char* input, int column) {
  cli_print_label(input);
  for (int row = 0; row < dimension; ++row)
    cli_print_number(j->d_impulse[row][column], largest_of(j, dimension, true, column));
  for (int row = 0; row < dimension; ++row)
    cli_print_number(j->d_velocity[row][column], largest_of(j, dimension, false, column));
  putchar('\n');
}

/// The name of an input of two bodies.
static void name_input(const carom_scenario* scenario, int input, int size, char* name) {
  static const char* const others[] = {"contact x", "contact y", "contact z", "mu", "e"};
  const carom_touch* touch = scenario->touches;
  if (input >= CAROM_BODIES_POINT)
    snprintf(name, (size_t)size, "%s", others[input - CAROM_BODIES_POINT]);
  else
    snprintf(name, (size_t)size, "%.16s.%s",
             scenario->body_info[input < CAROM_BODY_INPUTS ? touch->body_a : touch->body_b].name,
             carom_body_input_word((carom_body_input)(input % CAROM_BODY_INPUTS)));
}

/// Motion after of one of the two bodies, by what they bring along.
static void print_body(const cli_page* page, int side) {
  static const char* const names[] = {"velocity x", "velocity y", "velocity z", "spin x", "spin y", "spin z"};
  static const char* const in_plane[] = {"velocity x", "velocity y", "spin"};
  static const int plane_rows[] = {0, 1, 5}, space_rows[] = {0, 1, 2, 3, 4, 5};
  const carom_scenario* s = page->scenario;
  const carom_bodies system = {s->dimension, s->body_count, s->bodies, 1, s->touches};
  const int body = side ? s->touches->body_b : s->touches->body_a, count = s->dimension == 2 ? 3 : 6;
  const int* rows = s->dimension == 2 ? plane_rows : space_rows;
  if (s->bodies[body].kind == CAROM_BODY_FIXED) return;
  char title[64], name[64];
  snprintf(title, sizeof title, "Of %.20s, world axes", s->body_info[body].name);
  cli_print_columns(page, title, count, s->dimension == 2 ? in_plane : names);
  for (int input = 0; input < CAROM_BODIES_INPUTS; ++input) {
    if (!carom_bodies_has_input(&system, input)) continue;
    double values[6], most = 0;
    for (int i = 0; i < count; ++i) {
      values[i] = page->result->body_derivatives->d[side * CAROM_BODY_OUTPUTS + rows[i]][input];
      most = fabs(values[i]) > most ? fabs(values[i]) : most;
    }
    name_input(s, input, sizeof name, name);
    cli_print_label(name);
    for (int i = 0; i < count; ++i) cli_print_number(values[i], most);
    putchar('\n');
  }
}

/// The velocity of a mechanism after, a column each, by that before, mu and e.
static void print_velocities(const cli_page* page) {
  const int n = page->result->dof, shown = n < MOST_COORDINATES ? n : MOST_COORDINATES;
  char names[MOST_COORDINATES + 1][64];
  const char* columns[MOST_COORDINATES] = {NULL};
  for (int i = 0; i < shown; ++i) {
    if (page->scenario->coordinate_names)
      carom_scenario_coordinate_name(page->scenario, i, CLI_NUMBER_WIDTH - 1, names[i]);
    else
      snprintf(names[i], sizeof names[i], "velocity %d", i);
    columns[i] = names[i];
  }
  cli_print_columns(page, "Of the velocity after", shown, columns);
  for (int k = 0; k < n + 2; ++k) {
    char* name = names[MOST_COORDINATES];
    if (k < n)
      carom_scenario_coordinate_name(page->scenario, k, sizeof names[0], name);
    else
      snprintf(name, sizeof names[0], "%s", k == n ? "mu" : "e");
    cli_print_label(name);
    for (int i = 0; i < shown; ++i) cli_print_number(page->result->velocity_derivatives[i * (n + 2) + k], 0);
    putchar('\n');
  }
  if (shown < n) printf("  and of %d coordinates more; --json has all\n", n - shown);
}

static void print_models(const cli_page* page) {
  if (page->result->body_derivatives)
    for (int side = 0; side < 2; ++side) print_body(page, side);
  if (page->result->velocity_derivatives) print_velocities(page);
}

/// SI units whatever --units says: most of them have no name elsewhere.
void cli_print_derivatives(const cli_page* page) {
  static const char* const plane[] = {"impulse t", "impulse n", "velocity t", "velocity n"};
  static const char* const space[] = {"impulse x", "impulse y", "impulse z", "velocity x", "velocity y", "velocity z"};
  const carom_jacobian* j = page->result->derivatives;
  if (!j) return;
  const int dimension = page->scenario->dimension;
  cli_print_columns(page, "Derivatives, SI units", 2 * dimension, dimension == 2 ? plane : space);
  int column = 0;
  for (unsigned bit = 1; bit <= j->wrt; bit <<= 1)
    if (j->wrt & bit) print_row(j, dimension, carom_wrt_word((carom_wrt)bit, dimension), column++);
  const carom_smoothness* near = &j->smoothness;
  if (near->boundary != CAROM_BOUNDARY_NONE)
    printf("  the next %s, %.2g away: where %s\n", carom_smooth_word(near->kind), near->margin,
           carom_boundary_meaning(near->boundary));
  print_models(page);
}
