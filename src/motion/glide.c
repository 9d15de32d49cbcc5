// Motion that needs no integration. Of a ball W and c never change, so forces are constant as long as slip keeps its
// direction: gaps are parabolas of time, slip is a straight line, and the next event is the root of a quadratic.
#include <math.h>
#include <string.h>

#include "motion/loop.h"

/// Slip whose acceleration is off its direction by no more than this part goes straight on: what rounding of a contact
/// frame leaves. Off by that much after a motion of its own length.
static const double STRAIGHT_ON = 1e-13;

/// Where contact k slides to if it keeps its direction under its acceleration a; false if that turns it.
static bool keeps_direction(const carom_motion_held* held, int k, const double a[2], double direction[2]) {
  const double* v = held->v + k * held->dimension;
  carom__slide_direction(held, k, direction);
  if (held->dimension == 2) return true;
  const double speed = carom__hypot(v[0], v[1]), size = carom__hypot(a[0], a[1]);
  if (speed > held->noise && !(fabs(direction[0] * v[1] - direction[1] * v[0]) <= STRAIGHT_ON * speed)) return false;
  return fabs(direction[0] * a[1] - direction[1] * a[0]) <= STRAIGHT_ON * size;
}

/// Along its plane, under the forces f.
static void acceleration_of(const carom_motion_held* held, int k, double a[2]) {
  a[1] = 0;
  for (int i = 0; i < held->dimension - 1; ++i) a[i] = carom__held_acceleration(held, k * held->dimension + i);
}

/// s: until slip of contact k stops, or HUGE_VAL; negative: it turns, and is not straight.
static double time_of_slip(const carom_motion_held* held, int k) {
  const double* v = held->v + k * held->dimension;
  double a[2], direction[2];
  if (held->phases[k] != CAROM_PHASE_SLIDE || held->surfaces[k].mu == 0) return HUGE_VAL;
  acceleration_of(held, k, a);
  if (!keeps_direction(held, k, a, direction)) return -1;
  double speed = 0, rate = 0;
  for (int i = 0; i < held->dimension - 1; ++i) {
    speed += direction[i] * v[i];
    rate += direction[i] * a[i];
  }
  if (speed <= held->noise && !(rate > 0)) return -1;  // neither stops nor gets going: not for here
  return rate < 0 ? speed / -rate : HUGE_VAL;
}

/// s: until a gap that is now g, changes at r and bends by a falls to zero, or HUGE_VAL. One that is at zero and opens
/// falls back later; one that is behind zero by rounding has fallen when it turns.
/// One that turns back behind zero by no more than a hair grazes, and does not touch.
static double time_of_fall(double g, double r, double a, double hair) {
  const double inside = r * r - 2 * a * g;
  if (r < 0) {
    if (g <= 0) return 0;
    return inside < carom__max(0, 2 * a * hair) ? HUGE_VAL : 2 * g / (sqrt(inside) - r);
  }
  if (!(a < 0)) return HUGE_VAL;
  return inside < 0 ? r / -a : (r + sqrt(inside)) / -a;
}

/// u' of the mover, into glide_rate, and the forces of its held contacts.
static void find_rate(carom_motion_run* run) {
  const carom_mover* mover = &run->mover;
  carom_motion_held* held = &run->held;
  double rate[CAROM_ODE_MAX_SIZE];
  mover->rate(mover, run->state, rate);
  memcpy(run->glide_rate, rate + mover->position_count, (size_t)mover->dof * sizeof *rate);
  if (held->count == 0) return;
  carom__held_look(held, mover, run->state);
  carom__held_forces(held);
  mover->push(mover, run->state, held->count, held->touches, held->f, run->change);
  for (int i = 0; i < mover->dof; ++i) run->glide_rate[i] += run->change[i];
}

/// s: until a pair that is not held touches. Gaps bend as their rates would be with u' for u.
static double time_of_touch(carom_motion_run* run) {
  const carom_mover* mover = &run->mover;
  double gaps[CAROM_MOTION_MAX_PAIRS], rates[CAROM_MOTION_MAX_PAIRS];
  double unused[CAROM_MOTION_MAX_PAIRS], bends[CAROM_MOTION_MAX_PAIRS], first = HUGE_VAL;
  const double hair = CAROM__HAIR * mover->size;
  memcpy(run->spare, run->state, (size_t)mover->position_count * sizeof *run->spare);
  memcpy(run->spare + mover->position_count, run->glide_rate, (size_t)mover->dof * sizeof *run->spare);
  mover->gaps(mover, run->state, gaps, rates);
  mover->gaps(mover, run->spare, unused, bends);
  for (int i = 0; i < carom__pair_count(mover); ++i) {
    if (run->watch[i] == CAROM_ODE_OFF) continue;
    // A pair that was let go may sink by rounding.
    if (run->pairs[i].rising && rates[i] > -run->scales.noise) rates[i] = carom__max(0, rates[i]);
    first = carom__min(first, time_of_fall(gaps[i], rates[i], bends[i], hair));
  }
  return first;
}

/// J: what friction takes of a contact that slides under constant forces f.
static double friction_of(const carom_motion_held* held, int k, double time) {
  const double* f = held->f + k * held->dimension;
  const double* v = held->v + k * held->dimension;
  double a[2], sum = 0;
  if (held->phases[k] != CAROM_PHASE_SLIDE) return 0;
  acceleration_of(held, k, a);
  for (int i = 0; i < held->dimension - 1; ++i) sum -= f[i] * (v[i] + 0.5 * a[i] * time) * time;
  return sum;
}

static void go(carom_motion_run* run, double time, bool to_event) {
  const carom_mover* mover = &run->mover;
  carom_motion_held* held = &run->held;
  memcpy(run->glide_start, run->state, (size_t)carom__state_size(mover) * sizeof *run->state);
  mover->glide(mover, run->glide_start, run->glide_rate, time, run->state);
  for (int k = 0; k < held->count; ++k) {
    memcpy(held->loads[k], held->f + k * held->dimension, (size_t)held->dimension * sizeof *held->f);
    run->friction_loss += friction_of(held, k, time);
  }
  run->t_before = run->t;
  run->t = to_event ? run->t + time : run->motion.until;
  run->happened = CAROM_MOTION_MOVED;
  run->impact_count = 0;
  run->next = to_event ? CAROM_NEXT_RESOLVE : CAROM_NEXT_BEGIN;
  run->scales.kinetic_most = carom__max(run->scales.kinetic_most, carom__kinetic(run));
}

/// Whether a held contact would leave its plane by more than its reach: where two planes all but repeat each other, the
/// equations are nearly singular, and forces leave it an acceleration. The integration sees to that.
static bool drifts(const carom_motion_run* run, double time) {
  const carom_motion_held* held = &run->held;
  for (int k = 0; k < held->count; ++k) {
    const int row = carom__row_n(held, k);
    const double way = (fabs(held->v[row]) + 0.5 * fabs(carom__held_acceleration(held, row)) * time) * time;
    if (way > carom__reach(&run->mover, held->touches[k].pair)) return true;
  }
  return false;
}

bool carom__glide(carom_motion_run* run) {
  const carom_motion_held* held = &run->held;
  const double rest = run->motion.until - run->t;
  if (carom__is_patient(run) || run->progress.patience > 0 || run->landing < HUGE_VAL) return false;
  find_rate(run);
  double first = time_of_touch(run);
  for (int k = 0; k < held->count; ++k) {
    const double stop = time_of_slip(held, k);
    if (stop < 0 || carom__pulls(held, k)) return false;
    first = carom__min(first, stop);
  }
  if (drifts(run, carom__min(rest, first))) return false;
  go(run, carom__min(rest, first), first < rest);
  return true;
}
