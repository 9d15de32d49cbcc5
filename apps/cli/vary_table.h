/// @file apps/cli/vary_table.h
/// The table of --vary: many answers to one scenario, and its two forms.
#ifndef CAROM_CLI_VARY_TABLE_H
#define CAROM_CLI_VARY_TABLE_H

#include "vary.h"

/// What was read at one point. Without word and without number there is no answer.
typedef struct vary_cell {
  double number;
  bool is_number;
  char* word;
} vary_cell;

typedef struct vary_table {
  const cli_options* options;
  const cli_vary* vary;
  carom_vary* scenario;
  bool moves;  ///< the motion is run; else the impact is solved
  int slots[CLI_MOST_AXES][CAROM_PRESENT_MOST_PATHS];
  int point_count;
  int done;                       ///< fewer where the user stopped it
  vary_cell* cells;               ///< point after point, shown_count of each
  int failed;                     ///< points without an answer
  int first_failed, last_solved;  ///< points
  bool starved;                   ///< some had no memory
  carom_diag first;               ///< what the first of them said
} vary_table;

/// The value of a range at a point. The last range runs fastest.
double cli_vary_value(const vary_table* table, int range, int point);

/// For people: aligned columns on standard output.
void cli_vary_print(const vary_table* table);
/// For programs: CSV with a header, and numbers that read back. A cli_writer.
bool cli_vary_write_csv(const void* table, carom_sink sink);

#endif
