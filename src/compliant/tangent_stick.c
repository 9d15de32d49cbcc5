// Derivatives along pieces in which the contact sticks, in closed form, and at the events between pieces.
//
// r'' = -W K r gives dr'' = -W K dr - (dW K + W dK) r: the modes again, driven by themselves. In modes, with mode j as
// a_j cos + b_j sin/w_j, what drives mode i is a sum over j, and its answer a divided difference of cos and sin/w over
// the squares of two frequencies.
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

/// The modes of a swing: eigenvectors u of K^(1/2) W K^(1/2), scaled.
typedef struct modes {
  double stiffness[3];
  double length[3][MODES];  // K^(-1/2) u: what a unit of a mode does to the springs
  double weight[3][MODES];  // K^(1/2) u: what a unit of a spring does to a mode
  answer by[MODES][MODES];
} modes;

static modes modes_of(const carom__spring_run* run, const carom__spring_swing* w, double t) {
  modes m = {.stiffness = {w->kt, w->kt, run->k}};
  for (int j = 0; j < MODES; ++j) {
    for (int l = 0; l < 2; ++l) m.length[l][j] = w->s[l][j];
    m.length[2][j] = -w->force[j] / run->k;
    for (int l = 0; l < 3; ++l) m.weight[l][j] = m.stiffness[l] * m.length[l][j];
    for (int i = 0; i < MODES; ++i) m.by[i][j] = answer_of(w->omega[i], w->omega[j], t);
  }
  return m;
}

/// How mode j drives mode i when W and K move: u_i.(K^(1/2) dW K^(1/2) + w_i^2 dK/K) u_j.
static double drive(const modes* m, const carom__spring_tangent* d, const double* rate, double square, int i, int j) {
  const double dw[3][3] = {{d->b11, d->b12, d->d1}, {d->b12, d->b22, d->d2}, {d->d1, d->d2, d->wnn}};
  double sum = 0;
  for (int k = 0; k < 3; ++k) {
    for (int l = 0; l < 3; ++l) sum += m->weight[k][i] * dw[k][l] * m->weight[l][j];
    sum += square * m->weight[k][i] * rate[k] * m->length[k][j];
  }
  return sum;
}

static carom__swing mode_after(const modes* m, const carom__spring_swing* w, const carom__spring_tangent* d,
                               const double* rate, int i, double t) {
  const double moved[3] = {d->sx, d->sy, d->x}, pushed[3] = {d->vx, d->vy, d->vn};
  double a = 0, b = 0;
  for (int l = 0; l < 3; ++l) a += m->weight[l][i] * moved[l], b += m->weight[l][i] * pushed[l];
  carom__swing q = carom__swing_at(w->omega[i], a, b, t);
  for (int j = 0; j < MODES; ++j) {
    const double pull = drive(m, d, rate, w->omega[i] * w->omega[i], i, j);
    const answer* by = &m->by[i][j];
    q.value -= pull * (w->a[j] * by->a.value + w->b[j] * by->b.value);
    q.slope -= pull * (w->a[j] * by->a.slope + w->b[j] * by->b.slope);
    q.area -= pull * (w->a[j] * by->a.area + w->b[j] * by->b.area);
  }
  return q;
}

static void move(const modes* m, const carom__spring_swing* w, const carom__swung* at, double t,
                 carom__spring_tangent* d) {
  const double eta2 = 1 / w->kt, kt_moves = -d->eta2 / (eta2 * eta2);
  const double rate[3] = {kt_moves / w->kt, kt_moves / w->kt, d->k / m->stiffness[2]};
  double r[3] = {0}, v[3] = {0}, area[3] = {0};
  for (int i = 0; i < MODES; ++i) {
    const carom__swing q = mode_after(m, w, d, rate, i, t);
    for (int l = 0; l < 3; ++l) {
      r[l] += m->length[l][i] * q.value;
      v[l] += m->length[l][i] * q.slope;
      area[l] += m->length[l][i] * q.area;
    }
  }
  d->sx = r[0], d->sy = r[1], d->x = r[2];
  d->vx = v[0], d->vy = v[1], d->vn = v[2];
  d->ix -= kt_moves * at->area[0] + w->kt * area[0];
  d->iy -= kt_moves * at->area[1] + w->kt * area[1];
  d->in += d->k * at->force_area / m->stiffness[2] - m->stiffness[2] * area[2];
}

/// Where v_n turns round between two times, by halving.
static double turning_of(const carom__spring_swing* w, double left, double right) {
  const bool falls = carom__swing_to(w, left).vn_rate < 0;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (left + right);
    if ((carom__swing_to(w, middle).vn_rate < 0) == falls)
      left = middle;
    else
      right = middle;
  }
  return carom__swing_to(w, 0.5 * (left + right)).vn;
}

static void watch_turning(carom__spring_run* run, const carom__spring_swing* w, double t) {
  static const double STEP = 0.4;  // rad
  const double parts = ceil(carom__min(1000, t * carom__swing_fastest(w) / STEP)) + 1;
  bool fell = carom__swing_to(w, t / (100 * parts)).vn_rate < 0;
  for (double i = 1; i <= parts; ++i) {
    const bool falls = carom__swing_to(w, t * i / parts).vn_rate < 0;
    if (falls != fell)
      carom__spring_tangent_turned(run, turning_of(w, t * (i == 1 ? 0.01 : i - 1) / parts, t * i / parts), falls);
    fell = falls;
  }
}

void carom__spring_tangent_swing(carom__spring_run* run, const carom__spring_swing* w, double t) {
  const modes m = modes_of(run, w, t);
  const carom__swung at = carom__swing_to(w, t);
  for (int i = 0; i < run->tangents->count; ++i) move(&m, w, &at, t, &run->tangents->along[i]);
  watch_turning(run, w, t);
}

/// The springs are not loaded yet.
void carom__spring_tangent_start(carom__spring_run* run) {
  if (!run->slipping) return;
  const double speed = carom__hypot(run->vx, run->vy);
  for (int i = 0; i < run->tangents->count; ++i) {
    carom__spring_tangent* d = &run->tangents->along[i];
    d->angle = speed > 0 ? (run->ux * d->vy - run->uy * d->vx) / speed : 0;
  }
}

/// The length follows the force at once; across its direction the spring stays where it is.
void carom__spring_tangent_slips(carom__spring_run* run) {
  const double force = carom__spring_force(run), length = carom__spring_reach(run);
  for (int i = 0; i < run->tangents->count; ++i) {
    carom__spring_tangent* d = &run->tangents->along[i];
    d->angle = (run->ux * d->sy - run->uy * d->sx) / length;
    d->energy = -force * d->x + run->energy / run->k * d->k;
  }
}

void carom__spring_tangent_sticks(carom__spring_run* run) {
  const double force = carom__spring_force(run), length = carom__spring_reach(run);
  if (!(force > 0)) return;
  for (int i = 0; i < run->tangents->count; ++i) {
    carom__spring_tangent* d = &run->tangents->along[i];
    const double force_moves = (run->k * d->energy + run->energy * d->k) / force;
    const double longer = length * (d->mu / run->mu + d->eta2 / run->eta2 + force_moves / force);
    d->sx = longer * run->ux - length * d->angle * run->uy;
    d->sy = longer * run->uy + length * d->angle * run->ux;
    d->x = (-force_moves + force / run->k * d->k) / run->k;
  }
}

/// x <- e^2 x, E <- e^2 E, k <- k/e^2. The flow stays: v_n is 0 and every force as it was.
void carom__spring_tangent_harden(carom__spring_run* run) {
  const double e = run->e, x = -carom__spring_force(run) / run->k;
  run->tangents->has_compressed = true;
  for (int i = 0; i < run->tangents->count; ++i) {
    carom__spring_tangent* d = &run->tangents->along[i];
    d->x = e * (e * d->x + 2 * x * d->e);
    d->energy = e * (e * d->energy + 2 * run->energy * d->e);
    d->k = (d->k - 2 * run->k * d->e / e) / (e * e);
  }
}

/// The impulse that a little restitution would bring, for each unit of e: k = 1/e^2 is then so large that the
/// tangential spring has no time to move, but for friction, which follows the force down to 0. False where slip would
/// begin the approach anew.
static bool first_of_restitution(const carom__spring_run* run, double x, double y, double impulse[3]) {
  const double force = carom__spring_force(run), length = carom__hypot(x, y);
  const double limit = run->slipping ? force : carom__min(force, length / (run->mu * run->eta2));
  const double ux = length > 0 ? x / length : 0, uy = length > 0 ? y / length : 0;
  // While it holds: F'' = -(wnn F - pull), from F' = 0 down to the limit.
  const double pull = (run->d1 * x + run->d2 * y) / run->eta2, root = sqrt(run->wnn), middle = pull / run->wnn;
  const double cosine = force > limit ? (limit - middle) / (force - middle) : 1;
  if (!(fabs(cosine) <= 1 && (force > middle || force == limit))) return false;
  const double angle = carom__atan2(sqrt((1 - cosine) * (1 + cosine)), cosine), sine = carom__sin(angle);
  const double time = angle / root, held = (force - middle) * sine / root + middle * time;
  const double speed = (force - middle) * root * sine;
  // While it slips: F'' = -opens F.
  const double opens = run->wnn - run->mu * (run->d1 * ux + run->d2 * uy);
  const double square = speed * speed + opens * limit * limit;
  if (!(square > 0)) return false;
  const double slid = limit * limit / (speed + sqrt(square));
  impulse[0] = -x / run->eta2 * time - run->mu * ux * slid;
  impulse[1] = -y / run->eta2 * time - run->mu * uy * slid;
  impulse[2] = held + slid;
  return true;
}

static void push(const carom__spring_run* run, const double impulse[3], double part, carom__spring_tangent* d) {
  const double x = part * impulse[0], y = part * impulse[1], n = part * impulse[2];
  d->ix += x, d->iy += y, d->in += n;
  d->vx += run->b11 * x + run->b12 * y + run->d1 * n;
  d->vy += run->b12 * x + run->b22 * y + run->d2 * n;
  d->vn += run->d1 * x + run->d2 * y + run->wnn * n;
}

void carom__spring_tangent_begins_anew(carom__spring_run* run) {
  if (run->e == 1) return;
  run->tangents->left = carom__min(run->tangents->left, run->energy / run->out->stored);
}

void carom__spring_tangent_at_rest(carom__spring_run* run) {
  const double force = carom__spring_force(run), length = carom__spring_length(run);
  const double x = run->slipping ? length * run->ux : run->sx, y = run->slipping ? length * run->uy : run->sy;
  const double flow[3] = {-x / (run->eta2 * force), -y / (run->eta2 * force), 1};
  const double rate = run->wnn + run->d1 * flow[0] + run->d2 * flow[1];
  double restitution[3] = {0};
  run->tangents->is_one_sided = first_of_restitution(run, x, y, restitution);
  for (int i = 0; i < run->tangents->count; ++i) {
    carom__spring_tangent* d = &run->tangents->along[i];
    push(run, flow, -d->vn / rate, d);
    d->vn = 0;
    push(run, restitution, d->e, d);
  }
}
