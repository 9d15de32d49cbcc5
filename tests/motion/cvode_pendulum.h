// The double pendulum over a floor, moved by CVODE of SUNDIALS with its root finding: a second road to its impacts.
#ifndef CAROM_TESTS_CVODE_PENDULUM_H
#define CAROM_TESTS_CVODE_PENDULUM_H

#include "carom/planar.h"

enum { CVODE_PENDULUM_MAX_IMPACTS = 256 };

typedef struct cvode_impact {
  double time;
  carom_planar_mode mode;
  double before[2], after[2];  // m/s: along the floor, up
} cvode_impact;

/// Two slender bars of unit mass and length under g = 9.81; fill in the first part.
typedef struct cvode_pendulum {
  double q[2], u[2];  // angles, the second relative, and rates; at the end those of `until`
  double floor;       // m, height
  carom_surface surface;
  double until, cutoff, tolerance;

  int impact_count;
  cvode_impact impacts[CVODE_PENDULUM_MAX_IMPACTS];
  double held_since;  // s; NaN: the tip was never held
  long evaluations;
} cvode_pendulum;

/// False when CVODE gives up, or when the tip leaves the floor after it was held (which is not followed here).
bool cvode_pendulum_run(cvode_pendulum* pendulum);

#endif
