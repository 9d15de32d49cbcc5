// Slip whose direction follows the forces; the header has the idea.
#include "simultaneous/rigid_rub.h"

#include "math/lu.h"

/// Power series reach so many times as far as a direction takes to follow. One that follows within the piece, though
/// not so quickly, is sought together with those that do.
static const double FARTHEST = 20, WITHIN = 1;

/// Largest turn at a time, so that far directions are approached.
static const double MOST_TURN = 0.5;

size_t carom__rigid_rub_size(int size, int count) {
  if (size < 3 * count) return 0;  // in the plane slip does not turn
  const size_t most = (size_t)(count < CAROM__RUB_MOST ? count : CAROM__RUB_MOST) * CAROM__RUB_NODES;
  return most * most + 3 * most;
}

static bool rubs(const carom__rigid* r, int contact) {
  const carom__rigid_touch* t = &r->touch[contact];
  return carom__rigid_slips(r, contact) && !t->settled;
}

/// Its direction follows within a part of `length`.
static bool follows(const carom__rigid* r, int contact, double length) {
  const carom__collision* c = r->c;
  const int x = carom__tangent(c, contact, 0), y = x + 1, n = carom__normal(c, contact);
  const double w = carom__max(c->w[x * c->size + x], c->w[y * c->size + y]);
  const double speed = carom__rigid_slip_speed(r, contact);
  return (speed > carom__rigid_rest(r) || r->touch[contact].yields) && speed > 0 &&
         speed < w * c->touch[contact].mu * r->force[n] * length;
}

static void find_effect(carom__rigid* r, carom__rigid_rub* rub) {
  const carom__collision* c = r->c;
  double *force = r->unknowns.work + 2 * c->size, size;
  for (int k = 0; k < 2 * rub->count; ++k) {
    memset(force, 0, (size_t)c->size * sizeof *force);
    force[carom__tangent(c, rub->contact[k / 2], k % 2)] = 1;
    carom__rigid_answer(r, force);
    for (int i = 0; i < 2 * rub->count; ++i)
      rub->effect[i][k] = carom__rigid_rate(r, carom__tangent(c, rub->contact[i / 2], i % 2), force, &size);
  }
  r->c->work += 2.0 * rub->count * c->size * c->size;
}

bool carom__rigid_find_rub(carom__rigid* r, double length, carom__rigid_rub* rub) {
  const carom__collision* c = r->c;
  bool some = false;
  rub->count = 0;
  for (int i = 0; i < c->count; ++i) {
    if (!rubs(r, i) || !(r->touch[i].starts || follows(r, i, length / WITHIN))) continue;
    if (rub->count == CAROM__RUB_MOST) return false;
    some |= follows(r, i, length / FARTHEST);
    const double *d = r->touch[i].d, *rate = r->rate + i * c->dimension, speed = carom__rigid_slip_speed(r, i);
    for (int a = 0; a < 2; ++a) rub->first[rub->count][a] = d[a];
    rub->turning[rub->count] = speed > 0 ? (d[0] * rate[1] - d[1] * rate[0]) / speed : 0;
    rub->contact[rub->count++] = i;
  }
  if (!some) return false;
  for (int k = 0; k < rub->count; ++k) r->touch[rub->contact[k]].rubs = true;
  find_effect(r, rub);
  return true;
}

/// Shifted Legendre polynomials in powers of theta, (n + 1) P_(n+1) = (2 n + 1) (2 theta - 1) P_n - n P_(n-1).
typedef struct legendre {
  double term[CAROM__RUB_NODES][CAROM__RUB_NODES];
} legendre;

static void find_legendre(legendre* p) {
  memset(p, 0, sizeof *p);
  p->term[0][0] = 1;
  for (int n = 0; n + 1 < CAROM__RUB_NODES; ++n)
    for (int k = 0; k <= n + 1; ++k)
      p->term[n + 1][k] =
          ((2 * n + 1) * (2 * (k > 0 ? p->term[n][k - 1] : 0) - p->term[n][k]) - n * (n > 0 ? p->term[n - 1][k] : 0)) /
          (n + 1);
}

/// Terms in powers of theta of the polynomial with values at the nodes.
static void expand_nodes(const legendre* p, const double* values, double* terms) {
  memset(terms, 0, CAROM__RIGID_TERMS * sizeof *terms);
  for (int n = 0; n < CAROM__RUB_NODES; ++n) {
    double part = 0;
    for (int j = 0; j < CAROM__RUB_NODES; ++j) part += carom__radau12.legendre[n][j] * values[j];
    for (int k = 0; k <= n; ++k) terms[k] += part * p->term[n][k];
  }
}

static void set_direction(carom__rigid_rub* rub, int k, int j, double x, double y) {
  const double size = carom__hypot(x, y);
  rub->d[k][0][j] = x / size;
  rub->d[k][1][j] = y / size;
}

void carom__rigid_rub_begin(carom__rigid_rub* rub, double length) {
  rub->factored = rub->turned = false;
  rub->off = HUGE_VAL;
  for (int k = 0; k < rub->count; ++k) {
    const double *d = rub->first[k], whole = length * rub->turning[k];
    const double turn = carom__max(-MOST_TURN, carom__min(MOST_TURN, whole));
    for (int j = 0; j < CAROM__RUB_NODES; ++j) {
      const double by = turn * carom__radau12.node[j];
      set_direction(rub, k, j, d[0] - by * d[1], d[1] + by * d[0]);
    }
  }
}

void carom__rigid_rub_shorten(carom__rigid* r, carom__rigid_rub* rub, double part) {
  rub->factored = rub->turned = false;
  rub->off = HUGE_VAL;
  for (int k = 0; k < rub->count; ++k)
    for (int j = 0; j < CAROM__RUB_NODES; ++j) {
      const double* way = carom__rigid_terms(r->piece.way, 2 * rub->contact[k]);
      const double x = part * carom__radau12.node[j];
      set_direction(rub, k, j, carom__rigid_sum(way, x), carom__rigid_sum(way + CAROM__RIGID_TERMS, x));
    }
}

void carom__rigid_rub_point(carom__rigid* r, const carom__rigid_rub* rub) {
  bool locks = false;
  legendre p;
  find_legendre(&p);
  for (int k = 0; k < rub->count; ++k) {
    const int i = rub->contact[k];
    for (int a = 0; a < 2; ++a) {
      expand_nodes(&p, rub->d[k][a], carom__rigid_terms(r->piece.way, 2 * i + a));
      r->touch[i].d[a] = carom__rigid_terms(r->piece.way, 2 * i + a)[0];
    }
    locks |= r->c->touch[i].phase == CAROM__LOCKED;
  }
  r->c->work += (3.0 * rub->count + 1) * CAROM__RUB_NODES * CAROM__RUB_NODES;
  if (locks) carom__rigid_point_locks(r);
}

/// Velocities and friction at the nodes.
static void look(carom__rigid* r, carom__rigid_rub* rub) {
  const carom__collision* c = r->c;
  for (int k = 0; k < rub->count; ++k)
    for (int j = 0; j < CAROM__RUB_NODES; ++j) {
      const int i = rub->contact[k];
      const double x = carom__radau12.node[j];
      for (int a = 0; a < 2; ++a)
        rub->v[k][a][j] = carom__rigid_sum(carom__rigid_terms(r->piece.speeds, carom__tangent(c, i, a)), x);
      const double normal = carom__rigid_sum(carom__rigid_terms(r->piece.forces, carom__normal(c, i)), x);
      rub->friction[k][j] = carom__max(0, c->touch[i].mu * normal);
    }
  r->c->work += 3.0 * rub->count * CAROM__RUB_NODES * CAROM__RIGID_TERMS;
}

/// What a turn of contact m at node l does across the direction of contact k at node j, less the integral over time.
static double across(const carom__rigid_rub* rub, int k, int j, int m, int l) {
  const double ex = -rub->d[k][1][j], ey = rub->d[k][0][j], fx = -rub->d[m][1][l], fy = rub->d[m][0][l];
  const double x = rub->effect[2 * k][2 * m] * fx + rub->effect[2 * k][2 * m + 1] * fy;
  const double y = rub->effect[2 * k + 1][2 * m] * fx + rub->effect[2 * k + 1][2 * m + 1] * fy;
  return ex * x + ey * y;
}

static double slip_at(const carom__rigid_rub* rub, int k, int j) {
  return rub->d[k][0][j] * rub->v[k][0][j] + rub->d[k][1][j] * rub->v[k][1][j];
}

/// Newton's matrix.
static void fill(const carom__rigid* r, const carom__rigid_rub* rub, double length, double* matrix) {
  const int nodes = CAROM__RUB_NODES, n = rub->count * nodes;
  for (int row = 0; row < n; ++row) {
    const int k = row / nodes, j = row % nodes;
    for (int column = 0; column < n; ++column) {
      const int m = column / nodes, l = column % nodes;
      matrix[row * n + column] = length * carom__radau12.integral[j][l] * rub->friction[m][l] * across(rub, k, j, m, l);
    }
    matrix[row * n + row] += fabs(slip_at(rub, k, j));
  }
  r->c->work += 4.0 * n * n;
}

/// Newton's matrix serves again where what is off has become this part of itself.
static const double SIMPLER = 0.2;

static void turn(carom__rigid_rub* rub, int k, int j, double by) {
  const double angle = carom__max(-MOST_TURN, carom__min(MOST_TURN, by));
  const double x = rub->d[k][0][j], y = rub->d[k][1][j];
  set_direction(rub, k, j, x - angle * y, y + angle * x);
}

/// What friction can do to a contact in the piece.
static double reach(const carom__rigid_rub* rub, int k, int j, double length) {
  return length * rub->friction[k][j] * carom__max(rub->effect[2 * k][2 * k], rub->effect[2 * k + 1][2 * k + 1]);
}

/// Newton's matrix, factored, unless there is one that does. False if it cannot be.
static bool factor(carom__rigid* r, carom__rigid_rub* rub, double length) {
  const int n = rub->count * CAROM__RUB_NODES;
  if (rub->factored) return true;
  fill(r, rub, length, r->rub);
  r->c->work += (double)n * n * n / 3;
  rub->factored = true;
  return carom__lu_factor(n, r->rub, rub->pivots, 0);
}

/// Newton's matrix leaves out what springs and locks answer, so that what is off shrinks by about the same factor each
/// time. Two turns tell how (Anderson's method, with a memory of one): the next one goes to where it would vanish.
static void go_further(carom__rigid_rub* rub, int n, double* turn, double* before, double* taken) {
  double product = 0, square = 0;
  for (int i = 0; i < n && rub->turned; ++i) {
    const double change = turn[i] - before[i];
    product += turn[i] * change;
    square += change * change;
  }
  const double part = square > 0 ? product / square : 0;
  for (int i = 0; i < n; ++i) {
    const double plain = turn[i], old = rub->turned ? part * (taken[i] + plain - before[i]) : 0;
    before[i] = plain;
    taken[i] = turn[i] = plain - old;
  }
  rub->turned = true;
}

double carom__rigid_rub_turn(carom__rigid* r, carom__rigid_rub* rub, double length) {
  const int nodes = CAROM__RUB_NODES, n = rub->count * nodes;
  double *load = r->rub + n * n, off = 0;
  look(r, rub);
  if (!factor(r, rub, length)) return -1;
  for (int row = 0; row < n; ++row) {
    const int k = row / nodes, j = row % nodes;
    load[row] = rub->d[k][0][j] * rub->v[k][1][j] - rub->d[k][1][j] * rub->v[k][0][j];
  }
  carom__lu_solve(n, r->rub, rub->pivots, load);
  for (int row = 0; row < n; ++row) {
    const int k = row / nodes, j = row % nodes;
    off = carom__max(off, fabs(load[row]) * carom__max(fabs(slip_at(rub, k, j)), reach(rub, k, j, length)));
  }
  go_further(rub, n, load, load + n, load + 2 * n);
  for (int row = 0; row < n; ++row) turn(rub, row / nodes, row % nodes, load[row]);
  rub->factored = off < SIMPLER * rub->off;
  rub->off = off;
  return off;
}

double carom__rigid_rub_tail(const carom__rigid* r, const carom__rigid_rub* rub, double length) {
  (void)r;
  double tail = 0;
  for (int k = 0; k < rub->count; ++k)
    for (int a = 0; a < 2; ++a)
      for (int n = CAROM__RUB_NODES - 2; n < CAROM__RUB_NODES; ++n) {
        double part = 0;
        for (int j = 0; j < CAROM__RUB_NODES; ++j) part += carom__radau12.legendre[n][j] * rub->d[k][a][j];
        tail = carom__max(tail, fabs(part) * reach(rub, k, CAROM__RUB_NODES - 1, length));
      }
  return tail;
}

void carom__rigid_rub_end(carom__rigid* r, const carom__rigid_rub* rub) {
  for (int k = 0; k < rub->count; ++k) {
    const int i = rub->contact[k];
    const double *x = carom__rigid_terms(r->piece.way, 2 * i), *y = x + CAROM__RIGID_TERMS;
    const double* v = carom__rigid_terms(r->piece.speeds, carom__tangent(r->c, i, 0));
    for (int n = 0; n <= CAROM__RIGID_ORDER; ++n)
      carom__rigid_terms(r->piece.slip, i)[n] =
          carom__rigid_product_term(x, v, n) + carom__rigid_product_term(y, v + CAROM__RIGID_TERMS, n);
  }
}
