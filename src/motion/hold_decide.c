// Which of the touching contacts stick, slide or leave: an active set that is mended, the worst contradiction first,
// until forces and accelerations fit together.
//
// Forces always come from the equations of held.c. Where contacts are redundant these leave a choice, and two things
// make it, one after the other: an even share, which is smooth and what a box on its feet has; and only where that
// breaks a limit the sweeps of hold_share.c, which find forces within all cones whenever there are any. Neither can do
// without the other: the even share knows no limits, and a box on a slope may need all of the friction of its lower
// corners; the sweeps stop at the first forces that hold, at the edge of a cone and by the order of the contacts, so
// that four equal feet would carry unequal loads that jump with every decision, and they take hundreds of rounds for
// it.
#include <math.h>
#include <string.h>

#include "motion/loop.h"

/// Contradictions below this part of the forces or accelerations at hand are rounding.
static const double SLACK = 1e-9;
/// And those above this part are a misfit: between the two lie the errors of equations that are nearly singular.
static const double MISFIT = 1e-6;
/// A force that many times what stops the largest acceleration is no force of a body but of a singular W.
static const double ENORMOUS = 1e9;
/// A contact whose phase was changed more often than this is left as it is: the search goes round in a circle, and
/// judge() says whether that fits. Slip that begins may be turned as often again.
enum { MOST_TURNS = 4, MOST_TURNS_OF_SLIP = 2 * MOST_TURNS, ROUNDS = 64 * CAROM_MOTION_MAX_CONTACTS };

typedef struct search {
  carom_motion_held* held;
  carom__hold_how how;
  int d;
  double acceleration;                    // the largest without forces
  bool slips[CAROM_MOTION_MAX_CONTACTS];  // moves along the plane already
  bool cannot_stick[CAROM_MOTION_MAX_CONTACTS];
  int turns[CAROM_MOTION_MAX_CONTACTS];  // how often its phase was changed
} search;

static double force_n(const search* my, int k) {
  return my->held->f[k * my->d + my->d - 1];
}

static double tangential(const search* my, const double* x, int k) {
  return carom__tangential(my->d, x + k * my->d);
}

static double w_nn(const search* my, int k) {
  return carom__w_nn(my->held, k);
}

/// A force that matters at contact k.
static double force_scale(const search* my, int k) {
  return my->acceleration / w_nn(my, k);
}

static void set_phase(search* my, int k, carom_phase phase) {
  if (my->held->phases[k] == CAROM_PHASE_STICK) my->cannot_stick[k] = true;
  my->held->phases[k] = phase;
  ++my->turns[k];
}

/// Slip will go against the friction that could not hold it.
static void slip_against(search* my, int k, const double* friction) {
  const double size = carom__tangential(my->d, friction);
  double* direction = my->held->directions[k];
  direction[0] = size > 0 ? -friction[0] / size : 1;
  direction[1] = my->d == 3 && size > 0 ? -friction[1] / size : 0;
  set_phase(my, k, CAROM_PHASE_SLIDE);
}

/// Slip that begins goes where the contact is accelerated to. False if it goes that way already, more or less: in space
/// the motion itself finds the exact direction.
static bool follow_acceleration(search* my, int k) {
  double* direction = my->held->directions[k];
  double a[2] = {carom__held_acceleration(my->held, k * my->d), 0};
  if (my->d == 3) a[1] = carom__held_acceleration(my->held, k * 3 + 1);
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
  for (int k = 0; k < my->held->count; ++k) {
    if (my->held->phases[k] == CAROM_PHASE_FLIGHT || my->turns[k] > MOST_TURNS) continue;
    const double part = force_n(my, k) / force_scale(my, k);
    if (part < least) {
      least = part;
      worst = k;
    }
  }
  if (worst >= 0) set_phase(my, worst, CAROM_PHASE_FLIGHT);
  return worst >= 0;
}

/// By how much friction of stuck contact k exceeds its limit, as a part of a force that matters. Where W is singular
/// and no finite force keeps the contact, it is beyond any.
static double excess(const search* my, int k) {
  if (carom__misfits(my->held, k)) return HUGE_VAL;
  const double limit = my->held->surfaces[k].mu_static * force_n(my, k);
  return (tangential(my, my->held->f, k) - limit) / force_scale(my, k);
}

/// 2: friction would have to exceed its limit. The worst one slips.
static bool let_slip(search* my) {
  int worst = -1;
  double most = SLACK;
  if (my->how == CAROM__HOLD_STUCK) return false;
  for (int k = 0; k < my->held->count; ++k) {
    if (my->held->phases[k] != CAROM_PHASE_STICK || my->turns[k] > MOST_TURNS) continue;
    const double part = excess(my, k);
    if (part > most) {
      most = part;
      worst = k;
    }
  }
  if (worst >= 0) slip_against(my, worst, my->held->f + worst * my->d);
  return worst >= 0;
}

/// 3: a contact that was let go would sink in. The worst one is held again.
static bool catch_again(search* my) {
  int worst = -1;
  double least = -SLACK * my->acceleration;
  for (int k = 0; k < my->held->count; ++k) {
    if (my->held->phases[k] != CAROM_PHASE_FLIGHT || my->turns[k] > MOST_TURNS) continue;
    if (my->held->demands[k] == CAROM__MUST_LEAVE && my->held->count == 1) continue;
    const double a = carom__held_acceleration(my->held, k * my->d + my->d - 1);
    if (a < least) {
      least = a;
      worst = k;
    }
  }
  if (worst < 0) return false;
  const bool has_grip = my->held->surfaces[worst].mu_static > 0;
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
  for (int k = 0; k < my->held->count; ++k) {
    if (my->held->phases[k] != CAROM_PHASE_SLIDE || my->slips[k] || my->turns[k] > MOST_TURNS_OF_SLIP) continue;
    if (my->held->surfaces[k].mu == 0) continue;
    if (!follow_acceleration(my, k)) continue;
    ++my->turns[k];
    return true;
  }
  return false;
}

/// A sliding contact that friction would drive together, or that only friction holds. Returns the one that jams, or -1.
static int find_jam(search* my) {
  for (int k = 0; k < my->held->count; ++k) {
    if (my->held->phases[k] != CAROM_PHASE_SLIDE || !my->slips[k]) continue;
    if (carom__slide_stiffness(my->held, k) > CAROM__JAM_MARGIN * w_nn(my, k)) continue;
    if (my->held->c[k * my->d + my->d - 1] < 0) return k;
    set_phase(my, k, CAROM_PHASE_FLIGHT);
  }
  return -1;
}

/// How contact k begins: as its slip, or an event, demands.
static void begin_contact(search* my, int k) {
  carom_motion_held* held = my->held;
  const double* v = held->v + k * my->d;
  const double speed = tangential(my, held->v, k);
  const bool is_stopped = my->how == CAROM__HOLD_STUCK && speed <= held->stopped;
  my->slips[k] = speed > held->noise;
  if (my->slips[k]) {
    held->directions[k][0] = v[0] / speed;
    held->directions[k][1] = my->d == 3 ? v[1] / speed : 0;
  }
  held->under_way[k] = my->slips[k];
  if (held->demands[k] == CAROM__MUST_LEAVE) {
    held->phases[k] = CAROM_PHASE_FLIGHT;
  } else if ((my->slips[k] && !is_stopped) || held->surfaces[k].mu_static == 0) {
    held->phases[k] = CAROM_PHASE_SLIDE;
  } else if (held->demands[k] == CAROM__MUST_SLIP && held->count == 1) {
    slip_against(my, k, held->loads[k]);
  } else {
    held->phases[k] = CAROM_PHASE_STICK;
  }
}

/// Several contacts: whether the load shared evenly is within all limits. Then it becomes the reference.
static bool holds_evenly(search* my) {
  carom_motion_held* held = my->held;
  carom__held_evenly(held);
  for (int k = 0; k < held->count; ++k) {
    if (held->phases[k] == CAROM_PHASE_FLIGHT) continue;
    const double limit = held->surfaces[k].mu_static * force_n(my, k);
    const bool grips = held->phases[k] == CAROM_PHASE_SLIDE || my->how == CAROM__HOLD_STUCK ||
                       tangential(my, held->f, k) <= (1 - SLACK) * limit;
    if (force_n(my, k) < 0 || !grips) return false;
  }
  for (int k = 0; k < held->count; ++k)
    memcpy(held->references[k], held->f + k * my->d, (size_t)my->d * sizeof *held->f);
  return true;
}

/// Whether contact k can be as the search left it: it presses with a finite force, or does not sink in; and slip that
/// begins does not go against its acceleration.
static bool fits(const search* my, int k) {
  const double f = force_n(my, k), scale = force_scale(my, k);
  const int row = k * my->d;
  const double least = -MISFIT * my->acceleration;
  if (my->held->phases[k] == CAROM_PHASE_FLIGHT) return carom__held_acceleration(my->held, row + my->d - 1) >= least;
  if (!(f >= -MISFIT * scale && f <= ENORMOUS * scale)) return false;
  if (my->held->phases[k] != CAROM_PHASE_SLIDE || my->slips[k]) return true;
  double along = 0;
  for (int i = 0; i < my->d - 1; ++i) along += my->held->directions[k][i] * carom__held_acceleration(my->held, row + i);
  return along >= least;
}

/// Slip that would begin into a jam is one too.
static int judge(const search* my) {
  for (int k = 0; k < my->held->count; ++k) {
    if (fits(my, k)) continue;
    const bool jams = my->held->phases[k] == CAROM_PHASE_SLIDE && force_n(my, k) < 0 &&
                      carom__slide_stiffness(my->held, k) < 0 && my->held->c[k * my->d + my->d - 1] < 0;
    return jams ? k : CAROM__INCONSISTENT;
  }
  return CAROM__CONSISTENT;
}

/// Forces as they are now become the loads.
static void take_loads(carom_motion_held* held) {
  for (int k = 0; k < held->count; ++k)
    memcpy(held->loads[k], held->f + k * held->dimension, (size_t)held->dimension * sizeof *held->f);
}

/// The load, where it cannot be shared evenly; friction that is kept whatever it takes has no limits to share by.
static void share(search* my) {
  if (my->how == CAROM__HOLD_STUCK) {
    memset(my->held->references, 0, sizeof my->held->references);
  } else {
    carom__hold_share(my->held, my->slips);
  }
}

/// From how contacts begin, mended until it fits.
static int decide_freely(search* my) {
  carom_motion_held* held = my->held;
  for (int k = 0; k < held->count; ++k) begin_contact(my, k);
  const int jam = find_jam(my);
  if (jam >= 0) return jam;
  if (held->count > 1 && !holds_evenly(my)) share(my);
  for (int round = 0; round < ROUNDS; ++round) {
    carom__held_forces(held);
    if (!let_go(my) && !let_slip(my) && !catch_again(my) && !turn_slip(my)) break;
  }
  take_loads(held);
  return judge(my);
}

/// The contact that pulls most, or -1.
static int worst_pull(const search* my) {
  int worst = -1;
  for (int k = 0; k < my->held->count; ++k) {
    const double f = force_n(my, k);
    if (my->held->phases[k] == CAROM_PHASE_FLIGHT || f >= 0) continue;
    if (worst < 0 || !(f >= force_n(my, worst))) worst = k;
  }
  return worst;
}

/// Lets go of contacts that pull, one by one. Does not fit if a contact would sink in nevertheless.
static int press_as_is(search* my) {
  carom_motion_held* held = my->held;
  int verdict = CAROM__CONSISTENT;
  carom__held_evenly(held);
  for (int pulls; (pulls = worst_pull(my)) >= 0; carom__held_evenly(held)) held->phases[pulls] = CAROM_PHASE_FLIGHT;
  for (int k = 0; k < held->count; ++k) {
    const double a = carom__held_acceleration(held, carom__row_n(held, k));
    if (!(a >= -MISFIT * my->acceleration)) verdict = CAROM__INCONSISTENT;
    memcpy(held->references[k], held->f + k * my->d, (size_t)my->d * sizeof *held->f);
  }
  take_loads(held);
  return verdict;
}

int carom__hold_decide(carom_motion_held* held, carom__hold_how how) {
  search my = {.held = held, .how = how, .d = held->dimension};
  my.acceleration = carom__largest(held->c, held->dimension * held->count);
  return how == CAROM__HOLD_AS_IS ? press_as_is(&my) : decide_freely(&my);
}
