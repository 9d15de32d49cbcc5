// What can happen on a piece in closed form: every event is the root of a sum of sinusoids, or of a difference of
// squares of such sums where a contact starts to slip.
#include "simultaneous/modes.h"

/// Rounding of a spring's length, as a part of its length at the end of compression.
static const double LENGTH_NOISE = 4e-15;

/// x.omega^2 y
static double dot_stiff(const carom__modes* p, const double* row) {
  double sum = 0;
  for (int m = 0; m < p->n; ++m) sum += row[m] * (p->omega[m] * p->omega[m] * p->q[m]);
  return sum;
}

static const double* locked_row(const carom__modes* p, int contact) {
  int a = 0;
  while (p->c->locked[a] != contact) ++a;
  return p->share + a * p->n;
}

/// The friction limit rho and its rate. F = -k x, so a length turns into a force by -k.
static void reach_at(const carom__modes* p, int contact, double* rho, double* rate) {
  const carom__touch* t = &p->c->touch[contact];
  const bool locked = t->phase == CAROM__LOCKED;
  const double* row = locked ? locked_row(p, contact) : p->rows + p->first[contact] * p->n;
  const double factor = carom__slack(t) * t->reach * (locked ? 1 : -t->k);
  *rho = factor * carom__mode_sum(p->n, row, p->q);
  *rate = factor * carom__mode_sum(p->n, row, p->dq);
}

/// rho^2 - |s|^2
static void margin_at(const carom__modes* p, int contact, double* value, double* rate) {
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
static inline void watch_at(const carom__modes* p, const carom__mode_watch* w, double* value, double* rate) {
  const double* row = p->rows + w->row * p->n;
  switch (w->type) {
    case CAROM_EVENT_COMPRESSION_END:
      *value = -carom__mode_sum(p->n, row, p->dq);
      *rate = dot_stiff(p, row);
      break;
    case CAROM_EVENT_RECOMPRESS:
      *value = carom__mode_sum(p->n, row, p->dq);
      *rate = -dot_stiff(p, row);
      break;
    case CAROM_EVENT_RESTITUTION_END:
      *value = -carom__mode_sum(p->n, row, p->q);
      *rate = -carom__mode_sum(p->n, row, p->dq);
      break;
    case CAROM_EVENT_REACTIVATE:
      *value = p->c->v[carom__normal(p->c, w->contact)] + carom__mode_sum(p->n, row, p->iq);
      *rate = carom__mode_sum(p->n, row, p->q);
      break;
    case CAROM_EVENT_RELEASE:
      row = locked_row(p, w->contact);
      *value = carom__mode_sum(p->n, row, p->q);
      *rate = carom__mode_sum(p->n, row, p->dq);
      break;
    default:
      margin_at(p, w->contact, value, rate);
      break;
  }
}

void carom__modes_evaluate(double time, double* values, double* rates, void* context) {
  carom__modes* p = context;
  carom__modes_at(p, time);
  for (int i = 0; i < p->watch_count; ++i) watch_at(p, &p->watches[i], &values[i], &rates[i]);
}

int carom__modes_first_at_once(const carom__modes* p, double t, int watch) {
  for (int i = 0; p->watches[i].contact < p->watches[watch].contact; ++i) {
    carom__falling f = {.noise = p->noise[i], .length = t};
    watch_at(p, &p->watches[i], &f.value, &f.rate);
    if (carom__is_due(p->c, f)) return i;
  }
  return watch;
}

/// sum |row| |q'| omega^power: a bound on the derivative of that order, less one, of row.q'.
static double bound_of(const carom__modes* p, const double* row, int power) {
  double sum = 0;
  for (int m = 0; m < p->n; ++m) {
    double size = fabs(row[m]) * p->most[m];
    for (int k = 0; k < power; ++k) size *= p->omega[m];
    sum += size;
  }
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

/// A bound on the second derivative of (row.q)^2.
static double bound_of_square(const carom__modes* p, const double* row) {
  const double rate = bound_of(p, row, 0);
  return 2 * rate * rate + 2 * size_of(p, row) * bound_of(p, row, 1);
}

static double bound_of_margin(const carom__modes* p, int contact) {
  const carom__touch* t = &p->c->touch[contact];
  const bool locked = t->phase == CAROM__LOCKED;
  const double* row = locked ? locked_row(p, contact) : p->rows + p->first[contact] * p->n;
  const double factor = t->reach * (locked ? 1 : t->k);
  double sum = factor * factor * bound_of_square(p, row);
  for (int a = 0; a < p->c->tangents; ++a) sum += bound_of_square(p, p->rows + (p->grip[contact] + a) * p->n);
  return sum;
}

static void add_watch(carom__modes* p, carom__mode_watch w, double bound, double noise) {
  p->bounds[p->watch_count] = bound;
  p->noise[p->watch_count] = noise;
  p->watches[p->watch_count++] = w;
}

static void watch_grip(carom__modes* p, int contact, double fastest) {
  const carom__collision* c = p->c;
  const carom__touch* t = &c->touch[contact];
  if (!carom__is_active(t) || t->grip != CAROM__STICKING || t->bare || carom__is_numb(c, t)) return;
  const double rho = t->reach * carom__normal_force(c, t);
  const bool locked = t->phase == CAROM__LOCKED;
  const double* row = locked ? locked_row(p, contact) : p->rows + p->first[contact] * p->n;
  // Springs that begin with a high power of time are lost in rounding at first.
  const double lost = 1e-14 * t->reach * (locked ? 1 : t->k) * size_of(p, row);
  double noise = 1e-14 * rho * rho + lost * lost;
  if (carom__is_fresh(c, t)) noise += 1e-10 * rho * rho + rho * carom__slip_noise(c, contact) / fastest;
  add_watch(p, (carom__mode_watch){CAROM_EVENT_SLIP, contact, 0}, bound_of_margin(p, contact), noise);
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
      add_watch(p, (carom__mode_watch){CAROM_EVENT_REACTIVATE, contact, apart}, bound_of(p, p->rows + apart * p->n, 0),
                noise);
      break;
    }
    case CAROM__COMPRESSING:
      add_watch(p, (carom__mode_watch){CAROM_EVENT_COMPRESSION_END, contact, row}, bound_of(p, lengths, 2), noise);
      break;
    case CAROM__RESTORING:
      add_watch(p, (carom__mode_watch){CAROM_EVENT_RESTITUTION_END, contact, row}, bound_of(p, lengths, 1),
                LENGTH_NOISE * t->peak);
      add_watch(p, (carom__mode_watch){CAROM_EVENT_RECOMPRESS, contact, row}, bound_of(p, lengths, 2), noise);
      break;
    case CAROM__LOCKED: {
      const double* forces = locked_row(p, contact);
      add_watch(p, (carom__mode_watch){CAROM_EVENT_RELEASE, contact, 0}, bound_of(p, forces, 1),
                1e-14 * size_of(p, forces));
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
