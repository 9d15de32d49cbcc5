// Pieces in closed form: no contact slips, all springs are linear, so r'' = -W K r for the springs' lengths r. With
// K^(1/2) W K^(1/2) = V diag(omega^2) V^T every length, velocity and force is a sum of sinusoids, and every event the
// root of one (of a difference of two squares where a contact starts to slip).
#include "simultaneous/modes.h"

#include "math/eigen.h"
#include "math/swing.h"

/// Frequencies below this part of what the springs would have alone are rounding: locked contacts hold everything.
static const double STALLED = 1e-7;

/// A piece lasts for this many radians of the slowest mode at most: about twice its period.
static const double HORIZON = 12;

/// No sinusoid bends enough over so many radians to hide more than a dip (math/first_root.h).
static const double FLOOR_STEP = 0.15;

enum { MOST_ORDER = 5 };  // of the derivatives that are bounded

size_t carom__modes_size(int size, int count) {
  const size_t n = (size_t)size, m = (size_t)count, wide = n + 3, functions = 6 * m;
  const size_t one_each = 3 + CAROM__MODE_ORDERS + MOST_ORDER + m + (n + m);
  return 2 * n * n + one_each * wide + 5 * n + 3 * functions + CAROM__FIRST_ROOT_ROWS * (functions + 3);
}

static void lay_out(carom__modes* p) {
  const carom__collision* c = p->c;
  double* cursor = c->scratch;
  const int n = p->n, wide = p->wide, functions = 6 * c->count;
  p->vectors = cursor + n * n;  // the matrix itself lies before, and is destroyed
  p->omega = p->vectors + n * n;
  p->a = p->omega + wide;
  p->b = p->a + wide;
  p->q = p->b + wide;
  p->most = p->q + CAROM__MODE_ORDERS * wide;
  p->share = p->most + MOST_ORDER * wide;
  p->rows = p->share + c->locked_count * wide;
  p->root_k = p->rows + (n + c->count) * wide;
  p->delta = p->root_k + n;
  p->gain = p->delta + c->size;
  p->point = p->gain + c->size;
  p->bounds = p->point + 2 * c->size;
  p->fourths = p->bounds + functions;
  p->noise = p->fourths + functions;
  p->search = p->noise + functions;
  memset(p->omega, 0, (size_t)(p->rows + n * wide - p->omega) * sizeof *p->omega);
}

static void gather_springs(carom__modes* p, double* stiffness) {
  const carom__collision* c = p->c;
  p->n = 0;
  for (int i = 0; i < c->count; ++i) {
    const carom__touch* t = &c->touch[i];
    p->first[i] = p->grip[i] = -1;
    if (carom__is_springy(t)) {
      p->first[i] = p->n;
      stiffness[p->n] = t->k;
      p->freedom[p->n++] = carom__normal(c, i);
    }
    if (!carom__is_active(t) || t->grip != CAROM__STICKING) continue;
    p->grip[i] = p->n;
    for (int a = 0; a < c->tangents; ++a) {
      stiffness[p->n] = t->kt;
      p->freedom[p->n++] = i * c->dimension + a;
    }
  }
}

/// Locked forces per force of the springs, with the sign turned.
static void find_shares(carom__modes* p) {
  const carom__collision* c = p->c;
  for (int a = 0; a < c->locked_count; ++a)
    for (int j = 0; j < p->n; ++j) p->share[a * p->wide + j] = c->share[a * c->size + p->freedom[j]];
}

/// Velocity rate at freedom i per force of spring j, the locked contacts holding still.
static double held_w(const carom__modes* p, int i, int j) {
  const carom__collision* c = p->c;
  double sum = c->w[i * c->size + p->freedom[j]];
  for (int a = 0; a < c->locked_count; ++a)
    sum -= c->w[i * c->size + carom__normal(c, c->locked[a])] * p->share[a * p->wide + j];
  return sum;
}

static double spring_length(const carom__modes* p, int j) {
  const carom__collision* c = p->c;
  const int contact = p->freedom[j] / c->dimension, axis = p->freedom[j] % c->dimension;
  return axis == c->tangents ? c->touch[contact].x : c->touch[contact].s[axis];
}

/// What the modes depend on, as it is kept beside them: the springs, where they are, and who is locked.
static int write_key(const carom__modes* p, double* key) {
  const carom__collision* c = p->c;
  for (int i = 0; i < p->n; ++i) {
    key[i] = p->root_k[i];
    key[p->n + i] = p->freedom[i];
  }
  for (int a = 0; a < c->locked_count; ++a) key[2 * p->n + a] = c->locked[a];
  return 2 * p->n + c->locked_count;
}

/// The vectors and frequencies, from the piece before if nothing has changed that they depend on.
static void find_vectors(carom__modes* p) {
  carom__collision* c = p->c;
  const int n = p->n;
  double *a = c->scratch, *kept_omega = c->kept + n * n, *kept_key = kept_omega + n, key[7 * CAROM__MOST];
  const size_t squares = (size_t)(n * n) * sizeof *a, ones = (size_t)n * sizeof *a;
  const size_t length = (size_t)write_key(p, key) * sizeof *key;
  if (c->kept_count == n && c->kept_locked == c->locked_count && !memcmp(kept_key, key, length)) {
    memcpy(p->vectors, c->kept, squares);
    memcpy(p->omega, kept_omega, ones);
    return;
  }
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      a[i * n + j] = a[j * n + i] = p->root_k[i] * held_w(p, p->freedom[i], j) * p->root_k[j];
  c->work += carom__sweeps_work(n, carom__graded_eigen(n, a, p->omega, p->vectors));
  for (int m = 0; m < n; ++m) p->omega[m] = sqrt(carom__max(0, p->omega[m]));
  memcpy(c->kept, p->vectors, squares);
  memcpy(kept_omega, p->omega, ones);
  memcpy(kept_key, key, length);
  c->kept_count = n;
  c->kept_locked = c->locked_count;
}

CAROM__WITH_AVX2 static void decompose(carom__modes* p) {
  const int n = p->n;
  find_vectors(p);
  for (int i = 0; i < n; ++i) {
    const double at = p->root_k[i] * spring_length(p, i), rate = p->root_k[i] * p->c->v[p->freedom[i]];
    carom__add_scaled(n, at, p->vectors + i * n, p->a);
    carom__add_scaled(n, rate, p->vectors + i * n, p->b);
  }
  for (int m = 0; m < n; ++m) {
    p->most[m] = carom__hypot(p->a[m] * p->omega[m], p->b[m]);
    for (int k = 1; k < MOST_ORDER; ++k) p->most[k * p->wide + m] = p->most[(k - 1) * p->wide + m] * p->omega[m];
  }
}

/// Rows that give, from the modes, each spring's length; each apart contact's velocity rate; locked forces.
CAROM__WITH_AVX2 static void find_rows(carom__modes* p) {
  const carom__collision* c = p->c;
  const int n = p->n, wide = p->wide;
  for (int i = 0; i < n; ++i) carom__add_scaled(n, 1 / p->root_k[i], p->vectors + i * n, p->rows + i * wide);
  for (int i = 0; i < c->count; ++i) {
    double* row = p->rows + (n + i) * wide;
    if (carom__is_active(&c->touch[i])) continue;
    memset(row, 0, (size_t)wide * sizeof *row);
    for (int j = 0; j < n; ++j) {
      const double push = held_w(p, carom__normal(c, i), j) * p->root_k[j];
      carom__add_scaled(n, -push, p->vectors + j * n, row);
    }
  }
  for (int a = 0; a < c->locked_count; ++a) {
    double sums[3 * CAROM__MOST] = {0};
    for (int j = 0; j < n; ++j) carom__add_scaled(n, p->share[a * wide + j] * p->root_k[j], p->vectors + j * n, sums);
    memcpy(p->share + a * wide, sums, (size_t)n * sizeof *sums);
  }
}

CAROM__WITH_AVX2 static void swing_by_fours(const carom__modes* p, double t) {
  double *area = p->q, *value = area + p->wide, *slope = value + p->wide, *curve = slope + p->wide;
  for (int m = 0; m < p->wide; m += 4) {
    const carom__swing_four q =
        carom__swing_four_at(carom__load(p->omega + m), carom__load(p->a + m), carom__load(p->b + m), t);
    carom__store(area + m, q.area);
    carom__store(value + m, q.value);
    carom__store(slope + m, q.slope);
    carom__store(curve + m, q.curve);
  }
}

/// The same bits.
static void swing_one_by_one(const carom__modes* p, double t) {
  double *area = p->q, *value = area + p->wide, *slope = value + p->wide, *curve = slope + p->wide;
  for (int m = 0; m < p->n; ++m) {
    const carom__swing q = carom__swing_at(p->omega[m], p->a[m], p->b[m], t);
    area[m] = q.area;
    value[m] = q.value;
    slope[m] = q.slope;
    curve[m] = -(p->omega[m] * p->omega[m]) * q.value;
  }
}

void carom__modes_at(carom__modes* p, double t) {
  if (CAROM__FOR_SIZE)
    swing_one_by_one(p, t);
  else
    swing_by_fours(p, t);
}

static void gather(carom__modes* p) {
  double stiffness[3 * CAROM__MOST];
  gather_springs(p, stiffness);
  p->wide = carom__whole_fours(p->n);
  lay_out(p);
  for (int j = 0; j < p->n; ++j) p->root_k[j] = sqrt(stiffness[j]);
  find_shares(p);
}

/// The springs, forces and velocities at a time of the piece, into the collision (impulse and velocity: into out).
CAROM__WITH_AVX2 static void state_at(carom__modes* p, double t, double* impulse, double* v) {
  carom__collision* c = p->c;
  const int n = p->n, wide = p->wide;
  const double *area = p->q + CAROM__MODE_AREA * wide, *value = p->q + CAROM__MODE_VALUE * wide;
  carom__modes_at(p, t);
  for (int i = 0; i < c->size; ++i) p->delta[i] = p->gain[i] = 0;
  for (int j = 0; j < n; ++j) {
    const int contact = p->freedom[j] / c->dimension, axis = p->freedom[j] % c->dimension;
    const double* row = p->rows + j * wide;
    const double length = carom__mode_sum(wide, row, value);
    p->delta[p->freedom[j]] = -p->root_k[j] * p->root_k[j] * carom__mode_sum(wide, row, area);
    if (axis == c->tangents) {
      c->touch[contact].x = length;
    } else {
      c->touch[contact].s[axis] = length;
    }
  }
  for (int a = 0; a < c->locked_count; ++a) {
    const double* row = p->share + a * wide;
    c->touch[c->locked[a]].force = c->stress[a] + carom__mode_sum(wide, row, value);
    p->delta[carom__normal(c, c->locked[a])] = t * c->stress[a] + carom__mode_sum(wide, row, area);
  }
  for (int i = 0; i < c->size; ++i)
    if (p->delta[i] != 0) carom__add_scaled(c->size, p->delta[i], c->w + i * c->size, p->gain);
  for (int i = 0; i < c->size; ++i) {
    impulse[i] = c->impulse[i] + p->delta[i];
    v[i] = c->v[i] + p->gain[i];
  }
  for (int a = 0; a < c->locked_count; ++a) v[carom__normal(c, c->locked[a])] = 0;
}

/// Points between the events, a twelfth of a radian of the fastest mode apart, at most 60.
static void trace_between(carom__modes* p, double t, double fastest) {
  carom__collision* c = p->c;
  const int points = (int)carom__min(60, 12 * fastest * t);
  for (int i = 1; i < points; ++i) {
    if (carom__trace_skips(c)) continue;
    const double at = t * i / points;
    state_at(p, at, p->point, p->point + c->size);
    carom__trace_point(c, c->time + at, p->point, p->point + c->size);
  }
}

/// Goes on to the time t of a watch (-1: of none). Returns how many events are due there.
static int advance(carom__modes* p, double t, double fastest, int watch, carom__happening* due) {
  carom__collision* c = p->c;
  int count = 0;
  if (watch >= 0) due[count++] = p->watches[watch].what;
  if (!(t > 0)) return count;
  if (c->trace) trace_between(p, t, fastest);
  state_at(p, t, p->point, p->point + c->size);
  if (watch >= 0) count = carom__modes_due(p, t, watch, due);
  memcpy(c->impulse, p->point, (size_t)c->size * sizeof *c->impulse);
  memcpy(c->v, p->point + c->size, (size_t)c->size * sizeof *c->v);
  c->time += t;
  return count;
}

static double largest(int n, const double* x) {
  double most = 0;
  for (int i = 0; i < n; ++i) most = carom__max(most, x[i]);
  return most;
}

/// About twice the longest period that is not rounding.
static double horizon(const carom__modes* p, double fastest) {
  double slowest = fastest;
  for (int m = 0; m < p->n; ++m)
    if (p->omega[m] > STALLED * fastest) slowest = carom__min(slowest, p->omega[m]);
  return HORIZON / slowest;
}

/// The frequency that the hardest spring would have alone.
static double frequency_alone(const carom__modes* p) {
  const carom__collision* c = p->c;
  double most = 0;
  for (int j = 0; j < p->n; ++j) {
    const int i = p->freedom[j];
    most = carom__max(most, p->root_k[j] * sqrt(c->w[i * c->size + i]));
  }
  return most;
}

static double work_of_evaluation(const carom__modes* p) {
  return p->watch_count * (0.25 * p->n + 15) + 15 * p->n;
}

/// As many evaluations as the exact engine's share can still pay for, and a few.
static int most_evaluations(const carom__modes* p) {
  const double left = carom__max(0, carom__exact_share(p->c) - p->c->work);
  return 16 + (int)carom__min(1e4, left / work_of_evaluation(p));
}

/// What a piece takes besides its modes, of the collision's work: measured.
static void count_search(carom__modes* p, int evaluations) {
  carom__collision* c = p->c;
  const double n = p->n, locked = c->locked_count;
  c->work += n * n * (0.5 * c->count + 1) + locked * (n * (n + 2 * locked)) + 2.0 * c->size * c->size;
  c->work += evaluations * work_of_evaluation(p);
}

carom_status carom__run_modes(carom__collision* c, carom_diag* diag) {
  carom__modes p;  // much of it is room that nobody reads
  p.c = c;
  gather(&p);
  decompose(&p);
  find_rows(&p);
  const double fastest = carom__max(largest(p.n, p.omega), STALLED * frequency_alone(&p));
  p.t_end = horizon(&p, fastest);
  carom__modes_watch_all(&p, fastest);
  const carom__first_root_problem search = {.count = p.watch_count,
                                            .evaluate = carom__modes_evaluate,
                                            .evaluate_one = carom__modes_evaluate_one,
                                            .context = &p,
                                            .bounds = p.bounds,
                                            .fourths = p.fourths,
                                            .noise = p.noise,
                                            .floor_step = FLOOR_STEP / fastest,
                                            .most = most_evaluations(&p),
                                            .t_end = p.t_end,
                                            .omega = 2 * fastest};
  const carom__first_root root = carom__find_first_root(&search, p.search);
  count_search(&p, root.evaluations);
  if (!isfinite(root.t)) return carom__fail(diag, CAROM_OVERFLOW, "w", 0, "a velocity or force leaves the doubles");
  carom__happening due[CAROM__MAX_FUNCTIONS];
  const int count = advance(&p, root.t, fastest, root.index, due);
  carom__update_locked(c);
  if (count) carom__apply_events(c, count, due);
  return CAROM_OK;
}
