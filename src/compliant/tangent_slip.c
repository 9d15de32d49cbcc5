// Derivatives along pieces in which the contact slips: of a panel by the implicit function theorem, in a frame that
// turns with the spring at its start, and of what is left behind the last one.
#include <math.h>

#include "compliant/tangent.h"

enum { NODES = CAROM__NODES };

/// How small the last Legendre coefficients of dz must be, as a part of its size.
static const double TAIL = 1e-9, ENDING_TAIL = 1e-8;

/// The panel's frame, and how its numbers move along one direction.
static carom__panel_change change_of(const carom__spring_run* run, const carom__slip_frame* f,
                                     const carom__spring_tangent* d) {
  const double x = run->ux, y = run->uy, a = d->angle;
  const double kappa = f->kappa * (d->mu / run->mu + d->eta2 / run->eta2 + d->k / run->k);
  return (carom__panel_change){
      .mu = d->mu,
      .kappa = kappa,
      .b11 = x * x * d->b11 + 2 * x * y * d->b12 + y * y * d->b22 + 2 * f->b12 * a,
      .b12 = x * y * (d->b22 - d->b11) + (x * x - y * y) * d->b12 + (f->b22 - f->b11) * a,
      .b22 = y * y * d->b11 - 2 * x * y * d->b12 + x * x * d->b22 - 2 * f->b12 * a,
      .d1 = x * d->d1 + y * d->d2 + f->d2 * a,
      .d2 = x * d->d2 - y * d->d1 - f->d1 * a,
      .wnn = d->wnn,
      .p0 = x * d->vx + y * d->vy + f->r * a,
      .r0 = x * d->vy - y * d->vx - f->p * a,
      .n0 = d->vn,
      .energy0 = d->energy,
  };
}

/// What slip did: normal impulse q, tangential impulse -mu (along, across) in the spring's frame; and how that moves.
typedef struct slid {
  double q, along, across;
  double q_moves, along_moves, across_moves;
} slid;

/// Changes of impulse and velocity in the axes of the contact.
static void take(const carom__spring_run* run, const slid* s, carom__spring_tangent* d) {
  const double x = run->ux, y = run->uy, mu = run->mu_slip;
  const double fx = x * s->along - y * s->across, fy = y * s->along + x * s->across;
  const double ix = -mu * fx, iy = -mu * fy;
  const double ix_moves = -d->mu * fx - mu * (x * s->along_moves - y * s->across_moves - fy * d->angle);
  const double iy_moves = -d->mu * fy - mu * (y * s->along_moves + x * s->across_moves + fx * d->angle);
  d->ix += ix_moves, d->iy += iy_moves, d->in += s->q_moves;
  d->vx += d->b11 * ix + d->b12 * iy + d->d1 * s->q;
  d->vy += d->b12 * ix + d->b22 * iy + d->d2 * s->q;
  d->vn += d->d1 * ix + d->d2 * iy + d->wnn * s->q;
  d->vx += run->b11 * ix_moves + run->b12 * iy_moves + run->d1 * s->q_moves;
  d->vy += run->b12 * ix_moves + run->b22 * iy_moves + run->d2 * s->q_moves;
  d->vn += run->d1 * ix_moves + run->d2 * iy_moves + run->wnn * s->q_moves;
}

/// The tail of dz over what is allowed; what matters little to the answer may be less exact (carom__turn).
static double coarseness(const carom__spring_run* run, const carom__panel* s, const carom__panel_change* c,
                         double angle) {
  const double impulse = carom__weight_of(run, s->h) * carom__max(1, s->mu),
               velocity = s->mu * s->h * (s->b11 + s->b22);
  double size = carom__max(1, fabs(angle)), tail = 0;
  for (int i = 0; i < NODES; ++i) size = carom__max(size, fabs(c->z[i]));
  for (int t = 0; t < 3; ++t) {
    double sum = 0;
    for (int i = 0; i < NODES; ++i) sum += s->rule->tail[t][i] * c->z[i];
    tail = carom__max(tail, fabs(sum));
  }
  return carom__max(impulse, velocity) * tail / (size * (s->rule == &carom__ending_rule ? ENDING_TAIL : TAIL));
}

/// Towards the end of the impact the angle may turn ever faster while the normal impulse hardly grows: there dy is cut
/// where E is given, or ever larger parts of it would cancel.
static void cut_at_energy(const carom__spring_run* run, const carom__slip_frame* f) {
  if (run->compressing || !(run->vn > 0 && run->vn * run->vn > run->wnn * run->energy)) return;
  for (int i = 0; i < run->tangents->count; ++i) {
    carom__spring_tangent* d = &run->tangents->along[i];
    const double q = d->energy / run->vn;
    take(run, &(slid){0, 0, 0, q, q, 0}, d);
    d->angle += f->r / (2 * f->kappa * run->energy) * q;
    d->energy = 0;
  }
}

bool carom__spring_tangent_panel(carom__spring_run* run, const carom__slip_frame* f, const carom__panel* s,
                                 double* room) {
  carom__panel_change change[CAROM_COMPLIANT_INPUTS];
  const int count = run->tangents->count;
  double worst = 0;
  cut_at_energy(run, f);
  for (int i = 0; i < count; ++i) change[i] = change_of(run, f, &run->tangents->along[i]);
  carom__panel_sums sums;
  if (!carom__panel_differentiate(s, count, change, &sums)) worst = HUGE_VAL;
  for (int i = 0; i < count && worst < HUGE_VAL; ++i)
    worst = carom__max(worst, coarseness(run, s, &change[i], run->tangents->along[i].angle));
  *room = carom__pow(worst, -1.0 / 12);
  if (!(worst <= 1)) return false;
  for (int i = 0; i < count; ++i) {
    const carom__panel_change* c = &change[i];
    carom__spring_tangent* d = &run->tangents->along[i];
    take(run, &(slid){sums.q, sums.along, sums.across, c->q, c->along, c->across}, d);
    const double z = s->z[NODES - 1];
    d->energy = c->energy;
    d->angle += 2 * c->z[NODES - 1] / (1 + z * z);
  }
  return true;
}

/// A number and how it moves along one direction.
typedef struct moving {
  double value, moves;
} moving;

/// Averages over the way to the end, as carom__go_to_end has them: of the cosine and sine of the angle that is left.
typedef struct averages {
  moving even, odd;
} averages;

static averages averages_of(moving half, moving power, bool obtuse) {
  averages a = {0};
  for (int i = 0; i < CAROM__END_NODES; ++i) {
    const double logarithm = carom__log(carom__end_node[i]);
    const double fallen = carom__pow(carom__end_node[i], power.value), factor = obtuse ? 1 / fallen : fallen;
    const double z = half.value * factor;
    if (!(fabs(z) < 1e100)) continue;  // it points the other way: nothing moves it
    const double z_moves = half.moves * factor + (obtuse ? -1 : 1) * logarithm * power.moves * z;
    const double x = carom__end_node[i], scale = 1 / (1 + z * z);
    const double share = (obtuse ? -4 : 4) * carom__end_weight[i] * x * x * x;
    a.even.value += share * (1 - z) * (1 + z) * scale;
    a.even.moves -= share * 4 * z * scale * scale * z_moves;
    a.odd.value += fabs(share) * 2 * z * scale;
    a.odd.moves += fabs(share) * 2 * (1 - z) * (1 + z) * scale * scale * z_moves;
  }
  return a;
}

/// tan(half the angle to v_t), or its inverse where that angle is obtuse.
static moving half_angle(const carom__slip_frame* f, const carom__panel_change* c, moving speed) {
  const double sum = speed.value + fabs(f->p);
  const double half = f->r / sum, sum_moves = speed.moves + copysign(1, f->p) * c->p0;
  return (moving){half, (c->r0 - half * sum_moves) / sum};
}

static void end_along(const carom__spring_run* run, const carom__slip_frame* f, double q, carom__spring_tangent* d) {
  const carom__panel_change c = change_of(run, f, d);
  const double rate_moves = d->wnn - d->mu * f->d1 - run->mu_slip * c.d1;
  const double n_end = sqrt(carom__max(0, run->vn * run->vn + 2 * f->n_rate * run->energy));
  const double n_end_moves = (run->vn * d->vn + rate_moves * run->energy + f->n_rate * d->energy) / n_end;
  const double q_moves = (2 * d->energy - q * (d->vn + n_end_moves)) / (run->vn + n_end);
  moving speed = {carom__hypot(f->p, f->r), 0};
  speed.moves = (f->p * c.p0 + f->r * c.r0) / speed.value;
  const double power = 4 * carom__end_exponent(run, f);
  const moving falls = {power, power * (speed.moves / speed.value - c.kappa / f->kappa - n_end_moves / n_end)};
  const averages a = averages_of(half_angle(f, &c, speed), falls, f->p < 0);
  const double x = f->p / speed.value, y = f->r / speed.value, turns = (x * c.r0 - y * c.p0) / speed.value;
  const double along = x * a.even.value + y * a.odd.value, across = y * a.even.value - x * a.odd.value;
  const double along_moves = x * a.even.moves + y * a.odd.moves - across * turns;
  const double across_moves = y * a.even.moves - x * a.odd.moves + along * turns;
  take(run,
       &(slid){q, q * along, q * across, q_moves, q_moves * along + q * along_moves,
               q_moves * across + q * across_moves},
       d);
  d->energy = 0;
}

void carom__spring_tangent_to_end(carom__spring_run* run, const carom__slip_frame* f, double q) {
  cut_at_energy(run, f);
  for (int i = 0; i < run->tangents->count; ++i) end_along(run, f, q, &run->tangents->along[i]);
}
