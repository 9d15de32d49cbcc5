// The energy that the contacts can see: (1/2) v^T W^+ v, with the pseudo-inverse where contacts are redundant.
//
// W = L L^T by Cholesky's method with pivoting, as many columns as W has rank; L = Q R. Then W^+ = Q R^-T R^-1 Q^T and
// the energy is |R^-1 Q^T v|^2/2. It takes about 1.5 size^3 multiplications, a fiftieth of what eigenvalues would.
#include <float.h>
#include <math.h>

#include "carom/contact.h"
#include "carom/math.h"
#include "math/elementary.h"

/// Pivots down to this part of the largest diagonal entry are rounding: W is singular.
static const double ZERO_PIVOT = 1e-12;

/// (1/2) v^T W^-1 v of a 2x2 matrix: the square completed, so that a nearly singular W keeps its digits.
static double planar_energy(const double* w, const double* v, double determinant) {
  const double off_stick = carom_difference_of_products(w[0], v[1], w[1], v[0]);
  return (v[0] * v[0] + off_stick * off_stick / determinant) / (2 * w[0]);
}

static int largest_of(int n, const double* d) {
  int best = 0;
  for (int i = 1; i < n; ++i)
    if (d[i] > d[best]) best = i;
  return best;
}

/// Columns of L of 2^-exponent W, one after the other; `left` has what is left of the diagonal. Returns how many there
/// are.
static int factor(int n, const double* w, int exponent, double* columns, double* left) {
  for (int i = 0; i < n; ++i) left[i] = ldexp(w[i * n + i], -exponent);
  const double zero = ZERO_PIVOT * left[largest_of(n, left)];
  for (int k = 0; k < n; ++k) {
    const int p = largest_of(n, left);
    double* column = columns + k * n;
    if (!(left[p] > zero)) return k;
    for (int i = 0; i < n; ++i) column[i] = ldexp(w[i * n + p], -exponent);
    for (int m = 0; m < k; ++m) {
      const double *other = columns + m * n, by = other[p];
      for (int i = 0; i < n; ++i) column[i] -= by * other[i];
    }
    const double root = sqrt(left[p]);
    for (int i = 0; i < n; ++i) {
      column[i] /= root;
      left[i] -= column[i] * column[i];
    }
    left[p] = 0;
  }
  return n;
}

static double dot(int n, const double* a, const double* b) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

static void subtract(int n, double by, const double* what, double* from) {
  for (int i = 0; i < n; ++i) from[i] -= by * what[i];
}

/// Gram and Schmidt's method: R from the columns of L, and Q^T v in their first entries. `rest` is v, and becomes what
/// Q cannot see.
static void orthogonalize(int n, int rank, double* columns, double* r, double* rest) {
  for (int k = 0; k < rank; ++k) {
    double* q = columns + k * n;
    const double length = r[k * rank + k] = sqrt(dot(n, q, q));
    for (int i = 0; i < n; ++i) q[i] /= length;
    for (int j = k + 1; j < rank; ++j) {
      const double along = r[k * rank + j] = dot(n, q, columns + j * n);
      subtract(n, along, q, columns + j * n);
    }
    const double along = dot(n, q, rest);
    subtract(n, along, q, rest);
    q[0] = along;
  }
}

/// |y|^2/2 with R y = Q^T v, which stands in the first entries of the columns.
static double half_square(int n, int rank, double* columns, const double* r) {
  double sum = 0;
  for (int k = rank - 1; k >= 0; --k) {
    double y = columns[k * n];
    for (int j = k + 1; j < rank; ++j) y -= r[k * rank + j] * columns[j * n];
    y /= r[k * rank + k];
    columns[k * n] = y;
    sum += y * y;
  }
  return 0.5 * sum;
}

/// The energy of W and v as parts 2^-w_exponent and 2^-v_exponent of themselves.
static double energy_of(const carom_contact_problem* p, int w_exponent, int v_exponent, double* workspace) {
  const int n = p->dimension * p->contact_count;
  if (n == 2) {
    double w[4], v[2];
    for (int i = 0; i < 4; ++i) w[i] = ldexp(p->w[i], -w_exponent);
    for (int i = 0; i < 2; ++i) v[i] = ldexp(p->v[i], -v_exponent);
    const double determinant = carom_difference_of_products(w[0], w[3], w[1], w[2]);
    if (determinant > 16 * DBL_EPSILON * w[0] * w[3]) return planar_energy(w, v, determinant);
  }
  double *columns = workspace, *r = columns + n * n, *rest = r + n * n;
  const int rank = factor(n, p->w, w_exponent, columns, rest);
  for (int i = 0; i < n; ++i) rest[i] = ldexp(p->v[i], -v_exponent);
  orthogonalize(n, rank, columns, r, rest);
  return half_square(n, rank, columns, r);
}

/// Of the largest of them.
static int exponent_of(int count, const double* values) {
  double largest = 0;
  int exponent;
  for (int i = 0; i < count; ++i) largest = carom__max(largest, fabs(values[i]));
  frexp(largest, &exponent);
  return exponent;
}

/// Products of extreme numbers fit no double although the energy may; what it fits not either is infinite.
double carom_contact_energy(const carom_contact_problem* p, double* workspace) {
  const double energy = energy_of(p, 0, 0, workspace);
  if (isfinite(energy)) return energy;
  const int n = p->dimension * p->contact_count, w = exponent_of(n * n, p->w), v = exponent_of(n, p->v);
  return ldexp(energy_of(p, w, v, workspace), 2 * v - w);
}
