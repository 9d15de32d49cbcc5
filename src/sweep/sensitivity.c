// Sensitivity indices from Saltelli's blocks: the first-order estimator of Saltelli et al., Comput. Phys. Commun. 181
// (2010) 259-270, table 2 (b), and the total one of Jansen, table 2 (f). Intervals by bootstrap over blocks.
#include <math.h>
#include <stdlib.h>

#include "sweep/philox.h"
#include "sweep/statistics.h"

/// Resamples of the bootstrap: enough for one digit of an interval.
enum { RESAMPLES = 200 };
/// Standard deviations that hold 95 % of a normal distribution.
static const double WIDTH_95 = 1.959963984540054;

/// Blocks whose rows are all finite, about their mean.
typedef struct sample {
  const carom__blocks* b;
  int64_t* kept;  // numbers of blocks
  int64_t count;
  double mean;
} sample;

static bool is_whole(const carom__blocks* b, int64_t block) {
  const int size = b->inputs + 2;
  for (int i = 0; i < size; ++i)
    if (!isfinite(b->rows[block * size + i])) return false;
  return true;
}

static bool start(sample* s, const carom__blocks* b) {
  const int size = b->inputs + 2;
  *s = (sample){.b = b, .kept = malloc((size_t)b->blocks * sizeof *s->kept)};
  if (!s->kept) return false;
  for (int64_t i = 0; i < b->blocks; ++i) {
    if (!is_whole(b, i)) continue;
    s->kept[s->count++] = i;
    s->mean += b->rows[i * size] + b->rows[i * size + 1];
  }
  if (s->count > 0) s->mean /= 2 * (double)s->count;
  return true;
}

/// Sums over blocks, from which all indices follow.
typedef struct sums {
  double a, b, squares;   // of A, of B, of both squared
  double *first, *total;  // by input: B (AB_j - A), and (A - AB_j)^2
} sums;

static void add_block(const sample* s, int64_t place, sums* out) {
  const int inputs = s->b->inputs;
  const double* rows = s->b->rows + s->kept[place] * (inputs + 2);
  const double a = rows[0] - s->mean, b = rows[1] - s->mean;
  out->a += a;
  out->b += b;
  out->squares += a * a + b * b;
  for (int j = 0; j < inputs; ++j) {
    const double mixed = rows[2 + j] - s->mean;
    out->first[j] += b * (mixed - a);
    out->total[j] += (a - mixed) * (a - mixed);
  }
}

static void clear(sums* out, int inputs) {
  out->a = out->b = out->squares = 0;
  for (int j = 0; j < inputs; ++j) out->first[j] = out->total[j] = 0;
}

/// From sums over n blocks to indices, in place.
static void finish(sums* x, int inputs, int64_t count) {
  const double n = (double)count, mean = (x->a + x->b) / (2 * n);
  const double variance = x->squares / (2 * n) - mean * mean;
  for (int j = 0; j < inputs; ++j) {
    x->first[j] = variance > 0 ? x->first[j] / n / variance : (double)NAN;
    x->total[j] = variance > 0 ? x->total[j] / (2 * n) / variance : (double)NAN;
  }
}

/// Draws as many blocks as there are, with repetition.
static void resample(const sample* s, int64_t number, sums* out) {
  clear(out, s->b->inputs);
  for (int64_t i = 0; i < s->count; i += 2) {
    uint64_t bits[2];
    carom__random_bits(s->b->seed, CAROM__STREAM_BOOTSTRAP, (uint64_t)i, (uint32_t)number, bits);
    for (int k = 0; k < 2 && i + k < s->count; ++k)
      add_block(s, (int64_t)(carom__uniform_of(bits[k]) * (double)s->count), out);
  }
  finish(out, s->b->inputs, s->count);
}

/// Half the width of the 95 % interval, from sums of the resampled values and of their squares.
static double width_of(double sum, double squares) {
  const double mean = sum / RESAMPLES, variance = (squares / RESAMPLES - mean * mean) * RESAMPLES / (RESAMPLES - 1);
  return variance >= 0 ? WIDTH_95 * sqrt(variance) : variance < 0 ? 0 : (double)NAN;
}

/// room: 6 * inputs numbers.
static void bootstrap(const sample* s, double* room, carom__indices* out) {
  const int inputs = s->b->inputs;
  sums x = {.first = room, .total = room + inputs};
  double *sum = room + 2 * inputs, *squares = room + 4 * inputs;
  for (int j = 0; j < 2 * inputs; ++j) sum[j] = squares[j] = 0;
  for (int64_t i = 0; i < RESAMPLES; ++i) {
    resample(s, i, &x);
    for (int j = 0; j < inputs; ++j) {
      // About the estimate, so that nothing cancels.
      const double first = x.first[j] - out->first[j], total = x.total[j] - out->total[j];
      sum[j] += first;
      squares[j] += first * first;
      sum[inputs + j] += total;
      squares[inputs + j] += total * total;
    }
  }
  for (int j = 0; j < inputs; ++j) {
    out->first_width[j] = width_of(sum[j], squares[j]);
    out->total_width[j] = width_of(sum[inputs + j], squares[inputs + j]);
  }
}

bool carom__sensitivity(const carom__blocks* b, carom__indices* out) {
  sample s;
  double* room = malloc(6 * (size_t)b->inputs * sizeof *room);
  const bool fine = room && start(&s, b);
  if (fine) {
    sums x = {.first = out->first, .total = out->total};
    clear(&x, b->inputs);
    for (int64_t i = 0; i < s.count; ++i) add_block(&s, i, &x);
    finish(&x, b->inputs, s.count);
    bootstrap(&s, room, out);
    out->dropped = b->blocks - s.count;
    free(s.kept);
  }
  free(room);
  return fine;
}
