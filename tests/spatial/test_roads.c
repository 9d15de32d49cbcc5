// Two roads to one answer: the exact solver against the general integrator on the same equations (second_road.c). The
// second road is checked against the stored references first, so that it is trusted on its own.
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "carom/spatial.h"
#include "sample.h"
#include "second_road.h"
#include "spatial_cases.h"

enum { CASE_COUNT = sizeof spatial_cases / sizeof *spatial_cases, IMPACTS = 10000 };

/// The smallest tolerance at which the rounding of one step stays below it.
static const double TOLERANCE = 1e-14;

/// |a - b| as a part of |b|; 0 when both are equal.
static double off(carom_vec3 a, carom_vec3 b) {
  const double distance = carom_vec3_norm(carom_vec3_sub(a, b));
  return distance == 0 ? 0 : distance / carom_vec3_norm(b);
}

static double off_number(double a, double b, double scale) {
  return a == b ? 0 : fabs(a - b) / scale;
}

/// The sequence without the leading l, which the second road does not look for.
static const char* without_l(const char* sequence) {
  return sequence[0] == 'l' ? sequence + 1 : sequence;
}

typedef carom_status second_road_function(const carom_spatial_problem* problem, double tolerance, second_road* out);

/// The worst impulse error over all stored cases.
static double worst_of_cases(second_road_function* solve, double tolerance) {
  double worst = 0;
  for (int i = 0; i < CASE_COUNT; ++i) {
    const spatial_case* c = &spatial_cases[i];
    second_road got;
    cr_assert_eq(solve(&c->problem, tolerance, &got), CAROM_OK, "%s", c->name);
    cr_expect_str_eq(got.sequence, c->sequence[0] ? without_l(c->sequence) : "none", "%s", c->name);
    worst = fmax(worst, off(got.impulse, c->impulse));
  }
  return worst;
}

Test(spatial_roads, the_second_road_meets_the_stored_references) {
  cr_assert_geq(CASE_COUNT, 26);
  const double worst = worst_of_cases(second_road_solve, TOLERANCE),
               short_worst = worst_of_cases(second_road_dopri5, 1e-10);
  printf("second road on %d stored cases: worst %.2g; DOPRI5 at 1e-10: %.2g\n", CASE_COUNT, worst, short_worst);
  cr_expect_leq(worst, 1e-12);
  // Each of a few hundred steps is allowed 1e-10, and not all err to the same side.
  cr_expect_leq(short_worst, 1e-8);
}

typedef struct worst_off {
  double impulse, v, compression, slip_end, stored, friction, short_impulse;
  int nearly_vanished, recompressed;
} worst_off;

static void compare_words(int i, const carom_spatial_outcome* a, const second_road* b, worst_off* w) {
  w->nearly_vanished += b->nearly_vanished;
  w->recompressed += b->recompressed;
  cr_assert_eq(a->recompressed, b->recompressed, "%d", i);
  // Slip that falls to 1e-17 of itself and grows again has not vanished, but whether it has is below rounding: then the
  // words may differ. The numbers may not.
  if (b->nearly_vanished) return;
  cr_assert_str_eq(without_l(a->sequence), b->sequence, "%d", i);
  cr_assert(a->slip_vanished == b->slip_vanished && a->stuck == b->stuck && a->resumed == b->resumed, "%d", i);
}

static void compare_numbers(int i, const carom_spatial_problem* p, const carom_spatial_outcome* a, const second_road* b,
                            worst_off* w) {
  const double size = carom_vec3_norm(b->impulse), speed = carom_vec3_norm(p->v) + carom_vec3_norm(b->v);
  const double energy = b->stored + b->friction;
  const double impulse = off(a->impulse, b->impulse);
  cr_assert_leq(impulse, 1e-12, "%d, %s: impulse off by %.3g", i, b->sequence, impulse);
  w->impulse = fmax(w->impulse, impulse);
  w->v = fmax(w->v, carom_vec3_norm(carom_vec3_sub(a->v, b->v)) / speed);
  w->compression = fmax(w->compression, off_number(a->impulse_n_compression, b->impulse_n_compression, size));
  if (!b->nearly_vanished)
    w->slip_end = fmax(w->slip_end, off_number(a->impulse_n_slip_end, b->impulse_n_slip_end, size));
  w->stored = fmax(w->stored, off_number(a->stored, b->stored, energy));
  w->friction = fmax(w->friction, off_number(a->energy.friction, b->friction, energy));
}

static void compare_one(int i, const carom_spatial_problem* p, worst_off* w) {
  carom_spatial_outcome a;
  second_road b, c;
  cr_assert_eq(carom_spatial_solve(p, &a, NULL), CAROM_OK, "%d", i);
  cr_assert_eq(second_road_solve(p, TOLERANCE, &b), CAROM_OK, "%d", i);
  cr_assert_eq(second_road_dopri5(p, 1e-10, &c), CAROM_OK, "%d", i);
  compare_words(i, &a, &b, w);
  if (strcmp(b.sequence, "none") == 0) return;
  compare_numbers(i, p, &a, &b, w);
  w->short_impulse = fmax(w->short_impulse, off(c.impulse, a.impulse));
}

static void report(const char* what, const worst_off* w) {
  printf(
      "%s, %d impacts: worst impulse %.2g, v %.2g, I_zc %.2g, I_zs %.2g, E_c %.2g, friction %.2g; DOPRI5 at 1e-10 "
      "%.2g; "
      "%d recompressed, %d nearly vanished\n",
      what, IMPACTS, w->impulse, w->v, w->compression, w->slip_end, w->stored, w->friction, w->short_impulse,
      w->recompressed, w->nearly_vanished);
  cr_expect_leq(w->v, 1e-12);
  cr_expect_leq(w->compression, 1e-12);
  cr_expect_leq(w->slip_end, 1e-12);
  cr_expect_leq(w->stored, 1e-12);
  cr_expect_leq(w->friction, 1e-12);
  cr_expect_leq(w->short_impulse, 1e-8);
}

Test(spatial_roads, exact_and_integrated_agree, .timeout = 600) {
  test_random r = {11};
  worst_off w = {0};
  for (int i = 0; i < IMPACTS; ++i) {
    const carom_spatial_problem p = sample_spatial(&r, (sample_ranges){.mass = 10, .mu = 3, .slip = 100});
    compare_one(i, &p, &w);
  }
  report("two roads", &w);
}

/// Bodies of very different mass, more friction, slip much faster or slower than the approach.
Test(spatial_roads, exact_and_integrated_agree_far_out, .timeout = 600) {
  test_random r = {12};
  worst_off w = {0};
  for (int i = 0; i < IMPACTS; ++i) {
    const carom_spatial_problem p = sample_spatial(&r, (sample_ranges){.mass = 100, .mu = 10, .slip = 1e4});
    compare_one(i, &p, &w);
  }
  report("two roads, wide", &w);
}

/// Condition (18) fails: v_z may fall first, or fall again after compression has ended.
Test(spatial_roads, exact_and_integrated_agree_where_friction_jams, .timeout = 600) {
  test_random r = {13};
  worst_off w = {0};
  for (int i = 0; i < IMPACTS;) {
    carom_spatial_problem p = sample_spatial(&r, (sample_ranges){.mass = 10, .mu = 20, .slip = 10});
    p.surface.mu = p.surface.mu_static = p.surface.mu * 3;
    if (p.surface.mu * hypot(p.w.m[0][2], p.w.m[1][2]) <= p.w.m[2][2]) continue;
    compare_one(i++, &p, &w);
  }
  report("two roads, jammed", &w);
  cr_expect_geq(w.recompressed, 5);
}
