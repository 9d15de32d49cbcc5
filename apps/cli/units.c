// The one table of units for summaries, and amounts printed in them. JSON and CSV are always in SI units.
#include <string.h>

#include "summary.h"

/// One unit in SI units.
typedef struct unit {
  const char* word;
  double si;
} unit;

struct cli_units {
  const char* name;
  unit of[CLI_QUANTITIES];
};

#define PI          3.14159265358979323846
#define FOOT        0.3048                  // m
#define POUND_FORCE (0.45359237 * 9.80665)  // N

static const cli_units TABLE[] = {
    {"si",
     {[CLI_LENGTH] = {"m", 1},
      [CLI_SPEED] = {"m/s", 1},
      [CLI_ANGLE] = {"rad", 1},
      [CLI_RATE] = {"rad/s", 1},
      [CLI_ENERGY] = {"J", 1},
      [CLI_IMPULSE] = {"N s", 1}}},
    {"us",
     {[CLI_LENGTH] = {"ft", FOOT},
      [CLI_SPEED] = {"mph", 0.44704},
      [CLI_ANGLE] = {"deg", PI / 180},
      [CLI_RATE] = {"deg/s", PI / 180},
      [CLI_ENERGY] = {"ft lbf", FOOT* POUND_FORCE},
      [CLI_IMPULSE] = {"lbf s", POUND_FORCE}}},
};

enum { SYSTEM_COUNT = sizeof TABLE / sizeof TABLE[0] };

const char* cli_units_word(int i) {
  return i < SYSTEM_COUNT ? TABLE[i].name : NULL;
}

const cli_units* cli_find_units(const char* name) {
  for (int i = 0; i < SYSTEM_COUNT; ++i)
    if (!name || strcmp(TABLE[i].name, name) == 0) return &TABLE[i];
  return NULL;
}

const char* cli_unit(const cli_page* page, cli_quantity quantity) {
  return page->units->of[quantity].word;
}

double cli_amount(const cli_page* page, cli_quantity quantity, double si) {
  return si / page->units->of[quantity].si;
}

/// "velocity [m/s]"
static const char* with_unit(const cli_page* page, cli_heading heading, char out[CLI_NAME_SIZE]) {
  snprintf(out, CLI_NAME_SIZE, "%s%s[%s]", heading.text, heading.text[0] ? " " : "", cli_unit(page, heading.quantity));
  return out;
}

void cli_print_label_of(const cli_page* page, const char* text, cli_quantity quantity) {
  char label[CLI_NAME_SIZE];
  cli_print_label(with_unit(page, (cli_heading){text, quantity}, label));
}

void cli_print_amount(const cli_page* page, cli_quantity quantity, double si, double scale) {
  cli_print_number(cli_amount(page, quantity, cli_without_noise(si, scale)), 0);
}

void cli_print_amounts(const cli_page* page, cli_row row) {
  cli_print_label_of(page, row.label, row.quantity);
  for (int i = 0; i < row.count; ++i) cli_print_amount(page, row.quantity, row.values[i], row.scale);
  putchar('\n');
}

void cli_print_headings(const cli_page* page, const char* title, int count, const cli_heading* headings) {
  char texts[CLI_MOST_HEADINGS][CLI_NAME_SIZE];
  const char* columns[CLI_MOST_HEADINGS];
  for (int i = 0; i < count; ++i) columns[i] = with_unit(page, headings[i], texts[i]);
  cli_print_columns(page, title, count, columns);
}

void cli_print_unit_title(const cli_page* page, const char* title, cli_quantity quantity) {
  char text[CLI_NAME_SIZE];
  cli_print_columns(page, with_unit(page, (cli_heading){title, quantity}, text), 0, NULL);
}
