// The stepping engine against references: stored cases, and the exact engine on random collisions. It is held to what
// it says of itself: the error that it tells, or 1e-3 of the speed.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "sample.h"
#include "simultaneous/run.h"
#include "simultaneous/stored.h"

static const collide_wish STEPS = {.engine = CAROM_ENGINE_STEPS};

/// The engine stops where two runs agree to this; their difference is its estimate, which may be off by a factor.
static const double ENOUGH = 1e-3, TRUST = 3;

static double speed_of(const carom_contact_problem* p, const double* after) {
  double speed = 0;
  for (int i = 0; i < p->dimension * p->contact_count; ++i) speed = fmax(speed, fmax(fabs(p->v[i]), fabs(after[i])));
  return speed;
}

/// The largest difference of velocities, as a part of the speed.
static double velocity_error(const carom_contact_problem* p, const collision* got, const double* want) {
  double off = 0;
  for (int i = 0; i < p->dimension * p->contact_count; ++i)
    off = fmax(off, fabs(got->contacts[i / p->dimension].v[i % p->dimension] - want[i]));
  return off / speed_of(p, want);
}

static void check_stored(const stored_case* c, const double* want) {
  static collision got;
  collide_as(&c->problem, STEPS, &got);
  cr_assert_eq(got.status, CAROM_OK, "%s: %s", c->name, got.diag.message);
  const double off = velocity_error(&c->problem, &got, want), error = got.outcome.error;
  cr_expect_leq(off, TRUST * fmax(ENOUGH, error), "%s: off by %.3g, told %.3g", c->name, off, error);
  cr_expect(got.outcome.warnings & CAROM_WARN_APPROXIMATE, "%s", c->name);
}

static void check_group(const char* name, bool normals_only) {
  json_t* root = stored_load();
  const json_t* rows = json_object_get(root, name);
  for (size_t i = 0; i < json_array_size(rows); ++i) {
    static stored_case c;
    double want[STORED_SIZE] = {0};
    const json_t *row = json_array_get(rows, i), *v = json_object_get(row, "v");
    stored_read(row, normals_only, &c);
    memcpy(want, c.v, sizeof want);  // tangents that nothing moves
    for (size_t k = 0; k < json_array_size(v); ++k) want[stored_place(&c, k)] = stored_number(v, k);
    check_stored(&c, want);
  }
  cr_assert_geq(json_array_size(rows), 5);
  json_decref(root);
}

Test(steps, stored_references) {
  check_group("frictionless", true);
  check_group("general", false);
}

enum { CASE_CONTACTS = 12, CASE_SIZE = 3 * CASE_CONTACTS };

/// A case of rigid.json or locks.json.
typedef struct listed_case {
  const char* name;
  double w[CASE_SIZE * CASE_SIZE], v[CASE_SIZE], want[CASE_SIZE];
  carom_surface surfaces[CASE_CONTACTS];
  carom_contact_problem problem;
  double tolerance;
} listed_case;

static const json_t* either(const json_t* from, const char* first, const char* second) {
  const json_t* found = json_object_get(from, first);
  return found ? found : json_object_get(from, second);
}

static void read_listed(const json_t* from, listed_case* c) {
  const json_t *v = either(from, "v0", "v"), *want = either(from, "v_after", "v"), *k = json_object_get(from, "k");
  const int count = (int)json_array_size(k), size = (int)json_array_size(v);
  memset(c, 0, sizeof *c);
  cr_assert_leq(count, CASE_CONTACTS);
  c->name = json_string_value(json_object_get(from, "name"));
  c->tolerance = json_number_value(json_object_get(from, "tolerance"));
  for (size_t i = 0; i < (size_t)size; ++i) {
    c->v[i] = stored_number(v, i);
    c->want[i] = stored_number(want, i);
    for (size_t j = 0; j < (size_t)size; ++j)
      c->w[i * (size_t)size + j] = stored_number(json_array_get(json_object_get(from, "W"), i), j);
  }
  for (size_t i = 0; i < (size_t)count; ++i) {
    carom_surface* s = &c->surfaces[i];
    *s = carom_surface_default();
    s->e = stored_number(json_object_get(from, "e"), i);
    s->stiffness = stored_number(k, i);
    s->mu = s->mu_static = stored_number(json_object_get(from, "mu"), i);
    s->eta2 = stored_number(json_object_get(from, "eta0sq"), i);
    if (json_object_get(from, "exponent")) s->exponent = json_number_value(json_object_get(from, "exponent"));
  }
  c->problem = (carom_contact_problem){size / count, count, c->w, c->v, c->surfaces};
}

/// Returns how many cases are further off than the engine's own word for it.
static int check_list(const char* path, size_t at_least) {
  json_t* root = json_load_file(path, 0, NULL);
  cr_assert_not_null(root);
  const json_t* rows = json_object_get(root, "cases");
  int beyond = 0;
  for (size_t i = 0; i < json_array_size(rows); ++i) {
    static listed_case c;
    static collision got;
    read_listed(json_array_get(rows, i), &c);
    collide_as(&c.problem, STEPS, &got);
    cr_assert_eq(got.status, CAROM_OK, "%s: %s", c.name, got.diag.message);
    const double off = velocity_error(&c.problem, &got, c.want);
    if (off <= c.tolerance + TRUST * fmax(ENOUGH, got.outcome.error)) continue;
    ++beyond;
    printf("steps, %s: off by %.2g, told %.2g\n", c.name, off, got.outcome.error);
  }
  cr_assert_geq(json_array_size(rows), at_least);
  json_decref(root);
  return beyond;
}

Test(steps, rigid_references) {
  cr_expect_eq(check_list(CAROM_TEST_SOURCE_DIR "/tests/cases/rigid.json", 20), 0);
}

Test(steps, references_with_locks) {
  cr_expect_eq(check_list(CAROM_TEST_SOURCE_DIR "/tests/cases/locks.json", 17), 0);
}

static int compare_doubles(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

/// Where the exact engine answers, in as much work as it takes.
enum { COMPARED = 150 };

static void compare_engines(const char* what, uint64_t seed, sample_ranges ranges) {
  test_random r = {seed};
  double off[COMPARED];
  int beyond = 0;
  for (int i = 0; i < COMPARED; ++i) {
    static sample s;
    static collision exact, stepped;
    double want[SAMPLE_SIZE];
    sample_collision(&r, &ranges, &s);
    const carom_contact_problem problem = sample_problem(&s);
    collide_as(&problem, (collide_wish){.budget = 20 * CAROM_SIMULTANEOUS_WORK}, &exact);
    collide_as(&problem, STEPS, &stepped);
    cr_assert(exact.status == CAROM_OK && stepped.status == CAROM_OK, "%s, %d", what, i);
    for (int a = 0; a < s.dimension * s.count; ++a) want[a] = exact.contacts[a / s.dimension].v[a % s.dimension];
    off[i] = velocity_error(&problem, &stepped, want);
    beyond += off[i] > TRUST * fmax(ENOUGH, stepped.outcome.error);
  }
  qsort(off, COMPARED, sizeof *off, compare_doubles);
  const double half = off[COMPARED / 2], most = off[COMPARED * 9 / 10];
  printf("steps against exact, %s: p50 %.2g, p90 %.2g, worst %.2g of the speed; %d of %d beyond %g times their word\n",
         what, half, most, off[COMPARED - 1], beyond, COMPARED, TRUST);
  cr_expect_leq(half, 5e-4, "%s", what);
  cr_expect_leq(most, 3e-3, "%s", what);
  cr_expect_leq(beyond, COMPARED / 30, "%s", what);
}

Test(steps, as_good_as_they_say, .timeout = 300) {
  const sample_ranges plain = {
      .contacts = 6, .mass = 10, .stiffness = 30, .e_least = 0, .exponent = 1, .redundant = true};
  sample_ranges friction = plain, hertz = plain;
  friction.mu = 1;
  hertz.exponent = 1.5;
  hertz.redundant = false;
  compare_engines("no friction", 51, plain);
  compare_engines("friction on springs", 52, friction);
  compare_engines("Hertz", 53, hertz);
}
