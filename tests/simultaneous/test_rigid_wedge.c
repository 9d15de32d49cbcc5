// Rigid friction: the bound on all normal impulses where some motion lifts every contact off faster than it slides, and
// the wedge where none does. docs/rigid.md has the proofs.
#include <stdio.h>

#include "simultaneous/rigid_sample.h"

/// A unit normal at most so far from z, and tangents.
static void random_axes(test_random* r, double tilt, rigid_point* at) {
  const double lean = test_random_uniform(r, 0, tilt), turn = test_random_uniform(r, -3.14, 3.14);
  const double c = cos(lean), q = sin(lean), x = cos(turn), y = sin(turn);
  const double axes[3][3] = {{c * x, c * y, -q}, {-y, x, 0}, {q * x, q * y, c}};
  memcpy(at->axis, axes, sizeof axes);
}

/// A body that falls on planes which lean to all sides, by less than friction could hold: straight up, at the speed 1,
/// each contact opens with cos(lean) and slides with sin(lean). Returns c, the least cos - mu sin.
static double land(test_random* r, double e_least, sample* s, rigid_body* body) {
  rigid_point at[6];
  const double mu = test_random_uniform(r, 0.05, 1.5), tilt = 0.9 * atan(1 / mu);
  const sample_ranges ranges = {.stiffness = 30, .e_least = e_least, .mu = mu, .exponent = 1};
  double c = 1;
  memset(s, 0, sizeof *s);
  s->dimension = 3;
  s->count = 2 + test_random_below(r, 5);
  rigid_surfaces(r, &ranges, s);
  *body = (rigid_body){.mass = test_random_log(r, 0.2, 5)};
  for (int k = 0; k < 3; ++k) {
    body->inertia[k] = body->mass * test_random_log(r, 0.1, 1);
    body->motion[k] = k == 2 ? -1 : test_random_uniform(r, -1, 1);
    body->motion[3 + k] = test_random_uniform(r, -1, 1);
  }
  for (int i = 0; i < s->count; ++i) {
    random_axes(r, tilt, &at[i]);
    for (int k = 0; k < 3; ++k) at[i].arm[k] = k == 2 ? -0.5 : test_random_uniform(r, -1, 1);
    const double up = at[i].axis[2][2];
    c = fmin(c, up - s->surfaces[i].mu * sqrt(1 - up * up));
  }
  rigid_set_body(s, body, at);
  return c;
}

static double sum_of_normals(const sample* s, const collision* got) {
  double sum = 0;
  for (int i = 0; i < s->count; ++i) sum += got->contacts[i].impulse[s->dimension - 1];
  return sum;
}

/// sum I_n <= 2 |u|_M sqrt(2 T0)/c for the motion u, here straight up: |u|_M = sqrt(m).
Test(rigid_wedge, impulses_are_bounded_where_the_body_can_be_lifted) {
  static collision got;
  static sample s;
  test_random r = {1};
  double nearest = 0;
  for (int i = 0; i < 600; ++i) {
    rigid_body body;
    const double c = land(&r, i % 3 == 0 ? 1 : 0, &s, &body);
    rigid_solve(&s, &got);
    const double bound = 2 * sqrt(body.mass) * sqrt(2 * rigid_energy_before(&s)) / c;
    nearest = fmax(nearest, sum_of_normals(&s, &got) / bound);
    cr_expect_leq(sum_of_normals(&s, &got), bound * (1 + 1e-12), "landing %d", i);
    cr_expect_not(got.outcome.warnings & CAROM_WARN_JAMMED, "landing %d is no wedge", i);
  }
  printf("sum of normal impulses: at most %.3f of the bound\n", nearest);
  cr_expect_geq(nearest, 0.3, "the bound says little");
}

/// A disc of unit mass and radius in a groove; its faces stand at the angle `half` from the vertical on both sides. It
/// falls straight down with 1 m/s.
static void set_groove(double half, double mu, double e, sample* s) {
  rigid_point at[2] = {{{0}, {{0}}}};
  const rigid_body disc = {1, {0.25, 0.25, 0.5}, {0, -1, 0, 0, 0, 0}};
  memset(s, 0, sizeof *s);
  s->dimension = 2;
  s->count = 2;
  for (int i = 0; i < 2; ++i) {
    const double side = i == 0 ? 1 : -1, n[2] = {side * cos(half), sin(half)};
    for (int k = 0; k < 2; ++k) at[i].arm[k] = -n[k];
    at[i].axis[0][0] = n[1];
    at[i].axis[0][1] = -n[0];
    memcpy(at[i].axis[1], n, sizeof n);
    s->surfaces[i] = carom_surface_default();
    s->surfaces[i].e = e;
    s->surfaces[i].mu = s->surfaces[i].mu_static = mu;
  }
  rigid_set_body(s, &disc, at);
}

/// Narrower than the friction angle: forces along the line between both contacts are in both cones, and the disc stays
/// where it stops. What it had, T, is in the springs, but for friction: sliding down by dy presses both springs by
/// sin dy and rubs over cos dy with mu times their force, so that T = E (1 + mu cot).
static void check_narrow(double half, double mu, double e) {
  static collision got;
  static sample s;
  set_groove(half, mu, e, &s);
  rigid_solve(&s, &got);
  const carom_energy* energy = &got.outcome.energy;
  cr_expect(got.outcome.warnings & CAROM_WARN_JAMMED, "half %g, mu %g, e %g", half, mu, e);
  for (int a = 0; a < 4; ++a) cr_expect_leq(fabs(got.contacts[a / 2].v[a % 2]), 1e-11, "it has to stand");
  cr_expect_leq(fabs(energy->spring - 0.5 / (1 + mu / tan(half))), 1e-12, "spring %.17g", energy->spring);
  cr_expect_leq(fabs(energy->restitution), 1e-12, "no loss is taken where nothing comes back");
}

/// Wider: up at unit speed lifts both contacts with sin and slides with cos, c = sin - mu cos > 0, and it flies up
/// again. On the way up friction takes what it took on the way down, of what restitution has left.
static void check_wide(double half, double mu, double e) {
  static collision got;
  static sample s;
  set_groove(half, mu, e, &s);
  rigid_solve(&s, &got);
  const double rub = mu / tan(half), left = 0.5 * e * e * (1 - rub) / (1 + rub);
  const double c = sin(half) - mu * cos(half);
  cr_expect_not(got.outcome.warnings & CAROM_WARN_JAMMED, "half %g, mu %g, e %g", half, mu, e);
  cr_expect_leq(fabs(0.5 + got.outcome.energy.change - left), 1e-12,
                "half %g, mu %g, e %g: %.17g J left, want %.17g (%d events)", half, mu, e,
                0.5 + got.outcome.energy.change, left, got.outcome.event_total);
  cr_expect_leq(sum_of_normals(&s, &got), 2 / c * (1 + 1e-12));
}

/// One or the other, never both, and nothing third: the theorem of alternatives.
Test(rigid_wedge, a_disc_in_a_groove) {
  const double restitution[] = {1, 0.6, 0};
  for (int i = 0; i < 3; ++i)
    for (double half = 0.05; half < 1.5; half += 0.05)
      for (double part = 0.1; part < 3; part += 0.25) {
        const double mu = part * tan(half);
        if (mu > 3) continue;
        if (part > 1)
          check_narrow(half, mu, restitution[i]);
        else
          check_wide(half, mu, restitution[i]);
      }
}

/// The same with slip and spin to begin with: an answer, and where it jams nothing moves and the books are right.
Test(rigid_wedge, a_skew_disc_in_a_narrow_groove) {
  static collision got;
  static sample s;
  test_random r = {3};
  int jams = 0;
  for (int i = 0; i < 300; ++i) {
    const double half = test_random_uniform(&r, 0.1, 1);
    set_groove(half, test_random_uniform(&r, 1, 2) * tan(half), test_random_uniform(&r, 0, 1), &s);
    const double across = test_random_uniform(&r, -0.8, 0.8) * tan(half), spin = test_random_uniform(&r, -1, 1);
    for (int k = 0; k < 2; ++k) {
      const double side = k == 0 ? 1 : -1;
      s.v[2 * k] += across * sin(half) + spin;
      s.v[2 * k + 1] += across * side * cos(half);
      s.surfaces[k].stiffness = test_random_log(&r, 0.3, 3);
    }
    rigid_solve(&s, &got);
    cr_expect_leq(rigid_ledger_error(&s, &got), rigid_ledger_bar(&got), "%d: %.3g", i, rigid_ledger_error(&s, &got));
    if (!(got.outcome.energy.spring > 1e-12 * rigid_energy_before(&s))) continue;
    ++jams;
    cr_expect(got.outcome.warnings & CAROM_WARN_JAMMED);
    for (int a = 0; a < 4; ++a)
      cr_expect_leq(fabs(got.contacts[a / 2].v[a % 2]), 1e-10 * rigid_speed(&s, &got), "%d has to stand", i);
  }
  printf("%d of 300 jam with loaded springs\n", jams);
  cr_expect_geq(jams, 20);
}
