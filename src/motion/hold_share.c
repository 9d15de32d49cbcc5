// How several contacts share the load: Gauss-Seidel over the contacts, each force projected onto its friction cone.
// Where contacts are redundant it finds forces that friction can hold whenever there are any; the equations of held.c
// then make them exact.
#include <math.h>
#include <string.h>

#include "motion/loop.h"

static const int SWEEPS = 4000;
/// Change of the forces, as a part of them, at which the sweeps end.
static const double SETTLED = 1e-13;
/// Forces, friction short of its limit, and accelerations below this part of the largest are none: what sweeps that
/// settle to 1e-13 leave where they converge slowly.
static const double FULL_FRICTION = 1e-9;
/// A force that many times what stops the largest acceleration: contacts that slide drive each other.
static const double ENORMOUS = 1e9;

/// Of the noise: so much approach may remain of an impact that ends it.
static const double REMAINS = 0.5;
/// Solutions of equations that are nearly singular, one after the other.
enum { ROUNDS = 3 };

/// Friction of stuck contacts is first sought within this part of its limit: forces at the limit itself are past it
/// with the next change of the load, and everything would be decided anew at every step.
static const double WELL_WITHIN = 0.99;

/// One contact while the forces of the others are held: its rows of W, and what it may do.
typedef struct share {
  carom_motion_held* held;
  int d, k;
  double part;  // of the limit of friction that stuck contacts use
} share;

static double w_at(const share* my, int row, int column) {
  return my->held->w[(my->k * my->d + row) * my->d * my->held->count + my->k * my->d + column];
}

/// A sliding contact: all of its force along one edge of the cone.
static double press_sliding(const share* my) {
  double* f = my->held->f + my->k * my->d;
  const int n = my->d - 1;
  const double stiffness = carom__slide_stiffness(my->held, my->k);
  const double mu = my->held->surfaces[my->k].mu;
  if (!(stiffness > 0)) return 0;
  const double before = f[n], a = carom__held_acceleration(my->held, my->k * my->d + n);
  f[n] = carom__max(0, before - a / stiffness);
  for (int i = 0; i < n; ++i) f[i] = -mu * my->held->directions[my->k][i] * f[n];
  return fabs(f[n] - before);
}

/// A contact without slip: pressed so that it does not sink in, rubbed so that it does not move, as far as the cone
/// goes.
static double press_still(const share* my) {
  double* f = my->held->f + my->k * my->d;
  const int n = my->d - 1;
  const double mu = my->part * my->held->surfaces[my->k].mu_static;
  double change, spread = 0, size = 0, before = f[n];
  f[n] = carom__max(0, before - carom__held_acceleration(my->held, my->k * my->d + n) / w_at(my, n, n));
  change = fabs(f[n] - before);
  for (int i = 0; i < n; ++i) spread += w_at(my, i, i);
  if (!(spread > 0)) return change;
  double wanted[2] = {0, 0};
  for (int i = 0; i < n; ++i) {
    wanted[i] = f[i] - carom__held_acceleration(my->held, my->k * my->d + i) / spread;
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
  for (my->k = 0; my->k < my->held->count; ++my->k) {
    if (my->held->phases[my->k] == CAROM_PHASE_FLIGHT) continue;
    change = carom__max(change, slips[my->k] ? press_sliding(my) : press_still(my));
  }
  return change;
}

static double largest_force(const share* my) {
  return carom__largest(my->held->f, my->d * my->held->count);
}

/// Whether contact k is accelerated along its plane, whatever friction does.
static bool moves(const share* my, int k) {
  const double largest = carom__largest(my->held->c, my->d * my->held->count);
  double a = 0;
  for (int i = 0; i < my->d - 1; ++i) a = carom__hypot(a, carom__held_acceleration(my->held, k * my->d + i));
  return a > FULL_FRICTION * largest;
}

/// N: what would stop the largest acceleration at its contact alone.
static double force_of_the_load(const share* my) {
  const int d = my->d, size = d * my->held->count;
  double most = 0;
  for (int i = 0; i < size; ++i) {
    const int n = i - i % d + d - 1;
    most = carom__max(most, fabs(my->held->c[i]) / my->held->w[n * size + n]);
  }
  return most;
}

/// What the forces say of the contacts without slip: those that carry nothing leave, those at their limit that move
/// slide.
static void take_phases(const share* my, const bool* slips) {
  carom_motion_held* held = my->held;
  const double least = FULL_FRICTION * largest_force(my);
  for (int k = 0; k < held->count; ++k) {
    const double* f = held->f + k * my->d;
    memcpy(held->references[k], f, (size_t)my->d * sizeof *f);
    if (held->phases[k] == CAROM_PHASE_FLIGHT || slips[k]) continue;
    const double friction = carom__tangential(my->d, f);
    if (f[my->d - 1] <= least) {
      held->phases[k] = CAROM_PHASE_FLIGHT;
    } else if (friction >= (1 - FULL_FRICTION) * held->surfaces[k].mu_static * f[my->d - 1] && moves(my, k)) {
      held->phases[k] = CAROM_PHASE_SLIDE;
      for (int i = 0; i < my->d - 1; ++i) held->directions[k][i] = friction > 0 ? -f[i] / friction : i == 0;
    }
  }
}

/// Whether the impulses f end the approach of all contacts.
static bool none_approaches(const share* my) {
  for (int k = 0; k < my->held->count; ++k)
    if (carom__held_acceleration(my->held, carom__row_n(my->held, k)) < -REMAINS * my->held->noise) return false;
  return true;
}

/// Whether the impulses f end the approach of all contacts, press, and rub within the cones.
static bool ends_approach(const share* my) {
  const carom_motion_held* held = my->held;
  const double least = FULL_FRICTION * largest_force(my);
  for (int k = 0; k < held->count; ++k) {
    const double* f = held->f + k * my->d;
    const double limit = held->surfaces[k].mu_static * f[my->d - 1];
    if (f[my->d - 1] < -least || carom__tangential(my->d, f) > limit + least) return false;
  }
  return none_approaches(my);
}

/// Impulses, in f, that take away the velocities c of contacts by their phases. Where W is nearly singular one solution
/// leaves some of them, and the next takes that away.
static void stop_by_phases(carom_motion_held* held) {
  const int size = held->dimension * held->count;
  double sum[3 * CAROM_MOTION_MAX_CONTACTS] = {0};
  for (int round = 0; round < ROUNDS; ++round) {
    carom__held_impulses(held);
    for (int i = 0; i < size; ++i) held->f[i] = sum[i] += held->f[i];
    for (int i = 0; i < size; ++i) held->v[i] = carom__held_acceleration(held, i);
  }
  memcpy(held->v, held->c, (size_t)size * sizeof *held->v);
}

/// Sweeps that come to no end, as where bodies are wedged, have found by then which contacts stick, slide and leave:
/// equations find the impulses. Where these do not fit either, by force nothing moves at any contact, whatever impulses
/// that takes (true); else the sweeps have the last word.
static bool finish_plastic(share* my, const bool* slips, bool by_force) {
  carom_motion_held* held = my->held;
  double swept[3 * CAROM_MOTION_MAX_CONTACTS];
  const size_t bytes = (size_t)(my->d * held->count) * sizeof *swept;
  memcpy(swept, held->f, bytes);
  take_phases(my, slips);
  stop_by_phases(held);
  if (ends_approach(my)) return false;
  if (by_force) {
    for (int k = 0; k < held->count; ++k) held->phases[k] = CAROM_PHASE_STICK;
    stop_by_phases(held);
    if (none_approaches(my)) return true;
  }
  memcpy(held->f, swept, bytes);
  return false;
}

bool carom__share_plastic(carom_motion_held* held, bool by_force) {
  share my = {.held = held, .d = held->dimension, .part = 1};
  const bool slips[CAROM_MOTION_MAX_CONTACTS] = {false};  // the cone finds the direction of what slips on
  for (int k = 0; k < held->count; ++k) held->phases[k] = CAROM_PHASE_STICK;
  for (int i = 0; i < my.d * held->count; ++i) {
    held->c[i] = held->v[i];
    held->f[i] = 0;
  }
  for (int round = 0; round < SWEEPS; ++round)
    if (sweep(&my, slips) <= SETTLED * largest_force(&my)) return false;
  return finish_plastic(&my, slips, by_force);
}

/// Sweeps until nothing changes; false if that takes too many.
static bool settles(share* my, const bool* slips) {
  memset(my->held->f, 0, (size_t)(my->d * my->held->count) * sizeof *my->held->f);
  for (int round = 0; round < SWEEPS; ++round)
    if (sweep(my, slips) <= SETTLED * largest_force(my)) return true;
  return false;
}

/// Whether forces hold all contacts that do not slip and press.
static bool all_hold(const share* my, const bool* slips) {
  for (int k = 0; k < my->held->count; ++k)
    if (!slips[k] && my->held->f[carom__row_n(my->held, k)] > 0 && moves(my, k)) return false;
  return true;
}

void carom__hold_share(carom_motion_held* held, const bool* slips) {
  share my = {.held = held, .d = held->dimension, .part = WELL_WITHIN};
  if (!settles(&my, slips) || !all_hold(&my, slips)) {
    my.part = 1;
    settles(&my, slips);
  }
  if (!(largest_force(&my) < ENORMOUS * force_of_the_load(&my))) {
    // Sliding contacts that drive each other: nothing to share.
    memset(held->references, 0, sizeof held->references);
    return;
  }
  take_phases(&my, slips);
}
