// The quick cushion against the solver of several contacts with a cloth 1e9 times as stiff as the rail: they differ by
// one part in that, and by the 1e-10 that both are good for.
#include <criterion/criterion.h>

#include "carom/simultaneous.h"
#include "random.h"
#include "soak.h"
#include "table/table.h"

static const double RADIUS = 0.028575, MASS = 0.17;

/// Stun, natural roll, roll with side, any spin.
static carom__cushion random_cushion(test_random* r) {
  const double speed = test_random_log(r, 0.05, 6), angle = test_random_uniform(r, 0.02, 1.57);
  const double sine = test_random_uniform(r, 0.1, 0.5), level = sqrt(1 - sine * sine);
  const int kind = test_random_below(r, 4);
  carom__cushion c = {.mass = MASS,
                      .k = 0.4,
                      .n = {-level, 0, -sine},
                      .rail = {.e = test_random_uniform(r, 0.5, 1), .mu = test_random_uniform(r, 0.05, 0.3)},
                      .cloth_mu = test_random_uniform(r, 0.1, 0.4),
                      .velocity = {speed * sin(angle), speed * cos(angle), 0}};
  if (kind > 0) c.turn = (carom_vec3){-c.velocity.y, c.velocity.x, 0};
  if (kind == 2) c.turn.z = test_random_uniform(r, -2, 2) * speed;
  if (kind == 3)
    c.turn = (carom_vec3){test_random_uniform(r, -2, 2) * speed, test_random_uniform(r, -2, 2) * speed,
                          test_random_uniform(r, -2, 2) * speed};
  return c;
}

/// The same as two contacts of a body. False: the general solver steps, and is no judge.
static bool solve_in_full(const carom__cushion* c, carom_body* ball) {
  const double inertia = c->k * c->mass * RADIUS * RADIUS;
  carom_body bodies[2] = {carom_body_default(), carom_body_fixed()};
  bodies[0].mass = c->mass;
  bodies[0].inertia = carom_mat3_diagonal(inertia, inertia, inertia);
  bodies[0].position.z = RADIUS;
  bodies[0].velocity = c->velocity;
  bodies[0].spin = carom_vec3_scale(1 / RADIUS, c->turn);
  carom_touch touches[2] = {
      {0, 1, carom_vec3_sub(bodies[0].position, carom_vec3_scale(RADIUS, c->n)), {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
      {0, 1, {0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};
  cr_assert_eq(carom_frame_from_normal(c->n, NULL, &touches[0].frame, NULL), CAROM_OK);
  const carom_surface surfaces[2] = {{.e = c->rail.e, .mu = c->rail.mu}, {.mu = c->cloth_mu, .stiffness = 1e9}};
  const carom_bodies system = {3, 2, bodies, 2, touches};
  double w[36], v[6], impulses[6];
  static double room[4000];
  cr_assert_leq(carom_simultaneous_workspace_size(3, 2), sizeof room / sizeof *room);
  cr_assert_eq(carom_bodies_contact(&system, w, v, NULL), CAROM_OK);
  const carom_contact_problem problem = {3, 2, w, v, surfaces};
  const carom_simultaneous_memory memory = {.workspace = room};
  carom_simultaneous_contact contacts[2];
  carom_simultaneous_outcome out;
  if (carom_simultaneous_solve(&problem, &memory, contacts, &out, NULL) || out.error > 0) return false;
  for (int i = 0; i < 6; ++i) impulses[i] = contacts[i / 3].impulse[i % 3];
  carom_bodies_apply(&system, impulses, bodies);
  *ball = bodies[0];
  return true;
}

static double apart(carom_vec3 a, carom_vec3 b) {
  return carom_vec3_norm(carom_vec3_sub(a, b));
}

Test(cushion, is_the_limit_of_a_hard_cloth) {
  test_random r = {11};
  const long count = soak_count(120);
  long quick = 0, judged = 0;
  double worst = 0;
  for (long i = 0; i < count; ++i) {
    const carom__cushion before = random_cushion(&r);
    carom__cushion after = before;
    carom_body full;
    if (!carom__cushion_solve(&after)) continue;
    ++quick;
    if (!solve_in_full(&before, &full)) continue;
    ++judged;
    const double speed = carom_vec3_norm(before.velocity) + carom_vec3_norm(before.turn);
    const double off =
        fmax(apart(full.velocity, after.velocity), apart(carom_vec3_scale(RADIUS, full.spin), after.turn));
    worst = fmax(worst, off / speed);
  }
  cr_expect_leq(worst, 1e-10, "off by %g of the speed", worst);
  cr_expect_geq(quick, count * 8 / 10, "%ld of %ld take the quick road", quick, count);
  cr_expect_geq(judged, quick * 9 / 10);
}

/// Impulses and velocities belong together: v' = v + P/m, R w' = R w - (n x P + z x Q)/(k m).
Test(cushion, impulses_make_the_velocities) {
  test_random r = {12};
  for (int i = 0; i < 200; ++i) {
    const carom__cushion before = random_cushion(&r);
    carom__cushion after = before;
    if (!carom__cushion_solve(&after)) continue;
    const carom_vec3 pushed = carom_vec3_add(after.rail_impulse, after.cloth_impulse), up = {0, 0, 1};
    const carom_vec3 turned =
        carom_vec3_add(carom_vec3_cross(before.n, after.rail_impulse), carom_vec3_cross(up, after.cloth_impulse));
    const carom_vec3 v = carom_vec3_add(before.velocity, carom_vec3_scale(1 / MASS, pushed));
    const carom_vec3 u = carom_vec3_sub(before.turn, carom_vec3_scale(1 / (MASS * before.k), turned));
    cr_expect_leq(apart(v, after.velocity), 1e-13, "velocity of %d", i);
    cr_expect_leq(apart(u, after.turn), 1e-13, "spin of %d", i);
    cr_expect_eq(after.velocity.z, 0);
    const double along = carom_vec3_dot(before.n, after.rail_impulse);
    const double rubbed = sqrt(fmax(0, carom_vec3_dot(after.rail_impulse, after.rail_impulse) - along * along));
    cr_expect_leq(rubbed, before.rail.mu * along * (1 + 1e-9), "friction of %d", i);
  }
}

/// A ball that rises or falls as it comes is not pressed onto the cloth from the start: not the quick road's.
Test(cushion, is_for_balls_that_stay_down) {
  test_random r = {13};
  carom__cushion c = random_cushion(&r);
  c.velocity.z = 0.1;
  cr_expect_not(carom__cushion_solve(&c));
  c.velocity.z = -0.1;
  cr_expect_not(carom__cushion_solve(&c));
}
