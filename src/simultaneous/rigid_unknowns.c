// The forces that are not known but follow from what they hold at rest: v_n = 0 of locks, v_t = 0 where it sticks.
//
// W over these freedoms may be singular (a box on four corners). A basis is found by Cholesky with pivoting, locks
// first: what they need no limit holds back. The rest follows from the least sum of squares: of lambda/sqrt(k) for
// locks, of |F_t|/(mu F_n) for friction. For a piece the friction that is not in the basis keeps its ratio to F_n, so
// that it ends when its contact does.
#include "math/four.h"
#include "simultaneous/rigid.h"

/// A freedom whose rate is given by those of others to this part of it is redundant.
static const double REDUNDANT = 1e-10;

/// Pivots below this part of the largest entry of their column are rounding.
static const double SINGULAR = 1e-13;

/// What friction can hold counts as at least this part of the largest: weights further apart would cost digits.
static const double LEAST_WEIGHT = 1e-3;

/// A choice of freedoms with the part of W that is left after elimination.
typedef struct basis {
  int count, locks, sticking;  // locks first, then sticking tangents, then what is asked about: who holds it?
  int freedom[3 * CAROM__MOST];
  bool taken[3 * CAROM__MOST];
  double weight[3 * CAROM__MOST];
  double whole[3 * CAROM__MOST];  // diagonal before elimination
} basis;

static void add_tangents(const carom__rigid* r, int contact, basis* b) {
  for (int a = 0; a < r->c->tangents; ++a) b->freedom[b->count++] = carom__tangent(r->c, contact, a);
}

/// What is held at rest.
static void list_held(const carom__rigid* r, basis* b) {
  const carom__collision* c = r->c;
  b->count = 0;
  for (int i = 0; i < c->count; ++i)
    if (r->touch[i].holds) b->freedom[b->count++] = carom__normal(c, i);
  b->locks = b->count;
  for (int i = 0; i < c->count; ++i)
    if (carom__rigid_presses(r, i) && r->touch[i].grip == CAROM__STICKING) add_tangents(r, i, b);
  b->sticking = b->count;
}

/// The same, and the tangents of contacts that slip from rest.
static void list_freedoms(const carom__rigid* r, basis* b) {
  const carom__collision* c = r->c;
  list_held(r, b);
  for (int i = 0; i < c->count; ++i)
    if (carom__rigid_presses(r, i) && r->touch[i].grip == CAROM__SLIPPING && r->touch[i].rests) add_tangents(r, i, b);
}

/// Squares of what the least squares weigh by: stiffness of locks, what friction can hold.
static void weigh(const carom__rigid* r, basis* b) {
  double stiffest = 0, strongest = 0;
  for (int q = 0; q < b->locks; ++q) stiffest = carom__max(stiffest, r->c->touch[b->freedom[q] / r->c->dimension].k0);
  for (int q = b->locks; q < b->sticking; ++q)
    strongest = carom__max(strongest, r->touch[b->freedom[q] / r->c->dimension].cap);
  for (int q = 0; q < b->sticking; ++q) {
    const int contact = b->freedom[q] / r->c->dimension;
    const carom__rigid_touch* t = &r->touch[contact];
    const double part = strongest > 0 ? carom__max(LEAST_WEIGHT, t->cap / strongest) : 1;
    b->weight[q] =
        q < b->locks ? carom__max(LEAST_WEIGHT * LEAST_WEIGHT, r->c->touch[contact].k0 / stiffest) : part * part;
  }
}

static void eliminate(basis* b, double* s, int pivot) {
  const int n = b->count;
  b->taken[pivot] = true;
  for (int i = 0; i < n; ++i) {
    if (b->taken[i]) continue;
    const double part = s[i * n + pivot] / s[pivot * n + pivot];
    if (part != 0) carom__add_scaled(n, -part, s + pivot * n, s + i * n);  // columns that are taken are not read again
  }
}

/// The freedom to take next among [from, to): the one that others determine least; -1 if all the rest is redundant.
static int next_pivot(const basis* b, const double* s, int from, int to) {
  double most = 0;
  int best = -1;
  for (int i = from; i < to; ++i) {
    const double left = s[i * b->count + i];
    if (b->taken[i] || !(left > REDUNDANT * b->whole[i])) continue;
    const double value = i < b->locks ? left / b->whole[i] : left * b->weight[i];
    if (value > most) {
      most = value;
      best = i;
    }
  }
  return best;
}

/// Fills rows with a basis of the locks, then of the sticking tangents.
static void choose(carom__rigid* r, basis* b) {
  const carom__collision* c = r->c;
  carom__rigid_unknowns* u = &r->unknowns;
  double* s = r->matrix;
  const int n = b->count;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) s[i * n + j] = c->w[b->freedom[i] * c->size + b->freedom[j]];
    b->whole[i] = s[i * n + i];
    b->taken[i] = false;
  }
  u->rank = 0;
  for (int stage = 0; stage < 2; ++stage) {
    const int from = stage ? b->locks : 0, to = stage ? b->sticking : b->locks;
    for (int pivot; (pivot = next_pivot(b, s, from, to)) >= 0;) {
      u->row[u->rank++] = b->freedom[pivot];
      eliminate(b, s, pivot);
    }
  }
  r->c->work += (double)n * n * (u->rank + 1);
}

/// The rate of a freedom per unit of an unknown force, with the friction that comes with a normal force.
static double column(const carom__rigid* r, int row, int freedom) {
  const carom__collision* c = r->c;
  const double* w = c->w + row * c->size;
  const int contact = freedom / c->dimension;
  double sum = w[freedom];
  for (int a = 0; a < c->tangents && freedom == carom__normal(c, contact); ++a) {
    const double share = carom__rigid_share(r, contact, a);
    if (share != 0) sum += share * w[carom__tangent(c, contact, a)];
  }
  return sum;
}

/// LU with row pivoting.
static void factor(carom__rigid_unknowns* u) {
  const int n = u->rank;
  double* m = u->factors;
  u->singular = false;
  for (int i = 0; i < n; ++i) u->order[i] = i;
  for (int p = 0; p < n; ++p) {
    int best = p;
    double whole = 0;
    for (int i = 0; i < n; ++i) whole = carom__max(whole, fabs(m[i * n + p]));
    for (int i = p + 1; i < n; ++i)
      if (fabs(m[i * n + p]) > fabs(m[best * n + p])) best = i;
    if (!(fabs(m[best * n + p]) > SINGULAR * whole)) {
      u->singular = true;
      return;
    }
    for (int j = 0; j < n && best != p; ++j) {
      const double kept = m[p * n + j];
      m[p * n + j] = m[best * n + j];
      m[best * n + j] = kept;
    }
    const int kept = u->order[p];
    u->order[p] = u->order[best];
    u->order[best] = kept;
    for (int i = p + 1; i < n; ++i) {
      const double part = m[i * n + p] /= m[p * n + p];
      for (int j = p + 1; j < n; ++j) m[i * n + j] -= part * m[p * n + j];
    }
  }
}

/// W_rows G E, factored.
static void build(carom__rigid* r) {
  carom__rigid_unknowns* u = &r->unknowns;
  for (int i = 0; i < u->rank; ++i)
    for (int j = 0; j < u->rank; ++j) {
      double sum = 0;
      if (u->plain) {
        sum = column(r, u->row[i], u->freedom[j]);
      } else {
        for (int q = 0; q < u->count; ++q)
          if (u->share[q * u->rank + j] != 0) sum += column(r, u->row[i], u->freedom[q]) * u->share[q * u->rank + j];
      }
      u->factors[i * u->rank + j] = sum;
    }
  factor(u);
  r->c->work += (double)u->rank * u->rank * (u->plain ? 4 : u->count + 4);
}

static void use_rows(carom__rigid_unknowns* u) {
  u->count = u->rank;
  u->plain = true;
  memcpy(u->freedom, u->row, (size_t)u->rank * sizeof *u->row);
}

static bool is_row(const carom__rigid_unknowns* u, int freedom) {
  for (int i = 0; i < u->rank; ++i)
    if (u->row[i] == freedom) return true;
  return false;
}

/// E = weight W_(unknowns, rows) over [from, to) of the choice, whose rows are [first, last).
static void share_by_weight(carom__rigid* r, const basis* b, int count, int last) {
  carom__rigid_unknowns* u = &r->unknowns;
  for (int q = 0; q < count; ++q)
    for (int i = 0; i < last; ++i)
      u->share[q * u->rank + i] = b->weight[q] * r->c->w[b->freedom[q] * r->c->size + u->row[i]];
}

static void mark_basic(carom__rigid* r, const basis* b, bool all) {
  const carom__collision* c = r->c;
  for (int q = b->locks; q < b->sticking; ++q) {
    carom__rigid_touch* t = &r->touch[b->freedom[q] / c->dimension];
    t->basic[b->freedom[q] % c->dimension] = all || is_row(&r->unknowns, b->freedom[q]);
  }
}

void carom__rigid_prepare_instant(carom__rigid* r) {
  carom__rigid_unknowns* u = &r->unknowns;
  basis b;
  list_freedoms(r, &b);
  weigh(r, &b);
  choose(r, &b);
  u->redundant = u->rank < b.sticking;
  if (!u->redundant) {
    use_rows(u);
  } else {
    u->count = b.sticking;
    u->plain = false;
    memcpy(u->freedom, b.freedom, (size_t)u->count * sizeof *u->freedom);
    share_by_weight(r, &b, b.sticking, u->rank);
  }
  mark_basic(r, &b, true);
  build(r);
}

/// What the chosen rows leave of W says whether a freedom that was asked about can move.
static bool is_given(const basis* b, const double* left, int q) {
  return left[q * b->count + q] <= REDUNDANT * b->whole[q];
}

/// The same, and the normals of springs: of those that cannot move the force stays as it is.
static void choose_for_piece(carom__rigid* r, basis* b) {
  const carom__collision* c = r->c;
  list_held(r, b);
  for (int i = 0; i < c->count; ++i)
    if (carom__is_springy(&c->touch[i])) b->freedom[b->count++] = carom__normal(c, i);
  weigh(r, b);
  choose(r, b);
  for (int i = 0; i < c->count; ++i) r->touch[i].tied = false;
  for (int q = b->sticking; q < b->count && r->unknowns.rank > 0; ++q) {
    const int i = b->freedom[q] / c->dimension;
    r->touch[i].tied = is_given(b, r->matrix, q) && fabs(c->v[b->freedom[q]]) <= CAROM__LEVERS * r->touch[i].noise;
  }
}

void carom__rigid_prepare_piece(carom__rigid* r) {
  carom__rigid_unknowns* u = &r->unknowns;
  basis b;
  choose_for_piece(r, &b);
  u->redundant = u->rank < b.sticking;
  mark_basic(r, &b, false);
  int lock_rank = 0;
  while (lock_rank < u->rank && u->row[lock_rank] == carom__normal(r->c, u->row[lock_rank] / r->c->dimension))
    ++lock_rank;
  if (lock_rank == b.locks) {
    use_rows(u);
  } else {
    u->count = b.locks + u->rank - lock_rank;
    u->plain = false;
    memset(u->share, 0, (size_t)u->count * (size_t)u->rank * sizeof *u->share);
    memcpy(u->freedom, b.freedom, (size_t)b.locks * sizeof *u->freedom);
    share_by_weight(r, &b, b.locks, lock_rank);
    for (int i = lock_rank; i < u->rank; ++i) {
      const int q = b.locks + i - lock_rank;
      u->freedom[q] = u->row[i];
      u->share[q * u->rank + i] = 1;
    }
  }
  build(r);
}

void carom__rigid_point_locks(carom__rigid* r) {
  build(r);
}

bool carom__rigid_is_tied(const carom__rigid* r, int contact) {
  const carom__collision* c = r->c;
  basis b;
  list_freedoms(r, &b);
  // The matrix still holds what prepare_instant left of W.
  for (int q = b.sticking; q < b.count; ++q) {
    if (b.freedom[q] / c->dimension != contact) continue;
    const double whole = c->w[b.freedom[q] * c->size + b.freedom[q]];
    if (r->matrix[q * b.count + q] > 10 * REDUNDANT * whole) return false;
  }
  return true;
}

static void substitute(const carom__rigid_unknowns* u, const double* load, double* x) {
  const int n = u->rank;
  for (int i = 0; i < n; ++i) {
    x[i] = load[u->order[i]];
    for (int j = 0; j < i; ++j) x[i] -= u->factors[i * n + j] * x[j];
  }
  for (int i = n - 1; i >= 0; --i) {
    for (int j = i + 1; j < n; ++j) x[i] -= u->factors[i * n + j] * x[j];
    x[i] /= u->factors[i * n + i];
  }
}

/// Adds unknown forces that cancel given rates (all freedoms; none: 0) and those of the forces.
static void answer(const carom__rigid* r, const double* rates, double* force) {
  const carom__collision* c = r->c;
  const carom__rigid_unknowns* u = &r->unknowns;
  if (!u->rank || u->singular) return;
  double *load = u->work, *x = load + c->size;
  for (int i = 0; i < u->rank; ++i) {
    const double* w = c->w + u->row[i] * c->size;
    double sum = rates ? -rates[u->row[i]] : 0;
    for (int j = 0; j < c->size; ++j) sum -= w[j] * force[j];
    load[i] = sum;
  }
  substitute(u, load, x);
  r->c->work += (double)u->rank * (c->size + u->rank + u->count);
  for (int q = 0; q < u->count; ++q) {
    double value = u->plain ? x[q] : 0;
    for (int j = 0; j < u->rank && !u->plain; ++j) value += u->share[q * u->rank + j] * x[j];
    const int contact = u->freedom[q] / c->dimension;
    if (u->freedom[q] == carom__normal(c, contact))
      carom__rigid_push(r, contact, value, force);
    else
      force[u->freedom[q]] += value;
  }
}

void carom__rigid_answer(const carom__rigid* r, double* force) {
  answer(r, NULL, force);
}

void carom__rigid_mend(const carom__rigid* r) {
  answer(r, r->c->v0, r->c->impulse);
}

void carom__rigid_solve_rows(int n, double* m) {
  for (int p = 0; p < n; ++p) {
    int best = p;
    for (int i = p + 1; i < n; ++i)
      if (fabs(m[i * (n + 1) + p]) > fabs(m[best * (n + 1) + p])) best = i;
    for (int j = 0; j <= n && best != p; ++j) {
      const double kept = m[p * (n + 1) + j];
      m[p * (n + 1) + j] = m[best * (n + 1) + j];
      m[best * (n + 1) + j] = kept;
    }
    const double pivot = m[p * (n + 1) + p];
    for (int j = p; j <= n; ++j) m[p * (n + 1) + j] = pivot != 0 ? m[p * (n + 1) + j] / pivot : 0;
    for (int i = 0; i < n; ++i) {
      const double part = m[i * (n + 1) + p];
      for (int j = p; j <= n && i != p; ++j) m[i * (n + 1) + j] -= part * m[p * (n + 1) + j];
    }
  }
}
