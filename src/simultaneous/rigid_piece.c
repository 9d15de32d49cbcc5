// A piece between events: which kind it is, how far it goes, what it costs in energy.
#include "simultaneous/rigid.h"

/// A piece may be a quarter of the collision: its path is drawn by so many points. One that is shorter than this part
/// of the time so far is a point in a picture, and events that pile up have thousands of them.
enum { TRACE_POINTS = 16 };
static const double TOO_SHORT_TO_DRAW = 1e-3;

/// Slip that has just begun, below this part of the speeds, is rounding and has no direction of its own yet.
static const double NO_DIRECTION = 1e-15;

static void list_springs(carom__rigid* r) {
  r->spring_count = 0;
  for (int i = 0; i < r->c->count; ++i)
    if (carom__is_springy(&r->c->touch[i])) r->springs[r->spring_count++] = i;
}

/// Directions of slip as they are now.
static void point_slips(carom__rigid* r) {
  const carom__collision* c = r->c;
  for (int i = 0; i < c->count; ++i) {
    if (!carom__rigid_slips(r, i)) continue;
    double *v = c->v + i * c->dimension, speed = carom__hypot(v[0], v[1]);
    if (r->touch[i].yields && speed < NO_DIRECTION * c->speed) v[0] = v[1] = speed = 0;
    for (int a = 0; a < 2 && speed > 0; ++a) r->touch[i].d[a] = v[a] / speed;
  }
}

/// Locks that slip answer along their directions.
static void answer_slips(carom__rigid* r) {
  for (int i = 0; i < r->c->count; ++i)
    if (r->c->touch[i].phase == CAROM__LOCKED && r->touch[i].grip == CAROM__SLIPPING) {
      carom__rigid_prepare_piece(r);
      return;
    }
}

/// What is held at rest is at rest.
static void hold(carom__rigid* r) {
  carom__collision* c = r->c;
  for (int i = 0; i < c->count; ++i) {
    if (carom__rigid_is_still(r, i)) c->v[carom__normal(c, i)] = 0;
    if (!carom__is_active(&c->touch[i]) || r->touch[i].grip != CAROM__STICKING) continue;
    for (int a = 0; a < c->tangents; ++a) c->v[carom__tangent(c, i, a)] = 0;
  }
}

void carom__rigid_expand(carom__rigid* r) {
  carom__collision* c = r->c;
  carom__rigid_piece* p = &r->piece;
  list_springs(r);
  if (c->tangents == 2 && (r->bent || r->changed)) {
    point_slips(r);
    answer_slips(r);
  }
  if (r->changed) r->bent = false;
  if (r->changed) {
    hold(r);
    carom__rigid_find_columns(r);
  }
  p->time = c->time;
  memcpy(p->v, c->v, (size_t)c->size * sizeof *p->v);
  memcpy(p->total, c->impulse, (size_t)c->size * sizeof *p->total);
  if (c->exponent != 1) {
    carom__rigid_take_normals(r);
    carom__rigid_forces(r);
    carom__rigid_find_light(r);
  }
  p->turns = r->bent || !carom__rigid_expand_straight(r);
  if (p->turns) carom__rigid_expand_turning(r);
  r->changed = false;
  r->bent = p->turns;
  c->panels += 1;
}

void carom__rigid_settle(carom__rigid* r) {
  carom__collision* c = r->c;
  double* change = r->rate;
  memcpy(r->force, c->impulse, (size_t)c->size * sizeof *r->force);
  carom__rigid_mend(r);
  for (int a = 0; a < c->size; ++a) r->force[a] = c->impulse[a] - r->force[a];
  carom__rigid_rates(r, r->force, change);
  for (int a = 0; a < c->size; ++a)
    if (c->v[a] != 0) c->v[a] += change[a];  // what has just been set to 0 stays so
  hold(r);
}

void carom__rigid_place(carom__rigid* r, double part) {
  if (r->piece.turns)
    carom__rigid_place_turning(r, part);
  else
    carom__rigid_place_straight(r, part);
  hold(r);
}

static double stored(const carom__collision* c) {
  double sum = 0;
  for (int i = 0; i < c->count; ++i) sum += carom__stored(c, &c->touch[i]);
  return sum;
}

/// What the bodies and the springs have lost since the start of the piece went to friction.
static double lost_to_friction(const carom__rigid* r, double stored_before) {
  const carom__collision* c = r->c;
  double gained = stored(c) - stored_before;
  for (int a = 0; a < c->size; ++a) gained += (c->impulse[a] - r->piece.total[a]) * (c->v[a] + r->piece.v[a]) / 2;
  return -gained;
}

/// It is not counted as work: who asks for the path gets the same answer.
static void trace_between(carom__rigid* r, double part) {
  carom__collision* c = r->c;
  const double work = c->work;
  carom__rigid_place(r, part);
  const bool is_short = c->time - r->piece.time < TOO_SHORT_TO_DRAW * c->time;
  for (int k = 1; k < TRACE_POINTS && !is_short; ++k) {
    if (carom__trace_skips(c)) continue;
    carom__rigid_place(r, part * k / TRACE_POINTS);
    carom__trace_now(c);
  }
  c->work = work;
}

void carom__rigid_go(carom__rigid* r, double part) {
  carom__collision* c = r->c;
  const double before = stored(c);
  if (c->trace) trace_between(r, part);
  carom__rigid_place(r, part);
  carom__rigid_mend(r);
  c->friction += lost_to_friction(r, before);
  if (!(part > 0)) return;
  if (r->piece.turns) point_slips(r);
  r->at_once = 0;
  for (int i = 0; i < c->count; ++i) {  // what has begun to slip is not asked again before it moves
    r->touch[i].yields &= r->touch[i].grip == CAROM__SLIPPING && carom__rigid_is_at_rest(r, i);
    if (!carom__rigid_is_creep(r, i)) r->touch[i].stops = 0;
  }
}
