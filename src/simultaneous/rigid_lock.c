// Locks: contacts held at v_n = 0, because bounces would pile up there or e = 0 leaves none.
//
// A lock needs lambda >= 0, with friction of its own lambda. Where it slips the system is not symmetric, and this is
// the one place where Coulomb's law can have no or several solutions. So a contact locks only where it is stable (its
// own force, friction and sticking contacts included, opens it) and where forces exist that hold all locks. Those that
// are not pressed let go; where no set of locks will do, one gets back its spring, from length 0 and without energy.
#include "simultaneous/rigid.h"

/// A contact locks when its own swing is below this part of the speeds, or so many times their rounding.
static const double LOCK_SPEED = 1e-13, LOCK_NOISE = 10;

/// The force that holds a lock must be more than this part of the forces, else it is rounding.
static const double PRESSED = 1e-12;

/// Others hold a contact still where its own force moves it by less than this part of what it would do alone.
static const double HELD_STILL = 1e-9;

/// Rates of all forces, as the springs change.
static const double* force_rates(carom__rigid* r) {
  const carom__collision* c = r->c;
  double* rate = r->unknowns.work + 2 * c->size;
  memset(rate, 0, (size_t)c->size * sizeof *rate);
  for (int i = 0; i < c->count; ++i)
    if (carom__is_springy(&c->touch[i]))
      carom__rigid_push(r, i, -carom__rigid_stiffness(c, i, r->touch[i].normal) * c->v[carom__normal(c, i)], rate);
  carom__rigid_answer(r, rate);
  return rate;
}

/// Rate of the normal acceleration.
static double jerk(carom__rigid* r, int contact) {
  double size;
  return carom__rigid_rate(r, carom__normal(r->c, contact), force_rates(r), &size);
}

/// It would swing about the force lambda that holds it with the velocity |F - lambda| sqrt(A/k), and follow lambda with
/// lambda'/k. Both must be too small to be seen. Where others hold the contact, that says nothing about its spring.
static bool is_balanced(carom__rigid* r, int contact, double stiffness, double limit) {
  const carom__collision* c = r->c;
  const int n = carom__normal(c, contact);
  const double own = carom__rigid_own_rate(r, contact);
  if (!(own > HELD_STILL * c->w[n * c->size + n])) return false;
  return fabs(r->rate[n]) < limit * sqrt(own * stiffness) && fabs(jerk(r, contact)) < limit * own * stiffness;
}

/// A contact's own spring under all that presses on it.
typedef struct own_swing {
  double stiffness;
  double speed;  // of a swing with all of that force
} own_swing;

static own_swing swing_of(const carom__rigid* r, int contact) {
  const carom__collision* c = r->c;
  const int n = carom__normal(c, contact);
  const double* w = c->w + n * c->size;
  double push = 0;
  for (int j = 0; j < c->size; ++j)
    if (j != n) push += fabs(w[j] * r->force[j]);
  const double force = carom__max(r->touch[contact].normal, push / w[n]);
  const double stiffness = carom__rigid_stiffness(c, contact, force);
  return (own_swing){stiffness, force * sqrt(w[n] / stiffness)};
}

bool carom__rigid_swing_is_over(carom__rigid* r, int contact) {
  if (!r->touch[contact].hardened) return false;
  const own_swing swing = swing_of(r, contact);
  const double limit = carom__max(LOCK_SPEED * r->c->speed, LOCK_NOISE * r->touch[contact].noise);
  return swing.speed < limit || is_balanced(r, contact, swing.stiffness, limit);
}

/// A stiff spring could not give back more than this part of the speeds, whatever happens to its load.
static const double STIFF = 1e-6;

bool carom__rigid_is_stiff(const carom__rigid* r, int contact) {
  return r->touch[contact].hardened && swing_of(r, contact).speed < STIFF * r->c->speed;
}

/// A_ii/W_ii of a lock, while older locks hold: they are the harder springs.
static double stability(carom__rigid* r, int contact) {
  bool held[CAROM__MOST];
  const carom__collision* c = r->c;
  const int n = carom__normal(c, contact);
  for (int i = 0; i < c->count; ++i) {
    held[i] = r->touch[i].holds;
    r->touch[i].holds &= r->touch[i].lock_number < r->touch[contact].lock_number;
  }
  r->touch[contact].may_lock = false;  // so that its own friction counts
  carom__rigid_prepare_instant(r);
  const double own = carom__rigid_own_rate(r, contact) / c->w[n * c->size + n];
  for (int i = 0; i < c->count; ++i) r->touch[i].holds = held[i];
  r->touch[contact].may_lock = true;
  return own;
}

/// The lock with the least A_ii/W_ii, if that is negative or any will do; -1 if there is none. (What others hold still
/// has rounding there: its force cannot run away.)
static int least_stable(carom__rigid* r, bool any) {
  double least = any ? HUGE_VAL : -HELD_STILL;
  int who = -1;
  for (int i = 0; i < r->c->count; ++i) {
    if (!r->touch[i].may_lock || r->touch[i].loose || !(any || r->touch[i].holds)) continue;
    const double own = stability(r, i);
    if (!(own < least)) continue;
    who = i;
    least = own;
  }
  return who;
}

static void give_back_spring(carom__rigid* r, int contact) {
  carom__touch* t = &r->c->touch[contact];
  r->touch[contact].may_lock = r->touch[contact].holds = false;
  r->touch[contact].normal = carom__spring_force(r->c, t, t->x);
  if (t->phase != CAROM__LOCKED) return;
  t->phase = CAROM__COMPRESSING;
  t->x = 0;
  r->touch[contact].normal = 0;
  carom__log_event(r->c, CAROM_EVENT_RECOMPRESS, contact);
}

static void lock(carom__rigid* r, int contact) {
  carom__collision* c = r->c;
  carom__touch* t = &c->touch[contact];
  if (t->phase == CAROM__LOCKED) return;
  c->restitution += carom__stored(c, t);
  t->x = 0;
  t->phase = CAROM__LOCKED;
  r->touch[contact].muted = r->touch[contact].light = false;
  t->locked_once = true;
  c->v[carom__normal(c, contact)] = 0;
  c->locks += 1;
  c->warnings |= CAROM_WARN_LOCKED;
  carom__log_event(c, CAROM_EVENT_LOCK, contact);
}

static void let_go(carom__rigid* r, int contact) {
  carom__collision* c = r->c;
  carom__touch* t = &c->touch[contact];
  const bool locked = t->phase == CAROM__LOCKED;
  c->restitution += carom__stored(c, t);
  t->x = 0;
  t->phase = CAROM__APART;
  carom__log_event(c, locked ? CAROM_EVENT_RELEASE : CAROM_EVENT_RESTITUTION_END, contact);
}

static void note_grips(carom__rigid* r, const carom__grip* before) {
  carom__collision* c = r->c;
  for (int i = 0; i < c->count; ++i) {
    const carom__grip now = r->touch[i].grip;
    if (!carom__is_active(&c->touch[i]) || c->touch[i].mu == 0) continue;
    carom__note_phase(&c->touch[i], now == CAROM__SLIPPING ? CAROM_CONTACT_SLIP : CAROM_CONTACT_STICK);
    if (now == before[i] || before[i] == CAROM__FRICTIONLESS) continue;
    carom__log_event(c, now == CAROM__SLIPPING ? CAROM_EVENT_SLIP : CAROM_EVENT_STICK, i);
  }
}

/// Springs that have no force yet count with its first rate, as long as there is no other force.
static void set_normals(carom__rigid* r) {
  carom__collision* c = r->c;
  double most = 0;
  for (int i = 0; i < c->count; ++i) {
    carom__rigid_touch* t = &r->touch[i];
    if (c->touch[i].phase == CAROM__LOCKED) {
      most = carom__max(most, t->normal);
      continue;
    }
    t->normal = carom__is_springy(&c->touch[i]) ? carom__spring_force(c, &c->touch[i], c->touch[i].x) : 0;
    most = carom__max(most, t->normal);
  }
  for (int i = 0; i < c->count && most == 0; ++i) {
    const double speed = -c->v[carom__normal(c, i)];
    if (carom__is_springy(&c->touch[i]) && speed > 0) r->touch[i].normal = carom__spring_force(c, &c->touch[i], -speed);
  }
}

/// A lock whose force runs away falls open where nothing presses on it; else its spring has to show how that ends.
static bool spring_is_needed(carom__rigid* r, int contact) {
  const int n = carom__normal(r->c, contact);
  r->touch[contact].loose = true;
  r->touch[contact].holds = false;
  return !carom__rigid_decide(r) || r->rate[n] < -PRESSED * r->size[n];
}

static void choose_locks(carom__rigid* r) {
  carom__collision* c = r->c;
  bool decided = carom__rigid_decide(r);
  for (int tries = 0; tries <= 2 * c->count; ++tries) {
    const int who = least_stable(r, !decided);
    if (who < 0) return;
    if (!spring_is_needed(r, who)) continue;
    give_back_spring(r, who);
    decided = carom__rigid_decide(r);
  }
}

/// The force that holds it is positive, or rounding and grows.
static bool is_pressed(carom__rigid* r, int contact) {
  const carom__collision* c = r->c;
  const int n = carom__normal(c, contact);
  if (fabs(r->force[n]) > PRESSED * r->force_size) return r->force[n] > 0;
  const double* rate = force_rates(r);
  double most = 0;
  for (int i = 0; i < c->count; ++i)
    if (carom__is_springy(&c->touch[i])) most = carom__max(most, fabs(rate[carom__normal(c, i)]));
  return rate[n] > PRESSED * most;
}

/// Locks what is held and pressed; what is not lets go.
static void use_locks(carom__rigid* r) {
  carom__collision* c = r->c;
  bool pressed[CAROM__MOST];
  carom__rigid_prepare_instant(r);
  for (int i = 0; i < c->count; ++i)
    pressed[i] = r->touch[i].may_lock && r->touch[i].holds && (c->touch[i].phase == CAROM__LOCKED || is_pressed(r, i));
  for (int i = 0; i < c->count; ++i) {
    carom__rigid_touch* t = &r->touch[i];
    if (!t->may_lock) continue;
    if (pressed[i])
      lock(r, i);
    else
      let_go(r, i);
    t->may_lock = false;
    t->holds = pressed[i];
  }
}

void carom__rigid_regrip(carom__rigid* r) {
  carom__collision* c = r->c;
  carom__grip before[CAROM__MOST];
  set_normals(r);
  r->instants += 1;
  bool locks = false;
  for (int i = 0; i < c->count; ++i) {
    carom__rigid_touch* t = &r->touch[i];
    before[i] = t->grip;
    if (c->touch[i].phase == CAROM__LOCKED) t->may_lock = true;
    if (t->may_lock && c->touch[i].phase != CAROM__LOCKED) t->lock_number = r->instants;
    t->holds = t->may_lock;
    t->loose = false;
    t->cap = c->touch[i].mu * t->normal;
    locks |= t->may_lock;
  }
  choose_locks(r);
  if (locks) use_locks(r);
  carom__rigid_split(r);
  note_grips(r, before);
  carom__rigid_prepare_piece(r);
  carom__rigid_forces(r);
}

/// What has only come back may be about to be thrown off, or to throw off others: it has so many pieces for that.
enum { WAIT_PIECES = 16 };

/// Has hardened, and moves no more than rounding does.
static bool may_be_invisible(const carom__rigid* r, int contact) {
  const carom__rigid_touch* t = &r->touch[contact];
  if (!carom__is_springy(&r->c->touch[contact]) || !t->hardened) return false;
  if (!(t->peak > 0) && r->quiet < WAIT_PIECES) return false;
  return fabs(r->c->v[carom__normal(r->c, contact)]) <= LOCK_NOISE * t->noise;
}

void carom__rigid_lock_invisible(carom__rigid* r) {
  const carom__collision* c = r->c;
  bool some = false;
  for (int i = 0; i < c->count; ++i) some |= may_be_invisible(r, i);
  if (!some) return;
  carom__rigid_take_normals(r);
  carom__rigid_forces(r);
  some = false;
  for (int i = 0; i < c->count; ++i) {
    if (!carom__is_springy(&c->touch[i])) continue;
    r->touch[i].may_lock = may_be_invisible(r, i) && carom__rigid_swing_is_over(r, i);
    some |= r->touch[i].may_lock;
  }
  r->changed |= some;
  if (some) carom__rigid_regrip(r);
}

/// A slip below this part of the speeds is a creep: a stiff spring gives way as its load changes, and each of its
/// swings stops the slip and lets it go, thousands of times. To hold that spring instead moves as little: 3e-11 of the
/// speeds in the gripper that all 14,000 events were followed in.
static const double CREEP = 3e-12;

/// After so many stops in a row such a spring is held, if it is stiff.
enum { CREEPING_STOPS = 8 };

bool carom__rigid_is_creep(const carom__rigid* r, int contact) {
  return carom__rigid_slip_speed(r, contact) <= CREEP * r->c->speed;
}

/// Swings about its load so slowly that it only creeps.
static bool only_creeps(carom__rigid* r, int contact) {
  const carom__collision* c = r->c;
  const double limit = CREEP * c->speed;
  if (!(fabs(c->v[carom__normal(c, contact)]) <= limit)) return false;
  return carom__rigid_is_stiff(r, contact) && is_balanced(r, contact, swing_of(r, contact).stiffness, limit);
}

void carom__rigid_hold_creeping(carom__rigid* r, int contact) {
  const carom__collision* c = r->c;
  bool some = false;
  if (r->touch[contact].stops < CREEPING_STOPS) return;
  for (int i = 0; i < c->count; ++i) {
    if (!carom__is_springy(&c->touch[i])) continue;
    r->touch[i].may_lock = only_creeps(r, i);
    some |= r->touch[i].may_lock;
  }
  r->touch[contact].stops = 0;
  if (some) carom__rigid_regrip(r);
}
