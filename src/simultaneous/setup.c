// From the caller's problem to a collision in units near 1.
#include "contact/surface.h"
#include "simultaneous/collision.h"
#include "simultaneous/rigid.h"
#include "simultaneous/steps.h"

/// Below this mu eta2 the tangential spring is softened to it: stiffer ones would make thousands of stick-slip switches
/// and change the answer by less than about 1e-3 of the tangential impulse.
static const double RIGID_LIMIT = 1e-6;

static double* take(double** cursor, size_t count) {
  double* part = *cursor;
  if (part) *cursor += count;
  return part;
}

size_t carom__lay_out(carom__collision* c, int dimension, int count, double* memory) {
  const size_t n = (size_t)(dimension * count), m = (size_t)count;
  double* cursor = memory;
  c->w = take(&cursor, n * n);
  c->v0 = take(&cursor, n);
  c->v = take(&cursor, n);
  c->impulse = take(&cursor, n);
  c->noise = take(&cursor, m);
  c->hold = take(&cursor, 5 * m * m + m);
  c->share = take(&cursor, m * n);
  c->stress = take(&cursor, m);
  c->kept = take(&cursor, n * n + 3 * n + m);
  c->scratch = cursor;
  const size_t check = 2 * n * n + n, modes = carom__modes_size((int)n, count), panel = carom__span_size((int)n, count);
  size_t pieces = check > modes ? check : modes;
  if (panel > pieces) pieces = panel;
  const size_t steps = carom__steps_size((int)n, count);
  if (steps > pieces) pieces = steps;
  const size_t rigid = carom__rigid_size((int)n, count);
  if (rigid > pieces) pieces = rigid;
  return 2 * n * n + 6 * n + 4 * m + 5 * m * m + m * n + pieces;
}

static carom__scales scales_of(const carom_contact_problem* p, double exponent) {
  const int size = p->dimension * p->contact_count;
  double w = 0, v = 0;
  for (int i = 0; i < size; ++i) {
    w = carom__max(w, p->w[i * size + i]);
    v = carom__max(v, fabs(p->v[i]));
  }
  const carom__units units = carom__units_for(w, v);
  if (exponent == 1) return (carom__scales){units, ldexp(1, -units.inverse_mass / 2)};
  return (carom__scales){units, carom__pow(2, -(units.speed * (exponent - 1) + units.inverse_mass) / (exponent + 1))};
}

static carom__touch touch_of(const carom_surface* s, double stiffness, unsigned* warnings) {
  carom__touch t = {.e = s->e, .mu = s->mu, .k0 = stiffness, .k = stiffness};
  memcpy(t.phases, "none", 5);
  if (s->mu == 0 || s->eta2 == 0) return t;  // without friction, or rigid
  double eta2 = s->eta2;
  if (!(s->mu * eta2 >= RIGID_LIMIT)) {
    eta2 = RIGID_LIMIT / s->mu;
    *warnings |= CAROM_WARN_RIGID_LIMIT;
  }
  t.kt = stiffness / eta2;
  t.reach = s->mu * eta2 / stiffness;
  return t;
}

/// Contacts i and j share an island if W has an entry between them.
static bool are_coupled(const carom__collision* c, int i, int j) {
  for (int a = 0; a < c->dimension; ++a)
    for (int b = 0; b < c->dimension; ++b)
      if (c->w[(i * c->dimension + a) * c->size + j * c->dimension + b] != 0) return true;
  return false;
}

static void find_islands(carom__collision* c) {
  for (int i = 0; i < c->count; ++i) {
    c->island[i] = i;
    for (int j = 0; j < i; ++j) {
      const int old = c->island[j], now = c->island[i];
      if (old == now || !are_coupled(c, i, j)) continue;
      for (int l = 0; l <= i; ++l)
        if (c->island[l] == old) c->island[l] = now;
    }
  }
}

static void set_scales(carom__collision* c) {
  c->speed = 0;
  for (int i = 0; i < c->size; ++i) c->speed = carom__max(c->speed, fabs(c->v[i]));
  c->time_scale = 0;
  for (int i = 0; i < c->count; ++i) {
    const int n = carom__normal(c, i);
    c->time_scale = carom__max(c->time_scale, 1 / sqrt(c->w[n * c->size + n] * c->touch[i].k));
  }
}

void carom__set_up(carom__collision* c, const carom_contact_problem* p, const carom_simultaneous_memory* memory) {
  memset(c, 0, offsetof(carom__collision, touch));  // contacts are set one by one: most are not there
  carom__lay_out(c, p->dimension, p->contact_count, memory->workspace);
  c->dimension = p->dimension;
  c->tangents = p->dimension - 1;
  c->count = p->contact_count;
  c->size = p->dimension * p->contact_count;
  c->exponent = carom__exponent(&p->surfaces[0]);
  c->scales = scales_of(p, c->exponent);
  for (int i = 0; i < c->size; ++i) {
    for (int j = 0; j < c->size; ++j)
      c->w[i * c->size + j] =
          ldexp(0.5 * p->w[i * c->size + j] + 0.5 * p->w[j * c->size + i], -c->scales.units.inverse_mass);
    c->v0[i] = c->v[i] = ldexp(p->v[i], -c->scales.units.speed);
    c->impulse[i] = 0;
  }
  const double first_stiffness = carom__stiffness(&p->surfaces[0]);
  for (int i = 0; i < c->count; ++i)
    c->touch[i] = touch_of(&p->surfaces[i], carom__stiffness(&p->surfaces[i]) / first_stiffness, &c->warnings);
  find_islands(c);
  set_scales(c);
  c->log = memory->log;
  c->trace = memory->trace;
  c->trace_stride = 1;
}
