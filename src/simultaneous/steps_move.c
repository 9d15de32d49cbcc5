// The stepping engine: one step. Half a drift, forces, a kick, half a drift.
#include "simultaneous/steps.h"

/// A hard contact that nothing presses any more lets go in ever smaller parts: below this one of the largest force of a
/// hard contact it has.
static const double FADED = 1e-12;

/// Stuck tangents come to rest in ever smaller parts, too. Speeds are near 1: what is below this would only underflow,
/// and make every step slow.
static const double NOTHING = 1e-100;

double carom__steps_limit(const carom__steps* s, int contact) {
  return s->c->touch[contact].mu * carom__max(0, s->force[carom__normal(s->c, contact)]);
}

/// Column by column, since most contacts may have no force.
void carom__steps_kick(carom__steps* s) {
  const int size = s->c->size;
  double* restrict after = s->after;
  memcpy(after, s->c->v, (size_t)size * sizeof *after);
  for (int j = 0; j < size; ++j) {
    const double* restrict w = s->c->w + j * size;
    const double impulse = s->dt * s->force[j];
    if (impulse == 0) continue;
    for (int i = 0; i < size; ++i) after[i] += w[i] * impulse;
    s->c->work += size;
  }
}

/// Slip or stick, for the log and the word of the contact.
static void note_grip(carom__steps* s, int contact, bool slips) {
  carom__touch* t = &s->c->touch[contact];
  const carom__grip now = slips ? CAROM__SLIPPING : CAROM__STICKING;
  if (t->mu == 0 || t->grip == now) return;
  t->grip = now;
  carom__log_event(s->c, slips ? CAROM_EVENT_SLIP : CAROM_EVENT_STICK, contact);
  carom__note_phase(t, slips ? CAROM_CONTACT_SLIP : CAROM_CONTACT_STICK);
}

/// Friction on a spring: what is longer than the limit has slipped.
static void pull_back(carom__steps* s, int contact) {
  carom__collision* c = s->c;
  carom__touch* t = &c->touch[contact];
  const carom__stance* f = &s->stance[contact];
  if (f->is_rigid || f->kt == 0) return;
  const double length = carom__length(c, t->s), most = carom__steps_limit(s, contact) / f->kt;
  const bool slips = length > most;
  for (int a = 0; a < c->tangents; ++a) {
    if (slips) t->s[a] *= most / length;
    s->force[contact * c->dimension + a] = -f->kt * t->s[a];
  }
  note_grip(s, contact, slips);
}

static void drift_tangents(carom__steps* s, int contact) {
  carom__collision* c = s->c;
  if (s->stance[contact].is_rigid) return;
  for (int a = 0; a < c->tangents; ++a) c->touch[contact].s[a] += 0.5 * s->dt * c->v[contact * c->dimension + a];
}

/// Every force that the lengths of springs decide.
static void spring_forces(carom__steps* s) {
  carom__collision* c = s->c;
  memset(s->force, 0, (size_t)c->size * sizeof *s->force);
  for (int i = 0; i < c->count; ++i) {
    carom__touch* t = &c->touch[i];
    if (!carom__is_active(t)) continue;
    drift_tangents(s, i);
    if (t->phase == CAROM__LOCKED) continue;
    t->x += 0.5 * s->dt * c->v[carom__normal(c, i)];
    s->force[carom__normal(c, i)] = carom__steps_spring(s, i);
    pull_back(s, i);
  }
}

/// The impulse of the step, and the work that it takes from the bodies: F.(v + v')/2, which is exact.
static void give_impulse(carom__steps* s) {
  carom__collision* c = s->c;
  for (int i = 0; i < c->size; ++i) {
    const double impulse = s->dt * s->force[i], work = 0.5 * impulse * (c->v[i] + s->after[i]);
    c->impulse[i] += impulse;
    if (i % c->dimension == c->tangents) {
      c->restitution -= work;
    } else {
      c->friction -= work;
    }
    s->before[i] = c->v[i];
    c->v[i] = fabs(s->after[i]) > NOTHING ? s->after[i] : 0;
  }
}

static void drift(carom__steps* s) {
  carom__collision* c = s->c;
  for (int i = 0; i < c->count; ++i) {
    carom__touch* t = &c->touch[i];
    if (!carom__is_active(t)) continue;
    t->x += (t->phase == CAROM__LOCKED ? 1 : 0.5) * s->dt * c->v[carom__normal(c, i)];
    drift_tangents(s, i);
  }
}

/// What decides friction of hard contacts and rigid friction.
static void hold(carom__steps* s) {
  carom__collision* c = s->c;
  s->hard_count = 0;
  bool rigid = false;
  for (int i = 0; i < c->count; ++i) {
    const carom__touch* t = &c->touch[i];
    carom__stance* f = &s->stance[i];
    rigid |= carom__is_active(t) && f->is_rigid;
    if (t->phase != CAROM__LOCKED) continue;
    s->hard[s->hard_count++] = i;
    if (f->is_rigid) continue;
    const double length = carom__length(c, t->s);
    f->load = f->kt * length;
    for (int a = 0; a < c->tangents; ++a) f->along[a] = length > 0 ? t->s[a] / length : 0;
  }
  if (s->hard_count || rigid) {
    carom__steps_hold(s);
  } else {
    carom__steps_kick(s);
  }
}

void carom__steps_move(carom__steps* s) {
  carom__collision* c = s->c;
  spring_forces(s);
  hold(s);
  for (int u = 0; u < s->hard_count; ++u) {
    const int i = s->hard[u];
    const double force = s->force[carom__normal(c, i)];
    s->largest = carom__max(s->largest, force);
    c->touch[i].force = force > FADED * s->largest ? force : 0;
    pull_back(s, i);
  }
  for (int i = 0; i < c->count; ++i)
    if (carom__is_active(&c->touch[i]) && s->stance[i].is_rigid) note_grip(s, i, s->stance[i].hold == CAROM__SLIDING);
  give_impulse(s);
  drift(s);
  c->time += s->dt;
}
