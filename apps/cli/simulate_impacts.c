/// @file simulate_impacts.c
/// The impacts and phases of a simulation. Many bounces that grow ever smaller are one line, unless all are asked for.
#include <math.h>
#include <string.h>

#include "simulate.h"

enum { WHAT_WIDTH = 22, TIME_WIDTH = 14, SPEED_WIDTH = 11, FIRST_ROWS = 18, LAST_ROWS = 4 };

/// Of the largest normal speed of all impacts: slower ones are small.
static const double SMALL = 0.01;

/// One line of the table: an impact, or a run of small ones.
typedef struct line {
  int first, count;
} line;

/// "  tip                     0.537965803"
static void print_start(const char* what, double time) {
  fputs("  ", stdout);
  cli_print_cell(what, WHAT_WIDTH - 2);
  printf("%*.9g", TIME_WIDTH, time);
}

/// In the plane with its sign; in space the speed of slip.
static double tangential(int dimension, const double* velocity) {
  return dimension == 2 ? velocity[0] : hypot(velocity[0], velocity[1]);
}

/// Wide enough for "energy [J]" and its likes.
static int energy_width(const cli_page* page) {
  return SPEED_WIDTH + (int)strlen(cli_unit(page, CLI_ENERGY));
}

static void print_impact(const cli_motion_page* sheet, int index) {
  const cli_page* page = &sheet->page;
  const carom_simulation_impact* logged = &sheet->simulation->impacts[index];
  const carom_motion_impact* impact = &logged->impact;
  const int dimension = page->scenario->dimension;
  const double speeds[] = {tangential(dimension, impact->velocity_before), impact->velocity_before[dimension - 1],
                           tangential(dimension, impact->velocity_after), impact->velocity_after[dimension - 1]};
  print_start(logged->what, impact->time);
  for (int i = 0; i < 4; ++i)
    printf("%*.4g", SPEED_WIDTH, cli_amount(page, CLI_SPEED, cli_without_noise(speeds[i], cli_largest(4, speeds))));
  printf("%*.6g  %s\n", energy_width(page), cli_amount(page, CLI_ENERGY, impact->energy), impact->mode);
}

static double normal_speed(const cli_motion_page* sheet, int index) {
  return fabs(sheet->simulation->impacts[index].impact.velocity_before[sheet->page.scenario->dimension - 1]);
}

static double largest_speed(const cli_motion_page* sheet) {
  double most = 0;
  for (int i = 0; i < sheet->simulation->impact_count; ++i) most = fmax(most, normal_speed(sheet, i));
  return most;
}

/// The line that begins with this impact. One small impact alone is listed like the others.
static line line_at(const cli_motion_page* sheet, int first, double largest) {
  int end = first;
  while (!sheet->all && end < sheet->simulation->impact_count && normal_speed(sheet, end) < SMALL * largest) ++end;
  return (line){first, end > first ? end - first : 1};
}

static void print_line(const cli_motion_page* sheet, line l) {
  if (l.count == 1) {
    print_impact(sheet, l.first);
    return;
  }
  const carom_simulation_impact* impacts = sheet->simulation->impacts;
  printf("  and %d smaller impacts, from t = %.9g s to %.9g s (--all lists them)\n", l.count,
         impacts[l.first].impact.time, impacts[l.first + l.count - 1].impact.time);
}

static int line_count(const cli_motion_page* sheet, double largest) {
  int count = 0;
  for (int at = 0; at < sheet->simulation->impact_count; ++count) at += line_at(sheet, at, largest).count;
  return count;
}

/// Rows of a table that is cut in its middle: whether a row is shown. Before the last ones it says how many things are
/// left at this row.
static bool shows_row(const cli_motion_page* sheet, int row, int count, int left) {
  const bool every = sheet->all || count <= FIRST_ROWS + LAST_ROWS + 1;
  if (!every && row == FIRST_ROWS) printf("  and %d more (--all lists them), the last of them:\n", left);
  return every || row < FIRST_ROWS || row >= count - LAST_ROWS;
}

static void print_impact_title(const cli_motion_page* sheet) {
  const cli_page* page = &sheet->page;
  char title[CLI_NAME_SIZE], energy[CLI_NAME_SIZE];
  const int width = snprintf(title, sizeof title, "Impacts, in %s", cli_unit(page, CLI_SPEED));
  snprintf(energy, sizeof energy, "energy [%s]", cli_unit(page, CLI_ENERGY));
  putchar('\n');
  cli_print_heading(page, title);
  printf("%*s%*s%*s%*s%*s%*s  mode\n", WHAT_WIDTH + TIME_WIDTH - width, "time [s]", SPEED_WIDTH, "before: t",
         SPEED_WIDTH, "n", SPEED_WIDTH, "after: t", SPEED_WIDTH, "n", energy_width(page), energy);
}

void cli_print_impacts(const cli_motion_page* sheet) {
  const double largest = largest_speed(sheet);
  const int count = line_count(sheet, largest);
  if (count > 0) print_impact_title(sheet);
  for (int row = 0, at = 0; row < count; ++row) {
    const line l = line_at(sheet, at, largest);
    if (shows_row(sheet, row, count, sheet->simulation->impact_count - at)) print_line(sheet, l);
    at += l.count;
  }
}

void cli_print_phases(const cli_motion_page* sheet) {
  const int count = sheet->simulation->phase_count;
  if (count == 0) return;
  putchar('\n');
  cli_print_heading(&sheet->page, "Phases");
  puts("                      from [s]        to [s]  state");
  for (int i = 0; i < count; ++i) {
    const carom_simulation_phase* phase = &sheet->simulation->phases[i];
    if (!shows_row(sheet, i, count, count - i)) continue;
    print_start(phase->what, phase->from);
    printf("%*.9g  %s\n", TIME_WIDTH, phase->to, carom_phase_word(phase->phase));
  }
}
