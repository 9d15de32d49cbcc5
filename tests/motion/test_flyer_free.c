// A free body in flight against closed forms and conservation laws, and what is refused.
#include <criterion/criterion.h>
#include <float.h>
#include <string.h>

#include "kit/expect.h"
#include "motion/flyer_rig.h"
#include "motion/movers.h"

static carom_vec3 angular_momentum(const flyer_rig* r) {
  carom_body body;
  carom_flyer_body(&r->flyer, r->state, &body, NULL);
  const carom_vec3 spin = carom_mat3_apply(carom_mat3_transpose(body.orientation), body.spin);
  return carom_mat3_apply(body.orientation, carom_mat3_apply(body.inertia, spin));
}

static void check_ten_seconds_of_tumbling(flyer_rig* r) {
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
  static flyer_rig r;
  flyer_rig_ball(&r, 3);
  r.body.inertia = carom_mat3_diagonal(0.2, 0.5, 0.6);
  r.body.orientation = carom_mat3_from_axis_angle((carom_vec3){1, 2, 3}, 0.7);
  r.body.velocity = (carom_vec3){1, 2, 3};
  r.body.spin = (carom_vec3){3, -2, 4};
  r.motion.gravity = (carom_vec3){0, 0, -0.5};
  flyer_rig_prepare(&r);
  check_ten_seconds_of_tumbling(&r);
}

/// Turning about the middle axis it turns over again and again (Dzhanibekov), and still keeps both.
Test(flyer, a_wing_nut_turns_over) {
  static flyer_rig r;
  flyer_rig_ball(&r, 3);
  r.body.inertia = carom_mat3_diagonal(1, 2, 2.5);
  r.body.spin = (carom_vec3){1e-3, 10, 1e-3};
  flyer_rig_prepare(&r);
  bool over = false;
  for (int k = 0; k < 40; ++k) {
    mover_fly(&r.mover, 0.25, r.state);
    carom_body body;
    carom_flyer_body(&r.flyer, r.state, &body, NULL);
    over = over || carom_mat3_apply(carom_mat3_transpose(body.orientation), body.spin).y < -9.9;
  }
  cr_assert(over);
  flyer_rig_prepare(&r);
  check_ten_seconds_of_tumbling(&r);
}

/// A top: in the body frame the spin goes round the axis at (I3 - I1)/I1 w3; in the world the axis goes round the
/// angular momentum at |L|/I1.
Test(flyer, a_top_precesses_as_it_should) {
  static flyer_rig r;
  flyer_rig_ball(&r, 3);
  const double i1 = 0.5, i3 = 0.8, w3 = 20, w1 = 5, time = 3;
  r.body.inertia = carom_mat3_diagonal(i1, i1, i3);
  r.body.spin = (carom_vec3){w1, 0, w3};
  flyer_rig_prepare(&r);
  mover_fly(&r.mover, time, r.state);
  const carom_vec3 l = {i1 * w1, 0, i3 * w3};
  const double length = carom_vec3_norm(l);
  const carom_mat3 turn = carom_mat3_from_axis_angle(l, length / i1 * time);
  const carom_mat3 spin_about_axis = carom_mat3_from_axis_angle((carom_vec3){0, 0, 1}, (i1 - i3) / i1 * w3 * time);
  carom_body body;
  carom_flyer_body(&r.flyer, r.state, &body, NULL);
  // 3 s are about 20 turns.
  cr_assert(mat3_distance(body.orientation, carom_mat3_mul(turn, spin_about_axis)) < 1e-10);
}

Test(flyer, a_sphere_keeps_its_spin_to_the_last_bit) {
  static flyer_rig r;
  flyer_rig_ball(&r, 3);
  r.body.inertia = carom_mat3_diagonal(0.3, 0.3, 0.3);
  r.body.spin = (carom_vec3){123.456, -0.1, 1e4};
  r.body.orientation = carom_mat3_from_axis_angle((carom_vec3){1, 2, 3}, 0.7);
  flyer_rig_prepare(&r);
  mover_fly(&r.mover, 0.01, r.state);
  cr_assert(r.state[10] == 123.456 && r.state[11] == -0.1 && r.state[12] == 1e4);
}

/// A needle that spins fast about its length: moments 1e-9 apart, 1e4 rad/s.
Test(flyer, a_needle_that_spins_fast_stays_itself) {
  static flyer_rig r;
  flyer_rig_ball(&r, 3);
  r.body.inertia = carom_mat3_diagonal(1, 1, 1e-9);
  r.body.spin = (carom_vec3){1, 0, 1e4};
  flyer_rig_prepare(&r);
  const carom_vec3 before = angular_momentum(&r);
  const double energy = r.mover.kinetic(&r.mover, r.state);
  mover_fly(&r.mover, 0.1, r.state);
  cr_assert(fabs(r.mover.kinetic(&r.mover, r.state) - energy) < 1e-9 * energy);
  cr_assert(carom_vec3_norm(carom_vec3_sub(angular_momentum(&r), before)) < 1e-9 * carom_vec3_norm(before));
}

Test(flyer, a_thrown_disc_follows_the_parabola) {
  static flyer_rig r;
  flyer_rig_ball(&r, 2);
  r.body.position = (carom_vec3){1, 2, 0};
  r.body.velocity = (carom_vec3){3, 4, 0};
  r.body.spin = (carom_vec3){0, 0, -5};
  r.motion.gravity = (carom_vec3){0.5, -9.81, 0};
  flyer_rig_prepare(&r);
  mover_fly(&r.mover, 2, r.state);
  const double expected[6] = {1 + 6 + 1, 2 + 8 - 2 * 9.81, -10, 4, 4 - 2 * 9.81, -5};
  for (int i = 0; i < 6; ++i) cr_assert(fabs(r.state[i] - expected[i]) < 1e-13, "%d: %g", i, r.state[i]);
}

Test(flyer, pace_is_half_a_radian) {
  static flyer_rig r;
  flyer_rig_ball(&r, 3);
  r.body.spin = (carom_vec3){0, 3, 4};
  flyer_rig_prepare(&r);
  cr_assert(isinf(r.mover.pace(&r.mover, r.state)) && r.mover.rolls);
  r.input.shape = (carom_shape){.point_count = 1, .points = r.corners};
  flyer_rig_prepare(&r);
  cr_assert(fabs(r.mover.pace(&r.mover, r.state) - 0.1) < 1e-15 && !r.mover.rolls);
  // Euler: I1 w1' = (I2 - I3) w2 w3.
  r.body.inertia = carom_mat3_diagonal(1, 2, 2.5);
  flyer_rig_prepare(&r);
  cr_assert(fabs(r.mover.pace(&r.mover, r.state) - 1 / (5 + sqrt(25 + 0.5 * 12))) < 1e-15);
}

Test(flyer, points_have_names_and_sizes) {
  static flyer_rig r;
  char name[32] = "x";
  flyer_rig_ball(&r, 3);
  r.mover.name(&r.mover, 0, sizeof name, name);
  cr_expect_str_eq(name, "");
  cr_expect(r.mover.size == 1 && r.mover.point_count == 1 && r.mover.dof == 6 && r.mover.position_count == 7);
  r.corners[0] = (carom_vec3){0.3, 0, 0.4};
  r.corners[1] = (carom_vec3){0.1, 0, 0};
  r.input.shape = (carom_shape){.point_count = 2, .points = r.corners};
  flyer_rig_prepare(&r);
  r.mover.name(&r.mover, 1, sizeof name, name);
  cr_expect_str_eq(name, "corner 1");
  cr_expect(r.mover.size == 0.5 && r.mover.point_count == 2 && r.mover.tidy != NULL);
  r.input.shape.point_count = 0;
  flyer_rig_prepare(&r);
  cr_expect(fabs(r.mover.size - sqrt(0.4)) < 1e-15 && r.mover.point_count == 0);
  flyer_rig_ball(&r, 2);
  cr_expect(r.mover.dof == 3 && r.mover.position_count == 3 && r.mover.tidy == NULL);
}

Test(flyer, bad_input_is_named) {
  static flyer_rig r;
  carom_diag diag;
  flyer_rig_ball(&r, 2);
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
#define BAD(type, place, value, code, name) WHILE_BAD(type, place, value, EXPECT(code, name))
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
  BAD(double, r.input.shape.sphere_radius, 1e80, CAROM_TOO_FAR_APART, "shape.sphere_radius");
  BAD(int, r.input.shape.point_count, 1, CAROM_INCONSISTENT, "shape.point_count");
  BAD(int, r.input.shape.point_count, -1, CAROM_OUT_OF_RANGE, "shape.point_count");
  BAD(int, r.motion.plane_count, CAROM_MOTION_MAX_PAIRS + 1, CAROM_OUT_OF_RANGE, "planes");
  BAD(double, r.planes[0].normal.z, 1, CAROM_INCONSISTENT, "planes[0].normal");
  BAD(double, r.motion.gravity.y, NAN, CAROM_NOT_FINITE, "gravity");
  r.input.shape = corners;
  BAD(double, r.corners[1].y, INFINITY, CAROM_NOT_FINITE, "shape.points[1]");
  BAD(double, r.corners[1].z, 1, CAROM_INCONSISTENT, "shape.points[1]");
  BAD(double, r.corners[1].x, -1.05e266, CAROM_TOO_FAR_APART, "shape.points[1]");  // a fuzzer's: its square is none
  BAD(int, r.input.shape.point_count, CAROM_MOTION_MAX_PAIRS + 1, CAROM_OUT_OF_RANGE, "planes");
  // Two equal moments at a slant to a third one that is 1e-17 of them: no inverse to working precision.
  r.input.dimension = 3;
  r.body.inertia = (carom_mat3){{{1, 0, 0}, {0, 0.5, -0.5}, {0, -0.5, 0.5 + 1e-16}}};
  EXPECT(CAROM_NOT_POSITIVE, "body.inertia");
}
