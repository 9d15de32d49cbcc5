// What must hold for every mover, whatever it is.
#ifndef CAROM_TESTS_MOTION_MOVERS_H
#define CAROM_TESTS_MOTION_MOVERS_H

#include "carom/motion.h"
#include "random.h"

static inline int state_size(const carom_mover* mover) {
  return mover->position_count + mover->dof;
}

/// Free motion for a time (also backwards, in short steps of the classical Runge-Kutta rule).
void mover_drift(const carom_mover* mover, double time, int steps, double* state);

/// Free motion by the integrator at a tolerance of 1e-12; returns the evaluations of the rate.
long mover_fly(const carom_mover* mover, double time, double* state);

/// Gap rates are the derivatives of gaps, normal velocities are gap rates, c is the derivative of v; by differences
/// over +-1e-3 of `time`, the shortest time of the motion. scale is the size of its velocities.
void mover_check_derivatives(const carom_mover* mover, const double* state, double time, double scale);

/// w is symmetric and positive semidefinite, a push changes v by w p and the kinetic energy by p . (v + v')/2; with
/// count random touches.
void mover_check_push(const carom_mover* mover, const double* state, int count, test_random* random);

/// A plane through a point, with its normal to anywhere (in the plane z = 0 for dimension 2).
carom_plane random_plane(test_random* random, int dimension);

#endif
