// Slip from rest, in space; the header has the recurrence.
#include "simultaneous/rigid_start.h"

/// What a start feels of its own turning, as a part of the forces' effect, below which it does not turn.
static const double NO_FORCE = 1e-14;

static double* series(double* all, int which) {
  return all + which * CAROM__RIGID_TERMS;
}

static double* way_of(carom__rigid* r, int contact) {
  return series(r->piece.way, 2 * contact);
}

/// d_n . (1, 0) turned by d_0: along it, or across.
static double along(const carom__rigid* r, int contact, const double* xy, int n) {
  const double* d = r->touch[contact].d;
  return d[0] * xy[n] + d[1] * xy[CAROM__RIGID_TERMS + n];
}

static double across(const carom__rigid* r, int contact, const double* xy, int n) {
  const double* d = r->touch[contact].d;
  return d[0] * xy[CAROM__RIGID_TERMS + n] - d[1] * xy[n];
}

void carom__rigid_begin_starts(carom__rigid* r, carom__rigid_starts* s) {
  const carom__collision* c = r->c;
  double most = 0;
  s->count = 0;
  for (int i = 0; i < c->count; ++i) {
    most = carom__max(most, fabs(r->force[carom__normal(c, i)]));
    if (!r->touch[i].starts) continue;
    s->contact[s->count] = i;
    s->lead[s->count++] = 0;
    series(r->piece.slip, i)[0] = 0;
  }
  s->shift = most == 0;
}

/// alpha_m, the part of d_m along d_0, from |d| = 1; across it is still open.
void carom__rigid_prepare_starts(carom__rigid* r, const carom__rigid_starts* s, int n) {
  const int m = n - s->shift;
  for (int k = 0; k < s->count && m >= 1; ++k) {
    const int i = s->contact[k];
    double *x = way_of(r, i), *y = x + CAROM__RIGID_TERMS, sum = 0;
    for (int j = 1; j < m; ++j) sum += x[j] * x[m - j] + y[j] * y[m - j];
    x[m] = -0.5 * sum * r->touch[i].d[0];
    y[m] = -0.5 * sum * r->touch[i].d[1];
  }
  for (int k = 0; k < s->count && s->shift && n == 0; ++k) {
    double* x = way_of(r, s->contact[k]);  // not asked for yet, but read
    x[1] = x[CAROM__RIGID_TERMS + 1] = 0;
  }
  // d of order n is read beside a force of order 0 that is 0.
  for (int k = 0; k < s->count && s->shift && n >= 1; ++k) {
    double* x = way_of(r, s->contact[k]);
    x[n] = n > m ? 0 : x[n];
    x[CAROM__RIGID_TERMS + n] = n > m ? 0 : x[CAROM__RIGID_TERMS + n];
  }
}

/// The force that a turn of contact k by a unit makes, with the answer of the unknowns.
static void turning_force(carom__rigid* r, const carom__rigid_starts* s, int k, double* force) {
  const carom__collision* c = r->c;
  const int i = s->contact[k];
  const double* d = r->touch[i].d;
  const double friction = c->touch[i].mu * series(r->piece.forces, carom__normal(c, i))[s->shift];
  memset(force, 0, (size_t)c->size * sizeof *force);
  force[carom__tangent(c, i, 0)] = friction * d[1];
  force[carom__tangent(c, i, 1)] = -friction * d[0];
  carom__rigid_answer(r, force);
}

/// e.(W force) at a contact.
static double across_rate(const carom__rigid* r, int contact, const double* force, double* size) {
  const double* d = r->touch[contact].d;
  double sizes[2];
  const double x = carom__rigid_rate(r, carom__tangent(r->c, contact, 0), force, &sizes[0]);
  const double y = carom__rigid_rate(r, carom__tangent(r->c, contact, 1), force, &sizes[1]);
  *size = sizes[0] + sizes[1];
  return d[0] * y - d[1] * x;
}

/// sum_(j=l+1..n) r_j e.d_(n+1-j)
static double earlier_turns(carom__rigid* r, const carom__rigid_starts* s, int k, int n) {
  const int i = s->contact[k];
  const double* slip = series(r->piece.slip, i);
  double sum = 0;
  for (int j = s->shift + 2; j <= n; ++j) sum += slip[j] * across(r, i, way_of(r, i), n + 1 - j);
  return sum;
}

void carom__rigid_turn_starts(carom__rigid* r, const carom__rigid_starts* s, int n, double* force) {
  const carom__collision* c = r->c;
  const int m = n - s->shift, count = s->count;
  if (m < 1) return;
  const double factor = r->piece.length / (n + 1);
  double *rows = r->matrix, *turned = r->unknowns.work + 2 * c->size, size, ignored;
  for (int k = 0; k < count; ++k)
    rows[k * (count + 1) + count] = earlier_turns(r, s, k, n) - factor * across_rate(r, s->contact[k], force, &ignored);
  for (int k = 0; k < count; ++k) {
    turning_force(r, s, k, turned);
    for (int q = 0; q < count; ++q)
      rows[q * (count + 1) + k] = factor * across_rate(r, s->contact[q], turned, &ignored);
  }
  for (int k = 0; k < count; ++k) {
    double* diagonal = &rows[k * (count + 1) + k];
    size = fabs(*diagonal) + s->lead[k];
    *diagonal -= s->lead[k];
    if (!(size > NO_FORCE * factor * c->speed)) *diagonal = HUGE_VAL;  // neither force nor speed: no turn
  }
  carom__rigid_solve_rows(count, rows);
  for (int k = 0; k < count; ++k) {
    const int i = s->contact[k];
    const double delta = rows[k * (count + 1) + count], *d = r->touch[i].d;
    double* x = way_of(r, i);
    x[m] -= delta * d[1];
    x[CAROM__RIGID_TERMS + m] += delta * d[0];
    turning_force(r, s, k, turned);
    for (int a = 0; a < c->size; ++a) force[a] += delta * turned[a];
  }
}

void carom__rigid_end_starts(carom__rigid* r, carom__rigid_starts* s, int n) {
  const int lead = s->shift + 1;
  for (int k = 0; k < s->count; ++k) {
    const int i = s->contact[k];
    double* slip = series(r->piece.slip, i);
    const double* v = series(r->piece.speeds, carom__tangent(r->c, i, 0));
    slip[n + 1] = n + 1 < lead ? 0 : along(r, i, v, n + 1);
    for (int j = lead; j <= n; ++j) slip[n + 1] -= slip[j] * along(r, i, way_of(r, i), n + 1 - j);
    if (n + 1 == lead) s->lead[k] = slip[lead] = carom__max(0, slip[lead]);
  }
}
