/// @file thrown.h
/// A body over a floor, moved by carom: what the rows of motion share.
#ifndef CAROM_BENCH_THROWN_H
#define CAROM_BENCH_THROWN_H

#include "bench.h"
#include "carom/motion.h"
#include "ode_motion.h"

/// The same thing, ready to be moved by carom. Do not move it: it points into itself.
typedef struct thrown {
  carom_body body;
  carom_vec3 corners[8];
  carom_plane floor;
  carom_motion motion;
  carom_flyer flyer;
  carom_mover mover;
  double state[13];
  carom_motion_run run;
  double* workspace;
} thrown;

/// Makes it ready for a motion of some time; false where there is no memory or something is refused.
bool thrown_make(thrown* t, const ode_thing* thing, double time);
/// Moves it to the end and returns the nanoseconds that took; NaN if it failed.
double thrown_move(thrown* t);
void thrown_free(thrown* t);

/// The same with the engine, in steps of one size.
double thrown_by_ode(const ode_thing* thing, double time, double step);

#endif
