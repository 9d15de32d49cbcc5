// Derivatives along pieces in which the contact sticks, and while it is held, in closed form.
//
// r'' = -W K r gives dr'' = -W K dr - (dW K + W dK) r: the modes again, driven by themselves. In modes, with mode j as
// a_j cos + b_j sin/w_j, what drives mode i is a sum over j, and its answer a divided difference of cos and sin/w over
// the squares of two frequencies. A held contact has the two tangential springs alone, and for W what v_n = 0 leaves of
// it, B - d d^T/wnn.
#include <math.h>

#include "compliant/tangent.h"
#include "math/swing.h"

enum { MODES = CAROM__SWING_MODES };

static double sinc(double x) {
  return fabs(x) < 1e-4 ? 1 - x * x / 6 : carom__sin(x) / x;
}

/// (sinc b - sinc a)/(a^2 - b^2) where neither is large.
static double sinc_gap_series(double a, double b) {
  const double p = a * a, q = b * b;
  double sum = 0, factor = 1.0 / 6, symmetric = 1, power = 1;
  for (int k = 1; k <= 9; ++k) {
    sum += factor * symmetric;
    power *= q;
    symmetric = p * symmetric + power;
    factor /= -(2.0 * k + 2) * (2.0 * k + 3);
  }
  return sum;
}

/// (sinc b - sinc a)/(a^2 - b^2), with all its digits where a and b are close, and its limit where they are equal.
static double sinc_gap(double a, double b) {
  const double large = carom__max(a, b), small = carom__min(a, b);
  if (large < 1) return sinc_gap_series(a, b);
  if (small < 0.5 * large) return (sinc(small) - sinc(large)) / ((large - small) * (large + small));
  const double middle = 0.5 * (a + b), half = 0.5 * (large - small);
  return (sinc(middle) * carom__cos(half) - carom__cos(middle) * sinc(half)) / (2 * a * b);
}

/// What a unit of a_j, and of b_j, in mode j does to mode i at t: to its value, slope and area.
typedef struct answer {
  carom__swing a, b;
} answer;

static answer answer_of(double omega_i, double omega_j, double t) {
  const double a = omega_i * t, b = omega_j * t, gap = sinc_gap(a, b), small = carom__min(a, b);
  const double by_cosine = 0.5 * t * t * sinc(0.5 * (a + b)) * sinc(0.5 * (a - b));
  return (answer){
      .a = {by_cosine, t * (sinc(carom__max(a, b)) - small * small * gap), t * t * t * gap},
      .b = {t * t * t * gap, by_cosine,
            0.125 * t * t * t * t * (sinc(0.5 * a) + sinc(0.5 * b)) * sinc_gap(0.5 * a, 0.5 * b)},
  };
}

/// The modes of a swing, of three springs or of two: weight_i.length_j is `norm` where i = j, and 0 elsewhere.
typedef struct modes {
  int count;
  double norm;
  double stiffness[MODES];
  double length[MODES][MODES];  // what a unit of a mode does to the springs
  double weight[MODES][MODES];  // stiffness times length: what a unit of a spring does to a mode, times norm
  answer by[MODES][MODES];
} modes;

static modes modes_of(const carom__spring_run* run, const carom__spring_swing* w, double t) {
  const bool is_held = w->count < MODES;
  modes m = {.count = w->count, .norm = is_held ? w->kt : 1, .stiffness = {w->kt, w->kt, run->k}};
  for (int j = 0; j < m.count; ++j) {
    for (int l = 0; l < 2; ++l) m.length[l][j] = w->s[l][j];
    m.length[2][j] = is_held ? 0 : -w->force[j] / run->k;
    for (int l = 0; l < m.count; ++l) m.weight[l][j] = m.stiffness[l] * m.length[l][j];
    for (int i = 0; i < m.count; ++i) m.by[i][j] = answer_of(w->omega[i], w->omega[j], t);
  }
  return m;
}

/// How W and K move along a direction: as W is for the springs that swing, and K as a part of itself.
typedef struct moves {
  double w[3][3], rate[3], kt;
} moves;

static moves moves_of(const carom__spring_run* run, const modes* m, const carom__spring_tangent* d) {
  const double kt = m->stiffness[0], eta2 = 1 / kt, kt_moves = -d->eta2 / (eta2 * eta2);
  moves out = {.w = {{d->b11, d->b12, d->d1}, {d->b12, d->b22, d->d2}, {d->d1, d->d2, d->wnn}},
               .rate = {kt_moves / kt, kt_moves / kt, d->k / m->stiffness[2]},
               .kt = kt_moves};
  const double along[2] = {run->d1 / run->wnn, run->d2 / run->wnn}, by[2] = {d->d1, d->d2};
  for (int i = 0; i < 2 && m->count < MODES; ++i)
    for (int j = 0; j < 2; ++j) out.w[i][j] += along[i] * along[j] * d->wnn - by[i] * along[j] - along[i] * by[j];
  return out;
}

/// How mode j drives mode i when W and K move: u_i.(K^(1/2) dW K^(1/2) + w_i^2 dK/K) u_j.
static double drive(const modes* m, const moves* d, double square, int i, int j) {
  double sum = 0;
  for (int k = 0; k < m->count; ++k) {
    for (int l = 0; l < m->count; ++l) sum += m->weight[k][i] * d->w[k][l] * m->weight[l][j];
    sum += square * m->weight[k][i] * d->rate[k] * m->length[k][j];
  }
  return sum / m->norm;
}

static carom__swing mode_after(const modes* m, const carom__spring_swing* w, const carom__spring_tangent* d,
                               const moves* along, int i, double t) {
  const double moved[3] = {d->sx, d->sy, d->x}, pushed[3] = {d->vx, d->vy, d->vn};
  double a = 0, b = 0;
  for (int l = 0; l < m->count; ++l) a += m->weight[l][i] * moved[l], b += m->weight[l][i] * pushed[l];
  carom__swing q = carom__swing_at(w->omega[i], a / m->norm, b / m->norm, t);
  for (int j = 0; j < m->count; ++j) {
    const double pull = drive(m, along, w->omega[i] * w->omega[i], i, j);
    const answer* by = &m->by[i][j];
    q.value -= pull * (w->a[j] * by->a.value + w->b[j] * by->b.value);
    q.slope -= pull * (w->a[j] * by->a.slope + w->b[j] * by->b.slope);
    q.area -= pull * (w->a[j] * by->a.area + w->b[j] * by->b.area);
  }
  return q;
}

/// What the normal force gives: k times the area under -x, or, held, kt times that under d.s/wnn.
static double normal_impulse_moves(const carom__spring_run* run, const modes* m, const moves* along,
                                   const carom__swung* at, const double area[3], const carom__spring_tangent* d) {
  if (m->count == MODES) return d->k * at->force_area / m->stiffness[2] - m->stiffness[2] * area[2];
  const double kt = m->stiffness[0], pull = run->d1 * area[0] + run->d2 * area[1];
  const double turned = d->d1 * at->area[0] + d->d2 * at->area[1];
  return kt * (pull + turned) / run->wnn + at->force_area * (along->kt / kt - d->wnn / run->wnn);
}

static void move(const carom__spring_run* run, const modes* m, const carom__spring_swing* w, const carom__swung* at,
                 double t, carom__spring_tangent* d) {
  const moves along = moves_of(run, m, d);
  double r[3] = {0}, v[3] = {0}, area[3] = {0};
  for (int i = 0; i < m->count; ++i) {
    const carom__swing q = mode_after(m, w, d, &along, i, t);
    for (int l = 0; l < m->count; ++l) {
      r[l] += m->length[l][i] * q.value;
      v[l] += m->length[l][i] * q.slope;
      area[l] += m->length[l][i] * q.area;
    }
  }
  d->in += normal_impulse_moves(run, m, &along, at, area, d);
  d->ix -= along.kt * at->area[0] + w->kt * area[0];
  d->iy -= along.kt * at->area[1] + w->kt * area[1];
  d->sx = r[0], d->sy = r[1], d->x = r[2];
  d->vx = v[0], d->vy = v[1], d->vn = v[2];
}

void carom__spring_tangent_swing(carom__spring_run* run, const carom__spring_swing* w, double t) {
  const modes m = modes_of(run, w, t);
  const carom__swung at = carom__swing_to(w, t);
  for (int i = 0; i < run->tangents->count; ++i) move(run, &m, w, &at, t, &run->tangents->along[i]);
}
