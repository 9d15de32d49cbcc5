/// @file spread.h
/// From a number in (0, 1) to a value: the quantile of a spread.
#ifndef CAROM_SWEEP_SPREAD_H
#define CAROM_SWEEP_SPREAD_H

#include "carom/sweep.h"

/// What a spread needs again and again.
typedef struct carom__spread_work {
  const carom_spread* spread;
  double a, b, c;        ///< its numbers, as logarithms where they are needed so
  double below, inside;  ///< parts of the distribution below `within` and inside
} carom__spread_work;

/// CAROM_OK, or what is wrong with the numbers; path names the input in the message.
carom_status carom__spread_check(const carom_spread* spread, const char* path, carom_diag* error);
/// Of a spread that is fine.
carom__spread_work carom__spread_start(const carom_spread* spread);

/// The value below which a part u of the spread lies, 0 < u < 1; of choices of words their number.
double carom__spread_value(const carom__spread_work* work, double u);
/// The same for a column of them, in place.
void carom__spread_column(const carom__spread_work* work, int count, double* column);

/// Whether a spread has a list of values, and value number i of it.
bool carom__spread_is_list(const carom_spread* spread);
double carom__spread_item(const carom_spread* spread, int i);

/// "uniform:0.1:0.5", "0:1:11" (a grid), "choice:a:b": fills *out, or *error.
carom_status carom__spread_read(const char* text, const char* path, carom_spread* out, carom_diag* error);
/// "uniform 0.1 0.5 within 0 1", with digits that read back.
void carom__spread_tell(const carom_spread* spread, char* out, size_t size);

#endif
