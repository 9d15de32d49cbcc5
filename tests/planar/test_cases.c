// The planar solver against the stored references of tests/cases/planar.json, which come from 400-bit arithmetic on the
// same doubles and are rounded to 17 digits. They are trusted because two independent programs agreed on them.
#include <criterion/criterion.h>
#include <jansson.h>
#include <math.h>
#include <string.h>

#include "carom/carom.h"

/// Relative to the length of the impulse. The printed worst is smaller; the bar is the promise.
static const double IMPULSE_BAR = 1e-13;

static double number(const json_t* object, const char* key) {
  const json_t* value = json_object_get(object, key);
  cr_assert(json_is_number(value), "the cases have no number %s", key);
  return json_number_value(value);
}

static carom_law law_from(const char* word) {
  if (strcmp(word, "newton") == 0) return CAROM_LAW_NEWTON;
  return strcmp(word, "poisson") == 0 ? CAROM_LAW_POISSON : CAROM_LAW_STRONGE;
}

static carom_planar_problem problem_from(const json_t* in, carom_law law) {
  carom_planar_problem p = carom_planar_problem_default();
  p.w_tt = number(in, "B1");
  p.w_nn = number(in, "B2");
  p.w_tn = -number(in, "B3");
  p.v_t = number(in, "S0");
  p.v_n = number(in, "C0");
  p.surface.law = law;
  p.surface.e = number(in, "e");
  p.surface.mu = number(in, "mu");
  p.surface.mu_static = json_object_get(in, "mu_st") ? number(in, "mu_st") : p.surface.mu;
  return p;
}

static bool mode_is_allowed(const json_t* want, carom_planar_mode mode) {
  size_t i;
  json_t* word;
  json_array_foreach(json_object_get(want, "modes_ok"), i, word) {
    if (strcmp(json_string_value(word), carom_planar_mode_word(mode)) == 0) return true;
  }
  return false;
}

/// Checks one row and returns its impulse error relative to the impulse.
static double check_row(const char* name, const json_t* in, const char* law, const json_t* want) {
  const carom_planar_problem problem = problem_from(in, law_from(law));
  carom_planar_outcome got;
  cr_assert_eq(carom_planar_solve(&problem, &got, NULL), CAROM_OK, "%s/%s", name, law);
  cr_expect(mode_is_allowed(want, got.mode), "%s/%s: mode %s", name, law, carom_planar_mode_word(got.mode));
  const double px = number(want, "Px"), py = number(want, "Py");
  const double off = hypot(got.impulse_t - px, got.impulse_n - py), size = hypot(px, py);
  if (size == 0) {
    cr_expect_eq(off, 0, "%s/%s", name, law);
    return 0;
  }
  const double speed = hypot(number(in, "S0"), number(in, "C0")) + hypot(number(want, "S"), number(want, "C"));
  const double v_off = hypot(got.v_t - number(want, "S"), got.v_n - number(want, "C"));
  cr_expect(v_off <= IMPULSE_BAR * speed, "%s/%s: velocity off by %.3g", name, law, v_off / speed);
  const double energy = got.stored + got.energy.friction;
  cr_expect(fabs(got.energy.change - number(want, "dT")) <= IMPULSE_BAR * energy, "%s/%s: dT %.17g, want %.17g", name,
            law, got.energy.change, number(want, "dT"));
  cr_expect(fabs(got.impulse_n_compression - number(want, "Pyc")) <= IMPULSE_BAR * size, "%s/%s: Pyc", name, law);
  return off / size;
}

Test(planar_cases, stored_references) {
  json_t* root = json_load_file(CAROM_TEST_SOURCE_DIR "/tests/cases/planar.json", 0, NULL);
  cr_assert_not_null(root);
  size_t i;
  json_t* one;
  int rows = 0;
  double worst = 0;
  json_array_foreach(json_object_get(root, "cases"), i, one) {
    const char *name = json_string_value(json_object_get(one, "name")), *law;
    json_t* want;
    json_object_foreach(json_object_get(one, "laws"), law, want) {
      const double off = check_row(name, json_object_get(one, "inputs"), law, want);
      cr_expect(off <= IMPULSE_BAR, "%s/%s: impulse off by %.3g", name, law, off);
      worst = fmax(worst, off);
      ++rows;
    }
  }
  json_decref(root);
  cr_assert_geq(rows, 80, "only %d rows were found", rows);
  printf("planar cases: %d rows, worst impulse error %.2g\n", rows, worst);
}
