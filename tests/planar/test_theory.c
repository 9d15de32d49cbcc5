// The theory decides the mode: the rules of docs/planar.md, applied to its numbers, give the mode that the solver
// gives.
#include <criterion/criterion.h>
#include <stdio.h>

#include "planar/sample.h"

enum { IMPACTS = 200000 };

static bool has_impact(const carom_planar_problem* p, const carom_planar_theory* t) {
  const bool stuck_at_once = p->v_t == 0 && t->holds;
  return p->v_n < 0 || (p->v_n == 0 && t->normal_gain < 0 && !stuck_at_once);
}

static carom_planar_mode mode_by_rules(const carom_planar_problem* p, const carom_planar_theory* t) {
  if (!has_impact(p, t)) return CAROM_PLANAR_NONE;
  const carom_planar_mode in_compression = t->holds ? CAROM_PLANAR_C_STICKING : CAROM_PLANAR_C_REVERSED;
  const carom_planar_mode in_restitution = t->holds ? CAROM_PLANAR_R_STICKING : CAROM_PLANAR_R_REVERSED;
  if (p->v_t == 0 && t->holds) return CAROM_PLANAR_C_STICKING;
  if (t->slip_loss <= 0) return CAROM_PLANAR_SLIDING;
  if (t->normal_gain <= 0 || t->p_d <= t->p_q) return in_compression;
  return t->p_d < (1 + p->surface.e) * t->p_q ? in_restitution : CAROM_PLANAR_SLIDING;
}

/// Pd and Pq are products of rounded numbers; where they tie, both labels are right.
static bool is_tie(const carom_planar_problem* p, const carom_planar_theory* t) {
  const double near = 1e-13 * fmax(fabs(t->p_d), fabs(t->p_q));
  return fabs(t->p_d - t->p_q) <= near || fabs(t->p_d - (1 + p->surface.e) * t->p_q) <= near;
}

Test(planar_theory, gives_the_mode_of_the_solver) {
  test_random r = {.state = 35};
  int seen[CAROM_PLANAR_R_REVERSED + 1] = {0};
  for (int i = 0; i < IMPACTS; ++i) {
    const carom_planar_problem p = sample_problem(&r);
    carom_planar_outcome outcome;
    if (carom_planar_solve(&p, &outcome, NULL) != CAROM_OK) continue;
    const carom_planar_theory t = carom_planar_theory_of(&p);
    const carom_planar_mode wanted = mode_by_rules(&p, &t);
    cr_assert(outcome.mode == wanted || is_tie(&p, &t), "impact %d: %s, by the rules %s", i,
              carom_planar_mode_word(outcome.mode), carom_planar_mode_word(wanted));
    ++seen[outcome.mode];
  }
  for (int mode = 0; mode <= CAROM_PLANAR_R_REVERSED; ++mode)
    cr_expect(seen[mode] > 0, "no impact of mode %s", carom_planar_mode_word((carom_planar_mode)mode));
}

// WM92, section 6, case 2: B1 = B2 = 2.5, B3 = 1.5, S0 = 0.6, C0 = -1. With mu = 0.5: d = 0.5 * 2.5 + 1.5,
// k1 = 2.5 + 0.5 * 1.5; all of it exact in binary but S0.
Test(planar_theory, of_the_falling_rod) {
  carom_planar_problem p = carom_planar_problem_default();
  p.w_tt = p.w_nn = 2.5;
  p.w_tn = -1.5;
  p.v_t = 0.6;
  p.v_n = -1;
  p.surface.mu = p.surface.mu_static = 0.5;
  const carom_planar_theory t = carom_planar_theory_of(&p);
  cr_expect_eq(t.direction, 1);
  cr_expect_eq(t.slip_loss, 2.75);
  cr_expect_eq(t.normal_gain, 3.25);
  cr_expect_eq(t.stick_ratio, 1.5 / 2.5);
  cr_expect(!t.holds);
  // @eq WM92 (35, 36)
  cr_expect_eq(t.p_d, 3.25 * 0.6);
  cr_expect_eq(t.p_q, 2.75);
}

Test(planar_theory, of_a_body_that_no_tangential_impulse_moves) {
  carom_planar_problem p = carom_planar_problem_default();
  p.w_tt = 0;
  p.v_n = -1;
  const carom_planar_theory t = carom_planar_theory_of(&p);
  cr_expect_eq(t.stick_ratio, 0);
  cr_expect(t.holds);
}
