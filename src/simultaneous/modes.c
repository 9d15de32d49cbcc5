// Pieces in closed form: no contact slips and all springs are linear, so r'' = -W K r for the springs' lengths r. With
// K^(1/2) W K^(1/2) = V diag(omega^2) V^T every length, velocity and force is a sum of sinusoids, and every event the
// root of one (of a difference of two squares where a contact starts to slip).
#include "simultaneous/modes.h"

/// Frequencies below this part of what the springs would have alone are rounding: locked contacts hold everything.
static const double STALLED = 1e-7;

/// Springs that move no faster than this part of the velocity scale are at rest, if their forces are in balance.
static const double STILL = 1e-10;

/// Forces in balance add up to less than this part of their sizes.
static const double BALANCED = 1e-9;

size_t carom__modes_size(int size, int count) {
  const size_t n = (size_t)size, m = (size_t)count, functions = 6 * m;
  return 2 * n * n + 8 * n + m * n + (n + m) * n + 3 * n + (2 + CAROM__FIRST_ROOT_ROWS) * functions;
}

static void lay_out(carom__modes* p) {
  const carom__collision* c = p->c;
  double* cursor = c->scratch;
  const int n = p->n, functions = 6 * c->count;
  p->vectors = cursor + n * n;  // the matrix itself lies before, and is destroyed
  p->omega = p->vectors + n * n;
  p->a = p->omega + n;
  p->b = p->a + n;
  p->q = p->b + n;
  p->dq = p->q + n;
  p->iq = p->dq + n;
  p->most = p->iq + n;
  p->root_k = p->most + n;
  p->share = p->root_k + n;
  p->rows = p->share + c->locked_count * n;
  p->delta = p->rows + (n + c->count) * n;
  p->point = p->delta + c->size;
  p->bounds = p->point + 2 * c->size;
  p->noise = p->bounds + functions;
  p->search = p->noise + functions;
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

/// share = W_LL^-1 W_LS: locked forces per force of the springs, with the sign turned.
static void find_shares(carom__modes* p) {
  const carom__collision* c = p->c;
  const int n = p->n, locked = c->locked_count;
  for (int a = 0; a < locked; ++a)
    for (int j = 0; j < n; ++j) {
      double sum = 0;
      for (int b = 0; b < locked; ++b)
        sum += c->hold[a * locked + b] * c->w[carom__normal(c, c->locked[b]) * c->size + p->freedom[j]];
      p->share[a * n + j] = sum;
    }
}

/// Velocity rate at freedom i per force of spring j, the locked contacts holding still.
static double held_w(const carom__modes* p, int i, int j) {
  const carom__collision* c = p->c;
  double sum = c->w[i * c->size + p->freedom[j]];
  for (int a = 0; a < c->locked_count; ++a)
    sum -= c->w[i * c->size + carom__normal(c, c->locked[a])] * p->share[a * p->n + j];
  return sum;
}

static double spring_length(const carom__modes* p, int j) {
  const carom__collision* c = p->c;
  const int contact = p->freedom[j] / c->dimension, axis = p->freedom[j] % c->dimension;
  return axis == c->tangents ? c->touch[contact].x : c->touch[contact].s[axis];
}

static void decompose(carom__modes* p) {
  const int n = p->n;
  double* a = p->c->scratch;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      a[i * n + j] = a[j * n + i] = p->root_k[i] * held_w(p, p->freedom[i], j) * p->root_k[j];
  carom__graded_eigen(n, a, p->omega, p->vectors);
  for (int m = 0; m < n; ++m) {
    p->omega[m] = sqrt(carom__max(0, p->omega[m]));
    double at = 0, rate = 0;
    for (int i = 0; i < n; ++i) {
      at += p->vectors[i * n + m] * p->root_k[i] * spring_length(p, i);
      rate += p->vectors[i * n + m] * p->root_k[i] * p->c->v[p->freedom[i]];
    }
    p->a[m] = at;
    p->b[m] = rate;
    p->most[m] = carom__hypot(at * p->omega[m], rate);
  }
}

/// Rows that give, from the modes, each spring's length; each apart contact's velocity rate; locked forces.
static void find_rows(carom__modes* p) {
  const carom__collision* c = p->c;
  const int n = p->n;
  for (int i = 0; i < n; ++i)
    for (int m = 0; m < n; ++m) p->rows[i * n + m] = p->vectors[i * n + m] / p->root_k[i];
  for (int i = 0; i < c->count; ++i) {
    double* row = p->rows + (n + i) * n;
    if (carom__is_active(&c->touch[i])) continue;
    for (int m = 0; m < n; ++m) row[m] = 0;
    for (int j = 0; j < n; ++j) {
      const double push = held_w(p, carom__normal(c, i), j) * p->root_k[j];
      for (int m = 0; m < n; ++m) row[m] -= push * p->vectors[j * n + m];
    }
  }
  for (int a = 0; a < c->locked_count; ++a) {
    double sums[3 * CAROM__MOST];
    for (int m = 0; m < n; ++m) sums[m] = 0;
    for (int j = 0; j < n; ++j)
      for (int m = 0; m < n; ++m) sums[m] += p->share[a * n + j] * p->root_k[j] * p->vectors[j * n + m];
    for (int m = 0; m < n; ++m) p->share[a * n + m] = sums[m];
  }
}

void carom__modes_at(carom__modes* p, double t) {
  for (int m = 0; m < p->n; ++m) {
    const double omega = p->omega[m], half = 0.5 * omega * t;
    const carom__sincos at = carom__sincos_of(half);
    const double s = at.sine, c = at.cosine;
    const bool slow = half < 1e-9;
    const double sine = slow ? t : 2 * s * c / omega, versine = slow ? 0.5 * t * t : 2 * s * s / (omega * omega);
    const double cosine = 1 - 2 * s * s;
    p->q[m] = p->a[m] * cosine + p->b[m] * sine;
    p->dq[m] = p->b[m] * cosine - omega * omega * p->a[m] * sine;
    p->iq[m] = p->a[m] * sine + p->b[m] * versine;
  }
}

static void gather(carom__modes* p) {
  double stiffness[3 * CAROM__MOST];
  gather_springs(p, stiffness);
  lay_out(p);
  for (int j = 0; j < p->n; ++j) p->root_k[j] = sqrt(stiffness[j]);
  find_shares(p);
}

/// The springs, forces and velocities at a time of the piece, into the collision (impulse and velocity: into out).
static void state_at(carom__modes* p, double t, double* impulse, double* v) {
  carom__collision* c = p->c;
  const int n = p->n;
  carom__modes_at(p, t);
  for (int i = 0; i < c->size; ++i) p->delta[i] = 0;
  for (int j = 0; j < n; ++j) {
    const int contact = p->freedom[j] / c->dimension, axis = p->freedom[j] % c->dimension;
    const double* row = p->rows + j * n;
    const double length = carom__mode_sum(n, row, p->q);
    p->delta[p->freedom[j]] = -p->root_k[j] * p->root_k[j] * carom__mode_sum(n, row, p->iq);
    if (axis == c->tangents) {
      c->touch[contact].x = length;
    } else {
      c->touch[contact].s[axis] = length;
    }
  }
  for (int a = 0; a < c->locked_count; ++a) {
    c->touch[c->locked[a]].force = carom__mode_sum(n, p->share + a * n, p->q);
    p->delta[carom__normal(c, c->locked[a])] = carom__mode_sum(n, p->share + a * n, p->iq);
  }
  for (int i = 0; i < c->size; ++i) {
    impulse[i] = c->impulse[i] + p->delta[i];
    v[i] = c->v[i] + carom__mode_sum(c->size, c->w + i * c->size, p->delta);
  }
  for (int a = 0; a < c->locked_count; ++a) v[carom__normal(c, c->locked[a])] = 0;
}

/// Points between the events, a twelfth of a radian of the fastest mode apart, at most 60.
static void trace_between(carom__modes* p, double t, double fastest) {
  carom__collision* c = p->c;
  const int points = (int)carom__min(60, 12 * fastest * t);
  for (int i = 1; i < points; ++i) {
    const double at = t * i / points;
    state_at(p, at, p->point, p->point + c->size);
    carom__trace_point(c, c->time + at, p->point, p->point + c->size);
  }
}

/// Goes on to the time t of a watch (-1: of none). Returns the watch whose event comes first there.
static int advance(carom__modes* p, double t, double fastest, int watch) {
  carom__collision* c = p->c;
  if (!(t > 0)) return watch;
  if (c->trace) trace_between(p, t, fastest);
  state_at(p, t, p->point, p->point + c->size);
  if (watch >= 0) watch = carom__modes_first_at_once(p, t, watch);
  memcpy(c->impulse, p->point, (size_t)c->size * sizeof *c->impulse);
  memcpy(c->v, p->point + c->size, (size_t)c->size * sizeof *c->v);
  c->time += t;
  c->events_at_once = 0;
  return watch;
}

static double largest(int n, const double* x) {
  double most = 0;
  for (int i = 0; i < n; ++i) most = carom__max(most, x[i]);
  return most;
}

/// Twice the longest period that is not rounding.
static double horizon(const carom__modes* p, double fastest) {
  double slowest = fastest;
  for (int m = 0; m < p->n; ++m)
    if (p->omega[m] > 1e-7 * fastest) slowest = carom__min(slowest, p->omega[m]);
  return 12 / slowest;
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

/// Nothing moves and nothing is about to: the forces of all springs are in balance.
static bool is_still(const carom__modes* p) {
  const carom__collision* c = p->c;
  for (int j = 0; j < p->n; ++j) {
    if (fabs(c->v[p->freedom[j]]) > STILL * c->speed) return false;
    double sum = 0, size = 0;
    for (int i = 0; i < p->n; ++i) {
      const double part = held_w(p, p->freedom[j], i) * p->root_k[i] * p->root_k[i] * spring_length(p, i);
      sum += part;
      size += fabs(c->w[p->freedom[j] * c->size + p->freedom[i]] * p->root_k[i] * p->root_k[i] * spring_length(p, i));
    }
    if (fabs(sum) > BALANCED * size) return false;
  }
  return true;
}

/// Locked contacts hold all springs where they are: stress that stays in the bodies, and the collision is over there.
static void end_stalled(carom__collision* c) {
  for (int i = 0; i < c->count; ++i)
    if (carom__is_springy(&c->touch[i])) carom__apply_event(c, CAROM_EVENT_RESTITUTION_END, i);
}

carom_status carom__run_modes(carom__collision* c, carom_diag* diag) {
  carom__modes p;  // much of it is room that nobody reads
  p.c = c;
  gather(&p);
  if (is_still(&p)) {
    end_stalled(c);
    return CAROM_OK;
  }
  decompose(&p);
  find_rows(&p);
  const double fastest = carom__max(largest(p.n, p.omega), STALLED * frequency_alone(&p));
  p.t_end = carom__min(horizon(&p, fastest), carom__numb_left(c));
  carom__modes_watch_all(&p, fastest);
  const carom__first_root_problem search = {.count = p.watch_count,
                                            .evaluate = carom__modes_evaluate,
                                            .context = &p,
                                            .bounds = p.bounds,
                                            .noise = p.noise,
                                            .floor_step = 0.15 / fastest,
                                            .t_end = p.t_end,
                                            .omega = 2 * fastest};
  const carom__first_root root = carom__find_first_root(&search, p.search);
  c->evaluations += root.evaluations;
  if (!isfinite(root.t)) return carom__fail(diag, CAROM_OVERFLOW, "w", 0, "a velocity or force leaves the doubles");
  const int watch = advance(&p, root.t, fastest, root.index);
  carom__update_locked(c);
  if (watch >= 0) carom__apply_event(c, p.watches[watch].type, p.watches[watch].contact);
  return CAROM_OK;
}
