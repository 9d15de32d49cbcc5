#include <criterion/criterion.h>
#include <float.h>

#include "carom/math.h"
#include "random.h"

enum { MAX = 64 };

/// a = b b^T + shift 1, symmetric positive definite.
static void random_spd(test_random* r, int n, double shift, double* a) {
  static double b[MAX * MAX];
  for (int i = 0; i < n * n; ++i) b[i] = test_random_uniform(r, -1, 1);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      a[i * n + j] = i == j ? shift : 0;
      for (int k = 0; k < n; ++k) a[i * n + j] += b[i * n + k] * b[j * n + k];
    }
  carom_symmetrize(n, a);
}

Test(dense, difference_of_products_keeps_the_last_bits) {
  // (1 + u)(1 - u) - 1 = -u^2, which naive arithmetic loses completely.
  const double u = 0x1p-40;
  cr_expect_eq(carom_difference_of_products(1 + u, 1 - u, 1, 1), -u * u);
  cr_expect_eq((1 + u) * (1 - u) - 1, 0);
}

Test(dense, cholesky_solves) {
  test_random r = {1};
  static double a[MAX * MAX], l[MAX * MAX];
  for (int n = 1; n <= MAX; n += 7) {
    double x[MAX], b[MAX];
    random_spd(&r, n, 1, a);
    for (int i = 0; i < n; ++i) x[i] = test_random_uniform(&r, -1, 1);
    for (int i = 0; i < n; ++i) {
      b[i] = 0;
      for (int j = 0; j < n; ++j) b[i] += a[i * n + j] * x[j];
    }
    for (int i = 0; i < n * n; ++i) l[i] = a[i];
    cr_assert_eq(carom_cholesky(n, l), 0);
    carom_cholesky_forward(n, l, b);
    carom_cholesky_backward(n, l, b);
    // The condition number is below n^2 here; the solve loses about that many eps.
    for (int i = 0; i < n; ++i) cr_assert(fabs(b[i] - x[i]) <= 16.0 * n * n * DBL_EPSILON, "n = %d", n);
  }
}

Test(dense, cholesky_names_the_bad_pivot) {
  double indefinite[4] = {1, 2, 2, 1}, singular[4] = {1, 1, 1, 1}, negative[1] = {-1}, nan[1] = {NAN};
  cr_expect_eq(carom_cholesky(2, indefinite), 2);
  cr_expect_eq(carom_cholesky(2, singular), 2);
  cr_expect_eq(carom_cholesky(1, negative), 1);
  cr_expect_eq(carom_cholesky(1, nan), 1);
}

Test(dense, asymmetry_and_symmetrize) {
  double a[4] = {2, 1, 1.5, 4};
  cr_expect_eq(carom_asymmetry(2, a), 0.125);
  carom_symmetrize(2, a);
  cr_expect(a[1] == 1.25 && a[2] == 1.25 && carom_asymmetry(2, a) == 0);
  double zero[4] = {0};
  cr_expect_eq(carom_asymmetry(2, zero), 0);
}

Test(dense, eigen_reconstructs_the_matrix) {
  test_random r = {3};
  static double a[MAX * MAX], copy[MAX * MAX], vectors[MAX * MAX];
  for (int n = 1; n <= 24; ++n) {
    double values[MAX];
    random_spd(&r, n, -0.5, a);
    for (int i = 0; i < n * n; ++i) copy[i] = a[i];
    const int sweeps = carom_symmetric_eigen(n, copy, values, vectors);
    cr_assert_lt(sweeps, 15);
    const double tolerance = 16.0 * n * DBL_EPSILON * fmax(fabs(values[0]), fabs(values[n - 1]));
    for (int i = 0; i < n; ++i) {
      cr_assert(i == 0 || values[i] >= values[i - 1]);
      for (int j = 0; j < n; ++j) {
        double entry = 0, overlap = 0;
        for (int k = 0; k < n; ++k) {
          entry += vectors[i * n + k] * values[k] * vectors[j * n + k];
          overlap += vectors[k * n + i] * vectors[k * n + j];
        }
        cr_assert(fabs(entry - a[i * n + j]) <= tolerance, "n = %d", n);
        cr_assert(fabs(overlap - (i == j)) <= 16.0 * n * DBL_EPSILON);
      }
    }
  }
}

Test(dense, eigen_known_values_and_bad_input) {
  double a[4] = {2, 1, 1, 2}, values[2];
  carom_symmetric_eigen(2, a, values, NULL);
  cr_expect(fabs(values[0] - 1) < 4 * DBL_EPSILON && fabs(values[1] - 3) < 4 * DBL_EPSILON);
  double far_apart[4] = {1e-200, 0, 0, 1e200};
  carom_symmetric_eigen(2, far_apart, values, NULL);
  cr_expect(values[0] == 1e-200 && values[1] == 1e200);
  double bad[4] = {NAN, 1, 1, 2};
  cr_expect_leq(carom_symmetric_eigen(2, bad, values, NULL), 60, "it must end even on NaN");
}
