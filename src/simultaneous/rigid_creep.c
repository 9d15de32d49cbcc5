// Contacts that creep, in space; the header has the equations.
#include "simultaneous/rigid_creep.h"

/// Directions follow within this part of the piece, where accelerations are less than HASTY of what friction could make
/// of them; it is worth it where one of them is less than SLOW.
static const double FOLLOWS = 0.01, HASTY = 0.02, SLOW = 0.001;

/// Contacts up to this many times as fast as those that creep are looked at with them.
static const double AS_SLOW = 1e3;

/// A coordinate whose rate is given by those of others to this part of it is none.
static const double REDUNDANT = 1e-10;

enum { TURNS = 4 };

static double* series(double* all, int which) {
  return all + which * CAROM__RIGID_TERMS;
}

static int row_of(const carom__rigid* r, const carom__rigid_creep* creep, int row) {
  return carom__tangent(r->c, creep->contact[row / 2], row % 2);
}

/// Slips, on a spring. (The answers of locks that slip are made for the directions that they have.)
static bool moves(const carom__rigid* r, int contact) {
  const carom__rigid_touch* t = &r->touch[contact];
  return carom__is_springy(&r->c->touch[contact]) && t->grip == CAROM__SLIPPING && !t->starts && !t->settled &&
         carom__rigid_slip_speed(r, contact) > 0;
}

/// Its acceleration, as a part of what friction could make of it, if its direction follows; else a large number.
static double haste(const carom__rigid* r, int contact, double length) {
  const carom__collision* c = r->c;
  if (!moves(r, contact)) return HUGE_VAL;
  const int x = carom__tangent(c, contact, 0), y = x + 1, n = carom__normal(c, contact);
  const double w = carom__max(c->w[x * c->size + x], c->w[y * c->size + y]);
  const double strength = w * c->touch[contact].mu * r->force[n];
  if (!(carom__rigid_slip_speed(r, contact) < FOLLOWS * strength * length)) return HUGE_VAL;
  return carom__hypot(r->rate[x], r->rate[y]) / strength;
}

/// W over the rows, with the answers of what is held.
static void find_effect(carom__rigid* r, const carom__rigid_creep* creep, double* effect) {
  const int rows = 2 * creep->count;
  double *force = r->unknowns.work + 2 * r->c->size, size;
  for (int k = 0; k < rows; ++k) {
    memset(force, 0, (size_t)r->c->size * sizeof *force);
    force[row_of(r, creep, k)] = 1;
    carom__rigid_answer(r, force);
    for (int i = 0; i < rows; ++i) effect[i * rows + k] = carom__rigid_rate(r, row_of(r, creep, i), force, &size);
  }
}

/// Coordinates, by elimination with pivoting.
static void find_basis(carom__rigid_creep* creep, const double* effect) {
  const int rows = 2 * creep->count;
  double s[CAROM__CREEP_ROWS * CAROM__CREEP_ROWS];
  bool taken[CAROM__CREEP_ROWS] = {false};
  double whole = 0;
  memcpy(s, effect, (size_t)(rows * rows) * sizeof *s);
  for (int i = 0; i < rows; ++i) whole = carom__max(whole, s[i * rows + i]);
  creep->rank = 0;
  for (;;) {
    int best = -1;
    for (int i = 0; i < rows; ++i)
      if (!taken[i] && s[i * rows + i] > REDUNDANT * whole && (best < 0 || s[i * rows + i] > s[best * rows + best]))
        best = i;
    if (best < 0) return;
    taken[best] = true;
    creep->basis[creep->rank++] = best;
    for (int i = 0; i < rows; ++i) {
      const double part = taken[i] ? 0 : s[i * rows + best] / s[best * rows + best];
      for (int j = 0; j < rows && part != 0; ++j) s[i * rows + j] -= part * s[best * rows + j];
    }
  }
}

/// x with m x = right, by Gauss.
static void solve(const double* m, int n, const double* right, double* x) {
  double rows[CAROM__CREEP_ROWS * (CAROM__CREEP_ROWS + 1)];
  for (int i = 0; i < n; ++i) {
    memcpy(rows + i * (n + 1), m + i * n, (size_t)n * sizeof *rows);
    rows[i * (n + 1) + n] = right[i];
  }
  carom__rigid_solve_rows(n, rows);
  for (int i = 0; i < n; ++i) x[i] = rows[i * (n + 1) + n];
}

/// map = W_(rows, basis) W_(basis, basis)^-1
static void find_map(carom__rigid_creep* creep, const double* effect) {
  const int rows = 2 * creep->count, rank = creep->rank;
  double right[CAROM__CREEP_ROWS] = {0};
  for (int i = 0; i < rank; ++i)
    for (int j = 0; j < rank; ++j) creep->core[i * rank + j] = effect[creep->basis[i] * rows + creep->basis[j]];
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < rank; ++j) right[j] = effect[i * rows + creep->basis[j]];
    solve(creep->core, rank, right, creep->map + i * rank);
  }
}

static bool add(carom__rigid* r, int contact, carom__rigid_creep* creep) {
  if (creep->count == CAROM__CREEP_MOST) return false;
  r->touch[contact].creeps = true;
  creep->contact[creep->count++] = contact;
  return true;
}

/// Lists the contacts whose directions follow, then others that are as slow: the bodies may tie them. False if none
/// creeps, or too many do.
static bool list_contacts(carom__rigid* r, double length, carom__rigid_creep* creep) {
  const carom__collision* c = r->c;
  double fastest = 0, least = HUGE_VAL;
  creep->count = 0;
  for (int i = 0; i < c->count; ++i) {
    const double by = haste(r, i, length);
    if (!(by < HASTY)) continue;
    if (!add(r, i, creep)) return false;
    least = carom__min(least, by);
    fastest = carom__max(fastest, carom__rigid_slip_speed(r, i));
  }
  creep->strong = creep->count;
  for (int i = 0; i < c->count && least < SLOW; ++i) {
    if (r->touch[i].creeps || !moves(r, i) || carom__rigid_slip_speed(r, i) > AS_SLOW * fastest) continue;
    if (!add(r, i, creep)) return false;
  }
  return least < SLOW;
}

bool carom__rigid_find_creep(carom__rigid* r, double length, carom__rigid_creep* creep) {
  const carom__collision* c = r->c;
  double effect[CAROM__CREEP_ROWS * CAROM__CREEP_ROWS];
  if (!list_contacts(r, length, creep)) return false;
  find_effect(r, creep, effect);
  find_basis(creep, effect);
  find_map(creep, effect);
  memset(creep->old, 0, sizeof creep->old);
  for (int k = 0; k < creep->rank; ++k) {
    const int row = row_of(r, creep, creep->basis[k]);
    creep->u0[k] = creep->first[k] = c->v[row];
    creep->old[k * CAROM__RIGID_TERMS + 1] = length * r->rate[row];
  }
  r->c->work += 2.0 * creep->count * c->size * c->size;
  return creep->rank > 0;
}

void carom__rigid_end_creep(carom__rigid* r, const carom__rigid_creep* creep) {
  for (int j = 0; j < creep->count; ++j) {
    const int i = creep->contact[j];
    const double *v = r->c->v + i * r->c->dimension, speed = carom__rigid_slip_speed(r, i);
    for (int a = 0; a < 2; ++a) r->touch[i].d[a] = v[a] / speed;
  }
}

/// Velocities of order n at all rows.
static void put(carom__rigid* r, const carom__rigid_creep* creep, int n, const double* u) {
  for (int i = 0; i < 2 * creep->count; ++i) {
    double sum = 0;
    for (int k = 0; k < creep->rank; ++k) sum += creep->map[i * creep->rank + k] * u[k];
    series(r->piece.speeds, row_of(r, creep, i))[n] = sum;
  }
}

static void put_first(carom__rigid* r, const carom__rigid_creep* creep) {
  put(r, creep, 0, creep->u0);
  for (int j = 0; j < creep->count; ++j) {
    const int i = creep->contact[j];
    const double* v = series(r->piece.speeds, carom__tangent(r->c, i, 0));
    const double x = v[0], y = v[CAROM__RIGID_TERMS], speed = carom__hypot(x, y);
    series(r->piece.slip, i)[0] = speed;
    series(r->piece.way, 2 * i)[0] = r->touch[i].d[0] = x / speed;
    series(r->piece.way, 2 * i + 1)[0] = r->touch[i].d[1] = y / speed;
  }
}

static double dot(const double* a, const double* b, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

/// What contact j moves across its direction, per coordinate.
static void across_of(const carom__rigid* r, const carom__rigid_creep* creep, int j, double* e) {
  const double *d = r->touch[creep->contact[j]].d, *map = creep->map + 2 * j * creep->rank;
  for (int k = 0; k < creep->rank; ++k) e[k] = d[0] * map[creep->rank + k] - d[1] * map[k];
}

/// e less what it has of the motions so far, and its square in W.
static double take_out(const carom__rigid_creep* creep, double* e, double* motion) {
  const int rank = creep->rank;
  for (int q = 0; q < creep->felt; ++q) {
    const double part = dot(e, creep->across + q * rank, rank);
    for (int k = 0; k < rank; ++k) e[k] -= part * creep->dual[q * rank + k];
  }
  for (int k = 0; k < rank; ++k) motion[k] = dot(creep->core + k * rank, e, rank);
  return dot(e, motion, rank);
}

/// Motions W e, made orthonormal, the one that others give least first.
static void find_felt(carom__rigid* r, carom__rigid_creep* creep) {
  const int rank = creep->rank;
  double e[CAROM__CREEP_ROWS], motion[CAROM__CREEP_ROWS], whole = 0;
  creep->felt = 0;
  for (int k = 0; k < rank; ++k) whole = carom__max(whole, creep->core[k * rank + k]);
  for (int turn = 0; turn < creep->strong && turn < rank; ++turn) {
    double most = 0;
    int best = -1;
    for (int j = 0; j < creep->strong; ++j) {
      across_of(r, creep, j, e);
      const double square = take_out(creep, e, motion);
      if (square > most) best = j;
      most = carom__max(most, square);
    }
    if (best < 0 || !(most > REDUNDANT * whole)) return;
    across_of(r, creep, best, e);
    const double size = sqrt(take_out(creep, e, motion));
    for (int k = 0; k < rank; ++k) {
      creep->across[creep->felt * rank + k] = motion[k] / size;
      creep->dual[creep->felt * rank + k] = e[k] / size;
    }
    creep->felt += 1;
  }
}

/// Rates at the coordinates of the friction that a motion makes by turning directions.
static void turning_rates(carom__rigid* r, const carom__rigid_creep* creep, const double* motion, double* rates) {
  const carom__collision* c = r->c;
  double *force = r->unknowns.work + 2 * c->size, e[CAROM__CREEP_ROWS], size;
  memset(force, 0, (size_t)c->size * sizeof *force);
  for (int j = 0; j < creep->count; ++j) {
    const int i = creep->contact[j];
    across_of(r, creep, j, e);
    const double friction = c->touch[i].mu * r->force[carom__normal(c, i)];
    const double turn = friction * dot(e, motion, creep->rank) / series(r->piece.slip, i)[0];
    force[carom__tangent(c, i, 0)] = turn * r->touch[i].d[1];
    force[carom__tangent(c, i, 1)] = -turn * r->touch[i].d[0];
  }
  carom__rigid_answer(r, force);
  for (int k = 0; k < creep->rank; ++k)
    rates[k] = carom__rigid_rate(r, row_of(r, creep, creep->basis[k]), force, &size);
}

static void find_inverse(carom__rigid* r, carom__rigid_creep* creep) {
  const int felt = creep->felt, rank = creep->rank;
  double m[CAROM__CREEP_MOST * CAROM__CREEP_MOST], rates[CAROM__CREEP_ROWS], column[CAROM__CREEP_ROWS];
  for (int k = 0; k < felt; ++k) {
    turning_rates(r, creep, creep->across + k * rank, rates);
    for (int q = 0; q < felt; ++q) m[q * felt + k] = dot(creep->dual + q * rank, rates, rank);
  }
  for (int k = 0; k < felt; ++k) {
    double unit[CAROM__CREEP_ROWS] = {0};
    unit[k] = 1;
    solve(m, felt, unit, column);
    for (int q = 0; q < felt; ++q) creep->inverse[q * felt + k] = column[q];
  }
}

/// x with (W f') x = g in what friction feels, and as next in what it does not.
static void solve_order(const carom__rigid_creep* creep, const double* g, double* x) {
  const int felt = creep->felt, rank = creep->rank;
  double load[CAROM__CREEP_MOST] = {0};
  for (int q = 0; q < felt; ++q) load[q] = dot(creep->dual + q * rank, g, rank);
  memcpy(x, creep->next, (size_t)rank * sizeof *x);
  for (int q = 0; q < felt; ++q) {
    const double by = dot(creep->inverse + q * felt, load, felt) - dot(creep->dual + q * rank, creep->next, rank);
    for (int k = 0; k < rank; ++k) x[k] += by * creep->across[q * rank + k];
  }
}

/// Forces of the instant, with the directions as they are.
static void instant_forces(carom__rigid* r) {
  carom__rigid_take_normals(r);
  carom__rigid_forces(r);
}

void carom__rigid_creep_begin(carom__rigid* r, carom__rigid_creep* creep, double length) {
  const int rank = creep->rank;
  double g[CAROM__CREEP_ROWS] = {0}, by[CAROM__CREEP_ROWS];
  memset(creep->next, 0, sizeof creep->next);
  for (int turn = 0; turn < TURNS; ++turn) {
    put_first(r, creep);
    instant_forces(r);
    find_felt(r, creep);
    find_inverse(r, creep);
    creep->change[0] = 0;
    for (int k = 0; k < rank; ++k)
      g[k] = creep->old[k * CAROM__RIGID_TERMS + 1] / length - r->rate[row_of(r, creep, creep->basis[k])];
    solve_order(creep, g, by);
    for (int k = 0; k < rank; ++k) {
      creep->u0[k] += by[k];
      creep->change[0] = carom__max(creep->change[0], fabs(by[k]));
    }
  }
  put_first(r, creep);
  instant_forces(r);
}

double carom__rigid_creep_off(const carom__rigid_creep* creep) {
  double off = 0;
  for (int k = 0; k < creep->rank; ++k) off = carom__max(off, fabs(creep->u0[k] - creep->first[k]));
  return off;
}

void carom__rigid_creep_clear(carom__rigid* r, carom__rigid_creep* creep, int n) {
  const double none[CAROM__CREEP_ROWS] = {0};
  for (int k = 0; k < creep->rank; ++k) creep->next[k] = series(r->piece.speeds, row_of(r, creep, creep->basis[k]))[n];
  put(r, creep, n, none);
}

void carom__rigid_creep_solve(carom__rigid* r, carom__rigid_creep* creep, int n, double length) {
  const int rank = creep->rank;
  double g[CAROM__CREEP_ROWS] = {0}, u[CAROM__CREEP_ROWS], most = 0;
  for (int k = 0; k < rank; ++k) {
    const double next = n < CAROM__RIGID_ORDER ? creep->old[k * CAROM__RIGID_TERMS + n + 1] : 0;
    g[k] = (n + 1) * next / length - r->rate[row_of(r, creep, creep->basis[k])];
  }
  solve_order(creep, g, u);
  put(r, creep, n, u);
  for (int k = 0; k < rank; ++k) {
    double* old = &creep->old[k * CAROM__RIGID_TERMS + n];
    most = carom__max(most, carom__max(fabs(u[k] - *old), fabs(u[k] - creep->next[k])));
    *old = u[k];
  }
  creep->change[n] = most;
}

double carom__rigid_creep_part(const carom__rigid_creep* creep, double wanted) {
  double part = HUGE_VAL;
  if (!(creep->change[0] <= wanted)) return 0;
  for (int n = 1; n <= CAROM__RIGID_ORDER - 1; ++n)
    if (creep->change[n] > 0) part = carom__min(part, carom__pow(wanted / creep->change[n], 1.0 / n));
  return part;
}
