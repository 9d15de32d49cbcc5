// Slip whose direction turns: which panel to try, whether it is sound, and what it leaves behind.
#include <math.h>

#include "compliant/slip.h"

enum { NODES = CAROM__NODES, MAX_TRIES = 60 };

/// How small the last Legendre coefficients of z must be. While the angle follows v_t loosely (less than LOOSE times
/// over the panel) its end is far better than its inside; where it follows faster than the panel can show, not.
static const double LOOSE_TAIL = 1e-8, TAIL = 5e-10, LOOSE = 2;

/// On the last panel the nodes next to the end carry almost no impulse.
static const double ENDING_TAIL = 1e-7;

/// Behind this a panel no longer knows where it goes, however much slack there is.
static const double COARSEST_TAIL = 1e-2;

/// Slip that began at a small energy follows a power of it at first: the first panel is at most so many times as long
/// as the impulse that made this energy.
static const double SETTLE = 6;

static void begin_panel(const carom__spring_run* run, const carom__slip_frame* f, carom__panel* s) {
  s->mu = run->mu_slip, s->kappa = f->kappa, s->capacity = 2 * f->kappa;
  s->b11 = f->b11, s->b12 = f->b12, s->b22 = f->b22, s->d1 = f->d1, s->d2 = f->d2, s->wnn = run->wnn;
  s->p0 = f->p, s->r0 = f->r, s->n0 = run->vn, s->energy0 = run->energy;
}

/// Integrals over the panel, or up to a node, of cos - 1 and sin, in parts of h.
typedef struct panel_sums {
  double cosine1, sine;
} panel_sums;

/// The spring points where it does at a node.
static void turn_to(carom__spring_run* run, const carom__panel* s, int node) {
  const double cosine = 1 + s->cosine1[node], sine = s->sine[node];
  const double x = run->ux * cosine - run->uy * sine, y = run->uy * cosine + run->ux * sine,
               length = carom__hypot(x, y);
  run->ux = x / length, run->uy = y / length;
}

static void go_to_node(carom__spring_run* run, const carom__panel* s, int node) {
  panel_sums sums = {0};
  for (int j = 0; j < NODES; ++j) {
    sums.cosine1 += s->rule->integral[j][node] * s->cosine1[j];
    sums.sine += s->rule->integral[j][node] * s->sine[j];
  }
  const double q = s->h * s->rule->reach[node];
  carom__slip_take(run, &(carom__slide){.q = q,
                                        .along = q + s->h * sums.cosine1,
                                        .across = s->h * sums.sine,
                                        .energy = carom__max(0, s->energy[node]),
                                        .vn = s->n[node]});
  turn_to(run, s, node);
}

/// The end of a panel that has no node there: the end of the impact.
static void go_behind_nodes(carom__spring_run* run, const carom__panel* s) {
  panel_sums sums = {0};
  for (int j = 0; j < NODES; ++j) {
    sums.cosine1 += s->rule->weight[j] * s->cosine1[j];
    sums.sine += s->rule->weight[j] * s->sine[j];
  }
  const double along = s->h + s->h * sums.cosine1, across = s->h * sums.sine;
  const double vn = s->n0 + s->wnn * s->h - s->mu * (s->d1 * along + s->d2 * across);
  carom__slip_take(run, &(carom__slide){.q = s->h, .along = along, .across = across, .energy = 0, .vn = vn});
  turn_to(run, s, NODES - 1);
}

void carom__finish_panel(carom__spring_run* run, const carom__panel* s) {
  if (s->closing == CAROM__CLOSE_ENERGY) {
    go_behind_nodes(run, s);
  } else {
    go_to_node(run, s, NODES - 1);
  }
}

void carom__trace_panel(const carom__spring_run* run, const carom__panel* s) {
  for (int i = 0; run->trace && i < NODES; ++i) {
    carom__spring_run there = *run;
    go_to_node(&there, s, i);
    carom__spring_trace(&there);
  }
}

/// The panel to try next on the way to the end of the impact, which lies `length` ahead if the direction lasts.
static void plan_end(const carom__spring_run* run, const carom__slip_frame* f, carom__panel* s, double length) {
  s->closing = CAROM__CLOSE_NEARLY;
  s->h = length;
  const double n_end = sqrt(carom__max(0, run->vn * run->vn + 2 * f->n_rate * run->energy));
  const double exponent = carom__end_exponent(run, f);
  if (run->vn < 0.4 * n_end || (f->p < 0.3 * fabs(f->r) && exponent > 0.08)) {
    s->rule = &carom__straight_rule;
    s->closing = CAROM__CLOSE_NOTHING;
    s->h = 0.6 * length;
  } else if (exponent >= 0.8) {
    s->rule = &carom__ending_rule;
    s->closing = CAROM__CLOSE_ENERGY;
  } else if (carom__weight_of(run, length) < 1e-3) {
    s->rule = &carom__decay16_rule;
  } else {
    s->rule = carom__weight_of(run, length) < 0.1 ? &carom__decay8_rule : &carom__decay4_rule;
  }
}

static double allowed_tail(const carom__panel* s) {
  const int middle = NODES / 2;
  const double stiffness =
      s->h * s->rule->rate[middle] * carom__hypot(s->p[middle], s->r[middle]) / (s->capacity * s->energy[middle]);
  if (s->rule == &carom__ending_rule) return ENDING_TAIL;
  return stiffness < LOOSE ? LOOSE_TAIL : TAIL;
}

/// A function that is positive until its event: at the start of the panel and at its nodes.
typedef struct watched {
  double start;
  const double* values;
  double sign;
  bool closed;  // the panel ends on its root
} watched;

/// Where it passes zero between a node and the one before, as a normal impulse: by the straight line.
static double passing(const carom__panel* s, const watched* w, int node) {
  const double left = node > 0 ? s->rule->reach[node - 1] : 0, right = s->rule->reach[node];
  const double f0 = w->sign * (node > 0 ? w->values[node - 1] : w->start), f1 = w->sign * w->values[node];
  return s->h * (left + (right - left) * carom__min(carom__max(0.01, f0 / (f0 - f1)), 1));
}

/// Where the cubic with these ends and slopes turns from falling to rising, as a part of the way, if it is negative
/// there; else -1.
static double dip_of_cubic(double f0, double slope0, double f1, double slope1) {
  if (!(slope0 < 0 && slope1 > 0)) return -1;
  const double middle = 3 * (f1 - f0) - slope0 - slope1;
  const double x = -slope0 / (middle - slope0 + sqrt(carom__max(0, middle * middle - slope0 * slope1)));
  const double c2 = 3 * (f1 - f0) - 2 * slope0 - slope1, c3 = 2 * (f0 - f1) + slope0 + slope1;
  return f0 + x * (slope0 + x * (c2 + x * c3)) < 0 ? x : -1;
}

/// Between two nodes at which it is positive the function may still dip below zero: where, or infinite.
static double hidden_dip(const carom__panel* s, const watched* w) {
  double slope[NODES] = {0}, lowest = HUGE_VAL;
  for (int i = 0; i < NODES; ++i) lowest = carom__min(lowest, w->sign * w->values[i]);
  if (w->closed || lowest > 0.5 * carom__min(w->sign * w->start, w->sign * w->values[NODES - 1])) return HUGE_VAL;
  for (int j = 0; j < NODES; ++j)
    for (int i = 0; i < NODES; ++i) slope[i] += s->rule->derivative[j][i] * w->sign * (w->values[j] - w->start);
  for (int i = 1; i < NODES; ++i) {
    const double width = s->rule->node[i] - s->rule->node[i - 1];
    const double x =
        dip_of_cubic(w->sign * w->values[i - 1], width * slope[i - 1], w->sign * w->values[i], width * slope[i]);
    if (x >= 0) return s->h * (s->rule->reach[i - 1] + x * (s->rule->reach[i] - s->rule->reach[i - 1]));
  }
  return HUGE_VAL;
}

/// The normal impulse at which it vanishes on the panel; infinite if it does not, or only at the end, on purpose.
static double first_zero(const carom__panel* s, const watched* w) {
  for (int i = 0; i < NODES - w->closed; ++i)
    if (w->sign * w->values[i] < 0) return passing(s, w, i);
  return hidden_dip(s, w);
}

/// The first event that the panel passed without being closed on it, and where; NOTHING if it is sound.
static carom__closing passed_event(const carom__spring_run* run, const carom__panel* s, double* length) {
  const watched normal = {s->n0, s->n, run->compressing ? -1 : 1, s->closing == CAROM__CLOSE_NORMAL};
  const watched slip = {s->p0 + s->kappa * s->n0, s->sigma, 1, s->closing == CAROM__CLOSE_STICK};
  const watched energy = {s->energy0, s->energy, 1, s->closing == CAROM__CLOSE_NEARLY};
  const carom__prospects passed = {first_zero(s, &normal), first_zero(s, &slip), first_zero(s, &energy)};
  double first;
  const carom__closing event = carom__first_event(&passed, &first);
  if (event != CAROM__CLOSE_NOTHING) *length = first;
  return event;
}

/// The event to aim at if the direction lasts, and how far it is. Stick is aimed at only where it is much nearer.
static carom__closing aim(const carom__spring_run* run, const carom__slip_frame* f, double* length) {
  carom__prospects ahead = carom__look_ahead(run, f);
  const double other = carom__min(ahead.normal, ahead.end);
  if (ahead.stick > 0.5 * other || run->stick_missed) ahead.stick = HUGE_VAL;
  const carom__closing closing = carom__first_event(&ahead, length);
  if (closing == CAROM__CLOSE_NOTHING) *length = carom__max(run->in, fabs(run->vn) / run->wnn);
  return closing;
}

/// Slip that began at a small force follows a power of the energy at first, which no long panel sees.
static double room_to_settle(const carom__spring_run* run) {
  return run->vn < 0 && run->energy > 0 ? SETTLE * run->energy / -run->vn : HUGE_VAL;
}

/// How much longer a panel might be by its tail, which goes like the twelfth power of its length. What matters little
/// may be less exact, be it a small part of the impulse or one that changes the velocity (which is near 1) little;
/// strong friction makes more of an angle.
static double growth(const carom__spring_run* run, const carom__panel* s, double length) {
  const double impulse = carom__weight_of(run, length) * carom__max(1, s->mu);
  const double velocity = s->mu * length * (s->b11 + s->b22);
  const double exact = allowed_tail(s) / carom__max(impulse, velocity);
  const double allowed = carom__min(carom__spring_slack(run) * exact, carom__max(exact, COARSEST_TAIL));
  return carom__pow(allowed / carom__max(1e-20, carom__panel_tail(s)), 1.0 / 12);
}

static void plan(const carom__spring_run* run, const carom__slip_frame* f, carom__panel* s, double length) {
  s->rule = &carom__straight_rule;
  s->h = length;
  if (s->closing == CAROM__CLOSE_ENERGY) plan_end(run, f, s, length);
}

/// Twelve nodes do not resolve the panel, or Newton's method did not find it: the next ones are shorter.
static void shorten(carom__spring_run* run, const carom__panel* s, double tried, double room) {
  const double most = s->closing == CAROM__CLOSE_NEARLY ? 0.5 : 0.7;
  run->cap = tried * (room > 0 ? carom__max(0.25, carom__min(most, room)) : 0.3);
}

bool carom__turn(carom__spring_run* run, const carom__slip_frame* f, carom__panel* s) {
  begin_panel(run, f, s);
  double length;
  carom__closing closing = aim(run, f, &length);
  run->cap = carom__min(run->cap, room_to_settle(run));
  for (int tries = 0; tries < MAX_TRIES; ++tries) {
    run->work += CAROM__PANEL_WORK;
    if (run->cap < length) closing = CAROM__CLOSE_NOTHING, length = run->cap;
    s->closing = closing;
    plan(run, f, s, length);
    const double tried = s->h;
    const bool solved = carom__panel_solve(s) && s->h > 0;
    if (!solved && closing == CAROM__CLOSE_STICK && !run->stick_missed) {
      closing = CAROM__CLOSE_NOTHING;  // it may never stick: go there and see
      run->stick_missed = true;
      continue;
    }
    const double room = solved ? growth(run, s, length) : 0;
    if (!(room >= 1)) {
      shorten(run, s, tried, 0.9 * room);
      continue;
    }
    const carom__closing passed = passed_event(run, s, &length);
    if (passed == CAROM__CLOSE_NOTHING) {
      run->cap = s->h * carom__max(1, carom__min(6, 0.9 * room));
      return true;
    }
    if (passed == closing) run->cap = 0.7 * length;
    closing = passed;
  }
  return false;
}
