// Jia & Wang 2016: what the paper prints, number by number.
//
// Printed values have four to seven digits, so a computed one may differ by half a unit of the last. Where a printed
// value is itself wrong the test says by how much, and shows the right one. The velocities before the two impacts are
// not printed in contact axes; those used here follow from the printed impulses (docs/fidelity.md).
#include <criterion/criterion.h>
#include <string.h>

#include "carom/model.h"
#include "carom/spatial.h"
#include "published/sample.h"

static const carom_mat3 printed_w = {
    {{11.5984, -0.910367, 2.44236}, {-0.910367, 9.90134, 1.95747}, {2.44236, 1.95747, 2.59042}}};
static const carom_vec3 printed_impulse = {-0.00326657, -0.0592263, 0.1007};

static carom_spatial_problem icosahedron(double v_z, double mu) {
  carom_spatial_problem problem = carom_spatial_problem_default();
  problem.w = printed_w;
  problem.v = (carom_vec3){-0.26197579, 0.38632841, v_z};
  problem.surface.e = 0.95;
  problem.surface.mu = problem.surface.mu_static = mu;
  return problem;
}

static carom_spatial_outcome solve(carom_spatial_problem problem) {
  carom_spatial_outcome outcome;
  cr_assert_eq(carom_spatial_solve(&problem, &outcome, NULL), CAROM_OK);
  return outcome;
}

static void expect_close(double actual, double expected, double tolerance, const char* what) {
  cr_expect(is_close(actual, expected, tolerance), "%s: %.17g, expected %.17g within %.2g", what, actual, expected,
            tolerance);
}

static void expect_vector(carom_vec3 actual, carom_vec3 expected, double tolerance, const char* what) {
  expect_close(actual.x, expected.x, tolerance, what);
  expect_close(actual.y, expected.y, tolerance, what);
  expect_close(actual.z, expected.z, tolerance, what);
}

static carom_mat3 diagonal(double a, double b, double c) {
  return (carom_mat3){{{a, 0, 0}, {0, b, 0}, {0, 0, c}}};
}

static carom_body ball(double mass, double radius, double height) {
  carom_body body = carom_body_default();
  const double inertia = 0.4 * mass * radius * radius;
  body.mass = mass;
  body.inertia = diagonal(inertia, inertia, inertia);
  body.position = (carom_vec3){0, 0, height};
  return body;
}

/// W of two bodies that touch at the origin with the normal along z.
static carom_mat3 contact_matrix(const carom_body bodies[2]) {
  carom_touch touch = {.body_a = 0, .body_b = 1};
  cr_assert_eq(carom_frame_from_normal((carom_vec3){0, 0, 1}, NULL, &touch.frame, NULL), CAROM_OK);
  const carom_bodies system = {3, 2, bodies, 1, &touch};
  double w[9], v[3];
  cr_assert_eq(carom_bodies_contact(&system, w, v, NULL), CAROM_OK);
  carom_mat3 matrix;
  memcpy(matrix.m, w, sizeof w);
  return matrix;
}

static void expect_matrix(carom_mat3 actual, carom_mat3 expected, double tolerance, const char* what) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) expect_close(actual.m[i][j], expected.m[i][j], tolerance, what);
}

// @eq JW16 (3)  S = sum P_i R_i Q_i^-1 R_i^T P_i, for balls -(5/2)(1/m1 + 1/m2) diag(1, 1, 0)
// @eq JW16 (4)  the change of the contact velocity is W I
// @eq JW16 (5)  W = (1/m1 + 1/m2) 1 - S, for balls (1/m1 + 1/m2) diag(7/2, 7/2, 1)
Test(jw16, balls_have_the_printed_matrices) {
  const double m1 = 0.17, m2 = 0.45, sum = 1 / m1 + 1 / m2, rounding = 16 * DBL_EPSILON * 3.5 * sum;
  const carom_body two[2] = {ball(m1, 0.03, 0.03), ball(m2, 0.11, -0.11)};
  expect_matrix(contact_matrix(two), diagonal(3.5 * sum, 3.5 * sum, sum), rounding, "two balls");
  const carom_body table[2] = {ball(m1, 0.03, 0.03), carom_body_fixed()};
  expect_matrix(contact_matrix(table), diagonal(7 / (2 * m1), 7 / (2 * m1), 1 / m1), rounding, "ball on a half-space");
}

/// The tetrahedron of Fig. 3: mass 1, uniform, with the vertices 0, (0, 0, -0.75), (0.5, 0, -0.5), (0, 0.5, -0.5).
static carom_body tetrahedron(void) {
  const double vertices[4][3] = {{0, 0, 0}, {0, 0, -0.75}, {0.5, 0, -0.5}, {0, 0.5, -0.5}};
  const double centre[3] = {0.125, 0.125, -0.4375};
  // Its second moments about the centre are those of four masses of 1/20 at the vertices.
  double second[3][3] = {{0}}, trace = 0;
  for (int k = 0; k < 4; k++)
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) second[i][j] += (vertices[k][i] - centre[i]) * (vertices[k][j] - centre[j]) / 20;
  for (int i = 0; i < 3; i++) trace += second[i][i];
  carom_body body = carom_body_default();
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) body.inertia.m[i][j] = (i == j ? trace : 0) - second[i][j];
  body.mass = 1;
  body.position = (carom_vec3){centre[0], centre[1], centre[2]};
  return body;
}

static carom_body truncated_icosahedron(void) {
  carom_body body = carom_body_default();
  body.mass = 3;
  body.inertia = diagonal(0.0671673, 0.0671673, 0.0671673);
  body.position = (carom_vec3){0, 0, 0.232744};
  return body;
}

// @eq JW16 (13)  the printed W of Fig. 3, which the bodies of its caption do not have
Test(jw16, the_described_bodies_have_another_matrix) {
  const carom_body bodies[2] = {truncated_icosahedron(), tetrahedron()};
  const carom_mat3 w = contact_matrix(bodies);
  // 70/27, 76/27 and 175/351 come from the tetrahedron alone and are exact; W11 has the icosahedron's six digits.
  expect_close(w.m[0][1], 175.0 / 351, 16 * DBL_EPSILON * 10, "W12");
  expect_close(w.m[0][2], 70.0 / 27, 16 * DBL_EPSILON * 10, "W13");
  expect_close(w.m[2][2], 76.0 / 27, 16 * DBL_EPSILON * 10, "W33");
  expect_close(w.m[0][0], 10.715322, 5e-7, "W11");
  expect_close(w.m[1][1], w.m[0][0], 16 * DBL_EPSILON * 10, "W22: x and y may be swapped");
  cr_expect(fabs(printed_w.m[0][0] - w.m[0][0]) > 0.8 && fabs(printed_w.m[0][1] - w.m[0][1]) > 1.4,
            "the printed matrix is another one, and has no such symmetry");
  // Nor does the paper's own assumption hold for them.
  const double d = hypot(w.m[0][2], w.m[1][2]);
  cr_expect_lt(w.m[2][2], 0.8 * d, "(18) fails");
}

/// Where the printed W comes from: the tetrahedron's products of inertia I_xy and I_xz exchanged, which gives the
/// printed moments, and R2^T in place of R2. The columns of R2 are the principal axes of that matrix.
Test(jw16, two_slips_reproduce_the_printed_matrix) {
  const carom_mat3 axes = {{{0.383353445420855018, 0.581659541806055486, -0.717434535905492302},
                            {0.119205189911076634, -0.801441939247167776, -0.586072470530738365},
                            {-0.915876770413041804, 0.139150980742891733, -0.376572364859753998}}};
  const double moments[3] = {0.0172386202261118962, 0.02281344989486614, 0.0271354298790219645};
  const double printed_moments[3] = {0.017239, 0.022813, 0.027135};
  carom_body bodies[2] = {truncated_icosahedron(), tetrahedron()};
  carom_mat3 exchanged = bodies[1].inertia;
  exchanged.m[0][1] = exchanged.m[1][0] = bodies[1].inertia.m[0][2];
  exchanged.m[0][2] = exchanged.m[2][0] = bodies[1].inertia.m[0][1];
  const carom_mat3 back = carom_mat3_transpose(axes);
  for (int i = 0; i < 3; i++) {
    const carom_vec3 axis = {back.m[i][0], back.m[i][1], back.m[i][2]}, turned = carom_mat3_apply(exchanged, axis);
    expect_vector(turned, carom_vec3_scale(moments[i], axis), 16 * DBL_EPSILON * 0.03, "a principal axis");
    expect_close(moments[i], printed_moments[i], 5e-7, "a printed moment");
  }
  bodies[1].inertia = diagonal(moments[0], moments[1], moments[2]);
  bodies[1].orientation = back;
  // Six digits are printed: the first diagonal entry is the coarsest.
  expect_matrix(contact_matrix(bodies), printed_w, 5e-5, "(13)");
}

/// Velocities after the printed impulse: V1 = V1^- + I/m1, V2 = V2^- - I/m2, and the turns without their axes.
Test(jw16, the_printed_velocities_follow_from_the_printed_impulse) {
  carom_body bodies[2] = {truncated_icosahedron(), tetrahedron()};
  bodies[0].velocity = (carom_vec3){-0.1, 0.5, 0.95};
  bodies[1].velocity = (carom_vec3){0.1, 0.1, 1};
  carom_touch touch = {.body_a = 0, .body_b = 1};
  cr_assert_eq(carom_frame_from_normal((carom_vec3){0, 0, 1}, NULL, &touch.frame, NULL), CAROM_OK);
  const carom_bodies system = {3, 2, bodies, 1, &touch};
  const double impulse[3] = {printed_impulse.x, printed_impulse.y, printed_impulse.z};
  carom_bodies_apply(&system, impulse, bodies);
  expect_vector(bodies[0].velocity, (carom_vec3){-0.101089, 0.480258, 0.983567}, 6e-7, "V1");
  expect_vector(bodies[1].velocity, (carom_vec3){0.103267, 0.159226, 0.8993}, 6e-7, "V2");
  // The icosahedron's axes are not given; its inertia is the same about all of them, so the size of the turn must
  // agree.
  const carom_vec3 printed_turn = {0.138764 - 0.1, -0.100369 - 0.1, 0.0755903 - 0.1};
  expect_close(carom_vec3_norm(bodies[0].spin), carom_vec3_norm(printed_turn), 5e-6, "|change of omega_1|");
}

Test(jw16, friction_of_0_3157_holds_the_contact) {
  carom_spatial_problem problem = icosahedron(-0.07717476, 0.8);
  carom_spatial_theory theory;
  cr_assert_eq(carom_spatial_theory_of(&problem, &theory, NULL), CAROM_OK);
  expect_close(theory.stick_ratio, 0.3157, 5e-5, "|B^-1 d|");
}

// @eq JW16 (10)  v_z = v_z^- + z.W I
// @eq JW16 (11)  E' = -v_z, so that without friction E_c = m (v_z^-)^2/2 with m = 1/Wzz
Test(jw16, without_friction_the_printed_impulse_is_0_058) {
  const carom_spatial_problem problem = icosahedron(-0.07717476, 0);
  const carom_spatial_outcome outcome = solve(problem);
  const double m = 1 / problem.w.m[2][2], v_z = problem.v.z;
  expect_close(outcome.impulse.z, 0.058, 5e-4, "I_r");
  expect_close(outcome.impulse.z, -m * v_z * 1.95, 4 * DBL_EPSILON * 0.06, "I_r = -m v_z^- (1 + e)");
  expect_close(outcome.stored, 0.5 * m * v_z * v_z, 4 * DBL_EPSILON * 0.002, "E_c");
  expect_close(outcome.v.z, v_z + problem.w.m[2][2] * outcome.impulse.z, 4 * DBL_EPSILON * 0.2, "v_z");
  cr_expect(outcome.impulse.x == 0 && outcome.impulse.y == 0);
}

// @eq JW16 (15)  I_r = (-0.00326657, -0.0592263, 0.1007), not converged
Test(jw16, the_true_impulse_of_fig_3_is_half_a_percent_away) {
  const carom_spatial_outcome outcome = solve(icosahedron(-0.07717476, 0.8));
  cr_expect_str_eq(outcome.sequence, "csr");
  // Integrated with 40 digits; an answer of this size can be right to a few thousand roundings of its path.
  const carom_vec3 truth = {-0.003383254374055022, -0.059338250110018045, 0.10121216478902904};
  expect_vector(outcome.impulse, truth, 1e-13 * 0.1, "I_r");
  expect_close(outcome.impulse_n_compression, 0.04396422, 5e-9, "I_zc");
  const double off = carom_vec3_norm(carom_vec3_sub(outcome.impulse, printed_impulse));
  cr_expect(off > 0.004 * 0.1007 && off < 0.006 * 0.1007, "the printed one is off by %g", off);
}

Test(jw16, the_pin_is_struck_as_printed) {
  carom_spatial_problem problem = carom_spatial_problem_default();
  problem.w = (carom_mat3){
      {{1.55465, 0.00238675, -0.360808}, {0.00238675, 5.15191, -0.00313296}, {-0.360808, -0.00313296, 1.105}}};
  problem.v = (carom_vec3){-0.2069134, 0.1176551, -1.506903};
  problem.surface.e = 0.7;
  problem.surface.mu = problem.surface.mu_static = 0.7;
  const carom_spatial_outcome outcome = solve(problem);
  cr_expect_str_eq(outcome.sequence, "scr");
  expect_close(outcome.impulse.x, 0.7330654, 1e-7, "I_x");
  expect_close(outcome.impulse.y, -0.0216048, 1e-7, "I_y");
  expect_close(outcome.impulse.z, 2.585018, 1e-6, "I_z");
}

/// A figure of the paper: what it shows, and what is exact.
typedef struct figure_row {
  const char* name;
  carom_vec3 v;
  double mu;
  const char* sequence;
  int directions, centrifugal;
  bool stuck;
} figure_row;

#define ICOSAHEDRON_V(v_z) \
  { -0.26197579, 0.38632841, v_z }
static const figure_row figures[] = {
    {"4a", ICOSAHEDRON_V(-0.07717476), 0.8, "csr", 2, 0, true},
    {"4b, printed lscr", ICOSAHEDRON_V(-0.82717476), 0.4, "scr", 2, 0, true},
    {"4c, printed clr", ICOSAHEDRON_V(-0.82717476), 0.25, "cr", 2, 1, false},
    {"4d", ICOSAHEDRON_V(-0.52717476), 3.0, "scr", 4, 0, true},
    {"7, printed scr", {-0.86197579, -0.46367159, -1.52717476}, 0.25, "cr", 2, 1, false},
    {"10a, printed lcsr", ICOSAHEDRON_V(-0.82717476), 0.35, "csr", 2, 0, true},
    {"10b, printed lcr", ICOSAHEDRON_V(-2.02717476), 0.25, "cr", 2, 1, false},
    {"10c, printed clsr", ICOSAHEDRON_V(-0.12717476), 0.55, "csr", 2, 0, true},
};

// @eq JW16 (33)  s x (-mu B s + d) = 0 for an invariant direction s; the dot product tells its type
Test(jw16, figures_show_what_happens) {
  for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) {
    const figure_row* row = &figures[i];
    carom_spatial_problem problem = icosahedron(row->v.z, row->mu);
    problem.v = row->v;
    const carom_spatial_outcome outcome = solve(problem);
    carom_spatial_directions directions;
    cr_assert_eq(carom_spatial_invariants(&problem, &directions, NULL), CAROM_OK);
    int centrifugal = 0;
    for (int j = 0; j < directions.count; j++) {
      const double c = cos(directions.items[j].angle), s = sin(directions.items[j].angle), mu = row->mu;
      const double gx = printed_w.m[0][2] - mu * (printed_w.m[0][0] * c + printed_w.m[0][1] * s);
      const double gy = printed_w.m[1][2] - mu * (printed_w.m[0][1] * c + printed_w.m[1][1] * s);
      expect_close(c * gy - s * gx, 0, 16 * DBL_EPSILON * 40, row->name);
      cr_expect_eq(directions.items[j].type == CAROM_CENTRIFUGAL, c * gx + s * gy > 0, "%s", row->name);
      centrifugal += directions.items[j].type == CAROM_CENTRIFUGAL;
    }
    cr_expect_str_eq(outcome.sequence, row->sequence, "Fig. %s: %s", row->name, outcome.sequence);
    cr_expect(directions.count == row->directions && centrifugal == row->centrifugal, "Fig. %s", row->name);
    cr_expect_eq(outcome.stuck, row->stuck, "Fig. %s", row->name);
  }
}

/// Fig. 7 shows slip that vanishes and resumes. It comes near zero, and turns round there.
Test(jw16, slip_of_fig_7_does_not_vanish) {
  carom_spatial_problem problem = icosahedron(-1.52717476, 0.25);
  problem.v.x = -0.86197579;
  problem.v.y = -0.46367159;
  static carom_trace_point points[4096];
  carom_trace trace = {points, 4096, 0};
  carom_spatial_outcome outcome;
  cr_assert_eq(carom_spatial_trace(&problem, &outcome, &trace, NULL), CAROM_OK);
  double slowest = HUGE_VAL;
  for (int i = 0; i < trace.count; i++) slowest = fmin(slowest, hypot(points[i].velocity[0], points[i].velocity[1]));
  cr_expect(!outcome.slip_vanished && slowest > 0.0043 && slowest < 0.006, "slowest %g", slowest);
}

/// Table 1. Step counts of NI are the impulse over the step, and the paper's are right; those of the others depend on
/// the tolerance of event l, which is not printed (tests/spatial/test_schemes.c has them).
Test(jw16, table_1_counts_the_steps_of_ni) {
  const carom_spatial_scheme_options ni = {.scheme = CAROM_SCHEME_NI, .step = 0.00095};
  carom_spatial_problem problem = icosahedron(-0.07717476, 0.8);
  carom_spatial_outcome outcome;
  cr_assert_eq(carom_spatial_solve_scheme(&problem, &ni, &outcome, NULL), CAROM_OK);
  cr_expect_eq(outcome.steps, 107, "%d steps", outcome.steps);
  const carom_spatial_outcome exact = solve(problem);
  const double error = carom_vec3_norm(carom_vec3_sub(outcome.impulse, exact.impulse));
  cr_expect(error > 2e-4 && error < 0.000877, "NI is off by %g: less than the paper says, its truth being off", error);
}
