// Thousands of random level crossings of a sinusoid: none may be missed, none invented, grazes included.
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "carom/integrate.h"
#include "random.h"

static const double PI = 3.14159265358979323846;

static void oscillator(double t, const double* y, double* rate, void* context) {
  (void)t, (void)context;
  rate[0] = y[1];
  rate[1] = -y[0];
}

enum { EVENTS = 160 };

/// Random level crossings: gap i is a_i cos(t - phase_i) - level_i, some of them grazing, some never reached.
typedef struct levels {
  double a[EVENTS], phase[EVENTS], level[EVENTS];
  carom_ode_direction direction[EVENTS];
} levels;

static void level_gaps(double t, const double* y, double* gaps, double* gap_rates, void* context) {
  (void)t;
  const levels* l = context;
  for (int i = 0; i < EVENTS; ++i) {
    const double c = cos(l->phase[i]), s = sin(l->phase[i]);
    gaps[i] = l->a[i] * (y[0] * c - y[1] * s) - l->level[i];
    gap_rates[i] = l->a[i] * (y[1] * c + y[0] * s);
  }
}

static levels random_levels(test_random* r) {
  levels l;
  for (int i = 0; i < EVENTS; ++i) {
    l.a[i] = test_random_log(r, 1e-3, 1e3);
    l.phase[i] = test_random_uniform(r, -3, 3);
    // A quarter comes within 1e-3 to 1e-9 of a graze, on either side.
    const double graze = 1 + (test_random_below(r, 2) ? 1 : -1) * test_random_log(r, 1e-9, 1e-3);
    l.level[i] = l.a[i] * (test_random_below(r, 4) == 0 ? graze : test_random_uniform(r, -1.2, 1.2));
    l.direction[i] = (carom_ode_direction)test_random_below(r, 4);
  }
  return l;
}

/// How often cos(t - phase) crosses a level in the given direction for 0 < t < end.
static int count_crossings(const levels* l, int i, double end) {
  const double level = l->level[i] / l->a[i];
  if (!(fabs(level) < 1) || l->direction[i] == CAROM_ODE_OFF) return 0;
  int count = 0;
  for (int sign = -1; sign <= 1; sign += 2) {  // falling at phase + arccos, rising at phase - arccos
    if (l->direction[i] == (sign < 0 ? CAROM_ODE_FALLING : CAROM_ODE_RISING)) continue;
    for (double t = l->phase[i] + sign * acos(level) - 4 * PI; t < end; t += 2 * PI) count += t > 0;
  }
  return count;
}

Test(integrate_levels, random_level_crossings_are_all_found) {
  test_random r = {5};
  static carom_ode ode;
  const double start[] = {1, 0}, end = 30;
  int total = 0;
  for (int trial = 0; trial < 20; ++trial) {
    levels l = random_levels(&r);
    int found[EVENTS] = {0};
    carom_ode_problem p = carom_ode_problem_default();
    p.size = 2;
    p.rate = oscillator;
    p.method = trial % 2 ? CAROM_ODE_DOP853 : CAROM_ODE_DOPRI5;
    p.gap = level_gaps;
    p.event_count = EVENTS;
    p.directions = l.direction;
    p.context = &l;
    p.relative = p.absolute = 1e-13;  // a graze of depth 1e-9 must not drown in the error of the solution
    p.max_step = 2;                   // at most one turning point of each gap in a step
    cr_assert_eq(carom_ode_start(&ode, &p, 0, start, NULL), CAROM_OK);
    while (ode.t < end) {
      cr_assert_eq(carom_ode_advance(&ode, end, NULL), CAROM_OK);
      for (int k = 0; k < ode.fired_count; ++k) ++found[ode.fired[k]];
    }
    for (int i = 0; i < EVENTS; ++i) {
      const int want = count_crossings(&l, i, end);
      cr_expect_eq(found[i], want, "trial %d, event %d: %d crossings, want %d (level %.12g)", trial, i, found[i], want,
                   l.level[i] / l.a[i]);
      total += found[i];
    }
  }
  printf("%d random crossings found\n", total);
  cr_expect_gt(total, 3000);
}
