// A panel by power series in theta = t/h. With the forces of order k come the velocities of order k + 1, springs of
// order k + 1 from velocities of order k, and directions from
//     rho q = h v_t.s_perp,   s^' = q s_perp,   q = h phi'
// order by order, with products by Cauchy, four contacts beside each other. That takes as long as a few sweeps, and is
// as exact as rounding allows where the terms fade; where a direction is stiff (rho short against h |v_t|), or begins
// with rho = 0, they do not.
#include "simultaneous/span.h"

enum { NODES = CAROM__SPAN_NODES, ORDERS = CAROM__SPAN_ORDERS, TERMS = ORDERS + 2, FOUR = 4 };

/// The terms are looked at from this order on, and at each that many further.
enum { FIRST_CHECKED = 8, CHECKED_EVERY = 4 };

/// Two terms in a row below this part of the sum of all end a series: rounding.
static const double FADED = DBL_EPSILON;

/// A term of a direction, which has length 1, that is larger than this grows on: the series is of no use.
static const double BLOWN = 30;

static size_t most_lanes(int count) {
  return (size_t)(count + FOUR - 1) / FOUR * FOUR;
}

size_t carom__span_series_size(int size, int count) {
  return TERMS * (2 * (size_t)size + 6 * most_lanes(count));
}

void carom__span_lay_out_series(carom__span* p, double* room) {
  carom__series* s = &p->series;
  const size_t lanes = TERMS * most_lanes(p->c->count);
  s->v = room;
  s->f = s->v + TERMS * p->n;
  s->rho = s->f + TERMS * p->n;
  s->v0 = s->rho + lanes;
  s->v1 = s->v0 + lanes;
  s->d0 = s->v1 + lanes;
  s->d1 = s->d0 + lanes;
  s->q = s->d1 + lanes;
}

/// Who turns, in which lane; lanes that are left over have a spring that rests.
static void fill_lanes(carom__span* p) {
  carom__series* s = &p->series;
  int used = 0;
  for (int i = 0; i < p->c->count; ++i)
    if (p->turns[i]) s->lane_of[i] = used++;
  s->lanes = (used + FOUR - 1) / FOUR * FOUR;
  for (int k = 0; k < TERMS; ++k)
    for (int l = used; l < s->lanes; ++l) {
      s->rho[k * s->lanes + l] = s->d0[k * s->lanes + l] = k == 0;
      s->v0[k * s->lanes + l] = s->v1[k * s->lanes + l] = 0;
    }
  for (int i = 0; i < p->c->count; ++i) {
    if (!p->turns[i]) continue;
    s->d0[s->lane_of[i]] = p->c->touch[i].d[0];
    s->d1[s->lane_of[i]] = p->c->touch[i].d[1];
  }
  for (int l = used; l < s->lanes; ++l) s->d1[l] = 0;
}

/// Stiffnesses, forces of springs and velocities at the start.
static void begin_springs(carom__span* p, int contact) {
  const carom__touch* t = &p->c->touch[contact];
  carom__series* s = &p->series;
  const int base = p->base[contact], normal = carom__span_normal(p, contact);
  s->stiff[normal] = carom__is_springy(t) ? t->k : 0;
  s->f[normal] = carom__is_springy(t) ? -t->k * t->x : 0;
  for (int a = 0; a < p->tangents[contact]; ++a) {
    s->stiff[base + a] = t->grip == CAROM__STICKING ? t->kt : 0;
    s->f[base + a] = -s->stiff[base + a] * t->s[a];
  }
}

static bool begin(carom__span* p, carom__sliding* sliding) {
  const carom__collision* c = p->c;
  carom__series* s = &p->series;
  double d[CAROM__MOST][2];
  for (int i = 0; i < c->count; ++i) {
    if (p->turns[i] && !(carom__normal_force(c, &c->touch[i]) > 0)) return false;
    if (carom__is_active(&c->touch[i])) begin_springs(p, i);
  }
  for (int i = 0; i < p->n; ++i) s->v[i] = c->v[p->freedom[i]];
  for (int a = 0; a < c->locked_count; ++a) s->v[carom__span_normal(p, c->locked[a])] = 0;
  for (int i = 0; i < p->n; ++i) p->size[i] = fabs(s->v[i]);
  fill_lanes(p);
  carom__list_sliding(c, sliding);
  for (int i = 0; i < sliding->n; ++i) memcpy(d[i], c->touch[c->locked[sliding->lock[i]]].d, sizeof d[i]);
  return carom__factor_sliding(c, (const double(*)[2])d, sliding);
}

/// f = -K r, with the lengths r of this order.
CAROM__ALWAYS_INLINE void set_springs(carom__span* p, int order) {
  const carom__series* s = &p->series;
  const int n = p->n;
  const double part = -s->h / order, *before = s->v + (order - 1) * n;
  double* f = s->f + order * n;
  for (int i = 0; i < n; ++i) f[i] = part * s->stiff[i] * before[i];
}

/// What lower orders say about the lanes: sum over j < order of rho_j d_(order - j), of which friction is -kt times.
CAROM__ALWAYS_INLINE void push_lanes(carom__series* s, int order) {
  const int n = s->lanes;
  for (int l = 0; l < n; l += FOUR) {
    carom__four sum0 = {0}, sum1 = {0};
    for (int j = 0; j < order; ++j) {
      const carom__four rho = carom__load(s->rho + j * n + l);
      sum0 += rho * carom__load(s->d0 + (order - j) * n + l);
      sum1 += rho * carom__load(s->d1 + (order - j) * n + l);
    }
    carom__store(s->push + 2 * l, sum0);
    carom__store(s->push + 2 * l + FOUR, sum1);
  }
}

/// What push_lanes found for a contact.
CAROM__ALWAYS_INLINE double pushed(const carom__series* s, int contact, int axis) {
  const int l = s->lane_of[contact];
  return s->push[2 * (l - l % FOUR) + FOUR * axis + l % FOUR];
}

/// q of this order, and the directions of the next.
CAROM__ALWAYS_INLINE void turn_lanes(carom__series* s, int order) {
  const int n = s->lanes;
  for (int l = 0; l < n; l += FOUR) {
    carom__four across = {0}, kept = {0}, next0 = {0}, next1 = {0};
    for (int j = 0; j <= order; ++j) {
      const int at = j * n + l, rest = (order - j) * n + l;
      across += carom__load(s->v1 + at) * carom__load(s->d0 + rest) - carom__load(s->v0 + at) * carom__load(s->d1 + rest);
      if (j > 0) kept += carom__load(s->rho + at) * carom__load(s->q + rest);
    }
    carom__store(s->q + order * n + l, (s->h * across - kept) / carom__load(s->rho + l));
    for (int j = 0; j <= order; ++j) {
      const carom__four q = carom__load(s->q + j * n + l);
      next0 -= q * carom__load(s->d1 + (order - j) * n + l);
      next1 += q * carom__load(s->d0 + (order - j) * n + l);
    }
    carom__store(s->d0 + (order + 1) * n + l, next0 / (order + 1));
    carom__store(s->d1 + (order + 1) * n + l, next1 / (order + 1));
  }
}

/// Friction of a contact that slips, as far as it does not follow from a locked force of this order.
CAROM__ALWAYS_INLINE void set_friction(carom__span* p, int contact, int order) {
  const carom__touch* t = &p->c->touch[contact];
  carom__series* s = &p->series;
  const int base = p->base[contact];
  double* f = s->f + order * p->n;
  const double rho = t->reach * f[carom__span_normal(p, contact)];
  for (int a = 0; a < p->tangents[contact]; ++a)
    f[base + a] = -t->kt * (rho * t->d[a] + (p->turns[contact] ? pushed(s, contact, a) : 0));
  if (!p->turns[contact]) return;
  const int at = order * s->lanes + s->lane_of[contact];
  s->rho[at] = rho;
  s->v0[at] = s->v[order * p->n + base];
  s->v1[at] = s->v[order * p->n + base + 1];
}

/// The locked contacts answer, those that slide first.
CAROM__ALWAYS_INLINE void set_locked(carom__span* p, const carom__sliding* sliding, int order) {
  const carom__collision* c = p->c;
  carom__series* s = &p->series;
  const int n = p->n;
  double *f = s->f + order * n, lambda[CAROM__MOST], slide[CAROM__MOST];
  for (int a = 0; a < c->locked_count; ++a) {
    const double* share = p->share + a * n;
    lambda[a] = order == 0 ? c->stress[a] : 0;
    for (int j = 0; j < n; ++j) lambda[a] -= share[j] * f[j];
  }
  for (int i = 0; i < sliding->n; ++i) slide[i] = lambda[sliding->lock[i]];
  carom__lu_solve(sliding->n, sliding->factors, sliding->pivots, slide);
  for (int i = 0; i < sliding->n; ++i) {
    const int contact = c->locked[sliding->lock[i]], base = p->base[contact];
    const carom__touch* t = &c->touch[contact];
    if (p->turns[contact]) s->rho[order * s->lanes + s->lane_of[contact]] = t->reach * slide[i];
    for (int k = 0; k < p->tangents[contact]; ++k) {
      const double friction = -t->mu * slide[i] * t->d[k];
      f[base + k] += friction;
      for (int a = 0; a < c->locked_count; ++a) lambda[a] -= p->share[a * n + base + k] * friction;
    }
  }
  for (int i = 0; i < sliding->n; ++i) lambda[sliding->lock[i]] = slide[i];
  for (int a = 0; a < c->locked_count; ++a) f[carom__span_normal(p, c->locked[a])] = lambda[a];
}

/// out = factor W f, where W has few zeros: its rows, which are its columns, four at a time.
CAROM__ALWAYS_INLINE void multiply(int n, const double* w, const double* f, double factor, double* out) {
  int l = 0;
  for (int i = 0; i < n; ++i) out[i] = 0;
  for (; l + FOUR <= n; l += FOUR) {
    const double f0 = factor * f[l], f1 = factor * f[l + 1], f2 = factor * f[l + 2], f3 = factor * f[l + 3];
    const double *w0 = w + l * n, *w1 = w0 + n, *w2 = w1 + n, *w3 = w2 + n;
    for (int i = 0; i < n; ++i) out[i] += (f0 * w0[i] + f1 * w1[i]) + (f2 * w2[i] + f3 * w3[i]);
  }
  for (; l < n; ++l)
    for (int i = 0; i < n; ++i) out[i] += factor * f[l] * w[l * n + i];
}

CAROM__ALWAYS_INLINE void multiply_sparse(const carom__span* p, const double* f, double factor, double* out) {
  for (int i = 0; i < p->n; ++i) {
    double sum = 0;
    for (int k = p->first[i]; k < p->first[i + 1]; ++k) sum += p->entry[k] * f[p->column[k]];
    out[i] = factor * sum;
  }
}

CAROM__ALWAYS_INLINE void set_velocities(carom__span* p, int order) {
  const carom__collision* c = p->c;
  const double factor = p->series.h / (order + 1), *f = p->series.f + order * p->n;
  double* v = p->series.v + (order + 1) * p->n;
  if (2 * p->first[p->n] > p->n * p->n)
    multiply(p->n, p->w, f, factor, v);
  else
    multiply_sparse(p, f, factor, v);
  for (int a = 0; a < c->locked_count; ++a) v[carom__span_normal(p, c->locked[a])] = 0;
  for (int i = 0; i < p->n; ++i) p->size[i] += fabs(v[i]);
}

/// All terms of one order. Returns the largest of the directions.
CAROM__WITH_AVX2 static double climb(carom__span* p, const carom__sliding* sliding, int order) {
  const carom__collision* c = p->c;
  carom__series* s = &p->series;
  double most = 0;
  if (order > 0) set_springs(p, order);
  push_lanes(s, order);
  for (int i = 0; i < c->count; ++i)
    if (carom__is_active(&c->touch[i]) && c->touch[i].grip == CAROM__SLIPPING) set_friction(p, i, order);
  if (c->locked_count) set_locked(p, sliding, order);
  set_velocities(p, order);
  turn_lanes(s, order);
  for (int l = (order + 1) * s->lanes; l < (order + 2) * s->lanes; ++l) {
    const double term = fabs(s->d0[l]) + fabs(s->d1[l]);
    if (!(term <= most)) most = term;
  }
  return most;
}

/// The largest of the last two terms, as a part of what rounding allows.
static double last_terms(const carom__span* p, int order) {
  const carom__series* s = &p->series;
  const double *last = s->v + (order + 1) * p->n, *before = s->v + order * p->n;
  double most = 0;
  for (int i = 0; i < p->n; ++i) {
    const double term = fabs(last[i]) + fabs(before[i]);
    if (!(term <= most * p->size[i])) most = p->size[i] > 0 ? term / p->size[i] : HUGE_VAL;
  }
  for (int l = order * s->lanes; l < (order + 2) * s->lanes; ++l)
    most = carom__max(most, carom__max(fabs(s->d0[l]), fabs(s->d1[l])));
  return most / FADED;
}

/// What a series takes, of the collision's work: measured.
static void count_series(const carom__span* p, int orders) {
  carom__collision* c = p->c;
  const double n = p->n, entries = p->first[p->n], locked = c->locked_count;
  c->work += orders * (0.35 * entries + 4 * n + 0.7 * locked * n + 12 * p->series.lanes + 5 * c->count);
}

double carom__span_find_series(carom__span* p, double h) {
  carom__sliding sliding;  // large: what is used is set
  carom__series* s = &p->series;
  double last = HUGE_VAL;
  int order = 0;
  s->h = h;
  s->order = -1;
  if (!begin(p, &sliding)) return 0;
  for (; order <= ORDERS; ++order) {
    const double most = climb(p, &sliding, order);
    if (!(most < BLOWN)) {
      count_series(p, order);
      return carom__pow(most, -1.0 / (order + 1)) * carom__pow(FADED, 1.0 / ORDERS);
    }
    if (order < FIRST_CHECKED || order % CHECKED_EVERY) continue;
    last = last_terms(p, order);
    if (last <= 1) break;
  }
  count_series(p, order);
  s->order = order < ORDERS ? order : ORDERS;
  s->part = last <= 1 ? 1 : carom__pow(last, -1.0 / ORDERS);
  return s->part;
}

/// Powers of the nodes, as parts of the series' length.
static void find_powers(const carom__span* p, carom__nodes* power) {
  const double part = p->h / p->series.h;
  for (int j = 0; j < NODES; ++j) power[0][j] = 1;
  for (int k = 1; k <= p->series.order + 1; ++k)
    for (int j = 0; j < NODES; ++j) power[k][j] = power[k - 1][j] * (part * p->rule->node[j]);
}

/// The sum of a series at all nodes, the smallest terms first.
CAROM__ALWAYS_INLINE void sum_series(const carom__nodes* power, const double* terms, int stride, int order,
                                     double* out) {
  carom__twelve sum = {0};
  for (int k = order; k >= 0; --k) carom__twelve_add(&sum, terms[k * stride], power[k]);
  carom__twelve_store(out, &sum);
}

/// Velocities, forces, impulses.
CAROM__WITH_AVX2 static void sum_freedom(carom__span* p, const carom__nodes* power, int i) {
  const carom__series* s = &p->series;
  carom__twelve sum = {0};
  sum_series(power, s->v + i, p->n, s->order, p->v[i]);
  sum_series(power, s->f + i, p->n, s->order, p->force[i]);
  for (int k = s->order; k >= 0; --k) carom__twelve_add(&sum, s->h / (k + 1) * s->f[k * p->n + i], power[k + 1]);
  carom__twelve_store(p->impulse[i], &sum);
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
  sum_series(power, s->d0 + s->lane_of[contact], s->lanes, s->order, d0);
  sum_series(power, s->d1 + s->lane_of[contact], s->lanes, s->order, d1);
}

bool carom__span_take_series(carom__span* p, double h) {
  carom__nodes power[TERMS];
  if (p->series.order < 0 || !(h <= p->series.part * p->series.h)) return false;
  p->h = h;
  p->rates_known = p->past_end = false;
  p->c->work += 3.0 * NODES * p->n * 0.3 * p->series.order;
  find_powers(p, power);
  for (int i = 0; i < p->n; ++i) sum_freedom(p, (const carom__nodes*)power, i);
  for (int i = 0; i < p->c->count; ++i)
    if (carom__is_active(&p->c->touch[i])) set_lengths(p, (const carom__nodes*)power, i);
  return true;
}
