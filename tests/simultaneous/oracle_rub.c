// Rigid friction of the oracle: at each step the quadratic program of the tangential forces, with the normal forces of
// hard contacts beside it, by projected Gauss-Seidel sweeps to rounding.
#include <math.h>
#include <string.h>

#include "simultaneous/oracle_run.h"

enum { MOST_SWEEPS = 4000, MOST_NEWTON = 60 };

/// Sweeps end when no velocity changes by more than this part of the speed.
static const double SETTLED = 1e-13;
/// Newton's method for the multiplier of a disc ends at this relative change.
static const double SHARP = 1e-15;
/// A contact slides on for sure where a step changes its slip by less than this part.
static const double SURELY = 0.25;

/// u = v + dt W F, kept up to date. extra: v_t once more where slip goes on, which makes the middle of the step count
/// instead of its end: b_i = v_i/theta_i + .. with theta = 1/2, still a symmetric program.
typedef struct rub {
  oracle_run* r;
  double u[ORACLE_SIZE], extra[ORACLE_SIZE];
  double change;  // of u, in this sweep
} rub;

static void push(rub* p, int at, double by) {
  const oracle_run* r = p->r;
  p->r->force[at] += by;
  for (int j = 0; j < r->size; ++j) p->u[j] += r->dt * by * oracle_w(r, at, j);
  p->change = fmax(p->change, fabs(r->dt * by * oracle_w(r, at, at)));
}

/// h u + x + F/K >= 0, F >= 0, complementary: the spring and dashpot of a hard contact, at the end of the step.
static void press(rub* p, int i) {
  const oracle_run* r = p->r;
  const oracle_contact* c = &r->c[i];
  const int at = oracle_normal(r, i);
  const double h = r->dt + c->damping / c->hard, now = r->force[at];
  const double y = h * p->u[at] + c->x + now / c->hard, own = h * r->dt * oracle_w(r, at, at) + 1 / c->hard;
  const double next = fmax(0, now - y / own);
  if (next != now) push(p, at, next - now);
}

/// The least s >= 0 for which (A + s) f = -b has length at most `most`: a is diagonal here, as in its own axes.
static double multiplier(const double* a, const double* b, double most) {
  double s = 0;
  for (int i = 0; i < MOST_NEWTON; ++i) {
    const double f0 = b[0] / (a[0] + s), f1 = b[1] / (a[1] + s), length = hypot(f0, f1);
    if (!(length > most)) break;
    const double slope = (f0 * f0 / (a[0] + s) + f1 * f1 / (a[1] + s)) / length;
    const double by = (length - most) / slope * (length / most);  // Newton for 1/length, which is nearly straight
    s += by;
    if (by <= SHARP * s) break;
  }
  return s;
}

/// Minimises f.A f/2 + b.f over the disc |f| <= most.
static void on_disc(double (*a)[2], const double* b, double most, double* f) {
  const double half = 0.5 * atan2(2 * a[0][1], a[0][0] - a[1][1]), c = cos(half), s = sin(half);
  const double axes[2] = {c * c * a[0][0] + 2 * c * s * a[0][1] + s * s * a[1][1],
                          s * s * a[0][0] - 2 * c * s * a[0][1] + c * c * a[1][1]};
  const double turned[2] = {c * b[0] + s * b[1], c * b[1] - s * b[0]};
  const double by = multiplier(axes, turned, most), g0 = -turned[0] / (axes[0] + by), g1 = -turned[1] / (axes[1] + by);
  f[0] = c * g0 - s * g1;
  f[1] = s * g0 + c * g1;
}

/// The tangential force of contact i, given all others.
static void drag(rub* p, int i) {
  const oracle_run* r = p->r;
  const int at = i * r->d, axes = r->d - 1;
  const double most = r->c[i].mu * r->force[at + axes];
  double a[2][2], b[2], f[2] = {0, 0};
  for (int k = 0; k < axes; ++k) {
    b[k] = p->u[at + k] + p->extra[at + k];
    for (int l = 0; l < axes; ++l) {
      a[k][l] = r->dt * oracle_w(r, at + k, at + l);
      b[k] -= a[k][l] * r->force[at + l];
    }
  }
  if (axes == 2 && most > 0)
    on_disc(a, b, most, f);
  else if (most > 0)
    f[0] = fmax(-most, fmin(most, -b[0] / a[0][0]));
  for (int k = 0; k < axes; ++k)
    if (f[k] != r->force[at + k]) push(p, at + k, f[k] - r->force[at + k]);
}

static void start(oracle_run* r, rub* p) {
  p->r = r;
  for (int i = 0; i < r->n; ++i) {
    const oracle_contact* c = &r->c[i];
    if (c->phase == ORACLE_HARD) r->force[oracle_normal(r, i)] = c->force;
    for (int a = 0; a < r->d; ++a) p->extra[i * r->d + a] = c->slides && a < r->d - 1 ? r->v[i * r->d + a] : 0;
  }
  for (int i = 0; i < r->size; ++i) {
    p->u[i] = r->v[i];
    for (int j = 0; j < r->size; ++j) p->u[i] += r->dt * oracle_w(r, i, j) * r->force[j];
  }
}

static void settle(rub* p) {
  oracle_run* r = p->r;
  int sweeps = 0;
  do {
    p->change = 0;
    for (int i = 0; i < r->n; ++i) {
      if (r->c[i].phase == ORACLE_APART) continue;
      if (r->c[i].phase == ORACLE_HARD) press(p, i);
      if (r->c[i].mu > 0) drag(p, i);
    }
  } while (p->change > SETTLED * r->speed && ++sweeps < MOST_SWEEPS);
  r->stubborn += sweeps == MOST_SWEEPS;
}

/// Whether slip at contact i goes on for sure: this step changes it by little.
static bool slides_on(const rub* p, int i) {
  const oracle_run* r = p->r;
  double change = 0, slip = 0;
  for (int k = i * r->d; k < (i + 1) * r->d - 1; ++k) {
    change = hypot(change, p->u[k] - r->v[k]);
    slip = hypot(slip, r->v[k]);
  }
  return change < SURELY * slip;
}

void oracle_rub(oracle_run* r) {
  static rub p;
  start(r, &p);
  settle(&p);
  bool again = false;
  for (int i = 0; i < r->n; ++i) {
    const bool now = r->c[i].slides;
    r->c[i].slides = slides_on(&p, i);
    again |= now && !r->c[i].slides;
  }
  if (again) {
    start(r, &p);
    settle(&p);
  }
  for (int i = 0; i < r->n; ++i)
    if (r->c[i].phase == ORACLE_HARD) r->c[i].force = r->force[oracle_normal(r, i)];
}
