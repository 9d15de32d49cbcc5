// Random impacts in space, over wide ranges.
#ifndef CAROM_TESTS_SPATIAL_SAMPLE_H
#define CAROM_TESTS_SPATIAL_SAMPLE_H

#include "carom/spatial.h"
#include "random.h"

/// W = sum of two free bodies with random masses, inertias and arms: what a user would have.
static inline carom_mat3 sample_matrix(test_random* r, double mass_range) {
  carom_mat3 w = {{{0}}};
  for (int body = 0; body < 2; ++body) {
    const double mass = test_random_log(r, 1 / mass_range, mass_range);
    double arm[3], moment[3];
    for (int i = 0; i < 3; ++i) {
      arm[i] = test_random_uniform(r, -1, 1);
      moment[i] = mass * test_random_log(r, 0.02, 2);
    }
    // R = 1: a random arm and unequal moments already give every direction.
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        double sum = i == j ? 1 / mass : 0;
        for (int k = 0; k < 3; ++k) {
          // (e_i x arm)_k (e_j x arm)_k / moment_k
          const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
          const double a = (k == i1 ? -arm[i2] : 0) + (k == i2 ? arm[i1] : 0);
          const double b = (k == j1 ? -arm[j2] : 0) + (k == j2 ? arm[j1] : 0);
          sum += a * b / moment[k];
        }
        w.m[i][j] += sum;
      }
  }
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < i; ++j) w.m[i][j] = w.m[j][i];
  return w;
}

typedef struct sample_ranges {
  double mass;  // masses from 1/mass to mass
  double mu;    // friction from 0 to mu
  double slip;  // |gamma|/|v_z| from 1/slip to slip
} sample_ranges;

static inline carom_spatial_problem sample_spatial(test_random* r, sample_ranges ranges) {
  carom_spatial_problem p = carom_spatial_problem_default();
  p.w = sample_matrix(r, ranges.mass);
  p.v.z = -test_random_log(r, 1e-2, 1e2);
  const double slip = -p.v.z * test_random_log(r, 1 / ranges.slip, ranges.slip), angle = test_random_uniform(r, -4, 4);
  p.v.x = slip * cos(angle);
  p.v.y = slip * sin(angle);
  const int kind = test_random_below(r, 16);
  if (kind == 0) p.v.x = p.v.y = 0;
  if (kind == 1) p.v.z = 0;
  p.surface.law = (carom_law)test_random_below(r, 3);
  const int edge = test_random_below(r, 8);
  p.surface.e = edge == 0 ? 0 : edge == 1 ? 1 : edge == 2 ? test_random_log(r, 1e-6, 1) : test_random_uniform(r, 0, 1);
  const int friction = test_random_below(r, 8);
  p.surface.mu = friction == 0  ? 0
                 : friction < 3 ? test_random_log(r, 1e-6, ranges.mu)
                                : test_random_uniform(r, 0, fmin(2, ranges.mu));
  p.surface.mu_static = p.surface.mu * (test_random_below(r, 6) == 0 ? test_random_uniform(r, 1, 2) : 1);
  return p;
}

#endif
