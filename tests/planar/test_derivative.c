// Derivatives of the planar outcome: against central differences of an 80-digit solver (tools/derivative-cases), by
// what scaling says of them, and from both sides of every boundary.
#include <criterion/criterion.h>
#include <float.h>
#include <jansson.h>
#include <math.h>
#include <string.h>

#include "carom/carom.h"
#include "sample.h"

enum { INPUTS = CAROM_PLANAR_INPUTS };

static double get(const carom_planar_problem* p, int input) {
  const double x[INPUTS] = {p->w_tt, p->w_tn, p->w_nn, p->v_t, p->v_n, p->surface.mu, p->surface.e};
  return x[input];
}

static carom_planar_problem problem_of(const double x[INPUTS], carom_law law) {
  carom_planar_problem p = carom_planar_problem_default();
  p.w_tt = x[0], p.w_tn = x[1], p.w_nn = x[2], p.v_t = x[3], p.v_n = x[4];
  p.surface.mu = p.surface.mu_static = x[5];
  p.surface.e = x[6];
  p.surface.law = law;
  return p;
}

static carom_planar_problem moved(const carom_planar_problem* p, const double direction[INPUTS], double h) {
  double x[INPUTS];
  for (int i = 0; i < INPUTS; ++i) x[i] = get(p, i) + h * direction[i];
  carom_planar_problem q = problem_of(x, p->surface.law);
  if (p->surface.mu_static != p->surface.mu) q.surface.mu_static = p->surface.mu_static;
  return q;
}

/// Largest entry of a block of two rows.
static double block_size(double rows[3][CAROM_JACOBIAN_COLUMNS]) {
  double most = 0;
  for (int row = 0; row < 2; ++row)
    for (int i = 0; i < INPUTS; ++i) most = fmax(most, fabs(rows[row][i]));
  return most;
}

static double difference(double rows[3][CAROM_JACOBIAN_COLUMNS], const json_t* want) {
  double most = 0;
  for (int row = 0; row < 2; ++row)
    for (int i = 0; i < INPUTS; ++i)
      most = fmax(most,
                  fabs(rows[row][i] - json_number_value(json_array_get(json_array_get(want, (size_t)row), (size_t)i))));
  return most / block_size(rows);
}

Test(planar_derivative, equals_differences_in_80_digits) {
  json_t* file = json_load_file(CAROM_TEST_SOURCE_DIR "/tests/cases/derivatives-planar.json", 0, NULL);
  const json_t* cases = json_object_get(file, "cases");
  size_t i;
  json_t* one;
  double worst = 0;
  cr_assert_geq(json_array_size(cases), 100);
  json_array_foreach(cases, i, one) {
    double x[INPUTS];
    for (size_t j = 0; j < INPUTS; ++j) x[j] = json_number_value(json_array_get(json_object_get(one, "in"), j));
    const char* law = json_string_value(json_object_get(one, "law"));
    const carom_planar_problem p = problem_of(x, law[0] == 'n'   ? CAROM_LAW_NEWTON
                                                 : law[0] == 'p' ? CAROM_LAW_POISSON
                                                                 : CAROM_LAW_STRONGE);
    carom_planar_outcome outcome;
    carom_jacobian j;
    cr_assert_eq(carom_planar_solve(&p, &outcome, NULL), CAROM_OK);
    cr_assert_eq(carom_planar_differentiate(&p, &outcome, CAROM_WRT_ALL_PLANAR, &j, NULL), CAROM_OK);
    cr_assert_eq(j.columns, INPUTS);
    const double off = fmax(difference(j.d_impulse, json_object_get(one, "d_impulse")),
                            difference(j.d_velocity, json_object_get(one, "d_velocity")));
    cr_expect_lt(off, 1e-12, "case %zu, %s", i, law);
    worst = fmax(worst, off);
  }
  json_decref(file);
  cr_log_info("worst %.2g of the block", worst);
}

/// v -> b v makes all velocities and impulses b times as large; W -> a W makes impulses 1/a times as large.
Test(planar_derivative, scaling_of_v_and_w) {
  test_random r = {20};
  double worst = 0;
  int without = 0;
  for (int round = 0; round < 100000; ++round) {
    carom_planar_problem p = sample_problem(&r);
    carom_planar_outcome o;
    carom_jacobian j;
    if (carom_planar_solve(&p, &o, NULL)) continue;
    if (carom_planar_differentiate(&p, &o, CAROM_WRT_ALL_PLANAR, &j, NULL)) {
      ++without;
      continue;
    }
    const double impulse[2] = {o.impulse_t, o.impulse_n}, velocity[2] = {o.v_t, o.v_n};
    const double impulse_size = hypot(impulse[0], impulse[1]), speed = hypot(p.v_t, p.v_n) + hypot(o.v_t, o.v_n);
    for (int row = 0; row < 2; ++row) {
      double by_v = 0, by_w = 0, size = impulse_size, dv_by_v = 0, dv_by_w = 0, dv_size = speed;
      for (int i = 0; i < 5; ++i) {
        const double di = j.d_impulse[row][i] * get(&p, i), dv = j.d_velocity[row][i] * get(&p, i);
        *(i < 3 ? &by_w : &by_v) += di;
        *(i < 3 ? &dv_by_w : &dv_by_v) += dv;
        size += fabs(di);
        dv_size += fabs(dv);
      }
      const double off = fmax(fmax(fabs(by_v - impulse[row]), fabs(by_w + impulse[row])) / fmax(size, DBL_MIN),
                              fmax(fabs(dv_by_v - velocity[row]), fabs(dv_by_w)) / fmax(dv_size, DBL_MIN));
      worst = fmax(worst, off);
      cr_assert_lt(off, 1e-12, "round %d: %s", round, carom_planar_mode_word(o.mode));
    }
  }
  cr_log_info("worst %.2g; %d of 100000 have no derivative", worst, without);
  cr_expect_lt(without, 100);
}

Test(planar_derivative, sticking_rows_are_zero_and_columns_are_chosen) {
  carom_planar_problem p = carom_planar_problem_default();
  p.w_tt = 3, p.w_tn = 0.4, p.v_t = 0.3, p.v_n = -1;
  p.surface = (carom_surface){.e = 0.5, .mu = 0.8};
  carom_planar_outcome o;
  carom_jacobian all, some;
  cr_assert_eq(carom_planar_solve(&p, &o, NULL), CAROM_OK);
  cr_assert_eq(o.mode, CAROM_PLANAR_C_STICKING);
  cr_assert_eq(carom_planar_differentiate(&p, &o, CAROM_WRT_ALL_PLANAR, &all, NULL), CAROM_OK);
  for (int i = 0; i < INPUTS; ++i) cr_expect_eq(all.d_velocity[0][i], 0);
  cr_assert_eq(carom_planar_differentiate(&p, &o, CAROM_WRT_E | CAROM_WRT_V_Z, &some, NULL), CAROM_OK);
  cr_expect_eq(some.columns, 2);
  cr_expect_eq(some.d_impulse[1][0], all.d_impulse[1][4]);
  cr_expect_eq(some.d_impulse[1][1], all.d_impulse[1][6]);
  carom_diag diag;
  cr_expect_eq(carom_planar_differentiate(&p, &o, CAROM_WRT_V_Y, &some, &diag), CAROM_OUT_OF_RANGE);
  cr_expect_eq(carom_planar_differentiate(&p, NULL, CAROM_WRT_E, &some, &diag), CAROM_OUT_OF_RANGE, "%d", diag.status);
}

/// Powers of two in the units change nothing but units.
Test(planar_derivative, units_do_not_matter) {
  test_random r = {21};
  for (int round = 0; round < 2000; ++round) {
    const carom_planar_problem p = sample_problem(&r);
    carom_planar_problem q = p;
    const int w = test_random_below(&r, 600) - 300, v = test_random_below(&r, 400) - 200;
    q.w_tt = ldexp(p.w_tt, w), q.w_tn = ldexp(p.w_tn, w), q.w_nn = ldexp(p.w_nn, w);
    q.v_t = ldexp(p.v_t, v), q.v_n = ldexp(p.v_n, v);
    carom_planar_outcome o, s;
    carom_jacobian a, b;
    if (carom_planar_solve(&p, &o, NULL) || carom_planar_solve(&q, &s, NULL)) continue;
    cr_assert_eq(o.mode, s.mode);
    const carom_status status = carom_planar_differentiate(&p, &o, CAROM_WRT_ALL_PLANAR, &a, NULL);
    cr_assert_eq(carom_planar_differentiate(&q, &s, CAROM_WRT_ALL_PLANAR, &b, NULL), status);
    for (int i = 0; !status && i < INPUTS; ++i) {
      const int unit = i < 3 ? w : i < 5 ? v : 0;
      for (int row = 0; row < 2; ++row) {
        cr_assert_float_eq(b.d_impulse[row][i], ldexp(a.d_impulse[row][i], v - w - unit),
                           1e-12 * fabs(b.d_impulse[row][i]) + DBL_MIN);
        cr_assert_float_eq(b.d_velocity[row][i], ldexp(a.d_velocity[row][i], v - unit),
                           1e-12 * fabs(b.d_velocity[row][i]) + DBL_MIN);
      }
    }
  }
}

/// A point on a boundary, what is said of it, and a direction across it.
typedef struct edge {
  const char* name;
  double x[INPUTS];
  double mu_static;  ///< 0: as mu
  carom_law law;
  carom_boundary boundary;
  carom_smooth kind;
  double across[INPUTS];
} edge;

// s = 1, W = [[2, w], [w, 1.5]]: d = 2 mu - w, k1 = 1.5 - mu w.
static const edge edges[] = {
    // k1 |S0| = -d C0 with mu = 0.5, w = 0.2: d = 0.8, k1 = 1.4, C0 = -1 -> S0 = 0.8/1.4
    {"compression ends as slip does",
     {2, 0.2, 1.5, 0.8 / 1.4, -1, 0.5, 0.5},
     0,
     CAROM_LAW_POISSON,
     CAROM_BOUNDARY_COMPRESSION_AT_STICK,
     CAROM_KINK,
     {0, 0, 0, 1, 0, 0, 0}},
    {"the impact ends as slip does",
     {2, 0.2, 1.5, 1.2 / 1.4, -1, 0.5, 0.5},
     0,
     CAROM_LAW_STRONGE,
     CAROM_BOUNDARY_END_AT_STICK,
     CAROM_KINK,
     {0, 0, 0, 1, 0, 0, 0}},
    {"the same by e",
     {2, 0.2, 1.5, 1.2 / 1.4, -1, 0.5, 0.5},
     0,
     CAROM_LAW_NEWTON,
     CAROM_BOUNDARY_END_AT_STICK,
     CAROM_KINK,
     {0, 0, 0, 0, 0, 0, 1}},
    {"friction just holds",
     {2, -0.8, 1.5, 0.2, -1, 0.4, 0.5},
     0,
     CAROM_LAW_STRONGE,
     CAROM_BOUNDARY_STICK_LIMIT,
     CAROM_KINK,
     {0, 0, 0, 0, 0, 1, 0}},
    {"friction just holds, by W",
     {2, -0.8, 1.5, 0.2, -1, 0.4, 0.5},
     0,
     CAROM_LAW_POISSON,
     CAROM_BOUNDARY_STICK_LIMIT,
     CAROM_KINK,
     {0, 1, 0, 0, 0, 0, 0}},
    {"no slip, not held",
     {2, 0.9, 1.5, 0, -1, 0.3, 0.5},
     0,
     CAROM_LAW_STRONGE,
     CAROM_BOUNDARY_ZERO_SLIP,
     CAROM_KINK,
     {0, 0, 0, 1, 0, 0, 0}},
    {"no approach",
     {2, 0.2, 1.5, 1, 0, 0.5, 0.5},
     0,
     CAROM_LAW_STRONGE,
     CAROM_BOUNDARY_APPROACH_ZERO,
     CAROM_KINK,
     {0, 0, 0, 0, 1, 0, 0}},
};

/// Along the direction the derivative is what it is a little further on that side.
static void check_side(const edge* one, const carom_planar_problem* p, double sign) {
  const double h = 1e-7;
  double direction[INPUTS], got[CAROM_PLANAR_OUTPUTS], want[CAROM_PLANAR_OUTPUTS];
  for (int i = 0; i < INPUTS; ++i) direction[i] = sign * one->across[i];
  carom_planar_outcome here, there;
  const carom_planar_problem q = moved(p, direction, h);
  cr_assert_eq(carom_planar_solve(p, &here, NULL), CAROM_OK, "%s", one->name);
  cr_assert_eq(carom_planar_solve(&q, &there, NULL), CAROM_OK, "%s", one->name);
  cr_assert_eq(carom_planar_tangent(p, &here, direction, 1, got, NULL), CAROM_OK, "%s", one->name);
  cr_assert_eq(carom_planar_tangent(&q, &there, direction, 1, want, NULL), CAROM_OK, "%s", one->name);
  for (int i = 0; i < CAROM_PLANAR_OUTPUTS; ++i)
    cr_expect_float_eq(got[i], want[i], 1e-5, "%s, side %g, output %d: %g, but further on %g", one->name, sign, i,
                       got[i], want[i]);
}

Test(planar_derivative, from_both_sides_of_every_kink) {
  for (size_t i = 0; i < sizeof edges / sizeof *edges; ++i) {
    const edge* one = &edges[i];
    carom_planar_problem p = problem_of(one->x, one->law);
    if (one->mu_static > 0) p.surface.mu_static = one->mu_static;
    carom_planar_outcome o;
    carom_jacobian j;
    cr_assert_eq(carom_planar_solve(&p, &o, NULL), CAROM_OK, "%s", one->name);
    cr_assert_eq(carom_planar_differentiate(&p, &o, CAROM_WRT_ALL_PLANAR, &j, NULL), CAROM_OK, "%s", one->name);
    cr_expect_str_eq(carom_boundary_word(j.smoothness.boundary), carom_boundary_word(one->boundary), "%s", one->name);
    cr_expect_eq(j.smoothness.kind, one->kind, "%s", one->name);
    cr_expect(j.smoothness.is_there, "%s: margin %g", one->name, j.smoothness.margin);
    check_side(one, &p, 1);
    check_side(one, &p, -1);
  }
}

Test(planar_derivative, what_does_not_kink_is_not_called_a_kink) {
  // Stronge's law where slip stops as compression ends, and without slip where friction holds, is differentiable.
  const double meets[INPUTS] = {2, 0.2, 1.5, 0.8 / 1.4, -1, 0.5, 0.5}, held[INPUTS] = {2, 0.2, 1.5, 0, -1, 0.5, 0.5};
  for (int i = 0; i < 2; ++i) {
    const carom_planar_problem p = problem_of(i ? held : meets, CAROM_LAW_STRONGE);
    carom_planar_outcome o;
    cr_assert_eq(carom_planar_solve(&p, &o, NULL), CAROM_OK);
    cr_expect_not(carom_planar_smoothness(&p, &o).is_there);
    const edge one = {.name = "smooth", .across = {0, 0, 0, 1, 0, 0, 0}};
    check_side(&one, &p, 1);
    check_side(&one, &p, -1);
  }
}

Test(planar_derivative, jumps_are_called_so) {
  const double x[INPUTS] = {2, 0.9, 1.5, 0, -1, 0.3, 0.5};  // held by static friction alone
  carom_planar_problem p = problem_of(x, CAROM_LAW_STRONGE);
  p.surface.mu_static = 0.6;
  carom_planar_outcome o;
  cr_assert_eq(carom_planar_solve(&p, &o, NULL), CAROM_OK);
  carom_smoothness near = carom_planar_smoothness(&p, &o);
  cr_expect(near.is_there && near.kind == CAROM_JUMP && near.boundary == CAROM_BOUNDARY_STATIC_FRICTION);
  p.surface.mu_static = 0.45;  // = |w_tn|/w_tt
  p.v_t = 0.1;
  p.w_tn = -0.9;
  cr_assert_eq(carom_planar_solve(&p, &o, NULL), CAROM_OK);
  near = carom_planar_smoothness(&p, &o);
  cr_expect(near.is_there && near.kind == CAROM_JUMP && near.boundary == CAROM_BOUNDARY_STATIC_FRICTION);
}

Test(planar_derivative, what_cannot_be_differentiated_is_refused) {
  carom_planar_problem p = carom_planar_problem_default();
  p.w_tn = 1;  // singular: slip and approach vanish together
  p.v_t = -1, p.v_n = -1;
  p.surface = (carom_surface){.e = 0.5, .mu = 2};
  carom_planar_outcome o;
  carom_jacobian j;
  carom_diag diag;
  cr_assert_eq(carom_planar_solve(&p, &o, &diag), CAROM_OK, "%s", diag.message);
  cr_expect_eq(carom_planar_differentiate(&p, &o, CAROM_WRT_ALL_PLANAR, &j, &diag), CAROM_NO_FINITE_ANSWER);
}

Test(planar_derivative, what_does_not_fit_a_double_is_refused) {
  carom_planar_problem p = carom_planar_problem_default();
  p.w_tt = p.w_nn = 0x1p-700;
  p.v_n = -1;
  p.surface.e = 0.5;
  carom_planar_outcome o;
  carom_jacobian j = {.columns = -1};
  cr_assert_eq(carom_planar_solve(&p, &o, NULL), CAROM_OK);
  cr_expect_eq(carom_planar_differentiate(&p, &o, CAROM_WRT_W_ZZ, &j, NULL), CAROM_OVERFLOW);
  cr_expect_eq(j.columns, -1);
  cr_expect_eq(carom_planar_differentiate(&p, &o, CAROM_WRT_E, &j, NULL), CAROM_OK);
}
