// Chains and free bodies over planes. They do not meet each other, so each has a run of its own; the one furthest
// behind in time steps next, and so impacts and phases come in order of time, whatever moves.
#include <stdlib.h>
#include <string.h>

#include "scenario/simulate_phases.h"
#include "scenario/solve.h"

/// One mover on its way.
typedef struct part {
  int body;  // -1: the chain
  carom_chain_mover chain;
  carom_flyer flyer;
  carom_mover mover;
  double start[CAROM_ODE_MAX_SIZE];
  double* workspace;
  carom_motion_run run;
  bool ended;
  int next_row;
  carom__sim_phases phases;
} part;

typedef struct parts {
  int count;
  part* items;
} parts;

enum { STEPS_BETWEEN_CALLS = 64 };  // of the progress function: a millisecond or so

// ---- making ready --------------------------------------------------------------------------------------------------

/// As the file gives it, or as the impact at time 0 left it.
static const carom_body* body_of(const carom__sim* sim, int body) {
  return sim->out->impact ? &sim->out->impact->bodies_after[body] : &sim->scenario->bodies[body];
}

static carom_status prepare(const carom__sim* sim, part* one, carom_diag* diag) {
  const carom_scenario* scenario = sim->scenario;
  if (one->body < 0)
    return carom_chain_prepare(&scenario->chain, &scenario->motion, &one->chain, &one->mover, one->start, diag);
  const carom_scenario_body* info = &scenario->body_info[one->body];
  const carom_flyer_input input = {
      .dimension = scenario->dimension,
      .body = body_of(sim, one->body),
      .angle = info->angle,
      .shape = {.sphere_radius = info->sphere_radius, .point_count = info->point_count, .points = info->points}};
  return carom_flyer_prepare(&input, &scenario->motion, &one->flyer, &one->mover, one->start, diag);
}

static bool start_run(carom__sim* sim, part* one) {
  carom_diag diag = {0};
  carom_status status = prepare(sim, one, &diag);
  if (!status) {
    one->workspace = carom__reserve(carom_motion_workspace_size(&one->mover), sizeof *one->workspace);
    if (!one->workspace) return carom__sim_no_memory(sim);
    status = carom_motion_start(&one->run, &one->mover, &sim->scenario->motion, one->start, one->workspace, &diag);
  }
  diag.status = status;
  if (status) carom__sim_error(sim, one->body, &diag);
  return !status;
}

static int count_free(const carom_scenario* scenario) {
  int count = 0;
  for (int i = 0; i < scenario->body_count; i++) count += scenario->bodies[i].kind == CAROM_BODY_FREE ? 1 : 0;
  return count;
}

static bool check_bodies(carom__sim* sim) {
  const carom_scenario* scenario = sim->scenario;
  if (count_free(scenario) == 0)
    return carom__sim_fail(sim, CAROM_FILE_BAD_VALUE, "bodies", "no body is free to move; at least one must be.");
  for (int i = 0; i < scenario->body_count && scenario->contact_count == 0; i++) {
    if (scenario->bodies[i].kind != CAROM_BODY_GUIDED) continue;
    const carom_diag diag = {.status = CAROM_INCONSISTENT,
                             .field = "guide",
                             .message =
                                 "a guided body has no place, so it can only take part in an impact at time 0; "
                                 "without \"contacts\" it must be left out"};
    carom__sim_error(sim, i, &diag);
    return false;
  }
  return true;
}

static void list_movers(const carom__sim* sim, parts* all) {
  const carom_scenario* scenario = sim->scenario;
  int next = 0;
  for (int i = 0; i < all->count; i++) {
    while (scenario->body_count > 0 && scenario->bodies[next].kind != CAROM_BODY_FREE) next++;
    all->items[i].body = scenario->body_count > 0 ? next++ : -1;
    all->items[i].phases.mover = i;
  }
}

static bool reserve_columns(carom__sim* sim, const parts* all) {
  const carom_scenario* scenario = sim->scenario;
  int* columns = carom__reserve((size_t)all->count, sizeof *columns);
  if (!columns) return carom__sim_no_memory(sim);
  for (int i = 0; i < all->count; i++)
    columns[i] =
        all->items[i].body < 0 ? 4 * scenario->chain.link_count : carom__sim_body_columns(scenario->dimension, false);
  const bool reserved = carom__sim_reserve(sim, all->count, columns);
  free(columns);
  return reserved;
}

static void name_mover(const carom__sim* sim, int mover, int body) {
  carom_simulation_mover* out = &sim->out->movers[mover];
  out->body = body;
  carom__sim_name(out->name, body < 0 ? "chain" : sim->scenario->body_info[body].name, "");
  if (body < 0) {
    carom__sim_name_chain_columns(sim, sim->scenario->chain.link_count);
  } else {
    carom__sim_name_body_columns(sim, mover);
  }
}

static bool make_ready(carom__sim* sim, parts* all) {
  const bool is_chain = sim->scenario->kind == CAROM_SCENARIO_CHAIN;
  if (!is_chain && !check_bodies(sim)) return false;
  const int count = is_chain ? 1 : count_free(sim->scenario);
  all->items = carom__reserve((size_t)count, sizeof *all->items);
  if (!all->items) return carom__sim_no_memory(sim);
  all->count = count;
  list_movers(sim, all);
  for (int i = 0; i < count; i++)
    if (!start_run(sim, &all->items[i])) return false;
  if (!reserve_columns(sim, all)) return false;
  for (int i = 0; i < count; i++) name_mover(sim, i, all->items[i].body);
  return true;
}

// ---- the table of samples ------------------------------------------------------------------------------------------

/// state may be changed: it is brought to where it must be.
static void put_row(const carom__sim* sim, const part* one, int row, double* state) {
  const carom_mover* mover = &one->run.mover;
  double* out = carom__sim_row(sim, row, one->phases.mover);
  if (mover->tidy) mover->tidy(mover, state);
  memcpy(out, state, (size_t)(mover->position_count + mover->dof) * sizeof *out);
  carom__sim_add_energy(sim, row, mover->energy(mover, state));
  if (one->body >= 0) return;
  carom_vec2 points[CAROM_CHAIN_MAX_LINKS];
  carom_chain_points(&one->chain, state, points);
  double* places = out + 2 * one->chain.link_count;
  for (int i = 0; i < one->chain.link_count; i++) {
    places[2 * i] = points[i].x;
    places[2 * i + 1] = points[i].y;
  }
}

static void put_rows_of_step(const carom__sim* sim, part* one) {
  double state[CAROM_ODE_MAX_SIZE];
  // The last row waits for the end, when all impacts are behind.
  while (one->next_row < sim->out->sample_count - 1 && carom__sim_row_time(sim, one->next_row) <= one->run.t) {
    carom_motion_sample(&one->run, carom__sim_row_time(sim, one->next_row), state);
    put_row(sim, one, one->next_row++, state);
  }
}

// ---- step by step --------------------------------------------------------------------------------------------------

static bool log_impacts(carom__sim* sim, const part* one) {
  for (int i = 0; i < one->run.impact_count; i++) {
    carom_simulation_impact impact = {.impact = one->run.impacts[i], .mover = one->phases.mover, .contact = -1};
    carom__sim_name_place(sim, impact.mover, &one->run.mover, impact.impact.touch.point, impact.what);
    if (!carom__sim_log_impact(sim, &impact)) return false;
  }
  return true;
}

static bool step(carom__sim* sim, part* one) {
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

static part* furthest_behind(const parts* all) {
  part* last = &all->items[0];
  for (int i = 1; i < all->count; i++) {
    part* one = &all->items[i];
    if (one->run.t < last->run.t || (last->ended && !one->ended)) last = one;
  }
  return last;
}

static bool begin(carom__sim* sim, const parts* all) {
  for (int i = 0; i < all->count; i++) {
    part* one = &all->items[i];
    sim->out->movers[i].energy_start = one->run.energy_start;
    if (!carom__sim_watch_phases(sim, &one->phases, &one->run)) return false;
    double state[CAROM_ODE_MAX_SIZE];
    memcpy(state, one->run.state, sizeof state);
    put_row(sim, one, one->next_row++, state);
  }
  return true;
}

/// Until all have ended, or progress says stop.
static bool go(carom__sim* sim, const parts* all) {
  part* one = furthest_behind(all);
  for (long i = 0; !one->ended; i++, one = furthest_behind(all)) {
    const bool asks = i % STEPS_BETWEEN_CALLS == 0;
    if (asks && carom__sim_is_stopped(sim, one->run.t / sim->scenario->motion.until)) {
      sim->out->cut = true;
      break;
    }
    if (!step(sim, one)) return false;
  }
  sim->out->end_time = one->run.t;
  return true;
}

// ---- the end -------------------------------------------------------------------------------------------------------

static void end_state_of(const carom__sim* sim, part* one, double* state) {
  if (one->run.t > sim->out->end_time) {
    carom_motion_sample(&one->run, sim->out->end_time, state);
  } else {
    memcpy(state, one->run.state, CAROM_ODE_MAX_SIZE * sizeof *state);
  }
}

static void end_energy(const carom__sim* sim, const part* one, const double* state) {
  carom_simulation_mover* out = &sim->out->movers[one->phases.mover];
  const carom_motion_run* run = &one->run;
  out->energy_end = run->mover.energy(&run->mover, state);
  out->impact_loss = run->impact_loss;
  // A run that is cut may be ahead of the others, and then its friction is too.
  out->friction_loss =
      run->t > sim->out->end_time ? out->energy_start - out->energy_end - out->impact_loss : run->friction_loss;
}

static void end_part(carom__sim* sim, part* one) {
  double state[CAROM_ODE_MAX_SIZE];
  carom_simulation* out = sim->out;
  end_state_of(sim, one, state);
  put_row(sim, one, out->sample_count - 1, state);
  end_energy(sim, one, state);
  carom__sim_end_phases(sim, &one->phases, out->end_time);
  out->warnings |= one->run.warnings;
  if (one->body < 0) {
    memcpy(out->end_state, state, 2 * (size_t)one->chain.link_count * sizeof *state);
  } else {
    carom_flyer_body(&one->flyer, state, &out->bodies_after[one->body], &out->angles_after[one->body]);
  }
}

static bool finish(carom__sim* sim, const parts* all) {
  if (sim->scenario->kind == CAROM_SCENARIO_CHAIN) {
    sim->out->end_state = carom__reserve(2 * (size_t)sim->scenario->chain.link_count, sizeof(double));
    if (!sim->out->end_state) return carom__sim_no_memory(sim);
  }
  carom__sim_cut_rows(sim);
  for (int i = 0; i < all->count; i++) end_part(sim, &all->items[i]);
  return true;
}

static void clean_up(parts* all) {
  for (int i = 0; i < all->count; i++) free(all->items[i].workspace);
  free(all->items);
}

bool carom__sim_run(carom__sim* sim) {
  parts all = {0};
  const bool done = make_ready(sim, &all) && begin(sim, &all) && go(sim, &all) && finish(sim, &all);
  clean_up(&all);
  return done;
}
