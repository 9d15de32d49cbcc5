// The eigenproblem of K^(1/2) W K^(1/2): positive semidefinite, and graded where stiffnesses are decades apart. Jacobi
// rotations that stop by |a_pq| against sqrt(a_pp a_qq), not against the largest entry, keep the small eigenvalues to
// their own last digits: with springs of 1 and 1e20 the slow motion is still exact.
#include "simultaneous/collision.h"

enum { MAX_SWEEPS = 40 };

static const double NEGLIGIBLE = DBL_EPSILON * DBL_EPSILON / 256;

static void turn_rows(int n, double* x, double* y, double c, double s) {
  for (int k = 0; k < n; ++k) {
    const double xk = x[k], yk = y[k];
    x[k] = c * xk - s * yk;
    y[k] = s * xk + c * yk;
  }
}

static void turn_columns(int n, double* a, int p, int q, const double turn[2]) {
  for (int k = 0; k < n; ++k) {
    const double x = a[k * n + p], y = a[k * n + q];
    a[k * n + p] = turn[0] * x - turn[1] * y;
    a[k * n + q] = turn[1] * x + turn[0] * y;
  }
}

/// True if there was something to do.
static bool annihilate(int n, double* a, double* vectors, int p, int q) {
  const double app = a[p * n + p], aqq = a[q * n + q], apq = a[p * n + q];
  if (apq * apq <= NEGLIGIBLE * fabs(app * aqq) || fabs(apq) < 1e-290) return false;
  const double theta = (aqq - app) / (2 * apq);
  const double t = fabs(theta) > 1e100 ? 0.5 / theta : copysign(1, theta) / (fabs(theta) + sqrt(1 + theta * theta));
  const double c = 1 / sqrt(1 + t * t), s = t * c;
  const double turn[2] = {c, s};
  turn_rows(n, a + p * n, a + q * n, c, s);
  turn_columns(n, a, p, q, turn);
  a[p * n + p] = app - t * apq;
  a[q * n + q] = aqq + t * apq;
  a[p * n + q] = a[q * n + p] = 0;
  turn_columns(n, vectors, p, q, turn);
  return true;
}

void carom__graded_eigen(int n, double* a, double* values, double* vectors) {
  for (int i = 0; i < n * n; ++i) vectors[i] = i % (n + 1) == 0;
  bool turned = true;
  for (int sweep = 0; sweep < MAX_SWEEPS && turned; ++sweep) {
    turned = false;
    for (int p = 0; p < n; ++p)
      for (int q = p + 1; q < n; ++q) turned |= annihilate(n, a, vectors, p, q);
  }
  for (int i = 0; i < n; ++i) values[i] = a[i * n + i];
}
