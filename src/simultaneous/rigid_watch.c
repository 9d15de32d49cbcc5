// What is watched for in a piece, and which comes first.
#include "simultaneous/rigid.h"

/// Forces below this part of their terms are rounding.
static const double FORCE_NOISE = 3e-14;

/// Length of a spring that is rounding, as a part of that at the last end of compression.
static const double LENGTH_NOISE = 1e-15;

/// Slip below this part of the speeds has stopped: where it turns, it approaches 0 for ever in the time of the arc.
static const double STOP_SPEED = 1e-14;

static void clear(double* g) {
  memset(g, 0, CAROM__RIGID_TERMS * sizeof *g);
}

/// g += factor * (row of the columns . series)
static void add_row(const carom__rigid* r, const double* columns, int row, const double* series, double factor,
                    double* g) {
  const int m = r->spring_count, size = r->c->size;
  for (int j = 0; j < m; ++j) {
    const double entry = factor * columns[j * size + row];
    if (entry == 0) continue;
    for (int n = 0; n <= CAROM__RIGID_ORDER; ++n) g[n] += entry * series[n * m + j];
  }
  r->c->work += m * CAROM__RIGID_TERMS;
}

static void add_series(const double* series, double factor, double* g) {
  for (int n = 0; n <= CAROM__RIGID_ORDER; ++n) g[n] += factor * series[n];
}

static void add_velocity(const carom__rigid* r, int row, double factor, double* g) {
  const carom__rigid_piece* p = &r->piece;
  if (p->turns) {
    add_series(p->speeds + row * CAROM__RIGID_TERMS, factor, g);
    return;
  }
  g[0] += factor * p->v[row];
  add_row(r, p->rate, row, p->impulse, factor, g);
}

void carom__rigid_add_force(const carom__rigid* r, int row, double factor, double* g) {
  const carom__rigid_piece* p = &r->piece;
  if (p->turns)
    add_series(p->forces + row * CAROM__RIGID_TERMS, factor, g);
  else
    add_row(r, p->force, row, p->q, factor, g);
}

/// The largest of the first terms of a series.
static double largest(const double* series, int stride) {
  double size = 0;
  for (int n = 0; n < 4; ++n) size = carom__max(size, fabs(series[n * stride]));
  return size;
}

/// Rounding of a force: a part of its terms.
static double force_noise(const carom__rigid* r, int row) {
  const carom__rigid_piece* p = &r->piece;
  double sum = 0;
  if (p->turns) {
    for (int i = 0; i < r->c->count; ++i)
      sum = carom__max(sum, largest(p->forces + carom__normal(r->c, i) * CAROM__RIGID_TERMS, 1));
    return FORCE_NOISE * carom__max(sum, largest(p->forces + row * CAROM__RIGID_TERMS, 1));
  }
  for (int j = 0; j < r->spring_count; ++j)
    sum += fabs(p->force[j * r->c->size + row]) * largest(p->q + j, r->spring_count);
  return FORCE_NOISE * sum;
}

/// sign times the rate of a spring's length, -v_n.
static void watch_rate(carom__rigid* r, int spring, double sign) {
  const carom__rigid_piece* p = &r->piece;
  const int m = r->spring_count;
  clear(r->watched);
  if (p->turns) {
    add_velocity(r, carom__normal(r->c, r->springs[spring]), -sign, r->watched);
    return;
  }
  for (int n = 0; n < CAROM__RIGID_ORDER; ++n) r->watched[n] = sign * (n + 1) * p->y[(n + 1) * m + spring] / p->length;
}

static void watch_length(carom__rigid* r, int spring) {
  const carom__rigid_piece* p = &r->piece;
  const int m = r->spring_count;
  for (int n = 0; n <= CAROM__RIGID_ORDER; ++n)
    r->watched[n] = p->turns ? p->lengths[spring * CAROM__RIGID_TERMS + n] : p->y[n * m + spring];
}

/// The search so far.
typedef struct search {
  carom__rigid* r;
  carom__rigid_event first;
} search;

static void look_far(search* s, carom__rigid_happening what, int contact, const carom__rigid_function* g) {
  bool at_once;
  const double x = carom__rigid_first_fall(g, s->first.part, &at_once, &s->r->c->work);
  if (x > 1 || x >= s->first.part) return;
  s->first = (carom__rigid_event){what, contact, x, at_once};
}

static void look(search* s, carom__rigid_happening what, int contact, double noise) {
  const carom__rigid_function g = {s->r->watched, CAROM__RIGID_ORDER, noise};
  look_far(s, what, contact, &g);
}

static void look_at_springs(search* s) {
  carom__rigid* r = s->r;
  for (int j = 0; j < r->spring_count; ++j) {
    const int i = r->springs[j];
    const carom__rigid_touch* t = &r->touch[i];
    if (r->c->touch[i].phase == CAROM__COMPRESSING) {
      watch_rate(r, j, 1);
      look(s, CAROM__COMPRESSION_ENDS, i, t->noise);
      continue;
    }
    watch_length(r, j);
    look(s, CAROM__SPRING_ENDS, i, LENGTH_NOISE * t->peak);
    watch_rate(r, j, -1);
    look(s, CAROM__COMPRESSES_AGAIN, i, t->noise);
  }
}

static void look_at_rest(search* s) {
  carom__rigid* r = s->r;
  const carom__collision* c = r->c;
  for (int i = 0; i < c->count; ++i) {
    const int row = carom__normal(c, i);
    if (carom__is_springy(&c->touch[i])) continue;
    clear(r->watched);
    if (c->touch[i].phase == CAROM__LOCKED) {
      carom__rigid_add_force(r, row, 1, r->watched);
      look(s, CAROM__LETS_GO, i, force_noise(r, row));
    } else {
      add_velocity(r, row, 1, r->watched);
      look(s, CAROM__COMES_BACK, i, r->touch[i].noise);
    }
  }
}

/// mu F_n -+ F_t, in the plane.
static void look_at_limits(search* s, int i) {
  carom__rigid* r = s->r;
  const carom__collision* c = r->c;
  const int n = carom__normal(c, i), t = carom__tangent(c, i, 0);
  const double mu = c->touch[i].mu, noise = mu * force_noise(r, n) + force_noise(r, t);
  for (int sign = -1; sign <= 1; sign += 2) {
    clear(r->watched);
    carom__rigid_add_force(r, n, mu, r->watched);
    carom__rigid_add_force(r, t, sign, r->watched);
    look(s, CAROM__FRICTION_YIELDS, i, noise);
  }
}

/// Largest and least value that a series can have on [0, 1].
static double most(const double* g) {
  double sum = 0;
  for (int n = 0; n <= CAROM__RIGID_ORDER; ++n) sum += fabs(g[n]);
  return sum;
}

static double least(const double* g) {
  double sum = g[0];
  for (int n = 1; n <= CAROM__RIGID_ORDER; ++n) sum += carom__min(0, g[n]);
  return sum;
}

/// g += sign f^2, all terms.
static void add_square(const double* f, double sign, double* g) {
  for (int i = 0; i <= CAROM__RIGID_ORDER; ++i)
    for (int j = 0; j <= CAROM__RIGID_ORDER; ++j) g[i + j] += sign * f[i] * f[j];
}

/// mu^2 F_n^2 - |F_t|^2, in space. The product has twice the order: cut off it would be wrong where it matters.
static void look_at_cone(search* s, int i) {
  carom__rigid* r = s->r;
  const carom__collision* c = r->c;
  double *g = r->watched, *f = g + CAROM__RIGID_LONGEST, *second = f + CAROM__RIGID_LONGEST;
  const int n = carom__normal(c, i);
  clear(f);
  carom__rigid_add_force(r, carom__tangent(c, i, 0), 1, f);
  clear(second);
  carom__rigid_add_force(r, carom__tangent(c, i, 1), 1, second);
  const double friction = carom__hypot(most(f), most(second));
  memset(g, 0, CAROM__RIGID_LONGEST * sizeof *g);
  add_square(f, -1, g);
  add_square(second, -1, g);
  r->c->work += 3 * CAROM__RIGID_ORDER * CAROM__RIGID_ORDER;
  clear(f);
  carom__rigid_add_force(r, n, c->touch[i].mu, f);
  if (least(f) > friction) return;
  add_square(f, 1, g);
  const double rounding = c->touch[i].mu * force_noise(r, n) + force_noise(r, carom__tangent(c, i, 0)) +
                          force_noise(r, carom__tangent(c, i, 1));
  const carom__rigid_function far = {g, 2 * CAROM__RIGID_ORDER, rounding * (rounding + largest(f, 1))};
  look_far(s, CAROM__FRICTION_YIELDS, i, &far);
}

/// It is as slow as rounding, and does not get faster.
static bool has_stopped(const carom__rigid* r, int i) {
  const double *v = r->piece.v + i * r->c->dimension, *slip = r->piece.slip + i * CAROM__RIGID_TERMS;
  const double speed = r->c->tangents == 2 ? carom__hypot(v[0], v[1]) : fabs(v[0]);
  return r->piece.turns && speed > 0 && !r->touch[i].yields && speed <= carom__rigid_rest(r) && slip[1] < speed;
}

static void look_at_slip(search* s, int i) {
  carom__rigid* r = s->r;
  const carom__collision* c = r->c;
  const carom__rigid_touch* t = &r->touch[i];
  clear(r->watched);
  if (has_stopped(r, i)) {
    s->first = (carom__rigid_event){CAROM__SLIP_STOPS, i, 0, true};
    return;
  }
  if (r->piece.turns) {
    add_series(r->piece.slip + i * CAROM__RIGID_TERMS, 1, r->watched);
    if (!t->starts) r->watched[0] -= STOP_SPEED * c->speed;
    look(s, CAROM__SLIP_STOPS, i, t->starts ? t->noise : DBL_EPSILON * STOP_SPEED * c->speed);
    return;
  }
  for (int a = 0; a < c->tangents; ++a) add_velocity(r, carom__tangent(c, i, a), t->d[a], r->watched);
  look(s, CAROM__SLIP_STOPS, i, t->noise);
}

static void look_at_friction(search* s) {
  carom__rigid* r = s->r;
  const carom__collision* c = r->c;
  for (int i = 0; i < c->count; ++i) {
    const carom__rigid_touch* t = &r->touch[i];
    if (!carom__is_active(&c->touch[i])) continue;
    if (t->grip == CAROM__SLIPPING) look_at_slip(s, i);
    if (t->grip != CAROM__STICKING || t->muted || t->light || (t->shares && r->near)) continue;
    if (c->tangents == 1 && t->basic[0]) look_at_limits(s, i);
    if (c->tangents == 2 && (t->basic[0] || t->basic[1])) look_at_cone(s, i);
  }
}

carom__rigid_event carom__rigid_next_event(carom__rigid* r) {
  search s = {r, {CAROM__NOTHING_HAPPENS, -1, 1, false}};
  look_at_springs(&s);
  look_at_rest(&s);
  look_at_friction(&s);
  carom__rigid_look_at_shares(r, &s.first);
  return s.first;
}
