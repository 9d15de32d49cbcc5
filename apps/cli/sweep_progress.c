// How far a sweep is: "sweep  37 %  4.1e6 rows/s  12 failed  0:41 left".
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "sweep.h"

/// s: between two lines on a terminal, elsewhere, and the memory of the rate.
static const double ON_TERMINAL = 1, ELSEWHERE = 60, MEMORY = 10;

static double now(void) {
  struct timespec time = {0};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/// Elsewhere than on a terminal; for tests CAROM_SWEEP_TELL says how often.
static double seconds_elsewhere(void) {
  const char* text = getenv("CAROM_SWEEP_TELL");
  const double seconds = text ? strtod(text, NULL) : 0;
  return seconds > 0 ? seconds : ELSEWHERE;
}

cli_sweep_line cli_sweep_line_start(void) {
  const double time = now();
  const bool shows = isatty(STDERR_FILENO);
  return (cli_sweep_line){.shows = shows,
                          .every = shows ? ON_TERMINAL : seconds_elsewhere(),
                          .is_silent = cli_sweep_team->rank != 0,
                          .last = time,
                          .started = time,
                          .time_before = time};
}

static void put_time(double seconds) {
  const long long whole = seconds < 1e9 ? (long long)seconds : 1000000000;
  if (whole >= 3600)
    fprintf(stderr, "%lld:%02lld:%02lld left", whole / 3600, whole / 60 % 60, whole % 60);
  else
    fprintf(stderr, "%lld:%02lld left", whole / 60, whole % 60);
}

static void draw(const cli_sweep_line* line, const carom_sweep_progress* p) {
  const double share = (double)p->rows_done / (double)p->rows;
  fprintf(stderr, "%ssweep  %d %%  %.2g rows/s", line->shows ? "\r" : "", (int)(100 * share), line->rate);
  if (p->failed > 0) fprintf(stderr, "  %lld failed", (long long)p->failed);
  fputs("  ", stderr);
  if (line->rate > 0) put_time((double)(p->rows - p->rows_done) / line->rate);
  fputs(line->shows ? "   " : "\n", stderr);
  fflush(stderr);
}

void cli_sweep_line_tell(void* context, const carom_sweep_progress* here) {
  cli_sweep_line* line = context;
  carom_sweep_progress all = *here;
  const carom_sweep_progress* p = &all;
  cli_sweep_team->tell(&all);
  const double time = now(), step = time - line->time_before;
  if (line->is_silent || step < 0.05) return;
  const double rate = (double)(p->rows_done_here - line->rows_before) / step;
  const double keep = line->rate > 0 ? exp(-step / MEMORY) : 0;
  line->rate = keep * line->rate + (1 - keep) * rate;
  line->rows_before = p->rows_done_here;
  line->time_before = time;
  if (time - line->last < line->every) return;
  line->last = time;
  line->drawn = true;
  draw(line, p);
}

void cli_sweep_line_end(cli_sweep_line* line) {
  if (line->drawn && line->shows) fprintf(stderr, "\r%*s\r", 78, "");
  line->drawn = false;
}
