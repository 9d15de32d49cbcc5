// A ball that a rail presses onto a hard cloth, quickly.
//
// Two contacts, of which the cloth does not give: while the rail pushes, the ball keeps v_z = 0. So the cloth's normal
// impulse follows from the rail's, and everything is a path over the rail's normal impulse I, whatever the springs.
// In axes with the rail along y and the nose's normal n = (-c, 0, -s), with friction a along y and b along q = (s, 0,
// -c) at the rail and (gx, gy) at the cloth, all per unit of I and of mass, the cloth presses with N = s + c b, and
//   slip at the rail    y: a (1 + 1/k) + gy (1 - s/k)            q: -s c + b (s^2 + 1/k) + gx (s - 1/k)
//   slip at the cloth   x: -c + b (s - 1/k) + gx (1 + 1/k)       y: a (1 - s/k) + gy (1 + 1/k)
//   velocity            x: -c + b s + gx                         y: a + gy
// are the rates. Friction is mu at the rail and mu_cloth N at the cloth, against slip, or what holds it. Compression
// ends where v_x = 0, and restitution where the rail has given back e^2 of the work that it took (Stronge). This is the
// limit of the collision of two contacts where the cloth's stiffness goes to infinity and its e is 0.
//
// Where a slip vanishes its direction turns ever faster, like a power of the slip. So the path goes over tau with
// dI = slip/(slip + NEAR) dtau, in which slip dies like exp(-tau) and its direction settles smoothly. Once it has
// settled the rest of the slip at the rail dies on a straight way: three equations for two impulses of friction and I.
//
// What this road does not know it leaves to the general solver: a ball that rises or falls as it comes, a cloth that
// lets go (N < 0), friction that held and lets go at the rail, or at the cloth while the rail is held, approach that
// begins again.
#include <math.h>

#include "carom/integrate.h"
#include "math/elementary.h"
#include "table/table.h"

/// The state: impulses of friction, the rail's normal impulse, and the work that it took.
enum { A, B, GX, GY, IMPULSE, WORK, SIZE };
enum {
  COMPRESSION_ENDS,
  RESTITUTION_ENDS,
  RAIL_STICKS,
  CLOTH_STICKS,
  CLOTH_NEARS,
  RAIL_SLIPS,
  CLOTH_SLIPS,
  CLOTH_LETS_GO,
  EVENTS
};

/// Errors of a step, and slip that counts as none, as parts of the speed: the answer is to be good to 1e-10 of it.
static const double TOLERANCE = 1.5e-12;
static const double NO_SLIP = 5e-12;
/// Slip far below which tau stretches the path.
static const double NEAR = 0.05;
/// What the straight end of slip may leave out, a part of the speed.
static const double STRAIGHT = 4e-13;

/// tau, which no impact takes.
static const double FAR = 1e3;
/// Evaluations of the rate: a path takes two hundred or so. What takes more is left to the general solver.
enum { MOST_WORK = 6000, MOST_PHASES = 16 };

/// What moves, or how fast it changes: slip at the rail (y, q) and at the cloth (x, y), velocity (x, y).
typedef struct motion {
  double rail_y, rail_q, cloth_x, cloth_y, v_x, v_y;
} motion;

/// In units of the speed before, and of mass 1.
typedef struct path {
  double s, c, k_inverse;
  double mu, cloth_mu, e;
  motion start;
  bool rail_held, cloth_held, cloth_near;
  double stored;  // work at the end of compression; < 0: still compressing
} path;

/// Friction at one place of the path, how hard the cloth presses, and what holding takes.
typedef struct forces {
  double a, b, gx, gy, normal;
  double rail_need, cloth_need;
} forces;

/// What impulses do: the table above.
static inline motion moved(const path* p, double a, double b, double gx, double gy, double normal) {
  const double s = p->s, c = p->c, j = p->k_inverse;
  return (motion){.rail_y = a * (1 + j) + gy * (1 - s * j),
                  .rail_q = -s * c * normal + b * (s * s + j) + gx * (s - j),
                  .cloth_x = -c * normal + b * (s - j) + gx * (1 + j),
                  .cloth_y = a * (1 - s * j) + gy * (1 + j),
                  .v_x = -c * normal + b * s + gx,
                  .v_y = a + gy};
}

static motion now(const path* p, const double* y) {
  const motion m = moved(p, y[A], y[B], y[GX], y[GY], y[IMPULSE]);
  return (motion){p->start.rail_y + m.rail_y,   p->start.rail_q + m.rail_q, p->start.cloth_x + m.cloth_x,
                  p->start.cloth_y + m.cloth_y, p->start.v_x + m.v_x,       p->start.v_y + m.v_y};
}

static double length(double x, double y) {
  return sqrt(x * x + y * y);
}

/// Both hold: nothing acts along y, and two equations are left.
static void hold_both(const path* p, forces* out) {
  const double s = p->s, c = p->c, j = p->k_inverse;
  const double determinant = carom_difference_of_products(s * s + j, 1 + j, s - j, s - j);
  out->a = out->gy = 0;
  out->b = (s * c * (1 + j) - c * (s - j)) / determinant;
  out->gx = ((s * s + j) * c - (s - j) * s * c) / determinant;
  out->normal = s + c * out->b;
}

/// The rail holds, and the cloth slips along (x, y) of unit length: N and friction depend on each other linearly.
static void hold_rail(const path* p, double x, double y, forces* out) {
  const double s = p->s, c = p->c, j = p->k_inverse, pull = p->cloth_mu * x * (s - j);
  out->b = (s * c + pull * s) / (s * s + j - pull * c);
  out->normal = s + c * out->b;
  out->gx = -p->cloth_mu * out->normal * x;
  out->gy = -p->cloth_mu * out->normal * y;
  out->a = -out->gy * (1 - s * j) / (1 + j);
}

/// The cloth under a rail that slips: holds, slips, or begins to slip where it is pushed to (the same in every
/// direction).
static void press_cloth(const path* p, const motion* m, forces* out) {
  const double speed = length(m->cloth_x, m->cloth_y), most = p->cloth_mu * out->normal;
  if (!p->cloth_held && speed > NO_SLIP) {
    out->gx = -most / speed * m->cloth_x;
    out->gy = -most / speed * m->cloth_y;
    return;
  }
  const double hold = 1 + p->k_inverse;
  const motion pushed = moved(p, out->a, out->b, 0, 0, 1);
  const double push = length(pushed.cloth_x, pushed.cloth_y);
  const double by = p->cloth_held ? 1 / hold : push > 0 ? most / push : 0;
  out->cloth_need = push / hold;
  out->gx = -by * pushed.cloth_x;
  out->gy = -by * pushed.cloth_y;
}

static forces forces_at(const path* p, const motion* m) {
  forces out = {.rail_need = 0};
  if (p->rail_held) {
    const double speed = length(m->cloth_x, m->cloth_y);
    if (p->cloth_held) {
      hold_both(p, &out);
    } else {
      hold_rail(p, m->cloth_x / speed, m->cloth_y / speed, &out);
    }
    out.rail_need = length(out.a, out.b);
    out.cloth_need = length(out.gx, out.gy);
    return out;
  }
  const double speed = length(m->rail_y, m->rail_q);
  if (speed > 0) {
    out.a = -p->mu * m->rail_y / speed;
    out.b = -p->mu * m->rail_q / speed;
  }
  out.normal = p->s + p->c * out.b;
  press_cloth(p, m, &out);
  return out;
}

/// Whether slip at the rail may come to its end.
static bool stops(const path* p) {
  return p->mu > 0 && !p->rail_held;
}

/// dI/dtau
static double pace(const path* p, const motion* m) {
  const double at_rail = length(m->rail_y, m->rail_q), at_cloth = length(m->cloth_x, m->cloth_y);
  return (stops(p) ? at_rail / (at_rail + NEAR) : 1) * (p->cloth_near ? at_cloth / NEAR : 1);
}

static void rate(double t, const double* y, double* out, void* context) {
  const path* p = context;
  const motion m = now(p, y);
  const forces f = forces_at(p, &m);
  const double scale = pace(p, &m);
  (void)t;
  out[A] = scale * f.a;
  out[B] = scale * f.b;
  out[GX] = scale * f.gx;
  out[GY] = scale * f.gy;
  out[IMPULSE] = scale;
  out[WORK] = scale * p->c * m.v_x;
}

static void gaps(double t, const double* y, double* gap, double* gap_rates, void* context) {
  const path* p = context;
  const motion m = now(p, y);
  const forces f = forces_at(p, &m);
  const double at_rail = length(m.rail_y, m.rail_q), at_cloth = length(m.cloth_x, m.cloth_y);
  (void)t, (void)gap_rates;
  gap[COMPRESSION_ENDS] = m.v_x;
  gap[RESTITUTION_ENDS] = p->stored < 0 ? 1 : y[WORK] - (1 - p->e * p->e) * p->stored;
  gap[RAIL_STICKS] = stops(p) ? at_rail - NO_SLIP : 1;
  gap[CLOTH_STICKS] = p->cloth_near ? at_cloth - NO_SLIP : 1;
  gap[CLOTH_NEARS] = p->cloth_held ? 1 : p->cloth_near ? 2 * NEAR - at_cloth : at_cloth - NEAR;
  gap[RAIL_SLIPS] = p->rail_held ? p->mu - f.rail_need : 1;
  gap[CLOTH_SLIPS] = p->cloth_held ? p->cloth_mu * f.normal - f.cloth_need : 1;
  gap[CLOTH_LETS_GO] = f.normal;
}

/// Whether the two contacts hold or slip at the beginning of a phase. False: this road ends.
static bool choose(path* p, const double* y) {
  const motion m = now(p, y);
  const double at_rail = length(m.rail_y, m.rail_q), at_cloth = length(m.cloth_x, m.cloth_y);
  const bool rests = at_cloth <= 2 * NO_SLIP;
  p->rail_held = p->mu > 0 && (p->rail_held || at_rail <= 2 * NO_SLIP);
  p->cloth_held = rests && p->cloth_mu > 0;
  forces f = forces_at(p, &m);
  const bool holds = f.cloth_need <= p->cloth_mu * f.normal;
  if (p->cloth_held && !holds && p->rail_held) return false;
  p->cloth_held = p->cloth_held && holds;
  f = forces_at(p, &m);
  p->cloth_near = !rests && at_cloth < NEAR * (1 + TOLERANCE);
  return f.normal > 0 && !(p->rail_held && !(f.rail_need < p->mu));
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
  const bool changes = fired[RAIL_STICKS] || fired[CLOTH_STICKS] || fired[CLOTH_NEARS] || fired[CLOTH_SLIPS];
  return changes && !choose(p, ode->y) ? -1 : 0;
}

static carom_ode_problem problem_of(path* p) {
  static const carom_ode_direction directions[EVENTS] = {CAROM_ODE_EITHER,  CAROM_ODE_FALLING, CAROM_ODE_FALLING,
                                                         CAROM_ODE_FALLING, CAROM_ODE_FALLING, CAROM_ODE_FALLING,
                                                         CAROM_ODE_FALLING, CAROM_ODE_FALLING};
  carom_ode_problem problem = carom_ode_problem_default();
  problem.size = SIZE;
  problem.rate = rate;
  problem.event_count = EVENTS;
  problem.gap = gaps;
  problem.directions = directions;
  problem.context = p;
  problem.relative = 0;
  problem.absolute = TOLERANCE;
  problem.max_step = 0.5;  // a quarter of the whole, so that no slip turns unseen
  problem.budget = MOST_WORK;
  return problem;
}

/// The end of slip at the rail while the cloth slips along (x, y), of unit length: what friction and I take until then.
/// False where the rail could not hold after it.
static bool stop_rail(const path* p, const motion* m, double x, double y, double change[SIZE]) {
  const double s = p->s, c = p->c, j = p->k_inverse, pull = p->cloth_mu * x * (s - j);
  forces hold;
  hold_rail(p, x, y, &hold);
  const double b0 = -m->rail_q / (s * s + j - pull * c);
  const double a0 = (p->cloth_mu * y * (1 - s * j) * c * b0 - m->rail_y) / (1 + j);
  // |(a0 + a I, b0 + b I)| = mu I
  const double square = p->mu * p->mu - hold.a * hold.a - hold.b * hold.b;
  const double half = a0 * hold.a + b0 * hold.b, rest = a0 * a0 + b0 * b0;
  if (!(square > 0)) return false;
  const double root = sqrt(half * half + square * rest);
  const double impulse = half > 0 ? (half + root) / square : rest / (root - half);
  const double drag = p->cloth_mu * (s * impulse + c * (b0 + hold.b * impulse));
  change[A] = a0 + hold.a * impulse;
  change[B] = b0 + hold.b * impulse;
  change[GX] = -drag * x;
  change[GY] = -drag * y;
  change[IMPULSE] = impulse;
  return drag >= 0;
}

static void add_change(const path* p, const double* y, const motion* m, double change[SIZE], double* end) {
  const double v_x = moved(p, change[A], change[B], change[GX], change[GY], change[IMPULSE]).v_x;
  change[WORK] = p->c * change[IMPULSE] * (m->v_x + 0.5 * v_x);
  for (int i = 0; i < SIZE; ++i) end[i] = y[i] + change[i];
}

/// Slip at the rail dies on a straight way: true where the directions of both slips turn so little on it that this is
/// as good as the path, and nothing else happens before its end. Directions are wrong by their turn at most, and the
/// impulses by its square: the means of both ends are taken for the cloth, and what is wrong by the first order goes
/// across the friction at the rail.
static bool ends_straight(const path* p, const double* y, double* end) {
  const motion m = now(p, y);
  const double at_rail = length(m.rail_y, m.rail_q), at_cloth = length(m.cloth_x, m.cloth_y);
  double change[SIZE];
  if (!stops(p) || p->cloth_held || !(at_rail < NEAR && at_cloth > NEAR)) return false;
  const double x = m.cloth_x / at_cloth, z = m.cloth_y / at_cloth;
  if (!stop_rail(p, &m, x, z, change)) return false;
  add_change(p, y, &m, change, end);
  const motion later = now(p, end);
  const double cloth_later = length(later.cloth_x, later.cloth_y);
  const double to_x = later.cloth_x / cloth_later, to_z = later.cloth_y / cloth_later;
  const double most = p->mu * change[IMPULSE];
  const double turned = length(m.rail_y / at_rail + change[A] / most, m.rail_q / at_rail + change[B] / most);
  const double cloth_turned = length(to_x - x, to_z - z);
  if (!((turned * turned + cloth_turned * cloth_turned) * change[IMPULSE] < STRAIGHT)) return false;
  const double middle = length(x + to_x, z + to_z);
  if (!stop_rail(p, &m, (x + to_x) / middle, (z + to_z) / middle, change)) return false;
  add_change(p, y, &m, change, end);
  const bool turns = (m.v_x > 0) != (now(p, end).v_x > 0);
  return !turns && (p->stored < 0 || end[WORK] > (1 - p->e * p->e) * p->stored);
}

/// To the next event, or to the straight end of slip: true where that came.
static bool advance(path* p, carom_ode* ode, double* end, carom_status* status) {
  do {
    if (ends_straight(p, ode->y, end)) return true;
    *status = carom_ode_step(ode, FAR, NULL);
  } while (!*status && ode->fired_count == 0 && ode->t < FAR);
  return false;
}

/// From the beginning to the end of the impact: y becomes the state there.
static bool follow(path* p, double y[SIZE]) {
  carom_ode ode;
  const carom_ode_problem problem = problem_of(p);
  if (!choose(p, y) || carom_ode_start(&ode, &problem, 0, y, NULL)) return false;
  for (int phase = 0; phase < MOST_PHASES; ++phase) {
    carom_status status = CAROM_OK;
    const bool straight = advance(p, &ode, y, &status);
    if (status || (!straight && ode.fired_count == 0)) return false;
    const int next = straight ? (choose(p, y) ? 0 : -1) : turn(p, &ode);
    if (next < 0) return false;
    if (!straight)
      for (int i = 0; i < SIZE; ++i) y[i] = ode.y[i];
    if (next > 0) return true;
    if (carom_ode_restart(&ode, y, NULL)) return false;
  }
  return false;
}

static bool is_mine(const carom__cushion* c) {
  return c->rail.law == CAROM_LAW_STRONGE && c->rail.eta2 == 0 && c->rail.mu_static <= c->rail.mu &&
         (c->rail.exponent == 0 || c->rail.exponent == 1) && c->n.z < 0 && c->velocity.z == 0 &&
         carom_vec3_dot(c->n, c->velocity) < 0;
}

static carom_vec3 combine(double a, carom_vec3 e, double b, carom_vec3 f) {
  return carom_vec3_add(carom_vec3_scale(a, e), carom_vec3_scale(b, f));
}

bool carom__cushion_solve(carom__cushion* cushion) {
  if (!is_mine(cushion)) return false;
  const carom_vec3 n = cushion->n, v = cushion->velocity, u = cushion->turn;
  const double level = carom__hypot(n.x, n.y), speed = carom_vec3_norm(v) + carom_vec3_norm(u);
  const carom_vec3 ex = {-n.x / level, -n.y / level, 0}, ey = {-ex.y, ex.x, 0}, q = carom_vec3_cross(n, ey);
  const double vx = carom_vec3_dot(v, ex), vy = carom_vec3_dot(v, ey);
  const double ux = carom_vec3_dot(u, ex), uy = carom_vec3_dot(u, ey);
  path p = {.s = -n.z,
            .c = level,
            .k_inverse = 1 / cushion->k,
            .mu = cushion->rail.mu,
            .cloth_mu = cushion->cloth_mu,
            .e = cushion->rail.e,
            .stored = -1};
  p.start = (motion){(vy + p.c * u.z - p.s * ux) / speed,
                     (p.s * vx + uy) / speed,
                     (vx - uy) / speed,
                     (vy + ux) / speed,
                     vx / speed,
                     vy / speed};
  double y[SIZE] = {0};
  if (!follow(&p, y)) return false;
  for (int i = 0; i < SIZE; ++i) y[i] *= speed;
  const carom_vec3 rubbed = combine(y[A], ey, y[B], q), dragged = combine(y[GX], ex, y[GY], ey), up = {0, 0, 1};
  const carom_vec3 rail = carom_vec3_add(carom_vec3_scale(y[IMPULSE], n), rubbed);
  const carom_vec3 turned = carom_vec3_add(carom_vec3_cross(n, rubbed), carom_vec3_cross(up, dragged));
  cushion->rail_impulse = carom_vec3_scale(cushion->mass, rail);
  cushion->cloth_impulse = carom_vec3_scale(cushion->mass, (carom_vec3){dragged.x, dragged.y, -rail.z});
  cushion->velocity = (carom_vec3){v.x + rail.x + dragged.x, v.y + rail.y + dragged.y, 0};
  cushion->turn = carom_vec3_sub(u, carom_vec3_scale(p.k_inverse, turned));
  return true;
}
