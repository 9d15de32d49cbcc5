// Impacts of bodies in space: turning the world turns the answer, swapping the bodies changes nothing, and momentum is
// kept.
#include <criterion/criterion.h>
#include <math.h>

#include "carom/carom.h"
#include "random.h"

enum { IMPACTS = 5000 };

/// Turning rounds W and v, and a direction that repels amplifies that; measured: below 1e-13.
static const double TOLERANCE = 1e-12;

typedef struct collision {
  carom_body bodies[2];
  carom_vec3 point, normal;  // normal from body 1 into body 0
  carom_surface surface;
} collision;

static carom_vec3 random_vector(test_random* r, double size) {
  return (carom_vec3){test_random_uniform(r, -size, size), test_random_uniform(r, -size, size),
                      test_random_uniform(r, -size, size)};
}

static carom_mat3 random_rotation(test_random* r) {
  return carom_mat3_from_axis_angle(random_vector(r, 1), test_random_uniform(r, -3, 3));
}

static collision random_collision(test_random* r) {
  collision c = {.surface = carom_surface_default()};
  for (int k = 0; k < 2; ++k) {
    carom_body b = carom_body_default();
    b.mass = test_random_log(r, 0.2, 5);
    const double p = test_random_uniform(r, 0.1, 1), q = test_random_uniform(r, 0.1, 1);
    b.inertia = carom_mat3_diagonal(b.mass * (p + q), b.mass * (q + 0.3), b.mass * (p + 0.3));
    b.orientation = random_rotation(r);
    b.position = random_vector(r, 1);
    b.velocity = random_vector(r, 2);
    b.spin = random_vector(r, 2);
    c.bodies[k] = b;
  }
  c.point = random_vector(r, 0.5);
  const carom_vec3 n = random_vector(r, 1);
  c.normal = carom_vec3_scale(1 / carom_vec3_norm(n), n);
  c.surface.e = test_random_uniform(r, 0, 1);
  c.surface.mu = c.surface.mu_static = test_random_uniform(r, 0, 1.5);
  return c;
}

/// Bodies after the impact; swapped: body 1 is a and body 0 is b.
static void collide(const collision* c, bool swapped, carom_body after[2]) {
  carom_touch touch = {.body_a = swapped, .body_b = !swapped, .point = c->point};
  const carom_vec3 n = swapped ? carom_vec3_scale(-1, c->normal) : c->normal;
  cr_assert_eq(carom_frame_from_normal(n, NULL, &touch.frame, NULL), CAROM_OK);
  const carom_bodies system = {3, 2, c->bodies, 1, &touch};
  double w[9], v[3];
  cr_assert_eq(carom_bodies_contact(&system, w, v, NULL), CAROM_OK);
  const carom_contact_problem contact = {3, 1, w, v, &c->surface};
  carom_spatial_problem problem;
  carom_spatial_outcome o;
  cr_assert_eq(carom_spatial_from_contact(&contact, &problem, NULL), CAROM_OK);
  cr_assert_eq(carom_spatial_solve(&problem, &o, NULL), CAROM_OK);
  const double impulse[3] = {o.impulse.x, o.impulse.y, o.impulse.z};
  carom_bodies_apply(&system, impulse, after);
  const double before_energy = carom_bodies_energy(2, c->bodies), after_energy = carom_bodies_energy(2, after);
  cr_assert(fabs(after_energy - before_energy - o.energy.change) <= 1e-13 * before_energy,
            "the ledger does not add up");
}

static void expect_same(const carom_body* a, const carom_body* b, const char* what, int i) {
  cr_assert(carom_vec3_norm(carom_vec3_sub(a->velocity, b->velocity)) < TOLERANCE, "%d: velocity, %s", i, what);
  cr_assert(carom_vec3_norm(carom_vec3_sub(a->spin, b->spin)) < TOLERANCE, "%d: spin, %s", i, what);
}

static carom_body turned_body(carom_mat3 q, carom_body b) {
  b.orientation = carom_mat3_mul(q, b.orientation);
  b.position = carom_mat3_apply(q, b.position);
  b.velocity = carom_mat3_apply(q, b.velocity);
  b.spin = carom_mat3_apply(q, b.spin);
  return b;
}

Test(spatial_bodies, swapping_the_bodies_changes_nothing) {
  test_random r = {1};
  for (int i = 0; i < IMPACTS; ++i) {
    const collision c = random_collision(&r);
    carom_body straight[2], swapped[2];
    collide(&c, false, straight);
    collide(&c, true, swapped);
    for (int k = 0; k < 2; ++k) expect_same(&straight[k], &swapped[k], "swapped", i);
  }
}

Test(spatial_bodies, turning_the_world_turns_the_answer) {
  test_random r = {2};
  for (int i = 0; i < IMPACTS; ++i) {
    const collision c = random_collision(&r);
    const carom_mat3 q = random_rotation(&r);
    collision turned = c;
    for (int k = 0; k < 2; ++k) turned.bodies[k] = turned_body(q, c.bodies[k]);
    turned.point = carom_mat3_apply(q, c.point);
    turned.normal = carom_mat3_apply(q, c.normal);
    carom_body here[2], there[2];
    collide(&c, false, here);
    collide(&turned, false, there);
    for (int k = 0; k < 2; ++k) {
      const carom_body want = turned_body(q, here[k]);
      expect_same(&there[k], &want, "turned", i);
    }
  }
}

Test(spatial_bodies, a_moving_frame_sees_the_same_impact) {
  test_random r = {3};
  for (int i = 0; i < IMPACTS; ++i) {
    const collision c = random_collision(&r);
    const carom_vec3 drift = random_vector(&r, 10);
    collision moving = c;
    for (int k = 0; k < 2; ++k) moving.bodies[k].velocity = carom_vec3_add(c.bodies[k].velocity, drift);
    carom_body here[2], there[2];
    collide(&c, false, here);
    collide(&moving, false, there);
    for (int k = 0; k < 2; ++k) {
      there[k].velocity = carom_vec3_sub(there[k].velocity, drift);
      expect_same(&here[k], &there[k], "moving", i);
    }
  }
}
