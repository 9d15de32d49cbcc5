// Quantiles, and the inverse of a small matrix.
#include <math.h>
#include <stdlib.h>

#include "fit/fit.h"

static int by_size(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

void carom__fit_sort(double* numbers, int count) {
  qsort(numbers, (size_t)count, sizeof *numbers, by_size);
}

/// Weibull's position q (n + 1): the ends of an interval are not drawn inwards where there are few numbers.
double carom__fit_quantile(const double* sorted, int count, double q) {
  const double place = fmin(fmax(q * (count + 1) - 1, 0), count - 1);
  const int before = (int)place, after = before + 1 < count ? before + 1 : before;
  return sorted[before] + (place - before) * (sorted[after] - sorted[before]);
}

bool carom__fit_invert(int n, double a[][CAROM_FIT_MOST_PARAMETERS], double out[][CAROM_FIT_MOST_PARAMETERS]) {
  double factor[CAROM_FIT_MOST_PARAMETERS * CAROM_FIT_MOST_PARAMETERS], column[CAROM_FIT_MOST_PARAMETERS];
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k) factor[n * i + k] = a[i][k];
  if (carom_cholesky(n, factor) != 0) return false;
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < n; ++k) column[k] = k == i;
    carom_cholesky_forward(n, factor, column);
    carom_cholesky_backward(n, factor, column);
    for (int k = 0; k < n; ++k) out[k][i] = column[k];
  }
  return true;
}
