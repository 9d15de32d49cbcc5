#include <criterion/criterion.h>
#include <float.h>

#include "carom/carom.h"
#include "kit/expect.h"
#include "random.h"

enum { MAX_DOF = 64, MAX_ROWS = 12 };

/// A random mechanism of n degrees of freedom; M = b b^T + 1.
static void random_mechanism(test_random* r, int n, int rows, double* m, double* u, double* j) {
  static double b[MAX_DOF * MAX_DOF];
  for (int i = 0; i < n * n; ++i) b[i] = test_random_uniform(r, -1, 1);
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k) {
      m[i * n + k] = i == k;
      for (int l = 0; l < n; ++l) m[i * n + k] += b[i * n + l] * b[k * n + l];
    }
  carom_symmetrize(n, m);
  for (int i = 0; i < n; ++i) u[i] = test_random_uniform(r, -1, 1);
  for (int i = 0; i < rows * n; ++i) j[i] = test_random_uniform(r, -1, 1);
}

static double multiply_row(int n, const double* row, const double* x) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += row[i] * x[i];
  return sum;
}

Test(mechanism, impulse_changes_contact_velocity_by_w) {
  test_random r = {1};
  static double m[MAX_DOF * MAX_DOF], j[MAX_ROWS * MAX_DOF], workspace[MAX_DOF * MAX_DOF + MAX_ROWS * MAX_DOF];
  for (int n = 1; n <= MAX_DOF; n += n < 8 ? 1 : 14) {
    double u[MAX_DOF], after[MAX_DOF], w[MAX_ROWS * MAX_ROWS], v[MAX_ROWS], p[MAX_ROWS];
    const int dimension = n % 2 ? 3 : 2, rows = 2 * dimension;
    random_mechanism(&r, n, rows, m, u, j);
    const carom_mechanism mechanism = {n, dimension, 2, m, u, j, NULL};
    cr_assert_leq((size_t)carom_mechanism_workspace_size(&mechanism), sizeof workspace / sizeof *workspace);
    cr_assert_eq(carom_mechanism_contact(&mechanism, workspace, w, v, NULL), CAROM_OK);
    for (int i = 0; i < rows; ++i) p[i] = test_random_uniform(&r, -1, 1);
    carom_mechanism_apply(&mechanism, workspace, p, after);
    const carom_mechanism moved = {n, dimension, 2, m, after, j, NULL};
    double work = 0, v_moved[MAX_ROWS];
    carom_mechanism_velocities(&moved, v_moved);
    for (int i = 0; i < rows; ++i) {
      const double v_after = multiply_row(n, j + i * n, after), change = multiply_row(rows, w + i * rows, p);
      cr_assert(fabs(v_after - v[i] - change) < 100.0 * n * DBL_EPSILON * (1 + n), "n = %d", n);
      cr_assert(fabs(v_moved[i] - v_after) < 100.0 * n * DBL_EPSILON, "n = %d", n);
      work += 0.5 * p[i] * (v[i] + v_after);
    }
    const double e0 = carom_mechanism_energy(n, m, u), e1 = carom_mechanism_energy(n, m, after);
    // M's condition number is at most about n^2.
    cr_assert(fabs(e1 - e0 - work) < 100.0 * n * DBL_EPSILON * (1 + e0 + e1), "n = %d", n);
  }
}

/// The second road: a free planar rod by its mass matrix and Jacobian gives the W of the body form.
Test(mechanism, a_rod_by_mass_matrix_equals_the_rod_as_a_body) {
  const double h = sqrt(2) / 4;
  const double m[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1.0 / 12}, u[3] = {0.6, -1, 0.2};
  const double j[6] = {1, 0, h, 0, 1, -h};  // tip at (-h, -h) from the centre
  const carom_mechanism mechanism = {3, 2, 1, m, u, j, NULL};
  double workspace[15], w[4], v[2], w_body[4], v_body[2];
  cr_assert_eq(carom_mechanism_contact(&mechanism, workspace, w, v, NULL), CAROM_OK);
  carom_body bodies[2] = {carom_body_planar(1, 1.0 / 12, (carom_vec2){h, h}), carom_body_fixed()};
  bodies[0].velocity = (carom_vec3){0.6, -1, 0};
  bodies[0].spin.z = 0.2;
  carom_touch touch = {.body_a = 0, .body_b = 1};
  carom_frame_in_plane((carom_vec2){0, 1}, &touch.frame, NULL);
  const carom_bodies system = {2, 2, bodies, 1, &touch};
  cr_assert_eq(carom_bodies_contact(&system, w_body, v_body, NULL), CAROM_OK);
  for (int i = 0; i < 4; ++i) cr_expect(fabs(w[i] - w_body[i]) < 8 * DBL_EPSILON);
  for (int i = 0; i < 2; ++i) cr_expect(fabs(v[i] - v_body[i]) < 4 * DBL_EPSILON);
}

Test(mechanism, bad_input_is_named) {
  double m[4] = {2, 0.5, 0.5, 1}, u[2] = {1, 0}, j[4] = {1, 0, 0, 1}, workspace[8], w[4] = {7}, v[2] = {7};
  carom_mechanism mechanism = {2, 2, 1, m, u, j, NULL};
  carom_diag diag;
#define EXPECT(code, name)                                                                 \
  do {                                                                                     \
    cr_expect_eq(carom_mechanism_contact(&mechanism, workspace, w, v, &diag), code, name); \
    cr_expect_str_eq(diag.field, name);                                                    \
    cr_expect(w[0] == 7 && v[0] == 7, "the output was touched");                           \
  } while (0)
#define BAD(place, value, code, name) WHILE_BAD(double, place, value, EXPECT(code, name))
  BAD(m[0], NAN, CAROM_NOT_FINITE, "mass_matrix");
  BAD(m[0], -1, CAROM_NOT_POSITIVE, "mass_matrix");
  BAD(m[1], 0.6, CAROM_NOT_SYMMETRIC, "mass_matrix");
  BAD(m[0], 0.25, CAROM_NOT_POSITIVE, "mass_matrix");
  BAD(u[1], INFINITY, CAROM_NOT_FINITE, "velocity");
  BAD(j[3], NAN, CAROM_NOT_FINITE, "jacobian");
  BAD(j[3], 0, CAROM_NOT_POSITIVE, "jacobian");
  mechanism.dof = 0;
  EXPECT(CAROM_OUT_OF_RANGE, "dof");
  mechanism.dof = CAROM_MECHANISM_MAX_DOF + 1;
  EXPECT(CAROM_OUT_OF_RANGE, "dof");
  mechanism.dof = 2;
  mechanism.dimension = 5;
  EXPECT(CAROM_OUT_OF_RANGE, "dimension");
  mechanism.dimension = 2;
  mechanism.contact_count = 0;
  EXPECT(CAROM_OUT_OF_RANGE, "contact_count");
}

/// What a fuzzer found: numbers that are finite each, and a contact problem that is not.
Test(mechanism, a_contact_problem_that_does_not_fit_doubles) {
  const double mass = 1e-300, velocity = 1e200, light[2] = {0, 1e10}, fast[2] = {0, 1e150};
  double workspace[8], w[4], v[2];
  carom_diag diag = {0};
  carom_mechanism m = {.dof = 1, .dimension = 2, .contact_count = 1, .mass_matrix = &mass, .velocity = &velocity};
  m.jacobian = light;
  cr_assert_eq(carom_mechanism_contact(&m, workspace, w, v, &diag), CAROM_OVERFLOW);
  cr_assert_str_eq(diag.field, "w");
  const double heavy = 1e300;
  m.mass_matrix = &heavy;
  m.jacobian = fast;
  cr_assert_eq(carom_mechanism_contact(&m, workspace, w, v, &diag), CAROM_OVERFLOW);
  cr_assert_str_eq(diag.field, "v");
}

Test(bodies, a_contact_problem_that_does_not_fit_doubles) {
  carom_body bodies[2] = {carom_body_planar(1, 1e-200, (carom_vec2){0, 0}), carom_body_fixed()};
  carom_touch touch = {.body_a = 0, .body_b = 1, .point = {0, 1e70, 0}};
  double w[4], v[2];
  carom_diag diag = {0};
  cr_assert_eq(carom_frame_in_plane((carom_vec2){0, 1}, &touch.frame, &diag), CAROM_OK);
  const carom_bodies system = {2, 2, bodies, 1, &touch};
  cr_assert_eq(carom_bodies_contact(&system, w, v, &diag), CAROM_OVERFLOW);
  cr_assert_str_eq(diag.field, "w");
}
