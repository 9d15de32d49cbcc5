// Which contacts at rest along the surface stick and which slip, and which locks hold.
//
// Friction at the contacts R with v_t = 0 is the minimum of F.W F/2 + b.F over |F_i| <= mu_i F_n,i, b being the
// accelerations that all other forces cause there. It is found by pivots: from all sticking, the contact that breaks
// its law worst changes sides, until none does. In the plane with the least index instead of the worst (after so many
// pivots) this is Murty's rule, which ends where W is positive definite. In space the directions of those that slip are
// found by Newton's method on the same minimum. Locks take part: they hold where lambda >= 0, or let go where a_n >= 0.
#include "simultaneous/rigid.h"

/// Excess over a law that counts as rounding, as a part of the forces or of the terms of the acceleration.
static const double EXCESS = 1e-11;

/// Friction that has given way smoothly starts with no acceleration: this much of it backwards is rounding.
static const double SMOOTH = 1e-8;

/// A direction is found when what is left across it is this part of the acceleration's terms.
static const double TURNED = 1e-15;

enum { MOST_TURNS = 40 };

/// Where pivots do not end, so many sweeps find sides to start from, and eight times as many the next time.
enum { SWEEPS = 50, SWEEP_TRIES = 2 };

/// A lock that changes sides more often than this can neither hold nor let go: Painleve's case.
enum { MOST_FLIPS = 3 };

static double length(const carom__collision* c, const double* t) {
  return c->tangents == 2 ? carom__hypot(t[0], t[1]) : fabs(t[0]);
}

static void point(const carom__collision* c, const double* along, double size, double* d) {
  d[0] = along[0] / size;
  d[1] = c->tangents == 2 ? along[1] / size : 0;
}

/// Contacts that move along the surface slip that way; those at rest stick, unless friction has just given way.
static void begin(carom__rigid* r) {
  carom__collision* c = r->c;
  for (int i = 0; i < c->count; ++i) {
    carom__rigid_touch* t = &r->touch[i];
    t->rests = t->fixed = t->brink = false;
    t->part = 1;
    if (!carom__is_active(&c->touch[i])) continue;
    if (c->touch[i].mu == 0) {
      t->grip = CAROM__FRICTIONLESS;
      continue;
    }
    double* v = c->v + i * c->dimension;
    t->rests = carom__rigid_is_at_rest(r, i);
    t->grip = t->rests && !t->yields ? CAROM__STICKING : CAROM__SLIPPING;
    for (int a = 0; a < c->tangents && t->rests; ++a) v[a] = 0;
    if (!t->rests) point(c, v, length(c, v), t->d);
  }
}

/// Forces with the present choice; what friction can hold at locks follows from them.
static void try_choice(carom__rigid* r) {
  carom__collision* c = r->c;
  carom__rigid_prepare_instant(r);
  carom__rigid_forces(r);
  r->force_size = 0;
  for (int i = 0; i < c->count; ++i) {
    carom__rigid_touch* t = &r->touch[i];
    if (t->holds) t->normal = carom__max(0, r->force[carom__normal(c, i)]);
    if (!carom__rigid_presses(r, i)) continue;
    t->cap = c->touch[i].mu * t->part * t->normal;
    r->force_size = carom__max(r->force_size, t->normal);
  }
}

/// Starts to slip from rest, in a direction that is free.
static bool turns(const carom__rigid* r, int contact) {
  const carom__rigid_touch* t = &r->touch[contact];
  return carom__rigid_presses(r, contact) && t->grip == CAROM__SLIPPING && t->rests && !t->yields && !t->fixed;
}

/// Acceleration of a contact across its direction of slip, and along it.
static double across(const carom__rigid* r, int contact, const double* rate) {
  const double *d = r->touch[contact].d, *a = rate + contact * r->c->dimension;
  return d[0] * a[1] - d[1] * a[0];
}

static double along(const carom__rigid* r, int contact, const double* rate) {
  const double *d = r->touch[contact].d, *a = rate + contact * r->c->dimension;
  return d[0] * a[0] + (r->c->tangents == 2 ? d[1] * a[1] : 0);
}

/// Size of the terms of a contact's acceleration along the surface.
static double terms(const carom__rigid* r, int contact) {
  const double* size = r->size + contact * r->c->dimension;
  return r->c->tangents == 2 ? carom__max(size[0], size[1]) : size[0];
}

/// A column of Newton's matrix: rates across all directions when contact j turns.
static void turn_column(carom__rigid* r, const int* list, int count, int j, double* matrix) {
  const carom__collision* c = r->c;
  const carom__rigid_touch* t = &r->touch[list[j]];
  double* force = r->unknowns.work + 2 * c->size;
  memset(force, 0, (size_t)c->size * sizeof *force);
  force[carom__tangent(c, list[j], 0)] = t->cap * t->d[1];
  force[carom__tangent(c, list[j], 1)] = -t->cap * t->d[0];
  carom__rigid_answer(r, force);
  for (int i = 0; i < count; ++i) {
    double rate[2], size;
    for (int a = 0; a < 2; ++a) rate[a] = carom__rigid_rate(r, carom__tangent(c, list[i], a), force, &size);
    const double* d = r->touch[list[i]].d;
    matrix[i * (count + 1) + j] = d[0] * rate[1] - d[1] * rate[0];
  }
  matrix[j * (count + 1) + j] -= carom__max(0, along(r, list[j], r->rate));
}

static void turn(carom__rigid_touch* t, double angle) {
  const double s = carom__max(-0.5, carom__min(0.5, angle)), x = t->d[0] - s * t->d[1], y = t->d[1] + s * t->d[0];
  const double size = carom__hypot(x, y);
  t->d[0] = x / size;
  t->d[1] = y / size;
}

/// One step of Newton's method for the directions of those that start to slip. False when they are found.
static bool turn_slips(carom__rigid* r) {
  carom__collision* c = r->c;
  int list[CAROM__MOST], count = 0;
  bool found = true;
  for (int i = 0; i < c->count; ++i) {
    if (!turns(r, i)) continue;
    const double* a = r->rate + i * c->dimension;
    const double size = length(c, a);
    if (!(r->touch[i].cap > EXCESS * r->force_size)) {
      if (size > EXCESS * terms(r, i)) point(c, a, size, r->touch[i].d);
      continue;
    }
    list[count++] = i;
    found &= fabs(across(r, i, r->rate)) <= TURNED * terms(r, i);
  }
  if (found) return false;
  double* matrix = r->matrix;  // count (count + 1) numbers: two freedoms a contact make room for them
  for (int j = 0; j < count; ++j) {
    matrix[j * (count + 1) + count] = -across(r, list[j], r->rate);
    turn_column(r, list, count, j, matrix);
  }
  carom__rigid_solve_rows(count, matrix);
  double most = 0;
  for (int j = 0; j < count; ++j) {
    turn(&r->touch[list[j]], matrix[j * (count + 1) + count]);
    most = carom__max(most, fabs(matrix[j * (count + 1) + count]));
  }
  return most > 4 * DBL_EPSILON;
}

static void find_choice(carom__rigid* r) {
  try_choice(r);
  if (r->c->tangents < 2) return;
  for (int k = 0; k < MOST_TURNS && turn_slips(r); ++k) try_choice(r);
}

/// By how much a contact breaks the law of its side, as a part of what it is made of.
static double grip_excess(const carom__rigid* r, int contact) {
  const carom__collision* c = r->c;
  const carom__rigid_touch* t = &r->touch[contact];
  if (!t->rests || t->fixed || !carom__rigid_presses(r, contact)) return 0;
  if (t->grip == CAROM__STICKING)
    return (length(c, r->force + contact * c->dimension) - t->cap) / carom__max(r->force_size, DBL_MIN);
  const double back = -along(r, contact, r->rate) / carom__max(terms(r, contact), DBL_MIN);
  return t->yields && back < SMOOTH ? 0 : back;
}

static double lock_excess(const carom__rigid* r, int contact) {
  const carom__rigid_touch* t = &r->touch[contact];
  const int n = carom__normal(r->c, contact);
  if (!t->may_lock || t->loose) return 0;
  if (t->holds) return -r->force[n] / carom__max(r->force_size, DBL_MIN);
  return -r->rate[n] / carom__max(r->size[n], DBL_MIN);
}

/// The contact that breaks a law worst (or the first that does); -1 if none does.
static int find_worst(const carom__rigid* r, double (*excess)(const carom__rigid*, int), bool first) {
  double worst = EXCESS;
  int who = -1;
  for (int i = 0; i < r->c->count; ++i) {
    const double value = excess(r, i);
    if (!(value > worst)) continue;
    who = i;
    worst = value;
    if (first) break;
  }
  return who;
}

/// Friction first: whether a lock holds is asked when friction obeys its law.
static int find_breach(const carom__rigid* r, bool first, bool* of_lock) {
  int who = find_worst(r, grip_excess, first);
  *of_lock = who < 0;
  return who >= 0 ? who : find_worst(r, lock_excess, first);
}

static void change_side(carom__rigid* r, int contact, bool of_lock) {
  const carom__collision* c = r->c;
  carom__rigid_touch* t = &r->touch[contact];
  if (of_lock) {
    t->holds = !t->holds;
    return;
  }
  if (t->grip == CAROM__SLIPPING) {
    t->grip = CAROM__STICKING;
    t->yields = false;
    return;
  }
  const double *force = r->force + contact * c->dimension, size = length(c, force);
  t->grip = CAROM__SLIPPING;
  point(c, force, -size, t->d);
}

bool carom__rigid_pivot(carom__rigid* r) {
  const int patience = 2 * r->c->count + 8, most = 6 * r->c->count + 40;
  int flips[CAROM__MOST] = {0};
  for (int k = 0; k < most && !carom__is_spent(r->c); ++k) {
    bool of_lock = false;
    find_choice(r);
    if (r->unknowns.singular) return false;
    const int who = find_breach(r, k > patience, &of_lock);
    if (who < 0) return true;
    if (of_lock && ++flips[who] > MOST_FLIPS) return false;
    change_side(r, who, of_lock);
  }
  return false;
}

bool carom__rigid_decide(carom__rigid* r) {
  begin(r);
  bool decided = carom__rigid_pivot(r);
  for (int tries = 0, sweeps = SWEEPS; tries < SWEEP_TRIES && !decided && !carom__is_spent(r->c);
       ++tries, sweeps *= 8) {
    carom__rigid_sweep(r, sweeps);
    decided = carom__rigid_pivot(r);
  }
  return decided;
}
