#include "compliant/second_road.h"

#include <math.h>
#include <string.h>

#include "carom/integrate.h"

// The state. In slip the tangential springs are known by the direction of their force: S1 is then the angle phi. v_n is
// carried along, not found from the impulse: it must be right relative to itself where its cycles shrink to nothing.
enum { I1, I2, I3, X, V_N, S1, S2, FRICTION, SIZE, PHI = S1 };
enum { MODE_ENDS, COMPRESSION_TURNS, IMPACT_ENDS, EVENTS };
enum { MAX_PIECES = 4000 };

/// Below this part of the force at the end of compression what remains of the impact is its square, 1e-16 of it.
static const double LAST_FORCE = 1e-8;

/// Normal velocities below this part of the speed before count as none when compression restarts again and again.
static const double LOCK_SPEED = 1e-12;

/// The start of slip is singular (0/0 in phi'); its series leaves t^4 of this.
static const double FIRST_TIME = 1e-4;

typedef struct road {
  const carom_compliant_problem* problem;
  carom_compliant_scheme scheme;
  double mu;      // of slip: the published scheme lowers it at the end of compression, but not the limit of stick
  double k;       // normal stiffness
  double t_unit;  // 1/sqrt(W_nn)
  double last_force;
  double arming;  // added to rho - |s|, which starts at 0 after slip: above its rounding
  bool slips, compresses;
  bool locked;  // cycles of compression have become too short to follow: v_n = 0
  double tolerance, absolute[SIZE];
  carom_ode_direction directions[EVENTS];
  carom_ode ode;
  spring_road out;
} road;

/// All that follows from a state.
typedef struct moment {
  double v[3], force[3], a[3];  // contact velocity, force, dv/dt
  double rho, rho_rate;         // what the length of a slipping spring is
  double s[2], length;          // the springs, or the direction of slip
  double along, across;         // v_t along s and at right angles to it
  double phi_rate;
} moment;

static double row_times(const carom_mat3* w, int i, const double* x) {
  return w->m[i][0] * x[0] + w->m[i][1] * x[1] + w->m[i][2] * x[2];
}

static moment moment_of(const road* r, const double* y) {
  const carom_compliant_problem* p = r->problem;
  const double v0[3] = {p->v.x, p->v.y, p->v.z}, eta2 = p->surface.eta2;
  moment m = {.force = {0, 0, -r->k * y[X]}};
  for (int i = 0; i < 2; ++i) m.v[i] = v0[i] + row_times(&p->w, i, y + I1);
  m.v[2] = y[V_N];
  const double mu = r->slips ? r->mu : p->surface.mu;
  m.rho = mu * eta2 * m.force[2];
  m.rho_rate = -mu * eta2 * r->k * m.v[2];
  m.s[0] = r->slips ? cos(y[PHI]) : y[S1];
  m.s[1] = r->slips ? sin(y[PHI]) : y[S2];
  m.length = r->slips ? 1 : hypot(m.s[0], m.s[1]);
  for (int i = 0; i < 2; ++i) m.force[i] = -m.s[i] * (r->slips ? r->mu * m.force[2] : 1 / eta2);
  if (r->locked) {
    const double* row = p->w.m[2];
    m.force[2] = -(row[0] * m.force[0] + row[1] * m.force[1]) / row[2];
    m.rho = mu * eta2 * m.force[2];
    m.rho_rate = mu * (row[0] * m.v[0] + row[1] * m.v[1]) / row[2];
  }
  for (int i = 0; i < 3; ++i) m.a[i] = row_times(&p->w, i, m.force);
  if (m.length == 0) return m;
  m.along = (m.v[0] * m.s[0] + m.v[1] * m.s[1]) / m.length;
  m.across = (m.v[1] * m.s[0] - m.v[0] * m.s[1]) / m.length;
  m.phi_rate = r->slips ? (r->mu > 0 ? m.across / m.rho : 0) : m.across / m.length;
  return m;
}

/// Stick: s' = v_t. Slip: |s| = rho, rho phi' = v_t . s_perp, and friction takes mu F_n times the slip speed.
static void rate(double t, const double* y, double* out, void* context) {
  (void)t;
  const road* r = context;
  const moment m = moment_of(r, y);
  for (int i = 0; i < 3; ++i) out[I1 + i] = m.force[i];
  out[X] = m.v[2];
  out[V_N] = r->locked ? 0 : m.a[2];
  out[S1] = r->slips ? m.phi_rate : m.v[0];
  out[S2] = r->slips ? 0 : m.v[1];
  out[FRICTION] = r->slips ? r->mu * m.force[2] * (m.along - m.rho_rate) : 0;
}

/// sigma = v_t . s^ - rho' in slip, rho - |s| in stick; v_n; the force.
static void gaps(double t, const double* y, double* gap, double* gap_rate, void* context) {
  (void)t;
  const road* r = context;
  const moment m = moment_of(r, y);
  const double scale = r->mu * r->problem->surface.eta2 * r->k;
  const double pull = m.length > 0 ? (m.a[0] * m.s[0] + m.a[1] * m.s[1]) / m.length : 0;
  gap[MODE_ENDS] = r->slips ? m.along - m.rho_rate : m.rho - m.length + r->arming;
  gap_rate[MODE_ENDS] = r->slips ? pull + m.across * m.phi_rate + scale * m.a[2] : m.rho_rate - m.along;
  gap[COMPRESSION_TURNS] = m.v[2];
  gap_rate[COMPRESSION_TURNS] = m.a[2];
  gap[IMPACT_ENDS] = m.force[2] - (r->slips ? r->last_force : 0);
  gap_rate[IMPACT_ENDS] = -r->k * m.v[2];
}

static void tell(road* r, carom_event_type type, const double* y) {
  if (r->out.event_count < SPRING_ROAD_EVENTS)
    r->out.events[r->out.event_count] = (carom_event){.type = type, .impulse_n = y[I3]};
  r->out.event_count += r->out.event_count < SPRING_ROAD_EVENTS;
}

static void set_tolerances(road* r) {
  const carom_vec3 v = r->problem->v;
  const double length = carom_vec3_norm(v) * r->t_unit;
  for (int i = 0; i < SIZE; ++i) r->absolute[i] = r->tolerance * length;
  r->absolute[X] /= r->k;
  r->absolute[V_N] = r->tolerance * carom_vec3_norm(v) / sqrt(r->k);
  for (int i = I1; i <= I3; ++i) r->absolute[i] = r->tolerance * carom_vec3_norm(v) / r->problem->w.m[2][2];
  if (r->slips) r->absolute[PHI] = r->tolerance;
  r->absolute[FRICTION] = r->tolerance * carom_vec3_dot(v, v) / r->problem->w.m[2][2];
}

static void set_directions(road* r) {
  r->directions[MODE_ENDS] = r->slips && r->mu == 0 ? CAROM_ODE_OFF : CAROM_ODE_FALLING;
  r->directions[COMPRESSION_TURNS] = r->compresses ? CAROM_ODE_RISING : CAROM_ODE_FALLING;
  r->directions[IMPACT_ENDS] = r->compresses ? CAROM_ODE_OFF : CAROM_ODE_FALLING;
  if (r->locked) r->directions[COMPRESSION_TURNS] = r->directions[IMPACT_ENDS] = CAROM_ODE_OFF;
}

/// The start, and in slip a first short time by series: phi = phi0 + phi2 t^2 with phi2 = a/(a + 2) psi2, where psi2
/// t^2 is how v_t turns and a = |v_t|/(mu eta2 |v_n|).
static void begin(road* r, double* y) {
  const carom_compliant_problem* p = r->problem;
  const double vt = hypot(p->v.x, p->v.y), reach = r->mu * p->surface.eta2 * -p->v.z;
  memset(y, 0, SIZE * sizeof *y);
  y[V_N] = p->v.z;
  // @eq JIA10 (36)-(37)  stick iff |v_t| < mu eta0^2 |v_n|
  r->slips = !(vt < reach) && vt > 0;
  if (r->mu > 0) tell(r, r->slips ? CAROM_EVENT_START_SLIP : CAROM_EVENT_START_STICK, y);
  if (!r->slips) return;
  const double c = p->v.x / vt, s = p->v.y / vt, d[3] = {-r->mu * c, -r->mu * s, 1};
  const double t = fmin(1, vt / (r->mu * vt + -p->v.z)) * FIRST_TIME * r->t_unit, push = -p->v.z;
  const double turn = 0.5 * push * (c * row_times(&p->w, 1, d) - s * row_times(&p->w, 0, d)) / vt;
  const double wd = row_times(&p->w, 2, d);
  for (int i = 0; i < 3; ++i) y[I1 + i] = d[i] * push * t * t * (0.5 - wd * t * t / 24);
  y[X] = -push * t * (1 - wd * t * t / 6);
  y[V_N] = -push * (1 - wd * t * t / 2);
  y[PHI] = atan2(p->v.y, p->v.x) + (reach > 0 ? vt / (vt + 2 * reach) : 0) * turn * t * t;
  y[FRICTION] = r->mu * push * 0.5 * t * t * (vt - reach);
}

/// Slip with springs that were longer than it allows (the published scheme): the energy of the difference is lost.
static void shorten(road* r, double length, const double* y) {
  const double rho = moment_of(r, y).rho;
  if (r->scheme == CAROM_COMPLIANT_PUBLISHED)
    r->out.friction += (length - rho) * (length + rho) / (2 * r->problem->surface.eta2);
}

/// In the words of the state: from lengths to an angle and back.
static void change_mode(road* r, double* y) {
  const moment m = moment_of(r, y);
  if (r->slips) {
    y[S1] = m.rho * m.s[0];
    y[S2] = m.rho * m.s[1];
    r->arming = 1e-14 * m.rho;
  } else {
    y[PHI] = atan2(m.s[1], m.s[0]);
    y[S2] = 0;
  }
  r->slips = !r->slips;
  tell(r, r->slips ? CAROM_EVENT_SLIP : CAROM_EVENT_STICK, y);
}

/// rho - |s| has fallen to 0. The published scheme shortens the springs; they may then recede too fast to slip on.
static void start_slip(road* r, double* y) {
  const double length = moment_of(r, y).length;
  change_mode(r, y);
  shorten(r, length, y);
  const moment m = moment_of(r, y);
  if (r->scheme == CAROM_COMPLIANT_PUBLISHED && m.along <= m.rho_rate) change_mode(r, y);
}

/// The end of compression, or its restart. True when the impact is over.
static bool turn_compression(road* r, double* y) {
  const double e = r->problem->surface.e, force = -r->k * y[X], energy = 0.5 * r->k * y[X] * y[X];
  r->compresses = !r->compresses;
  y[V_N] = 0;
  tell(r, r->compresses ? CAROM_EVENT_RECOMPRESS : CAROM_EVENT_COMPRESSION_END, y);
  r->out.recompressed |= r->compresses;
  if (r->compresses) return false;
  if (r->out.stored == 0) {
    r->out.stored = energy;
    r->out.impulse_n_compression = y[I3];
  }
  r->out.restitution += (1 - e * e) * energy;
  // @eq JIA10 (3)  k = k0/e^2, F_n unchanged
  r->last_force = LAST_FORCE * force;
  if (e == 0) return true;
  y[X] *= e * e;
  r->k /= e * e;
  return false;
}

/// The published scheme has less friction from here on.
static void lower_friction(road* r, const double* y) {
  const double rho = moment_of(r, y).rho;
  r->mu *= r->problem->surface.e;
  if (r->slips) shorten(r, rho, y);
}

/// From the last bit of force to none, straight on.
static void finish(road* r, double* y) {
  const moment m = moment_of(r, y);
  const double rest = fmax(m.force[2], 0) / (r->k * m.v[2]);  // time
  if (r->slips && rest > 0)
    for (int i = 0; i < 3; ++i) y[I1 + i] += 0.5 * rest * m.force[i];
  y[X] = 0;
  y[S1] = y[S2] = 0;
  tell(r, CAROM_EVENT_RESTITUTION_END, y);
}

/// Compression that ends and restarts ever sooner: the normal spring, harder at each end, swings about the force that
/// holds v_n = 0 against the tangential springs, ever less.
static void lock(road* r, const double* y) {
  const moment m = moment_of(r, y);
  const double holding = m.force[2] - m.a[2] / r->problem->w.m[2][2];
  const double swing = fabs(m.force[2] - holding) * sqrt(r->problem->w.m[2][2] / r->k);
  if (r->slips || !(holding > 0) || swing > LOCK_SPEED * carom_vec3_norm(r->problem->v)) return;
  r->locked = r->out.accumulates = true;
  tell(r, CAROM_EVENT_LOCK, y);
}

/// A plastic contact is rigid once its compression has ended: held at once, if the tangential springs press it and
/// friction can carry them. True if it is.
static bool hold_plastic(road* r, double* y) {
  const moment before = moment_of(r, y);
  const bool slipped = r->slips;
  if (slipped) y[S1] = before.rho * before.s[0], y[S2] = before.rho * before.s[1];
  r->slips = false;
  r->locked = true;
  const moment m = moment_of(r, y);
  if (m.force[2] > 0 && m.length <= m.rho) {
    r->out.accumulates = true;
    tell(r, CAROM_EVENT_LOCK, y);
    return true;
  }
  r->out.spring = m.length * m.length / (2 * r->problem->surface.eta2);
  return false;
}

/// The springs turn out of the directions in which friction holds the contact: now it would slip and v_n rise, against
/// a normal spring that is all but rigid. The impact ends with what the tangential springs hold.
static void release(road* r, const double* y) {
  r->out.spring = (y[S1] * y[S1] + y[S2] * y[S2]) / (2 * r->problem->surface.eta2);
  tell(r, CAROM_EVENT_RESTITUTION_END, y);
}

/// What an event means. True when the impact is over.
static bool handle(road* r, int event, double* y) {
  if (r->locked) {
    release(r, y);
    return true;
  }
  // Springs that were never stretched reach their limit, 0, where the force ends.
  if (event == MODE_ENDS && !r->slips && y[S1] == 0 && y[S2] == 0) event = IMPACT_ENDS;
  if (event == MODE_ENDS && r->slips) {
    change_mode(r, y);
  } else if (event == MODE_ENDS) {
    start_slip(r, y);
  }
  if (event == IMPACT_ENDS) finish(r, y);
  if (event != COMPRESSION_TURNS) return event == IMPACT_ENDS;
  const bool over = turn_compression(r, y);
  if (over) return !hold_plastic(r, y);
  if (!r->compresses && r->scheme == CAROM_COMPLIANT_PUBLISHED) lower_friction(r, y);
  if (r->out.recompressed) lock(r, y);
  return false;
}

/// One piece between events. True when the impact is over.
static carom_status advance(road* r, double* y, bool* over) {
  carom_ode_problem ode = carom_ode_problem_default();
  ode.size = SIZE;
  ode.rate = rate;
  ode.event_count = EVENTS;
  ode.gap = gaps;
  ode.directions = r->directions;
  ode.context = r;
  ode.relative = r->tolerance;
  ode.absolute_each = r->absolute;
  ode.max_step = 0.3 * r->t_unit / (r->locked ? 1 : sqrt(r->k));
  set_directions(r);
  set_tolerances(r);
  if (r->slips && !r->compresses && -r->k * y[X] <= r->last_force) {  // too late to slip
    finish(r, y);
    *over = true;
    return CAROM_OK;
  }
  carom_status status = carom_ode_start(&r->ode, &ode, 0, y, NULL);
  if (!status) status = carom_ode_advance(&r->ode, 1e4 * r->t_unit, NULL);
  if (!status && r->ode.fired_count == 0) status = CAROM_BUDGET;
  memcpy(y, r->ode.y, SIZE * sizeof *y);
  r->out.evaluations += r->ode.evaluations;
  for (int i = 0; i < r->ode.fired_count && !status && !*over; ++i) *over = handle(r, r->ode.fired[i], y);
  return status;
}

carom_status spring_road_solve(const carom_compliant_problem* problem, carom_compliant_scheme scheme, double tolerance,
                               spring_road* out) {
  static road r;  // 20 kB; tests and benchmark have one thread
  r = (road){.problem = problem, .scheme = scheme, .tolerance = tolerance, .compresses = true, .k = 1};
  r.mu = problem->surface.mu;
  r.t_unit = 1 / sqrt(problem->w.m[2][2]);
  double y[SIZE];
  bool over = false;
  begin(&r, y);
  for (int piece = 0; piece < MAX_PIECES && !over; ++piece) {
    const carom_status status = advance(&r, y, &over);
    if (status) return status;
  }
  const moment m = moment_of(&r, y);
  r.out.impulse = (carom_vec3){y[I1], y[I2], y[I3]};
  r.out.v = (carom_vec3){m.v[0], m.v[1], m.v[2]};
  r.out.friction += y[FRICTION];
  *out = r.out;
  return over ? CAROM_OK : CAROM_BUDGET;
}
