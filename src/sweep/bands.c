// Quantiles of an output at each value of an input that is a grid.
#include <math.h>
#include <stdlib.h>

#include "sweep/statistics.h"
#include "sweep/sweep.h"

typedef struct pair {
  double x, y;
} pair;

/// By x, then by y; what has no number comes last.
static int compare(const void* a, const void* b) {
  const pair *p = a, *q = b;
  const int known = isfinite(q->y) - isfinite(p->y);
  if (p->x != q->x) return p->x < q->x ? -1 : 1;
  return known ? known : p->y < q->y ? -1 : p->y > q->y;
}

/// Rows in order; NULL where they cannot be had. `numbers` has room for as many.
static pair* read_pairs(carom_sweep* s, int input, int of, double* numbers) {
  const int64_t rows = s->sampler.rows;
  pair* pairs = malloc((size_t)rows * sizeof *pairs);
  bool fine = pairs && carom_sweep_read_input(s, input, 0, rows, numbers);
  for (int64_t i = 0; i < rows && fine; ++i) pairs[i].x = numbers[i];
  fine = fine && carom_sweep_read_of(s, of, 0, rows, numbers);
  for (int64_t i = 0; i < rows && fine; ++i) pairs[i].y = numbers[i];
  if (fine) qsort(pairs, (size_t)rows, sizeof *pairs, compare);
  if (fine) return pairs;
  free(pairs);
  return NULL;
}

/// The quantiles of the pairs from `first` on that have its x. Returns where the next begin.
static int64_t find_band(const carom_sweep* s, const pair* pairs, int64_t first, double* numbers, double* out) {
  int64_t end = first, count = 0;
  for (; end < s->sampler.rows && pairs[end].x == pairs[first].x; ++end)
    if (isfinite(pairs[end].y)) numbers[count++] = pairs[end].y;
  for (int i = 0; i < s->plan.quantile_count; ++i)
    out[i] = count > 0 ? carom__quantile(numbers, count, s->plan.quantiles[i]) : (double)NAN;
  return end;
}

int carom_sweep_bands(carom_sweep* s, int input, int of, double* values, double* quantiles) {
  if (!s || !values || !quantiles || input < 0 || input >= s->sampler.count) return 0;
  const carom_spread* spread = s->sampler.spreads[input].spread;
  if (spread->kind != CAROM_SPREAD_GRID && spread->kind != CAROM_SPREAD_LOG_GRID) return 0;
  double* numbers = malloc((size_t)s->sampler.rows * sizeof *numbers);
  pair* pairs = numbers ? read_pairs(s, input, of, numbers) : NULL;
  int count = 0;
  for (int64_t at = 0; pairs && at < s->sampler.rows && count < spread->count; ++count) {
    values[count] = pairs[at].x;
    at = find_band(s, pairs, at, numbers, quantiles + (size_t)count * (size_t)s->plan.quantile_count);
  }
  free(pairs);
  free(numbers);
  return count;
}
