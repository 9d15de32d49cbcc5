// The stepping engine: how contacts begin, end their compression, become hard and end.
#include "simultaneous/steps.h"

/// An e below this gives back less than rounding: it counts as 0.
static const double PLASTIC = 1e-12;

static const double PI = 3.141592653589793;

/// A contact that others hold ends its compression with them, whatever rounding says; and one apart comes back, if it
/// approaches by more than this. A part of the speed.
static const double ROUNDING = 1e-12;

/// A hard contact ends when nothing presses on it and it opens faster than this part of the speed.
static const double OPENS = 1e-11;

/// What moves more slowly than this part of tol times the speed, on a spring as stiff as this part of a hard one, would
/// bounce unseen: it is hard at once.
static const double UNSEEN_SPEED = 0.3, UNSEEN_STIFFNESS = 0.1;

void carom__steps_begin(carom__steps* s) {
  carom__collision* c = s->c;
  s->soft = HUGE_VAL;
  s->slow = 0;
  for (int i = 0; i < c->count; ++i) {
    const carom__touch* t = &c->touch[i];
    const int n = carom__normal(c, i);
    carom__stance* f = &s->stance[i];
    const bool is_rigid = f->is_rigid;
    *f = (carom__stance){.first_k = t->k, .w_nn = c->w[n * c->size + n], .is_rigid = is_rigid};
    f->kt = f->first_kt = is_rigid ? 0 : t->kt;
    s->soft = carom__min(s->soft, t->k);
    // The time of half a swing at full speed, over pi; for an exponent it depends on the speed.
    const double depth = c->exponent == 1 ? c->speed / sqrt(f->w_nn * t->k)
                                          : carom__pow((c->exponent + 1) / 2 * c->speed * c->speed / (f->w_nn * t->k),
                                                       1 / (c->exponent + 1));
    if (c->speed > 0) s->slow = carom__max(s->slow, depth / c->speed);
  }
  s->omega = s->wanted = s->dt = s->largest = 0;
  s->count = 0;
  s->calm = 0;
  s->stuck_count = s->hard_count = 0;
  s->has_ended = s->is_jammed = false;
  s->doubt = 0;
}

/// How deep a contact that strikes alone with this speed goes.
static double depth_of(const carom__steps* s, int contact, double speed) {
  const double p = s->c->exponent, k = s->c->touch[contact].k;
  if (p == 1) return 0;  // its stiffness does not depend on it
  return carom__pow((p + 1) / 2 * speed * speed / (s->stance[contact].w_nn * k), 1 / (p + 1));
}

static double to_the(double base, double exponent) {
  return exponent == 1 ? base : carom__pow(base, exponent);
}

/// What a spring's own stiffness has become where it is as good as hard.
static double hard_stiffness(const carom__steps* s, int contact) {
  return s->stance[contact].first_k / to_the(s->tol * s->tol, s->c->exponent);
}

/// The frequency of a contact's own spring about a force.
static double own_rate(const carom__steps* s, int contact, double force) {
  const double p = s->c->exponent, k = s->c->touch[contact].k;
  const double slope = p == 1 ? k : p * carom__pow(k, 1 / p) * carom__pow(force, 1 - 1 / p);
  return sqrt(slope * s->stance[contact].w_nn);
}

/// The stiffness with which a hard contact lets go. Its own spring has hardened by 1/e^2 with every swing, and swung
/// ever faster: in the time T that is a part T omega (1 - e)/2 pi of the way to infinitely hard. One that was touched
/// lightly and left at once is still what it was.
static double hardened_stiffness(const carom__steps* s, int contact) {
  const carom__touch* t = &s->c->touch[contact];
  const carom__stance* f = &s->stance[contact];
  const double left = 1 - (s->c->time - f->since) * f->rate * (1 - t->e) / (2 * PI), hard = hard_stiffness(s, contact);
  if (t->e < PLASTIC || !(left > 0)) return carom__max(t->k, hard);
  return carom__max(t->k, carom__min(t->k / to_the(left * left, s->c->exponent), hard));
}

/// A contact becomes hard with the force that it has. Its tangential spring becomes as soft as tol can bear, and keeps
/// its force too: it would swing faster than anything else.
static void make_hard(carom__steps* s, int contact, double force) {
  carom__collision* c = s->c;
  carom__touch* t = &c->touch[contact];
  carom__stance* f = &s->stance[contact];
  const double depth = s->slow * c->speed, p = c->exponent;
  const double first = p == 1 ? f->first_k : f->first_k * carom__pow(depth, p - 1);
  const double soft = p == 1 ? s->soft : s->soft * carom__pow(depth, p - 1);
  t->phase = CAROM__LOCKED;
  t->locked_once = true;
  f->kt = carom__min(f->first_kt, soft / s->tol);
  for (int a = 0; a < 2 && f->kt > 0; ++a) t->s[a] *= f->first_kt / f->kt;
  f->hard = first / (s->tol * s->tol);
  f->damping = 2 * sqrt(f->hard / f->w_nn);
  f->since = c->time;
  f->rate = own_rate(s, contact, force);
  t->x = -force / f->hard;
  t->force = force;
  f->is_open = false;
  // Where it is wedged both to hold and to slide would do: what it does goes on.
  if (!f->is_rigid) f->hold = t->grip == CAROM__SLIPPING && carom__length(c, t->s) > 0 ? CAROM__SLIDING : CAROM__HELD;
  c->locks += 1;
  c->warnings |= CAROM_WARN_LOCKED;
  carom__log_event(c, CAROM_EVENT_LOCK, contact);
}

void carom__steps_leave(carom__steps* s, int contact) {
  carom__collision* c = s->c;
  carom__touch* t = &c->touch[contact];
  carom__stance* f = &s->stance[contact];
  const double kept = 0.5 * f->kt * (t->s[0] * t->s[0] + t->s[1] * t->s[1]);
  c->spring += kept;
  c->friction -= kept;
  carom__log_event(c, t->phase == CAROM__LOCKED ? CAROM_EVENT_RELEASE : CAROM_EVENT_RESTITUTION_END, contact);
  t->phase = CAROM__APART;
  t->x = t->s[0] = t->s[1] = t->force = 0;
  f->kt = f->first_kt;
}

/// The force with which all others press on a contact, were they all to press.
static double load_on(const carom__steps* s, int contact) {
  const carom__collision* c = s->c;
  const int n = carom__normal(c, contact);
  const double* w = c->w + n * c->size;
  double sum = 0;
  for (int j = 0; j < c->size && s->count > 0; ++j)
    if (j != n) sum += fabs(w[j] * s->force[j]);
  s->c->work += c->size;
  return sum / w[n];
}

/// The velocity that a contact could still give back under the force that it has, or under what others may put on it: a
/// spring that is merely empty is not hard.
static double can_return(const carom__steps* s, int contact, double force) {
  const double p = s->c->exponent, k = s->c->touch[contact].k, f = carom__max(force, load_on(s, contact));
  const double x = p == 1 ? f / k : carom__pow(f / k, 1 / p);
  return sqrt(f * x * s->stance[contact].w_nn / p);
}

static bool is_hard(const carom__steps* s, int contact, double force) {
  if (s->c->touch[contact].k >= hard_stiffness(s, contact)) return true;
  return can_return(s, contact, force) < s->tol * s->c->speed;
}

static void end_compression(carom__steps* s, int contact) {
  carom__collision* c = s->c;
  carom__touch* t = &c->touch[contact];
  const double force = carom__steps_spring(s, contact), e2 = t->e * t->e, p = c->exponent;
  carom__log_event(c, CAROM_EVENT_COMPRESSION_END, contact);
  t->phase = CAROM__RESTORING;
  if (carom__is_unseen(c, contact)) {  // only its energy is lost
    t->x *= to_the(e2, 1 / (p + 1));
    return;
  }
  if (t->e < PLASTIC) {
    make_hard(s, contact, force);
    return;
  }
  if (t->e < 1) {
    t->x *= e2;
    t->k /= to_the(e2, p);
    t->hardened = true;
  }
  if (is_hard(s, contact, force)) make_hard(s, contact, force);
}

static void begin_grip(carom__steps* s, int contact) {
  carom__collision* c = s->c;
  carom__touch* t = &c->touch[contact];
  carom__stance* f = &s->stance[contact];
  const double* v_t = c->v + contact * c->dimension;
  const double slip = carom__length(c, v_t);
  const bool slips = slip > ROUNDING * c->speed;
  t->grip = t->mu == 0 ? CAROM__FRICTIONLESS : slips ? CAROM__SLIPPING : CAROM__STICKING;
  carom__note_phase(t, t->mu == 0 ? CAROM_CONTACT_FRICTIONLESS : slips ? CAROM_CONTACT_SLIP : CAROM_CONTACT_STICK);
  f->hold = !f->is_rigid ? CAROM__HELD : slips ? CAROM__SLIDING : CAROM__STUCK;
  for (int a = 0; a < c->tangents && slips; ++a) f->along[a] = v_t[a] / slip;
}

/// A stiff contact that hardly moves would swing unseen.
static bool swings_unseen(const carom__steps* s, int contact) {
  const double stiff = UNSEEN_STIFFNESS * s->soft / (s->tol * s->tol);
  const double speed = fabs(s->c->v[carom__normal(s->c, contact)]);
  return s->c->touch[contact].k > stiff && speed < UNSEEN_SPEED * s->tol * s->c->speed;
}

/// One that others hold still would never end its compression.
static bool is_held(const carom__steps* s, int contact) {
  return swings_unseen(s, contact) && is_hard(s, contact, carom__steps_spring(s, contact));
}

static void come_back(carom__steps* s, int contact) {
  carom__collision* c = s->c;
  carom__touch* t = &c->touch[contact];
  carom__stance* f = &s->stance[contact];
  const double speed = -c->v[carom__normal(c, contact)];
  if (c->time > 0) carom__log_event(c, CAROM_EVENT_REACTIVATE, contact);
  t->phase = CAROM__COMPRESSING;
  t->acted = true;
  t->x = 0;
  f->peak = depth_of(s, contact, speed);
  begin_grip(s, contact);
  if (swings_unseen(s, contact)) make_hard(s, contact, 0);
}

/// Normal velocities above this, and compression has ended: if it has for one, all that only rounding keeps go with it.
static double end_level(const carom__steps* s) {
  const carom__collision* c = s->c;
  for (int i = 0; i < c->count; ++i)
    if (c->touch[i].phase == CAROM__COMPRESSING && c->touch[i].x < 0 && c->v[carom__normal(c, i)] >= 0)
      return -ROUNDING * c->speed;
  return 0;
}

static void look_at(carom__steps* s, int contact, double level) {
  carom__collision* c = s->c;
  carom__touch* t = &c->touch[contact];
  const double v = c->v[carom__normal(c, contact)];
  if (t->phase == CAROM__LOCKED) {
    if (t->force > 0 || !(v > OPENS * c->speed)) return;
    t->k = hardened_stiffness(s, contact);
    carom__steps_leave(s, contact);
  } else if (t->phase == CAROM__APART) {
    if (v < -ROUNDING * c->speed) come_back(s, contact);
  } else if (t->x >= 0 && v >= 0) {
    carom__steps_leave(s, contact);
  } else if (t->phase == CAROM__COMPRESSING && v >= level) {
    end_compression(s, contact);
  } else if (is_held(s, contact)) {
    make_hard(s, contact, carom__steps_spring(s, contact));
  } else if (t->phase == CAROM__RESTORING && v < 0) {
    t->phase = CAROM__COMPRESSING;
    carom__log_event(c, CAROM_EVENT_RECOMPRESS, contact);
  }
}

/// Once a phase has changed the fastest spring is another one.
void carom__steps_look(carom__steps* s) {
  carom__collision* c = s->c;
  const double level = end_level(s);
  for (int i = 0; i < c->count; ++i) {
    const carom__touch_phase before = c->touch[i].phase;
    look_at(s, i, level);
    if (c->touch[i].phase != before || c->exponent != 1) s->omega = 0;
    if (c->touch[i].phase == CAROM__COMPRESSING) s->stance[i].peak = carom__max(s->stance[i].peak, -c->touch[i].x);
    if (c->touch[i].phase == CAROM__RESTORING) s->stance[i].peak = -c->touch[i].x;
  }
}
