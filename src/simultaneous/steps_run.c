// The stepping engine: one run, step after step, until no contact is active.
#include <limits.h>

#include "simultaneous/steps.h"

/// Bodies that hold each other for so many times 1/omega of the slowest contact are jammed: from then on they tire, and
/// tangential springs fade by this part a step. After as long again the run ends.
static const double PATIENCE = 600, FADES = 0.05;

/// At rest: speeds, and what the forces would make of them in a swing, below this part of the speed, for so many steps.
static const double AT_REST = 1e-6;
enum { CALM_STEPS = 20 };

/// A contact about to come back is met within this part of the time that is left to it, and one about to end a
/// compression of which less than half the speed comes back within the other; but for no less than LEAST of a step.
static const double APPROACH_PART = 0.5, END_PART = 0.7, SOFT_E = 0.5;
static const double LEAST_COMING = 1e-4, LEAST_COMING_TOL = 0.02, LEAST_PLASTIC = 1e-7;
static const double LEAST_ENDING = 1e-3, LEAST_ENDING_STEP = 1e-5;  // of a step with e = 1; of 1/omega

/// With an exponent a step may be this many times as long as the one before: stiffness follows depth.
static const double GROWTH = 2;

/// The rate of a spring's force: k, or what an exponent makes of it at the depth that it may reach in a step.
static double stiffness_of(const carom__steps* s, int contact) {
  const carom__touch* t = &s->c->touch[contact];
  const double p = s->c->exponent;
  if (p == 1) return t->k;
  const int n = carom__normal(s->c, contact);
  const double v = s->c->v[n], change = s->count > 0 ? fabs(v - s->before[n]) : 0;
  const double deeper = GROWTH * s->dt * (carom__max(0, -v) + GROWTH * change);
  return p * t->k * carom__pow(carom__max(deeper - t->x, s->stance[contact].peak), p - 1);
}

/// The fastest swing of the springs that are stepped explicitly, by row sums.
static double find_omega(carom__steps* s) {
  const carom__collision* c = s->c;
  double* root = s->row;
  double most = 0;
  for (int i = 0; i < c->count; ++i) {
    const carom__touch* t = &c->touch[i];
    const bool active = carom__is_active(t);
    for (int a = 0; a < c->tangents; ++a) root[i * c->dimension + a] = active ? sqrt(s->stance[i].kt) : 0;
    root[carom__normal(c, i)] = carom__is_springy(t) ? sqrt(stiffness_of(s, i)) : 0;
  }
  for (int i = 0; i < c->size; ++i) {
    if (root[i] == 0) continue;
    double sum = 0;
    for (int j = 0; j < c->size; ++j) sum += fabs(c->w[i * c->size + j]) * root[j];
    most = carom__max(most, sum * root[i]);
  }
  s->c->work += (double)c->size * c->size;
  return sqrt(most);
}

static void choose_step(carom__steps* s) {
  if (s->omega == 0) s->omega = find_omega(s);
  const double longest = s->fraction * s->slow;
  s->dt = s->c->exponent == 1 || s->count == 0 ? longest : carom__min(longest, GROWTH * s->dt);
  if (s->omega > 0) s->dt = carom__min(s->dt, s->fraction / s->omega);
  if (s->wanted > 0) s->dt = carom__min(s->dt, s->wanted);
}

/// How long the next step may be for this contact; 0: as long as it likes.
static double longest_for(const carom__steps* s, int contact) {
  const carom__collision* c = s->c;
  const carom__touch* t = &c->touch[contact];
  const int n = carom__normal(c, contact);
  const double v = c->v[n], rate = (v - s->before[n]) / s->dt;
  if (t->phase == CAROM__APART && v > 0 && rate < 0) {
    const double least = carom__min(LEAST_COMING * s->fraction, LEAST_COMING_TOL * s->tol) * s->slow;
    return carom__max(APPROACH_PART * v / -rate, least);
  }
  if (t->phase == CAROM__COMPRESSING && t->e < SOFT_E && v < 0 && rate > 0) {
    const double step = s->omega > 0 ? s->fraction / s->omega : s->fraction * s->slow;
    const double least = carom__max(LEAST_ENDING, LEAST_ENDING_STEP / s->fraction) * t->e * step + LEAST_PLASTIC * step;
    return carom__max(END_PART * -v / rate, least);
  }
  return 0;
}

static void limit_next(carom__steps* s) {
  s->wanted = 0;
  for (int i = 0; i < s->c->count; ++i) {
    const double longest = longest_for(s, i);
    if (longest > 0 && (s->wanted == 0 || longest < s->wanted)) s->wanted = longest;
  }
}

/// A spring, or a hard contact that still presses (or has had no step yet to show it).
static bool is_busy(const carom__steps* s) {
  for (int i = 0; i < s->c->count; ++i) {
    const carom__touch* t = &s->c->touch[i];
    if (carom__is_springy(t) || (t->phase == CAROM__LOCKED && (t->force > 0 || s->count == 0))) return true;
  }
  return false;
}

/// Nothing that is active moves or is about to.
static bool is_still(const carom__steps* s) {
  const carom__collision* c = s->c;
  for (int i = 0; i < c->size; ++i) {
    if (!carom__is_active(&c->touch[i / c->dimension])) continue;
    const double swing = (c->v[i] - s->before[i]) / s->dt * s->slow;
    if (!(fabs(c->v[i]) <= AT_REST * c->speed && fabs(swing) <= AT_REST * c->speed)) return false;
  }
  return true;
}

static void begin_jam(carom__steps* s) {
  carom__collision* c = s->c;
  s->is_jammed = true;
  for (int i = 0; i < c->size; ++i)
    if (carom__is_active(&c->touch[i / c->dimension])) s->doubt = carom__max(s->doubt, fabs(c->v[i]) / c->speed);
  c->warnings |= CAROM_WARN_JAMMED;
  for (int i = 0; i < c->count; ++i) carom__tire(&c->touch[i]);
}

static void fade_tangents(carom__steps* s) {
  for (int i = 0; i < s->c->count; ++i)
    for (int a = 0; a < s->c->tangents; ++a) s->c->touch[i].s[a] *= 1 - FADES;
}

/// Whether bodies that never part have come to the end of it.
static bool jam_is_over(carom__steps* s) {
  const double patience = PATIENCE * s->slow;
  s->calm = is_still(s) ? s->calm + 1 : 0;
  if (s->calm >= CALM_STEPS) s->c->warnings |= CAROM_WARN_JAMMED;
  if (s->calm >= CALM_STEPS) return true;
  if (!s->is_jammed && s->c->time > patience) begin_jam(s);
  if (s->is_jammed) fade_tangents(s);
  return s->c->time > 2 * patience;
}

/// A step that was too long for its springs makes them burst; the run is then worth nothing.
static bool is_finite(const carom__collision* c) {
  double sum = 0;
  for (int i = 0; i < c->size; ++i) sum += c->v[i] + c->impulse[i];
  return isfinite(sum);
}

/// A multiplication takes this part of the time that those of other engines' work take: measured, for springs and for
/// rigid friction; an exponent's powers are counted nowhere else.
static const double CHEAPER = 0.5, CHEAPER_RIGID = 0.8, CHEAPER_POWER = 0.9;

static double cheaper_by(const carom__steps* s) {
  if (s->c->exponent != 1) return CHEAPER_POWER;
  for (int i = 0; i < s->c->count; ++i)
    if (s->stance[i].is_rigid) return CHEAPER_RIGID;
  return CHEAPER;
}

void carom__steps_run(carom__steps* s) {
  carom__collision* c = s->c;
  const double cheaper = cheaper_by(s);
  carom__steps_begin(s);
  carom__steps_look(s);
  carom__trace_now(c);
  carom__log_state(c);
  while (c->work < s->work_limit && is_finite(c)) {
    s->has_ended = !is_busy(s) || (s->count > 0 && jam_is_over(s));
    if (s->has_ended) break;
    const double work = c->work;
    choose_step(s);
    carom__steps_move(s);
    s->count += 1;
    c->work += 120 + 16 * c->size;  // all that is not counted where it is done
    carom__steps_look(s);
    limit_next(s);
    c->work = work + cheaper * (c->work - work);
    carom__trace_now(c);
    carom__log_state(c);
  }
  c->panels = s->count < INT_MAX ? (int)s->count : INT_MAX;
}
