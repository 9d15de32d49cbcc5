// One run of the oracle: steps, and what happens at the contacts between them.
#include <math.h>
#include <string.h>

#include "simultaneous/oracle_run.h"

/// Velocities below this part of the speed are rounding: what they decide is decided together.
static const double ROUNDING = 1e-12;
/// A hard contact without force leaves above this part of the speed.
static const double LEAVES = 1e-11;
/// e below this is 0: the contact is hard at its first end of compression.
static const double PLASTIC = 1e-12;
/// Of the slowest swing of one contact: no collision that ends takes longer.
static const double LONGEST = 3000;
/// At rest for so much of the slowest swing, with all |v| below RESTS of the speed, the bodies are wedged.
static const double WEDGED = 3, RESTS = 1e-9;
/// A spring with this part of the stiffness of a hard one may become hard; a softer one, however little it holds now,
/// may still be loaded and give back.
static const double NEARLY_HARD = 0.01;
/// A compression that is never faster than this part of tol is no more than the trembling of hard contacts, which hold
/// the spring between them: in their limit it stands still, and its compression does not end.
static const double TREMBLES = 0.003;
/// A nearly hard contact that comes back more slowly than this part of tol comes back hard.
static const double SLOW_RETURN = 0.1;

double oracle_stretch(const oracle_run* r, int i) {
  return r->d == 3 ? hypot(r->c[i].s[0], r->c[i].s[1]) : fabs(r->c[i].s[0]);
}

static double spring(const oracle_contact* c, double x) {
  if (!(x < 0)) return 0;
  return c->exponent == 1 ? -c->k * x : c->k * pow(-x, c->exponent);
}

/// Return mapping: a spring longer than friction holds is shortened.
static void pull(oracle_run* r, int i, double force) {
  oracle_contact* c = &r->c[i];
  const double length = oracle_stretch(r, i), most = c->kt > 0 ? c->mu * force / c->kt : 0;
  r->force[oracle_normal(r, i)] = force;
  for (int a = 0; a < r->d - 1 && c->kt > 0; ++a) {
    if (length > most) c->s[a] *= most / length;
    r->force[i * r->d + a] = -c->kt * c->s[a];
  }
}

static void drift(oracle_run* r, bool first) {
  for (int i = 0; i < r->n; ++i) {
    oracle_contact* c = &r->c[i];
    const double* v = r->v + i * r->d;
    if (c->phase == ORACLE_APART) continue;
    for (int a = 0; a < r->d - 1; ++a) c->s[a] += 0.5 * r->dt * v[a];
    // Hard contacts are implicit: their whole way lies after the kick.
    if (c->phase == ORACLE_HARD)
      c->x += first ? 0 : r->dt * v[r->d - 1];
    else
      c->x += 0.5 * r->dt * v[r->d - 1];
  }
}

static void set_forces(oracle_run* r) {
  for (int i = 0; i < r->n; ++i) {
    const oracle_contact* c = &r->c[i];
    double* force = r->force + i * r->d;
    // Rigid friction starts its search from the last step's.
    for (int a = 0; a < r->d; ++a)
      if (c->phase == ORACLE_APART || !r->rigid || a == r->d - 1) force[a] = 0;
    if (c->phase == ORACLE_COMPRESS || c->phase == ORACLE_RESTORE) pull(r, i, spring(c, c->x));
  }
  if (r->rigid)
    oracle_rub(r);
  else
    oracle_hold(r);
  for (int i = 0; i < r->n; ++i)
    if (r->c[i].phase == ORACLE_HARD) pull(r, i, r->c[i].force);
}

static void kick(oracle_run* r) {
  for (int i = 0; i < r->size; ++i) {
    double sum = 0;
    for (int j = 0; j < r->size; ++j) sum += oracle_w(r, i, j) * r->force[j];
    r->v[i] += r->dt * sum;
    r->impulse[i] += r->dt * r->force[i];
  }
}

static void make_hard(oracle_run* r, int i, double force) {
  oracle_contact* c = &r->c[i];
  c->phase = ORACLE_HARD;
  c->hard = c->first_k / (r->tol * r->tol);
  c->damping = 2 * sqrt(c->hard / oracle_w_nn(r, i));
  c->x = -force / c->hard;
  c->force = force;
  c->piece = oracle_stretch(r, i) > 0 ? ORACLE_SLIP : ORACLE_STICK;
  ++r->locks;
}

static void leave(oracle_run* r, int i) {
  oracle_contact* c = &r->c[i];
  c->phase = ORACLE_APART;
  c->x = c->s[0] = c->s[1] = 0;
  memset(r->force + i * r->d, 0, sizeof(double) * (size_t)r->d);
}

/// The force with which all others press on contact i, in the last step, were they all to press.
static double load(const oracle_run* r, int i) {
  const int at = oracle_normal(r, i);
  double sum = 0;
  for (int j = 0; j < r->size; ++j)
    if (j != at) sum += fabs(oracle_w(r, at, j) * r->force[j]);
  return sum / oracle_w_nn(r, i);
}

/// The velocity that contact i could still give back under the force that it has, or under what others may put on it: a
/// spring that is merely empty is not hard.
static double can_return(const oracle_run* r, int i, double force) {
  const oracle_contact* c = &r->c[i];
  const double f = fmax(force, load(r, i)), x = pow(f / c->k, 1 / c->exponent);
  return sqrt(f * x * oracle_w_nn(r, i) / c->exponent);
}

static bool is_nearly_hard(const oracle_run* r, const oracle_contact* c) {
  return c->k > NEARLY_HARD * c->first_k / (r->tol * r->tol);
}

static void end_compression(oracle_run* r, int i) {
  oracle_contact* c = &r->c[i];
  const double force = spring(c, c->x), kept = c->e * c->e;
  c->phase = ORACLE_RESTORE;
  if (c->quick < TREMBLES * r->tol * r->speed) return;
  if (c->e < PLASTIC) {
    make_hard(r, i, force);
    return;
  }
  if (!(kept < 1)) return;
  c->x *= kept;
  c->k /= pow(kept, c->exponent);
  if (is_nearly_hard(r, c) && can_return(r, i, force) < r->tol * r->speed) make_hard(r, i, force);
}

static void begin_compression(oracle_run* r, int i) {
  r->c[i].phase = ORACLE_COMPRESS;
  r->c[i].quick = 0;
}

static void come_back(oracle_run* r, int i) {
  oracle_contact* c = &r->c[i];
  const double v = r->v[oracle_normal(r, i)];
  begin_compression(r, i);
  c->x = 0;
  if (is_nearly_hard(r, c) && -v < SLOW_RETURN * r->tol * r->speed) make_hard(r, i, 0);
}

/// The one change of contact i that its position and velocity ask for.
static void look_at(oracle_run* r, int i, double late) {
  oracle_contact* c = &r->c[i];
  const double v = r->v[oracle_normal(r, i)];
  if (c->phase == ORACLE_HARD) {
    if (c->force > 0 || !(v > LEAVES * r->speed)) return;
    c->k = fmax(c->k, c->hard);
    leave(r, i);
  } else if (c->phase == ORACLE_APART) {
    if (v < -ROUNDING * r->speed) come_back(r, i);
  } else if (c->x >= 0 && v >= 0) {
    leave(r, i);
  } else if (c->phase == ORACLE_COMPRESS && v >= -late) {
    end_compression(r, i);
  } else if (c->phase == ORACLE_RESTORE && v < 0) {
    begin_compression(r, i);
  }
  if (c->phase == ORACLE_COMPRESS) c->quick = fmax(c->quick, fabs(v));
}

/// Contacts that end their compression together (others hold the body between them) do so, whatever rounding says.
static void look(oracle_run* r) {
  double late = 0;
  for (int i = 0; i < r->n; ++i)
    if (r->c[i].phase == ORACLE_COMPRESS && r->c[i].x < 0 && r->v[oracle_normal(r, i)] >= 0) late = ROUNDING * r->speed;
  for (int i = 0; i < r->n; ++i) {
    oracle_contact* c = &r->c[i];
    look_at(r, i, late);
    const bool swings = c->phase == ORACLE_COMPRESS || c->phase == ORACLE_RESTORE;
    c->peak = !swings ? 0 : fmax(-c->x, c->phase == ORACLE_COMPRESS ? c->peak : 0);
  }
}

/// Roots of the stiffnesses that are stepped explicitly; without those of hard contacts.
static void stiffness_roots(const oracle_run* r, double* root) {
  memset(root, 0, sizeof(double) * (size_t)r->size);
  for (int i = 0; i < r->n; ++i) {
    const oracle_contact* c = &r->c[i];
    if (c->phase == ORACLE_APART) continue;
    for (int a = 0; a < r->d - 1; ++a) root[i * r->d + a] = sqrt(c->kt);
    if (c->phase == ORACLE_HARD) continue;
    const double bend = c->exponent == 1 ? 1 : c->exponent * pow(fmax(-c->x, c->peak), c->exponent - 1);
    root[oracle_normal(r, i)] = sqrt(bend * c->k);
  }
}

/// The fastest swing of the springs that are stepped explicitly, by row sums. Rigid friction adds mu of the tangents.
static double fastest(const oracle_run* r) {
  double root[ORACLE_SIZE], most = 0;
  stiffness_roots(r, root);
  for (int i = 0; i < r->size; ++i) {
    double sum = 0;
    for (int j = 0; j < r->size && root[i] > 0; ++j) {
      const oracle_contact* c = &r->c[j / r->d];
      const double by = r->rigid && j % r->d < r->d - 1 ? c->mu * root[oracle_normal(r, j / r->d)] : root[j];
      sum += fabs(oracle_w(r, i, j)) * by;
    }
    most = fmax(most, sum * root[i]);
  }
  return sqrt(most);
}

/// Do not run over the time at which contact i comes back, or ends a compression of which little comes back.
static double time_to(const oracle_run* r, int i, double before, double frac, double slow) {
  const oracle_contact* c = &r->c[i];
  const double v = r->v[oracle_normal(r, i)], rate = (v - before) / r->dt, swing = frac / fmax(fastest(r), 1e-300);
  if (c->phase == ORACLE_APART && v > 0 && rate < 0)
    return fmax(0.5 * v / -rate, fmin(1e-4 * frac, 0.02 * r->tol) * slow);
  if (c->phase == ORACLE_COMPRESS && c->e < 0.5 && v < 0 && rate > 0)
    return fmax(-0.7 * v / rate, (fmax(1e-3, 1e-5 / frac) * c->e + 1e-7) * swing);
  return HUGE_VAL;
}

static bool is_busy(const oracle_run* r, bool started) {
  for (int i = 0; i < r->n; ++i) {
    const oracle_contact* c = &r->c[i];
    if (c->phase == ORACLE_COMPRESS || c->phase == ORACLE_RESTORE) return true;
    if (c->phase == ORACLE_HARD && (c->force > 0 || !started)) return true;
  }
  return false;
}

static bool at_rest(const oracle_run* r) {
  for (int i = 0; i < r->size; ++i)
    if (fabs(r->v[i]) > RESTS * r->speed) return false;
  return true;
}

static double slowest(const oracle_run* r) {
  double slow = 0;
  for (int i = 0; i < r->n; ++i) slow = fmax(slow, 1 / sqrt(oracle_w_nn(r, i) * r->c[i].k));
  return slow;
}

/// A step, and how long the next one may be.
static double step(oracle_run* r, double frac, double slow) {
  double before[ORACLE_SIZE], next = HUGE_VAL;
  memcpy(before, r->v, sizeof before);
  drift(r, true);
  set_forces(r);
  kick(r);
  drift(r, false);
  look(r);
  for (int i = 0; i < r->n; ++i) next = fmin(next, time_to(r, i, before[oracle_normal(r, i)], frac, slow));
  return next;
}

bool oracle_walk(oracle_run* r, double frac, long steps, oracle_answer* out) {
  const double slow = slowest(r);
  double next = HUGE_VAL, now = 0, rested = 0;
  bool busy = true;
  look(r);
  for (out->steps = 0; busy && rested < WEDGED * slow && out->steps < steps && now < LONGEST * slow; ++out->steps) {
    busy = is_busy(r, out->steps > 0);
    if (!busy) break;
    r->dt = fmin(frac / fmax(fastest(r), 1e-300), fmin(frac * slow, next));
    next = step(r, frac, slow);
    now += r->dt;
    rested = at_rest(r) ? rested + r->dt : 0;
  }
  memcpy(out->v, r->v, sizeof out->v);
  memcpy(out->impulse, r->impulse, sizeof out->impulse);
  out->locks = r->locks;
  out->stubborn = r->stubborn;
  out->wedged = busy && rested >= WEDGED * slow;
  out->ended = !busy || out->wedged;
  return out->ended;
}
