// The earliest root against a fine scan, and where a scan cannot see it, against functions with roots by construction.
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdio.h>

#include "math/first_root.h"
#include "random.h"

enum { MAX_COUNT = 8, MODES = 4 };

/// g_i = offset_i + sum of amplitudes times cos(omega t + phase).
typedef struct sinusoids {
  int count;
  double offset[MAX_COUNT], amplitude[MAX_COUNT][MODES], phase[MAX_COUNT][MODES], omega[MODES];
} sinusoids;

static void evaluate_sinusoids(double t, double* values, double* rates, void* context) {
  const sinusoids* s = context;
  for (int i = 0; i < s->count; ++i) {
    values[i] = s->offset[i];
    rates[i] = 0;
    for (int k = 0; k < MODES; ++k) {
      const double angle = s->omega[k] * t + s->phase[i][k];
      values[i] += s->amplitude[i][k] * cos(angle);
      rates[i] -= s->amplitude[i][k] * s->omega[k] * sin(angle);
    }
  }
}

static double largest_omega(const sinusoids* s) {
  double largest = 0;
  for (int k = 0; k < MODES; ++k) largest = fmax(largest, s->omega[k]);
  return largest;
}

static carom__first_root find_sinusoids(sinusoids* s, double t_end, bool know_omega) {
  double bounds[MAX_COUNT], noise[MAX_COUNT], workspace[CAROM__FIRST_ROOT_ROWS * MAX_COUNT];
  for (int i = 0; i < s->count; ++i) {
    bounds[i] = 0;
    noise[i] = 1e-15;
    for (int k = 0; k < MODES; ++k) bounds[i] += fabs(s->amplitude[i][k]) * s->omega[k] * s->omega[k];
  }
  const carom__first_root_problem p = {.count = s->count,
                                       .evaluate = evaluate_sinusoids,
                                       .context = s,
                                       .bounds = bounds,
                                       .noise = noise,
                                       .floor_step = 0.15 / largest_omega(s),
                                       .t_end = t_end,
                                       .omega = know_omega ? largest_omega(s) : 0};
  return carom__find_first_root(&p, workspace);
}

static sinusoids any_sinusoids(test_random* r, int count) {
  sinusoids s = {.count = count};
  for (int k = 0; k < MODES; ++k) s.omega[k] = test_random_log(r, 0.3, 3);
  for (int i = 0; i < count; ++i) {
    double sum = 0;
    for (int k = 0; k < MODES; ++k) {
      s.amplitude[i][k] = test_random_log(r, 0.01, 1);
      s.phase[i][k] = test_random_uniform(r, -3.2, 3.2);
      sum += s.amplitude[i][k];
    }
    s.offset[i] = test_random_uniform(r, 0, sum);
  }
  return s;
}

static double lowest_at(sinusoids* s, double t) {
  double values[MAX_COUNT], rates[MAX_COUNT], lowest = HUGE_VAL;
  evaluate_sinusoids(t, values, rates, s);
  for (int i = 0; i < s->count; ++i) lowest = fmin(lowest, values[i]);
  return lowest;
}

/// All positive at the start.
static sinusoids random_sinusoids(test_random* r, int count) {
  sinusoids s = any_sinusoids(r, count);
  while (!(lowest_at(&s, 0) > 1e-3)) s = any_sinusoids(r, count);
  return s;
}

/// First time of a fine grid at which a function is not positive; t_end if there is none.
static double scan(sinusoids* s, double t_end) {
  const int cells = 20000;
  for (int k = 0; k <= cells; ++k)
    if (!(lowest_at(s, t_end * k / cells) > 0)) return t_end * k / cells;
  return t_end;
}

/// Makes the lowest value at the first deep dip a little negative or positive, so that narrow dips are common.
static void lower_to_a_dip(sinusoids* s, test_random* r, double t_end) {
  double deepest = HUGE_VAL, values[MAX_COUNT], rates[MAX_COUNT];
  for (int k = 0; k <= 400; ++k) {
    evaluate_sinusoids(t_end * k / 400, values, rates, s);
    deepest = fmin(deepest, values[0]);
  }
  s->offset[0] -= deepest + test_random_uniform(r, -1, 1) * test_random_log(r, 1e-6, 1e-2);
}

static void check_against_scan(sinusoids* s, double t_end, bool know_omega, long* evaluations) {
  const double scanned = scan(s, t_end), cell = t_end / 20000;
  const carom__first_root found = find_sinusoids(s, t_end, know_omega);
  *evaluations += found.evaluations;
  cr_assert(found.t <= scanned, "%.17g after a root before %.17g", found.t, scanned);
  if (found.index < 0) {
    cr_assert_eq(found.t, t_end);
    return;
  }
  double values[MAX_COUNT], rates[MAX_COUNT];
  evaluate_sinusoids(found.t, values, rates, s);
  // Values are sums of 5 terms below about 4, and t is rounded too: 4 omega eps t.
  if (found.t > 0) cr_assert(fabs(values[found.index]) <= 1e-13, "not a root: %g", values[found.index]);
  if (found.t > 0 && found.t < scanned - cell) {
    const double inside = found.t + 0.5 * cell;
    cr_assert(lowest_at(s, inside) < 1e-6, "a root long before the scan sees one");
  }
}

Test(first_root, never_later_than_a_fine_scan) {
  test_random r = {7};
  for (int known = 0; known < 2; ++known) {
    long evaluations = 0;
    const int cases = 400;
    for (int k = 0; k < cases; ++k) {
      sinusoids s = random_sinusoids(&r, 1 + test_random_below(&r, MAX_COUNT));
      if (k % 2 == 0) lower_to_a_dip(&s, &r, 6);
      check_against_scan(&s, 6, known == 1, &evaluations);
    }
    printf("first_root: %.1f evaluations a search (omega %s)\n", (double)evaluations / cases, known ? "known" : "0");
    cr_expect(evaluations < cases * (known ? 20 : 60));
  }
}

/// A slow fall with a fast small wiggle crosses zero three times or more within a long step.
Test(first_root, the_first_of_several_crossings) {
  test_random r = {5};
  for (int k = 0; k < 1000; ++k) {
    sinusoids s = {.count = 1, .amplitude = {{2, 0.1}}, .phase = {{0.3}}, .omega = {0.5, 10}};
    s.phase[0][1] = test_random_uniform(&r, -3.2, 3.2);
    s.amplitude[0][1] = test_random_log(&r, 1e-3, 0.3);
    s.offset[0] = test_random_uniform(&r, -1, 1);
    long evaluations = 0;
    check_against_scan(&s, 6, k % 2 == 1, &evaluations);
  }
}

/// 1 - cos(omega (t - center)) - depth, without cancellation: dips at every period, as narrow as sqrt(2 depth)/omega.
typedef struct dip {
  double omega, center, depth;
} dip;

typedef struct dips {
  int count;
  dip each[MAX_COUNT];
} dips;

static void evaluate_dips(double t, double* values, double* rates, void* context) {
  const dips* d = context;
  for (int i = 0; i < d->count; ++i) {
    const double w = d->each[i].omega, half = 0.5 * w * (t - d->each[i].center);
    values[i] = 2 * sin(half) * sin(half) - d->each[i].depth;
    rates[i] = 2 * w * sin(half) * cos(half);
  }
}

static carom__first_root find_dips(dips* d, double t_end, bool know_omega) {
  double bounds[MAX_COUNT], noise[MAX_COUNT], workspace[CAROM__FIRST_ROOT_ROWS * MAX_COUNT], omega = 0;
  for (int i = 0; i < d->count; ++i) {
    bounds[i] = d->each[i].omega * d->each[i].omega;
    noise[i] = 1e-20;
    omega = fmax(omega, d->each[i].omega);
  }
  const carom__first_root_problem p = {.count = d->count,
                                       .evaluate = evaluate_dips,
                                       .context = d,
                                       .bounds = bounds,
                                       .noise = noise,
                                       .floor_step = 0.15 / omega,
                                       .t_end = t_end,
                                       .omega = know_omega ? omega : 0};
  return carom__find_first_root(&p, workspace);
}

/// The first root by its formula: center less half the width of the dip.
static double first_root_of(const dip* d) {
  return d->center - 2 * asin(sqrt(0.5 * d->depth)) / d->omega;
}

static void check_dips(dips* d, bool know_omega, long* evaluations) {
  int first = 0;
  for (int i = 1; i < d->count; ++i)
    if (first_root_of(&d->each[i]) < first_root_of(&d->each[first])) first = i;
  const double expected = first_root_of(&d->each[first]);
  const carom__first_root found = find_dips(d, 2, know_omega);
  *evaluations += found.evaluations;
  cr_assert_eq(found.index, first, "%d at %.17g, not %d at %.17g", found.index, found.t, first, expected);
  // t - center is rounded by eps t; the root of so flat a function moves with it, no more.
  cr_assert(fabs(found.t - expected) <= 4 * DBL_EPSILON, "%g", found.t - expected);
}

Test(first_root, sees_dips_of_any_width) {
  test_random r = {11};
  for (int known = 0; known < 2; ++known) {
    long evaluations = 0;
    for (int k = 0; k < 2000; ++k) {
      dips d = {.count = 1 + k % MAX_COUNT};
      for (int i = 0; i < d.count; ++i)  // the period is longer than the search: one dip each
        d.each[i] =
            (dip){test_random_uniform(&r, 1, 2.5), test_random_uniform(&r, 0.4, 1.9), test_random_log(&r, 1e-18, 1e-2)};
      check_dips(&d, known == 1, &evaluations);
    }
    printf("first_root: %.1f evaluations for narrow dips (omega %s)\n", (double)evaluations / 2000,
           known ? "known" : "0");
    cr_expect(evaluations < 2000 * 40);
  }
}

Test(first_root, a_dip_that_stays_positive_is_no_root) {
  for (int known = 0; known < 2; ++known)
    for (double gap = 1e-18; gap < 1; gap *= 10) {
      dips d = {1, {{2, 0.7, -gap}}};
      const carom__first_root found = find_dips(&d, 2, known == 1);
      cr_expect(found.index == -1 && found.t == 2, "gap %g: %d at %g", gap, found.index, found.t);
    }
}

/// An earlier root of another function inside the step that found the first one.
Test(first_root, a_dip_hides_before_the_root_of_another) {
  dips d = {2, {{1, 1.5, 0.5}, {2.5, 0.3, 1e-15}}};
  cr_assert(first_root_of(&d.each[1]) < first_root_of(&d.each[0]));
  long evaluations = 0;
  check_dips(&d, false, &evaluations);
  check_dips(&d, true, &evaluations);
}

/// g = c0 + c1 t + c2 t^2.
static void evaluate_parabolas(double t, double* values, double* rates, void* context) {
  const double(*c)[3] = context;
  for (int i = 0; i < 2; ++i) {
    values[i] = c[i][0] + t * (c[i][1] + t * c[i][2]);
    rates[i] = c[i][1] + 2 * t * c[i][2];
  }
}

static carom__first_root find_parabolas(double c[2][3], double t_end) {
  const double bounds[2] = {2 * fabs(c[0][2]), 2 * fabs(c[1][2])}, noise[2] = {1e-14, 1e-14};
  double workspace[CAROM__FIRST_ROOT_ROWS * 4];
  const carom__first_root_problem p = {.count = 2,
                                       .evaluate = evaluate_parabolas,
                                       .context = c,
                                       .bounds = bounds,
                                       .noise = noise,
                                       .floor_step = 0.01,
                                       .t_end = t_end};
  return carom__find_first_root(&p, workspace);
}

Test(first_root, no_root_gives_the_end) {
  double c[2][3] = {{1, 0, 0}, {1, -1, 1}};
  const carom__first_root found = find_parabolas(c, 5);
  cr_expect(found.index == -1 && found.t == 5);
}

Test(first_root, straight_lines_need_few_evaluations) {
  double c[2][3] = {{1, -0.25, 0}, {2, -0.25, 0}};
  const carom__first_root found = find_parabolas(c, 50);
  cr_expect(found.index == 0 && found.t == 4 && found.evaluations <= 5, "%d at %.17g, %d", found.index, found.t,
            found.evaluations);
}

/// What a contact that just began does: zero, rising.
Test(first_root, a_function_that_starts_at_zero_is_armed_when_it_rises) {
  for (double start = -8e-15; start <= 1e-14; start += 2e-15) {
    double c[2][3] = {{start, 1, -1}, {3, 0, 0}};
    const carom__first_root found = find_parabolas(c, 3);
    cr_expect(found.index == 0 && fabs(found.t - 1) < 3e-14, "%d at %.17g", found.index, found.t);
  }
}

/// What friction does after slip turned to stick: value and rate are zero, then it rises.
Test(first_root, a_function_that_starts_flat_at_zero_is_armed_when_it_rises) {
  for (double rate = -1e-17; rate <= 1e-17; rate += 1e-17) {
    double c[2][3] = {{0, rate, 1}, {1, -0.5, 0}};
    const carom__first_root found = find_parabolas(c, 3);
    cr_expect(found.index == 1 && found.t == 2, "%d at %.17g", found.index, found.t);
  }
}

Test(first_root, a_function_that_starts_at_zero_and_falls_has_its_root_there) {
  double c[2][3] = {{1, -1, 0}, {1e-16, -1, 1}};
  const carom__first_root found = find_parabolas(c, 3);
  cr_expect(found.index == 1 && found.t == 0 && found.evaluations == 1);
}

/// Too flat for the rate to tell: the fall below -noise counts, where it happens.
Test(first_root, a_function_that_starts_flat_at_zero_and_falls_later) {
  double c[2][3] = {{1, -1, 0}, {0, 0, -1}};
  const carom__first_root found = find_parabolas(c, 3);
  cr_expect(found.index == 1 && fabs(found.t - 1e-7) < 1e-14, "%d at %.17g", found.index, found.t);
}

Test(first_root, a_function_that_starts_negative_has_its_root_there) {
  double c[2][3] = {{1, -1, 0}, {-1e-13, 1, 0}};
  const carom__first_root found = find_parabolas(c, 3);
  cr_expect(found.index == 1 && found.t == 0);
}

Test(first_root, nothing_to_search) {
  double c[2][3] = {{1, -1, 0}, {1, 0, 0}};
  cr_expect(find_parabolas(c, 0).index == -1 && find_parabolas(c, 0).t == 0);
  const carom__first_root at_end = find_parabolas(c, 1);
  cr_expect(at_end.index == 0 && at_end.t == 1);
}

Test(first_root, nan_ends_the_search) {
  double c[2][3] = {{1, -1, 0}, {NAN, 0, 0}};
  const carom__first_root found = find_parabolas(c, 3);
  cr_expect(found.index == -1 && isnan(found.t));
  double late[2][3] = {{1, -1, 0}, {1, 0, 1e308}};
  cr_expect(isnan(find_parabolas(late, 1e3).t));
}

/// cos(1e6 t) + 1 + 1e-9 touches almost zero a million times: the budget ends the search, and says how far it got.
Test(first_root, the_budget_bounds_the_search) {
  sinusoids s = {.count = 1, .offset = {1 + 1e-9}, .amplitude = {{1}}, .omega = {1e6}};
  const carom__first_root found = find_sinusoids(&s, 10, true);
  cr_expect(found.index == -1 && found.t > 1e-4 && found.t < 10 && found.evaluations < 4100, "%g, %d", found.t,
            found.evaluations);
}

/// A cone that a large force leaves and comes back to at once: (B + A cos t)^2 - 4 starts level and above 0, dips deep
/// and rises steeply. Both ends of a step see it rise; the search must not step over the dip.
Test(first_root, a_steep_end_does_not_hide_a_dip) {
  for (double start = 2.001; start < 2.2; start += 0.003) {
    const double a = 340, b = start - a;
    sinusoids s = {.count = 1, .offset = {0.5 * a * a + b * b - 4}, .omega = {1, 2}};
    s.amplitude[0][0] = 2 * a * b;
    s.amplitude[0][1] = 0.5 * a * a;
    const carom__first_root root = find_sinusoids(&s, 4, true);
    const double first = acos(1 - (start - 2) / a);
    cr_expect(fabs(root.t - first) <= 1e-6 * first, "%g: %g instead of %g", start, root.t, first);
  }
}
