/// @file lines.h
/// Many scenarios, one a line (JSON Lines), in constant memory. Part of the library `carom-files`.
#ifndef CAROM_LINES_H
#define CAROM_LINES_H

#include <stdio.h>

#include "carom/simulation.h"
#include "carom/sink.h"

/// Where lines come from, and where answers go.
typedef struct carom_line_streams {
  FILE* in;
  const char* name;                     ///< of the input, for sentences on err
  carom_sink out;                       ///< one object a line: the answer or the error
  carom_sink err;                       ///< sentences for people, with name:line before them
  carom_simulation_progress* progress;  ///< told how far each line is (of solve: 0, before it is solved); or NULL
  void* context;                        ///< of progress
  bool derivatives;                     ///< of solve: with those of the outcome (carom_scenario_differentiate)
} carom_line_streams;

/// One scenario a line in, one object a line out; blank lines are skipped. Returns the worst exit code (see
/// carom_status_exit); 2 also where in cannot be read or out takes no more, which ends it. Ends before a line that
/// progress has cut, with exit code 1 or worse.
CAROM_API int carom_scenario_solve_lines(const carom_line_streams* streams);
/// Likewise. Ends after a line that progress has cut, with exit code 1 or worse.
CAROM_API int carom_scenario_simulate_lines(const carom_line_streams* streams);

#endif
