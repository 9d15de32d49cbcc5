/// @file apps/cli/figure.h
/// What the files of `carom figure` share: the scenarios of the command line, where the figure goes, and messages.
#ifndef CAROM_CLI_FIGURE_H
#define CAROM_CLI_FIGURE_H

#include "carom/present.h"
#include "cli.h"

enum { CLI_FIGURE_NAME_SIZE = 1024 };

/// Where a scenario of a figure comes from, and what belongs to it.
typedef struct figure_origin {
  const char* file;
  int line;  ///< of a .jsonl; 0 for a file that is one scenario
  carom_scenario* scenario;
  char* name;  ///< its title, or the file's name without folder and ending
} figure_origin;

/// All scenarios of the command line, in order.
typedef struct figure_bundle {
  figure_origin* origins;
  carom_present_item* items;  ///< one for each origin
  int count, capacity;
} figure_bundle;

/// Reads all files, every line of a .jsonl as a scenario. Returns an exit code, after a message where it is not 0.
int cli_figure_load(const cli_options* options, figure_bundle* out);
void cli_figure_free(figure_bundle* bundle);

/// An error that is one of an item's: "file:line: key: message". Returns the exit code.
int cli_figure_report_item(const figure_bundle* bundle, int item, carom_diag* error);

/// Fills title (NULL where the user gave none), output, script and size from the arguments; output is the room for a
/// name that follows from the file's. Returns an exit code.
int cli_figure_prepare(const cli_options* options, char output[CLI_FIGURE_NAME_SIZE], carom_figure* out);
/// The name of a file without folder and ending; there is room for an ending of 8 letters.
void cli_figure_scene_name(const char* file, char name[CLI_FIGURE_NAME_SIZE]);

/// Says what was written, or why not. Returns the exit code.
int cli_figure_report(carom_status status, const carom_figure* figure, const char* message);
/// "carom figure: message". Returns the exit code of the status.
int cli_figure_refuse(carom_status status, const char* message);
/// "carom figure: message `value`; see ..". Returns CLI_BAD.
int cli_figure_bad_usage(const char* message, const char* value);

/// Makes the program ready for signals while it draws, and says what a figure needs to know of them.
carom_figure_guard* cli_figure_guard(void);
/// Ends the program as a signal asked while it drew; else returns.
void cli_figure_end_if_interrupted(void);

/// Figures of a parameter: --vary.
int cli_figure_vary(const cli_options* options);

#endif
