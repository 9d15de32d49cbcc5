/// @file statistics.h
/// Statistics of columns. All depend on the rows and their order alone, never on who computed them.
#ifndef CAROM_SWEEP_STATISTICS_H
#define CAROM_SWEEP_STATISTICS_H

#include <stdbool.h>
#include <stdint.h>

/// Sorts finite numbers, rising, with room for as many. Time grows with the count alone.
void carom__sort(double* numbers, double* room, int64_t count);

/// The quantile of sorted numbers, count > 0, between neighbours in proportion.
double carom__quantile(const double* sorted, int64_t count, double level);

/// Equal bins, the last with its end.
typedef struct carom__bins {
  int count;
  double from, to;
  int64_t* counts;  ///< count of them, the caller's
} carom__bins;

/// Counts sorted numbers in bins from the least to the most.
void carom__histogram(const double* sorted, int64_t count, carom__bins* bins);

/// Rows of Saltelli's blocks: A, B, then A with input j of B.
typedef struct carom__blocks {
  const double* rows;  ///< blocks * (inputs + 2); one that is not finite drops its block
  int64_t blocks;
  int inputs;
  uint64_t seed;  ///< of the bootstrap
} carom__blocks;

/// Sensitivity to each input: the part of the variance that it causes alone, and with all its interactions; and half
/// the width of their 95 % intervals. NaN where nothing varies.
typedef struct carom__indices {
  double *first, *first_width, *total, *total_width;  ///< inputs each
  int64_t dropped;                                    ///< blocks
} carom__indices;

/// False without memory.
bool carom__sensitivity(const carom__blocks* blocks, carom__indices* out);

#endif
