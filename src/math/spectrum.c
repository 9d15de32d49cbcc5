// The ends of the spectrum of a symmetric matrix: Householder's reduction to three diagonals, then QL steps. About
// 4/3 n^3 multiplications; all eigenvalues by rotations take fifty times as long. Good to rounding of the largest.
#include <float.h>
#include <math.h>

#include "math/eigen.h"
#include "math/elementary.h"

/// A part of the largest entry that moves nothing.
static const double NEGLIGIBLE = DBL_EPSILON / 16;

static double largest_entry(int n, const double* a) {
  double largest = 0;
  for (int i = 0; i < n * n; ++i) largest = carom__max(largest, fabs(a[i]));
  return largest;
}

/// The reflection that leaves one entry of column k below the diagonal: its vector into v (from k + 1 on), the entry
/// that stays is returned. *weight: 2/v.v, or 0 if there is nothing to do.
static double reflection(int n, int k, const double* a, double* v, double* weight) {
  double square = 0;
  for (int i = k + 1; i < n; ++i) {
    v[i] = a[i * n + k];
    square += v[i] * v[i];
  }
  const double size = v[k + 1] > 0 ? -sqrt(square) : sqrt(square), beyond = square - v[k + 1] * v[k + 1];
  *weight = beyond > 0 ? 1 / (square - v[k + 1] * size) : 0;
  if (*weight == 0) return v[k + 1];
  v[k + 1] -= size;
  return size;
}

/// A <- A - v q^T - q v^T on the rest, with q = p - (weight/2)(v.p) v and p = weight A v.
static void reflect(int n, int k, double* a, const double* v, double weight, double* q) {
  double dot = 0;
  for (int i = k + 1; i < n; ++i) {
    const double* row = a + i * n;
    double sum = 0;
    for (int j = k + 1; j < n; ++j) sum += row[j] * v[j];
    q[i] = weight * sum;
    dot += v[i] * q[i];
  }
  for (int i = k + 1; i < n; ++i) q[i] -= 0.5 * weight * dot * v[i];
  for (int i = k + 1; i < n; ++i) {
    double* row = a + i * n;
    for (int j = k + 1; j < n; ++j) row[j] -= v[i] * q[j] + q[i] * v[j];
  }
}

void carom__spectrum_ends(int n, double* a, double* work, double* least, double* most) {
  double *v = work, *values = v + n;
  const double largest = largest_entry(n, a);
  for (int i = 0; i < n * n && largest > 0; ++i) a[i] /= largest;
  for (int k = 0; k + 1 < n; ++k) {
    double weight;
    const double beside = reflection(n, k, a, v, &weight);
    if (weight > 0) reflect(n, k, a, v, weight, values);
    v[k] = beside;  // the next reflections begin further on
  }
  for (int i = 0; i < n; ++i) values[i] = a[i * n + i];
  carom__three_diagonals_eigen(n, &(carom__three_diagonals){.main = values, .beside = v}, NEGLIGIBLE);
  *least = *most = values[0];
  for (int i = 1; i < n; ++i) {
    *least = carom__min(*least, values[i]);
    *most = carom__max(*most, values[i]);
  }
  *least *= largest;
  *most *= largest;
}
