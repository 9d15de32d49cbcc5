// Forces of the springs, and what holds the locked contacts against them.
#include "simultaneous/collision.h"

/// An impact that could give no more than this part of the speeds is not seen.
static const double UNSEEN = 1e-9;

double carom__normal_rate(const carom__collision* c, int contact, const double* force, double* size) {
  const double* row = c->w + carom__normal(c, contact) * c->size;
  double sum = 0;
  *size = 0;
  for (int j = 0; j < c->size; ++j) {
    sum += row[j] * force[j];
    *size += fabs(row[j] * force[j]);
  }
  return sum;
}

void carom__add_slip_friction(const carom__collision* c, int contact, double normal_force, double* force) {
  const carom__touch* t = &c->touch[contact];
  for (int a = 0; a < c->tangents; ++a) force[contact * c->dimension + a] -= t->mu * normal_force * t->d[a];
}

void carom__forces(const carom__collision* c, double* force) {
  for (int i = 0; i < c->size; ++i) force[i] = 0;
  for (int i = 0; i < c->count; ++i) {
    const carom__touch* t = &c->touch[i];
    if (!carom__is_active(t)) continue;
    if (carom__is_springy(t)) {
      const double normal = carom__spring_force(c, t, t->x);
      force[carom__normal(c, i)] = normal;
      if (t->grip == CAROM__SLIPPING) carom__add_slip_friction(c, i, normal, force);
    }
    for (int a = 0; t->grip == CAROM__STICKING && a < c->tangents; ++a) force[i * c->dimension + a] = -t->kt * t->s[a];
  }
  if (c->locked_count) carom__answer_locked(c, force);
}

/// While the contact slips its spring follows the velocity only across its direction, and turns.
static void add_tangential_rate(const carom__collision* c, int contact, const double* v, double* rate) {
  const carom__touch* t = &c->touch[contact];
  for (int a = 0; t->grip == CAROM__STICKING && a < c->tangents; ++a) rate[a] -= t->kt * v[a];
  if (t->grip != CAROM__SLIPPING || c->tangents < 2) return;
  const double across = t->kt * (v[1] * t->d[0] - v[0] * t->d[1]);
  rate[0] += across * t->d[1];
  rate[1] -= across * t->d[0];
}

void carom__force_rates(const carom__collision* c, const double* v, double* rate) {
  for (int i = 0; i < c->size; ++i) rate[i] = 0;
  for (int i = 0; i < c->count; ++i) {
    const carom__touch* t = &c->touch[i];
    if (!carom__is_active(t)) continue;
    if (carom__is_springy(t)) {
      const double normal = -t->k * v[carom__normal(c, i)];
      rate[carom__normal(c, i)] = normal;
      if (t->grip == CAROM__SLIPPING) carom__add_slip_friction(c, i, normal, rate);
    }
    add_tangential_rate(c, i, v + i * c->dimension, rate + i * c->dimension);
  }
  if (c->locked_count) carom__answer_locked_rates(c, rate);
}

void carom__sticking_rates(const carom__collision* c, const double* v, double* rate) {
  for (int i = 0; i < c->size; ++i) rate[i] = 0;
  for (int i = 0; i < c->count; ++i) {
    const carom__touch* t = &c->touch[i];
    if (!carom__is_active(t)) continue;
    if (carom__is_springy(t)) rate[carom__normal(c, i)] = -t->k * v[carom__normal(c, i)];
    for (int a = 0; t->grip != CAROM__FRICTIONLESS && a < c->tangents; ++a)
      rate[i * c->dimension + a] = -t->kt * v[i * c->dimension + a];
  }
}

bool carom__is_unseen(const carom__collision* c, int contact) {
  const carom__touch* t = &c->touch[contact];
  const int n = carom__normal(c, contact);
  const double p = c->exponent, force = carom__spring_force(c, t, t->x), ratio = force / t->k0,
               length = p == 1 ? ratio : carom__pow(ratio, 1 / p);
  return 2 * c->w[n * c->size + n] * force * length / (p + 1) < UNSEEN * UNSEEN * c->speed * c->speed;
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
