// The directions of slipping springs: which of them are unknowns on a panel, and how long it may be for their sake.
#include "simultaneous/span.h"

/// What a direction may still do to the velocity when it is frozen for the rest of a contact.
static const double FROZEN = 1e-13;

/// A direction is straight where the sliding velocity is off it by no more than this part: rounding.
static const double STRAIGHT = 1e-14;

/// The first panel of turning slip after an event, as a part of the time scale.
static const double FIRST = 0.15;

/// A panel takes at most this part of the time that is left to a turning contact: its direction is singular at the end.
static const double NEAR_END = 0.85;

/// How the normal force of a slipping contact comes to its end.
typedef struct fade {
  double rest;  // time that is left, if nothing changes much
  double rate;  // at which the force falls
} fade;

static double dot(int n, const double* a, const double* b) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

/// Forces and their rates at the start of a panel, for what is asked of each turning contact.
typedef struct loads {
  const double *force, *rate;
} loads;

static loads find_loads(const carom__span* p) {
  double *force = p->whole, *rate = force + p->c->size;
  carom__forces(p->c, force);
  carom__force_rates(p->c, p->c->v, rate);
  return (loads){force, rate};
}

static fade fade_of(const carom__collision* c, int contact, const loads* l) {
  const carom__touch* t = &c->touch[contact];
  const int n = carom__normal(c, contact);
  if (t->phase == CAROM__LOCKED) {
    const double falls = -l->rate[n];
    return falls > 0 ? (fade){carom__max(0, t->force) / falls, falls} : (fade){HUGE_VAL, 0};
  }
  if (!(c->v[n] > 0) || t->phase != CAROM__RESTORING) return (fade){HUGE_VAL, 0};
  const double root = c->v[n] * c->v[n] - 2 * dot(c->size, c->w + n * c->size, l->force) * t->x;
  return (fade){root > 0 ? -2 * t->x / (c->v[n] + sqrt(root)) : HUGE_VAL, t->k * c->v[n]};
}

/// How the forces push the tangents of a contact.
static void find_push(const carom__collision* c, int contact, const loads* l, double push[2]) {
  const double* row = c->w + contact * c->dimension * c->size;
  for (int a = 0; a < 2; ++a) push[a] = dot(c->size, row + a * c->size, l->force);
}

/// True if the direction of a contact can do no more harm in the time that is left to it. One that follows v_t closely
/// has no part of it across now, but would have.
static bool can_freeze(const carom__collision* c, int contact, fade end, const double push[2]) {
  const carom__touch* t = &c->touch[contact];
  const double *v = c->v + contact * c->dimension, *d = t->d;
  const double across = fabs(v[1] * d[0] - v[0] * d[1]) + fabs(push[1] * d[0] - push[0] * d[1]) * end.rest;
  const double drift = across / carom__max(carom__hypot(v[0], v[1]), t->reach * end.rate);
  double w = 0;
  for (int a = 0; a < c->size; ++a) w = carom__max(w, fabs(c->w[contact * c->dimension * c->size + a]));
  return !(t->mu * w * 0.5 * carom__normal_force(c, t) * end.rest * drift > FROZEN * c->speed);
}

/// v_t along a contact's direction, and how far it is off.
typedef struct course {
  double along, across;
} course;

static course course_of(const double* v, const double* d) {
  return (course){v[0] * d[0] + v[1] * d[1], fabs(v[1] * d[0] - v[0] * d[1])};
}

static bool keeps_course(course at) {
  return at.along > 0 && at.across <= STRAIGHT * at.along;
}

/// The sliding velocity lies along the spring, and no force pushes it aside.
static bool seems_straight(const carom__collision* c, int contact, const double push[2]) {
  const carom__touch* t = &c->touch[contact];
  const course at = course_of(c->v + contact * c->dimension, t->d);
  return keeps_course(at) && course_of(push, t->d).across * c->time_scale <= STRAIGHT * at.along;
}

bool carom__span_bends(carom__span* p) {
  bool any = false;
  for (int i = 0; i < p->c->count; ++i)
    for (int j = 0; p->straight[i] && j < CAROM__SPAN_NODES; ++j) {
      const double v[2] = {p->v[p->base[i]][j], p->v[p->base[i] + 1][j]};
      if (keeps_course(course_of(v, p->c->touch[i].d))) continue;
      p->straight[i] = false;
      any = p->turns[i] = p->bent[i] = true;
    }
  return any;
}

double carom__span_choose_turning(carom__span* p) {
  const carom__collision* c = p->c;
  const loads l = find_loads(p);
  double longest = HUGE_VAL;
  for (int i = 0; i < c->count; ++i) {
    const carom__touch* t = &c->touch[i];
    double push[2];
    p->turns[i] = p->straight[i] = false;
    if (c->tangents < 2 || !carom__is_active(t) || t->grip != CAROM__SLIPPING) continue;
    const fade end = fade_of(c, i, &l);
    p->rest[i] = carom__min(end.rest, c->time_scale);
    find_push(c, i, &l, push);
    if (end.rest < HUGE_VAL && can_freeze(c, i, end, push)) continue;
    p->straight[i] = !p->bent[i] && seems_straight(c, i, push);
    p->turns[i] = !p->straight[i];
    if (p->turns[i]) longest = carom__min(longest, NEAR_END * end.rest);
  }
  return longest;
}

/// After an event the direction follows v_t at the rate |v_t|/rho, and the first panel must see that. Where that rate
/// is only mildly stiff the tails of the polynomials do not tell; a short first panel does.
double carom__span_first_length(const carom__span* p) {
  const carom__collision* c = p->c;
  double length = 0.5 * c->time_scale;
  for (int i = 0; i < c->count; ++i) {
    const carom__touch* t = &c->touch[i];
    const double rho = t->reach * carom__normal_force(c, t), *v = c->v + i * c->dimension;
    if (p->turns[i]) length = carom__min(length, FIRST * c->time_scale);
    if (p->turns[i] && rho > 0) length = carom__min(length, 4 * rho / carom__hypot(v[0], v[1]));
  }
  return length;
}

/// A turning direction is an algebraic function of the time that is left to its contact: panels that are the same part
/// of it are as accurate, so the next one must be shorter by as much as this one takes.
double carom__span_left_after(const carom__span* p) {
  double left = 1;
  for (int i = 0; i < p->c->count; ++i)
    if (p->turns[i] && p->rest[i] < p->c->time_scale) left = carom__min(left, 1 - p->h / p->rest[i]);
  return carom__max(left, 1 - NEAR_END);
}

/// A direction follows v_t at the rate |v_t|/rho: for more than this many times its inverse no series serves.
static const double STIFF = 4;

double carom__span_longest_series(const carom__span* p) {
  const carom__collision* c = p->c;
  double longest = HUGE_VAL;
  for (int i = 0; i < c->count; ++i) {
    const carom__touch* t = &c->touch[i];
    const double rho = t->reach * carom__normal_force(c, t), *v = c->v + i * c->dimension;
    if (p->turns[i]) longest = carom__min(longest, STIFF * rho / carom__hypot(v[0], v[1]));
  }
  return longest;
}
