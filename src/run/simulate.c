// From a scenario with a motion block to what happened: the impact at time 0 where there are contacts, then the motion.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "run/simulate.h"
#include "run/solve.h"

static carom_simulation* new_simulation(const carom_scenario* scenario) {
  carom_simulation* out = carom__reserve(1, sizeof *out);
  if (!out || scenario->kind != CAROM_SCENARIO_BODIES) return out;
  const size_t count = (size_t)scenario->body_count;
  out->bodies_after = carom__reserve(count, sizeof *out->bodies_after);
  out->angles_after = carom__reserve(count, sizeof *out->angles_after);
  if (out->bodies_after && out->angles_after) {
    memcpy(out->bodies_after, scenario->bodies, count * sizeof *out->bodies_after);
    for (size_t i = 0; i < count; ++i) out->angles_after[i] = scenario->body_info[i].angle;
    return out;
  }
  carom_simulation_free(out);
  return NULL;
}

void carom_simulation_free(carom_simulation* simulation) {
  if (!simulation) return;
  free(simulation->movers);
  free(simulation->impacts);
  free(simulation->phases);
  free(simulation->samples);
  free(simulation->pieces);
  free(simulation->columns);
  free(simulation->end_state);
  free(simulation->bodies_after);
  free(simulation->angles_after);
  carom_result_free(simulation->impact);
  free(simulation);
}

/// Kinetic, and gravity for the bodies that have a place.
static double energy_after(const carom_scenario* scenario, const carom_result* result) {
  double energy = result->energy_after;
  for (int i = 0; i < scenario->body_count; ++i) {
    const carom_body* body = &scenario->bodies[i];
    if (body->kind == CAROM_BODY_FREE) energy -= body->mass * carom_vec3_dot(scenario->motion.gravity, body->position);
  }
  return energy;
}

static carom_simulation_impact impact_at(const carom__sim* sim, int contact) {
  const carom_result* result = sim->out->impact;
  const carom_impact_contact* from = &result->contacts[contact];
  carom_simulation_impact out = {.mover = -1, .contact = contact, .with = -1};
  carom_motion_impact* impact = &out.impact;
  *impact = (carom_motion_impact){.touch = {contact, -1, -1},
                                  .energy = energy_after(sim->scenario, result),
                                  .lost = -result->outcome.energy.change,
                                  .warnings = result->outcome.warnings,
                                  .error = result->outcome.error};
  memcpy(impact->velocity_before, from->velocity_before, sizeof impact->velocity_before);
  memcpy(impact->velocity_after, from->velocity_after, sizeof impact->velocity_after);
  memcpy(impact->impulse, from->impulse, sizeof impact->impulse);
  snprintf(impact->mode, sizeof impact->mode, "%.*s", (int)sizeof impact->mode - 1, from->mode);
  char name[CAROM_WHAT_SIZE];
  carom_scenario_contact_name(sim->scenario, contact, (int)sizeof name, name);
  carom__sim_name(out.what, name, "");
  return out;
}

/// What happens at time 0. A contact that never acts is not listed.
static bool begin_with_impact(carom__sim* sim) {
  carom_simulation* out = sim->out;
  if (sim->scenario->contact_count == 0) return true;
  out->impact = carom_scenario_solve(sim->scenario, sim->error);
  if (!out->impact) return false;
  out->warnings = out->impact->outcome.warnings;
  out->error = out->impact->outcome.error;
  memcpy(out->bodies_after, out->impact->bodies_after, (size_t)sim->scenario->body_count * sizeof *out->bodies_after);
  for (int i = 0; i < sim->scenario->contact_count; ++i) {
    if (strcmp(out->impact->contacts[i].mode, "none") == 0) continue;
    const carom_simulation_impact impact = impact_at(sim, i);
    if (!carom__sim_log_impact(sim, &impact)) return false;
  }
  return true;
}

static void add_up(carom_simulation* out) {
  for (int i = 0; i < out->mover_count; ++i) {
    const carom_simulation_mover* mover = &out->movers[i];
    out->energy_start += mover->energy_start;
    out->energy_end += mover->energy_end;
    out->impact_loss += mover->impact_loss;
    out->friction_loss += mover->friction_loss;
  }
}

/// What is written must be numbers: a motion that leaves the range of doubles has no answer.
static bool check_numbers(carom__sim* sim) {
  const carom_simulation* out = sim->out;
  const size_t count = (size_t)out->sample_count * (size_t)out->column_count;
  bool fits = isfinite(out->energy_start) && isfinite(out->energy_end);
  for (size_t i = 0; i < count && fits; ++i) fits = isfinite(out->samples[i]);
  return fits || carom__sim_fail(sim, CAROM_BAD_VALUE, "motion",
                                 "the motion leaves the range of doubles; masses, lengths, speeds and times must be of "
                                 "a more ordinary size.");
}

static bool simulate(carom__sim* sim) {
  if (!begin_with_impact(sim)) return false;
  if (sim->scenario->table) return carom__sim_play_table(sim) && check_numbers(sim);
  const bool moved = sim->scenario->motion.has_cloth ? carom__sim_follow_cloth(sim) : carom__sim_run(sim);
  if (!moved) return false;
  carom__sim_drop_empty_phases(sim);
  add_up(sim->out);
  return check_numbers(sim);
}

carom_simulation* carom_scenario_simulate(const carom_scenario* scenario, carom_simulation_progress* progress,
                                          void* context, carom_diag* error) {
  carom_diag unread;
  if (!error) error = &unread;
  carom__sim sim = {.scenario = scenario, .progress = progress, .context = context, .error = error};
  if (!scenario->has_motion) {
    carom__sim_fail(&sim, CAROM_UNAVAILABLE, "motion",
                    "the file states an impact and no \"motion\" that follows; `carom solve` answers it.");
    return NULL;
  }
  sim.out = new_simulation(scenario);
  if (!sim.out) {
    carom__sim_no_memory(&sim);
    return NULL;
  }
  if (simulate(&sim)) return sim.out;
  carom_simulation_free(sim.out);
  return NULL;
}
