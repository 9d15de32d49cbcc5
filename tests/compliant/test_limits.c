// Where the answer is known from elsewhere: the rigid solver at the end of eta2 -> 0, closed forms without friction,
// without slip, with e = 0 and e = 1, planar motion by a second road; and what must not change it: the choice of the
// tangents, the units.
#include <criterion/criterion.h>
#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carom/compliant.h"
#include "carom/spatial.h"
#include "compliant/planar_road.h"
#include "kit/expect.h"
#include "spatial/sample.h"

static carom_compliant_outcome solve(carom_compliant_problem p) {
  carom_compliant_outcome o;
  carom_diag diag = {0};
  cr_assert_eq(carom_compliant_solve(&p, &o, &diag), CAROM_OK, "%s: %s", diag.field, diag.message);
  return o;
}

static carom_compliant_problem sample(test_random* r, double mu) {
  carom_compliant_problem p = carom_compliant_problem_default();
  p.w = sample_matrix(r, 10);
  p.v.z = -test_random_log(r, 0.1, 10);
  const double slip = -p.v.z * test_random_log(r, 0.01, 100), angle = test_random_uniform(r, -4, 4);
  p.v.x = slip * cos(angle);
  p.v.y = slip * sin(angle);
  p.surface.e = test_random_uniform(r, 0.1, 1);
  p.surface.mu = p.surface.mu_static = test_random_uniform(r, 0.05, mu);
  p.surface.eta2 = test_random_log(r, 0.1, 10);
  return p;
}

static double distance(carom_vec3 a, carom_vec3 b) {
  return carom_vec3_norm(carom_vec3_sub(a, b));
}

// Towards the rigid contact.

static carom_vec3 rigid_impulse(const carom_compliant_problem* p) {
  carom_spatial_problem rigid = {p->w, p->v, p->surface};
  rigid.surface.eta2 = 0;
  carom_spatial_outcome o;
  cr_assert_eq(carom_spatial_solve(&rigid, &o, NULL), CAROM_OK);
  return o.impulse;
}

/// Prints the distance to the rigid answer for falling eta2 and returns the slope of its logarithm over all of them.
static double observed_order(carom_compliant_problem p, double first, double last, const char* name) {
  const carom_vec3 rigid = rigid_impulse(&p);
  enum { STEPS = 9 };
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  printf("%s, distance to the rigid impulse:", name);
  for (int i = 0; i < STEPS; ++i) {
    p.surface.eta2 = first * pow(last / first, i / (double)(STEPS - 1));
    const double off = distance(solve(p).impulse, rigid) / carom_vec3_norm(rigid);
    printf(" %.1e at %.0e%s", off, p.surface.eta2, i + 1 < STEPS ? "," : "");
    const double x = log(p.surface.eta2), y = log(off);
    sx += x;
    sy += y;
    sxx += x * x;
    sxy += x * y;
  }
  const double slope = (STEPS * sxy - sx * sy) / (STEPS * sxx - sx * sx);
  printf("; order %.2f\n", slope);
  return slope;
}

static carom_compliant_problem pin(double mu, double slip) {
  carom_compliant_problem p = carom_compliant_problem_default();
  p.w = (carom_mat3){{{3, 0.5, 0.25}, {0.5, 2, -0.5}, {0.25, -0.5, 1}}};
  p.v = (carom_vec3){slip, slip / 2, -1};
  p.surface.e = 0.7;
  p.surface.mu = p.surface.mu_static = mu;
  return p;
}

/// While the particle slides its springs follow the slip velocity with a delay of the order of eta2.
Test(compliant_limits, sliding_tends_to_the_rigid_slide_with_the_order_one) {
  const double order = observed_order(pin(0.3, 3), 1e-2, 1e-5, "sliding");
  cr_expect(order > 0.9 && order < 1.1, "order %g", order);
}

static int by_size(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

enum { MANY = 400 };

/// Distances to the rigid answer, sorted, of random impacts with the given mu eta2.
static void rigid_distances(double mu_eta2, double off[MANY]) {
  test_random r = {10};
  for (int i = 0; i < MANY; ++i) {
    carom_compliant_problem p = sample(&r, 1.5);
    p.surface.eta2 = mu_eta2 / p.surface.mu;
    const carom_vec3 rigid = rigid_impulse(&p);
    off[i] = distance(solve(p).impulse, rigid) / carom_vec3_norm(rigid);
  }
  qsort(off, MANY, sizeof *off, by_size);
}

/// Particles that stick leave the tangential springs swinging until the normal force no longer holds them. That costs
/// the order of eta2 as well, but for impacts that end within a swing or so of a switch: those have the order one half.
Test(compliant_limits, most_impacts_tend_to_the_rigid_ones_with_the_order_one) {
  static double far[MANY], near[MANY];
  rigid_distances(1e-2, far);
  rigid_distances(1e-5, near);
  const int middle = MANY / 2, late = MANY * 98 / 100;
  const double median = log10(far[middle] / near[middle]) / 3, tail = log10(far[late] / near[late]) / 3;
  printf(
      "towards rigid, mu eta2 from 1e-2 to 1e-5: median %.1e to %.1e, order %.2f; 98th percentile %.1e to %.1e, order "
      "%.2f; worst %.1e\n",
      far[middle], near[middle], median, far[late], near[late], tail, near[MANY - 1]);
  cr_expect(median > 0.9 && median < 1.1, "order %g", median);
  cr_expect(tail > 0.3, "order %g", tail);
}

Test(compliant_limits, below_the_rigid_limit_it_is_the_rigid_answer) {
  carom_compliant_problem p = pin(0.5, 0.3);
  p.surface.eta2 = 0.999 * CAROM_COMPLIANT_RIGID_LIMIT / p.surface.mu;
  const carom_compliant_outcome below = solve(p);
  cr_expect(below.warnings & CAROM_WARN_RIGID_LIMIT);
  cr_expect_eq(distance(below.impulse, rigid_impulse(&p)), 0);
  p.surface.eta2 = 1.001 * CAROM_COMPLIANT_RIGID_LIMIT / p.surface.mu;
  const carom_compliant_outcome above = solve(p);
  cr_expect_not(above.warnings & CAROM_WARN_RIGID_LIMIT);
  const double jump = distance(above.impulse, below.impulse) / carom_vec3_norm(below.impulse);
  printf("across the rigid limit the impulse jumps by %.2g of itself\n", jump);
  cr_expect_lt(jump, 1e-3);
}

/// Friction that holds next to nothing, and W that drives the springs along the surface: what sticks at the start slips
/// long before the springs have swung, and was let go too late. The friction of the whole impact is no more than mu I_n
/// but for rounding of v, which is far more than v_t.
Test(compliant_limits, friction_that_holds_next_to_nothing) {
  const double w[3][3] = {{83.05, 61.85, 44.68}, {61.85, 102.16, 12.01}, {44.68, 12.01, 83.69}};
  for (double mu = 1e-6; mu < 1e-3; mu *= 1.7)
    for (double speed = 1; speed < 1e12; speed *= 10) {
      carom_compliant_problem p = carom_compliant_problem_default();
      memcpy(p.w.m, w, sizeof w);
      p.v = (carom_vec3){-3.67, -4.50, -speed};
      p.surface.e = 0.96;
      p.surface.mu = p.surface.mu_static = mu;
      p.surface.eta2 = 1.2;
      const carom_compliant_outcome o = solve(p);
      const double friction = hypot(o.impulse.x, o.impulse.y);
      cr_expect_leq(friction - mu * o.impulse.z, 1e-15 * o.impulse.z, "mu %g, %g m/s: %g", mu, speed,
                    friction / o.impulse.z - mu);
    }
}

// Closed forms.

Test(compliant_limits, without_friction_only_the_normal_acts) {
  test_random r = {11};
  for (int i = 0; i < 10000; ++i) {
    carom_compliant_problem p = sample(&r, 1);
    p.surface.mu = p.surface.mu_static = 0;
    const carom_compliant_outcome o = solve(p);
    const double impulse = -(1 + p.surface.e) * p.v.z / p.w.m[2][2];
    cr_assert(o.impulse.x == 0 && o.impulse.y == 0, "%d", i);
    cr_assert_lt(fabs(o.impulse.z - impulse), 8 * DBL_EPSILON * impulse, "%d", i);
    cr_assert_lt(fabs(o.v.z + p.surface.e * p.v.z), 16 * DBL_EPSILON * -p.v.z, "%d", i);
    cr_assert_eq(o.energy.friction, 0);
  }
}

Test(compliant_limits, without_slip_and_coupling_nothing_moves_sideways) {
  carom_compliant_problem p = pin(0.5, 0);
  p.w.m[0][2] = p.w.m[2][0] = p.w.m[1][2] = p.w.m[2][1] = 0;
  const carom_compliant_outcome o = solve(p);
  cr_expect(o.impulse.x == 0 && o.impulse.y == 0 && o.v.x == 0 && o.v.y == 0);
  cr_expect_eq(o.events[0].type, CAROM_EVENT_START_STICK);
  close_to(o.impulse.z, 1.7, 8 * DBL_EPSILON, "I_n");
}

/// Unless the tangential springs press it on: then it is held until they let go.
Test(compliant_limits, plastic_impact_ends_with_compression) {
  test_random r = {12};
  int held = 0;
  for (int i = 0; i < 5000; ++i) {
    carom_compliant_problem p = sample(&r, 2);
    p.surface.e = 0;
    const carom_compliant_outcome o = solve(p);
    const double scale = o.stored + o.energy.friction + o.energy.spring;
    cr_assert_lt(fabs(o.v.z), 1e-13 * carom_vec3_norm(p.v) * 10, "%d: v_n = %g", i, o.v.z);
    const bool is_held = o.warnings & CAROM_WARN_LOCKED;
    const double after = o.impulse.z / o.impulse_n_compression - 1;
    cr_assert(is_held ? after > 0 : fabs(after) <= 1e-13, "%d: %.3g", i, after);
    if (is_held) cr_assert_gt(p.surface.mu * hypot(p.w.m[0][2], p.w.m[1][2]), p.w.m[2][2], "%d", i);
    held += is_held;
    cr_assert_lt(fabs(o.energy.restitution - o.stored), 1e-13 * scale, "%d", i);
    cr_assert_geq(o.energy.spring, 0);
    const double change = 0.5 * carom_vec3_dot(o.impulse, carom_vec3_add(o.v, p.v));
    cr_assert_lt(fabs(change + o.energy.friction + o.energy.restitution + o.energy.spring), 1e-12 * scale, "%d", i);
  }
  cr_expect_gt(held, 0);
}

/// e = 1 and friction that holds from first to last: nothing is lost.
Test(compliant_limits, elastic_and_stuck_keeps_its_energy) {
  test_random r = {13};
  int stuck = 0;
  for (int i = 0; i < 20000; ++i) {
    carom_compliant_problem p = sample(&r, 2);
    p.surface.e = 1;
    const carom_compliant_outcome o = solve(p);
    const double change = 0.5 * carom_vec3_dot(o.impulse, carom_vec3_add(o.v, p.v));
    cr_assert_eq(o.energy.restitution, 0);
    cr_assert_lt(fabs(change + o.energy.friction), 1e-12 * (o.stored + o.energy.friction), "%d", i);
    if (o.energy.friction == 0) ++stuck;
  }
  printf("elastic: %d of 20000 never slid\n", stuck);
  // It would have to be at rest along the tangents with the normal at the end: only uncoupled head-on hits are.
  carom_compliant_problem p = carom_compliant_problem_default();
  p.w = carom_mat3_diagonal(2, 2, 1);
  p.v = (carom_vec3){0.5, 0, -1};
  p.surface.mu = p.surface.mu_static = 100;
  p.surface.eta2 = 2;  // both springs have the same period: the tangential velocity is turned round as the normal one
  const carom_compliant_outcome o = solve(p);
  close_to(o.v.x, -0.5, 64 * DBL_EPSILON, "v_t");
  close_to(o.v.z, 1, 64 * DBL_EPSILON, "v_n");
  close_to(o.energy.change, 0, 64 * DBL_EPSILON, "energy");
}

Test(compliant_limits, both_schemes_are_one_when_nothing_is_lost) {
  test_random r = {14};
  for (int i = 0; i < 5000; ++i) {
    carom_compliant_problem p = sample(&r, 2);
    p.surface.e = 1;
    carom_compliant_outcome published;
    cr_assert_eq(carom_compliant_solve_scheme(&p, CAROM_COMPLIANT_PUBLISHED, &published, NULL), CAROM_OK);
    const carom_compliant_outcome exact = solve(p);
    cr_assert_leq(distance(exact.impulse, published.impulse), 1e-13 * carom_vec3_norm(exact.impulse), "%d", i);
  }
}

// Planar motion by the second road.

static carom_mat3 turned(carom_mat3 w, double c, double s) {
  const carom_mat3 q = {{{c, -s, 0}, {s, c, 0}, {0, 0, 1}}};
  carom_mat3 result = carom_mat3_mul(carom_mat3_mul(q, w), carom_mat3_transpose(q));
  carom_symmetrize(3, &result.m[0][0]);
  return result;
}

static planar_road sample_planar(test_random* r) {
  planar_road p = {0};
  p.w_tt = test_random_uniform(r, 0.5, 4);
  p.w_nn = test_random_uniform(r, 0.5, 4);
  p.w_tn = test_random_uniform(r, -0.9, 0.9) * sqrt(p.w_tt * p.w_nn);
  p.v_n = -test_random_log(r, 0.1, 10);
  p.v_t = p.v_n * test_random_log(r, 0.01, 30) * (test_random_below(r, 2) ? 1 : -1);
  p.e = test_random_uniform(r, 0.1, 1);
  p.mu = test_random_uniform(r, 0.05, 1.5);
  p.eta2 = test_random_log(r, 0.1, 5);
  return p;
}

static carom_compliant_problem in_space(const planar_road* road, double across, double angle) {
  carom_compliant_problem p = carom_compliant_problem_default();
  const double c = cos(angle), s = sin(angle);
  const carom_mat3 flat = {{{road->w_tt, 0, road->w_tn}, {0, across, 0}, {road->w_tn, 0, road->w_nn}}};
  p.w = turned(flat, c, s);
  p.v = (carom_vec3){road->v_t * c, road->v_t * s, road->v_n};
  p.surface.e = road->e;
  p.surface.mu = p.surface.mu_static = road->mu;
  p.surface.eta2 = road->eta2;
  return p;
}

Test(compliant_limits, planar_motion_is_the_closed_form) {
  test_random r = {15};
  double worst = 0;
  int recompressed = 0, switches = 0, locked = 0;
  for (int i = 0; i < 4000; ++i) {
    const planar_road road = sample_planar(&r);
    const planar_road_end want = planar_road_walk(&road);
    cr_assert(want.ended, "the second road did not end in case %d", i);
    const double angle = i % 4 ? test_random_uniform(&r, -3, 3) : 0;
    const carom_compliant_problem p = in_space(&road, test_random_uniform(&r, 0.5, 4), angle);
    const carom_compliant_outcome o = solve(p);
    const double t = o.impulse.x * cos(angle) + o.impulse.y * sin(angle);
    const double across = o.impulse.y * cos(angle) - o.impulse.x * sin(angle);
    const double off = hypot(hypot(t - want.impulse_t, o.impulse.z - want.impulse_n), across);
    if (!want.locked) worst = fmax(worst, off / hypot(want.impulse_t, want.impulse_n));
    recompressed += o.recompressed;
    switches += want.switches;
    locked += want.locked;
    // The road stops counting swings that pile up when 1e-11 of the velocity is left in them.
    cr_assert_lt(off, (want.locked ? 1e-9 : 1e-11) * hypot(want.impulse_t, want.impulse_n),
                 "%d: (%.15g, %.15g) by the second road, not (%.15g, %.15g); %d switches", i, want.impulse_t,
                 want.impulse_n, t, o.impulse.z, want.switches);
  }
  printf("planar: worst %.2g of the impulse, %d switches, %d recompressed, %d locked\n", worst, switches, recompressed,
         locked);
  cr_expect(recompressed > 0 && locked > 0, "the samples have no jam");
}

// What must not matter.

Test(compliant_limits, turning_or_mirroring_the_tangents_changes_nothing) {
  test_random r = {16};
  double worst = 0;
  for (int i = 0; i < 10000; ++i) {
    const carom_compliant_problem p = sample(&r, 2);
    const double angle = test_random_uniform(&r, -3, 3), c = cos(angle), s = sin(angle);
    carom_compliant_problem q = p, m = p;
    q.w = turned(p.w, c, s);
    q.v = (carom_vec3){c * p.v.x - s * p.v.y, s * p.v.x + c * p.v.y, p.v.z};
    m.v.y = -p.v.y;
    m.w.m[0][1] = m.w.m[1][0] = -p.w.m[0][1];
    m.w.m[1][2] = m.w.m[2][1] = -p.w.m[1][2];
    const carom_vec3 a = solve(p).impulse, b = solve(q).impulse, d = solve(m).impulse;
    const carom_vec3 want = {c * a.x - s * a.y, s * a.x + c * a.y, a.z}, mirror = {a.x, -a.y, a.z};
    const double size = carom_vec3_norm(a);
    worst = fmax(worst, fmax(distance(b, want), distance(d, mirror)) / size);
    cr_assert_lt(distance(b, want), 1e-10 * size, "%d", i);
    cr_assert_lt(distance(d, mirror), 1e-10 * size, "%d", i);
  }
  printf("turned or mirrored: worst %.2g\n", worst);
}

Test(compliant_limits, units_do_not_matter) {
  test_random r = {17};
  for (int i = 0; i < 5000; ++i) {
    const carom_compliant_problem p = sample(&r, 2);
    const int mass = test_random_below(&r, 401) - 200, speed = test_random_below(&r, 401) - 200;
    carom_compliant_problem q = p;
    for (int k = 0; k < 9; ++k) q.w.m[k / 3][k % 3] = ldexp(p.w.m[k / 3][k % 3], -mass);
    q.v = (carom_vec3){ldexp(p.v.x, speed), ldexp(p.v.y, speed), ldexp(p.v.z, speed)};
    const carom_compliant_outcome a = solve(p), b = solve(q);
    const double back = ldexp(1, -mass - speed);
    const carom_vec3 scaled = carom_vec3_scale(back, b.impulse);
    cr_assert_lt(distance(scaled, a.impulse), 1e-12 * carom_vec3_norm(a.impulse), "%d: 2^%d kg, 2^%d m/s", i, mass,
                 speed);
    cr_assert_eq(a.event_total, b.event_total);
    for (int k = 0; k < a.event_count; ++k) cr_assert_eq(a.events[k].type, b.events[k].type);
  }
}
