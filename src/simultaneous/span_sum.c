// What a series says at the nodes of a panel: velocities, forces, lengths and directions, and impulses where asked for.
#include "simultaneous/span.h"

enum { NODES = CAROM__SPAN_NODES, TERMS = CAROM__SPAN_TERMS, FOUR = CAROM__SPAN_FOUR };

double carom__span_fill_work(const carom__span* p, int orders) {
  return 2.7 * p->n * orders;
}

/// Powers of the nodes, as parts of the series' length.
static void find_powers(const carom__span* p, carom__nodes* power) {
  const double part = p->h / p->series.h;
  carom__nodes node;
  for (int j = 0; j < NODES; ++j) {
    power[0][j] = 1;
    node[j] = part * p->rule->node[j];
  }
  for (int k = 1; k <= p->series.order + 1; ++k)
    for (int j = 0; j < NODES; ++j) power[k][j] = power[k - 1][j] * node[j];
}

/// The sum of a series at all nodes, the smallest terms first.
CAROM__ALWAYS_INLINE void sum_series(const carom__nodes* power, const double* terms, int stride, int order,
                                     double* out) {
  carom__twelve sum = {0};
  for (int k = order; k >= 0; --k) carom__twelve_add(&sum, terms[k * stride], power[k]);
  carom__twelve_store(out, &sum);
}

CAROM__WITH_AVX2 static void sum_freedoms(carom__span* p, const carom__nodes* power) {
  const carom__series* s = &p->series;
  for (int i = 0; i < p->n; ++i) {
    sum_series(power, s->v + i, s->wide, s->order, p->v[i]);
    sum_series(power, s->f + i, s->wide, s->order, p->force[i]);
  }
}

CAROM__WITH_AVX2 static void sum_impulses(carom__span* p, const carom__nodes* power) {
  const carom__series* s = &p->series;
  double part[TERMS];
  for (int k = 0; k <= s->order; ++k) part[k] = s->h / (k + 1);
  for (int i = 0; i < p->n; ++i) {
    carom__twelve sum = {0};
    for (int k = s->order; k >= 0; --k) carom__twelve_add(&sum, part[k] * s->f[k * s->wide + i], power[k + 1]);
    carom__twelve_store(p->impulse[i], &sum);
  }
}

void carom__span_know_impulses(carom__span* p) {
  carom__nodes power[TERMS];
  if (p->impulses_known) return;
  p->c->work += 0.5 * carom__span_fill_work(p, p->series.order);
  find_powers(p, power);
  sum_impulses(p, (const carom__nodes*)power);
  p->impulses_known = true;
}

CAROM__WITH_AVX2 static void sum_rate(carom__span* p, const carom__nodes* power, int contact) {
  const carom__series* s = &p->series;
  const int i = carom__span_normal(p, contact);
  carom__twelve sum = {0};
  for (int k = s->order; k > 0; --k) carom__twelve_add(&sum, k / s->h * s->f[k * s->wide + i], power[k - 1]);
  carom__twelve_store(p->lock_rate[contact], &sum);
}

void carom__span_series_rates(carom__span* p) {
  carom__nodes power[TERMS];
  find_powers(p, power);
  for (int a = 0; a < p->c->locked_count; ++a) sum_rate(p, (const carom__nodes*)power, p->c->locked[a]);
}

static void set_stuck(carom__span* p, int contact) {
  const carom__touch* t = &p->c->touch[contact];
  for (int a = 0; a < 2; ++a) {
    const double* force = p->force[p->base[contact] + a];
    for (int j = 0; j < NODES; ++j) p->s[2 * contact + a][j] = a < p->tangents[contact] ? -force[j] / t->kt : 0;
  }
}

CAROM__WITH_AVX2 static void set_lengths(carom__span* p, const carom__nodes* power, int contact) {
  const carom__series* s = &p->series;
  const carom__touch* t = &p->c->touch[contact];
  const double* normal = p->force[carom__span_normal(p, contact)];
  double *d0 = p->d[2 * contact], *d1 = p->d[2 * contact + 1];
  for (int j = 0; carom__is_springy(t) && j < NODES; ++j) p->x[contact][j] = -normal[j] / t->k;
  if (t->grip == CAROM__STICKING) set_stuck(p, contact);
  if (t->grip != CAROM__SLIPPING) return;
  for (int j = 0; j < NODES; ++j) {
    d0[j] = t->d[0];
    d1[j] = t->d[1];
  }
  if (!p->turns[contact]) return;
  const int first = carom__span_place(s->lane_of[contact], 0);
  sum_series(power, s->d0 + first, FOUR, s->order, d0);
  sum_series(power, s->d1 + first, FOUR, s->order, d1);
}

bool carom__span_take_series(carom__span* p, double h) {
  carom__nodes power[TERMS];
  if (p->series.order < 0 || !(h <= p->series.part * p->series.h)) return false;
  p->h = h;
  p->rates_known = p->impulses_known = p->past_end = false;
  p->c->work += carom__span_fill_work(p, p->series.order);
  find_powers(p, power);
  sum_freedoms(p, (const carom__nodes*)power);
  for (int i = 0; i < p->c->count; ++i)
    if (carom__is_active(&p->c->touch[i])) set_lengths(p, (const carom__nodes*)power, i);
  return true;
}
