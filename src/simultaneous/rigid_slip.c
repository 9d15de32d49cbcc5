// Slip that turns: its speed and its direction, order by order.
#include "simultaneous/rigid.h"

/// Slip below this part of the speeds may settle: others change until it stops by the square of the time that is left.
/// It has if what it would still turn is below the second.
static const double SETTLED = 1e-6, UNTURNED = 1e-15;

bool carom__rigid_find_slips(carom__rigid* r) {
  const carom__collision* c = r->c;
  bool some = false;
  for (int i = 0; i < c->count; ++i) {
    carom__rigid_touch* t = &r->touch[i];
    t->starts = t->rubs = false;
    if (!carom__rigid_slips(r, i)) continue;
    const double *v = c->v + i * c->dimension, speed = carom__hypot(v[0], v[1]);
    double *slip = carom__rigid_terms(r->piece.slip, i), *way = carom__rigid_terms(r->piece.way, 2 * i);
    t->starts = speed == 0;
    some |= t->starts;
    slip[0] = speed;
    way[0] = t->d[0];
    way[CAROM__RIGID_TERMS] = t->d[1];
  }
  return some;
}

/// It stops before it can turn by more than rounding: what is left of it goes along its direction.
static bool is_settled(const carom__rigid* r, int contact) {
  const double *d = r->touch[contact].d, *a = r->rate + contact * r->c->dimension;
  const double slowing = -(d[0] * a[0] + d[1] * a[1]), across = fabs(d[0] * a[1] - d[1] * a[0]);
  const double speed = r->piece.slip[contact * CAROM__RIGID_TERMS];
  return slowing > 0 && speed < SETTLED * r->c->speed && across * speed <= UNTURNED * r->c->speed * slowing;
}

void carom__rigid_find_settled(carom__rigid* r) {
  for (int i = 0; i < r->c->count; ++i)
    r->touch[i].settled = carom__rigid_slips(r, i) && !r->touch[i].starts && is_settled(r, i);
}

/// r_n and d_n of one that no longer turns; its slip falls through 0.
static void expand_settled(carom__rigid* r, int contact, int n) {
  double *slip = carom__rigid_terms(r->piece.slip, contact), *x = carom__rigid_terms(r->piece.way, 2 * contact),
         *y = x + CAROM__RIGID_TERMS;
  const double* u = carom__rigid_terms(r->piece.speeds, carom__tangent(r->c, contact, 0));
  slip[n] = x[0] * u[n] + y[0] * u[CAROM__RIGID_TERMS + n];
  x[n] = y[n] = 0;
}

void carom__rigid_expand_slip(carom__rigid* r, int contact, int n) {
  if (r->touch[contact].settled) {
    expand_settled(r, contact, n);
    return;
  }
  double *slip = carom__rigid_terms(r->piece.slip, contact), *x = carom__rigid_terms(r->piece.way, 2 * contact),
         *y = x + CAROM__RIGID_TERMS;
  const double* u = carom__rigid_terms(r->piece.speeds, carom__tangent(r->c, contact, 0));
  const double* v = u + CAROM__RIGID_TERMS;
  const double square = u[0] * u[n] + v[0] * v[n];
  double dx = u[n], dy = v[n], uu = 0, vv = 0, rr = 0;
  for (int j = 1; 2 * j < n; ++j) {
    uu += u[j] * u[n - j];
    vv += v[j] * v[n - j];
    rr += slip[j] * slip[n - j];
  }
  const int m = n / 2;
  const double middle = n == 2 * m ? u[m] * u[m] + v[m] * v[m] - slip[m] * slip[m] : 0;
  slip[n] = (square + (uu + vv - rr) + 0.5 * middle) / slip[0];
  for (int j = 1; j <= n; ++j) {
    dx -= slip[j] * x[n - j];
    dy -= slip[j] * y[n - j];
  }
  x[n] = dx / slip[0];
  y[n] = dy / slip[0];
}
