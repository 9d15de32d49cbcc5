// Two roads to one answer: the solver against the springs integrated in time by the general integrator
// (second_road.c). The second road is checked against the stored references first, so that it is trusted on its own.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "sample.h"
#include "second_road.h"
#include "simultaneous/run.h"
#include "simultaneous/stored.h"

/// |road - stored| of the impulses of one case, as a part of the largest.
static double road_error(const json_t* from, bool normals_only) {
  static stored_case c;
  static second_road road;
  stored_read(from, normals_only, &c);
  const road_options options = second_road_options();
  cr_assert_eq(second_road_solve(&c.problem, &options, &road), CAROM_OK, "%s", c.name);
  const json_t* want = json_object_get(from, "I");
  double off = 0, largest = 0;
  for (size_t i = 0; i < json_array_size(want); ++i) {
    off = fmax(off, fabs(road.impulse[normals_only ? 3 * i + 2 : i] - stored_number(want, i)));
    largest = fmax(largest, fabs(stored_number(want, i)));
  }
  cr_expect_leq(off, (normals_only ? 1e-12 : 1e-11) * largest, "%s: off by %.3g", c.name, off / largest);
  return off / largest;
}

Test(simultaneous_roads, the_second_road_meets_the_stored_references) {
  json_t* root = stored_load();
  size_t i, k;
  json_t* c;
  double smooth = 0, rough = 0;
  json_array_foreach(json_object_get(root, "frictionless"), i, c) smooth = fmax(smooth, road_error(c, true));
  json_array_foreach(json_object_get(root, "general"), k, c) rough = fmax(rough, road_error(c, false));
  printf("second road on %zu stored cases: worst %.2g without friction, %.2g with\n", i + k, smooth, rough);
  cr_assert_geq(i + k, 16);
  json_decref(root);
}

typedef struct totals {
  int compared, undecided, locked, steps, most_events;
  double impulse, v, friction, restitution;
} totals;

/// How far the answers are apart, each as a part of the largest of its kind.
static double compare_impulses(const sample* s, const collision* got, const second_road* road, totals* t) {
  const int d = s->dimension;
  double off = 0, v_off = 0, size = 0, speed = 0;
  for (int i = 0; i < s->count; ++i)
    for (int a = 0; a < d; ++a) {
      const int b = 3 * i + (a == d - 1 ? 2 : a);
      off = fmax(off, fabs(got->contacts[i].impulse[a] - road->impulse[b]));
      v_off = fmax(v_off, fabs(got->contacts[i].v[a] - road->v[b]));
      size = fmax(size, fabs(road->impulse[b]));
      speed = fmax(speed, fmax(fabs(s->v[d * i + a]), fabs(road->v[b])));
    }
  t->impulse = fmax(t->impulse, off / size);
  t->v = fmax(t->v, v_off / speed);
  return fmax(off / size, 0.1 * v_off / speed);  // W makes more of an impulse's error where a body is light
}

static void compare_energy(const collision* got, const second_road* road, totals* t) {
  const double lost = road->friction + road->restitution + road->spring;
  if (!(lost > 0)) return;
  t->friction = fmax(t->friction, fabs(got->outcome.energy.friction - road->friction) / lost);
  t->restitution = fmax(t->restitution, fabs(got->outcome.energy.restitution - road->restitution) / lost);
}

/// Contacts that touch at rest and stir before anything else has happened: whether that is the start or a return is a
/// matter of words. How many returns of this kind the log begins with.
static int early_returns(const sample* s, const collision* got) {
  const int d = s->dimension;
  int early = 0;
  for (int k = 0; k < got->log.event_count; ++k) {
    const carom_event* e = &got->events[k];
    if (e->type == CAROM_EVENT_START_SLIP || e->type == CAROM_EVENT_START_STICK) continue;
    if (e->type != CAROM_EVENT_REACTIVATE || s->v[d * e->contact + d - 1] > 0) break;
    ++early;
  }
  return early;
}

/// States before the first one of the other road: at most one for each early return, fewer where several return at
/// once.
static int early_states(const collision* got, const second_road* road, int early) {
  int count = 0;
  while (count < early && got->states[count] != road->states[0]) ++count;
  return count;
}

/// A contact that touched at rest and is pressed for the first time in the middle of the story: the force on it starts
/// like a high power of time, so that the two roads may put its first event a little apart, or before another one.
static bool stirs_late(const sample* s, const second_road* road) {
  const int d = s->dimension;
  for (int k = 0; k < road->event_count && k < ROAD_LOG_SIZE; ++k) {
    const road_event* e = &road->events[k];
    if (e->type == CAROM_EVENT_REACTIVATE && e->impulse_n[e->contact] == 0 && s->v[d * e->contact + d - 1] == 0)
      return true;
  }
  return false;
}

/// Without a lock the whole story must be the same.
static void compare_story(int i, const sample* s, const collision* got, const second_road* road) {
  if (road->lock_count || got->outcome.lock_total || stirs_late(s, road)) return;
  const int early = early_returns(s, got);
  int logged = -early;
  for (int k = 0; k < got->log.event_count; ++k)
    logged += got->events[k].type != CAROM_EVENT_START_SLIP && got->events[k].type != CAROM_EVENT_START_STICK;
  cr_expect_eq(logged, road->event_count, "%d: %d events against %d", i, logged, road->event_count);
  const int first = early_states(got, road, early);
  cr_expect_eq(got->log.state_count - first, road->state_count, "%d: states", i);
  if (got->log.state_count - first != road->state_count) return;
  for (int k = 0; k < road->state_count && k < ROAD_LOG_SIZE; ++k)
    cr_assert_eq(got->states[k + first], road->states[k], "%d: state %d", i, k);
}

static void compare_one(int i, const sample* s, double bar, totals* t) {
  static collision got;
  static second_road road;
  const carom_contact_problem problem = sample_problem(s);
  const road_options options = second_road_options();
  const carom_status status = second_road_solve(&problem, &options, &road);
  if (status != CAROM_OK) {
    ++t->undecided;  // too stiff for an explicit integrator, or driven together for ever
    return;
  }
  collide_as(&problem, (collide_wish){.budget = 20 * CAROM_SIMULTANEOUS_WORK}, &got);
  cr_expect_eq(got.status, CAROM_OK, "%d: %s: %s", i, carom_status_word(got.status), got.diag.message);
  if (got.status != CAROM_OK) return;
  ++t->compared;
  const double off = compare_impulses(s, &got, &road, t);
  cr_expect_leq(off, bar, "%d: %d contacts, %d events, %d locks: off by %.3g", i, s->count, road.event_count,
                road.lock_count, off);
  compare_energy(&got, &road, t);
  if (off <= bar) compare_story(i, s, &got, &road);
  t->locked += road.lock_count > 0;
  t->steps += got.outcome.integration_steps;
  if (road.event_count > t->most_events) t->most_events = road.event_count;
}

static totals compare_many(const char* what, uint64_t seed, int count, sample_ranges ranges, double bar) {
  test_random r = {seed};
  totals t = {0};
  for (int i = 0; i < count; ++i) {
    static sample s;
    sample_collision(&r, &ranges, &s);
    compare_one(i, &s, bar, &t);
  }
  printf(
      "two roads, %s: %d collisions, worst impulse %.2g, v %.2g, friction %.2g, restitution %.2g; %d locked, at most "
      "%d "
      "events, %.1f panels each; %d undecided\n",
      what, t.compared, t.impulse, t.v, t.friction, t.restitution, t.locked, t.most_events,
      (double)t.steps / t.compared, t.undecided);
  cr_expect_leq(t.friction, 10 * bar);
  cr_expect_leq(t.restitution, 10 * bar);
  // Not more than one in ten may be left out.
  cr_expect_geq(10 * t.compared, 9 * count, "%d of %d compared", t.compared, count);
  return t;
}

Test(simultaneous_roads, without_friction, .timeout = 120) {
  const sample_ranges ranges = {.contacts = 6, .mass = 10, .stiffness = 100, .e_least = 0, .exponent = 1};
  const totals t = compare_many("no friction", 21, 300, ranges, 1e-11);
  cr_expect_geq(t.locked, 50);
  cr_expect_eq(t.steps, 0, "all of it is closed form");
}

Test(simultaneous_roads, with_friction, .timeout = 240) {
  const sample_ranges ranges = {.contacts = 3, .mass = 3, .stiffness = 10, .e_least = 0.2, .mu = 0.8, .exponent = 1};
  const totals t = compare_many("friction", 22, 220, ranges, 1e-9);
  cr_expect_geq(t.locked, 20);
}

Test(simultaneous_roads, with_friction_and_no_restitution, .timeout = 240) {
  const sample_ranges ranges = {.contacts = 4, .mass = 3, .stiffness = 10, .e_least = 0, .mu = 0.5, .exponent = 1};
  compare_many("friction, e from 0", 23, 60, ranges, 1e-9);
}

Test(simultaneous_roads, with_an_exponent, .timeout = 240) {
  const sample_ranges ranges = {.contacts = 5, .mass = 3, .stiffness = 10, .e_least = 0.4, .exponent = 1.5};
  compare_many("Hertz", 24, 60, ranges, 1e-9);
}
