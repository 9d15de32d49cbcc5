// Chains and free bodies over planes. Bodies that meet each other are one run; else each has a run of its own, and the
// one furthest behind in time steps next, so that impacts and phases come in order of time, whatever moves.
#include <stdlib.h>
#include <string.h>

#include "run/simulate_parts.h"
#include "run/solve.h"

enum { STEPS_BETWEEN_CALLS = 64 };  // of the progress function, where there is no impact: a millisecond or so

// ---- the table of samples ------------------------------------------------------------------------------------------

static void put_chain(const carom__sim* sim, const carom__sim_part* one, int row, const double* state) {
  carom_vec2 points[CAROM_CHAIN_MAX_LINKS];
  carom_chain_points(&one->chain, state, points);
  double* places = carom__sim_row(sim, row, 0) + 2 * one->chain.link_count;
  for (int i = 0; i < one->chain.link_count; ++i) {
    places[2 * i] = points[i].x;
    places[2 * i + 1] = points[i].y;
  }
}

/// state may be changed: it is brought to where it must be.
static void put_row(const carom__sim* sim, const carom__sim_part* one, int row, double* state) {
  const carom_mover* mover = &one->run.mover;
  double* out = carom__sim_row(sim, row, one->phases.mover);
  if (mover->tidy) mover->tidy(mover, state);
  carom__sim_add_energy(sim, row, mover->energy(mover, state));
  if (one->crowd) {
    for (int i = 0; i < one->crowd->body_count; ++i)
      carom_crowd_state(one->crowd, state, i, carom__sim_row(sim, row, i));
    return;
  }
  memcpy(out, state, (size_t)(mover->position_count + mover->dof) * sizeof *out);
  if (one->body < 0) put_chain(sim, one, row, state);
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

/// In a crowd a touch is a pair: told are the body and its point, and the other body.
static carom_simulation_impact impact_of(const carom__sim* sim, const carom__sim_part* one, int index) {
  carom_simulation_impact out = {
      .impact = one->run.impacts[index], .mover = one->phases.mover, .contact = -1, .with = -1};
  carom_mover_touch* touch = &out.impact.touch;
  const int point = touch->point;
  if (one->crowd) {
    const carom_crowd_pair* pair = &one->crowd->pairs[touch->pair];
    out.mover = pair->a;
    out.with = pair->b;
    touch->point = pair->point;
    out.at = carom_crowd_place(one->crowd, one->run.state, touch->pair);
  }
  carom__sim_name_place(sim, &one->run.mover, out.mover, out.with, point, out.what);
  return out;
}

static bool log_impacts(carom__sim* sim, const carom__sim_part* one) {
  for (int i = 0; i < one->run.impact_count; ++i) {
    const carom_simulation_impact impact = impact_of(sim, one, i);
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
      return log_impacts(sim, one) && carom__sim_watch_phases(sim, one);
    case CAROM_MOTION_SWITCHED:
      return carom__sim_watch_phases(sim, one);
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

/// J: of one body of a crowd.
static double energy_of_member(const carom_crowd* crowd, const double* state, int index) {
  double own[CAROM_ODE_MAX_SIZE];
  carom_crowd_state(crowd, state, index, own);
  return crowd->movers[index].energy(&crowd->movers[index], own);
}

static void begin_energy(const carom__sim* sim, const carom__sim_part* one) {
  carom_simulation_mover* movers = &sim->out->movers[one->phases.mover];
  movers[0].energy_start = one->run.energy_start;
  for (int i = 0; one->crowd && i < one->crowd->body_count; ++i)
    movers[i].energy_start = energy_of_member(one->crowd, one->run.state, i);
}

static bool begin(carom__sim* sim, const carom__sim_parts* all) {
  for (int i = 0; i < all->count; ++i) {
    carom__sim_part* one = &all->items[i];
    begin_energy(sim, one);
    if (!carom__sim_watch_phases(sim, one)) return false;
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
  out->friction_loss = run->friction_loss;
  if (one->crowd) {
    for (int i = 0; i < one->crowd->body_count; ++i) out[i].energy_end = energy_of_member(one->crowd, state, i);
  } else if (run->t > sim->out->end_time) {
    // A run that is cut may be ahead of the others, and then its friction is too.
    out->friction_loss = out->energy_start - out->energy_end - out->impact_loss;
  }
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
  if (one->crowd) {
    for (int i = 0; i < one->crowd->body_count; ++i) {
      const int body = out->movers[i].body;
      carom_crowd_one(one->crowd, state, i, &out->bodies_after[body], &out->angles_after[body]);
    }
  } else if (one->body < 0) {
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
