/// @file sweep/sweep.h
/// A sweep in memory: private to the room.
#ifndef CAROM_SWEEP_SWEEP_H
#define CAROM_SWEEP_SWEEP_H

#include "carom/vary.h"
#include "sweep/file.h"
#include "sweep/sampler.h"

/// Scenarios that choices of words make of one.
enum { CAROM__SWEEP_MOST_VARIANTS = 64 };

/// A value that every row gives.
typedef struct carom__output {
  char path[CAROM_SWEEP_PATH_SIZE];  ///< where it is read
  char name[CAROM_SWEEP_PATH_SIZE];  ///< in the file: "after." before the path where an input has the same
  bool is_word;
  bool is_stored;
} carom__output;

/// Columns of the file by what they are for; -1 where there is none.
typedef struct carom__places {
  int inputs[CAROM_SWEEP_MOST_INPUTS], outputs[CAROM_SWEEP_MOST_OUTPUTS];
  int status, done;
  int partial_count, partial_mean, partial_m2, partial_min,
      partial_max;   ///< a row for each chunk, a number for each of
  int grids, cells;  ///< a row for each chunk and of; only where no rows are kept
  int of_names, input_names, levels;
  int count, mean, sd, min, max, quantiles, histogram, histogram_range;  ///< a row for each of
  int first, first_width, total, total_width, blocks_dropped;
  int failed, complete;
  int identity, scenario, changes;
} carom__places;

struct carom_sweep {
  carom_sweep_plan plan;
  carom_text text;  ///< of the scenario
  carom__sampler sampler;
  bool moves;
  int variant_count;
  int output_count;
  carom__output outputs[CAROM_SWEEP_MOST_OUTPUTS];
  int of_count;
  int of[CAROM_SWEEP_MOST_OUTPUTS];  ///< outputs
  bool batched;
  int64_t chunk_rows, chunk_count;
  carom_text identity;           ///< "key = value" lines: two sweeps are the same where these are
  struct carom__worker* teller;  ///< for single rows; NULL until one is asked for
  carom__sweep_file file;
  carom__places at;
};

/// Whether the plan wants statistics without rows.
bool carom__sweep_keeps_rows(const carom_sweep* sweep);
/// Whether quantiles or histograms are wanted.
bool carom__sweep_wants_distribution(const carom_sweep* sweep);

/// The scenario of a variant: the text with the words set. False with *error filled.
bool carom__sweep_variant_text(const carom_sweep* sweep, int variant, carom_text* out, carom_diag* error);

/// Rows of a chunk; the last may have fewer.
int carom__sweep_rows_in(const carom_sweep* sweep, int64_t chunk);

/// Fills identity. False without memory.
bool carom__sweep_identify(carom_sweep* sweep, carom_diag* error);

enum { CAROM__SWEEP_MOST_COLUMNS = CAROM_SWEEP_MOST_INPUTS + CAROM_SWEEP_MOST_OUTPUTS + 1 };

/// A column of the rows: its name, and its number in the file.
typedef struct carom__row_column {
  const char* name;
  int column;
} carom__row_column;

/// The columns of the rows: inputs, what is stored, the status. Returns how many.
int carom__sweep_columns(const carom_sweep* sweep, carom__row_column out[CAROM__SWEEP_MOST_COLUMNS]);

/// Rows of a column of the file as doubles, whatever their precision.
bool carom__sweep_read_numbers(const carom_sweep* sweep, int column, int64_t first, int64_t count, double* out);

/// All columns of the file. CAROM_NO_MEMORY where there is none.
carom_status carom__sweep_lay_out(carom_sweep* sweep, carom_diag* error);

#endif
