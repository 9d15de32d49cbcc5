/// @file summary.h
/// The parts of a summary.
#ifndef CAROM_CLI_SUMMARY_H
#define CAROM_CLI_SUMMARY_H

#include "cli.h"

/// What summaries measure, and the systems of units for it.
typedef enum cli_quantity {
  CLI_LENGTH,
  CLI_SPEED,
  CLI_ANGLE,
  CLI_RATE,
  CLI_ENERGY,
  CLI_IMPULSE,
  CLI_QUANTITIES
} cli_quantity;
typedef struct cli_units cli_units;

/// One solved scenario on its way to the page.
typedef struct cli_page {
  const char* file;
  const cli_units* units;
  const carom_scenario* scenario;
  const carom_result* result;
  bool colour;
} cli_page;

/// In SI units.
cli_page cli_open_page(const char* file, const carom_scenario* scenario, const carom_result* result);

/// The summary of a solved scenario for people.
void cli_print_summary(const cli_page* page);

/// The system of --units; NULL names the first, SI. NULL if there is none of this name.
const cli_units* cli_find_units(const char* name);
/// Whether the options of a run without --vary go together. Returns an exit code, after a message where it is not 0.
int cli_check_alone(const cli_options* options);

/// Title, what happened in words, and under which laws.
void cli_print_story(const cli_page* page);

enum { CLI_STORY_SIZE = 600, CLI_NAME_SIZE = 64 };

/// What happened, starting with a small letter and ending with a full stop.
const char* cli_planar_story(const cli_page* page);
const char* cli_spatial_story(const cli_page* page);
void cli_compliant_story(const cli_page* page, char story[CLI_STORY_SIZE]);
void cli_simultaneous_story(const cli_page* page, char story[CLI_STORY_SIZE]);

/// Class and mode of the impact, ending with a blank; nothing without an impact.
void cli_print_planar_class(const cli_page* page);
void cli_print_spatial_class(const cli_page* page);
void cli_print_compliant_class(const cli_page* page);

/// The laws of several contacts: what they share, and from where to where the rest goes.
void cli_print_simultaneous_laws(const cli_page* page);

/// What is worth knowing about an impact beyond its warnings.
void cli_print_planar_notes(const cli_page* page);
void cli_print_spatial_notes(const cli_page* page);
void cli_print_compliant_notes(const cli_page* page);

/// "Note: text."
void cli_print_note(const cli_page* page, const char* text);
/// What looks as if something else was meant, as notes. page->result may be NULL.
void cli_print_doubts(const cli_page* page);
/// A note for each carom_warning bit, and one for the error of an approximate answer (0: none).
void cli_print_warnings(const cli_page* page, unsigned warnings, double error);

/// Contacts, events, bodies or mechanism, energy.
void cli_print_tables(const cli_page* page);

void cli_print_bodies(const cli_page* page);
/// Nothing where the result has none.
void cli_print_derivatives(const cli_page* page);
extern const char* const cli_before_and_after[];

/// Speed and direction of slip before and after an impact at one contact in space.
void cli_print_slip(const cli_page* page);

/// Several contacts: velocities and impulses, the sets of active contacts in order, and the events.
void cli_print_several_contacts(const cli_page* page);
void cli_print_states(const cli_page* page);
void cli_print_several_events(const cli_page* page);

/// "  and 7 more (--json gives all)", or as many as the result lists, under a table that ends after CLI_MOST_ROWS.
void cli_print_more(int total, int listed);

/// Prints "Title" in bold where there is colour.
void cli_print_heading(const cli_page* page, const char* text);

enum { CLI_LABEL_WIDTH = 32, CLI_NUMBER_WIDTH = 14, CLI_MOST_ROWS = 24 };

/// An empty line, a title and the names of the columns.
void cli_print_columns(const cli_page* page, const char* title, int count, const char* const* columns);
void cli_print_row(const char* label, int count, const double* values, double scale);

/// The parts of a row. What is rounding beside `scale` is shown as 0.
void cli_print_label(const char* text);
void cli_print_number(double x, double scale);

/// An amount in the units of the page, from one in SI units, and what its unit is called.
double cli_amount(const cli_page* page, cli_quantity quantity, double si);
const char* cli_unit(const cli_page* page, cli_quantity quantity);

/// A label or the name of a column, whose unit goes behind it.
typedef struct cli_heading {
  const char* text;
  cli_quantity quantity;
} cli_heading;

enum { CLI_MOST_HEADINGS = 3 };

/// A row of amounts in SI units.
typedef struct cli_row {
  const char* label;
  cli_quantity quantity;
  int count;
  const double* values;
  double scale;  ///< what is rounding beside it is shown as 0
} cli_row;

/// As those above, in the units of the page.
void cli_print_headings(const cli_page* page, const char* title, int count, const cli_heading* headings);
void cli_print_unit_title(const cli_page* page, const char* title, cli_quantity quantity);
void cli_print_amounts(const cli_page* page, cli_row row);
void cli_print_label_of(const cli_page* page, const char* text, cli_quantity quantity);
void cli_print_amount(const cli_page* page, cli_quantity quantity, double si, double scale);

/// Text from a file, cut or filled with blanks to the width.
void cli_print_cell(const char* text, int width);
double cli_without_noise(double x, double scale);
double cli_largest(int count, const double* values);
double cli_component(carom_vec3 vector, int axis);

/// Degrees from t1 towards t2.
double cli_degrees(double radians);

#endif
