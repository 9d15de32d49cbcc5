/// @file apps/cli/simulate.h
/// What the files of `carom simulate` share.
#ifndef CAROM_CLI_SIMULATE_H
#define CAROM_CLI_SIMULATE_H

#include "carom/simulation.h"
#include "summary.h"

/// Long runs: a bar on standard error where that is a terminal, and an end on SIGINT or SIGTERM.
typedef struct cli_progress {
  const char* doing;  ///< "simulating"
  bool shows;         ///< standard error is a terminal
  bool drawn;         ///< a bar stands there now
  double started;     ///< s
  double last;        ///< s, when the bar was drawn
} cli_progress;

/// From now on the first SIGINT or SIGTERM only asks the simulation to stop; a second one ends the program as ever.
cli_progress cli_progress_start(const char* doing);
/// A carom_simulation_progress; context is a cli_progress.
bool cli_progress_tell(double done, void* context);
/// Whether the user asked to stop.
bool cli_progress_was_stopped(void);
/// Wipes the bar away, and signals do again what they did.
void cli_progress_end(cli_progress* progress);

/// One simulation on its way to the page.
typedef struct cli_motion_page {
  cli_page page;
  const carom_simulation* simulation;
  bool all;  ///< every impact and phase is listed
} cli_motion_page;

/// What happened, for people.
void cli_print_simulation(const cli_motion_page* sheet);
/// Its tables of what happened when.
void cli_print_impacts(const cli_motion_page* sheet);
/// On a table: who met whom, with the angles of cut and throw.
void cli_print_hits(const cli_motion_page* sheet);
void cli_print_phases(const cli_motion_page* sheet);

#endif
