// The kernels that several rooms share: modes of vibration, linear equations, the graded eigenproblem, units.
#include <criterion/criterion.h>
#include <float.h>
#include <string.h>

#include "carom/math.h"
#include "math/eigen.h"
#include "math/lu.h"
#include "math/swing.h"
#include "math/units.h"
#include "random.h"

enum { MOST = 24 };

Test(kernels, a_swing_keeps_its_energy_and_its_area) {
  test_random r = {1};
  for (int i = 0; i < 10000; ++i) {
    const double omega = test_random_log(&r, 1e-6, 1e6), t = test_random_log(&r, 1e-3, 1e3) / omega;
    const double a = test_random_uniform(&r, -1, 1), b = omega * test_random_uniform(&r, -1, 1);
    const carom__swing q = carom__swing_at(omega, a, b, t);
    const double before = omega * omega * a * a + b * b, after = omega * omega * q.value * q.value + q.slope * q.slope;
    cr_assert(fabs(after - before) <= 32 * DBL_EPSILON * before);
    // q'' = -omega^2 q: the area is what the slope has lost. The difference of slopes rounds like the slopes.
    cr_assert(fabs(omega * omega * q.area - (b - q.slope)) <= 16 * DBL_EPSILON * sqrt(before) * fmax(1, omega * t));
  }
}

Test(kernels, a_slow_swing_goes_straight) {
  for (double omega = 0; omega<1; omega = omega> 0 ? 10 * omega : 1e-300) {
    const carom__swing q = carom__swing_at(omega, 2, 3, 1e-9);
    cr_expect(fabs(q.value - (2 + 3e-9)) <= 4 * DBL_EPSILON && q.slope > 0 &&
              fabs(q.area / (2e-9 + 1.5e-18) - 1) <= 8 * DBL_EPSILON);
  }
  // Next to the limit below which it counts as slow, both formulas agree to rounding.
  const carom__swing below = carom__swing_at(1.999e-9, 0, 1, 1), above = carom__swing_at(2.001e-9, 0, 1, 1);
  cr_expect(fabs(below.value - above.value) <= 4 * DBL_EPSILON && fabs(below.area - above.area) <= 4 * DBL_EPSILON);
}

static bool is_same_swing(carom__swing one, const carom__swing_four* four, int l) {
  return one.value == four->value[l] && one.slope == four->slope[l] && one.area == four->area[l];
}

/// Angles from none to beyond a million, next to multiples of pi/2 and at pi/4 among them.
Test(kernels, four_swings_have_the_bits_of_one) {
  static const double PI = 0x1.921fb54442d18p+1;
  test_random r = {6};
  for (int i = 0; i < 20000; ++i) {
    carom__four omega, a, b;
    const double t = test_random_log(&r, 1e-3, 1e3);
    for (int l = 0; l < 4; ++l) {
      const double multiple = 2 * PI * (1 + test_random_below(&r, 1000)), any = test_random_log(&r, 1e-10, 1e7);
      const int kind = test_random_below(&r, 40);
      omega[l] = (kind == 0 ? 0 : kind == 1 ? multiple : kind == 2 ? PI / 2 : any) / t;
      a[l] = test_random_uniform(&r, -1, 1);
      b[l] = test_random_uniform(&r, -1, 1);
    }
    const carom__swing_four four = carom__swing_four_at(omega, a, b, t);
    for (int l = 0; l < 4; ++l) {
      cr_assert(is_same_swing(carom__swing_at(omega[l], a[l], b[l], t), &four, l), "%a %a", omega[l], t);
      cr_assert_eq(four.curve[l], -(omega[l] * omega[l]) * four.value[l]);
    }
  }
}

/// The largest |(a x - b)_i| as a part of what rounding of its terms amounts to.
static double residual(int n, const double* a, const double* x, const double* b) {
  double worst = 0;
  for (int i = 0; i < n; ++i) {
    double sum = -b[i], size = fabs(b[i]);
    for (int j = 0; j < n; ++j) sum += a[i * n + j] * x[j], size += fabs(a[i * n + j] * x[j]);
    worst = fmax(worst, fabs(sum) / (size * DBL_EPSILON));
  }
  return worst;
}

Test(kernels, factors_solve) {
  test_random r = {2};
  double a[MOST * MOST], factors[MOST * MOST], b[MOST], x[MOST];
  int pivots[MOST];
  for (int n = 1; n <= MOST; ++n) {
    for (int i = 0; i < n * n; ++i) a[i] = test_random_uniform(&r, -1, 1);
    for (int i = 0; i < n; ++i) b[i] = x[i] = test_random_uniform(&r, -1, 1);
    memcpy(factors, a, sizeof a);
    cr_assert(carom__lu_factor(n, factors, pivots, 0));
    carom__lu_solve(n, factors, pivots, x);
    cr_assert_lt(residual(n, a, x, b), 16.0 * n, "n = %d", n);
  }
}

Test(kernels, twelve_are_solved_as_any_number_is) {
  test_random r = {3};
  double a[144], b[12], x[12], y[12];
  int pivots[12];
  for (int i = 0; i < 1000; ++i) {
    carom__lu12 f;
    for (int k = 0; k < 144; ++k) a[k] = f.upper[k % 12][k / 12] = test_random_uniform(&r, -1, 1);
    for (int k = 0; k < 12; ++k) b[k] = x[k] = y[k] = test_random_uniform(&r, -1, 1);
    cr_assert(carom__lu12_factor(&f, 0));
    carom__lu12_solve(&f, x);
    cr_assert_lt(residual(12, a, x, b), 16.0 * 12);
    cr_assert(carom__lu_factor(12, a, pivots, 0));
    cr_assert(memcmp(f.pivot, pivots, sizeof pivots) == 0);
  }
}

Test(kernels, vanishing_pivots_are_told) {
  double singular[4] = {1, 2, 2, 4}, small[1] = {1e-13}, nan[1] = {NAN};
  int pivots[2];
  cr_expect_not(carom__lu_factor(2, singular, pivots, 0));
  cr_expect_not(carom__lu_factor(1, small, pivots, 1e-12));
  cr_expect_not(carom__lu_factor(1, nan, pivots, 0));
  carom__lu12 f = {0};
  for (int k = 0; k < 12; ++k) f.upper[k][k] = k == 7 ? 1e-15 : 1;
  carom__lu12 g = f;
  cr_expect_not(carom__lu12_factor(&f, 1e-14));
  cr_expect(carom__lu12_factor(&g, 0));
}

/// D A D with A = [[2, 1], [1, 2]] has the small eigenvalue 1.5 d^2 (1 + d^2/4 + ...) for D = diag(1, d).
Test(kernels, small_eigenvalues_of_graded_matrices_keep_their_digits) {
  for (double d = 1e-3; d > 1e-120; d *= 1e-3) {
    double a[4] = {2, d, d, 2 * d * d}, values[2], vectors[4];
    cr_assert_lt(carom__graded_eigen(2, a, values, vectors), 5);
    cr_assert(fabs(values[1] / (1.5 * d * d) - 1) <= d * d + 8 * DBL_EPSILON, "%g", d);
    cr_assert(fabs(vectors[1] / vectors[3] + 0.5 * d) <= d * (d * d + 8 * DBL_EPSILON));
  }
}

/// Balls in a row, on springs that differ by up to `grade`: three diagonals.
static void draw_chain(test_random* r, int n, double grade, double* a) {
  double inverse_mass[MOST + 1], root_k[MOST];
  for (int i = 0; i <= n; ++i) inverse_mass[i] = test_random_uniform(r, 0.5, 1);
  for (int i = 0; i < n; ++i) root_k[i] = sqrt(test_random_log(r, 1, grade));
  for (int i = 0; i < n * n; ++i) a[i] = 0;
  for (int i = 0; i < n; ++i) a[i * n + i] = root_k[i] * (inverse_mass[i] + inverse_mass[i + 1]) * root_k[i];
  for (int i = 0; i + 1 < n; ++i)
    a[i * n + i + 1] = a[(i + 1) * n + i] = -root_k[i] * inverse_mass[i + 1] * root_k[i + 1];
}

/// |A v - lambda v| and |v.v - 1| of each vector, as parts of rounding.
static double eigen_residual(int n, const double* a, const double* values, const double* vectors) {
  double worst = 0, most = 0;
  for (int m = 0; m < n; ++m) most = fmax(most, fabs(values[m]));
  for (int m = 0; m < n; ++m) {
    double square = -1;
    for (int i = 0; i < n; ++i) {
      double sum = -values[m] * vectors[i * n + m];
      for (int j = 0; j < n; ++j) sum += a[i * n + j] * vectors[j * n + m];
      worst = fmax(worst, fabs(sum) / (most * DBL_EPSILON));
      square += vectors[i * n + m] * vectors[i * n + m];
    }
    worst = fmax(worst, fabs(square) / DBL_EPSILON);
  }
  return worst;
}

/// Least eigenvalues of chains are n^-2 of the largest: their roots are frequencies.
Test(kernels, chains_of_alike_springs_swing_as_by_rotations) {
  test_random r = {7};
  double worst = 0;
  for (int k = 0; k < 4000; ++k) {
    double a[MOST * MOST], copy[MOST * MOST], values[MOST], vectors[MOST * MOST], rotated[MOST];
    const int n = 4 + test_random_below(&r, MOST - 3);
    draw_chain(&r, n, 4, a);
    memcpy(copy, a, sizeof a);
    cr_assert_eq(carom__graded_eigen(n, copy, values, vectors), 1);
    worst = fmax(worst, eigen_residual(n, a, values, vectors));
    carom_symmetric_eigen(n, a, rotated, NULL);
    for (int m = 0; m < n; ++m) {
      double nearest = INFINITY;
      for (int i = 0; i < n; ++i) nearest = fmin(nearest, fabs(values[i] - rotated[m]));
      cr_assert(nearest <= 2 * n * DBL_EPSILON * rotated[n - 1], "%d", k);
    }
  }
  cr_assert_lt(worst, 2.0 * MOST);
}

/// What is graded is left to rotations.
Test(kernels, chains_of_unlike_springs_are_rotated) {
  test_random r = {8};
  for (int k = 0; k < 200; ++k) {
    double a[MOST * MOST], copy[MOST * MOST], values[MOST], vectors[MOST * MOST];
    draw_chain(&r, 6, 1e12, a);
    memcpy(copy, a, sizeof a);
    cr_assert_gt(carom__graded_eigen(6, copy, values, vectors), 1);
    cr_assert_lt(eigen_residual(6, a, values, vectors), 2.0 * MOST);
  }
}

/// Against all eigenvalues by rotations; 0, whole numbers, diagonals and any scale among the matrices.
Test(kernels, the_ends_of_a_spectrum) {
  test_random r = {5};
  for (int k = 0; k < 2000; ++k) {
    double a[MOST * MOST], copy[MOST * MOST], values[MOST], work[2 * MOST], least, most;
    const int n = 1 + test_random_below(&r, MOST), kind = test_random_below(&r, 4);
    const double scale = test_random_log(&r, 1e-200, 1e200);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j <= i; ++j) {
        const double any = test_random_uniform(&r, -1, 1), whole = test_random_below(&r, 3) - 1;
        const double x = kind == 0 ? any : kind == 1 ? whole : kind == 2 ? ldexp(any, -2 * (i + j)) : i == j ? any : 0;
        a[i * n + j] = a[j * n + i] = copy[i * n + j] = copy[j * n + i] = scale * x;
      }
    carom_symmetric_eigen(n, a, values, NULL);
    carom__spectrum_ends(n, copy, work, &least, &most);
    const double rounding = 64 * DBL_EPSILON * fmax(fabs(values[0]), fabs(values[n - 1]));
    cr_assert(fabs(least - values[0]) <= rounding && fabs(most - values[n - 1]) <= rounding, "%d", k);
  }
}

Test(kernels, units_are_even_powers_of_two) {
  test_random r = {4};
  for (int i = 0; i < 1000; ++i) {
    const double w = test_random_log(&r, 1e-300, 1e300), v = test_random_log(&r, 1e-300, 1e300);
    const carom__units units = carom__units_for(w, v);
    const double near_w = ldexp(w, -units.inverse_mass), near_v = ldexp(v, -units.speed);
    cr_assert(units.inverse_mass % 2 == 0 && near_w >= 0.5 && near_w < 2 && near_v >= 0.5 && near_v < 1);
    cr_assert_eq(carom__energy_unit(units), carom__impulse_unit(units) + units.speed);
  }
  const carom__units none = carom__units_for(0, 0);
  cr_expect(none.inverse_mass == 0 && none.speed == 0);
}
