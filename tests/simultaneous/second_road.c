#include "second_road.h"

#include <math.h>
#include <string.h>

#include "road_motion.h"

road_options second_road_options(void) {
  return (road_options){.tolerance = 1e-14, .lock = 1e-11, .event_budget = 20000};
}

// ---- the integrator's two functions ----

static void rate(double t, const double* y, double* result, void* context) {
  (void)t;
  const road* p = context;
  motion m;
  road_move(p, y, &m);
  memset(result, 0, (size_t)p->size * sizeof *result);
  for (int i = 0; i < p->count; ++i) {
    const spot* s = &p->spots[i];
    result[s->at_speed] = s->phase == LOCKED ? 0 : m.acceleration[AXES * i + N];
    if (s->phase == ABSENT) continue;
    const double *force = m.force + AXES * i, *v = m.v + AXES * i;
    const int normal = s->mu > 0 ? N : 0;
    result[s->at_impulse + normal] = force[N];
    result[s->at_spring + normal] = s->phase == LOCKED ? 0 : v[N];
    if (!(s->mu > 0)) continue;
    for (int a = T1; a <= T2; ++a) {
      result[s->at_impulse + a] = force[a];
      result[s->at_spring + a] = s->slipping ? (a == T1 ? m.turn[i] : 0) : v[a];
    }
    if (s->slipping) result[p->friction_at] += s->mu * force[N] * m.slip[i];
  }
}

/// rho - |s| of a sticking contact, with a little on top: it starts from 0 when slip has just ended.
static double stick_gap(const spot* s, const motion* m, int i, const double* y) {
  const double rho = road_rho(s, m->force[AXES * i + N]);
  return rho - hypot(y[s->at_spring + T1], y[s->at_spring + T2]) + 1e-14 * s->reach;
}

static double stick_gap_rate(const spot* s, const motion* m, int i, const double* y) {
  const double *spring = y + s->at_spring, *v = m->v + AXES * i;
  const double length = hypot(spring[T1], spring[T2]);
  const double stretch = length > 0 ? (spring[T1] * v[T1] + spring[T2] * v[T2]) / length : hypot(v[T1], v[T2]);
  return road_rho_rate(s, m, i) - stretch;
}

/// sigma' = (v_t . s^)' - rho'' of a contact on its spring.
static double slip_rate(const spot* s, const motion* m, int i, const double* y) {
  const double *v = m->v + AXES * i, *a = m->acceleration + AXES * i, *u = m->along[i];
  const double depth = -road_normal_spring(s, y), exponent = s->exponent;
  double force_bend = -s->k * a[N];
  if (exponent != 1)
    force_bend =
        s->k * exponent *
        ((exponent - 1) * road_power(depth, exponent - 2) * v[N] * v[N] - road_power(depth, exponent - 1) * a[N]);
  return a[T1] * u[0] + a[T2] * u[1] + (v[T2] * u[0] - v[T1] * u[1]) * m->turn[i] -
         s->mu * force_bend / s->k_tangential;
}

static void gaps(double t, const double* y, double* values, double* rates, void* context) {
  (void)t;
  const road* p = context;
  motion m;
  road_move(p, y, &m);
  for (int i = 0; i < p->count; ++i) {
    const spot* s = &p->spots[i];
    double *g = values + GAPS * i, *r = rates + GAPS * i;
    g[NORMAL_TURNS] = m.v[AXES * i + N] + (s->phase == ABSENT ? s->threshold : 0);
    r[NORMAL_TURNS] = m.acceleration[AXES * i + N];
    g[FORCE_ENDS] = s->phase == LOCKED ? -m.force[AXES * i + N] : road_normal_spring(s, y);
    r[FORCE_ENDS] = s->phase == LOCKED ? -m.force_rate[AXES * i + N] : m.v[AXES * i + N];
    g[MODE_CHANGES] = r[MODE_CHANGES] = 1;
    if (!(s->mu > 0) || s->phase == ABSENT) continue;
    g[MODE_CHANGES] = s->slipping ? m.slip[i] : stick_gap(s, &m, i, y);
    if (!s->slipping)
      r[MODE_CHANGES] = stick_gap_rate(s, &m, i, y);
    else
      r[MODE_CHANGES] = s->phase == LOCKED ? (double)NAN : slip_rate(s, &m, i, y);
  }
}

// ---- events ----

static void tell(road* p, carom_event_type type, int contact) {
  second_road* out = p->out;
  if (out->event_count++ >= ROAD_LOG_SIZE) return;
  road_event* event = &out->events[out->event_count - 1];
  event->type = type;
  event->contact = contact;
  event->time = p->time;
  for (int i = 0; i < p->count; ++i) event->impulse_n[i] = p->y[p->spots[i].at_impulse + (p->spots[i].mu > 0 ? N : 0)];
}

static double normal_energy(const spot* s, const double* y) {
  const double u = -road_normal_spring(s, y);
  return s->k * road_power(u, s->exponent) * u / (s->exponent + 1);
}

static void clear_springs(const road* p, int i, double* y) {
  const spot* s = &p->spots[i];
  memset(y + s->at_spring, 0, (s->mu > 0 ? AXES : 1) * sizeof *y);
}

/// From the angle of a slipping spring to the spring itself, and back.
static void hold_as_vector(road* p, int i) {
  spot* s = &p->spots[i];
  if (!s->slipping) return;
  motion m;
  road_move(p, p->y, &m);
  double* spring = p->y + s->at_spring;
  const double rho = road_rho(s, m.force[AXES * i + N]);
  spring[T1] = rho * m.along[i][0];
  spring[T2] = rho * m.along[i][1];
  s->slipping = false;
}

/// Where friction cannot hold the spring's length, because a force has just jumped, it shortens; the loss is friction.
static void hold_as_angle(road* p, int i) {
  spot* s = &p->spots[i];
  double* spring = p->y + s->at_spring;
  const double length = hypot(spring[T1], spring[T2]);
  spring[T1] = atan2(spring[T2], spring[T1]);
  spring[T2] = 0;
  s->slipping = true;
  motion m;
  road_move(p, p->y, &m);
  const double rho = road_rho(s, m.force[AXES * i + N]);
  p->y[p->friction_at] += 0.5 * s->k_tangential * (length * length - rho * rho);
}

/// Locked contacts keep their springs while a force somewhere jumps, and with it the force lambda that holds them...
static void keep_locked_springs(road* p, bool* slipped) {
  for (int i = 0; i < p->count; ++i) {
    slipped[i] = p->spots[i].slipping;
    if (p->spots[i].phase == LOCKED) hold_as_vector(p, i);
  }
}

/// ...and then friction holds them or not.
static void choose_locked_modes(road* p, const bool* slipped) {
  for (int i = 0; i < p->count; ++i) {
    const spot* s = &p->spots[i];
    if (s->phase != LOCKED || !(s->mu > 0)) continue;
    motion m;
    road_move(p, p->y, &m);
    const double* spring = p->y + s->at_spring;
    const double length = hypot(spring[T1], spring[T2]), rho = road_rho(s, m.force[AXES * i + N]);
    if (length > rho * (slipped[i] ? 1 - 1e-6 : 1)) hold_as_angle(p, i);
  }
}

/// The contact leaves. What its tangential spring still holds is lost; that is nothing unless e = 0 ended it.
static void leave(road* p, int i) {
  spot* s = &p->spots[i];
  bool slipped[ROAD_MAX_CONTACTS];
  keep_locked_springs(p, slipped);
  hold_as_vector(p, i);
  if (s->mu > 0) {
    const double* spring = p->y + s->at_spring;
    p->out->spring += 0.5 * s->k_tangential * (spring[T1] * spring[T1] + spring[T2] * spring[T2]);
  }
  clear_springs(p, i, p->y);
  s->phase = ABSENT;
  choose_locked_modes(p, slipped);
}

/// The speed that contact i has of its own at an end of compression, apart from what the others make it follow: its
/// spring is off its rest by (F - lambda)/k and moves against it with lambda'/k. Negative: no force could hold it.
static double own_speed(road* p, int i) {
  spot* s = &p->spots[i];
  const spot before = *s;
  motion m;
  road_move(p, p->y, &m);
  const double force = m.force[AXES * i + N];
  s->phase = LOCKED;
  road_move(p, p->y, &m);
  *s = before;
  if (s->rigid) return m.force[AXES * i + N] > 0 ? 0 : -1;  // others that cannot be held with it are released
  for (int j = 0; j < p->count; ++j)
    if ((p->spots[j].phase == LOCKED || j == i) && !(m.force[AXES * j + N] > 0)) return -1;
  const double lambda = m.force[AXES * i + N], power = 1 / s->exponent;
  const double k = s->exponent == 1 ? s->k : s->exponent * pow(s->k, power) * pow(lambda, 1 - power);
  return hypot(m.force_rate[AXES * i + N] / k, (force - lambda) * sqrt(p->w[AXES * i + N][AXES * i + N] / k));
}

static bool lock_if_small(road* p, int i) {
  spot* s = &p->spots[i];
  if (!(s->e < 1)) return false;
  const double speed = own_speed(p, i);
  if (!(speed >= 0 && speed < p->options.lock * p->speed)) return false;
  bool slipped[ROAD_MAX_CONTACTS];
  keep_locked_springs(p, slipped);
  hold_as_vector(p, i);
  p->out->restitution += normal_energy(s, p->y);
  p->y[s->at_spring + (s->mu > 0 ? N : 0)] = p->y[s->at_speed] = 0;
  s->phase = LOCKED;
  ++p->out->lock_count;
  tell(p, CAROM_EVENT_LOCK, i);
  choose_locked_modes(p, slipped);
  return true;
}

static void end_compression(road* p, int i) {
  spot* s = &p->spots[i];
  const double kept = s->e * s->e;
  tell(p, CAROM_EVENT_COMPRESSION_END, i);
  s->phase = RESTORING;
  s->rigid = s->e == 0;
  if (!s->rigid) {
    p->out->restitution += (1 - kept) * normal_energy(s, p->y);
    p->y[s->at_spring + (s->mu > 0 ? N : 0)] *= kept;
    s->k /= pow(kept, s->exponent);
  }
  if (lock_if_small(p, i) || !s->rigid) return;
  p->out->restitution += normal_energy(s, p->y);
  leave(p, i);
}

/// Stick iff |v_t| < mu eta^2 |v_n|, which is |v_t| < |rho'|; with an exponent rho' starts from 0.
static bool starts_in_slip(const spot* s, const double* v) {
  const double speed = hypot(v[T1], v[T2]);
  if (s->exponent > 1) return s->mu > 0 && speed > 0;
  return s->mu > 0 && !(speed < s->mu * s->k / s->k_tangential * fabs(v[N]));
}

static void come_back(road* p, int i, const motion* m) {
  spot* s = &p->spots[i];
  clear_springs(p, i, p->y);
  s->threshold = fmin(s->threshold, 1e-14 * p->speed);
  s->phase = COMPRESSING;
  s->slipping = starts_in_slip(s, m->v + AXES * i);
  if (s->slipping) p->y[s->at_spring] = atan2(m->v[AXES * i + T2], m->v[AXES * i + T1]);
  const bool first = p->out->event_count == 0 && p->v0[AXES * i + N] <= 0;
  if (first) p->out->state_count = 0;  // it touched from the start: this set replaces the one without it
  if (!first) tell(p, CAROM_EVENT_REACTIVATE, i);
  if (!s->rigid || lock_if_small(p, i)) return;
  leave(p, i);
  s->threshold *= 10;  // what is left is rounding
}

static void change_mode(road* p, int i) {
  if (p->spots[i].slipping)
    hold_as_vector(p, i);
  else
    hold_as_angle(p, i);
  tell(p, p->spots[i].slipping ? CAROM_EVENT_SLIP : CAROM_EVENT_STICK, i);
}

/// One thing that is due at contact i now, by the signs of its quantities and where they go. True if there was one.
static bool settle_contact(road* p, int i) {
  spot* s = &p->spots[i];
  motion m;
  road_move(p, p->y, &m);
  const double v = m.v[AXES * i + N], a = m.acceleration[AXES * i + N], tiny = 1e-15 * p->speed;
  const double x = road_normal_spring(s, p->y);
  if (s->phase == ABSENT) {
    if (v > 1e-9 * p->speed) s->threshold = fmin(s->threshold, 1e-14 * p->speed);  // it has parted: no longer at rest
    if (!(v < -s->threshold)) return false;
    come_back(p, i, &m);
    return true;
  }
  if (s->phase == LOCKED && !(m.force[AXES * i + N] > 0)) {
    tell(p, CAROM_EVENT_RELEASE, i);
    leave(p, i);
    return true;
  }
  if (s->phase == COMPRESSING && v > -tiny && a > 0) {
    end_compression(p, i);
    return true;
  }
  if (s->phase == RESTORING && !(x < 0) && v > 0) {
    tell(p, CAROM_EVENT_RESTITUTION_END, i);
    leave(p, i);
    return true;
  }
  if (s->phase == RESTORING && v < tiny && a < 0) {
    s->phase = COMPRESSING;
    tell(p, CAROM_EVENT_RECOMPRESS, i);
    return true;
  }
  if (s->mu > 0 && (s->slipping ? m.slip[i] < 0 : stick_gap(s, &m, i, p->y) < 0)) {
    change_mode(p, i);
    return true;
  }
  return false;
}

static void fire(road* p, int event) {
  const int i = event / GAPS;
  spot* s = &p->spots[i];
  motion m;
  road_move(p, p->y, &m);
  switch (event % GAPS) {
    case NORMAL_TURNS:
      if (s->phase == ABSENT)
        come_back(p, i, &m);
      else if (s->phase == COMPRESSING)
        end_compression(p, i);
      else if (s->phase == RESTORING)
        s->phase = COMPRESSING, tell(p, CAROM_EVENT_RECOMPRESS, i);
      break;
    case FORCE_ENDS:
      if (s->phase == ABSENT) break;
      tell(p, s->phase == LOCKED ? CAROM_EVENT_RELEASE : CAROM_EVENT_RESTITUTION_END, i);
      leave(p, i);
      break;
    default:
      if (s->phase != ABSENT) change_mode(p, i);
  }
}

// ---- the walk ----

static uint64_t active_set(const road* p) {
  uint64_t set = 0;
  for (int i = 0; i < p->count; ++i)
    if (p->spots[i].phase != ABSENT) set |= UINT64_C(1) << i;
  return set;
}

static void note_state(road* p) {
  second_road* out = p->out;
  const uint64_t set = active_set(p);
  const uint64_t last = out->state_count ? out->states[(out->state_count - 1) % ROAD_LOG_SIZE] : 0;
  if (set == 0 || set == last) return;
  out->states[out->state_count++ % ROAD_LOG_SIZE] = set;
}

static void settle(road* p) {
  for (bool changed = true; changed && p->out->event_count < p->options.event_budget;) {
    changed = false;
    for (int i = 0; i < p->count; ++i) changed |= settle_contact(p, i);
  }
}

/// Which crossings count, by what each contact does now.
static void aim_events(road* p) {
  for (int i = 0; i < p->count; ++i) {
    const spot* s = &p->spots[i];
    carom_ode_direction* d = p->directions + GAPS * i;
    d[NORMAL_TURNS] = s->phase == COMPRESSING ? CAROM_ODE_RISING
                      : s->phase == LOCKED    ? CAROM_ODE_OFF
                                              : CAROM_ODE_FALLING;
    d[FORCE_ENDS] = s->phase == RESTORING || s->phase == LOCKED ? CAROM_ODE_RISING : CAROM_ODE_OFF;
    d[MODE_CHANGES] = s->mu > 0 && s->phase != ABSENT ? CAROM_ODE_FALLING : CAROM_ODE_OFF;
  }
}

/// Tolerances of one contact. Returns the square of its highest frequency.
static double scale_contact(road* p, int i, const motion* m) {
  spot* s = &p->spots[i];
  const double* w = &p->w[AXES * i][AXES * i];
  const double wn = w[N * SIZE + N], wt = fmax(w[T1 * SIZE + T1], w[T2 * SIZE + T2]), n = s->exponent;
  // As deep as the spring comes when it takes all the speed: k x^(n+1)/(n+1) = speed^2/(2 W).
  s->length = pow((n + 1) / 2 * p->speed * p->speed / (wn * s->k), 1 / (n + 1));
  s->reach = p->speed / sqrt(wn * s->k_first);
  // How deep it would rest under the forces of now: cycles before a lock are of this size.
  const double rest = pow((fabs(m->acceleration[AXES * i + N]) / wn + m->force[AXES * i + N]) / s->k, 1 / n);
  const double depth = s->phase != ABSENT && rest > 0 ? fmin(s->length, rest) : s->length;
  const double tolerance = p->options.tolerance, frequency2 = wn * s->k * n * pow(depth, n - 1);
  const int normal = s->mu > 0 ? N : 0;
  p->absolute[s->at_impulse + normal] = tolerance * p->speed / wn;
  p->absolute[s->at_spring + normal] = tolerance * depth;
  p->absolute[s->at_speed] = tolerance * fmin(p->speed, depth * sqrt(frequency2));
  for (int t = T1; t <= T2 && s->mu > 0; ++t) {
    p->absolute[s->at_impulse + t] = tolerance * p->speed / wn;
    p->absolute[s->at_spring + t] = tolerance * (s->slipping ? 1 : s->reach);
  }
  if (s->phase == ABSENT) return 0;
  return (s->phase == LOCKED ? 0 : frequency2) + wt * s->k_tangential;
}

/// Directions of all events, tolerances, and the longest step that shows every wiggle.
static double prepare(road* p) {
  motion m;
  road_move(p, p->y, &m);
  aim_events(p);
  double frequency2 = 0;
  for (int i = 0; i < p->count; ++i) frequency2 += scale_contact(p, i, &m);
  if (p->has_friction) p->absolute[p->friction_at] = HUGE_VAL;
  return frequency2 > 0 ? 1 / sqrt(frequency2) : 1;
}

static carom_status one_piece(road* p) {
  carom_ode_problem ode = carom_ode_problem_default();
  ode.max_step = prepare(p);
  ode.size = p->size;
  ode.rate = rate;
  ode.event_count = GAPS * p->count;
  ode.gap = gaps;
  ode.directions = p->directions;
  ode.context = p;
  ode.relative = p->options.tolerance;
  ode.absolute_each = p->absolute;
  ode.budget = 1000000;  // friction can drive bodies together for ever
  carom_status status = carom_ode_start(&p->ode, &ode, 0, p->y, NULL);
  if (!status) status = carom_ode_advance(&p->ode, 1e300, NULL);
  p->out->evaluations += p->ode.evaluations;
  if (status) return status;
  p->time += p->ode.t;  // each piece has a clock of its own: the last cycles before a lock are shorter than eps * time
  memcpy(p->y, p->ode.y, sizeof p->y);
  for (int k = 0; k < p->ode.fired_count; ++k) fire(p, p->ode.fired[k]);
  return CAROM_OK;
}

static carom_status walk(road* p) {
  prepare(p);
  settle(p);
  note_state(p);
  while (active_set(p)) {
    const carom_status status = one_piece(p);
    if (status) return status;
    note_state(p);
    settle(p);
    note_state(p);
    if (p->out->event_count >= p->options.event_budget) return CAROM_BUDGET;
  }
  return CAROM_OK;
}

static void read_matrix(road* p, const carom_contact_problem* problem) {
  const int d = problem->dimension, size = d * problem->contact_count;
  memset(p->w, 0, sizeof p->w);
  memset(p->v0, 0, sizeof p->v0);
  for (int a = 0; a < size; ++a) {
    // The plane's (t, n) become (t1, n); t2 stays empty.
    const int row = AXES * (a / d) + (a % d == d - 1 ? N : a % d);
    p->v0[row] = problem->v[a];
    p->speed = fmax(p->speed, fabs(problem->v[a]));
    for (int b = 0; b < size; ++b) p->w[row][AXES * (b / d) + (b % d == d - 1 ? N : b % d)] = problem->w[a * size + b];
  }
}

static void read_surfaces(road* p, const carom_contact_problem* problem) {
  p->size = 0;
  for (int i = 0; i < p->count; ++i) {
    const carom_surface* surface = &problem->surfaces[i];
    spot* s = &p->spots[i];
    const int states = surface->mu > 0 ? AXES : 1;
    *s = (spot){.mu = surface->mu, .e = surface->e, .exponent = surface->exponent, .phase = ABSENT};
    s->k = s->k_first = surface->stiffness / problem->surfaces[0].stiffness;
    s->k_tangential = surface->mu > 0 ? s->k / surface->eta2 : 0;
    // A contact that starts at rest sticks or slips by the ratio v_t/v_n, which must be above rounding when it is read.
    const double* v = p->v0 + AXES * i;
    const bool rests = v[N] == 0 && v[T1] == 0 && v[T2] == 0;
    s->threshold = (surface->mu > 0 && rests ? 1e-11 : 1e-14) * p->speed;
    s->at_impulse = p->size;
    s->at_spring = p->size + states;
    s->at_speed = p->size + 2 * states;
    p->y[s->at_speed] = p->v0[AXES * i + N];
    p->size += 2 * states + 1;
    p->has_friction |= surface->mu > 0;
  }
  p->friction_at = p->size;
  if (p->has_friction) ++p->size;
}

static void deliver(road* p) {
  road_velocities(p, p->y, p->out->v);
  for (int i = 0; i < p->count; ++i) {
    const spot* s = &p->spots[i];
    for (int a = 0; a < AXES; ++a)
      p->out->impulse[AXES * i + a] = s->mu > 0 ? p->y[s->at_impulse + a] : a == N ? p->y[s->at_impulse] : 0;
  }
  p->out->friction = p->has_friction ? p->y[p->friction_at] : 0;
}

carom_status second_road_solve(const carom_contact_problem* problem, const road_options* options, second_road* out) {
  static road p;
  memset(&p, 0, sizeof p);
  memset(out, 0, sizeof *out);
  p.count = problem->contact_count;
  p.options = *options;
  p.tiny = 1e-7;
  p.out = out;
  read_matrix(&p, problem);
  read_surfaces(&p, problem);
  if (p.size > CAROM_ODE_MAX_SIZE || p.count > ROAD_MAX_CONTACTS) return CAROM_TOO_SMALL;
  const carom_status status = walk(&p);
  if (!status) deliver(&p);
  return status;
}
