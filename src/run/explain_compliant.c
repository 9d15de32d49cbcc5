// What the tangential springs mean for one impact (docs/compliant.md).
#include <math.h>

#include "run/explain.h"

/// Direction of the slip before; t1 where there is none.
static carom_vec3 slip_direction(carom_vec3 v) {
  const double speed = hypot(v.x, v.y);
  return speed > 0 ? (carom_vec3){v.x / speed, v.y / speed, 0} : (carom_vec3){1, 0, 0};
}

static carom_compliant_facts facts_of(const carom_result* result) {
  const carom_compliant_problem* problem = &result->outcome.law.compliant.problem;
  const carom_compliant_outcome* outcome = &result->outcome.law.compliant.outcome;
  const carom_vec3 along = slip_direction(problem->v);
  const double w_tt = carom_vec3_dot(along, carom_mat3_apply(problem->w, along));
  const carom_surface* surface = &problem->surface;
  // Without recompression all that was stored is given back or lost; a second compression stores more.
  const double given_back = outcome->recompressed ? (double)NAN : outcome->stored - outcome->energy.restitution;
  return (carom_compliant_facts){
      .slip_before = hypot(problem->v.x, problem->v.y),
      .start_limit = surface->mu * surface->eta2 * fabs(problem->v.z),
      .starts_stuck = outcome->event_count > 0 && outcome->events[0].type == CAROM_EVENT_START_STICK,
      .slip_after = carom_vec3_dot(along, outcome->v),
      .frequency_ratio = sqrt(w_tt / (surface->eta2 * problem->w.m[2][2])),
      .given_back = given_back,
      .held_tangential = carom_result_spring_peak(result)};
}

/// Compression lasts a quarter of a normal swing, restitution e times as long.
static void say_compliance(const carom_result* result, const carom_compliant_facts* facts, carom_explanation* out) {
  const carom_surface* surface = &result->outcome.law.compliant.problem.surface;
  const double swings = facts->frequency_ratio * (1 + surface->e) / 4;
  carom__explain_say(
      out,
      "eta2 = %.6g is the normal stiffness over the tangential one. Stuck, the contact point would swing "
      "%.4g times as fast sideways as up and down: the impact has time for %.3g swings; a quarter of one "
      "turns it round%s.",
      surface->eta2, facts->frequency_ratio, swings, swings > 0.75 ? ", three quarters turn it back again" : "");
}

static void say_start(const carom_result* result, const carom_compliant_facts* facts, carom_explanation* out) {
  const double mu = result->outcome.law.compliant.problem.surface.mu;
  if (mu == 0) {
    carom__explain_say(out, "Without friction the tangential springs stay slack: nothing hinders the slip.");
  } else if (facts->slip_before == 0) {
    carom__explain_say(out, "There is no slip before the impact; the contact %s.",
                       facts->starts_stuck ? "starts stuck" : "slips from the first moment on");
  } else {
    carom__explain_say(
        out,
        "The contact starts %s, because its slip, |v_t| = %.6g m/s, %s mu eta2 |v_n| = %.6g m/s: a stuck "
        "spring pulls with less than friction can hold only while it is stretched that slowly.",
        facts->starts_stuck ? "stuck" : "sliding", facts->slip_before,
        facts->starts_stuck ? "is below" : "is not below", facts->start_limit);
  }
}

static int count_switches(const carom_result* result, carom_event_type type) {
  int count = 0;
  for (int i = 0; i < result->outcome.event_count; ++i) count += result->events[i].type == type ? 1 : 0;
  return count;
}

/// "once", "twice", "5 times"
static const char* times(int count, char text[24]) {
  if (count == 1 || count == 2) return count == 1 ? "once" : "twice";
  snprintf(text, 24, "%d times", count);
  return text;
}

static void say_switches(const carom_result* result, const carom_compliant_facts* facts, carom_explanation* out) {
  const int sticks = count_switches(result, CAROM_EVENT_STICK), slips = count_switches(result, CAROM_EVENT_SLIP);
  const char* why = "it breaks loose where it pulls as hard as friction can hold, mu F_n";
  char caught[24], loose[24];
  if (sticks == 0 && slips == 0) {
    carom__explain_say(out, facts->starts_stuck ? "Friction held the spring to the end: the contact never slid."
                                                : "The spring never caught up with the slip: the contact never stuck.");
  } else if (slips == 0) {
    carom__explain_say(out, "On its way the spring caught the slip, and friction held it to the end.");
  } else if (sticks == 0) {
    carom__explain_say(out, "On its way the spring broke loose; %s.", why);
  } else {
    carom__explain_say(out, "On its way the spring caught the slip %s and broke loose %s; %s.", times(sticks, caught),
                       times(slips, loose), why);
  }
}

static void say_whether_it_comes_back(const carom_result* result, const carom_compliant_facts* facts,
                                      carom_explanation* out) {
  const carom_mat3* w = &result->outcome.law.compliant.problem.w;
  const bool coupled = w->m[0][2] != 0 || w->m[1][2] != 0;
  const double before = facts->slip_before, after = facts->slip_after;
  if (before == 0) return;
  if (after < 0) {
    carom__explain_say(out,
                       "It comes back: the tangential velocity turned from %.6g to %.6g m/s along the slip before, "
                       "%.4g %% of it.%s",
                       before, after, -100 * after / before,
                       coupled ? "" : " Friction without springs could have stopped it at best.");
  } else {
    carom__explain_say(out, "It does not come back: of the tangential velocity of %.6g m/s %.6g m/s are left.", before,
                       after);
  }
}

static void say_springs(const carom_result* result, const carom_compliant_facts* facts, carom_explanation* out) {
  const carom_compliant_outcome* outcome = &result->outcome.law.compliant.outcome;
  if (outcome->recompressed) {
    carom__explain_say(out,
                       "The normal spring held %.6g J when compression first ended, and compression began again later; "
                       "restitution took %.6g J in all.",
                       outcome->stored, outcome->energy.restitution);
  } else {
    carom__explain_say(out, "The normal spring stored %.6g J and gave %.6g J back (e^2 of it).", outcome->stored,
                       facts->given_back);
  }
  if (outcome->energy.spring > 0) {
    carom__explain_say(out,
                       "The tangential springs held up to %.4g J; with e = 0 the impact ends with compression, and the "
                       "%.6g J left in them are lost.",
                       facts->held_tangential, outcome->energy.spring);
  } else if (facts->held_tangential > 0) {
    carom__explain_say(out, "The tangential springs held up to %.4g J and kept none of it.", facts->held_tangential);
  }
}

static void say_no_impact(const carom_result* result, carom_explanation* out) {
  const double normal = result->outcome.law.compliant.problem.v.z;
  if (normal > 0) {
    carom__explain_say(out, "The bodies separate at the contact (v_n = %.6g m/s), so nothing happens.", normal);
  } else {
    carom__explain_say(out, "The bodies do not approach (v_n = 0), so nothing happens.");
  }
}

void carom__explain_compliant(const carom_result* result, carom_explanation* out) {
  const carom_compliant_facts facts = out->compliant = facts_of(result);
  if (result->outcome.event_count == 0) {
    say_no_impact(result, out);
    return;
  }
  if (result->outcome.warnings & CAROM_WARN_RIGID_LIMIT) {
    carom__explain_say(
        out,
        "eta2 = %.6g makes the tangential springs so stiff that they act as if rigid: the rigid law gave "
        "this answer, and the springs had no say in it.",
        result->outcome.law.compliant.problem.surface.eta2);
    return;
  }
  say_compliance(result, &facts, out);
  say_start(result, &facts, out);
  if (result->outcome.law.compliant.problem.surface.mu > 0) {
    say_switches(result, &facts, out);
    say_whether_it_comes_back(result, &facts, out);
  }
  say_springs(result, &facts, out);
}
