// Chains and free bodies over planes. They do not meet each other, so each has a run of its own; the one furthest
// behind in time steps next, and so impacts and phases come in order of time, whatever moves.
#include <stdlib.h>
#include <string.h>

#include "run/simulate_parts.h"
#include "run/solve.h"

enum { STEPS_BETWEEN_CALLS = 64 };  // of the progress function, where there is no impact: a millisecond or so

// ---- the table of samples ------------------------------------------------------------------------------------------

/// state may be changed: it is brought to where it must be.
static void put_row(const carom__sim* sim, const carom__sim_part* one, int row, double* state) {
  const carom_mover* mover = &one->run.mover;
  double* out = carom__sim_row(sim, row, one->phases.mover);
  if (mover->tidy) mover->tidy(mover, state);
  memcpy(out, state, (size_t)(mover->position_count + mover->dof) * sizeof *out);
  carom__sim_add_energy(sim, row, mover->energy(mover, state));
  if (one->body >= 0) return;
  carom_vec2 points[CAROM_CHAIN_MAX_LINKS];
  carom_chain_points(&one->chain, state, points);
  double* places = out + 2 * one->chain.link_count;
  for (int i = 0; i < one->chain.link_count; ++i) {
    places[2 * i] = points[i].x;
    places[2 * i + 1] = points[i].y;
  }
}

static void put_rows_of_step(const carom__sim* sim, carom__sim_part* one) {
  double state[CAROM_ODE_MAX_SIZE];
  // The last row waits for the end, when all impacts are behind.
  while (one->next_row < sim->out->sample_count - 1 && carom__sim_row_time(sim, one->next_row) <= one->run.t) {
    carom_motion_sample(&one->run, carom__sim_row_time(sim, one->next_row), state);
    put_row(sim, one, one->next_row++, state);
  }
}

// ---- step by step --------------------------------------------------------------------------------------------------

static bool log_impacts(carom__sim* sim, const carom__sim_part* one) {
  for (int i = 0; i < one->run.impact_count; ++i) {
    carom_simulation_impact impact = {.impact = one->run.impacts[i], .mover = one->phases.mover, .contact = -1};
    carom__sim_name_place(sim, impact.mover, &one->run.mover, impact.impact.touch.point, impact.what);
    if (!carom__sim_log_impact(sim, &impact)) return false;
  }
  return true;
}

static bool step(carom__sim* sim, carom__sim_part* one) {
  carom_diag diag = {0};
  const carom_status status = carom_motion_step(&one->run, &diag);
  if (status) {
    diag.status = status;
    carom__sim_error_at(sim, one->body, one->run.t, &diag);
    return false;
  }
  switch (one->run.happened) {
    case CAROM_MOTION_MOVED:
      put_rows_of_step(sim, one);
      return true;
    case CAROM_MOTION_IMPACT:
      return log_impacts(sim, one) && carom__sim_watch_phases(sim, &one->phases, &one->run);
    case CAROM_MOTION_SWITCHED:
      return carom__sim_watch_phases(sim, &one->phases, &one->run);
    case CAROM_MOTION_ENDED:
      one->ended = true;
      return true;
  }
  return true;
}

static carom__sim_part* furthest_behind(const carom__sim_parts* all) {
  carom__sim_part* last = &all->items[0];
  for (int i = 1; i < all->count; ++i) {
    carom__sim_part* one = &all->items[i];
    if (one->run.t < last->run.t || (last->ended && !one->ended)) last = one;
  }
  return last;
}

static bool begin(carom__sim* sim, const carom__sim_parts* all) {
  for (int i = 0; i < all->count; ++i) {
    carom__sim_part* one = &all->items[i];
    sim->out->movers[i].energy_start = one->run.energy_start;
    if (!carom__sim_watch_phases(sim, &one->phases, &one->run)) return false;
    double state[CAROM_ODE_MAX_SIZE];
    memcpy(state, one->run.state, sizeof state);
    put_row(sim, one, one->next_row++, state);
  }
  return true;
}

/// Until all have ended, or progress says stop.
static bool go(carom__sim* sim, const carom__sim_parts* all) {
  carom__sim_part* one = furthest_behind(all);
  bool struck = false;
  for (long i = 0; !one->ended; ++i, one = furthest_behind(all)) {
    const bool asks = i % STEPS_BETWEEN_CALLS == 0 || struck;
    if (asks && carom__sim_is_stopped(sim, one->run.t / sim->scenario->motion.until)) {
      sim->out->cut = true;
      break;
    }
    if (!step(sim, one)) return false;
    struck = one->run.happened == CAROM_MOTION_IMPACT;
  }
  sim->out->end_time = one->run.t;
  return true;
}

// ---- the end -------------------------------------------------------------------------------------------------------

static void end_state_of(const carom__sim* sim, carom__sim_part* one, double* state) {
  if (one->run.t > sim->out->end_time) {
    carom_motion_sample(&one->run, sim->out->end_time, state);
  } else {
    memcpy(state, one->run.state, CAROM_ODE_MAX_SIZE * sizeof *state);
  }
}

static void end_energy(const carom__sim* sim, const carom__sim_part* one, const double* state) {
  carom_simulation_mover* out = &sim->out->movers[one->phases.mover];
  const carom_motion_run* run = &one->run;
  out->energy_end = run->mover.energy(&run->mover, state);
  out->impact_loss = run->impact_loss;
  // A run that is cut may be ahead of the others, and then its friction is too.
  out->friction_loss =
      run->t > sim->out->end_time ? out->energy_start - out->energy_end - out->impact_loss : run->friction_loss;
}

static void end_part(carom__sim* sim, carom__sim_part* one) {
  double state[CAROM_ODE_MAX_SIZE];
  carom_simulation* out = sim->out;
  end_state_of(sim, one, state);
  put_row(sim, one, out->sample_count - 1, state);
  end_energy(sim, one, state);
  carom__sim_end_phases(sim, &one->phases, out->end_time);
  out->warnings |= one->run.warnings;
  if (one->run.error > out->error) out->error = one->run.error;
  if (one->body < 0) {
    memcpy(out->end_state, state, 2 * (size_t)one->chain.link_count * sizeof *state);
  } else {
    carom_flyer_body(&one->flyer, state, &out->bodies_after[one->body], &out->angles_after[one->body]);
  }
}

static bool finish(carom__sim* sim, const carom__sim_parts* all) {
  if (sim->scenario->kind == CAROM_SCENARIO_CHAIN) {
    sim->out->end_state = carom__reserve(2 * (size_t)sim->scenario->chain.link_count, sizeof(double));
    if (!sim->out->end_state) return carom__sim_no_memory(sim);
  }
  carom__sim_cut_rows(sim);
  for (int i = 0; i < all->count; ++i) end_part(sim, &all->items[i]);
  return true;
}

bool carom__sim_run(carom__sim* sim) {
  carom__sim_parts all = {0};
  const bool done = carom__sim_make_ready(sim, &all) && begin(sim, &all) && go(sim, &all) && finish(sim, &all);
  carom__sim_free_parts(&all);
  return done;
}
