// The impact on springs as JIA10 integrates it: Euler steps in the normal impulse, with the spring energies as the
// state. Equation (19) is imposed again after each step of slip, without which the printed equations do not converge. A
// second model for the tests, and the baseline of the benchmark. No allocation.
#ifndef CAROM_TESTS_COMPLIANT_IMPULSE_ROAD_H
#define CAROM_TESTS_COMPLIANT_IMPULSE_ROAD_H

#include "carom/compliant.h"

typedef struct impulse_road {
  carom_vec3 impulse, v;
  double impulse_n_compression;
  int switches;  ///< between stick and slip
  long steps;
} impulse_road;

/// steps: how many the normal impulse |v_n|/W_nn is divided into. CAROM_BUDGET: the impact takes a thousand times as
/// many. The problem must be valid, with v.z < 0.
carom_status impulse_road_solve(const carom_compliant_problem* problem, long steps, impulse_road* out);

#endif
