// A panel by power series in theta = t/h. With the forces of order k come the velocities of order k + 1, springs of
// order k + 1 from velocities of order k, and directions from
//     rho q = h v_t.s_perp,   s^' = q s_perp,   q = h phi'
// order by order, with products by Cauchy, four contacts beside each other. That takes as long as a few sweeps, and is
// as exact as rounding allows where the terms fade; where a direction is stiff (rho short against h |v_t|), or begins
// with rho = 0, they do not.
#include "simultaneous/span.h"

enum { NODES = CAROM__SPAN_NODES, ORDERS = CAROM__SPAN_ORDERS, TERMS = CAROM__SPAN_TERMS, FOUR = CAROM__SPAN_FOUR };

/// The terms are looked at from this order on, and at each that many further.
enum { FIRST_CHECKED = 8, CHECKED_EVERY = 4 };

/// Two terms in a row below this part of the first ones end a series: a few roundings.
static const double FADED = 4 * DBL_EPSILON;

/// Terms of directions, which have length 1, may be as large as their error may, but not larger than this.
static const double LARGEST_FADED = 1e-10;

/// Where terms of directions grow like r^k, they tell it from this order on.
enum { FIRST_JUDGED = 5 };

static int rounded_up(int count, int to) {
  return (count + to - 1) / to * to;
}

/// In the plane no direction turns.
static int most_lanes(int size, int count) {
  return size == 2 * count ? 0 : rounded_up(count, FOUR);
}

size_t carom__span_series_size(int size, int count) {
  const size_t wide = (size_t)rounded_up(size, NODES), lanes = (size_t)most_lanes(size, count), rows = (size_t)size;
  return TERMS * (2 * wide + 6 * lanes) + (rows + (size_t)count + 2) * wide;
}

/// W and what locked forces answer, with zeros behind each row.
static void widen(carom__span* p) {
  carom__series* s = &p->series;
  for (int i = 0; i < p->n; ++i)
    for (int j = 0; j < s->wide; ++j) s->w[i * s->wide + j] = j < p->n ? p->w[i * p->n + j] : 0;
  for (int a = 0; a < p->c->locked_count; ++a)
    for (int j = 0; j < s->wide; ++j) s->share[a * s->wide + j] = j < p->n ? p->share[a * p->n + j] : 0;
}

void carom__span_begin_series(carom__span* p, double* room) {
  carom__series* s = &p->series;
  const int wide = s->wide = rounded_up(p->n, NODES), lanes = TERMS * most_lanes(p->c->size, p->c->count);
  s->v = room;
  s->f = s->v + TERMS * wide;
  s->rho = s->f + TERMS * wide;
  s->v0 = s->rho + lanes;
  s->v1 = s->v0 + lanes;
  s->d0 = s->v1 + lanes;
  s->d1 = s->d0 + lanes;
  s->q = s->d1 + lanes;
  s->size = s->q + lanes;
  s->stiff = s->size + wide;
  s->w = s->stiff + wide;
  s->share = s->w + p->n * wide;
  widen(p);
}

/// Who turns, in which lane; lanes that are left over have a spring that rests.
static void fill_lanes(carom__span* p) {
  carom__series* s = &p->series;
  int used = 0;
  for (int i = 0; i < p->c->count; ++i) {
    if (!p->turns[i]) continue;
    s->d0[carom__span_place(used, 0)] = p->c->touch[i].d[0];
    s->d1[carom__span_place(used, 0)] = p->c->touch[i].d[1];
    s->lane_of[i] = used++;
  }
  s->lanes = rounded_up(used, FOUR);
  for (int l = used; l < s->lanes; ++l)
    for (int k = 0; k < TERMS; ++k) {
      const int at = carom__span_place(l, k);
      s->rho[at] = s->d0[at] = k == 0;
      s->v0[at] = s->v1[at] = s->d1[at] = 0;
    }
}

/// What terms of directions must fall below.
static double allowed_turn(const carom__span* p) {
  const carom__collision* c = p->c;
  double most = CAROM__SPAN_TOLERANCE * c->speed / LARGEST_FADED;
  for (int i = 0; i < c->count; ++i) {
    const double force = p->turns[i] ? carom__normal_force(c, &c->touch[i]) : 0;
    if (p->turns[i]) most = carom__max(most, carom__span_turn_effect(p, i, force, force));
  }
  return carom__max(FADED, CAROM__SPAN_TOLERANCE * c->speed / most);
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
  for (int i = p->n; i < s->wide; ++i) s->v[i] = s->f[i] = s->stiff[i] = 0;
  for (int a = 0; a < c->locked_count; ++a) s->v[carom__span_normal(p, c->locked[a])] = 0;
  fill_lanes(p);
  s->faded = allowed_turn(p);
  carom__list_sliding(c, sliding);
  for (int i = 0; i < sliding->n; ++i) memcpy(d[i], c->touch[c->locked[sliding->lock[i]]].d, sizeof d[i]);
  return carom__factor_sliding(c, (const double(*)[2])d, sliding);
}

/// f = -K r, with the lengths r of this order.
CAROM__ALWAYS_INLINE void set_springs(carom__series* s, int order) {
  const double part = -s->h / order, *before = s->v + (order - 1) * s->wide;
  double* f = s->f + order * s->wide;
  for (int i = 0; i < s->wide; i += FOUR)
    carom__store(f + i, part * carom__load(s->stiff + i) * carom__load(before + i));
}

/// What lower orders say about four lanes: sum over j < order of rho_j d_(order - j), of which friction is -kt times.
CAROM__ALWAYS_INLINE void push_four(carom__series* s, int lane, int order) {
  const int first = carom__span_place(lane, 0), last = carom__span_place(lane, order);
  const double *rho = s->rho + first, *d0 = s->d0 + last, *d1 = s->d1 + last;
  carom__four sum0 = {0}, sum1 = {0};
  for (int j = 0; j < FOUR * order; j += FOUR) {
    sum0 += carom__load(rho + j) * carom__load(d0 - j);
    sum1 += carom__load(rho + j) * carom__load(d1 - j);
  }
  carom__store(s->push + 2 * lane, sum0);
  carom__store(s->push + 2 * lane + FOUR, sum1);
}

/// What push_four found for a contact.
CAROM__ALWAYS_INLINE double pushed(const carom__series* s, int contact, int axis) {
  const int l = s->lane_of[contact];
  return s->push[2 * (l - l % FOUR) + FOUR * axis + l % FOUR];
}

/// q of this order, and the directions of the next.
CAROM__ALWAYS_INLINE void turn_four(carom__series* s, int lane, int order) {
  const int first = carom__span_place(lane, 0), last = carom__span_place(lane, order), next = last + FOUR;
  const double *v0 = s->v0 + first, *v1 = s->v1 + first, *rho = s->rho + first;
  const double *d0 = s->d0 + last, *d1 = s->d1 + last, part = 1.0 / (order + 1);
  double* q = s->q + last;
  carom__four across = {0}, kept = {0}, next0 = {0}, next1 = {0};
  for (int j = 0; j <= FOUR * order; j += FOUR)
    across += carom__load(v1 + j) * carom__load(d0 - j) - carom__load(v0 + j) * carom__load(d1 - j);
  for (int j = FOUR; j <= FOUR * order; j += FOUR) kept += carom__load(rho + j) * carom__load(q - j);
  carom__store(q, (s->h * across - kept) / carom__load(rho));
  for (int j = 0; j <= FOUR * order; j += FOUR) {
    next0 -= carom__load(s->q + first + j) * carom__load(d1 - j);
    next1 += carom__load(s->q + first + j) * carom__load(d0 - j);
  }
  carom__store(s->d0 + next, part * next0);
  carom__store(s->d1 + next, part * next1);
}

/// Friction of a contact that slips, as far as it does not follow from a locked force of this order.
CAROM__ALWAYS_INLINE void set_friction(carom__span* p, int contact, int order) {
  const carom__touch* t = &p->c->touch[contact];
  carom__series* s = &p->series;
  const int base = p->base[contact];
  double* f = s->f + order * s->wide;
  const double rho = t->reach * f[carom__span_normal(p, contact)];
  for (int a = 0; a < p->tangents[contact]; ++a)
    f[base + a] = -t->kt * (rho * t->d[a] + (p->turns[contact] ? pushed(s, contact, a) : 0));
  if (!p->turns[contact]) return;
  const int at = carom__span_place(s->lane_of[contact], order);
  s->rho[at] = rho;
  s->v0[at] = s->v[order * s->wide + base];
  s->v1[at] = s->v[order * s->wide + base + 1];
}

/// The locked contacts answer, those that slide first.
CAROM__ALWAYS_INLINE void set_locked(carom__span* p, const carom__sliding* sliding, int order) {
  const carom__collision* c = p->c;
  carom__series* s = &p->series;
  const int wide = s->wide;
  double *f = s->f + order * wide, lambda[CAROM__MOST], slide[CAROM__MOST];
  for (int a = 0; a < c->locked_count; ++a) {
    lambda[a] = order == 0 ? c->stress[a] : 0;
    for (int j = 0; j < wide; j += NODES) lambda[a] -= carom__twelve_dot(s->share + a * wide + j, f + j);
  }
  for (int i = 0; i < sliding->n; ++i) slide[i] = lambda[sliding->lock[i]];
  carom__lu_solve(sliding->n, sliding->factors, sliding->pivots, slide);
  for (int i = 0; i < sliding->n; ++i) {
    const int contact = c->locked[sliding->lock[i]], base = p->base[contact];
    const carom__touch* t = &c->touch[contact];
    if (p->turns[contact]) s->rho[carom__span_place(s->lane_of[contact], order)] = t->reach * slide[i];
    for (int k = 0; k < p->tangents[contact]; ++k) {
      const double friction = -t->mu * slide[i] * t->d[k];
      f[base + k] += friction;
      for (int a = 0; a < c->locked_count; ++a) lambda[a] -= s->share[a * wide + base + k] * friction;
    }
  }
  for (int i = 0; i < sliding->n; ++i) lambda[sliding->lock[i]] = slide[i];
  for (int a = 0; a < c->locked_count; ++a) f[carom__span_normal(p, c->locked[a])] = lambda[a];
}

/// v = factor W f, where W has few zeros: its rows, which are its columns, twelve entries at a time.
CAROM__ALWAYS_INLINE void multiply(const carom__span* p, const double* f, double factor, double* v) {
  const carom__series* s = &p->series;
  for (int i = 0; i < s->wide; i += NODES) {
    carom__twelve sum = {0};
    for (int l = 0; l < p->n; ++l) carom__twelve_add(&sum, f[l], s->w + l * s->wide + i);
    const carom__twelve scaled = {factor * sum.a, factor * sum.b, factor * sum.c};
    carom__twelve_store(v + i, &scaled);
  }
}

CAROM__ALWAYS_INLINE void multiply_sparse(const carom__span* p, const double* f, double factor, double* v) {
  for (int i = 0; i < p->n; ++i) {
    double sum = 0;
    for (int k = p->first[i]; k < p->first[i + 1]; ++k) sum += p->entry[k] * f[p->column[k]];
    v[i] = factor * sum;
  }
  for (int i = p->n; i < p->series.wide; ++i) v[i] = 0;
}

/// A sum over the entries of a row takes three times as long as one over all of twelve columns.
static bool is_sparse(const carom__span* p) {
  return 3 * p->first[p->n] < p->n * p->series.wide;
}

CAROM__ALWAYS_INLINE void set_velocities(carom__span* p, int order) {
  const carom__collision* c = p->c;
  carom__series* s = &p->series;
  const double factor = s->h / (order + 1), *f = s->f + order * s->wide;
  double* v = s->v + (order + 1) * s->wide;
  if (is_sparse(p))
    multiply_sparse(p, f, factor, v);
  else
    multiply(p, f, factor, v);
  for (int a = 0; a < c->locked_count; ++a) v[carom__span_normal(p, c->locked[a])] = 0;
}

/// All terms of one order. Returns the largest of the directions.
CAROM__WITH_AVX2 static double climb(carom__span* p, const carom__sliding* sliding, int order) {
  const carom__collision* c = p->c;
  carom__series* s = &p->series;
  double most = 0;
  if (order > 0) set_springs(s, order);
  for (int l = 0; l < s->lanes; l += FOUR) push_four(s, l, order);
  for (int i = 0; i < c->count; ++i)
    if (carom__is_active(&c->touch[i]) && c->touch[i].grip == CAROM__SLIPPING) set_friction(p, i, order);
  if (c->locked_count) set_locked(p, sliding, order);
  set_velocities(p, order);
  for (int l = 0; l < s->lanes; l += FOUR) turn_four(s, l, order);
  for (int l = 0; l < s->lanes; ++l) {
    const double term = fabs(s->d0[carom__span_place(l, order + 1)]) + fabs(s->d1[carom__span_place(l, order + 1)]);
    if (!(term <= most)) most = term;
  }
  return most;
}

/// Sizes of the series, by their first terms.
static void set_sizes(carom__span* p, int orders) {
  carom__series* s = &p->series;
  for (int i = 0; i < p->n; ++i) {
    s->size[i] = 0;
    for (int k = 0; k < orders; ++k) s->size[i] += fabs(s->v[k * s->wide + i]);
  }
}

/// The largest of the last two terms, as a part of what rounding allows.
static double last_terms(const carom__span* p, int order) {
  const carom__series* s = &p->series;
  const double *last = s->v + (order + 1) * s->wide, *before = s->v + order * s->wide;
  double most = 0, turned = 0;
  for (int i = 0; i < p->n; ++i) {
    const double term = fabs(last[i]) + fabs(before[i]);
    if (!(term <= most * s->size[i])) most = s->size[i] > 0 ? term / s->size[i] : HUGE_VAL;
  }
  for (int l = 0; l < s->lanes; ++l)
    for (int at = carom__span_place(l, order); at <= carom__span_place(l, order + 1); at += FOUR)
      turned = carom__max(turned, carom__max(fabs(s->d0[at]), fabs(s->d1[at])));
  return carom__max(most / FADED, turned / s->faded);
}

double carom__span_order_work(const carom__span* p) {
  const carom__collision* c = p->c;
  const double wide = p->series.wide, entries = is_sparse(p) ? 0.3 * p->first[p->n] : 0.06 * p->n * wide;
  int slipping = 0, turning = 0;
  for (int i = 0; i < c->count; ++i) {
    slipping += carom__is_active(&c->touch[i]) && c->touch[i].grip == CAROM__SLIPPING;
    turning += p->turns[i];
  }
  return 20 + entries + 0.5 * p->n + c->locked_count * (4 + 0.1 * wide) + 6 * slipping + 9 * rounded_up(turning, FOUR);
}

static void count_series(const carom__span* p, int orders) {
  p->c->work += orders * carom__span_order_work(p);
}

double carom__span_find_series(carom__span* p, double h, double least) {
  carom__sliding sliding;  // large: what is used is set
  carom__series* s = &p->series;
  double last = HUGE_VAL, bound = 1;
  int order = 0;
  s->h = h;
  s->order = -1;
  if (!begin(p, &sliding)) return 0;
  const double serves = carom__pow(s->faded, 1.0 / ORDERS);  // for this part of 1/r: see FIRST_JUDGED
  for (; order <= ORDERS; ++order) {
    const double most = climb(p, &sliding, order);
    bound *= serves / least;
    if (order >= FIRST_JUDGED && !(most <= bound)) {
      count_series(p, order);
      return isfinite(most) ? serves * carom__pow(most, -1.0 / (order + 1)) : 0;
    }
    if (order == FIRST_JUDGED) set_sizes(p, order);
    if (order < FIRST_CHECKED || order % CHECKED_EVERY) continue;
    last = last_terms(p, order);
    if (last <= 1) break;
  }
  count_series(p, order);
  s->order = order < ORDERS ? order : ORDERS;
  s->part = last <= 1 ? 1 : carom__pow(last, -1.0 / ORDERS);
  return s->part;
}
