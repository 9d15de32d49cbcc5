// Where a flying body meets planes: corners, or the lowest point of a sphere.
#include <stdio.h>

#include "motion/flyer.h"

static bool is_sphere(const carom_flyer* flyer) {
  return flyer->shape.sphere_radius > 0;
}

/// Gaps of all planes: those of a sphere do not depend on how it is turned.
static void gaps_of_sphere(const carom_mover* mover, const double* state, double* gaps, double* gap_rates) {
  const carom_flyer* flyer = mover->self;
  const double* u = state + mover->position_count;
  const bool in_plane = flyer->dimension == 2;
  const carom_vec3 position = {state[0], state[1], in_plane ? 0 : state[2]};
  const carom_vec3 velocity = {u[0], u[1], in_plane ? 0 : u[2]};
  for (int k = 0; k < mover->plane_count; ++k) {
    const carom_vec3 normal = flyer->frames[k].n;
    gaps[k] = carom_vec3_dot(normal, carom_vec3_sub(position, mover->planes[k].point)) - flyer->shape.sphere_radius;
    gap_rates[k] = carom_vec3_dot(normal, velocity);
  }
}

/// Gaps of one plane: a corner r has the distance (x - point) . n + (R^T n) . r, and the rate v . n + (R^T (n x w)) .
/// r.
static void gaps_of_plane(const carom_mover* mover, const carom__flyer_pose* pose, int k, double* gaps,
                          double* gap_rates) {
  const carom_flyer* flyer = mover->self;
  const carom_vec3 normal = flyer->frames[k].n;
  const double height = carom_vec3_dot(normal, carom_vec3_sub(pose->position, mover->planes[k].point));
  const double speed = carom_vec3_dot(normal, pose->velocity);
  const carom_vec3 n = carom__flyer_to_body(&pose->rotation, normal);
  const carom_vec3 turn = carom__flyer_to_body(&pose->rotation, carom_vec3_cross(normal, pose->spin));
  for (int i = 0; i < mover->point_count; ++i) {
    const carom_vec3 corner = flyer->shape.points[i];
    gaps[i * mover->plane_count + k] = height + carom_vec3_dot(n, corner);
    gap_rates[i * mover->plane_count + k] = speed + carom_vec3_dot(turn, corner);
  }
}

void carom__flyer_gaps(const carom_mover* mover, const double* state, double* gaps, double* gap_rates) {
  if (is_sphere(mover->self)) {
    gaps_of_sphere(mover, state, gaps, gap_rates);
    return;
  }
  const carom__flyer_pose pose = carom__flyer_pose_of(mover->self, state);
  for (int k = 0; k < mover->plane_count; ++k) gaps_of_plane(mover, &pose, k, gaps, gap_rates);
}

/// One row of J: a contact axis in the world, and its moment about the mass centre in the body frame.
typedef struct row {
  carom_vec3 axis, moment;
} row;

/// The point of contact from the mass centre, world, and how that changes.
typedef struct place {
  carom_vec3 arm, rate;
} place;

/// m: how far a corner is from a plane.
static double gap_of(const carom_mover* mover, const carom__flyer_pose* pose, carom_vec3 arm, int plane) {
  const carom_flyer* flyer = mover->self;
  const carom_vec3 corner = carom_vec3_add(pose->position, arm);
  return carom_vec3_dot(flyer->frames[plane].n, carom_vec3_sub(corner, mover->planes[plane].point));
}

static bool is_near(const carom_mover* mover, double gap) {
  return fabs(gap) <= CAROM__NEAR_PLANE * mover->size;
}

/// In the edge or corner of planes: there it touches all of them in one point.
static bool is_near_others(const carom_mover* mover, const carom__flyer_pose* pose, carom_vec3 arm, int plane) {
  for (int k = 0; k < mover->plane_count; ++k)
    if (k != plane && is_near(mover, gap_of(mover, pose, arm, k))) return true;
  return false;
}

/// A corner that is near its plane touches it in the plane. (Corners of a face are off by some 1e-11 of its size, up
/// and down. A face that leans by so little and rocks would drag its corners along the plane, slower than anything, but
/// so that they can never all stick.)
static place corner_of(const carom_mover* mover, const carom__flyer_pose* pose, carom_mover_touch touch) {
  const carom_flyer* flyer = mover->self;
  const carom_vec3 n = flyer->frames[touch.plane].n;
  const carom_vec3 arm = carom_mat3_apply(pose->rotation, flyer->shape.points[touch.point]);
  const carom_vec3 rate = carom_vec3_cross(pose->spin, arm);
  const double gap = gap_of(mover, pose, arm, touch.plane);
  if (!is_near(mover, gap) || is_near_others(mover, pose, arm, touch.plane)) return (place){arm, rate};
  const double opening = carom_vec3_dot(n, carom_vec3_add(pose->velocity, rate));
  return (place){carom_vec3_sub(arm, carom_vec3_scale(gap, n)), carom_vec3_sub(rate, carom_vec3_scale(opening, n))};
}

/// On a sphere it stays below the centre.
static place place_of(const carom_mover* mover, const carom__flyer_pose* pose, carom_mover_touch touch) {
  const carom_flyer* flyer = mover->self;
  if (!is_sphere(flyer)) return corner_of(mover, pose, touch);
  return (place){.arm = carom_vec3_scale(-flyer->shape.sphere_radius, flyer->frames[touch.plane].n)};
}

static void rows_of(const carom_flyer* flyer, const carom__flyer_pose* pose, int plane, carom_vec3 arm, row* rows) {
  for (int i = 0; i < flyer->dimension; ++i) {
    const carom_vec3 axis = carom__mover_axis(&flyer->frames[plane], flyer->dimension, i);
    rows[i] = (row){axis, carom__flyer_to_body(&pose->rotation, carom_vec3_cross(arm, axis))};
  }
}

/// Lower triangle and mirror image.
static void fill_w(const carom_flyer* flyer, int size, const row* rows, double* w) {
  const double per_mass = 1 / flyer->mass;
  for (int a = 0; a < size; ++a) {
    const carom_vec3 velocity = carom_vec3_scale(per_mass, rows[a].axis);
    const carom_vec3 spin = carom_mat3_apply(flyer->inverse_inertia, rows[a].moment);
    for (int b = 0; b <= a; ++b)
      w[a * size + b] = w[b * size + a] = carom_vec3_dot(velocity, rows[b].axis) + carom_vec3_dot(spin, rows[b].moment);
  }
}

static void project(const carom_flyer* flyer, const row* rows, carom_vec3 x, double* out) {
  for (int i = 0; i < flyer->dimension; ++i) out[i] = carom_vec3_dot(rows[i].axis, x);
}

/// How the point of contact, as a part of the body, accelerates in free flight.
static carom_vec3 acceleration_of(const carom_flyer* flyer, const place* at, carom_vec3 spin, carom_vec3 tumble) {
  const carom_vec3 a = carom_vec3_add(flyer->gravity, carom_vec3_cross(tumble, at->arm));
  return carom_vec3_add(a, carom_vec3_cross(spin, at->rate));
}

void carom__flyer_contact(const carom_mover* mover, const double* state, int count, const carom_mover_touch* touches,
                          double* w, double* v, double* c) {
  const carom_flyer* flyer = mover->self;
  const int d = flyer->dimension;
  const carom__flyer_pose pose = carom__flyer_pose_of(flyer, state);
  const carom_vec3 tumble =
      c ? carom__flyer_tumble(flyer, &pose.rotation, pose.spin) : (carom_vec3){0, 0, 0};  // for c alone
  row rows[3 * CAROM_MOTION_MAX_CONTACTS];
  for (int i = 0; i < count; ++i) {
    const place at = place_of(mover, &pose, touches[i]);
    rows_of(flyer, &pose, touches[i].plane, at.arm, rows + i * d);
    project(flyer, rows + i * d, carom_vec3_add(pose.velocity, carom_vec3_cross(pose.spin, at.arm)), v + i * d);
    if (c) project(flyer, rows + i * d, acceleration_of(flyer, &at, pose.spin, tumble), c + i * d);
  }
  fill_w(flyer, d * count, rows, w);
}

void carom__flyer_push(const carom_mover* mover, const double* state, int count, const carom_mover_touch* touches,
                       const double* p, double* change) {
  const carom_flyer* flyer = mover->self;
  const int d = flyer->dimension;
  const carom__flyer_pose pose = carom__flyer_pose_of(flyer, state);
  carom_vec3 force = {0, 0, 0}, moment = {0, 0, 0};
  for (int i = 0; i < count; ++i) {
    carom_vec3 at = {0, 0, 0};
    for (int k = 0; k < d; ++k)
      at =
          carom_vec3_add(at, carom_vec3_scale(p[i * d + k], carom__mover_axis(&flyer->frames[touches[i].plane], d, k)));
    force = carom_vec3_add(force, at);
    moment = carom_vec3_add(moment, carom_vec3_cross(place_of(mover, &pose, touches[i]).arm, at));
  }
  const carom_vec3 velocity = carom_vec3_scale(1 / flyer->mass, force);
  const carom_vec3 local = carom__flyer_to_body(&pose.rotation, moment);
  const carom_vec3 spin = carom_mat3_apply(pose.rotation, carom_mat3_apply(flyer->inverse_inertia, local));
  const double in_plane[3] = {velocity.x, velocity.y, spin.z};
  const double in_space[6] = {velocity.x, velocity.y, velocity.z, spin.x, spin.y, spin.z};
  for (int i = 0; i < mover->dof; ++i) change[i] = d == 2 ? in_plane[i] : in_space[i];
}

void carom__flyer_name(const carom_mover* mover, int point, int size, char* name) {
  if (is_sphere(mover->self)) {
    name[0] = '\0';
  } else {
    snprintf(name, (size_t)size, "corner %d", point);
  }
}
