// What is left of the velocities of contacts that hold: taken away where it is rounding, or by force where no choice of
// phases fits; and whether anything still moves.
#include <math.h>
#include <string.h>

#include "motion/loop.h"

/// Kinetic energy below this part of the largest so far is none: speeds of 1e-10.
static const double NO_MOTION = 1e-20;
/// And this part of the energy that free accelerations would have as velocities is none: 1e-9 of them.
static const double NO_ACCELERATION = 1e-18;
/// Solutions that stop contacts, one after the other, before slip is left alone.
enum { SETTLING_ROUNDS = 3 };

/// The contact that approaches fastest after the impulses f, of those that are let go or of all; -1: none does. What is
/// let go may not even sink by rounding: that has no end.
static int worst_approach(const carom_motion_held* held, bool of_all) {
  int worst = -1;
  double least = -(of_all ? 1 : CAROM__SINKS_ON) * held->noise;
  for (int k = 0; k < held->count; ++k) {
    if (!of_all && held->phases[k] != CAROM_PHASE_FLIGHT) continue;
    const double v = carom__held_velocity(held, carom__row_n(held, k));
    if (!(v < least)) continue;
    least = v;
    worst = k;
  }
  return worst;
}

/// What is let go must not be pressed together by what holds: it would strike, and all be as it was. So what would be
/// is stopped along with the rest, without friction.
static void stop_all(carom_motion_held* held) {
  carom__held_impulses(held);
  for (int k; (k = worst_approach(held, false)) >= 0; carom__held_impulses(held)) {
    held->phases[k] = CAROM_PHASE_SLIDE;
    held->directions[k][0] = held->directions[k][1] = 0;
  }
}

/// Where W is nearly singular one solution leaves contacts an approach, and the next takes that away; where it is all
/// but singular none does that stops slip, and slip is left alone.
static void settle(carom_motion_run* run) {
  carom_motion_held* held = &run->held;
  bool approach = true;
  for (int round = 0; round <= SETTLING_ROUNDS && approach; ++round) {
    carom__held_look(held, &run->mover, run->state);
    if (round < SETTLING_ROUNDS) {
      stop_all(held);
    } else {
      carom__held_normal_impulses(held);
    }
    approach = worst_approach(held, true) >= 0;
    run->impact_loss += carom__push(run, held->count, held->touches, held->f);
  }
}

/// Contacts that all but repeat each other, as the corners of a face, contradict each other by rounding, and the
/// equations leave one of them a speed that is none. Where it sinks deep all the same, it is stopped by itself: a
/// projection, too.
static void stop_sinking(carom_motion_run* run) {
  carom_motion_held* held = &run->held;
  double gaps[CAROM_MOTION_MAX_PAIRS], rates[CAROM_MOTION_MAX_PAIRS];
  run->mover.gaps(&run->mover, run->state, gaps, rates);
  for (int k = 0; k < held->count; ++k) {
    const int pair = held->touches[k].pair;
    if (!carom__sinks_deep(run, pair, gaps[pair], rates[pair])) continue;
    const int n = held->dimension - 1;
    double w[9], v[3], p[3] = {0};
    run->mover.contact(&run->mover, run->state, 1, &held->touches[k], w, v, NULL);
    if (!(v[n] < 0)) continue;  // what was stopped before has stopped this as well
    p[n] = -v[n] / w[(n + 1) * (n + 1) - 1];
    run->impact_loss += carom__push(run, 1, &held->touches[k], p);
  }
}

void carom__settle_contacts(carom_motion_run* run) {
  carom_motion_held* held = &run->held;
  carom_phase phases[CAROM_MOTION_MAX_CONTACTS];
  if (held->count == 0) return;
  memcpy(phases, held->phases, sizeof phases);
  settle(run);
  memcpy(held->phases, phases, sizeof phases);
  if (held->count > 1) stop_sinking(run);
}

/// Contacts that slip no faster than `limit` stop, as in a plastic impact; the others slide on.
static void stop_slip(carom_motion_run* run, double limit) {
  carom_motion_held* held = &run->held;
  const int d = held->dimension;
  carom__held_look(held, &run->mover, run->state);
  for (int k = 0; k < held->count; ++k) {
    const double* v = held->v + k * d;
    const double speed = carom__tangential(d, v);
    const bool grips = held->surfaces[k].mu_static > 0;
    held->phases[k] = grips && speed <= limit ? CAROM_PHASE_STICK : CAROM_PHASE_SLIDE;
    held->under_way[k] = speed > held->noise;
    if (speed > 0 && held->phases[k] == CAROM_PHASE_SLIDE) {
      held->directions[k][0] = v[0] / speed;
      held->directions[k][1] = d == 3 ? v[1] / speed : 0;
    }
  }
  carom__settle_contacts(run);
}

/// m/s: up to which slip is stopped first: the cut-off, or, where all that slips is faster, the slowest that creeps.
/// What else creeps may be on its way.
static double slowest_slip(carom_motion_run* run) {
  carom_motion_held* held = &run->held;
  double slowest = carom__creep(run);
  carom__held_look(held, &run->mover, run->state);
  for (int k = 0; k < held->count; ++k)
    if (held->phases[k] == CAROM_PHASE_SLIDE && held->surfaces[k].mu > 0)
      slowest = carom__min(slowest, carom__tangential(held->dimension, held->v + k * held->dimension));
  return slowest < carom__creep(run) ? carom__max(slowest, run->scales.cutoff) : run->scales.cutoff;
}

static bool press_as_is(carom_motion_run* run) {
  carom__held_look(&run->held, &run->mover, run->state);
  return carom__hold_decide(&run->held, CAROM__HOLD_AS_IS) == CAROM__CONSISTENT;
}

/// Contacts glide through without friction.
static void glide_through(carom_motion_run* run) {
  carom_motion_held* held = &run->held;
  for (int k = 0; k < held->count; ++k) {
    held->phases[k] = CAROM_PHASE_SLIDE;
    held->directions[k][0] = held->directions[k][1] = 0;
  }
  press_as_is(run);
}

/// Ends a tangle of contacts that neither stick nor slide nor leave, or whose steps shrink to nothing: first what slips
/// slower than the cut-off, or creeps, stops; where that is not enough it is a jam of several contacts, and everything
/// does. Contacts without slip are then kept stuck for a moment. If even that cannot be, where a mover is stretched or
/// folded or wedged at a dead point and W is singular, they glide through without friction.
void carom__stop_by_force(carom_motion_run* run) {
  const bool again = carom__is_patient(run);
  carom__mind_progress(run, CAROM__PASSED_FORCE);
  stop_slip(run, slowest_slip(run));
  if (press_as_is(run) && !again) return;
  if (!carom__is_hopeless(run)) {
    stop_slip(run, HUGE_VAL);
    run->warnings |= CAROM_WARN_JAMMED;
    if (press_as_is(run)) return;
  }
  glide_through(run);
}

/// Kinetic energy that the accelerations would have as velocities: a size for them, whatever the coordinates are.
static double size_of_acceleration(carom_motion_run* run, bool with_forces) {
  carom_motion_held* held = &run->held;
  const carom_mover* mover = &run->mover;
  double rate[CAROM_ODE_MAX_SIZE];
  double* u = run->spare + mover->position_count;
  mover->rate(mover, run->state, rate);
  memcpy(run->spare, run->state, (size_t)mover->position_count * sizeof *run->spare);
  memcpy(u, rate + mover->position_count, (size_t)mover->dof * sizeof *u);
  if (with_forces && held->count > 0) {
    carom__held_look(held, mover, run->state);
    carom__held_forces(held);
    mover->push(mover, run->state, held->count, held->touches, held->f, run->change);
    for (int i = 0; i < mover->dof; ++i) u[i] += run->change[i];
  }
  return mover->kinetic(mover, run->spare);
}

static bool is_at_rest(carom_motion_run* run) {
  if (carom__kinetic(run) > NO_MOTION * run->scales.kinetic_most) return false;
  return size_of_acceleration(run, true) <= NO_ACCELERATION * size_of_acceleration(run, false);
}

void carom__name_phases(carom_motion_run* run) {
  carom_motion_held* held = &run->held;
  run->at_rest = is_at_rest(run);
  if (run->at_rest) memset(run->state + run->mover.position_count, 0, (size_t)run->mover.dof * sizeof *run->state);
  for (int k = 0; k < held->count; ++k) {
    if (run->at_rest) {
      held->phases[k] = CAROM_PHASE_REST;
    } else if (held->phases[k] == CAROM_PHASE_STICK && run->mover.rolls) {
      held->phases[k] = CAROM_PHASE_ROLL;
    }
  }
}
