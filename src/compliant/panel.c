// One panel of slip that turns: collocation, solved by Newton.
#include "compliant/panel.h"

#include <math.h>

#include "math/elementary.h"
#include "math/lu.h"

enum { NODES = CAROM__NODES, MAX_ITERATIONS = 12 };

/// What Newton's iteration needs besides the panel: derivatives with respect to z, and the factored matrix.
typedef struct newton {
  double dcosine[NODES], dsine[NODES];     // d/dz of cos - 1 and sin
  double dp[NODES], dr[NODES], dn[NODES];  // d/dz of the rates of p, r, n at the same node
  double slope[NODES];                     // dz/dtheta
  double residual[NODES];
  double by_length[NODES];                    // d residual / dh
  carom__lu12 by_z;                           // d residual / dz, then its factors
  double close_by_z[NODES], close_by_length;  // of the closing equation
  double z_by_length[NODES];                  // dz/dh while the residual stays
  double close_slope;                         // d/dh of the closing equation while the residual stays
} newton;

CAROM__ALWAYS_INLINE void multiply(const double matrix[NODES][NODES], const double* x, double* y) {
  carom__twelve sum = {{0}, {0}, {0}};
  CAROM__UNROLL
  for (int j = 0; j < NODES; ++j) carom__twelve_add(&sum, x[j], matrix[j]);
  carom__twelve_store(y, &sum);
}

/// Everything at the nodes that follows from z and h. The part of a constant direction is exact, not a quadrature.
CAROM__ALWAYS_INLINE void evaluate(carom__panel* s, newton* w) {
  const carom__panel_rule* rule = s->rule;
  for (int j = 0; j < NODES; ++j) {
    const double z = s->z[j], scale = 1 / (1 + z * z);
    s->cosine1[j] = -2 * z * z * scale;
    s->sine[j] = 2 * z * scale;
    w->dcosine[j] = -4 * z * scale * scale;
    w->dsine[j] = 2 * (1 - z * z) * scale * scale;
  }
  double along[NODES], across[NODES], by_n[NODES], by_energy[NODES];
  multiply(rule->integral, s->cosine1, along);
  multiply(rule->integral, s->sine, across);
  for (int i = 0; i < NODES; ++i) by_n[i] = -s->mu * (s->d1 * along[i] + s->d2 * across[i]);
  multiply(rule->integral, by_n, by_energy);
  const double p_rate = s->d1 - s->mu * s->b11, r_rate = s->d2 - s->mu * s->b12, n_rate = s->wnn - s->mu * s->d1;
  for (int i = 0; i < NODES; ++i) {
    const double q = s->h * rule->reach[i], friction = s->mu * s->h;
    s->p[i] = s->p0 + p_rate * q - friction * (s->b11 * along[i] + s->b12 * across[i]);
    s->r[i] = s->r0 + r_rate * q - friction * (s->b12 * along[i] + s->b22 * across[i]);
    s->n[i] = s->n0 + n_rate * q + s->h * by_n[i];
    s->energy[i] = s->energy0 - q * (s->n0 + 0.5 * n_rate * q) - s->h * s->h * by_energy[i];
    s->sigma[i] = s->p[i] + s->p[i] * s->cosine1[i] + s->r[i] * s->sine[i] + s->kappa * s->n[i];
  }
  multiply(rule->derivative, s->z, w->slope);
}

/// The Riccati equation at the nodes: capacity E dz/dtheta = h rate (r (1 - z^2)/2 - p z).
CAROM__ALWAYS_INLINE void find_residual(const carom__panel* s, newton* w) {
  for (int i = 0; i < NODES; ++i) {
    const double z = s->z[i], turning = 0.5 * s->r[i] * (1 - z * z) - s->p[i] * z;
    w->residual[i] = s->capacity * s->energy[i] * w->slope[i] - s->h * s->rule->rate[i] * turning;
  }
}

/// d residual / dz and d residual / dh. All but E is linear in h; E has a linear and a quadratic part.
CAROM__ALWAYS_INLINE void find_matrix(const carom__panel* s, newton* w) {
  const carom__panel_rule* rule = s->rule;
  const double h = s->h;
  double stiff[NODES], bend[NODES], across[NODES], along[NODES], own[NODES];
  for (int i = 0; i < NODES; ++i) {
    const double z = s->z[i], half = 0.5 * (1 - z * z), reach = h * rule->rate[i];
    stiff[i] = s->capacity * s->energy[i];
    bend[i] = -s->capacity * w->slope[i] * h * h;
    across[i] = -reach * h * half;
    along[i] = reach * h * z;
    own[i] = reach * (s->r[i] * z + s->p[i]);
    const double linear = s->n0 * rule->reach[i], quadratic = (s->energy0 - s->energy[i]) / h - linear;
    w->by_length[i] = -s->capacity * w->slope[i] * (linear + 2 * quadratic) -
                      rule->rate[i] * ((2 * s->r[i] - s->r0) * half - (2 * s->p[i] - s->p0) * z);
  }
  for (int k = 0; k < NODES; ++k) {
    const double dp = -s->mu * (s->b11 * w->dcosine[k] + s->b12 * w->dsine[k]);
    const double dr = -s->mu * (s->b12 * w->dcosine[k] + s->b22 * w->dsine[k]);
    const double dn = -s->mu * (s->d1 * w->dcosine[k] + s->d2 * w->dsine[k]);
    w->dp[k] = dp, w->dr[k] = dr, w->dn[k] = dn;
    double* restrict column = w->by_z.upper[k];
    for (int i = 0; i < NODES; ++i)
      column[i] = stiff[i] * rule->derivative[k][i] + bend[i] * rule->twice[k][i] * dn +
                  rule->integral[k][i] * (across[i] * dr + along[i] * dp);
    column[k] += own[k];
  }
}

/// The energy at the end less what h (1 - reach) more of normal impulse will release, n q + n' q^2/2, with the n' of
/// the panel's last direction.
CAROM__ALWAYS_INLINE double energy_beyond(const carom__panel* s) {
  const int last = NODES - 1;
  const double q = s->h * s->rule->left;
  const double n_rate = s->wnn - s->mu * (s->d1 * (1 + s->cosine1[last]) + s->d2 * s->sine[last]);
  return s->energy[last] - q * (s->n[last] + 0.5 * n_rate * q);
}

/// The energy at the end of a panel that has no node there.
CAROM__ALWAYS_INLINE double energy_at_end(const carom__panel* s) {
  const double bent = -s->mu * (s->d1 * carom__twelve_dot(s->rule->twice_weight, s->cosine1) +
                                s->d2 * carom__twelve_dot(s->rule->twice_weight, s->sine));
  return s->energy0 - s->h * (s->n0 + s->h * (0.5 * (s->wnn - s->mu * s->d1) + bent));
}

/// What must be 0 at the end.
CAROM__ALWAYS_INLINE double find_close(const carom__panel* s) {
  switch (s->closing) {
    case CAROM__CLOSE_NORMAL:
      return s->n[NODES - 1];
    case CAROM__CLOSE_STICK:
      return s->sigma[NODES - 1];
    case CAROM__CLOSE_ENERGY:
      return energy_at_end(s);
    case CAROM__CLOSE_NEARLY:
      return energy_beyond(s);
    case CAROM__CLOSE_NOTHING:
      break;
  }
  return 0;
}

/// The derivative of n, and where stick closes the panel of the slip speed, at the last node.
CAROM__ALWAYS_INLINE void find_velocity_slopes(const carom__panel* s, newton* w) {
  const int last = NODES - 1;
  const bool normal = s->closing == CAROM__CLOSE_NORMAL;
  const double cosine = normal ? 0 : 1 + s->cosine1[last], sine = normal ? 0 : s->sine[last];
  const double weight = normal ? 1 : s->kappa;
  for (int k = 0; k < NODES; ++k)
    w->close_by_z[k] = s->h * s->rule->integral[k][last] * (cosine * w->dp[k] + sine * w->dr[k] + weight * w->dn[k]);
  w->close_by_length =
      (cosine * (s->p[last] - s->p0) + sine * (s->r[last] - s->r0) + weight * (s->n[last] - s->n0)) / s->h;
  if (!normal) w->close_by_z[last] += s->p[last] * w->dcosine[last] + s->r[last] * w->dsine[last];
}

/// The derivative of the energy at or beyond the end. How the last n' changes with z does not matter there.
CAROM__ALWAYS_INLINE void find_energy_slopes(const carom__panel* s, newton* w) {
  const int last = NODES - 1;
  const double h = s->h, left = s->rule->left;
  const bool beyond = s->closing == CAROM__CLOSE_NEARLY;
  for (int k = 0; k < NODES; ++k) {
    const double twice =
        beyond ? s->rule->twice[k][last] + left * s->rule->integral[k][last] : s->rule->twice_weight[k];
    w->close_by_z[k] = -h * h * twice * w->dn[k];
  }
  const double end = beyond ? s->energy[last] : energy_at_end(s), reach = beyond ? s->rule->reach[last] : 1;
  const double linear = s->n0 * reach, quadratic = (s->energy0 - end) / h - linear;
  w->close_by_length = -(linear + 2 * quadratic);
  if (!beyond) return;
  const double n_rate = s->wnn - s->mu * (s->d1 * (1 + s->cosine1[last]) + s->d2 * s->sine[last]);
  w->close_by_length -= left * (2 * s->n[last] - s->n0 + n_rate * h * left);
}

/// Factors the matrix, and where the panel is closed on an event finds how z answers to h. False if that makes no
/// sense.
CAROM__ALWAYS_INLINE bool prepare(const carom__panel* s, newton* w) {
  find_matrix(s, w);
  if (!carom__lu12_factor(&w->by_z, 0)) return false;
  if (s->closing == CAROM__CLOSE_NOTHING) return true;
  if (s->closing == CAROM__CLOSE_NORMAL || s->closing == CAROM__CLOSE_STICK) {
    find_velocity_slopes(s, w);
  } else {
    find_energy_slopes(s, w);
  }
  for (int i = 0; i < NODES; ++i) w->z_by_length[i] = -w->by_length[i];
  carom__lu12_solve(&w->by_z, w->z_by_length);
  w->close_slope = w->close_by_length + carom__twelve_dot(w->close_by_z, w->z_by_length);
  return isfinite(w->close_slope) && w->close_slope != 0;
}

/// The largest magnitude; infinite where one is not a number.
CAROM__ALWAYS_INLINE double largest(const double* x) {
  double size = 0, sum = 0;
  for (int i = 0; i < NODES; ++i) {
    size = fabs(x[i]) > size ? fabs(x[i]) : size;
    sum += x[i];
  }
  return isfinite(sum) ? size : HUGE_VAL;
}

/// One step of Newton's method for z and, where the panel is closed on an event, h. The size of the step in z and, as a
/// part of h, in h; infinite where it makes no sense.
CAROM__ALWAYS_INLINE double step(carom__panel* s, const newton* w) {
  double dz[NODES];
  for (int i = 0; i < NODES; ++i) dz[i] = -w->residual[i];
  carom__lu12_solve(&w->by_z, dz);
  double size = largest(dz);
  // As long as z is far off, what it says about the length is not worth following.
  if (s->closing != CAROM__CLOSE_NOTHING && size < 0.2) {
    double dh = -(find_close(s) + carom__twelve_dot(w->close_by_z, dz)) / w->close_slope;
    if (fabs(dh) > 0.5 * s->h) dh = copysign(0.5 * s->h, dh);
    for (int i = 0; i < NODES; ++i) dz[i] += dh * w->z_by_length[i];
    size = carom__max(largest(dz), fabs(dh) / s->h);
    s->h += dh;
  }
  for (int i = 0; i < NODES; ++i) s->z[i] += dz[i];
  return size;
}

/// A first guess: one implicit step of Euler's method from the start of the panel to each node.
CAROM__ALWAYS_INLINE void guess(carom__panel* s) {
  const double p_rate = s->d1 - s->mu * s->b11, r_rate = s->d2 - s->mu * s->b12, n_rate = s->wnn - s->mu * s->d1;
  for (int i = 0; i < NODES; ++i) {
    const double q = s->h * s->rule->reach[i], energy = s->energy0 - q * (s->n0 + 0.5 * n_rate * q);
    const double resistance = s->p0 + p_rate * q + s->capacity * energy / q;
    const double z = 0.5 * (s->r0 + r_rate * q) / resistance;
    s->z[i] = resistance > 0 && fabs(z) < 1 ? z : 0;
  }
}

CAROM__WITH_AVX2 static bool solve(carom__panel* s) {
  newton w;
  guess(s);
  double before = HUGE_VAL;
  bool refresh = true;
  for (s->iterations = 1; s->iterations <= MAX_ITERATIONS; ++s->iterations) {
    evaluate(s, &w);
    find_residual(s, &w);
    if (refresh && !prepare(s, &w)) return false;
    const double size = step(s, &w), rate = s->iterations > 1 ? size / before : 1;
    if (!(size < 1e3)) return false;
    if (size < 1e-14 || size * rate < 1e-15 || (size < 1e-11 && rate > 0.3)) {
      evaluate(s, &w);
      return true;
    }
    refresh = s->iterations == 1 ? size > 0.1 : !(rate < 0.02);
    before = size;
  }
  return false;
}

bool carom__panel_solve(carom__panel* s) {
  return solve(s);
}

/// Integrals of cos - 1 and sin over q/h to each node, and of these again; last the ones over the whole panel.
typedef struct integrals {
  double along[NODES], across[NODES], along2[NODES], across2[NODES];
  double whole_along, whole_across, whole_along2, whole_across2;
  double reach;              // q/h of the whole
  const double* by_node;     // d whole_along / d cosine1
  const double* by_node2;    // d whole_along2 / d cosine1
  double column[2 * NODES];  // room for these
} integrals;

CAROM__ALWAYS_INLINE void integrate(const carom__panel* s, integrals* m) {
  const carom__panel_rule* rule = s->rule;
  const bool behind = s->closing == CAROM__CLOSE_ENERGY;
  multiply(rule->integral, s->cosine1, m->along);
  multiply(rule->integral, s->sine, m->across);
  multiply(rule->twice, s->cosine1, m->along2);
  multiply(rule->twice, s->sine, m->across2);
  for (int k = 0; k < NODES; ++k) m->column[k] = behind ? rule->weight[k] : rule->integral[k][NODES - 1];
  for (int k = 0; k < NODES; ++k) m->column[NODES + k] = behind ? rule->twice_weight[k] : rule->twice[k][NODES - 1];
  m->by_node = m->column, m->by_node2 = m->column + NODES;
  m->whole_along = carom__twelve_dot(m->by_node, s->cosine1);
  m->whole_across = carom__twelve_dot(m->by_node, s->sine);
  m->whole_along2 = carom__twelve_dot(m->by_node2, s->cosine1);
  m->whole_across2 = carom__twelve_dot(m->by_node2, s->sine);
  m->reach = behind ? 1 : rule->reach[NODES - 1];
}

/// How E moves where q = h reach and the integrals of the integrals are these, while z and h stay.
CAROM__ALWAYS_INLINE double energy_moves(const carom__panel* s, const carom__panel_change* c, double reach,
                                         double along2, double across2) {
  const double q = s->h * reach, square = s->h * s->h;
  const double by_d1 = 0.5 * q * q + square * along2, by_d2 = square * across2;
  return c->energy0 - q * (c->n0 + 0.5 * c->wnn * q) + c->mu * (s->d1 * by_d1 + s->d2 * by_d2) +
         s->mu * (c->d1 * by_d1 + c->d2 * by_d2);
}

/// How v_n moves, likewise.
CAROM__ALWAYS_INLINE double normal_moves(const carom__panel* s, const carom__panel_change* c, double reach,
                                         double along, double across) {
  const double x = s->h * (reach + along), y = s->h * across;
  return c->n0 + c->wnn * s->h * reach - c->mu * (s->d1 * x + s->d2 * y) - s->mu * (c->d1 * x + c->d2 * y);
}

/// What the residual turns into when the numbers of the panel move and z and h stay, with its sign changed.
CAROM__ALWAYS_INLINE void answer_residual(const carom__panel* s, const newton* w, const integrals* m,
                                          carom__panel_change* c) {
  const double h = s->h;
  for (int i = 0; i < NODES; ++i) {
    const double z = s->z[i], reach = s->rule->reach[i];
    const double x = h * (reach + m->along[i]), y = h * m->across[i];
    const double p = c->p0 + c->d1 * h * reach - c->mu * (s->b11 * x + s->b12 * y) - s->mu * (c->b11 * x + c->b12 * y);
    const double r = c->r0 + c->d2 * h * reach - c->mu * (s->b12 * x + s->b22 * y) - s->mu * (c->b12 * x + c->b22 * y);
    const double energy = energy_moves(s, c, reach, m->along2[i], m->across2[i]);
    c->z[i] = h * s->rule->rate[i] * (0.5 * r * (1 - z * z) - p * z) -
              w->slope[i] * (2 * c->kappa * s->energy[i] + s->capacity * energy);
  }
}

/// How the length answers where it is not given.
CAROM__ALWAYS_INLINE double length_moves(const carom__panel* s, const newton* w, const integrals* m,
                                         const carom__panel_change* c) {
  if (s->closing == CAROM__CLOSE_NOTHING) return 0;
  double closes = energy_moves(s, c, m->reach, m->whole_along2, m->whole_across2);
  if (s->closing == CAROM__CLOSE_NEARLY) {
    // The last n' is that of the panel's last direction, which is left as it is.
    const double q = s->h * s->rule->left;
    closes -= q * normal_moves(s, c, m->reach, m->whole_along, m->whole_across);
  }
  return -(closes + carom__twelve_dot(w->close_by_z, c->z)) / w->close_slope;
}

/// The sums at the end move with z, and with the length.
CAROM__ALWAYS_INLINE void move_sums(const carom__panel* s, const newton* w, const integrals* m, double dh,
                                    carom__panel_change* c) {
  const double h = s->h;
  double x = 0, y = 0, x2 = 0, y2 = 0;
  for (int k = 0; k < NODES; ++k) {
    c->z[k] += dh * (s->closing == CAROM__CLOSE_NOTHING ? 0 : w->z_by_length[k]);
    x += m->by_node[k] * w->dcosine[k] * c->z[k], y += m->by_node[k] * w->dsine[k] * c->z[k];
    x2 += m->by_node2[k] * w->dcosine[k] * c->z[k], y2 += m->by_node2[k] * w->dsine[k] * c->z[k];
  }
  c->q = dh * m->reach;
  c->along = dh * (m->reach + m->whole_along) + h * x;
  c->across = dh * m->whole_across + h * y;
  c->energy =
      energy_moves(s, c, m->reach, m->whole_along2, m->whole_across2) + h * h * s->mu * (s->d1 * x2 + s->d2 * y2);
  // dE/dh at fixed z: -(n0 reach + 2 (quadratic part)/h), with E - E0 = -h n0 reach - quadratic part.
  const double linear = s->n0 * m->reach;
  const double bent = -s->mu * (s->d1 * m->whole_along2 + s->d2 * m->whole_across2);
  const double square = 0.5 * (s->wnn - s->mu * s->d1) * m->reach * m->reach + bent;
  c->energy -= dh * (linear + 2 * h * square);
}

CAROM__WITH_AVX2 static bool differentiate(const carom__panel* panel, int count, carom__panel_change* changes,
                                           carom__panel_sums* sums) {
  newton w;
  integrals m;
  carom__panel s = *panel;
  if (s.closing == CAROM__CLOSE_NORMAL || s.closing == CAROM__CLOSE_STICK) s.closing = CAROM__CLOSE_NOTHING;
  evaluate(&s, &w);
  if (!prepare(&s, &w)) return false;
  integrate(&s, &m);
  *sums = (carom__panel_sums){s.h * m.reach, s.h * (m.reach + m.whole_along), s.h * m.whole_across};
  for (int i = 0; i < count; ++i) {
    answer_residual(&s, &w, &m, &changes[i]);
    carom__lu12_solve(&w.by_z, changes[i].z);
    move_sums(&s, &w, &m, length_moves(&s, &w, &m, &changes[i]), &changes[i]);
    if (s.closing == CAROM__CLOSE_ENERGY) changes[i].energy = 0;
  }
  return true;
}

bool carom__panel_differentiate(const carom__panel* panel, int count, carom__panel_change* changes,
                                carom__panel_sums* sums) {
  return differentiate(panel, count, changes, sums);
}

double carom__panel_tail(const carom__panel* s) {
  double largest = 0;
  for (int t = 0; t < 3; ++t) largest = carom__max(largest, fabs(carom__twelve_dot(s->rule->tail[t], s->z)));
  return largest;
}
