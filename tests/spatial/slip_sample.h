// Contacts made from what decides how slip turns: B, d and mu.
#ifndef CAROM_TESTS_SPATIAL_SLIP_SAMPLE_H
#define CAROM_TESTS_SPATIAL_SLIP_SAMPLE_H

#include "carom/spatial.h"
#include "random.h"

/// B and d in B's principal axes, the angle from t1 to the first of them, and mu.
typedef struct slip_sample {
  double b1, b2, d1, d2, angle, mu;
} slip_sample;

/// The problem in contact axes; Wzz leaves W safely positive definite.
static inline carom_spatial_problem slip_problem(slip_sample s) {
  const double c = cos(s.angle), n = sin(s.angle);
  carom_spatial_problem p = carom_spatial_problem_default();
  p.w.m[0][0] = s.b1 * c * c + s.b2 * n * n;
  p.w.m[1][1] = s.b1 * n * n + s.b2 * c * c;
  p.w.m[0][1] = p.w.m[1][0] = (s.b1 - s.b2) * n * c;
  p.w.m[0][2] = p.w.m[2][0] = s.d1 * c - s.d2 * n;
  p.w.m[1][2] = p.w.m[2][1] = s.d1 * n + s.d2 * c;
  p.w.m[2][2] = 1.5 * (s.d1 * s.d1 / s.b1 + s.d2 * s.d2 / s.b2) + 0.1 * fmax(s.b1, s.b2);
  p.surface.mu = p.surface.mu_static = s.mu;
  return p;
}

/// d of every kind: anywhere, beside the astroid, inside it, beside a principal axis, or with |w| beside mu.
static inline slip_sample slip_sample_next(test_random* r) {
  slip_sample s = {.b1 = test_random_log(r, 1e-3, 1e3), .angle = test_random_uniform(r, -4, 4)};
  s.b2 = s.b1 / test_random_log(r, 1 + 1e-6, test_random_below(r, 4) == 0 ? 1e6 : 10);
  s.mu = test_random_log(r, 1e-3, 10);
  const double a = s.mu * (s.b1 - s.b2), t = test_random_uniform(r, -4, 4), c = cos(t), n = sin(t);
  const int kind = test_random_below(r, 5);
  double k1 = c, k2 = n, size = s.mu * s.b1 * test_random_log(r, 1e-3, 1e3);
  if (kind == 1) k1 = c * c * c, k2 = n * n * n, size = a * (1 + (c > 0 ? 1 : -1) * test_random_log(r, 1e-9, 0.1));
  if (kind == 2) size = a * test_random_uniform(r, 0, 1);
  if (kind == 3) k2 = test_random_log(r, 1e-18, 1e-2), size = a * test_random_uniform(r, 0.5, 1.5);
  if (kind == 4) k1 = s.b1 * c, k2 = s.b2 * n, size = s.mu * (1 + (c > 0 ? 1 : -1) * test_random_log(r, 1e-9, 0.1));
  s.d1 = size * k1;
  s.d2 = size * k2;
  return s;
}

#endif
