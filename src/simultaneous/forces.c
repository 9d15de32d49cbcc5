// Forces of the springs, and what holds the locked contacts against them.
#include "simultaneous/collision.h"

/// Row of W at the normal of a contact, times f.
static double normal_rate(const carom__collision* c, int contact, const double* f) {
  const double* row = c->w + carom__normal(c, contact) * c->size;
  double sum = 0;
  for (int j = 0; j < c->size; ++j) sum += row[j] * f[j];
  return sum;
}

static void add_slip_friction(const carom__collision* c, int contact, double normal_force, double* force) {
  const carom__touch* t = &c->touch[contact];
  for (int a = 0; a < c->tangents; ++a) force[contact * c->dimension + a] -= t->mu * normal_force * t->d[a];
}

/// How the normal velocity of locked contact a answers to the force at locked contact b, with its friction.
static double locked_entry(const carom__collision* c, int a, int b) {
  const carom__touch* t = &c->touch[b];
  const double* row = c->w + carom__normal(c, a) * c->size;
  double entry = row[carom__normal(c, b)];
  if (t->grip == CAROM__SLIPPING)
    for (int k = 0; k < c->tangents; ++k) entry -= t->mu * t->d[k] * row[b * c->dimension + k];
  return entry;
}

/// Gauss elimination with pivoting on rows of n + 1 entries; false where a pivot vanishes.
static bool eliminate(int n, double* rows) {
  const int step = n + 1;
  for (int p = 0; p < n; ++p) {
    int best = p;
    for (int i = p + 1; i < n; ++i)
      if (fabs(rows[i * step + p]) > fabs(rows[best * step + p])) best = i;
    for (int j = p; j <= n; ++j) {
      const double kept = rows[p * step + j];
      rows[p * step + j] = rows[best * step + j];
      rows[best * step + j] = kept;
    }
    if (!(fabs(rows[p * step + p]) > 1e-12)) return false;
    for (int i = 0; i < n; ++i) {
      const double share = rows[i * step + p] / rows[p * step + p];
      for (int j = p; i != p && j <= n; ++j) rows[i * step + j] -= share * rows[p * step + j];
    }
  }
  return true;
}

/// Locked contacts that slip: W_LL gets the friction of each, and is no longer symmetric.
static bool answer_slipping(const carom__collision* c, const double* push, double* answer) {
  double rows[CAROM__MOST * (CAROM__MOST + 1)];
  const int n = c->locked_count, step = n + 1;
  for (int a = 0; a < n; ++a) {
    const int i = carom__normal(c, c->locked[a]);
    const double unit = 1 / c->w[i * c->size + i];
    for (int b = 0; b < n; ++b) rows[a * step + b] = unit * locked_entry(c, c->locked[a], c->locked[b]);
    rows[a * step + n] = -unit * push[a];
  }
  if (!eliminate(n, rows)) return false;
  for (int a = 0; a < n; ++a) answer[a] = rows[a * step + n] / rows[a * step + a];
  return true;
}

void carom__answer_locked(const carom__collision* c, double* force) {
  double push[CAROM__MOST], answer[CAROM__MOST];
  bool slips = false;
  for (int a = 0; a < c->locked_count; ++a) {
    push[a] = normal_rate(c, c->locked[a], force);
    slips |= c->touch[c->locked[a]].grip == CAROM__SLIPPING;
  }
  if (!slips || !answer_slipping(c, push, answer))
    for (int a = 0; a < c->locked_count; ++a) {
      answer[a] = 0;
      for (int b = 0; b < c->locked_count; ++b) answer[a] -= c->hold[a * c->locked_count + b] * push[b];
    }
  for (int a = 0; a < c->locked_count; ++a) {
    const int contact = c->locked[a];
    force[carom__normal(c, contact)] = answer[a];
    if (c->touch[contact].grip == CAROM__SLIPPING) add_slip_friction(c, contact, answer[a], force);
  }
}

void carom__forces(const carom__collision* c, double* force) {
  for (int i = 0; i < c->size; ++i) force[i] = 0;
  for (int i = 0; i < c->count; ++i) {
    const carom__touch* t = &c->touch[i];
    if (!carom__is_active(t)) continue;
    if (carom__is_springy(t)) {
      const double normal = carom__spring_force(c, t, t->x);
      force[carom__normal(c, i)] = normal;
      if (t->grip == CAROM__SLIPPING) add_slip_friction(c, i, normal, force);
    }
    for (int a = 0; t->grip == CAROM__STICKING && a < c->tangents; ++a) force[i * c->dimension + a] = -t->kt * t->s[a];
  }
  if (c->locked_count) carom__answer_locked(c, force);
}

/// Stiffness of the normal spring where it is now.
static double stiffness_now(const carom__collision* c, const carom__touch* t) {
  if (c->exponent == 1) return t->k;
  return t->x < 0 ? c->exponent * carom__spring_force(c, t, t->x) / -t->x : 0;
}

static void find_rates(const carom__collision* c, const double* v, bool leading, double* rate) {
  for (int i = 0; i < c->size; ++i) rate[i] = 0;
  for (int i = 0; i < c->count; ++i) {
    const carom__touch* t = &c->touch[i];
    if (!carom__is_active(t)) continue;
    if (carom__is_springy(t)) {
      const double normal = -(leading && !(t->x < 0) ? t->k : stiffness_now(c, t)) * v[carom__normal(c, i)];
      rate[carom__normal(c, i)] = normal;
      if (t->grip == CAROM__SLIPPING) add_slip_friction(c, i, normal, rate);
    }
    for (int a = 0; t->grip == CAROM__STICKING && a < c->tangents; ++a)
      rate[i * c->dimension + a] = -t->kt * v[i * c->dimension + a];
  }
  if (c->locked_count) carom__answer_locked(c, rate);
}

void carom__force_rates(const carom__collision* c, const double* v, double* rate) {
  find_rates(c, v, false, rate);
}

void carom__leading_rates(const carom__collision* c, const double* v, double* rate) {
  find_rates(c, v, true, rate);
}

// @eq JME13 (11)  v1 = v0 + I1/m1
// @eq JME13 (12)  v2 = (I2 - I1)/m2: together v = v0 + W I
double carom__velocity_sum(const carom__collision* c, int i, double* size) {
  double sum = c->v0[i];
  *size = fabs(sum);
  for (int j = 0; j < c->size; ++j) {
    sum += c->w[i * c->size + j] * c->impulse[j];
    *size += fabs(c->w[i * c->size + j] * c->impulse[j]);
  }
  return sum;
}
