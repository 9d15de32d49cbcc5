// A free body in flight against closed forms, conservation laws and the contact problem of carom/model.h.
#include <criterion/criterion.h>
#include <float.h>
#include <string.h>

#include "carom/motion.h"
#include "motion/movers.h"

enum { CORNERS = 8, PLANES = 3 };

/// A body with all that it needs to fly.
typedef struct rig {
  carom_body body;
  carom_vec3 corners[CAROM_MOTION_MAX_PAIRS + 1];
  carom_plane planes[PLANES];
  carom_flyer_input input;
  carom_motion motion;
  carom_flyer flyer;
  carom_mover mover;
  double state[13];
} rig;

static void prepare(rig* r) {
  carom_diag diag;
  const carom_status status = carom_flyer_prepare(&r->input, &r->motion, &r->flyer, &r->mover, r->state, &diag);
  cr_assert_eq(status, CAROM_OK, "%s: %s", diag.field, diag.message);
}

/// The unit ball of carom_body_default without gravity.
static void make_ball(rig* r, int dimension) {
  *r = (rig){.body = carom_body_default(), .motion = carom_motion_default()};
  r->input = (carom_flyer_input){dimension, &r->body, 0, {.sphere_radius = 1}};
  r->motion.planes = r->planes;
  prepare(r);
}

static carom_vec3 random_vector(test_random* random, int dimension, double size) {
  const double x = test_random_uniform(random, -size, size), y = test_random_uniform(random, -size, size);
  return (carom_vec3){x, y, dimension == 2 ? 0 : test_random_uniform(random, -size, size)};
}

/// Inertia of masses at random places, so that it is a possible one; it has no zero entry.
static carom_mat3 random_inertia(test_random* random) {
  carom_mat3 sum = carom_mat3_diagonal(0.05, 0.05, 0.05);
  for (int k = 0; k < 4; ++k) {
    const carom_vec3 at = random_vector(random, 3, 0.5);
    const double x[3] = {at.x, at.y, at.z}, square = carom_vec3_dot(at, at);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) sum.m[i][j] += (i == j ? square : 0) - x[i] * x[j];
  }
  return sum;
}

static void make_random(rig* r, test_random* random, int dimension, bool sphere) {
  make_ball(r, dimension);
  r->body.mass = test_random_uniform(random, 0.3, 2);
  r->body.inertia = random_inertia(random);
  r->body.position = random_vector(random, dimension, 2);
  r->body.velocity = random_vector(random, dimension, 3);
  r->body.spin = random_vector(random, 3, 3);
  if (dimension == 2) {
    r->body.spin = (carom_vec3){0, 0, r->body.spin.z};
    r->input.angle = test_random_uniform(random, -4, 4);
  } else {
    r->body.orientation = carom_mat3_from_axis_angle(random_vector(random, 3, 1), test_random_uniform(random, -4, 4));
  }
  r->motion.gravity = random_vector(random, dimension, 10);
  r->motion.plane_count = PLANES;
  for (int i = 0; i < PLANES; ++i) r->planes[i] = random_plane(random, dimension);
  if (!sphere) {
    for (int i = 0; i < CORNERS; ++i) r->corners[i] = random_vector(random, dimension, 1);
    r->input.shape = (carom_shape){.point_count = CORNERS, .points = r->corners};
  }
  prepare(r);
}

static double largest(carom_mat3 a, carom_mat3 b) {
  double worst = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) worst = fmax(worst, fabs(a.m[i][j] - b.m[i][j]));
  return worst;
}

static bool same(carom_vec3 a, carom_vec3 b) {
  return a.x == b.x && a.y == b.y && a.z == b.z;
}

Test(flyer, a_state_is_the_body) {
  test_random random = {1};
  static rig r;
  for (int trial = 0; trial < 1000; ++trial) {
    make_random(&r, &random, 3, true);
    // Half turns about every axis too, where the real part of the quaternion is zero.
    const carom_vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    if (trial < 3) r.body.orientation = carom_mat3_from_axis_angle(axes[trial], 3.14159265358979323846);
    prepare(&r);
    carom_body body;
    carom_flyer_body(&r.flyer, r.state, &body, NULL);
    cr_assert(body.kind == CAROM_BODY_FREE && body.mass == r.body.mass);
    cr_assert(same(body.position, r.body.position) && same(body.velocity, r.body.velocity) &&
              same(body.spin, r.body.spin));
    cr_assert(largest(body.orientation, r.body.orientation) < 8 * DBL_EPSILON);
    cr_assert(largest(body.inertia, r.body.inertia) == 0);
    const double* q = r.state + 3;
    cr_assert(fabs(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3] - 1) < 4 * DBL_EPSILON);
    const double energy = carom_bodies_energy(1, &r.body);
    cr_assert(fabs(r.mover.kinetic(&r.mover, r.state) - energy) < 16 * DBL_EPSILON * energy);
    const double height = -r.body.mass * carom_vec3_dot(r.motion.gravity, r.body.position);
    cr_assert(fabs(r.mover.energy(&r.mover, r.state) - energy - height) < 16 * DBL_EPSILON * (energy + fabs(height)));
  }
  make_random(&r, &random, 2, false);
  carom_body body;
  double angle;
  carom_flyer_body(&r.flyer, r.state, &body, &angle);
  cr_assert(angle == r.input.angle && same(body.spin, r.body.spin) && same(body.velocity, r.body.velocity));
  cr_assert(body.orientation.m[1][0] == sin(angle) && body.orientation.m[2][2] == 1);
}

/// The contact problem of a body and a fixed one, at the touches of the flyer.
static void bodies_of(const rig* r, int count, const carom_mover_touch* touches, carom_body* bodies, carom_touch* out) {
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
static void flatten_inertia(rig* r) {
  if (r->input.dimension == 3) return;
  const double i = r->body.inertia.m[2][2];
  r->body.inertia = carom_mat3_diagonal(i, i, i);
}

Test(flyer, contact_is_that_of_the_bodies) {
  test_random random = {2};
  static rig r;
  enum { COUNT = 3, ROWS = 9 };
  for (int trial = 0; trial < 400; ++trial) {
    const int d = 2 + trial % 2, size = d * COUNT;
    carom_mover_touch touches[COUNT];
    carom_touch body_touches[COUNT];
    carom_body bodies[2], after[2];
    double w[ROWS * ROWS], v[ROWS], w_body[ROWS * ROWS], v_body[ROWS], p[ROWS], change[6];
    make_random(&r, &random, d, trial % 4 < 2);
    flatten_inertia(&r);
    prepare(&r);
    for (int i = 0; i < COUNT; ++i)
      touches[i] = (carom_mover_touch){test_random_below(&random, r.mover.point_count), i};
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
  static rig r;
  for (int trial = 0; trial < 200; ++trial) {
    make_random(&r, &random, 2 + trial % 2, trial % 4 < 2);
    mover_check_derivatives(&r.mover, r.state, 0.1, 100);
  }
}

Test(flyer, gaps_are_those_of_the_corners) {
  test_random random = {4};
  static rig r;
  for (int trial = 0; trial < 200; ++trial) {
    make_random(&r, &random, 3, false);
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
  static rig r;
  for (int trial = 0; trial < 100; ++trial) {
    double gaps[PLANES], rates[PLANES];
    make_random(&r, &random, 2 + trial % 2, true);
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
  static rig r;
  make_random(&r, &random, 3, false);
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
  static rig r;
  for (int trial = 0; trial < 20; ++trial) {
    make_random(&r, &random, 3, false);
    r.body.inertia.m[0][1] += 1e-10;
    prepare(&r);
    mover_check_push(&r.mover, r.state, 1 + trial % 5, &random);
  }
}

Test(flyer, push_fits_w_at_any_number_of_touches) {
  test_random random = {5};
  static rig r;
  for (int trial = 0; trial < 300; ++trial) {
    make_random(&r, &random, 2 + trial % 2, trial % 4 < 2);
    mover_check_push(&r.mover, r.state, 1 + trial % CAROM_MOTION_MAX_CONTACTS, &random);
  }
}

/// A body whose motion stays in the plane x, y is the same thing in 2-D and in 3-D.
Test(flyer, the_plane_is_a_part_of_space) {
  test_random random = {6};
  static rig flat, deep;
  for (int trial = 0; trial < 100; ++trial) {
    make_random(&flat, &random, 2, trial % 2);
    flatten_inertia(&flat);
    prepare(&flat);
    deep = flat;
    deep.input.dimension = 3;
    deep.input.body = &deep.body;
    deep.motion.planes = deep.planes;
    if (flat.input.shape.point_count > 0) deep.input.shape.points = deep.corners;
    deep.body.orientation = carom_mat3_from_axis_angle((carom_vec3){0, 0, 1}, flat.input.angle);
    prepare(&deep);
    const double lengths[2] = {flat.mover.energy(&flat.mover, flat.state), deep.mover.energy(&deep.mover, deep.state)};
    cr_assert(fabs(lengths[0] - lengths[1]) < 64 * DBL_EPSILON * (1 + fabs(lengths[0])));
    double gaps[2][CORNERS * PLANES], rates[2][CORNERS * PLANES];
    flat.mover.gaps(&flat.mover, flat.state, gaps[0], rates[0]);
    deep.mover.gaps(&deep.mover, deep.state, gaps[1], rates[1]);
    for (int i = 0; i < flat.mover.point_count * PLANES; ++i) {
      const carom_mover_touch touch = {i / PLANES, i % PLANES};
      double w[2][9], v[2][3], c[2][3];
      cr_assert(fabs(gaps[0][i] - gaps[1][i]) < 64 * DBL_EPSILON && fabs(rates[0][i] - rates[1][i]) < 1e-14);
      flat.mover.contact(&flat.mover, flat.state, 1, &touch, w[0], v[0], c[0]);
      deep.mover.contact(&deep.mover, deep.state, 1, &touch, w[1], v[1], c[1]);
      cr_assert(fabs(w[0][3] - w[1][8]) < 1e-13 && fabs(v[0][1] - v[1][2]) < 1e-14 && fabs(c[0][1] - c[1][2]) < 1e-13);
    }
  }
}

static carom_vec3 angular_momentum(const rig* r) {
  carom_body body;
  carom_flyer_body(&r->flyer, r->state, &body, NULL);
  const carom_vec3 spin = carom_mat3_apply(carom_mat3_transpose(body.orientation), body.spin);
  return carom_mat3_apply(body.orientation, carom_mat3_apply(body.inertia, spin));
}

static void check_ten_seconds_of_tumbling(rig* r) {
  const carom_vec3 before = angular_momentum(r);
  const double energy = r->mover.energy(&r->mover, r->state), turning = r->mover.kinetic(&r->mover, r->state);
  mover_fly(&r->mover, 10, r->state);
  const double change = r->mover.energy(&r->mover, r->state) - energy;
  cr_assert(fabs(change) < 1e-10 * (turning + fabs(energy)), "energy: %g of %g J", change, turning);
  const double drift = carom_vec3_norm(carom_vec3_sub(angular_momentum(r), before));
  cr_assert(drift < 1e-10 * carom_vec3_norm(before), "angular momentum: %g", drift);
  double* q = r->state + 3;
  cr_assert(fabs(sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]) - 1) < 1e-11, "quaternion");
  r->mover.tidy(&r->mover, r->state);
  cr_assert(fabs(sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]) - 1) < 4 * DBL_EPSILON, "tidy");
}

Test(flyer, a_tumbling_box_keeps_energy_and_angular_momentum) {
  static rig r;
  make_ball(&r, 3);
  r.body.inertia = carom_mat3_diagonal(0.2, 0.5, 0.6);
  r.body.orientation = carom_mat3_from_axis_angle((carom_vec3){1, 2, 3}, 0.7);
  r.body.velocity = (carom_vec3){1, 2, 3};
  r.body.spin = (carom_vec3){3, -2, 4};
  r.motion.gravity = (carom_vec3){0, 0, -0.5};
  prepare(&r);
  check_ten_seconds_of_tumbling(&r);
}

/// Turning about the middle axis it turns over again and again (Dzhanibekov), and still keeps both.
Test(flyer, a_wing_nut_turns_over) {
  static rig r;
  make_ball(&r, 3);
  r.body.inertia = carom_mat3_diagonal(1, 2, 2.5);
  r.body.spin = (carom_vec3){1e-3, 10, 1e-3};
  prepare(&r);
  bool over = false;
  for (int k = 0; k < 40; ++k) {
    mover_fly(&r.mover, 0.25, r.state);
    carom_body body;
    carom_flyer_body(&r.flyer, r.state, &body, NULL);
    over = over || carom_mat3_apply(carom_mat3_transpose(body.orientation), body.spin).y < -9.9;
  }
  cr_assert(over);
  prepare(&r);
  check_ten_seconds_of_tumbling(&r);
}

/// A top: in the body frame the spin goes round the axis at (I3 - I1)/I1 w3; in the world the axis goes round the
/// angular momentum at |L|/I1.
Test(flyer, a_top_precesses_as_it_should) {
  static rig r;
  make_ball(&r, 3);
  const double i1 = 0.5, i3 = 0.8, w3 = 20, w1 = 5, time = 3;
  r.body.inertia = carom_mat3_diagonal(i1, i1, i3);
  r.body.spin = (carom_vec3){w1, 0, w3};
  prepare(&r);
  mover_fly(&r.mover, time, r.state);
  const carom_vec3 l = {i1 * w1, 0, i3 * w3};
  const double length = carom_vec3_norm(l);
  const carom_mat3 turn = carom_mat3_from_axis_angle(l, length / i1 * time);
  const carom_mat3 spin_about_axis = carom_mat3_from_axis_angle((carom_vec3){0, 0, 1}, (i1 - i3) / i1 * w3 * time);
  carom_body body;
  carom_flyer_body(&r.flyer, r.state, &body, NULL);
  // 3 s are about 20 turns.
  cr_assert(largest(body.orientation, carom_mat3_mul(turn, spin_about_axis)) < 1e-10);
}

Test(flyer, a_sphere_keeps_its_spin_to_the_last_bit) {
  static rig r;
  make_ball(&r, 3);
  r.body.inertia = carom_mat3_diagonal(0.3, 0.3, 0.3);
  r.body.spin = (carom_vec3){123.456, -0.1, 1e4};
  r.body.orientation = carom_mat3_from_axis_angle((carom_vec3){1, 2, 3}, 0.7);
  prepare(&r);
  mover_fly(&r.mover, 0.01, r.state);
  cr_assert(r.state[10] == 123.456 && r.state[11] == -0.1 && r.state[12] == 1e4);
}

/// A needle that spins fast about its length: moments 1e-9 apart, 1e4 rad/s.
Test(flyer, a_needle_that_spins_fast_stays_itself) {
  static rig r;
  make_ball(&r, 3);
  r.body.inertia = carom_mat3_diagonal(1, 1, 1e-9);
  r.body.spin = (carom_vec3){1, 0, 1e4};
  prepare(&r);
  const carom_vec3 before = angular_momentum(&r);
  const double energy = r.mover.kinetic(&r.mover, r.state);
  mover_fly(&r.mover, 0.1, r.state);
  cr_assert(fabs(r.mover.kinetic(&r.mover, r.state) - energy) < 1e-9 * energy);
  cr_assert(carom_vec3_norm(carom_vec3_sub(angular_momentum(&r), before)) < 1e-9 * carom_vec3_norm(before));
}

Test(flyer, a_thrown_disc_follows_the_parabola) {
  static rig r;
  make_ball(&r, 2);
  r.body.position = (carom_vec3){1, 2, 0};
  r.body.velocity = (carom_vec3){3, 4, 0};
  r.body.spin = (carom_vec3){0, 0, -5};
  r.motion.gravity = (carom_vec3){0.5, -9.81, 0};
  prepare(&r);
  mover_fly(&r.mover, 2, r.state);
  const double expected[6] = {1 + 6 + 1, 2 + 8 - 2 * 9.81, -10, 4, 4 - 2 * 9.81, -5};
  for (int i = 0; i < 6; ++i) cr_assert(fabs(r.state[i] - expected[i]) < 1e-13, "%d: %g", i, r.state[i]);
}

Test(flyer, pace_is_half_a_radian) {
  static rig r;
  make_ball(&r, 3);
  r.body.spin = (carom_vec3){0, 3, 4};
  prepare(&r);
  cr_assert(isinf(r.mover.pace(&r.mover, r.state)) && r.mover.rolls);
  r.input.shape = (carom_shape){.point_count = 1, .points = r.corners};
  prepare(&r);
  cr_assert(fabs(r.mover.pace(&r.mover, r.state) - 0.1) < 1e-15 && !r.mover.rolls);
  // Euler: I1 w1' = (I2 - I3) w2 w3.
  r.body.inertia = carom_mat3_diagonal(1, 2, 2.5);
  prepare(&r);
  cr_assert(fabs(r.mover.pace(&r.mover, r.state) - 1 / (5 + sqrt(25 + 0.5 * 12))) < 1e-15);
}

Test(flyer, points_have_names_and_sizes) {
  static rig r;
  char name[32] = "x";
  make_ball(&r, 3);
  r.mover.name(&r.mover, 0, sizeof name, name);
  cr_expect_str_eq(name, "");
  cr_expect(r.mover.size == 1 && r.mover.point_count == 1 && r.mover.dof == 6 && r.mover.position_count == 7);
  r.corners[0] = (carom_vec3){0.3, 0, 0.4};
  r.corners[1] = (carom_vec3){0.1, 0, 0};
  r.input.shape = (carom_shape){.point_count = 2, .points = r.corners};
  prepare(&r);
  r.mover.name(&r.mover, 1, sizeof name, name);
  cr_expect_str_eq(name, "corner 2");
  cr_expect(r.mover.size == 0.5 && r.mover.point_count == 2 && r.mover.tidy != NULL);
  r.input.shape.point_count = 0;
  prepare(&r);
  cr_expect(fabs(r.mover.size - sqrt(0.4)) < 1e-15 && r.mover.point_count == 0);
  make_ball(&r, 2);
  cr_expect(r.mover.dof == 3 && r.mover.position_count == 3 && r.mover.tidy == NULL);
}

Test(flyer, bad_input_is_named) {
  static rig r;
  carom_diag diag;
  make_ball(&r, 2);
  r.planes[0] = (carom_plane){{0, -2, 0}, {0, 1, 0}, carom_surface_default()};
  r.motion.plane_count = 1;
  const carom_shape corners = {.point_count = 2, .points = r.corners};
#define EXPECT(code, name)                                                                                        \
  do {                                                                                                            \
    memset(&r.mover, 7, sizeof r.mover);                                                                          \
    const carom_mover untouched = r.mover;                                                                        \
    r.state[0] = 7;                                                                                               \
    cr_expect_eq(carom_flyer_prepare(&r.input, &r.motion, &r.flyer, &r.mover, r.state, &diag), code, name ": %s", \
                 diag.message);                                                                                   \
    cr_expect_str_eq(diag.field, name);                                                                           \
    cr_expect(r.state[0] == 7 && memcmp(&r.mover, &untouched, sizeof untouched) == 0, "output was touched");      \
  } while (0)
#define BAD(type, place, value, code, name) \
  do {                                      \
    const type good = place;                \
    place = value;                          \
    EXPECT(code, name);                     \
    place = good;                           \
  } while (0)
  BAD(int, r.input.dimension, 4, CAROM_OUT_OF_RANGE, "dimension");
  BAD(carom_body_kind, r.body.kind, CAROM_BODY_GUIDED, CAROM_INCONSISTENT, "body.kind");
  BAD(carom_body_kind, r.body.kind, CAROM_BODY_FIXED, CAROM_INCONSISTENT, "body.kind");
  BAD(double, r.body.mass, -1, CAROM_OUT_OF_RANGE, "body.mass");
  BAD(double, r.body.mass, 1e-310, CAROM_OUT_OF_RANGE, "body.mass");
  BAD(carom_mat3, r.body.inertia, carom_mat3_diagonal(1e-310, 1e-310, 1e-310), CAROM_NOT_POSITIVE, "body.inertia");
  BAD(double, r.body.inertia.m[1][1], 0, CAROM_NOT_POSITIVE, "body.inertia");
  BAD(double, r.body.velocity.x, NAN, CAROM_NOT_FINITE, "body.velocity");
  BAD(double, r.input.angle, NAN, CAROM_NOT_FINITE, "angle");
  BAD(double, r.input.shape.sphere_radius, -1, CAROM_OUT_OF_RANGE, "shape.sphere_radius");
  BAD(double, r.input.shape.sphere_radius, INFINITY, CAROM_OUT_OF_RANGE, "shape.sphere_radius");
  BAD(int, r.input.shape.point_count, 1, CAROM_INCONSISTENT, "shape.point_count");
  BAD(int, r.input.shape.point_count, -1, CAROM_OUT_OF_RANGE, "shape.point_count");
  BAD(int, r.motion.plane_count, CAROM_MOTION_MAX_PAIRS + 1, CAROM_OUT_OF_RANGE, "planes");
  BAD(double, r.planes[0].normal.z, 1, CAROM_INCONSISTENT, "planes[0].normal");
  BAD(double, r.motion.gravity.y, NAN, CAROM_NOT_FINITE, "gravity");
  r.input.shape = corners;
  BAD(double, r.corners[1].y, INFINITY, CAROM_NOT_FINITE, "shape.points[1]");
  BAD(double, r.corners[1].z, 1, CAROM_INCONSISTENT, "shape.points[1]");
  BAD(int, r.input.shape.point_count, CAROM_MOTION_MAX_PAIRS + 1, CAROM_OUT_OF_RANGE, "planes");
  // Two equal moments at a slant to a third one that is 1e-17 of them: no inverse to working precision.
  r.input.dimension = 3;
  r.body.inertia = (carom_mat3){{{1, 0, 0}, {0, 0.5, -0.5}, {0, -0.5, 0.5 + 1e-16}}};
  EXPECT(CAROM_NOT_POSITIVE, "body.inertia");
}
