// Random impacts for the lanes: what users have, and what strains a solver. Made of sums, products and roots alone, so
// that they are the same everywhere.
#ifndef CAROM_TESTS_SPATIAL_LANE_SAMPLE_H
#define CAROM_TESTS_SPATIAL_LANE_SAMPLE_H

#include "carom/spatial.h"
#include "random.h"

/// Some power of ten between, log-uniform in decades and uniform in each.
static inline double lane_decade(test_random* r, int lowest, int highest) {
  double x = test_random_uniform(r, 1, 10);
  const int decade = lowest + test_random_below(r, highest - lowest);
  for (int i = 0; i < decade; ++i) x *= 10;
  for (int i = 0; i > decade; --i) x /= 10;
  return x;
}

/// Adds a free body: 1/m + (arm x axis)(arm x axis)^T/J for three orthogonal axes and moments of an ellipsoid.
static inline void lane_add_body(test_random* r, carom_mat3* w) {
  const double mass = lane_decade(r, -1, 1);
  double arm[3], size[3];
  for (int i = 0; i < 3; ++i) {
    arm[i] = test_random_uniform(r, -1, 1);
    size[i] = test_random_uniform(r, 0.1, 1);
  }
  for (int k = 0; k < 3; ++k) {
    const int a = (k + 1) % 3, b = (k + 2) % 3;
    const double moment = 0.2 * mass * (size[a] * size[a] + size[b] * size[b]);
    double turn[3] = {0, 0, 0};
    turn[a] = arm[b];
    turn[b] = -arm[a];
    w->m[k][k] += 1 / mass;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) w->m[i][j] += turn[i] * turn[j] / moment;
  }
}

/// Two bodies, any law, static friction in one of two; JW16 (18) fails in about one of seven.
static inline carom_spatial_problem lane_ordinary(test_random* r) {
  carom_spatial_problem p = carom_spatial_problem_default();
  p.w = (carom_mat3){{{0}}};
  lane_add_body(r, &p.w);
  if (test_random_below(r, 5)) lane_add_body(r, &p.w);
  const double slip = lane_decade(r, -1, 1);
  p.v = (carom_vec3){slip * test_random_uniform(r, -1, 1), slip * test_random_uniform(r, -1, 1),
                     -test_random_uniform(r, 0.01, 3)};
  p.surface.law = (carom_law)test_random_below(r, 3);
  p.surface.e = test_random_uniform(r, 0, 1);
  p.surface.mu = test_random_uniform(r, 0, 3);
  p.surface.mu_static = p.surface.mu * (test_random_below(r, 2) ? 1 : test_random_uniform(r, 1, 2));
  return p;
}

/// The same with slip from 1e-6 to 1e6 times that, friction up to 100, restitution 0, 1 and from 1e-8; now and then
/// without slip, friction or approach.
static inline carom_spatial_problem lane_stress(test_random* r) {
  carom_spatial_problem p = lane_ordinary(r);
  const double scale = lane_decade(r, -6, 5);
  p.v.x *= scale;
  p.v.y *= scale;
  if (test_random_below(r, 3) == 0) p.surface.mu = lane_decade(r, -4, 2);
  const int edge = test_random_below(r, 5);
  if (edge < 2) p.surface.e = edge;
  if (edge == 2) p.surface.e = lane_decade(r, -8, -1);
  const int nothing = test_random_below(r, 97);
  if (nothing == 0) p.v.x = p.v.y = 0;
  if (nothing == 1) p.surface.mu = 0;
  if (nothing == 2) p.v.z = 0;
  p.surface.mu_static = p.surface.mu * (test_random_below(r, 2) ? 1 : test_random_uniform(r, 1, 2));
  return p;
}

#endif
