// The event loop: move until something happens, then resolve it.
#include <string.h>

#include "base/diag.h"
#include "motion/loop.h"

double carom_motion_energy(const carom_motion_run* run) {
  return run->mover.energy(&run->mover, run->state);
}

/// What the integration points to in the run, wherever that is now.
static void bind(carom_motion_run* run) {
  run->ode.problem.context = run;
  run->ode.problem.directions = run->watch;
  run->ode.problem.absolute_each = run->absolute;
}

/// What is held, for all to see.
static void show_contacts(carom_motion_run* run) {
  const carom_motion_held* held = &run->held;
  run->contact_count = held->count;
  for (int k = 0; k < held->count; ++k) {
    carom_motion_contact* contact = &run->contacts[k];
    contact->touch = held->touches[k];
    contact->phase = held->phases[k];
    memcpy(contact->force, held->loads[k], sizeof contact->force);
  }
}

static carom_status resolve(carom_motion_run* run, bool by_force, carom_diag* diag) {
  run->impact_count = 0;
  if (run->mover.tidy) run->mover.tidy(&run->mover, run->state);
  const carom_status status = carom__resolve(run, by_force, diag);
  if (status) return status;
  run->t_before = run->t;
  run->happened = run->impact_count > 0 ? CAROM_MOTION_IMPACT : CAROM_MOTION_SWITCHED;
  carom__watch_set(run);
  return CAROM_OK;
}

/// Nothing will change any more.
static carom_status rest(carom_motion_run* run) {
  run->t_before = run->t;
  run->t = run->motion.until;
  run->happened = CAROM_MOTION_MOVED;
  run->impact_count = 0;
  return CAROM_OK;
}

static carom_status go_on(carom_motion_run* run, carom_diag* diag) {
  switch (run->next) {
    case CAROM_NEXT_RESOLVE:
    case CAROM_NEXT_FORCE:
      return resolve(run, run->next == CAROM_NEXT_FORCE, diag);
    case CAROM_NEXT_MOVE:
    case CAROM_NEXT_BEGIN:
      return run->at_rest ? rest(run) : carom__move(run, diag);
    case CAROM_NEXT_END:
      run->happened = CAROM_MOTION_ENDED;
  }
  return CAROM_OK;
}

carom_status carom_motion_step(carom_motion_run* run, carom_diag* diag) {
  if (!run) return carom__need_memory(run, "run", "be a motion that was started", diag);
  bind(run);
  if (run->next < CAROM_NEXT_RESOLVE && run->t >= run->motion.until) run->next = CAROM_NEXT_END;
  const carom_status status = go_on(run, diag);
  show_contacts(run);
  return status;
}

void carom_motion_sample(carom_motion_run* run, double t, double* state) {
  double y[CAROM_ODE_MAX_SIZE];
  const size_t bytes = (size_t)carom__state_size(&run->mover) * sizeof *state;
  if (run->at_rest) {
    memcpy(state, run->state, bytes);
    return;
  }
  if (run->glides) {
    run->mover.glide(&run->mover, run->glide_start, run->glide_rate, t - run->t_before, state);
    return;
  }
  bind(run);
  carom_ode_dense(&run->ode, t, y);
  memcpy(state, y, bytes);
  if (run->mover.tidy) run->mover.tidy(&run->mover, state);
}
