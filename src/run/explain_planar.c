// Why a planar impact has its mode: the rules of docs/planar.md with the numbers of this impact.
#include <math.h>

#include "run/explain.h"

static void say_rates(const carom_planar_theory* t, carom_explanation* out) {
  if (t->slip_loss > 0) {
    carom__explain_say(out,
                       "While the contact slips, each N s of normal impulse takes d = %.6g m/s from the slip and adds "
                       "k1 = %.6g m/s to the normal velocity.",
                       t->slip_loss, t->normal_gain);
  } else {
    carom__explain_say(out,
                       "While the contact slips, each N s of normal impulse adds k1 = %.6g m/s to the normal velocity. "
                       "Friction cannot slow the slip down (d = %.6g <= 0), so slip never stops.",
                       t->normal_gain, t->slip_loss);
  }
}

/// For slip that friction slows down.
static void say_when_slip_stops(const carom_planar_problem* problem, const carom_planar_theory* t,
                                carom_explanation* out) {
  const double e = problem->surface.e;
  if (t->normal_gain <= 0) {
    carom__explain_say(out,
                       "Because k1 <= 0, friction drives the bodies together as long as they slip (a jam): compression "
                       "can end only after slip has stopped.");
  } else if (t->p_d <= t->p_q) {
    carom__explain_say(out,
                       "Slip stops before compression ends, because Pd = k1 |S0| = %.6g does not exceed Pq = -d C0 = "
                       "%.6g.",
                       t->p_d, t->p_q);
  } else if (t->p_d < (1 + e) * t->p_q) {
    carom__explain_say(out,
                       "Slip stops after compression and before the impact ends, because Pd = k1 |S0| = %.6g lies "
                       "between Pq = -d C0 = %.6g and (1 + e) Pq = %.6g.",
                       t->p_d, t->p_q, (1 + e) * t->p_q);
  } else {
    carom__explain_say(out,
                       "The impact ends before slip could stop, because Pd = k1 |S0| = %.6g is not below (1 + e) Pq = "
                       "-(1 + e) d C0 = %.6g.",
                       t->p_d, (1 + e) * t->p_q);
  }
}

static void say_hold(const carom_planar_problem* problem, const carom_planar_theory* t, carom_explanation* out) {
  const char* name = problem->surface.mu_static > problem->surface.mu ? "mu_static" : "mu";
  const char* meaning = t->holds ? "friction can hold a contact that has stopped: it sticks"
                                 : "friction cannot hold a contact that has stopped: it slides on at once";
  carom__explain_say(out, "Sticking takes |B3|/B1 = %.6g times the normal force, and %s = %.6g %s that, so %s.",
                     t->stick_ratio, name, problem->surface.mu_static, t->holds ? "gives" : "does not reach", meaning);
}

static void say_no_impact(const carom_planar_problem* problem, const carom_planar_theory* t, carom_explanation* out) {
  if (problem->v_n > 0) {
    carom__explain_say(out, "The bodies separate at the contact (C0 = %.6g m/s), so nothing happens.", problem->v_n);
  } else {
    carom__explain_say(out,
                       "The bodies do not approach (C0 = 0), and sliding does not drive them together (k1 = %.6g), so "
                       "nothing happens.",
                       t->normal_gain);
  }
}

/// A contact in space that W lets move in a plane, or along the normal alone: false where that says it all.
static bool say_reduced(const carom_result* result, carom_explanation* out) {
  const carom_vec2 tangent = result->outcome.tangent;
  if (result->problem.dimension == 2) return true;
  if (result->outcome.law.planar.problem.w_tt > 0) {
    carom__explain_say(out,
                       "W lets the contact move along one tangent only, (%.4g, %.4g) in (t1, t2), so this is an impact "
                       "in the plane of that tangent and the normal.",
                       tangent.x, tangent.y);
    return true;
  }
  carom__explain_say(
      out,
      "W lets the contact move along the normal only: no impulse along the tangents changes anything, so "
      "there is none, and slip stays as it was.");
  return false;
}

carom_status carom__explain_planar(const carom_result* result, carom_explanation* out, carom_diag* diag) {
  (void)diag;
  const carom_planar_problem* problem = &result->outcome.law.planar.problem;
  const carom_planar_mode mode = result->outcome.law.planar.outcome.mode;
  const carom_planar_theory t = out->planar = carom_planar_theory_of(problem);
  if (mode == CAROM_PLANAR_NONE) {
    say_no_impact(problem, &t, out);
    return CAROM_OK;
  }
  if (!say_reduced(result, out)) return CAROM_OK;
  const bool stuck_at_once = problem->v_t == 0 && t.holds;
  if (problem->v_t == 0) carom__explain_say(out, "There is no slip before the impact.");
  if (problem->v_t == 0) say_hold(problem, &t, out);
  if (!stuck_at_once) say_rates(&t, out);
  if (problem->v_t != 0 && t.slip_loss > 0) say_when_slip_stops(problem, &t, out);
  if (problem->v_t != 0) say_hold(problem, &t, out);
  carom__explain_say(out, "So the mode is %s: %s.", carom_planar_mode_word(mode), carom_planar_mode_meaning(mode));
  return CAROM_OK;
}
