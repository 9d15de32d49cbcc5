// Contacts at rest. One that touches with v_n = 0 becomes active if the first non-zero derivative of v_n is negative:
// impulse arrives through the others, v^(n) = W F^(n-1), and the springs answer with F^(n) from v^(n-1). In a chain of
// balls each order reaches one contact further.
#include "simultaneous/collision.h"
#include "simultaneous/complement.h"

/// A derivative below this part of the terms it is the sum of is zero.
static const double CANCELLED = 1e-13;

/// How much of the softest spring's give a rigid contact has, so that redundant ones share a load.
static const double GIVES_WAY = 1e-8;

/// The derivatives of one order, each order scaled by itself: only signs and ratios matter.
typedef struct ladder {
  double *force, *now, *before, *older;  // v^(n), v^(n-1), v^(n-2)
  double* sizes;                         // what rounding of the forces is judged by
  double* lead;                          // first tangential derivatives that are not zero, 2 per contact
  int lead_order[CAROM__MOST];
  bool waits[CAROM__MOST];
  int waiting;
} ladder;

static bool island_is_active(const carom__collision* c, int contact) {
  for (int i = 0; i < c->count; ++i)
    if (c->island[i] == c->island[contact] && carom__is_active(&c->touch[i])) return true;
  return false;
}

/// Springs know their lengths to a part of the largest they had, so their forces no better.
static void force_sizes(const carom__collision* c, ladder* l, int order) {
  for (int i = 0; i < c->size; ++i) l->sizes[i] = fabs(l->force[i]);
  for (int i = 0; order == 1 && i < c->count; ++i) {
    const carom__touch* t = &c->touch[i];
    if (carom__is_springy(t))
      l->sizes[carom__normal(c, i)] = fabs(carom__spring_force(c, t, carom__min(t->x, -t->peak)));
  }
}

/// v^(n) = W F^(n-1), with what cancels to rounding set to 0.
static void climb(carom__collision* c, ladder* l, int order) {
  int pushing[3 * CAROM__MOST], pushing_count = 0;
  double most = 0;
  for (int j = 0; j < c->size; ++j)
    if (l->sizes[j] > 0) pushing[pushing_count++] = j;
  c->work += 0.8 * c->size * pushing_count + 20.0 * c->count;
  for (int i = 0; i < c->size; ++i) {
    const double* row = c->w + i * c->size;
    double sum = 0, size = 0;
    for (int j = 0; j < pushing_count; ++j) {
      sum += row[pushing[j]] * l->force[pushing[j]];
      size += fabs(row[pushing[j]]) * l->sizes[pushing[j]];
    }
    const carom__touch* t = &c->touch[i / c->dimension];
    // What has just let go did so since the force that held it is 0, and with it its acceleration.
    const bool held = order == 1 && c->time > 0 && t->released == c->time && i % c->dimension == c->tangents;
    l->now[i] = fabs(sum) > CANCELLED * size && !held ? sum : 0;
    most = carom__max(most, fabs(l->now[i]));
  }
  for (int i = 0; most > 0 && i < c->size; ++i) l->now[i] /= most;
}

static void wake(carom__collision* c, ladder* l, int contact, int order) {
  const double* v_t = l->lead_order[contact] >= 0 ? l->lead + 2 * contact : l->now + contact * c->dimension;
  const bool slides_before = l->lead_order[contact] >= 0 && l->lead_order[contact] < order;
  carom__touch* t = &c->touch[contact];
  t->phase = CAROM__COMPRESSING;
  t->acted = true;
  t->began = c->time;
  t->x = t->peak = 0;
  c->v[carom__normal(c, contact)] = 0;  // what it is but for rounding
  if (c->time > 0) carom__log_event(c, CAROM_EVENT_REACTIVATE, contact);
  carom__begin_grip(c, contact, v_t, slides_before ? 0 : l->now[carom__normal(c, contact)]);
  l->waits[contact] = false;
  l->waiting -= 1;
}

static void note_lead(const carom__collision* c, ladder* l, int contact, int order) {
  const double* v_t = l->now + contact * c->dimension;
  if (l->lead_order[contact] >= 0 || (v_t[0] == 0 && (c->tangents == 1 || v_t[1] == 0))) return;
  l->lead_order[contact] = order;
  l->lead[2 * contact] = v_t[0];
  l->lead[2 * contact + 1] = c->tangents == 2 ? v_t[1] : 0;
}

/// What a force at the normal of a contact does to all velocities, the locked contacts holding.
static void respond(const carom__collision* c, int contact, double* force, double* response) {
  for (int i = 0; i < c->size; ++i) force[i] = 0;
  force[carom__normal(c, contact)] = 1;
  if (c->locked_count) carom__answer_locked_rates(c, force);
  for (int i = 0; i < c->size; ++i) {
    response[i] = 0;
    for (int j = 0; j < c->size; ++j)
      if (force[j] != 0) response[i] += c->w[i * c->size + j] * force[j];
  }
}

/// One that waits and may be rigid would approach: else none needs a force.
static bool approaches(const carom__collision* c, const ladder* l) {
  for (int i = 0; i < c->count; ++i)
    if (l->waits[i] && c->touch[i].hardened && l->now[carom__normal(c, i)] < 0) return true;
  return false;
}

/// Forces at the rigid contacts of a list that keep all of them from approaching. Redundant ones share as their springs
/// would at first: each gives way by a little in proportion, and the answer is unique.
static void hold_list(const carom__collision* c, const ladder* l, int n, const int* list, double* z) {
  double m[CAROM__MOST * CAROM__MOST], q[CAROM__MOST], force[3 * CAROM__MOST], response[3 * CAROM__MOST], softest = 0;
  const double none[CAROM__MOST] = {0};
  bool in[CAROM__MOST];
  for (int b = 0; b < n; ++b) {
    respond(c, list[b], force, response);
    q[b] = l->now[carom__normal(c, list[b])];
    for (int a = 0; a < n; ++a) m[a * n + b] = response[carom__normal(c, list[a])];
    softest = carom__max(softest, 1 / c->touch[list[b]].k0);
  }
  for (int b = 0; b < n; ++b) {
    const int at = carom__normal(c, list[b]);
    m[b * n + b] += GIVES_WAY * c->w[at * c->size + at] / (softest * c->touch[list[b]].k0);
  }
  carom__solve_complement(&(carom__complement){.n = n, .m = m, .q = q, .noise = none, .in = in, .z = z});
}

/// Of the contacts that wait, those that are as good as rigid decide as one set: a force of this order at each that
/// would approach else. Changes the derivatives of this order as they do.
static carom__set find_rigid(carom__collision* c, ladder* l) {
  if (!approaches(c, l)) return 0;
  int list[CAROM__MOST], n = 0;
  double z[CAROM__MOST], force[3 * CAROM__MOST], response[3 * CAROM__MOST];
  carom__set rigid = 0;
  for (int i = 0; i < c->count; ++i)
    if (l->waits[i] && c->touch[i].hardened && carom__is_rigid(c, i)) list[n++] = i;
  c->work += 1.0 * n * c->size * (c->size + 2.0 * c->locked_count);
  if (n > 0) hold_list(c, l, n, list, z);
  for (int b = 0; b < n; ++b) {
    if (!(z[b] > 0)) continue;
    rigid |= carom__only(list[b]);
    respond(c, list[b], force, response);
    for (int i = 0; i < c->size; ++i) l->now[i] += z[b] * response[i];
  }
  return rigid;
}

static void judge(carom__collision* c, ladder* l, int order) {
  const carom__set rigid = find_rigid(c, l);
  for (int i = 0; i < c->count; ++i) {
    if (!l->waits[i]) continue;
    note_lead(c, l, i, order);
    const double rate = l->now[carom__normal(c, i)];
    if (carom__has(rigid, i) || rate < 0) wake(c, l, i, order);
    if (!l->waits[i] || !(rate > 0)) continue;
    l->waits[i] = false;
    l->waiting -= 1;
  }
  if (rigid) carom__lock_all(c, rigid, rigid);
}

/// Contacts apart with v_n within noise that something active can reach.
static bool waits(const carom__collision* c, int contact) {
  const carom__touch* t = &c->touch[contact];
  return !carom__is_active(t) && fabs(c->v[carom__normal(c, contact)]) <= c->noise[contact] &&
         island_is_active(c, contact);
}

static void gather(carom__collision* c, ladder* l) {
  l->force = c->scratch + 2 * c->size;
  l->now = l->force + c->size;
  l->before = l->now + c->size;
  l->older = l->before + c->size;
  l->sizes = l->older + c->size;
  l->lead = l->sizes + c->size;
  for (int i = 0; i < c->count; ++i) {
    l->waits[i] = waits(c, i);
    l->waiting += l->waits[i];
    l->lead_order[i] = -1;
    for (int a = 0; a < c->tangents; ++a) {
      const double v_t = c->v[i * c->dimension + a];
      if (fabs(v_t) > c->noise[i]) l->lead_order[i] = 0;
      l->lead[2 * i + a] = v_t;
    }
  }
}

static bool anyone_waits(const carom__collision* c) {
  for (int i = 0; i < c->count; ++i)
    if (waits(c, i)) return true;
  return false;
}

void carom__wake_resting(carom__collision* c) {
  if (!anyone_waits(c)) return;
  ladder l;  // large: gather sets what is used
  l.waiting = 0;
  gather(c, &l);
  if (!l.waiting) return;
  memcpy(l.before, c->v, (size_t)c->size * sizeof *c->v);
  for (int i = 0; i < c->count; ++i)
    if (l.waits[i]) l.before[carom__normal(c, i)] = 0;
  for (int order = 1; order <= 2 * c->count + 2 && l.waiting; ++order) {
    if (order == 1) {
      carom__forces(c, l.force);
    } else {
      carom__force_rates(c, l.older, l.force);
    }
    force_sizes(c, &l, order);
    climb(c, &l, order);
    judge(c, &l, order);
    double* const kept = l.older;
    l.older = l.before;
    l.before = l.now;
    l.now = kept;
  }
}

void carom__activate(carom__collision* c, int contact) {
  carom__touch* t = &c->touch[contact];
  const double *v = c->v + contact * c->dimension, v_n = v[c->tangents];
  const double threshold = c->noise[contact];
  const bool slides = fabs(v[0]) > threshold || (c->tangents == 2 && fabs(v[1]) > threshold);
  const double rest[2] = {0, 0};
  t->phase = CAROM__COMPRESSING;
  t->acted = true;
  t->began = c->time;
  t->x = t->peak = 0;
  carom__begin_grip(c, contact, slides ? v : rest, v_n < -threshold ? v_n : 0);
}

void carom__start(carom__collision* c) {
  carom__update_noise(c);
  for (int i = 0; i < c->count; ++i)
    if (c->v[carom__normal(c, i)] < -c->noise[i]) carom__activate(c, i);
}
