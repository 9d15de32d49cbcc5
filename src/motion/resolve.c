// What happens at an event: impacts first, then which contacts hold, then whether anything still moves.
#include <math.h>
#include <string.h>

#include "base/diag.h"
#include "motion/loop.h"

/// Gaps that are rounding, as a part of the mover's size.
static const double HAIR = 1e-14;

static bool is_held(const carom_motion_run* run, int pair) {
  for (int k = 0; k < run->contact_count; ++k)
    if (run->contacts[k].touch.pair == pair) return true;
  return false;
}

/// A point at the top of a small hop is near, but does not touch. Where the hop is too low for its gap to be told from
/// rounding, it will land as long after the top as it left before it: gravity is constant over so short a time.
static bool is_hop(carom_motion_run* run, int pair, double gap) {
  if (gap > HAIR * run->mover.size) return true;
  if (!(run->t - run->launch[pair] > 0)) return false;
  run->landing = carom__min(run->landing, run->t + (run->t - run->launch[pair]));
  return true;
}

/// m: as high as a hop at the cut-off speed.
static double low_hop(const carom_motion_run* run) {
  const double way = run->motion.cutoff_speed * run->natural_time;
  return way * way / run->mover.size;
}

/// All that touches and does not part. After a slow impact contacts that rattle below the cut-off are caught together.
static carom__touching find_touching(carom_motion_run* run, bool is_slow) {
  const carom_mover* mover = &run->mover;
  const double noise = carom__speed_noise(run), parting = is_slow ? carom__max(noise, run->motion.cutoff_speed) : noise;
  const double low = is_slow ? low_hop(run) : 0;
  double gaps[CAROM_MOTION_MAX_PAIRS], rates[CAROM_MOTION_MAX_PAIRS];
  carom__touching found = {0};
  mover->gaps(mover, run->state, gaps, rates);
  for (int pair = 0; pair < carom__pair_count(mover); ++pair) {
    const bool near = gaps[pair] <= carom__max(carom__reach(mover, pair), low) || is_held(run, pair);
    if (near && rates[pair] > parting) {
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
    found.touches[found.count++] = carom__touch_of(mover, pair);
  }
  return found;
}

static bool approaches(const carom_motion_run* run, const carom__touching* found) {
  const double noise = carom__speed_noise(run);
  for (int i = 0; i < found->count; ++i)
    if (found->rates[i] < -noise) return true;
  return false;
}

/// Takes over the candidates; those that were held keep their force, and what an event demands of them.
static void take_candidates(carom_motion_run* run, const carom__touching* found) {
  carom_motion_contact contacts[CAROM_MOTION_MAX_CONTACTS] = {0};
  signed char forced[CAROM_MOTION_MAX_CONTACTS] = {0};
  for (int i = 0; i < found->count; ++i) {
    contacts[i].touch = found->touches[i];
    for (int k = 0; k < run->contact_count; ++k) {
      if (run->contacts[k].touch.pair != found->touches[i].pair) continue;
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
    const int pair = run->contacts[k].touch.pair;
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
  const double before = carom__kinetic(run);
  carom__hold_look(run, run->state);
  carom__hold_impulses(run);
  carom__held_touches(run, touches);
  carom__push(run, run->contact_count, touches, s.f);
  run->impact_loss += before - carom__kinetic(run);
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
    carom__held_touches(run, touches);
    mover->push(mover, run->state, run->contact_count, touches, s.f, s.change);
    for (int i = 0; i < mover->dof; ++i) s.spare[mover->position_count + i] += s.change[i];
  }
  return mover->kinetic(mover, s.spare);
}

static bool nothing_moves(carom_motion_run* run) {
  if (carom__kinetic(run) > 1e-20 * run->kinetic_most) return false;
  return size_of_acceleration(run, true) <= 1e-18 * size_of_acceleration(run, false);
}

/// Stuck contacts by the name that people use.
static void name_phases(carom_motion_run* run) {
  const bool moves = carom__kinetic(run) > 1e-20 * run->kinetic_most;
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

/// Contacts that slip no faster than `limit` stop, as in a plastic impact; the others slide on.
static void stop_slip(carom_motion_run* run, double limit) {
  const carom__slices s = carom__slices_of(run);
  const int d = run->mover.dimension;
  carom__hold_look(run, run->state);
  for (int k = 0; k < run->contact_count; ++k) {
    const double speed = carom__tangential(d, s.v + k * d);
    const bool grips = carom__surface_at(run, run->contacts[k].touch).mu_static > 0;
    run->contacts[k].phase = grips && speed <= limit ? CAROM_PHASE_STICK : CAROM_PHASE_SLIDE;
    if (speed > 0 && run->contacts[k].phase == CAROM_PHASE_SLIDE) {
      run->direction[k][0] = s.v[k * d] / speed;
      run->direction[k][1] = d == 3 ? s.v[k * d + 1] / speed : 0;
    }
  }
  settle(run);
}

/// The contact that pulls most, or -1.
static int worst_pull(const carom_motion_run* run) {
  const carom__slices s = carom__slices_of(run);
  const int d = run->mover.dimension;
  int worst = -1;
  for (int k = 0; k < run->contact_count; ++k) {
    const double f = s.f[k * d + d - 1];
    if (run->contacts[k].phase == CAROM_PHASE_FLIGHT || f >= 0) continue;
    if (worst < 0 || !(f >= s.f[worst * d + d - 1])) worst = k;
  }
  return worst;
}

/// Lets go of contacts that pull, one by one. False if a contact would sink in nevertheless.
static bool press_all(carom_motion_run* run) {
  const int d = run->mover.dimension;
  const carom__slices s = carom__slices_of(run);
  double largest = 0;
  carom__hold_look(run, run->state);
  for (int i = 0; i < d * run->contact_count; ++i) largest = carom__max(largest, fabs(s.c[i]));
  carom__hold_evenly(run);
  for (int pulls; (pulls = worst_pull(run)) >= 0; carom__hold_evenly(run))
    run->contacts[pulls].phase = CAROM_PHASE_FLIGHT;
  for (int k = 0; k < run->contact_count; ++k) {
    if (!(carom__hold_acceleration(run, k * d + d - 1) >= -1e-6 * largest)) return false;
    memcpy(run->reference[k], s.f + k * d, (size_t)d * sizeof *s.f);
    memcpy(run->contacts[k].force, s.f + k * d, (size_t)d * sizeof *s.f);
  }
  return true;
}

/// Ends a tangle of contacts that neither stick nor slide nor leave, or whose steps shrink to nothing: first what slips
/// slower than the cut-off stops; where that is not enough it is a jam of several contacts, and everything does.
/// Contacts without slip are then kept stuck for a moment, longer where a tangle comes again soon. If even that cannot
/// be, where a mover is stretched or folded and W is singular, they glide through without friction.
static void untangle(carom_motion_run* run) {
  const bool again = run->t < run->patience;
  const bool soon = run->t < run->untangled + 20 * run->moment;
  run->moment = soon ? carom__min(2 * run->moment, 0.1 * run->natural_time) : 1e-4 * run->natural_time;
  run->untangled = run->t;
  run->patience = run->t + run->moment;
  stop_slip(run, run->motion.cutoff_speed);
  if (press_all(run) && !again) return;
  stop_slip(run, HUGE_VAL);
  if (press_all(run)) return;
  for (int k = 0; k < run->contact_count; ++k) {
    run->contacts[k].phase = CAROM_PHASE_SLIDE;
    run->direction[k][0] = run->direction[k][1] = 0;
  }
  press_all(run);
}

/// The sliding contact whose force grows towards a jam, so that the steps shrink before the event is reached; or -1.
static int find_near_jam(const carom_motion_run* run) {
  const carom__slices s = carom__slices_of(run);
  const int d = run->mover.dimension, size = d * run->contact_count;
  for (int k = 0; k < run->contact_count; ++k) {
    const int n = k * d + d - 1;
    if (run->contacts[k].phase != CAROM_PHASE_SLIDE || !(s.c[n] < 0)) continue;
    if (carom__slide_stiffness(run, k) < 0.05 * s.w[n * size + n]) return k;
  }
  return -1;
}

/// Settling may have turned the slip of contacts that slide, or pressed a point to its plane: then it must be decided
/// again how they go on.
static void check_what_settled(carom_motion_run* run) {
  const carom__slices s = carom__slices_of(run);
  const int d = run->mover.dimension;
  double gaps[CAROM_MOTION_MAX_PAIRS], rates[CAROM_MOTION_MAX_PAIRS];
  if (run->contact_count == 0) return;
  run->mover.gaps(&run->mover, run->state, gaps, rates);
  for (int pair = 0; pair < carom__pair_count(&run->mover); ++pair)
    if (gaps[pair] <= carom__reach(&run->mover, pair) && rates[pair] < -carom__speed_noise(run)) run->pending = true;
  carom__hold_look(run, run->state);
  for (int k = 0; k < run->contact_count; ++k) {
    const double* v = s.v + k * d;
    const double speed = carom__tangential(d, v);
    if (run->contacts[k].phase != CAROM_PHASE_SLIDE || speed <= carom__speed_noise(run)) continue;
    const double along = v[0] * run->direction[k][0] + (d == 3 ? v[1] * run->direction[k][1] : 0);
    if (along < 0 && run->t >= run->patience) run->pending = true;
    run->direction[k][0] = v[0] / speed;
    run->direction[k][1] = d == 3 ? v[1] / speed : 0;
  }
}

/// Which contacts hold; a jam is one more impact.
static carom_status hold(carom_motion_run* run, const carom__touching* found, carom_diag* diag) {
  take_candidates(run, found);
  const bool is_tangled = run->tangled;
  int verdict = run->contact_count == 0 ? CAROM__CONSISTENT : carom__hold_search(run);
  run->tangled = false;
  if (is_tangled && verdict < 0 && run->t >= run->patience) verdict = find_near_jam(run);
  if (verdict >= 0 && run->t >= run->patience && carom__strike_jam(run, verdict, diag) == CAROM_OK) {
    run->pending = true;
    run->contact_count = 0;
    return CAROM_OK;
  }
  if (verdict != CAROM__CONSISTENT || (is_tangled && run->contact_count > 0)) untangle(run);
  drop_those_that_leave(run);
  settle(run);
  check_what_settled(run);
  name_phases(run);
  return CAROM_OK;
}

static carom_status too_many(carom_diag* diag) {
  return carom__fail(diag, CAROM_UNAVAILABLE, "planes", CAROM_MOTION_MAX_CONTACTS,
                     "more than %d points touch planes at once; that many contacts of one body are not followed",
                     CAROM_MOTION_MAX_CONTACTS);
}

enum { MANY_EVENTS = 200 };

static carom_status check_budget(carom_motion_run* run, carom_diag* diag) {
  // Chatter takes time, however little: many events with hardly any between them are a tangle.
  if (++run->stalled >= MANY_EVENTS) {
    const double pace = carom__min(run->natural_time, run->mover.size / run->speed_most);
    run->tangled = run->t - run->stalled_since < MANY_EVENTS * 1e-8 * pace;
    run->stalled = 0;
    run->stalled_since = run->t;
  }
  if (++run->event_total <= run->event_budget) return CAROM_OK;
  return carom__fail(diag, CAROM_BUDGET, "events", (double)run->event_total,
                     "%ld events were spent by t = %.9g s, more than a motion of %g s is allowed", run->event_total,
                     run->t, run->motion.until);
}

carom_status carom__motion_resolve(carom_motion_run* run, carom_diag* diag) {
  carom_status status = check_budget(run, diag);
  carom__touching found = find_touching(run, false);
  run->pending = false;
  if (!status && found.overflows) status = too_many(diag);
  if (!status && approaches(run, &found)) {
    take_candidates(run, &found);
    status = carom__strike(run, &found, diag);
    memset(run->forced, 0, sizeof run->forced);
    found = find_touching(run, run->impact_count > 0 && run->impacts[0].plastic);
  }
  if (status) return status;
  if (approaches(run, &found)) {
    run->pending = true;
    run->contact_count = 0;
    return CAROM_OK;
  }
  return hold(run, &found, diag);
}
