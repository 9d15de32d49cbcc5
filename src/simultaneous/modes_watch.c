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

/// A contact's normal force is offset + factor row.q.
typedef struct normal_force {
  const double* row;
  double factor, offset;
} normal_force;

static normal_force force_of(const carom__modes* p, int contact) {
  const carom__collision* c = p->c;
  int a = 0;
  if (c->touch[contact].phase != CAROM__LOCKED)
    return (normal_force){p->rows + p->first[contact] * p->wide, -c->touch[contact].k, 0};
  while (c->locked[a] != contact) ++a;
  return (normal_force){p->share + a * p->wide, 1, c->stress[a]};
}

typedef struct pair {
  double value, rate;
} pair;

/// row.q at an order and the next one.
CAROM__ALWAYS_INLINE pair sums_at(const carom__modes* p, const double* row, int order) {
  const double *x = p->q + order * p->wide, *y = x + p->wide;
  carom__four value = {0}, rate = {0};
  for (int m = 0; m < p->wide; m += 4) {
    value += carom__load(row + m) * carom__load(x + m);
    rate += carom__load(row + m) * carom__load(y + m);
  }
  return (pair){carom__sum_lanes(value), carom__sum_lanes(rate)};
}

/// rho^2 - |s|^2, with the friction limit rho = offset + factor row.q.
CAROM__ALWAYS_INLINE pair margin_at(const carom__modes* p, const carom__mode_watch* w) {
  const pair limit = sums_at(p, w->row, CAROM__MODE_VALUE);
  const double rho = w->offset + w->factor * limit.value, drho = w->factor * limit.rate;
  pair sum = {rho * rho, 2 * rho * drho};
  for (int a = 0; a < p->c->tangents; ++a) {
    const pair s = sums_at(p, p->rows + (p->grip[w->what.contact] + a) * p->wide, CAROM__MODE_VALUE);
    sum.value -= s.value * s.value;
    sum.rate -= 2 * s.value * s.rate;
  }
  return sum;
}

/// A watched function and its rate at the time that carom__modes_at was called for.
CAROM__ALWAYS_INLINE pair watch_at(const carom__modes* p, const carom__mode_watch* w) {
  if (w->what.type == CAROM_EVENT_SLIP) return margin_at(p, w);
  const pair sum = sums_at(p, w->row, w->order);
  return (pair){w->offset + w->factor * sum.value, w->factor * sum.rate};
}

CAROM__WITH_AVX2 static void watch_all_at(const carom__modes* p, double* values, double* rates) {
  for (int i = 0; i < p->watch_count; ++i) {
    const pair at = watch_at(p, &p->watches[i]);
    values[i] = at.value;
    rates[i] = at.rate;
  }
}

void carom__modes_evaluate(double time, double* values, double* rates, void* context) {
  carom__modes* p = context;
  carom__modes_at(p, time);
  watch_all_at(p, values, rates);
}

void carom__modes_evaluate_one(double time, int i, double* value, double* rate, void* context) {
  carom__modes* p = context;
  carom__modes_at(p, time);
  const pair at = watch_at(p, &p->watches[i]);
  *value = at.value;
  *rate = at.rate;
}

int carom__modes_due(const carom__modes* p, double t, int watch, carom__happening* due) {
  int count = 0;
  due[count++] = p->watches[watch].what;
  double *values = p->search, *rates = values + p->watch_count;  // the search is over
  watch_all_at(p, values, rates);
  for (int i = 0; i < p->watch_count; ++i) {
    const carom__happening what = p->watches[i].what;
    const carom__falling f = {.value = values[i], .rate = rates[i], .noise = p->noise[i], .length = t};
    if (carom__goes_with(what, due[0], f) && carom__is_due(p->c, f)) due[count++] = what;
  }
  return count;
}

/// sum |row| |q'| omega^power: a bound on the derivative of that order, less one, of row.q'.
CAROM__ALWAYS_INLINE double bound_of(const carom__modes* p, const double* row, int power) {
  const double* most = p->most + power * p->wide;
  carom__four sums = {0};
  for (int m = 0; m < p->wide; m += 4) sums += carom__fabs_four(carom__load(row + m)) * carom__load(most + m);
  return carom__sum_lanes(sums);
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

/// Of row.q with q at this order.
CAROM__WITH_AVX2 static bounds bounds_of(const carom__modes* p, const double* row, int order) {
  return (bounds){bound_of(p, row, order), bound_of(p, row, order + 2)};
}

/// Of (row.q)^2, times a factor.
static bounds bounds_of_square(const carom__modes* p, const double* row, double factor) {
  const double size = size_of(p, row), d1 = bound_of(p, row, 0), d2 = bound_of(p, row, 1), d3 = bound_of(p, row, 2);
  return (bounds){factor * (2 * d1 * d1 + 2 * size * d2),
                  factor * (2 * size * bound_of(p, row, 3) + 8 * d1 * d3 + 6 * d2 * d2)};
}

/// Of (offset + factor row.q)^2 less the squares of the tangential lengths.
static bounds bounds_of_margin(const carom__modes* p, const carom__mode_watch* w) {
  bounds sum = bounds_of_square(p, w->row, w->factor * w->factor);
  const double mixed = 2 * fabs(w->factor * w->offset);
  sum.second += mixed * bound_of(p, w->row, 1);
  sum.fourth += mixed * bound_of(p, w->row, 3);
  for (int a = 0; a < p->c->tangents; ++a) {
    const bounds part = bounds_of_square(p, p->rows + (p->grip[w->what.contact] + a) * p->wide, 1);
    sum.second += part.second;
    sum.fourth += part.fourth;
  }
  return sum;
}

static void add_watch(carom__modes* p, carom__mode_watch w, double noise) {
  const bounds bound = w.what.type == CAROM_EVENT_SLIP ? bounds_of_margin(p, &w) : bounds_of(p, w.row, w.order);
  const int i = p->watch_count++;
  p->bounds[i] = bound.second;
  p->fourths[i] = bound.fourth;
  p->noise[i] = noise;
  p->watches[i] = w;
}

static void watch_grip(carom__modes* p, int contact, double fastest) {
  const carom__collision* c = p->c;
  const carom__touch* t = &c->touch[contact];
  if (!carom__is_active(t) || t->grip != CAROM__STICKING) return;
  const double rho = t->reach * carom__normal_force(c, t);
  const normal_force f = force_of(p, contact);
  // Springs that have only begun are lost in rounding of the others: lengths are sums over all modes.
  const double lost = SUM_NOISE * t->reach * (fabs(f.offset) + fabs(f.factor) * size_of(p, f.row));
  double noise = SUM_NOISE * rho * rho + rho * (lost + 2 * carom__length_noise(c, contact)) + lost * lost;
  if (carom__is_fresh(c, t)) noise += FRESH * rho * rho + rho * carom__slip_noise(c, contact) / fastest;
  const carom__happening slip = {CAROM_EVENT_SLIP, contact};
  add_watch(p, (carom__mode_watch){slip, f.row, t->reach * f.factor, t->reach * f.offset, CAROM__MODE_VALUE}, noise);
}

static void watch_normal(carom__modes* p, int contact) {
  const carom__collision* c = p->c;
  const carom__touch* t = &c->touch[contact];
  const double noise = c->noise[contact], *lengths = p->rows + p->first[contact] * p->wide;
  switch (t->phase) {
    case CAROM__APART: {
      const carom__happening back = {CAROM_EVENT_REACTIVATE, contact};
      const double *row = p->rows + (p->n + contact) * p->wide, v = c->v[carom__normal(c, contact)];
      add_watch(p, (carom__mode_watch){back, row, 1, v, CAROM__MODE_AREA}, noise);
      break;
    }
    case CAROM__COMPRESSING: {
      const carom__happening end = {CAROM_EVENT_COMPRESSION_END, contact};
      add_watch(p, (carom__mode_watch){end, lengths, -1, 0, CAROM__MODE_SLOPE}, noise);
      break;
    }
    case CAROM__RESTORING: {
      const carom__happening end = {CAROM_EVENT_RESTITUTION_END, contact}, again = {CAROM_EVENT_RECOMPRESS, contact};
      add_watch(p, (carom__mode_watch){end, lengths, -1, 0, CAROM__MODE_VALUE}, LENGTH_NOISE * t->peak);
      add_watch(p, (carom__mode_watch){again, lengths, 1, 0, CAROM__MODE_SLOPE}, carom__recompress_noise(c, contact));
      break;
    }
    case CAROM__LOCKED: {
      const carom__happening release = {CAROM_EVENT_RELEASE, contact};
      const normal_force f = force_of(p, contact);
      add_watch(p, (carom__mode_watch){release, f.row, 1, f.offset, CAROM__MODE_VALUE},
                SUM_NOISE * (fabs(f.offset) + size_of(p, f.row)));
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
