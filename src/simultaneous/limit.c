// Contacts at the limit of friction, |s| = reach F_n, decide together who slips.
//
// All tangential springs go with their contacts, but those at the limit may shorten by z >= 0. That lowers their own
// tangential force by kt z, and with it what presses on the locked contacts. What is left to the limit is
//     margin = q + M z,   margin >= 0, z >= 0, one of them 0
//     M_ij = delta_ij - reach_i kt_j (hold W_nt,j s^_j)_i   (i locked; a springy i has its force from its own length)
// with q what it would be if all stuck. It serves for jumps, where z is a length, and for rates, where z is the slip
// speed. A contact whose pivot is not positive cannot slide: friction wedges it.
#include "contact/spring.h"
#include "simultaneous/collision.h"
#include "simultaneous/complement.h"

/// Springs up to this part shorter than their limit are at it: what reaches it together differs by rounding and by
/// errors of integration.
static const double AT_LIMIT = 1e-9;

/// Lengths are known to this part of the terms that they come from.
static const double LENGTH_NOISE = 1e-13;

/// A locked contact slides only if its own force opens it by more than this part of what it does alone.
static const double WEDGED = 1e-9;

/// Margins and slip speeds are known to this part of the terms that they come from.
static const double RATE_NOISE = 8 * DBL_EPSILON;

typedef struct limits {
  int n, contact[CAROM__MOST];
  double along[CAROM__MOST][2];              // of the springs
  double m[CAROM__MOST * CAROM__MOST];       // n * n
  double relief[CAROM__MOST * CAROM__MOST];  // n * locked_count: by how much locked forces fall, per z
  double q[CAROM__MOST], noise[CAROM__MOST], z[CAROM__MOST];
  bool in[CAROM__MOST];
} limits;

static double length_of(const carom__touch* t) {
  return carom__hypot(t->s[0], t->s[1]);
}

static int lock_of(const carom__collision* c, int contact) {
  for (int a = 0; a < c->locked_count; ++a)
    if (c->locked[a] == contact) return a;
  return -1;
}

static void add(limits* l, int contact, const double* way, double size) {
  l->contact[l->n] = contact;
  l->along[l->n][0] = way[0] / size;
  l->along[l->n++][1] = way[1] / size;
}

/// relief_j = kt_j hold W_nt,j s^_j
static void find_relief(const carom__collision* c, limits* l, int j) {
  const int contact = l->contact[j];
  for (int a = 0; a < c->locked_count; ++a) {
    const double* share = c->share + a * c->size + contact * c->dimension;
    double along = share[0] * l->along[j][0];
    if (c->tangents == 2) along += share[1] * l->along[j][1];
    l->relief[j * c->locked_count + a] = c->touch[contact].kt * along;
  }
}

static void find_matrix(const carom__collision* c, limits* l) {
  for (int j = 0; j < l->n; ++j) find_relief(c, l, j);
  for (int i = 0; i < l->n; ++i) {
    const int a = lock_of(c, l->contact[i]);
    for (int j = 0; j < l->n; ++j)
      l->m[i * l->n + j] = (i == j) - (a < 0 ? 0 : c->touch[l->contact[i]].reach * l->relief[j * c->locked_count + a]);
  }
}

/// Returns a contact that is wedged, or -1. Only a locked one can be.
static int solve(const carom__collision* c, limits* l) {
  int wedged = carom__solve_complement(&(carom__complement){
      .n = l->n, .m = l->m, .q = l->q, .noise = l->noise, .least = WEDGED, .in = l->in, .z = l->z});
  while (wedged >= 0 && c->touch[l->contact[wedged]].phase != CAROM__LOCKED) --wedged;
  return wedged < 0 ? -1 : l->contact[wedged];
}

void carom__take_lengths(carom__collision* c) {
  for (int i = 0; i < c->count; ++i) {
    carom__touch* t = &c->touch[i];
    if (!carom__is_active(t) || t->grip != CAROM__SLIPPING) continue;
    const double reach = t->reach * carom__max(0, carom__normal_force(c, t));
    for (int a = 0; a < 2; ++a) t->s[a] = reach * t->d[a];
  }
}

/// All forces but those of locked normals, with every tangential spring as long as it is.
static void spring_forces(const carom__collision* c, double* force) {
  for (int i = 0; i < c->size; ++i) force[i] = 0;
  for (int i = 0; i < c->count; ++i) {
    const carom__touch* t = &c->touch[i];
    if (!carom__is_active(t)) continue;
    if (carom__is_springy(t)) force[carom__normal(c, i)] = carom__spring_force(c, t, t->x);
    for (int a = 0; t->grip != CAROM__FRICTIONLESS && a < c->tangents; ++a)
      force[i * c->dimension + a] = -t->kt * t->s[a];
  }
}

/// What the locked contacts answer to forces (or rates of forces) elsewhere while nothing slides; and what rounding of
/// that is judged by.
static void answer_all(const carom__collision* c, const double* force, const double* stress, double* lambda,
                       double* size) {
  const int n = c->locked_count;
  double push[CAROM__MOST], pushed[CAROM__MOST];
  for (int a = 0; a < n; ++a) push[a] = carom__normal_rate(c, c->locked[a], force, &pushed[a]);
  for (int a = 0; a < n; ++a) {
    lambda[a] = stress ? stress[a] : 0;
    size[a] = fabs(lambda[a]);
    for (int b = 0; b < n; ++b) {
      lambda[a] -= c->hold[a * n + b] * push[b];
      size[a] += fabs(c->hold[a * n + b]) * pushed[b];
    }
  }
}

void carom__find_jump(const carom__collision* c, carom__jump* jump) {
  limits l;  // large: what is used is set
  double force[3 * CAROM__MOST];
  l.n = 0;
  spring_forces(c, force);
  answer_all(c, force, c->stress, jump->force, jump->size);
  for (int a = 0; a < c->locked_count; ++a) {
    const carom__touch* t = &c->touch[c->locked[a]];
    const double length = length_of(t);
    jump->shorter[a] = 0;
    if (t->grip == CAROM__FRICTIONLESS || !(length > 0)) continue;
    l.q[l.n] = t->reach * jump->force[a] - length;
    l.noise[l.n] = LENGTH_NOISE * (length + t->reach * jump->size[a]);
    add(&l, c->locked[a], t->s, length);
  }
  find_matrix(c, &l);
  jump->wedged = solve(c, &l);
  for (int j = 0; j < l.n && jump->wedged < 0; ++j) {
    jump->shorter[lock_of(c, l.contact[j])] = l.z[j];
    for (int a = 0; a < c->locked_count; ++a) jump->force[a] -= l.relief[j * c->locked_count + a] * l.z[j];
  }
}

/// A spring that friction cannot hold at its length: what it loses is lost to friction.
static void shorten(carom__collision* c, carom__touch* t, double to) {
  const double length = length_of(t), part = length > 0 ? to / length : 0;
  c->friction += 0.5 * t->kt * (length - to) * (length + to);
  for (int a = 0; a < 2; ++a) t->s[a] *= part;
}

void carom__take_jump(carom__collision* c, const carom__jump* jump) {
  for (int a = 0; a < c->locked_count; ++a) {
    carom__touch* t = &c->touch[c->locked[a]];
    t->force = jump->force[a];
    if (jump->shorter[a] > 0) shorten(c, t, carom__max(0, length_of(t) - jump->shorter[a]));
  }
}

/// Whether a contact is at the limit, or has just come there; *way is the direction of its spring then.
static bool is_at_limit(const carom__collision* c, int contact, bool comes, double way[2], double* size) {
  const carom__touch* t = &c->touch[contact];
  const double* v = c->v + contact * c->dimension;
  const double reach = t->reach * carom__max(0, carom__normal_force(c, t)), length = length_of(t);
  const bool begins = length == 0 && reach == 0;
  // A spring without length yet begins along the velocity; how one with a normal spring of its own begins is told.
  if (begins && t->phase != CAROM__LOCKED && !comes) return false;
  way[0] = begins ? v[0] : t->s[0];
  way[1] = !begins ? t->s[1] : c->tangents == 2 ? v[1] : 0;
  *size = carom__hypot(way[0], way[1]);
  if (comes) return *size > 0;
  return *size > (begins ? c->noise[contact] : 0) && length >= (1 - AT_LIMIT) * reach;
}

/// What is left to the limit changes at this rate while all stick.
static void find_rates(const carom__collision* c, limits* l) {
  double rate[3 * CAROM__MOST], lambda[CAROM__MOST], size[CAROM__MOST];
  carom__sticking_rates(c, c->v, rate);
  answer_all(c, rate, NULL, lambda, size);
  for (int i = 0; i < l->n; ++i) {
    const int contact = l->contact[i], a = lock_of(c, contact), n = carom__normal(c, contact);
    const double* v = c->v + contact * c->dimension;
    const double along = v[0] * l->along[i][0] + (c->tangents == 2 ? v[1] * l->along[i][1] : 0);
    const double reach = c->touch[contact].reach;
    l->q[i] = reach * (a < 0 ? rate[n] : lambda[a]) - along;
    l->noise[i] = a < 0 ? carom__slip_noise(c, contact) : RATE_NOISE * (c->speed + reach * size[a]);
  }
}

static void let_stick(carom__collision* c, int contact) {
  carom__touch* t = &c->touch[contact];
  if (t->grip != CAROM__SLIPPING) return;
  t->decided = c->time;
  t->grip = CAROM__STICKING;
  carom__log_event(c, CAROM_EVENT_STICK, contact);
  carom__note_phase(t, CAROM_CONTACT_STICK);
}

static void let_slip(carom__collision* c, int contact, const double* along) {
  carom__touch* t = &c->touch[contact];
  const double reach = t->reach * carom__max(0, carom__normal_force(c, t)), length = length_of(t);
  if (t->grip != CAROM__SLIPPING) {
    c->friction += 0.5 * t->kt * (length - reach) * (length + reach);
    carom__log_event(c, CAROM_EVENT_SLIP, contact);
  }
  carom__set_slipping(c, contact, along);
}

static void take_grips(carom__collision* c, const limits* l, carom__set stops) {
  bool decides[CAROM__MOST] = {false};
  for (int i = 0; i < l->n; ++i) {
    carom__touch* t = &c->touch[l->contact[i]];
    decides[l->contact[i]] = true;
    t->decided = c->time;
    if (l->in[i])
      let_slip(c, l->contact[i], l->along[i]);
    else
      let_stick(c, l->contact[i]);
  }
  for (int i = 0; i < c->count; ++i) {
    carom__touch* t = &c->touch[i];
    if (!carom__is_active(t) || t->grip == CAROM__FRICTIONLESS) continue;
    const double reach = t->reach * carom__max(0, carom__normal_force(c, t));
    if (!decides[i] && (reach > 0 || carom__has(stops, i))) let_stick(c, i);
    if (t->grip == CAROM__STICKING && length_of(t) > reach) shorten(c, t, reach);
  }
}

int carom__choose_grips(carom__collision* c, carom__turns now) {
  limits l;  // large: what is used is set
  l.n = 0;
  for (int i = 0; i < c->count; ++i) {
    const carom__touch* t = &c->touch[i];
    double way[2], size;
    if (carom__has(now.sticks, i) || !carom__is_active(t) || t->grip == CAROM__FRICTIONLESS) continue;
    if (is_at_limit(c, i, carom__has(now.slips, i), way, &size)) add(&l, i, way, size);
  }
  find_matrix(c, &l);
  find_rates(c, &l);
  // Where rounding would decide all stay as they are, but for what has just come to its limit.
  for (int i = 0; i < l.n; ++i)
    if (carom__has(now.slips, l.contact[i]) || c->touch[l.contact[i]].grip == CAROM__SLIPPING) l.noise[i] = -l.noise[i];
  const int wedged = solve(c, &l);
  if (wedged < 0) take_grips(c, &l, now.sticks);
  return wedged;
}
