/// @file simulate_table.c
/// A simulation for people: what happened in a sentence, then impacts, phases, the end and the energy.
#include <math.h>

#include "simulate.h"

enum { NAME_WIDTH = 12 };

static void print_chain(const cli_motion_page* sheet) {
  static const cli_heading columns[] = {{"angle", CLI_ANGLE}, {"rate", CLI_RATE}};
  const int links = sheet->page.scenario->chain.link_count;
  const double* state = sheet->simulation->end_state;
  cli_print_headings(&sheet->page, "At the end", 2, columns);
  for (int i = 0; i < links; ++i) {
    char label[32];
    snprintf(label, sizeof label, "link %d", i);
    cli_print_label(label);
    cli_print_amount(&sheet->page, CLI_ANGLE, state[i], 0);
    cli_print_amount(&sheet->page, CLI_RATE, state[links + i], 0);
    putchar('\n');
  }
}

/// "  box         position [m]", and as many numbers as there are axes.
static void print_vector(const cli_page* page, const char* name, cli_heading what, int count, carom_vec3 vector) {
  const double values[] = {vector.x, vector.y, vector.z};
  char label[CLI_NAME_SIZE];
  snprintf(label, sizeof label, "%s [%s]", what.text, cli_unit(page, what.quantity));
  fputs("  ", stdout);
  cli_print_cell(name, NAME_WIDTH);
  printf("%-*s", CLI_LABEL_WIDTH - NAME_WIDTH - 2, label);
  for (int i = 0; i < count; ++i) cli_print_amount(page, what.quantity, values[i], cli_largest(count, values));
  putchar('\n');
}

static void print_body(const cli_motion_page* sheet, int index) {
  const cli_page* page = &sheet->page;
  const int dimension = page->scenario->dimension;
  const carom_body* body = &sheet->simulation->bodies_after[index];
  const char* name = page->scenario->body_info[index].name;
  const bool turns = !page->scenario->motion.has_cloth && !page->scenario->table;
  print_vector(page, name, (cli_heading){"position", CLI_LENGTH}, dimension, body->position);
  if (dimension == 2 && turns)
    print_vector(page, "", (cli_heading){"angle", CLI_ANGLE}, 1,
                 (carom_vec3){sheet->simulation->angles_after[index], 0, 0});
  print_vector(page, "", (cli_heading){"velocity", CLI_SPEED}, dimension, body->velocity);
  print_vector(page, "", (cli_heading){"spin", CLI_RATE}, dimension == 2 ? 1 : 3,
               dimension == 2 ? (carom_vec3){body->spin.z, 0, 0} : body->spin);
}

static void print_bodies(const cli_motion_page* sheet) {
  static const char* const axes[] = {"x", "y", "z"};
  const carom_simulation* simulation = sheet->simulation;
  cli_print_columns(&sheet->page, "At the end", sheet->page.scenario->dimension, axes);
  for (int i = 0; i < simulation->mover_count && i < CLI_MOST_ROWS; ++i) print_body(sheet, simulation->movers[i].body);
  cli_print_more(simulation->mover_count, simulation->mover_count);
}

static void print_energy_row(const cli_page* page, const char* label, double joule, double scale) {
  cli_print_label(label);
  cli_print_amount(page, CLI_ENERGY, joule, scale);
  putchar('\n');
}

static void print_energy(const cli_motion_page* sheet) {
  const carom_simulation* simulation = sheet->simulation;
  const carom_table_ledger* ledger = &simulation->ledger;
  const double values[] = {simulation->energy_start,  ledger->strokes,  simulation->impact_loss,
                           simulation->friction_loss, ledger->pocketed, simulation->energy_end};
  static const char* const labels[] = {"at the start",     "given by strokes",    "lost in impacts",
                                       "lost to friction", "gone with the balls", "at the end"};
  cli_print_headings(&sheet->page, "Energy, with gravity", 1, &(cli_heading){"", CLI_ENERGY});
  for (int i = 0; i < 6; ++i) {
    const bool only_on_tables = i == 1 || i == 4;
    if (!only_on_tables || values[i] != 0) print_energy_row(&sheet->page, labels[i], values[i], cli_largest(6, values));
  }
}

/// When the last thing came to rest; NaN while something moves.
static double rest_since(const carom_simulation* simulation) {
  double since = 0;
  for (int i = 0; i < simulation->phase_count; ++i) {
    const carom_simulation_phase* phase = &simulation->phases[i];
    if (phase->to < simulation->end_time) continue;
    if (phase->phase == CAROM_PHASE_POCKETED || phase->phase == CAROM_PHASE_OFF) continue;
    if (phase->phase != CAROM_PHASE_REST) return (double)NAN;
    since = fmax(since, phase->from);
  }
  return simulation->phase_count > 0 ? since : (double)NAN;
}

static void print_story(const cli_motion_page* sheet) {
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
  const char* what = sheet->page.scenario->table ? "contact" : "impact";
  printf(", followed for %.9g s: ", simulation->end_time);
  if (count == 0) printf("no %s", what);
  if (count > 0) printf("%d %s%s", count, what, count == 1 ? "" : "s");
  const double since = rest_since(simulation);
  if (isnan(since)) {
    puts(".");
  } else {
    printf("; at rest from t = %.9g s on.\n", since);
  }
}

/// Every motion that comes to rest ends in impacts slower than its cut-off: that is no news.
static void print_warnings(const cli_motion_page* sheet) {
  const unsigned news = sheet->simulation->warnings & ~(unsigned)CAROM_WARN_FORCED_PLASTIC;
  cli_print_warnings(&sheet->page, news, sheet->simulation->error);
  if (sheet->simulation->cut) cli_print_note(&sheet->page, "cut: it was stopped before its end");
  cli_print_doubts(&sheet->page);
}

void cli_print_simulation(const cli_motion_page* sheet) {
  print_story(sheet);
  print_warnings(sheet);
  if (sheet->page.scenario->table) {
    cli_print_hits(sheet);
  } else {
    cli_print_impacts(sheet);
  }
  cli_print_phases(sheet);
  if (sheet->simulation->end_state) {
    print_chain(sheet);
  } else {
    print_bodies(sheet);
  }
  print_energy(sheet);
}
