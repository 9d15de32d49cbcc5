// How locked contacts hold still, v_n = 0, redundant or not.
//
// Changes of load are shared as springs of the first stiffnesses K would share them. With D = W_nn^(-1/2) and
// D W_LL D = U diag(a) U^T, U_r for the a that are not rounding,
//     lambda = z + R y,   T (A (z + R y) + push) = 0
//     T = diag(1/a) U_r^T D,   R = K D^-1 U_r (U_r^T D^-1 K D^-1 U_r)^-1
// A is W_LL, less mu s^.W_nt in the columns of contacts that slip. The stress z (W_LL z = 0) is felt by no motion. It
// stays until L changes; only friction and release feel it. With full rank z = 0 and R T = W_LL^-1.
#include "math/eigen.h"
#include "math/lu.h"
#include "simultaneous/collision.h"

/// Below this part of the largest eigenvalue W_LL is singular: the contacts hold redundantly.
static const double REDUNDANT = 1e-10;

/// First stiffnesses count as at most this many times apart when load is shared, for the sake of its equations.
static const double STIFFEST = 1e8;

/// T A R is 1 where nothing slips: a pivot below this is rounding.
static const double LEAST_PIVOT = 1e-12;

static double w_between(const carom__collision* c, int a, int b) {
  return c->w[carom__normal(c, c->locked[a]) * c->size + carom__normal(c, c->locked[b])];
}

/// Eigenvalues a and vectors U (by columns), ascending; d: W_nn^(-1/2). Returns how many a are rounding.
static int decompose(carom__collision* c, double* d, double** a, double** u) {
  const int n = c->locked_count;
  double* m = c->hold + c->count * c->count;
  *u = m + n * n;
  *a = *u + n * n;
  for (int i = 0; i < n; ++i) d[i] = 1 / sqrt(w_between(c, i, i));
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) m[i * n + j] = d[i] * d[j] * w_between(c, i, j);
  c->work += carom__sweeps_work(n, carom_symmetric_eigen(n, m, *a, *u)) + 3.0 * n * n * n;
  int first = 0;
  while (first < n - 1 && !((*a)[first] > REDUNDANT * (*a)[n - 1])) ++first;
  return first;
}

/// R^T by rows, from (U_r^T D^-1 K D^-1 U_r) R^T = U_r^T D^-1 K.
static void share_by_stiffness(carom__collision* c, const double* d, const double* u, int first) {
  const int n = c->locked_count, r = c->rank;
  double sums[CAROM__MOST * CAROM__MOST], column[CAROM__MOST], k[CAROM__MOST], stiffest = 0;
  int pivots[CAROM__MOST];
  for (int a = 0; a < n; ++a) stiffest = carom__max(stiffest, c->touch[c->locked[a]].k0);
  for (int a = 0; a < n; ++a) k[a] = carom__max(c->touch[c->locked[a]].k0 / stiffest, 1 / STIFFEST);
  for (int i = 0; i < r; ++i)
    for (int j = 0; j < r; ++j) {
      double sum = 0;
      for (int a = 0; a < n; ++a) sum += u[a * n + first + i] * u[a * n + first + j] * k[a] / (d[a] * d[a]);
      sums[i * r + j] = sum;
    }
  carom__lu_factor(r, sums, pivots, 0);
  for (int a = 0; a < n; ++a) {
    for (int i = 0; i < r; ++i) column[i] = u[a * n + first + i] * k[a] / d[a];
    carom__lu_solve(r, sums, pivots, column);
    for (int i = 0; i < r; ++i) c->range[a * r + i] = column[i];
  }
}

/// z = F - R T W_LL F, with F the forces when the set changed.
static void keep_stress(carom__collision* c) {
  const int n = c->locked_count;
  double felt[CAROM__MOST];
  for (int a = 0; a < n; ++a) {
    felt[a] = 0;
    for (int b = 0; b < n; ++b) felt[a] += w_between(c, a, b) * c->touch[c->locked[b]].force;
  }
  for (int a = 0; a < n; ++a) {
    c->stress[a] = c->touch[c->locked[a]].force;
    for (int b = 0; b < n; ++b) c->stress[a] -= c->hold[a * n + b] * felt[b];
  }
}

void carom__hold_again(carom__collision* c) {
  const int n = c->locked_count;
  double d[CAROM__MOST], *values, *u;
  for (int a = 0; a < n; ++a) c->stress[a] = 0;
  c->rank = 0;
  if (n == 0) return;
  const int first = decompose(c, d, &values, &u), r = c->rank = n - first;
  for (int a = 0; a < n; ++a)
    for (int i = 0; i < r; ++i) {
      c->test[i * n + a] = u[a * n + first + i] * d[a] / values[first + i];
      c->range[a * r + i] = u[a * n + first + i] * d[a];
    }
  if (r < n) share_by_stiffness(c, d, u, first);
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < n; ++b) {
      double sum = 0;
      for (int i = 0; i < r; ++i) sum += c->range[a * r + i] * c->test[i * n + b];
      c->hold[a * n + b] = sum;
    }
  if (r < n) keep_stress(c);
}

/// What the friction of a unit of normal force at locked contact b does to the normal velocity of locked contact a.
static double friction_entry(const carom__collision* c, int a, int b) {
  const carom__touch* t = &c->touch[b];
  const double* w = c->w + carom__normal(c, a) * c->size + b * c->dimension;
  double entry = 0;
  for (int k = 0; k < c->tangents; ++k) entry -= t->mu * t->d[k] * w[k];
  return entry;
}

/// T A R y = -T (A z + push). False where that has no answer. T W_LL R = 1 and W_LL z = 0: only the columns of what
/// slips are left to be worked out.
static bool answer_slipping(const carom__collision* c, const double* push, const double* stress, double* answer) {
  const int n = c->locked_count, r = c->rank;
  double matrix[CAROM__MOST * CAROM__MOST], y[CAROM__MOST], column[CAROM__MOST];
  int pivots[CAROM__MOST];
  for (int i = 0; i < r; ++i) {
    y[i] = 0;
    for (int b = 0; b < n; ++b) y[i] -= c->test[i * n + b] * push[b];
    for (int j = 0; j < r; ++j) matrix[i * r + j] = i == j;
  }
  for (int b = 0; b < n; ++b) {
    if (c->touch[c->locked[b]].grip != CAROM__SLIPPING) continue;
    for (int a = 0; a < n; ++a) column[a] = friction_entry(c, c->locked[a], c->locked[b]);
    for (int i = 0; i < r; ++i) {
      double left = 0;
      for (int a = 0; a < n; ++a) left += c->test[i * n + a] * column[a];
      if (stress) y[i] -= left * stress[b];
      for (int j = 0; j < r; ++j) matrix[i * r + j] += left * c->range[b * r + j];
    }
  }
  if (!carom__lu_factor(r, matrix, pivots, LEAST_PIVOT)) return false;
  carom__lu_solve(r, matrix, pivots, y);
  for (int a = 0; a < n; ++a)
    for (int i = 0; i < r; ++i) answer[a] += c->range[a * r + i] * y[i];
  return true;
}

/// What the forces do to the normal velocities of the locked contacts.
static void find_push(const carom__collision* c, const double* force, double* push) {
  int pushing[3 * CAROM__MOST], count = 0;
  for (int j = 0; j < c->size; ++j)
    if (force[j] != 0) pushing[count++] = j;
  for (int a = 0; a < c->locked_count; ++a) {
    const double* row = c->w + carom__normal(c, c->locked[a]) * c->size;
    push[a] = 0;
    for (int k = 0; k < count; ++k) push[a] += row[pushing[k]] * force[pushing[k]];
  }
}

static void answer(const carom__collision* c, const double* stress, double* force) {
  double push[CAROM__MOST], lambda[CAROM__MOST];
  const int n = c->locked_count;
  bool slips = false;
  find_push(c, force, push);
  for (int a = 0; a < n; ++a) {
    lambda[a] = stress ? stress[a] : 0;
    slips |= c->touch[c->locked[a]].grip == CAROM__SLIPPING;
  }
  // Where slip has no answer it is about to end: what it would take to hold without it.
  if (!slips || !answer_slipping(c, push, stress, lambda))
    for (int a = 0; a < n; ++a)
      for (int b = 0; b < n; ++b) lambda[a] -= c->hold[a * n + b] * push[b];
  for (int a = 0; a < n; ++a) {
    const int contact = c->locked[a];
    force[carom__normal(c, contact)] = lambda[a];
    if (c->touch[contact].grip == CAROM__SLIPPING) carom__add_slip_friction(c, contact, lambda[a], force);
  }
}

void carom__answer_locked(const carom__collision* c, double* force) {
  answer(c, c->stress, force);
}

void carom__answer_locked_rates(const carom__collision* c, double* rate) {
  answer(c, NULL, rate);
}

void carom__update_locked(carom__collision* c) {
  if (!c->locked_count) return;
  double* force = c->scratch;
  carom__forces(c, force);
  for (int a = 0; a < c->locked_count; ++a) c->touch[c->locked[a]].force = force[carom__normal(c, c->locked[a])];
}

void carom__mend_locked(carom__collision* c) {
  double off[CAROM__MOST], size;
  for (int a = 0; a < c->locked_count; ++a) off[a] = carom__velocity_sum(c, carom__normal(c, c->locked[a]), &size);
  for (int a = 0; a < c->locked_count; ++a)
    for (int b = 0; b < c->locked_count; ++b)
      c->impulse[carom__normal(c, c->locked[a])] -= c->hold[a * c->locked_count + b] * off[b];
}
