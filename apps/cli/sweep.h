/// @file apps/cli/sweep.h
/// What the files of `carom sweep` share, and what carom-mpi adds to them.
#ifndef CAROM_CLI_SWEEP_H
#define CAROM_CLI_SWEEP_H

#include "carom/sweep.h"
#include "cli.h"

/// Processes that share one sweep. Alone there is one, and no functions.
typedef struct cli_team {
  int rank, size;
  /// All at once, before work begins: rank 0 has the chunks that are not done, and hands them out.
  void (*begin)(carom_sweep* sweep);
  carom_sweep_take* take;
  /// Now and then while work goes on: adds what the others have done, as far as it is known here.
  void (*tell)(carom_sweep_progress* progress);
  /// All at once, when work has ended: the largest of their codes, the sum of their counts.
  void (*end)(int* code, carom_sweep_progress* progress);
  /// All wait for all; the largest of their codes.
  int (*meet)(int code);
} cli_team;

extern const cli_team* cli_sweep_team;  ///< set by the program before it runs a command; never NULL
extern const cli_team cli_alone;

/// From now on SIGINT and SIGTERM only ask the sweep to stop.
void cli_sweep_hear_signals(void);
/// The flag that they set, and which signal it was; 0: none.
volatile sig_atomic_t* cli_sweep_stop(void);
int cli_sweep_signal(void);
/// For tests: CAROM_SWEEP_DIE_AFTER milliseconds from now the process kills itself.
void cli_sweep_may_die(void);

/// The line of progress on standard error.
typedef struct cli_sweep_line {
  bool shows;      ///< standard error is a terminal
  double every;    ///< s: once a second on a terminal, else a line a minute
  bool is_silent;  ///< another process tells
  bool drawn;
  double last, started;
  double rate;  ///< rows/s, mean over about 10 s
  int64_t rows_before;
  double time_before;
} cli_sweep_line;

cli_sweep_line cli_sweep_line_start(void);
void cli_sweep_line_tell(void* line, const carom_sweep_progress* progress);
void cli_sweep_line_end(cli_sweep_line* line);

/// What would be done, for people. Returns an exit code.
int cli_sweep_dry_run(carom_sweep* sweep);
/// The statistics, for people.
void cli_sweep_print(carom_sweep* sweep, const carom_sweep_summary* summary);
/// Failed rows, and how to see them alone: on standard error.
void cli_sweep_print_failures(carom_sweep* sweep, const carom_sweep_summary* summary, const cli_options* options);
/// Draws the statistics. Returns an exit code.
int cli_sweep_draw(const cli_options* options, carom_sweep* sweep, const carom_sweep_summary* summary);
/// A line about this run in OUT.log.
void cli_sweep_log(const cli_options* options, const carom_sweep_progress* progress);

#endif
