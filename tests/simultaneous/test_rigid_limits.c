// Limits of rigid friction: ever stiffer tangential springs, ever smaller restitution. docs/rigid.md tells what is
// seen.
#include <stdio.h>

#include "simultaneous/rigid_sample.h"

enum { RUNS = 150, LIMITS = 3 };

static const double ETA2[LIMITS] = {1e-2, 1e-4, 1e-6};

static void on_springs(const sample* rigid, double eta2, sample* s) {
  *s = *rigid;
  for (int i = 0; i < s->count; ++i)
    if (s->surfaces[i].mu > 0) s->surfaces[i].eta2 = eta2;
}

/// Medians of the distances, and how many stay apart; every one of these must have another number of ends of
/// compression, or e = 1 would keep it apart as well.
typedef struct approach {
  double median[LIMITS], worst[LIMITS];
  int stay_apart, explained, stepped;
} approach;

/// Farther away than this at the stiffest springs: they do not come together.
static const double APART = 2e-3;

static approach go_to_limit(test_random* r, double e_least) {
  static collision want, got;
  static sample rigid, s;
  static double off[LIMITS][RUNS];
  const sample_ranges ranges = {
      .contacts = 3, .mass = 3, .stiffness = 10, .e_least = e_least, .mu = 1.2, .exponent = 1};
  approach seen = {.stay_apart = 0};
  for (int i = 0; i < RUNS; ++i) {
    rigid_collision(r, 2, &ranges, &rigid);
    rigid_solve(&rigid, &want);
    for (int k = 0; k < LIMITS; ++k) {
      on_springs(&rigid, ETA2[k], &s);
      rigid_solve_long(&s, &got);
      seen.stepped += (got.outcome.warnings & CAROM_WARN_APPROXIMATE) != 0;
      off[k][i] = rigid_apart(&rigid, &want, &got);
    }
    if (off[LIMITS - 1][i] < APART) continue;
    seen.stay_apart += 1;
    seen.explained += ends_of_compression(&want) != ends_of_compression(&got);
  }
  for (int k = 0; k < LIMITS; ++k) {
    seen.median[k] = rigid_quantile(off[k], RUNS, 0.5);
    seen.worst[k] = off[k][RUNS - 1];
  }
  return seen;
}

static void report(const char* what, const approach* seen) {
  printf(
      "%s, eta2 = 1e-2, 1e-4, 1e-6: median %.2g, %.2g, %.2g; worst %.2g, %.2g, %.2g; %d of %d stay apart, %d stepped\n",
      what, seen->median[0], seen->median[1], seen->median[2], seen->worst[0], seen->worst[1], seen->worst[2],
      seen->stay_apart, RUNS, seen->stepped);
}

/// A hundredth of the compliance, about a hundredth of the distance.
static void check_order(const approach* seen) {
  for (int k = 1; k < LIMITS; ++k) {
    const double order = log(seen->median[k - 1] / seen->median[k]) / log(ETA2[k - 1] / ETA2[k]);
    cr_expect(order > 0.75 && order < 1.25, "order %.3f from eta2 = %g", order, ETA2[k - 1]);
  }
}

/// Nothing is lost at ends of compression: all come together.
Test(rigid_limits, elastic_springs_come_to_rigid_friction, .timeout = 60) {
  test_random r = {1};
  const approach seen = go_to_limit(&r, 1);
  report("e = 1", &seen);
  check_order(&seen);
  cr_expect_eq(seen.stay_apart, 0);
}

/// Springs that hum let v_n pass 0 more than once, and each time takes its loss: those few stay apart.
Test(rigid_limits, springs_come_to_rigid_friction_but_for_their_hum, .timeout = 60) {
  test_random r = {2};
  const approach seen = go_to_limit(&r, 0.2);
  report("e from 0.2", &seen);
  check_order(&seen);
  cr_expect_leq(seen.stay_apart, RUNS / 20);
  cr_expect_eq(seen.explained, seen.stay_apart, "apart, with as many ends of compression");
}

/// e = 0 is the limit of e -> 0, and it is reached linearly.
static void set_e(const sample* from, double e, sample* s) {
  *s = *from;
  for (int i = 0; i < s->count; ++i) s->surfaces[i].e = e;
}

Test(rigid_limits, small_restitution_comes_to_none) {
  static collision none, got;
  static sample from, s;
  static double off[2][RUNS];
  const double small[2] = {1e-2, 1e-3};
  const sample_ranges ranges = {.contacts = 4, .mass = 3, .stiffness = 10, .e_least = 1, .mu = 1, .exponent = 1};
  test_random r = {3};
  for (int i = 0; i < RUNS; ++i) {
    rigid_collision(&r, 2 + i % 2, &ranges, &from);
    set_e(&from, 0, &s);
    rigid_solve(&s, &none);
    for (int k = 0; k < 2; ++k) {
      set_e(&from, small[k], &s);
      rigid_solve(&s, &got);
      off[k][i] = rigid_apart(&from, &none, &got) / small[k];
    }
    if (off[1][i] > 3) printf("%d: %.3g e, %.3g e\n", i, off[0][i], off[1][i]);
  }
  for (int k = 0; k < 2; ++k) {
    const double median = rigid_quantile(off[k], RUNS, 0.5);
    printf("e = %g: %.2g e (median), %.2g e (nine in ten), %.2g e (worst) from e = 0\n", small[k], median,
           rigid_quantile(off[k], RUNS, 0.9), off[k][RUNS - 1]);
    cr_expect(median > 0.1 && median < 2);
    cr_expect_leq(off[k][RUNS - 1], 10);
  }
}
