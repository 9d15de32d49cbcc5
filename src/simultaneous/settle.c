// What is over but for rounding comes to its end.
#include "simultaneous/collision.h"

/// What is left of a spring's length, as a part of its length at the end of compression, when it has come to its end.
static const double SPRING_NOISE = 1e-14;

/// Springs that move no faster than this part of the velocity scale are at rest, if their forces are in balance.
static const double STILL = 1e-10;

/// Forces in balance add up to less than this part of their sizes.
static const double BALANCED = 1e-9;

/// What the last swings of contacts leave between them when they lock: a swing below 1e-11 of the velocity scale, which
/// is where locks begin with friction, has a force of up to the root of that. It is no load, and fades with the swing.
static const double HUM = 1e-5;

/// Springs that have given back all but rounding, where an event at the same time was found first.
static bool is_spent_spring(const carom__collision* c, int i) {
  const carom__touch* t = &c->touch[i];
  return t->phase == CAROM__RESTORING && -t->x <= SPRING_NOISE * t->peak && c->v[carom__normal(c, i)] > -c->noise[i];
}

/// Contacts that began by rounding and do not compress.
static bool is_false_start(const carom__collision* c, int i) {
  const carom__touch* t = &c->touch[i];
  return t->phase == CAROM__COMPRESSING && t->x > 0 && fabs(c->v[carom__normal(c, i)]) <= c->noise[i];
}

/// The normal forces that no motion explains: of locks against each other, and of springs that they hold still.
static void find_stress(const carom__collision* c, double* stress) {
  for (int i = 0; i < c->size; ++i) stress[i] = 0;
  if (c->locked_count == 0) return;
  for (int i = 0; i < c->count; ++i)
    if (carom__is_springy(&c->touch[i]) && carom__is_held_still(c, i))
      stress[carom__normal(c, i)] = carom__normal_force(c, &c->touch[i]);
  carom__answer_locked(c, stress);
}

/// The velocity that a contact's springs must be able to give to be worth waiting for.
static double felt(const carom__collision* c, int contact, const double* stress) {
  const double force = carom__normal_force(c, &c->touch[contact]);
  return force > 0 && 2 * stress[carom__normal(c, contact)] > force ? HUM * c->speed : c->noise[contact];
}

/// A lock slides with a force that in all the time scale does something.
static bool rubs(const carom__collision* c, int contact, double least) {
  const carom__touch* t = &c->touch[contact];
  const int n = carom__normal(c, contact);
  const double noise = c->noise[contact], *v = c->v + contact * c->dimension;
  if (t->phase != CAROM__LOCKED || t->mu == 0) return false;
  if (!(t->force * c->w[n * c->size + n] * c->time_scale > least)) return false;
  return !(fabs(v[0]) <= noise) || (c->tangents == 2 && !(fabs(v[1]) <= noise));
}

/// No spring of the contact moves, or holds more than rounding of the velocities.
static bool is_idle(const carom__collision* c, int contact, const double* stress) {
  const carom__touch* t = &c->touch[contact];
  const int n = carom__normal(c, contact);
  const double noise = c->noise[contact], reach = t->reach * carom__normal_force(c, t);
  const double least = felt(c, contact, stress);
  double energy = carom__stored(c, t);
  if (carom__is_springy(t) && !(fabs(c->v[n]) <= noise)) return false;
  if (t->grip == CAROM__STICKING) energy += 0.5 * t->kt * (t->s[0] * t->s[0] + t->s[1] * t->s[1]);
  if (t->grip == CAROM__SLIPPING) energy += 0.5 * t->kt * reach * reach;
  return !rubs(c, contact, least) && sqrt(2 * c->w[n * c->size + n] * energy) <= least;
}

/// Nothing moves at the contact, and its forces are in balance.
static bool is_still(const carom__collision* c, int contact, const double* force) {
  for (int a = 0; a < c->dimension; ++a) {
    const int i = contact * c->dimension + a;
    double sum = 0, size = 0;
    if (c->touch[contact].mu == 0 && a < c->tangents) continue;
    if (!(fabs(c->v[i]) <= STILL * c->speed)) return false;
    for (int j = 0; j < c->size; ++j) {
      sum += c->w[i * c->size + j] * force[j];
      size += fabs(c->w[i * c->size + j] * force[j]);
    }
    if (!(fabs(sum) <= BALANCED * size)) return false;
  }
  return true;
}

/// Where all springs of an island are idle nothing would ever happen: it is over there. So it is where locks hold all
/// springs as they are: that stress stays in the bodies.
static carom__set find_resting(carom__collision* c) {
  double force[3 * CAROM__MOST], stress[3 * CAROM__MOST];
  bool busy[CAROM__MOST] = {false}, moves[CAROM__MOST] = {false};
  carom__set rest = 0;
  carom__forces(c, force);
  find_stress(c, stress);
  for (int i = 0; i < c->count; ++i) {
    if (!carom__is_active(&c->touch[i])) continue;
    if (!is_idle(c, i, stress)) busy[c->island[i]] = true;
    if (!is_still(c, i, force)) moves[c->island[i]] = true;
  }
  for (int i = 0; i < c->count; ++i) {
    const int island = c->island[i];
    if (!carom__is_active(&c->touch[i]) || (busy[island] && moves[island])) continue;
    rest |= carom__only(i);
    if (busy[island]) c->warnings |= CAROM_WARN_JAMMED;
  }
  return rest;
}

static void end_resting(carom__collision* c) {
  const carom__set rest = find_resting(c);
  carom__set loose = 0;
  if (!rest) return;
  carom__take_lengths(c);
  for (int i = 0; i < c->count; ++i) {
    if (!carom__has(rest, i)) continue;
    if (c->touch[i].phase == CAROM__LOCKED)
      loose |= carom__only(i);
    else
      carom__end_contact(c, i);
  }
  if (loose) carom__release_all(c, loose);
}

static void end_what_is_over(carom__collision* c) {
  carom__happening ends[CAROM__MOST];
  int count = 0;
  for (int i = 0; i < c->count; ++i)
    if (is_spent_spring(c, i) || is_false_start(c, i))
      ends[count++] = (carom__happening){CAROM_EVENT_RESTITUTION_END, i};
  if (count) carom__apply_events(c, count, ends);
}

/// Hard springs that move too little to be seen.
static void lock_invisible(carom__collision* c) {
  carom__set rigid = 0;
  for (int i = 0; i < c->count; ++i) {
    const carom__touch* t = &c->touch[i];
    if (carom__is_springy(t) && t->hardened && fabs(c->v[carom__normal(c, i)]) <= c->noise[i] && carom__is_rigid(c, i))
      rigid |= carom__only(i);
  }
  if (rigid) carom__lock_all(c, rigid, 0);
}

/// Where locks hold a loaded spring it moves by nothing, and must not by rounding: it may be very hard.
static void stop_held(carom__collision* c) {
  for (int i = 0; c->locked_count && i < c->count; ++i)
    if (carom__is_springy(&c->touch[i]) && carom__is_held_still(c, i)) c->v[carom__normal(c, i)] = 0;
}

void carom__settle(carom__collision* c) {
  stop_held(c);
  end_what_is_over(c);
  const carom__set faded = c->locked_count ? carom__faded(c) : 0;
  if (faded) carom__release_all(c, faded);
  lock_invisible(c);
  end_resting(c);
}

bool carom__is_over(const carom__collision* c) {
  return carom__active_set(c) == 0;
}
