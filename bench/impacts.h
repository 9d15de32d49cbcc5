/// @file impacts.h
/// Random impacts of two free bodies in space: the same for every solver that a row compares.
#ifndef CAROM_BENCH_IMPACTS_H
#define CAROM_BENCH_IMPACTS_H

#include "bench.h"
#include "carom/spatial.h"

/// Masses, moments of inertia, positions, velocity, friction, restitution and law all random; the bodies always
/// approach. One in twenty starts with slip along an invariant direction.
carom_spatial_problem impact_random(bench_random* random);

/// The first count impacts of one fixed seed.
void impacts_fill(carom_spatial_problem* problems, int count);

/// |got - want|/|want|, and |got| where want is zero.
double impulse_error(carom_vec3 got, carom_vec3 want);

#endif
