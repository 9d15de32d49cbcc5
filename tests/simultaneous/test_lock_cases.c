// Locks against the stored references of tests/cases/locks.json (an integrator in small steps, which shares nothing
// with the solver): velocities, and the impulses too; with the contacts in reverse order, and with velocities moved a
// little.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "random.h"
#include "simultaneous/run.h"
#include "simultaneous/stored.h"

typedef struct lock_case {
  stored_case stored;
  int size;
  double want_v[STORED_SIZE], want_impulse[STORED_SIZE];
  double speed, tolerance;  // the largest speed; what v may be off by, as a part of it
} lock_case;

static json_t* load(void) {
  json_t* root = json_load_file(CAROM_TEST_SOURCE_DIR "/tests/cases/locks.json", 0, NULL);
  cr_assert_not_null(root);
  return root;
}

/// The surfaces of plane cases are those of space; only the axes are fewer.
static void read_case(const json_t* from, lock_case* c) {
  stored_read(from, false, &c->stored);
  c->size = (int)json_array_size(json_object_get(from, "v0"));
  c->stored.problem.dimension = c->size / c->stored.problem.contact_count;
  for (int i = 0; i < c->size; ++i) {
    c->want_v[i] = stored_number(json_object_get(from, "v"), (size_t)i);
    c->want_impulse[i] = stored_number(json_object_get(from, "I"), (size_t)i);
    for (int j = 0; j < c->size; ++j)
      c->stored.w[i * c->size + j] = stored_number(json_array_get(json_object_get(from, "W"), (size_t)i), (size_t)j);
  }
  c->speed = json_number_value(json_object_get(from, "speed"));
  c->tolerance = json_number_value(json_object_get(from, "tolerance"));
}

static void reverse(lock_case* c) {
  static lock_case old;
  old = *c;
  const int d = c->stored.problem.dimension, count = c->stored.problem.contact_count;
  for (int i = 0; i < c->size; ++i) {
    const int from = d * (count - 1 - i / d) + i % d;
    c->stored.v[i] = old.stored.v[from];
    c->want_v[i] = old.want_v[from];
    c->want_impulse[i] = old.want_impulse[from];
    for (int j = 0; j < c->size; ++j)
      c->stored.w[i * c->size + j] = old.stored.w[from * c->size + d * (count - 1 - j / d) + j % d];
  }
  for (int i = 0; i < count; ++i) c->stored.surfaces[i] = old.stored.surfaces[count - 1 - i];
}

/// By what an impulse would do, so that v stays in the range of W.
static void nudge(test_random* r, double part, lock_case* c) {
  double move[STORED_SIZE] = {0}, most = 0;
  for (int j = 0; j < c->size; ++j) {
    const double impulse = test_random_uniform(r, -1, 1);
    for (int i = 0; i < c->size; ++i) move[i] += c->stored.w[i * c->size + j] * impulse;
  }
  for (int i = 0; i < c->size; ++i) most = fmax(most, fabs(move[i]));
  for (int i = 0; i < c->size; ++i) c->stored.v[i] += part * c->speed * move[i] / most;
}

static double velocity_error(const lock_case* c, const collision* got) {
  const int d = c->stored.problem.dimension;
  double off = 0;
  for (int i = 0; i < c->size; ++i) off = fmax(off, fabs(got->contacts[i / d].v[i % d] - c->want_v[i]));
  return off / c->speed;
}

/// As a part of the largest. How redundant contacts share a load is part of the model.
static double impulse_error(const lock_case* c, const collision* got) {
  const int d = c->stored.problem.dimension;
  double off = 0, largest = 0;
  for (int i = 0; i < c->size; ++i) {
    off = fmax(off, fabs(got->contacts[i / d].impulse[i % d] - c->want_impulse[i]));
    largest = fmax(largest, fabs(c->want_impulse[i]));
  }
  return off / largest;
}

/// Turned round or touched, redundant contacts may share a load otherwise; what moves is the same.
static double check(const lock_case* c, bool as_stored, bool touched) {
  static collision got;
  collide(&c->stored.problem, &got);
  cr_assert_eq(got.status, CAROM_OK, "%s: %s", c->stored.name, got.diag.message);
  // A touch of what rests is near rounding, and slip and stick may take turns there for longer than the work allows.
  if (!touched) cr_expect_eq(got.outcome.warnings & CAROM_WARN_APPROXIMATE, 0, "%s", c->stored.name);
  const double off = velocity_error(c, &got);
  cr_expect_leq(off, c->tolerance, "%s: v is off by %.3g", c->stored.name, off);
  if (!as_stored) return off;
  cr_expect_leq(impulse_error(c, &got), 10 * c->tolerance, "%s: I is off by %.3g", c->stored.name,
                impulse_error(c, &got));
  return off;
}

enum { TOUCHES = 8 };

/// All cases, turned round or not, touched or not.
static void check_all(bool backwards, double touch) {
  static lock_case c;
  test_random r = {11};
  json_t* root = load();
  double worst = 0;
  size_t at;
  json_t* stored;
  json_array_foreach(json_object_get(root, "cases"), at, stored) {
    for (int i = 0; i < (touch > 0 ? TOUCHES : 1); ++i) {
      read_case(stored, &c);
      if (backwards) reverse(&c);
      if (touch > 0) nudge(&r, touch, &c);
      worst = fmax(worst, check(&c, !backwards && touch == 0, touch > 0));
    }
  }
  printf("lock cases%s, v moved by %g: worst %.2g of the speed\n", backwards ? " in reverse order" : "", touch, worst);
  json_decref(root);
}

Test(lock_cases, all_stored) {
  check_all(false, 0);
}

Test(lock_cases, contacts_in_reverse_order) {
  check_all(true, 0);
}

Test(lock_cases, velocities_moved_a_little) {
  check_all(false, 1e-10);
}
