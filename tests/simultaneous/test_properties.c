// What must hold for every collision with several contacts, over fixed-seed random ones with wide ranges: it ends, no
// contact approaches afterwards, no energy is gained. CAROM_SOAK=N in the environment solves N collisions without
// friction, N/50 with friction and N/50 with Hertz' force (which are integrated, and take that much longer) instead of
// the few of every day (`make soak`); totals are printed.
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "sample.h"
#include "simultaneous/run.h"
#include "soak.h"

TestSuite(simultaneous_properties, .fini = soak_tell);

static long collision_count(long usual) {
#if defined(__SANITIZE_ADDRESS__)
  usual /= 20;  // an order of magnitude slower
#endif
  return soak_count(usual);
}

typedef struct totals {
  long solved, endless, failed, locked, cut, panels;
  int most_events, most_locks;
  // The worst, and what it may be:
  double approach;  // -v_n at the end, as a part of the speed scale
  double velocity;  // v - v0 - W I, as a part of its largest term
  double gain;      // energy gained, as a part of what was there
  double cone;      // |I_t| - mu I_n, as a part of the largest impulse
  double ledger;    // what the ledger does not explain, as a part of the energy
} totals;

/// Velocities: what rests is told as 0, though the sum of thousands of impulses leaves its rounding: 1.2e-13 at most in
/// 20,000 with Hertz's law, 1.1e-13 in a million without friction.
static const double APPROACH = 1e-12, VELOCITY = 3e-13, GAIN = 1e-12, CONE = 1e-10;

static void check_velocities(const sample* s, const collision* got, totals* t) {
  const int d = s->dimension, size = d * s->count;
  double speed = 0, off = 0;
  for (int a = 0; a < size; ++a) {
    double v = s->v[a], largest = fabs(v);
    for (int b = 0; b < size; ++b) {
      const double term = s->w[a * size + b] * got->contacts[b / d].impulse[b % d];
      v += term;
      largest += fabs(term);
    }
    const double told = got->contacts[a / d].v[a % d];
    cr_assert(isfinite(told));
    off = fmax(off, fabs(v - told));
    speed = fmax(speed, largest);
  }
  t->velocity = soak_worst(t->velocity, off / speed, VELOCITY, "velocity");
  for (int i = 0; i < s->count; ++i)
    t->approach = soak_worst(t->approach, -got->contacts[i].v[d - 1] / speed, APPROACH, "approach");
}

static void check_impulses(const sample* s, const collision* got, totals* t) {
  const int d = s->dimension;
  double largest = 0;
  for (int i = 0; i < s->count; ++i) largest = fmax(largest, got->contacts[i].impulse[d - 1]);
  for (int i = 0; i < s->count; ++i) {
    const double* p = got->contacts[i].impulse;
    const double along = d == 3 ? hypot(p[0], p[1]) : fabs(p[0]);
    cr_assert_geq(p[d - 1], 0);
    cr_assert_eq(got->contacts[i].acted, p[d - 1] > 0 || got->contacts[i].acted);
    t->cone = soak_worst(t->cone, (along - s->surfaces[i].mu * p[d - 1]) / largest, CONE, "cone");
  }
}

static void check_energy(const sample* s, const collision* got, totals* t) {
  const int d = s->dimension;
  double before = 0;
  for (int a = 0; a < d * s->count; ++a) before += fabs(got->contacts[a / d].impulse[a % d] * s->v[a]);
  const carom_energy* e = &got->outcome.energy;
  t->gain = soak_worst(t->gain, e->change / before, GAIN, "gain");
  t->ledger = fmax(t->ledger, fabs(e->change + e->friction + e->restitution + e->spring) / before);
  cr_assert_geq(e->friction, 0);
  cr_assert_geq(e->spring, 0);
}

/// The log goes forward, and its two ways to tell an impulse agree. Where a lock ends, impulses take back what drifted.
static void check_log(const sample* s, const collision* got) {
  const int count = s->count;
  double largest = 0;
  for (int i = 0; i < count; ++i) largest = fmax(largest, got->contacts[i].impulse[s->dimension - 1]);
  for (int k = 0; k < got->log.event_count; ++k) {
    const double *now = got->impulses + k * count, *before = k ? now - count : now;
    cr_assert(k == 0 || got->times[k] >= got->times[k - 1]);
    cr_assert(got->events[k].contact >= 0 && got->events[k].contact < count);
    cr_assert_eq(got->events[k].impulse_n, now[got->events[k].contact]);
    for (int i = 0; i < count; ++i) cr_assert_geq(now[i], before[i] - 1e-8 * largest);
  }
  for (int k = 1; k < got->log.state_count; ++k) cr_assert_neq(got->states[k], got->states[k - 1]);
  for (int k = 0; k < got->log.state_count; ++k) cr_assert(got->states[k] != 0 && got->states[k] >> count == 0);
}

static void check_one(long i, const sample* s, totals* t) {
  static collision got;
  const carom_contact_problem problem = sample_problem(s);
  soak_problem(&problem);
  collide(&problem, &got);
  if (got.status == CAROM_NO_FINITE_ANSWER) {
    ++t->endless;
    cr_assert(s->dimension == 3 && got.diag.message[0], "%ld: only friction can drive bodies together", i);
    return;
  }
  if (got.status != CAROM_OK) {
    if (t->failed++ < 5)
      printf("%ld, %d contacts: %s: %s\n", i, s->count, carom_status_word(got.status), got.diag.message);
    return;
  }
  ++t->solved;
  check_velocities(s, &got, t);
  check_impulses(s, &got, t);
  check_energy(s, &got, t);
  check_log(s, &got);
  t->locked += got.outcome.lock_total > 0;
  t->panels += got.outcome.integration_steps;
  t->cut += (got.outcome.warnings & CAROM_WARN_LOG_CUT) != 0;
  if (got.outcome.event_total > t->most_events) t->most_events = got.outcome.event_total;
  if (got.outcome.lock_total > t->most_locks) t->most_locks = got.outcome.lock_total;
  cr_assert_eq((got.outcome.warnings & CAROM_WARN_LOCKED) != 0, got.outcome.lock_total > 0);
}

static totals check_many(const char* what, uint64_t seed, long count, sample_ranges ranges) {
  test_random r = {seed};
  totals t = {0};
  for (long i = 0; i < count; ++i) {
    static sample s;
    sample_collision(&r, &ranges, &s);
    soak_at(what, i, count);
    check_one(i, &s, &t);
  }
  soak_over();
  printf(
      "simultaneous properties, %s: %ld collisions, %ld locked (at most %d locks), at most %d events, %.1f panels "
      "each, "
      "%ld logs cut, %ld driven together for ever; worst approach %.2g, velocity %.2g, gain %.2g, ledger %.2g, cone "
      "%.2g\n",
      what, t.solved, t.locked, t.most_locks, t.most_events, (double)t.panels / (double)t.solved, t.cut, t.endless,
      t.approach, t.velocity, t.gain, t.ledger, t.cone);
  cr_expect_eq(t.failed, 0, "%s: %ld of %ld have no answer", what, t.failed, count);
  cr_expect_leq(t.approach, APPROACH);
  cr_expect_leq(t.velocity, VELOCITY);
  cr_expect_leq(t.gain, GAIN);
  cr_expect_leq(t.cone, CONE);
  return t;
}

Test(simultaneous_properties, every_collision_without_friction, .timeout = 7200) {
  const sample_ranges ranges = {
      .contacts = 6, .mass = 100, .stiffness = 1000, .e_least = 0, .exponent = 1, .redundant = true};
  const totals t = check_many("no friction", 31, collision_count(97500), ranges);
  cr_expect_eq(t.endless, 0);
  cr_expect_leq(t.ledger, 1e-9);  // after up to 50,000 events; half of them have fewer than 20 and close to 1e-15
  cr_expect_geq(t.locked, t.solved / 10);
}

static const sample_ranges FRICTION = {
    .contacts = 6, .mass = 10, .stiffness = 1000, .e_least = 0, .mu = 1, .exponent = 1, .redundant = true};
enum { FRICTION_SEED = 32 };

Test(simultaneous_properties, every_collision_with_friction, .timeout = 7200) {
  const totals t = check_many("friction", FRICTION_SEED, collision_count(1500), FRICTION);
  cr_expect_leq(t.ledger, 1e-8);
  cr_expect_geq(t.locked, t.solved / 20);
  cr_expect_eq(t.endless, 0);
}

/// One that has slip and stick change in layers thinner than an instant: what is due there must still wait for its
/// turn. Its 7000 events take 3.3 of the usual budgets, and three quarters of a budget are for them.
Test(simultaneous_properties, changes_in_thin_layers_come_to_an_end) {
  static sample s;
  static collision got;
  test_random r = {FRICTION_SEED};
  for (int i = 0; i <= 1649; ++i) sample_collision(&r, &FRICTION, &s);
  const carom_contact_problem problem = sample_problem(&s);
  collide_as(&problem, (collide_wish){.budget = 5 * CAROM_SIMULTANEOUS_WORK}, &got);
  cr_assert_eq(got.status, CAROM_OK);
  cr_expect_eq(got.outcome.warnings & CAROM_WARN_APPROXIMATE, 0);
  cr_expect_gt(got.outcome.event_total, 1000);
}

Test(simultaneous_properties, every_collision_with_an_exponent, .timeout = 7200) {
  const sample_ranges ranges = {.contacts = 6, .mass = 10, .stiffness = 30, .e_least = 0, .exponent = 1.5};
  check_many("Hertz", 33, collision_count(1000), ranges);
}
