/// @file sweep.h
/// Studies of many impacts or motions: numbers of a scenario spread over ranges or by chance, a row for each sample,
/// one file that any number of threads, processes and interruptions fill with the same bytes. Part of `carom-files`;
/// described in docs/sweep.md.
#ifndef CAROM_SWEEP_H
#define CAROM_SWEEP_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "carom/sink.h"
#include "carom/status.h"

// ---- what is asked for ------------------------------------------------------------------------------------------

/// How an input is spread: X(symbol, value, word, how many numbers follow, what they are).
#define CAROM_SPREAD_LIST(X)                                                                    \
  X(CAROM_SPREAD_UNIFORM, 0, "uniform", 2, "[from, to]")                                        \
  X(CAROM_SPREAD_LOG_UNIFORM, 1, "log_uniform", 2, "[from, to], both > 0")                      \
  X(CAROM_SPREAD_NORMAL, 2, "normal", 2, "[mean, standard deviation]")                          \
  X(CAROM_SPREAD_LOGNORMAL, 3, "lognormal", 2, "[median, standard deviation of the logarithm]") \
  X(CAROM_SPREAD_TRIANGULAR, 4, "triangular", 3, "[from, peak, to]")                            \
  X(CAROM_SPREAD_CHOICE, 5, "choice", 0, "a list of numbers, or of words")                      \
  X(CAROM_SPREAD_GRID, 6, "grid", 3, "[from, to, count]")                                       \
  X(CAROM_SPREAD_LOG_GRID, 7, "log_grid", 3, "[from, to, count], from and to > 0")

typedef enum carom_spread_kind {
#define CAROM_X(symbol, value, word, count, meaning) symbol = value,
  CAROM_SPREAD_LIST(CAROM_X)
#undef CAROM_X
} carom_spread_kind;

/// How rows are chosen: X(symbol, value, word, what it means).
#define CAROM_SAMPLING_LIST(X)                                                                   \
  X(CAROM_SAMPLING_GRID, 0, "grid", "all combinations")                                          \
  X(CAROM_SAMPLING_RANDOM, 1, "random", "independent rows")                                      \
  X(CAROM_SAMPLING_SOBOL, 2, "sobol", "Sobol's points: evenly spread rows, shifted by the seed") \
  X(CAROM_SAMPLING_SALTELLI, 3, "saltelli", "blocks of rows from which sensitivity indices follow")

typedef enum carom_sampling {
#define CAROM_X(symbol, value, word, meaning) symbol = value,
  CAROM_SAMPLING_LIST(CAROM_X)
#undef CAROM_X
} carom_sampling;

enum {
  CAROM_SWEEP_MOST_INPUTS = 64,     ///< paths that are varied
  CAROM_SWEEP_MOST_OUTPUTS = 64,    ///< paths that are stored, lists taken apart
  CAROM_SWEEP_MOST_CHOICES = 1024,  ///< numbers of one input
  CAROM_SWEEP_MOST_WORDS = 32,      ///< or words
  CAROM_SWEEP_MOST_LINKS = 64,      ///< correlations
  CAROM_SWEEP_MOST_QUANTILES = 16,
  CAROM_SWEEP_MOST_BINS = 1000,
  CAROM_SWEEP_PATH_SIZE = 160,
  CAROM_SWEEP_WORD_SIZE = 32,  ///< words in the file: bytes, filled with zeros
  CAROM_SWEEP_CHANGES_SIZE = 8192,
};

/// How a number is spread.
typedef struct carom_spread {
  carom_spread_kind kind;
  double numbers[3];  ///< as CAROM_SPREAD_LIST says
  int count;          ///< values of a grid or a choice
  bool of_words;      ///< a choice of words
  double choices[CAROM_SWEEP_MOST_CHOICES];
  char words[CAROM_SWEEP_MOST_WORDS][CAROM_SWEEP_WORD_SIZE];
  double low, high;  ///< "within"; infinite without
} carom_spread;

/// A number of the scenario that is varied.
typedef struct carom_sweep_input {
  char path[CAROM_SWEEP_PATH_SIZE];
  int leader;  ///< -1, or the input whose value this one takes ("together"); then it has no spread of its own
  carom_spread spread;
} carom_sweep_input;

/// A rank correlation of two inputs by a Gaussian copula.
typedef struct carom_sweep_link {
  int a, b;
  double correlation;  ///< of the normal scores, inside (-1, 1)
} carom_sweep_link;

/// What the `sweep` block of a file and the command line ask for.
typedef struct carom_sweep_plan {
  bool has_sampling;  ///< else: grid where every input is one, else random
  carom_sampling sampling;
  int64_t rows;  ///< 0: a grid has as many as it has, anything else 10,000
  uint64_t seed;
  int input_count;
  carom_sweep_input inputs[CAROM_SWEEP_MOST_INPUTS];
  int link_count;
  carom_sweep_link links[CAROM_SWEEP_MOST_LINKS];
  bool has_store;  ///< with store_count 0: no rows are kept, statistics only
  int store_count;
  char store[CAROM_SWEEP_MOST_OUTPUTS][CAROM_SWEEP_PATH_SIZE];
  bool single_precision;  ///< of what is stored; inputs are doubles always
  bool has_of;            ///< else: statistics of every number that is stored
  int of_count;
  char of[CAROM_SWEEP_MOST_OUTPUTS][CAROM_SWEEP_PATH_SIZE];
  int quantile_count;
  double quantiles[CAROM_SWEEP_MOST_QUANTILES];
  int bins;  ///< of histograms; 0: none
  bool sensitivity;
  char changes[CAROM_SWEEP_CHANGES_SIZE];  ///< what carom_sweep_plan_change has changed, a line each
} carom_sweep_plan;

/// Reads the `sweep` block of a scenario file; a plan without inputs where it has none. NULL with *error filled.
CAROM_API carom_sweep_plan* carom_sweep_plan_parse(const char* text, size_t length, carom_diag* error);
/// Frees it; NULL is fine.
CAROM_API void carom_sweep_plan_free(carom_sweep_plan* plan);

/// Changes a plan by a line as of the command line: "vary contacts.0.mu=uniform:0.1:0.5" (or
/// PATH,PATH..=FROM:TO:COUNT), "show energy.change,contacts.0.mode", "rows 1000000", "seed 7". False with *error filled
/// and nothing changed.
CAROM_API bool carom_sweep_plan_change(carom_sweep_plan* plan, const char* line, carom_diag* error);

/// As files write it: "uniform".
CAROM_API const char* carom_spread_word(carom_spread_kind kind);
/// As files write it: "sobol".
CAROM_API const char* carom_sampling_word(carom_sampling sampling);

// ---- a sweep ----------------------------------------------------------------------------------------------------

/// A plan together with its scenario, checked.
typedef struct carom_sweep carom_sweep;

/// The plan is copied, the text too. NULL with *error filled: the key that is wrong, or the path that names nothing.
CAROM_API carom_sweep* carom_sweep_open(const char* text, size_t length, const carom_sweep_plan* plan,
                                        carom_diag* error);
/// Frees it; NULL is fine. Its file, if any, is closed.
CAROM_API void carom_sweep_free(carom_sweep* sweep);

/// How large a sweep is, and how it will run.
typedef struct carom_sweep_facts {
  carom_sampling sampling;
  int64_t rows;
  int64_t chunk_rows;  ///< rows of all chunks but the last
  int64_t chunk_count;
  int64_t bytes;  ///< of the file, about
  int input_count, output_count, of_count;
  int64_t blocks;  ///< of a Saltelli sample; else 0
  bool batched;    ///< many rows at once; else one by one
  bool moves;      ///< every row is a motion
} carom_sweep_facts;

/// The plan as it was given.
CAROM_API const carom_sweep_plan* carom_sweep_plan_of(const carom_sweep* sweep);
/// What is known before it runs.
CAROM_API carom_sweep_facts carom_sweep_tell(const carom_sweep* sweep);
/// Names as in the file: inputs, what is stored, and of what there are statistics. NULL where there is none.
CAROM_API const char* carom_sweep_input_name(const carom_sweep* sweep, int input);
/// Of what is stored.
CAROM_API const char* carom_sweep_output_name(const carom_sweep* sweep, int output);
/// Of what has statistics.
CAROM_API const char* carom_sweep_of_name(const carom_sweep* sweep, int of);

/// The text of the scenario, with its length.
CAROM_API const char* carom_sweep_text(const carom_sweep* sweep, size_t* length);

/// One value of a row.
typedef struct carom_sweep_value {
  bool is_word;
  double number;
  char word[CAROM_SWEEP_WORD_SIZE];
} carom_sweep_value;

/// The inputs of a row, and what it gives, solved here and now; either may be NULL. The status is that of the row, with
/// *error filled where it is not CAROM_OK.
CAROM_API carom_status carom_sweep_row(carom_sweep* sweep, int64_t row, carom_sweep_value* inputs,
                                       carom_sweep_value* outputs, carom_diag* error);

/// The inputs of a row as arguments: "--set contacts.0.mu=0.3 --set contacts.0.e=0.7". With them `carom solve`, or
/// `carom simulate`, does what the row did.
CAROM_API bool carom_sweep_row_settings(carom_sweep* sweep, int64_t row, carom_sink sink);

// ---- the file ---------------------------------------------------------------------------------------------------

/// Finds the file, or makes it: NAME.h5, or a folder of .npy columns for a name that ends with a slash. A file of the
/// same sweep is gone on with. fresh: what is there is removed first, if it is a sweep's. False with *error filled:
/// CAROM_IO, or CAROM_BAD_VALUE for a file that is not this sweep's (it says what differs), CAROM_UNAVAILABLE where
/// HDF5 is missing.
CAROM_API bool carom_sweep_attach(carom_sweep* sweep, const char* output, bool fresh, carom_diag* error);
/// A file without a name, in memory where the system has that: for sweeps that are read at once and not kept. It has
/// the columns of any other, and goes with carom_sweep_free.
CAROM_API bool carom_sweep_attach_memory(carom_sweep* sweep, carom_diag* error);
/// The sweep of an existing file, for reports.
CAROM_API carom_sweep* carom_sweep_of_file(const char* output, carom_diag* error);

/// When what was written is made safe against a loss of power.
typedef enum carom_sweep_sync {
  CAROM_SWEEP_SYNC_OFTEN = 0,  ///< every two seconds
  CAROM_SWEEP_SYNC_NONE = 1,
  CAROM_SWEEP_SYNC_CHUNK = 2,  ///< after every chunk
} carom_sweep_sync;

/// How far a run is.
typedef struct carom_sweep_progress {
  int64_t rows;            ///< of the whole sweep
  int64_t rows_done;       ///< with those of earlier runs
  int64_t rows_done_here;  ///< by this process
  int64_t failed;          ///< of these
  double seconds;          ///< since this run began
} carom_sweep_progress;

/// Hands out chunks to a process: fills at most `capacity` numbers, which is 0 where none are wanted. Returns how many;
/// 0: none at the moment; -1: no more. Called about every 100 us by the thread that called carom_sweep_run.
typedef int carom_sweep_take(void* context, int64_t* chunks, int capacity);

/// How to run. All zero is right for one process.
typedef struct carom_sweep_run_options {
  int threads;  ///< 0: as many as there are processors
  carom_sweep_sync sync;
  int part, parts;  ///< chunks c with c % parts == part; parts 0: all
  bool stop_at_failure;
  volatile sig_atomic_t* stop;  ///< NULL, or set by a signal handler: chunks in hand are finished
  void (*tell)(void* context, const carom_sweep_progress* progress);  ///< NULL, or heard about every 100 ms
  void* tell_context;
  carom_sweep_take* take;  ///< NULL: all chunks that are not done
  void* take_context;
} carom_sweep_run_options;

/// Computes all chunks that are not done, or those that it is given. Needs carom_sweep_attach. CAROM_OK with all done,
/// CAROM_STOPPED, CAROM_IO (no room on the disk, say), CAROM_NO_MEMORY, CAROM_INCONSISTENT: a row that was computed in
/// two ways gave two answers, which must not be.
CAROM_API carom_status carom_sweep_run(carom_sweep* sweep, const carom_sweep_run_options* options,
                                       carom_sweep_progress* progress, carom_diag* error);

/// The numbers of chunks that are not done and belong to the part; returns how many, fills at most `capacity`.
CAROM_API int64_t carom_sweep_todo(carom_sweep* sweep, int part, int parts, int64_t* chunks, int64_t capacity);

// ---- statistics -------------------------------------------------------------------------------------------------

enum { CAROM_SWEEP_FAILURES_TOLD = 3, CAROM_SWEEP_STATUS_COUNT = 64 };

/// Of one output, or of one number of it.
typedef struct carom_sweep_statistics {
  int64_t count;  ///< rows with a finite number
  double mean, sd, least, most;
  double quantiles[CAROM_SWEEP_MOST_QUANTILES];
  double histogram_from, histogram_to;
  int64_t histogram[CAROM_SWEEP_MOST_BINS];
  /// By input: first-order and total indices and half the width of their 95 % intervals; NaN where there are none.
  double first[CAROM_SWEEP_MOST_INPUTS], first_width[CAROM_SWEEP_MOST_INPUTS];
  double total[CAROM_SWEEP_MOST_INPUTS], total_width[CAROM_SWEEP_MOST_INPUTS];
  int64_t blocks_dropped;  ///< blocks with a row that has no number
} carom_sweep_statistics;

/// Of a whole file.
typedef struct carom_sweep_summary {
  int64_t rows, failed;
  int64_t failed_by_status[CAROM_SWEEP_STATUS_COUNT];
  int64_t first_failed[CAROM_SWEEP_FAILURES_TOLD];  ///< rows; -1
  int of_count;
  carom_sweep_statistics of[CAROM_SWEEP_MOST_OUTPUTS];
} carom_sweep_summary;

/// Computes the statistics of a complete file and writes them into it. False with *error filled; CAROM_BAD_VALUE where
/// chunks are missing. The summary is the caller's to free with carom_sweep_summary_free.
CAROM_API carom_sweep_summary* carom_sweep_summarise(carom_sweep* sweep, carom_diag* error);
/// Frees it; NULL is fine.
CAROM_API void carom_sweep_summary_free(carom_sweep_summary* summary);

/// Values of rows first to first + count - 1 of a column of the file: an input, or an output that has statistics.
/// False where it is not stored, is a word, or cannot be read.
CAROM_API bool carom_sweep_read_input(carom_sweep* sweep, int input, int64_t first, int64_t count, double* out);
/// Likewise, of an output that has statistics.
CAROM_API bool carom_sweep_read_of(carom_sweep* sweep, int of, int64_t first, int64_t count, double* out);

/// What a column of the rows holds.
typedef enum carom_sweep_column_kind {
  CAROM_SWEEP_COLUMN_NUMBERS = 0,   ///< doubles; NaN where there is none
  CAROM_SWEEP_COLUMN_WORDS = 1,     ///< CAROM_SWEEP_WORD_SIZE bytes each, filled with zeros
  CAROM_SWEEP_COLUMN_STATUSES = 2,  ///< uint8_t: carom_status
} carom_sweep_column_kind;

/// A column of the file.
typedef struct carom_sweep_column {
  const char* name;  ///< NULL: there is no such column
  carom_sweep_column_kind kind;
  size_t size;  ///< bytes of an item
} carom_sweep_column;

/// The columns of the rows in their order: inputs, what is stored, "status".
CAROM_API carom_sweep_column carom_sweep_column_at(const carom_sweep* sweep, int column);
/// Rows first to first + count - 1 of such a column. False where there are none, or they cannot be read.
CAROM_API bool carom_sweep_read_column(carom_sweep* sweep, int column, int64_t first, int64_t count, void* out);

/// How an output goes with an input that is a grid: its values, rising, and at each of them the quantiles (the levels
/// of the plan) of the output among the rows that have it. `values` has room for the count of the grid, `quantiles` for
/// as many times the count of levels; NaN where no such row has a number. Returns how many values there are; 0 where
/// the input is no grid, the rows are not stored, or there is no memory for them.
CAROM_API int carom_sweep_bands(carom_sweep* sweep, int input, int of, double* values, double* quantiles);

/// All rows as CSV, with numbers that read back exactly. False where the sink refuses or the file cannot be read.
CAROM_API bool carom_sweep_write_csv(carom_sweep* sweep, carom_sink sink);
/// The summary as one JSON object and a newline.
CAROM_API bool carom_sweep_summary_write(const carom_sweep* sweep, const carom_sweep_summary* summary, carom_sink sink);

#endif
