// Slip from rest, in space; the header has the recurrence.
#include "simultaneous/rigid_start.h"

/// What a start feels of its own turning, as a part of the forces' effect, below which it does not turn.
static const double NO_FORCE = 1e-14;

/// An acceleration that is this part of its terms is none: slip begins with the next order.
static const double SLOW = 1e-8;

/// Of those that start slowly together the slowest counts with this part of the fastest: it turns as it likes.
static const double LEAST_SLIP = 1e-6;

/// A turn whose effect is given by those of others to this part of what friction would do to a free contact is none.
static const double REDUNDANT = 1e-10;

static double* way_of(carom__rigid* r, int contact) {
  return carom__rigid_terms(r->piece.way, 2 * contact);
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

/// mu F_n of contact k, at the order at which forces begin.
static double friction(carom__rigid* r, const carom__rigid_starts* s, int k) {
  const int i = s->contact[k];
  return r->c->touch[i].mu * carom__rigid_terms(r->piece.forces, carom__normal(r->c, i))[s->shift];
}

void carom__rigid_begin_starts(carom__rigid* r, carom__rigid_starts* s) {
  const carom__collision* c = r->c;
  double most = 0;
  s->count = 0;
  for (int i = 0; i < c->count; ++i) {
    most = carom__max(most, fabs(r->force[carom__normal(c, i)]));
    if (!r->touch[i].starts) continue;
    s->contact[s->count] = i;
    s->slow[s->count] = false;
    s->lead[s->count++] = 0;
    carom__rigid_terms(r->piece.slip, i)[0] = 0;
  }
  s->shift = most == 0;
  // Room for two freedoms a contact, squared: what turns do to each other, the turns that count, and a system.
  s->effect = r->matrix;
  s->turn = s->effect + s->count * s->count;
  s->system = s->turn + s->count * s->count;
  s->rows = s->system + s->count * s->count;
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

/// The force that turns make, with the answer of the unknowns. NULL: a unit turn of contact `one` alone.
static const double* turning_force(carom__rigid* r, const carom__rigid_starts* s, const double* delta, int one) {
  const carom__collision* c = r->c;
  double* force = r->unknowns.work + 2 * c->size;
  memset(force, 0, (size_t)c->size * sizeof *force);
  for (int k = 0; k < s->count; ++k) {
    const double by = (delta ? delta[k] : k == one) * friction(r, s, k), *d = r->touch[s->contact[k]].d;
    force[carom__tangent(c, s->contact[k], 0)] = by * d[1];
    force[carom__tangent(c, s->contact[k], 1)] = -by * d[0];
  }
  carom__rigid_answer(r, force);
  return force;
}

/// e.(W force) at a contact.
static double across_rate(const carom__rigid* r, int contact, const double* force) {
  const double* d = r->touch[contact].d;
  double size;
  const double x = carom__rigid_rate(r, carom__tangent(r->c, contact, 0), force, &size);
  const double y = carom__rigid_rate(r, carom__tangent(r->c, contact, 1), force, &size);
  return d[0] * y - d[1] * x;
}

static double dot(const double* a, const double* b, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

/// Takes from x what it has of the turns so far.
static void take_out(const carom__rigid_starts* s, double* x) {
  for (int q = 0; q < s->turns; ++q) {
    const double* turn = s->turn + q * s->count;
    const double part = dot(turn, x, s->count);
    for (int k = 0; k < s->count; ++k) x[k] -= part * turn[k];
  }
}

/// A column of the effect, of those that are slow.
static void slow_column(const carom__rigid_starts* s, int j, double* x) {
  for (int k = 0; k < s->count; ++k) x[k] = s->slow[k] ? s->effect[k * s->count + j] : 0;
  take_out(s, x);
  take_out(s, x);  // once more, for rounding
}

/// What friction would do to a contact that nothing holds.
static double largest_effect(carom__rigid* r, const carom__rigid_starts* s) {
  const carom__collision* c = r->c;
  double most = 0;
  for (int k = 0; k < s->count; ++k)
    for (int a = 0; a < 2; ++a) {
      const int row = carom__tangent(c, s->contact[k], a);
      most = carom__max(most, friction(r, s, k) * c->w[row * c->size + row]);
    }
  return most;
}

/// Turns that count: each of those with a speed, and what slow ones can do to each other, orthonormal.
static void find_turns(carom__rigid* r, carom__rigid_starts* s) {
  const int count = s->count;
  double x[CAROM__MOST];
  const double least = REDUNDANT * largest_effect(r, s);
  s->turns = 0;
  for (int k = 0; k < count; ++k) {
    const double feels = r->piece.length * fabs(s->effect[k * count + k]) + s->lead[k];
    if (s->slow[k] || !(feels > NO_FORCE * r->c->speed)) continue;  // neither force nor speed: no turn
    double* turn = s->turn + s->turns++ * count;
    memset(turn, 0, (size_t)count * sizeof *turn);
    turn[k] = 1;
  }
  s->moving = s->turns;
  while (s->turns < count) {
    double most = 0;
    int best = -1;
    for (int j = 0; j < count; ++j) {
      if (!s->slow[j]) continue;
      slow_column(s, j, x);
      const double square = dot(x, x, count);
      if (square > most) best = j;
      most = carom__max(most, square);
    }
    if (best < 0 || !(most > least * least)) return;
    slow_column(s, best, x);
    const double size = sqrt(dot(x, x, count));
    double* turn = s->turn + s->turns++ * count;
    for (int k = 0; k < count; ++k) turn[k] = x[k] / size;
  }
}

/// What turns do to each other; who is slow.
static void find_effect(carom__rigid* r, carom__rigid_starts* s) {
  for (int k = 0; k < s->count; ++k) {
    const double* force = turning_force(r, s, NULL, k);
    for (int q = 0; q < s->count; ++q) s->effect[q * s->count + k] = across_rate(r, s->contact[q], force);
  }
  find_turns(r, s);
}

/// sum_(j=first..last) r_j e.d_(sum-j)
static double earlier_turns(carom__rigid* r, int contact, int first, int last, int sum) {
  const double* slip = carom__rigid_terms(r->piece.slip, contact);
  double total = 0;
  for (int j = first; j <= last; ++j) total += slip[j] * across(r, contact, way_of(r, contact), sum - j);
  return total;
}

/// y with turn^T m turn y = turn^T load over the turns from `first` on; x = turn y.
static void solve_turns(const carom__rigid_starts* s, int first, const double* load, double* x) {
  const int count = s->count, n = s->turns - first;
  const double* turn = s->turn + first * count;
  double column[CAROM__MOST];
  for (int p = 0; p < n; ++p) {
    for (int k = 0; k < count; ++k) column[k] = dot(s->system + k * count, turn + p * count, count);
    for (int q = 0; q < n; ++q) s->rows[q * (n + 1) + p] = dot(turn + q * count, column, count);
    s->rows[p * (n + 1) + n] = dot(turn + p * count, load, count);
  }
  carom__rigid_solve_rows(n, s->rows);
  memset(x, 0, (size_t)count * sizeof *x);
  for (int p = 0; p < n; ++p)
    for (int k = 0; k < count; ++k) x[k] += turn[p * count + k] * s->rows[p * (n + 1) + n];
}

/// Turns by delta at order m; the forces get what that makes.
static void turn_by(carom__rigid* r, const carom__rigid_starts* s, int m, const double* delta, double* force,
                    int stride) {
  const double* turned = turning_force(r, s, delta, -1);
  for (int a = 0; a < r->c->size; ++a) force[a * stride] += turned[a];
  for (int k = 0; k < s->count; ++k) {
    const double* d = r->touch[s->contact[k]].d;
    double* x = way_of(r, s->contact[k]);
    x[m] -= delta[k] * d[1];
    x[CAROM__RIGID_TERMS + m] += delta[k] * d[0];
  }
}

void carom__rigid_turn_starts(carom__rigid* r, carom__rigid_starts* s, int n, double* force) {
  const int m = n - s->shift, count = s->count;
  if (m < 1) return;
  if (m == 1) find_effect(r, s);
  const double factor = r->piece.length / (n + 1);
  double load[CAROM__MOST] = {0}, delta[CAROM__MOST];
  for (int k = 0; k < count; ++k) {
    const int i = s->contact[k];
    load[k] = earlier_turns(r, i, s->shift + 2, n, n + 1) - factor * across_rate(r, i, force);
    for (int q = 0; q < count; ++q) s->system[k * count + q] = factor * s->effect[k * count + q];
    s->system[k * count + k] -= s->lead[k];
  }
  solve_turns(s, 0, load, delta);
  turn_by(r, s, m, delta, force, 1);
}

/// r_(n+1) of contact k.
static void expand_start(carom__rigid* r, carom__rigid_starts* s, int k, int n) {
  const int i = s->contact[k], lead = s->shift + 1;
  double* slip = carom__rigid_terms(r->piece.slip, i);
  const double* v = carom__rigid_terms(r->piece.speeds, carom__tangent(r->c, i, 0));
  slip[n + 1] = n + 1 < lead ? 0 : along(r, i, v, n + 1);
  for (int j = lead; j <= n; ++j) slip[n + 1] -= slip[j] * along(r, i, way_of(r, i), n + 1 - j);
  if (n + 1 != lead) return;
  const double* terms = r->size + carom__tangent(r->c, i, 0);
  s->slow[k] = !(slip[lead] > SLOW * r->piece.length * carom__max(terms[0], terms[1])) && friction(r, s, k) > 0;
  s->lead[k] = slip[lead] = s->slow[k] ? 0 : carom__max(0, slip[lead]);
}

/// Slow ones that share friction: forces that W does not feel follow from the motion of the next order.
static void share_turns(carom__rigid* r, carom__rigid_starts* s, int n) {
  const int m = n - s->shift, count = s->count, second = s->shift + 2;
  double load[CAROM__MOST] = {0}, delta[CAROM__MOST], old[CAROM__MOST], late[CAROM__MOST], slip[CAROM__MOST], most = 0;
  for (int k = 0; k < count; ++k) most = carom__max(most, carom__rigid_terms(r->piece.slip, s->contact[k])[second]);
  for (int k = 0; k < count; ++k) {
    const int i = s->contact[k];
    slip[k] = carom__max(carom__rigid_terms(r->piece.slip, i)[second], LEAST_SLIP * most);
    old[k] = s->slow[k] ? across(r, i, way_of(r, i), m) : 0;
    late[k] = s->slow[k] ? earlier_turns(r, i, second + 1, n + 1, m + second) / slip[k] : 0;
  }
  for (int k = 0; k < count; ++k) {
    load[k] = 0;
    for (int q = 0; q < count; ++q) {
      load[k] += s->effect[k * count + q] * (old[q] + late[q]);
      s->system[k * count + q] = s->slow[q] ? s->effect[k * count + q] / slip[q] : 0;
    }
  }
  solve_turns(s, s->moving, load, delta);
  for (int k = 0; k < count; ++k) delta[k] = s->slow[k] ? delta[k] / slip[k] - late[k] - old[k] : 0;
  turn_by(r, s, m, delta, r->piece.forces + n, CAROM__RIGID_TERMS);
}

void carom__rigid_end_starts(carom__rigid* r, carom__rigid_starts* s, int n) {
  for (int k = 0; k < s->count; ++k) expand_start(r, s, k, n);
  if (n > s->shift && s->turns < s->count) share_turns(r, s, n);
}
