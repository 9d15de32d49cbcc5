// Directions in which contacts that share friction begin to slip together, without acceleration.
//
// All forces balance there, and friction is at its limit along one motion n of the bodies. In coordinates u of that
// motion (W may tie the contacts: there are fewer than two for each) friction f(u) has degree 0, and u' = b + W f(u)
// must vanish: Newton's method, in the motions that turn directions; along n itself f knows nothing.
#include "simultaneous/rigid.h"

enum {
  MOST = 10,  // contacts: more keep their first directions
  ROWS = 2 * MOST,
  TURNS = 30,
};

/// A coordinate whose rate is given by those of others to this part of it is none.
static const double REDUNDANT = 1e-10;

/// Directions that turn by less are found; they turn by so much at a time at most.
static const double TURNED = 1e-15, MOST_TURN = 0.5;

typedef struct balance {
  int count, rank, felt;
  int contact[MOST];
  int basis[ROWS];             // rank rows, of 2 count, that are coordinates
  double effect[ROWS * ROWS];  // W over the rows, with the answers of what is held
  double map[ROWS * ROWS];     // motion of all rows per coordinate
  double core[ROWS * ROWS];    // W over the coordinates
  double across[MOST * ROWS];  // felt: motions that turn directions, orthonormal by W^-1
  double dual[MOST * ROWS];    // W^-1 of them
  double u[ROWS];
} balance;

static int row_of(const carom__rigid* r, const balance* b, int row) {
  return carom__tangent(r->c, b->contact[row / 2], row % 2);
}

static double dot(const double* a, const double* b, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

static void find_effect(carom__rigid* r, balance* b) {
  const int rows = 2 * b->count;
  double *force = r->unknowns.work + 2 * r->c->size, size;
  for (int k = 0; k < rows; ++k) {
    memset(force, 0, (size_t)r->c->size * sizeof *force);
    force[row_of(r, b, k)] = 1;
    carom__rigid_answer(r, force);
    for (int i = 0; i < rows; ++i) b->effect[i * rows + k] = carom__rigid_rate(r, row_of(r, b, i), force, &size);
  }
  r->c->work += 2.0 * b->count * r->c->size * r->c->size;
}

/// Coordinates, by elimination with pivoting.
static void find_basis(balance* b) {
  const int rows = 2 * b->count;
  double s[ROWS * ROWS];
  bool taken[ROWS] = {false};
  double whole = 0;
  memcpy(s, b->effect, (size_t)(rows * rows) * sizeof *s);
  for (int i = 0; i < rows; ++i) whole = carom__max(whole, s[i * rows + i]);
  b->rank = 0;
  for (;;) {
    int best = -1;
    for (int i = 0; i < rows; ++i)
      if (!taken[i] && s[i * rows + i] > REDUNDANT * whole && (best < 0 || s[i * rows + i] > s[best * rows + best]))
        best = i;
    if (best < 0) return;
    taken[best] = true;
    b->basis[b->rank++] = best;
    for (int i = 0; i < rows; ++i) {
      const double part = taken[i] ? 0 : s[i * rows + best] / s[best * rows + best];
      for (int j = 0; j < rows && part != 0; ++j) s[i * rows + j] -= part * s[best * rows + j];
    }
  }
}

/// x with m x = right, by Gauss.
static void solve(const double* m, int n, const double* right, double* x) {
  double rows[ROWS * (ROWS + 1)];
  for (int i = 0; i < n; ++i) {
    memcpy(rows + i * (n + 1), m + i * n, (size_t)n * sizeof *rows);
    rows[i * (n + 1) + n] = right[i];
  }
  carom__rigid_solve_rows(n, rows);
  for (int i = 0; i < n; ++i) x[i] = rows[i * (n + 1) + n];
}

/// map = W_(rows, basis) W_(basis, basis)^-1, which is not symmetric where locks slip.
static void find_map(balance* b) {
  const int rows = 2 * b->count, rank = b->rank;
  double right[ROWS] = {0}, transposed[ROWS * ROWS];
  for (int i = 0; i < rank; ++i)
    for (int j = 0; j < rank; ++j)
      transposed[j * rank + i] = b->core[i * rank + j] = b->effect[b->basis[i] * rows + b->basis[j]];
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < rank; ++j) right[j] = b->effect[i * rows + b->basis[j]];
    solve(transposed, rank, right, b->map + i * rank);
  }
}

/// The contacts that friction lets go, with the motion that is known about.
static bool begin(carom__rigid* r, balance* b) {
  b->count = 0;
  for (int i = 0; i < r->c->count; ++i) {
    if (!r->touch[i].yields || !carom__is_active(&r->c->touch[i])) continue;
    if (b->count == MOST) return false;
    b->contact[b->count++] = i;
  }
  if (b->count == 0) return false;
  find_effect(r, b);
  find_basis(b);
  find_map(b);
  for (int k = 0; k < b->rank; ++k) b->u[k] = r->touch[b->contact[b->basis[k] / 2]].way[b->basis[k] % 2];
  return b->rank > 0;
}

static double slip_of(const balance* b, int j, double* v) {
  for (int a = 0; a < 2; ++a) v[a] = dot(b->map + (2 * j + a) * b->rank, b->u, b->rank);
  return carom__hypot(v[0], v[1]);
}

/// Directions of the motion, and the forces that they make.
static void point(carom__rigid* r, const balance* b) {
  double v[2];
  for (int j = 0; j < b->count; ++j) {
    carom__rigid_touch* t = &r->touch[b->contact[j]];
    const double speed = slip_of(b, j, v);
    for (int a = 0; a < 2 && speed > 0; ++a) t->d[a] = v[a] / speed;
    memcpy(t->way, v, sizeof v);
  }
  carom__rigid_prepare_instant(r);
  carom__rigid_forces(r);
}

/// What contact j moves across its direction, per coordinate.
static void across_of(const carom__rigid* r, const balance* b, int j, double* e) {
  const double *d = r->touch[b->contact[j]].d, *map = b->map + 2 * j * b->rank;
  for (int k = 0; k < b->rank; ++k) e[k] = d[0] * map[b->rank + k] - d[1] * map[k];
}

/// e less what it has of the motions so far, and its square in W.
static double take_out(const balance* b, double* e, double* motion) {
  const int rank = b->rank;
  for (int q = 0; q < b->felt; ++q) {
    const double part = dot(e, b->across + q * rank, rank);
    for (int k = 0; k < rank; ++k) e[k] -= part * b->dual[q * rank + k];
  }
  for (int k = 0; k < rank; ++k) motion[k] = dot(b->core + k * rank, e, rank);
  return dot(e, motion, rank);
}

/// Motions W e, made orthonormal, the one that others give least first.
static void find_felt(carom__rigid* r, balance* b) {
  const int rank = b->rank;
  double e[ROWS], motion[ROWS], whole = 0;
  b->felt = 0;
  for (int k = 0; k < rank; ++k) whole = carom__max(whole, b->core[k * rank + k]);
  while (b->felt < b->count && b->felt < rank) {
    double most = 0;
    int best = -1;
    for (int j = 0; j < b->count; ++j) {
      across_of(r, b, j, e);
      const double square = take_out(b, e, motion);
      if (square > most) best = j;
      most = carom__max(most, square);
    }
    if (best < 0 || !(most > REDUNDANT * whole)) return;
    across_of(r, b, best, e);
    const double size = sqrt(take_out(b, e, motion));
    for (int k = 0; k < rank; ++k) {
      b->across[b->felt * rank + k] = motion[k] / size;
      b->dual[b->felt * rank + k] = e[k] / size;
    }
    b->felt += 1;
  }
}

/// Rates along the coordinates of the friction that a motion makes by turning directions.
static void turning_rates(carom__rigid* r, const balance* b, const double* motion, double* rates) {
  const carom__collision* c = r->c;
  double *force = r->unknowns.work + 2 * c->size, e[ROWS], v[2], size;
  memset(force, 0, (size_t)c->size * sizeof *force);
  for (int j = 0; j < b->count; ++j) {
    const int i = b->contact[j];
    across_of(r, b, j, e);
    const double friction = c->touch[i].mu * r->force[carom__normal(c, i)];
    const double turn = friction * dot(e, motion, b->rank) / slip_of(b, j, v);
    force[carom__tangent(c, i, 0)] = turn * r->touch[i].d[1];
    force[carom__tangent(c, i, 1)] = -turn * r->touch[i].d[0];
  }
  carom__rigid_answer(r, force);
  for (int k = 0; k < b->rank; ++k) rates[k] = carom__rigid_rate(r, row_of(r, b, b->basis[k]), force, &size);
}

/// The largest change of a contact's motion, as a part of it.
static double largest_turn(const balance* b, const double* change) {
  double most = DBL_MIN, v[2];
  for (int j = 0; j < b->count; ++j) {
    const double x = dot(b->map + 2 * j * b->rank, change, b->rank);
    const double y = dot(b->map + (2 * j + 1) * b->rank, change, b->rank);
    most = carom__max(most, carom__hypot(x, y) / carom__max(slip_of(b, j, v), DBL_MIN));
  }
  return most;
}

/// A step of Newton's method. Returns by how much motions turn.
static double turn(carom__rigid* r, balance* b) {
  const int felt = b->felt, rank = b->rank;
  double m[MOST * MOST], rates[ROWS], load[ROWS] = {0}, by[ROWS], change[ROWS];
  for (int k = 0; k < felt; ++k) {
    turning_rates(r, b, b->across + k * rank, rates);
    for (int q = 0; q < felt; ++q) m[q * felt + k] = dot(b->dual + q * rank, rates, rank);
  }
  for (int q = 0; q < felt; ++q)
    for (int k = 0; k < rank; ++k) load[q] -= b->dual[q * rank + k] * r->rate[row_of(r, b, b->basis[k])];
  solve(m, felt, load, by);
  for (int k = 0; k < rank; ++k) {
    change[k] = 0;
    for (int q = 0; q < felt; ++q) change[k] += by[q] * b->across[q * rank + k];
  }
  const double turned = largest_turn(b, change), part = carom__min(1, MOST_TURN / turned);
  for (int k = 0; k < rank; ++k) b->u[k] += part * change[k];
  return turned;
}

void carom__rigid_balance(carom__rigid* r) {
  balance b;
  carom__rigid_take_normals(r);
  carom__rigid_prepare_instant(r);
  if (!begin(r, &b)) return;
  point(r, &b);
  for (int k = 0; k < TURNS; ++k) {
    find_felt(r, &b);
    const double turned = turn(r, &b);
    point(r, &b);
    if (!(turned > TURNED)) return;
  }
}
