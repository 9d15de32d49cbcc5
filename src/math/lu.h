// Linear equations by LU factors with partial pivoting: of any small size, and of the twelve nodes of a collocation
// panel. Private to the library.
#ifndef CAROM_MATH_LU_H
#define CAROM_MATH_LU_H

#include <math.h>
#include <stdbool.h>

#include "math/twelve.h"

/// Factors of the n * n matrix a (by rows) in its place. False where a pivot is not above `least`: a is then of no use.
bool carom__lu_factor(int n, double* a, int* pivots, double least);

/// x <- a^-1 x with the factors of a.
void carom__lu_solve(int n, const double* a, const int* pivots, double* x);

enum { CAROM__TWELVE = 12 };

/// Factors of a 12 * 12 matrix. Every column is taken whole, with zeros where there is nothing to do: that is faster
/// than loops of changing length.
typedef struct carom__lu12 {
  double upper[CAROM__TWELVE][CAROM__TWELVE];  // by columns: first the matrix, then its upper factor, no diagonal
  double lower[CAROM__TWELVE][CAROM__TWELVE];  // by columns, without its diagonal of ones
  double inverse[CAROM__TWELVE];               // of the pivots
  int pivot[CAROM__TWELVE];
} carom__lu12;

CAROM__ALWAYS_INLINE void carom__lu12_swap_rows(carom__lu12* f, int i, int best) {
  f->pivot[i] = best;
  for (int k = 0; k < CAROM__TWELVE && best != i; ++k) {
    double* column = k < i ? f->lower[k] : f->upper[k];
    const double swap = column[i];
    column[i] = column[best];
    column[best] = swap;
  }
}

/// Factors of the matrix in f->upper. False where a pivot is not above `least`.
CAROM__ALWAYS_INLINE bool carom__lu12_factor(carom__lu12* f, double least) {
  // Row r of column i is 1 below the diagonal, else 0.
  static const double BELOW[CAROM__TWELVE][CAROM__TWELVE] = {
      {0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, {0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, {0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1},
      {0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1}, {0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1}, {0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1},
      {0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1}, {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1},
      {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}};
  for (int i = 0; i < CAROM__TWELVE; ++i) {
    const double* pivots = f->upper[i];
    int best = i;
    for (int r = i + 1; r < CAROM__TWELVE; ++r) best = fabs(pivots[r]) > fabs(pivots[best]) ? r : best;
    if (!(fabs(pivots[best]) > least)) return false;
    carom__lu12_swap_rows(f, i, best);
    const double inverse = f->inverse[i] = 1 / pivots[i];
    const carom__twelve column = carom__twelve_load(pivots), below = carom__twelve_load(BELOW[i]);
    const carom__twelve lower = {column.a * inverse * below.a, column.b * inverse * below.b,
                                 column.c * inverse * below.c};
    carom__twelve_store(f->lower[i], &lower);
    for (int k = i + 1; k < CAROM__TWELVE; ++k) {
      const double top = f->upper[k][i];
      carom__twelve other = carom__twelve_load(f->upper[k]);
      other.a -= top * lower.a;
      other.b -= top * lower.b;
      other.c -= top * lower.c;
      carom__twelve_store(f->upper[k], &other);
    }
    for (int r = i; r < CAROM__TWELVE; ++r) f->upper[i][r] = 0;  // what is left is the upper factor, no diagonal
  }
  return true;
}

/// x <- a^-1 x.
CAROM__ALWAYS_INLINE void carom__lu12_solve(const carom__lu12* f, double* values) {
  for (int i = 0; i < CAROM__TWELVE; ++i) {
    const double swap = values[i];
    values[i] = values[f->pivot[i]];
    values[f->pivot[i]] = swap;
  }
  carom__twelve x = carom__twelve_load(values);
  double solution[CAROM__TWELVE];
  CAROM__UNROLL
  for (int i = 0; i < CAROM__TWELVE; ++i) carom__twelve_add(&x, -carom__twelve_entry(&x, i), f->lower[i]);
  CAROM__UNROLL
  for (int i = CAROM__TWELVE - 1; i >= 0; --i) {
    solution[i] = carom__twelve_entry(&x, i) * f->inverse[i];
    carom__twelve_add(&x, -solution[i], f->upper[i]);
  }
  memcpy(values, solution, sizeof solution);
}

#endif
