// Random planar impacts that visit every mode, law and corner.
#ifndef CAROM_TESTS_PLANAR_SAMPLE_H
#define CAROM_TESTS_PLANAR_SAMPLE_H

#include "carom/planar.h"
#include "random.h"

static inline double sample_friction(test_random* r, double b1, double b3) {
  switch (test_random_below(r, 8)) {
    case 0:
      return 0;
    case 1:
      return fabs(b3) / b1;  // the edge between sticking and reversing
    case 2:
      return test_random_log(r, 1e-6, 100);
    default:
      return test_random_uniform(r, 0, 2);
  }
}

static inline double sample_restitution(test_random* r) {
  switch (test_random_below(r, 6)) {
    case 0:
      return 0;
    case 1:
      return 1;
    default:
      return test_random_uniform(r, 0, 1);
  }
}

/// W with any correlation between tangent and normal, up to nearly singular; slip that is zero, small or large;
/// approach that is zero in one of sixteen.
static inline carom_planar_problem sample_problem(test_random* r) {
  carom_planar_problem p = carom_planar_problem_default();
  p.w_nn = test_random_log(r, 1e-3, 1e3);
  p.w_tt = p.w_nn * test_random_log(r, 1e-2, 1e2);
  const double near_one = test_random_below(r, 8) == 0 ? 1 - test_random_log(r, 1e-9, 1) : test_random_uniform(r, 0, 1);
  const double sign = test_random_below(r, 2) ? 1 : -1;
  p.w_tn = test_random_below(r, 16) == 0 ? 0 : sign * near_one * sqrt(p.w_tt * p.w_nn);
  p.v_n = test_random_below(r, 16) == 0 ? 0 : -test_random_log(r, 1e-3, 1e3);
  const double slip = test_random_log(r, 1e-4, 1e2) * (p.v_n == 0 ? 1 : -p.v_n);
  p.v_t = test_random_below(r, 12) == 0 ? 0 : (test_random_below(r, 2) ? slip : -slip);
  p.surface.law = (carom_law)test_random_below(r, 3);
  p.surface.e = sample_restitution(r);
  p.surface.mu = sample_friction(r, p.w_tt, p.w_tn);
  p.surface.mu_static = p.surface.mu * (test_random_below(r, 4) == 0 ? test_random_uniform(r, 1, 2) : 1);
  return p;
}

#endif
