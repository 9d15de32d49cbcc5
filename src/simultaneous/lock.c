// Locking. A contact that something presses on, with e < 1, makes ever shorter swings: infinitely many in finite time.
// Where they have become negligible it is held at v_n = 0, and let go when the force that this takes falls to 0. A
// contact with e = 0 is held so from its first end of compression on. Whatever joins or leaves the locked contacts at
// one moment does so as one set, and forces jump once, when the set is complete.
#include "contact/spring.h"
#include "simultaneous/collision.h"

/// A contact locks when its own swing is below this part of the velocity scale. With friction the tangential spring
/// follows the last swings, and rounding of the velocities must still be small against them.
static const double LOCK_SPEED = 1e-13, LOCK_SPEED_FRICTION = 1e-11;

/// What becomes rigid this much later, as a part of the time scale, does so at the same moment: its swing is below this
/// part of the velocity scale then. Neither rounding nor 1e-10 of a velocity must decide which of them is first.
static const double SAME_MOMENT = 1e-9;

/// Where a contact's own force moves it by less than this part of what it would do alone, others hold it, and how it is
/// balanced says nothing about its own spring. Where it is less than the other, nothing is left of it but rounding.
static const double HELD_STILL = 1e-6, REDUNDANT = 1e-10;

/// A force, or its rate, below this part of the terms that it comes from is rounding.
static const double FORCE_NOISE = 1e-13;

/// A force that has fallen this far below zero, as a part of its terms, was not found in time: it counts whatever its
/// rate.
static const double NEGATIVE = 1e-9;

/// The largest force that a spring has in its swing.
static double amplitude(const carom__collision* c, int contact, int i, double force) {
  const carom__touch* t = &c->touch[contact];
  const bool normal = i == carom__normal(c, contact);
  if (!carom__is_active(t) || (normal && t->phase == CAROM__LOCKED) || !(fabs(c->v[i]) > c->noise[contact]))
    return fabs(force);
  return carom__hypot(force, c->v[i] * sqrt((normal ? t->k : t->kt) / c->w[i * c->size + i]));
}

/// W_nn of a contact, reduced by the locks.
static double reduced_w(const carom__collision* c, int contact) {
  const int n = carom__normal(c, contact);
  const double* row = c->w + n * c->size;
  double sum = row[n];
  for (int a = 0; a < c->locked_count; ++a) sum -= row[carom__normal(c, c->locked[a])] * c->share[a * c->size + n];
  return sum;
}

bool carom__is_held_still(const carom__collision* c, int contact) {
  const int n = carom__normal(c, contact);
  return !(reduced_w(c, contact) > REDUNDANT * c->w[n * c->size + n]);
}

/// The contact would swing about the force lambda that holds it with the velocity |F - lambda| sqrt(w/k), and follow
/// lambda with lambda'/k. Both must be too small to be seen. Where others hold the contact still that says nothing
/// about its own spring.
static bool is_balanced(const carom__collision* c, int contact, const double* force, double limit) {
  const int n = carom__normal(c, contact);
  const double w = reduced_w(c, contact), k = c->touch[contact].k;
  double rate[3 * CAROM__MOST], size;
  if (!(w > HELD_STILL * c->w[n * c->size + n])) return false;
  if (!(fabs(carom__normal_rate(c, contact, force, &size)) < limit * sqrt(w * k))) return false;
  carom__force_rates(c, c->v, rate);
  return fabs(carom__normal_rate(c, contact, rate, &size)) < limit * w * k;
}

/// Whether its own swing is below a velocity.
static bool swings_below(const carom__collision* c, int contact, double limit) {
  const carom__touch* t = &c->touch[contact];
  if (!t->hardened) return false;
  double force[3 * CAROM__MOST], push = 0;
  const int n = carom__normal(c, contact);
  const double* row = c->w + n * c->size;
  carom__forces(c, force);
  for (int j = 0; j < c->size; ++j)
    if (j != n) push += fabs(row[j]) * amplitude(c, j / c->dimension, j, force[j]) / row[n];
  push = carom__max(push, force[n]);
  return carom__swing_speed(push, row[n], t->k) < limit || is_balanced(c, contact, force, limit);
}

bool carom__is_rigid(const carom__collision* c, int contact) {
  const carom__touch* t = &c->touch[contact];
  const double part = t->mu > 0 ? LOCK_SPEED_FRICTION : LOCK_SPEED;
  return t->spent || swings_below(c, contact, carom__max(part * c->speed, 3 * c->noise[contact]));
}

/// Springs that become rigid in the same moment.
static carom__set all_that_lock(const carom__collision* c, carom__set contacts) {
  const double limit = SAME_MOMENT * c->speed;
  for (int i = 0; i < c->count; ++i) {
    if (!carom__is_springy(&c->touch[i]) || !(fabs(c->v[carom__normal(c, i)]) <= limit)) continue;
    if (swings_below(c, i, limit)) contacts |= carom__only(i);
  }
  return contacts;
}

/// The rate of a locked force that is 0 now, where it is more than rounding; else 0. Without a force its own friction
/// holds nothing, and what friction adds later does not change the sign.
static double rate_from_zero(carom__collision* c, int contact) {
  carom__touch* t = &c->touch[contact];
  const int n = carom__normal(c, contact);
  const carom__grip grip = t->grip;
  double rate[3 * CAROM__MOST], size;
  t->grip = CAROM__FRICTIONLESS;
  carom__force_rates(c, c->v, rate);
  t->grip = grip;
  carom__normal_rate(c, contact, rate, &size);
  return fabs(rate[n]) * c->w[n * c->size + n] > FORCE_NOISE * size ? rate[n] : 0;
}

carom__set carom__faded(carom__collision* c) {
  double force[3 * CAROM__MOST], size;
  carom__set faded = 0;
  carom__forces(c, force);
  for (int a = 0; a < c->locked_count; ++a) {
    const int i = c->locked[a], n = carom__normal(c, i);
    carom__normal_rate(c, i, force, &size);
    size /= c->w[n * c->size + n];
    if (force[n] > FORCE_NOISE * size) continue;
    if (force[n] < -NEGATIVE * size || rate_from_zero(c, i) < 0) faded |= carom__only(i);
  }
  return faded;
}

/// A change of the locked contacts in progress.
typedef struct change {
  carom__set joining, pressed;
  carom__set guests;  // they join since others do: if they cannot, they keep their springs
  carom__turns now;
  carom__touch_phase phase[CAROM__MOST];         // of those that join: before
  double friction;                               // lost before the jump
  double force[CAROM__MOST], s[CAROM__MOST][2];  // of all contacts: before the jump
} change;

static void leave_set(carom__collision* c, carom__set contacts) {
  int kept = 0;
  for (int a = 0; a < c->locked_count; ++a)
    if (!carom__has(contacts, c->locked[a])) c->locked[kept++] = c->locked[a];
  c->locked_count = kept;
  carom__hold_again(c);
}

/// The contact ends, and its tangential spring lets go: friction holds nothing without a normal force. Where e = 0 ends
/// it at once, that spring is left as it is.
static void end_lock(carom__collision* c, int contact, bool joins) {
  carom__touch* t = &c->touch[contact];
  const double energy = 0.5 * t->kt * (t->s[0] * t->s[0] + t->s[1] * t->s[1]);
  if (!joins || !t->spent) carom__log_event(c, joins ? CAROM_EVENT_RESTITUTION_END : CAROM_EVENT_RELEASE, contact);
  if (joins && t->spent)
    c->spring += energy;
  else
    c->friction += energy;
  c->restitution -= joins ? 0.5 * carom__spring_force(c, t, t->x) * t->x : 0;
  t->phase = CAROM__APART;
  t->x = t->s[0] = t->s[1] = t->force = 0;
}

static void let_go(carom__collision* c, carom__set contacts, const change* to) {
  for (int i = 0; i < c->count; ++i) {
    if (!carom__has(contacts, i)) continue;
    if (carom__has(to->guests, i))
      c->touch[i].phase = to->phase[i];
    else
      end_lock(c, i, carom__has(to->joining, i));
  }
  leave_set(c, contacts);
}

/// Whether the force of lock a is enough for it to stay, or to join.
static bool holds(carom__collision* c, const carom__jump* jump, const change* to, int a) {
  const int i = c->locked[a];
  const double force = jump->force[a], noise = FORCE_NOISE * jump->size[a];
  if (!carom__has(to->joining & ~to->pressed, i)) return force >= -noise;
  return carom__may_lock(fabs(force) > noise ? force : rate_from_zero(c, i));
}

/// The locked contacts that must go first: one that friction wedges; or that with the least force, and all that have no
/// more but for rounding. None: all hold.
static carom__set first_to_go(carom__collision* c, const carom__jump* jump, const change* to) {
  double least = HUGE_VAL;
  carom__set out = 0;
  if (jump->wedged >= 0) return carom__only(jump->wedged);
  for (int a = 0; a < c->locked_count; ++a)
    if (jump->force[a] < least && !holds(c, jump, to, a)) least = jump->force[a];
  for (int a = 0; a < c->locked_count; ++a)
    if (jump->force[a] <= least + FORCE_NOISE * jump->size[a] && !holds(c, jump, to, a))
      out |= carom__only(c->locked[a]);
  return out;
}

static void remember(const carom__collision* c, change* to) {
  to->friction = c->friction;
  for (int i = 0; i < c->count; ++i) {
    to->force[i] = c->touch[i].force;
    memcpy(to->s[i], c->touch[i].s, sizeof to->s[i]);
  }
}

static void go_back(carom__collision* c, const change* to) {
  c->friction = to->friction;
  for (int i = 0; i < c->count; ++i) {
    c->touch[i].force = to->force[i];
    memcpy(c->touch[i].s, to->s[i], sizeof to->s[i]);
  }
}

/// Contacts that nothing presses on leave the set, one after the other. What they press on each other with is hum of
/// their springs, and does not count: it fades as they rattle to and fro.
static void send_away_unpressed(carom__collision* c, const change* to) {
  carom__jump jump;
  for (int i = 0; i < c->count; ++i)
    if (carom__has(to->joining, i)) c->touch[i].force = 0;
  carom__hold_again(c);
  for (;;) {
    carom__find_jump(c, &jump);
    const carom__set out = first_to_go(c, &jump, to);
    if (!out) break;
    let_go(c, out, to);
  }
  for (int a = 0; a < c->locked_count; ++a) {
    carom__touch* t = &c->touch[c->locked[a]];
    if (carom__has(to->joining, c->locked[a])) t->force = carom__spring_force(c, t, t->x);
  }
  carom__hold_again(c);
}

/// Contacts leave the set, one after the other, until the rest can hold; then forces jump, and grips are chosen.
static void rearrange(carom__collision* c, change* to) {
  carom__jump jump;
  for (;;) {
    carom__find_jump(c, &jump);
    carom__set out = first_to_go(c, &jump, to);
    if (!out) {
      remember(c, to);
      carom__take_jump(c, &jump);
      const int wedged = carom__choose_grips(c, to->now);
      if (wedged < 0) return;
      go_back(c, to);
      out = carom__only(wedged);
    }
    let_go(c, out, to);
  }
}

static void note_lock(carom__collision* c, int contact) {
  carom__touch* t = &c->touch[contact];
  c->restitution -= 0.5 * carom__spring_force(c, t, t->x) * t->x;
  t->x = 0;
  t->locked_once = true;
  c->locks += 1;
  c->warnings |= CAROM_WARN_LOCKED;
  carom__log_event(c, CAROM_EVENT_LOCK, contact);
}

/// Impulses stop what is left of the velocities of locked contacts.
static void stop_locked(carom__collision* c) {
  const int n = c->locked_count;
  double impulse[CAROM__MOST];
  for (int a = 0; a < n; ++a) {
    impulse[a] = 0;
    for (int b = 0; b < n; ++b) impulse[a] -= c->hold[a * n + b] * c->v[carom__normal(c, c->locked[b])];
  }
  for (int a = 0; a < n; ++a) {
    const int at = carom__normal(c, c->locked[a]);
    c->impulse[at] += impulse[a];
    for (int i = 0; i < c->size; ++i) c->v[i] += c->w[i * c->size + at] * impulse[a];
  }
  for (int a = 0; a < n; ++a) c->v[carom__normal(c, c->locked[a])] = 0;
}

void carom__lock_all(carom__collision* c, carom__set contacts, carom__set pressed) {
  const carom__set all = all_that_lock(c, contacts);
  change to = {.joining = all, .pressed = pressed, .guests = all & ~contacts};
  carom__take_lengths(c);
  for (int i = 0; i < c->count; ++i) {
    if (!carom__has(all, i)) continue;
    to.phase[i] = c->touch[i].phase;
    c->touch[i].phase = CAROM__LOCKED;
    c->locked[c->locked_count++] = i;
  }
  send_away_unpressed(c, &to);
  rearrange(c, &to);
  for (int a = 0; a < c->locked_count; ++a)
    if (carom__has(all, c->locked[a])) note_lock(c, c->locked[a]);
  stop_locked(c);
}

void carom__release_all(carom__collision* c, carom__set contacts) {
  const change to = {0};
  carom__take_lengths(c);
  for (int i = 0; i < c->count; ++i)
    if (carom__has(contacts, i)) c->touch[i].released = c->time;
  let_go(c, contacts, &to);
  carom__hold_or_let_go(c, (carom__turns){0});
}

/// Neither a lock nor friction: there is nothing to decide.
static bool is_free(const carom__collision* c) {
  for (int i = 0; i < c->count; ++i)
    if (carom__is_active(&c->touch[i]) && c->touch[i].grip != CAROM__FRICTIONLESS) return false;
  return c->locked_count == 0;
}

void carom__hold_or_let_go(carom__collision* c, carom__turns now) {
  if (is_free(c)) return;
  change to = {.now = now};
  rearrange(c, &to);
}
