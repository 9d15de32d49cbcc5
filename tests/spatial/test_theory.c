// What the theory says before anything is solved: hand values, ill-conditioned W with known eigenvalues, and the
// termination theorem itself over random contacts, also against the solver.
#include <criterion/criterion.h>
#include <float.h>
#include <string.h>

#include "spatial/bad_problems.h"
#include "spatial/sample.h"

static carom_spatial_theory theory_of(const carom_spatial_problem* p) {
  carom_spatial_theory t;
  carom_diag diag = {0};
  cr_assert_eq(carom_spatial_theory_of(p, &t, &diag), CAROM_OK, "%s: %s", diag.field, diag.message);
  return t;
}

/// eps of the value, a few times: every formula is free of cancellation.
static void is_close(double got, double want, const char* what) {
  cr_expect(fabs(got - want) <= 12 * DBL_EPSILON * fabs(want), "%s is %.17g, want %.17g", what, got, want);
}

Test(spatial_theory, by_hand) {
  carom_spatial_problem p = carom_spatial_problem_default();
  p.w = (carom_mat3){{{4, 0, 2}, {0, 1, 0}, {2, 0, 5}}};
  p.v = (carom_vec3){3, 4, -2};
  p.surface.mu = p.surface.mu_static = 0.75;
  const carom_spatial_theory t = theory_of(&p);
  is_close(t.stick_ratio, 0.5, "|w|");
  is_close(t.condition_margin, 3.5, "Wzz - mu |d|");
  is_close(t.smallest_eigenvalue, 1, "lambda_min");
  is_close(t.compression_bound, 5.75, "(mu |gamma| - v_z)/c");
  is_close(t.stick_stiffness, 4, "k");
  p.v.z = 100;
  cr_expect_eq(theory_of(&p).compression_bound, 0, "bodies that separate are not compressed");
}

Test(spatial_theory, instance_of_the_paper) {
  carom_spatial_problem p = carom_spatial_problem_default();
  p.w = (carom_mat3){{{11.5984, -0.910367, 2.44236}, {-0.910367, 9.90134, 1.95747}, {2.44236, 1.95747, 2.59042}}};
  const double mu[4] = {0.8, 0.4, 0.25, 3};
  for (int i = 0; i < 4; ++i) {
    p.surface.mu = p.surface.mu_static = mu[i];
    const carom_spatial_theory t = theory_of(&p);
    cr_expect(fabs(t.stick_ratio - 0.3157) <= 0.5e-4, "|w| = %.6f is printed as 0.3157", t.stick_ratio);
    cr_expect_eq(t.condition_margin > 0, i < 3, "(18) fails in Fig. 4 (d) only");
  }
}

/// 9 W = sum of l_i q_i q_i^T with the orthogonal q = (1, 2, 2), (2, 1, -2), (2, -2, 1): exact in doubles.
static carom_mat3 with_eigenvalues(double l1, double l2, double l3) {
  static const double q[3][3] = {{1, 2, 2}, {2, 1, -2}, {2, -2, 1}};
  const double l[3] = {l1, l2, l3};
  carom_mat3 w = {{{0}}};
  for (int k = 0; k < 3; ++k)
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) w.m[i][j] += l[k] * q[k][i] * q[k][j];
  return w;
}

Test(spatial_theory, small_eigenvalues_keep_their_digits) {
  for (int bits = 0; bits <= 42; ++bits) {
    const double small = ldexp(1, -bits);
    carom_spatial_problem p = carom_spatial_problem_default();
    p.w = with_eigenvalues(small, 1, 4);
    is_close(theory_of(&p).smallest_eigenvalue, 9 * small, "lambda_min");
    p.w = with_eigenvalues(4, 1, small);
    is_close(theory_of(&p).smallest_eigenvalue, 9 * small, "lambda_min");
    // k = det W/det B = 1/(W^-1)_33, and 81 (W^-1)_33 is the sum of q_3^2/l with q_3^2 = 4, 4, 1.
    is_close(theory_of(&p).stick_stiffness, 81 / (4 / 4.0 + 4 + 1 / small), "k");
  }
}

Test(spatial_theory, unequal_scales) {
  carom_spatial_problem p = carom_spatial_problem_default();
  p.w = carom_mat3_diagonal(1e200, 1e180, 1e-200);
  p.v.z = -1e-200;
  carom_spatial_theory t = theory_of(&p);
  is_close(t.smallest_eigenvalue, 1e-200, "lambda_min");
  is_close(t.stick_stiffness, 1e-200, "k");
  is_close(t.compression_bound, 1, "bound");
  p.w = carom_mat3_diagonal(1e-150, 1e200, 1e150);
  p.w.m[0][2] = p.w.m[2][0] = 0.5;
  t = theory_of(&p);
  is_close(t.stick_ratio, 0.5e150, "|w|");
  is_close(t.stick_stiffness, 0.75e150, "k");
}

static double rate_of_normal_minus_slip(const carom_spatial_problem* p, double angle) {
  const double c = cos(angle), s = sin(angle), mu = p->surface.mu;
  const carom_vec3 rate = carom_mat3_apply(p->w, (carom_vec3){-mu * c, -mu * s, 1});
  return rate.z - mu * (c * rate.x + s * rate.y);
}

/// v_z - mu |gamma| rises at least as fast as lambda_min(W), whatever slips, and v_z does while sticking.
Test(spatial_theory, normal_velocity_wins) {
  test_random r = {11};
  int condition_fails = 0;
  for (int i = 0; i < 100000; ++i) {
    const carom_spatial_problem p = sample_spatial(&r, (sample_ranges){.mass = 100, .mu = 20, .slip = 100});
    const carom_spatial_theory t = theory_of(&p);
    const double mu = p.surface.mu, trace = p.w.m[0][0] + p.w.m[1][1] + p.w.m[2][2];
    const double noise = 16 * DBL_EPSILON * (1 + mu) * (1 + mu) * trace;
    for (int k = 0; k < 8; ++k)
      cr_assert_geq(rate_of_normal_minus_slip(&p, test_random_uniform(&r, -4, 4)), t.smallest_eigenvalue - noise);
    cr_assert(t.smallest_eigenvalue > 0 && t.stick_stiffness >= t.smallest_eigenvalue * (1 - 16 * DBL_EPSILON));
    condition_fails += t.condition_margin <= 0;
  }
  cr_assert_gt(condition_fails, 1000, "the cases that JW16 leaves open are hardly visited");
}

Test(spatial_theory, compression_ends_in_time) {
  test_random r = {13};
  double closest = 0;
  for (int i = 0; i < 100000; ++i) {
    const carom_spatial_problem p = sample_spatial(&r, (sample_ranges){.mass = 100, .mu = 20, .slip = 100});
    carom_spatial_outcome o;
    cr_assert_eq(carom_spatial_solve(&p, &o, NULL), CAROM_OK);
    const double bound = theory_of(&p).compression_bound;
    cr_assert_leq(o.impulse_n_compression, bound * (1 + 1e-12), "the solver's own error is below 1e-12");
    if (bound > 0) closest = fmax(closest, o.impulse_n_compression / bound);
  }
  cr_assert_gt(closest, 0.5, "a bound that is never approached says little");
}

Test(spatial_theory, values_beyond_a_double_are_an_error) {
  carom_spatial_problem p = good_problem();
  carom_spatial_theory out = {.stick_ratio = 77};
  carom_diag diag = {0};
  p.v.z = -1e308;
  p.w = carom_mat3_diagonal(1, 1, 1e-10);
  cr_assert_eq(carom_spatial_theory_of(&p, &out, &diag), CAROM_OVERFLOW);
  cr_expect_str_eq(diag.field, "w");
  cr_expect_eq(out.stick_ratio, 77);
}

Test(spatial_theory, bad_input_is_named_and_leaves_the_output_alone) {
  bad_problem rows[BAD_PROBLEMS_MAX];
  const int count = bad_problems(rows);
  for (int i = 0; i < count; ++i) {
    carom_spatial_theory out, before;
    memset(&out, 0x5a, sizeof out);
    memcpy(&before, &out, sizeof out);
    carom_diag diag = {0};
    cr_expect_eq(carom_spatial_theory_of(&rows[i].problem, &out, &diag), rows[i].status, "row %d", i);
    cr_expect_str_eq(diag.field, rows[i].field, "row %d: %s", i, diag.field);
    cr_expect_eq(memcmp(&out, &before, sizeof out), 0, "row %d touched the output", i);
    cr_expect_eq(carom_spatial_theory_of(&rows[i].problem, &out, NULL), rows[i].status);
  }
}
