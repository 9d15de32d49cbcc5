// A ball that a rail presses onto a hard cloth, quickly.
//
// Two contacts, of which the cloth does not give: while the rail pushes, the ball keeps v_z = 0. So the cloth's normal
// impulse follows from the rail's, and everything is a path over the rail's normal impulse I, whatever the springs:
//   dv/dI = n + f + N z + g,  R dw/dI = -(n x f + z x g)/k,  N = -(n_z + f_z)     [per mass]
// with friction f at the rail (|f| <= mu) and g at the cloth (|g| <= mu_cloth N), each against its slip or holding it.
// Compression ends where n.v = 0, and restitution where the rail has given back e^2 of the work it took (Stronge).
// This is the limit of the collision of two contacts where the cloth's stiffness goes to infinity and its e is 0.
// What this road does not know it leaves to that solver: a cloth that lets go (N < 0), friction at the rail that held
// and lets go, both contacts held, approach that begins again.
#include <math.h>

#include "carom/integrate.h"
#include "math/elementary.h"
#include "table/table.h"

enum { V = 0, U = 3, WORK = 6, SIZE = 7 };
enum { COMPRESSION_ENDS, RESTITUTION_ENDS, RAIL_STICKS, CLOTH_STICKS, RAIL_SLIPS, CLOTH_SLIPS, CLOTH_LETS_GO, EVENTS };

/// Errors of a step, and slip that counts as none, as parts of the speed: the answer is to be good to 1e-10 of it.
static const double TOLERANCE = 1e-12;
static const double NO_SLIP = 1e-11;

/// Evaluations of the rate: a path takes two hundred or so. What takes more is left to the general solver.
enum { MOST_WORK = 6000, MOST_PHASES = 12 };

/// In units of the speed before, and of mass 1.
typedef struct path {
  carom_vec3 n;
  double k, mu, cloth_mu, e;
  bool rail_held, cloth_held;
  double stored;  // work at the end of compression; < 0: still compressing
} path;

/// The forces of one place on the path, per unit of normal impulse at the rail.
typedef struct forces {
  carom_vec3 f, g;
  double normal;
  double rail_need, cloth_need;  // friction that holding takes
} forces;

static carom_vec3 part(const double* y, int at) {
  return (carom_vec3){y[at], y[at + 1], y[at + 2]};
}

static const carom_vec3 UP = {0, 0, 1};

static carom_vec3 without(carom_vec3 a, carom_vec3 n) {
  return carom_vec3_sub(a, carom_vec3_scale(carom_vec3_dot(a, n), n));
}

/// Slip where the normal is n: v + w x (-R n), along the surface. Likewise the rate of slip of rates.
static carom_vec3 slip_at(carom_vec3 v, carom_vec3 u, carom_vec3 n) {
  return without(carom_vec3_sub(v, carom_vec3_cross(u, n)), n);
}

/// The rate of slip at `at` that a force a along the surface of `from` and its normal make.
static carom_vec3 slip_by(const path* p, carom_vec3 at, carom_vec3 from, carom_vec3 force) {
  return slip_at(force, carom_vec3_scale(-1 / p->k, carom_vec3_cross(from, force)), at);
}

static carom_vec3 against(double mu, carom_vec3 slip, double speed) {
  return carom_vec3_scale(-mu / speed, slip);
}

static double length(carom_vec3 a) {
  return sqrt(carom_vec3_dot(a, a));
}

/// Friction at the cloth for a force f at the rail.
static void press_cloth(const path* p, const double* y, forces* out) {
  const double hold = 1 + 1 / p->k;  // slip per impulse, in every direction
  out->normal = -(p->n.z + out->f.z);
  const carom_vec3 pushed = slip_by(p, UP, p->n, carom_vec3_add(p->n, out->f));
  const carom_vec3 slip = slip_at(part(y, V), part(y, U), UP);
  const double speed = length(slip), most = p->cloth_mu * out->normal;
  out->cloth_need = length(pushed) / hold;
  if (p->cloth_held) {
    out->g = carom_vec3_scale(-1 / hold, pushed);
  } else if (speed > NO_SLIP) {
    out->g = against(most, slip, speed);
  } else {  // slip begins where it is pushed to
    out->g = out->cloth_need > 0 ? against(most, pushed, length(pushed)) : (carom_vec3){0, 0, 0};
  }
}

static carom_vec3 rail_slip_rate(const path* p, const forces* s) {
  return carom_vec3_add(slip_by(p, p->n, p->n, s->f),
                        slip_by(p, p->n, UP, carom_vec3_add(s->g, carom_vec3_scale(s->normal, UP))));
}

/// Friction that holds the rail: the rate of its slip is affine in f, which has two components.
static void hold_rail(const path* p, const double* y, forces* out) {
  carom_frame axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  carom_frame_from_normal(p->n, NULL, &axes, NULL);
  const carom_vec3 tangents[] = {{0, 0, 0}, axes.t1, axes.t2};
  double rate[3][2];
  for (int i = 0; i < 3; ++i) {
    out->f = tangents[i];
    press_cloth(p, y, out);
    const carom_vec3 slip = rail_slip_rate(p, out);
    rate[i][0] = carom_vec3_dot(slip, axes.t1);
    rate[i][1] = carom_vec3_dot(slip, axes.t2);
  }
  const double a = rate[1][0] - rate[0][0], b = rate[2][0] - rate[0][0], c = rate[1][1] - rate[0][1];
  const double d = rate[2][1] - rate[0][1], determinant = carom_difference_of_products(a, d, b, c);
  const double f1 = carom_difference_of_products(b, rate[0][1], d, rate[0][0]) / determinant;
  const double f2 = carom_difference_of_products(c, rate[0][0], a, rate[0][1]) / determinant;
  out->f = carom_vec3_add(carom_vec3_scale(f1, axes.t1), carom_vec3_scale(f2, axes.t2));
  press_cloth(p, y, out);
}

static forces forces_at(const path* p, const double* y) {
  forces out = {.rail_need = 0};
  const carom_vec3 slip = slip_at(part(y, V), part(y, U), p->n);
  const double speed = length(slip);
  if (p->rail_held) {
    hold_rail(p, y, &out);
    out.rail_need = length(out.f);
  } else {
    if (speed > 0) out.f = against(p->mu, slip, speed);
    press_cloth(p, y, &out);
  }
  return out;
}

static void put(double* y, int at, carom_vec3 a) {
  y[at] = a.x;
  y[at + 1] = a.y;
  y[at + 2] = a.z;
}

static void rate(double t, const double* y, double* out, void* context) {
  const path* p = context;
  const forces s = forces_at(p, y);
  (void)t;
  carom_vec3 v = carom_vec3_add(carom_vec3_add(p->n, s.f), s.g);
  v.z = 0;  // what the cloth sees to
  put(out, V, v);
  const carom_vec3 turn = carom_vec3_add(carom_vec3_cross(p->n, s.f), carom_vec3_cross(UP, s.g));
  put(out, U, carom_vec3_scale(-1 / p->k, turn));
  out[WORK] = -carom_vec3_dot(p->n, part(y, V));
}

static void gaps(double t, const double* y, double* gap, double* gap_rates, void* context) {
  const path* p = context;
  const forces s = forces_at(p, y);
  const double kept = 1 - p->e * p->e;
  (void)t, (void)gap_rates;
  gap[COMPRESSION_ENDS] = -carom_vec3_dot(p->n, part(y, V));
  gap[RESTITUTION_ENDS] = p->stored < 0 ? 1 : y[WORK] - kept * p->stored;
  gap[RAIL_STICKS] = p->rail_held ? 1 : length(slip_at(part(y, V), part(y, U), p->n)) - NO_SLIP;
  gap[CLOTH_STICKS] = p->cloth_held ? 1 : length(slip_at(part(y, V), part(y, U), UP)) - NO_SLIP;
  gap[RAIL_SLIPS] = p->rail_held ? p->mu - s.rail_need : 1;
  gap[CLOTH_SLIPS] = p->cloth_held ? p->cloth_mu * s.normal - s.cloth_need : 1;
  gap[CLOTH_LETS_GO] = s.normal;
}

/// Whether the two contacts hold or slip at the beginning of a phase. False: this road ends.
static bool choose(path* p, const double* y) {
  p->rail_held = p->mu > 0 && length(slip_at(part(y, V), part(y, U), p->n)) <= 2 * NO_SLIP;
  p->cloth_held = false;
  const forces s = forces_at(p, y);
  const bool rests = length(slip_at(part(y, V), part(y, U), UP)) <= 2 * NO_SLIP;
  if (!(s.normal > 0) || (p->rail_held && !(s.rail_need < p->mu))) return false;
  p->cloth_held = rests && s.cloth_need <= p->cloth_mu * s.normal;
  return !(p->rail_held && p->cloth_held);
}

/// What an event asks for. Returns 1 at the end, 0 to go on, -1 where this road ends.
static int turn(path* p, const carom_ode* ode) {
  bool fired[EVENTS] = {false};
  for (int i = 0; i < ode->fired_count; ++i) fired[ode->fired[i]] = true;
  if (fired[RESTITUTION_ENDS]) return 1;
  if (fired[RAIL_SLIPS] || fired[CLOTH_LETS_GO]) return -1;
  if (fired[COMPRESSION_ENDS]) {
    if (p->stored >= 0) return -1;
    p->stored = ode->y[WORK];
    if (p->e == 0) return 1;
  }
  if (fired[RAIL_STICKS] || fired[CLOTH_STICKS] || fired[CLOTH_SLIPS]) {
    const bool held = p->rail_held;
    if (!choose(p, ode->y)) return -1;
    if (held) p->rail_held = true;
  }
  return 0;
}

static carom_ode_problem problem_of(path* p) {
  carom_ode_problem problem = carom_ode_problem_default();
  problem.size = SIZE;
  problem.rate = rate;
  problem.event_count = EVENTS;
  problem.gap = gaps;
  problem.context = p;
  problem.relative = 0;
  problem.absolute = TOLERANCE;
  problem.max_step = 0.5;  // a quarter of the whole, so that no slip turns unseen
  problem.budget = MOST_WORK;
  return problem;
}

/// From the beginning to the end of the impact: y becomes the state there, *impulse the rail's normal impulse.
static bool follow(path* p, double y[SIZE], double* impulse) {
  static const carom_ode_direction falling[EVENTS] = {CAROM_ODE_EITHER,  CAROM_ODE_FALLING, CAROM_ODE_FALLING,
                                                      CAROM_ODE_FALLING, CAROM_ODE_FALLING, CAROM_ODE_FALLING,
                                                      CAROM_ODE_FALLING};
  carom_ode ode;
  carom_ode_problem problem = problem_of(p);
  problem.directions = falling;
  if (!choose(p, y)) return false;
  if (carom_ode_start(&ode, &problem, 0, y, NULL)) return false;
  for (int phase = 0; phase < MOST_PHASES; ++phase) {
    if (carom_ode_advance(&ode, 1e3, NULL) || ode.fired_count == 0) return false;
    const int next = turn(p, &ode);
    if (next < 0) return false;
    if (next > 0) {
      for (int i = 0; i < SIZE; ++i) y[i] = ode.y[i];
      *impulse = ode.t;
      return true;
    }
    if (carom_ode_restart(&ode, ode.y, NULL)) return false;
  }
  return false;
}

static bool is_mine(const carom__cushion* c) {
  return c->rail.law == CAROM_LAW_STRONGE && c->rail.eta2 == 0 && c->rail.mu_static <= c->rail.mu &&
         (c->rail.exponent == 0 || c->rail.exponent == 1) && c->n.z < 0 && carom_vec3_dot(c->n, c->velocity) < 0;
}

/// Impulses from what they changed: the rail's along its surface is what turned the ball, but for the cloth's.
static void answer(carom__cushion* c, double speed, const double y[SIZE], double impulse) {
  const carom_vec3 v = carom_vec3_scale(speed, part(y, V)), u = carom_vec3_scale(speed, part(y, U));
  const carom_vec3 pushed = carom_vec3_scale(c->mass, carom_vec3_sub(v, c->velocity));
  const carom_vec3 turned = carom_vec3_scale(-c->k * c->mass, carom_vec3_sub(u, c->turn));  // n x F + z x G
  const double normal = c->mass * speed * impulse;
  // With h = (n_x, n_y)/|..| and t level along the rail, F = a t + b q, q = n x t: n x F = a q - b t, and z x G is
  // level.
  const double level = sqrt(c->n.x * c->n.x + c->n.y * c->n.y);
  const carom_vec3 t = {-c->n.y / level, c->n.x / level, 0}, q = carom_vec3_cross(c->n, t);
  const double a = turned.z / q.z;
  const carom_vec3 rest = carom_vec3_sub(turned, carom_vec3_scale(a, q));  // -b t + z x G
  // pushed (level) = normal n + a t + b q + G; G = (z x G) x z.
  const carom_vec3 seen =
      carom_vec3_sub(carom_vec3_sub(pushed, carom_vec3_scale(normal, c->n)), carom_vec3_scale(a, t));
  const carom_vec3 rest_turned = carom_vec3_cross(rest, UP);  // -b t x z + G
  const carom_vec3 left = carom_vec3_sub(seen, rest_turned);  // b (q + t x z), level part
  const carom_vec3 along = carom_vec3_add(q, carom_vec3_cross(t, UP));
  const double b = (left.x * along.x + left.y * along.y) / (along.x * along.x + along.y * along.y);
  c->rail_impulse =
      carom_vec3_add(carom_vec3_scale(normal, c->n), carom_vec3_add(carom_vec3_scale(a, t), carom_vec3_scale(b, q)));
  c->cloth_impulse = carom_vec3_sub(pushed, c->rail_impulse);
  c->velocity = v;
  c->turn = u;
}

bool carom__cushion_solve(carom__cushion* c) {
  if (!is_mine(c)) return false;
  const double speed = carom_vec3_norm(c->velocity) + carom_vec3_norm(c->turn);
  path p = {.n = c->n, .k = c->k, .mu = c->rail.mu, .cloth_mu = c->cloth_mu, .e = c->rail.e, .stored = -1};
  double y[SIZE] = {0}, impulse;
  put(y, V, carom_vec3_scale(1 / speed, c->velocity));
  put(y, U, carom_vec3_scale(1 / speed, c->turn));
  y[V + 2] = 0;
  if (!follow(&p, y, &impulse)) return false;
  answer(c, speed, y, impulse);
  return true;
}
