#include <criterion/criterion.h>
#include <float.h>

#include "carom/math.h"
#include "random.h"

static double distance(carom_mat3 a, carom_mat3 b) {
  double worst = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) worst = fmax(worst, fabs(a.m[i][j] - b.m[i][j]));
  return worst;
}

static carom_vec3 random_vector(test_random* r) {
  return (carom_vec3){test_random_uniform(r, -1, 1), test_random_uniform(r, -1, 1), test_random_uniform(r, -1, 1)};
}

Test(mat3, vectors) {
  const carom_vec3 x = {1, 0, 0}, y = {0, 1, 0}, z = carom_vec3_cross(x, y);
  cr_expect(z.x == 0 && z.y == 0 && z.z == 1);
  cr_expect_eq(carom_vec3_dot((carom_vec3){1, 2, 3}, (carom_vec3){4, 5, 6}), 32);
  cr_expect_eq(carom_vec3_norm((carom_vec3){2, 3, 6}), 7);
  cr_expect(carom_vec3_is_finite(x) && !carom_vec3_is_finite((carom_vec3){0, NAN, 0}));
}

Test(mat3, quarter_turn_about_z_takes_x_to_y) {
  const carom_mat3 r = carom_mat3_from_axis_angle((carom_vec3){0, 0, 3}, acos(0));
  const carom_vec3 y = carom_mat3_apply(r, (carom_vec3){1, 0, 0});
  cr_expect(fabs(y.x) < 2 * DBL_EPSILON && fabs(y.y - 1) < 2 * DBL_EPSILON && y.z == 0);
}

Test(mat3, axis_angle_and_quaternion_agree_and_are_rotations) {
  test_random r = {1};
  for (int i = 0; i < 1000; ++i) {
    const carom_vec3 axis = random_vector(&r);
    const double angle = test_random_uniform(&r, -7, 7), s = sin(angle / 2) / carom_vec3_norm(axis);
    const carom_mat3 a = carom_mat3_from_axis_angle(axis, angle);
    const carom_mat3 b =
        carom_mat3_from_quat((carom_quat){2 * cos(angle / 2), 2 * s * axis.x, 2 * s * axis.y, 2 * s * axis.z});
    cr_assert_lt(distance(a, b), 8 * DBL_EPSILON);
    cr_assert_lt(distance(carom_mat3_mul(carom_mat3_transpose(a), a), carom_mat3_identity()), 8 * DBL_EPSILON);
    cr_assert_lt(fabs(carom_mat3_determinant(a) - 1), 16 * DBL_EPSILON);
    const carom_vec3 kept = carom_vec3_sub(carom_mat3_apply(a, axis), axis);
    cr_assert_lt(carom_vec3_norm(kept), 8 * DBL_EPSILON);
  }
  cr_expect_eq(distance(carom_mat3_from_quat((carom_quat){0, 0, 0, 0}), carom_mat3_identity()), 0);
  cr_expect_eq(distance(carom_mat3_from_axis_angle((carom_vec3){0, 0, 0}, 1), carom_mat3_identity()), 0);
}

Test(mat3, nearest_rotation_mends_rounding_and_reports_it) {
  test_random r = {2};
  for (int i = 0; i < 1000; ++i) {
    const carom_mat3 exact = carom_mat3_from_axis_angle(random_vector(&r), test_random_uniform(&r, -3, 3));
    carom_mat3 rounded = exact;
    for (int k = 0; k < 9; ++k) rounded.m[k / 3][k % 3] += test_random_uniform(&r, -1e-4, 1e-4);
    double error;
    const carom_mat3 mended = carom_mat3_nearest_rotation(rounded, &error);
    cr_assert(error > 1e-7 && error < 1e-3);
    cr_assert_lt(distance(carom_mat3_mul(carom_mat3_transpose(mended), mended), carom_mat3_identity()),
                 8 * DBL_EPSILON);
    cr_assert_lt(distance(mended, exact), 3e-4);
    // What is mended once stays as it is, to the last bit.
    cr_assert_eq(distance(carom_mat3_nearest_rotation(mended, &error), mended), 0);
  }
}

Test(mat3, nearest_rotation_refuses_mirrors_and_singular_matrices) {
  double error;
  carom_mat3_nearest_rotation(carom_mat3_diagonal(1, 1, -1), &error);
  cr_expect_geq(error, 1);
  carom_mat3_nearest_rotation(carom_mat3_diagonal(0, 1, 1), &error);
  cr_expect_geq(error, 1);
  carom_mat3_nearest_rotation(carom_mat3_diagonal(NAN, 1, 1), &error);
  cr_expect(!(error < 1));
}
