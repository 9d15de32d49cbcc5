// What happens at an event: impacts first, then which contacts hold, then whether anything still moves.
#include <math.h>
#include <string.h>

#include "base/diag.h"
#include "motion/impact.h"
#include "motion/loop.h"

/// Gaps that are rounding, as a part of the mover's size.
static const double HAIR = 1e-14;

/// Points that touch planes at one instant and do not part.
typedef struct touching {
  int count;
  carom_mover_touch touches[CAROM_MOTION_MAX_CONTACTS];
  double rates[CAROM_MOTION_MAX_CONTACTS];  // m/s, along the normals
  bool overflows;                           // there are more than that
} touching;

static bool is_held(const carom_motion_run* run, int pair) {
  for (int k = 0; k < run->contact_count; ++k)
    if (carom__pair_of(run, run->contacts[k].touch) == pair) return true;
  return false;
}

/// A point at the top of a small hop is near, but does not touch. Where the hop is too low for its gap to be told from
/// rounding, it will land as long after the top as it left before it: gravity is constant over so short a time.
static bool is_hop(carom_motion_run* run, int pair, double gap) {
  if (gap > HAIR * run->mover.size) return true;
  if (!(run->t - run->launch[pair] > 0)) return false;
  run->landing = fmin(run->landing, run->t + (run->t - run->launch[pair]));
  return true;
}

static touching find_touching(carom_motion_run* run) {
  const carom_mover* mover = &run->mover;
  const double reach = carom__touch_gap(run), noise = carom__speed_noise(run);
  double gaps[CAROM_MOTION_MAX_PAIRS], rates[CAROM_MOTION_MAX_PAIRS];
  touching found = {0};
  mover->gaps(mover, run->state, gaps, rates);
  for (int pair = 0; pair < mover->point_count * mover->plane_count; ++pair) {
    const bool near = gaps[pair] <= reach || is_held(run, pair);
    if (near && rates[pair] > noise) {
      if (!run->rising[pair]) run->launch[pair] = run->t;
      run->rising[pair] = true;
      continue;
    }
    const bool at_top = run->rising[pair] && rates[pair] >= -noise && !is_held(run, pair);
    run->rising[pair] = false;
    if (!near || (at_top && is_hop(run, pair, gaps[pair]))) continue;
    if (found.count == CAROM_MOTION_MAX_CONTACTS) {
      found.overflows = true;
      break;
    }
    found.rates[found.count] = rates[pair];
    found.touches[found.count++] = (carom_mover_touch){pair / mover->plane_count, pair % mover->plane_count};
  }
  return found;
}

static bool approaches(const carom_motion_run* run, const touching* found) {
  const double noise = carom__speed_noise(run);
  for (int i = 0; i < found->count; ++i)
    if (found->rates[i] < -noise) return true;
  return false;
}

static double kinetic(const carom_motion_run* run) {
  return run->mover.kinetic(&run->mover, run->state);
}

/// u <- u + M^-1 J^T p
static void push(carom_motion_run* run, int count, const carom_mover_touch* touches, const double* p) {
  const carom__slices s = carom__slices_of(run);
  double* u = run->state + run->mover.position_count;
  run->mover.push(&run->mover, run->state, count, touches, p, s.change);
  for (int i = 0; i < run->mover.dof; ++i) u[i] += s.change[i];
}

/// One instant's impacts: problem, answer, and how they are told.
typedef struct strike {
  carom_contact_problem problem;
  const carom_mover_touch* touches;
  carom_surface surfaces[CAROM_MOTION_MAX_CONTACTS];
  carom__impact answers[CAROM_MOTION_MAX_CONTACTS];
  bool plastic;
} strike;

static void record(carom_motion_run* run, const strike* it, double lost) {
  const int d = run->mover.dimension;
  for (int i = 0; i < it->problem.contact_count && run->impact_count < CAROM_MOTION_MAX_CONTACTS; ++i) {
    const carom__impact* answer = &it->answers[i];
    carom_motion_impact* impact = &run->impacts[run->impact_count];
    if (answer->impulse[d - 1] == 0 && it->problem.v[i * d + d - 1] >= 0) continue;
    *impact = (carom_motion_impact){.time = run->t,
                                    .touch = it->touches[i],
                                    .energy = run->mover.energy(&run->mover, run->state),
                                    .lost = lost,
                                    .plastic = it->plastic,
                                    .warnings = answer->warnings};
    memcpy(impact->mode, answer->mode, sizeof impact->mode);
    memcpy(impact->impulse, answer->impulse, sizeof impact->impulse);
    memcpy(impact->velocity_after, answer->after, sizeof impact->velocity_after);
    memcpy(impact->velocity_before, it->problem.v + i * d, (size_t)d * sizeof(double));
    run->warnings |= answer->warnings;
    ++run->impact_count;
  }
}

/// Applies what the law said.
static void apply(carom_motion_run* run, const strike* it) {
  const int d = run->mover.dimension;
  const double before = kinetic(run);
  double p[3 * CAROM_MOTION_MAX_CONTACTS];
  for (int i = 0; i < it->problem.contact_count; ++i) memcpy(p + i * d, it->answers[i].impulse, (size_t)d * sizeof *p);
  run->kinetic_most = fmax(run->kinetic_most, before);
  push(run, it->problem.contact_count, it->touches, p);
  const double lost = before - kinetic(run);
  run->impact_loss += lost;
  record(run, it, lost);
}

/// Velocities that are rounding are none: a contact at rest must not approach.
static void clean_velocities(carom_motion_run* run, const carom_contact_problem* problem, double* v) {
  const double noise = carom__speed_noise(run);
  const int d = problem->dimension;
  for (int i = 0; i < problem->contact_count; ++i) {
    double* own = v + i * d;
    const double slip = d == 2 ? fabs(own[0]) : hypot(own[0], own[1]);
    run->speed_most = fmax(run->speed_most, fmax(slip, fabs(own[d - 1])));
    if (fabs(own[d - 1]) <= noise) own[d - 1] = 0;
    if (slip <= 1e-13 * fabs(own[d - 1]))
      for (int axis = 0; axis < d - 1; ++axis) own[axis] = 0;
  }
}

static double fastest_approach(const carom_contact_problem* problem) {
  double most = 0;
  for (int i = 0; i < problem->contact_count; ++i)
    most = fmax(most, -problem->v[i * problem->dimension + problem->dimension - 1]);
  return most;
}

/// One contact after another, the fastest first, where all at once has no answer.
static carom_status strike_fastest(carom_motion_run* run, const touching* found, carom_diag* diag);

static carom_status strike_at(carom_motion_run* run, const touching* found, carom_diag* diag) {
  const carom__slices s = carom__slices_of(run);
  const int d = run->mover.dimension;
  strike it = {.problem = {d, found->count, s.w, s.v, NULL}, .touches = found->touches};
  carom_surface room[CAROM_MOTION_MAX_CONTACTS];
  run->mover.contact(&run->mover, run->state, found->count, found->touches, s.w, s.v, NULL);
  clean_velocities(run, &it.problem, s.v);
  it.plastic = fastest_approach(&it.problem) < run->motion.cutoff_speed;
  for (int i = 0; i < found->count; ++i) {
    it.surfaces[i] = *carom__surface_at(run, found->touches[i]);
    if (it.plastic) it.surfaces[i].e = 0;
  }
  it.problem.surfaces = it.surfaces;
  carom_status status;
  if (found->count == 1) {
    status = carom__impact_at_one(&it.problem, it.answers, diag);
  } else {
    status = carom__impact_at_several(&it.problem, room, s.simultaneous, it.answers, diag);
    if (status) return strike_fastest(run, found, diag);
  }
  if (!status) apply(run, &it);
  return status;
}

static carom_status strike_fastest(carom_motion_run* run, const touching* found, carom_diag* diag) {
  int fastest = 0;
  for (int i = 1; i < found->count; ++i)
    if (found->rates[i] < found->rates[fastest]) fastest = i;
  const touching one = {.count = 1, .touches = {found->touches[fastest]}, .rates = {found->rates[fastest]}};
  return strike_at(run, &one, diag);
}

/// Friction drives a sliding contact together: an impact that begins without approach (WM92 calls it tangential).
static carom_status strike_jam(carom_motion_run* run, int k, carom_diag* diag) {
  const carom__slices s = carom__slices_of(run);
  const int d = run->mover.dimension;
  const carom_mover_touch touch = run->contacts[k].touch;
  const double stiffness = carom__slide_stiffness(run, k);
  strike it = {.problem = {d, 1, s.w, s.v, it.surfaces}, .touches = &touch};
  it.surfaces[0] = *carom__surface_at(run, touch);
  run->mover.contact(&run->mover, run->state, 1, &touch, s.w, s.v, NULL);
  s.v[d - 1] = 0;
  if (stiffness > -1e-9 * s.w[d * d - 1]) {
    // The event comes a hair before the jam, where the law would not see it yet.
    it.surfaces[0].mu *= (1 + 1e-9) * s.w[d * d - 1] / (s.w[d * d - 1] - stiffness);
    it.surfaces[0].mu_static = fmax(it.surfaces[0].mu_static, it.surfaces[0].mu);
  }
  const carom_status status = carom__impact_at_one(&it.problem, it.answers, diag);
  if (!status) apply(run, &it);
  return status;
}

/// Takes over the candidates; those that were held keep their force, and what an event demands of them.
static void take_candidates(carom_motion_run* run, const touching* found) {
  carom_motion_contact contacts[CAROM_MOTION_MAX_CONTACTS] = {0};
  signed char forced[CAROM_MOTION_MAX_CONTACTS] = {0};
  for (int i = 0; i < found->count; ++i) {
    contacts[i].touch = found->touches[i];
    for (int k = 0; k < run->contact_count; ++k) {
      if (carom__pair_of(run, run->contacts[k].touch) != carom__pair_of(run, found->touches[i])) continue;
      contacts[i] = run->contacts[k];
      forced[i] = run->forced[k];
    }
  }
  memcpy(run->contacts, contacts, sizeof contacts);
  memcpy(run->forced, forced, sizeof forced);
  run->contact_count = found->count;
}

static void drop_those_that_leave(carom_motion_run* run) {
  int kept = 0;
  for (int k = 0; k < run->contact_count; ++k) {
    const int pair = carom__pair_of(run, run->contacts[k].touch);
    if (run->contacts[k].phase == CAROM_PHASE_FLIGHT) {
      run->rising[pair] = true;
      run->launch[pair] = (double)NAN;
      continue;
    }
    run->contacts[kept] = run->contacts[k];
    memcpy(run->direction[kept], run->direction[k], sizeof run->direction[k]);
    memcpy(run->reference[kept++], run->reference[k], sizeof run->reference[k]);
  }
  run->contact_count = kept;
  memset(run->forced, 0, sizeof run->forced);
}

/// What rounding left of velocities that are zero.
static void settle(carom_motion_run* run) {
  const carom__slices s = carom__slices_of(run);
  carom_mover_touch touches[CAROM_MOTION_MAX_CONTACTS];
  if (run->contact_count == 0) return;
  const double before = kinetic(run);
  carom__hold_look(run, run->state);
  carom__hold_impulses(run);
  for (int k = 0; k < run->contact_count; ++k) touches[k] = run->contacts[k].touch;
  push(run, run->contact_count, touches, s.f);
  run->impact_loss += before - kinetic(run);
}

/// Kinetic energy that the accelerations would have as velocities: a size for them, whatever the coordinates are.
static double size_of_acceleration(carom_motion_run* run, bool with_forces) {
  const carom__slices s = carom__slices_of(run);
  const carom_mover* mover = &run->mover;
  carom_mover_touch touches[CAROM_MOTION_MAX_CONTACTS];
  double rate[CAROM_ODE_MAX_SIZE];
  mover->rate(mover, run->state, rate);
  memcpy(s.spare, run->state, (size_t)mover->position_count * sizeof *s.spare);
  memcpy(s.spare + mover->position_count, rate + mover->position_count, (size_t)mover->dof * sizeof *s.spare);
  if (with_forces && run->contact_count > 0) {
    carom__hold_look(run, run->state);
    carom__hold_forces(run);
    for (int k = 0; k < run->contact_count; ++k) touches[k] = run->contacts[k].touch;
    mover->push(mover, run->state, run->contact_count, touches, s.f, s.change);
    for (int i = 0; i < mover->dof; ++i) s.spare[mover->position_count + i] += s.change[i];
  }
  return mover->kinetic(mover, s.spare);
}

static bool nothing_moves(carom_motion_run* run) {
  if (kinetic(run) > 1e-20 * run->kinetic_most) return false;
  return size_of_acceleration(run, true) <= 1e-18 * size_of_acceleration(run, false);
}

/// Stuck contacts by the name that people use.
static void name_phases(carom_motion_run* run) {
  const bool moves = kinetic(run) > 1e-20 * run->kinetic_most;
  run->at_rest = !moves && nothing_moves(run);
  if (run->at_rest) memset(run->state + run->mover.position_count, 0, (size_t)run->mover.dof * sizeof *run->state);
  for (int k = 0; k < run->contact_count; ++k) {
    carom_phase* phase = &run->contacts[k].phase;
    if (run->at_rest) {
      *phase = CAROM_PHASE_REST;
    } else if (*phase == CAROM_PHASE_STICK && run->mover.rolls) {
      *phase = CAROM_PHASE_ROLL;
    }
  }
}

/// Which contacts hold; a jam is one more impact.
static carom_status hold(carom_motion_run* run, const touching* found, carom_diag* diag) {
  take_candidates(run, found);
  const int jam = run->contact_count > 0 ? carom__hold_search(run) : -1;
  if (jam >= 0) {
    run->pending = true;
    const carom_status status = strike_jam(run, jam, diag);
    run->contact_count = 0;
    return status;
  }
  drop_those_that_leave(run);
  settle(run);
  name_phases(run);
  return CAROM_OK;
}

static carom_status too_many(carom_diag* diag) {
  return carom__fail(diag, CAROM_UNAVAILABLE, "planes", CAROM_MOTION_MAX_CONTACTS,
                     "more than %d points touch planes at once; that many contacts of one body are not followed",
                     CAROM_MOTION_MAX_CONTACTS);
}

static carom_status check_budget(carom_motion_run* run, carom_diag* diag) {
  if (++run->event_total <= run->event_budget) return CAROM_OK;
  return carom__fail(diag, CAROM_BUDGET, "events", (double)run->event_total,
                     "%ld events were spent by t = %.9g s, more than a motion of %g s is allowed", run->event_total,
                     run->t, run->motion.until);
}

carom_status carom__motion_resolve(carom_motion_run* run, carom_diag* diag) {
  carom_status status = check_budget(run, diag);
  touching found = find_touching(run);
  run->pending = false;
  if (!status && found.overflows) status = too_many(diag);
  if (!status && approaches(run, &found)) {
    status = strike_at(run, &found, diag);
    take_candidates(run, &found);
    memset(run->forced, 0, sizeof run->forced);
    found = find_touching(run);
  }
  if (status) return status;
  if (approaches(run, &found)) {
    run->pending = true;
    run->contact_count = 0;
    return CAROM_OK;
  }
  return hold(run, &found, diag);
}
