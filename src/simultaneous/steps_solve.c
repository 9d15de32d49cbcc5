// The stepping engine: forces of hard contacts and stuck tangents, once it is known which press, slide and stick.
//
// Unknown are the normal forces f of the hard contacts that press and the forces g at the stuck tangents:
//   v' = v + dt W F,   v'_t = 0 where stuck,   h v'_n + x + f/k = 0 where hard,   F_t = -mu f d where hard and sliding.
// The stuck tangents are eliminated first: their W is symmetric, and its factor stays while the same ones stick.
#include "carom/math.h"
#include "simultaneous/steps.h"

/// Stuck tangents of redundant contacts share by least squares: this part of W_tt is added to it. They creep by no more
/// than that part of the speed.
static const double SHARING = 1e-8;

/// Tangents that nothing can move have no W of their own: this part of the largest.
static const double IMMOBILE = 1e-12;

static bool is_pressing(const carom__steps* s, int contact) {
  const carom__touch* t = &s->c->touch[contact];
  return t->phase == CAROM__LOCKED ? !s->stance[contact].is_open : carom__is_active(t);
}

static bool is_stuck(const carom__steps* s, int contact) {
  return s->stance[contact].is_rigid && s->stance[contact].hold == CAROM__STUCK && is_pressing(s, contact);
}

/// The freedoms that are stuck; true if they are those of the factor.
static bool gather_stuck(carom__steps* s) {
  const carom__collision* c = s->c;
  int count = 0;
  bool same = true;
  for (int i = 0; i < c->count; ++i)
    for (int a = 0; is_stuck(s, i) && a < c->tangents; ++a) {
      const int freedom = i * c->dimension + a;
      same = same && count < s->stuck_count && s->stuck[count] == freedom;
      s->stuck[count++] = freedom;
    }
  same = same && count == s->stuck_count;
  s->stuck_count = count;
  return same;
}

static bool factor_stuck(carom__steps* s) {
  const carom__collision* c = s->c;
  const int n = s->stuck_count;
  double largest = 0;
  for (int i = 0; i < c->size; ++i) largest = carom__max(largest, c->w[i * c->size + i]);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) s->factor[i * n + j] = c->w[s->stuck[i] * c->size + s->stuck[j]];
    s->factor[i * n + i] += SHARING * (s->factor[i * n + i] + IMMOBILE * largest);
  }
  s->c->work += n * (double)n * n / 6 + n;
  if (carom_cholesky(n, s->factor) == 0) return true;
  s->stuck_count = 0;
  return false;
}

/// Forces that the pieces know, all else 0.
static void put_known(carom__steps* s) {
  const carom__collision* c = s->c;
  for (int i = 0; i < c->count; ++i) {
    const carom__touch* t = &c->touch[i];
    const carom__stance* f = &s->stance[i];
    double* force = s->force + i * c->dimension;
    if (!carom__is_active(t)) continue;
    if (t->phase == CAROM__LOCKED) {
      force[c->tangents] = 0;
      const double pull = f->is_rigid || f->is_open || f->hold == CAROM__SLIDING ? 0 : f->load;
      for (int a = 0; a < c->tangents; ++a) force[a] = -pull * f->along[a];
    } else if (f->is_rigid) {
      const double pull = f->hold == CAROM__SLIDING ? t->mu * force[c->tangents] : 0;
      for (int a = 0; a < c->tangents; ++a) force[a] = -pull * f->along[a];
    }
  }
}

/// The velocity that the known forces leave at a freedom.
static double free_velocity(const carom__steps* s, int freedom) {
  const carom__collision* c = s->c;
  const double* w = c->w + freedom * c->size;
  double sum = 0;
  for (int j = 0; j < c->size; ++j) sum += w[j] * s->force[j];
  return c->v[freedom] + s->dt * sum;
}

/// What a unit of the hard contact's normal force, with its friction, does to a freedom.
static double reach_of(const carom__steps* s, int freedom, int contact) {
  const carom__collision* c = s->c;
  const carom__stance* f = &s->stance[contact];
  const double* w = c->w + freedom * c->size + contact * c->dimension;
  double sum = w[c->tangents];
  if (f->hold != CAROM__SLIDING) return sum;
  for (int a = 0; a < c->tangents; ++a) sum -= c->touch[contact].mu * f->along[a] * w[a];
  return sum;
}

/// Answers of the stuck tangents: column 0 to the known forces, column 1 + u to a unit of hard force u.
static void answer_stuck(carom__steps* s) {
  const int n = s->stuck_count;
  for (int i = 0; i < n; ++i) s->answer[i] = -free_velocity(s, s->stuck[i]) / s->dt;
  for (int u = 0; u < s->hard_count; ++u)
    for (int i = 0; i < n; ++i) s->answer[(1 + u) * n + i] = -reach_of(s, s->stuck[i], s->hard[u]);
  for (int u = 0; u <= s->hard_count; ++u) {
    carom_cholesky_forward(n, s->factor, s->answer + u * n);
    carom_cholesky_backward(n, s->factor, s->answer + u * n);
  }
  s->c->work += (double)n * (s->c->size + (s->hard_count + 1) * (n + 4));
}

/// What column u of the answers does to a freedom.
static double stuck_effect(const carom__steps* s, int freedom, int column) {
  const double *w = s->c->w + freedom * s->c->size, *answer = s->answer + column * s->stuck_count;
  double sum = 0;
  for (int i = 0; i < s->stuck_count; ++i) sum += w[s->stuck[i]] * answer[i];
  return sum;
}

/// One row of the hard contacts' system, scaled so that it is a force.
static void hard_row(carom__steps* s, int row) {
  const int contact = s->hard[row], n = carom__normal(s->c, contact), m = s->hard_count;
  const carom__stance* f = &s->stance[contact];
  double* a = s->matrix + row * m;
  if (f->is_open) {
    for (int u = 0; u < m; ++u) a[u] = u == row;
    s->right[row] = 0;
    return;
  }
  const double h = s->dt + f->damping / f->hard;
  for (int u = 0; u < m; ++u) {
    const bool open = s->stance[s->hard[u]].is_open;
    a[u] = open ? 0 : h * s->dt * (reach_of(s, n, s->hard[u]) + stuck_effect(s, n, 1 + u)) + (u == row) / f->hard;
  }
  const double v = free_velocity(s, n) + s->dt * stuck_effect(s, n, 0);
  s->right[row] = -(h * v + s->c->touch[contact].x);
}

/// Gauss with pivoting on columns: matrix x = right, x in right.
static bool eliminate(int n, double* a, double* b) {
  for (int p = 0; p < n; ++p) {
    int best = p;
    for (int i = p + 1; i < n; ++i)
      if (fabs(a[i * n + p]) > fabs(a[best * n + p])) best = i;
    if (!(fabs(a[best * n + p]) > 0)) return false;
    for (int j = p; j < n && best != p; ++j) {
      const double kept = a[p * n + j];
      a[p * n + j] = a[best * n + j];
      a[best * n + j] = kept;
    }
    const double kept = b[p];
    b[p] = b[best];
    b[best] = kept;
    for (int i = p + 1; i < n; ++i) {
      const double part = a[i * n + p] / a[p * n + p];
      for (int j = p; j < n && part != 0; ++j) a[i * n + j] -= part * a[p * n + j];
      b[i] -= part * b[p];
    }
  }
  for (int p = n - 1; p >= 0; --p) {
    for (int j = p + 1; j < n; ++j) b[p] -= a[p * n + j] * b[j];
    b[p] /= a[p * n + p];
  }
  return true;
}

static void put_hard(carom__steps* s) {
  const carom__collision* c = s->c;
  for (int u = 0; u < s->hard_count; ++u) {
    const int i = s->hard[u];
    double* force = s->force + i * c->dimension;
    force[c->tangents] = s->right[u];
    for (int a = 0; a < c->tangents && s->stance[i].hold == CAROM__SLIDING; ++a)
      force[a] = -c->touch[i].mu * s->right[u] * s->stance[i].along[a];
  }
}

static void put_stuck(carom__steps* s) {
  const int n = s->stuck_count;
  for (int i = 0; i < n; ++i) {
    double force = s->answer[i];
    for (int u = 0; u < s->hard_count; ++u) force += s->answer[(1 + u) * n + i] * s->right[u];
    s->force[s->stuck[i]] = force;
  }
}

bool carom__steps_solve(carom__steps* s) {
  if (!gather_stuck(s) && !factor_stuck(s)) return false;
  const double m = s->hard_count;
  put_known(s);
  answer_stuck(s);
  for (int u = 0; u < s->hard_count; ++u) hard_row(s, u);
  if (!eliminate(s->hard_count, s->matrix, s->right)) return false;
  put_hard(s);
  put_stuck(s);
  s->c->work += m * (m * m / 3 + s->c->size + m * (s->stuck_count + 12)) + s->c->size;
  return true;
}
