// Normal forces of the oracle's hard contacts where friction hangs on springs: a complementarity problem at each step.
#include <math.h>
#include <string.h>

#include "simultaneous/oracle_run.h"

enum {
  MOST_TRIES = 60,    // of pieces; a clean problem takes one or two
  TOGETHER = 12,      // tries in which all pieces that do not fit change; then the worst one only, lest they cycle
  MOST_SWEEPS = 400,  // where no pieces fit: friction wedges
};

/// A piece fits to this part of the forces.
static const double FITS = 1e-13;

/// y = h v+ + x + F/K >= 0, F >= 0, y F = 0, for each hard contact, with v+ = free + dt (W F) and friction min(pull, mu
/// F) against s.
typedef struct hold {
  oracle_run* r;
  int m, list[ORACLE_CONTACTS];
  double rhs[ORACLE_CONTACTS];  // h free + x
  double h[ORACLE_CONTACTS], pull[ORACLE_CONTACTS];
  double wn[ORACLE_CONTACTS][ORACLE_CONTACTS], wt[ORACLE_CONTACTS][ORACLE_CONTACTS];  // times h dt
  double f[ORACLE_CONTACTS];
} hold;

static void gather(oracle_run* r, hold* p) {
  p->r = r;
  p->m = 0;
  for (int i = 0; i < r->n; ++i)
    if (r->c[i].phase == ORACLE_HARD) p->list[p->m++] = i;
  for (int u = 0; u < p->m; ++u) {
    const int ni = oracle_normal(r, p->list[u]);
    const oracle_contact* c = &r->c[p->list[u]];
    double free = r->v[ni];
    for (int j = 0; j < r->size; ++j) free += r->dt * oracle_w(r, ni, j) * r->force[j];
    p->h[u] = r->dt + c->damping / c->hard;
    p->rhs[u] = p->h[u] * free + c->x;
    p->pull[u] = c->kt * oracle_stretch(r, p->list[u]);
  }
}

/// What a force of contact o, and its friction along s, does to y of contact u.
static void couple(hold* p) {
  const oracle_run* r = p->r;
  for (int u = 0; u < p->m; ++u)
    for (int o = 0; o < p->m; ++o) {
      const int ni = oracle_normal(r, p->list[u]), j = p->list[o];
      const double length = oracle_stretch(r, j), step = p->h[u] * r->dt;
      p->wn[u][o] = step * oracle_w(r, ni, oracle_normal(r, j));
      p->wt[u][o] = 0;
      for (int k = 0; k < r->d - 1 && length > 0; ++k)
        p->wt[u][o] += step * oracle_w(r, ni, j * r->d + k) * r->c[j].s[k] / length;
    }
}

/// Gauss with row exchange; b becomes the solution. False if singular.
static bool eliminate(int n, double (*a)[ORACLE_CONTACTS], double* b) {
  for (int p = 0; p < n; ++p) {
    int best = p;
    for (int i = p + 1; i < n; ++i)
      if (fabs(a[i][p]) > fabs(a[best][p])) best = i;
    if (!(fabs(a[best][p]) > 0)) return false;
    for (int j = 0; j < n; ++j) {
      const double t = a[p][j];
      a[p][j] = a[best][j];
      a[best][j] = t;
    }
    const double t = b[p];
    b[p] = b[best];
    b[best] = t;
    for (int i = p + 1; i < n; ++i) {
      const double factor = a[i][p] / a[p][p];
      for (int j = p; j < n; ++j) a[i][j] -= factor * a[p][j];
      b[i] -= factor * b[p];
    }
  }
  for (int p = n - 1; p >= 0; --p) {
    for (int j = p + 1; j < n; ++j) b[p] -= a[p][j] * b[j];
    b[p] /= a[p][p];
  }
  return true;
}

static double mu_of(const hold* p, int u) {
  return p->r->c[p->list[u]].mu;
}

static oracle_piece piece_of(const hold* p, int u) {
  return p->r->c[p->list[u]].piece;
}

/// y of contact u without its own F/K, with the forces at hand.
static double gap(const hold* p, int u) {
  double y = p->rhs[u];
  for (int o = 0; o < p->m; ++o)
    if (piece_of(p, o) != ORACLE_OPEN)
      y += p->wn[u][o] * p->f[o] - p->wt[u][o] * (piece_of(p, o) == ORACLE_SLIP ? mu_of(p, o) * p->f[o] : p->pull[o]);
  return y;
}

static bool solve_pieces(hold* p) {
  static double a[ORACLE_CONTACTS][ORACLE_CONTACTS];
  for (int u = 0; u < p->m; ++u) {
    p->f[u] = piece_of(p, u) == ORACLE_OPEN ? 0 : -p->rhs[u];
    for (int o = 0; o < p->m; ++o) {
      const bool open = piece_of(p, u) == ORACLE_OPEN || piece_of(p, o) == ORACLE_OPEN,
                 slips = piece_of(p, o) == ORACLE_SLIP;
      a[u][o] = open ? 0 : p->wn[u][o] - (slips ? mu_of(p, o) * p->wt[u][o] : 0);
      if (!open && !slips) p->f[u] += p->wt[u][o] * p->pull[o];
    }
    a[u][u] += piece_of(p, u) == ORACLE_OPEN ? 1 : 1 / p->r->c[p->list[u]].hard;
  }
  return eliminate(p->m, a, p->f);
}

/// The piece that the forces at hand ask of contact u; *by tells how badly.
static oracle_piece asked(const hold* p, int u, double scale, double* by) {
  const double mu = mu_of(p, u), f = p->f[u], pull = p->pull[u];
  const oracle_piece now = piece_of(p, u);
  if (now == ORACLE_OPEN) {
    *by = -gap(p, u) / (p->wn[u][u] + 1 / p->r->c[p->list[u]].hard);
    return *by > FITS * scale ? (mu > 0 && pull > 0 ? ORACLE_SLIP : ORACLE_STICK) : ORACLE_OPEN;
  }
  *by = f < 0 ? -f : mu > 0 ? fabs(pull / mu - f) : 0;
  if (f < 0) return ORACLE_OPEN;
  if (now == ORACLE_STICK) return mu > 0 && pull > mu * f * (1 + FITS) ? ORACLE_SLIP : now;
  return mu * f > pull * (1 + FITS) ? ORACLE_STICK : now;
}

/// Solves for the present pieces and changes those that do not fit. True if all fit.
static bool mend(hold* p, bool together) {
  double scale = 0, most = -1, by;
  for (int u = 0; u < p->m; ++u) scale = fmax(scale, fabs(p->f[u]));
  oracle_piece next[ORACLE_CONTACTS];
  int worst = -1;
  for (int u = 0; u < p->m; ++u) {
    next[u] = asked(p, u, scale, &by);
    if (next[u] == piece_of(p, u) || by <= most) continue;
    most = by;
    worst = u;
  }
  for (int u = 0; u < p->m; ++u)
    if (together || u == worst) p->r->c[p->list[u]].piece = next[u];
  return worst < 0;
}

/// One contact after the other, from the last forces, until it stands.
static void sweep(hold* p) {
  for (int u = 0; u < p->m; ++u) p->f[u] = p->r->c[p->list[u]].force;
  for (int count = 0; count < MOST_SWEEPS; ++count)
    for (int u = 0; u < p->m; ++u) {
      const double mu = mu_of(p, u), own = p->wn[u][u] + 1 / p->r->c[p->list[u]].hard;
      double y = p->rhs[u];
      for (int o = 0; o < p->m; ++o)
        if (o != u) y += p->wn[u][o] * p->f[o] - p->wt[u][o] * fmin(p->pull[o], mu_of(p, o) * p->f[o]);
      double f = (p->wt[u][u] * p->pull[u] - y) / own;
      const double slide = own - mu * p->wt[u][u];
      if (mu > 0 && mu * f < p->pull[u]) f = slide > 0 ? -y / slide : 0;
      p->f[u] = fmax(0, f);
    }
}

void oracle_hold(oracle_run* r) {
  static hold p;
  gather(r, &p);
  if (p.m == 0) return;
  couple(&p);
  bool clean = false, solved = true;
  for (int i = 0; i < MOST_TRIES && !clean && solved; ++i) {
    solved = solve_pieces(&p);
    clean = solved && mend(&p, i < TOGETHER);
  }
  if (!clean) {
    ++r->stubborn;
    sweep(&p);
  }
  for (int u = 0; u < p.m; ++u) {
    oracle_contact* c = &r->c[p.list[u]];
    c->force = fmax(0, p.f[u]);
    if (c->force == 0) c->piece = ORACLE_OPEN;
  }
}
