// Slip: the particle slides, the tangential spring keeps the length rho = mu eta0^2 F_n and turns. Here: slip whose
// direction lasts, in closed form, and the way from event to event.
#include "compliant/slip.h"

#include <float.h>
#include <math.h>

#include "base/diag.h"
#include "compliant/tangent.h"
#include "compliant/watch.h"

static const double PI = 3.14159265358979324;

static carom__slip_frame make_frame(const carom__spring_run* run) {
  const double x = run->ux, y = run->uy;
  carom__slip_frame f = {.kappa = run->mu_slip * run->eta2 * run->k};
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
static bool is_straight(const carom__spring_run* run, const carom__slip_frame* f) {
  const double speed = fabs(run->v0x) + fabs(run->v0y) + fabs(f->p);
  const double rate = fabs(run->d1) + fabs(run->d2) + run->mu_slip * (f->b11 + f->b22);
  return fabs(f->r) <= 8 * DBL_EPSILON * speed && fabs(f->r_rate) <= 8 * DBL_EPSILON * rate;
}

static double until_zero(double value, double rate) {
  return value * rate < 0 ? -value / rate : HUGE_VAL;
}

carom__prospects carom__look_ahead(const carom__spring_run* run, const carom__slip_frame* f) {
  carom__prospects ahead = {until_zero(run->vn, f->n_rate), until_zero(f->sigma, f->sigma_rate), HUGE_VAL};
  if (!run->compressing) {
    const double square = run->vn * run->vn + 2 * f->n_rate * run->energy;
    if (square >= 0) ahead.end = 2 * run->energy / (run->vn + sqrt(square));
  }
  if (!(ahead.end >= 0)) ahead.end = HUGE_VAL;
  return ahead;
}

carom__closing carom__first_event(const carom__prospects* ahead, double* length) {
  *length = carom__min(ahead->normal, carom__min(ahead->stick, ahead->end));
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
  carom__spring_tell(run, CAROM__SPRING_STICKS);
  return CAROM_EVENT_STICK;
}

/// Friction takes what neither the motion nor the springs keep. That is exact, however the slip speed was integrated:
/// the change of kinetic energy is I.(v + v')/2, and the slipping spring holds mu^2 eta^2 E_n.
void carom__slip_take(carom__spring_run* run, const carom__slide* s) {
  const double x = -run->mu_slip * (run->ux * s->along - run->uy * s->across);
  const double y = -run->mu_slip * (run->uy * s->along + run->ux * s->across);
  const double vx = run->vx, vy = run->vy, vn = run->vn, energy = run->energy;
  run->energy = s->energy;
  carom__spring_push(run, (double[]){x, y, s->q}, s->vn);
  const double kinetic = 0.5 * (x * (vx + run->vx) + y * (vy + run->vy) + s->q * (vn + run->vn));
  // @eq JIA10 (19)  E_u + E_w = mu^2 eta^2 E_n
  const double springs = (1 + run->mu_slip * run->mu_slip * run->eta2 * run->k) * (run->energy - energy);
  run->friction -= kinetic + springs;
}

double carom__weight_of(const carom__spring_run* run, double length) {
  const double impulse = length / carom__max(run->in, length);
  return run->compressing ? 1 : carom__max(impulse, run->energy / run->energy_top);
}

/// Slip in a direction that lasts: everything is a polynomial of the normal impulse.
static void go_straight(carom__spring_run* run, const carom__slip_frame* f, double q) {
  carom__slip_take(run, &(carom__slide){.q = q,
                                        .along = q,
                                        .energy = carom__max(0, run->energy - q * (run->vn + 0.5 * f->n_rate * q)),
                                        .vn = run->vn + f->n_rate * q});
}

static void trace_straight(const carom__spring_run* run, const carom__slip_frame* f, double q) {
  for (int i = 1; run->trace && i < CAROM__TRACE_PARTS; ++i) {
    carom__spring_run there = *run;
    // Closer together at the ends, where spring lengths go like square roots of the impulse.
    const double part = carom__sin(0.5 * PI * i / CAROM__TRACE_PARTS);
    go_straight(&there, f, q * part * part);
    carom__spring_trace(&there);
  }
}

/// Where twelve nodes show the slip but not how it moves, a shorter panel comes next.
static bool tangents_follow(carom__spring_run* run, const carom__slip_frame* f, const carom__panel* panel,
                            double ahead) {
  double room;
  if (run->tangents->carrier->panel(run, f, panel, &room)) {
    // Towards the end everything is measured by the energy that is left.
    const double left = panel->energy[CAROM__NODES - 1] / panel->energy0;
    run->cap = carom__min(run->cap, 0.9 * room * panel->h * (run->compressing ? 1 : left));
    return true;
  }
  run->cap = carom__min(panel->h, ahead) * carom__max(0.25, carom__min(0.7, 0.9 * room));
  return false;
}

carom_status carom__spring_slip(carom__spring_run* run, carom_event_type* event, carom_diag* diag) {
  run->cap = HUGE_VAL;
  run->stick_missed = false;
  while (run->work < CAROM__MAX_WORK) {
    const carom__slip_frame f = make_frame(run);
    const carom__prospects ahead = carom__look_ahead(run, &f);
    double length;
    carom__closing closing = carom__first_event(&ahead, &length);
    if (closing == CAROM__CLOSE_ENERGY && carom__is_nearly_over(run, &f, length)) {
      ++run->work;
      if (run->tangents) run->tangents->carrier->to_end(run, &f, length);
      carom__go_to_end(run, &f, length);
      *event = settle(run, closing);
      return CAROM_OK;
    }
    if (is_straight(run, &f) && !run->tangents) {  // what moves a straight way may turn it
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
    if (!carom__turn(run, &f, &panel)) break;
    if (run->tangents && !tangents_follow(run, &f, &panel, length)) continue;
    carom__spring_watch_panel(run, &panel);
    carom__trace_panel(run, &panel);
    carom__finish_panel(run, &panel);
    if (panel.closing == CAROM__CLOSE_NOTHING || panel.closing == CAROM__CLOSE_NEARLY) continue;
    *event = settle(run, panel.closing);
    return CAROM_OK;
  }
  return carom__spring_spent(run, diag);
}
