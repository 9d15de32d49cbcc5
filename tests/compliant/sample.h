// Random impacts on springs, of the kind that users have: two free bodies, slip of the size of the approach.
#ifndef CAROM_TESTS_COMPLIANT_SAMPLE_H
#define CAROM_TESTS_COMPLIANT_SAMPLE_H

#include <string.h>

#include "carom/compliant.h"
#include "spatial/sample.h"

/// A random rotation.
static inline void sample_rotation(test_random* r, double q[3][3]) {
  double u[4], square;
  do {
    square = 0;
    for (int i = 0; i < 4; ++i) {
      u[i] = test_random_uniform(r, -1, 1);
      square += u[i] * u[i];
    }
  } while (square > 1 || square < 1e-3);
  const double a = u[0] / sqrt(square), b = u[1] / sqrt(square), c = u[2] / sqrt(square), d = u[3] / sqrt(square);
  const double m[3][3] = {{a * a + b * b - c * c - d * d, 2 * (b * c - a * d), 2 * (b * d + a * c)},
                          {2 * (b * c + a * d), a * a - b * b + c * c - d * d, 2 * (c * d - a * b)},
                          {2 * (b * d - a * c), 2 * (c * d + a * b), a * a - b * b - c * c + d * d}};
  memcpy(q, m, sizeof m);
}

/// Eigenvalues 1, ratio and one between, in random directions.
static inline carom_mat3 sample_spread(test_random* r, double ratio) {
  double q[3][3];
  sample_rotation(r, q);
  const double value[3] = {1, test_random_log(r, 1, ratio), ratio};
  carom_mat3 w;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j <= i; ++j) {
      double sum = 0;
      for (int k = 0; k < 3; ++k) sum += q[i][k] * value[k] * q[j][k];
      w.m[i][j] = w.m[j][i] = sum;
    }
  return w;
}

/// W of that spread, slip of the size of the approach; e is 0 or 1 at times. Friction to 2 has the compliance of real
/// materials, stronger one anything from mu = 1 and eta2 = 1e-3 on.
static inline carom_compliant_problem sample_eigenvalues(test_random* r, double ratio, double mu) {
  carom_compliant_problem p = carom_compliant_problem_default();
  p.w = sample_spread(r, ratio);
  p.v.x = test_random_uniform(r, -1, 1);
  p.v.y = test_random_uniform(r, -1, 1);
  p.v.z = -test_random_uniform(r, 0.05, 1);
  p.surface.mu = mu <= 2 ? test_random_uniform(r, 0.02, mu) : test_random_log(r, 1, mu);
  p.surface.mu_static = p.surface.mu;
  p.surface.eta2 =
      mu <= 2 ? carom_eta2_from_poisson_ratio(test_random_uniform(r, 0, 0.5)) : test_random_log(r, 1e-3, 1);
  const int edge = test_random_below(r, 12);
  p.surface.e = edge < 2 ? edge : test_random_uniform(r, 0.02, 1);
  return p;
}

typedef struct compliant_ranges {
  double mass;       // masses from 1/mass to mass
  double mu;         // friction from 0.02 to mu
  double eta2;       // compliance from 1/eta2 to eta2
  double stiffness;  // |v_t|/(mu eta2 |v_n|) from 1/10 to this
} compliant_ranges;

static inline carom_compliant_problem sample_compliant(test_random* r, compliant_ranges ranges) {
  carom_compliant_problem p = carom_compliant_problem_default();
  p.w = sample_matrix(r, ranges.mass);
  p.v.z = -test_random_log(r, 1e-2, 1e2);
  p.surface.mu = p.surface.mu_static = test_random_log(r, 0.02, ranges.mu);
  p.surface.eta2 = test_random_log(r, 1 / ranges.eta2, ranges.eta2);
  p.surface.e = test_random_uniform(r, 0.1, 1);
  const double slip = -p.v.z * p.surface.mu * p.surface.eta2 * test_random_log(r, 0.1, ranges.stiffness);
  const double angle = test_random_uniform(r, -4, 4);
  p.v.x = slip * cos(angle);
  p.v.y = slip * sin(angle);
  return p;
}

#endif
