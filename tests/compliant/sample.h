// Random impacts on springs, of the kind that users have: two free bodies, slip of the size of the approach.
#ifndef CAROM_TESTS_COMPLIANT_SAMPLE_H
#define CAROM_TESTS_COMPLIANT_SAMPLE_H

#include "carom/compliant.h"
#include "spatial/sample.h"

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
