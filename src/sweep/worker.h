/// @file worker.h
/// What one thread needs to turn rows into answers: scenarios whose numbers it sets, and room for a chunk.
#ifndef CAROM_SWEEP_WORKER_H
#define CAROM_SWEEP_WORKER_H

#include "sweep/sweep.h"

typedef struct carom__batch carom__batch;

/// One of the scenarios that choices of words make.
typedef struct carom__variant {
  carom_vary* vary;                      ///< NULL until a row needs it
  int slots[CAROM_SWEEP_MOST_INPUTS];    ///< by input of the plan; -1 where it is a word
  int sources[CAROM_SWEEP_MOST_INPUTS];  ///< which value of the sampler it takes
  carom__batch* batch;                   ///< NULL: row by row
} carom__variant;

typedef struct carom__worker {
  const carom_sweep* sweep;
  carom__cursor cursor;
  carom__variant variants[CAROM__SWEEP_MOST_VARIANTS];
  carom_reading* readings;  ///< output_count

  // A chunk, column after column with room for as many rows each
  int64_t room;
  double* inputs;   ///< values of the sampler: numbers, or which word
  double* numbers;  ///< outputs that are numbers
  char* words;      ///< outputs that are words
  uint8_t* status;  ///< by row
  void* packed;     ///< room for a column as it is stored
  int64_t failed;   ///< rows of the last chunk
  bool disagrees;   ///< two ways to compute a row gave two answers
} carom__worker;

/// NULL with *error filled.
carom__worker* carom__worker_new(const carom_sweep* sweep, carom_diag* error);
void carom__worker_free(carom__worker* worker);

/// The variant of a row with these sampler values, opened. NULL with *error filled.
carom__variant* carom__worker_variant(carom__worker* worker, const double* values, carom_diag* error);
/// Sets the numbers of a variant.
void carom__variant_set(const carom__worker* worker, const carom__variant* variant, const double* values);

/// Solves one row by the general road and fills worker->readings. The status of the row.
carom_status carom__worker_solve(carom__worker* worker, const double* values, carom_diag* error);

/// Computes a chunk into the columns.
void carom__worker_chunk(carom__worker* worker, int64_t chunk);

/// Puts the readings into the columns at place k of the chunk; not a number, and no word, where it has failed.
void carom__worker_put(carom__worker* worker, int k, carom_status status);

// ---- many rows at once: one contact, rigid tangentially -----------------------------------------------------------

enum { CAROM__BATCH_ROWS = 1024 };

/// NULL where the variant has to be solved row by row.
carom__batch* carom__batch_new(const carom_sweep* sweep, carom__variant* variant);
void carom__batch_free(carom__batch* batch);

/// Rows k to k + count - 1 of the chunk, count <= CAROM__BATCH_ROWS, whose inputs are in the columns. Rows that it
/// cannot do are left to the general road: done[i] tells.
void carom__batch_solve(carom__worker* worker, carom__variant* variant, int k, int count, bool* done);

#endif
