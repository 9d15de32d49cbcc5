/// @file cells.h
/// How numbers are spread, without the numbers: counts in cells, for sweeps that keep no rows.
///
/// Cells are 2^exponent wide and begin at multiples of it, so that those of one sample are parts of those of a larger
/// one: counts of chunks add up exactly, in any order, and nobody has to know the range before.
#ifndef CAROM_SWEEP_CELLS_H
#define CAROM_SWEEP_CELLS_H

#include "sweep/chunk.h"
#include "sweep/statistics.h"

/// A range is at least 1023 cells wide, so a quantile is off by less than a thousandth of it.
enum { CAROM__CELLS = 2048 };

typedef struct carom__grid {
  int64_t exponent;
  int64_t first;  ///< the first cell begins at first * 2^exponent
} carom__grid;

/// The finest grid that holds all from least to most, both finite.
carom__grid carom__grid_of(double least, double most);

/// Counts the finite ones of numbers that lie on the grid; at most 65535 of them.
void carom__cells_count(const double* numbers, int64_t count, const carom__grid* grid, uint16_t out[CAROM__CELLS]);

/// Adds the counts of a sample to those of a larger one, on its grid.
void carom__cells_add(const uint16_t* counts, const carom__grid* from, const carom__grid* to,
                      int64_t out[CAROM__CELLS]);

/// Quantile and histogram of what has been counted: `all` has its count, least and most. The bins of a histogram are
/// whole numbers of cells.
double carom__cells_quantile(const int64_t* counts, const carom__grid* grid, const carom__sums* all, double level);
void carom__cells_histogram(const int64_t* counts, const carom__grid* grid, const carom__sums* all, carom__bins* bins);

#endif
