#include "compliant/impulse_road.h"

#include <math.h>

/// All of the paper's quantities; the axes u, w are t1 and t2.
typedef struct walk {
  const carom_compliant_problem* problem;
  double h;
  double impulse[3], v[3];
  double stored;     // E_n
  double eta, eta0;  // eta0 in compression, eta0/e in restitution
  double d[2];       // D of stick, (G_u, G_w) of slip: spring lengths times sqrt(2 k0)
  bool slips, compresses;
  impulse_road out;
} walk;

// @eq JIA10 (23)  E_u = (D . u)^2/(4 eta0^2)
// @eq JIA10 (30)  E_u = G_u^2/(4 eta0^2): the same numbers
static double energy(const walk* w, int i) {
  return w->d[i] * w->d[i] / (4 * w->eta0 * w->eta0);
}

/// mu^2 eta^2 E_n: the most that the tangential springs hold.
static double limit(const walk* w) {
  const double mu = w->problem->surface.mu;
  return mu * mu * w->eta * w->eta * w->stored;
}

// @eq JIA10 (26)-(27)  spring velocities in slip, with alpha sqrt(E_u) = D . u/(2 eta0) and E_n' = -v_n
static void spring_velocities(const walk* w, double out[2]) {
  const double root[2] = {w->d[0] / (2 * w->eta0), w->d[1] / (2 * w->eta0)};
  const double mu = w->problem->surface.mu, held = limit(w);
  const double stretch = -mu * mu * w->eta * w->eta * w->eta * w->v[2] * sqrt(w->stored);
  out[0] = (stretch * root[0] + w->v[0] * root[1] * root[1] - w->v[1] * root[0] * root[1]) / held;
  out[1] = (stretch * root[1] + w->v[1] * root[0] * root[0] - w->v[0] * root[0] * root[1]) / held;
}

// @eq JIA10 (12)  v_s = v_t - (u', w'); it has the direction of the springs, or the contact sticks
static bool slides(const walk* w, const double velocity[2]) {
  return (w->v[0] - velocity[0]) * w->d[0] + (w->v[1] - velocity[1]) * w->d[1] > 0;
}

/// E_u + E_w = mu^2 eta^2 E_n once more, the direction kept.
static void renormalise(walk* w) {
  const double held = energy(w, 0) + energy(w, 1);
  const double factor = held > 0 ? sqrt(fmax(limit(w), 0) / held) : 0;
  for (int i = 0; i < 2; ++i) w->d[i] *= factor;
}

static void stretch(walk* w, const double velocity[2]) {
  const double part = w->eta0 / w->eta * w->h / sqrt(w->stored);
  for (int i = 0; i < 2; ++i) w->d[i] += part * velocity[i];
}

// @eq JIA10 (20)-(22)  D' = v_t/sqrt(E_n), times e in restitution
static void stick(walk* w) {
  double velocity[2];
  stretch(w, w->v);
  // @eq JIA10 (18)-(19)  slip starts at E_u + E_w = mu^2 eta^2 E_n
  // Stick starts there too: without the look at the sliding velocity steps would go to and fro.
  if (energy(w, 0) + energy(w, 1) < limit(w)) return;
  // @eq JIA10 (31)  G_u = 2 alpha eta0 sqrt(E_u), which is D . u
  renormalise(w);
  spring_velocities(w, velocity);
  w->slips = slides(w, velocity);
  w->out.switches += w->slips;
}

static void slip(walk* w) {
  double velocity[2];
  if (w->problem->surface.mu == 0) return;
  spring_velocities(w, velocity);
  if (slides(w, velocity)) {
    // @eq JIA10 (28)-(29)  G_u' = u'/sqrt(E_n), times e in restitution
    stretch(w, velocity);
    renormalise(w);
    return;
  }
  // @eq JIA10 (32)-(33)  stick starts where the sliding velocity vanishes, with the springs as they are
  w->slips = false;
  ++w->out.switches;
  stick(w);
}

static void move(walk* w, double h) {
  const carom_compliant_problem* p = w->problem;
  // @eq JIA10 (11)  I_u' = -(alpha/eta) sqrt(E_u/E_n)
  const double factor = -1 / (w->eta * 2 * w->eta0 * sqrt(w->stored));
  w->impulse[0] += h * factor * w->d[0];
  w->impulse[1] += h * factor * w->d[1];
  w->impulse[2] += h;
  const double v0[3] = {p->v.x, p->v.y, p->v.z};
  for (int i = 0; i < 3; ++i)
    w->v[i] = v0[i] + p->w.m[i][0] * w->impulse[0] + p->w.m[i][1] * w->impulse[1] + p->w.m[i][2] * w->impulse[2];
  ++w->out.steps;
}

/// The first step, from E_n = 0.
static void begin(walk* w) {
  const carom_compliant_problem* p = w->problem;
  const double speed = hypot(p->v.x, p->v.y), mu = p->surface.mu;
  // @eq JIA10 (8)  E_n' = -v_n
  w->stored = -p->v.z * w->h;
  // @eq JIA10 (36)-(37)  stick iff |v_t| < mu eta0^2 |v_n|
  w->slips = !(speed < mu * w->eta0 * w->eta0 * -p->v.z) && speed > 0;
  // @eq JIA10 (39)  slip starts along v_t; stick with D(h) = 2 sqrt(h/|v_n|) v_t, without the printed minus
  const double length = w->slips ? 2 * w->eta0 * mu * w->eta * sqrt(w->stored) / speed : 2 * sqrt(w->h / -p->v.z);
  w->d[0] = length * p->v.x;
  w->d[1] = length * p->v.y;
  move(w, w->h);
}

/// @eq JIA10 (3)-(4)  k = k0/e^2, so eta = eta0/e, and E_n drops to e^2 E_n
static void end_compression(walk* w) {
  const double e = w->problem->surface.e;
  w->compresses = false;
  if (w->out.impulse_n_compression == 0) w->out.impulse_n_compression = w->impulse[2];
  w->stored *= e * e;
  w->eta /= e;
}

/// One step of the algorithm of section 2.6. True when the impact is over.
static bool step(walk* w) {
  if (w->compresses && w->v[2] >= 0) end_compression(w);
  if (w->v[2] < 0) w->compresses = true;
  if (!(w->stored > 0)) return true;
  if (w->slips) {
    slip(w);
  } else {
    stick(w);
  }
  // The last step ends where E_n does, not up to h behind it.
  const double fall = w->v[2] * w->h, h = fall > w->stored ? w->stored / w->v[2] : w->h;
  move(w, h);
  w->stored -= w->v[2] * h;
  return h < w->h;
}

carom_status impulse_road_solve(const carom_compliant_problem* problem, long steps, impulse_road* out) {
  const double eta = sqrt(problem->surface.eta2);
  walk w = {.problem = problem, .eta = eta, .eta0 = eta, .compresses = true};
  w.h = -problem->v.z / problem->w.m[2][2] / (double)steps;
  begin(&w);
  bool over = false;
  while (!over && w.out.steps < 1000 * steps) over = step(&w);
  w.out.impulse = (carom_vec3){w.impulse[0], w.impulse[1], w.impulse[2]};
  w.out.v = (carom_vec3){w.v[0], w.v[1], w.v[2]};
  *out = w.out;
  return over ? CAROM_OK : CAROM_BUDGET;
}
