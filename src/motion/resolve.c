// What happens at an event: impacts first, then which contacts hold, then whether anything still moves.
#include <math.h>
#include <string.h>

#include "base/diag.h"
#include "motion/loop.h"

/// Where k1 falls below this part of w_nn, the force grows so steeply that steps may shrink before the jam is reached.
static const double NEAR_JAM = 0.05;

/// In units of the noise: 1e-2 of the cut-off.
static const double HAIR = 100;

static bool is_held(const carom_motion_held* held, int pair) {
  for (int k = 0; k < held->count; ++k)
    if (held->touches[k].pair == pair) return true;
  return false;
}

/// A point at the top of a small hop is near, but does not touch. Where the hop is too low for its gap to be told from
/// rounding, it will land as long after the top as it left before it: gravity is constant over so short a time.
static bool is_hop(carom_motion_run* run, int pair, double gap) {
  if (gap > CAROM__HAIR * run->mover.size) return true;
  if (!(run->t - run->pairs[pair].launch > 0)) return false;
  run->landing = carom__min(run->landing, run->t + (run->t - run->pairs[pair].launch));
  return true;
}

/// m: as high as a hop at the cut-off speed.
static double low_hop(const carom_motion_run* run) {
  const double way = run->scales.cutoff * run->scales.natural_time;
  return way * way / run->mover.size;
}

/// Whether a pair that is near touches, as far as its hop tells; notes when it leaves.
static bool touches(carom_motion_run* run, int pair, double gap, double rate, double parting) {
  carom_motion_pair* own = &run->pairs[pair];
  if (rate > parting) {
    if (own->jumps) return false;
    if (!own->rising) own->launch = run->t;
    own->rising = true;
    return false;
  }
  const bool at_top = own->rising && rate >= -run->scales.noise && !is_held(&run->held, pair);
  own->rising = own->jumps = false;
  return !(at_top && is_hop(run, pair, gap));
}

/// How fast a pair may part and still be caught. After a slow impact those that rattle below the cut-off are caught
/// together; where that takes several at one instant, a hair is enough, so that a face does not go from one corner to
/// the other for ever.
static double parting_speed(const carom_motion_run* run, bool is_slow) {
  const double noise = run->scales.noise;
  if (is_slow) return carom__max(noise, run->scales.cutoff);
  return run->plastic_at == run->t ? carom__min(HAIR * noise, run->scales.cutoff) : noise;
}

/// All that touches and does not part.
static void find_touching(carom_motion_run* run, bool is_slow, carom__touching* found) {
  const carom_mover* mover = &run->mover;
  const double parting = parting_speed(run, is_slow), low = is_slow ? low_hop(run) : 0;
  double gaps[CAROM_MOTION_MAX_PAIRS], rates[CAROM_MOTION_MAX_PAIRS];
  found->count = 0;
  found->overflows = false;
  mover->gaps(mover, run->state, gaps, rates);
  for (int pair = 0; pair < carom__pair_count(mover); ++pair) {
    const bool near = gaps[pair] <= carom__max(carom__reach(mover, pair), low) || is_held(&run->held, pair);
    if (!near) run->pairs[pair].rising = run->pairs[pair].jumps = false;
    if (!near || !touches(run, pair, gaps[pair], rates[pair], parting)) continue;
    if (found->count == CAROM_MOTION_MAX_CONTACTS) {
      found->overflows = true;
      break;
    }
    found->rates[found->count] = rates[pair];
    found->touches[found->count++] = carom__touch_of(mover, pair);
  }
}

static bool approaches(const carom_motion_run* run, const carom__touching* found) {
  for (int i = 0; i < found->count; ++i)
    if (found->rates[i] < -run->scales.noise) return true;
  return false;
}

/// Everything that is known of contact `from` goes to place `to`.
static void copy_contact(const carom_motion_held* from, int i, carom_motion_held* to, int k) {
  to->touches[k] = from->touches[i];
  to->surfaces[k] = from->surfaces[i];
  to->demands[k] = from->demands[i];
  to->phases[k] = from->phases[i];
  to->under_way[k] = from->under_way[i];
  memcpy(to->directions[k], from->directions[i], sizeof to->directions[k]);
  memcpy(to->references[k], from->references[i], sizeof to->references[k]);
  memcpy(to->loads[k], from->loads[i], sizeof to->loads[k]);
}

/// Takes over the candidates; those that were held keep their force, and what an event demands of them.
static void take_candidates(carom_motion_run* run, const carom__touching* found) {
  carom_motion_held* held = &run->held;
  carom_motion_held before;  // only what is held now is filled in
  before.count = held->count;
  for (int k = 0; k < held->count; ++k) copy_contact(held, k, &before, k);
  held->count = found->count;
  for (int i = 0; i < found->count; ++i) {
    held->touches[i] = found->touches[i];
    held->surfaces[i] = carom__surface_at(&run->mover, found->touches[i]);
    held->demands[i] = CAROM__FREE_CHOICE;
    held->phases[i] = CAROM_PHASE_FLIGHT;
    memset(held->loads[i], 0, sizeof held->loads[i]);
    for (int k = 0; k < before.count; ++k)
      if (before.touches[k].pair == found->touches[i].pair) copy_contact(&before, k, held, i);
  }
}

static void drop_those_that_leave(carom_motion_run* run) {
  carom_motion_held* held = &run->held;
  int kept = 0;
  for (int k = 0; k < held->count; ++k) {
    carom_motion_pair* pair = &run->pairs[held->touches[k].pair];
    held->demands[k] = CAROM__FREE_CHOICE;
    if (held->phases[k] != CAROM_PHASE_FLIGHT) {
      copy_contact(held, k, held, kept++);
      continue;
    }
    pair->rising = true;
    pair->jumps = false;
    pair->launch = (double)NAN;
  }
  held->count = kept;
}

/// The sliding contact whose force grows towards a jam, so that the steps shrink before the event is reached; or -1.
static int find_near_jam(const carom_motion_held* held) {
  for (int k = 0; k < held->count; ++k) {
    if (held->phases[k] != CAROM_PHASE_SLIDE || !(held->c[carom__row_n(held, k)] < 0)) continue;
    if (carom__slide_stiffness(held, k) < NEAR_JAM * carom__w_nn(held, k)) return k;
  }
  return -1;
}

/// Settling may have pressed a pair together: then that is to be resolved too, or, where it is still apart, its gap is
/// watched, and not its rate.
static void check_gaps(carom_motion_run* run) {
  double gaps[CAROM_MOTION_MAX_PAIRS], rates[CAROM_MOTION_MAX_PAIRS];
  run->mover.gaps(&run->mover, run->state, gaps, rates);
  for (int pair = 0; pair < carom__pair_count(&run->mover); ++pair) {
    if (!(rates[pair] < -run->scales.noise)) continue;
    if (gaps[pair] <= carom__reach(&run->mover, pair)) {
      carom__demand(run, CAROM_NEXT_RESOLVE);
    } else {
      run->pairs[pair].rising = run->pairs[pair].jumps = false;
    }
  }
}

/// Or turned or stopped the slip of contacts that slide: then it must be decided again how they go on.
static void check_slip(carom_motion_run* run) {
  carom_motion_held* held = &run->held;
  const int d = held->dimension;
  carom__held_look(held, &run->mover, run->state);
  for (int k = 0; k < held->count; ++k) {
    const double* v = held->v + k * d;
    double* direction = held->directions[k];
    const double speed = carom__tangential(d, v);
    const bool slides = held->phases[k] == CAROM_PHASE_SLIDE && carom__rubs(held, k), slips = speed > held->noise;
    // What was slipping and is stopped begins anew, wherever it goes: in its old direction friction could drive.
    if (slides && held->under_way[k] && !slips && !carom__is_patient(run)) carom__demand(run, CAROM_NEXT_RESOLVE);
    held->under_way[k] = held->under_way[k] && slips;
    if (!slides || !slips) continue;
    const double along = v[0] * direction[0] + (d == 3 ? v[1] * direction[1] : 0);
    if (along < 0 && !carom__is_patient(run)) carom__demand(run, CAROM_NEXT_RESOLVE);
    direction[0] = v[0] / speed;
    direction[1] = d == 3 ? v[1] / speed : 0;
    held->under_way[k] = true;
  }
}

/// And with it the forces: a contact that now pulls must leave.
static void check_forces(carom_motion_run* run) {
  carom_motion_held* held = &run->held;
  carom__held_forces(held);
  for (int k = 0; k < held->count; ++k) {
    if (!carom__pulls(held, k)) continue;
    held->demands[k] = CAROM__MUST_LEAVE;
    carom__demand(run, CAROM_NEXT_RESOLVE);
  }
}

/// What is decided is made so.
static void keep_those_that_hold(carom_motion_run* run) {
  carom__settle_contacts(run);
  drop_those_that_leave(run);
  if (run->held.count > 0) {
    check_gaps(run);
    check_slip(run);
    if (!carom__is_patient(run)) check_forces(run);
  }
  carom__name_phases(run);
}

/// Which contacts hold; a jam is one more impact.
static carom_status hold(carom_motion_run* run, const carom__touching* found, bool by_force, carom_diag* diag) {
  carom_motion_held* held = &run->held;
  const bool patient = carom__is_patient(run);
  int verdict = CAROM__CONSISTENT;
  take_candidates(run, found);
  if (held->count > 0) {
    carom__held_look(held, &run->mover, run->state);
    verdict = carom__hold_decide(held, patient ? CAROM__HOLD_STUCK : CAROM__HOLD_FREELY);
  }
  if (by_force && verdict < 0 && !patient) verdict = find_near_jam(held);
  // By force a jam strikes once at an instant: if that did not end it, stopping does.
  const bool strikes = verdict >= 0 && !patient && !(by_force && run->jammed_at == run->t);
  if (strikes && carom__strike_jam(run, verdict, diag) == CAROM_OK) {
    run->jammed_at = run->t;
    carom__demand(run, CAROM_NEXT_RESOLVE);
    held->count = 0;
    return CAROM_OK;
  }
  if (verdict != CAROM__CONSISTENT || (by_force && held->count > 0)) carom__stop_by_force(run);
  keep_those_that_hold(run);
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

/// The impact of those that the fastest approach is felt by. The others stay as they are: if they approach as well,
/// theirs is another impact, which comes next.
static carom_status strike_cluster(carom_motion_run* run, const carom__touching* found, bool by_force,
                                   carom_diag* diag) {
  if (found->count == 1) return carom__strike(run, found, by_force, diag);
  const carom__touching cluster = carom__cluster_of(run, found);
  if (cluster.count == found->count) return carom__strike(run, found, by_force, diag);
  const carom_motion_held all = run->held;
  take_candidates(run, &cluster);
  const carom_status status = carom__strike(run, &cluster, by_force, diag);
  run->held = all;
  carom__set_noise(run);  // as of now: the impact may have been the fastest so far
  return status;
}

/// Impacts, until nothing that touches approaches any more; then what holds.
static carom_status strike_and_hold(carom_motion_run* run, bool by_force, carom_diag* diag) {
  carom__touching found;
  find_touching(run, false, &found);
  if (found.overflows) return too_many(diag);
  if (approaches(run, &found)) {
    take_candidates(run, &found);
    const carom_status status = strike_cluster(run, &found, by_force, diag);
    if (status) return status;
    memset(run->held.demands, CAROM__FREE_CHOICE, sizeof run->held.demands);
    const bool is_slow = run->impact_count > 0 && run->impacts[0].plastic;
    if (is_slow) run->plastic_at = run->t;
    find_touching(run, is_slow, &found);
  }
  if (!approaches(run, &found)) return hold(run, &found, by_force, diag);
  carom__demand(run, by_force ? CAROM_NEXT_FORCE : CAROM_NEXT_RESOLVE);
  run->held.count = 0;
  return CAROM_OK;
}

carom_status carom__resolve(carom_motion_run* run, bool by_force, carom_diag* diag) {
  const carom_status status = check_budget(run, diag);
  if (status) return status;
  run->next = CAROM_NEXT_BEGIN;
  carom__mind_progress(run, CAROM__PASSED_EVENT);
  by_force = by_force || run->next == CAROM_NEXT_FORCE;
  run->next = CAROM_NEXT_BEGIN;
  const carom_status failure = strike_and_hold(run, by_force, diag);
  if (failure) run->next = CAROM_NEXT_RESOLVE;
  return failure;
}
