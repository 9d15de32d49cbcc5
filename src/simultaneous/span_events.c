// Events on a panel: functions known at the nodes, and where the first of them falls through zero.
#include "simultaneous/span.h"

/// Rounding of a spring's length, as a part of its length at the end of compression.
static const double LENGTH_NOISE = 4e-15;

/// Rounding of the friction limit, and of margins from it, as a part of the largest.
static const double LIMIT_NOISE = 1e-14;

static void add(carom__span* p, carom_event_type type, int contact, double noise) {
  p->watches[p->watch_count++] = (carom__span_watch){.what = {type, contact}, .noise = noise};
}

/// Rates of the forces of a contact at all nodes, but for those that follow from a locked force.
static void node_rates(const carom__span* p, int contact, carom__nodes* rate) {
  const carom__touch* t = &p->c->touch[contact];
  const int base = p->base[contact], normal = carom__span_normal(p, contact);
  const double *d0 = p->d[2 * contact], *d1 = p->d[2 * contact + 1], stiff = carom__is_springy(t) ? t->k : 0;
  for (int j = 0; j < CAROM__SPAN_NODES; ++j) rate[normal][j] = -stiff * p->v[normal][j];
  for (int a = 0; a < p->tangents[contact]; ++a)
    for (int j = 0; j < CAROM__SPAN_NODES; ++j)
      rate[base + a][j] =
          t->grip == CAROM__STICKING ? -t->kt * p->v[base + a][j] : -t->mu * rate[normal][j] * p->d[2 * contact + a][j];
  for (int j = 0; p->turns[contact] && j < CAROM__SPAN_NODES; ++j) {
    // F_n phi' = v_t.s_perp/reach
    const double turn = t->mu * (p->v[base + 1][j] * d0[j] - p->v[base][j] * d1[j]) / t->reach;
    rate[base][j] += turn * d1[j];
    rate[base + 1][j] -= turn * d0[j];
  }
}

/// The rates of the locked contacts' forces at all nodes: an answer to all others.
static void know_rates(carom__span* p) {
  const carom__collision* c = p->c;
  if (p->rates_known) return;
  p->rates_known = true;
  if (p->series.order >= 0) {
    carom__span_series_rates(p);
    return;
  }
  carom__nodes* rate = p->rate;
  for (int i = 0; i < c->count; ++i)
    if (carom__is_active(&c->touch[i])) node_rates(p, i, rate);
  carom__span_answer(p, NULL, rate);
  for (int a = 0; a < c->locked_count; ++a)
    memcpy(p->lock_rate[c->locked[a]], rate[carom__span_normal(p, c->locked[a])], sizeof *rate);
}

/// sigma = v_t.s^ - rho', at the start or at a node.
static double start_slip_speed(carom__span* p, int contact) {
  const carom__collision* c = p->c;
  const carom__touch* t = &c->touch[contact];
  const double* v = c->v + contact * c->dimension;
  const double along = v[0] * t->d[0] + (c->tangents == 2 ? v[1] * t->d[1] : 0);
  if (carom__is_springy(t)) return along + t->reach * t->k * v[c->tangents];
  double* rate = p->whole;
  carom__force_rates(c, c->v, rate);
  return along - t->reach * rate[carom__normal(c, contact)];
}

static double node_slip_speed(carom__span* p, int contact, int j) {
  const carom__touch* t = &p->c->touch[contact];
  double along = 0;
  for (int a = 0; a < p->tangents[contact]; ++a) along += p->v[p->base[contact] + a][j] * p->d[2 * contact + a][j];
  if (carom__is_springy(t)) return along + t->reach * t->k * p->v[carom__span_normal(p, contact)][j];
  know_rates(p);
  return along - t->reach * p->lock_rate[contact][j];
}

static double margin(const carom__touch* t, double force, double s0, double s1) {
  const double rho = t->reach * force;
  return rho * rho - s0 * s0 - s1 * s1;
}

static double start_value(carom__span* p, const carom__span_watch* w) {
  const carom__collision* c = p->c;
  const carom__touch* t = &c->touch[w->what.contact];
  const double v = c->v[carom__normal(c, w->what.contact)];
  switch (w->what.type) {
    case CAROM_EVENT_COMPRESSION_END:
      return -v;
    case CAROM_EVENT_RECOMPRESS:
    case CAROM_EVENT_REACTIVATE:
      return v;
    case CAROM_EVENT_RESTITUTION_END:
      return -t->x;
    case CAROM_EVENT_RELEASE:
      return t->force;
    case CAROM_EVENT_STICK:
      return start_slip_speed(p, w->what.contact);
    default:
      return margin(t, carom__normal_force(c, t), t->s[0], t->s[1]);
  }
}

/// What is zero with a linear watch's function, and its sign.
static const double* values_of(const carom__span* p, const carom__span_watch* w, double* sign) {
  const int i = w->what.contact;
  *sign = w->what.type == CAROM_EVENT_COMPRESSION_END || w->what.type == CAROM_EVENT_RESTITUTION_END ? -1 : 1;
  switch (w->what.type) {
    case CAROM_EVENT_COMPRESSION_END:
    case CAROM_EVENT_RECOMPRESS:
      return p->v[carom__span_normal(p, i)];
    case CAROM_EVENT_REACTIVATE:
      return p->apart[i];
    case CAROM_EVENT_RESTITUTION_END:
      return p->x[i];
    default:
      return p->force[carom__span_normal(p, i)];
  }
}

static void node_values(carom__span* p, const carom__span_watch* w, double* values) {
  const int i = w->what.contact;
  double sign;
  const double* from = values_of(p, w, &sign);
  switch (w->what.type) {
    case CAROM_EVENT_STICK:
      for (int j = 0; j < CAROM__SPAN_NODES; ++j) values[j] = node_slip_speed(p, i, j);
      break;
    case CAROM_EVENT_SLIP:
      for (int j = 0; j < CAROM__SPAN_NODES; ++j)
        values[j] = margin(&p->c->touch[i], from[j], p->s[2 * i][j], p->s[2 * i + 1][j]);
      break;
    default:
      for (int j = 0; j < CAROM__SPAN_NODES; ++j) values[j] = sign * from[j];
      break;
  }
}

/// Rounding of a locked force, as a part of the terms that it is the sum of: it may have begun from 0 only now.
static const double LOCK_NOISE = 1e-14;

static void watch_contact(carom__span* p, int contact) {
  const carom__collision* c = p->c;
  const carom__touch* t = &c->touch[contact];
  const double noise = c->noise[contact];
  switch (t->phase) {
    case CAROM__APART:
      add(p, CAROM_EVENT_REACTIVATE, contact, noise);
      return;
    case CAROM__COMPRESSING:
      add(p, CAROM_EVENT_COMPRESSION_END, contact, noise);
      break;
    case CAROM__RESTORING:
      add(p, CAROM_EVENT_RESTITUTION_END, contact, LENGTH_NOISE * t->peak);
      add(p, CAROM_EVENT_RECOMPRESS, contact, carom__recompress_noise(c, contact));
      break;
    case CAROM__LOCKED:
      add(p, CAROM_EVENT_RELEASE, contact, LOCK_NOISE * p->lock_size[contact]);
      break;
  }
  const double rho = t->reach * carom__normal_force(c, t), slip_noise = carom__slip_noise(c, contact);
  const double fresh = carom__is_fresh(c, t) ? slip_noise * p->h : 0;
  const double length_noise = LIMIT_NOISE * rho + fresh + 2 * carom__length_noise(c, contact);
  if (t->grip == CAROM__STICKING) add(p, CAROM_EVENT_SLIP, contact, rho * length_noise);
  if (t->grip == CAROM__SLIPPING) add(p, CAROM_EVENT_STICK, contact, slip_noise);
}

void carom__span_watch_all(carom__span* p) {
  p->watch_count = 0;
  for (int i = 0; i < p->c->count; ++i) watch_contact(p, i);
  for (int w = 0; w < p->watch_count; ++w) p->watches[w].start = start_value(p, &p->watches[w]);
}

/// Roots are parts of a panel, found to a few roundings; a third of the steps halve, so that so many are always enough.
static const double ROOT_NOISE = 1e-15;
enum { MOST_ROOT_STEPS = 60 };

/// Root of the interpolant between low, where it is positive, and high, where it is not.
static double root_between(const carom__collocation* rule, const double* values, double low, double high) {
  double f_low = carom__collocation_value(rule, values, low), f_high = carom__collocation_value(rule, values, high);
  for (int k = 0; k < MOST_ROOT_STEPS && high - low > ROOT_NOISE; ++k) {
    double x = k % 3 == 2 || !(f_low > 0) ? 0.5 * (low + high) : low + (high - low) * f_low / (f_low - f_high);
    if (!(x > low && x < high)) x = 0.5 * (low + high);
    const double f = carom__collocation_value(rule, values, x);
    if (f > 0) {
      low = x;
      f_low = f;
    } else {
      high = x;
      f_high = f;
    }
  }
  return 0.5 * (low + high);
}

/// Where a watch falls through zero: a root, or, for one that starts within its noise and falls without having risen,
/// only two samples between which that is seen. It was then wrong from the start, unless another event comes before.
typedef struct fall {
  double theta;  // of the root, or the first sample
  double seen;   // the same, or the second sample
  bool has_root;
} fall;

/// The part of a panel for which stick that has just begun is kept, whatever its margin says.
static const double LEAST_HOLD = 1e-8;

/// A lock's force that falls to the limit within the first of these parts changes in a layer too thin to be seen: stick
/// is kept for the second.
static const double THIN_LAYER = 1e-9, THIN_LAYER_HOLD = 0.1;

/// A function whose values at the start and at all nodes are above this part of the largest of them has no root
/// between: there it is off the line through its neighbours by (0.13 h omega)^2/8 of its amplitude, 0.02 on the longest
/// panel.
static const double CLEAR = 0.06;

/// How far a function that bends as its neighbours say lies off the line between node j - 1 and node j, halfway.
static double sag(const carom__span_watch* w, const double* values, int j) {
  if (j == 0 || j == CAROM__SPAN_NODES - 1) return 0;
  const double outer = (j > 1 ? values[j - 2] : w->start) + values[j + 1], inner = values[j - 1] + values[j];
  return fabs(outer - inner) / 16;
}

/// Values between the nodes below this part of the largest are lost in the error of the interpolation.
static const double LOST_BETWEEN = 1e-6;

/// Between node j - 1 and node j, both positive, and positive halfway, a function may still dip below zero: where it
/// does, or 0. The parabola through the three says where it is lowest.
static double hidden_dip(const carom__collocation* rule, const double* values, int j, const double three[3]) {
  const double bend = 2 * (three[0] + three[2] - 2 * three[1]), slope = three[2] - three[0] - bend;
  const double part = bend > 0 ? -0.5 * slope / bend : 0, left = j > 0 ? rule->node[j - 1] : 0;
  if (!(part > 0 && part < 1)) return 0;
  double largest = 0;
  for (int k = 0; k < rule->count; ++k) largest = carom__max(largest, fabs(values[k]));
  const double theta = left + part * (rule->node[j] - left);
  return carom__collocation_value(rule, values, theta) < -LOST_BETWEEN * largest ? theta : 0;
}

/// The first fall, seen at the nodes and halfway between them; at 2 if there is none.
static fall first_fall(const carom__span* p, const carom__span_watch* w, const double* values) {
  const carom__collocation* rule = p->rule;
  const bool fresh = w->what.type == CAROM_EVENT_SLIP && carom__is_fresh(p->c, &p->c->touch[w->what.contact]);
  double before = 0, largest = 0;
  for (int j = 0; j < rule->count; ++j) largest = carom__max(largest, fabs(values[j]));
  // Springs that begin with a high power of time are lost in rounding at the first nodes.
  const double noise = w->what.type == CAROM_EVENT_SLIP ? carom__max(w->noise, LIMIT_NOISE * largest) : w->noise;
  bool armed = w->start > noise;
  if (w->start < -noise && !fresh) return (fall){0, 0, false};
  for (int j = 0; j < 2 * rule->count; ++j) {
    const double node = rule->node[j / 2], previous = j < 2 ? 0 : rule->node[j / 2 - 1];
    const double theta = j % 2 ? node : 0.5 * (previous + node);
    const double left = j < 2 ? w->start : values[j / 2 - 1];
    // A function that is armed and far from zero on both sides has no root between them.
    if (j % 2 == 0 && armed && carom__min(left, values[j / 2]) > CLEAR * largest) continue;
    const double value = j % 2 ? values[j / 2] : carom__collocation_value(rule, values, theta);
    // Between the nodes small values are lost in the error of the interpolation, and ones larger than a bend can make
    // are nothing but that.
    const double beside = carom__max(fabs(values[j / 2]), fabs(left)) + 2 * sag(w, values, j / 2);
    const double dip =
        j % 2 == 0 && armed && value > 0 ? hidden_dip(rule, values, j / 2, (double[]){left, value, values[j / 2]}) : 0;
    if (dip > 0) {
      const double root = root_between(rule, values, before, dip);
      return (fall){root, root, true};
    }
    if (j % 2 == 0 && (fabs(value) < LOST_BETWEEN * largest || fabs(value) > beside)) continue;
    if (armed && !(value > 0)) {
      const double root = root_between(rule, values, before, theta);
      const bool unseen = fresh && root < THIN_LAYER && p->c->touch[w->what.contact].phase == CAROM__LOCKED;
      return unseen ? (fall){THIN_LAYER_HOLD, theta, false} : (fall){root, root, true};
    }
    // Slip and stick must not take turns without any progress: slip that is not due may stop at once, but not come
    // back at once.
    if (!armed && value < -noise) return (fall){fresh ? carom__max(before, LEAST_HOLD) : before, theta, false};
    if (value > noise) armed = true;
    before = theta;
  }
  return (fall){2, 2, false};
}

static bool is_clear(const carom__span_watch* w, const double* values) {
  double least = w->start, most = w->start;
  if (!(w->start > w->noise)) return false;
  for (int j = 0; j < CAROM__SPAN_NODES; ++j) {
    least = carom__min(least, values[j]);
    most = carom__max(most, values[j]);
  }
  return least > CLEAR * most;
}

/// The first event of the watches that are not known to be clear.
static int search(carom__span* p, double* theta, bool* has_root) {
  int first = -1;
  fall earliest = {2, 2, false};
  carom__span_solve_apart(p);
  for (int w = 0; w < p->watch_count; ++w) {
    double values[CAROM__NODES];
    if (p->watches[w].is_clear) continue;
    node_values(p, &p->watches[w], values);
    p->watches[w].is_clear = is_clear(&p->watches[w], values);
    if (p->watches[w].is_clear) continue;
    const fall at = first_fall(p, &p->watches[w], values);
    if (at.seen < earliest.seen) {
      earliest = at;
      first = w;
    }
  }
  *theta = earliest.theta;
  *has_root = earliest.has_root;
  return first;
}

int carom__span_first_event(carom__span* p, double* theta, bool* has_root) {
  for (int w = 0; w < p->watch_count; ++w) p->watches[w].is_clear = false;
  return search(p, theta, has_root);
}

int carom__span_first_event_within(carom__span* p, double* theta, bool* has_root) {
  return search(p, theta, has_root);
}

/// Slopes at the end of a panel are taken over this part of it.
static const double END_PART = 1e-3;

double carom__span_end_value(carom__span* p, int watch, double* slope) {
  double values[CAROM__NODES];
  if (p->watches[watch].what.type == CAROM_EVENT_REACTIVATE) carom__span_solve_apart(p);
  node_values(p, &p->watches[watch], values);
  const double end = values[p->rule->count - 1];
  *slope = (end - carom__collocation_value(p->rule, values, 1 - END_PART)) / END_PART;
  return end;
}

int carom__span_due(carom__span* p, int watch, carom__happening* due) {
  int count = 0;
  due[count++] = p->watches[watch].what;
  for (int w = 0; w < p->watch_count && p->h > 0; ++w) {
    const carom__happening what = p->watches[w].what;
    if (what.contact == due[0].contact) continue;
    double slope;
    const double value = carom__span_end_value(p, w, &slope);
    const carom__falling f = {value, slope / p->h, p->watches[w].noise, p->h};
    if (carom__goes_with(what, due[0], f) && carom__is_due(p->c, f)) due[count++] = what;
  }
  return count;
}
