// Impacts of one instant: contact problem, law, and what it does to the mover.
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "carom/impact.h"
#include "contact/approach.h"
#include "motion/loop.h"

/// Friction that is short of mu times the normal impulse by no more than this part is all that there is: the contact
/// slips. Sharing puts what slips onto the cone, so that only rounding is to be forgiven.
static const double FULL_FRICTION = 1e-9;
/// Rounds in which velocities below the noise are taken away.
enum { STILL_ROUNDS = 4 };
/// Hops lower than this part of the mover's size cannot be seen; after so many of them in a row a pair stays where it
/// is. With e = 0.95 a hundred hops lead from there to a cut-off of 1e-6 m/s.
static const double LOW_HOP = 1e-6;
enum { VAIN_HOPS = 200 };
/// The event of a jam comes this part of w_nn before the jam, where the law would not see it yet.
static const double A_HAIR = 1e-9;

/// Kinetic energy falls from `before`.
static double push_from(carom_motion_run* run, double before, int count, const carom_mover_touch* touches,
                        const double* p) {
  double* u = run->state + run->mover.position_count;
  run->mover.push(&run->mover, run->state, count, touches, p, run->change);
  for (int i = 0; i < run->mover.dof; ++i) u[i] += run->change[i];
  return before - carom__kinetic(run);
}

double carom__push(carom_motion_run* run, int count, const carom_mover_touch* touches, const double* p) {
  return push_from(run, carom__kinetic(run), count, touches, p);
}

/// One instant's impacts: problem, answer, and how they are told. It is large, and not cleared: what is read has been
/// written before.
typedef struct strike {
  carom_contact_problem problem;
  const carom_mover_touch* touches;
  carom__touching one;  // where the touches are, if it is the fastest alone
  carom_surface surfaces[CAROM_MOTION_MAX_CONTACTS];
  carom_impact_contact answers[CAROM_MOTION_MAX_CONTACTS];
  carom_model model;  // that answered
  unsigned warnings;  // carom_warning bits
  double error;
  bool plastic;
} strike;

static void record(carom_motion_run* run, const strike* it, double lost) {
  const int d = run->mover.dimension;
  for (int i = 0; i < it->problem.contact_count && run->impact_count < CAROM_MOTION_MAX_CONTACTS; ++i) {
    const carom_impact_contact* answer = &it->answers[i];
    carom_motion_impact* impact = &run->impacts[run->impact_count];
    if (answer->impulse[d - 1] == 0 && it->problem.v[i * d + d - 1] >= 0) continue;
    *impact = (carom_motion_impact){.time = run->t,
                                    .touch = it->touches[i],
                                    .mode_code = answer->mode_code,
                                    .model = it->model,
                                    .energy = run->mover.energy(&run->mover, run->state),
                                    .lost = lost,
                                    .plastic = it->plastic,
                                    .warnings = it->warnings,
                                    .error = it->error};
    memcpy(impact->mode, answer->mode, sizeof impact->mode);
    memcpy(impact->impulse, answer->impulse, sizeof impact->impulse);
    memcpy(impact->velocity_after, answer->velocity_after, sizeof impact->velocity_after);
    memcpy(impact->velocity_before, it->problem.v + i * d, (size_t)d * sizeof(double));
    run->warnings |= it->warnings;
    run->error = carom__max(run->error, it->error);
    ++run->impact_count;
  }
}

/// Applies what the law said.
static void apply(carom_motion_run* run, const strike* it) {
  const int d = run->mover.dimension;
  double p[3 * CAROM_MOTION_MAX_CONTACTS];
  for (int i = 0; i < it->problem.contact_count; ++i) memcpy(p + i * d, it->answers[i].impulse, (size_t)d * sizeof *p);
  const double before = carom__kinetic(run);
  run->scales.kinetic_most = carom__max(run->scales.kinetic_most, before);
  const double lost = push_from(run, before, it->problem.contact_count, it->touches, p);
  run->impact_loss += lost;
  record(run, it, lost);
  carom__mind_progress(run, CAROM__PASSED_IMPACT);
}

/// W and v of what touches.
static void look(carom_motion_run* run, const carom__touching* found) {
  const carom_motion_held* held = &run->held;
  run->mover.contact(&run->mover, run->state, found->count, found->touches, held->w, held->v, NULL);
}

/// Velocities that are rounding are none: a contact at rest must not approach, and slip without a direction is a
/// straight blow. They are taken away from the bodies, and not from v alone: a v that no motion of the bodies has
/// cannot be brought to rest by any impulse, and an impact of it would gain energy. What is taken away can bring others
/// below the noise, hence the rounds. W and v are as of now then.
static void still(carom_motion_run* run, const carom__touching* found) {
  carom_motion_held* held = &run->held;
  const int d = held->dimension;
  look(run, found);
  for (int i = 0; i < found->count; ++i) {
    const double* v = held->v + i * d;
    run->scales.speed_most = carom__max(run->scales.speed_most, carom__max(carom__tangential(d, v), fabs(v[d - 1])));
  }
  carom__set_noise(run);
  for (int round = 0; round < STILL_ROUNDS && carom__held_still(held); ++round) {
    run->impact_loss += carom__push(run, found->count, found->touches, held->f);
    look(run, found);
  }
}

/// And what rounding leaves of them.
static void clean_velocities(const carom_motion_held* held, int count) {
  const int d = held->dimension;
  for (int i = 0; i < count; ++i)
    for (int axis = d - 1; axis >= 0; --axis)
      if (carom__is_rounding(held, i, axis)) held->v[i * d + axis] = 0;
}

/// Whether the law moved anything. Approach so slow that it is lost beside the rest may get no impulse.
static bool acts(const strike* it) {
  const int d = it->problem.dimension;
  for (int i = 0; i < it->problem.contact_count; ++i)
    if (it->answers[i].impulse[d - 1] > 0) return true;
  return false;
}

_Static_assert(sizeof((carom_motion_impact*)0)->mode == sizeof((carom_impact_contact*)0)->mode, "a mode has its place");

/// Through the door, with the surfaces as they are.
static carom_status solve(const carom_motion_run* run, double cutoff_speed, strike* it, carom_diag* diag) {
  const carom_impact_options options = {.cutoff_speed = cutoff_speed, .must_answer = true};
  const carom_impact_memory memory = {
      .workspace = run->impact,
      .workspace_capacity = carom_impact_workspace_size(it->problem.dimension, it->problem.contact_count),
      .contacts = it->answers,
      .contact_capacity = CAROM_MOTION_MAX_CONTACTS};
  carom_impact_outcome outcome;
  const carom_status status = carom_impact_solve(&it->problem, &options, &memory, &outcome, diag);
  if (status) return status;
  it->model = outcome.model;
  it->warnings = outcome.warnings;
  it->error = outcome.error;
  return CAROM_OK;
}

static carom_contact_mode mode_of(const double* impulse, int dimension, double mu) {
  const double normal = impulse[dimension - 1];
  if (normal == 0) return CAROM_CONTACT_NONE;
  if (mu == 0) return CAROM_CONTACT_FRICTIONLESS;
  return carom__tangential(dimension, impulse) >= (1 - FULL_FRICTION) * mu * normal ? CAROM_CONTACT_SLIP
                                                                                    : CAROM_CONTACT_STICK;
}

/// Several contacts below the cut-off: which of them rebounds how is lost in their slowness, and springs that are
/// pressed together at many points would take long to settle.
static void strike_plastic(carom_motion_held* held, bool by_force, strike* it) {
  const int d = held->dimension;
  const bool is_jammed = carom__share_plastic(held, by_force);
  it->model = CAROM_MODEL_SIMULTANEOUS;  // whose modes it tells
  it->warnings = is_jammed ? CAROM_WARN_JAMMED : 0;
  it->error = 0;
  for (int k = 0; k < held->count; ++k) {
    carom_impact_contact* answer = &it->answers[k];
    const double* p = held->f + k * d;
    const carom_contact_mode mode = mode_of(p, d, it->surfaces[k].mu_static);
    if (it->surfaces[k].e > 0) it->warnings |= CAROM_WARN_FORCED_PLASTIC;
    *answer = (carom_impact_contact){.mode_code = (int)mode};
    for (int i = 0; i < d; ++i) {
      answer->impulse[i] = p[i];
      answer->velocity_after[i] = carom__held_acceleration(held, k * d + i);
    }
    snprintf(answer->mode, sizeof answer->mode, "%s", carom_contact_mode_word(mode));
  }
}

/// Counts the hops that came to nothing. A hop after which a pair meets at the speed v after the time t was v t/4 high.
static void note_hops(carom_motion_run* run, const carom__touching* found) {
  for (int i = 0; i < found->count; ++i) {
    carom_motion_pair* pair = &run->pairs[found->touches[i].pair];
    if (!(found->rates[i] < -run->scales.noise)) continue;
    const double height = -0.25 * found->rates[i] * (run->t - pair->struck);
    pair->low_hops = height < LOW_HOP * run->mover.size ? pair->low_hops + 1 : 0;
    pair->struck = run->t;
  }
}

/// Whether all that approach have hopped in vain so often that they are to stay. With e = 1 and friction hops get lower
/// without end, and so do their times: this is the end.
static bool are_tired(const carom_motion_run* run, const carom__touching* found) {
  for (int i = 0; i < found->count; ++i) {
    const bool meets = found->rates[i] < -run->scales.noise;
    if (meets && run->pairs[found->touches[i].pair].low_hops <= VAIN_HOPS) return false;
  }
  return true;
}

/// After a look. by_force: whatever the speed, one plastic impact of all.
static carom_status strike_at(carom_motion_run* run, const carom__touching* found, bool by_force, strike* it,
                              carom_diag* diag) {
  carom_motion_held* held = &run->held;
  it->problem = (carom_contact_problem){held->dimension, found->count, held->w, held->v, it->surfaces};
  it->touches = found->touches;
  clean_velocities(held, found->count);
  const double cutoff = are_tired(run, found) ? DBL_MAX : run->scales.cutoff;
  it->plastic = by_force || carom__fastest_approach(&it->problem) < cutoff;
  for (int i = 0; i < found->count; ++i) it->surfaces[i] = carom__surface_at(&run->mover, found->touches[i]);
  if (!by_force && (found->count == 1 || !it->plastic)) return solve(run, cutoff, it, diag);
  strike_plastic(held, by_force, it);
  return CAROM_OK;
}

/// The contact that approaches fastest, alone: for those that have no answer together.
static carom_status strike_fastest(carom_motion_run* run, const carom__touching* found, strike* it, carom_diag* diag) {
  int fastest = 0;
  for (int i = 1; i < found->count; ++i)
    if (found->rates[i] < found->rates[fastest]) fastest = i;
  it->one.count = 1;
  it->one.touches[0] = found->touches[fastest];
  it->one.rates[0] = found->rates[fastest];
  look(run, &it->one);
  return strike_at(run, &it->one, false, it, diag);
}

/// Contacts that have no answer together are resolved one after another, the fastest first; what that changes is not
/// known. Where even that one has none, W is singular and the law finds no end: a plastic impact of all always exists.
static carom_status strike_without_answer(carom_motion_run* run, const carom__touching* found, strike* it,
                                          carom_diag* diag) {
  const carom_status status = found->count > 1 ? strike_fastest(run, found, it, diag) : CAROM_NO_FINITE_ANSWER;
  if (status) {
    look(run, found);
    return strike_at(run, found, true, it, diag);
  }
  it->warnings |= CAROM_WARN_APPROXIMATE;
  it->error = 1;
  return CAROM_OK;
}

carom_status carom__strike(carom_motion_run* run, const carom__touching* found, bool by_force, carom_diag* diag) {
  strike it;
  note_hops(run, found);
  still(run, found);
  carom_status status = strike_at(run, found, by_force, &it, diag);
  if (status) {
    status = strike_without_answer(run, found, &it, diag);
  } else if (!by_force && found->count > 1 && !acts(&it)) {
    status = strike_fastest(run, found, &it, diag);
  }
  if (!status) apply(run, &it);
  return status;
}

/// Friction drives a sliding contact together: an impact that begins without approach (WM92 calls it tangential).
carom_status carom__strike_jam(carom_motion_run* run, int k, carom_diag* diag) {
  carom_motion_held* held = &run->held;
  const int d = held->dimension;
  const double stiffness = carom__slide_stiffness(held, k);
  strike it;
  it.problem = (carom_contact_problem){d, 1, held->w, held->v, it.surfaces};
  it.touches = &held->touches[k];
  it.plastic = false;
  it.surfaces[0] = held->surfaces[k];
  run->mover.contact(&run->mover, run->state, 1, it.touches, held->w, held->v, NULL);
  held->v[d - 1] = 0;
  if (carom__tangential(d, held->v) < held->noise)  // slip is only about to begin
    for (int i = 0; i < d - 1; ++i) held->v[i] = held->noise * held->directions[k][i];
  const double w_nn = held->w[d * d - 1];
  if (stiffness > -A_HAIR * w_nn) {
    it.surfaces[0].mu *= (1 + A_HAIR) * w_nn / (w_nn - stiffness);
    it.surfaces[0].mu_static = carom__max(it.surfaces[0].mu_static, it.surfaces[0].mu);
  }
  const carom_status status = solve(run, 0, &it, diag);
  if (!status) apply(run, &it);
  return status;
}
