// The integrated pieces: panels one after another, each as long as accuracy allows, until an event closes one.
#include "simultaneous/span.h"

/// Error allowed per panel, as a part of the velocity scale.
static const double TOLERANCE = 1e-12;

/// What a direction may still do to the velocity when it is frozen for the rest of a contact.
static const double FROZEN = 1e-13;

/// h times the largest frequency: the sweeps converge like (h omega)^(2k)/(2k)!.
static const double LONGEST = 3;

/// The first panel of turning slip after an event, as a part of the time scale.
static const double FIRST = 0.02;

enum { MOST_TRIES = 60, MOST_CLOSINGS = 12, MOST_PANELS_AT_ONCE = 64 };

/// A bound on the frequencies: the largest row sum of K^(1/2) W K^(1/2), friction included.
static double fastest(const carom__span* p) {
  const carom__collision* c = p->c;
  double root_k[3 * CAROM__MOST], most = 0;
  for (int i = 0; i < c->count; ++i) {
    const carom__touch* t = &c->touch[i];
    if (!carom__is_active(t)) continue;
    const double soft = c->exponent == 1 ? 1 : c->exponent * carom__pow(carom__max(-t->x, t->peak), c->exponent - 1);
    const double normal = carom__is_springy(t) ? sqrt(t->k * soft) : 0;
    root_k[carom__span_normal(p, i)] = normal;
    // Sliding friction is mu times the normal spring.
    for (int a = 0; a < p->tangents[i]; ++a)
      root_k[p->base[i] + a] = t->grip == CAROM__STICKING ? sqrt(t->kt) : t->mu * normal;
  }
  for (int i = 0; i < p->n; ++i) {
    double sum = 0;
    for (int j = 0; j < p->n; ++j) sum += fabs(p->w[i * p->n + j]) * root_k[j];
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

static fade fade_of_spring(const carom__collision* c, int contact) {
  const carom__touch* t = &c->touch[contact];
  const int n = carom__normal(c, contact);
  double* force = c->scratch;
  if (!(c->v[n] > 0) || t->phase != CAROM__RESTORING) return (fade){HUGE_VAL, 0};
  carom__forces(c, force);
  const double root = c->v[n] * c->v[n] - 2 * dot(c->size, c->w + n * c->size, force) * t->x;
  return (fade){root > 0 ? -2 * t->x / (c->v[n] + sqrt(root)) : HUGE_VAL, t->k * c->v[n]};
}

static fade fade_of(const carom__collision* c, int contact) {
  const carom__touch* t = &c->touch[contact];
  if (t->phase != CAROM__LOCKED) return fade_of_spring(c, contact);
  double* rate = c->scratch;
  carom__force_rates(c, c->v, rate);
  const double falls = -rate[carom__normal(c, contact)];
  return falls > 0 ? (fade){carom__max(0, t->force) / falls, falls} : (fade){HUGE_VAL, 0};
}

/// True if the direction of a contact can do no more harm in the time that is left to it.
static bool can_freeze(const carom__collision* c, int contact, fade end) {
  const carom__touch* t = &c->touch[contact];
  const double* v = c->v + contact * c->dimension;
  const double across = fabs(v[1] * t->d[0] - v[0] * t->d[1]);
  const double drift = across / carom__max(carom__hypot(v[0], v[1]), t->reach * end.rate);
  double w = 0;
  for (int a = 0; a < c->size; ++a) w = carom__max(w, fabs(c->w[contact * c->dimension * c->size + a]));
  return !(t->mu * w * 0.5 * carom__normal_force(c, t) * end.rest * drift > FROZEN * c->speed);
}

/// Which directions are unknowns, and how long the panel may be for their sake.
static double choose_turning(carom__span* p) {
  const carom__collision* c = p->c;
  double longest = HUGE_VAL;
  for (int i = 0; i < c->count; ++i) {
    const carom__touch* t = &c->touch[i];
    p->turns[i] = c->tangents == 2 && carom__is_active(t) && t->grip == CAROM__SLIPPING;
    // A force with an exponent has a kink where it ends: do not reach far beyond it.
    if (c->exponent != 1) longest = carom__min(longest, 1.1 * fade_of_spring(c, i).rest);
    if (!p->turns[i]) continue;
    const fade end = fade_of(c, i);
    p->rest[i] = carom__min(end.rest, c->time_scale);
    if (end.rest < HUGE_VAL && can_freeze(c, i, end)) {
      p->turns[i] = false;
    } else {
      longest = carom__min(longest, 0.7 * end.rest);
    }
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
  c->events_at_once = 0;
  c->panels += 1;
}

/// Solves a panel that is accurate, not longer than the longest; h is then what to try next.
static bool solve_accurately(carom__span* p, double* h) {
  for (int k = 0; k < MOST_TRIES; ++k) {
    if (!carom__span_solve(p, *h, 0)) {
      *h *= 0.3;
      continue;
    }
    const double error = carom__span_error(p) / (TOLERANCE * p->c->speed);
    const double factor = 0.85 * carom__pow(carom__max(1e-30, error), -1.0 / p->rule->count);
    if (error <= 1) {
      *h *= carom__min(3, carom__max(1, factor));
      return true;
    }
    // In a thin layer the error falls with h no faster than h itself: do not creep up to it.
    *h *= carom__min(0.4, carom__max(0.05, factor));
  }
  return false;
}

/// Solves the panel again, shorter or a little longer; from the start if it does not come out as well as before.
static bool solve_part(carom__span* p, double part) {
  const double h = p->h * part;
  if (carom__span_solve(p, h, part) && carom__span_error(p) <= TOLERANCE * p->c->speed) return true;
  return carom__span_solve(p, h, 0);
}

/// Newton's method on the length of the panel, until the watch is zero at its end.
static bool polish(carom__span* p, int watch, double part) {
  for (int k = 0; k < 8; ++k) {
    if (!solve_part(p, part)) return false;
    double slope;
    const double value = carom__span_end_value(p, watch, &slope);
    // Forces with an exponent end like (T - t)^exponent.
    const double order = p->watches[watch].type == CAROM_EVENT_RELEASE ? p->c->exponent : 1;
    const double change = -order * value / slope;
    if (!(fabs(change) > 2 * DBL_EPSILON) || !isfinite(change)) return true;
    if (fabs(value) <= 0.01 * p->watches[watch].noise && fabs(change) < 1e-12) return true;
    part = 1 + carom__min(0.2, carom__max(-0.5, change));
  }
  return true;
}

enum { NO_EVENT = -1, NOT_CLOSED = -2 };

/// Shortens the panel until it ends on its first event. Returns the watch.
static int close_on_event(carom__span* p) {
  double theta;
  bool has_root;
  int watch = carom__span_first_event(p, &theta, &has_root);
  for (int k = 0; k < MOST_CLOSINGS && watch >= 0; ++k) {
    if (theta <= 1e-14) {
      p->h = 0;
      return watch;
    }
    if (!has_root) return solve_part(p, theta) ? watch : NOT_CLOSED;
    if (!polish(p, watch, theta)) return NOT_CLOSED;
    const int other = carom__span_first_event(p, &theta, &has_root);
    if (other < 0 || other == watch || theta > 1 - 1e-10) return carom__span_first_at_once(p, watch);
    watch = other;
  }
  return watch;
}

carom_status carom__run_spans(carom__collision* c, carom_diag* diag) {
  carom__span p;  // much of it is room that nobody reads
  p.c = c;
  p.rule = &carom__radau12;
  carom__span_begin(&p);
  double longest = choose_turning(&p), next = first_length(&p);
  for (int k = 0; k < MOST_PANELS_AT_ONCE; ++k) {
    c->tries += 1;
    longest = carom__min(longest, LONGEST / fastest(&p));
    double h = carom__min(next, carom__min(longest, carom__numb_left(c)));
    p.h = h;
    carom__span_watch_all(&p);
    if (!solve_accurately(&p, &h))
      return carom__fail(diag, CAROM_BUDGET, "steps", c->panels, "a step of integration shrank to nothing");
    next = h;
    const double length = p.h;
    const int event = close_on_event(&p);
    if (event == NOT_CLOSED) {
      next = 0.1 * length;
      continue;
    }
    if (p.h > 0) commit(&p);
    if (event >= 0) {
      carom__apply_event(c, p.watches[event].type, p.watches[event].contact);
      return CAROM_OK;
    }
    longest = choose_turning(&p);
  }
  return CAROM_OK;
}
