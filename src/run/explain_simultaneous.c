// How several contacts share one collision (docs/simultaneous.md).
#include <math.h>

#include "run/explain.h"

enum { NAME_SIZE = 64 };

carom_coupling carom_result_coupling(const carom_result* result, int contact_a, int contact_b) {
  return carom_contact_coupling(&result->problem, contact_a, contact_b);
}

/// Contacts that feel each other, directly or through others, get the same group. Returns how many groups there are.
static int count_groups(const carom_result* result) {
  int group[CAROM_SIMULTANEOUS_MAX_CONTACTS], count = result->outcome.contact_count;
  for (int i = 0; i < result->outcome.contact_count; ++i) group[i] = i;
  for (int i = 0; i < result->outcome.contact_count; ++i) {
    for (int j = 0; j < i; ++j) {
      const int from = group[i], to = group[j];
      if (from == to || !carom_result_coupling(result, i, j).interacts) continue;
      --count;
      for (int k = 0; k <= i; ++k) group[k] = group[k] == from ? to : group[k];
    }
  }
  return count;
}

static void find_pairs(const carom_result* result, carom_simultaneous_facts* facts) {
  double most = 0;
  facts->strongest[0] = facts->strongest[1] = -1;
  for (int i = 0; i < result->outcome.contact_count; ++i) {
    for (int j = i + 1; j < result->outcome.contact_count; ++j) {
      const carom_coupling coupling = carom_result_coupling(result, i, j);
      if (!coupling.interacts) continue;
      ++facts->pair_count;
      if (!(fabs(coupling.normal) > most)) continue;
      most = fabs(coupling.normal);
      facts->strongest[0] = i;
      facts->strongest[1] = j;
    }
  }
}

static int count_events(const carom_result* result, carom_event_type type) {
  int count = 0;
  for (int i = 0; i < result->outcome.event_count; ++i) count += result->events[i].type == type ? 1 : 0;
  return count;
}

static carom_simultaneous_facts facts_of(const carom_result* result) {
  carom_simultaneous_facts facts = {.stiffness_least = result->surfaces[0].stiffness,
                                    .stiffness_most = result->surfaces[0].stiffness,
                                    .group_count = count_groups(result),
                                    .restart_count = count_events(result, CAROM_EVENT_RECOMPRESS),
                                    .come_back_count = count_events(result, CAROM_EVENT_REACTIVATE),
                                    .lock_count = result->outcome.law.simultaneous.lock_total};
  for (int i = 0; i < result->outcome.contact_count; ++i) {
    facts.stiffness_least = fmin(facts.stiffness_least, result->surfaces[i].stiffness);
    facts.stiffness_most = fmax(facts.stiffness_most, result->surfaces[i].stiffness);
    facts.approaching += result->contacts[i].velocity_before[result->problem.dimension - 1] < 0 ? 1 : 0;
    facts.acted += result->contacts[i].flags & CAROM_FLAG_ACTED ? 1 : 0;
    facts.friction_count += result->surfaces[i].mu > 0 ? 1 : 0;
    facts.rigid_friction = facts.rigid_friction || (result->surfaces[i].mu > 0 && result->surfaces[i].eta2 == 0);
  }
  find_pairs(result, &facts);
  return facts;
}

static void say_stiffness(const carom_result* result, const carom_simultaneous_facts* facts, carom_explanation* out) {
  const double ratio = facts->stiffness_most / facts->stiffness_least;
  if (facts->group_count == result->outcome.contact_count) {
    carom__explain_say(out,
                       "No contact feels another: these are %d impacts that happen to be simultaneous, and "
                       "stiffness does not matter.",
                       facts->group_count);
  } else if (ratio == 1) {
    carom__explain_say(out,
                       "All contacts are equally stiff. How stiff does not matter, only ratios do: they decide "
                       "which contact is done first.");
  } else {
    carom__explain_say(out,
                       "The stiffest contact is %.4g times as stiff as the softest. Only such ratios matter: a stiff "
                       "contact is done before a soft one has properly begun.",
                       ratio);
  }
}

static void say_pairs(const carom_scenario* scenario, const carom_result* result, const carom_simultaneous_facts* facts,
                      carom_explanation* out) {
  if (facts->strongest[0] < 0) return;
  char a[NAME_SIZE], b[NAME_SIZE];
  carom_scenario_contact_name(scenario, facts->strongest[0], sizeof a, a);
  carom_scenario_contact_name(scenario, facts->strongest[1], sizeof b, b);
  const double coupling = carom_result_coupling(result, facts->strongest[0], facts->strongest[1]).normal;
  carom__explain_say(out,
                     "%d of %d pairs of contacts feel each other, %s and %s the most: an impulse at one %s the "
                     "other (coupling %.4g).",
                     facts->pair_count, result->outcome.contact_count * (result->outcome.contact_count - 1) / 2, a, b,
                     coupling < 0 ? "presses on" : "takes load off", coupling);
}

static void say_friction(const carom_simultaneous_facts* facts, carom_explanation* out) {
  if (facts->friction_count == 0) return;
  carom__explain_say(out, "%s",
                     facts->rigid_friction
                         ? "Friction is rigid along the tangents: a contact that sticks does not move, and "
                           "the velocities after are unique."
                         : "Friction hangs on tangential springs: what sticks is the end of a spring, and "
                           "the contact may go on moving while it is stretched.");
}

static void say_who_began(const carom_result* result, const carom_simultaneous_facts* facts, carom_explanation* out) {
  const int others = facts->acted - facts->approaching;
  if (others > 0) {
    carom__explain_say(out, "%d contact%s approached; impulse reached %d more through the bodies.", facts->approaching,
                       facts->approaching == 1 ? "" : "s", others);
  } else {
    carom__explain_say(out, "%d of %d contacts approached, and no other was drawn in.", facts->approaching,
                       result->outcome.contact_count);
  }
}

/// "never", "once", "twice", "5 times"
static const char* times(int count, char text[24]) {
  if (count <= 2) return count == 0 ? "never" : count == 1 ? "once" : "twice";
  snprintf(text, 24, "%d times", count);
  return text;
}

/// Of a list that was cut only the beginning is counted.
static void say_course(const carom_result* result, const carom_simultaneous_facts* facts, carom_explanation* out) {
  char again[24], back[24];
  carom__explain_say(
      out,
      "The set of active contacts changed through %d state%s. Compression began again %s, and contacts "
      "that had ended came back %s%s.",
      result->outcome.state_total, result->outcome.state_total == 1 ? "" : "s", times(facts->restart_count, again),
      times(facts->come_back_count, back),
      result->outcome.event_total > result->outcome.event_count ? ", as far as the list of events goes" : "");
}

static void say_locks(const carom_scenario* scenario, const carom_result* result, carom_explanation* out) {
  char name[NAME_SIZE] = "";
  int count = 0;
  for (int i = 0; i < result->outcome.contact_count; ++i) {
    if (!(result->contacts[i].flags & CAROM_FLAG_LOCKED)) continue;
    if (count++ == 0) carom_scenario_contact_name(scenario, i, sizeof name, name);
  }
  if (count == 0) return;
  carom__explain_say(
      out,
      "%s%s held at rest for a while: pressed by the others it would have bounced ever faster and lower, "
      "or it has e = 0.",
      name, count == 1 ? " was" : " and others were");
}

static void say_jam(const carom_result* result, carom_explanation* out) {
  if (!(result->outcome.warnings & CAROM_WARN_JAMMED)) return;
  carom__explain_say(out,
                     "The contacts hold each other under stress for good: the bodies are wedged, and stay together.");
}

/// How far the numbers can be trusted, where that is less than usual.
static void say_trust(const carom_result* result, carom_explanation* out) {
  const double error = result->outcome.error;
  if (error > 0 && error < 1)
    carom__explain_say(out,
                       "The collision was stepped through time: the velocities are approximate, off by about %.2g of "
                       "the largest.",
                       error);
  if (error >= 1)
    carom__explain_say(out, "The collision was stepped through time, and how far the velocities are off is not known.");
  if (result->outcome.warnings & CAROM_WARN_SENSITIVE)
    carom__explain_say(out,
                       "This collision has more than one future: velocities that differ by 1e-9 before differ by more "
                       "than 1e-3 after, and this is one of the answers.");
}

/// What is rounding beside the energy before is nothing.
static double without_noise(double joule, double before) {
  return fabs(joule) <= 1e-13 * before ? 0 : joule;
}

static void say_end(const carom_result* result, carom_explanation* out) {
  const double before = result->energy_before;
  const carom_energy* energy = &result->outcome.energy;
  const double spring = without_noise(energy->spring, before);
  char left[48] = "";
  if (spring > 0) snprintf(left, sizeof left, "; %.6g J stayed in the springs", spring);
  carom__explain_say(out, "In the end no contact approaches; %.6g J went into friction and %.6g J into restitution%s.",
                     without_noise(energy->friction, before), without_noise(energy->restitution, before), left);
}

void carom__explain_simultaneous(const carom_scenario* scenario, const carom_result* result, carom_explanation* out) {
  const carom_simultaneous_facts facts = out->simultaneous = facts_of(result);
  if (result->outcome.event_count == 0) {
    carom__explain_say(out, "No contact approaches, so nothing happens.");
    return;
  }
  say_stiffness(result, &facts, out);
  say_pairs(scenario, result, &facts, out);
  say_friction(&facts, out);
  say_who_began(result, &facts, out);
  say_course(result, &facts, out);
  say_locks(scenario, result, out);
  say_jam(result, out);
  say_end(result, out);
  say_trust(result, out);
}
