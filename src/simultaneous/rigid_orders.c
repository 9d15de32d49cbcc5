// The series of a piece in which slip turns, order by order: forces, then the motion that they make.
//
//   r^2 = v_t.v_t,  r d = v_t,  F_t = -mu F_n d,  y q' = p y' q,  v' = W F
// Sticking tangents and locked normals follow at each order from the same small system. Series "forces" are F dt/ds, so
// that v_s = W forces always, whatever the clock.
#include "simultaneous/rigid_turn.h"

/// Where directions are sought the series may end with terms that are this part of the speeds: their lengths are
/// others'.
static const double UNFELT = 1e-17;

/// dt/ds = r/r_0 of the clock, or 1.
static double pace(const carom__rigid* r, int n) {
  if (r->piece.arc < 0) return n == 0;
  const double* slip = r->piece.slip + r->piece.arc * CAROM__RIGID_TERMS;
  return slip[n] / slip[0];
}

/// The n-th term of a series times dt/ds.
static double paced(const carom__rigid* r, const double* of, int n) {
  if (r->piece.arc < 0) return of[n];
  const double* slip = r->piece.slip + r->piece.arc * CAROM__RIGID_TERMS;
  return carom__rigid_product_term(slip, of, n) / slip[0];
}

/// Force of a spring at order n, times dt/ds.
static double expand_spring(carom__rigid* r, int spring, int n) {
  const carom__collision* c = r->c;
  const carom__touch* t = &c->touch[r->springs[spring]];
  double *y = carom__rigid_terms(r->piece.lengths, spring), *q = carom__rigid_terms(r->piece.springs, spring);
  if (c->exponent == 1)
    q[n] = t->k * y[n];
  else if (r->touch[r->springs[spring]].light)
    q[n] = 0;
  else
    q[n] = n ? carom__rigid_power_term(y, q, n, c->exponent) : carom__spring_force(c, t, t->x);
  return paced(r, q, n);
}

/// The known forces of a contact at order n. Of a lock that slips only what follows from its earlier orders.
static void push_contact(carom__rigid* r, int contact, int n, double* force) {
  const carom__collision* c = r->c;
  const double* normal = carom__rigid_terms(r->piece.forces, carom__normal(c, contact));
  const bool locked = c->touch[contact].phase == CAROM__LOCKED;
  if (r->touch[contact].grip != CAROM__SLIPPING) {
    if (!locked) carom__rigid_push(r, contact, normal[n], force);
    return;
  }
  const double *x = carom__rigid_terms(r->piece.way, 2 * contact), *y = x + CAROM__RIGID_TERMS,
               mu = c->touch[contact].mu;
  double along[2] = {0, 0};
  for (int j = 0; j <= (locked ? n - 1 : n); ++j) {
    along[0] += normal[j] * x[n - j];
    along[1] += normal[j] * y[n - j];
  }
  if (!locked) force[carom__normal(c, contact)] += normal[n];
  for (int a = 0; a < 2; ++a) force[carom__tangent(c, contact, a)] -= mu * along[a];
}

/// All forces at order n.
static void expand_forces(carom__rigid* r, int n, double* force) {
  const carom__collision* c = r->c;
  carom__rigid_piece* p = &r->piece;
  memset(force, 0, (size_t)c->size * sizeof *force);
  for (int i = 0; i < c->count; ++i)
    if (n > 0 && carom__rigid_turns(r, i)) carom__rigid_expand_slip(r, i, n);
  for (int j = 0; j < r->spring_count; ++j)
    carom__rigid_terms(p->forces, carom__normal(c, r->springs[j]))[n] = expand_spring(r, j, n);
  for (int i = 0; i < c->count; ++i)
    if (carom__is_active(&c->touch[i])) push_contact(r, i, n, force);
  carom__rigid_answer(r, force);
}

/// Velocities, lengths and time of order n + 1.
static void expand_motion(carom__rigid* r, int n, double length, const double* force) {
  const carom__collision* c = r->c;
  carom__rigid_piece* p = &r->piece;
  const double factor = length / (n + 1);
  carom__rigid_rates(r, force, r->rate);
  for (int a = 0; a < c->size; ++a) {
    carom__rigid_terms(p->forces, a)[n] = force[a];
    carom__rigid_terms(p->speeds, a)[n + 1] = factor * r->rate[a];
  }
  for (int i = 0; i < c->count; ++i) {
    if (carom__rigid_is_still(r, i)) carom__rigid_terms(p->speeds, carom__normal(c, i))[n + 1] = 0;
    for (int a = 0; a < 2 && carom__is_active(&c->touch[i]) && r->touch[i].grip == CAROM__STICKING; ++a)
      carom__rigid_terms(p->speeds, carom__tangent(c, i, a))[n + 1] = 0;
  }
  for (int j = 0; j < r->spring_count; ++j)
    carom__rigid_terms(p->lengths, j)[n + 1] =
        -factor * paced(r, carom__rigid_terms(p->speeds, carom__normal(c, r->springs[j])), n);
  p->clock[n + 1] = factor * pace(r, n);
}

static void begin(carom__rigid* r) {
  const carom__collision* c = r->c;
  carom__rigid_piece* p = &r->piece;
  for (int a = 0; a < c->size; ++a) carom__rigid_terms(p->speeds, a)[0] = c->v[a];
  for (int j = 0; j < r->spring_count; ++j) carom__rigid_terms(p->lengths, j)[0] = -c->touch[r->springs[j]].x;
  for (int i = 0; i < c->count; ++i)  // apart, or locked: unknown until answered
    carom__rigid_terms(p->forces, carom__normal(c, i))[0] = 0;
  p->clock[0] = 0;
}

/// The orders so far are all that can be felt: the last two of them are not.
static bool is_enough(const carom__rigid* r, int n) {
  const carom__collision* c = r->c;
  for (int a = 0; a < c->size; ++a) {
    const double* speed = r->piece.speeds + a * CAROM__RIGID_TERMS + n;
    if (!(carom__max(fabs(speed[0]), fabs(speed[1])) <= UNFELT * c->speed)) return false;
  }
  for (int i = 0; i < c->count; ++i) {
    const double *x = r->piece.way + 2 * i * CAROM__RIGID_TERMS + n, *y = x + CAROM__RIGID_TERMS;
    if (!carom__rigid_slips(r, i)) continue;
    for (int k = -1; k <= 0; ++k)
      if (!(carom__max(fabs(x[k]), fabs(y[k])) <= UNFELT)) return false;
  }
  return true;
}

/// Takes the orders from n on as 0.
static void end_series(double* all, int count, int n) {
  for (int q = 0; q < count; ++q)
    memset(carom__rigid_terms(all, q) + n, 0, (size_t)(CAROM__RIGID_TERMS - n) * sizeof *all);
}

static void end_orders(carom__rigid* r, int n) {
  const carom__collision* c = r->c;
  carom__rigid_piece* p = &r->piece;
  end_series(p->speeds, c->size, n + 1);
  end_series(p->forces, c->size, n);
  end_series(p->lengths, r->spring_count, n + 1);
  end_series(p->springs, r->spring_count, n);
  end_series(p->clock, 1, n + 1);
  for (int i = 0; i < c->count; ++i) {
    if (!carom__rigid_turns(r, i)) continue;
    carom__rigid_expand_slip(r, i, n);
    end_series(carom__rigid_terms(p->slip, i), 1, n + 1);
    end_series(carom__rigid_terms(p->way, 2 * i), 2, n + 1);
  }
}

/// What n orders take beside the answers, which are counted where they are found: measured.
static void count_orders(carom__rigid* r, int n) {
  int slipping = 0;
  for (int i = 0; i < r->c->count; ++i) slipping += carom__rigid_slips(r, i);
  r->c->work += n * (3.3 * n * slipping + 24.0 * r->c->count + 1.2 * r->unknowns.rank * r->c->size);
}

void carom__rigid_expand_orders(carom__rigid* r, carom__rigid_specials* s) {
  double* force = r->force;
  int n = 0;
  begin(r);
  if (s->some_start) carom__rigid_begin_starts(r, &s->starts);
  do {
    if (s->some_start) carom__rigid_prepare_starts(r, &s->starts, n);
    expand_forces(r, n, force);
    if (s->some_start) carom__rigid_turn_starts(r, &s->starts, n, force);
    expand_motion(r, n, r->piece.length, force);
    if (s->some_start) carom__rigid_end_starts(r, &s->starts, n);
    ++n;
  } while (n < CAROM__RIGID_ORDER && !(s->rubs && n >= CAROM__RUB_NODES && is_enough(r, n - 1)));
  end_orders(r, n);
  count_orders(r, n);
}
