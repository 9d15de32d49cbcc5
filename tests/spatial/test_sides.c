// Derivatives on boundaries between branches: one-sided differences of the solver against carom_spatial_tangent, and
// the names of the boundaries from both sides.
#include <criterion/criterion.h>
#include <math.h>

#include "carom/carom.h"
#include "random.h"

enum { INPUTS = CAROM_SPATIAL_INPUTS, OUTPUTS = CAROM_SPATIAL_OUTPUTS };

/// What one-sided differences leave, as a part of the largest entry. They go to the derivative like h^p with a p that
/// may be small, where slip settles slowly on its ray: three of them give the limit to this, or to a part of what they
/// still move. A wrong side is off by O(1).
static const double DIFFERENCES = 1e-3, STILL_MOVES = 0.3;

static carom_spatial_problem problem_of(const double x[INPUTS], carom_law law) {
  carom_spatial_problem p = carom_spatial_problem_default();
  p.w = (carom_mat3){{{x[0], x[1], x[2]}, {x[1], x[3], x[4]}, {x[2], x[4], x[5]}}};
  p.v = (carom_vec3){x[6], x[7], x[8]};
  p.surface.mu = p.surface.mu_static = x[9];
  p.surface.e = x[10];
  p.surface.law = law;
  return p;
}

static carom_spatial_outcome solve(const double x[INPUTS], carom_law law, double out[OUTPUTS]) {
  const carom_spatial_problem p = problem_of(x, law);
  carom_spatial_outcome o;
  carom_diag diag;
  cr_assert_eq(carom_spatial_solve(&p, &o, &diag), CAROM_OK, "%s", diag.message);
  const double all[OUTPUTS] = {o.impulse.x, o.impulse.y, o.impulse.z, o.v.x, o.v.y, o.v.z};
  for (int i = 0; i < OUTPUTS; ++i) out[i] = all[i];
  return o;
}

static void sample(test_random* r, double x[INPUTS]) {
  double a[3][3];
  for (int i = 0; i < 9; ++i) a[i / 3][i % 3] = test_random_uniform(r, -1, 1);
  double w[3][3];
  for (int i = 0; i < 9; ++i) {
    w[i / 3][i % 3] = i % 4 == 0 ? 0.2 : 0;
    for (int k = 0; k < 3; ++k) w[i / 3][i % 3] += a[i / 3][k] * a[i % 3][k];
  }
  const double all[INPUTS] = {w[0][0], w[0][1], w[0][2], w[1][1], w[1][2], w[2][2]};
  for (int i = 0; i < 6; ++i) x[i] = all[i];
  x[6] = test_random_uniform(r, -1, 1);
  x[7] = test_random_uniform(r, -1, 1);
  x[8] = -test_random_uniform(r, 0.3, 1);
  x[9] = test_random_uniform(r, 0.1, 1);
  x[10] = test_random_uniform(r, 0.2, 0.9);
}

/// |B^-1 d|
static double stick_ratio(const double x[INPUTS]) {
  const double inverse = 1 / (x[0] * x[3] - x[1] * x[1]);
  return hypot(x[3] * x[2] - x[1] * x[4], x[0] * x[4] - x[1] * x[2]) * inverse;
}

typedef bool condition(const carom_spatial_outcome* o);

static bool vanishes(const carom_spatial_outcome* o) {
  return o->slip_vanished;
}

static bool vanishes_in_compression(const carom_spatial_outcome* o) {
  return o->mode == CAROM_SPATIAL_SCR;
}

/// Scales slip until the condition just changes; false where it does not. What is found lies where the condition is as
/// asked.
static bool bisect(double x[INPUTS], carom_law law, condition* holds, bool asked) {
  double out[OUTPUTS], low = 1e-3, high = 30, y[INPUTS];
  const double gx = x[6], gy = x[7];
  for (int i = 0; i < INPUTS; ++i) y[i] = x[i];
  y[6] = low * gx, y[7] = low * gy;
  carom_spatial_outcome o = solve(y, law, out);
  if (!holds(&o)) return false;
  y[6] = high * gx, y[7] = high * gy;
  o = solve(y, law, out);
  if (holds(&o)) return false;
  for (int i = 0; i < 200 && high - low > 4e-16 * high; ++i) {
    const double middle = 0.5 * (low + high);
    y[6] = middle * gx, y[7] = middle * gy;
    o = solve(y, law, out);
    *(holds(&o) ? &low : &high) = middle;
  }
  x[6] = (asked ? low : high) * gx, x[7] = (asked ? low : high) * gy;
  return true;
}

/// The limit of a + b q + c q^2 ... from three terms that go there like powers (Aitken).
static double limit_of(const double d[3]) {
  const double first = d[1] - d[0], second = d[2] - d[1];
  return fabs(second) < 0.9 * fabs(first) && fabs(second) > 1e-7 ? d[2] - second * second / (second - first) : d[2];
}

/// One-sided derivatives by differences, each with a hundredth of the step before.
static void by_differences(const double x[INPUTS], carom_law law, const double d[INPUTS], double out[OUTPUTS],
                           double moves[OUTPUTS]) {
  double here[OUTPUTS], there[OUTPUTS], y[INPUTS], terms[OUTPUTS][3], h = 1e-5;
  solve(x, law, here);
  for (int i = 0; i < 3; ++i, h *= 0.01) {
    for (int k = 0; k < INPUTS; ++k) y[k] = x[k] + h * d[k];
    solve(y, law, there);
    for (int k = 0; k < OUTPUTS; ++k) terms[k][i] = (there[k] - here[k]) / h;
  }
  for (int k = 0; k < OUTPUTS; ++k) {
    out[k] = limit_of(terms[k]);
    moves[k] = fabs(terms[k][2] - terms[k][0]);
  }
}

/// The largest difference along a random direction and back, as a part of the largest entry; also how far both sides
/// are apart.
static double worst_along(const double x[INPUTS], carom_law law, test_random* r, double* apart) {
  const carom_spatial_problem p = problem_of(x, law);
  double here[OUTPUTS], d[2 * INPUTS], t[2 * OUTPUTS], want[OUTPUTS], moves[OUTPUTS], worst = 0;
  const carom_spatial_outcome o = solve(x, law, here);
  carom_diag diag;
  for (int i = 0; i < INPUTS; ++i) d[i] = test_random_uniform(r, -1, 1);
  for (int i = 0; i < INPUTS; ++i) d[INPUTS + i] = -d[i];
  cr_assert_eq(carom_spatial_tangent(&p, &o, d, 2, t, &diag), CAROM_OK, "%s", diag.message);
  for (int side = 0; side < 2; ++side) {
    double size = 0, off = 0;
    by_differences(x, law, d + side * INPUTS, want, moves);
    for (int k = 0; k < OUTPUTS; ++k) {
      size = fmax(size, fabs(t[side * OUTPUTS + k]));
      off = fmax(off, fabs(want[k] - t[side * OUTPUTS + k]) - STILL_MOVES * moves[k]);
    }
    worst = fmax(worst, off / size);
  }
  for (int k = 0; k < OUTPUTS; ++k) *apart = fmax(*apart, fabs(t[k] + t[OUTPUTS + k]));
  return worst;
}

static carom_smoothness smoothness_of(const double x[INPUTS], carom_law law) {
  double out[OUTPUTS];
  const carom_spatial_problem p = problem_of(x, law);
  const carom_spatial_outcome o = solve(x, law, out);
  return carom_spatial_smoothness(&p, &o);
}

static void expect_boundary(const double x[INPUTS], carom_law law, carom_boundary boundary, carom_smooth kind) {
  const carom_smoothness near = smoothness_of(x, law);
  cr_expect(near.is_there && near.boundary == boundary && near.kind == kind, "law %d: %s, %s, %g", (int)law,
            carom_boundary_word(near.boundary), carom_smooth_word(near.kind), near.margin);
}

/// What puts a sample on a boundary; false where it cannot.
typedef bool placing(double x[INPUTS], carom_law law, bool asked);

static bool at_end(double x[INPUTS], carom_law law, bool asked) {
  return bisect(x, law, vanishes, asked);
}

static bool at_compression(double x[INPUTS], carom_law law, bool asked) {
  return law == CAROM_LAW_POISSON && bisect(x, law, vanishes_in_compression, asked);
}

static bool at_stick_limit(double x[INPUTS], carom_law law, bool asked) {
  double out[OUTPUTS];
  x[9] = stick_ratio(x) * (asked ? 1 + 1e-15 : 1 - 1e-15);
  const carom_spatial_outcome o = solve(x, law, out);
  return o.slip_vanished && o.stuck == asked && fabs(o.impulse_n_slip_end - o.impulse.z) > 0.03 * o.impulse.z;
}

static bool at_no_approach(double x[INPUTS], carom_law law, bool asked) {
  (void)law;
  x[8] = asked ? 0 : -1e-18;
  const double speed = hypot(x[6], x[7]);
  return x[5] > 0.05 + x[9] * (x[2] * x[6] + x[4] * x[7]) / speed;
}

static bool at_no_slip(double x[INPUTS], carom_law law, bool asked) {
  (void)law;
  x[6] = x[7] = 0;
  if (asked) x[8] *= 3;
  return stick_ratio(x) > 1.2 * x[9];
}

static bool at_rest(double x[INPUTS], carom_law law, bool asked) {
  (void)law;
  (void)asked;
  x[6] = x[7] = x[8] = 0;
  return true;
}

static void expect_sides(placing* place, carom_boundary boundary, carom_smooth kind, int least) {
  test_random r = {31};
  int count = 0, jumps = 0, slow = 0;
  double worst = 0, least_apart = HUGE_VAL;
  for (int round = 0; round < 1200; ++round) {
    const carom_law law = (carom_law)(round % 3);
    double x[INPUTS], apart = 0;
    sample(&r, x);
    if (!place(x, law, round / 3 % 2)) continue;
    if (smoothness_of(x, law).kind == CAROM_JUMP) {
      ++jumps;
      continue;
    }
    expect_boundary(x, law, boundary, kind);
    const double off = worst_along(x, law, &r, &apart);
    if (!(off < DIFFERENCES)) {
      ++slow;
      cr_log_info("%s, round %d, law %d: %g", carom_boundary_word(boundary), round, (int)law, off);
    }
    worst = fmax(worst, off);
    least_apart = fmin(least_apart, apart);
    ++count;
  }
  // Four ends of slip, of 682: with steps down to 1e-11 two settle at what is told, and two are still on their way
  // there (off by 2e-2 and 9e-2, and falling), so that nothing says more of these two than that.
  cr_expect_leq(100 * slow, count, "%d of %d are off", slow, count);
  cr_expect_leq(jumps, 4, "%d jumps", jumps);  // v_z grazes what it looks for, and slip vanishes or not by that
  cr_log_info("%s: %d, worst %.2g, sides at least %.2g apart", carom_boundary_word(boundary), count, worst,
              least_apart);
  cr_expect_geq(count, least);
}

Test(spatial_sides, end_at_stick) {
  expect_sides(at_end, CAROM_BOUNDARY_END_AT_STICK, CAROM_KINK, 100);
}

Test(spatial_sides, compression_at_stick) {
  expect_sides(at_compression, CAROM_BOUNDARY_COMPRESSION_AT_STICK, CAROM_KINK, 40);
}

Test(spatial_sides, stick_limit) {
  expect_sides(at_stick_limit, CAROM_BOUNDARY_STICK_LIMIT, CAROM_KINK, 20);
}

Test(spatial_sides, approach_zero) {
  expect_sides(at_no_approach, CAROM_BOUNDARY_APPROACH_ZERO, CAROM_KINK, 100);
}

Test(spatial_sides, zero_slip) {
  expect_sides(at_no_slip, CAROM_BOUNDARY_ZERO_SLIP, CAROM_CONE, 50);
}

Test(spatial_sides, at_rest) {
  expect_sides(at_rest, CAROM_BOUNDARY_APPROACH_ZERO, CAROM_KINK, 500);
}

/// Where static friction just holds what sliding friction cannot, and where friction makes an impact of no approach.
Test(spatial_sides, jumps_are_named) {
  test_random r = {32};
  int held = 0, pulled = 0;
  for (int round = 0; round < 2000; ++round) {
    const carom_law law = (carom_law)(round % 3);
    double x[INPUTS], out[OUTPUTS];
    sample(&r, x);
    carom_spatial_problem p = problem_of(x, law);
    p.surface.mu_static = stick_ratio(x);
    p.surface.mu = 0.8 * p.surface.mu_static;
    carom_spatial_outcome o;
    cr_assert_eq(carom_spatial_solve(&p, &o, NULL), CAROM_OK);
    const carom_smoothness near = carom_spatial_smoothness(&p, &o);
    if (o.slip_vanished) {
      ++held;
      cr_expect(near.is_there && near.boundary == CAROM_BOUNDARY_STATIC_FRICTION && near.kind == CAROM_JUMP);
    }
    x[9] *= 4;
    const double speed = hypot(x[6], x[7]);
    if (!(x[5] < x[9] * (x[2] * x[6] + x[4] * x[7]) / speed)) continue;
    x[8] = -1e-12;
    ++pulled;
    const carom_smoothness approach = smoothness_of(x, law);
    cr_expect(approach.is_there && approach.boundary == CAROM_BOUNDARY_APPROACH_ZERO && approach.kind == CAROM_JUMP);
    solve(x, law, out);
  }
  cr_expect(held > 15 && pulled > 10, "%d, %d", held, pulled);
}

/// Grazing: two neighbours whose outcomes differ by O(1), found by bisecting between impacts that compress once and
/// twice, or that end early and late. Both must say that the boundary is there.
Test(spatial_sides, grazing_is_named) {
  test_random r = {33};
  int found = 0;
  for (int round = 0; round < 40000 && found < 60; ++round) {
    const carom_law law = (carom_law)(round % 3);
    double x[INPUTS], y[INPUTS], a[OUTPUTS], b[OUTPUTS];
    sample(&r, x);
    x[9] *= 4;
    for (int i = 0; i < INPUTS; ++i) y[i] = x[i];
    y[6] *= 1.5, y[7] *= 1.5;
    carom_spatial_outcome low = solve(x, law, a), high = solve(y, law, b);
    if (!low.condition_fails || low.event_count == high.event_count || low.slip_vanished != high.slip_vanished)
      continue;
    for (int i = 0; i < 60; ++i) {
      double z[INPUTS], c[OUTPUTS];
      for (int k = 0; k < INPUTS; ++k) z[k] = 0.5 * (x[k] + y[k]);
      const carom_spatial_outcome middle = solve(z, law, c);
      const bool as_low = middle.event_count == low.event_count;
      for (int k = 0; k < INPUTS; ++k) *(as_low ? &x[k] : &y[k]) = z[k];
    }
    low = solve(x, law, a), high = solve(y, law, b);
    double jump = 0;
    for (int k = 0; k < OUTPUTS; ++k) jump = fmax(jump, fabs(a[k] - b[k]));
    if (jump < 1e-3) continue;  // an event that is not felt
    ++found;
    const carom_smoothness sides[2] = {smoothness_of(x, law), smoothness_of(y, law)};
    for (int k = 0; k < 2; ++k)
      cr_expect(sides[k].kind == CAROM_JUMP && sides[k].margin < 1e-6,
                "round %d, law %d, side %d: %s %g, jump %g, %s %s", round, (int)law, k,
                carom_boundary_word(sides[k].boundary), sides[k].margin, jump, low.sequence, high.sequence);
  }
  cr_log_info("%d jumps", found);
  cr_expect_geq(found, 10);
}
