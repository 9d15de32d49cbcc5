// Phases of a mover: flight while nothing is held, and one for each contact that is. A contact that is held and let go
// at one instant leaves no trace: what ended then goes on.
#include "run/simulate_phases.h"

static bool is_same(const carom_simulation_phase* a, const carom_simulation_phase* b) {
  return a->phase == b->phase && a->point == b->point && a->plane == b->plane;
}

/// What the run does now; returns how many phases that is.
static int list_now(const carom__sim* sim, int mover, const carom_motion_run* run, carom_simulation_phase* now) {
  const char* name = sim->out->movers[mover].name;
  const carom_simulation_phase start = {.from = run->t, .to = run->t, .mover = mover, .point = -1, .plane = -1};
  for (int i = 0; i < run->contact_count; ++i) {
    const carom_motion_contact* contact = &run->contacts[i];
    now[i] = start;
    now[i].phase = contact->phase;
    now[i].point = contact->touch.point;
    now[i].plane = contact->touch.plane;
    carom__sim_name_place(sim, mover, &run->mover, contact->touch.point, now[i].what);
  }
  if (run->contact_count > 0) return run->contact_count;
  now[0] = start;
  now[0].phase = CAROM_PHASE_FLIGHT;
  carom__sim_name(now[0].what, name, "");
  return 1;
}

static bool is_among(const carom_simulation_phase* phase, int count, const carom_simulation_phase* list) {
  for (int i = 0; i < count; ++i)
    if (is_same(phase, &list[i])) return true;
  return false;
}

/// Forgets what ended before this time.
static void forget(const carom__sim* sim, carom__sim_phases* phases, double time) {
  if (phases->closed_count > 0 && sim->out->phases[phases->closed[0]].to < time) phases->closed_count = 0;
}

static void close_phase(carom__sim* sim, carom__sim_phases* phases, int index, double time) {
  sim->out->phases[index].to = time;
  if (phases->closed_count < CAROM__SIM_CLOSED) phases->closed[phases->closed_count++] = index;
}

static void close_others(carom__sim* sim, carom__sim_phases* phases, int count, const carom_simulation_phase* now) {
  int kept = 0;
  for (int i = 0; i < phases->open_count; ++i) {
    const int index = phases->open[i];
    if (is_among(&sim->out->phases[index], count, now)) {
      phases->open[kept++] = index;
    } else {
      close_phase(sim, phases, index, now[0].from);
    }
  }
  phases->open_count = kept;
}

static bool is_open(const carom__sim* sim, const carom__sim_phases* phases, const carom_simulation_phase* phase) {
  for (int i = 0; i < phases->open_count; ++i)
    if (is_same(&sim->out->phases[phases->open[i]], phase)) return true;
  return false;
}

/// The phase that ended at this very instant goes on; -1 when there is none.
static int take_back(const carom__sim* sim, carom__sim_phases* phases, const carom_simulation_phase* phase) {
  for (int i = 0; i < phases->closed_count; ++i) {
    const int index = phases->closed[i];
    if (!is_same(&sim->out->phases[index], phase)) continue;
    phases->closed[i] = phases->closed[--phases->closed_count];
    return index;
  }
  return -1;
}

static bool open_phase(carom__sim* sim, carom__sim_phases* phases, const carom_simulation_phase* phase) {
  int index = take_back(sim, phases, phase);
  if (index < 0) index = carom__sim_open_phase(sim, phase);
  if (index >= 0) phases->open[phases->open_count++] = index;
  return index >= 0;
}

bool carom__sim_watch_phases(carom__sim* sim, carom__sim_phases* phases, const carom_motion_run* run) {
  carom_simulation_phase now[CAROM_MOTION_MAX_CONTACTS + 1];
  const int count = list_now(sim, phases->mover, run, now);
  forget(sim, phases, run->t);
  close_others(sim, phases, count, now);
  for (int i = 0; i < count; ++i)
    if (!is_open(sim, phases, &now[i]) && !open_phase(sim, phases, &now[i])) return false;
  return true;
}

void carom__sim_end_phases(carom__sim* sim, carom__sim_phases* phases, double time) {
  for (int i = 0; i < phases->open_count; ++i) sim->out->phases[phases->open[i]].to = time;
  phases->open_count = 0;
}
