// What the movers of this room share. Private to the library.
#ifndef CAROM_MOTION_MOVER_H
#define CAROM_MOTION_MOVER_H

#include "carom/motion.h"

/// Gravity and planes as a mover of this dimension needs them, and not too many pairs of points and planes. Fields are
/// "gravity", "planes[i].normal", "planes[i].surface.mu" and so on.
carom_status carom__mover_check(const carom_motion* motion, int dimension, int point_count, carom_diag* diag);

/// Where a mover, its data and its state are written to.
carom_status carom__need_mover_memory(const void* out, const carom_mover* mover, const double* state, carom_diag* diag);

/// Contact axis of a row of the contact problem: tangent(s) first, then the normal.
static inline carom_vec3 carom__mover_axis(const carom_frame* frame, int dimension, int row) {
  if (row == dimension - 1) return frame->n;
  return row == 0 ? frame->t1 : frame->t2;
}

/// A point that is this near to its plane, as a part of the mover's size, touches it in the plane. Gaps of contacts
/// that are held come to 1e-9; what lies between is never asked for.
#define CAROM__NEAR_PLANE 1e-6

/// s: how long something that turns at this speed [rad/s] and angular acceleration [rad/s^2] takes to turn by half a
/// radian: speed t + acceleration t^2/2 = 1/2.
static inline double carom__mover_pace(double speed, double acceleration) {
  return 1 / (speed + sqrt(speed * speed + acceleration));
}

#endif
