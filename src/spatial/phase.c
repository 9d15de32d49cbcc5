// The rules of compression and restitution: what each law does when a phase ends.
#include <math.h>

#include "contact/derivative.h"
#include "math/elementary.h"
#include "spatial/run.h"

void carom__run_log(carom__run* run, carom_event_type type, double tolerance) {
  carom_spatial_outcome* out = run->out;
  if (out->event_count == CAROM_SPATIAL_MAX_EVENTS) return;
  out->events[out->event_count++] = (carom_event){.type = type, .impulse_n = run->iz, .tolerance = tolerance};
}

/// Stronge's law takes its part of the energy whenever v_z rises through 0, Poisson's looks at the first time, and
/// Newton's ends the impact at its target. v_z rises, falls and rises again at the most (carom__run_taylor), so that a
/// minimum comes after a maximum, and the last two laws have seen what they look for by then.
void carom__run_turn(carom__run* run, bool at_most) {
  if (!at_most && run->law != CAROM_LAW_STRONGE) return;
  const double off = run->law == CAROM_LAW_NEWTON ? run->vz - run->target : run->vz;
  const double margin = carom__part_of(off, carom__hypot(carom__hypot(run->x0, run->y0), run->vz0));
  run->grazing = carom__min(run->grazing, margin);
}

/// Where v_z falls through 0 the energy is least: a little less of it, and the impact would have ended.
static void nearly_end(carom__run* run) {
  if (run->law != CAROM_LAW_STRONGE) return;
  run->grazing = carom__min(run->grazing, carom__part_of(run->energy, run->out->stored));
}

static bool has_ended(const carom__run* run) {
  switch (run->law) {
    case CAROM_LAW_STRONGE:
      return !(run->energy > 0);
    case CAROM_LAW_POISSON:
      return run->iz >= run->target;
    case CAROM_LAW_NEWTON:
      return run->vz >= run->target;
  }
  return true;
}

static void end_impact(carom__run* run) {
  run->done = true;
  carom__run_log(run, CAROM_EVENT_RESTITUTION_END, 0);
  carom__run_trace(run);
}

/// Stronge: E drops to e^2 E, each time again (the rule of JME13 where compression restarts). Poisson: restitution
/// brings e times the impulse of compression. Newton: v_z must reach -e v_z^-, which was set at the start.
static void end_compression(carom__run* run) {
  run->vz = 0;
  run->compressing = false;
  carom__run_log(run, CAROM_EVENT_COMPRESSION_END, 0);
  carom__run_trace(run);
  if (!run->compressed_once) {
    run->compressed_once = true;
    run->out->impulse_n_compression = run->iz;
    run->out->stored = run->energy;
    if (run->law == CAROM_LAW_POISSON) run->target = (1 + run->e) * run->iz;
  }
  if (run->law == CAROM_LAW_STRONGE) {
    run->lost += (1 - run->e) * (1 + run->e) * run->energy;
    run->energy *= run->e * run->e;
  }
  if (has_ended(run)) end_impact(run);
}

/// What the normal direction still stores cannot come back.
static void jam(carom__run* run) {
  run->jammed = true;
  run->dropped = fabs(run->vz);
  run->vz = 0;
  if (run->compressing) end_compression(run);
  if (run->done) return;
  if (run->law == CAROM_LAW_STRONGE) {
    run->lost += run->energy;
    run->energy = 0;
  }
  end_impact(run);
}

void carom__run_phase(carom__run* run, carom__phase_event event) {
  if (event == CAROM__NOTHING) return;
  run->event_before_arc_end = false;
  switch (event) {
    case CAROM__NOTHING:
      return;
    case CAROM__COMPRESSION_ENDS:
      end_compression(run);
      return;
    case CAROM__RECOMPRESSES:
      run->vz = 0;
      nearly_end(run);
      run->compressing = true;
      run->out->recompressed = true;
      carom__run_log(run, CAROM_EVENT_RECOMPRESS, 0);
      carom__run_trace(run);
      return;
    case CAROM__IMPACT_ENDS:
      if (run->law == CAROM_LAW_NEWTON) run->vz = run->target;
      if (run->law == CAROM_LAW_POISSON) run->iz = run->target;
      if (run->law == CAROM_LAW_STRONGE) run->energy = 0;
      end_impact(run);
      return;
    case CAROM__JAMS:
      jam(run);
      return;
  }
}
