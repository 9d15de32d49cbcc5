// The ball on the cloth by integration: Newton and Euler for a rigid body with a force at its lowest point, events by
// the integrator, landings by the general model of bodies. It shares no formula with the closed form.
#ifndef CAROM_TESTS_MOTION_CLOTH_ROAD_H
#define CAROM_TESTS_MOTION_CLOTH_ROAD_H

#include "carom/motion.h"

/// The ball at one time.
typedef struct cloth_road_state {
  carom_vec3 position, velocity, spin;
} cloth_road_state;

/// Where the phases changed, and the state at the end.
typedef struct cloth_road {
  int landing_count;
  double last_landing, roll_from, rest_from;  ///< s; < 0: did not come to that
  cloth_road_state end;
} cloth_road;

cloth_road cloth_integrate(const carom_cloth_problem* problem);

#endif
