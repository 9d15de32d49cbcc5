// The integrated pieces: panels one after another, each as long as accuracy allows, until an event closes one.
#include "simultaneous/span.h"

/// h times the largest frequency: the sweeps converge like (h omega)^(2k)/(2k)!. With 3 all takes as long or longer.
static const double LONGEST = 2;

/// The same for series, whose terms tell when the true frequencies, of which a bound is known, are too high.
static const double SERIES_LONGEST = 6;

enum { MOST_TRIES = 60, MOST_CLOSINGS = 12, MOST_POLISHES = 8, MOST_PANELS_AT_ONCE = 64 };

/// A bound on the frequencies: the largest row sum of K^(1/2) W K^(1/2), friction included.
static double fastest(const carom__span* p) {
  const carom__collision* c = p->c;
  double root_k[3 * CAROM__MOST], most = 0;
  for (int i = 0; i < c->count; ++i) {
    const carom__touch* t = &c->touch[i];
    if (!carom__is_active(t)) continue;
    const double normal = carom__is_springy(t) ? sqrt(t->k) : 0;
    root_k[carom__span_normal(p, i)] = normal;
    // Sliding friction is mu times the normal spring.
    for (int a = 0; a < p->tangents[i]; ++a)
      root_k[p->base[i] + a] = t->grip == CAROM__STICKING ? sqrt(t->kt) : t->mu * normal;
  }
  for (int i = 0; i < p->n; ++i) {
    double sum = 0;
    for (int j = 0; j < p->n; ++j) sum += fabs(p->held[i * p->n + j]) * root_k[j];
    const carom__touch* t = &c->touch[p->freedom[i] / c->dimension];
    const bool spring = t->grip != CAROM__SLIPPING || i == carom__span_normal(p, p->freedom[i] / c->dimension);
    if (spring) most = carom__max(most, sum * root_k[i]);
  }
  return sqrt(most);
}

static void trace_nodes(carom__span* p) {
  carom__collision* c = p->c;
  double *impulse = p->whole, *v = impulse + c->size;
  for (int j = 0; j < CAROM__SPAN_NODES - 1; ++j) {
    if (carom__trace_skips(c)) continue;
    carom__span_velocities(p, j, v);
    memcpy(impulse, c->impulse, (size_t)c->size * sizeof *impulse);
    for (int i = 0; i < p->n; ++i) impulse[p->freedom[i]] += p->impulse[i][j];
    for (int i = 0; i < c->count; ++i)
      if (carom__is_springy(&c->touch[i])) c->touch[i].x = p->x[i][j];
    carom__trace_point(c, c->time + p->rule->node[j] * p->h, impulse, v);
  }
}

/// What sliding has cost: the work of the friction force on the contact, less what its spring took. The force is kt
/// rho, so the spring's part needs no integral: where springs are hard, that of F_n rho' would be all rounding.
static double friction_work(const carom__span* p, int contact) {
  const carom__touch* t = &p->c->touch[contact];
  const int base = p->base[contact], last = CAROM__SPAN_NODES - 1;
  double work = 0;
  for (int j = 0; j < CAROM__SPAN_NODES; ++j)
    for (int a = 0; a < p->tangents[contact]; ++a)
      work -= p->h * p->rule->weight[j] * p->force[base + a][j] * p->v[base + a][j];
  const double rho = t->reach * p->force[carom__span_normal(p, contact)][last];
  const double before = t->reach * carom__normal_force(p->c, t);
  return work - 0.5 * t->kt * (rho - before) * (rho + before);
}

static void commit_springs(carom__span* p, int contact) {
  carom__touch* t = &p->c->touch[contact];
  const int last = CAROM__SPAN_NODES - 1;
  if (carom__is_springy(t)) t->x = p->x[contact][last];
  for (int a = 0; t->grip == CAROM__STICKING && a < 2; ++a) t->s[a] = p->s[2 * contact + a][last];
  if (!p->turns[contact]) return;
  const double d0 = p->d[2 * contact][last], d1 = p->d[2 * contact + 1][last], unit = 1 / carom__hypot(d0, d1);
  t->d[0] = unit * d0;
  t->d[1] = unit * d1;
}

/// The end of the panel becomes the state of the collision.
static void commit(carom__span* p) {
  carom__collision* c = p->c;
  const int last = CAROM__SPAN_NODES - 1;
  carom__span_know_impulses(p);
  for (int i = 0; i < c->count; ++i)
    if (carom__is_active(&c->touch[i]) && c->touch[i].grip == CAROM__SLIPPING) c->friction += friction_work(p, i);
  if (c->trace) trace_nodes(p);
  carom__span_velocities(p, last, p->whole);
  memcpy(c->v, p->whole, (size_t)c->size * sizeof *c->v);
  for (int a = 0; a < c->locked_count; ++a) c->v[carom__normal(c, c->locked[a])] = 0;
  for (int i = 0; i < p->n; ++i) c->impulse[p->freedom[i]] += p->impulse[i][last];
  for (int i = 0; i < c->count; ++i)
    if (carom__is_active(&c->touch[i])) commit_springs(p, i);
  carom__update_locked(c);
  c->time += p->h;
  c->panels += 1;
}

/// What a panel takes besides its sweeps or its series and the search for events, of the collision's work: measured.
static double panel_work(const carom__span* p) {
  const carom__collision* c = p->c;
  return 4.5 * p->n * p->n + 90.0 * c->count + 2 * carom__span_answer_work(c);
}

/// What the search for events usually takes for each contact. What it does take is counted where it is done.
static const double USUAL_SEARCH = 290;

/// What panels by a series take, against panels by sweeps, with the usual numbers of orders and sweeps: where a series
/// serves for so much of the sweeps' panel it is better.
static double series_cost(const carom__span* p) {
  enum { USUAL_ORDERS = 22, USUAL_SWEEPS = 8 };
  const double other = panel_work(p) + USUAL_SEARCH * p->c->count, filling = 2 * carom__span_fill_work(p, USUAL_ORDERS);
  return (USUAL_ORDERS * carom__span_order_work(p) + filling + other) /
         (USUAL_SWEEPS * carom__span_sweep_work(p) + other);
}

/// A try to solve the panel by a series.
typedef struct series_try {
  double cost;  // see series_cost
  double fits;  // for how long the series serves, or may serve
} series_try;

/// Solves the panel by a series if that serves for long enough, compared with the h that sweeps would try.
static bool solve_by_series(carom__span* p, double h, series_try* try) {
  while (try->fits >= try->cost * h) {
    if (p->series.order >= 0) return carom__span_take_series(p, try->fits);
    try->fits *= carom__span_find_series(p, try->fits, try->cost * h / try->fits);
  }
  return false;
}

/// Solves a panel that is accurate, not longer than the longest; h is then what to try next.
static bool solve_accurately(carom__span* p, double longest, double* h) {
  series_try try = {series_cost(p), carom__min(longest, carom__span_longest_series(p))};
  p->series.order = -1;
  for (int k = 0; k < MOST_TRIES && !carom__is_spent(p->c); ++k) {
    const bool by_series = solve_by_series(p, *h, &try);
    if (!by_series && !carom__span_solve(p, *h, 0)) {
      *h *= 0.3;
      continue;
    }
    if (carom__span_bends(p)) {
      *h = carom__min(*h, carom__span_first_length(p));
      p->series.order = -1;
      continue;
    }
    if (by_series) {
      *h = carom__max(1.5 * *h, 2 * p->h);
      return true;
    }
    const double error = carom__span_error(p) / (CAROM__SPAN_TOLERANCE * p->c->speed);
    const double factor = 0.85 * carom__pow(carom__max(DBL_MIN, error), -1.0 / p->rule->count);
    if (error <= 1) {
      p->series.order = -1;
      *h *= carom__min(3, carom__max(1, factor)) * carom__span_left_after(p);
      return true;
    }
    // In a thin layer the error falls with h no faster than h itself: do not creep up to it.
    *h *= carom__min(k == 0 ? 0.8 : 0.4, carom__max(0.05, factor));
  }
  return false;
}

/// The same panel with another length, where it is a series.
static bool take_part(carom__span* p, double h) {
  if (carom__span_take_series(p, h)) return true;
  return carom__span_find_series(p, h, 1) == 1 && carom__span_take_series(p, h);
}

/// Solves the panel again, shorter or a little longer; from the start if it does not come out as well as before.
static bool solve_part(carom__span* p, double part) {
  const double h = p->h * part;
  if (p->series.order >= 0) return take_part(p, h) || carom__span_solve(p, h, 0);
  if (carom__span_solve(p, h, part) && carom__span_error(p) <= CAROM__SPAN_TOLERANCE * p->c->speed) return true;
  return carom__span_solve(p, h, 0);
}

/// A watch that is this part of its noise at the end, where Newton's method changes the length by less than the second
/// part, is zero there.
static const double WELL_BELOW_NOISE = 0.01, SMALL_CHANGE = 1e-12;

/// Newton's method on the length of the panel, until the watch is zero at its end: it doubles its digits each time.
static bool polish(carom__span* p, int watch, double part) {
  for (int k = 0; k < MOST_POLISHES; ++k) {
    if (!solve_part(p, part)) return false;
    double slope;
    const double value = carom__span_end_value(p, watch, &slope);
    const double change = -value / slope;
    if (!(fabs(change) > 2 * DBL_EPSILON) || !isfinite(change)) return true;
    if (fabs(value) <= WELL_BELOW_NOISE * p->watches[watch].noise && fabs(change) < SMALL_CHANGE) return true;
    part = 1 + carom__min(0.2, carom__max(-0.5, change));
  }
  return true;
}

enum { NO_EVENT = -1, NOT_CLOSED = -2 };

/// An event within this part of the panel is at its start, and one within the second of its end is there.
static const double AT_START = 1e-14, AT_END = 1e-10;

/// A watch that starts at so many times its noise does not fall at the start: its root is lost in what the polynomial
/// of a long panel is off by there. On this part of the panel it is seen, or on that part of it.
static const double CLEAR_OF_NOISE = 30, SHORTER = 0.01;

static bool is_lost(const carom__span* p, int watch, double theta) {
  return theta <= AT_START && p->watches[watch].start > CLEAR_OF_NOISE * p->watches[watch].noise;
}

/// Shortens the panel until it ends on its first event. Returns the watch.
static int close_on_event(carom__span* p) {
  double theta;
  bool has_root;
  int watch = carom__span_first_event(p, &theta, &has_root);
  for (int k = 0; k < MOST_CLOSINGS && watch >= 0; ++k) {
    if (is_lost(p, watch, theta)) {
      if (!solve_part(p, SHORTER)) return NOT_CLOSED;
      watch = carom__span_first_event_within(p, &theta, &has_root);
      continue;
    }
    if (theta <= AT_START) {
      p->h = 0;
      return watch;
    }
    if (!has_root) return solve_part(p, theta) ? watch : NOT_CLOSED;
    if (!polish(p, watch, theta)) return NOT_CLOSED;
    const int other = carom__span_first_event_within(p, &theta, &has_root);
    if (other < 0 || other == watch || theta > 1 - AT_END) return watch;
    watch = other;
  }
  return watch;
}

carom_status carom__run_spans(carom__collision* c, carom_diag* diag) {
  carom__span p;  // much of it is room that nobody reads
  p.c = c;
  p.rule = &carom__radau12;
  carom__span_begin(&p);
  memset(p.bent, 0, sizeof p.bent);
  const double swing = LONGEST / fastest(&p), longest_series = SERIES_LONGEST / LONGEST * swing;
  double longest = carom__span_choose_turning(&p), next = carom__span_first_length(&p);
  for (int k = 0; k < MOST_PANELS_AT_ONCE && !carom__is_spent(c); ++k) {
    c->work += panel_work(&p);
    double h = carom__min(next, carom__min(longest, swing));
    p.h = h;
    carom__span_watch_all(&p);
    if (!solve_accurately(&p, longest_series, &h))
      return carom__fail(diag, CAROM_BUDGET, "steps", c->panels, "a step of integration shrank to nothing");
    next = h;
    const double length = p.h;
    const int event = close_on_event(&p);
    if (event == NOT_CLOSED) {
      next = 0.1 * length;
      continue;
    }
    carom__happening due[CAROM__SPAN_WATCHES * CAROM__MOST];
    const int count = event < 0 ? 0 : carom__span_due(&p, event, due);
    if (p.h > 0) commit(&p);
    if (event >= 0) {
      carom__apply_events(c, count, due);
      return CAROM_OK;
    }
    longest = carom__span_choose_turning(&p);
  }
  return CAROM_OK;
}
