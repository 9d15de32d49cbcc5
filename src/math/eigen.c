// The symmetric eigenproblem by cyclic Jacobi rotations: small, accurate (each eigenvalue to about n eps of the
// largest), and simple enough to trust. n is at most a few dozen here.
#include <float.h>

#include "carom/math.h"
#include "math/elementary.h"

/// Convergence is quadratic after a few sweeps; matrices of this size need 5 to 10. The bound only guards against a
/// matrix that is not finite.
enum { MAX_SWEEPS = 60 };

static double off_diagonal(int n, const double* a) {
  double largest = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) largest = carom__max(largest, fabs(a[i * n + j]));
  return largest;
}

static double scale_of(int n, const double* a) {
  double largest = 0;
  for (int i = 0; i < n * n; ++i) largest = carom__max(largest, fabs(a[i]));
  return largest;
}

/// (row p, row q) <- rotated by (c, s); the same for columns when columns is true.
static void rotate(int n, double* a, int p, int q, double c, double s, bool columns) {
  const int step = columns ? n : 1, row = columns ? 1 : n;
  for (int k = 0; k < n; ++k) {
    double* x = &a[p * row + k * step];
    double* y = &a[q * row + k * step];
    const double xk = *x, yk = *y;
    *x = c * xk - s * yk;
    *y = s * xk + c * yk;
  }
}

static void annihilate(int n, double* a, double* vectors, int p, int q) {
  const double apq = a[p * n + q];
  if (apq == 0) return;
  const double theta = (a[q * n + q] - a[p * n + p]) / (2 * apq);
  const double t = copysign(1, theta) / (fabs(theta) + carom__hypot(1, theta));
  const double c = 1 / carom__hypot(1, t), s = t * c;
  rotate(n, a, p, q, c, s, false);
  rotate(n, a, p, q, c, s, true);
  a[p * n + q] = a[q * n + p] = 0;
  if (vectors) rotate(n, vectors, p, q, c, s, true);
}

static void sort_ascending(int n, double* values, double* vectors) {
  for (int i = 0; i < n; ++i) {
    int smallest = i;
    for (int j = i + 1; j < n; ++j)
      if (values[j] < values[smallest]) smallest = j;
    const double value = values[i];
    values[i] = values[smallest];
    values[smallest] = value;
    for (int k = 0; vectors && k < n && smallest != i; ++k) {
      const double entry = vectors[k * n + i];
      vectors[k * n + i] = vectors[k * n + smallest];
      vectors[k * n + smallest] = entry;
    }
  }
}

int carom_symmetric_eigen(int n, double* a, double* values, double* vectors) {
  for (int i = 0; vectors && i < n * n; ++i) vectors[i] = i % (n + 1) == 0;
  const double noise = DBL_EPSILON / 16 * scale_of(n, a);
  int sweep = 0;
  for (; sweep < MAX_SWEEPS && off_diagonal(n, a) > noise; ++sweep)
    for (int p = 0; p < n; ++p)
      for (int q = p + 1; q < n; ++q) annihilate(n, a, vectors, p, q);
  for (int i = 0; i < n; ++i) values[i] = a[i * n + i];
  sort_ascending(n, values, vectors);
  return sweep;
}
