// One problem for every check of a spatial problem: what is wrong, and what the diagnostic must say.
#ifndef CAROM_TESTS_SPATIAL_BAD_PROBLEMS_H
#define CAROM_TESTS_SPATIAL_BAD_PROBLEMS_H

#include <math.h>

#include "carom/spatial.h"

typedef struct bad_problem {
  const char* field;
  carom_status status;
  carom_spatial_problem problem;
} bad_problem;

enum { BAD_PROBLEMS_MAX = 64 };

static inline carom_spatial_problem good_problem(void) {
  carom_spatial_problem p = carom_spatial_problem_default();
  p.w = (carom_mat3){{{3, 0.5, 0.25}, {0.5, 2, -0.5}, {0.25, -0.5, 1}}};
  p.v = (carom_vec3){0.5, 0.25, -1};
  p.surface.mu = p.surface.mu_static = 0.5;
  return p;
}

/// Fills rows and returns how many there are.
static inline int bad_problems(bad_problem rows[BAD_PROBLEMS_MAX]) {
  int count = 0;
#define ROW(member, bad, code, name)                                                       \
  do {                                                                                     \
    rows[count] = (bad_problem){.field = name, .status = code, .problem = good_problem()}; \
    rows[count++].problem.member = (bad);                                                  \
  } while (0)
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      ROW(w.m[i][j], NAN, CAROM_NOT_FINITE, "w");
      ROW(w.m[i][j], INFINITY, CAROM_NOT_FINITE, "w");
      if (i != j) ROW(w.m[i][j], good_problem().w.m[i][j] + 1e-9, CAROM_NOT_SYMMETRIC, "w");
    }
  ROW(v.x, NAN, CAROM_NOT_FINITE, "v");
  ROW(v.y, INFINITY, CAROM_NOT_FINITE, "v");
  ROW(v.z, -INFINITY, CAROM_NOT_FINITE, "v");
  ROW(w.m[0][0], 0, CAROM_NOT_POSITIVE, "w");
  ROW(w.m[1][1], -2, CAROM_NOT_POSITIVE, "w");
  ROW(w.m[2][2], 0, CAROM_NOT_POSITIVE, "w");
  ROW(w.m[1][1], 0.0625, CAROM_NOT_POSITIVE, "w");  // B is indefinite
  ROW(w.m[2][2], 0.125, CAROM_NOT_POSITIVE, "w");   // B is fine, W is not
  ROW(surface.mu, -0.5, CAROM_OUT_OF_RANGE, "surface.mu");
  ROW(surface.mu, NAN, CAROM_OUT_OF_RANGE, "surface.mu");
  ROW(surface.mu, INFINITY, CAROM_OUT_OF_RANGE, "surface.mu");
  ROW(surface.mu_static, 0.25, CAROM_OUT_OF_RANGE, "surface.mu_static");
  ROW(surface.mu_static, NAN, CAROM_OUT_OF_RANGE, "surface.mu_static");
  ROW(surface.e, -0.1, CAROM_OUT_OF_RANGE, "surface.e");
  ROW(surface.e, 1.1, CAROM_OUT_OF_RANGE, "surface.e");
  ROW(surface.e, NAN, CAROM_OUT_OF_RANGE, "surface.e");
  ROW(surface.law, (carom_law)7, CAROM_OUT_OF_RANGE, "surface.law");
  ROW(surface.eta2, 1, CAROM_OUT_OF_RANGE, "surface.eta2");
  ROW(surface.stiffness, -1, CAROM_OUT_OF_RANGE, "surface.stiffness");
  ROW(surface.exponent, 2.5, CAROM_OUT_OF_RANGE, "surface.exponent");
#undef ROW
  return count;
}

#endif
