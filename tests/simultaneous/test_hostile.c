// Whatever finite numbers come in: an answer that keeps the laws, or a status with a sentence; never a number beyond
// the workspace. Rows and columns of W powers of two apart, duplicated contacts, tangents that nothing moves along, v
// outside the range of W, any e, mu, eta2, stiffness, exponent, budget, engine. No sample is left out.
// CAROM_SOAK=N in the environment solves N collisions instead of the few of every day.
#include <float.h>
#include <math.h>
#include <stdio.h>

#include "random.h"
#include "simultaneous/run.h"
#include "soak.h"

TestSuite(hostile, .fini = soak_tell);

enum { CONTACTS = 24, SIZE = 3 * CONTACTS, GUARD = 16, TRACE = 40 };

typedef struct hostile {
  int dimension, count, size, rank;
  double a[SIZE][SIZE], w[SIZE * SIZE], v[SIZE];
  carom_surface surfaces[CONTACTS];
  collide_wish wish;
} hostile;

static long collision_count(void) {
#if defined(__SANITIZE_ADDRESS__)
  const long usual = 150;
#else
  const long usual = 1500;
#endif
  return soak_count(usual);
}

static double pick(test_random* r, int count, const double* from) {
  return from[test_random_below(r, count)];
}

static void spoil_rows(test_random* r, hostile* h) {
  const int d = h->dimension;
  for (int i = 0; i < h->count && test_random_below(r, 3) == 0; ++i) {
    const int from = test_random_below(r, h->count);
    memcpy(h->a[i * d], h->a[from * d], (size_t)d * sizeof h->a[0]);
  }
  for (int i = 0; i < h->size && test_random_below(r, 3) == 0; ++i)
    if (i % d < d - 1 && test_random_below(r, 2)) memset(h->a[i], 0, sizeof h->a[i]);
}

static void scale_rows(test_random* r, hostile* h) {
  const int spread = (int)pick(r, 3, (const double[]){6, 20, 60}), kind = test_random_below(r, 4);
  int by[SIZE];
  for (int i = 0; i < SIZE; ++i) by[i] = test_random_below(r, 2 * spread + 1) - spread;
  for (int i = 0; i < h->size && kind < 2; ++i)
    for (int k = 0; k < h->rank; ++k) h->a[i][k] = ldexp(h->a[i][k], by[kind ? i : k]);
}

static void draw_w(test_random* r, hostile* h) {
  h->dimension = 2 + test_random_below(r, 2);
  h->count = 1 + test_random_below(r, test_random_below(r, 4) ? 8 : CONTACTS);
  h->size = h->dimension * h->count;
  h->rank = test_random_below(r, 3) ? h->size : 1 + test_random_below(r, h->size);
  const bool whole = test_random_below(r, 4) == 0;
  for (int i = 0; i < h->size; ++i)
    for (int k = 0; k < h->rank; ++k) h->a[i][k] = whole ? test_random_below(r, 3) - 1 : test_random_uniform(r, -1, 1);
  spoil_rows(r, h);
  scale_rows(r, h);
  for (int i = 0; i < h->size; ++i)
    for (int j = 0; j <= i; ++j) {
      double sum = 0;
      for (int k = 0; k < h->rank; ++k) sum += h->a[i][k] * h->a[j][k];
      h->w[i * h->size + j] = h->w[j * h->size + i] = sum;
    }
}

static void draw_v(test_random* r, hostile* h) {
  const int kind = test_random_below(r, 5);
  memset(h->v, 0, sizeof h->v);
  for (int k = 0; k < h->rank; ++k) {
    const double speed = kind == 1 ? test_random_below(r, 3) - 1 : test_random_uniform(r, -1, 1);
    for (int i = 0; i < h->size; ++i) h->v[i] += speed * h->a[i][k];
  }
  for (int i = 0; i < h->size; ++i) {
    if (kind == 2) h->v[i] = test_random_uniform(r, -1, 1);
    if (kind == 3 && test_random_below(r, 2)) h->v[i] = 0;
    if (kind == 4) h->v[i] = ldexp(h->v[i], test_random_below(r, 121) - 60);
  }
}

static void draw_surfaces(test_random* r, hostile* h) {
  const int friction = test_random_below(r, 4), spread = test_random_below(r, 3);
  const double exponent = friction == 3 ? 1 : pick(r, 4, (const double[]){1, 1, 1.5, 2});
  const bool alike = test_random_below(r, 2);
  for (int i = 0; i < h->count; ++i) {
    carom_surface s = carom_surface_default();
    s.e =
        test_random_below(r, 2) ? test_random_uniform(r, 0, 1) : pick(r, 5, (const double[]){0, 1e-300, 1e-8, 0.5, 1});
    if (friction > 0)
      s.mu = test_random_below(r, 2) ? test_random_uniform(r, 0, 1.5)
                                     : pick(r, 6, (const double[]){0, 1e-300, 1e-10, 1, 1e3, 1e6});
    if (friction == 3)
      s.eta2 = test_random_below(r, 2) ? test_random_uniform(r, 0.1, 10)
                                       : pick(r, 5, (const double[]){1e-300, 1e-8, 1, 1e8, 1e300});
    s.stiffness = spread == 0 ? 1 : test_random_log(r, spread == 1 ? 1e-4 : 1e-15, spread == 1 ? 1e4 : 1e15);
    s.exponent = exponent;
    h->surfaces[i] = i > 0 && alike ? h->surfaces[0] : s;
  }
}

static void draw(test_random* r, hostile* h) {
  memset(h, 0, sizeof *h);
  draw_w(r, h);
  draw_v(r, h);
  draw_surfaces(r, h);
  h->wish.engine = test_random_below(r, 5) == 0 ? CAROM_ENGINE_STEPS : CAROM_ENGINE_EXACT;
  h->wish.budget = (int)pick(r, 6, (const double[]){0, 0, 0, 1, 10, 1000});
}

/// Solves with memory that ends where it says, and a log and a trace too small for most.
static void solve(const hostile* h, bool traced, collision* got) {
  static double time[TRACE], impulse[TRACE * SIZE], velocity[TRACE * SIZE], stored[TRACE * CONTACTS];
  static uint64_t active[TRACE];
  const size_t need = carom_simultaneous_workspace_size(h->dimension, h->count);
  unsigned char* bytes = malloc((need + GUARD) * sizeof(double));
  memset(bytes, 0x5a, (need + GUARD) * sizeof(double));
  const carom_contact_problem problem = {h->dimension, h->count, h->w, h->v, h->surfaces};
  carom_simultaneous_trace trace = {TRACE, 0, time, active, impulse, velocity, stored};
  got->log = (carom_simultaneous_log){.events = got->events, .event_capacity = 20};
  const carom_simultaneous_memory memory = {.workspace = (double*)(void*)bytes,
                                            .log = &got->log,
                                            .trace = traced ? &trace : NULL,
                                            .budget = h->wish.budget,
                                            .engine = h->wish.engine};
  got->diag = (carom_diag){0};
  got->status = carom_simultaneous_solve(&problem, &memory, got->contacts, &got->outcome, &got->diag);
  for (size_t i = need * sizeof(double); i < (need + GUARD) * sizeof(double); ++i) cr_assert_eq(bytes[i], 0x5a);
  free(bytes);
}

typedef struct worst {
  double velocity, approach, cone, gain, ledger;
} worst;

static void check_velocities(const hostile* h, const collision* got, double* moved, worst* t) {
  const int d = h->dimension;
  double off = 0, approach = 0, largest = DBL_MIN;
  *moved = 0;
  for (int a = 0; a < h->size; ++a) {
    double v = h->v[a], terms = fabs(v);
    for (int b = 0; b < h->size; ++b) {
      const double term = h->w[a * h->size + b] * got->contacts[b / d].impulse[b % d];
      v += term;
      terms += fabs(term);
    }
    const double told = got->contacts[a / d].v[a % d];
    cr_assert(isfinite(told) && isfinite(terms));
    off = fmax(off, fabs(v - told));
    largest = fmax(largest, terms);
    *moved += fabs(got->contacts[a / d].impulse[a % d]) * terms;
    if (a % d == d - 1) approach = fmax(approach, -told);
  }
  t->velocity = fmax(t->velocity, off / largest);
  t->approach = fmax(t->approach, approach / largest);
}

static void check_cones(const hostile* h, const collision* got, worst* t) {
  const int d = h->dimension;
  double largest = DBL_MIN;
  for (int i = 0; i < h->count; ++i) largest = fmax(largest, got->contacts[i].impulse[d - 1]);
  for (int i = 0; i < h->count; ++i) {
    const double* p = got->contacts[i].impulse;
    const double along = d == 3 ? hypot(p[0], p[1]) : fabs(p[0]);
    t->cone = fmax(t->cone, fmax(along - h->surfaces[i].mu * p[d - 1], -p[d - 1]) / largest);
  }
}

/// Energies of velocities below 1e-13 of the speed count as nothing, as they do in the solver.
static double unseen_energy(const hostile* h) {
  double speed = 0, sum = DBL_MIN;
  for (int a = 0; a < h->size; ++a) speed = fmax(speed, fabs(h->v[a]));
  for (int a = h->dimension - 1; a < h->size; a += h->dimension) sum += 1e-26 * speed * speed / h->w[a * h->size + a];
  return sum;
}

static void check_answer(const hostile* h, const collision* got, worst* t) {
  double moved;
  check_velocities(h, got, &moved, t);
  check_cones(h, got, t);
  const carom_energy* e = &got->outcome.energy;
  const double bar = moved + 1e8 * unseen_energy(h);
  cr_assert(e->friction >= 0 && e->spring >= 0);
  t->gain = fmax(t->gain, e->change / bar);
  t->ledger = fmax(t->ledger, fabs(e->change + e->friction + e->restitution + e->spring) / bar);
  cr_assert(isfinite(e->friction + e->restitution + e->spring));
  cr_assert(got->outcome.error >= 0 && got->outcome.error <= 1);
  cr_assert_eq(got->outcome.error > 0, (got->outcome.warnings & CAROM_WARN_APPROXIMATE) != 0);
}

Test(hostile, any_finite_numbers, .timeout = 36000) {
  static hostile h;
  static collision got;
  test_random r = {91};
  worst t = {0};
  long answered = 0, approximate = 0;
  const long count = collision_count();
  for (long i = 0; i < count; ++i) {
    draw(&r, &h);
    soak_at("hostile", i, count);
    solve(&h, i % 2, &got);
    cr_assert(got.status == CAROM_OK || got.diag.message[0], "%ld: %s", i, carom_status_word(got.status));
    if (got.status) continue;
    check_answer(&h, &got, &t);
    answered += 1;
    approximate += (got.outcome.warnings & CAROM_WARN_APPROXIMATE) != 0;
  }
  soak_over();
  printf(
      "hostile: %ld of %ld answered, %ld stepped; worst velocity %.2g, approach %.2g, cone %.2g, gain %.2g, ledger "
      "%.2g\n",
      answered, count, approximate, t.velocity, t.approach, t.cone, t.gain, t.ledger);
  cr_expect_leq(t.velocity, 1e-9);
  cr_expect_leq(t.approach, 1e-9);
  cr_expect_leq(t.cone, 1e-9);
  cr_expect_leq(t.gain, 2e-8);
  cr_expect_leq(t.ledger, 2e-8);
  cr_expect_geq(answered, 9 * count / 10);
}

/// A trace changes nothing but itself.
Test(hostile, a_trace_changes_no_answer, .timeout = 36000) {
  static hostile h;
  static collision one, other;
  test_random r = {92};
  for (long i = 0; i < collision_count() / 10; ++i) {
    draw(&r, &h);
    solve(&h, false, &one);
    solve(&h, true, &other);
    cr_assert_eq(one.status, other.status);
    if (one.status) continue;
    cr_assert_eq(one.outcome.work, other.outcome.work);
    for (int a = 0; a < h.size; ++a)
      cr_assert_eq(one.contacts[a / h.dimension].v[a % h.dimension],
                   other.contacts[a / h.dimension].v[a % h.dimension]);
  }
}

/// Friction of 1e300 holds with normal impulses that would underflow; they do not.
Test(hostile, endless_friction_has_normal_impulses, .timeout = 36000) {
  static hostile h;
  static collision got;
  test_random r = {93};
  worst t = {0};
  long held = 0;
  const long count = collision_count() / 5;
  for (long i = 0; i < count; ++i) {
    draw(&r, &h);
    for (int k = 0; k < h.count; ++k)
      if (h.surfaces[k].mu > 0) h.surfaces[k].mu = h.surfaces[k].mu_static = i % 2 ? 1e300 : 1e20;
    soak_at("hostile, endless friction", i, count);
    solve(&h, false, &got);
    if (got.status) continue;
    check_cones(&h, &got, &t);
    for (int k = 0; k < h.count; ++k) {
      const double *p = got.contacts[k].impulse, along = h.dimension == 3 ? hypot(p[0], p[1]) : fabs(p[0]);
      if (along == 0) continue;
      cr_assert_gt(p[h.dimension - 1], 0, "%ld, contact %d: %g along the surface", i, k, along);
      held += 1;
    }
  }
  soak_over();
  cr_expect_leq(t.cone, 1e-9);
  cr_expect_geq(held, count / 4);
}

/// Two contacts of one body, struck with a speed of 2^power m/s.
static void strike_softly(int power, collision* got) {
  static hostile h;
  memset(&h, 0, sizeof h);
  h.dimension = 2;
  h.count = 2;
  h.size = 4;
  const double w[16] = {3, 1, -2, 0, 1, 2, 1, 1, -2, 1, 4, 1, 0, 1, 1, 3};
  memcpy(h.w, w, sizeof w);
  for (int k = 0; k < 2; ++k) {
    h.surfaces[k] = carom_surface_default();
    h.surfaces[k].e = 0.6;
    h.surfaces[k].mu = h.surfaces[k].mu_static = 0.3;
    h.v[2 * k] = ldexp(0.25, power);
    h.v[2 * k + 1] = ldexp(-0.5, power);
  }
  solve(&h, false, got);
}

/// Down to where doubles lose digits the answer only scales; below, that is said.
Test(hostile, impulses_do_not_underflow) {
  static collision one, small;
  strike_softly(0, &one);
  strike_softly(-960, &small);
  cr_assert(one.status == CAROM_OK && small.status == CAROM_OK, "%s", small.diag.message);
  for (int k = 0; k < 2; ++k)
    for (int a = 0; a < 2; ++a) {
      cr_expect_eq(small.contacts[k].impulse[a], ldexp(one.contacts[k].impulse[a], -960));
      cr_expect_eq(small.contacts[k].v[a], ldexp(one.contacts[k].v[a], -960));
    }
  const carom_simultaneous_outcome before = small.outcome;
  strike_softly(-1000, &small);
  cr_expect_eq(small.status, CAROM_OUT_OF_RANGE);
  cr_expect_str_eq(small.diag.field, "v");
  cr_expect_eq(small.diag.value, ldexp(0.5, -1000));
  cr_expect_eq(small.outcome.event_total, before.event_total);
}

/// Work stays within the budget, but for the step or piece that is under way when it is spent.
Test(hostile, the_budget_is_kept, .timeout = 36000) {
  static hostile h;
  static collision got;
  test_random r = {94};
  double most[2] = {0, 0};
  const int budgets[2] = {1000, CAROM_SIMULTANEOUS_WORK};
  const long count = collision_count() / 3;
  for (long i = 0; i < count; ++i) {
    draw(&r, &h);
    soak_at("hostile, budget", i, count);
    for (int k = 0; k < 2; ++k) {
      h.wish.budget = budgets[k];
      solve(&h, false, &got);
      if (got.status == CAROM_OK) most[k] = fmax(most[k], (double)got.outcome.work / budgets[k]);
    }
  }
  soak_over();
  printf("hostile: at most %.3g of a budget of %d, %.3g of %d\n", most[0], budgets[0], most[1], budgets[1]);
  cr_expect_leq(most[0], 1.25);  // a piece of 24 contacts takes up to 100 units
  cr_expect_leq(most[1], 1.01);
}
