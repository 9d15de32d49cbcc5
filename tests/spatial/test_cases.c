// The spatial solver against the stored references of tests/cases/spatial.json, which come from two independent
// 24-digit programs that agreed.
#include <criterion/criterion.h>
#include <jansson.h>
#include <math.h>
#include <string.h>

#include "carom/carom.h"

/// Relative to the largest part of the impulse; measured: below 2e-15.
static const double BAR = 1e-13;

static carom_vec3 vector(const json_t* array) {
  return (carom_vec3){json_number_value(json_array_get(array, 0)), json_number_value(json_array_get(array, 1)),
                      json_number_value(json_array_get(array, 2))};
}

static carom_spatial_problem problem_from(const json_t* c) {
  carom_spatial_problem p = carom_spatial_problem_default();
  for (size_t i = 0; i < 3; ++i) {
    const carom_vec3 row = vector(json_array_get(json_object_get(c, "W"), i));
    p.w.m[i][0] = row.x;
    p.w.m[i][1] = row.y;
    p.w.m[i][2] = row.z;
  }
  p.v = vector(json_object_get(c, "v_minus"));
  p.surface.mu = p.surface.mu_static = json_number_value(json_object_get(c, "mu"));
  p.surface.e = json_number_value(json_object_get(c, "e"));
  const char* law = json_string_value(json_object_get(c, "law"));
  p.surface.law = strcmp(law, "newton") == 0    ? CAROM_LAW_NEWTON
                  : strcmp(law, "poisson") == 0 ? CAROM_LAW_POISSON
                                                : CAROM_LAW_STRONGE;
  return p;
}

static double largest(carom_vec3 a) {
  return fmax(fmax(fabs(a.x), fabs(a.y)), fabs(a.z));
}

static void check_scalar(const char* name, const char* what, double got, const json_t* want) {
  if (!json_is_number(want)) return;
  const double value = json_number_value(want);
  cr_expect(fabs(got - value) <= BAR * fabs(value), "%s: %s is %.17g, want %.17g", name, what, got, value);
}

static double check_case(const json_t* c) {
  const char* name = json_string_value(json_object_get(c, "name"));
  const carom_spatial_problem p = problem_from(c);
  carom_spatial_outcome got;
  carom_diag diag;
  cr_assert_eq(carom_spatial_solve(&p, &got, &diag), CAROM_OK, "%s: %s", name, diag.message);
  const char* sequence = json_string_value(json_object_get(c, "seq"));
  cr_expect_str_eq(got.sequence, *sequence ? sequence : "none", "%s", name);
  if (!*sequence) return largest(got.impulse);
  check_scalar(name, "I_zc", got.impulse_n_compression, json_object_get(c, "I_zc"));
  check_scalar(name, "E_c", got.stored, json_object_get(c, "E_c"));
  cr_expect_eq(got.slip_vanished, json_is_number(json_object_get(c, "I_zs")), "%s", name);
  if (got.slip_vanished) check_scalar(name, "I_zs", got.impulse_n_slip_end, json_object_get(c, "I_zs"));
  const carom_vec3 want = vector(json_object_get(c, "I_r"));
  return largest(carom_vec3_sub(got.impulse, want)) / largest(want);
}

Test(spatial_cases, stored_references) {
  json_t* root = json_load_file(CAROM_TEST_SOURCE_DIR "/tests/cases/spatial.json", 0, NULL);
  cr_assert_not_null(root);
  size_t i;
  json_t* c;
  double worst = 0;
  json_array_foreach(json_object_get(root, "cases"), i, c) {
    const double off = check_case(c);
    cr_expect(off <= BAR, "%s: impulse off by %.3g", json_string_value(json_object_get(c, "name")), off);
    worst = fmax(worst, off);
  }
  cr_assert_geq(i, 20);
  printf("spatial cases: %zu rows, worst impulse error %.2g\n", i, worst);
  json_decref(root);
}
