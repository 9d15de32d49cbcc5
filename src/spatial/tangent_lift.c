// From four lanes to seven columns by three symmetries, which are exact at any fixed s:
//   gamma0 -> (1 + h) gamma0:             x, y, I, K grow by themselves, P and M twice
//   A, d -> (1 + h) A, d, s -> s/(1 + h): x, y stay; I, P, K fall by themselves, M twice
//   everything turned by h:               x, y, K, M turn, I and P stay
// With A = tau 1 + alpha [1, -1] + beta [offdiagonal] the second gives the column of tau (or of d along itself, where d
// is larger), the other two those of gamma0. No divisor is small.
#include <math.h>

#include "spatial/tangent.h"

/// A quantity at a state: its value and lanes, and how it changes under the three symmetries.
typedef struct changes {
  double value, grown, faster, turned;
  carom__quad lanes;
} changes;

static changes changes_of(const carom__hodograph* h, const carom__slip_state* s, carom__slip_quantity quantity) {
  const double n = h->d1 * s->m1 + h->d2 * s->m2;
  switch (quantity) {
    case CAROM__SLIP_X:
      return (changes){s->x, s->x, 0, -s->y, s->dx};
    case CAROM__SLIP_Y:
      return (changes){s->y, s->y, 0, s->x, s->dy};
    case CAROM__SLIP_I:
      return (changes){s->i, s->i, -s->i, 0, s->di};
    case CAROM__SLIP_P:
      return (changes){s->p, 2 * s->p, -s->p, 0, s->dp};
    case CAROM__SLIP_K1:
      return (changes){s->k1, s->k1, -s->k1, -s->k2, s->dk1};
    case CAROM__SLIP_K2:
      return (changes){s->k2, s->k2, -s->k2, s->k1, s->dk2};
    default:  // d.M with d held: M turns against it
      return (changes){n, 2 * n, -2 * n, h->d2 * s->m1 - h->d1 * s->m2, s->dn};
  }
}

carom__slip_column carom__tangent_lift(const carom__hodograph* h, const carom__slip_state* state,
                                       const double gamma0[2], carom__slip_quantity quantity) {
  const changes c = changes_of(h, state, quantity);
  const double tau = 0.5 * (h->a11 + h->a22), alpha = 0.5 * (h->a11 - h->a22), beta = h->a12;
  const double by_alpha = c.lanes[0], by_beta = c.lanes[1], rest = c.faster - alpha * by_alpha - beta * by_beta;
  double by_tau, by_d1, by_d2;
  if (h->along_d) {
    const double size = sqrt(h->d1 * h->d1 + h->d2 * h->d2), x = h->d1 / size, y = h->d2 / size;
    by_tau = c.lanes[2];
    const double along = (rest - tau * by_tau) / size, across = c.lanes[3];
    by_d1 = x * along - y * across;
    by_d2 = y * along + x * across;
  } else {
    by_d1 = c.lanes[2];
    by_d2 = c.lanes[3];
    by_tau = (rest - h->d1 * by_d1 - h->d2 * by_d2) / tau;
  }
  // What is left of the turn after A and d have been turned back.
  const double turn = c.turned + 2 * beta * by_alpha - 2 * alpha * by_beta + h->d2 * by_d1 - h->d1 * by_d2;
  const double x0 = gamma0[0], y0 = gamma0[1], inverse = 1 / (x0 * x0 + y0 * y0);
  return (carom__slip_column){.value = c.value,
                              .by = {0.5 * (by_tau + by_alpha), by_beta, 0.5 * (by_tau - by_alpha), by_d1, by_d2,
                                     (x0 * c.grown - y0 * turn) * inverse, (y0 * c.grown + x0 * turn) * inverse}};
}
