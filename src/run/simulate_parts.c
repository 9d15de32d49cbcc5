// Chains and free bodies made ready to move: what the file says of their start is checked, and each gets its run.
#include "run/simulate_parts.h"

#include <math.h>
#include <stdlib.h>

#include "run/solve.h"

const carom_body* carom__sim_body(const carom__sim* sim, int body) {
  return sim->out->impact ? &sim->out->impact->bodies_after[body] : &sim->scenario->bodies[body];
}

static carom_status prepare(const carom__sim* sim, carom__sim_part* one, carom_diag* diag) {
  const carom_scenario* scenario = sim->scenario;
  if (one->body < 0)
    return carom_chain_prepare(&scenario->chain, &scenario->motion, &one->chain, &one->mover, one->start, diag);
  const carom_scenario_body* info = &scenario->body_info[one->body];
  const carom_flyer_input input = {
      .dimension = scenario->dimension,
      .body = carom__sim_body(sim, one->body),
      .angle = info->angle,
      .shape = {.sphere_radius = info->sphere_radius, .point_count = info->point_count, .points = info->points}};
  return carom_flyer_prepare(&input, &scenario->motion, &one->flyer, &one->mover, one->start, diag);
}

static bool start_run(carom__sim* sim, carom__sim_part* one) {
  carom_diag diag = {0};
  const bool is_crowd = carom__sim_is_crowd(sim->scenario);
  if (is_crowd && !carom__sim_gather(sim, one, &diag)) return false;
  carom_status status = is_crowd ? CAROM_OK : prepare(sim, one, &diag);
  if (!status) {
    one->workspace = carom__reserve(carom_motion_workspace_size(&one->mover), sizeof *one->workspace);
    if (!one->workspace) return carom__sim_no_memory(sim);
    status = carom_motion_start(&one->run, &one->mover, &sim->scenario->motion, one->start, one->workspace, &diag);
  }
  diag.status = status;
  if (status && is_crowd) carom__sim_crowd_error(sim, one, &diag);
  if (status && !is_crowd) carom__sim_error(sim, one->body, &diag);
  return !status;
}

/// Beyond this a double has fewer than ten digits for where an angle is on its circle.
static const double LARGEST_ANGLE = 1e6;

static bool check_angle(carom__sim* sim, int body, const char* field, double angle) {
  if (fabs(angle) <= LARGEST_ANGLE) return true;
  carom_diag diag = {.status = CAROM_OUT_OF_RANGE, .value = angle};
  snprintf(diag.field, sizeof diag.field, "%s", field);
  snprintf(diag.message, sizeof diag.message,
           "the angle is %g rad; it must be between -1e6 and 1e6 (full turns may be left out)", angle);
  carom__sim_error(sim, body, &diag);
  return false;
}

static bool check_angles(carom__sim* sim) {
  const carom_scenario* scenario = sim->scenario;
  for (int i = 0; i < scenario->chain.link_count; ++i) {
    char field[CAROM_FIELD_SIZE];
    snprintf(field, sizeof field, "angles[%d]", i);
    if (!check_angle(sim, -1, field, scenario->chain.angles[i])) return false;
  }
  for (int i = 0; i < scenario->body_count; ++i)
    if (!check_angle(sim, i, "angle", scenario->body_info[i].angle)) return false;
  return true;
}

static int count_free(const carom_scenario* scenario) {
  int count = 0;
  for (int i = 0; i < scenario->body_count; ++i) count += scenario->bodies[i].kind == CAROM_BODY_FREE ? 1 : 0;
  return count;
}

static bool check_bodies(carom__sim* sim) {
  const carom_scenario* scenario = sim->scenario;
  if (count_free(scenario) == 0)
    return carom__sim_fail(sim, CAROM_BAD_VALUE, "bodies", "no body is free to move; at least one must be.");
  for (int i = 0; i < scenario->body_count && scenario->contact_count == 0; ++i) {
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

static void list_movers(const carom__sim* sim, carom__sim_parts* all) {
  for (int i = 0; i < all->count; ++i) {
    all->items[i].body = sim->scenario->body_count > 0 ? carom__sim_member(sim->scenario, i) : -1;
    all->items[i].phases.mover = i;
  }
}

static bool reserve_columns(carom__sim* sim, int movers) {
  const carom_scenario* scenario = sim->scenario;
  const bool is_chain = scenario->kind == CAROM_SCENARIO_CHAIN;
  int* columns = carom__reserve((size_t)movers, sizeof *columns);
  if (!columns) return carom__sim_no_memory(sim);
  for (int i = 0; i < movers; ++i)
    columns[i] = is_chain ? 4 * scenario->chain.link_count : carom__sim_body_columns(scenario->dimension, false);
  const bool reserved = carom__sim_reserve(sim, movers, columns);
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

bool carom__sim_make_ready(carom__sim* sim, carom__sim_parts* all) {
  const bool is_chain = sim->scenario->kind == CAROM_SCENARIO_CHAIN;
  if ((!is_chain && !check_bodies(sim)) || !check_angles(sim)) return false;
  const int movers = is_chain ? 1 : count_free(sim->scenario);
  const int count = carom__sim_is_crowd(sim->scenario) ? 1 : movers;
  all->items = carom__reserve((size_t)count, sizeof *all->items);
  if (!all->items) return carom__sim_no_memory(sim);
  all->count = count;
  list_movers(sim, all);
  for (int i = 0; i < count; ++i)
    if (!start_run(sim, &all->items[i])) return false;
  if (!reserve_columns(sim, movers)) return false;
  for (int i = 0; i < movers; ++i) name_mover(sim, i, is_chain ? -1 : carom__sim_member(sim->scenario, i));
  return true;
}

void carom__sim_free_parts(carom__sim_parts* all) {
  for (int i = 0; i < all->count; ++i) {
    free(all->items[i].workspace);
    free(all->items[i].crowd);
    free(all->items[i].meetings);
  }
  free(all->items);
}
