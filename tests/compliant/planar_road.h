// The compliant impact of a planar contact by a second road: every piece in closed form, every switch found by small
// steps and bisection. Slow and simple; shares nothing with the solver.
#ifndef CAROM_TESTS_COMPLIANT_PLANAR_ROAD_H
#define CAROM_TESTS_COMPLIANT_PLANAR_ROAD_H

#include <stdbool.h>

typedef struct planar_road {
  double w_tt, w_tn, w_nn;  // 1/kg; positive definite
  double v_t, v_n;          // m/s, v_n < 0
  double mu, e, eta2;       // e > 0
} planar_road;

typedef struct planar_road_end {
  double impulse_t, impulse_n;
  int switches;  // between slip and stick
  bool recompressed;
  bool locked;  // ends of compression piled up, and the normal was held at rest
  bool ended;
} planar_road_end;

planar_road_end planar_road_walk(const planar_road* road);

#endif
