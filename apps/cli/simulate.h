/// @file apps/cli/simulate.h
/// What the files of `carom simulate` share.
#ifndef CAROM_CLI_SIMULATE_H
#define CAROM_CLI_SIMULATE_H

#include "carom/simulation.h"
#include "summary.h"

/// Long runs: a bar on standard error where that is a terminal, and an end on SIGINT or SIGTERM.
typedef struct cli_progress {
  bool shows;      ///< standard error is a terminal
  bool drawn;      ///< a bar stands there now
  double started;  ///< s
  double last;     ///< s, when the bar was drawn
} cli_progress;

/// From now on the first SIGINT or SIGTERM only asks the simulation to stop; a second one ends the program as ever.
cli_progress cli_progress_start(void);
/// A carom_simulation_progress; context is a cli_progress.
bool cli_progress_tell(double done, void* context);
/// Wipes the bar away, and signals do again what they did.
void cli_progress_end(cli_progress* progress);

/// What happened, for people.
void cli_print_simulation(const char* file, const carom_scenario* scenario, const carom_simulation* simulation);

/// Writes the samples to a file that appears only when it is complete, or to standard output (-). Returns an exit code,
/// after a message where it is not 0.
int cli_write_csv(const carom_simulation* simulation, const char* output);

#endif
