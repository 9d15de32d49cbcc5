// Two roads to one answer: the exact solver against the general integrator on the same equations (second_road.c), and
// the second road itself against the stored references, so that it is trusted on its own.
#include <criterion/criterion.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "carom/carom.h"
#include "second_road.h"
#include "spatial/sample.h"

static carom_vec3 vector(const json_t* array) {
  return (carom_vec3){json_number_value(json_array_get(array, 0)), json_number_value(json_array_get(array, 1)),
                      json_number_value(json_array_get(array, 2))};
}

static carom_law law_from(const char* word) {
  if (strcmp(word, "newton") == 0) return CAROM_LAW_NEWTON;
  return strcmp(word, "poisson") == 0 ? CAROM_LAW_POISSON : CAROM_LAW_STRONGE;
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
  p.surface.law = law_from(json_string_value(json_object_get(c, "law")));
  return p;
}

/// |a - b| as a part of |b|; 0 when both are 0.
static double off(carom_vec3 a, carom_vec3 b) {
  const double distance = carom_vec3_norm(carom_vec3_sub(a, b));
  return distance == 0 ? 0 : distance / carom_vec3_norm(b);
}

/// The sequence without the leading l, which the second road does not look for.
static const char* without_l(const char* sequence) {
  return sequence[0] == 'l' ? sequence + 1 : sequence;
}

typedef carom_status second_road_function(const carom_spatial_problem* problem, double tolerance, second_road* out);

/// Returns the worst impulse error over all stored cases.
static double worst_of_cases(second_road_function* solve, double tolerance) {
  json_t* root = json_load_file(CAROM_TEST_SOURCE_DIR "/tests/cases/spatial.json", 0, NULL);
  cr_assert_not_null(root);
  size_t i;
  json_t* c;
  double worst = 0;
  json_array_foreach(json_object_get(root, "cases"), i, c) {
    const char *name = json_string_value(json_object_get(c, "name")),
               *want = json_string_value(json_object_get(c, "seq"));
    const carom_spatial_problem p = problem_from(c);
    second_road got;
    cr_assert_eq(solve(&p, tolerance, &got), CAROM_OK, "%s", name);
    cr_expect_str_eq(got.sequence, *want ? without_l(want) : "none", "%s", name);
    const double error = off(got.impulse, vector(json_object_get(c, "I_r")));
    if (error > 100 * tolerance) printf("%s: %.2g\n", name, error);
    worst = fmax(worst, error);
  }
  cr_assert_geq(i, 26u);
  json_decref(root);
  return worst;
}

Test(spatial_roads, the_second_road_meets_the_stored_references) {
  const double worst = worst_of_cases(second_road_solve, 1e-14), baseline = worst_of_cases(second_road_dopri5, 1e-10);
  printf("second road on the stored cases: worst %.2g; DOPRI5 at 1e-10: %.2g\n", worst, baseline);
  cr_expect_leq(worst, 1e-12);
  // A few hundred steps that are each allowed 1e-10.
  cr_expect_leq(baseline, 1e-8);
}
