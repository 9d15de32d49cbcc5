/// @file sampler.h
/// Rows of a sweep: a pure function of the seed and the number of the row.
#ifndef CAROM_SWEEP_SAMPLER_H
#define CAROM_SWEEP_SAMPLER_H

#include "sweep/sobol.h"
#include "sweep/spread.h"

typedef struct carom__sampler {
  carom_sampling sampling;
  uint64_t seed;
  int64_t rows;
  int64_t blocks;                       ///< Saltelli; else 0
  int count;                            ///< inputs with a spread of their own
  int inputs[CAROM_SWEEP_MOST_INPUTS];  ///< which of the plan they are
  carom__spread_work spreads[CAROM_SWEEP_MOST_INPUTS];
  bool is_correlated;
  double factor[CAROM_SWEEP_MOST_INPUTS][CAROM_SWEEP_MOST_INPUTS];  ///< Cholesky's, lower
  carom__sobol sobol;
} carom__sampler;

/// Rows that are asked for where a plan does not say, and the most that there can be.
enum { CAROM__SWEEP_DEFAULT_ROWS = 10000 };

/// The plan must outlive the sampler.
carom_status carom__sampler_start(carom__sampler* sampler, const carom_sweep_plan* plan, carom_diag* error);

/// Where a reader of rows stands; starts as {.at = -1}. Rows in order cost least.
typedef struct carom__cursor {
  int64_t at;  ///< number of the Sobol point, -1: none yet
  uint64_t point[CAROM__SOBOL_DIMENSIONS];
} carom__cursor;

/// The values of a row, one for each input with a spread of its own.
void carom__sampler_row(const carom__sampler* sampler, carom__cursor* cursor, int64_t row, double* out);

/// The same for rows first to first + count - 1, in columns: value i of row first + k is out[i * room + k].
void carom__sampler_rows(const carom__sampler* sampler, carom__cursor* cursor, int64_t first, int count, int64_t room,
                         double* out);

#endif
