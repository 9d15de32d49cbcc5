// Wang & Mason 1992: Table 1 and the closed formulas (39)-(55) as the paper writes them, against carom_planar_solve.
//
// The solver walks two segments of the path; here each mode has its own formula, chosen by the paper's table. The two
// roads share nothing but the input. On the border between two modes both formulas give the same impulse, so values
// are compared and not labels.
#include <criterion/criterion.h>

#include "published/sample.h"

enum { SAMPLES = 200000 };

/// The paper's symbols for one problem.
typedef struct symbols {
  double b1, b2, b3, s0, c0, mu, e;
  double s;         // sign of slip; see paper_sign
  double p_d, p_q;  // (35), (36)
} symbols;

typedef struct impulse {
  double x, y;
} impulse;

// Where (49) says s = +1 at S0 = 0, the slip that starts has the sign of -B3: (39), (40) hold with that s.
static double paper_sign(double s0, double b3) {
  if (s0 != 0) return s0 > 0 ? 1 : -1;
  return b3 > 0 ? -1 : 1;
}

// @eq WM92 (35)  Pd = (B2 + s mu B3) s S0
// @eq WM92 (36)  Pq = (mu B1 + s B3)(-C0)
static symbols symbols_of(const carom_planar_problem* problem) {
  symbols k = {.b1 = problem->w_tt, .b2 = problem->w_nn, .b3 = -problem->w_tn, .s0 = problem->v_t, .c0 = problem->v_n};
  k.mu = problem->surface.mu;
  k.e = problem->surface.e;
  k.s = paper_sign(k.s0, k.b3);
  k.p_d = (k.b2 + k.s * k.mu * k.b3) * k.s * k.s0;
  k.p_q = (k.mu * k.b1 + k.s * k.b3) * -k.c0;
  return k;
}

// Table 1. Direct impact has two modes only, (37) and (38).
// @eq WM92 (34)  mu_s = -B3/B1
static carom_planar_mode table_1(symbols k) {
  const bool holds = k.mu > fabs(k.b3 / k.b1);
  if (k.s0 == 0) return holds ? CAROM_PLANAR_C_STICKING : CAROM_PLANAR_SLIDING;
  if (k.p_d > (1 + k.e) * k.p_q) return CAROM_PLANAR_SLIDING;
  if (k.p_d > k.p_q) return holds ? CAROM_PLANAR_R_STICKING : CAROM_PLANAR_R_REVERSED;
  return holds ? CAROM_PLANAR_C_STICKING : CAROM_PLANAR_C_REVERSED;
}

// @eq WM92 (39)  sliding: Px = -s mu Py
// @eq WM92 (40)  sliding: Py = -(1+e) C0/(B2 + s mu B3)
// @eq WM92 (50)  sliding, Newton: the same
// @eq WM92 (51)  sliding, Newton: the same
static impulse sliding(symbols k) {
  const double p_y = -(1 + k.e) * k.c0 / (k.b2 + k.s * k.mu * k.b3);
  return (impulse){-k.s * k.mu * p_y, p_y};
}

// @eq WM92 (41)  sticking: Px = (B3 Py - S0)/B1
// @eq WM92 (43)  sticking: Px = (B3 Py - S0)/B1
static impulse stuck(symbols k, double p_y) {
  return (impulse){(k.b3 * p_y - k.s0) / k.b1, p_y};
}

// @eq WM92 (45)  reversed: Px = s mu (Py - 2 S0/(B3 + s mu B1))
// @eq WM92 (47)  reversed: Px = s mu (Py - 2 S0/(B3 + s mu B1))
// @eq WM92 (54)  reversed, Newton: Px = s mu (Py - 2 S0/(B3 + s mu B1))
static impulse reversed(symbols k, double p_y) {
  return (impulse){k.s * k.mu * (p_y - 2 * k.s0 / (k.b3 + k.s * k.mu * k.b1)), p_y};
}

// @eq WM92 (42)  C-sticking: Py = -(1+e)(B1 C0 + B3 S0)/(B1 B2 - B3^2)
// @eq WM92 (44)  R-sticking: Py = -(1+e) C0/(B2 + s mu B3)
// @eq WM92 (46)  C-reversed: Py = -(1+e)/(B2 - s mu B3) (C0 + 2 s mu B3 S0/(B3 + s mu B1))
// @eq WM92 (48)  R-reversed: Py = -(1+e) C0/(B2 + s mu B3)
static impulse poisson(symbols k) {
  const double smu = k.s * k.mu;
  const double restitution_p_y = -(1 + k.e) * k.c0 / (k.b2 + smu * k.b3);
  switch (table_1(k)) {
    case CAROM_PLANAR_C_STICKING:
      return stuck(k, -(1 + k.e) * (k.b1 * k.c0 + k.b3 * k.s0) / (k.b1 * k.b2 - k.b3 * k.b3));
    case CAROM_PLANAR_R_STICKING:
      return stuck(k, restitution_p_y);
    case CAROM_PLANAR_C_REVERSED:
      return reversed(k, -(1 + k.e) / (k.b2 - smu * k.b3) * (k.c0 + 2 * smu * k.b3 * k.s0 / (k.b3 + smu * k.b1)));
    case CAROM_PLANAR_R_REVERSED:
      return reversed(k, restitution_p_y);
    default:
      return sliding(k);
  }
}

// @eq WM92 (52)  sticking: Px = -(B2 S0 + (1+e) C0 B3)/(B1 B2 - B3^2)
// @eq WM92 (53)  sticking: Py = -(B3 S0 + (1+e) C0 B1)/(B1 B2 - B3^2)
// @eq WM92 (55)  reversed: Py = -1/(B2 - s mu B3) ((1+e) C0 + 2 s mu B3 S0/(B3 + s mu B1))
static impulse newton(symbols k) {
  const double smu = k.s * k.mu;
  const double det = k.b1 * k.b2 - k.b3 * k.b3;
  switch (table_1(k)) {
    case CAROM_PLANAR_C_STICKING:
    case CAROM_PLANAR_R_STICKING:
      return (impulse){-(k.b2 * k.s0 + (1 + k.e) * k.c0 * k.b3) / det, -(k.b3 * k.s0 + (1 + k.e) * k.c0 * k.b1) / det};
    case CAROM_PLANAR_C_REVERSED:
    case CAROM_PLANAR_R_REVERSED:
      return reversed(k, -1 / (k.b2 - smu * k.b3) * ((1 + k.e) * k.c0 + 2 * smu * k.b3 * k.s0 / (k.b3 + smu * k.b1)));
    default:
      return sliding(k);
  }
}

static carom_planar_outcome solve(const carom_planar_problem* problem) {
  carom_planar_outcome outcome;
  cr_assert_eq(carom_planar_solve(problem, &outcome, NULL), CAROM_OK);
  return outcome;
}

static void expect_impulse(const carom_planar_problem* problem, impulse paper) {
  const symbols k = symbols_of(problem);
  const carom_planar_outcome out = solve(problem);
  const double size = fabs(paper.x) + fabs(paper.y) + (fabs(k.s0) + fabs(k.c0)) / k.b1;
  const double tolerance = 16 * DBL_EPSILON * size * sample_amplification(problem);
  cr_assert(is_close(out.impulse_t, paper.x, tolerance) && is_close(out.impulse_n, paper.y, tolerance),
            "%s: (%.17g, %.17g), the paper gives (%.17g, %.17g); S0 %.17g C0 %.17g B3 %.17g mu %.17g",
            carom_planar_mode_word(out.mode), out.impulse_t, out.impulse_n, paper.x, paper.y, k.s0, k.c0, k.b3, k.mu);
}

/// Runs one law's formulas over random contacts and wants every mode to have been met often.
static void compare_law(carom_law law, impulse (*formula)(symbols), test_random r) {
  int met[CAROM_PLANAR_R_REVERSED + 1] = {0};
  for (int i = 0; i < SAMPLES; i++) {
    carom_planar_problem problem = sample_contact(&r);
    problem.surface.law = law;
    const symbols k = symbols_of(&problem);
    expect_impulse(&problem, formula(k));
    met[table_1(k)]++;
  }
  for (int mode = CAROM_PLANAR_SLIDING; mode <= CAROM_PLANAR_R_REVERSED; mode++) {
    cr_expect(met[mode] > SAMPLES / 200, "mode %s was met %d times only",
              carom_planar_mode_word((carom_planar_mode)mode), met[mode]);
  }
}

Test(wm92_algebra, poisson_formulas_in_every_mode) {
  compare_law(CAROM_LAW_POISSON, poisson, (test_random){39});
}

Test(wm92_algebra, newton_formulas_in_every_mode) {
  compare_law(CAROM_LAW_NEWTON, newton, (test_random){50});
}

// A random case lies within 1e-9 of a border of the table with a chance of about 1e-9 each: none of these does.
Test(wm92_algebra, table_1_names_the_mode) {
  test_random r = {1};
  for (int i = 0; i < SAMPLES; i++) {
    const carom_planar_problem problem = sample_contact(&r);
    const carom_planar_outcome out = solve(&problem);
    const carom_planar_mode expected = table_1(symbols_of(&problem));
    cr_assert_eq(out.mode, expected, "%s, Table 1 says %s", carom_planar_mode_word(out.mode),
                 carom_planar_mode_word(expected));
  }
}

// With the sign of -B3 for s the formulas hold for direct impact too, whatever B3 is.
Test(wm92_algebra, direct_impact_with_the_right_sign) {
  test_random r = {37};
  for (int i = 0; i < SAMPLES; i++) {
    carom_planar_problem problem = sample_contact(&r);
    problem.v_t = 0;
    problem.surface.law = CAROM_LAW_POISSON;
    const symbols k = symbols_of(&problem);
    expect_impulse(&problem, poisson(k));
    problem.surface.law = CAROM_LAW_NEWTON;
    expect_impulse(&problem, newton(k));
  }
}

// The rule s = +1 at S0 = 0, put into (39), (40) for B3 > 0, gives a friction impulse along the slip it causes.
// @eq WM92 (49)  s = S0/|S0|; at S0 = 0 the paper says +1, right is the sign of -B3
Test(wm92_algebra, printed_sign_rule_fails_for_direct_impact) {
  symbols k = {.b1 = 2.5, .b2 = 2.5, .b3 = 1.5, .s0 = 0, .c0 = -1, .mu = 0.3, .e = 0.5, .s = 1};
  const impulse printed = sliding(k);
  const double printed_slip = k.b1 * printed.x - k.b3 * printed.y;
  cr_expect(printed.x * printed_slip > 0, "friction must be seen to push along the slip");
  k.s = paper_sign(k.s0, k.b3);
  const impulse right = sliding(k);
  cr_expect(right.x * (k.b1 * right.x - k.b3 * right.y) < 0, "friction must oppose the slip");
}

// @eq WM92 (17)  S = S0 + B1 Px - B3 Py
// @eq WM92 (18)  C = C0 - B3 Px + B2 Py
// @eq WM92 (56)  dT = P . (V + V0)/2
// @eq WM92 (57)  dT = (P^T B P + 2 V0 . P)/2
Test(wm92_algebra, velocities_and_energy_follow_from_the_impulse) {
  test_random r = {17};
  for (int i = 0; i < SAMPLES; i++) {
    carom_planar_problem problem = sample_contact(&r);
    problem.surface.law = (carom_law)(i % 3);
    const symbols k = symbols_of(&problem);
    const carom_planar_outcome out = solve(&problem);
    const double x = out.impulse_t, y = out.impulse_n;
    // Three products of size B P each; the impulse itself carries the amplified rounding of the solution.
    const double size = fabs(k.s0) + fabs(k.c0) + (k.b1 + k.b2) * (fabs(x) + y);
    const double tolerance = 16 * DBL_EPSILON * size * sample_amplification(&problem);
    cr_assert(is_close(out.v_t, k.s0 + k.b1 * x - k.b3 * y, tolerance));
    cr_assert(is_close(out.v_n, k.c0 - k.b3 * x + k.b2 * y, tolerance));
    const double work = (x * (out.v_t + k.s0) + y * (out.v_n + k.c0)) / 2;
    const double quadratic = (k.b1 * x * x - 2 * k.b3 * x * y + k.b2 * y * y) / 2 + k.s0 * x + k.c0 * y;
    cr_assert(is_close(out.energy.change, work, tolerance * (fabs(x) + y)));
    cr_assert(is_close(out.energy.change, quadratic, tolerance * (fabs(x) + y)));
  }
}

// Appendix: 2 dT of the elastic Poisson impact as a quadratic form of the impulse, mode by mode.
static double appendix(symbols k, carom_planar_mode mode, impulse p) {
  const double smu = k.s * k.mu;
  const double slip = k.s0 + k.b1 * p.x - k.b3 * p.y;
  const double stick = k.b1 * p.x - k.b3 * p.y;
  switch (mode) {
    case CAROM_PLANAR_C_STICKING:
      return -stick * stick / k.b1;
    case CAROM_PLANAR_R_STICKING:
      return -(k.b1 * p.x * p.x + smu * k.b3 * p.y * p.y);
    case CAROM_PLANAR_C_REVERSED:
      return -(k.s * k.b3 / k.mu * p.x * p.x - (k.b3 + smu * k.b1) * p.x * p.y + smu * k.b3 * p.y * p.y);
    case CAROM_PLANAR_R_REVERSED:
      return -(k.s * k.b3 / k.mu * p.x * p.x + (k.b3 - smu * k.b1) * p.x * p.y + smu * k.b3 * p.y * p.y);
    default:
      return -smu * p.y * (slip + k.s0);
  }
}

// @eq WM92 (58)  dT <= 0
Test(wm92_algebra, appendix_energy_of_the_elastic_poisson_impact) {
  test_random r = {58};
  for (int i = 0; i < SAMPLES; i++) {
    carom_planar_problem problem = sample_contact(&r);
    problem.surface.law = CAROM_LAW_POISSON;
    problem.surface.e = 1;
    const symbols k = symbols_of(&problem);
    const carom_planar_outcome out = solve(&problem);
    const impulse p = {out.impulse_t, out.impulse_n};
    const double size = (k.b1 + k.b2 + fabs(k.b3) / k.mu) * (p.x * p.x + p.y * p.y);
    const double tolerance = 16 * DBL_EPSILON * size * sample_amplification(&problem);
    cr_assert(is_close(2 * out.energy.change, appendix(k, out.mode, p), tolerance), "%s: %.17g, appendix %.17g",
              carom_planar_mode_word(out.mode), 2 * out.energy.change, appendix(k, out.mode, p));
    cr_assert(out.energy.change <= tolerance);
  }
}

/// Section 5: sets one of the conditions under which the paper says that Newton and Poisson agree.
static void make_laws_agree(carom_planar_problem* problem, int condition) {
  if (condition == 0) problem->v_t = 0;
  if (condition == 1) problem->w_tn = 0;
  if (condition == 2) problem->surface.mu = problem->surface.mu_static = 0;
  if (condition == 3) problem->surface.e = 0;
}

Test(wm92_algebra, laws_agree_where_section_5_says_so) {
  test_random r = {4};
  for (int i = 0; i < SAMPLES; i++) {
    carom_planar_problem problem = sample_contact(&r);
    make_laws_agree(&problem, i % 5);
    const carom_planar_outcome stronge = solve(&problem);
    // Condition 5: sliding to the end.
    if (i % 5 == 4 && stronge.mode != CAROM_PLANAR_SLIDING) continue;
    problem.surface.law = CAROM_LAW_POISSON;
    const carom_planar_outcome other = solve(&problem);
    problem.surface.law = CAROM_LAW_NEWTON;
    expect_impulse(&problem, (impulse){stronge.impulse_t, stronge.impulse_n});
    expect_impulse(&problem, (impulse){other.impulse_t, other.impulse_n});
  }
}

static double line_at(carom_line line, double t, double n) {
  return line.t * t + line.n * n + line.c;
}

// @eq WM92 (24)  line of maximum compression: C0 - B3 Px + B2 Py = 0
// @eq WM92 (26)  line of termination: (1+e) C0 - B3 Px + B2 Py = 0
// @eq WM92 (29)  line of sticking: S0 + B1 Px - B3 Py = 0
// @eq WM92 (30)  line of limiting friction: Px = -mu s Py
Test(wm92_algebra, diagram_lines_are_the_paper_s) {
  test_random r = {24};
  for (int i = 0; i < 1000; i++) {
    const carom_planar_problem problem = sample_contact(&r);
    const symbols k = symbols_of(&problem);
    const carom_planar_diagram diagram = carom_planar_diagram_of(&problem);
    const double t = test_random_uniform(&r, -2, 2), n = test_random_uniform(&r, 0, 2);
    const double tolerance = 16 * DBL_EPSILON * 20;  // three terms below 10 each
    cr_assert(is_close(line_at(diagram.compression, t, n), k.c0 - k.b3 * t + k.b2 * n, tolerance));
    cr_assert(is_close(line_at(diagram.termination, t, n), (1 + k.e) * k.c0 - k.b3 * t + k.b2 * n, tolerance));
    cr_assert(is_close(line_at(diagram.sticking, t, n), k.s0 + k.b1 * t - k.b3 * n, tolerance));
    cr_assert_eq(diagram.limiting_slope, -k.mu * k.s);
  }
}
