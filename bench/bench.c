// The clock, the notes and the random numbers of all rows.
#define _POSIX_C_SOURCE 200809L  // clock_gettime
#include "bench.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

double bench_now(void) {
#if defined(CLOCK_PROCESS_CPUTIME_ID)
  struct timespec now;
  if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now) == 0) return 1e9 * (double)now.tv_sec + (double)now.tv_nsec;
#endif
  return 1e9 * (double)clock() / CLOCKS_PER_SEC;
}

/// To read this clock is a call of the system, which a block of some microseconds would notice.
static double reading_cost(void) {
  double cost = HUGE_VAL;
  for (int i = 0; i < 1000; ++i) {
    const double start = bench_now();
    cost = fmin(cost, bench_now() - start);
  }
  return cost;
}

double bench_since(double start) {
  const double now = bench_now();
  static double cost = -1;
  if (cost < 0) cost = reading_cost();
  return now - start - cost;
}

void bench_note(bench_row* row, const char* format, ...) {
  size_t used = strlen(row->note);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(row->note + used, sizeof row->note - used, format, arguments);
  va_end(arguments);
}

static int ascending(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

double bench_median(double* values, int count) {
  qsort(values, (size_t)count, sizeof *values, ascending);
  return values[count / 2];
}

static uint64_t next(bench_random* random) {
  uint64_t z = random->state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

double bench_uniform(bench_random* random, double low, double high) {
  return low + (high - low) * ((double)(next(random) >> 11) * 0x1p-53);
}
