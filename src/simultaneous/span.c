// The integrated pieces: panels one after another, each as long as accuracy allows, until an event closes one.
#include "simultaneous/span.h"

/// What a direction may still do to the velocity when it is frozen for the rest of a contact.
static const double FROZEN = 1e-13;

/// A direction is straight where the sliding velocity is off it by no more than this part: rounding.
static const double STRAIGHT = 1e-14;

/// h times the largest frequency: the sweeps converge like (h omega)^(2k)/(2k)!. With 3 all takes as long or longer.
static const double LONGEST = 2;

/// The same for series, whose terms tell when the true frequencies, of which a bound is known, are too high.
static const double SERIES_LONGEST = 6;

/// The first panel of turning slip after an event, as a part of the time scale.
static const double FIRST = 0.15;

/// A panel takes at most this part of the time that is left to a turning contact: its direction is singular at the end.
static const double NEAR_END = 0.85;

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

/// How the normal force of a slipping contact comes to its end.
typedef struct fade {
  double rest;  // time that is left, if nothing changes much
  double rate;  // at which the force falls
} fade;

static double dot(int n, const double* a, const double* b) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

/// Forces and their rates at the start of a panel, for what is asked of each turning contact.
typedef struct loads {
  const double *force, *rate;
} loads;

static loads find_loads(const carom__span* p) {
  double *force = p->whole, *rate = force + p->c->size;
  carom__forces(p->c, force);
  carom__force_rates(p->c, p->c->v, rate);
  return (loads){force, rate};
}

static fade fade_of(const carom__collision* c, int contact, const loads* l) {
  const carom__touch* t = &c->touch[contact];
  const int n = carom__normal(c, contact);
  if (t->phase == CAROM__LOCKED) {
    const double falls = -l->rate[n];
    return falls > 0 ? (fade){carom__max(0, t->force) / falls, falls} : (fade){HUGE_VAL, 0};
  }
  if (!(c->v[n] > 0) || t->phase != CAROM__RESTORING) return (fade){HUGE_VAL, 0};
  const double root = c->v[n] * c->v[n] - 2 * dot(c->size, c->w + n * c->size, l->force) * t->x;
  return (fade){root > 0 ? -2 * t->x / (c->v[n] + sqrt(root)) : HUGE_VAL, t->k * c->v[n]};
}

/// How the forces push the tangents of a contact.
static void find_push(const carom__collision* c, int contact, const loads* l, double push[2]) {
  const double* row = c->w + contact * c->dimension * c->size;
  for (int a = 0; a < 2; ++a) push[a] = dot(c->size, row + a * c->size, l->force);
}

/// True if the direction of a contact can do no more harm in the time that is left to it. One that follows v_t closely
/// has no part of it across now, but would have.
static bool can_freeze(const carom__collision* c, int contact, fade end, const double push[2]) {
  const carom__touch* t = &c->touch[contact];
  const double *v = c->v + contact * c->dimension, *d = t->d;
  const double across = fabs(v[1] * d[0] - v[0] * d[1]) + fabs(push[1] * d[0] - push[0] * d[1]) * end.rest;
  const double drift = across / carom__max(carom__hypot(v[0], v[1]), t->reach * end.rate);
  double w = 0;
  for (int a = 0; a < c->size; ++a) w = carom__max(w, fabs(c->w[contact * c->dimension * c->size + a]));
  return !(t->mu * w * 0.5 * carom__normal_force(c, t) * end.rest * drift > FROZEN * c->speed);
}

/// v_t along a contact's direction, and how far it is off.
typedef struct course {
  double along, across;
} course;

static course course_of(const double* v, const double* d) {
  return (course){v[0] * d[0] + v[1] * d[1], fabs(v[1] * d[0] - v[0] * d[1])};
}

static bool keeps_course(course at) {
  return at.along > 0 && at.across <= STRAIGHT * at.along;
}

/// The sliding velocity lies along the spring, and no force pushes it aside.
static bool seems_straight(const carom__collision* c, int contact, const double push[2]) {
  const carom__touch* t = &c->touch[contact];
  const course at = course_of(c->v + contact * c->dimension, t->d);
  return keeps_course(at) && course_of(push, t->d).across * c->time_scale <= STRAIGHT * at.along;
}

/// Directions that seemed straight and do not keep their course on the panel become unknowns, and stay so until
/// something happens: where they are stiff, each panel would begin with one that shows it and end with one too short to
/// matter.
static bool bends(carom__span* p) {
  bool any = false;
  for (int i = 0; i < p->c->count; ++i)
    for (int j = 0; p->straight[i] && j < CAROM__SPAN_NODES; ++j) {
      const double v[2] = {p->v[p->base[i]][j], p->v[p->base[i] + 1][j]};
      if (keeps_course(course_of(v, p->c->touch[i].d))) continue;
      p->straight[i] = false;
      any = p->turns[i] = p->bent[i] = true;
    }
  return any;
}

/// Which directions are unknowns, and how long the panel may be for their sake.
static double choose_turning(carom__span* p) {
  const carom__collision* c = p->c;
  const loads l = find_loads(p);
  double longest = HUGE_VAL;
  for (int i = 0; i < c->count; ++i) {
    const carom__touch* t = &c->touch[i];
    double push[2];
    p->turns[i] = p->straight[i] = false;
    if (c->tangents < 2 || !carom__is_active(t) || t->grip != CAROM__SLIPPING) continue;
    const fade end = fade_of(c, i, &l);
    p->rest[i] = carom__min(end.rest, c->time_scale);
    find_push(c, i, &l, push);
    if (end.rest < HUGE_VAL && can_freeze(c, i, end, push)) continue;
    p->straight[i] = !p->bent[i] && seems_straight(c, i, push);
    p->turns[i] = !p->straight[i];
    if (p->turns[i]) longest = carom__min(longest, NEAR_END * end.rest);
  }
  return longest;
}

/// After an event the direction follows v_t at the rate |v_t|/rho, and the first panel must see that. Where that rate
/// is only mildly stiff the tails of the polynomials do not tell; a short first panel does.
static double first_length(const carom__span* p) {
  const carom__collision* c = p->c;
  double length = 0.5 * c->time_scale;
  for (int i = 0; i < c->count; ++i) {
    const carom__touch* t = &c->touch[i];
    const double rho = t->reach * carom__normal_force(c, t), *v = c->v + i * c->dimension;
    if (p->turns[i]) length = carom__min(length, FIRST * c->time_scale);
    if (p->turns[i] && rho > 0) length = carom__min(length, 4 * rho / carom__hypot(v[0], v[1]));
  }
  return length;
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

/// A turning direction is an algebraic function of the time that is left to its contact: panels that are the same part
/// of it are as accurate, so the next one must be shorter by as much as this one takes.
static double left_after(const carom__span* p) {
  double left = 1;
  for (int i = 0; i < p->c->count; ++i)
    if (p->turns[i] && p->rest[i] < p->c->time_scale) left = carom__min(left, 1 - p->h / p->rest[i]);
  return carom__max(left, 1 - NEAR_END);
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

/// A direction follows v_t at the rate |v_t|/rho: for more than this many times its inverse no series serves.
static const double STIFF = 4;

static double longest_for_series(const carom__span* p) {
  const carom__collision* c = p->c;
  double longest = HUGE_VAL;
  for (int i = 0; i < c->count; ++i) {
    const carom__touch* t = &c->touch[i];
    const double rho = t->reach * carom__normal_force(c, t), *v = c->v + i * c->dimension;
    if (p->turns[i]) longest = carom__min(longest, STIFF * rho / carom__hypot(v[0], v[1]));
  }
  return longest;
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
  series_try try = {series_cost(p), carom__min(longest, longest_for_series(p))};
  p->series.order = -1;
  for (int k = 0; k < MOST_TRIES && !carom__is_spent(p->c); ++k) {
    const bool by_series = solve_by_series(p, *h, &try);
    if (!by_series && !carom__span_solve(p, *h, 0)) {
      *h *= 0.3;
      continue;
    }
    if (bends(p)) {
      *h = carom__min(*h, first_length(p));
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
      *h *= carom__min(3, carom__max(1, factor)) * left_after(p);
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
  double longest = choose_turning(&p), next = first_length(&p);
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
    longest = choose_turning(&p);
  }
  return CAROM_OK;
}
