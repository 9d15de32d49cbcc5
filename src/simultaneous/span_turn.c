// The direction of a slipping spring on a panel: collocation of rho z' = r (1 - z^2)/2 - p z, for the slopes y = h z'
// with z = A y: rho y/h + p z - r (1 - z^2)/2 = 0, derivative rho/h delta_jk + (p + r z) A_jk. The factors of the
// derivative serve several sweeps: what changes between sweeps soon becomes small.
#include "simultaneous/span.h"

enum { NODES = CAROM__SPAN_NODES };

/// A change of z this small no longer asks for new factors.
static const double SETTLED = 1e-3;

/// A velocity below this part of the scale does not matter.
static const double NEGLIGIBLE = 1e-11;

/// Everything about the contact at node j.
typedef struct local {
  double rho, along, across, unit;  // unit: 1 over the size of the row
} local;

static local at_node(carom__span* p, int contact, int j) {
  const carom__touch* t = &p->c->touch[contact];
  const double v0 = p->v[p->base[contact]][j], v1 = p->v[p->base[contact] + 1][j];
  const double reach = t->reach * p->force[carom__span_normal(p, contact)][j];
  if (reach < 0 && t->phase == CAROM__RESTORING) p->past_end = true;
  local l = {.rho = reach > 0 ? reach : 0, .along = v0 * t->d[0] + v1 * t->d[1], .across = v1 * t->d[0] - v0 * t->d[1]};
  const double size = l.rho / p->h + fabs(l.along) + fabs(l.across);
  l.unit = size > 0 ? 1 / size : 0;
  return l;
}

/// LU factors with pivoting, in place. False where a pivot vanishes.
static bool factor(double a[NODES][NODES], double* pivots) {
  for (int q = 0; q < NODES; ++q) {
    int best = q;
    for (int i = q + 1; i < NODES; ++i)
      if (fabs(a[i][q]) > fabs(a[best][q])) best = i;
    if (!(fabs(a[best][q]) > 1e-14)) return false;
    pivots[q] = best;
    for (int k = 0; k < NODES && best != q; ++k) {
      const double kept = a[q][k];
      a[q][k] = a[best][k];
      a[best][k] = kept;
    }
    for (int i = q + 1; i < NODES; ++i) {
      const double share = a[i][q] / a[q][q];
      a[i][q] = share;
      for (int k = q + 1; k < NODES; ++k) a[i][k] -= share * a[q][k];
    }
  }
  return true;
}

static void solve(double a[NODES][NODES], const double* pivots, double* x) {
  for (int q = 0; q < NODES; ++q) {
    const int best = (int)pivots[q];
    const double kept = x[q];
    x[q] = x[best];
    x[best] = kept;
  }
  for (int q = 0; q < NODES; ++q)
    for (int k = 0; k < q; ++k) x[q] -= a[q][k] * x[k];
  for (int q = NODES - 1; q >= 0; --q) {
    for (int k = q + 1; k < NODES; ++k) x[q] -= a[q][k] * x[k];
    x[q] /= a[q][q];
  }
}

/// Factors of the derivative, each row scaled to size 1 by what its terms were then.
static bool refactor(carom__span* p, int contact, const local* at) {
  double* memory = p->newton + contact * (NODES * NODES + NODES);
  double(*a)[NODES] = (double(*)[NODES])memory;
  for (int j = 0; j < NODES; ++j) {
    const double stiff = at[j].unit * (at[j].along + at[j].across * p->z[contact][j]);
    for (int k = 0; k < NODES; ++k) a[j][k] = stiff * p->into[k][j];
    a[j][j] += at[j].unit > 0 ? at[j].unit * at[j].rho / p->h : 1;
  }
  p->factored[contact] = factor(a, memory + NODES * NODES);
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

double carom__span_turn(carom__span* p, int contact) {
  double *slope = p->slope[contact], *z = p->z[contact], step[NODES], change = 0;
  double* memory = p->newton + contact * (NODES * NODES + NODES);
  local at[NODES];
  for (int j = 0; j < NODES; ++j) at[j] = at_node(p, contact, j);
  if (p->past_end || (!p->factored[contact] && !refactor(p, contact, at))) {
    p->past_end = p->past_end || turned_too_far(p, contact) > 0;
    return p->past_end ? HUGE_VAL : 0;
  }
  for (int j = 0; j < NODES; ++j)
    step[j] = -at[j].unit * (at[j].rho / p->h * slope[j] + at[j].along * z[j] - 0.5 * at[j].across * (1 - z[j] * z[j]));
  solve((double(*)[NODES])memory, memory + NODES * NODES, step);
  double sum[NODES] = {0};
  for (int k = 0; k < NODES; ++k) {
    slope[k] += step[k];
    for (int j = 0; j < NODES; ++j) sum[j] += slope[k] * p->into[k][j];
  }
  double longest = 0;
  for (int j = 0; j < NODES; ++j) longest = carom__max(longest, at[j].rho);
  for (int j = 0; j < NODES; ++j) {
    // Where the spring has hardly begun its direction may be all rounding, and matters as little.
    const double step_size = longest > 0 ? fabs(sum[j] - z[j]) * at[j].rho / longest : 0;
    if (step_size > change) change = step_size;
    z[j] = sum[j];
    if (!(fabs(z[j]) < 1.5)) return turned_too_far(p, contact);
  }
  p->factored[contact] = change < SETTLED && at[0].unit > 0 && change > 0;
  return change;
}
