// The oracle itself: against stored references of high precision and against the laws of one contact, which are solved
// in closed form. Whoever judges must be judged.
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "carom/compliant.h"
#include "carom/planar.h"
#include "carom/spatial.h"
#include "random.h"
#include "simultaneous/oracle.h"
#include "simultaneous/stored.h"

enum { IMPACTS = 300 };

static const oracle_wish WISH = {.accuracy = 5e-5, .steps = 2000000};
/// What was asked for, and something for what the difference of two runs does not see.
static const double STORED = 1e-4;
/// The worst of 3000 of each was 6e-4, where a contact ends its compression with hardly any velocity.
static const double RANDOM = 1e-3;

static double distance(const oracle_answer* a, const double* v, int size) {
  double off = 0;
  for (int i = 0; i < size; ++i) off = fmax(off, fabs(a->v[i] - v[i]));
  return off / a->speed;
}

static double stored_error(const json_t* from, bool normals_only) {
  static stored_case c;
  static oracle_answer answer;
  double want[STORED_SIZE] = {0};
  stored_read(from, normals_only, &c);
  const json_t* v = json_object_get(from, "v");
  for (size_t i = 0; i < json_array_size(v); ++i) want[stored_place(&c, i)] = stored_number(v, i);
  oracle_solve(&c.problem, WISH, &answer);
  cr_assert(answer.ended, "%s", c.name);
  const double off = distance(&answer, want, c.problem.dimension * c.problem.contact_count);
  cr_expect_leq(off, STORED, "%s: %.2g", c.name, off);
  return off;
}

Test(simultaneous_oracle, meets_the_stored_cases) {
  json_t *root = stored_load(), *one;
  size_t i;
  double worst = 0;
  json_array_foreach(json_object_get(root, "frictionless"), i, one) worst = fmax(worst, stored_error(one, true));
  json_array_foreach(json_object_get(root, "general"), i, one) worst = fmax(worst, stored_error(one, false));
  printf("oracle: stored cases within %.2g of the speed\n", worst);
  json_decref(root);
}

/// One contact, any W, friction up to 2: bodies that jam among them.
typedef struct impact {
  double w[9], v[3];
  carom_surface surface;
  carom_contact_problem problem;
} impact;

static void draw(test_random* r, int d, impact* p) {
  enum { COORDINATES = 4 };
  *p = (impact){.surface = carom_surface_default()};
  for (int c = 0; c < COORDINATES; ++c) {
    double j[3];
    for (int a = 0; a < d; ++a) j[a] = test_random_uniform(r, -1, 1);
    for (int a = 0; a < d * d; ++a) p->w[a] += j[a / d] * j[a % d];
  }
  for (int a = 0; a < d; ++a) {
    p->w[(d + 1) * a] += 0.05;
    p->v[a] = test_random_uniform(r, -1, 1);
  }
  p->v[d - 1] = -fabs(p->v[d - 1]) - 0.1;
  const int edge = test_random_below(r, 6);
  p->surface.e = edge == 0 ? 0 : edge == 1 ? 1 : test_random_uniform(r, 0.01, 1);
  p->surface.mu = p->surface.mu_static = test_random_log(r, 0.01, 2);
  p->problem = (carom_contact_problem){d, 1, p->w, p->v, &p->surface};
}

/// Also with Hertz's force, which does not matter to one contact with rigid friction.
static double rigid_error(test_random* r, impact* p, const double* v) {
  static oracle_answer answer;
  if (test_random_below(r, 2)) p->surface.exponent = 1.5;
  oracle_solve(&p->problem, WISH, &answer);
  cr_assert(answer.ended);
  return distance(&answer, v, p->problem.dimension);
}

Test(simultaneous_oracle, meets_the_planar_law) {
  test_random r = {71};
  double worst = 0;
  for (int i = 0; i < IMPACTS; ++i) {
    impact p;
    carom_planar_problem planar;
    carom_planar_outcome out;
    draw(&r, 2, &p);
    cr_assert_eq(carom_planar_from_contact(&p.problem, &planar, NULL), CAROM_OK);
    cr_assert_eq(carom_planar_solve(&planar, &out, NULL), CAROM_OK);
    const double v[2] = {p.v[0] + p.w[0] * out.impulse_t + p.w[1] * out.impulse_n,
                         p.v[1] + p.w[2] * out.impulse_t + p.w[3] * out.impulse_n};
    worst = fmax(worst, rigid_error(&r, &p, v));
  }
  printf("oracle: %d planar impacts within %.2g of the speed\n", IMPACTS, worst);
  cr_expect_leq(worst, RANDOM);
}

Test(simultaneous_oracle, meets_the_spatial_law) {
  test_random r = {72};
  double worst = 0;
  for (int i = 0; i < IMPACTS; ++i) {
    impact p;
    carom_spatial_problem spatial;
    carom_spatial_outcome out;
    draw(&r, 3, &p);
    cr_assert_eq(carom_spatial_from_contact(&p.problem, &spatial, NULL), CAROM_OK);
    cr_assert_eq(carom_spatial_solve(&spatial, &out, NULL), CAROM_OK);
    worst = fmax(worst, rigid_error(&r, &p, (double[3]){out.v.x, out.v.y, out.v.z}));
  }
  printf("oracle: %d spatial impacts within %.2g of the speed\n", IMPACTS, worst);
  cr_expect_leq(worst, RANDOM);
}

/// With e = 0 one contact ends with its compression, and the oracle holds what its own tangential spring presses: e
/// starts above 0 here.
Test(simultaneous_oracle, meets_the_law_of_one_contact_on_springs) {
  static oracle_answer answer;
  test_random r = {73};
  double worst = 0;
  for (int i = 0; i < IMPACTS; ++i) {
    impact p;
    carom_compliant_problem compliant;
    carom_compliant_outcome out;
    draw(&r, 3, &p);
    p.surface.eta2 = test_random_uniform(&r, 1, 2);
    p.surface.e = fmax(p.surface.e, 1e-3);
    cr_assert_eq(carom_compliant_from_contact(&p.problem, &compliant, NULL), CAROM_OK);
    cr_assert_eq(carom_compliant_solve(&compliant, &out, NULL), CAROM_OK);
    oracle_solve(&p.problem, WISH, &answer);
    cr_assert(answer.ended);
    worst = fmax(worst, distance(&answer, (double[3]){out.v.x, out.v.y, out.v.z}, 3));
  }
  printf("oracle: %d impacts on springs within %.2g of the speed\n", IMPACTS, worst);
  cr_expect_leq(worst, RANDOM);
}
