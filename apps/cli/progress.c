/// @file progress.c
/// A bar for long runs, and a way to stop them.
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "simulate.h"

static const double FIRST_BAR = 0.5, NEXT_BAR = 0.1;  // s: most runs are over before anybody could read a bar
enum { BAR_WIDTH = 40 };

static volatile sig_atomic_t stop_is_wanted;

static void want_stop(int number) {
  (void)number;
  stop_is_wanted = 1;
}

static void handle(int number, void (*handler)(int)) {
  struct sigaction action = {.sa_flags = (int)SA_RESETHAND};
  struct sigaction before;
  action.sa_handler = handler;
  sigemptyset(&action.sa_mask);
  // Who started us with signals ignored (nohup) wants them ignored.
  if (sigaction(number, NULL, &before) == 0 && before.sa_handler != SIG_IGN) sigaction(number, &action, NULL);
}

static double now(void) {
  struct timespec time = {0};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

cli_progress cli_progress_start(const char* doing) {
  handle(SIGINT, want_stop);
  handle(SIGTERM, want_stop);
  return (cli_progress){.doing = doing, .shows = isatty(STDERR_FILENO), .started = now()};
}

static void draw(const char* doing, double done) {
  const int filled = (int)(done * BAR_WIDTH);
  fprintf(stderr, "\r%s [", doing);
  for (int i = 0; i < BAR_WIDTH; ++i) fputc(i < filled ? '#' : '.', stderr);
  fprintf(stderr, "] %3d %%", (int)(100 * done));
  fflush(stderr);
}

bool cli_progress_tell(double done, void* context) {
  cli_progress* progress = context;
  if (stop_is_wanted || !progress->shows) return !stop_is_wanted;
  const double time = now();
  if (time - progress->started > FIRST_BAR && time - progress->last > NEXT_BAR) {
    draw(progress->doing, done);
    progress->drawn = true;
    progress->last = time;
  }
  return true;
}

bool cli_progress_was_stopped(void) {
  return stop_is_wanted;
}

void cli_progress_end(cli_progress* progress) {
  if (progress->drawn) fprintf(stderr, "\r%*s\r", BAR_WIDTH + 20, "");
  progress->drawn = false;
  handle(SIGINT, SIG_DFL);
  handle(SIGTERM, SIG_DFL);
}
