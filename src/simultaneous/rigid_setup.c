// Memory and scales of a collision with rigid friction.
#include "simultaneous/rigid_rub.h"

/// Velocities below this part of the terms that they are the sum of are rounding.
static const double SPEED_NOISE = 3e-14;

static double* take(double** cursor, size_t count) {
  double* part = *cursor;
  if (part) *cursor += count;
  return part;
}

/// Indices share the workspace of doubles.
static int* take_indices(double** cursor, size_t count) {
  return (int*)(void*)take(cursor, (count * sizeof(int) + sizeof(double) - 1) / sizeof(double));
}

static void lay_out(carom__rigid* r, size_t n, size_t m, double** cursor) {
  const size_t terms = CAROM__RIGID_TERMS;
  carom__rigid_unknowns* u = &r->unknowns;
  carom__rigid_piece* p = &r->piece;
  u->share = take(cursor, n * n);
  u->factors = take(cursor, n * n);
  u->work = take(cursor, 3 * n);
  u->freedom = take_indices(cursor, n);
  u->row = take_indices(cursor, n);
  u->order = take_indices(cursor, n);
  r->matrix = take(cursor, n * n);
  r->force = take(cursor, n);
  r->rate = take(cursor, n);
  r->size = take(cursor, n);
  r->watched = take(cursor, 3 * CAROM__RIGID_LONGEST);
  r->rub = take(cursor, carom__rigid_rub_size((int)n, (int)m));
  p->v = take(cursor, n);
  p->total = take(cursor, n);
  p->force = take(cursor, n * m);
  p->rate = take(cursor, n * m);
  p->y = take(cursor, terms * m);
  p->q = take(cursor, terms * m);
  p->impulse = take(cursor, terms * m);
  p->lengths = take(cursor, terms * m);
  p->springs = take(cursor, terms * m);
  p->speeds = take(cursor, terms * n);
  p->forces = take(cursor, terms * n);
  p->slip = take(cursor, terms * m);
  p->way = take(cursor, 2 * terms * m);
  p->clock = take(cursor, terms);
}

/// The same, counted; indices take less than a double each.
size_t carom__rigid_size(int size, int count) {
  const size_t n = (size_t)size, m = (size_t)count, terms = CAROM__RIGID_TERMS;
  return 3 * n * n + 3 * n + 3 * n + 3 * n + 3 * CAROM__RIGID_LONGEST + 2 * n + 2 * n * m +
         terms * (8 * m + 2 * n + 1) + carom__rigid_rub_size(size, count);
}

void carom__rigid_set_up(carom__rigid* r, carom__collision* c) {
  double* cursor = c->scratch;
  memset(r, 0, offsetof(carom__rigid, touch));
  r->c = c;
  lay_out(r, (size_t)c->size, (size_t)c->count, &cursor);
  for (int i = 0; i < c->count; ++i) {
    memset(&r->touch[i], 0, sizeof r->touch[i]);
    r->touch[i].part = 1;
  }
}

void carom__rigid_measure(carom__rigid* r) {
  const carom__collision* c = r->c;
  double* sum = r->size;
  carom__rigid_term_sizes(r, c->impulse, sum);
  for (int i = 0; i < c->count; ++i) {
    double most = c->speed;
    for (int a = 0; a < c->dimension; ++a) most = carom__max(most, sum[i * c->dimension + a]);
    r->touch[i].noise = SPEED_NOISE * most;
    r->noise = carom__max(i > 0 ? r->noise : 0, r->touch[i].noise);
  }
}
