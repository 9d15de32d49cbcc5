// What each event does, and what happens with it at the same instant.
#include "simultaneous/rigid.h"

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

/// It began by rounding, and never compressed.
static bool is_empty(const carom__rigid* r, int contact) {
  return !(r->c->touch[contact].x < 0);
}

static void end_compressions(carom__rigid* r, const carom__rigid_event* event) {
  r->c->v[carom__normal(r->c, event->contact)] = 0;
  if (is_empty(r, event->contact))
    end_springs(r, event->contact);
  else
    carom__rigid_turn_round(r, event);
}

/// A velocity that was rounding from the start of the piece fell from there on, though it shows only now: it is told
/// with that time.
static void come_back_in_time(carom__rigid* r, const carom__rigid_event* event) {
  const double now = r->c->time;
  if (event->at_once) r->c->time = r->piece.time;
  carom__rigid_turn_round(r, event);
  r->c->time = now;
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
      end_compressions(r, event);
      break;
    case CAROM__COMES_BACK:
      come_back_in_time(r, event);
      break;
    case CAROM__LETS_GO:
      carom__rigid_end(r, i, CAROM_EVENT_RELEASE);
      carom__rigid_regrip(r);
      break;
    case CAROM__COMPRESSES_AGAIN:
    case CAROM__SLIP_STOPS:
      carom__rigid_turn_round(r, event);
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
    if (c->v[carom__normal(c, i)] < -r->touch[i].noise) carom__rigid_activate(r, i);
  carom__rigid_regrip(r);
  for (int i = 0; i < c->count; ++i) carom__rigid_log_start(r, i);
}
