// Sides to start from where pivots do not end: sweeps over the contacts, each of which takes the forces of the others
// as they are and obeys its own laws (projected Gauss-Seidel).
#include "simultaneous/rigid.h"

/// A force this close to what friction can hold, as a part of it, slips.
static const double AT_LIMIT = 1e-6;

static double rate(const carom__rigid* r, int row) {
  double size;
  return carom__rigid_rate(r, row, r->force, &size);
}

static void sweep_normal(carom__rigid* r, int contact) {
  const carom__collision* c = r->c;
  carom__rigid_touch* t = &r->touch[contact];
  const int n = carom__normal(c, contact);
  if (!t->may_lock || t->loose) return;
  t->normal = carom__max(0, t->normal - rate(r, n) / c->w[n * c->size + n]);
  r->force[n] = t->normal;
  t->cap = c->touch[contact].mu * t->normal;
  for (int a = 0; a < c->tangents && !t->rests && t->grip == CAROM__SLIPPING; ++a)
    r->force[carom__tangent(c, contact, a)] = -t->cap * t->d[a];
}

static void sweep_friction(carom__rigid* r, int contact) {
  const carom__collision* c = r->c;
  const carom__rigid_touch* t = &r->touch[contact];
  if (!t->rests || t->yields || c->touch[contact].mu == 0) return;
  double* force = r->force + contact * c->dimension;
  double stiffest = 0, length = 0;
  for (int a = 0; a < c->tangents; ++a) {
    const int row = carom__tangent(c, contact, a);
    stiffest = carom__max(stiffest, c->w[row * c->size + row]);
  }
  if (!(stiffest > 0)) return;
  const double first = rate(r, carom__tangent(c, contact, 0));
  const double second = c->tangents == 2 ? rate(r, carom__tangent(c, contact, 1)) : 0;
  force[0] -= first / (c->tangents * stiffest);
  if (c->tangents == 2) force[1] -= second / (c->tangents * stiffest);
  length = carom__hypot(force[0], c->tangents == 2 ? force[1] : 0);
  for (int a = 0; a < c->tangents && length > t->cap; ++a) force[a] *= t->cap / length;
}

/// Sides from the forces.
static void take_sides(carom__rigid* r) {
  const carom__collision* c = r->c;
  for (int i = 0; i < c->count; ++i) {
    carom__rigid_touch* t = &r->touch[i];
    const double* force = r->force + i * c->dimension;
    if (t->may_lock && !t->loose) t->holds = t->normal > 0;
    if (!t->rests || t->yields) continue;
    const double length = carom__hypot(force[0], c->tangents == 2 ? force[1] : 0);
    const bool slips = length >= (1 - AT_LIMIT) * t->cap && length > 0;
    t->grip = slips ? CAROM__SLIPPING : CAROM__STICKING;
    for (int a = 0; a < c->tangents && slips; ++a) t->d[a] = -force[a] / length;
  }
}

void carom__rigid_sweep(carom__rigid* r, int sweeps) {
  const carom__collision* c = r->c;
  memset(r->force, 0, (size_t)c->size * sizeof *r->force);
  for (int i = 0; i < c->count; ++i) {
    carom__rigid_touch* t = &r->touch[i];
    if (t->may_lock) t->normal = t->cap = 0;
    if (!carom__is_active(&c->touch[i]) || t->may_lock) continue;
    r->force[carom__normal(c, i)] = t->normal;
    for (int a = 0; a < c->tangents && t->grip == CAROM__SLIPPING && (!t->rests || t->yields); ++a)
      r->force[carom__tangent(c, i, a)] = -t->cap * t->d[a];
  }
  for (int k = 0; k < sweeps; ++k)
    for (int i = 0; i < c->count; ++i) {
      if (!carom__is_active(&c->touch[i])) continue;
      sweep_normal(r, i);
      sweep_friction(r, i);
    }
  r->c->work += (double)sweeps * c->size * c->size;
  take_sides(r);
}
