// Phases of a mover, or of all bodies of a crowd: flight while nothing is held, and one for each contact that is. A
// contact that is held and let go at one instant leaves no trace: what ended then goes on.
#include "run/simulate_parts.h"

static bool is_same(const carom_simulation_phase* a, const carom_simulation_phase* b) {
  return a->phase == b->phase && a->mover == b->mover && a->point == b->point && a->plane == b->plane &&
         a->with == b->with;
}

/// Whether a body of a crowd turns.
static bool turns(const carom__sim_part* one, int member) {
  carom_body body;
  carom_crowd_one(one->crowd, one->run.state, member, &body, NULL);
  return body.spin.x != 0 || body.spin.y != 0 || body.spin.z != 0;
}

/// A contact of a crowd: whose it is, and with whom. A ball that sticks and turns rolls.
static void take_pair(const carom__sim_part* one, const carom_motion_contact* contact, carom_simulation_phase* now) {
  const carom_crowd_pair* pair = &one->crowd->pairs[contact->touch.pair];
  now->mover = pair->a;
  now->point = pair->point;
  now->with = pair->b;
  if (now->phase == CAROM_PHASE_STICK && one->crowd->movers[pair->a].rolls && turns(one, pair->a))
    now->phase = CAROM_PHASE_ROLL;
}

/// Whether a mover has a place among the phases.
static bool touches(int mover, int count, const carom_simulation_phase* list) {
  for (int i = 0; i < count; ++i)
    if (list[i].mover == mover || list[i].with == mover) return true;
  return false;
}

/// What the run does now; returns how many phases that is. Who touches nothing flies.
static int list_now(const carom__sim* sim, const carom__sim_part* one, carom_simulation_phase* now) {
  const carom_motion_run* run = &one->run;
  const int first = one->phases.mover, movers = one->crowd ? one->crowd->body_count : 1;
  const carom_simulation_phase start = {
      .from = run->t, .to = run->t, .mover = first, .point = -1, .plane = -1, .with = -1};
  int count = run->contact_count;
  for (int i = 0; i < count; ++i) {
    const carom_motion_contact* contact = &run->contacts[i];
    now[i] = start;
    now[i].phase = contact->phase;
    now[i].point = contact->touch.point;
    now[i].plane = contact->touch.plane;
    if (one->crowd) take_pair(one, contact, &now[i]);
    carom__sim_name_place(sim, &run->mover, now[i].mover, now[i].with, contact->touch.point, now[i].what);
  }
  for (int mover = first; mover < first + movers; ++mover) {
    if (touches(mover, run->contact_count, now)) continue;
    now[count] = start;
    now[count].mover = mover;
    now[count].phase = CAROM_PHASE_FLIGHT;
    carom__sim_name(now[count++].what, sim->out->movers[mover].name, "");
  }
  return count;
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

bool carom__sim_watch_phases(carom__sim* sim, carom__sim_part* one) {
  carom__sim_phases* phases = &one->phases;
  carom_simulation_phase now[CAROM__SIM_OPEN];
  const int count = list_now(sim, one, now);
  forget(sim, phases, one->run.t);
  close_others(sim, phases, count, now);
  for (int i = 0; i < count; ++i)
    if (!is_open(sim, phases, &now[i]) && !open_phase(sim, phases, &now[i])) return false;
  return true;
}

void carom__sim_end_phases(carom__sim* sim, carom__sim_phases* phases, double time) {
  for (int i = 0; i < phases->open_count; ++i) sim->out->phases[phases->open[i]].to = time;
  phases->open_count = 0;
}
