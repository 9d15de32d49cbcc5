/// @file figure_signal.c
/// An interrupted drawing ends gnuplot and takes its files away before the program ends as the signal says.
#define _POSIX_C_SOURCE 200809L  // sigaction

#include <signal.h>
#include <stddef.h>

#include "figure.h"

static carom_figure_guard guard;
static volatile sig_atomic_t caught;

static void end_by(int number) {
  signal(number, SIG_DFL);
  raise(number);
}

/// While nothing is drawn there is nothing to take away.
static void answer(int number) {
  caught = number;
  if (guard.busy) {
    guard.stop = 1;
  } else {
    end_by(number);
  }
}

carom_figure_guard* cli_figure_guard(void) {
  static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; ++i) {
    struct sigaction before, ours = {.sa_handler = answer};
    sigemptyset(&ours.sa_mask);
    // What the user has switched off (nohup) stays so.
    if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler == SIG_DFL) sigaction(numbers[i], &ours, NULL);
  }
  return &guard;
}

void cli_figure_end_if_interrupted(void) {
  if (caught) end_by(caught);
}
