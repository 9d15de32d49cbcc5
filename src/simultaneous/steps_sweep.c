// The stepping engine: forces of a step by projection, one contact after the other, where friction leaves no pieces
// that fit (a wedge). Every force found obeys the friction limit, whether or not the sweeps have converged.
#include "simultaneous/steps.h"

enum { SWEEPS = 50 };

/// Changes a force, and the velocities after the step with it.
static void add_force(carom__steps* s, int freedom, double by) {
  const carom__collision* c = s->c;
  const double* w = c->w + freedom * c->size;
  s->force[freedom] += by;
  for (int i = 0; i < c->size; ++i) s->after[i] += s->dt * w[i] * by;
  s->c->work += c->size;
}

static void sweep_normal(carom__steps* s, int contact) {
  const carom__collision* c = s->c;
  const carom__stance* f = &s->stance[contact];
  const int n = carom__normal(c, contact);
  const double h = s->dt + f->damping / f->hard, own = h * s->dt * f->w_nn + 1 / f->hard;
  const double off = h * s->after[n] + c->touch[contact].x + s->force[n] / f->hard;
  add_force(s, n, carom__max(-s->force[n], -off / own));
}

/// The tangential force that friction on a spring wants, or that would stop rigid slip, within the limit.
static void sweep_tangents(carom__steps* s, int contact) {
  const carom__collision* c = s->c;
  const carom__stance* f = &s->stance[contact];
  const int at = contact * c->dimension;
  const double limit = carom__steps_limit(s, contact);
  double want[2] = {0, 0}, w = 0;
  for (int a = 0; a < c->tangents; ++a) w += c->w[(at + a) * c->size + at + a];
  for (int a = 0; a < c->tangents; ++a) {
    const double stop = w > 0 ? s->force[at + a] - s->after[at + a] / (s->dt * w) : 0;
    want[a] = f->is_rigid ? stop : -f->load * f->along[a];
  }
  const double size = carom__length(c, want), part = size > limit ? limit / size : 1;
  for (int a = 0; a < c->tangents; ++a) add_force(s, at + a, part * want[a] - s->force[at + a]);
}

/// The pieces of the next step start from what was found.
static void set_pieces(carom__steps* s, int contact) {
  const carom__collision* c = s->c;
  carom__stance* f = &s->stance[contact];
  const double *force = s->force + contact * c->dimension, size = carom__length(c, force);
  const bool slides = size >= carom__steps_limit(s, contact) * (1 - 8 * DBL_EPSILON);
  f->is_open = !(force[c->tangents] > 0);
  if (!f->is_rigid) {
    f->hold = c->touch[contact].mu > 0 && slides && f->load > 0 ? CAROM__SLIDING : CAROM__HELD;
    return;
  }
  f->hold = slides && size > 0 ? CAROM__SLIDING : CAROM__STUCK;
  for (int a = 0; a < c->tangents && f->hold == CAROM__SLIDING; ++a) f->along[a] = -force[a] / size;
}

static bool is_swept(const carom__steps* s, int contact) {
  const carom__touch* t = &s->c->touch[contact];
  return t->phase == CAROM__LOCKED || (carom__is_active(t) && s->stance[contact].is_rigid);
}

void carom__steps_sweep(carom__steps* s) {
  const carom__collision* c = s->c;
  for (int i = 0; i < c->count; ++i) {
    if (!is_swept(s, i)) continue;
    double* force = s->force + i * c->dimension;
    if (c->touch[i].phase == CAROM__LOCKED) force[c->tangents] = c->touch[i].force;
    for (int a = 0; a < c->tangents; ++a) force[a] = 0;
  }
  carom__steps_kick(s);
  for (int k = 0; k < SWEEPS && (k == 0 || c->work < s->work_limit); ++k)
    for (int i = 0; i < c->count; ++i) {
      if (!is_swept(s, i)) continue;
      if (c->touch[i].phase == CAROM__LOCKED) sweep_normal(s, i);
      sweep_tangents(s, i);
    }
  for (int i = 0; i < c->count; ++i)
    if (is_swept(s, i)) set_pieces(s, i);
}
