// Small dense symmetric matrices, row by row: symmetry, Cholesky.
#include <float.h>

#include "carom/math.h"
#include "math/elementary.h"

double carom_asymmetry(int n, const double* a) {
  double largest = 0, worst = 0;
  for (int i = 0; i < n * n; ++i) largest = carom__max(largest, fabs(a[i]));
  if (!(largest > 0)) return 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) worst = carom__max(worst, fabs(a[i * n + j] / largest - a[j * n + i] / largest));
  return worst;
}

void carom_symmetrize(int n, double* a) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) {
      // Equal entries are left alone: halving could lose a bit of a subnormal, and the sum could overflow.
      if (a[i * n + j] == a[j * n + i]) continue;
      const double mean = 0.5 * a[i * n + j] + 0.5 * a[j * n + i];
      a[i * n + j] = a[j * n + i] = mean;
    }
}

int carom_cholesky(int n, double* a) {
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j <= i; ++j) {
      double sum = a[i * n + j];
      for (int k = 0; k < j; ++k) sum -= a[i * n + k] * a[j * n + k];
      if (j < i) {
        a[i * n + j] = sum / a[j * n + j];
      } else {
        // What is left of the pivot carries a rounding error of about n eps a_ii: below 8 of those it is noise.
        if (!(sum > 8 * n * DBL_EPSILON * a[i * n + i])) return i + 1;
        a[i * n + i] = sqrt(sum);
      }
    }
  }
  return 0;
}

void carom_cholesky_forward(int n, const double* a, double* x) {
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < i; ++k) x[i] -= a[i * n + k] * x[k];
    x[i] /= a[i * n + i];
  }
}

void carom_cholesky_backward(int n, const double* a, double* x) {
  for (int i = n - 1; i >= 0; --i) {
    for (int k = i + 1; k < n; ++k) x[i] -= a[k * n + i] * x[k];
    x[i] /= a[i * n + i];
  }
}
