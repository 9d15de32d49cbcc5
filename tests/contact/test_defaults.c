// A surface whose mu_static, stiffness and exponent are left at zero is the surface with mu, 1 and 1: the same bits
// from every model.
#include <criterion/criterion.h>
#include <string.h>

#include "carom/carom.h"
#include "contact/surface.h"
#include "motion/journey.h"
#include "random.h"
#include "simultaneous/run.h"

enum { CASES = 300 };

typedef struct pair {
  carom_surface brief, full;
} pair;

static pair random_surfaces(test_random* r, carom_law law, double eta2) {
  pair p = {.brief = {.law = law, .e = test_random_uniform(r, 0, 1), .mu = test_random_log(r, 0.01, 2), .eta2 = eta2}};
  p.full = p.brief;
  p.full.mu_static = p.brief.mu;
  p.full.stiffness = p.full.exponent = 1;
  return p;
}

/// W = A A^T + 0.1 of a random A: positive definite, coupled.
static void random_w(test_random* r, int size, double* w) {
  double a[16];
  for (int i = 0; i < size * size; ++i) a[i] = test_random_uniform(r, -1, 1);
  for (int i = 0; i < size; ++i)
    for (int j = 0; j <= i; ++j) {
      double sum = i == j ? 0.1 : 0;
      for (int k = 0; k < size; ++k) sum += a[i * size + k] * a[j * size + k];
      w[i * size + j] = w[j * size + i] = sum;
    }
}

static bool same_bits(int count, const double* a, const double* b) {
  return memcmp(a, b, (size_t)count * sizeof *a) == 0;
}

Test(defaults, what_zero_means) {
  const carom_surface brief = {.e = 0.1, .mu = 0.7}, bare = {.e = 0.1};
  cr_expect_eq(carom_surface_check(&brief, NULL), CAROM_OK);
  cr_expect_eq(carom_surface_check(&bare, NULL), CAROM_OK);
  const carom_surface full = carom__with_defaults(&brief);
  cr_expect_eq(full.mu_static, 0.7);
  cr_expect_eq(full.stiffness, 1);
  cr_expect_eq(full.exponent, 1);
  cr_expect(carom__leaves_defaults(&brief) && !carom__leaves_defaults(&full));
  cr_expect_eq(carom__with_defaults(&bare).mu_static, 0);
  // A friction of NaN must not be filled in for ever.
  const carom_surface bad = {.e = 0.1, .mu = NAN};
  const carom_surface once = carom__with_defaults(&bad);
  cr_expect(carom__leaves_defaults(&bad) && !carom__leaves_defaults(&once));
}

Test(defaults, planar) {
  test_random r = {1};
  for (int i = 0; i < CASES; ++i) {
    const pair s = random_surfaces(&r, (carom_law)(i % 3), 0);
    double w[4];
    random_w(&r, 2, w);
    carom_planar_problem problem = {w[0], w[1], w[3], test_random_uniform(&r, -1, 1), -1, s.brief};
    if (i % 5 == 0) problem.v_t *= 1e-150, problem.v_n = -1e-150;  // far from 1
    carom_planar_outcome a, b;
    const bool held = carom_planar_theory_of(&problem).holds;
    cr_assert_eq(carom_planar_solve(&problem, &a, NULL), CAROM_OK);
    problem.surface = s.full;
    cr_assert_eq(carom_planar_solve(&problem, &b, NULL), CAROM_OK);
    cr_expect(a.mode == b.mode && a.event_count == b.event_count && held == carom_planar_theory_of(&problem).holds);
    cr_expect(same_bits(8, &a.impulse_t, &b.impulse_t), "case %d", i);  // impulse_t to energy.friction
    cr_expect(same_bits(4, &a.energy.friction, &b.energy.friction), "case %d", i);
  }
}

Test(defaults, spatial) {
  test_random r = {2};
  for (int i = 0; i < CASES; ++i) {
    const pair s = random_surfaces(&r, (carom_law)(i % 3), 0);
    carom_spatial_problem problem = {.v = {test_random_uniform(&r, -1, 1), 0.3, -1}, .surface = s.brief};
    random_w(&r, 3, &problem.w.m[0][0]);
    carom_spatial_outcome a, b;
    cr_assert_eq(carom_spatial_solve(&problem, &a, NULL), CAROM_OK);
    problem.surface = s.full;
    cr_assert_eq(carom_spatial_solve(&problem, &b, NULL), CAROM_OK);
    cr_expect(strcmp(a.sequence, b.sequence) == 0 && a.stuck == b.stuck);
    cr_expect(same_bits(7, &a.impulse.x, &b.impulse.x), "case %d", i);
    cr_expect(same_bits(4, &a.energy.friction, &b.energy.friction), "case %d", i);
  }
}

Test(defaults, compliant) {
  test_random r = {3};
  for (int i = 0; i < CASES; ++i) {
    // The last have springs so stiff that the rigid law answers.
    const pair s = random_surfaces(&r, CAROM_LAW_STRONGE, i < CASES - 10 ? 1.2 : 1e-7);
    carom_compliant_problem problem = {.v = {test_random_uniform(&r, -1, 1), 0.3, -1}, .surface = s.brief};
    random_w(&r, 3, &problem.w.m[0][0]);
    carom_compliant_outcome a, b;
    cr_assert_eq(carom_compliant_solve(&problem, &a, NULL), CAROM_OK);
    problem.surface = s.full;
    cr_assert_eq(carom_compliant_solve(&problem, &b, NULL), CAROM_OK);
    cr_expect(same_bits(13, &a.impulse.x, &b.impulse.x), "case %d", i);  // impulse to energy
  }
}

Test(defaults, simultaneous) {
  static collision a, b;
  test_random r = {4};
  for (int i = 0; i < CASES; ++i) {
    const pair first = random_surfaces(&r, CAROM_LAW_STRONGE, 1.2),
               second = random_surfaces(&r, CAROM_LAW_STRONGE, 1.2);
    carom_surface brief[2] = {first.brief, second.brief}, full[2] = {first.full, second.full};
    if (i % 2) brief[1].stiffness = full[1].stiffness = 3;
    double w[16];
    random_w(&r, 4, w);
    const double v[4] = {0.2, -1, test_random_uniform(&r, -1, 1), -0.5};
    const carom_contact_problem short_problem = {2, 2, w, v, brief}, full_problem = {2, 2, w, v, full};
    collide_well(&short_problem, &a);
    collide_well(&full_problem, &b);
    for (int k = 0; k < 2; ++k) {
      cr_expect(same_bits(6, a.contacts[k].impulse, b.contacts[k].impulse), "case %d", i);
      cr_expect_str_eq(a.contacts[k].phases, b.contacts[k].phases);
    }
  }
}

// A ball that bounces, slides and rolls; a box that lands on two corners.
static void travel(journey* j, bool box, bool brief) {
  if (box)
    journey_box(j, 2, 1, (carom_vec3){0.1, 0.05, 0});
  else
    journey_ball(j, 2, 0.1, 0.3);
  j->body.position.y = 0.3;
  j->body.velocity.x = 1;
  journey_floor(j, 0, 0.5, 0.3);
  if (brief) j->planes[0].surface = (carom_surface){.e = 0.5, .mu = 0.3};
  journey_travel(j);
}

Test(defaults, motion) {
  static journey a, b;
  for (int box = 0; box < 2; ++box) {
    travel(&a, box, true);
    travel(&b, box, false);
    cr_assert(a.status == CAROM_OK && b.status == CAROM_OK, "%s", a.diag.message);
    cr_expect(a.impact_count > 2 && a.impact_count == b.impact_count && a.switch_count == b.switch_count);
    cr_expect(same_bits(6, a.run.state, b.run.state));
  }
}
