/// @file simulate_table.c
/// A simulation for people: what happened in a sentence, then impacts, phases, the end and the energy.
#include <math.h>

#include "simulate.h"

enum { WHAT_WIDTH = 22, TIME_WIDTH = 14, SPEED_WIDTH = 11, NAME_WIDTH = 12, FIRST_ROWS = 18, LAST_ROWS = 4 };

/// One simulation on its way to the page.
typedef struct motion_page {
  cli_page page;
  const carom_simulation* simulation;
} motion_page;

/// "  tip                     0.537965803"
static void print_start(const char* what, double time) {
  fputs("  ", stdout);
  cli_print_cell(what, WHAT_WIDTH - 2);
  printf("%*.9g", TIME_WIDTH, time);
}

/// An empty line, a title, and the rest of its line.
static void print_title(const motion_page* sheet, const char* title, const char* rest) {
  putchar('\n');
  cli_print_heading(&sheet->page, title);
  puts(rest);
}

/// In the plane with its sign; in space the speed of slip.
static double tangential(int dimension, const double* velocity) {
  return dimension == 2 ? velocity[0] : hypot(velocity[0], velocity[1]);
}

static void print_impact(const motion_page* sheet, int index) {
  const carom_simulation_impact* logged = &sheet->simulation->impacts[index];
  const carom_motion_impact* impact = &logged->impact;
  const int dimension = sheet->page.scenario->dimension;
  const double speeds[] = {tangential(dimension, impact->velocity_before), impact->velocity_before[dimension - 1],
                           tangential(dimension, impact->velocity_after), impact->velocity_after[dimension - 1]};
  print_start(logged->what, impact->time);
  for (int i = 0; i < 4; ++i) printf("%*.4g", SPEED_WIDTH, cli_without_noise(speeds[i], cli_largest(4, speeds)));
  printf("%*.6g  %s\n", SPEED_WIDTH + 1, impact->energy, impact->mode);
}

static void print_impacts(const motion_page* sheet) {
  const int count = sheet->simulation->impact_count;
  if (count == 0) return;
  print_title(sheet, "Impacts",
              "                     time [s]  before: t          n   after: t          n  energy [J]  mode");
  const bool all = count <= FIRST_ROWS + LAST_ROWS + 1;
  for (int i = 0; i < (all ? count : FIRST_ROWS); ++i) print_impact(sheet, i);
  if (all) return;
  printf("  and %d more (--json gives all), the last of them:\n", count - FIRST_ROWS);
  for (int i = count - LAST_ROWS; i < count; ++i) print_impact(sheet, i);
}

static void print_phase(const carom_simulation_phase* phase) {
  print_start(phase->what, phase->from);
  printf("%*.9g  %s\n", TIME_WIDTH, phase->to, carom_phase_word(phase->phase));
}

static void print_phases(const motion_page* sheet) {
  const int count = sheet->simulation->phase_count;
  if (count == 0) return;
  print_title(sheet, "Phases", "                      from [s]        to [s]  state");
  const bool all = count <= FIRST_ROWS + LAST_ROWS + 1;
  for (int i = 0; i < (all ? count : FIRST_ROWS); ++i) print_phase(&sheet->simulation->phases[i]);
  if (all) return;
  printf("  and %d more (--json gives all), the last of them:\n", count - FIRST_ROWS);
  for (int i = count - LAST_ROWS; i < count; ++i) print_phase(&sheet->simulation->phases[i]);
}

static void print_chain(const motion_page* sheet) {
  static const char* const columns[] = {"angle [rad]", "rate [rad/s]"};
  const int links = sheet->page.scenario->chain.link_count;
  const double* state = sheet->simulation->end_state;
  cli_print_columns(&sheet->page, "At the end", 2, columns);
  for (int i = 0; i < links; ++i) {
    char label[32];
    snprintf(label, sizeof label, "link %d", i + 1);
    const double values[] = {state[i], state[links + i]};
    cli_print_row(label, 2, values, 0);
  }
}

/// "  box         position [m]", and as many numbers as there are axes.
static void print_vector(const char* name, const char* what, int count, carom_vec3 vector) {
  const double values[] = {vector.x, vector.y, vector.z};
  fputs("  ", stdout);
  cli_print_cell(name, NAME_WIDTH);
  printf("%-*s", CLI_LABEL_WIDTH - NAME_WIDTH - 2, what);
  for (int i = 0; i < count; ++i) cli_print_number(values[i], cli_largest(count, values));
  putchar('\n');
}

static void print_body(const motion_page* sheet, int index) {
  const int dimension = sheet->page.scenario->dimension;
  const carom_body* body = &sheet->simulation->bodies_after[index];
  const char* name = sheet->page.scenario->body_info[index].name;
  const bool turns = !sheet->page.scenario->motion.has_cloth;
  print_vector(name, "position [m]", dimension, body->position);
  if (dimension == 2 && turns)
    print_vector("", "angle [rad]", 1, (carom_vec3){sheet->simulation->angles_after[index], 0, 0});
  print_vector("", "velocity [m/s]", dimension, body->velocity);
  print_vector("", "spin [rad/s]", dimension == 2 ? 1 : 3,
               dimension == 2 ? (carom_vec3){body->spin.z, 0, 0} : body->spin);
}

static void print_bodies(const motion_page* sheet) {
  static const char* const axes[] = {"x", "y", "z"};
  const carom_simulation* simulation = sheet->simulation;
  cli_print_columns(&sheet->page, "At the end", sheet->page.scenario->dimension, axes);
  for (int i = 0; i < simulation->mover_count && i < CLI_MOST_ROWS; ++i) print_body(sheet, simulation->movers[i].body);
  cli_print_more(simulation->mover_count, simulation->mover_count);
}

static void print_energy(const motion_page* sheet) {
  static const char* const columns[] = {"[J]"};
  const carom_simulation* simulation = sheet->simulation;
  const double values[] = {simulation->energy_start, simulation->impact_loss, simulation->friction_loss,
                           simulation->energy_end};
  static const char* const labels[] = {"at the start", "lost in impacts", "lost to friction", "at the end"};
  cli_print_columns(&sheet->page, "Energy, with gravity", 1, columns);
  for (int i = 0; i < 4; ++i) cli_print_row(labels[i], 1, &values[i], cli_largest(4, values));
}

/// When the last thing came to rest; NaN while something moves.
static double rest_since(const carom_simulation* simulation) {
  double since = 0;
  for (int i = 0; i < simulation->phase_count; ++i) {
    const carom_simulation_phase* phase = &simulation->phases[i];
    if (phase->to < simulation->end_time) continue;
    if (phase->phase != CAROM_PHASE_REST) return (double)NAN;
    since = fmax(since, phase->from);
  }
  return simulation->phase_count > 0 ? since : (double)NAN;
}

static void print_story(const motion_page* sheet) {
  const carom_simulation* simulation = sheet->simulation;
  const char* title = sheet->page.scenario->title;
  cli_print_heading(&sheet->page, title ? title : cli_shown_name(sheet->page.file));
  putchar('\n');
  if (simulation->mover_count == 1) {
    cli_put_text(stdout, simulation->movers[0].body < 0 ? "The chain" : simulation->movers[0].name, 40);
  } else {
    printf("%d bodies", simulation->mover_count);
  }
  const int count = simulation->impact_count;
  printf(", followed for %.9g s: ", simulation->end_time);
  if (count == 0) fputs("no impact", stdout);
  if (count > 0) printf("%d impact%s", count, count == 1 ? "" : "s");
  const double since = rest_since(simulation);
  if (isnan(since)) {
    puts(".");
  } else {
    printf("; at rest from t = %.9g s on.\n", since);
  }
}

/// Every motion that comes to rest ends in impacts slower than its cut-off: that is no news.
static void print_warnings(const motion_page* sheet) {
  const unsigned news = sheet->simulation->warnings & ~(unsigned)CAROM_WARN_FORCED_PLASTIC;
  cli_print_warnings(&sheet->page, news, sheet->simulation->error);
  if (sheet->simulation->cut) cli_print_note(&sheet->page, "cut: it was stopped before its end");
  cli_print_doubts(&sheet->page);
}

void cli_print_simulation(const char* file, const carom_scenario* scenario, const carom_simulation* simulation) {
  const motion_page sheet = {.page = cli_open_page(file, scenario, NULL), .simulation = simulation};
  print_story(&sheet);
  print_warnings(&sheet);
  print_impacts(&sheet);
  print_phases(&sheet);
  if (simulation->end_state) {
    print_chain(&sheet);
  } else {
    print_bodies(&sheet);
  }
  print_energy(&sheet);
}
