#include "road_motion.h"

#include <math.h>
#include <string.h>

double road_normal_spring(const spot* s, const double* y) {
  return y[s->at_spring + (s->mu > 0 ? N : 0)];
}

double road_power(double u, double exponent) {
  return exponent == 1 ? u : u > 0 ? pow(u, exponent) : 0;
}

void road_velocities(const road* p, const double* y, double* v) {
  for (int a = 0; a < AXES * p->count; ++a) {
    v[a] = p->v0[a];
    for (int j = 0; j < p->count; ++j) {
      const spot* s = &p->spots[j];
      const double* impulse = y + s->at_impulse;
      if (s->mu > 0)
        for (int b = 0; b < AXES; ++b) v[a] += p->w[a][AXES * j + b] * impulse[b];
      else
        v[a] += p->w[a][AXES * j + N] * impulse[0];
    }
  }
}

double road_rho(const spot* s, double normal_force) {
  return s->mu * normal_force / s->k_tangential;
}

/// rho phi' = v_t . s_perp is singular where the spring has no length, at the start and at the end of a contact. 1/rho
/// is therefore cut off smoothly below `tiny`; the force there is as small as the spring, so the impulse errs by
/// tiny^2.
static double turn_of(const road* p, int i, const motion* m) {
  const spot* s = &p->spots[i];
  const double *v = m->v + AXES * i, *u = m->along[i];
  const double rho = road_rho(s, m->force[AXES * i + N]), tiny = p->tiny * s->reach;
  return (u[0] * v[T2] - u[1] * v[T1]) * rho / (rho * rho + tiny * tiny);
}

/// A slipping contact keeps the angle of its spring in the place of the spring; its length is that of friction.
static void spring_force(const road* p, int i, const double* y, motion* m) {
  const spot* s = &p->spots[i];
  double* force = m->force + AXES * i;
  memset(force, 0, AXES * sizeof *force);
  if (s->phase == ABSENT) return;
  if (s->phase != LOCKED) force[N] = s->k * road_power(-road_normal_spring(s, y), s->exponent);
  if (!(s->mu > 0)) return;
  const double* spring = y + s->at_spring;
  m->along[i][0] = cos(spring[T1]);
  m->along[i][1] = sin(spring[T1]);
  for (int t = T1; t <= T2; ++t)
    force[t] = s->slipping ? -s->mu * force[N] * m->along[i][t] : -s->k_tangential * spring[t];
}

/// Rates of the forces, as far as they are known before those of the locked contacts are.
static void spring_force_rate(const road* p, int i, const double* y, motion* m) {
  const spot* s = &p->spots[i];
  double* rate = m->force_rate + AXES * i;
  const double *v = m->v + AXES * i, *u = m->along[i];
  memset(rate, 0, AXES * sizeof *rate);
  m->turn[i] = 0;
  if (s->phase == ABSENT) return;
  const double bend = s->exponent == 1 ? 1 : s->exponent * road_power(-road_normal_spring(s, y), s->exponent - 1);
  if (s->phase != LOCKED) rate[N] = -s->k * bend * v[N];
  if (!(s->mu > 0)) return;
  if (s->slipping) m->turn[i] = turn_of(p, i, m);
  const double across[2] = {-u[1], u[0]}, turned = m->force[AXES * i + N] * m->turn[i];
  for (int t = T1; t <= T2; ++t)
    rate[t] = s->slipping ? -s->mu * (rate[N] * u[t] + turned * across[t]) : -s->k_tangential * v[t];
}

/// A x = b by elimination with row exchange; a is destroyed, b becomes x.
static void eliminate(int n, double (*a)[ROAD_MAX_CONTACTS], double* b) {
  for (int c = 0; c < n; ++c) {
    int best = c;
    for (int r = c + 1; r < n; ++r)
      if (fabs(a[r][c]) > fabs(a[best][c])) best = r;
    for (int j = 0; j < n; ++j) {
      const double keep = a[c][j];
      a[c][j] = a[best][j];
      a[best][j] = keep;
    }
    const double keep = b[c];
    b[c] = b[best];
    b[best] = keep;
    for (int r = c + 1; r < n; ++r) {
      const double factor = a[r][c] / a[c][c];
      for (int j = c; j < n; ++j) a[r][j] -= factor * a[c][j];
      b[r] -= factor * b[c];
    }
  }
  for (int r = n - 1; r >= 0; --r) {
    for (int j = r + 1; j < n; ++j) b[r] -= a[r][j] * b[j];
    b[r] /= a[r][r];
  }
}

/// What a unit normal force at locked contact j does to the normal of contact i; friction of slip comes with it.
static double locked_effect(const road* p, const motion* m, int i, int j) {
  const double* row = p->w[AXES * i + N] + AXES * j;
  const spot* s = &p->spots[j];
  if (!s->slipping) return row[N];
  return row[N] - s->mu * (row[T1] * m->along[j][0] + row[T2] * m->along[j][1]);
}

/// One correction of the forces b at the locked contacts, A b = -(W f)_L. Redundant contacts make A singular, so 1e-8
/// of 1/k stands on its diagonal; three corrections bring the rest below rounding, with the least sum b^2/k.
static void correct_locked(const road* p, const motion* m, const int* members, int n, double* f) {
  double a[ROAD_MAX_CONTACTS][ROAD_MAX_CONTACTS], b[ROAD_MAX_CONTACTS];
  for (int r = 0; r < n; ++r) {
    const int i = members[r];
    b[r] = 0;
    for (int c = 0; c < AXES * p->count; ++c) b[r] -= p->w[AXES * i + N][c] * f[c];
    for (int c = 0; c < n; ++c) a[r][c] = locked_effect(p, m, i, members[c]);
    a[r][r] +=
        1e-8 * p->w[AXES * members[0] + N][AXES * members[0] + N] * p->spots[members[0]].k_first / p->spots[i].k_first;
  }
  eliminate(n, a, b);
  for (int r = 0; r < n; ++r) {
    const int i = members[r];
    const spot* s = &p->spots[i];
    f[AXES * i + N] += b[r];
    for (int t = T1; t <= T2 && s->slipping; ++t) f[AXES * i + t] -= s->mu * b[r] * m->along[i][t];
  }
}

/// Adds the normal forces (or their rates) that hold the locked contacts at v_n = 0 to f.
static void hold_locked(const road* p, const motion* m, double* f) {
  int members[ROAD_MAX_CONTACTS], n = 0;
  for (int i = 0; i < p->count; ++i)
    if (p->spots[i].phase == LOCKED) members[n++] = i;
  for (int round = 0; round < 3; ++round) correct_locked(p, m, members, n, f);
}

double road_rho_rate(const spot* s, const motion* m, int i) {
  return road_rho(s, m->force_rate[AXES * i + N]);
}

void road_move(const road* p, const double* y, motion* m) {
  road_velocities(p, y, m->v);
  // v_n is also a state of its own: the last cycles before a lock are smaller than the rounding of v0 + W I.
  for (int i = 0; i < p->count; ++i) m->v[AXES * i + N] = y[p->spots[i].at_speed];
  for (int i = 0; i < p->count; ++i) spring_force(p, i, y, m);
  hold_locked(p, m, m->force);
  for (int a = 0; a < AXES * p->count; ++a) {
    m->acceleration[a] = 0;
    for (int b = 0; b < AXES * p->count; ++b) m->acceleration[a] += p->w[a][b] * m->force[b];
  }
  for (int i = 0; i < p->count; ++i) spring_force_rate(p, i, y, m);
  hold_locked(p, m, m->force_rate);
  for (int i = 0; i < p->count; ++i) {
    const spot* s = &p->spots[i];
    const double *v = m->v + AXES * i, *u = m->along[i];
    m->slip[i] = s->phase != ABSENT && s->slipping ? v[T1] * u[0] + v[T2] * u[1] - road_rho_rate(s, m, i) : 0;
  }
}
