// The direction of a slipping spring on a panel: collocation of rho z' = r (1 - z^2)/2 - p z, for the slopes y = h z'
// with z = A y: rho y/h + p z - r (1 - z^2)/2 = 0, derivative rho/h delta_jk + (p + r z) A_jk. The factors of the
// derivative serve several sweeps: what changes between sweeps soon becomes small.
#include "simultaneous/span.h"

enum { NODES = CAROM__SPAN_NODES };

/// z = tan(angle/2): no panel turns by more than twice the angle whose tangent this is.
static const double MOST_TURN = 1.5;

/// A change of z this small no longer asks for new factors.
static const double SETTLED = 1e-3;

/// A velocity below this part of the scale does not matter.
static const double NEGLIGIBLE = 1e-11;

/// The rows of a Newton system have size 1: a pivot below this is rounding.
static const double LEAST_PIVOT = 1e-14;

/// What new factors take, of the collision's work: measured.
static const double REFACTORING = 500;

/// Everything about the contact at the nodes.
typedef struct rows {
  carom__nodes rho, along, across;
  carom__nodes unit;  // 1 over the size of the row
} rows;

CAROM__ALWAYS_INLINE void gather(carom__span* p, int contact, rows* at) {
  const carom__touch* t = &p->c->touch[contact];
  const double *v0 = p->v[p->base[contact]], *v1 = p->v[p->base[contact] + 1], d0 = t->d[0], d1 = t->d[1];
  const double *normal = p->force[carom__span_normal(p, contact)], reach = t->reach, rate = 1 / p->h;
  int negative = 0;
  for (int j = 0; j < NODES; ++j) {
    at->along[j] = v0[j] * d0 + v1[j] * d1;
    at->across[j] = v1[j] * d0 - v0[j] * d1;
  }
  for (int j = 0; j < NODES; ++j) {
    at->rho[j] = reach * normal[j] > 0 ? reach * normal[j] : 0;
    at->unit[j] = at->rho[j] * rate + fabs(at->along[j]) + fabs(at->across[j]) + DBL_MIN;
  }
  for (int j = 0; j < NODES; ++j) at->unit[j] = 1 / at->unit[j];
  for (int j = 0; j < NODES; ++j) negative += normal[j] < 0;
  if (negative && t->phase == CAROM__RESTORING) p->past_end = true;
}

/// A row without any terms: its direction is left as it is.
CAROM__ALWAYS_INLINE bool is_empty(const rows* at, int j) {
  return at->unit[j] * DBL_MIN == 1;
}

/// Factors of the derivative, each row scaled to size 1 by what its terms were then.
CAROM__ALWAYS_INLINE bool refactor(carom__span* p, int contact, const rows* at) {
  carom__lu12* factors = &p->newton[contact];
  const double *z = p->z[contact], rate = 1 / p->h;
  carom__nodes stiff;
  for (int j = 0; j < NODES; ++j) stiff[j] = at->unit[j] * (at->along[j] + at->across[j] * z[j]);
  const carom__twelve row = carom__twelve_load(stiff);
  for (int k = 0; k < NODES; ++k) {
    const carom__twelve into = carom__twelve_load(p->into[k]);
    const carom__twelve column = {row.a * into.a, row.b * into.b, row.c * into.c};
    carom__twelve_store(factors->upper[k], &column);
    factors->upper[k][k] += is_empty(at, k) ? 1 : at->unit[k] * (at->rho[k] * rate);
  }
  p->factored[contact] = carom__lu12_factor(factors, LEAST_PIVOT);
  p->c->work += REFACTORING;
  return p->factored[contact];
}

/// Turned too far for one panel. A contact that has hardly begun may have no direction but rounding: what it does is
/// negligible then, and its direction is left alone on this panel.
static double turned_too_far(carom__span* p, int contact) {
  const double force = fabs(p->force[carom__span_normal(p, contact)][NODES - 1]);
  const double w = p->w[p->base[contact] * (p->n + 1)] + p->w[(p->base[contact] + 1) * (p->n + 1)];
  const double effect = p->c->touch[contact].mu * force * w * (p->h + p->rest[contact]);
  if (!(effect <= NEGLIGIBLE * p->c->speed)) return HUGE_VAL;
  p->turns[contact] = false;
  for (int j = 0; j < NODES; ++j) p->z[contact][j] = p->slope[contact][j] = 0;
  return 0;
}

/// Where the spring has hardly begun its direction may be all rounding, and matters as little: changes of z weigh as
/// much as the spring's length, and they are judged by the longest.
CAROM__ALWAYS_INLINE double weighted_change(const rows* at, const double* z, const double* next) {
  double longest = 0, most = 0;
  carom__nodes step;
  for (int j = 0; j < NODES; ++j) step[j] = fabs(next[j] - z[j]) * at->rho[j];
  for (int j = 0; j < NODES; ++j) {
    longest = carom__max(longest, at->rho[j]);
    most = carom__max(most, step[j]);
  }
  return longest > 0 ? most / longest : 0;
}

CAROM__WITH_AVX2 static double turn(carom__span* p, int contact) {
  double *slope = p->slope[contact], *z = p->z[contact];
  const double rate = 1 / p->h;
  carom__nodes step, next;
  rows at;
  gather(p, contact, &at);
  if (p->past_end || (!p->factored[contact] && !refactor(p, contact, &at))) {
    p->past_end = p->past_end || turned_too_far(p, contact) > 0;
    return p->past_end ? HUGE_VAL : 0;
  }
  for (int j = 0; j < NODES; ++j)
    step[j] = -at.unit[j] * (at.rho[j] * rate * slope[j] + at.along[j] * z[j] - 0.5 * at.across[j] * (1 - z[j] * z[j]));
  carom__lu12_solve(&p->newton[contact], step);
  for (int j = 0; j < NODES; ++j) slope[j] += step[j];
  carom__twelve sum = {0};
  for (int k = 0; k < NODES; ++k) carom__twelve_add(&sum, slope[k], p->into[k]);
  carom__twelve_store(next, &sum);
  const double change = weighted_change(&at, z, next);
  memcpy(z, next, sizeof next);
  for (int j = 0; j < NODES; ++j)
    if (!(fabs(z[j]) < MOST_TURN)) return turned_too_far(p, contact);
  p->factored[contact] = change < SETTLED && !is_empty(&at, 0) && change > 0;
  return change;
}

double carom__span_turn(carom__span* p, int contact) {
  return turn(p, contact);
}
