// The contact problem of a crowd: W couples pairs that have a body in common.
#include <string.h>

#include "math/elementary.h"
#include "motion/crowd.h"

/// In space the first tangent of two bodies is along x, made square to the normal; along y where the normal is nearer
/// to x than this. So the axes turn steadily while a contact is held: no normal that is common lies near that border.
static const double ALONG_X = 0.9;

/// One row of the contact problem: an axis, its rate, and what it does to the two bodies.
typedef struct row {
  int a, b;              // bodies; b is -1 at a plane
  carom_vec3 axis;       // world
  carom_vec3 moment[2];  // of the axis about the mass centres, frames of the bodies
} row;

/// A contact while its rows are made.
typedef struct site {
  const carom_crowd* crowd;
  const carom__crowd_poses* poses;
  carom__meet meet;
  carom_vec3 axes[3], axis_rates[3];
} site;

static void turn_tangents(site* it) {
  const carom_vec3 n = it->meet.normal, turn = it->meet.normal_rate;
  const carom_vec3 along = fabs(n.x) > ALONG_X ? (carom_vec3){0, 1, 0} : (carom_vec3){1, 0, 0};
  const double part = carom_vec3_dot(along, n);
  const carom_vec3 across = carom_vec3_sub(along, carom_vec3_scale(part, n));
  const double length = carom_vec3_norm(across);
  const carom_vec3 first = carom_vec3_scale(1 / length, across);
  const carom_vec3 moves = carom_vec3_scale(
      -1 / length, carom_vec3_add(carom_vec3_scale(carom_vec3_dot(along, turn), n), carom_vec3_scale(part, turn)));
  it->axes[0] = first;
  it->axis_rates[0] = carom_vec3_sub(moves, carom_vec3_scale(carom_vec3_dot(first, moves), first));
  it->axes[1] = carom_vec3_cross(n, first);
  it->axis_rates[1] = carom_vec3_add(carom_vec3_cross(turn, first), carom_vec3_cross(n, it->axis_rates[0]));
}

/// Axes and their rates: those of the plane, or of the normal between two bodies.
static void set_axes(site* it, const carom_crowd_pair* pair) {
  const int d = it->crowd->dimension;
  const carom_vec3 n = it->meet.normal, turn = it->meet.normal_rate;
  memset(it->axis_rates, 0, sizeof it->axis_rates);
  if (pair->plane >= 0) {
    const carom_frame* frame = &it->crowd->flyers[pair->a].frames[pair->plane];
    for (int k = 0; k < d; ++k) it->axes[k] = carom__mover_axis(frame, d, k);
    return;
  }
  if (d == 3) {
    turn_tangents(it);
  } else {
    it->axes[0] = (carom_vec3){n.y, -n.x, 0};
    it->axis_rates[0] = (carom_vec3){turn.y, -turn.x, 0};
  }
  it->axes[d - 1] = n;
  it->axis_rates[d - 1] = turn;
}

static site site_of(const carom_crowd* crowd, const carom__crowd_poses* poses, int pair) {
  site it = {.crowd = crowd, .poses = poses, .meet = carom__crowd_meet(crowd, poses, pair)};
  set_axes(&it, &crowd->pairs[pair]);
  return it;
}

static carom_vec3 arm_of(const site* it, int body) {
  return carom_vec3_sub(it->meet.at, it->poses->of[body].position);
}

static void make_rows(const site* it, const carom_crowd_pair* pair, row* rows) {
  for (int k = 0; k < it->crowd->dimension; ++k) {
    rows[k] = (row){.a = pair->a, .b = pair->b, .axis = it->axes[k]};
    for (int side = 0; side < 2; ++side) {
      const int body = side == 0 ? pair->a : pair->b;
      if (body < 0) continue;
      const carom_vec3 moment = carom_vec3_cross(arm_of(it, body), it->axes[k]);
      rows[k].moment[side] = carom__flyer_to_body(&it->poses->of[body].rotation, moment);
    }
  }
}

/// Velocity of the place of contact as a part of the body.
static carom_vec3 velocity_at(const site* it, int body) {
  if (body < 0) return (carom_vec3){0, 0, 0};
  const carom__flyer_pose* pose = &it->poses->of[body];
  return carom_vec3_add(pose->velocity, carom_vec3_cross(pose->spin, arm_of(it, body)));
}

/// Its derivative in free motion, while the place of contact wanders over the body.
static carom_vec3 acceleration_at(const site* it, int body) {
  if (body < 0) return (carom_vec3){0, 0, 0};
  const carom_crowd* crowd = it->crowd;
  const carom_crowd_body* its = &crowd->bodies[body];
  const carom__flyer_pose* pose = &it->poses->of[body];
  const carom_vec3 tumble = carom__flyer_tumble(&crowd->flyers[body], &pose->rotation, pose->spin);
  const carom_vec3 centre =
      its->hangs ? carom__pivot_acceleration(its, pose->position, pose->velocity, crowd->gravity) : crowd->gravity;
  const carom_vec3 wander = carom_vec3_sub(it->meet.at_rate, pose->velocity);
  return carom_vec3_add(
      centre, carom_vec3_add(carom_vec3_cross(tumble, arm_of(it, body)), carom_vec3_cross(pose->spin, wander)));
}

static void project(const site* it, const carom_crowd_pair* pair, double* v, double* c) {
  const carom_vec3 velocity = carom_vec3_sub(velocity_at(it, pair->a), velocity_at(it, pair->b));
  for (int k = 0; k < it->crowd->dimension; ++k) v[k] = carom_vec3_dot(it->axes[k], velocity);
  if (!c) return;
  const carom_vec3 acceleration = carom_vec3_sub(acceleration_at(it, pair->a), acceleration_at(it, pair->b));
  for (int k = 0; k < it->crowd->dimension; ++k)
    c[k] = carom_vec3_dot(it->axes[k], acceleration) + carom_vec3_dot(it->axis_rates[k], velocity);
}

/// What an impulse on the mass centre does to its velocity.
static carom_vec3 move_centre(const carom_crowd* crowd, const carom__crowd_poses* poses, int body, carom_vec3 p) {
  const carom_crowd_body* its = &crowd->bodies[body];
  if (its->hangs) p = carom__pivot_across(carom__pivot_rod(its, poses->of[body].position), p);
  return carom_vec3_scale(1 / crowd->flyers[body].mass, p);
}

/// What row j gets from a unit impulse along a row that moves `body`: its velocity and spin are given.
static double felt(const row* j, int body, carom_vec3 velocity, carom_vec3 spin) {
  double sum = 0;
  if (j->a == body) sum += carom_vec3_dot(velocity, j->axis) + carom_vec3_dot(spin, j->moment[0]);
  if (j->b == body) sum -= carom_vec3_dot(velocity, j->axis) + carom_vec3_dot(spin, j->moment[1]);
  return sum;
}

/// Lower triangle and mirror image.
static void fill_w(const carom_crowd* crowd, const carom__crowd_poses* poses, int size, const row* rows, double* w) {
  memset(w, 0, (size_t)(size * size) * sizeof *w);
  for (int i = 0; i < size; ++i) {
    for (int side = 0; side < 2; ++side) {
      const int body = side == 0 ? rows[i].a : rows[i].b;
      if (body < 0) continue;
      const double sign = side == 0 ? 1 : -1;
      const carom_vec3 velocity = carom_vec3_scale(sign, move_centre(crowd, poses, body, rows[i].axis));
      const carom_vec3 spin =
          carom_vec3_scale(sign, carom_mat3_apply(crowd->flyers[body].inverse_inertia, rows[i].moment[side]));
      for (int j = 0; j <= i; ++j) w[i * size + j] += felt(&rows[j], body, velocity, spin);
    }
    for (int j = 0; j < i; ++j) w[j * size + i] = w[i * size + j];
  }
}

void carom__crowd_contact(const carom_mover* mover, const double* state, int count, const carom_mover_touch* touches,
                          double* w, double* v, double* c) {
  const carom_crowd* crowd = mover->self;
  const int d = crowd->dimension;
  carom__crowd_poses poses;
  row rows[3 * CAROM_MOTION_MAX_CONTACTS];
  carom__crowd_poses_of(crowd, state, &poses);
  for (int i = 0; i < count; ++i) {
    const carom_crowd_pair* pair = &crowd->pairs[touches[i].pair];
    const site it = site_of(crowd, &poses, touches[i].pair);
    make_rows(&it, pair, rows + i * d);
    project(&it, pair, v + i * d, c ? c + i * d : NULL);
  }
  fill_w(crowd, &poses, d * count, rows, w);
}

static void push_body(const carom_crowd* crowd, const carom__crowd_poses* poses, int body, carom_vec3 p,
                      carom_vec3 moment, double* change) {
  const carom__flyer_pose* pose = &poses->of[body];
  const carom_vec3 velocity = move_centre(crowd, poses, body, p);
  const carom_vec3 local = carom__flyer_to_body(&pose->rotation, moment);
  const carom_vec3 spin =
      carom_mat3_apply(pose->rotation, carom_mat3_apply(crowd->flyers[body].inverse_inertia, local));
  const double in_plane[3] = {velocity.x, velocity.y, spin.z};
  const double in_space[6] = {velocity.x, velocity.y, velocity.z, spin.x, spin.y, spin.z};
  const int u = carom__crowd_velocities(crowd);
  for (int k = 0; k < u; ++k) change[body * u + k] += crowd->dimension == 2 ? in_plane[k] : in_space[k];
}

void carom__crowd_push(const carom_mover* mover, const double* state, int count, const carom_mover_touch* touches,
                       const double* p, double* change) {
  const carom_crowd* crowd = mover->self;
  const int d = crowd->dimension;
  carom__crowd_poses poses;
  carom__crowd_poses_of(crowd, state, &poses);
  memset(change, 0, (size_t)mover->dof * sizeof *change);
  for (int i = 0; i < count; ++i) {
    const carom_crowd_pair* pair = &crowd->pairs[touches[i].pair];
    const site it = site_of(crowd, &poses, touches[i].pair);
    carom_vec3 force = {0, 0, 0};
    for (int k = 0; k < d; ++k) force = carom_vec3_add(force, carom_vec3_scale(p[i * d + k], it.axes[k]));
    push_body(crowd, &poses, pair->a, force, carom_vec3_cross(arm_of(&it, pair->a), force), change);
    if (pair->b < 0) continue;
    const carom_vec3 back = carom_vec3_scale(-1, force);
    push_body(crowd, &poses, pair->b, back, carom_vec3_cross(arm_of(&it, pair->b), back), change);
  }
}
