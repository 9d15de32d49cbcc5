// What is left of the velocities of contacts that hold: taken away where it is rounding, or by force where no choice of
// phases fits; and whether anything still moves.
#include <math.h>
#include <string.h>

#include "motion/loop.h"

/// Kinetic energy below this part of the largest so far is none: speeds of 1e-10.
static const double NO_MOTION = 1e-20;
/// And this part of the energy that free accelerations would have as velocities is none: 1e-9 of them.
static const double NO_ACCELERATION = 1e-18;

void carom__settle_contacts(carom_motion_run* run) {
  carom_motion_held* held = &run->held;
  if (held->count == 0) return;
  carom__held_look(held, &run->mover, run->state);
  carom__held_impulses(held);
  run->impact_loss += carom__push(run, held->count, held->touches, held->f);
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

static bool press_as_is(carom_motion_run* run) {
  carom__held_look(&run->held, &run->mover, run->state);
  return carom__hold_decide(&run->held, CAROM__HOLD_AS_IS) == CAROM__CONSISTENT;
}

/// Ends a tangle of contacts that neither stick nor slide nor leave, or whose steps shrink to nothing: first what slips
/// slower than the cut-off stops; where that is not enough it is a jam of several contacts, and everything does.
/// Contacts without slip are then kept stuck for a moment. If even that cannot be, where a mover is stretched or folded
/// and W is singular, they glide through without friction.
void carom__stop_by_force(carom_motion_run* run) {
  carom_motion_held* held = &run->held;
  const bool again = carom__is_patient(run);
  carom__mind_progress(run, CAROM__PASSED_FORCE);
  stop_slip(run, run->scales.cutoff);
  if (press_as_is(run) && !again) return;
  stop_slip(run, HUGE_VAL);
  run->warnings |= CAROM_WARN_JAMMED;
  if (press_as_is(run)) return;
  for (int k = 0; k < held->count; ++k) {
    held->phases[k] = CAROM_PHASE_SLIDE;
    held->directions[k][0] = held->directions[k][1] = 0;
  }
  press_as_is(run);
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
