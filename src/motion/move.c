// One step of the integration, and what is seen at its end.
#include <math.h>
#include <string.h>

#include "motion/loop.h"

/// A stuck contact has slipped when its friction is past its limit by this part: less is the error of a step.
static const double PAST_LIMIT = 1 + 1e-6;

/// The ledger of a step may be off by so many times the tolerance, of the largest kinetic energy, and by rounding.
static const double LEDGER = 30, ROUNDING = 1e-14;
/// A held contact may sink by this part of its reach in a step.
static const double SINKING = 0.1;
/// If it is not so, the step is taken again, that much shorter, and so often at most.
static const double SHORTER = 0.125;
enum { MOST_ROUNDS = 8 };

/// The integration goes on from run->state under the present watch.
static carom_status begin(carom_motion_run* run, carom_diag* diag) {
  double gaps[CAROM_MOTION_MAX_PAIRS], rates[CAROM_MOTION_MAX_PAIRS];
  run->mover.gaps(&run->mover, run->state, gaps, rates);
  // A point that was let go may sink by rounding: it has turned back when it sinks faster than that.
  for (int i = 0; i < carom__pair_count(&run->mover); ++i)
    run->pairs[i].falling = carom__min(0, rates[i]) - CAROM__BEHIND_ZERO * run->scales.noise;
  run->next = CAROM_NEXT_MOVE;
  run->ode.t = run->t;
  run->ode.fired_count = 0;  // sides are known from the new watch, also of what has just fired
  if (!(run->t + run->ode.step > run->t)) run->ode.step = 0;  // it had shrunk to nothing: a new one is guessed
  run->state[carom__state_size(&run->mover)] = run->friction_loss;
  return carom_ode_restart(&run->ode, run->state, diag);
}

/// A pair that rises has turned back. If no time passed its rate jumped: at this instant it still rises, and right
/// after it falls. Then its gap tells when it touches.
static void take_turn(carom_motion_run* run, int pair) {
  carom_motion_pair* own = &run->pairs[pair];
  if (!own->rising || run->t > run->t_before) return;
  own->rising = false;
  own->jumps = true;
}

/// Notes what the events demand of pairs and of held contacts.
static void take_events(carom_motion_run* run) {
  carom_motion_held* held = &run->held;
  const int pairs = carom__pair_count(&run->mover);
  if (run->ode.fired_count > 0) carom__demand(run, CAROM_NEXT_RESOLVE);
  for (int i = 0; i < run->ode.fired_count; ++i) {
    const int event = run->ode.fired[i] - pairs, k = event / CAROM__WATCHES;
    if (event < 0) take_turn(run, run->ode.fired[i]);
    if (event < 0 || k >= held->count) continue;
    if (event % CAROM__WATCHES == CAROM__WATCH_LEAVE) held->demands[k] = CAROM__MUST_LEAVE;
    if (event % CAROM__WATCHES == CAROM__WATCH_GRIP && held->phases[k] != CAROM_PHASE_SLIDE &&
        held->demands[k] != CAROM__MUST_LEAVE)
      held->demands[k] = CAROM__MUST_SLIP;
  }
}

/// A sliding contact at the end of a step, and how fast it does.
static carom__passed look_at_slide(carom_motion_run* run, int k) {
  carom_motion_held* held = &run->held;
  const int d = held->dimension;
  const double* v = held->v + k * d;
  double* direction = held->directions[k];
  const double speed = carom__tangential(d, v), mu = held->surfaces[k].mu;
  const double along = v[0] * direction[0] + (d == 3 ? v[1] * direction[1] : 0);
  if (mu > 0 && along < -held->noise)
    carom__demand(run, CAROM_NEXT_RESOLVE);  // it turned back unseen, before its watch was armed
  if (d == 3 && carom__rubs(held, k) && run->next < CAROM_NEXT_RESOLVE && speed > held->noise) {
    direction[0] = v[0] / speed;
    direction[1] = v[1] / speed;
    if (!held->under_way[k]) carom__demand(run, CAROM_NEXT_BEGIN);  // its watch is armed only now
    held->under_way[k] = true;
  }
  if (speed < held->noise && mu > 0) return CAROM__PASSED_SLOW_STEP;
  return speed < carom__creep(run) ? CAROM__PASSED_CREEP : CAROM__PASSED_STEP;
}

/// Forces at the end of the step, and the direction of slip for the next one.
static void look_at_contacts(carom_motion_run* run) {
  carom_motion_held* held = &run->held;
  carom__passed passed = CAROM__PASSED_STEP;
  if (held->count == 0) return;
  carom__held_look(held, &run->mover, run->state);
  carom__held_forces(held);
  for (int k = 0; k < held->count; ++k) {
    memcpy(held->loads[k], held->f + k * held->dimension, (size_t)held->dimension * sizeof *held->f);
    if (carom__pulls(held, k)) {
      held->demands[k] = CAROM__MUST_LEAVE;
      carom__demand(run, CAROM_NEXT_RESOLVE);
    }
    // What sinks in nevertheless strikes; what parts, as a corner past the end of an edge does, is let go.
    if (fabs(held->v[carom__row_n(held, k)]) > held->noise) carom__demand(run, CAROM_NEXT_RESOLVE);
    if (held->phases[k] == CAROM_PHASE_SLIDE) {
      const carom__passed its = look_at_slide(run, k);
      if (its > passed) passed = its;
    } else if (run->t > run->progress.patience && carom__is_strained(held, k, PAST_LIMIT)) {
      carom__demand(run, CAROM_NEXT_RESOLVE);
    }
  }
  carom__mind_progress(run, passed);
}

/// Pairs that have risen clear are watched for the next impact again; one that sank in unseen strikes.
static void look_at_gaps(carom_motion_run* run) {
  double gaps[CAROM_MOTION_MAX_PAIRS], rates[CAROM_MOTION_MAX_PAIRS];
  run->mover.gaps(&run->mover, run->state, gaps, rates);
  for (int i = 0; i < carom__pair_count(&run->mover); ++i) {
    const double reach = carom__reach(&run->mover, i);
    if ((run->pairs[i].rising || run->pairs[i].jumps) && gaps[i] > reach) {
      run->pairs[i].rising = run->pairs[i].jumps = false;
      carom__demand(run, CAROM_NEXT_BEGIN);
    }
    const bool is_held = run->watch[i] == CAROM_ODE_OFF;
    const bool sinks = is_held ? carom__sinks_deep(run, i, gaps[i], rates[i]) : gaps[i] < -reach && rates[i] < 0;
    if (sinks) carom__demand(run, CAROM_NEXT_RESOLVE);
  }
}

/// Whether energy and friction of the step agree. The estimate of a step's error can miss slip that all but stops and
/// turns between two stages; the ledger does not.
static bool books_balance(const carom_motion_run* run) {
  const carom_mover* mover = &run->mover;
  const double* end = run->ode.y;
  const double before = mover->energy(mover, run->state), after = mover->energy(mover, end);
  const double lost = end[carom__state_size(mover)] - run->friction_loss;
  const double allowed = LEDGER * run->motion.tolerance * run->scales.kinetic_most;
  return fabs(before - after - lost) <= allowed + ROUNDING * (fabs(before) + fabs(after));
}

/// Whether a held contact sinks in: where a wedged mover is at a dead point W is singular, and no force keeps it.
static bool sinks(carom_motion_run* run) {
  carom_motion_held* held = &run->held;
  const double time = run->ode.t - run->t;
  carom__held_look(held, &run->mover, run->ode.y);
  for (int k = 0; k < held->count; ++k)
    if (-held->v[carom__row_n(held, k)] * time > SINKING * carom__reach(&run->mover, held->touches[k].pair))
      return true;
  return false;
}

/// One step, again and shorter where its books do not balance or something sinks in.
static carom_status step_with_care(carom_motion_run* run, carom_diag* diag) {
  const double limit = carom__min(run->motion.until, run->landing);
  double longest = carom__min(run->scales.longest_step, run->mover.pace(&run->mover, run->state));
  carom_status status = CAROM_OK;
  for (int round = 0; round < MOST_ROUNDS; ++round) {
    run->ode.problem.max_step = longest;
    status = carom_ode_step(&run->ode, limit, diag);
    if (status || run->held.count == 0 || (books_balance(run) && !sinks(run))) return status;
    longest = SHORTER * (run->ode.t - run->t);
    status = begin(run, diag);
    if (status) return status;
  }
  run->ode.problem.max_step = longest;
  return carom_ode_step(&run->ode, limit, diag);
}

/// The steps shrank to nothing at a contact that neither sticks nor slides.
static bool is_stuck(const carom_motion_run* run) {
  return run->held.count > 0 && run->ode.evaluations < run->ode.problem.budget / 2;
}

static void take_step(carom_motion_run* run) {
  const int size = carom__state_size(&run->mover);
  run->t_before = run->ode.t_before;
  run->t = run->ode.t;
  memcpy(run->state, run->ode.y, (size_t)size * sizeof *run->state);
  run->friction_loss = run->ode.y[size];
  run->happened = CAROM_MOTION_MOVED;
  take_events(run);
  if (run->t >= run->landing) {
    carom__demand(run, CAROM_NEXT_RESOLVE);
    run->landing = HUGE_VAL;
  }
  look_at_contacts(run);
  look_at_gaps(run);
  run->scales.kinetic_most = carom__max(run->scales.kinetic_most, carom__kinetic(run));
}

carom_status carom__move(carom_motion_run* run, carom_diag* diag) {
  run->glides = run->mover.glide && carom__glide(run);
  if (run->glides) return CAROM_OK;
  carom_status status = run->next == CAROM_NEXT_BEGIN ? begin(run, diag) : CAROM_OK;
  if (status) return status;
  run->impact_count = 0;
  status = step_with_care(run, diag);
  if (!status) {
    take_step(run);
  } else if (is_stuck(run)) {
    carom__demand(run, CAROM_NEXT_FORCE);
    run->t_before = run->t;
    run->happened = CAROM_MOTION_SWITCHED;
    status = CAROM_OK;
  }
  return status;
}
