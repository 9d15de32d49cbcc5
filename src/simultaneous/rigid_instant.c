// What turns round at one instant, decided as one set.
//
// Locks and sticking contacts may leave one motion of the bodies. When that turns round all velocities vanish at once:
// compressions end, or begin again, slips stop, contacts come back. Rounding tells which is found first, and friction
// and locks make other forces of it. So it is asked first which contacts go on to slip, for all whose slip vanishes
// there. With the forces that this makes every v_n that vanishes rises through 0, or falls, or only touches it: then
// all springs turn round as one set, and those that may lock are asked as one set, too.
#include "simultaneous/rigid.h"

/// Velocities that are this part of the speeds pass through 0 together.
static const double TOGETHER = 1e-12;

/// An acceleration that is this part of its terms, or less, decides nothing.
static const double STILL = 1e-9;

void carom__rigid_activate(carom__rigid* r, int contact) {
  carom__collision* c = r->c;
  carom__touch* t = &c->touch[contact];
  carom__rigid_touch* mine = &r->touch[contact];
  t->phase = CAROM__COMPRESSING;
  t->acted = true;
  t->x = 0;
  mine->peak = 0;
  mine->muted = false;
  mine->grip = CAROM__FRICTIONLESS;  // until it is decided
  r->changed = true;
  if (t->mu == 0) carom__note_phase(t, CAROM_CONTACT_FRICTIONLESS);
}

void carom__rigid_log_start(carom__rigid* r, int contact) {
  const carom__grip grip = r->touch[contact].grip;
  if (grip == CAROM__FRICTIONLESS || !carom__is_active(&r->c->touch[contact])) return;
  carom__log_event(r->c, grip == CAROM__SLIPPING ? CAROM_EVENT_START_SLIP : CAROM_EVENT_START_STICK, contact);
}

/// Energy falls to e^2 of it at the same stiffness. The force jumps, which is not seen either. (A spring that hardened
/// would still be hard when something presses on it later, and the answer would hang on what nobody can measure.)
static void weaken(carom__rigid* r, int contact) {
  carom__collision* c = r->c;
  carom__touch* t = &c->touch[contact];
  const double e2 = t->e * t->e;
  c->restitution += (1 - e2) * carom__stored(c, t);
  t->x *= c->exponent == 1 ? t->e : carom__pow(e2, 1 / (c->exponent + 1));
  r->touch[contact].peak = -t->x;
  t->phase = CAROM__RESTORING;
}

/// Energy of the spring falls to e^2 of it while its force stays: x <- e^2 x, k <- k/e^(2 p).
static void harden(carom__rigid* r, int contact) {
  carom__collision* c = r->c;
  carom__touch* t = &c->touch[contact];
  carom__rigid_touch* mine = &r->touch[contact];
  const double e2 = t->e * t->e;
  if (t->e < CAROM__PLASTIC) {
    c->restitution += carom__stored(c, t);
    t->x = 0;
    if (!t->spent) t->k /= c->exponent == 1 ? CAROM__PLASTIC_KEEPS : carom__pow(CAROM__PLASTIC_KEEPS, c->exponent);
    t->spent = mine->may_lock = true;
    return;
  }
  c->restitution += (1 - e2) * carom__stored(c, t);
  if (t->e < 1) {
    t->x *= e2;
    t->k /= c->exponent == 1 ? e2 : carom__pow(e2, c->exponent);
    mine->hardened = true;
  }
  mine->peak = -t->x;
  t->phase = CAROM__RESTORING;
  mine->may_lock = carom__rigid_swing_is_over(r, contact);
}

/// Its normal velocity vanishes now.
static bool is_turning(const carom__rigid* r, int contact) {
  return fabs(r->c->v[carom__normal(r->c, contact)]) <= TOGETHER * r->c->speed;
}

/// Normal acceleration as a part of its terms; 0 where it decides nothing.
static double push(const carom__rigid* r, int contact) {
  const int n = carom__normal(r->c, contact);
  return fabs(r->rate[n]) > STILL * r->size[n] ? r->rate[n] / r->size[n] : 0;
}

/// Compresses, stands still, and is pushed open: its compression ends too.
static bool ends_too(const carom__rigid* r, int contact) {
  const carom__touch* t = &r->c->touch[contact];
  return t->phase == CAROM__COMPRESSING && t->x < 0 && is_turning(r, contact) && push(r, contact) > 0;
}

/// Gives way, stands still, and is pushed together.
static bool compresses_too(const carom__rigid* r, int contact) {
  const carom__touch* t = &r->c->touch[contact];
  return t->phase == CAROM__RESTORING && t->x < 0 && is_turning(r, contact) && push(r, contact) < 0;
}

/// What comes back does so with an acceleration that shows within this part of the time scale. (At the end of a row the
/// blow begins like a high power of time: that one is not yet there.)
static const double SOON = 1e-3;

/// Apart, at rest, and about to come back.
static bool returns_too(const carom__rigid* r, int contact) {
  const carom__collision* c = r->c;
  if (carom__is_active(&c->touch[contact]) || !is_turning(r, contact) || !(push(r, contact) < 0)) return false;
  return -r->rate[carom__normal(c, contact)] * SOON * c->time_scale > TOGETHER * c->speed;
}

/// Slips ever more slowly, and no more than rounding is left. (What has just begun to slip is as slow.)
static bool stops_too(const carom__rigid* r, int contact) {
  const carom__collision* c = r->c;
  const double* v = c->v + contact * c->dimension;
  const double* a = r->rate + contact * c->dimension;
  const double speed = carom__rigid_slip_speed(r, contact);
  if (!carom__rigid_slips(r, contact) || r->touch[contact].yields || !(speed > 0)) return false;
  const double along = v[0] * a[0] + (c->tangents == 2 ? v[1] * a[1] : 0);
  return speed <= carom__rigid_rest(r) && along < 0;
}

/// As hard as a lock.
static bool is_hard(carom__rigid* r, int contact) {
  return r->c->touch[contact].spent || carom__rigid_swing_is_over(r, contact);
}

/// What comes back from rest does so with v_n = 0, but for rounding: so many times what is seen of it where the contact
/// is hard, and would strike with it.
static const double RETURN_NOISE = 100;

static void rest(carom__rigid* r, int contact) {
  double* v = &r->c->v[carom__normal(r->c, contact)];
  const bool rounding = fabs(*v) <= RETURN_NOISE * r->touch[contact].noise;
  if (is_turning(r, contact) || (rounding && is_hard(r, contact))) *v = 0;
}

/// Springs that turn round now.
typedef struct turn {
  carom__set ends, again, back, rigid;  // rigid: of those that come back, the ones that are as hard as locks
} turn;

/// The event names one of them, unless friction that has changed at this instant keeps it from that. (More often than
/// contacts can do so at once it must go on.)
static bool is_named(const carom__rigid* r, const carom__rigid_event* event, carom__rigid_happening what, int contact,
                     double towards) {
  if (event->what != what || event->contact != contact) return false;
  return towards * push(r, contact) >= 0 || r->at_once > 4 * r->c->count;
}

static turn find_turn(const carom__rigid* r, const carom__rigid_event* event) {
  turn t = {0, 0, 0, 0};
  for (int i = 0; i < r->c->count; ++i) {
    if (is_named(r, event, CAROM__COMPRESSION_ENDS, i, 1) || ends_too(r, i)) t.ends |= carom__only(i);
    if (is_named(r, event, CAROM__COMPRESSES_AGAIN, i, -1) || compresses_too(r, i)) t.again |= carom__only(i);
    if (is_named(r, event, CAROM__COMES_BACK, i, -1) || returns_too(r, i)) t.back |= carom__only(i);
  }
  return t;
}

static void end_compression(carom__rigid* r, int contact) {
  carom__log_event(r->c, CAROM_EVENT_COMPRESSION_END, contact);
  if (carom__is_unseen(r->c, contact))
    weaken(r, contact);
  else
    harden(r, contact);
}

/// Those that come back stand still now, and may be as hard as locks. They are asked together: one that locks keeps
/// others away if they are asked after it, and with it lock those that are stiff.
static void find_rigid(carom__rigid* r, turn* t) {
  carom__set stiff = 0;
  for (int i = 0; i < r->c->count; ++i) {
    if (!carom__has(t->back, i)) continue;
    rest(r, i);
    if (r->c->v[carom__normal(r->c, i)] != 0) continue;
    if (is_hard(r, i)) t->rigid |= carom__only(i);
    if (carom__rigid_is_stiff(r, i)) stiff |= carom__only(i);
  }
  if (t->rigid) t->rigid |= stiff;
}

static void come_back(carom__rigid* r, int contact, bool rigid) {
  carom__rigid_activate(r, contact);
  r->touch[contact].normal = 0;
  r->touch[contact].may_lock = rigid;
  if (r->c->time > 0) carom__log_event(r->c, CAROM_EVENT_REACTIVATE, contact);
}

static void turn_springs(carom__rigid* r, const turn* t) {
  carom__collision* c = r->c;
  bool some_lock = false;
  for (int i = 0; i < c->count; ++i) {
    if (carom__has(t->ends | t->again, i)) c->v[carom__normal(c, i)] = 0;
    if (carom__has(t->ends, i)) end_compression(r, i);
    some_lock |= r->touch[i].may_lock;
  }
  for (int i = 0; i < c->count; ++i) {
    if (!carom__has(t->again, i)) continue;
    c->touch[i].phase = CAROM__COMPRESSING;
    r->touch[i].muted = false;
    carom__log_event(c, CAROM_EVENT_RECOMPRESS, i);
  }
  for (int i = 0; i < c->count; ++i)
    if (carom__has(t->back, i)) come_back(r, i, carom__has(t->rigid, i));
  if (some_lock || t->back) carom__rigid_regrip(r);
  for (int i = 0; i < c->count; ++i)
    if (carom__has(t->back, i)) carom__rigid_log_start(r, i);
}

static carom__set find_stops(const carom__rigid* r, const carom__rigid_event* event) {
  carom__set stops = 0;
  for (int i = 0; i < r->c->count; ++i)
    if ((event->what == CAROM__SLIP_STOPS && event->contact == i) || stops_too(r, i)) stops |= carom__only(i);
  return stops;
}

static void stop_slips(carom__rigid* r, carom__set stops) {
  carom__collision* c = r->c;
  for (int i = 0; i < c->count; ++i) {
    if (!carom__has(stops, i)) continue;
    r->touch[i].stops += 1;
    for (int a = 0; a < c->tangents; ++a) c->v[carom__tangent(c, i, a)] = 0;
    r->touch[i].yields = false;
  }
  r->stopping = true;
  carom__rigid_regrip(r);
  r->stopping = false;
  carom__rigid_settle(r);
  for (int i = 0; i < c->count; ++i)
    if (carom__has(stops, i) && carom__rigid_slips(r, i)) carom__log_event(c, CAROM_EVENT_REVERSE, i);
}

static bool some_lock_slips(const carom__rigid* r) {
  for (int i = 0; i < r->c->count; ++i)
    if (r->c->touch[i].phase == CAROM__LOCKED && carom__rigid_slips(r, i)) return true;
  return false;
}

/// Forces as they are now. (Locks answer along the directions to which slip has turned: else what they hold would seem
/// to accelerate.)
static void look(carom__rigid* r) {
  if (r->c->tangents == 2 && some_lock_slips(r)) carom__rigid_point_locks(r);
  carom__rigid_take_normals(r);
  carom__rigid_forces(r);
}

void carom__rigid_turn_round(carom__rigid* r, const carom__rigid_event* event) {
  look(r);
  r->changed = true;
  const carom__set stops = find_stops(r, event);
  if (stops) stop_slips(r, stops);
  if (event->what == CAROM__COMPRESSION_ENDS && carom__rigid_end_jams(r)) return;
  look(r);
  turn t = find_turn(r, event);
  find_rigid(r, &t);
  turn_springs(r, &t);
}
