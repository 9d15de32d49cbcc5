/// @file chunk.h
/// A chunk that a worker has computed, into the file.
#ifndef CAROM_SWEEP_CHUNK_H
#define CAROM_SWEEP_CHUNK_H

#include "sweep/worker.h"

/// Count, mean, sum of squares about the mean, least and most of numbers; those that are not finite do not count.
typedef struct carom__sums {
  int64_t count;
  double mean, m2, least, most;
} carom__sums;

carom__sums carom__sums_of(const double* numbers, int64_t count);
/// Of two samples together (Chan, Golub and LeVeque).
carom__sums carom__sums_join(const carom__sums* a, const carom__sums* b);

/// Writes all but the mark that it is done. CAROM_IO with errno set.
carom_status carom__chunk_write(carom__worker* worker, int64_t chunk);
carom_status carom__chunk_mark(const carom_sweep* sweep, int64_t chunk);

#endif
