// What is integrated, and what is watched on the way: gaps, and what would end the phase of a held contact.
#include <math.h>

#include "motion/loop.h"

/// Free motion, then what the held contacts do. The last state is the energy lost to sliding.
void carom__motion_rate(double t, const double* y, double* rate, void* context) {
  const carom_motion_run* run = context;
  const carom_mover* mover = &run->mover;
  const int d = mover->dimension, size = carom__state_size(mover);
  carom_mover_touch touches[CAROM_MOTION_MAX_CONTACTS];
  (void)t;
  mover->rate(mover, y, rate);
  rate[size] = 0;
  if (run->contact_count == 0) return;
  const carom__slices s = carom__slices_of(run);
  carom__hold_look(run, y);
  carom__hold_forces(run);
  carom__held_touches(run, touches);
  for (int k = 0; k < run->contact_count; ++k) {
    if (run->contacts[k].phase != CAROM_PHASE_SLIDE) continue;
    for (int axis = 0; axis < d - 1; ++axis) rate[size] -= s.f[k * d + axis] * s.v[k * d + axis];
  }
  mover->push(mover, y, run->contact_count, touches, s.f, s.change);
  for (int i = 0; i < mover->dof; ++i) rate[mover->position_count + i] += s.change[i];
}

/// What is watched at a held contact; each function is positive as long as nothing happens.
static void watch_contact(const carom_motion_run* run, int k, double* gaps) {
  const carom__slices s = carom__slices_of(run);
  const int d = run->mover.dimension, row = k * d, size = d * run->contact_count;
  const carom_surface surface = carom__surface_at(run, run->contacts[k].touch);
  const double f_n = s.f[row + d - 1];
  gaps[CAROM__WATCH_LEAVE] = f_n;
  if (run->contacts[k].phase != CAROM_PHASE_SLIDE) {
    gaps[CAROM__WATCH_GRIP] = surface.mu_static * f_n - carom__tangential(d, s.f + row);
    gaps[CAROM__WATCH_JAM] = 1;
    return;
  }
  // In space slip may pass zero at a distance that is rounding: it has stopped where only that is left.
  gaps[CAROM__WATCH_GRIP] = d == 3 ? -0.5 * carom__speed_noise(run) : 0;
  for (int axis = 0; axis < d - 1; ++axis) gaps[CAROM__WATCH_GRIP] += run->direction[k][axis] * s.v[row + axis];
  const double w_nn = s.w[(row + d - 1) * size + row + d - 1];
  gaps[CAROM__WATCH_JAM] = carom__slide_stiffness(run, k) / w_nn - CAROM__JAM_MARGIN;
}

static void watch_contacts(const carom_motion_run* run, const double* y, double* gaps) {
  carom__hold_look(run, y);
  carom__hold_forces(run);
  for (int k = 0; k < run->contact_count; ++k) watch_contact(run, k, gaps + CAROM__WATCHES * k);
}

/// Everything watched at a state: gaps, of points that rise how far they are from turning back, and held contacts.
static void watch_at(const carom_motion_run* run, const double* y, double* gaps, double* rates) {
  const int pairs = carom__pair_count(&run->mover), all = pairs + CAROM__WATCHES * carom__most_contacts(&run->mover);
  run->mover.gaps(&run->mover, y, gaps, rates);
  for (int i = 0; i < pairs; ++i)
    if (run->rising[i]) gaps[i] = rates[i] - run->falling[i];
  for (int i = pairs; i < all; ++i) gaps[i] = 1;
  if (run->contact_count > 0) watch_contacts(run, y, gaps + pairs);
}

static bool rises(const carom_motion_run* run) {
  for (int i = 0; i < carom__pair_count(&run->mover); ++i)
    if (run->rising[i]) return true;
  return false;
}

/// The rate of a gap is known. Those of the others come from their values a moment later: so that a force, or a speed,
/// which falls to zero and rises again within one step is seen.
void carom__watch(double t, const double* y, double* gaps, double* rates, void* context) {
  carom_motion_run* run = context;
  const int pairs = carom__pair_count(&run->mover), size = carom__state_size(&run->mover);
  const double moment = 1e-6 * run->natural_time;
  double rate[CAROM_ODE_MAX_SIZE], later[CAROM_ODE_MAX_SIZE];
  double gaps_later[CAROM_ODE_MAX_EVENTS], rates_later[CAROM_ODE_MAX_EVENTS];
  watch_at(run, y, gaps, rates);
  if (run->contact_count == 0 && !rises(run)) return;
  carom__motion_rate(t, y, rate, run);
  for (int i = 0; i < size; ++i) later[i] = y[i] + moment * rate[i];
  watch_at(run, later, gaps_later, rates_later);
  for (int i = 0; i < pairs + CAROM__WATCHES * run->contact_count; ++i)
    if (i >= pairs || run->rising[i]) rates[i] = (gaps_later[i] - gaps[i]) / moment;
}

/// Whether friction of a stuck contact is past a part of its limit.
bool carom__is_strained(const carom_motion_run* run, int k, double part) {
  const carom_motion_contact* contact = &run->contacts[k];
  const int d = run->mover.dimension;
  const double limit = carom__surface_at(run, contact->touch).mu_static * contact->force[d - 1];
  return carom__tangential(d, contact->force) > part * limit;
}

void carom__watch_set(carom_motion_run* run) {
  const int pairs = carom__pair_count(&run->mover);
  for (int i = 0; i < CAROM_ODE_MAX_EVENTS; ++i) run->watch[i] = i < pairs ? CAROM_ODE_FALLING : CAROM_ODE_OFF;
  for (int k = 0; k < run->contact_count; ++k) {
    const carom_motion_contact* contact = &run->contacts[k];
    const carom_surface surface = carom__surface_at(run, contact->touch);
    carom_ode_direction* own = run->watch + pairs + CAROM__WATCHES * k;
    const bool slides = contact->phase == CAROM_PHASE_SLIDE;
    run->watch[contact->touch.pair] = CAROM_ODE_OFF;
    own[CAROM__WATCH_LEAVE] = CAROM_ODE_FALLING;
    // Redundant contacts may be at their limit and hold nevertheless: they are looked at after each step.
    if (slides ? surface.mu > 0 : !carom__is_strained(run, k, 1 - 1e-6)) own[CAROM__WATCH_GRIP] = CAROM_ODE_FALLING;
    if (slides && surface.mu > 0) own[CAROM__WATCH_JAM] = CAROM_ODE_FALLING;
  }
}
