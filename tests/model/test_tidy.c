// Bodies of programs that compute in float32: rotations and inertias that are off by its rounding.
#include <criterion/criterion.h>
#include <float.h>
#include <string.h>

#include "carom/carom.h"
#include "random.h"

enum { BODIES = 1000 };

/// A rotation as an engine makes it: a quaternion of floats that is normalised and turned into a matrix in floats.
static carom_mat3 float_rotation(test_random* r) {
  float q[4], square = 0;
  for (int i = 0; i < 4; ++i) {
    q[i] = (float)test_random_uniform(r, -1, 1);
    square += q[i] * q[i];
  }
  for (int i = 0; i < 4; ++i) q[i] /= sqrtf(square);
  const float w = q[0], x = q[1], y = q[2], z = q[3];
  const float m[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                         {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                         {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}};
  carom_mat3 out;
  for (int i = 0; i < 9; ++i) out.m[i / 3][i % 3] = (double)m[i / 3][i % 3];
  return out;
}

/// R diag(moments) R^T, rounded at every step.
static carom_mat3 turned(const carom_mat3* rotation, const float moments[3]) {
  carom_mat3 out;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      float sum = 0;
      for (int k = 0; k < 3; ++k) sum += (float)rotation->m[i][k] * moments[k] * (float)rotation->m[j][k];
      out.m[i][j] = (double)sum;
    }
  return out;
}

/// A box: a brick, a rod or a plate, a thousand times as long as thick or more. Its inertia stands in its own axes or
/// in others; that of a plate is at the edge of what is possible.
static carom_body float_box(test_random* r, int kind) {
  float side[3];
  for (int i = 0; i < 3; ++i) side[i] = (float)test_random_log(r, 0.1, 10);
  for (int i = 0; i < kind; ++i) side[i] = (float)test_random_log(r, 1e-5, 1e-3);
  const float mass = (float)test_random_log(r, 0.01, 100);
  float moments[3];
  for (int i = 0; i < 3; ++i) {
    const float a = side[(i + 1) % 3], b = side[(i + 2) % 3];
    moments[i] = mass / 12 * (a * a + b * b);
  }
  carom_body body = carom_body_default();
  body.mass = (double)mass;
  body.orientation = float_rotation(r);
  body.inertia = carom_mat3_diagonal((double)moments[0], (double)moments[1], (double)moments[2]);
  const carom_mat3 rotation = float_rotation(r);
  if (test_random_below(r, 2)) body.inertia = turned(&rotation, moments);
  body.velocity = (carom_vec3){0, 0, -1};
  return body;
}

static double largest_difference(carom_mat3 a, carom_mat3 b) {
  double most = 0;
  for (int i = 0; i < 9; ++i) most = fmax(most, fabs(a.m[i / 3][i % 3] - b.m[i / 3][i % 3]));
  return most;
}

/// The body lies on a floor whose normal is a float too.
static void makes_a_contact(const carom_body* body, test_random* r, int number) {
  const carom_mat3 axes = float_rotation(r);
  carom_body bodies[2] = {*body, carom_body_fixed()};
  carom_touch touch = {.body_a = 0, .body_b = 1, .point = {0.1, -0.2, 0.3}};
  carom_diag diag = {0};
  double w[9], v[3], workspace[21];
  cr_assert_eq(
      carom_frame_from_normal((carom_vec3){axes.m[0][0], axes.m[1][0], axes.m[2][0]}, NULL, &touch.frame, &diag),
      CAROM_OK);
  const carom_bodies system = {3, 2, bodies, 1, &touch};
  cr_expect_eq(carom_bodies_contact(&system, w, v, &diag), CAROM_OK, "body %d: %s", number, diag.message);
  const carom_surface surface = {.e = 0.5, .mu = 0.3};
  const carom_contact_problem problem = {3, 1, w, v, &surface};
  cr_expect_eq(carom_contact_problem_check(&problem, workspace, &diag), CAROM_OK, "body %d: %s", number, diag.message);
}

Test(tidy, a_thousand_bodies_of_float32) {
  test_random r = {20};
  int refused = 0;
  double turned_by = 0, changed_by = 0;
  for (int i = 0; i < BODIES; ++i) {
    const carom_body rough = float_box(&r, i % 3);
    carom_body body, again;
    carom_diag diag = {0};
    refused += carom_body_check(&rough, NULL) != CAROM_OK;
    cr_assert_eq(carom_body_tidy(&rough, &body, &diag), CAROM_OK, "body %d: %s: %s", i, diag.field, diag.message);
    cr_assert_eq(carom_body_check(&body, &diag), CAROM_OK, "body %d: %s: %s", i, diag.field, diag.message);
    makes_a_contact(&body, &r, i);
    double size = 0;
    for (int k = 0; k < 9; ++k) size = fmax(size, fabs(rough.inertia.m[k / 3][k % 3]));
    turned_by = fmax(turned_by, largest_difference(rough.orientation, body.orientation));
    changed_by = fmax(changed_by, largest_difference(rough.inertia, body.inertia) / size);
    cr_assert_eq(carom_body_tidy(&body, &again, NULL), CAROM_OK);
    cr_expect(largest_difference(body.orientation, again.orientation) == 0 &&
              largest_difference(body.inertia, again.inertia) == 0);
  }
  cr_log_info("%d of %d fail the check as they are; tidied by %.2g and %.2g", refused, BODIES, turned_by, changed_by);
  cr_expect_gt(refused, BODIES / 2, "only %d bodies need it", refused);
  // A few roundings of float32, 6e-8 each.
  cr_expect_lt(turned_by, 10 * (double)FLT_EPSILON);
  cr_expect_lt(changed_by, 10 * (double)FLT_EPSILON);
}

Test(tidy, the_smallest_moment_of_a_rod_is_kept) {
  carom_body rod = carom_body_default(), out;
  rod.inertia = carom_mat3_diagonal(1e-9, 1, 1 + (double)FLT_EPSILON);
  cr_expect_eq(carom_body_check(&rod, NULL), CAROM_INCONSISTENT);
  cr_assert_eq(carom_body_tidy(&rod, &out, NULL), CAROM_OK);
  cr_expect_eq(out.inertia.m[0][0], 1e-9);
  cr_expect_eq(carom_body_check(&out, NULL), CAROM_OK);
}

Test(tidy, a_guide) {
  carom_body cue = carom_body_default(), out;
  cue.kind = CAROM_BODY_GUIDED;
  cue.guide = (carom_vec3){(double)0.6f, (double)0.8f, 1e-7};
  cue.velocity = (carom_vec3){3, (double)4.000001f, 0};
  cr_expect_neq(carom_body_check(&cue, NULL), CAROM_OK);
  cr_assert_eq(carom_body_tidy(&cue, &out, NULL), CAROM_OK);
  cr_expect_eq(carom_body_check(&out, NULL), CAROM_OK);
  cr_expect_float_eq(carom_vec3_norm(out.velocity), 5, 1e-6);
}

Test(tidy, what_is_exact_keeps_its_bits_and_a_fixed_body_is_any) {
  carom_body body = carom_body_default(), out;
  body.inertia = carom_mat3_diagonal(0.1, 0.2, 0.3);
  body.orientation = carom_mat3_from_axis_angle((carom_vec3){1, 2, 3}, 0.7);
  cr_assert_eq(carom_body_tidy(&body, &out, NULL), CAROM_OK);
  cr_expect(largest_difference(body.orientation, out.orientation) == 0 &&
            largest_difference(body.inertia, out.inertia) == 0);
  body = carom_body_fixed();
  body.orientation.m[0][0] = 7;
  cr_expect_eq(carom_body_tidy(&body, &body, NULL), CAROM_OK);
}

Test(tidy, refuses_what_rounding_does_not_explain) {
  struct {
    const char* field;
    carom_status status;
    carom_body body;
  } rows[24];
  int count = 0;
#define ROW(kind_, member, value, code, name)                        \
  do {                                                               \
    rows[count].field = name;                                        \
    rows[count].status = code;                                       \
    rows[count].body = carom_body_default();                         \
    rows[count].body.kind = kind_;                                   \
    if (kind_ == CAROM_BODY_GUIDED) rows[count].body.guide.x = 1;    \
    if (kind_ == CAROM_BODY_GUIDED) rows[count].body.velocity.x = 2; \
    rows[count++].body.member = (value);                             \
  } while (0)
  ROW(CAROM_BODY_FREE, kind, (carom_body_kind)9, CAROM_OUT_OF_RANGE, "kind");
  ROW(CAROM_BODY_FREE, mass, 0, CAROM_OUT_OF_RANGE, "mass");
  ROW(CAROM_BODY_FREE, mass, NAN, CAROM_OUT_OF_RANGE, "mass");
  ROW(CAROM_BODY_FREE, inertia.m[0][1], NAN, CAROM_NOT_FINITE, "inertia");
  ROW(CAROM_BODY_FREE, orientation.m[0][0], INFINITY, CAROM_NOT_FINITE, "orientation");
  ROW(CAROM_BODY_FREE, spin.z, NAN, CAROM_NOT_FINITE, "spin");
  ROW(CAROM_BODY_FREE, orientation.m[0][0], 1 + 1e-5, CAROM_NOT_UNIT, "orientation");
  ROW(CAROM_BODY_FREE, orientation, carom_mat3_diagonal(1, 1, -1), CAROM_NOT_UNIT, "orientation");
  ROW(CAROM_BODY_FREE, inertia.m[0][1], 0.4 * 1.1e-5, CAROM_NOT_SYMMETRIC, "inertia");
  ROW(CAROM_BODY_FREE, inertia, carom_mat3_diagonal(0, 1, 1), CAROM_NOT_POSITIVE, "inertia");
  ROW(CAROM_BODY_FREE, inertia, carom_mat3_diagonal(-1e-9, 1, 1), CAROM_NOT_POSITIVE, "inertia");
  ROW(CAROM_BODY_FREE, inertia, carom_mat3_diagonal(1, 1, 2 + 2.1e-5), CAROM_INCONSISTENT, "inertia");
  ROW(CAROM_BODY_FREE, inertia, ((carom_mat3){{{1, 1.01, 0}, {1.01, 1, 0}, {0, 0, 1}}}), CAROM_NOT_POSITIVE, "inertia");
  ROW(CAROM_BODY_GUIDED, guide.x, 1 + 1.1e-5, CAROM_NOT_UNIT, "guide");
  ROW(CAROM_BODY_GUIDED, guide.y, NAN, CAROM_NOT_FINITE, "guide");
  ROW(CAROM_BODY_GUIDED, velocity.y, 2.1e-5, CAROM_INCONSISTENT, "velocity");
#undef ROW
  for (int i = 0; i < count; ++i) {
    carom_diag diag = {0};
    carom_body out = {.mass = 42};
    cr_expect_eq(carom_body_tidy(&rows[i].body, &out, &diag), rows[i].status, "row %d: %s", i, diag.message);
    cr_expect_str_eq(diag.field, rows[i].field, "row %d: %s", i, diag.field);
    cr_expect_gt(strlen(diag.message), 15);
    cr_expect_eq(out.mass, 42, "row %d touched the output", i);
  }
}
