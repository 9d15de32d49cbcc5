/// @file ode_motion.h
/// A ball or a box over a floor, moved by the Open Dynamics Engine in steps of one size.
#ifndef CAROM_BENCH_ODE_MOTION_H
#define CAROM_BENCH_ODE_MOTION_H

#include <stdbool.h>

#include "carom/math.h"

typedef struct ode_thing {
  double mass;
  double radius;    ///< m, of a ball; 0: a box
  carom_vec3 half;  ///< m, half the sides of a box
  carom_vec3 position, velocity, spin;
  carom_quat orientation;
  double e, mu;  ///< of the floor at z = 0
} ode_thing;

/// Whether the engine is there.
bool ode_motion_exists(void);
/// Moves it under g = 9.81 m/s^2 for a time; where it is then.
carom_vec3 ode_motion_move(const ode_thing* thing, double time, double step);

#endif
