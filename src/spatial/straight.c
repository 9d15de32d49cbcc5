// Pieces of path on which all rates are constant: sticking, slip along an invariant direction, no friction.
#include <math.h>

#include "math/elementary.h"
#include "spatial/run.h"

typedef struct next_event {
  carom__phase_event what;
  double after;  // I_z from here
} next_event;

static void sooner(next_event* next, carom__phase_event what, double after) {
  if (after < next->after) *next = (next_event){what, after};
}

/// I_z until E = 0, for v_z >= 0 and E > 0: the smaller root of E - v D - k D^2/2, without cancellation.
static double until_energy_is_spent(double energy, double vz, double k) {
  const double discriminant = vz * vz + 2 * k * energy;
  return discriminant < 0 ? HUGE_VAL : 2 * energy / (vz + sqrt(discriminant));
}

static next_event next_phase_event(const carom__run* run, double k) {
  next_event next = {CAROM__NOTHING, HUGE_VAL};
  const bool poisson_runs = run->law == CAROM_LAW_POISSON && run->compressed_once;
  if (poisson_runs) sooner(&next, CAROM__IMPACT_ENDS, carom__max(0, run->target - run->iz));
  if (run->compressing) {
    if (k > 0) sooner(&next, CAROM__COMPRESSION_ENDS, -run->vz / k);
    return next;
  }
  if (run->law == CAROM_LAW_STRONGE) sooner(&next, CAROM__IMPACT_ENDS, until_energy_is_spent(run->energy, run->vz, k));
  if (run->law == CAROM_LAW_NEWTON && k > 0) sooner(&next, CAROM__IMPACT_ENDS, (run->target - run->vz) / k);
  if (k < 0) sooner(&next, CAROM__RECOMPRESSES, run->vz / -k);
  return next;
}

static void move(carom__run* run, const carom__straight* piece, double by) {
  run->ix += piece->ix * by;
  run->iy += piece->iy * by;
  run->iz += by;
  run->x += piece->x * by;
  run->y += piece->y * by;
  run->energy -= (run->vz + 0.5 * piece->vz * by) * by;
  run->vz += piece->vz * by;
}

/// In between, the energies are parabolas: a few points make them smooth.
static void move_with_trace(carom__run* run, const carom__straight* piece, double by) {
  enum { POINTS = 24 };
  for (int i = 0; run->trace && i < POINTS - 1; ++i) {
    carom__run ahead = *run;
    move(&ahead, piece, by * (i + 1) / POINTS);
    carom__run_trace(&ahead);
  }
  move(run, piece, by);
}

void carom__run_straight(carom__run* run, const carom__straight* piece) {
  double left = piece->length;
  // Each turn handles a phase event; on one straight piece there are at most four (recompression needs k < 0, and then
  // compression cannot end on it).
  for (int i = 0; i < 8 && !run->done; ++i) {
    const next_event next = next_phase_event(run, piece->vz);
    if (next.after >= left) {
      if (isfinite(left)) move_with_trace(run, piece, left);
      return;
    }
    move_with_trace(run, piece, next.after);
    left -= next.after;
    carom__run_phase(run, next.what);
  }
}
