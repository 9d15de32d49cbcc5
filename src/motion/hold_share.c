// How several contacts share the load: Gauss-Seidel over the contacts, each force projected onto its friction cone.
// Where contacts are redundant it finds forces that friction can hold whenever there are any; the equations of hold.c
// then make them exact.
#include <math.h>
#include <string.h>

#include "motion/loop.h"

static const int SWEEPS = 4000;
/// Change of the forces, as a part of them, at which the sweeps end.
static const double SETTLED = 1e-13;

/// One contact while the forces of the others are held: its rows of W, and what it may do.
typedef struct share {
  const carom_motion_run* run;
  carom__slices s;
  int d, k;
  bool slips;
} share;

static double w_at(const share* my, int row, int column) {
  return my->s.w[(my->k * my->d + row) * my->d * my->run->contact_count + my->k * my->d + column];
}

/// A sliding contact: all of its force along one edge of the cone.
static double press_sliding(const share* my) {
  double* f = my->s.f + my->k * my->d;
  const int n = my->d - 1;
  const double stiffness = carom__slide_stiffness(my->run, my->k);
  const double mu = carom__surface_at(my->run, my->run->contacts[my->k].touch).mu;
  if (!(stiffness > 0)) return 0;
  const double before = f[n], a = carom__hold_acceleration(my->run, my->k * my->d + n);
  f[n] = carom__max(0, before - a / stiffness);
  for (int i = 0; i < n; ++i) f[i] = -mu * my->run->direction[my->k][i] * f[n];
  return fabs(f[n] - before);
}

/// A contact without slip: pressed so that it does not sink in, rubbed so that it does not move, as far as the cone
/// goes.
static double press_still(const share* my) {
  double* f = my->s.f + my->k * my->d;
  const int n = my->d - 1;
  const double mu = carom__surface_at(my->run, my->run->contacts[my->k].touch).mu_static;
  double change, spread = 0, size = 0, before = f[n];
  f[n] = carom__max(0, before - carom__hold_acceleration(my->run, my->k * my->d + n) / w_at(my, n, n));
  change = fabs(f[n] - before);
  for (int i = 0; i < n; ++i) spread += w_at(my, i, i);
  if (!(spread > 0)) return change;
  double wanted[2] = {0, 0};
  for (int i = 0; i < n; ++i) {
    wanted[i] = f[i] - carom__hold_acceleration(my->run, my->k * my->d + i) / spread;
    size = carom__hypot(size, wanted[i]);
  }
  const double scale = size > mu * f[n] ? mu * f[n] / size : 1;
  for (int i = 0; i < n; ++i) {
    change = carom__max(change, fabs(scale * wanted[i] - f[i]));
    f[i] = scale * wanted[i];
  }
  return change;
}

static double sweep(share* my, const bool* slips) {
  double change = 0;
  for (my->k = 0; my->k < my->run->contact_count; ++my->k) {
    if (my->run->contacts[my->k].phase == CAROM_PHASE_FLIGHT) continue;
    change = carom__max(change, slips[my->k] ? press_sliding(my) : press_still(my));
  }
  return change;
}

static double largest_force(const share* my) {
  double most = 0;
  for (int i = 0; i < my->d * my->run->contact_count; ++i) most = carom__max(most, fabs(my->s.f[i]));
  return most;
}

/// Whether contact k is accelerated along its plane, whatever friction does.
static bool moves(const share* my, int k) {
  double a = 0, largest = 0;
  for (int i = 0; i < my->d - 1; ++i) a = carom__hypot(a, carom__hold_acceleration(my->run, k * my->d + i));
  for (int i = 0; i < my->d * my->run->contact_count; ++i) largest = carom__max(largest, fabs(my->s.c[i]));
  return a > 1e-9 * largest;
}

/// N: what would stop the largest acceleration at its contact alone.
static double force_of_the_load(const share* my) {
  const int d = my->d, size = d * my->run->contact_count;
  double most = 0;
  for (int i = 0; i < size; ++i) {
    const int n = i - i % d + d - 1;
    most = carom__max(most, fabs(my->s.c[i]) / my->s.w[n * size + n]);
  }
  return most;
}

void carom__share_plastic(carom_motion_run* run) {
  share my = {.run = run, .s = carom__slices_of(run), .d = run->mover.dimension};
  const bool slips[CAROM_MOTION_MAX_CONTACTS] = {false};  // the cone finds the direction of what slips on
  for (int k = 0; k < run->contact_count; ++k) run->contacts[k].phase = CAROM_PHASE_STICK;
  for (int i = 0; i < my.d * run->contact_count; ++i) {
    my.s.c[i] = my.s.v[i];
    my.s.f[i] = 0;
  }
  for (int round = 0; round < SWEEPS; ++round)
    if (sweep(&my, slips) <= SETTLED * largest_force(&my)) break;
}

void carom__hold_share(carom_motion_run* run, const bool* slips) {
  share my = {.run = run, .s = carom__slices_of(run), .d = run->mover.dimension};
  for (int i = 0; i < my.d * run->contact_count; ++i) my.s.f[i] = 0;
  bool settles = false;
  for (int round = 0; round < SWEEPS && !settles; ++round) settles = sweep(&my, slips) <= SETTLED * largest_force(&my);
  if (!(largest_force(&my) < 1e9 * force_of_the_load(&my))) {
    // Sliding contacts that drive each other: nothing to share.
    memset(run->reference, 0, sizeof run->reference);
    return;
  }
  const double least = 1e-9 * largest_force(&my);
  for (int k = 0; k < run->contact_count; ++k) {
    carom_motion_contact* contact = &run->contacts[k];
    const double* f = my.s.f + k * my.d;
    const carom_surface surface = carom__surface_at(run, contact->touch);
    for (int i = 0; i < my.d; ++i) run->reference[k][i] = f[i];
    if (contact->phase == CAROM_PHASE_FLIGHT || slips[k]) continue;
    const double friction = carom__tangential(my.d, f);
    if (f[my.d - 1] <= least) {
      contact->phase = CAROM_PHASE_FLIGHT;
    } else if (friction >= (1 - 1e-9) * surface.mu_static * f[my.d - 1] && moves(&my, k)) {
      contact->phase = CAROM_PHASE_SLIDE;
      for (int i = 0; i < my.d - 1; ++i) run->direction[k][i] = friction > 0 ? -f[i] / friction : i == 0;
    }
  }
}
