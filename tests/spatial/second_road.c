#include "second_road.h"

#include <math.h>
#include <string.h>

#include "carom/integrate.h"

// The state. The last three follow from the others; the short road leaves them out.
enum { X, Y, V_Z, STORED, I_Z, I_X, I_Y, FRICTION, FULL_SIZE, SHORT_SIZE = I_X };
enum { COMPRESSION_ENDS, IMPACT_ENDS, SLIP_ENDS, EVENTS };

/// Everything one impact needs: the matrix, the law, the state of the story.
typedef struct road {
  double b11, b12, b22, d1, d2, wzz, mu;
  double rho;  // bounds all rates of change in s
  const carom_spatial_problem* problem;
  bool is_short;
  bool compressing;  // the first compression is not over
  double tiny;       // slip below this is the end of slip
  double goal;       // Poisson: I_z at the end; Newton: v_z at the end
  double dropped;    // stored energy lost at the ends of compression
  double tolerance;
  double absolute[FULL_SIZE];
  carom_ode_direction directions[EVENTS];
  carom_ode ode;
  second_road out;
} road;

/// Slip, the unit vector along it, and the rates of gamma and v_z there (d/dI_z).
typedef struct slip {
  double r, ux, uy, x_rate, y_rate, v_rate;
} slip;

static slip slip_of(const road* p, double x, double y) {
  slip s;
  s.r = sqrt(x * x + y * y);
  s.ux = x / s.r;
  s.uy = y / s.r;
  s.x_rate = p->d1 - p->mu * (p->b11 * s.ux + p->b12 * s.uy);
  s.y_rate = p->d2 - p->mu * (p->b12 * s.ux + p->b22 * s.uy);
  s.v_rate = p->wzz - p->mu * (p->d1 * s.ux + p->d2 * s.uy);
  return s;
}

// @eq JW16 (31)  gamma' = -mu B u + d, with v_z' = Wzz - mu d.u and I_t' = -mu u
// @eq JW16 (11)  E' = -v_z
// All times r = dI_z/ds: in s the end of slip is infinitely far away instead of singular.
static void slip_rate(double t, const double* y, double* rate, void* context) {
  (void)t;
  const road* p = context;
  const double r = sqrt(y[X] * y[X] + y[Y] * y[Y]);
  rate[X] = p->d1 * r - p->mu * (p->b11 * y[X] + p->b12 * y[Y]);
  rate[Y] = p->d2 * r - p->mu * (p->b12 * y[X] + p->b22 * y[Y]);
  rate[V_Z] = p->wzz * r - p->mu * (p->d1 * y[X] + p->d2 * y[Y]);
  rate[STORED] = -y[V_Z] * r;
  rate[I_Z] = r;
  if (p->is_short) return;
  rate[I_X] = -p->mu * y[X];
  rate[I_Y] = -p->mu * y[Y];
  rate[FRICTION] = p->mu * r * r;
}

static void slip_gaps(double t, const double* y, double* gaps, double* rates, void* context) {
  (void)t;
  const road* p = context;
  const slip s = slip_of(p, y[X], y[Y]);
  gaps[COMPRESSION_ENDS] = y[V_Z];
  rates[COMPRESSION_ENDS] = s.r * s.v_rate;
  gaps[SLIP_ENDS] = s.r - p->tiny;
  rates[SLIP_ENDS] = s.r * (s.ux * s.x_rate + s.uy * s.y_rate);
  const carom_law law = p->problem->surface.law;
  gaps[IMPACT_ENDS] = law == CAROM_LAW_STRONGE ? y[STORED] : p->goal - (law == CAROM_LAW_POISSON ? y[I_Z] : y[V_Z]);
  rates[IMPACT_ENDS] = -s.r * (law == CAROM_LAW_STRONGE ? y[V_Z] : law == CAROM_LAW_POISSON ? 1 : s.v_rate);
}

static void tell(road* p, char event) {
  const size_t length = strlen(p->out.sequence);
  if (strchr(p->out.sequence, event) || length + 1 >= sizeof p->out.sequence) return;
  p->out.sequence[length] = event;
  p->out.sequence[length + 1] = 0;
}

/// v_z = 0 from below at normal impulse i_z with *stored energy. True when the impact ends with it.
static bool end_compression(road* p, double i_z, double* stored) {
  const carom_surface* surface = &p->problem->surface;
  if (p->compressing) {
    p->compressing = false;
    p->out.impulse_n_compression = i_z;
    p->out.stored = *stored;
    p->goal = surface->law == CAROM_LAW_POISSON ? (1 + surface->e) * i_z : -surface->e * p->problem->v.z;
    tell(p, 'c');
  }
  p->dropped += (1 - surface->e * surface->e) * *stored;
  *stored *= surface->e * surface->e;
  return surface->e == 0 || (surface->law == CAROM_LAW_NEWTON && p->goal == 0);
}

/// The part after slip has vanished: every rate is constant, so v_z is linear and E a parabola in I_z.
typedef struct coast {
  double x_rate, y_rate, v_rate, ix_rate, iy_rate, friction_rate;
  double y[FULL_SIZE];
} coast;

static void coast_on(coast* c, double di) {
  double* y = c->y;
  const double slip_before = hypot(y[X], y[Y]);
  y[STORED] -= di * (y[V_Z] + 0.5 * c->v_rate * di);
  y[V_Z] += c->v_rate * di;
  y[X] += c->x_rate * di;
  y[Y] += c->y_rate * di;
  y[I_Z] += di;
  y[I_X] += c->ix_rate * di;
  y[I_Y] += c->iy_rate * di;
  y[FRICTION] += c->friction_rate * 0.5 * (slip_before + hypot(y[X], y[Y])) * di;
}

// Stick: I_t' = -w, gamma' = 0, v_z' = k = Wzz - d.w
static bool try_stick(const road* p, coast* c) {
  const double det = carom_difference_of_products(p->b11, p->b22, p->b12, p->b12);
  const double w1 = carom_difference_of_products(p->b22, p->d1, p->b12, p->d2) / det;
  const double w2 = carom_difference_of_products(p->b11, p->d2, p->b12, p->d1) / det;
  c->x_rate = c->y_rate = c->friction_rate = 0;
  c->ix_rate = -w1;
  c->iy_rate = -w2;
  c->v_rate = p->wzz - p->d1 * w1 - p->d2 * w2;
  return hypot(w1, w2) <= p->problem->surface.mu_static;
}

/// The centrifugal ray: u = (mu B + lam)^-1 d of length 1 with lam > 0; Newton on 1/|u| - 1 from lam = 0 is monotone.
static void resume(const road* p, coast* c) {
  double lam = 0, ux = 0, uy = 0;
  for (int round = 0; round < 60; ++round) {
    const double m11 = p->mu * p->b11 + lam, m22 = p->mu * p->b22 + lam, m12 = p->mu * p->b12;
    const double det = m11 * m22 - m12 * m12;
    ux = (m22 * p->d1 - m12 * p->d2) / det;
    uy = (m11 * p->d2 - m12 * p->d1) / det;
    const double length = hypot(ux, uy);
    const double qx = (m22 * ux - m12 * uy) / det, qy = (m11 * uy - m12 * ux) / det;
    const double change = length * length / (ux * qx + uy * qy) * (length - 1);
    lam += change;
    if (!(fabs(change) > 1e-16 * lam)) break;
  }
  const double length = hypot(ux, uy);
  const slip s = slip_of(p, ux / length, uy / length);
  c->x_rate = lam * s.ux;
  c->y_rate = lam * s.uy;
  c->v_rate = s.v_rate;
  c->ix_rate = -p->mu * s.ux;
  c->iy_rate = -p->mu * s.uy;
  c->friction_rate = p->mu;
}

/// How far the last piece goes: from here, in restitution, to the end that the law sets.
static double rest_of_impact(const road* p, const coast* c) {
  const double v = c->y[V_Z], stored = fmax(c->y[STORED], 0);
  if (p->problem->surface.law == CAROM_LAW_POISSON) return p->goal - c->y[I_Z];
  if (p->problem->surface.law == CAROM_LAW_NEWTON) return (p->goal - v) / c->v_rate;
  return stored == 0 ? 0 : 2 * stored / (v + sqrt(v * v + 2 * c->v_rate * stored));
}

/// From gamma = 0 to the end of the impact.
static void finish_after_slip(road* p, coast* c, bool vanishes) {
  if (vanishes) {
    tell(p, 's');
    p->out.slip_vanished = true;
    p->out.impulse_n_slip_end = c->y[I_Z];
  }
  c->y[X] = c->y[Y] = 0;
  p->out.stuck = try_stick(p, c) && vanishes;
  p->out.resumed = !p->out.stuck && vanishes;
  p->out.nearly_vanished = !vanishes;
  if (!p->out.stuck) resume(p, c);
  const bool compresses = p->compressing || (c->y[V_Z] < 0 && p->problem->surface.law == CAROM_LAW_STRONGE);
  if (compresses) coast_on(c, -c->y[V_Z] / c->v_rate);
  if (compresses) c->y[V_Z] = 0;
  if (!(compresses && end_compression(p, c->y[I_Z], &c->y[STORED]))) coast_on(c, rest_of_impact(p, c));
  tell(p, 'r');
}

/// d(theta)/ds = g(theta), which knows nothing of r.
static double turn_rate(const road* p, double theta) {
  const slip s = slip_of(p, cos(theta), sin(theta));
  return s.ux * s.y_rate - s.uy * s.x_rate;
}

/// Slip that is tiny need not vanish: where its direction is still turning, away from a centripetal ray that repels, it
/// may come to the centrifugal one and grow again, from 1e-17 of what it was. Follow the direction alone until it
/// rests.
static bool really_vanishes(const road* p, double x, double y) {
  const double h = 0.2 / p->rho;
  double theta = atan2(y, x);
  for (int step = 0; step < 10000; ++step) {
    const double k1 = turn_rate(p, theta);
    if (fabs(k1) <= 1e-9 * p->rho) break;
    const double k2 = turn_rate(p, theta + 0.5 * h * k1), k3 = turn_rate(p, theta + 0.5 * h * k2);
    theta += h / 6 * (k1 + 2 * k2 + 2 * k3 + turn_rate(p, theta + h * k3));
  }
  const slip s = slip_of(p, cos(theta), sin(theta));
  return s.ux * s.x_rate + s.uy * s.y_rate < 0;
}

/// Slip is `tiny`: the rest of the arc is taken as straight, I_zs - I_z = r/|f|, which is wrong by a part of `tiny`.
static void end_slip(road* p) {
  coast c = {0};
  memcpy(c.y, p->ode.y, sizeof c.y);
  const slip s = slip_of(p, c.y[X], c.y[Y]);
  const double f = s.ux * s.x_rate + s.uy * s.y_rate;
  c.x_rate = s.x_rate;
  c.y_rate = s.y_rate;
  c.v_rate = s.v_rate;
  c.ix_rate = -p->mu * s.ux;
  c.iy_rate = -p->mu * s.uy;
  c.friction_rate = p->mu;
  if (f < 0) coast_on(&c, -s.r / f);
  finish_after_slip(p, &c, really_vanishes(p, s.ux, s.uy));
  memcpy(p->ode.y, c.y, sizeof c.y);
}

/// In compression E grows to about v_z^2/Wzz; afterwards the end needs it to a part of what is left.
static void set_tolerances(road* p, double stored) {
  const double speed = fabs(p->problem->v.z), slip_before = hypot(p->problem->v.x, p->problem->v.y);
  for (int i = 0; i < FULL_SIZE; ++i) p->absolute[i] = HUGE_VAL;
  p->absolute[X] = p->absolute[Y] = p->tolerance * slip_before;
  p->absolute[V_Z] = p->tolerance * fmax(speed, 1e-3 * p->mu * slip_before);
  p->absolute[STORED] = p->tolerance * stored;
  p->absolute[I_Z] = 0;
}

/// What an event of the slip phase means. True when the impact is over.
static bool handle(road* p, int event) {
  double* y = p->ode.y;
  if (event == IMPACT_ENDS) {
    tell(p, 'r');
    return true;
  }
  if (event == SLIP_ENDS) {
    end_slip(p);
    return true;
  }
  if (p->ode.gaps.rate[COMPRESSION_ENDS] < 0) {
    p->out.recompressed = true;
    return false;
  }
  const bool over = end_compression(p, y[I_Z], &y[STORED]);
  y[V_Z] = 0;
  if (over) tell(p, 'r');
  p->directions[COMPRESSION_ENDS] = CAROM_ODE_EITHER;
  p->directions[IMPACT_ENDS] = CAROM_ODE_FALLING;
  if (y[STORED] > 0) set_tolerances(p, y[STORED]);
  if (!over) carom_ode_restart(&p->ode, y, NULL);
  return over;
}

static carom_status integrate_slip(road* p, carom_ode_method method) {
  carom_ode_problem ode = carom_ode_problem_default();
  ode.size = p->is_short ? SHORT_SIZE : FULL_SIZE;
  ode.rate = slip_rate;
  ode.event_count = EVENTS;
  ode.gap = slip_gaps;
  ode.directions = p->directions;
  ode.context = p;
  ode.method = method;
  ode.relative = p->tolerance;
  ode.absolute_each = p->absolute;
  // Both methods are stable up to here. Without it steps grow once slip is below its tolerance, and it hovers there.
  ode.max_step = 3 / p->rho;
  const carom_vec3 v = p->problem->v;
  const double start[FULL_SIZE] = {v.x, v.y, v.z};
  p->directions[COMPRESSION_ENDS] = CAROM_ODE_RISING;
  p->directions[IMPACT_ENDS] = CAROM_ODE_OFF;
  p->directions[SLIP_ENDS] = CAROM_ODE_FALLING;
  set_tolerances(p, v.z * v.z / p->wzz);
  memcpy(p->ode.y, start, sizeof start);  // what the short road leaves out stays 0
  carom_status status = carom_ode_start(&p->ode, &ode, 0, start, NULL);
  for (bool over = false; !over && !status;) {
    status = carom_ode_advance(&p->ode, 1e300, NULL);
    for (int k = 0; k < p->ode.fired_count && !over && !status; ++k) over = handle(p, p->ode.fired[k]);
  }
  p->out.evaluations = p->ode.evaluations;
  return status;
}

/// I_t and the work of friction from what the short state has: delta gamma = B I_t + d I_z, and the energy balance.
static void recover_short_state(const road* p, double* y) {
  const carom_vec3 v = p->problem->v;
  const double det = p->b11 * p->b22 - p->b12 * p->b12;
  const double gx = y[X] - v.x - p->d1 * y[I_Z], gy = y[Y] - v.y - p->d2 * y[I_Z];
  y[I_X] = (p->b22 * gx - p->b12 * gy) / det;
  y[I_Y] = (p->b11 * gy - p->b12 * gx) / det;
  // Kinetic energy: I.(v + v')/2 = -(work against the normal force) - (work of friction).
  const double change = 0.5 * (y[I_X] * (v.x + y[X]) + y[I_Y] * (v.y + y[Y]) + y[I_Z] * (v.z + y[V_Z]));
  y[FRICTION] = -change - (y[STORED] + p->dropped);
}

static void deliver(road* p, second_road* out) {
  double* y = p->ode.y;
  if (p->is_short) recover_short_state(p, y);
  p->out.impulse = (carom_vec3){y[I_X], y[I_Y], y[I_Z]};
  p->out.v = (carom_vec3){y[X], y[Y], y[V_Z]};
  p->out.friction = y[FRICTION];
  if (!p->out.slip_vanished) p->out.impulse_n_slip_end = y[I_Z];
  *out = p->out;
}

static void read_problem(road* p, const carom_spatial_problem* problem, double tolerance) {
  p->problem = problem;
  p->b11 = problem->w.m[0][0];
  p->b12 = problem->w.m[0][1];
  p->b22 = problem->w.m[1][1];
  p->d1 = problem->w.m[0][2];
  p->d2 = problem->w.m[1][2];
  p->wzz = problem->w.m[2][2];
  p->mu = problem->surface.mu;
  p->rho = p->mu * (p->b11 + p->b22) + hypot(p->d1, p->d2);
  p->tolerance = tolerance;
  p->tiny = 10 * tolerance * hypot(problem->v.x, problem->v.y);
  p->compressing = true;
  p->goal = p->dropped = 0;
  memset(&p->out, 0, sizeof p->out);
}

/// Without friction nothing bends: every rate is constant from the start, and slip is never looked at.
static void frictionless(road* p) {
  const carom_vec3 v = p->problem->v;
  coast c = {.x_rate = p->d1, .y_rate = p->d2, .v_rate = p->wzz, .y = {v.x, v.y, v.z}};
  coast_on(&c, -v.z / p->wzz);
  c.y[V_Z] = 0;
  if (!end_compression(p, c.y[I_Z], &c.y[STORED])) coast_on(&c, rest_of_impact(p, &c));
  tell(p, 'r');
  memcpy(p->ode.y, c.y, sizeof c.y);
}

static void start_at_rest(road* p) {
  coast c = {.y = {0, 0, p->problem->v.z}};
  finish_after_slip(p, &c, true);
  memcpy(p->ode.y, c.y, sizeof c.y);
}

static carom_status walk(road* p, carom_ode_method method, second_road* out) {
  const carom_vec3 v = p->problem->v;
  carom_status status = CAROM_OK;
  const bool slips = v.x != 0 || v.y != 0;
  const bool driven_in = v.z == 0 && slips && slip_of(p, v.x, v.y).v_rate < 0;
  if (!(v.z < 0 || driven_in)) {
    *out = (second_road){.sequence = "none", .v = v};
    return CAROM_OK;
  }
  if (p->mu == 0)
    frictionless(p);
  else if (!slips)
    start_at_rest(p);
  else
    status = integrate_slip(p, method);
  if (!status) deliver(p, out);
  return status;
}

carom_status second_road_solve(const carom_spatial_problem* problem, double tolerance, second_road* out) {
  road p;
  p.is_short = false;
  read_problem(&p, problem, tolerance);
  return walk(&p, CAROM_ODE_DOP853, out);
}

carom_status second_road_dopri5(const carom_spatial_problem* problem, double tolerance, second_road* out) {
  road p;
  p.is_short = true;
  read_problem(&p, problem, tolerance);
  return walk(&p, CAROM_ODE_DOPRI5, out);
}
