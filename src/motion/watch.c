// What is integrated, and what is watched on the way: gaps, and what would end the phase of a held contact.
#include <math.h>

#include "motion/loop.h"

/// Rates of what is not known to have one are differences over this part of the natural time: half the digits.
static const double A_MOMENT = 1e-6;
/// How far a pair falls whose rate jumps at zero, as a part of its reach: more than rounding, less than is ever seen.
static const double BEHIND = 0.1;
/// Friction at this part of its limit is at its limit, for all that a watch could tell.
static const double NEARLY_ALL = 1 - 1e-6;

/// Free motion, then what the held contacts do. The last state is the energy lost to sliding.
void carom__motion_rate(double t, const double* y, double* rate, void* context) {
  carom_motion_run* run = context;
  carom_motion_held* held = &run->held;
  const carom_mover* mover = &run->mover;
  const int d = mover->dimension, size = carom__state_size(mover);
  (void)t;
  mover->rate(mover, y, rate);
  rate[size] = 0;
  if (held->count == 0) return;
  carom__held_look(held, mover, y);
  carom__held_forces(held);
  for (int k = 0; k < held->count; ++k) {
    if (held->phases[k] != CAROM_PHASE_SLIDE) continue;
    for (int axis = 0; axis < d - 1; ++axis) rate[size] -= held->f[k * d + axis] * held->v[k * d + axis];
  }
  mover->push(mover, y, held->count, held->touches, held->f, run->change);
  for (int i = 0; i < mover->dof; ++i) rate[mover->position_count + i] += run->change[i];
}

/// What is watched at a held contact; each function is positive as long as nothing happens.
static void watch_contact(const carom_motion_held* held, int k, double* gaps) {
  const int d = held->dimension, row = k * d;
  const double f_n = held->f[row + d - 1];
  gaps[CAROM__WATCH_LEAVE] = f_n;
  if (held->phases[k] != CAROM_PHASE_SLIDE) {
    gaps[CAROM__WATCH_GRIP] = held->surfaces[k].mu_static * f_n - carom__tangential(d, held->f + row);
    gaps[CAROM__WATCH_JAM] = 1;
    return;
  }
  // In space slip may pass zero at a distance that is rounding: it has stopped where only that is left.
  gaps[CAROM__WATCH_GRIP] = d == 3 ? -CAROM__BEHIND_ZERO * held->noise : 0;
  for (int axis = 0; axis < d - 1; ++axis) gaps[CAROM__WATCH_GRIP] += held->directions[k][axis] * held->v[row + axis];
  gaps[CAROM__WATCH_JAM] = carom__slide_stiffness(held, k) / carom__w_nn(held, k) - CAROM__JAM_MARGIN;
}

static void watch_contacts(carom_motion_held* held, const carom_mover* mover, const double* y, double* gaps) {
  carom__held_look(held, mover, y);
  carom__held_forces(held);
  for (int k = 0; k < held->count; ++k) watch_contact(held, k, gaps + CAROM__WATCHES * k);
}

/// What is watched of a pair that rises: its rate, down to where it has turned back. One that sank in has turned back,
/// whatever its rate is by now: that of a corner jumps where it slides over the end of an edge.
static double until_it_falls(const carom_motion_run* run, int pair, double gap, double rate) {
  const double left = rate - run->pairs[pair].falling;
  return gap < -carom__reach(&run->mover, pair) ? carom__min(left, gap) : left;
}

/// What is watched of a pair: its gap, or, where it rises, how far it is from turning back. One whose rate jumps is at
/// zero already, on either side: it has fallen a little behind it.
static double watch_pair(const carom_motion_run* run, int pair, double gap, double rate) {
  const carom_motion_pair* own = &run->pairs[pair];
  if (own->rising) return until_it_falls(run, pair, gap, rate);
  return own->jumps ? gap + BEHIND * carom__reach(&run->mover, pair) : gap;
}

/// Everything watched at a state: pairs and held contacts.
static void watch_at(carom_motion_run* run, const double* y, double* gaps, double* rates) {
  const int pairs = carom__pair_count(&run->mover), all = pairs + CAROM__WATCHES * carom__most_contacts(&run->mover);
  run->mover.gaps(&run->mover, y, gaps, rates);
  for (int i = 0; i < pairs; ++i) gaps[i] = watch_pair(run, i, gaps[i], rates[i]);
  for (int i = pairs; i < all; ++i) gaps[i] = 1;
  if (run->held.count > 0) watch_contacts(&run->held, &run->mover, y, gaps + pairs);
}

double carom__watch_alone(double t, const double* y, int event, void* context) {
  carom_motion_run* run = context;
  const int pairs = carom__pair_count(&run->mover);
  double gaps[CAROM_MOTION_MAX_PAIRS], rates[CAROM_MOTION_MAX_PAIRS];
  (void)t;
  if (event < pairs) {
    run->mover.gaps(&run->mover, y, gaps, rates);
    return watch_pair(run, event, gaps[event], rates[event]);
  }
  const int k = (event - pairs) / CAROM__WATCHES;
  if (k >= run->held.count) return 1;
  carom__held_look(&run->held, &run->mover, y);
  carom__held_forces(&run->held);
  watch_contact(&run->held, k, gaps);
  return gaps[(event - pairs) % CAROM__WATCHES];
}

static bool rises(const carom_motion_run* run) {
  for (int i = 0; i < carom__pair_count(&run->mover); ++i)
    if (run->pairs[i].rising) return true;
  return false;
}

/// The rate of a gap is known. Those of the others come from their values a moment later: so that a force, or a speed,
/// which falls to zero and rises again within one step is seen.
void carom__watch(double t, const double* y, double* gaps, double* rates, void* context) {
  carom_motion_run* run = context;
  const int pairs = carom__pair_count(&run->mover), size = carom__state_size(&run->mover);
  const double moment = A_MOMENT * run->scales.natural_time;
  double rate[CAROM_ODE_MAX_SIZE], later[CAROM_ODE_MAX_SIZE];
  double gaps_later[CAROM_ODE_MAX_EVENTS], rates_later[CAROM_ODE_MAX_EVENTS];
  watch_at(run, y, gaps, rates);
  if (run->held.count == 0 && !rises(run)) return;
  carom__motion_rate(t, y, rate, run);
  for (int i = 0; i < size; ++i) later[i] = y[i] + moment * rate[i];
  watch_at(run, later, gaps_later, rates_later);
  for (int i = 0; i < pairs + CAROM__WATCHES * run->held.count; ++i)
    if (i >= pairs || run->pairs[i].rising) rates[i] = (gaps_later[i] - gaps[i]) / moment;
}

void carom__watch_set(carom_motion_run* run) {
  const carom_motion_held* held = &run->held;
  const int pairs = carom__pair_count(&run->mover);
  const int all = pairs + CAROM__WATCHES * carom__most_contacts(&run->mover);
  for (int i = 0; i < all; ++i) run->watch[i] = i < pairs ? CAROM_ODE_FALLING : CAROM_ODE_OFF;
  for (int k = 0; k < held->count; ++k) {
    carom_ode_direction* own = run->watch + pairs + CAROM__WATCHES * k;
    const bool slides = held->phases[k] == CAROM_PHASE_SLIDE, rubs = held->surfaces[k].mu > 0;
    run->watch[held->touches[k].pair] = CAROM_ODE_OFF;
    own[CAROM__WATCH_LEAVE] = CAROM_ODE_FALLING;
    // Redundant contacts may be at their limit and hold nevertheless: they are looked at after each step.
    if (slides ? rubs : !carom__is_strained(held, k, NEARLY_ALL)) own[CAROM__WATCH_GRIP] = CAROM_ODE_FALLING;
    if (slides && rubs) own[CAROM__WATCH_JAM] = CAROM_ODE_FALLING;
  }
}
