/// @file rods.h
/// Random rods that hit the floor with one end: the same impacts for carom and for a physics engine.
#ifndef CAROM_BENCH_RODS_H
#define CAROM_BENCH_RODS_H

#include <stdbool.h>

#include "bench.h"
#include "carom/planar.h"

/// A slender rod, 1 kg and 1 m, whose lower end touches the floor y = 0 at the origin.
typedef struct rod {
  double x, y;    ///< m, mass centre
  double angle;   ///< rad, of the rod against the floor
  double vx, vy;  ///< m/s, of the mass centre
  double spin;    ///< rad/s, counter-clockwise
  carom_surface surface;
} rod;

#define ROD_MASS    1.0           // kg
#define ROD_INERTIA (1.0 / 12.0)  // kg m^2, about the mass centre

/// Angle, velocity, spin, e, mu and law all random; the end always approaches the floor.
rod rod_random(bench_random* random);

/// The impact of a rod in contact space.
carom_planar_problem rod_problem(const rod* rod);

/// Kinetic energy [J] of a rod.
double rod_energy(double vx, double vy, double spin);

/// A world of the physics engine ODE with one rod in it. All three do nothing when ODE is not installed.
bool ode_open(void);
void ode_close(void);
/// One collision step: the rod with one contact joint against the world; its velocity afterwards.
void ode_step(const rod* before, double* vx, double* vy, double* spin);
/// Only puts the rod into the world, which ode_step does too: the part of its time that is not collision.
void ode_place(const rod* before);

#endif
