// A free body: its state, its gaps, and its contact problem against that of carom/model.h.
#include <criterion/criterion.h>
#include <float.h>
#include <string.h>

#include "motion/flyer_rig.h"
#include "motion/movers.h"

static bool same(carom_vec3 a, carom_vec3 b) {
  return a.x == b.x && a.y == b.y && a.z == b.z;
}

Test(flyer, a_state_is_the_body) {
  test_random random = {1};
  static flyer_rig r;
  for (int trial = 0; trial < 1000; ++trial) {
    flyer_rig_random(&r, &random, 3, true);
    // Half turns about every axis too, where the real part of the quaternion is zero.
    const carom_vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    if (trial < 3) r.body.orientation = carom_mat3_from_axis_angle(axes[trial], 3.14159265358979323846);
    flyer_rig_prepare(&r);
    carom_body body;
    carom_flyer_body(&r.flyer, r.state, &body, NULL);
    cr_assert(body.kind == CAROM_BODY_FREE && body.mass == r.body.mass);
    cr_assert(same(body.position, r.body.position) && same(body.velocity, r.body.velocity) &&
              same(body.spin, r.body.spin));
    cr_assert(mat3_distance(body.orientation, r.body.orientation) < 8 * DBL_EPSILON);
    cr_assert(mat3_distance(body.inertia, r.body.inertia) == 0);
    const double* q = r.state + 3;
    cr_assert(fabs(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3] - 1) < 4 * DBL_EPSILON);
    const double energy = carom_bodies_energy(1, &r.body);
    cr_assert(fabs(r.mover.kinetic(&r.mover, r.state) - energy) < 16 * DBL_EPSILON * energy);
    const double height = -r.body.mass * carom_vec3_dot(r.motion.gravity, r.body.position);
    cr_assert(fabs(r.mover.energy(&r.mover, r.state) - energy - height) < 16 * DBL_EPSILON * (energy + fabs(height)));
  }
  flyer_rig_random(&r, &random, 2, false);
  carom_body body;
  double angle;
  carom_flyer_body(&r.flyer, r.state, &body, &angle);
  cr_assert(angle == r.input.angle && same(body.spin, r.body.spin) && same(body.velocity, r.body.velocity));
  cr_assert(body.orientation.m[1][0] == sin(angle) && body.orientation.m[2][2] == 1);
}

/// The contact problem of a body and a fixed one, at the touches of the flyer.
static void bodies_of(const flyer_rig* r, int count, const carom_mover_touch* touches, carom_body* bodies,
                      carom_touch* out) {
  const carom_mat3 turn = carom_mat3_from_axis_angle((carom_vec3){0, 0, 1}, r->input.angle);
  bodies[0] = r->body;
  bodies[1] = carom_body_fixed();
  for (int i = 0; i < count; ++i) {
    const carom_plane* plane = &r->planes[touches[i].plane];
    const carom_mat3 rotation = r->input.dimension == 2 ? turn : r->body.orientation;
    const carom_vec3 arm = r->input.shape.sphere_radius > 0
                               ? carom_vec3_scale(-r->input.shape.sphere_radius, plane->normal)
                               : carom_mat3_apply(rotation, r->corners[touches[i].point]);
    out[i] = (carom_touch){0, 1, carom_vec3_add(r->body.position, arm), carom_plane_frame(plane, r->input.dimension)};
  }
}

/// In the plane carom/model.h sees the whole inertia; only its last entry acts.
static void flatten_inertia(flyer_rig* r) {
  if (r->input.dimension == 3) return;
  const double i = r->body.inertia.m[2][2];
  r->body.inertia = carom_mat3_diagonal(i, i, i);
}

Test(flyer, contact_is_that_of_the_bodies) {
  test_random random = {2};
  static flyer_rig r;
  enum { COUNT = 3, ROWS = 9 };
  for (int trial = 0; trial < 400; ++trial) {
    const int d = 2 + trial % 2, size = d * COUNT;
    carom_mover_touch touches[COUNT];
    carom_touch body_touches[COUNT];
    carom_body bodies[2], after[2];
    double w[ROWS * ROWS], v[ROWS], w_body[ROWS * ROWS], v_body[ROWS], p[ROWS], change[6];
    flyer_rig_random(&r, &random, d, trial % 4 < 2);
    flatten_inertia(&r);
    flyer_rig_prepare(&r);
    for (int i = 0; i < COUNT; ++i)
      touches[i] = (carom_mover_touch){.point = test_random_below(&random, r.mover.point_count), .plane = i};
    for (int i = 0; i < size; ++i) p[i] = test_random_uniform(&random, -1, 1);
    bodies_of(&r, COUNT, touches, bodies, body_touches);
    const carom_bodies system = {d, 2, bodies, COUNT, body_touches};
    cr_assert_eq(carom_bodies_contact(&system, w_body, v_body, NULL), CAROM_OK);
    carom_bodies_apply(&system, p, after);
    r.mover.contact(&r.mover, r.state, COUNT, touches, w, v, NULL);
    r.mover.push(&r.mover, r.state, COUNT, touches, p, change);
    // W is up to 1/0.3 + 3/0.05, velocities and their changes are below 100.
    for (int i = 0; i < size * size; ++i) cr_assert(fabs(w[i] - w_body[i]) < 64 * DBL_EPSILON * 64, "trial %d", trial);
    for (int i = 0; i < size; ++i) cr_assert(fabs(v[i] - v_body[i]) < 64 * DBL_EPSILON * 10, "trial %d", trial);
    const carom_vec3 dv = carom_vec3_sub(after[0].velocity, r.body.velocity);
    const carom_vec3 dw = carom_vec3_sub(after[0].spin, r.body.spin);
    const double in_plane[3] = {dv.x, dv.y, dw.z}, in_space[6] = {dv.x, dv.y, dv.z, dw.x, dw.y, dw.z};
    for (int i = 0; i < r.mover.dof; ++i)
      cr_assert(fabs(change[i] - (d == 2 ? in_plane : in_space)[i]) < 64 * DBL_EPSILON * 100, "trial %d", trial);
  }
}

Test(flyer, gaps_velocities_and_c_are_derivatives) {
  test_random random = {3};
  static flyer_rig r;
  for (int trial = 0; trial < 200; ++trial) {
    flyer_rig_random(&r, &random, 2 + trial % 2, trial % 4 < 2);
    mover_check_derivatives(&r.mover, r.state, 0.1, 100);
  }
}

Test(flyer, gaps_are_those_of_the_corners) {
  test_random random = {4};
  static flyer_rig r;
  for (int trial = 0; trial < 200; ++trial) {
    flyer_rig_random(&r, &random, 3, false);
    double gaps[CORNERS * PLANES], rates[CORNERS * PLANES];
    r.mover.gaps(&r.mover, r.state, gaps, rates);
    for (int i = 0; i < CORNERS * PLANES; ++i) {
      const carom_plane* plane = &r.planes[i % PLANES];
      const carom_vec3 arm = carom_mat3_apply(r.body.orientation, r.corners[i / PLANES]);
      const carom_vec3 at = carom_vec3_sub(carom_vec3_add(r.body.position, arm), plane->point);
      cr_assert(fabs(gaps[i] - carom_vec3_dot(plane->normal, at)) < 64 * DBL_EPSILON, "%d", i);
    }
  }
}

Test(flyer, the_gap_of_a_sphere_is_below_its_centre) {
  test_random random = {7};
  static flyer_rig r;
  for (int trial = 0; trial < 100; ++trial) {
    double gaps[PLANES], rates[PLANES];
    flyer_rig_random(&r, &random, 2 + trial % 2, true);
    r.mover.gaps(&r.mover, r.state, gaps, rates);
    for (int i = 0; i < PLANES; ++i) {
      const carom_vec3 from = carom_vec3_sub(r.body.position, r.planes[i].point);
      cr_assert(fabs(gaps[i] + 1 - carom_vec3_dot(r.planes[i].normal, from)) < 16 * DBL_EPSILON);
      cr_assert(fabs(rates[i] - carom_vec3_dot(r.planes[i].normal, r.body.velocity)) < 16 * DBL_EPSILON);
    }
  }
}

/// A quaternion of another length is the same rotation, and comes back to unit length as the body turns.
Test(flyer, the_length_of_the_quaternion_does_not_matter) {
  test_random random = {8};
  static flyer_rig r;
  flyer_rig_random(&r, &random, 3, false);
  double gaps[2][CORNERS * PLANES], rates[2][CORNERS * PLANES], rate[2][13];
  for (int k = 0; k < 2; ++k) {
    for (int i = 3; i < 7 && k; ++i) r.state[i] *= 1.1;
    r.mover.gaps(&r.mover, r.state, gaps[k], rates[k]);
    r.mover.rate(&r.mover, r.state, rate[k]);
  }
  for (int i = 0; i < CORNERS * PLANES; ++i)
    cr_assert(fabs(gaps[0][i] - gaps[1][i]) < 1e-14 && fabs(rates[0][i] - rates[1][i]) < 1e-13);
  for (int i = 7; i < 13; ++i) cr_assert(fabs(rate[0][i] - rate[1][i]) < 1e-12);
  // 1.1 - 1 falls as exp(-|w| t / 8).
  const double* w = r.state + 10;
  mover_fly(&r.mover, 80 / sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]), r.state);
  const double* q = r.state + 3;
  const double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  cr_assert(length > 1 && length < 1.0001, "%g", length - 1);
}

/// What rounding leaves of the symmetry of a caller's inertia is averaged.
Test(flyer, inertia_may_be_off_symmetry_by_rounding) {
  test_random random = {9};
  static flyer_rig r;
  for (int trial = 0; trial < 20; ++trial) {
    flyer_rig_random(&r, &random, 3, false);
    r.body.inertia.m[0][1] += 1e-10;
    flyer_rig_prepare(&r);
    mover_check_push(&r.mover, r.state, 1 + trial % 5, &random);
  }
}

Test(flyer, push_fits_w_at_any_number_of_touches) {
  test_random random = {5};
  static flyer_rig r;
  for (int trial = 0; trial < 300; ++trial) {
    flyer_rig_random(&r, &random, 2 + trial % 2, trial % 4 < 2);
    mover_check_push(&r.mover, r.state, 1 + trial % CAROM_MOTION_MAX_CONTACTS, &random);
  }
}

/// A body whose motion stays in the plane x, y is the same thing in 2-D and in 3-D.
Test(flyer, the_plane_is_a_part_of_space) {
  test_random random = {6};
  static flyer_rig flat, deep;
  for (int trial = 0; trial < 100; ++trial) {
    flyer_rig_random(&flat, &random, 2, trial % 2);
    flatten_inertia(&flat);
    flyer_rig_prepare(&flat);
    deep = flat;
    deep.input.dimension = 3;
    deep.input.body = &deep.body;
    deep.motion.planes = deep.planes;
    if (flat.input.shape.point_count > 0) deep.input.shape.points = deep.corners;
    deep.body.orientation = carom_mat3_from_axis_angle((carom_vec3){0, 0, 1}, flat.input.angle);
    flyer_rig_prepare(&deep);
    const double lengths[2] = {flat.mover.energy(&flat.mover, flat.state), deep.mover.energy(&deep.mover, deep.state)};
    cr_assert(fabs(lengths[0] - lengths[1]) < 64 * DBL_EPSILON * (1 + fabs(lengths[0])));
    double gaps[2][CORNERS * PLANES], rates[2][CORNERS * PLANES];
    flat.mover.gaps(&flat.mover, flat.state, gaps[0], rates[0]);
    deep.mover.gaps(&deep.mover, deep.state, gaps[1], rates[1]);
    for (int i = 0; i < flat.mover.point_count * PLANES; ++i) {
      const carom_mover_touch touch = {i / PLANES, i % PLANES, i};
      double w[2][9], v[2][3], c[2][3];
      cr_assert(fabs(gaps[0][i] - gaps[1][i]) < 64 * DBL_EPSILON && fabs(rates[0][i] - rates[1][i]) < 1e-14);
      flat.mover.contact(&flat.mover, flat.state, 1, &touch, w[0], v[0], c[0]);
      deep.mover.contact(&deep.mover, deep.state, 1, &touch, w[1], v[1], c[1]);
      cr_assert(fabs(w[0][3] - w[1][8]) < 1e-13 && fabs(v[0][1] - v[1][2]) < 1e-14 && fabs(c[0][1] - c[1][2]) < 1e-13);
    }
  }
}
