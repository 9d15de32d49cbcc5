// What each event does to a contact.
#include "simultaneous/collision.h"

/// Velocities below this part of the scale are rounding.
static const double SPEED_NOISE = 3e-14;

/// Changes between slip and stick within this part of the time scale are quick; so many in a row wedge the contact.
static const double QUICK = 1e-3;
enum { MOST_JAMS = 7, MOST_CHATTER = 40 };

/// What is left of a spring's length, as a part of its length at the end of compression, when it has come to its end.
static const double SPRING_NOISE = 1e-14;

/// A tangential spring this short, as a part of what friction could hold, is rounding.
static const double ROUNDING = 1e-15;

/// An e below this gives back less than rounding: it counts as 0.
static const double PLASTIC = 1e-13;

void carom__update_noise(carom__collision* c) {
  double factor = 1;
  for (int many = 8 * c->count + 32; many < c->events_at_once && factor < 1e4; many += 8 * c->count + 32) factor *= 100;
  for (int i = 0; i < c->count; ++i) {
    const double* row = c->w + carom__normal(c, i) * c->size;
    double sum = 0;
    for (int j = 0; j < c->size; ++j) sum += fabs(row[j] * c->impulse[j]);
    c->noise[i] = factor * carom__max(SPEED_NOISE * c->speed, 8 * DBL_EPSILON * sum);
  }
}

// Energy of the normal spring falls to e^2 of it while its force stays: x <- e^2 x, k <- k/e^(2 p).
static void end_compression(carom__collision* c, int contact) {
  carom__touch* t = &c->touch[contact];
  t->jammed = t->bare = false;
  const double e2 = t->e * t->e;
  carom__log_event(c, CAROM_EVENT_COMPRESSION_END, contact);
  if (t->e < PLASTIC) {
    t->spent = true;
    if (!carom__lock(c, contact, false)) carom__end_contact(c, contact);
    return;
  }
  c->restitution += (1 - e2) * carom__stored(c, t);
  if (t->e < 1) {
    t->x *= e2;
    t->hardened = true;
    t->k /= c->exponent == 1 ? e2 : carom__pow(e2, c->exponent);
  }
  t->peak = -t->x;
  t->phase = CAROM__RESTORING;
  carom__lock_if_at_rest(c, contact, false);
}

/// What the springs still hold is lost: nothing to rounding, but for e = 0 and locks that end.
void carom__end_contact(carom__collision* c, int contact) {
  carom__touch* t = &c->touch[contact];
  carom__before_jump(c);
  if (t->phase == CAROM__LOCKED) carom__unlock(c, contact);
  c->restitution += carom__stored(c, t);
  const double reach = t->reach * carom__max(0, carom__normal_force(c, t));
  double length2 = 0;
  if (t->grip == CAROM__STICKING) length2 = t->s[0] * t->s[0] + t->s[1] * t->s[1];
  if (t->grip == CAROM__SLIPPING) length2 = reach * reach;
  c->spring += 0.5 * t->kt * length2;
  t->phase = CAROM__APART;
  t->jammed = t->bare = t->lets_go = false;
  t->x = t->s[0] = t->s[1] = t->force = 0;
  carom__after_jump(c);
}

static void reactivate(carom__collision* c, int contact) {
  const int n = carom__normal(c, contact);
  if (fabs(c->v[n]) <= 100 * c->noise[contact]) c->v[n] = 0;
  carom__wake_resting(c);
  if (carom__is_active(&c->touch[contact])) return;
  carom__log_event(c, CAROM_EVENT_REACTIVATE, contact);
  carom__activate(c, contact);
  carom__lock_if_at_rest(c, contact, false);
}

/// Counts changes between slip and stick that follow each other at once, with nothing else between them. Where a lock
/// allows neither, friction wedges; where a hard spring makes the difference rounding, the contact sticks until its
/// phase changes.
static void note_switch(carom__collision* c, int contact) {
  carom__touch* t = &c->touch[contact];
  const bool quick = c->time - t->switched <= QUICK * c->time_scale && c->events - t->switch_event <= 2;
  t->chatter = quick ? t->chatter + 1 : 0;
  t->switched = c->time;
  t->switch_event = c->events;
  if (t->chatter < MOST_CHATTER) return;
  t->chatter = 0;
  carom__jam(c, contact);
  if (t->jams <= MOST_JAMS) return;
  // Not even slack helps where a contact has only begun, and all it has is rounding: let it grow first.
  t->numb_until = c->time + 1e-9 * c->time_scale * carom__pow(10, carom__min(t->jams - MOST_JAMS, 6));
}

static void stick(carom__collision* c, int contact) {
  carom__touch* t = &c->touch[contact];
  const double reach = t->reach * carom__normal_force(c, t);
  t->grip = CAROM__STICKING;
  for (int a = 0; a < 2; ++a) t->s[a] = reach * t->d[a];
  carom__log_event(c, CAROM_EVENT_STICK, contact);
  carom__note_phase(t, CAROM_CONTACT_STICK);
  note_switch(c, contact);
}

/// The direction of the tangential spring, or of the velocity where it has no length yet.
static void find_direction(const carom__collision* c, int contact, double along[2]) {
  const carom__touch* t = &c->touch[contact];
  const double* way = t->s[0] != 0 || t->s[1] != 0 ? t->s : c->v + contact * c->dimension;
  const double across = c->tangents == 2 ? way[1] : 0, size = carom__hypot(way[0], across);
  along[0] = size > 0 ? way[0] / size : 1;
  along[1] = size > 0 ? across / size : 0;
}

static void slip(carom__collision* c, int contact) {
  carom__touch* t = &c->touch[contact];
  const double reach = t->reach * carom__max(0, carom__normal_force(c, t)), length = carom__hypot(t->s[0], t->s[1]);
  const double lost = 0.5 * t->kt * (length - reach) * (length + reach);
  if (lost < 0 && carom__energy_matters(c, contact, lost)) {
    t->switched = c->time;  // no reason to slip but rounding
    return;
  }
  if (t->phase == CAROM__RESTORING && length <= ROUNDING * t->reach * t->k * t->peak) {
    t->bare = true;  // the contact ends, and its tangential spring never was more than rounding
    return;
  }
  const double switched = t->switched;
  double along[2];
  find_direction(c, contact, along);
  if (t->phase == CAROM__LOCKED && carom__is_wedged(c, contact, along)) {
    carom__apply_event(c, CAROM_EVENT_RELEASE, contact);
    return;
  }
  carom__before_jump(c);
  carom__set_slipping(c, contact, along);
  carom__log_event(c, CAROM_EVENT_SLIP, contact);
  if (t->phase == CAROM__LOCKED) {
    carom__after_jump(c);
  } else {
    c->friction += lost;
  }
  t->switched = switched;
  note_switch(c, contact);
}

void carom__apply_event(carom__collision* c, carom_event_type type, int contact) {
  carom__touch* t = &c->touch[contact];
  c->events_at_once += 1;
  switch (type) {
    case CAROM_EVENT_COMPRESSION_END:
      end_compression(c, contact);
      break;
    case CAROM_EVENT_RECOMPRESS:
      t->phase = CAROM__COMPRESSING;
      t->jammed = t->bare = false;
      carom__log_event(c, type, contact);
      break;
    case CAROM_EVENT_RELEASE:
      carom__mend_locked(c);
      t->released = c->time;
      carom__log_event(c, type, contact);
      carom__end_contact(c, contact);
      break;
    case CAROM_EVENT_RESTITUTION_END:
      carom__log_event(c, type, contact);
      carom__end_contact(c, contact);
      break;
    case CAROM_EVENT_REACTIVATE:
      reactivate(c, contact);
      break;
    case CAROM_EVENT_STICK:
      stick(c, contact);
      break;
    case CAROM_EVENT_SLIP:
      slip(c, contact);
      break;
    default:
      break;
  }
}

/// Springs that have given back all but rounding are done: an event at the same time was found first.
static void end_spent_springs(carom__collision* c) {
  for (int i = 0; i < c->count; ++i) {
    const carom__touch* t = &c->touch[i];
    if (t->phase == CAROM__RESTORING && -t->x <= SPRING_NOISE * t->peak && c->v[carom__normal(c, i)] > -c->noise[i])
      carom__apply_event(c, CAROM_EVENT_RESTITUTION_END, i);
  }
}

/// Contacts that began by rounding and do not compress.
static void end_false_starts(carom__collision* c) {
  for (int i = 0; i < c->count; ++i) {
    const double v = c->v[carom__normal(c, i)];
    if (c->touch[i].phase == CAROM__COMPRESSING && c->touch[i].x > 0 && fabs(v) <= c->noise[i])
      carom__apply_event(c, CAROM_EVENT_RESTITUTION_END, i);
  }
}

/// Neither speed nor force worth mentioning.
static bool is_idle(const carom__collision* c, int contact) {
  const carom__touch* t = &c->touch[contact];
  const int n = carom__normal(c, contact);
  const double swing = sqrt(2 * c->w[n * c->size + n] * carom__stored(c, t));
  return fabs(c->v[n]) <= c->noise[contact] && swing <= c->noise[contact];
}

/// Where all springs of an island are idle, nothing would ever happen: they end.
static void end_idle_islands(carom__collision* c) {
  bool busy[CAROM__MOST] = {false};
  for (int i = 0; i < c->count; ++i)
    if (carom__is_springy(&c->touch[i]) && !is_idle(c, i)) busy[c->island[i]] = true;
  for (int i = 0; i < c->count; ++i)
    if (carom__is_springy(&c->touch[i]) && !busy[c->island[i]]) carom__apply_event(c, CAROM_EVENT_RESTITUTION_END, i);
}

/// Hard springs that move too little to be seen.
static void lock_invisible(carom__collision* c) {
  for (int i = 0; i < c->count; ++i)
    if (carom__is_springy(&c->touch[i])) carom__lock_if_at_rest(c, i, false);
}

/// Locked contacts whose force has faded to rounding and goes on to fall.
static void release_faded(carom__collision* c) {
  for (int i = 0; i < c->count; ++i)
    if (c->touch[i].phase == CAROM__LOCKED && carom__hold_has_faded(c, i))
      carom__apply_event(c, CAROM_EVENT_RELEASE, i);
}

void carom__settle(carom__collision* c) {
  end_spent_springs(c);
  end_false_starts(c);
  if (c->locked_count) release_faded(c);
  lock_invisible(c);
  end_idle_islands(c);
}

static bool island_is_pressed(const carom__collision* c, int island) {
  for (int i = 0; i < c->count; ++i)
    if (c->island[i] == island && carom__is_springy(&c->touch[i])) return true;
  return false;
}

/// Locked contacts that no normal spring presses any more are let go.
static void release_unpressed(carom__collision* c) {
  for (int i = 0; i < c->count; ++i)
    if (c->touch[i].phase == CAROM__LOCKED && !island_is_pressed(c, c->island[i]))
      carom__apply_event(c, CAROM_EVENT_RELEASE, i);
}

bool carom__is_over(carom__collision* c) {
  if (c->locked_count) release_unpressed(c);
  for (int i = 0; i < c->count; ++i)
    if (carom__is_active(&c->touch[i])) return false;
  return true;
}
