// Free flight of one body: the mass centre falls, the rest is Euler's equation.
#include "motion/flyer.h"

#include "math/elementary.h"

/// The quaternion is drawn back to unit length at this part of the rate at which it turns: enough to keep rounding and
/// the integrator's error from adding up, too little to make the integrator's work harder.
static const double PULL = 1.0 / 16;

/// Rotation of a quaternion that is nearly of unit length; exact for any length.
static carom_mat3 rotation_of(const double* q) {
  const double w = q[0], x = q[1], y = q[2], z = q[3], s = 2 / (w * w + x * x + y * y + z * z);
  return (carom_mat3){{{1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)},
                       {s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x)},
                       {s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y)}}};
}

static carom_mat3 turn_by(double angle) {
  const carom__sincos at = carom__sincos_of(angle);
  const double c = at.cosine, s = at.sine;
  return (carom_mat3){{{c, -s, 0}, {s, c, 0}, {0, 0, 1}}};
}

carom__flyer_pose carom__flyer_pose_of(const carom_flyer* flyer, const double* y) {
  if (flyer->dimension == 2) return (carom__flyer_pose){turn_by(y[2]), {y[0], y[1], 0}, {y[3], y[4], 0}, {0, 0, y[5]}};
  return (carom__flyer_pose){rotation_of(y + 3), {y[0], y[1], y[2]}, {y[7], y[8], y[9]}, {y[10], y[11], y[12]}};
}

carom_vec3 carom__flyer_to_body(const carom_mat3* r, carom_vec3 x) {
  return (carom_vec3){r->m[0][0] * x.x + r->m[1][0] * x.y + r->m[2][0] * x.z,
                      r->m[0][1] * x.x + r->m[1][1] * x.y + r->m[2][1] * x.z,
                      r->m[0][2] * x.x + r->m[1][2] * x.y + r->m[2][2] * x.z};
}

/// I w' = (I w) x w in the body frame. A multiple of 1 taken from I changes nothing there, and with the middle moment
/// taken away a sphere and a top keep their spin to the last bit.
carom_vec3 carom__flyer_tumble(const carom_flyer* flyer, const carom_mat3* rotation, carom_vec3 spin) {
  const carom_vec3 w = carom__flyer_to_body(rotation, spin);
  const carom_vec3 torque = carom_vec3_cross(carom_mat3_apply(flyer->imbalance, w), w);
  return carom_mat3_apply(*rotation, carom_mat3_apply(flyer->inverse_inertia, torque));
}

static void put(carom_vec3 x, double* out) {
  out[0] = x.x;
  out[1] = x.y;
  out[2] = x.z;
}

/// q' = w q/2 + (pull to |q| = 1).
static void turn_quat(const double* q, carom_vec3 w, double* rate) {
  const double length2 = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  const double pull = PULL * sqrt(carom_vec3_dot(w, w)) * (1 - length2);
  rate[0] = 0.5 * (-w.x * q[1] - w.y * q[2] - w.z * q[3]) + pull * q[0];
  rate[1] = 0.5 * (w.x * q[0] + w.y * q[3] - w.z * q[2]) + pull * q[1];
  rate[2] = 0.5 * (w.y * q[0] + w.z * q[1] - w.x * q[3]) + pull * q[2];
  rate[3] = 0.5 * (w.z * q[0] + w.x * q[2] - w.y * q[1]) + pull * q[3];
}

static void rate_in_plane(const carom_flyer* flyer, const double* y, double* rate) {
  for (int i = 0; i < 3; ++i) rate[i] = y[3 + i];
  rate[3] = flyer->gravity.x;
  rate[4] = flyer->gravity.y;
  rate[5] = 0;
}

void carom__flyer_rate(const carom_mover* mover, const double* state, double* rate) {
  const carom_flyer* flyer = mover->self;
  if (flyer->dimension == 2) {
    rate_in_plane(flyer, state, rate);
    return;
  }
  const carom__flyer_pose pose = carom__flyer_pose_of(flyer, state);
  put(pose.velocity, rate);
  turn_quat(state + 3, pose.spin, rate + 3);
  put(flyer->gravity, rate + 7);
  put(carom__flyer_tumble(flyer, &pose.rotation, pose.spin), rate + 10);
}

double carom__flyer_kinetic(const carom_mover* mover, const double* state) {
  const carom_flyer* flyer = mover->self;
  const carom__flyer_pose pose = carom__flyer_pose_of(flyer, state);
  const carom_vec3 w = carom__flyer_to_body(&pose.rotation, pose.spin);
  return 0.5 * flyer->mass * carom_vec3_dot(pose.velocity, pose.velocity) +
         0.5 * carom_vec3_dot(w, carom_mat3_apply(flyer->inertia, w));
}

double carom__flyer_energy(const carom_mover* mover, const double* state) {
  const carom_flyer* flyer = mover->self;
  const carom_vec3 position = {state[0], state[1], flyer->dimension == 2 ? 0 : state[2]};
  return carom__flyer_kinetic(mover, state) - flyer->mass * carom_vec3_dot(flyer->gravity, position);
}

void carom__flyer_tidy(const carom_mover* mover, double* state) {
  (void)mover;
  double* q = state + 3;
  const double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  for (int i = 0; i < 4; ++i) q[i] /= length;
}

/// The centre of a sphere follows a parabola however fast it turns.
double carom__flyer_pace(const carom_mover* mover, const double* state) {
  const carom_flyer* flyer = mover->self;
  if (flyer->shape.point_count == 0) return HUGE_VAL;
  const carom__flyer_pose pose = carom__flyer_pose_of(flyer, state);
  const carom_vec3 tumble = carom__flyer_tumble(flyer, &pose.rotation, pose.spin);
  return carom__mover_pace(carom_vec3_norm(pose.spin), carom_vec3_norm(tumble));
}

void carom_flyer_body(const carom_flyer* flyer, const double* state, carom_body* body, double* angle) {
  const carom__flyer_pose pose = carom__flyer_pose_of(flyer, state);
  *body = (carom_body){.kind = CAROM_BODY_FREE,
                       .mass = flyer->mass,
                       .inertia = flyer->inertia,
                       .orientation = pose.rotation,
                       .position = pose.position,
                       .velocity = pose.velocity,
                       .spin = pose.spin};
  if (angle) *angle = flyer->dimension == 2 ? state[2] : 0;
}
