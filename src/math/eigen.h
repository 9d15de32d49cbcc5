// The eigenproblem of a positive semidefinite matrix that may be graded. Private to the library.
#ifndef CAROM_MATH_EIGEN_H
#define CAROM_MATH_EIGEN_H

/// a = V diag(values) V^T as carom_symmetric_eigen (carom/math.h) has it, in no order. Small eigenvalues of a graded
/// positive semidefinite matrix (D A D with a diagonal D and a well conditioned A) keep their own last digits.
int carom__graded_eigen(int n, double* a, double* values, double* vectors);

/// A symmetric matrix with three diagonals.
typedef struct carom__three_diagonals {
  double *main, *beside;  // n, n - 1; become the eigenvalues in no order, and rounding
  double* vectors;        // n * n, or NULL: its rows are turned as the matrix is, so that identity becomes eigenvectors
} carom__three_diagonals;

/// The eigenvalues, to rounding of the largest; entries beside the main diagonal up to the floor are rounding.
void carom__three_diagonals_eigen(int n, const carom__three_diagonals* t, double floor);

/// The least and the largest eigenvalue, to rounding of the largest entry. Uses up a; work: 2 n numbers.
void carom__spectrum_ends(int n, double* a, double* work, double* least, double* most);

#endif
