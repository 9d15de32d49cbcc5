/// @file bench.h
/// What a benchmark row is, and the few things that every row needs. To add a row: write one file with a function
/// `void bench_NAME(bench_row* row)` and name it in bench/CMakeLists.txt.
#ifndef CAROM_BENCH_H
#define CAROM_BENCH_H

#include <stdint.h>

enum { BENCH_NOTE_SIZE = 2400 };

/// One row of the table. Fields that stay NAN or NULL are null in the JSON file.
typedef struct bench_row {
  const char* name;
  double ns;                   ///< processor time of one call, best of blocks
  double error;                ///< worst relative error against high-precision answers
  const char* baseline;        ///< what a user would pick instead; NULL if it is not installed
  double baseline_ns;          ///< its time for the same task, in the same run
  double bar;                  ///< the ratio baseline_ns/ns that this row should reach
  char note[BENCH_NOTE_SIZE];  ///< sentences, printed below the table
} bench_row;

typedef void bench_function(bench_row* row);

/// Nanoseconds of processor time that this process has used: what else runs on the machine does not count.
double bench_now(void);
/// Nanoseconds since then, without what it costs to read the clock.
double bench_since(double start);

/// Appends a sentence, printf-style, to the row's note; what does not fit is cut off.
void bench_note(bench_row* row, const char* format, ...) __attribute__((format(printf, 2, 3)));

/// The middle one of count values, which it sorts.
double bench_median(double* values, int count);

/// A small generator (splitmix64): the same numbers on every machine.
typedef struct bench_random {
  uint64_t state;
} bench_random;

/// Uniform in [low, high).
double bench_uniform(bench_random* random, double low, double high);

#endif
