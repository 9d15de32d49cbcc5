// Bodies that hold each other for ever.
//
// Locks may press on each other with a stress that no motion feels (a ball between parallel walls). Nothing normal
// happens any more then, and friction with that stress stops whatever slides there, however long it takes: in the end
// nothing moves at these contacts. That end is known without the way: impulses dI with W dI = -v there, and as much of
// the stress as keeps them within their cones.
#include "math/eigen.h"
#include "simultaneous/collision.h"

static const double PI = 3.141592653589793;

/// A collision that lasts for this many periods of its slowest spring, times its contacts, is a jam.
static const double JAM_PERIODS = 60;

/// Below this part of the largest eigenvalue W is singular: redundant contacts share.
static const double REDUNDANT = 1e-10;

/// A stress below this part of the largest is none.
static const double STRESSED = 1e-9;

double carom__patience(const carom__collision* c) {
  double rate2 = HUGE_VAL;
  for (int i = 0; i < c->size; ++i) {
    const carom__touch* t = &c->touch[i / c->dimension];
    const double k = i % c->dimension == c->tangents ? t->k0 : t->kt;
    if (k > 0) rate2 = carom__min(rate2, c->w[i * c->size + i] * k);
  }
  return JAM_PERIODS * 2 * PI / sqrt(rate2) * c->count;
}

/// A contact that no other one touches swings about zero in modes of its own, however slow: its force does not last.
static bool is_alone(const carom__collision* c, int contact) {
  for (int i = 0; i < c->count; ++i)
    if (i != contact && c->island[i] == c->island[contact] && carom__is_active(&c->touch[i])) return false;
  return true;
}

/// The active contacts of an island, if all are locked under stress; else none.
static carom__set stressed_locks(const carom__collision* c, int island) {
  carom__set all = 0;
  double most = 0;
  for (int a = 0; a < c->locked_count; ++a) most = carom__max(most, c->stress[a]);
  for (int i = 0; i < c->count; ++i) {
    if (c->island[i] != island || !carom__is_active(&c->touch[i])) continue;
    if (c->touch[i].phase != CAROM__LOCKED) return 0;
    all |= carom__only(i);
  }
  for (int a = 0; a < c->locked_count; ++a)
    if (carom__has(all, c->locked[a]) && !(c->stress[a] > STRESSED * most)) return 0;
  return all;
}

/// The impulses, in room for 2 n^2 + n numbers, that stop the n freedoms of a list.
static void find_stop(carom__collision* c, int n, const int* list, double* stop) {
  double *w = c->scratch, *vectors = w + n * n, *values = vectors + n * n;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) w[i * n + j] = c->w[list[i] * c->size + list[j]];
  c->work += carom__sweeps_work(n, carom_symmetric_eigen(n, w, values, vectors));
  for (int i = 0; i < n; ++i) stop[i] = 0;
  for (int k = 0; k < n; ++k) {
    double along = 0;
    if (!(values[k] > REDUNDANT * values[n - 1])) continue;
    for (int i = 0; i < n; ++i) along += vectors[i * n + k] * c->v[list[i]];
    for (int i = 0; i < n; ++i) stop[i] -= vectors[i * n + k] * along / values[k];
  }
}

/// How long the stress must last, so that all these impulses are within their cones.
static double time_in_cones(const carom__collision* c, carom__set jam, const double* impulse) {
  double time = 0;
  for (int a = 0; a < c->locked_count; ++a) {
    const int i = c->locked[a];
    const double* p = impulse + i * c->dimension;
    if (!carom__has(jam, i)) continue;
    const double along = c->touch[i].mu > 0 ? carom__hypot(p[0], c->tangents == 2 ? p[1] : 0) / c->touch[i].mu : 0;
    time = carom__max(time, (along - p[c->tangents]) / c->stress[a]);
  }
  return time;
}

static void stop_jam(carom__collision* c, carom__set jam) {
  int list[3 * CAROM__MOST], n = 0;
  double stop[3 * CAROM__MOST], impulse[3 * CAROM__MOST] = {0};
  for (int i = 0; i < c->size; ++i) {
    const int contact = i / c->dimension;
    if (!carom__has(jam, contact)) continue;
    if (c->touch[contact].mu > 0 || i == carom__normal(c, contact)) list[n++] = i;
  }
  find_stop(c, n, list, stop);
  for (int k = 0; k < n; ++k) {
    c->friction -= 0.5 * stop[k] * c->v[list[k]];
    impulse[list[k]] = stop[k];
  }
  const double time = time_in_cones(c, jam, impulse);
  for (int a = 0; a < c->locked_count; ++a)
    if (carom__has(jam, c->locked[a])) impulse[carom__normal(c, c->locked[a])] += time * c->stress[a];
  for (int i = 0; i < c->size; ++i) {
    c->impulse[i] += impulse[i];
    for (int j = 0; j < c->size; ++j) c->v[i] += c->w[i * c->size + j] * impulse[j];
  }
  for (int k = 0; k < n; ++k) c->v[list[k]] = 0;
  c->time += time;
  carom__release_all(c, jam);
}

/// Springs that locks hold as they are have become rigid, too: nothing will ever move them.
static void lock_held(carom__collision* c) {
  carom__set held = 0;
  for (int i = 0; c->locked_count && i < c->count; ++i)
    if (carom__is_springy(&c->touch[i]) && carom__is_held_still(c, i)) held |= carom__only(i);
  if (held) carom__lock_all(c, held, held);
}

void carom__end_jam(carom__collision* c, double patience) {
  if (c->time < patience) return;
  for (int i = 0; i < c->count; ++i) {
    if (!carom__is_active(&c->touch[i]) || is_alone(c, i)) continue;
    carom__tire(&c->touch[i]);
    c->warnings |= CAROM_WARN_JAMMED;
  }
  lock_held(c);
  for (int i = 0; i < c->count; ++i) {
    const carom__set jam = c->island[i] == i ? stressed_locks(c, i) : 0;
    if (jam) stop_jam(c, jam);
  }
}
