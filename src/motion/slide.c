// Where a contact slides to, and what that does to its normal force.
#include <math.h>
#include <string.h>

#include "math/least_norm.h"
#include "motion/loop.h"

/// Slip below this part of what is rounding has no direction of its own.
static const double WITHOUT_DIRECTION = 1e-3;

/// Slip that comes out of its stop within this cosine of straight back is taken for a straight stop.
static const double STRAIGHT = 0.9;

/// Slip that creeps, slower than `slow`, because friction falls just short of what sticking takes. Its direction
/// settles at once, along the force that is missing, and to follow how it settles would take steps of microseconds.
/// False where that is not so.
static bool creeps(const carom_motion_held* held, const double* v, double slow, double direction[2]) {
  double w[9], right[3] = {-held->c[0], -held->c[1], -held->c[2]}, f[3];
  memcpy(w, held->w, sizeof w);
  if (carom__least_norm(3, w, right, f) < 3) return false;
  const double size = carom__hypot(f[0], f[1]), mu = held->surfaces[0].mu;
  if (!(f[2] > 0 && size > mu * f[2])) return false;
  const double missing[2] = {-f[0] / size, -f[1] / size};
  const double along = (v[0] * missing[0] + v[1] * missing[1]) / slow;
  if (!(along > 0)) return false;
  // At the angle a from that force slip counts as if at tan b = (speed/slow) tan a: all of it at `slow`, none at rest.
  const double rest = along * (slow / carom__hypot(v[0], v[1]) - 1);
  const double x = v[0] / slow + rest * missing[0], y = v[1] / slow + rest * missing[1];
  const double length = carom__hypot(x, y);
  direction[0] = x / length;
  direction[1] = y / length;
  return true;
}

/// In the plane the direction of slip is fixed until an event. In space it follows the velocity; of slip that is under
/// way mirrored where that has passed straight through zero since the last step: so a straight stop is smooth, and its
/// event is seen behind it. Slip that has only begun is never mirrored, nor slip that turns: friction would drive it.
void carom__slide_direction(const carom_motion_held* held, int k, double direction[2]) {
  const double* v = held->v + k * held->dimension;
  const double* reference = held->directions[k];
  direction[0] = reference[0];
  direction[1] = reference[1];
  if (held->dimension == 2 || !carom__rubs(held, k)) return;
  const double speed = carom__hypot(v[0], v[1]), along = v[0] * reference[0] + v[1] * reference[1];
  if (speed < held->slow && held->count == 1 && creeps(held, v, held->slow, direction)) return;
  // So slow that the direction is rounding: it keeps the one it had.
  if (!(speed > WITHOUT_DIRECTION * held->noise)) return;
  const double sign = along < -STRAIGHT * speed && held->under_way[k] ? -1 : 1;
  direction[0] = sign * v[0] / speed;
  direction[1] = sign * v[1] / speed;
}

// k1 = B2 + s mu B3 in the plane (WM92): what f_n does to v_n while friction is at its limit.
double carom__slide_stiffness(const carom_motion_held* held, int k) {
  const int d = held->dimension, size = d * held->count;
  const double mu = held->surfaces[k].mu;
  const double* row = held->w + (k * d + d - 1) * size + k * d;
  double direction[2], sum = row[d - 1];
  carom__slide_direction(held, k, direction);
  for (int i = 0; i < d - 1; ++i) sum -= mu * direction[i] * row[i];
  return sum;
}
