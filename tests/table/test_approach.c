// The first contact, against the same search in arithmetic of 113 bits that halves its intervals and does no more.
#include <criterion/criterion.h>
#include <float.h>

#include "carom/table.h"
#include "random.h"
#include "soak.h"

__extension__ typedef __float128 wide;

static wide part(const double* d, wide t) {
  return d[0] + t * (d[1] + t * d[2]);
}

/// Components as rows of d0, d1, d2.
typedef struct rows {
  double d[3][3];
  int count;
  wide rho;
} rows;

static rows rows_of(const carom_approach* a) {
  return (rows){
      {{a->d0.x, a->d1.x, a->d2.x}, {a->d0.y, a->d1.y, a->d2.y}, {a->d0.z, a->d1.z, a->d2.z}}, a->dimension, a->rho};
}

static wide square_gap(const rows* r, wide t) {
  wide sum = 0;
  for (int i = 0; i < r->count; ++i) sum += part(r->d[i], t) * part(r->d[i], t);
  return sum - r->rho * r->rho;
}

static wide half_rate(const rows* r, wide t) {
  wide sum = 0;
  for (int i = 0; i < r->count; ++i) sum += part(r->d[i], t) * (r->d[i][1] + 2 * t * r->d[i][2]);
  return sum;
}

static wide half(const rows* r, wide (*f)(const rows*, wide), wide lo, wide hi) {
  const bool positive = f(r, lo) > 0;
  for (int i = 0; i < 118; ++i) {
    const wide middle = (lo + hi) / 2;
    if ((f(r, middle) > 0) == positive) {
      lo = middle;
    } else {
      hi = middle;
    }
  }
  return lo;
}

static wide wide_sqrt(wide x) {
  wide root = sqrt((double)x);
  for (int i = 0; i < 4 && root > 0; ++i) root = (root + x / root) / 2;
  return root;
}

static int inflections(const rows* r, wide until, wide* out) {
  wide a = 0, b = 0, c = 0;
  for (int i = 0; i < r->count; ++i) {
    const wide d0 = r->d[i][0], d1 = r->d[i][1], d2 = r->d[i][2];
    a += 6 * d2 * d2, b += 6 * d1 * d2, c += d1 * d1 + 2 * d0 * d2;
  }
  const wide discriminant = b * b - 4 * a * c;
  if (!(a > 0 && discriminant > 0)) return 0;
  const wide root = wide_sqrt(discriminant), low = (-b - root) / (2 * a), high = (-b + root) / (2 * a);
  int count = 0;
  if (low > 0 && low < until) out[count++] = low;
  if (high > 0 && high < until) out[count++] = high;
  return count;
}

/// HUGE_VAL: none. *least is the square of the least distance less rho^2.
static wide reference(const carom_approach* approach, wide until, wide* least) {
  const rows r = rows_of(approach);
  wide cut[6] = {0}, turn[6] = {0};
  int cuts = 1 + inflections(&r, until, cut + 1), turns = 1;
  cut[cuts++] = until;
  for (int i = 0; i + 1 < cuts; ++i)
    if ((half_rate(&r, cut[i]) > 0) != (half_rate(&r, cut[i + 1]) > 0))
      turn[turns++] = half(&r, half_rate, cut[i], cut[i + 1]);
  turn[turns++] = until;
  *least = square_gap(&r, 0);
  for (int i = 1; i < turns; ++i) {
    const wide gap = square_gap(&r, turn[i]);
    if (gap < *least) *least = gap;
    if (gap < 0 && square_gap(&r, turn[i - 1]) > 0) return half(&r, square_gap, turn[i - 1], turn[i]);
  }
  return HUGE_VAL;
}

static double wiggle(test_random* r, double low, double high) {
  return test_random_uniform(r, -1, 1) * test_random_log(r, low, high);
}

/// Balls on a table of metres: slow and fast, sliding, rolling and flying.
static carom_approach random_approach(test_random* r) {
  carom_approach a = {.rho = 0.05715, .dimension = 2 + test_random_below(r, 2)};
  double* const parts[] = {&a.d0.x, &a.d0.y, &a.d0.z, &a.d1.x, &a.d1.y, &a.d1.z, &a.d2.x, &a.d2.y, &a.d2.z};
  for (int i = 0; i < 9; ++i)
    *parts[i] = i < 3 ? test_random_uniform(r, -1, 1) : i < 6 ? wiggle(r, 0.03, 3) : wiggle(r, 0.06, 1);
  if (test_random_below(r, 2)) a.d0.z *= 0.05, a.d2.z = -4.905;
  return a;
}

static double start_distance(const carom_approach* a) {
  return a->dimension == 2 ? hypot(a->d0.x, a->d0.y) : carom_vec3_norm(a->d0);
}

/// rho becomes the least distance, but for a part of 1e-3 to 1e-17 of it. False: the least is at an end.
static bool graze(test_random* r, carom_approach* a, double until) {
  wide least;
  a->rho = 1e-9;
  reference(a, until, &least);
  const double sign = test_random_below(r, 2) ? 1 : -1;
  a->rho = (double)wide_sqrt(least + (wide)a->rho * a->rho) * (1 + sign * test_random_log(r, 1e-17, 1e-3));
  return a->rho > 1e-3 && a->rho < 0.999 * start_distance(a);
}

typedef struct tally {
  long contacts, differ;
  double worst_depth;  // a part of rho
  double worst_gap;    // of the lengths that make up the distance
} tally;

/// d0, d1 t and d2 t^2, and rho: each is rounded.
static double lengths(const carom_approach* a, double t) {
  return a->rho + carom_vec3_norm(a->d0) + carom_vec3_norm(a->d1) * t + carom_vec3_norm(a->d2) * t * t;
}

static void compare(const carom_approach* a, double until, tally* sum) {
  wide least;
  const wide expected = reference(a, until, &least);
  const double found = carom_first_contact(a, until), depth = fabs((double)(least / (2 * (wide)a->rho * a->rho)));
  sum->contacts += expected < HUGE_VAL;
  if ((expected < HUGE_VAL) != (found < HUGE_VAL)) {
    ++sum->differ;
    sum->worst_depth = fmax(sum->worst_depth, depth);
  } else if (found < HUGE_VAL) {
    const rows r = rows_of(a);
    sum->worst_gap = fmax(sum->worst_gap, fabs((double)(square_gap(&r, found) / (2 * r.rho))) / lengths(a, found));
  }
}

static tally run(long count, bool grazing) {
  test_random r = {grazing ? 5 : 4};
  tally sum = {0};
  for (long i = 0; i < count; ++i) {
    carom_approach a = random_approach(&r);
    const double until = test_random_uniform(&r, 0, 3);
    if (!(start_distance(&a) > 1.001 * a.rho) || (grazing && !graze(&r, &a, until))) continue;
    compare(&a, until, &sum);
  }
  return sum;
}

Test(approach, random_contacts_are_neither_missed_nor_invented) {
  const tally sum = run(soak_count(20000), false);
  cr_expect_gt(sum.contacts, 200);
  cr_expect_eq(sum.differ, 0, "%ld of %ld differ, depth %g", sum.differ, sum.contacts, sum.worst_depth);
  cr_expect_leq(sum.worst_gap, 2 * DBL_EPSILON, "at the answer the gap is %g of what makes it up", sum.worst_gap);
}

/// A graze deeper than a few roundings of the distance is seen.
Test(approach, grazes_are_seen_down_to_rounding) {
  const tally sum = run(soak_count(6000), true);
  cr_expect_gt(sum.contacts, 1000);
  cr_expect_leq(sum.worst_depth, 2e-15, "%ld of %ld differ, depth %g", sum.differ, sum.contacts, sum.worst_depth);
  cr_expect_leq(sum.worst_gap, 2 * DBL_EPSILON, "at the answer the gap is %g of what makes it up", sum.worst_gap);
}

Test(approach, straight_lines_have_the_textbook_time) {
  const carom_approach head_on = {.d0 = {3, 0, 0}, .d1 = {-2, 0, 0}, .rho = 1, .dimension = 3};
  cr_expect_float_eq(carom_first_contact(&head_on, 10), 1, 1e-15);
  cr_expect_eq(carom_first_contact(&head_on, 0.9), HUGE_VAL);
  cr_expect_float_eq(carom_first_contact(&head_on, HUGE_VAL), 1, 1e-15);
}

Test(approach, what_touches_counts_when_it_approaches) {
  carom_approach a = {.d0 = {1, 0, 0}, .d1 = {-1, 0, 0}, .rho = 1, .dimension = 2};
  cr_expect_eq(carom_first_contact(&a, 1), 0);
  a.d1.x = 1;
  cr_expect_eq(carom_first_contact(&a, 1), HUGE_VAL);
  a.d2.x = -1;  // separates, turns and comes back after 1
  cr_expect_float_eq(carom_first_contact(&a, 5), 1, 1e-15);
  a.rho = 1 + 1e-15;  // overlaps by rounding: the same
  cr_expect_float_eq(carom_first_contact(&a, 5), 1, 1e-14);
  a.rho = 2;  // overlaps still where it turns: there
  cr_expect_float_eq(carom_first_contact(&a, 5), 0.5, 1e-15);
}

Test(approach, two_dimensions_do_not_see_the_third) {
  const carom_approach a = {.d0 = {3, 0, 5}, .d1 = {-2, 0, 7}, .d2 = {0, 0, 1}, .rho = 1, .dimension = 2};
  cr_expect_float_eq(carom_first_contact(&a, 10), 1, 1e-15);
}

Test(approach, nothing_moves_and_nothing_is_a_number) {
  const carom_approach still = {.d0 = {3, 0, 0}, .rho = 1, .dimension = 3};
  cr_expect_eq(carom_first_contact(&still, HUGE_VAL), HUGE_VAL);
  const carom_approach bad = {.d0 = {NAN, 0, 0}, .d1 = {1, 0, 0}, .rho = 1, .dimension = 3};
  cr_expect_eq(carom_first_contact(&bad, 1), HUGE_VAL);
}
