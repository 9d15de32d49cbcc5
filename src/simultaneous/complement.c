// Complementarity by principal pivots.
#include "simultaneous/complement.h"

#include "math/lu.h"
#include "simultaneous/collision.h"

/// The rows that are in, and the factors of their part of M.
typedef struct basis {
  int n, row[CAROM__MOST], pivots[CAROM__MOST];
  double factors[CAROM__MOST * CAROM__MOST];
} basis;

static bool factor(const carom__complement* p, basis* b) {
  b->n = 0;
  for (int i = 0; i < p->n; ++i)
    if (p->in[i]) b->row[b->n++] = i;
  for (int i = 0; i < b->n; ++i)
    for (int j = 0; j < b->n; ++j) b->factors[i * b->n + j] = p->m[b->row[i] * p->n + b->row[j]];
  return carom__lu_factor(b->n, b->factors, b->pivots, 0);
}

static void find_z(const carom__complement* p, const basis* b) {
  double x[CAROM__MOST];
  for (int i = 0; i < b->n; ++i) x[i] = -p->q[b->row[i]];
  carom__lu_solve(b->n, b->factors, b->pivots, x);
  for (int i = 0; i < p->n; ++i) p->z[i] = 0;
  for (int i = 0; i < b->n; ++i) p->z[b->row[i]] = x[i];
}

/// How w_i grows with z_i while the rows that are in keep their w at 0.
static double pivot_of(const carom__complement* p, const basis* b, int i) {
  double x[CAROM__MOST], pivot = p->m[i * p->n + i];
  for (int k = 0; k < b->n; ++k) x[k] = p->m[b->row[k] * p->n + i];
  carom__lu_solve(b->n, b->factors, b->pivots, x);
  for (int k = 0; k < b->n; ++k) pivot -= p->m[i * p->n + b->row[k]] * x[k];
  return pivot;
}

/// By how much row i does not fit: a negative z that is in, a negative w that is out.
static double misfit(const carom__complement* p, int i) {
  if (p->in[i]) return p->z[i] < -fabs(p->noise[i]) ? -p->z[i] : 0;
  double w = p->q[i];
  for (int j = 0; j < p->n; ++j) w += p->m[i * p->n + j] * p->z[j];
  return w < -p->noise[i] ? carom__max(-w, DBL_MIN) : 0;
}

/// The row to change next: the one that fits worst or, once that may go in circles, the first that does not fit.
static int next_row(const carom__complement* p, bool first) {
  int next = -1;
  double most = 0;
  for (int i = 0; i < p->n; ++i) {
    const double by = misfit(p, i);
    if (!(by > most)) continue;
    next = i;
    most = by;
    if (first) break;
  }
  return next;
}

int carom__solve_complement(const carom__complement* p) {
  basis b;
  const int worst_first = 2 * p->n + 4, most = worst_first + 8 * p->n;
  for (int i = 0; i < p->n; ++i) p->in[i] = false;
  for (int round = 0; round < most; ++round) {
    if (!factor(p, &b)) return b.row[b.n - 1];
    find_z(p, &b);
    const int i = next_row(p, round >= worst_first);
    if (i < 0) return -1;
    if (!p->in[i] && !(pivot_of(p, &b, i) > p->least)) return i;
    p->in[i] = !p->in[i];
  }
  return -1;
}
