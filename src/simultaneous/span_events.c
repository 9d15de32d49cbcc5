// Events on a panel: functions known at the nodes, and where the first of them falls through zero.
#include "simultaneous/span.h"

static const double LENGTH_NOISE = 4e-15;

static void add(carom__span* p, carom_event_type type, int contact, double noise) {
  p->watches[p->watch_count++] = (carom__span_watch){.type = type, .contact = contact, .noise = noise};
}

/// Rates of the forces where the velocities are v and the directions d (two per contact).
static void rates_at(carom__span* p, const double* v, const double* d, double* rate) {
  carom__collision* c = p->c;
  double kept[2 * CAROM__MOST];
  for (int i = 0; i < c->size; ++i) rate[i] = 0;
  for (int i = 0; i < c->count; ++i) {
    carom__touch* t = &c->touch[i];
    const double* v_i = v + i * c->dimension;
    double* r = rate + i * c->dimension;
    memcpy(kept + 2 * i, t->d, 2 * sizeof *kept);
    memcpy(t->d, d + 2 * i, 2 * sizeof *kept);
    if (!carom__is_active(t)) continue;
    const double normal = carom__is_springy(t) ? -t->k * v_i[c->tangents] : 0;
    r[c->tangents] = normal;
    for (int a = 0; a < p->tangents[i]; ++a)
      r[a] = t->grip == CAROM__STICKING ? -t->kt * v_i[a] : -t->mu * normal * t->d[a];
    if (!p->turns[i]) continue;
    // F_n phi' = v_t.s_perp/reach
    const double turn = t->mu * (v_i[1] * t->d[0] - v_i[0] * t->d[1]) / t->reach;
    r[0] += turn * t->d[1];
    r[1] -= turn * t->d[0];
  }
  carom__answer_locked(c, rate);
  for (int i = 0; i < c->count; ++i) memcpy(c->touch[i].d, kept + 2 * i, 2 * sizeof *kept);
}

/// The rate of a locked contact's force at a node; at the start for node -1.
static double locked_rate(carom__span* p, int contact, int node) {
  const carom__collision* c = p->c;
  double *v = p->whole, *rate = v + c->size, d[2 * CAROM__MOST];
  for (int i = 0; i < c->size; ++i) v[i] = c->v[i];
  for (int i = 0; node >= 0 && i < p->n; ++i) v[p->freedom[i]] = p->v[i][node];
  for (int i = 0; i < c->count; ++i)
    for (int a = 0; a < 2; ++a) {
      const bool slips = carom__is_active(&c->touch[i]) && c->touch[i].grip == CAROM__SLIPPING;
      d[2 * i + a] = node >= 0 && slips ? p->d[2 * i + a][node] : c->touch[i].d[a];
    }
  rates_at(p, v, d, rate);
  return rate[carom__normal(c, contact)];
}

/// sigma = v_t.s^ - rho', at the start or at a node.
static double start_slip_speed(carom__span* p, int contact) {
  const carom__collision* c = p->c;
  const carom__touch* t = &c->touch[contact];
  const double* v = c->v + contact * c->dimension;
  const double along = v[0] * t->d[0] + (c->tangents == 2 ? v[1] * t->d[1] : 0);
  if (carom__is_springy(t)) return along + t->reach * t->k * v[c->tangents];
  return along - t->reach * locked_rate(p, contact, -1);
}

static double node_slip_speed(carom__span* p, int contact, int j) {
  const carom__touch* t = &p->c->touch[contact];
  double along = 0;
  for (int a = 0; a < p->tangents[contact]; ++a) along += p->v[p->base[contact] + a][j] * p->d[2 * contact + a][j];
  if (carom__is_springy(t)) return along + t->reach * t->k * p->v[carom__span_normal(p, contact)][j];
  return along - t->reach * locked_rate(p, contact, j);
}

static double margin(const carom__touch* t, double force, double s0, double s1) {
  const double rho = carom__slack(t) * t->reach * force;
  return rho * rho - s0 * s0 - s1 * s1;
}

static double start_value(carom__span* p, const carom__span_watch* w) {
  const carom__collision* c = p->c;
  const carom__touch* t = &c->touch[w->contact];
  const double v = c->v[carom__normal(c, w->contact)];
  switch (w->type) {
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
      return start_slip_speed(p, w->contact);
    default:
      return margin(t, carom__normal_force(c, t), t->s[0], t->s[1]);
  }
}

static double node_value(carom__span* p, const carom__span_watch* w, int j) {
  const int i = w->contact;
  switch (w->type) {
    case CAROM_EVENT_COMPRESSION_END:
      return -p->v[carom__span_normal(p, i)][j];
    case CAROM_EVENT_RECOMPRESS:
      return p->v[carom__span_normal(p, i)][j];
    case CAROM_EVENT_REACTIVATE:
      return p->apart[i][j];
    case CAROM_EVENT_RESTITUTION_END:
      return -p->x[i][j];
    case CAROM_EVENT_RELEASE:
      return p->force[carom__span_normal(p, i)][j];
    case CAROM_EVENT_STICK:
      return node_slip_speed(p, i, j);
    default:
      return margin(&p->c->touch[i], p->force[carom__span_normal(p, i)][j], p->s[2 * i][j], p->s[2 * i + 1][j]);
  }
}

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
      add(p, CAROM_EVENT_RECOMPRESS, contact, noise);
      break;
    case CAROM__LOCKED:
      add(p, CAROM_EVENT_RELEASE, contact, 1e-14 * fabs(t->force));
      break;
  }
  const double rho = t->reach * carom__normal_force(c, t), slip_noise = carom__slip_noise(c, contact);
  const double fresh = carom__is_fresh(c, t) ? rho * slip_noise * p->h : 0;
  if (carom__is_numb(c, t)) return;
  if (t->grip == CAROM__STICKING && !t->bare) add(p, CAROM_EVENT_SLIP, contact, 1e-14 * rho * rho + fresh);
  if (t->grip == CAROM__SLIPPING) add(p, CAROM_EVENT_STICK, contact, slip_noise);
}

void carom__span_watch_all(carom__span* p) {
  p->watch_count = 0;
  for (int i = 0; i < p->c->count; ++i) watch_contact(p, i);
  for (int w = 0; w < p->watch_count; ++w) p->watches[w].start = start_value(p, &p->watches[w]);
}

/// Root of the interpolant between low, where it is positive, and high, where it is not.
static double root_between(const carom__collocation* rule, const double* values, double low, double high) {
  double f_low = carom__collocation_value(rule, values, low), f_high = carom__collocation_value(rule, values, high);
  for (int k = 0; k < 60 && high - low > 1e-15; ++k) {
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
static double least_hold(const carom__span* p, const carom__span_watch* w) {
  const int chatter = p->c->touch[w->contact].chatter;
  return chatter < 4 ? 1e-8 : chatter < 20 ? 1e-4 : 0.1;
}

/// The first fall, seen at the nodes and halfway between them; at 2 if there is none.
static fall first_fall(const carom__span* p, const carom__span_watch* w, const double* values) {
  const carom__collocation* rule = p->rule;
  const bool fresh = w->type == CAROM_EVENT_SLIP && carom__is_fresh(p->c, &p->c->touch[w->contact]);
  double before = 0, largest = 0;
  for (int j = 0; j < rule->count; ++j) largest = carom__max(largest, fabs(values[j]));
  // Springs that begin with a high power of time are lost in rounding at the first nodes.
  const double noise = w->type == CAROM_EVENT_SLIP ? carom__max(w->noise, 1e-14 * largest) : w->noise;
  bool armed = w->start > noise;
  if (w->start < -noise && !fresh) return (fall){0, 0, false};
  for (int j = 0; j < 2 * rule->count; ++j) {
    const double node = rule->node[j / 2], previous = j < 2 ? 0 : rule->node[j / 2 - 1];
    const double theta = j % 2 ? node : 0.5 * (previous + node);
    const double value = j % 2 ? values[j / 2] : carom__collocation_value(rule, values, theta);
    // Between the nodes small values are lost in the error of the interpolation, and large ones are nothing but that.
    const double beside = carom__max(fabs(values[j / 2]), fabs(j < 2 ? w->start : values[j / 2 - 1]));
    if (j % 2 == 0 && (fabs(value) < 1e-6 * largest || fabs(value) > beside)) continue;
    if (armed && !(value > 0)) {
      const double root = root_between(rule, values, before, theta);
      // The force of a lock may change in a layer too thin to be seen.
      const bool unseen = fresh && root < 1e-9 && p->c->touch[w->contact].phase == CAROM__LOCKED;
      return unseen ? (fall){0.1, theta, false} : (fall){root, root, true};
    }
    // Slip and stick must not take turns without any progress: slip that is not due may stop at once, but not come
    // back at once, the later the more often that happened.
    if (!armed && value < -noise) return (fall){fresh ? carom__max(before, least_hold(p, w)) : before, theta, false};
    if (value > noise) armed = true;
    before = theta;
  }
  return (fall){2, 2, false};
}

int carom__span_first_event(carom__span* p, double* theta, bool* has_root) {
  int first = -1;
  fall earliest = {2, 2, false};
  carom__span_solve_apart(p);
  for (int w = 0; w < p->watch_count; ++w) {
    double values[CAROM__NODES];
    for (int j = 0; j < p->rule->count; ++j) values[j] = node_value(p, &p->watches[w], j);
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

double carom__span_end_value(carom__span* p, int watch, double* slope) {
  double values[CAROM__NODES];
  if (p->watches[watch].type == CAROM_EVENT_REACTIVATE) carom__span_solve_apart(p);
  for (int j = 0; j < p->rule->count; ++j) values[j] = node_value(p, &p->watches[watch], j);
  const double end = values[p->rule->count - 1];
  *slope = (end - carom__collocation_value(p->rule, values, 0.999)) / 0.001;
  return end;
}

/// Stick that has begun with a panel shorter than this part of the time scale is kept, whatever its margin says.
static const double JUST_BEGUN = 1e-3;

/// Does the watch fall through zero within an instant of the panel's end?
static bool is_due(carom__span* p, int watch) {
  const carom__collision* c = p->c;
  const carom__span_watch* w = &p->watches[watch];
  const bool fresh = w->type == CAROM_EVENT_SLIP && carom__is_fresh(c, &c->touch[w->contact]);
  if (fresh && p->h < JUST_BEGUN * c->time_scale) return false;
  double slope;
  const double value = carom__span_end_value(p, watch, &slope);
  return carom__is_due(c, (carom__falling){value, slope / p->h, w->noise, p->h});
}

int carom__span_first_at_once(carom__span* p, int watch) {
  for (int w = 0; p->watches[w].contact < p->watches[watch].contact; ++w)
    if (is_due(p, w)) return w;
  return watch;
}
