// Fixed-seed random contacts and comparison with a scale, shared by the tests of the papers.
#ifndef CAROM_TESTS_PUBLISHED_SAMPLE_H
#define CAROM_TESTS_PUBLISHED_SAMPLE_H

#include <float.h>
#include <math.h>
#include <stdbool.h>

#include "carom/planar.h"
#include "random.h"

/// A contact that is well conditioned on purpose: det W >= 0.19 B1 B2. The papers' formulas divide by it as it stands;
/// near-singular contacts are tested elsewhere against high-precision references.
static inline carom_planar_problem sample_contact(test_random* r) {
  carom_planar_problem problem = carom_planar_problem_default();
  problem.w_tt = test_random_uniform(r, 0.5, 4);
  problem.w_nn = test_random_uniform(r, 0.5, 4);
  problem.w_tn = test_random_uniform(r, -0.9, 0.9) * sqrt(problem.w_tt * problem.w_nn);
  problem.v_t = test_random_uniform(r, -2, 2);
  problem.v_n = test_random_uniform(r, -2, -0.01);
  problem.surface.e = test_random_uniform(r, 0, 1);
  problem.surface.mu = test_random_uniform(r, 0, 2);
  problem.surface.mu_static = problem.surface.mu;
  return problem;
}

/// Formulas lose digits where a denominator cancels: how many times larger than eps the error may be. Of the places
/// where that happens (d, k1, the k2 of reversed slip, det W) only those on the way to the answer count in truth.
static inline double sample_amplification(const carom_planar_problem* problem) {
  const double b1 = problem->w_tt, b2 = problem->w_nn, b3 = -problem->w_tn, mu = problem->surface.mu;
  const double coupling = problem->v_t < 0 ? -b3 : b3;
  const double slip = (mu * b1 + fabs(b3)) / fabs(mu * b1 + coupling);
  const double normal = b2 + mu * fabs(b3);
  const double k1 = fabs(b2 + mu * coupling), k2 = fabs(b2 - mu * coupling);
  return 1 + slip + normal / k1 + normal / k2 + b1 * b2 / (b1 * b2 - b3 * b3);
}

/// |actual - expected| <= tolerance; a NaN is never close.
static inline bool is_close(double actual, double expected, double tolerance) {
  return fabs(actual - expected) <= tolerance;
}

#endif
