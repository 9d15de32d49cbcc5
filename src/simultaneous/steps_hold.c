// The stepping engine: which hard contacts press, which slide, which stick. Pieces are guessed and mended until all
// fit.
#include "simultaneous/steps.h"

/// Rounds in which every piece that does not fit changes, then those in which only the worst one does.
enum { ROUNDS_FOR_ALL = 12, MOST_ROUNDS = 60 };

/// Rounds in which directions of slip may turn alone: what is left then is found by smaller steps.
enum { TURNING_ROUNDS = 6 };

/// Directions of slip are good enough at this part of tol.
static const double STRAIGHT = 0.01;

/// A force is beyond its limit by more than this part of it, or of the largest force: else it is rounding.
static const double ROUNDING = 1e-12;

/// What looking at the pieces takes in a round, of the collision's work: measured.
static const double ROUND = 40, ROUND_EACH = 25;

/// The change that a contact's piece needs.
typedef struct change {
  double by;  // how much is missing, as a force
  bool opens, closes;
  carom__hold hold;
} change;

static double largest_force(const carom__steps* s) {
  double largest = 0;
  for (int i = 0; i < s->c->size; ++i) largest = carom__max(largest, fabs(s->force[i]));
  return largest;
}

/// Does a hard contact press or not? True if it must change.
static bool judge_pressing(const carom__steps* s, int contact, double noise, change* out) {
  const carom__collision* c = s->c;
  const carom__stance* f = &s->stance[contact];
  const int n = carom__normal(c, contact);
  if (c->touch[contact].phase != CAROM__LOCKED) return false;
  if (!f->is_open) {
    out->by = -s->force[n];
    out->opens = s->force[n] < 0;
    return out->opens;
  }
  const double h = s->dt + f->damping / f->hard;
  out->by = -(h * s->after[n] + c->touch[contact].x) / (h * s->dt * f->w_nn + 1 / f->hard);
  out->closes = out->by > noise;
  if (!f->is_rigid && c->touch[contact].mu > 0 && f->load > 0) out->hold = CAROM__SLIDING;
  return out->closes;
}

/// A tangential spring holds up to the limit, no more.
static bool judge_spring(const carom__steps* s, int contact, change* out) {
  const carom__stance* f = &s->stance[contact];
  const double mu = s->c->touch[contact].mu, limit = carom__steps_limit(s, contact);
  if (s->c->touch[contact].phase != CAROM__LOCKED || mu == 0) return false;
  out->hold = f->hold == CAROM__HELD ? CAROM__SLIDING : CAROM__HELD;
  out->by = (f->hold == CAROM__HELD ? f->load - limit : limit - f->load) / mu;
  return out->by > ROUNDING * f->load / mu;
}

/// Rigid friction: stuck up to the limit; sliding until the slip would reverse.
static bool judge_rigid(const carom__steps* s, int contact, double noise, change* out) {
  const carom__collision* c = s->c;
  const carom__stance* f = &s->stance[contact];
  const int at = contact * c->dimension;
  if (f->hold == CAROM__STUCK) {
    out->by = carom__length(c, s->force + at) - carom__steps_limit(s, contact);
    out->hold = CAROM__SLIDING;
    return out->by > noise;
  }
  double slip = 0, w = 0;
  for (int a = 0; a < c->tangents; ++a) {
    slip += s->after[at + a] * f->along[a];
    w = carom__max(w, c->w[(at + a) * c->size + at + a]);
  }
  out->hold = CAROM__STUCK;
  out->by = -slip / (s->dt * w);
  return slip < 0;
}

static bool judge(const carom__steps* s, int contact, double noise, change* out) {
  const carom__touch* t = &s->c->touch[contact];
  *out = (change){.hold = s->stance[contact].hold};
  if (!carom__is_active(t)) return false;
  if (judge_pressing(s, contact, noise, out)) return true;
  if (t->phase == CAROM__LOCKED && s->stance[contact].is_open) return false;
  return s->stance[contact].is_rigid ? judge_rigid(s, contact, noise, out) : judge_spring(s, contact, out);
}

static void make(carom__steps* s, int contact, const change* what) {
  const carom__collision* c = s->c;
  carom__stance* f = &s->stance[contact];
  const double *force = s->force + contact * c->dimension, size = carom__length(c, force);
  if (what->opens || what->closes) f->is_open = what->opens;
  if (f->is_rigid && f->hold == CAROM__STUCK && what->hold == CAROM__SLIDING && size > 0)
    for (int a = 0; a < c->tangents; ++a) f->along[a] = -force[a] / size;
  f->hold = what->hold;
}

/// Changes the pieces that do not fit, or the worst of them; false if all fit.
static bool mend(carom__steps* s, bool all) {
  const double noise = ROUNDING * largest_force(s);
  change worst = {.by = -1};
  int at = -1;
  for (int i = 0; i < s->c->count; ++i) {
    change what;
    if (!judge(s, i, noise, &what)) continue;
    if (at < 0 || what.by > worst.by) {
      worst = what;
      at = i;
    }
    if (all) make(s, i, &what);
  }
  if (at >= 0 && !all) make(s, at, &worst);
  return at >= 0;
}

/// Slip acts against the mean of the velocities before and after, so that its work is exact; where it has just begun,
/// or turns by a lot, against the one after. What friction itself has done to that velocity is taken back: it turns
/// with the direction that is sought, and where slip is slow it is most of it, so that directions would swing to and
/// fro.
static void direction_of(const carom__steps* s, int contact, double* to) {
  const carom__collision* c = s->c;
  const int at = contact * c->dimension;
  const double *v = c->v + at, *after = s->after + at, *along = s->stance[contact].along;
  double dot = 0, w = 0, toward[2] = {0, 0};
  for (int a = 0; a < c->tangents; ++a) {
    dot += v[a] * after[a];
    w = carom__max(w, c->w[(at + a) * c->size + at + a]);
  }
  const bool turns = dot < 0.5 * carom__length(c, v) * carom__length(c, after);
  const double taken = s->dt * w * carom__steps_limit(s, contact);
  for (int a = 0; a < c->tangents; ++a) toward[a] = (turns ? after[a] : v[a] + after[a]) + taken * along[a];
  const double size = carom__length(c, toward);
  for (int a = 0; a < c->tangents; ++a) to[a] = size > 0 ? toward[a] / size : along[a];
}

/// Turns the directions of rigid slip; true if one of them turned by much.
static bool turn(carom__steps* s) {
  const carom__collision* c = s->c;
  bool turned = false;
  for (int i = 0; i < c->count && c->tangents == 2; ++i) {
    carom__stance* f = &s->stance[i];
    if (!carom__is_active(&c->touch[i]) || !f->is_rigid || f->hold != CAROM__SLIDING) continue;
    double to[2];
    direction_of(s, i, to);
    const double by = carom__hypot(to[0] - f->along[0], to[1] - f->along[1]);
    if (!(by > STRAIGHT * s->tol)) continue;
    turned = true;
    f->along[0] = to[0];
    f->along[1] = to[1];
  }
  return turned;
}

void carom__steps_hold(carom__steps* s) {
  int turns = 0;
  for (int round = 0; round < MOST_ROUNDS && s->c->work < s->work_limit; ++round) {
    if (!carom__steps_solve(s)) break;
    carom__steps_kick(s);
    s->c->work += ROUND + ROUND_EACH * s->c->count;
    if (mend(s, round < ROUNDS_FOR_ALL)) continue;
    if (turns++ >= TURNING_ROUNDS || !turn(s)) return;
  }
  carom__steps_sweep(s);
}
