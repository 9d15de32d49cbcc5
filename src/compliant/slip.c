// Slip: the particle slides, the tangential spring keeps the length rho = mu eta0^2 F_n and turns.
#include <float.h>
#include <math.h>

#include "base/diag.h"
#include "compliant/panel.h"
#include "compliant/run.h"

enum { NODES = CAROM__NODES };

static const double ROUNDING = 1e-15;
static const double TAIL = 5e-10;
static const double PI = 3.14159265358979324;
static const double LOOSE_TAIL = 1e-8, LOOSE = 2;
static const double SETTLE = 6;
static const double ENDING_TAIL = 1e-7;

/// The state in the frame of the spring: first axis along it.
typedef struct slip_frame {
  double b11, b12, b22, d1, d2;
  double p, r;                    // velocity along and across
  double p_rate, r_rate, n_rate;  // by normal impulse, while the direction lasts
  double kappa;
  double sigma, sigma_rate;
} slip_frame;

static slip_frame make_frame(const carom__spring_run* run) {
  const double x = run->ux, y = run->uy;
  slip_frame f = {.kappa = run->mu_slip * run->eta2 * run->k};
  f.b11 = x * x * run->b11 + 2 * x * y * run->b12 + y * y * run->b22;
  f.b22 = y * y * run->b11 - 2 * x * y * run->b12 + x * x * run->b22;
  f.b12 = x * y * (run->b22 - run->b11) + (x * x - y * y) * run->b12;
  f.d1 = x * run->d1 + y * run->d2;
  f.d2 = x * run->d2 - y * run->d1;
  f.p = x * run->vx + y * run->vy;
  f.r = x * run->vy - y * run->vx;
  f.p_rate = f.d1 - run->mu_slip * f.b11;
  f.r_rate = f.d2 - run->mu_slip * f.b12;
  f.n_rate = run->wnn - run->mu_slip * f.d1;
  f.sigma = f.p + f.kappa * run->vn;
  f.sigma_rate = f.p_rate + f.kappa * f.n_rate;
  return f;
}

/// Nothing turns the spring: the motion is planar.
static bool is_straight(const carom__spring_run* run, const slip_frame* f) {
  const double speed = fabs(run->v0x) + fabs(run->v0y) + fabs(f->p);
  const double rate = fabs(run->d1) + fabs(run->d2) + run->mu_slip * (f->b11 + f->b22);
  return fabs(f->r) <= 8 * DBL_EPSILON * speed && fabs(f->r_rate) <= 8 * DBL_EPSILON * rate;
}

/// The normal impulse until v_n, the slip speed or the energy vanish if the direction lasts; infinite if never.
typedef struct prospects {
  double normal, stick, end;
} prospects;

static double until_zero(double value, double rate) {
  return value * rate < 0 ? -value / rate : HUGE_VAL;
}

static prospects look_ahead(const carom__spring_run* run, const slip_frame* f) {
  prospects ahead = {until_zero(run->vn, f->n_rate), until_zero(f->sigma, f->sigma_rate), HUGE_VAL};
  if (!run->compressing) {
    const double square = run->vn * run->vn + 2 * f->n_rate * run->energy;
    if (square >= 0) ahead.end = 2 * run->energy / (run->vn + sqrt(square));
  }
  if (!(ahead.end >= 0)) ahead.end = HUGE_VAL;
  return ahead;
}

static carom__closing first_of(const prospects* ahead, double* length) {
  *length = fmin(ahead->normal, fmin(ahead->stick, ahead->end));
  if (*length == HUGE_VAL) return CAROM__CLOSE_NOTHING;
  return *length == ahead->end     ? CAROM__CLOSE_ENERGY
         : *length == ahead->stick ? CAROM__CLOSE_STICK
                                   : CAROM__CLOSE_NORMAL;
}

/// The event that a closing stands for, with the state put exactly on it.
static carom_event_type settle(carom__spring_run* run, carom__closing closing) {
  if (closing == CAROM__CLOSE_ENERGY) {
    run->energy = 0;
    return CAROM_EVENT_RESTITUTION_END;
  }
  if (closing == CAROM__CLOSE_NORMAL) {
    run->vn = 0;
    return run->compressing ? CAROM_EVENT_COMPRESSION_END : CAROM_EVENT_RECOMPRESS;
  }
  const double reach = carom__spring_reach(run);
  run->sx = reach * run->ux, run->sy = reach * run->uy;
  return CAROM_EVENT_STICK;
}

/// What slip does to the state: normal impulse q, tangential impulse -mu times (along, across) in the spring's frame.
typedef struct slide {
  double q, along, across;
  double energy, vn;  // at its end
} slide;

/// Friction takes what neither the motion nor the springs keep. That is exact, however the slip speed was integrated:
/// the change of kinetic energy is I.(v + v')/2, and the slipping spring holds mu^2 eta^2 E_n.
static void take(carom__spring_run* run, const slide* s) {
  const double x = -run->mu_slip * (run->ux * s->along - run->uy * s->across);
  const double y = -run->mu_slip * (run->uy * s->along + run->ux * s->across);
  const double vx = run->vx, vy = run->vy, vn = run->vn, energy = run->energy;
  run->ix += x, run->iy += y, run->in += s->q;
  run->energy = s->energy;
  carom__spring_velocity(run, s->vn);
  const double kinetic = 0.5 * (x * (vx + run->vx) + y * (vy + run->vy) + s->q * (vn + run->vn));
  // @eq JIA10 (19)  E_u + E_w = mu^2 eta^2 E_n
  const double springs = (1 + run->mu_slip * run->mu_slip * run->eta2 * run->k) * (run->energy - energy);
  run->friction -= kinetic + springs;
}

/// Slip in a direction that lasts: everything is a polynomial of the normal impulse.
static void go_straight(carom__spring_run* run, const slip_frame* f, double q) {
  take(run, &(slide){.q = q,
                     .along = q,
                     .energy = fmax(run->energy - q * (run->vn + 0.5 * f->n_rate * q), 0),
                     .vn = run->vn + f->n_rate * q});
}

static void trace_straight(const carom__spring_run* run, const slip_frame* f, double q) {
  for (int i = 1; run->trace && i < CAROM__TRACE_PARTS; ++i) {
    carom__spring_run there = *run;
    // Closer together at the ends, where spring lengths go like square roots of the impulse.
    const double part = sin(0.5 * PI * i / CAROM__TRACE_PARTS);
    go_straight(&there, f, q * part * part);
    carom__spring_trace(&there);
  }
}

static void begin_panel(const carom__spring_run* run, const slip_frame* f, carom__panel* s) {
  s->mu = run->mu_slip, s->kappa = f->kappa, s->capacity = 2 * f->kappa;
  s->b11 = f->b11, s->b12 = f->b12, s->b22 = f->b22, s->d1 = f->d1, s->d2 = f->d2, s->wnn = run->wnn;
  s->p0 = f->p, s->r0 = f->r, s->n0 = run->vn, s->energy0 = run->energy;
}

/// Integrals over the panel, or up to a node, of cos - 1 and sin, in parts of h.
typedef struct panel_sums {
  double cosine1, sine;
} panel_sums;

/// The spring points where it does at a node.
static void turn_to(carom__spring_run* run, const carom__panel* s, int node) {
  const double cosine = 1 + s->cosine1[node], sine = s->sine[node];
  const double x = run->ux * cosine - run->uy * sine, y = run->uy * cosine + run->ux * sine, length = hypot(x, y);
  run->ux = x / length, run->uy = y / length;
}

static void go_to_node(carom__spring_run* run, const carom__panel* s, int node) {
  panel_sums sums = {0};
  for (int j = 0; j < NODES; ++j) {
    sums.cosine1 += s->rule->integral[j][node] * s->cosine1[j];
    sums.sine += s->rule->integral[j][node] * s->sine[j];
  }
  const double q = s->h * s->rule->reach[node];
  take(run, &(slide){.q = q,
                     .along = q + s->h * sums.cosine1,
                     .across = s->h * sums.sine,
                     .energy = fmax(s->energy[node], 0),
                     .vn = s->n[node]});
  turn_to(run, s, node);
}

/// The end of a panel that has no node there: the end of the impact.
static void go_behind_nodes(carom__spring_run* run, const carom__panel* s) {
  panel_sums sums = {0};
  for (int j = 0; j < NODES; ++j) {
    sums.cosine1 += s->rule->weight[j] * s->cosine1[j];
    sums.sine += s->rule->weight[j] * s->sine[j];
  }
  const double along = s->h + s->h * sums.cosine1, across = s->h * sums.sine;
  const double vn = s->n0 + s->wnn * s->h - s->mu * (s->d1 * along + s->d2 * across);
  take(run, &(slide){.q = s->h, .along = along, .across = across, .energy = 0, .vn = vn});
  turn_to(run, s, NODES - 1);
}

static void finish_panel(carom__spring_run* run, const carom__panel* s) {
  if (s->closing == CAROM__CLOSE_ENERGY) {
    go_behind_nodes(run, s);
  } else {
    go_to_node(run, s, NODES - 1);
  }
}

static void trace_panel(const carom__spring_run* run, const carom__panel* s) {
  for (int i = 0; run->trace && i < NODES; ++i) {
    carom__spring_run there = *run;
    go_to_node(&there, s, i);
    carom__spring_trace(&there);
  }
}

/// How the angle nears that of v_t towards the end: like E to this power.
static double end_exponent(const carom__spring_run* run, const slip_frame* f) {
  const double n_end = sqrt(fmax(run->vn * run->vn + 2 * f->n_rate * run->energy, 0));
  return hypot(f->p, f->r) / (2 * f->kappa * n_end);
}

/// How much a panel of this length matters to the answer: as a part of the impulse, or of the energy in restitution.
static double weight_of(const carom__spring_run* run, double length) {
  const double impulse = length / fmax(run->in, length);
  return run->compressing ? 1 : fmax(impulse, run->energy / run->energy_top);
}

/// The panel to try next on the way to the end of the impact, which lies `length` ahead if the direction lasts.
static void plan_end(const carom__spring_run* run, const slip_frame* f, carom__panel* s, double length) {
  s->closing = CAROM__CLOSE_NEARLY;
  s->h = length;
  const double n_end = sqrt(fmax(run->vn * run->vn + 2 * f->n_rate * run->energy, 0));
  const double exponent = end_exponent(run, f);
  if (run->vn < 0.4 * n_end || (f->p < 0.3 * fabs(f->r) && exponent > 0.08)) {
    s->rule = &carom__straight_rule;
    s->closing = CAROM__CLOSE_NOTHING;
    s->h = 0.6 * length;
  } else if (exponent >= 0.8) {
    s->rule = &carom__ending_rule;
    s->closing = CAROM__CLOSE_ENERGY;
  } else if (weight_of(run, length) < 1e-3) {
    s->rule = &carom__decay16_rule;
  } else {
    s->rule = weight_of(run, length) < 0.1 ? &carom__decay8_rule : &carom__decay4_rule;
  }
}

/// How small the tail of z must be. While the angle follows the velocity loosely the end of a panel is far better than
/// its inside; where it follows faster than the panel can show, not.
static double allowed_tail(const carom__panel* s) {
  const int middle = NODES / 2;
  const double stiffness =
      s->h * s->rule->rate[middle] * hypot(s->p[middle], s->r[middle]) / (s->capacity * s->energy[middle]);
  if (s->rule == &carom__ending_rule) return ENDING_TAIL;
  return stiffness < LOOSE ? LOOSE_TAIL : TAIL;
}

/// Where a panel that went past an event passed it, as a normal impulse from its start: between two nodes, by the
/// straight line through the values there.
static double passing(const carom__panel* s, int bad, double before, const double* values) {
  const double left = bad > 0 ? s->rule->reach[bad - 1] : 0, right = s->rule->reach[bad];
  const double f0 = bad > 0 ? values[bad - 1] : before, f1 = values[bad];
  return s->h * (left + (right - left) * fmin(fmax(f0 / (f0 - f1), 0.01), 1));
}

/// The first event that the panel passed without being closed on it, and where; NOTHING if it is sound.
static carom__closing passed_event(const carom__spring_run* run, const slip_frame* f, const carom__panel* s,
                                   double* length) {
  const double sign = run->compressing ? -1 : 1;
  const int nodes = NODES - (s->closing == CAROM__CLOSE_NORMAL || s->closing == CAROM__CLOSE_STICK);
  for (int i = 0; i < NODES; ++i) {
    const bool n_passed = sign * s->n[i] < 0 && !(i >= nodes && s->closing == CAROM__CLOSE_NORMAL);
    const bool stuck = s->sigma[i] < 0 && !(i >= nodes && s->closing == CAROM__CLOSE_STICK);
    const double to_normal = n_passed ? passing(s, i, run->vn, s->n) : HUGE_VAL;
    const double to_stick = stuck ? passing(s, i, f->sigma, s->sigma) : HUGE_VAL;
    if (n_passed || stuck) {
      *length = fmin(to_normal, to_stick);
      return to_stick <= to_normal ? CAROM__CLOSE_STICK : CAROM__CLOSE_NORMAL;
    }
    if (s->energy[i] < 0 && s->closing != CAROM__CLOSE_NEARLY) {
      *length = passing(s, i, run->energy, s->energy);
      return CAROM__CLOSE_ENERGY;
    }
  }
  return CAROM__CLOSE_NOTHING;
}

/// The event to aim at if the direction lasts, and how far it is. Stick is aimed at only where it is much nearer.
static carom__closing aim(const carom__spring_run* run, const slip_frame* f, double* length) {
  prospects ahead = look_ahead(run, f);
  const double other = fmin(ahead.normal, ahead.end);
  if (ahead.stick > 0.5 * other || run->stick_missed) ahead.stick = HUGE_VAL;
  const carom__closing closing = first_of(&ahead, length);
  if (closing == CAROM__CLOSE_NOTHING) *length = fmax(run->in, fabs(run->vn) / run->wnn);
  return closing;
}

/// Slip that began at a small force follows a power of the energy at first, which no long panel sees.
static double room_to_settle(const carom__spring_run* run) {
  return run->vn < 0 && run->energy > 0 ? SETTLE * run->energy / -run->vn : HUGE_VAL;
}

/// How much longer a panel may be by its tail, which goes like the twelfth power of its length.
static double growth(double allowed, double tail) {
  return 0.9 * pow(allowed / fmax(tail, 1e-20), 1.0 / 12);
}

/// Tries panels until one is sound. Says what it was closed on.
static bool turn(carom__spring_run* run, const slip_frame* f, carom__panel* s) {
  begin_panel(run, f, s);
  double length;
  carom__closing closing = aim(run, f, &length);
  run->cap = fmin(run->cap, room_to_settle(run));
  for (int tries = 0; tries < 60; ++tries) {
    ++run->work;
    if (run->cap < length) closing = CAROM__CLOSE_NOTHING, length = run->cap;
    s->rule = &carom__straight_rule;
    s->closing = closing;
    s->h = length;
    if (closing == CAROM__CLOSE_ENERGY) plan_end(run, f, s, length);
    const double tried = s->h;
    const bool solved = carom__panel_solve(s) && s->h > 0;
    if (!solved && s->closing == CAROM__CLOSE_STICK && !run->stick_missed) {
      closing = CAROM__CLOSE_NOTHING;  // it may never stick: go there and see
      run->stick_missed = true;
      continue;
    }
    const double tail = solved ? carom__panel_tail(s) : HUGE_VAL,
                 allowed = allowed_tail(s) / (weight_of(run, length) * fmax(1, s->mu));
    if (!(tail <= allowed)) {
      const double shrink = fmax(0.25, fmin(s->closing == CAROM__CLOSE_NEARLY ? 0.5 : 0.7, growth(allowed, tail)));
      run->cap = tried * (tail < 1 ? shrink : 0.3);
      continue;
    }
    const carom__closing passed = passed_event(run, f, s, &length);
    if (passed == CAROM__CLOSE_NOTHING) {
      run->cap = s->h * fmax(1, fmin(6, growth(allowed, tail)));
      return true;
    }
    if (passed == closing) {
      run->cap = 0.7 * length;
    } else {
      closing = passed;
    }
  }
  return false;
}

/// True where what is left is so little that the velocities may be taken as constant: how much they still change, times
/// how much it matters, is below rounding.
static bool is_nearly_over(const carom__spring_run* run, const slip_frame* f, double length) {
  const double speed = hypot(f->p, f->r), weight = weight_of(run, length);
  const double tangential = length * (run->mu_slip * (f->b11 + f->b22) + fabs(f->d1) + fabs(f->d2));
  const double normal = length * (run->wnn + run->mu_slip * (fabs(f->d1) + fabs(f->d2)));
  return weight < 1e-3 && weight * tangential < ROUNDING * speed && weight * normal < ROUNDING * run->vn;
}

/// The last of the impact with constant velocities: tan(half the angle to v_t) falls like E to a power, and E like what
/// is left of q. Averages over q by Gauss's rule in x, with (1 - x^4) of q passed.
static void go_to_end(carom__spring_run* run, const slip_frame* f, double q) {
  static const double node[8] = {0.019855071751231884, 0.10166676129318664, 0.2372337950418355,  0.4082826787521751,
                                 0.5917173212478249,   0.7627662049581645,  0.89833323870681336, 0.98014492824876812};
  static const double weight[8] = {0.050614268145188129, 0.11119051722668724, 0.15685332293894363,
                                   0.18134189168918099,  0.18134189168918099, 0.15685332293894363,
                                   0.11119051722668724,  0.050614268145188129};
  const double power = 4 * end_exponent(run, f), speed = hypot(f->p, f->r);
  const bool obtuse = f->p < 0;  // then follow the cotangent, so that nothing is divided by zero
  const double half = f->r / (speed + fabs(f->p));
  double even = 0, odd = 0;  // averages of cos and sin of the angle that is left
  for (int i = 0; i < 8; ++i) {
    const double fallen = pow(node[i], power), z = fmin(fabs(obtuse ? half / fallen : half * fallen), 1e100);
    const double share = 4 * weight[i] * node[i] * node[i] * node[i] / (1 + z * z);
    even += (obtuse ? -share : share) * (1 - z) * (1 + z);
    odd += share * 2 * copysign(z, f->r);
  }
  const double along = (f->p * even + f->r * odd) / speed, across = (f->r * even - f->p * odd) / speed;
  take(run, &(slide){.q = q, .along = q * along, .across = q * across, .energy = 0, .vn = run->vn + f->n_rate * q});
}

carom_status carom__spring_slip(carom__spring_run* run, carom_event_type* event, carom_diag* diag) {
  run->cap = HUGE_VAL;
  run->stick_missed = false;
  while (run->work < CAROM__MAX_WORK) {
    const slip_frame f = make_frame(run);
    const prospects ahead = look_ahead(run, &f);
    double length;
    carom__closing closing = first_of(&ahead, &length);
    if (closing == CAROM__CLOSE_ENERGY && is_nearly_over(run, &f, length)) {
      ++run->work;
      go_to_end(run, &f, length);
      *event = settle(run, closing);
      return CAROM_OK;
    }
    if (is_straight(run, &f)) {
      ++run->work;
      if (closing == CAROM__CLOSE_NOTHING)
        return carom__fail(diag, CAROM_NO_FINITE_ANSWER, "w", 0,
                           "w is singular and friction drives the bodies together for ever");
      trace_straight(run, &f, length);
      go_straight(run, &f, length);
      *event = settle(run, closing);
      return CAROM_OK;
    }
    carom__panel panel;
    if (!turn(run, &f, &panel)) break;
    trace_panel(run, &panel);
    finish_panel(run, &panel);
    if (panel.closing == CAROM__CLOSE_NOTHING || panel.closing == CAROM__CLOSE_NEARLY) continue;
    *event = settle(run, panel.closing);
    return CAROM_OK;
  }
  return carom__spring_spent(run, diag);
}
