// A body under constant forces, in closed form: its centre on a parabola, its spin growing evenly. Where the moments of
// inertia are all the same nothing else turns the spin.
#include <math.h>
#include <string.h>

#include "math/elementary.h"
#include "motion/flyer.h"

/// rad: what a turn whose axis moves may be off by; and how many turns it may be made of for that.
static const double TURN_ERROR = 1e-9;
enum { MOST_TURNS = 4096 };

/// q turned by a rotation vector, world.
static void turn(carom_vec3 by, double* q) {
  const double angle = carom_vec3_norm(by);
  if (angle == 0) return;
  const carom__sincos half = carom__sincos_of(0.5 * angle);
  const carom_vec3 v = carom_vec3_scale(half.sine / angle, by);
  const double c = half.cosine, w = q[0], x = q[1], y = q[2], z = q[3];
  q[0] = c * w - v.x * x - v.y * y - v.z * z;
  q[1] = c * x + v.x * w + v.y * z - v.z * y;
  q[2] = c * y + v.y * w + v.z * x - v.x * z;
  q[3] = c * z + v.z * w + v.x * y - v.y * x;
}

/// The first term that one turn leaves out, measured: its error over the time h is about this, |w x b| h^3 (|w| h)^4.
static const double TURN_TERM = 1e-4;

/// How many turns follow an axis that moves.
static int turns_of(carom_vec3 spin, carom_vec3 rate, double time) {
  const double angle = (carom_vec3_norm(spin) + carom_vec3_norm(rate) * time) * time;
  const double across = carom_vec3_norm(carom_vec3_cross(spin, rate)) * time * time * time;
  const double error = TURN_TERM * across * angle * angle * angle * angle;
  const double count = carom__max(angle, sqrt(carom__cbrt(error / TURN_ERROR)));
  return count < MOST_TURNS ? 1 + (int)count : MOST_TURNS;
}

/// One turn of the time h with the spin w in the middle of it and the rate b: Magnus' series for an axis that moves
/// evenly, to order 6 (Blanes, Casas, Oteo and Ros, The Magnus expansion, Physics Reports 470, 2009).
static carom_vec3 turn_vector(carom_vec3 w, carom_vec3 b, double h) {
  const carom_vec3 first = carom_vec3_scale(h, w), second = carom_vec3_scale(h * h, b);
  const carom_vec3 across = carom_vec3_cross(first, second);
  const carom_vec3 left = carom_vec3_sub(across, carom_vec3_scale(20, first));
  const carom_vec3 right = carom_vec3_sub(second, carom_vec3_scale(1.0 / 60, carom_vec3_cross(first, across)));
  return carom_vec3_add(first, carom_vec3_scale(1.0 / 240, carom_vec3_cross(left, right)));
}

/// The quaternion after a time in which the spin is w + b t. An axis that stays takes one turn, whatever the angle.
static void turn_evenly(carom_vec3 w, carom_vec3 b, double time, double* q) {
  const carom_vec3 across = carom_vec3_cross(w, b);
  const bool stays = across.x == 0 && across.y == 0 && across.z == 0;
  const int count = stays ? 1 : turns_of(w, b, time);
  const double h = time / count;
  for (int i = 0; i < count; ++i) turn(turn_vector(carom_vec3_add(w, carom_vec3_scale((i + 0.5) * h, b)), b, h), q);
}

static carom_vec3 vec_of(const double* x) {
  return (carom_vec3){x[0], x[1], x[2]};
}

void carom__flyer_glide(const carom_mover* mover, const double* state, const double* rate, double time, double* out) {
  const int turning = mover->position_count - 3;  // numbers that say how it is turned, in space
  const double half = 0.5 * time * time;
  const double* u = state + mover->position_count;
  memcpy(out, state, (size_t)mover->position_count * sizeof *out);
  for (int i = 0; i < 3; ++i) out[i] += u[i] * time + rate[i] * half;
  for (int i = 0; i < mover->dof; ++i) out[mover->position_count + i] = u[i] + rate[i] * time;
  if (turning == 0) return;  // in the plane the angle is the third coordinate
  turn_evenly(vec_of(u + 3), vec_of(rate + 3), time, out + 3);
}

bool carom__flyer_glides(const carom_flyer* flyer) {
  if (!(flyer->shape.sphere_radius > 0)) return false;
  for (int i = 0; i < 9; ++i)
    if (flyer->imbalance.m[i / 3][i % 3] != 0) return false;
  return true;
}
