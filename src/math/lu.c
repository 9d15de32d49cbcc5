// LU factors with partial pivoting of a small matrix of any size.
#include "math/lu.h"

#include "math/four.h"

static void swap_rows(int n, double* a, int i, int j) {
  for (int k = 0; k < n && i != j; ++k) {
    const double kept = a[i * n + k];
    a[i * n + k] = a[j * n + k];
    a[j * n + k] = kept;
  }
}

bool carom__lu_factor(int n, double* a, int* pivots, double least) {
  for (int p = 0; p < n; ++p) {
    int best = p;
    for (int i = p + 1; i < n; ++i)
      if (fabs(a[i * n + p]) > fabs(a[best * n + p])) best = i;
    if (!(fabs(a[best * n + p]) > least)) return false;
    pivots[p] = best;
    swap_rows(n, a, p, best);
    for (int i = p + 1; i < n; ++i) {
      const double share = a[i * n + p] /= a[p * n + p];
      carom__add_scaled(n - p - 1, -share, a + p * n + p + 1, a + i * n + p + 1);
    }
  }
  return true;
}

void carom__lu_solve(int n, const double* a, const int* pivots, double* x) {
  for (int p = 0; p < n; ++p) {
    const double kept = x[p];
    x[p] = x[pivots[p]];
    x[pivots[p]] = kept;
  }
  for (int p = 0; p < n; ++p)
    for (int k = 0; k < p; ++k) x[p] -= a[p * n + k] * x[k];
  for (int p = n - 1; p >= 0; --p) {
    for (int k = p + 1; k < n; ++k) x[p] -= a[p * n + k] * x[k];
    x[p] /= a[p * n + p];
  }
}
