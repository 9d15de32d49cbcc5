// Morgan 2011: the impact of any planar mechanism, solved by "pauses" in the space of generalized speeds.
//
// This is a road of its own: it never forms W. It follows the flow chart of the thesis (Figure 2.8) in u-space, with
// three corrections: sticking needs |m| <= mu (the thesis writes m < mu), a pause at a normal impulse <= 0 never
// comes, and the energetic coefficient enters squared, E_stop = (1 - e^2) E_min. The thesis prints no numbers; the
// double pendulum's first impact is compared with an integration in 45-digit arithmetic instead.
#include <criterion/criterion.h>

#include "carom/model.h"
#include "published/sample.h"

enum { DOF = 2, SAMPLES = 100000 };

typedef struct speeds {
  double u[DOF];
} speeds;

/// A mechanism of two degrees of freedom at the instant of impact.
typedef struct linkage {
  double mass[DOF * DOF];
  double jacobian[2 * DOF];  // row 0 tangent, row 1 normal
  speeds before;
  double e, mu;
} linkage;

static double row_times(const double* row, speeds x) {
  return row[0] * x.u[0] + row[1] * x.u[1];
}

static double tangent(const linkage* k, speeds x) {
  return row_times(k->jacobian, x);
}

static double normal(const linkage* k, speeds x) {
  return row_times(k->jacobian + DOF, x);
}

static speeds add_scaled(speeds x, double factor, speeds y) {
  return (speeds){{x.u[0] + factor * y.u[0], x.u[1] + factor * y.u[1]}};
}

// @eq MOR11 (2.4)  du = M^-1 J^T p
// @eq MOR11 (2.5)  L = M^-1 J^T, here one column of it
static speeds collision_column(const linkage* k, const double* row) {
  const double det = k->mass[0] * k->mass[3] - k->mass[1] * k->mass[2];
  return (speeds){
      {(k->mass[3] * row[0] - k->mass[1] * row[1]) / det, (k->mass[0] * row[1] - k->mass[2] * row[0]) / det}};
}

/// How speeds change per unit of normal impulse when friction is `ratio` times the normal impulse.
// @eq MOR11 (2.9)  du = (Ln + ratio Lt) pn
static speeds direction(const linkage* k, double ratio) {
  return add_scaled(collision_column(k, k->jacobian + DOF), ratio, collision_column(k, k->jacobian));
}

// @eq MOR11 (3.1)  m: the ratio for which Jt (Ln + m Lt) = 0
static double holding_ratio(const linkage* k) {
  return -tangent(k, collision_column(k, k->jacobian + DOF)) / tangent(k, collision_column(k, k->jacobian));
}

/// Friction after the tangential pause: sticking if it can be held, otherwise reversed.
// @eq MOR11 (2.12)  ratio = mu, -mu or m, by the sign of Jt u
static double ratio_after_pause(const linkage* k, double ratio_before) {
  const double m = holding_ratio(k);
  return fabs(m) <= k->mu ? m : -ratio_before;
}

/// Normal impulse from here until a velocity that now is v and changes at this rate vanishes; never is infinite.
// @eq MOR11 (3.2)  pn = -Jt u/(Jt l)
// @eq MOR11 (3.3)  pn = -Jn u/(Jn l)
static double pause_at(double v, double rate) {
  const double p = -v / rate;
  return p > 0 ? p : HUGE_VAL;
}

/// Normal work after an impulse p from speeds u; u^T M Ln is the normal velocity Jn u because M Ln = Jn^T.
// @eq MOR11 (2.21)  En = u^T M Ln p + l^T M Ln p^2/2 + E0
static double normal_work(const linkage* k, speeds u, speeds l, double p, double e0) {
  return normal(k, u) * p + normal(k, l) * p * p / 2 + e0;
}

/// The impulse from speeds u, on the rising branch of En, at which En = target.
static double impulse_to_work(const linkage* k, speeds u, speeds l, double e0, double target) {
  const double v = normal(k, u), rate = normal(k, l), work = target - e0;
  const double v_after = sqrt(fmax(0, v * v + 2 * rate * work));
  return v > 0 ? 2 * work / (v + v_after) : (v_after - v) / rate;  // no cancellation in either
}

static double stop_work(const linkage* k, double minimum) {
  return (1 - k->e * k->e) * minimum;
}

/// Figure 2.8, boxes b and e: the tangential pause comes first.
static speeds finish_from_tangential_pause(const linkage* k, speeds l, double ratio, double p_t) {
  const double e0 = normal_work(k, k->before, l, p_t, 0);
  const speeds u = add_scaled(k->before, p_t, l);
  const speeds l2 = direction(k, ratio_after_pause(k, ratio));
  const double p_n = -normal(k, u) / normal(k, l2);
  const double target = stop_work(k, normal_work(k, u, l2, p_n, e0));
  return add_scaled(u, impulse_to_work(k, u, l2, e0, target), l2);
}

/// Figure 2.8, boxes c, then e or d and e: compression ends first.
static speeds finish_from_normal_pause(const linkage* k, speeds l, double ratio, double p_t) {
  const double p_n = -normal(k, k->before) / normal(k, l);
  const double target = stop_work(k, normal_work(k, k->before, l, p_n, 0));
  const double p_stop = impulse_to_work(k, k->before, l, 0, target);
  if (p_stop <= p_t) return add_scaled(k->before, p_stop, l);
  const double e0 = normal_work(k, k->before, l, p_t, 0);
  const speeds u = add_scaled(k->before, p_t, l);
  const speeds l2 = direction(k, ratio_after_pause(k, ratio));
  return add_scaled(u, impulse_to_work(k, u, l2, e0, target), l2);
}

static speeds morgan(const linkage* k) {
  const double ratio = tangent(k, k->before) < 0 ? k->mu : -k->mu;
  const speeds l = direction(k, ratio);
  const double p_t = pause_at(tangent(k, k->before), tangent(k, l));
  const double p_n = pause_at(normal(k, k->before), normal(k, l));
  return p_t < p_n ? finish_from_tangential_pause(k, l, ratio, p_t) : finish_from_normal_pause(k, l, ratio, p_t);
}

typedef struct through_carom {
  carom_planar_problem problem;
  carom_planar_outcome outcome;
  speeds after;
} through_carom;

/// The same impact through carom: model, contact space, planar law, and back.
static through_carom solve(const linkage* k) {
  const carom_mechanism mechanism = {DOF, 2, 1, k->mass, k->before.u, k->jacobian, NULL};
  double workspace[DOF * DOF + 2 * DOF], w[4], v[2];
  cr_assert_eq(carom_mechanism_workspace_size(&mechanism), DOF * DOF + 2 * DOF);
  cr_assert_eq(carom_mechanism_contact(&mechanism, workspace, w, v, NULL), CAROM_OK);
  carom_surface surface = carom_surface_default();
  surface.e = k->e;
  surface.mu = surface.mu_static = k->mu;
  through_carom done = {.problem = {w[0], w[1], w[3], v[0], v[1], surface}};
  cr_assert_eq(carom_planar_solve(&done.problem, &done.outcome, NULL), CAROM_OK);
  const double impulse[2] = {done.outcome.impulse_t, done.outcome.impulse_n};
  carom_mechanism_apply(&mechanism, workspace, impulse, done.after.u);
  return done;
}

/// The slender double pendulum of section 2.1, bars of unit mass and length, floor below.
static linkage double_pendulum(double q1, double q2, speeds u) {
  const double m12 = 1.0 / 3 + cos(q2) / 2, q12 = q1 + q2;
  return (linkage){.mass = {5.0 / 3 + cos(q2), m12, m12, 1.0 / 3},
                   .jacobian = {-sin(q1) - sin(q12), -sin(q12), cos(q1) + cos(q12), cos(q12)},
                   .before = u};
}

/// A pendulum at random whose tip approaches the floor; false where it hardly does.
static bool random_pendulum(test_random* r, linkage* k) {
  const double q1 = test_random_uniform(r, -3.1, 3.1), q2 = test_random_uniform(r, -3.1, 3.1);
  const speeds u = {{test_random_uniform(r, -3, 3), test_random_uniform(r, -3, 3)}};
  *k = double_pendulum(q1, q2, u);
  k->e = test_random_uniform(r, 0, 1);
  k->mu = test_random_uniform(r, 0, 1.5);
  if (normal(k, k->before) > 0) k->before = (speeds){{-u.u[0], -u.u[1]}};
  return normal(k, k->before) < -0.01;
}

// Near q2 = 0 and q2 = pi the bars are in line and W is nearly singular: both roads then lose digits in proportion to
// B1 B2/det, which the amplification counts. The flow chart also takes a root of E_stop - E_n, where all but the part
// e^2 cancels, so its last speed is known to eps/e only.
Test(mor11, flow_chart_and_contact_space_agree) {
  test_random r = {2011};
  int met[CAROM_PLANAR_R_REVERSED + 1] = {0};
  for (int i = 0; i < SAMPLES; i++) {
    linkage k;
    if (!random_pendulum(&r, &k)) continue;
    const through_carom ours = solve(&k);
    const speeds thesis = morgan(&k);
    const double size = fabs(k.before.u[0]) + fabs(k.before.u[1]) + fabs(thesis.u[0]) + fabs(thesis.u[1]);
    const double error = fabs(ours.after.u[0] - thesis.u[0]) + fabs(ours.after.u[1] - thesis.u[1]);
    const double tolerance = 16 * DBL_EPSILON * size * sample_amplification(&ours.problem) / k.e;
    cr_assert(error <= tolerance, "%s: (%.17g, %.17g), the thesis gives (%.17g, %.17g)",
              carom_planar_mode_word(ours.outcome.mode), ours.after.u[0], ours.after.u[1], thesis.u[0], thesis.u[1]);
    met[ours.outcome.mode]++;
  }
  for (int mode = CAROM_PLANAR_SLIDING; mode <= CAROM_PLANAR_R_REVERSED; mode++) {
    cr_expect(met[mode] > SAMPLES / 100, "mode %s was met %d times only",
              carom_planar_mode_word((carom_planar_mode)mode), met[mode]);
  }
}

/// Kinetic energy of the two bars, each as a translating and turning rod: a second way to the mass matrix.
// @eq MOR11 (2.13)  K = u^T M u/2
static double bars_energy(double q1, double q2, speeds u) {
  const double q12 = q1 + q2, w1 = u.u[0], w12 = u.u[0] + u.u[1];
  const double x1 = -sin(q1) * w1 / 2, y1 = cos(q1) * w1 / 2;
  const double x2 = -sin(q1) * w1 - sin(q12) * w12 / 2, y2 = cos(q1) * w1 + cos(q12) * w12 / 2;
  return (x1 * x1 + y1 * y1 + x2 * x2 + y2 * y2 + (w1 * w1 + w12 * w12) / 12) / 2;
}

Test(mor11, mass_matrix_is_that_of_two_slender_bars) {
  test_random r = {213};
  for (int i = 0; i < 1000; i++) {
    const double q1 = test_random_uniform(&r, -3, 3), q2 = test_random_uniform(&r, -3, 3);
    const speeds u = {{test_random_uniform(&r, -3, 3), test_random_uniform(&r, -3, 3)}};
    const linkage k = double_pendulum(q1, q2, u);
    const double tolerance = 64 * DBL_EPSILON * 30;  // energies up to 30 J, some ten terms
    cr_assert(is_close(carom_mechanism_energy(DOF, k.mass, u.u), bars_energy(q1, q2, u), tolerance));
  }
}

// The change of energy of the whole mechanism is what the contact lost.
// @eq MOR11 (2.14)  E = u^T M u/2 - K before
Test(mor11, energy_of_the_mechanism_changes_by_the_ledger) {
  test_random r = {214};
  for (int i = 0; i < 1000; i++) {
    linkage k;
    if (!random_pendulum(&r, &k)) continue;
    const through_carom done = solve(&k);
    const carom_energy ledger = done.outcome.energy;
    const double before_energy = carom_mechanism_energy(DOF, k.mass, k.before.u);
    const double change = carom_mechanism_energy(DOF, k.mass, done.after.u) - before_energy;
    const double tolerance = 16 * DBL_EPSILON * before_energy * sample_amplification(&done.problem);
    cr_assert(is_close(change, ledger.change, tolerance), "%.17g, ledger %.17g", change, ledger.change);
    cr_assert(is_close(ledger.change, -(ledger.friction + ledger.restitution), 64 * DBL_EPSILON * before_energy));
  }
}

// Released at rest from q = (0, 0.5), g = 9.81, the tip first meets a floor 1.5 below the support at t =
// 0.537965802794. State and answer come from an integration with an error below 1e-25; speeds up to 10, hence 64 eps
// x 10.
Test(mor11, first_impact_of_the_double_pendulum) {
  const speeds before = {{-1.3041439777885758, -7.2919698957915488}};
  linkage k = double_pendulum(-1.1067706825417777, 0.45607266915120093, before);
  k.e = 0.5;
  k.mu = 0.3;
  const through_carom done = solve(&k);
  const double tolerance = 64 * DBL_EPSILON * 10;
  cr_expect_eq(done.outcome.mode, CAROM_PLANAR_R_REVERSED);
  cr_expect(is_close(tangent(&k, before), -6.3732679243260819, tolerance));
  cr_expect(is_close(normal(&k, before), -7.4232659167725449, tolerance));
  cr_expect(is_close(done.outcome.v_t, 0.20002479881907362, tolerance), "%.17g", done.outcome.v_t);
  cr_expect(is_close(done.outcome.v_n, 3.5650192966521757, tolerance), "%.17g", done.outcome.v_n);
  cr_expect(is_close(done.after.u[0], -4.541810767330137, tolerance), "%.17g", done.after.u[0]);
  cr_expect(is_close(done.after.u[1], 11.577109887635345, tolerance), "%.17g", done.after.u[1]);
}
