// What can happen on a piece in closed form: every event is the root of a sum of sinusoids, or of a difference of
// squares of such sums where a contact starts to slip.
#include "simultaneous/modes.h"

/// Rounding of a spring's length, as a part of its length at the end of compression.
static const double LENGTH_NOISE = 4e-15;

/// Rounding of a sum over all modes, as a part of its terms: of locked forces, and of the friction limit.
static const double SUM_NOISE = 1e-14;

/// A contact that has just been decided to stick may be this part, of the square, beyond its limit: what it was decided
/// by is known no better.
static const double FRESH = 1e-10;

static const double* locked_row(const carom__modes* p, int contact) {
  int a = 0;
  while (p->c->locked[a] != contact) ++a;
  return p->share + a * p->n;
}

/// The part of the force that stays as it is.
static double stress_of(const carom__modes* p, int contact) {
  int a = 0;
  if (p->c->touch[contact].phase != CAROM__LOCKED) return 0;
  while (p->c->locked[a] != contact) ++a;
  return p->c->stress[a];
}

/// The friction limit rho and its rate. F = -k x, so a length turns into a force by -k.
CAROM__ALWAYS_INLINE void reach_at(const carom__modes* p, int contact, double* rho, double* rate) {
  const carom__touch* t = &p->c->touch[contact];
  const bool locked = t->phase == CAROM__LOCKED;
  const double* row = locked ? locked_row(p, contact) : p->rows + p->first[contact] * p->n;
  const double factor = t->reach * (locked ? 1 : -t->k);
  *rho = factor * (stress_of(p, contact) + carom__mode_sum(p->n, row, p->q));
  *rate = factor * carom__mode_sum(p->n, row, p->dq);
}

/// rho^2 - |s|^2
CAROM__ALWAYS_INLINE void margin_at(const carom__modes* p, int contact, double* value, double* rate) {
  double rho, drho;
  reach_at(p, contact, &rho, &drho);
  double sum = rho * rho, slope = 2 * rho * drho;
  for (int a = 0; a < p->c->tangents; ++a) {
    const double* row = p->rows + (p->grip[contact] + a) * p->n;
    const double s = carom__mode_sum(p->n, row, p->q), ds = carom__mode_sum(p->n, row, p->dq);
    sum -= s * s;
    slope -= 2 * s * ds;
  }
  *value = sum;
  *rate = slope;
}

/// A watched function and its rate at the time that carom__modes_at was called for.
CAROM__ALWAYS_INLINE void watch_at(const carom__modes* p, const carom__mode_watch* w, double* value, double* rate) {
  const double* row = p->rows + w->row * p->n;
  switch (w->what.type) {
    case CAROM_EVENT_COMPRESSION_END:
      *value = -carom__mode_sum(p->n, row, p->dq);
      *rate = carom__mode_sum(p->n, row, p->ddq);
      break;
    case CAROM_EVENT_RECOMPRESS:
      *value = carom__mode_sum(p->n, row, p->dq);
      *rate = -carom__mode_sum(p->n, row, p->ddq);
      break;
    case CAROM_EVENT_RESTITUTION_END:
      *value = -carom__mode_sum(p->n, row, p->q);
      *rate = -carom__mode_sum(p->n, row, p->dq);
      break;
    case CAROM_EVENT_REACTIVATE:
      *value = p->c->v[carom__normal(p->c, w->what.contact)] + carom__mode_sum(p->n, row, p->iq);
      *rate = carom__mode_sum(p->n, row, p->q);
      break;
    case CAROM_EVENT_RELEASE:
      row = locked_row(p, w->what.contact);
      *value = stress_of(p, w->what.contact) + carom__mode_sum(p->n, row, p->q);
      *rate = carom__mode_sum(p->n, row, p->dq);
      break;
    default:
      margin_at(p, w->what.contact, value, rate);
      break;
  }
}

CAROM__WITH_AVX2 static void watch_all_at(const carom__modes* p, double* values, double* rates) {
  for (int i = 0; i < p->watch_count; ++i) watch_at(p, &p->watches[i], &values[i], &rates[i]);
}

void carom__modes_evaluate(double time, double* values, double* rates, void* context) {
  carom__modes* p = context;
  carom__modes_at(p, time);
  watch_all_at(p, values, rates);
}

int carom__modes_due(const carom__modes* p, double t, int watch, carom__happening* due) {
  int count = 0;
  due[count++] = p->watches[watch].what;
  for (int i = 0; i < p->watch_count; ++i) {
    const carom__happening what = p->watches[i].what;
    carom__falling f = {.noise = p->noise[i], .length = t};
    watch_at(p, &p->watches[i], &f.value, &f.rate);
    if (carom__goes_with(what, due[0], f) && carom__is_due(p->c, f)) due[count++] = what;
  }
  return count;
}

/// sum |row| |q'| omega^power: a bound on the derivative of that order, less one, of row.q'.
static double bound_of(const carom__modes* p, const double* row, int power) {
  const double* most = p->most + power * p->n;
  double sum = 0;
  for (int m = 0; m < p->n; ++m) sum += fabs(row[m]) * most[m];
  return sum;
}

/// A bound on |row.q| up to t_end.
static double size_of(const carom__modes* p, const double* row) {
  double sum = 0;
  for (int m = 0; m < p->n; ++m) {
    const double drift = fabs(p->a[m]) + fabs(p->b[m]) * p->t_end;
    const double swing = p->omega[m] > 0 ? p->most[m] / p->omega[m] : HUGE_VAL;
    sum += fabs(row[m]) * carom__min(drift, swing);
  }
  return sum;
}

/// Bounds on the second and fourth derivatives of a watched function.
typedef struct bounds {
  double second, fourth;
} bounds;

/// Of the derivative of row.q of this order.
static bounds bounds_of(const carom__modes* p, const double* row, int order) {
  return (bounds){bound_of(p, row, order + 1), bound_of(p, row, order + 3)};
}

/// Of (row.q)^2, times a factor.
static bounds bounds_of_square(const carom__modes* p, const double* row, double factor) {
  const double size = size_of(p, row), d1 = bound_of(p, row, 0), d2 = bound_of(p, row, 1), d3 = bound_of(p, row, 2);
  return (bounds){factor * (2 * d1 * d1 + 2 * size * d2),
                  factor * (2 * size * bound_of(p, row, 3) + 8 * d1 * d3 + 6 * d2 * d2)};
}

static bounds bounds_of_margin(const carom__modes* p, int contact) {
  const carom__touch* t = &p->c->touch[contact];
  const bool locked = t->phase == CAROM__LOCKED;
  const double* row = locked ? locked_row(p, contact) : p->rows + p->first[contact] * p->n;
  const double factor = t->reach * (locked ? 1 : t->k);
  bounds sum = bounds_of_square(p, row, factor * factor);
  // (z + f)^2 of a constant z: 2 z f besides.
  const double stressed = 2 * factor * factor * fabs(stress_of(p, contact));
  sum.second += stressed * bound_of(p, row, 1);
  sum.fourth += stressed * bound_of(p, row, 3);
  for (int a = 0; a < p->c->tangents; ++a) {
    const bounds part = bounds_of_square(p, p->rows + (p->grip[contact] + a) * p->n, 1);
    sum.second += part.second;
    sum.fourth += part.fourth;
  }
  return sum;
}

static void add_watch(carom__modes* p, carom__mode_watch w, bounds bound, double noise) {
  p->bounds[p->watch_count] = bound.second;
  p->fourths[p->watch_count] = bound.fourth;
  p->noise[p->watch_count] = noise;
  p->watches[p->watch_count++] = w;
}

static void watch_grip(carom__modes* p, int contact, double fastest) {
  const carom__collision* c = p->c;
  const carom__touch* t = &c->touch[contact];
  if (!carom__is_active(t) || t->grip != CAROM__STICKING) return;
  const double rho = t->reach * carom__normal_force(c, t);
  const bool locked = t->phase == CAROM__LOCKED;
  const double* row = locked ? locked_row(p, contact) : p->rows + p->first[contact] * p->n;
  // Springs that have only begun are lost in rounding of the others: lengths are sums over all modes.
  const double lost = SUM_NOISE * t->reach * (locked ? 1 : t->k) * (fabs(stress_of(p, contact)) + size_of(p, row));
  double noise = SUM_NOISE * rho * rho + rho * (lost + 2 * carom__length_noise(c, contact)) + lost * lost;
  if (carom__is_fresh(c, t)) noise += FRESH * rho * rho + rho * carom__slip_noise(c, contact) / fastest;
  add_watch(p, (carom__mode_watch){{CAROM_EVENT_SLIP, contact}, 0}, bounds_of_margin(p, contact), noise);
}

static void watch_normal(carom__modes* p, int contact) {
  const carom__collision* c = p->c;
  const carom__touch* t = &c->touch[contact];
  const double noise = c->noise[contact];
  const int row = p->first[contact];
  const double* lengths = p->rows + row * p->n;
  switch (t->phase) {
    case CAROM__APART: {
      const int apart = p->n + contact;
      add_watch(p, (carom__mode_watch){{CAROM_EVENT_REACTIVATE, contact}, apart},
                bounds_of(p, p->rows + apart * p->n, -1), noise);
      break;
    }
    case CAROM__COMPRESSING:
      add_watch(p, (carom__mode_watch){{CAROM_EVENT_COMPRESSION_END, contact}, row}, bounds_of(p, lengths, 1), noise);
      break;
    case CAROM__RESTORING:
      add_watch(p, (carom__mode_watch){{CAROM_EVENT_RESTITUTION_END, contact}, row}, bounds_of(p, lengths, 0),
                LENGTH_NOISE * t->peak);
      add_watch(p, (carom__mode_watch){{CAROM_EVENT_RECOMPRESS, contact}, row}, bounds_of(p, lengths, 1),
                carom__recompress_noise(c, contact));
      break;
    case CAROM__LOCKED: {
      const double* forces = locked_row(p, contact);
      add_watch(p, (carom__mode_watch){{CAROM_EVENT_RELEASE, contact}, 0}, bounds_of(p, forces, 0),
                SUM_NOISE * (fabs(stress_of(p, contact)) + size_of(p, forces)));
      break;
    }
  }
}

void carom__modes_watch_all(carom__modes* p, double fastest) {
  p->watch_count = 0;
  for (int i = 0; i < p->c->count; ++i) {
    watch_normal(p, i);
    watch_grip(p, i, fastest);
  }
}
