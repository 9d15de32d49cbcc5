// Invariant directions with exact answers: the paper's instances, the astroid's edge and cusps, axes, no friction, no
// coupling, |w| = mu, and bad input.
#include <criterion/criterion.h>
#include <float.h>
#include <string.h>

#include "spatial/bad_problems.h"
#include "spatial/invariants.h"
#include "spatial/slip_sample.h"

static const double PI = 3.14159265358979323846;

static carom_spatial_directions find(carom_spatial_problem p) {
  carom_spatial_directions out = {0};
  carom_diag diag = {0};
  cr_assert_eq(carom_spatial_invariants(&p, &out, &diag), CAROM_OK, "%s: %s", diag.field, diag.message);
  return out;
}

/// A contact given in its principal axes, exactly.
static carom_spatial_problem diagonal(double b1, double b2, double d1, double d2, double mu) {
  return slip_problem((slip_sample){b1, b2, d1, d2, 0, mu});
}

static int count_type(const carom_spatial_directions* o, carom_invariant_type type) {
  int count = 0;
  for (int i = 0; i < o->count; ++i) count += o->items[i].type == type;
  return count;
}

static int total_multiplicity(const carom_spatial_directions* o) {
  int total = 0;
  for (int i = 0; i < o->count; ++i) total += o->items[i].multiplicity;
  return total;
}

Test(spatial_invariants_exact, instances_of_the_paper) {
  // @eq JW16 (13)  W, with its two last digits made symmetric
  carom_spatial_problem p = carom_spatial_problem_default();
  p.w = (carom_mat3){{{11.5984, -0.910367, 2.44236}, {-0.910367, 9.90134, 1.95747}, {2.44236, 1.95747, 2.59042}}};
  const double mu[4] = {0.8, 0.4, 0.25, 3};  // Fig. 4 (a) to (d)
  const int count[4] = {2, 2, 2, 4}, centrifugal[4] = {0, 0, 1, 0};
  for (int i = 0; i < 4; ++i) {
    p.surface.mu = p.surface.mu_static = mu[i];
    const carom_spatial_directions o = find(p);
    cr_expect_eq(o.count, count[i]);
    cr_expect_eq(count_type(&o, CAROM_CENTRIFUGAL), centrifugal[i]);
    cr_expect_eq(count_type(&o, CAROM_CENTRIPETAL), count[i] - centrifugal[i]);
  }
}

/// Checks one direction, to a few roundings.
static void is_direction(const carom_invariant* d, double angle, double rate, double turn) {
  const double tolerance = 8 * DBL_EPSILON;
  cr_expect(fabs(d->angle - angle) <= tolerance * 4, "angle %.17g, want %.17g", d->angle, angle);
  cr_expect(fabs(d->rate - rate) <= tolerance * fabs(rate), "rate %.17g, want %.17g", d->rate, rate);
  cr_expect(fabs(d->turn - turn) <= tolerance * (fabs(turn) + fabs(rate)), "turn %.17g, want %.17g", d->turn, turn);
}

Test(spatial_invariants_exact, principal_axes_without_coupling) {
  const carom_spatial_directions o = find(diagonal(1, 3, 0, 0, 0.5));
  cr_assert_eq(o.count, 4);
  const double angle[4] = {-PI / 2, 0, PI / 2, PI};
  for (int i = 0; i < 4; ++i) {
    cr_expect_eq(o.items[i].angle, angle[i]);
    cr_expect_eq(o.items[i].rate, i % 2 ? -0.5 : -1.5);
    cr_expect_eq(o.items[i].turn, i % 2 ? -1 : 1, "slip is drawn to the axis of the smaller eigenvalue");
    cr_expect(o.items[i].type == CAROM_CENTRIPETAL && o.items[i].multiplicity == 1);
  }
}

Test(spatial_invariants_exact, every_direction) {
  const carom_spatial_problem problems[] = {diagonal(3.5, 3.5, 0, 0, 0.4), diagonal(3, 1, 0, 0, 0),
                                            carom_spatial_problem_default(),
                                            // A sphere whose W went through a few roundings is still one.
                                            diagonal(3.5, 3.5 * (1 + 2 * DBL_EPSILON), 1e-16, -1e-16, 0.4)};
  for (int i = 0; i < 4; ++i) {
    const carom_spatial_directions o = find(problems[i]);
    cr_expect(o.every_direction && o.count == 0, "problem %d", i);
  }
  cr_expect_eq(find(diagonal(3.5, 3.5 * (1 + 1e-12), 0, 0, 0.4)).count, 4);
  cr_expect_eq(find(diagonal(3.5, 3.5, 1e-12, 0, 0.4)).count, 2);
}

Test(spatial_invariants_exact, isotropic_and_frictionless_slip_along_d) {
  const carom_spatial_directions iso = find(diagonal(2, 2, 3, 4, 0.5)), free = find(diagonal(7, 2, 3, 4, 0));
  cr_assert(iso.count == 2 && free.count == 2);
  const double along = atan2(4, 3);
  is_direction(&iso.items[0], along - PI, -6, 5);
  is_direction(&iso.items[1], along, 4, -5);
  is_direction(&free.items[0], along - PI, -5, 5);
  is_direction(&free.items[1], along, 5, -5);
  cr_expect(iso.items[1].type == CAROM_CENTRIFUGAL && free.items[1].type == CAROM_CENTRIFUGAL);
}

Test(spatial_invariants_exact, d_along_a_principal_axis) {
  // a = 2, d = 1 along the major axis: cos = 1/2.
  const carom_spatial_directions o = find(diagonal(3, 1, 1, 0, 1));
  cr_assert_eq(o.count, 4);
  is_direction(&o.items[0], -PI / 3, -1, -1.5);
  is_direction(&o.items[1], 0, -2, 1);
  is_direction(&o.items[2], PI / 3, -1, -1.5);
  is_direction(&o.items[3], PI, -4, 3);
  // Along the minor axis, pointing down: sin = 1/2 on the other side.
  const carom_spatial_directions m = find(diagonal(3, 1, 0, -1, 1));
  cr_assert_eq(m.count, 4);
  is_direction(&m.items[0], -PI / 2, 0, -3);
  is_direction(&m.items[1], PI / 6, -3, 1.5);
  is_direction(&m.items[2], PI / 2, -2, -1);
  is_direction(&m.items[3], 5 * PI / 6, -3, 1.5);
  cr_expect_eq(m.items[0].type, CAROM_STEADY, "|w| = 1 = mu");
  // d beyond the cusp: two, exactly along it.
  const carom_spatial_directions beyond = find(diagonal(5, 4, 2, 0, 1)), up = find(diagonal(5, 4, 0, 2, 1));
  cr_expect(beyond.count == 2 && beyond.items[0].angle == 0 && beyond.items[1].angle == PI);
  cr_expect(up.count == 2 && up.items[0].angle == -PI / 2 && up.items[1].angle == PI / 2);
  const carom_spatial_directions two = find(diagonal(3, 1, -4, 0, 1));
  cr_assert_eq(two.count, 2);
  is_direction(&two.items[0], 0, -7, 6);
  is_direction(&two.items[1], PI, 1, -2);
}

/// 27^(2/3) + 64^(2/3) = 125^(2/3): a point of the astroid a = 125 in whole numbers; the double root has cos = 3/5,
/// sin = 4/5, with the sign of d1 and against the sign of d2.
static void check_edge(double b2, double angle, int sign1, int sign2) {
  const slip_sample s = {b2 + 125, b2, sign1 * 27, sign2 * 64, angle, 1};
  const carom_spatial_directions o = find(slip_problem(s));
  cr_assert_eq(o.count, 3, "%d directions at b2 = %g, angle %g", o.count, b2, angle);
  int doubles = 0;
  for (int i = 0; i < 3; ++i) {
    const carom_invariant* d = &o.items[i];
    if (d->multiplicity == 1) continue;
    ++doubles;
    cr_expect(d->multiplicity == 2 && d->turn == 0 && d->type == CAROM_CENTRIPETAL);
    const double off = remainder(d->angle - angle - atan2(-4 * sign2, 3 * sign1), 2 * PI);
    // Rounding of W's entries moves d, in the turned axes, by eps of them.
    const double noise = DBL_EPSILON * (2 * b2 + 125 + 70);
    cr_expect(fabs(off) <= 8 * noise / 27, "off by %.3g at b2 = %g, angle %g", off, b2, angle);
    // f = d1/cos - b1 = 45 - 125 - b2, and f changes with the angle by at most a.
    cr_expect(fabs(d->rate + 80 + b2) <= 8 * noise * (1 + 125 / 27.0), "rate %.17g", d->rate);
  }
  cr_assert_eq(doubles, 1);
}

Test(spatial_invariants_exact, edge_of_the_astroid) {
  const double b2[4] = {1e-3, 1, 100, 1e6};
  for (int i = 0; i < 4; ++i)
    for (int signs = 0; signs < 4; ++signs)
      for (int turned = 0; turned < 50; ++turned)
        check_edge(b2[i], 0.13 * turned, signs & 1 ? 1 : -1, signs & 2 ? 1 : -1);
  // A little inside and a little outside there are four and two, all simple; the pair is then about
  // sqrt(8 change/27) apart.
  const double change = 1e-11;
  const carom_spatial_directions in = find(diagonal(126 + 125 * change, 1, 27, 64, 1));
  const carom_spatial_directions out = find(diagonal(126 - 125 * change, 1, 27, 64, 1));
  cr_assert(in.count == 4 && out.count == 2);
  const double apart = in.items[2].angle - in.items[1].angle;
  cr_expect(apart > 1e-6 && apart < 1e-5, "%.3g apart", apart);
}

/// d on a cusp: (1, 0) or (0, 1) times the sign, in principal axes.
static void check_cusp(double b2, double angle, int axis, int sign) {
  slip_sample s = {b2 + 125, b2, axis == 0 ? sign * 125 : 0, axis == 1 ? sign * 125 : 0, angle, 1};
  const carom_spatial_directions o = find(slip_problem(s));
  cr_assert_eq(o.count, 2, "%d directions at b2 = %g, angle %g", o.count, b2, angle);
  const int triple = o.items[0].multiplicity == 3 ? 0 : 1;
  cr_assert(o.items[triple].multiplicity == 3 && o.items[1 - triple].multiplicity == 1);
  // Along +d on the major axis, against d on the minor one.
  const double want = angle + (axis == 0 ? 0 : -PI / 2) + (sign < 0 ? PI : 0);
  cr_expect(fabs(remainder(o.items[triple].angle - want, 2 * PI)) <= 16 * DBL_EPSILON * (1 + b2 / 125));
  cr_expect(o.items[triple].turn == 0 && o.items[triple].type == CAROM_CENTRIPETAL);
  const double rate = axis == 0 ? -b2 : -125 - b2;
  cr_expect(fabs(o.items[triple].rate - rate) <= 16 * DBL_EPSILON * (250 + 2 * b2), "rate %.17g", o.items[triple].rate);
}

Test(spatial_invariants_exact, cusps_of_the_astroid) {
  const double b2[4] = {0.5, 1, 100, 1e6};
  for (int i = 0; i < 4; ++i)
    for (int cusp = 0; cusp < 4; ++cusp)
      for (int turned = 0; turned < 50; ++turned) check_cusp(b2[i], 0.13 * turned, cusp & 1, cusp & 2 ? 1 : -1);
  cr_expect_eq(find(diagonal(126, 1, 125 * (1 - 1e-13), 0, 1)).count, 4);
  const carom_spatial_directions beyond = find(diagonal(126, 1, 125 * (1 + 1e-13), 0, 1));
  cr_expect(beyond.count == 2 && beyond.items[0].multiplicity == 1 && beyond.items[1].multiplicity == 1);
}

/// Close to a cusp d's small component is itself rounding, but the astroid still has four roots, counted.
Test(spatial_invariants_exact, edge_close_to_a_cusp) {
  for (double t = 1e-9; t < 0.5; t *= 1.1) {
    const double major = 125 * pow(cos(t), 3), minor = 125 * pow(sin(t), 3);
    const carom_spatial_directions first = find(diagonal(126, 1, major, minor, 1)),
                                   second = find(diagonal(126, 1, minor, major, 1));
    cr_expect_eq(total_multiplicity(&first), 4, "at t = %g", t);
    cr_expect_eq(total_multiplicity(&second), 4, "at t = %g", t);
  }
}

/// Just past -pi an angle rounds to -pi; it is reported as pi.
Test(spatial_invariants_exact, angles_end_at_pi) {
  for (int sign = -1; sign <= 1; ++sign) {
    const carom_spatial_directions o = find(diagonal(3, 1, 1, sign * 1e-300, 1));
    cr_assert_eq(o.count, 4);
    cr_expect_eq(o.items[3].angle, PI);
  }
}

Test(spatial_invariants_exact, slip_that_keeps_its_speed) {
  // w = (3, 4), |w| = 5: whole numbers.
  const carom_spatial_directions o = find(diagonal(4, 1, 12, 4, 5));
  cr_assert_eq(count_type(&o, CAROM_STEADY), 1);
  cr_assert_eq(count_type(&o, CAROM_CENTRIFUGAL), 0);
  for (int i = 0; i < o.count; ++i)
    if (o.items[i].type == CAROM_STEADY)
      is_direction(&o.items[i], atan2(4, 3), 0, -5 * (4 * 0.64 + 0.36));
    else
      cr_expect_lt(o.items[i].rate, 0);
  const double up = 5 * (1 + 1e-13), down = 5 * (1 - 1e-13);
  const carom_spatial_directions sticks = find(diagonal(4, 1, 12, 4, up)), slips = find(diagonal(4, 1, 12, 4, down));
  cr_expect_eq(count_type(&sticks, CAROM_CENTRIPETAL), sticks.count);
  cr_expect_eq(count_type(&slips, CAROM_CENTRIFUGAL), 1);
}

/// However little |w| exceeds mu, the rate has all its digits.
Test(spatial_invariants_exact, slowest_resumption) {
  carom_vec2 u = {7, 7};
  double rate = 7;
  for (int bits = 1; bits <= 52; ++bits) {
    // (3, 4) is an eigenvector of B with eigenvalue 50, so f = |d| - 50 mu; the difference 5 - mu is exact.
    const double mu = 5 * (1 - ldexp(1, -bits)), want = 50 * (5 - mu);
    cr_assert(carom__centrifugal_direction(34, 12, 41, 150, 200, mu, &u, &rate));
    cr_expect(fabs(rate - want) <= 8 * DBL_EPSILON * want, "rate %.17g, want %.17g", rate, want);
    cr_expect(fabs(u.x - 0.6) <= DBL_EPSILON && fabs(u.y - 0.8) <= DBL_EPSILON);
  }
  cr_expect(carom__centrifugal_direction(2, 1, 3, -3e-150, 4e-150, 0, &u, &rate));
  cr_expect(u.x == -0.6 && u.y == 0.8 && fabs(rate - 5e-150) <= 2 * DBL_EPSILON * 5e-150, "frictionless: along d");
}

/// And the list has the same rate, on either side of |w| = mu.
Test(spatial_invariants_exact, slowest_rates_in_the_list) {
  carom_spatial_problem p = carom_spatial_problem_default();
  p.w = (carom_mat3){{{34, 12, 150}, {12, 41, 200}, {150, 200, 2000}}};
  for (int bits = 2; bits <= 44; ++bits)
    for (int sign = -1; sign <= 1; sign += 2) {
      const double mu = 5 * (1 - sign * ldexp(1, -bits)), want = 50 * (5 - mu);
      p.surface.mu = p.surface.mu_static = mu;
      const carom_spatial_directions o = find(p);
      cr_assert_geq(o.count, 2);
      const carom_invariant* d = &o.items[o.count - 1];
      for (int i = 0; i < o.count; ++i) d = o.items[i].rate > d->rate ? &o.items[i] : d;
      cr_expect(fabs(d->rate - want) <= 8 * DBL_EPSILON * fabs(want), "rate %.17g, want %.17g", d->rate, want);
      cr_expect_eq(d->type, sign > 0 ? CAROM_CENTRIFUGAL : CAROM_CENTRIPETAL);
    }
}

Test(spatial_invariants_exact, no_resumption) {
  const double rows[][6] = {{34, 12, 41, 150, 200, 5},      // |w| = mu exactly
                            {34, 12, 41, 150, 200, 1e300},  // far below
                            {34, 12, 41, 0, 0, 0.5},        // no coupling
                            {34, 12, 41, 0, 0, 0}};         // nothing at all
  for (int i = 0; i < 4; ++i) {
    carom_vec2 u = {7, 7};
    double rate = 7;
    const double* r = rows[i];
    cr_expect_not(carom__centrifugal_direction(r[0], r[1], r[2], r[3], r[4], r[5], &u, &rate), "row %d", i);
    cr_expect(u.x == 7 && u.y == 7 && rate == 7, "row %d touched its output", i);
  }
}

Test(spatial_invariants_exact, far_scales) {
  const carom_spatial_directions wide = find(diagonal(1e150, 1e-150, 1e-3, 0, 1));
  cr_assert_eq(wide.count, 4);
  is_direction(&wide.items[0], -PI / 2, -1e-150, -1e150);
  is_direction(&wide.items[1], 0, -1e150, 1e150);
  const carom_spatial_directions rough = find(diagonal(3, 1, 1, 0, 1e150)), smooth = find(diagonal(3, 1, 3, 4, 1e-200));
  cr_assert_eq(rough.count, 4);
  is_direction(&rough.items[2], PI / 2, -1e150, -2e150);
  cr_assert_eq(find(diagonal(3e-150, 1e-150, 0, 0, 1e-200)).count, 4, "mu B is no double, but its axes are known");
  cr_assert_eq(smooth.count, 2);
  is_direction(&smooth.items[1], atan2(4, 3), 5, -5);
}

Test(spatial_invariants_exact, rates_beyond_a_double_are_an_error) {
  const carom_spatial_problem p = diagonal(3, 1, 1, 0, 1e308);
  carom_spatial_directions out = {.count = 77};
  carom_diag diag = {0};
  cr_assert_eq(carom_spatial_invariants(&p, &out, &diag), CAROM_OVERFLOW);
  cr_expect_str_eq(diag.field, "surface.mu");
  cr_expect_eq(out.count, 77);
}

Test(spatial_invariants_exact, bad_input_is_named_and_leaves_the_output_alone) {
  bad_problem rows[BAD_PROBLEMS_MAX];
  const int count = bad_problems(rows);
  for (int i = 0; i < count; ++i) {
    carom_spatial_directions out, before;
    memset(&out, 0x5a, sizeof out);
    memcpy(&before, &out, sizeof out);
    carom_diag diag = {0};
    cr_expect_eq(carom_spatial_invariants(&rows[i].problem, &out, &diag), rows[i].status, "row %d", i);
    cr_expect_str_eq(diag.field, rows[i].field, "row %d: %s", i, diag.field);
    cr_expect_eq(memcmp(&out, &before, sizeof out), 0, "row %d touched the output", i);
    cr_expect_eq(carom_spatial_invariants(&rows[i].problem, &out, NULL), rows[i].status);
  }
  cr_expect_eq(find(good_problem()).every_direction, false);
}
