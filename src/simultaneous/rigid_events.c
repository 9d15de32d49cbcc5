// What each event does, and what happens with it at the same instant.
#include "simultaneous/rigid.h"

/// An e below this gives back less than rounding: it counts as 0. Then e^2 is this: what has ended its compression once
/// is as good as rigid, and strikes so if it comes back.
static const double PLASTIC = 1e-13, PLASTIC_KEEPS = 1e-22;

/// Velocities that are this part of the speeds pass through 0 together.
static const double TOGETHER = 1e-12;

/// An acceleration that is this part of its terms, or less, decides nothing.
static const double STILL = 1e-9;

/// A spring this short, as a part of its length at the last end of compression, is about to end: its friction vanishes
/// with it and is no longer asked for.
static const double ABOUT_TO_END = 1e-9;

void carom__rigid_end(carom__rigid* r, int contact, carom_event_type why) {
  carom__collision* c = r->c;
  carom__touch* t = &c->touch[contact];
  c->restitution += carom__stored(c, t);
  t->x = 0;
  t->phase = CAROM__APART;
  r->touch[contact].holds = r->touch[contact].may_lock = false;
  r->changed = true;
  carom__log_event(c, why, contact);
}

/// Springs this short, as a part of their length at the last end of compression, end with one that ends.
static const double SHORT_TOO = 1e-12;

static bool spring_ends_too(const carom__rigid* r, int contact) {
  const carom__collision* c = r->c;
  return c->touch[contact].phase == CAROM__RESTORING && c->v[carom__normal(c, contact)] > 0 &&
         -c->touch[contact].x <= SHORT_TOO * r->touch[contact].peak;
}

/// Where friction is shared by redundant contacts the others must take over.
static void end_springs(carom__rigid* r, int contact) {
  const bool shared = r->unknowns.redundant;
  for (int i = 0; i < r->c->count; ++i)
    if (i == contact || spring_ends_too(r, i)) carom__rigid_end(r, i, CAROM_EVENT_RESTITUTION_END);
  if (shared)
    carom__rigid_regrip(r);
  else
    carom__rigid_prepare_piece(r);
}

static void activate(carom__rigid* r, int contact) {
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

static void log_start(carom__rigid* r, int contact) {
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
  if (t->e < PLASTIC) {
    c->restitution += carom__stored(c, t);
    t->x = 0;
    if (!t->spent) t->k /= c->exponent == 1 ? PLASTIC_KEEPS : carom__pow(PLASTIC_KEEPS, c->exponent);
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

/// Compresses, stands still, and is pushed open: its compression ends too.
static bool ends_too(const carom__rigid* r, int contact) {
  const carom__collision* c = r->c;
  const int n = carom__normal(c, contact);
  return c->touch[contact].phase == CAROM__COMPRESSING && c->touch[contact].x < 0 &&
         fabs(c->v[n]) <= TOGETHER * c->speed && r->rate[n] > STILL * r->size[n];
}

/// All compressions that end now do so together: that of the contact (-1: none is named) and of those like it. True if
/// some may lock. The forces of the instant are known.
static bool harden_all(carom__rigid* r, int contact) {
  carom__collision* c = r->c;
  bool some = false;
  for (int i = 0; i < c->count; ++i) {
    if (i != contact && !ends_too(r, i)) continue;
    c->v[carom__normal(c, i)] = 0;
    carom__log_event(c, CAROM_EVENT_COMPRESSION_END, i);
    if (carom__is_unseen(r->c, i))
      weaken(r, i);
    else
      harden(r, i);
    some |= r->touch[i].may_lock;
  }
  return some;
}

static void end_compressions(carom__rigid* r, int contact) {
  carom__collision* c = r->c;
  c->v[carom__normal(c, contact)] = 0;
  if (!(c->touch[contact].x < 0)) {
    end_springs(r, contact);  // began by rounding, and never compressed
    return;
  }
  if (carom__rigid_end_jams(r)) return;
  carom__rigid_take_normals(r);
  carom__rigid_forces(r);
  r->changed = true;
  if (harden_all(r, contact)) carom__rigid_regrip(r);
}

static void compress_again(carom__rigid* r, int contact) {
  carom__collision* c = r->c;
  c->v[carom__normal(c, contact)] = 0;
  c->touch[contact].phase = CAROM__COMPRESSING;
  carom__log_event(c, CAROM_EVENT_RECOMPRESS, contact);
}

/// Gives way, stands still, and is pushed together.
static bool compresses_too(const carom__rigid* r, int contact) {
  const carom__collision* c = r->c;
  const int n = carom__normal(c, contact);
  return c->touch[contact].phase == CAROM__RESTORING && c->touch[contact].x < 0 &&
         fabs(c->v[n]) <= TOGETHER * c->speed && r->rate[n] < -STILL * r->size[n];
}

/// Where a rigid face turns about a lock, one of its contacts comes back as others end their compression, or begin it
/// again: they do so in any case, since what comes back gives way a little, however hard it is.
static void turn_with(carom__rigid* r) {
  bool again[CAROM__MOST];
  for (int i = 0; i < r->c->count; ++i) again[i] = compresses_too(r, i);
  harden_all(r, -1);
  for (int i = 0; i < r->c->count; ++i)
    if (again[i]) compress_again(r, i);
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
  const double size = fabs(*v), together = TOGETHER * r->c->speed;
  if (size <= together || (size <= RETURN_NOISE * r->touch[contact].noise && is_hard(r, contact))) *v = 0;
}

/// Stands still now, and is as hard as a lock.
static bool is_rigid_now(carom__rigid* r, int contact) {
  return r->c->v[carom__normal(r->c, contact)] == 0 && is_hard(r, contact);
}

/// Apart, at rest, and about to come back.
static bool returns_too(const carom__rigid* r, int contact) {
  const carom__collision* c = r->c;
  const int n = carom__normal(c, contact);
  return !carom__is_active(&c->touch[contact]) && fabs(c->v[n]) <= TOGETHER * c->speed &&
         r->rate[n] < -STILL * r->size[n];
}

/// Where a contact comes back that locks at once, others of a face that would do so in the same instant are asked
/// together with it: the first to hold would keep the rest away.
static carom__set all_that_return(carom__rigid* r, int contact) {
  const carom__collision* c = r->c;
  carom__set back = carom__only(contact);
  if (!is_rigid_now(r, contact)) return back;
  for (int i = 0; i < c->count; ++i) {
    if (i == contact || !returns_too(r, i)) continue;
    c->v[carom__normal(c, i)] = 0;
    if (is_rigid_now(r, i)) back |= carom__only(i);
  }
  return back;
}

static void come_back(carom__rigid* r, int contact) {
  carom__collision* c = r->c;
  carom__rigid_take_normals(r);
  carom__rigid_forces(r);
  rest(r, contact);
  const carom__set back = all_that_return(r, contact);
  const bool rigid = is_rigid_now(r, contact);
  turn_with(r);
  for (int i = 0; i < c->count; ++i) {
    if (!carom__has(back, i)) continue;
    activate(r, i);
    r->touch[i].normal = 0;
    r->touch[i].may_lock = rigid;
    if (c->time > 0) carom__log_event(c, CAROM_EVENT_REACTIVATE, i);
  }
  carom__rigid_regrip(r);
  for (int i = 0; i < c->count; ++i)
    if (carom__has(back, i)) log_start(r, i);
}

/// A velocity that was rounding from the start of the piece fell from there on, though it shows only now: it is told
/// with that time.
static void come_back_in_time(carom__rigid* r, const carom__rigid_event* event) {
  const double now = r->c->time;
  if (event->at_once) r->c->time = r->piece.time;
  come_back(r, event->contact);
  r->c->time = now;
}

static void stop(carom__rigid* r, int contact) {
  carom__collision* c = r->c;
  r->touch[contact].stops += 1;
  for (int a = 0; a < c->tangents; ++a) c->v[carom__tangent(c, contact, a)] = 0;
  r->touch[contact].yields = false;
  r->stopping = true;
  carom__rigid_regrip(r);
  r->stopping = false;
  carom__rigid_settle(r);
  if (carom__rigid_slips(r, contact)) carom__log_event(c, CAROM_EVENT_REVERSE, contact);
}

/// All that are about to slip do so at once.
static void slip_together(carom__rigid* r) {
  carom__rigid_let_slip(r);
  for (int i = 0; i < r->c->count; ++i)  // until it is decided
    if (r->touch[i].brink && carom__is_active(&r->c->touch[i])) r->touch[i].grip = CAROM__STICKING;
}

/// One contact gives way alone, against its friction.
static void slip_alone(carom__rigid* r, int contact) {
  const carom__collision* c = r->c;
  carom__rigid_touch* t = &r->touch[contact];
  carom__rigid_take_normals(r);
  carom__rigid_forces(r);
  const double* force = r->force + contact * c->dimension;
  const double size = c->tangents == 2 ? carom__hypot(force[0], force[1]) : fabs(force[0]);
  if (!(size > 0)) return;
  t->yields = true;
  for (int a = 0; a < c->tangents; ++a) t->d[a] = -force[a] / size;
}

/// Where friction is shared the others may still take over, so that it is asked again before it gives way.
enum { SHARED_TRIES = 4 };

static void yield(carom__rigid* r, int contact) {
  carom__collision* c = r->c;
  carom__rigid_touch* t = &r->touch[contact];
  if (c->touch[contact].phase == CAROM__RESTORING && -c->touch[contact].x <= ABOUT_TO_END * t->peak) {
    t->muted = true;
    return;
  }
  if (t->brink)
    slip_together(r);
  else if (!r->unknowns.redundant || r->at_once > SHARED_TRIES)
    slip_alone(r, contact);
  carom__rigid_regrip(r);
  carom__rigid_hold_creeping(r, contact);
}

void carom__rigid_apply(carom__rigid* r, const carom__rigid_event* event) {
  const int i = event->contact;
  if (event->what == CAROM__NOTHING_HAPPENS) return;
  r->at_once += 1;
  r->changed = true;
  switch (event->what) {
    case CAROM__NOTHING_HAPPENS:
      break;
    case CAROM__SPRING_ENDS:
      end_springs(r, i);
      break;
    case CAROM__COMPRESSION_ENDS:
      end_compressions(r, i);
      break;
    case CAROM__COMPRESSES_AGAIN:
      compress_again(r, i);
      break;
    case CAROM__COMES_BACK:
      come_back_in_time(r, event);
      break;
    case CAROM__LETS_GO:
      carom__rigid_end(r, i, CAROM_EVENT_RELEASE);
      carom__rigid_regrip(r);
      break;
    case CAROM__SLIP_STOPS:
      stop(r, i);
      break;
    case CAROM__FRICTION_YIELDS:
      yield(r, i);
      break;
  }
}

void carom__rigid_start(carom__rigid* r) {
  carom__collision* c = r->c;
  carom__rigid_measure(r);
  for (int i = 0; i < c->count; ++i)
    if (c->v[carom__normal(c, i)] < -r->touch[i].noise) activate(r, i);
  carom__rigid_regrip(r);
  for (int i = 0; i < c->count; ++i) log_start(r, i);
}
