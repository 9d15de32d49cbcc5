#include <criterion/criterion.h>
#include <float.h>
#include <string.h>

#include "carom/carom.h"
#include "random.h"

static carom_vec3 random_vector(test_random* r, double size) {
  return (carom_vec3){test_random_uniform(r, -size, size), test_random_uniform(r, -size, size),
                      test_random_uniform(r, -size, size)};
}

static carom_body random_body(test_random* r) {
  carom_body b = carom_body_default();
  b.mass = test_random_log(r, 0.1, 10);
  const double a = test_random_uniform(r, 1, 2), c = test_random_uniform(r, 1, 2), d = test_random_uniform(r, 1, 2);
  b.inertia = carom_mat3_diagonal(b.mass * (a + c), b.mass * (c + d), b.mass * (d + a));
  b.orientation = carom_mat3_from_axis_angle(random_vector(r, 1), test_random_uniform(r, -3, 3));
  b.position = random_vector(r, 1);
  b.velocity = random_vector(r, 2);
  b.spin = random_vector(r, 2);
  return b;
}

static carom_touch touch_between(test_random* r, int a, int b) {
  carom_touch t = {.body_a = a, .body_b = b, .point = random_vector(r, 1)};
  carom_vec3 n = random_vector(r, 1);
  n = carom_vec3_scale(1 / carom_vec3_norm(n), n);
  cr_assert_eq(carom_frame_from_normal(n, NULL, &t.frame, NULL), CAROM_OK);
  return t;
}

/// A rod of unit mass and length at 45 degrees over a fixed floor, tip at the origin (WM92 section 6).
Test(bodies, falling_rod_has_the_papers_numbers) {
  const double h = sqrt(2) / 4;
  const carom_body bodies[2] = {carom_body_planar(1, 1.0 / 12, (carom_vec2){h, h}), carom_body_fixed()};
  carom_touch touch = {.body_a = 0, .body_b = 1};
  cr_assert_eq(carom_frame_in_plane((carom_vec2){0, 1}, &touch.frame, NULL), CAROM_OK);
  const carom_bodies system = {2, 2, bodies, 1, &touch};
  double w[4], v[2];
  cr_assert_eq(carom_bodies_contact(&system, w, v, NULL), CAROM_OK);
  // @eq WM92 (19)  @eq WM92 (20)
  const double want[4] = {2.5, -1.5, -1.5, 2.5};
  for (int i = 0; i < 4; ++i) cr_expect(fabs(w[i] - want[i]) < 8 * DBL_EPSILON, "w[%d] = %.17g", i, w[i]);
}

/// Two moving bodies: the cross term is a sum. The paper's minus would give a W that the velocities contradict.
Test(bodies, two_planar_bodies_have_a_plus_in_b3) {
  const carom_body bodies[2] = {carom_body_planar(2, 0.5, (carom_vec2){0.3, 0.4}),
                                carom_body_planar(3, 0.7, (carom_vec2){-0.2, -0.6})};
  carom_touch touch = {.body_a = 0, .body_b = 1};
  carom_frame_in_plane((carom_vec2){0, 1}, &touch.frame, NULL);
  const carom_bodies system = {2, 2, bodies, 1, &touch};
  double w[4], v[2];
  cr_assert_eq(carom_bodies_contact(&system, w, v, NULL), CAROM_OK);
  // @eq WM92 (21)
  const double b3 = 0.3 * 0.4 / 0.5 + 0.2 * 0.6 / 0.7;
  cr_expect(fabs(-w[1] - b3) < 4 * DBL_EPSILON, "B3 = %.17g, want %.17g", -w[1], b3);
  cr_expect(fabs(w[0] - (1.0 / 2 + 1.0 / 3 + 0.16 / 0.5 + 0.36 / 0.7)) < 8 * DBL_EPSILON);
  cr_expect(fabs(w[3] - (1.0 / 2 + 1.0 / 3 + 0.09 / 0.5 + 0.04 / 0.7)) < 8 * DBL_EPSILON);
}

/// W is by definition what the impulses do to the contact velocities: apply them and look.
Test(bodies, w_is_the_velocity_change_per_impulse) {
  test_random r = {1};
  for (int round = 0; round < 300; ++round) {
    carom_body bodies[4] = {random_body(&r), random_body(&r), random_body(&r), carom_body_fixed()};
    if (round % 3 == 0) {
      bodies[1].kind = CAROM_BODY_GUIDED;
      bodies[1].guide = carom_vec3_scale(1 / carom_vec3_norm(bodies[1].velocity), bodies[1].velocity);
    }
    const carom_touch touches[4] = {touch_between(&r, 0, 1), touch_between(&r, 2, 1), touch_between(&r, 2, 3),
                                    touch_between(&r, 3, 0)};
    const carom_bodies before = {3, 4, bodies, 4, touches};
    double w[144], v[12], impulses[12], w_after[144], v_after[12];
    cr_assert_eq(carom_bodies_contact(&before, w, v, NULL), CAROM_OK);
    for (int i = 0; i < 12; ++i) impulses[i] = test_random_uniform(&r, -1, 1);
    carom_body moved[4];
    carom_bodies_apply(&before, impulses, moved);
    const carom_bodies after = {3, 4, moved, 4, touches};
    // A guided body keeps its line only to rounding; the check allows that.
    cr_assert_eq(carom_bodies_contact(&after, w_after, v_after, NULL), CAROM_OK);
    double v_alone[12];
    carom_bodies_velocities(&after, v_alone);
    cr_assert_arr_eq(v_alone, v_after, sizeof v_after);
    double work = 0;
    for (int i = 0; i < 12; ++i) {
      double change = 0, size = 1;
      for (int j = 0; j < 12; ++j) {
        cr_assert_eq(w[i * 12 + j], w[j * 12 + i]);
        change += w[i * 12 + j] * impulses[j];
        size += fabs(w[i * 12 + j]);
      }
      cr_assert(fabs(v_after[i] - v[i] - change) < 64 * DBL_EPSILON * (size + fabs(v[i])));
      work += 0.5 * impulses[i] * (v[i] + v_after[i]);
    }
    const double e0 = carom_bodies_energy(4, bodies), e1 = carom_bodies_energy(4, moved);
    cr_assert(fabs(e1 - e0 - work) < 256 * DBL_EPSILON * (e0 + e1), "the impulses' work is not the energy change");
  }
}

Test(bodies, swapping_the_bodies_mirrors_the_answer) {
  test_random r = {2};
  for (int round = 0; round < 2000; ++round) {
    carom_body bodies[2];
    for (int k = 0; k < 2; ++k) {
      bodies[k] = carom_body_planar(test_random_log(&r, 0.1, 10), test_random_log(&r, 0.01, 1),
                                    (carom_vec2){test_random_uniform(&r, -1, 1), test_random_uniform(&r, -1, 1)});
      bodies[k].velocity = (carom_vec3){test_random_uniform(&r, -1, 1), test_random_uniform(&r, -1, 1), 0};
      bodies[k].spin.z = test_random_uniform(&r, -1, 1);
    }
    carom_touch ab = {.body_a = 0, .body_b = 1}, ba = {.body_a = 1, .body_b = 0};
    const double angle = test_random_uniform(&r, 0, 6);
    carom_frame_in_plane((carom_vec2){cos(angle), sin(angle)}, &ab.frame, NULL);
    carom_frame_in_plane((carom_vec2){-ab.frame.n.x, -ab.frame.n.y}, &ba.frame, NULL);
    carom_body after[2][2];
    for (int k = 0; k < 2; ++k) {
      const carom_bodies system = {2, 2, bodies, 1, k ? &ba : &ab};
      double w[4], v[2];
      carom_surface surface = carom_surface_default();
      surface.mu = surface.mu_static = 0.4;
      surface.e = 0.6;
      cr_assert_eq(carom_bodies_contact(&system, w, v, NULL), CAROM_OK);
      const carom_contact_problem contact = {2, 1, w, v, &surface};
      carom_planar_problem problem;
      carom_planar_outcome outcome;
      cr_assert_eq(carom_planar_from_contact(&contact, &problem, NULL), CAROM_OK);
      cr_assert_eq(carom_planar_solve(&problem, &outcome, NULL), CAROM_OK);
      const double impulse[2] = {outcome.impulse_t, outcome.impulse_n};
      carom_bodies_apply(&system, impulse, after[k]);
    }
    for (int k = 0; k < 2; ++k) {
      cr_assert_lt(carom_vec3_norm(carom_vec3_sub(after[0][k].velocity, after[1][k].velocity)), 1e-13);
      cr_assert_lt(fabs(after[0][k].spin.z - after[1][k].spin.z), 1e-12);
    }
  }
}

Test(bodies, momentum_is_kept_and_bad_input_is_named) {
  test_random r = {3};
  carom_body bodies[3] = {random_body(&r), random_body(&r), carom_body_fixed()};
  carom_touch touch = touch_between(&r, 0, 1);
  carom_bodies system = {3, 3, bodies, 1, &touch};
  const double impulse[3] = {0.3, -0.2, 1};
  carom_body after[3];
  carom_bodies_apply(&system, impulse, after);
  carom_vec3 change = {0, 0, 0};
  for (int k = 0; k < 2; ++k)
    change =
        carom_vec3_add(change, carom_vec3_scale(bodies[k].mass, carom_vec3_sub(after[k].velocity, bodies[k].velocity)));
  cr_expect_lt(carom_vec3_norm(change), 32 * DBL_EPSILON);

  double w[9] = {7}, v[3] = {7};
  carom_diag diag;
#define EXPECT(code, name)                                                    \
  do {                                                                        \
    cr_expect_eq(carom_bodies_contact(&system, w, v, &diag), code, name);     \
    cr_expect_str_eq(diag.field, name);                                       \
    cr_expect(w[0] == 7 && v[0] == 7, "the output was touched for %s", name); \
  } while (0)
#define BAD_TOUCH(member, value, code, name) \
  do {                                       \
    const carom_touch good = touch;          \
    touch.member = value;                    \
    EXPECT(code, name);                      \
    touch = good;                            \
  } while (0)
#define BAD_BODY(member, value, code, name) \
  do {                                      \
    const carom_body good = bodies[1];      \
    bodies[1].member = value;               \
    EXPECT(code, name);                     \
    bodies[1] = good;                       \
  } while (0)
  BAD_TOUCH(body_a, 3, CAROM_OUT_OF_RANGE, "touches[0].body_a");
  BAD_TOUCH(body_a, -1, CAROM_OUT_OF_RANGE, "touches[0].body_a");
  BAD_TOUCH(body_b, 5, CAROM_OUT_OF_RANGE, "touches[0].body_b");
  BAD_TOUCH(body_b, 0, CAROM_INCONSISTENT, "touches[0].body_b");
  BAD_TOUCH(point.x, NAN, CAROM_NOT_FINITE, "touches[0].point");
  BAD_TOUCH(frame.n.x, 3, CAROM_NOT_UNIT, "touches[0].frame");
  BAD_BODY(mass, 0, CAROM_OUT_OF_RANGE, "bodies[1].mass");
  BAD_BODY(mass, NAN, CAROM_OUT_OF_RANGE, "bodies[1].mass");
  BAD_BODY(kind, (carom_body_kind)9, CAROM_OUT_OF_RANGE, "bodies[1].kind");
  BAD_BODY(inertia.m[0][0], NAN, CAROM_NOT_FINITE, "bodies[1].inertia");
  BAD_BODY(inertia.m[0][0], -1, CAROM_NOT_POSITIVE, "bodies[1].inertia");
  BAD_BODY(inertia.m[0][1], 0.1, CAROM_NOT_SYMMETRIC, "bodies[1].inertia");
  BAD_BODY(inertia, carom_mat3_diagonal(1, 1, 3), CAROM_INCONSISTENT, "bodies[1].inertia");
  BAD_BODY(orientation, carom_mat3_diagonal(1, 1, 1.1), CAROM_NOT_UNIT, "bodies[1].orientation");
  BAD_BODY(orientation.m[1][1], NAN, CAROM_NOT_FINITE, "bodies[1].orientation");
  BAD_BODY(position.x, NAN, CAROM_NOT_FINITE, "bodies[1].position");
  BAD_BODY(velocity.x, NAN, CAROM_NOT_FINITE, "bodies[1].velocity");
  BAD_BODY(spin.x, INFINITY, CAROM_NOT_FINITE, "bodies[1].spin");
  BAD_BODY(guide.x, INFINITY, CAROM_NOT_FINITE, "bodies[1].guide");
  BAD_BODY(kind, CAROM_BODY_GUIDED, CAROM_NOT_UNIT, "bodies[1].guide");
  system.dimension = 1;
  EXPECT(CAROM_OUT_OF_RANGE, "dimension");
  system.dimension = 3;
  system.touch_count = 0;
  EXPECT(CAROM_OUT_OF_RANGE, "touch_count");
  system.touch_count = 1;
  bodies[0] = bodies[1] = carom_body_fixed();
  EXPECT(CAROM_INCONSISTENT, "touches[0].body_b");
  // A cue that can only move across the normal of a wall.
  bodies[0].kind = CAROM_BODY_GUIDED;
  bodies[0].guide = touch.frame.t1;
  EXPECT(CAROM_NOT_POSITIVE, "touches[0].frame.n");
  bodies[0].velocity = touch.frame.n;
  EXPECT(CAROM_INCONSISTENT, "bodies[0].velocity");
}
