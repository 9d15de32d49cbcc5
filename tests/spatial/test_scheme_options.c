// Bad options and bad problems, one row for every check; extreme units; the budget.
#include <criterion/criterion.h>
#include <float.h>
#include <string.h>

#include "carom/spatial.h"

static const double NOT_A_NUMBER = (double)NAN, INFINITE = (double)INFINITY;

static carom_spatial_problem curved(void) {
  carom_spatial_problem p = carom_spatial_problem_default();
  p.w = (carom_mat3){{{4, 0, 1}, {0, 3, 0.5}, {1, 0.5, 2}}};
  p.v = (carom_vec3){1, -2, -1};
  p.surface.mu = p.surface.mu_static = 0.4;
  p.surface.e = 0.7;
  return p;
}

static carom_spatial_scheme_options good(carom_spatial_scheme scheme) {
  return (carom_spatial_scheme_options){.scheme = scheme, .step = 0.01, .epsilon = 0.5, .h1 = 0.01, .h2 = 0.01};
}

/// Expects the status and field, and an untouched outcome.
static void expect_refused(const carom_spatial_problem* p, carom_spatial_scheme_options options, carom_status status,
                           const char* field) {
  carom_spatial_outcome out, before;
  memset(&out, 0x5a, sizeof out);
  memcpy(&before, &out, sizeof out);
  carom_diag diag = {0};
  cr_expect_eq(carom_spatial_solve_scheme(p, &options, &out, &diag), status, "%s: status %d (%s)", field, diag.status,
               diag.message);
  cr_expect_eq(diag.status, status);
  cr_expect_str_eq(diag.field, field);
  cr_expect(memcmp(&out, &before, sizeof out) == 0, "%s: the outcome was touched", field);
  cr_expect_eq(carom_spatial_solve_scheme(p, &options, &out, NULL), status);
}

Test(spatial_scheme_options, bad_options_are_named) {
  const carom_spatial_problem p = curved();
  const struct {
    carom_spatial_scheme_options options;
    carom_status status;
    const char* field;
  } rows[] = {
      {{.scheme = CAROM_SCHEME_NI, .step = 0}, CAROM_OUT_OF_RANGE, "step"},
      {{.scheme = CAROM_SCHEME_NI, .step = -1e-3}, CAROM_OUT_OF_RANGE, "step"},
      {{.scheme = CAROM_SCHEME_NI, .step = NOT_A_NUMBER}, CAROM_NOT_FINITE, "step"},
      {{.scheme = CAROM_SCHEME_FS, .step = 0}, CAROM_OUT_OF_RANGE, "step"},
      {{.scheme = CAROM_SCHEME_FS, .step = INFINITE}, CAROM_NOT_FINITE, "step"},
      {{.scheme = CAROM_SCHEME_VS, .epsilon = 0, .h1 = 1, .h2 = 1}, CAROM_OUT_OF_RANGE, "epsilon"},
      {{.scheme = CAROM_SCHEME_VS, .epsilon = 1, .h1 = 1, .h2 = 1}, CAROM_OUT_OF_RANGE, "epsilon"},
      {{.scheme = CAROM_SCHEME_VS, .epsilon = -0.5, .h1 = 1, .h2 = 1}, CAROM_OUT_OF_RANGE, "epsilon"},
      {{.scheme = CAROM_SCHEME_VS, .epsilon = NOT_A_NUMBER, .h1 = 1, .h2 = 1}, CAROM_NOT_FINITE, "epsilon"},
      {{.scheme = CAROM_SCHEME_VS, .epsilon = 0.5, .h1 = 0, .h2 = 1}, CAROM_OUT_OF_RANGE, "h1"},
      {{.scheme = CAROM_SCHEME_VS, .epsilon = 0.5, .h1 = -1, .h2 = 1}, CAROM_OUT_OF_RANGE, "h1"},
      {{.scheme = CAROM_SCHEME_VS, .epsilon = 0.5, .h1 = INFINITE, .h2 = 1}, CAROM_NOT_FINITE, "h1"},
      {{.scheme = CAROM_SCHEME_VS, .epsilon = 0.5, .h1 = 1, .h2 = 0}, CAROM_OUT_OF_RANGE, "h2"},
      {{.scheme = CAROM_SCHEME_VS, .epsilon = 0.5, .h1 = 1, .h2 = -1}, CAROM_OUT_OF_RANGE, "h2"},
      {{.scheme = CAROM_SCHEME_VS, .epsilon = 0.5, .h1 = 1, .h2 = NOT_A_NUMBER}, CAROM_NOT_FINITE, "h2"},
      {{.scheme = (carom_spatial_scheme)7, .step = 1}, CAROM_OUT_OF_RANGE, "scheme"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
    expect_refused(&p, rows[i].options, rows[i].status, rows[i].field);
}

Test(spatial_scheme_options, only_the_options_of_the_scheme_count) {
  const carom_spatial_problem p = curved();
  carom_spatial_scheme_options options = {.scheme = CAROM_SCHEME_NI, .step = 0.01, .epsilon = NOT_A_NUMBER};
  carom_spatial_outcome out;
  cr_expect_eq(carom_spatial_solve_scheme(&p, &options, &out, NULL), CAROM_OK);
  options = good(CAROM_SCHEME_VS);
  options.step = NOT_A_NUMBER;
  cr_expect_eq(carom_spatial_solve_scheme(&p, &options, &out, NULL), CAROM_OK);
}

Test(spatial_scheme_options, bad_problems_are_refused_too) {
  carom_spatial_problem p = curved();
  p.surface.mu = -1;
  expect_refused(&p, good(CAROM_SCHEME_VS), CAROM_OUT_OF_RANGE, "surface.mu");
  p = curved();
  p.v.y = NOT_A_NUMBER;
  expect_refused(&p, good(CAROM_SCHEME_NI), CAROM_NOT_FINITE, "v");
}

Test(spatial_scheme_options, no_impact) {
  carom_spatial_problem p = curved();
  p.v.z = 0.5;
  for (int scheme = 0; scheme < 3; ++scheme) {
    const carom_spatial_scheme_options options = good((carom_spatial_scheme)scheme);
    carom_spatial_outcome out;
    cr_assert_eq(carom_spatial_solve_scheme(&p, &options, &out, NULL), CAROM_OK);
    cr_expect_str_eq(out.sequence, "none");
    cr_expect_eq(out.warnings, CAROM_WARN_SEPARATING);
    cr_expect(out.v.x == 1 && out.v.y == -2 && out.v.z == 0.5 && out.impulse.z == 0 && out.steps == 0);
  }
}

/// Powers of two change the exponent of every number and nothing else, so every bit of the answer must follow, also
/// where squares of the input would overflow or vanish.
Test(spatial_scheme_options, units_change_no_bit) {
  const int shifts[][2] = {{0, 30}, {-20, 0}, {600, 0}, {0, -700}, {-400, 200}, {300, -600}};
  for (int scheme = 0; scheme < 3; ++scheme) {
    const carom_spatial_problem p = curved();
    carom_spatial_scheme_options options = good((carom_spatial_scheme)scheme);
    carom_spatial_outcome plain, shifted;
    cr_assert_eq(carom_spatial_solve_scheme(&p, &options, &plain, NULL), CAROM_OK);
    for (size_t i = 0; i < sizeof shifts / sizeof *shifts; ++i) {
      const int mass = shifts[i][0], speed = shifts[i][1];
      carom_spatial_problem q = p;
      for (int k = 0; k < 9; ++k) q.w.m[k / 3][k % 3] = ldexp(q.w.m[k / 3][k % 3], mass);
      q.v = (carom_vec3){ldexp(p.v.x, speed), ldexp(p.v.y, speed), ldexp(p.v.z, speed)};
      carom_spatial_scheme_options o = options;
      o.step = ldexp(o.step, speed - mass);
      o.h1 = ldexp(o.h1, speed);
      cr_assert_eq(carom_spatial_solve_scheme(&q, &o, &shifted, NULL), CAROM_OK, "shift %zu", i);
      cr_expect_eq(shifted.impulse.x, ldexp(plain.impulse.x, speed - mass));
      cr_expect_eq(shifted.impulse.z, ldexp(plain.impulse.z, speed - mass));
      cr_expect_eq(shifted.impulse_n_compression, ldexp(plain.impulse_n_compression, speed - mass));
      cr_expect_eq(shifted.impulse_n_slip_end, ldexp(plain.impulse_n_slip_end, speed - mass));
      cr_expect_eq(shifted.v.y, ldexp(plain.v.y, speed));
      cr_expect_eq(shifted.stored, ldexp(plain.stored, 2 * speed - mass));
      cr_expect_eq(shifted.energy.friction, ldexp(plain.energy.friction, 2 * speed - mass));
      cr_expect_eq(shifted.events[0].impulse_n, ldexp(plain.events[0].impulse_n, speed - mass));
      cr_expect_eq(shifted.steps, plain.steps);
    }
  }
}

Test(spatial_scheme_options, an_answer_beyond_doubles_is_an_overflow) {
  carom_spatial_problem p = curved();
  p.v = (carom_vec3){1e200, -2e200, -1e200};  // energies of 1e400
  expect_refused(&p, good(CAROM_SCHEME_VS), CAROM_OVERFLOW, "impulse");
}

Test(spatial_scheme_options, a_step_too_small_spends_the_budget) {
  const carom_spatial_problem p = curved();
  carom_spatial_scheme_options options = good(CAROM_SCHEME_NI);
  options.step = 1e-300;
  carom_spatial_outcome out;
  carom_diag diag = {0};
  cr_expect_eq(carom_spatial_solve_scheme(&p, &options, &out, &diag), CAROM_BUDGET);
  cr_expect_str_eq(diag.field, "steps");
  cr_expect_eq(diag.value, 1e8);
}
