// What a panel's sweeps start from: the forces at its start, or a panel that was solved before.
#include "simultaneous/span.h"

enum { NODES = CAROM__SPAN_NODES };

/// Velocities by the forces at the start and their rates: quadratic in time.
static void guess_velocities(carom__span* p) {
  const carom__collision* c = p->c;
  double *force = c->scratch, *rate = force + c->size;
  carom__forces(c, force);
  carom__force_rates(c, c->v, rate);
  for (int i = 0; i < p->n; ++i) {
    const double* row = p->w + i * p->n;
    double push = 0, rise = 0;
    for (int l = 0; l < p->n; ++l) {
      push += row[l] * force[p->freedom[l]];
      rise += row[l] * rate[p->freedom[l]];
    }
    for (int j = 0; j < NODES; ++j) {
      const double t = p->h * p->rule->node[j];
      p->v[i][j] = c->v[p->freedom[i]] + t * (push + 0.5 * t * rise);
    }
  }
}

/// Springs without a length, and for locked contacts constant forces.
void carom__span_begin_anew(carom__span* p) {
  const carom__collision* c = p->c;
  guess_velocities(p);
  memset(p->force, 0, (size_t)p->n * sizeof *p->force);
  memset(p->x, 0, (size_t)c->count * sizeof *p->x);
  memset(p->s, 0, 2 * (size_t)c->count * sizeof *p->s);
  memset(p->slope, 0, (size_t)c->count * sizeof *p->slope);
  memset(p->z, 0, (size_t)c->count * sizeof *p->z);
  for (int a = 0; a < c->locked_count; ++a) {
    double* force = p->force[carom__span_normal(p, c->locked[a])];
    for (int j = 0; j < NODES; ++j) force[j] = c->touch[c->locked[a]].force;
  }
}

/// Columns of the matrix that interpolates values at the nodes to `part` of each of them.
static void find_columns(const carom__collocation* rule, double part, carom__nodes* columns) {
  for (int j = 0; j < NODES; ++j) {
    const double theta = part * rule->node[j];
    double sum = 0;
    int at = -1;
    for (int k = 0; k < NODES; ++k) {
      const double distance = theta - rule->node[k];
      if (distance == 0) at = k;
      columns[k][j] = rule->barycentric[k] / (distance == 0 ? 1 : distance);
      sum += columns[k][j];
    }
    for (int k = 0; k < NODES; ++k) columns[k][j] = at < 0 ? columns[k][j] / sum : k == at;
  }
}

CAROM__WITH_AVX2 static void stretch(const carom__nodes* columns, double* values, double factor) {
  const carom__twelve sum = carom__sum_of_columns(columns, values, NODES);
  const carom__twelve scaled = {factor * sum.a, factor * sum.b, factor * sum.c};
  carom__twelve_store(values, &scaled);
}

/// The first part of the panel that was solved before.
void carom__span_begin_within(carom__span* p, double part) {
  carom__nodes room[NODES];
  const carom__nodes* columns = (const carom__nodes*)room;
  find_columns(p->rule, part, room);
  for (int i = 0; i < p->n; ++i) stretch(columns, p->v[i], 1);
  for (int i = 0; i < p->c->count; ++i) {
    if (!p->turns[i]) continue;
    stretch(columns, p->z[i], 1);
    stretch(columns, p->slope[i], part);
  }
}
