// Signals of a sweep: the first asks it to stop, the second ends it as ever.
#define _XOPEN_SOURCE 700
#include <stdlib.h>
#include <sys/time.h>
#include <unistd.h>

#include "sweep.h"

static volatile sig_atomic_t stop_is_wanted, which;

static void want_stop(int number) {
  stop_is_wanted = 1;
  which = number;
}

static void handle(int number) {
  struct sigaction action = {.sa_flags = (int)SA_RESETHAND}, before;
  action.sa_handler = want_stop;
  sigemptyset(&action.sa_mask);
  // Who started us with signals ignored (nohup) wants them ignored.
  if (sigaction(number, NULL, &before) == 0 && before.sa_handler != SIG_IGN) sigaction(number, &action, NULL);
}

void cli_sweep_hear_signals(void) {
  handle(SIGINT);
  handle(SIGTERM);
  signal(SIGXFSZ, SIG_IGN);  // a file that may grow no more is told of as a full disk is
}

volatile sig_atomic_t* cli_sweep_stop(void) {
  return &stop_is_wanted;
}

int cli_sweep_signal(void) {
  return which;
}

static void die(int number) {
  (void)number;
  kill(getpid(), SIGKILL);
}

void cli_sweep_may_die(void) {
  const char* text = getenv("CAROM_SWEEP_DIE_AFTER");
  const double milliseconds = text ? strtod(text, NULL) : 0;
  if (!(milliseconds > 0 && milliseconds < 1e9)) return;
  const long long microseconds = (long long)(1000 * milliseconds) + 1;
  const struct itimerval timer = {
      .it_value = {(time_t)(microseconds / 1000000), (suseconds_t)(microseconds % 1000000)}};
  signal(SIGALRM, die);
  setitimer(ITIMER_REAL, &timer, NULL);
}
