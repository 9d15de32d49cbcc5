// How locked contacts hold still, v_n = 0, redundant or not.
//
// Changes of load are shared as springs of the first stiffnesses K would share them. With D = W_nn^(-1/2) and
// D W_LL D = U diag(a) U^T, U_r for the a that are not rounding,
//     lambda = z + R y,   T (A (z + R y) + push) = 0
//     T = diag(1/a) U_r^T D,   R = K D^-1 U_r (U_r^T D^-1 K D^-1 U_r)^-1
// A is W_LL, less mu s^.W_nt in the columns of contacts that slip. The stress z (W_LL z = 0) is felt by no motion. It
// stays until L changes; only friction and release feel it. With full rank z = 0 and R T = W_LL^-1. T W_LL R = 1, so
// that this is
//     lambda = z - S F,   S = R T W_L   (F: all forces but those of locked normals)
// and friction, mu lambda at contacts that slip, leaves as many equations as there are of those.
#include "math/eigen.h"
#include "math/lu.h"
#include "simultaneous/collision.h"

/// Below this part of the largest eigenvalue W_LL is singular: the contacts hold redundantly.
static const double REDUNDANT = 1e-10;

/// First stiffnesses count as at most this many times apart when load is shared, for the sake of its equations.
static const double STIFFEST = 1e8;

/// The equations of those that slide are 1 without friction: a pivot below this is rounding.
static const double LEAST_PIVOT = 1e-12;

static double w_between(const carom__collision* c, int a, int b) {
  return c->w[carom__normal(c, c->locked[a]) * c->size + carom__normal(c, c->locked[b])];
}

/// Room behind `hold`: each part is locked_count^2, but for the eigenvalues.
typedef struct room {
  double *matrix, *vectors;  // U by columns, ascending
  double *range, *test;      // hold = range test
  double* values;            // a
} room;

static room room_behind(const carom__collision* c) {
  const int n = c->locked_count;
  double* at = c->hold + c->count * c->count;
  return (room){at, at + n * n, at + 2 * n * n, at + 3 * n * n, at + 4 * n * n};
}

/// Eigenvalues and vectors; d: W_nn^(-1/2). Returns how many eigenvalues are rounding.
static int decompose(const carom__collision* c, const room* to, double* d) {
  const int n = c->locked_count;
  for (int i = 0; i < n; ++i) d[i] = 1 / sqrt(w_between(c, i, i));
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) to->matrix[i * n + j] = d[i] * d[j] * w_between(c, i, j);
  carom_symmetric_eigen(n, to->matrix, to->values, to->vectors);
  int first = 0;
  while (first < n - 1 && !(to->values[first] > REDUNDANT * to->values[n - 1])) ++first;
  return first;
}

/// R^T by rows, from (U_r^T D^-1 K D^-1 U_r) R^T = U_r^T D^-1 K.
static void share_by_stiffness(const carom__collision* c, const room* to, const double* d, int first) {
  const int n = c->locked_count, r = n - first;
  const double* u = to->vectors;
  double *sums = to->matrix, column[CAROM__MOST], k[CAROM__MOST], stiffest = 0;
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
    for (int i = 0; i < r; ++i) to->range[a * r + i] = column[i];
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

/// hold W_L.
static void find_share(carom__collision* c) {
  const int n = c->locked_count;
  for (int a = 0; a < n; ++a) {
    double* share = c->share + a * c->size;
    for (int j = 0; j < c->size; ++j) share[j] = 0;
    for (int b = 0; b < n; ++b) {
      const double hold = c->hold[a * n + b], *row = c->w + carom__normal(c, c->locked[b]) * c->size;
      for (int j = 0; j < c->size; ++j) share[j] += hold * row[j];
    }
  }
}

void carom__hold_again(carom__collision* c) {
  const int n = c->locked_count;
  double d[CAROM__MOST];
  for (int a = 0; a < n; ++a) c->stress[a] = 0;
  if (n == 0) return;
  const room to = room_behind(c);
  const int first = decompose(c, &to, d), r = n - first;
  for (int a = 0; a < n; ++a)
    for (int i = 0; i < r; ++i) {
      to.test[i * n + a] = to.vectors[a * n + first + i] * d[a] / to.values[first + i];
      to.range[a * r + i] = to.vectors[a * n + first + i] * d[a];
    }
  if (r < n) share_by_stiffness(c, &to, d, first);
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < n; ++b) {
      double sum = 0;
      for (int i = 0; i < r; ++i) sum += to.range[a * r + i] * to.test[i * n + b];
      c->hold[a * n + b] = sum;
    }
  if (r < n) keep_stress(c);
  find_share(c);
}

void carom__list_sliding(const carom__collision* c, carom__sliding* s) {
  s->n = 0;
  for (int a = 0; a < c->locked_count; ++a)
    if (c->touch[c->locked[a]].grip == CAROM__SLIPPING) s->lock[s->n++] = a;
}

bool carom__factor_sliding(const carom__collision* c, const double (*d)[2], carom__sliding* s) {
  for (int j = 0; j < s->n; ++j) {
    const int contact = c->locked[s->lock[j]];
    const double mu = c->touch[contact].mu;
    for (int i = 0; i < s->n; ++i) {
      const double* share = c->share + s->lock[i] * c->size + contact * c->dimension;
      double along = share[0] * d[j][0];
      if (c->tangents == 2) along += share[1] * d[j][1];
      s->factors[i * s->n + j] = (i == j) - mu * along;
    }
  }
  return carom__lu_factor(s->n, s->factors, s->pivots, LEAST_PIVOT);
}

/// The forces of those that slide, and what their friction does to all others. False where that has no answer.
static bool answer_sliding(const carom__collision* c, carom__sliding* s, double* lambda, double* force) {
  double d[CAROM__MOST][2], sliding[CAROM__MOST];
  for (int i = 0; i < s->n; ++i) memcpy(d[i], c->touch[c->locked[s->lock[i]]].d, sizeof d[i]);
  if (!carom__factor_sliding(c, (const double(*)[2])d, s)) return false;
  for (int i = 0; i < s->n; ++i) sliding[i] = lambda[s->lock[i]];
  carom__lu_solve(s->n, s->factors, s->pivots, sliding);
  for (int i = 0; i < s->n; ++i) {
    const int contact = c->locked[s->lock[i]], t = contact * c->dimension;
    for (int k = 0; k < c->tangents; ++k) {
      const double friction = -c->touch[contact].mu * sliding[i] * d[i][k];
      force[t + k] += friction;
      for (int a = 0; a < c->locked_count; ++a) lambda[a] -= c->share[a * c->size + t + k] * friction;
    }
  }
  for (int i = 0; i < s->n; ++i) lambda[s->lock[i]] = sliding[i];
  return true;
}

static void answer(const carom__collision* c, const double* stress, double* force) {
  double lambda[CAROM__MOST];
  carom__sliding s;  // large: what is used is set
  for (int a = 0; a < c->locked_count; ++a) {
    const double* share = c->share + a * c->size;
    lambda[a] = stress ? stress[a] : 0;
    for (int j = 0; j < c->size; ++j) lambda[a] -= share[j] * force[j];
  }
  carom__list_sliding(c, &s);
  // Where slip has no answer it is about to end: what it would take to hold without it.
  if (s.n > 0 && !answer_sliding(c, &s, lambda, force))
    for (int i = 0; i < s.n; ++i) carom__add_slip_friction(c, c->locked[s.lock[i]], lambda[s.lock[i]], force);
  for (int a = 0; a < c->locked_count; ++a) force[carom__normal(c, c->locked[a])] = lambda[a];
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
