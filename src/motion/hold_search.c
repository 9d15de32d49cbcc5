// Which of the touching contacts stick, slide or leave: an active set that is mended, the worst contradiction first,
// until forces and accelerations fit together.
#include <math.h>

#include "motion/loop.h"

/// Contradictions below this part of the forces or accelerations at hand are rounding.
static const double SLACK = 1e-9;

typedef struct search {
  carom_motion_run* run;
  carom__slices s;
  int d;
  double acceleration;                    // the largest without forces
  bool slips[CAROM_MOTION_MAX_CONTACTS];  // moves along the plane already
  bool cannot_stick[CAROM_MOTION_MAX_CONTACTS];
  int turns[CAROM_MOTION_MAX_CONTACTS];  // how often its phase was changed
} search;

static double force_n(const search* my, int k) {
  return my->s.f[k * my->d + my->d - 1];
}

static double tangential(const search* my, const double* x, int k) {
  return carom__tangential(my->d, x + k * my->d);
}

static double w_nn(const search* my, int k) {
  const int row = k * my->d + my->d - 1;
  return my->s.w[row * my->d * my->run->contact_count + row];
}

/// A force that matters at contact k.
static double force_scale(const search* my, int k) {
  return my->acceleration / w_nn(my, k);
}

static void set_phase(search* my, int k, carom_phase phase) {
  if (my->run->contacts[k].phase == CAROM_PHASE_STICK) my->cannot_stick[k] = true;
  my->run->contacts[k].phase = phase;
  ++my->turns[k];
}

/// Slip will go against the friction that could not hold it.
static void slip_against(search* my, int k, const double* friction) {
  const double size = carom__tangential(my->d, friction);
  double* direction = my->run->direction[k];
  direction[0] = size > 0 ? -friction[0] / size : 1;
  direction[1] = my->d == 3 && size > 0 ? -friction[1] / size : 0;
  set_phase(my, k, CAROM_PHASE_SLIDE);
}

/// Slip that begins goes where the contact is accelerated to. False if it goes that way already, more or less: in space
/// the motion itself finds the exact direction.
static bool follow_acceleration(search* my, int k) {
  double* direction = my->run->direction[k];
  double a[2] = {carom__hold_acceleration(my->run, k * my->d), 0};
  if (my->d == 3) a[1] = carom__hold_acceleration(my->run, k * 3 + 1);
  const double size = carom__hypot(a[0], a[1]);
  if (!(size > SLACK * my->acceleration)) return false;
  const double along = (a[0] * direction[0] + a[1] * direction[1]) / size;
  if (along > 0) return false;
  direction[0] = a[0] / size;
  direction[1] = a[1] / size;
  return true;
}

/// 1: a contact pulls. The one that pulls most lets go.
static bool let_go(search* my) {
  int worst = -1;
  double least = -SLACK;
  for (int k = 0; k < my->run->contact_count; ++k) {
    if (my->run->contacts[k].phase == CAROM_PHASE_FLIGHT || my->turns[k] > 4) continue;
    const double part = force_n(my, k) / force_scale(my, k);
    if (part < least) {
      least = part;
      worst = k;
    }
  }
  if (worst >= 0) set_phase(my, worst, CAROM_PHASE_FLIGHT);
  return worst >= 0;
}

/// 2: friction would have to exceed its limit. The worst one slips.
static bool let_slip(search* my) {
  int worst = -1;
  double most = SLACK;
  for (int k = 0; k < my->run->contact_count; ++k) {
    const carom_motion_contact* contact = &my->run->contacts[k];
    if (contact->phase != CAROM_PHASE_STICK || my->turns[k] > 4 || my->run->t < my->run->patience) continue;
    const double limit = carom__surface_at(my->run, contact->touch).mu_static * force_n(my, k);
    const double part = (tangential(my, my->s.f, k) - limit) / force_scale(my, k);
    if (part > most) {
      most = part;
      worst = k;
    }
  }
  if (worst >= 0) slip_against(my, worst, my->s.f + worst * my->d);
  return worst >= 0;
}

/// 3: a contact that was let go would sink in. The worst one is held again.
static bool catch_again(search* my) {
  int worst = -1;
  double least = -SLACK * my->acceleration;
  for (int k = 0; k < my->run->contact_count; ++k) {
    if (my->run->contacts[k].phase != CAROM_PHASE_FLIGHT || my->turns[k] > 4) continue;
    if (my->run->forced[k] == CAROM__MUST_LEAVE && my->run->contact_count == 1) continue;
    const double a = carom__hold_acceleration(my->run, k * my->d + my->d - 1);
    if (a < least) {
      least = a;
      worst = k;
    }
  }
  if (worst < 0) return false;
  const bool has_grip = carom__surface_at(my->run, my->run->contacts[worst].touch).mu_static > 0;
  if (!my->slips[worst] && !my->cannot_stick[worst] && has_grip) {
    set_phase(my, worst, CAROM_PHASE_STICK);
  } else {
    if (!my->slips[worst]) follow_acceleration(my, worst);
    set_phase(my, worst, CAROM_PHASE_SLIDE);
  }
  return true;
}

/// 4: slip that begins must not go against the acceleration of the contact.
static bool turn_slip(search* my) {
  for (int k = 0; k < my->run->contact_count; ++k) {
    if (my->run->contacts[k].phase != CAROM_PHASE_SLIDE || my->slips[k] || my->turns[k] > 8) continue;
    if (carom__surface_at(my->run, my->run->contacts[k].touch).mu == 0) continue;
    if (!follow_acceleration(my, k)) continue;
    ++my->turns[k];
    return true;
  }
  return false;
}

/// A sliding contact that friction would drive together, or that only friction holds. Returns the one that jams, or -1.
static int find_jam(search* my) {
  for (int k = 0; k < my->run->contact_count; ++k) {
    if (my->run->contacts[k].phase != CAROM_PHASE_SLIDE || !my->slips[k]) continue;
    if (carom__slide_stiffness(my->run, k) > CAROM__JAM_MARGIN * w_nn(my, k)) continue;
    if (my->s.c[k * my->d + my->d - 1] < 0) return k;
    set_phase(my, k, CAROM_PHASE_FLIGHT);
  }
  return -1;
}

static void begin(search* my) {
  const double noise = carom__speed_noise(my->run);
  my->acceleration = 0;
  for (int k = 0; k < my->run->contact_count; ++k) {
    carom_motion_contact* contact = &my->run->contacts[k];
    const double* v = my->s.v + k * my->d;
    const double speed = tangential(my, my->s.v, k);
    for (int i = 0; i < my->d; ++i) my->acceleration = carom__max(my->acceleration, fabs(my->s.c[k * my->d + i]));
    my->slips[k] = speed > noise;
    my->turns[k] = 0;
    if (my->slips[k]) {
      my->run->direction[k][0] = v[0] / speed;
      my->run->direction[k][1] = my->d == 3 ? v[1] / speed : 0;
    }
    if (my->run->forced[k] == CAROM__MUST_LEAVE) {
      contact->phase = CAROM_PHASE_FLIGHT;
    } else if (my->slips[k] || carom__surface_at(my->run, contact->touch).mu_static == 0) {
      contact->phase = CAROM_PHASE_SLIDE;
    } else if (my->run->forced[k] == CAROM__MUST_SLIP && my->run->contact_count == 1) {
      slip_against(my, k, contact->force);
    } else {
      contact->phase = CAROM_PHASE_STICK;
    }
  }
}

/// Several contacts: whether the load shared evenly is within all limits. Then it becomes the reference.
static bool hold_evenly(search* my) {
  carom__hold_evenly(my->run);
  for (int k = 0; k < my->run->contact_count; ++k) {
    const carom_motion_contact* contact = &my->run->contacts[k];
    if (contact->phase == CAROM_PHASE_FLIGHT) continue;
    const double limit = carom__surface_at(my->run, contact->touch).mu_static * force_n(my, k);
    const bool grips = contact->phase == CAROM_PHASE_SLIDE || my->run->t < my->run->patience ||
                       tangential(my, my->s.f, k) <= (1 - SLACK) * limit;
    if (force_n(my, k) < 0 || !grips) return false;
  }
  for (int k = 0; k < my->run->contact_count; ++k)
    for (int i = 0; i < my->d; ++i) my->run->reference[k][i] = my->s.f[k * my->d + i];
  return true;
}

/// Whether contact k can be as the search left it: it presses with a finite force, or does not sink in; and slip that
/// begins does not go against its acceleration.
static bool fits(const search* my, int k) {
  const double f = force_n(my, k), scale = force_scale(my, k);
  const int row = k * my->d;
  const double least = -1e-6 * my->acceleration;
  if (my->run->contacts[k].phase == CAROM_PHASE_FLIGHT)
    return carom__hold_acceleration(my->run, row + my->d - 1) >= least;
  if (!(f >= -1e-6 * scale && f <= 1e9 * scale)) return false;
  if (my->run->contacts[k].phase != CAROM_PHASE_SLIDE || my->slips[k]) return true;
  double along = 0;
  for (int i = 0; i < my->d - 1; ++i) along += my->run->direction[k][i] * carom__hold_acceleration(my->run, row + i);
  return along >= least;
}

/// Slip that would begin into a jam is one too.
static int judge(const search* my) {
  for (int k = 0; k < my->run->contact_count; ++k) {
    if (fits(my, k)) continue;
    const bool jams = my->run->contacts[k].phase == CAROM_PHASE_SLIDE && force_n(my, k) < 0 &&
                      carom__slide_stiffness(my->run, k) < 0 && my->s.c[k * my->d + my->d - 1] < 0;
    return jams ? k : CAROM__INCONSISTENT;
  }
  return CAROM__CONSISTENT;
}

int carom__hold_search(carom_motion_run* run) {
  search my = {.run = run, .s = carom__slices_of(run), .d = run->mover.dimension};
  carom__hold_look(run, run->state);
  begin(&my);
  const int jam = find_jam(&my);
  if (jam >= 0) return jam;
  if (run->contact_count > 1 && !hold_evenly(&my)) carom__hold_share(run, my.slips);
  for (int round = 0; round < 64 * CAROM_MOTION_MAX_CONTACTS; ++round) {
    carom__hold_forces(run);
    if (!let_go(&my) && !let_slip(&my) && !catch_again(&my) && !turn_slip(&my)) break;
  }
  for (int k = 0; k < run->contact_count; ++k)
    for (int i = 0; i < my.d; ++i) run->contacts[k].force[i] = my.s.f[k * my.d + i];
  return judge(&my);
}
