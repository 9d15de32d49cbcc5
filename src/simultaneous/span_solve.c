// The sweeps of a panel: forces from velocities, velocities from forces, until nothing changes.
#include "simultaneous/span.h"

enum { NODES = CAROM__SPAN_NODES, MOST_SWEEPS = 60 };

size_t carom__span_size(int size, int count) {
  const size_t n = (size_t)size, m = (size_t)count, nodes = NODES;
  const size_t newton = m * (nodes * nodes + nodes);
  return 2 * n + nodes * nodes + n * n + nodes * (3 * n + 8 * m) + newton + 3 * n;
}

static void lay_out(carom__span* p) {
  const carom__collision* c = p->c;
  p->into = (carom__nodes*)(c->scratch + 2 * c->size);  // what lies before serves the forces of one instant
  p->force = p->into + NODES;
  p->v = p->force + p->n;
  p->impulse = p->v + p->n;
  p->x = p->impulse + p->n;
  p->s = p->x + c->count;
  p->d = p->s + 2 * c->count;
  p->slope = p->d + 2 * c->count;
  p->z = p->slope + c->count;
  p->apart = p->z + c->count;
  p->newton = (double*)(p->apart + c->count);
  p->whole = p->newton + c->count * (NODES * NODES + NODES);
  p->w = p->whole + 3 * c->size;
}

void carom__span_begin(carom__span* p) {
  const carom__collision* c = p->c;
  p->n = 0;
  for (int i = 0; i < c->count; ++i) {
    const carom__touch* t = &c->touch[i];
    p->base[i] = p->n;
    p->tangents[i] = t->grip == CAROM__FRICTIONLESS ? 0 : c->tangents;
    if (!carom__is_active(t)) continue;
    for (int a = 0; a < p->tangents[i]; ++a) p->freedom[p->n++] = i * c->dimension + a;
    p->freedom[p->n++] = carom__normal(c, i);
  }
  lay_out(p);
  for (int i = 0; i < NODES; ++i)
    for (int j = 0; j < NODES; ++j) p->into[i][j] = p->rule->integral[j][i];
  for (int i = 0; i < p->n; ++i)
    for (int j = 0; j < p->n; ++j) p->w[i * p->n + j] = c->w[p->freedom[i] * c->size + p->freedom[j]];
}

/// out_j = start + h * integral of the values from 0 to node j.
static void integrate(const carom__span* p, const double* values, double start, double* out) {
  double sum[NODES] = {0};
  for (int k = 0; k < NODES; ++k) {
    const double value = values[k];
    const double* into = p->into[k];
    for (int j = 0; j < NODES; ++j) sum[j] += value * into[j];
  }
  for (int j = 0; j < NODES; ++j) out[j] = start + p->h * sum[j];
}

static void set_springs(carom__span* p, int contact) {
  const carom__collision* c = p->c;
  const carom__touch* t = &c->touch[contact];
  const int normal = carom__span_normal(p, contact);
  if (carom__is_springy(t)) {
    integrate(p, p->v[normal], t->x, p->x[contact]);
    for (int j = 0; j < NODES; ++j) p->force[normal][j] = carom__spring_force(c, t, p->x[contact][j]);
  }
  for (int a = 0; t->grip == CAROM__STICKING && a < p->tangents[contact]; ++a) {
    double* s = p->s[2 * contact + a];
    integrate(p, p->v[p->base[contact] + a], t->s[a], s);
    for (int j = 0; j < NODES; ++j) p->force[p->base[contact] + a][j] = -t->kt * s[j];
  }
}

/// The direction at the nodes, turned from that at the start by 2 atan z.
static void set_direction(carom__span* p, int contact) {
  const carom__touch* t = &p->c->touch[contact];
  double *d0 = p->d[2 * contact], *d1 = p->d[2 * contact + 1];
  for (int j = 0; j < NODES; ++j) {
    const double z = p->turns[contact] ? p->z[contact][j] : 0, unit = 1 / (1 + z * z);
    const double cosine = (1 - z * z) * unit, sine = 2 * z * unit;
    d0[j] = cosine * t->d[0] - sine * t->d[1];
    d1[j] = sine * t->d[0] + cosine * t->d[1];
  }
}

static void set_friction(carom__span* p, int contact) {
  const double mu = p->c->touch[contact].mu, *normal = p->force[carom__span_normal(p, contact)];
  set_direction(p, contact);
  for (int a = 0; a < p->tangents[contact]; ++a)
    for (int j = 0; j < NODES; ++j) p->force[p->base[contact] + a][j] = -mu * normal[j] * p->d[2 * contact + a][j];
}

/// The forces at a node over all freedoms, but for those that locked contacts answer with.
static void gather_unlocked(const carom__span* p, int j, double* whole) {
  const carom__collision* c = p->c;
  for (int i = 0; i < c->size; ++i) whole[i] = 0;
  for (int i = 0; i < p->n; ++i) whole[p->freedom[i]] = p->force[i][j];
  for (int a = 0; a < c->locked_count; ++a) {
    const int i = c->locked[a];
    whole[carom__normal(c, i)] = 0;
    for (int b = 0; c->touch[i].grip == CAROM__SLIPPING && b < c->tangents; ++b) whole[i * c->dimension + b] = 0;
  }
}

/// The locked contacts answer at each node, those that slip with the direction they have there.
static void set_locked(carom__span* p) {
  carom__collision* c = p->c;
  double kept[2 * CAROM__MOST], *whole = p->whole;
  for (int a = 0; a < c->locked_count; ++a) memcpy(kept + 2 * a, c->touch[c->locked[a]].d, 2 * sizeof *kept);
  for (int j = 0; j < NODES; ++j) {
    gather_unlocked(p, j, whole);
    for (int a = 0; a < c->locked_count; ++a) {
      const int i = c->locked[a];
      for (int b = 0; c->touch[i].grip == CAROM__SLIPPING && b < 2; ++b) c->touch[i].d[b] = p->d[2 * i + b][j];
    }
    carom__answer_locked(c, whole);
    for (int a = 0; a < c->locked_count; ++a) {
      const int i = c->locked[a];
      for (int b = 0; b <= p->tangents[i]; ++b) p->force[p->base[i] + b][j] = whole[p->freedom[p->base[i] + b]];
    }
  }
  for (int a = 0; a < c->locked_count; ++a) memcpy(c->touch[c->locked[a]].d, kept + 2 * a, 2 * sizeof *kept);
}

/// v = v0 + W (integral of F) at all nodes; returns the largest change, each as a part of the terms it is the sum of at
/// the end: the velocity of a hard spring needs its own last digits.
static double set_velocities(carom__span* p) {
  double change = 0, check = 0;
  for (int i = 0; i < p->n; ++i) integrate(p, p->force[i], 0, p->impulse[i]);
  for (int i = 0; i < p->n; ++i) {
    const double start = p->c->v[p->freedom[i]], *row = p->w + i * p->n;
    double sum[NODES] = {0}, size = fabs(start), off = 0;
    for (int l = 0; l < p->n; ++l) {
      const double w = row[l], *impulse = p->impulse[l];
      for (int j = 0; j < NODES; ++j) sum[j] += w * impulse[j];
      size += fabs(w * impulse[NODES - 1]);
    }
    for (int j = 0; j < NODES; ++j) {
      const double v = start + sum[j], step = fabs(v - p->v[i][j]);
      if (step > off) off = step;
      check += 0 * v;
      p->v[i][j] = v;
    }
    if (off > change * size) change = size > 0 ? carom__min(1, off / size) : 1;
  }
  return check == 0 ? change : HUGE_VAL;
}

void carom__span_solve_apart(carom__span* p) {
  const carom__collision* c = p->c;
  for (int i = 0; i < c->count; ++i) {
    if (carom__is_active(&c->touch[i])) continue;
    const double* row = c->w + carom__normal(c, i) * c->size;
    double sum[NODES] = {0};
    for (int l = 0; l < p->n; ++l)
      for (int j = 0; j < NODES; ++j) sum[j] += row[p->freedom[l]] * p->impulse[l][j];
    for (int j = 0; j < NODES; ++j) p->apart[i][j] = c->v[carom__normal(c, i)] + sum[j];
  }
}

void carom__span_velocities(const carom__span* p, int node, double* v) {
  const carom__collision* c = p->c;
  for (int i = 0; i < c->size; ++i) {
    double sum = 0;
    for (int l = 0; l < p->n; ++l) sum += c->w[i * c->size + p->freedom[l]] * p->impulse[l][node];
    v[i] = c->v[i] + sum;
  }
}

static double sweep(carom__span* p) {
  const carom__collision* c = p->c;
  double turned = 0;
  for (int i = 0; i < c->count; ++i)
    if (carom__is_active(&c->touch[i])) set_springs(p, i);
  for (int i = 0; i < c->count; ++i) {
    if (!carom__is_active(&c->touch[i]) || c->touch[i].grip != CAROM__SLIPPING) continue;
    if (p->turns[i]) turned = carom__max(turned, carom__span_turn(p, i));
    set_friction(p, i);
  }
  if (c->locked_count) set_locked(p);
  return carom__max(set_velocities(p), 1e-2 * turned);
}

/// Constant velocities, and for locked contacts constant forces.
static void begin_anew(carom__span* p) {
  const carom__collision* c = p->c;
  for (int i = 0; i < p->n; ++i)
    for (int j = 0; j < NODES; ++j) {
      p->v[i][j] = c->v[p->freedom[i]];
      p->force[i][j] = 0;
    }
  for (int i = 0; i < c->count; ++i) {
    const carom__touch* t = &c->touch[i];
    for (int j = 0; j < NODES; ++j) {
      p->slope[i][j] = p->z[i][j] = p->x[i][j] = 0;
      p->s[2 * i][j] = p->s[2 * i + 1][j] = 0;
      if (t->phase == CAROM__LOCKED) p->force[carom__span_normal(p, i)][j] = t->force;
    }
  }
}

static void stretch(const carom__collocation* rule, double* values, double part) {
  carom__nodes column;
  memcpy(column, values, sizeof column);
  for (int j = 0; j < NODES; ++j) values[j] = carom__collocation_value(rule, column, part * rule->node[j]);
}

/// The first part of the panel that was solved before.
static void begin_within(carom__span* p, double part) {
  for (int i = 0; i < p->n; ++i) stretch(p->rule, p->v[i], part);
  for (int i = 0; i < p->c->count; ++i) {
    if (!p->turns[i]) continue;
    stretch(p->rule, p->z[i], part);
    stretch(p->rule, p->slope[i], part);
    for (int j = 0; j < NODES; ++j) p->slope[i][j] *= part;
  }
}

bool carom__span_solve(carom__span* p, double h, double part) {
  if (part > 0) {
    begin_within(p, part);
  } else {
    begin_anew(p);
  }
  p->h = h;
  p->past_end = false;
  for (int i = 0; i < p->c->count; ++i) p->factored[i] = false;
  double before = HUGE_VAL;
  for (int k = 0; k < MOST_SWEEPS; ++k) {
    const double change = sweep(p);
    if (!isfinite(change) || p->past_end) return false;
    if (change <= 4 * DBL_EPSILON) return true;
    // Rounding keeps what begins with a high power of time from settling any further.
    if (change <= (k < 12 ? 1e-13 : 1e-11) && change >= 0.5 * before) return true;
    if (k > 8 && change > 10 * before) return false;
    before = change;
  }
  return false;
}

/// What the two highest Legendre polynomials carry.
static double tail(const carom__collocation* rule, const double* values) {
  double sum = 0;
  for (int n = NODES - 2; n < NODES; ++n) {
    double coefficient = 0;
    for (int j = 0; j < NODES; ++j) coefficient += rule->legendre[n][j] * values[j];
    sum += fabs(coefficient);
  }
  return sum;
}

/// Forces with an exponent are not smooth where they begin and end; linear ones are so smooth that the end of the panel
/// is far more accurate than its inside.
static double force_error(const carom__span* p, int i) {
  const double share = p->c->exponent == 1 ? 1e-4 : 1e-1;
  return share * p->h * p->w[i * p->n + i] * tail(p->rule, p->force[i]);
}

/// A wrong direction acts on the panel, and as long as the contact lasts after it.
static double turn_error(const carom__span* p, int contact) {
  const double* normal = p->force[carom__span_normal(p, contact)];
  double force = 0, w = 0;
  for (int j = 0; j < NODES; ++j) force = carom__max(force, fabs(normal[j]));
  for (int a = 0; a < p->tangents[contact]; ++a) w = carom__max(w, p->w[(p->base[contact] + a) * (p->n + 1)]);
  const double impulse = p->h * force + p->rest[contact] * fabs(normal[NODES - 1]);
  return 2 * p->c->touch[contact].mu * impulse * w * tail(p->rule, p->z[contact]);
}

double carom__span_error(const carom__span* p) {
  double error = 0;
  for (int i = 0; i < p->n; ++i) error = carom__max(error, force_error(p, i));
  for (int i = 0; i < p->c->count; ++i)
    if (p->turns[i]) error = carom__max(error, turn_error(p, i));
  return error;
}
