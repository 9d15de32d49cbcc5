// Shortcuts against the functions that they stand for: the same bits, the same verdict.
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "math/rotation.h"
#include "math/spd3.h"
#include "random.h"

static carom_mat3 random_matrix(test_random* r) {
  carom_mat3 a;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) a.m[i][j] = test_random_uniform(r, -1, 1);
  return a;
}

/// Positive definite, from well to badly conditioned, of any size.
static carom_mat3 random_spd(test_random* r) {
  const carom_mat3 a = random_matrix(r);
  carom_mat3 s = carom_mat3_mul(a, carom_mat3_transpose(a));
  const double size = test_random_log(r, 1e-100, 1e100), more = test_random_log(r, 1e-6, 1);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) s.m[i][j] = size * (s.m[i][j] + more * (i == j));
  return s;
}

Test(math_shortcuts, three_equations_have_the_bits_of_cholesky) {
  test_random r = {3};
  for (int i = 0; i < 100000; ++i) {
    const carom_mat3 a = random_spd(&r);
    carom_mat3 factor = a;
    double x[3];
    for (int k = 0; k < 3; ++k) x[k] = test_random_uniform(&r, -1, 1);
    const carom_vec3 got = carom__solve_spd3(&a, (carom_vec3){x[0], x[1], x[2]});
    cr_assert_eq(carom_cholesky(3, &factor.m[0][0]), 0);
    carom_cholesky_forward(3, &factor.m[0][0], x);
    carom_cholesky_backward(3, &factor.m[0][0], x);
    const double own[3] = {got.x, got.y, got.z};
    cr_assert_eq(memcmp(own, x, sizeof x), 0, "%.17g %.17g %.17g, not %.17g %.17g %.17g", own[0], own[1], own[2], x[0],
                 x[1], x[2]);
  }
}

/// A rotation that is off by about `off`, and now and then mirrored or spoilt.
static carom_mat3 nearly_rotation(test_random* r, double off) {
  carom_mat3 a = carom_mat3_from_axis_angle(
      (carom_vec3){test_random_uniform(r, -1, 1), test_random_uniform(r, -1, 1), test_random_uniform(r, -1, 1)},
      test_random_uniform(r, -4, 4));
  for (int i = 0; i < 9; ++i) (&a.m[0][0])[i] += off * test_random_uniform(r, -1, 1);
  if (test_random_below(r, 8) == 0)
    for (int j = 0; j < 3; ++j) a.m[1][j] = -a.m[1][j];
  if (test_random_below(r, 16) == 0) (&a.m[0][0])[test_random_below(r, 9)] = (double)NAN;
  return a;
}

Test(math_shortcuts, what_is_a_rotation_has_a_small_error) {
  const double tolerance = 1e-9;
  test_random r = {4};
  int rotations = 0;
  for (int i = 0; i < 100000; ++i) {
    const carom_mat3 a = nearly_rotation(&r, i % 4 == 0 ? 0 : test_random_log(&r, 1e-11, 1e-7));
    double error;
    carom_mat3_nearest_rotation(a, &error);
    const bool is = carom__is_rotation(&a, tolerance);
    cr_assert_eq(is, error <= tolerance, "off by %.17g", error);
    rotations += is;
  }
  cr_expect(rotations > 20000 && rotations < 80000, "%d", rotations);
}
