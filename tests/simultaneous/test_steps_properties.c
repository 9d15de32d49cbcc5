// What must hold of every stepped answer, exactly, whatever the collision and however little work it may take: there is
// one, v = v0 + W I, |I_t| <= mu I_n, no energy gained, no approach, a ledger that closes, and the budget is kept.
// CAROM_SOAK=N in the environment steps N/100 collisions of each kind instead of the few of every day.
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "sample.h"
#include "simultaneous/run.h"
#include "soak.h"

TestSuite(steps_properties, .fini = soak_tell);

static long collision_count(long usual) {
#if defined(__SANITIZE_ADDRESS__)
  usual /= 10;  // an order of magnitude slower
#endif
  return soak_count(usual);
}

/// How the surfaces of a sample are made wilder.
typedef struct wildness {
  bool rigid;     // friction without tangential springs
  double mu;      // from 1/mu to mu; 0: as drawn
  double spread;  // of eta2 likewise
} wildness;

static void make_wild(test_random* r, wildness wild, sample* s) {
  for (int i = 0; i < s->count; ++i) {
    carom_surface* surface = &s->surfaces[i];
    if (surface->mu == 0) continue;
    if (wild.mu > 0) surface->mu = surface->mu_static = test_random_log(r, 1 / wild.mu, wild.mu);
    if (wild.spread > 0) surface->eta2 = test_random_log(r, 1 / wild.spread, wild.spread);
    if (wild.rigid) surface->eta2 = 0;
  }
}

typedef struct totals {
  long solved, unknown, jammed, locked;
  double approach, velocity, gain, cone, ledger;
  double work;  // the most that was taken, as a part of the budget
} totals;

/// Of long sums of impulses that nearly cancel: what holds a wedge may be many times what stops it.
static const double ROUNDING = 1e-11;
static const double APPROACH = 1e-12, CONE = 1e-12;

static void check_velocities(const sample* s, const collision* got, totals* t) {
  const int d = s->dimension, size = d * s->count;
  double speed = 0, off = 0, approach = 0;
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
    if (a % d == d - 1) approach = fmax(approach, -told);
  }
  t->velocity = soak_worst(t->velocity, off / speed, ROUNDING, "velocity");
  t->approach = soak_worst(t->approach, approach / speed, APPROACH, "approach");
}

static void check_cones(const sample* s, const collision* got, totals* t) {
  const int d = s->dimension;
  for (int i = 0; i < s->count; ++i) {
    const double* p = got->contacts[i].impulse;
    const double along = d == 3 ? hypot(p[0], p[1]) : fabs(p[0]), limit = s->surfaces[i].mu * p[d - 1];
    cr_assert_geq(p[d - 1], 0);
    t->cone = soak_worst(t->cone, limit > 0 ? along / limit - 1 : along, CONE, "cone");
    cr_assert(got->contacts[i].acted || p[d - 1] == 0);
    cr_assert(got->contacts[i].mode != CAROM_CONTACT_NONE || p[d - 1] == 0);
  }
}

static void check_energy(const sample* s, const collision* got, totals* t) {
  const carom_energy* e = &got->outcome.energy;
  double before = 0;
  for (int a = 0; a < s->dimension * s->count; ++a)
    before += fabs(got->contacts[a / s->dimension].impulse[a % s->dimension] * s->v[a]);
  cr_assert(e->friction >= 0 && e->spring >= 0 && e->restitution >= -DBL_EPSILON * before);
  if (before == 0) return;
  t->gain = soak_worst(t->gain, e->change / before, ROUNDING, "gain");
  const double open = fabs(e->change + e->friction + e->restitution + e->spring);
  t->ledger = soak_worst(t->ledger, open / before, ROUNDING, "ledger");
}

static void check_one(const sample* s, int budget, totals* t) {
  static collision got;
  const carom_contact_problem problem = sample_problem(s);
  soak_problem(&problem);
  collide_as(&problem, (collide_wish){.engine = CAROM_ENGINE_STEPS, .budget = budget}, &got);
  cr_assert_eq(got.status, CAROM_OK, "%s: %s", carom_status_word(got.status), got.diag.message);
  check_velocities(s, &got, t);
  check_cones(s, &got, t);
  check_energy(s, &got, t);
  const carom_simultaneous_outcome* out = &got.outcome;
  cr_assert(out->error >= 0 && out->error <= 1);
  cr_assert_eq(out->error > 0, (out->warnings & CAROM_WARN_APPROXIMATE) != 0);
  t->solved += 1;
  t->unknown += out->error == 1;
  t->jammed += (out->warnings & CAROM_WARN_JAMMED) != 0;
  t->locked += out->lock_total > 0;
  t->work = fmax(t->work, (double)out->work / (budget > 0 ? budget : CAROM_SIMULTANEOUS_WORK));
}

static totals check_many(const char* what, uint64_t seed, sample_ranges ranges, wildness wild) {
  test_random r = {seed};
  totals t = {0};
  const long count = collision_count(ranges.mu > 0 ? 150 : 250);
  for (long i = 0; i < count; ++i) {
    static sample s;
    sample_collision(&r, &ranges, &s);
    make_wild(&r, wild, &s);
    soak_at(what, i, count);
    check_one(&s, 0, &t);
  }
  soak_over();
  printf(
      "steps, %s: %ld collisions, %ld locked, %ld jammed, %ld of unknown error; worst approach %.2g, velocity %.2g, "
      "gain "
      "%.2g, cone %.2g, ledger %.2g, work %.2g of the budget\n",
      what, t.solved, t.locked, t.jammed, t.unknown, t.approach, t.velocity, t.gain, t.cone, t.ledger, t.work);
  cr_expect_leq(t.approach, APPROACH, "%s", what);
  cr_expect_leq(t.velocity, ROUNDING, "%s", what);
  cr_expect_leq(t.gain, ROUNDING, "%s", what);
  cr_expect_leq(t.cone, CONE, "%s", what);
  cr_expect_leq(t.ledger, ROUNDING, "%s", what);
  cr_expect_leq(t.work, 1.1, "%s", what);
  cr_expect_geq(t.locked, 1, "%s", what);
  return t;
}

static const sample_ranges WIDE = {
    .contacts = 6, .mass = 100, .stiffness = 1e9, .e_least = 0, .exponent = 1, .redundant = true};

Test(steps_properties, without_friction, .timeout = 7200) {
  check_many("no friction", 61, WIDE, (wildness){0});
}

Test(steps_properties, friction_on_springs, .timeout = 7200) {
  sample_ranges ranges = WIDE;
  ranges.mu = 1;
  check_many("friction on springs", 62, ranges, (wildness){.mu = 1e3, .spread = 1e3});
}

Test(steps_properties, rigid_friction, .timeout = 7200) {
  sample_ranges ranges = WIDE;
  ranges.mu = 1;
  check_many("rigid friction", 63, ranges, (wildness){.rigid = true, .mu = 1e3});
  ranges.exponent = 1.5;
  check_many("rigid friction, Hertz", 64, ranges, (wildness){.rigid = true});
}

Test(steps_properties, masses_far_apart, .timeout = 7200) {
  sample_ranges ranges = WIDE;
  ranges.mass = 1e6;
  ranges.stiffness = 1e3;
  ranges.mu = 1;
  check_many("masses far apart", 65, ranges, (wildness){.rigid = true});
  check_many("masses far apart, springs", 66, ranges, (wildness){0});
}

/// However little work there is: an answer that says what it is, and the work is kept but for what one step and the
/// last resort take.
Test(steps_properties, little_work, .timeout = 7200) {
  sample_ranges ranges = WIDE;
  ranges.mu = 1;
  test_random r = {67};
  totals t = {0};
  const long count = collision_count(100);
  for (long i = 0; i < count; ++i) {
    static sample s;
    sample_collision(&r, &ranges, &s);
    make_wild(&r, (wildness){.rigid = i % 2}, &s);
    soak_at("steps, little work", i, count);
    for (int budget = 1; budget <= 1000; budget *= 10) check_one(&s, budget, &t);
  }
  soak_over();
  printf("steps, little work: %ld answers, %ld of unknown error; gain %.2g, cone %.2g\n", t.solved, t.unknown, t.gain,
         t.cone);
  cr_expect_leq(t.approach, APPROACH);
  cr_expect_leq(t.gain, ROUNDING);
  cr_expect_leq(t.cone, CONE);
  cr_expect_geq(t.unknown, 1);
}
