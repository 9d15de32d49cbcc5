// Equations that may repeat each other, or be too few: the shortest solution.
#include "math/least_norm.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { MOST_ROWS = 192 };
static const double REPEATED = 1e-10;

static double dot(int n, const double* a, const double* b) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

/// The row with the largest part that is still new, relative to what it was; -1 when all the others are repetitions.
static int next_row(int n, const double* a, const double* length, const bool* used) {
  int best = -1;
  double most = REPEATED;
  for (int i = 0; i < n; ++i) {
    if (used[i] || !(length[i] > 0)) continue;
    const double part = sqrt(dot(n, a + i * n, a + i * n)) / length[i];
    if (part > most) {
      most = part;
      best = i;
    }
  }
  return best;
}

/// Gram-Schmidt on the rows, on the right-hand side at the same time: x gathers what each new direction demands, and
/// has no part outside their span, so it is the shortest.
int carom__least_norm(int n, double* a, double* b, double* x) {
  double length[MOST_ROWS];
  bool used[MOST_ROWS] = {false};
  int rank = 0;
  memset(x, 0, (size_t)n * sizeof *x);
  for (int i = 0; i < n; ++i) length[i] = sqrt(dot(n, a + i * n, a + i * n));
  for (int row; rank < n && (row = next_row(n, a, length, used)) >= 0; ++rank) {
    double* unit = a + row * n;
    const double norm = sqrt(dot(n, unit, unit));
    used[row] = true;
    for (int i = 0; i < n; ++i) unit[i] /= norm;
    b[row] /= norm;
    for (int i = 0; i < n; ++i) x[i] += b[row] * unit[i];
    for (int other = 0; other < n; ++other) {
      if (used[other]) continue;
      const double along = dot(n, a + other * n, unit);
      for (int i = 0; i < n; ++i) a[other * n + i] -= along * unit[i];
      b[other] -= along * b[row];
    }
  }
  return rank;
}
