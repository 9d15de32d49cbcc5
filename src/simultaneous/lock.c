// Locking. A contact that others press on, with e < 1, makes ever shorter bounces: infinitely many in finite time.
// Where they have become negligible it is held at v_n = 0 by the force lambda with W_LL lambda = -(W F)_L, and let go
// when lambda falls to 0. A contact with e = 0 is held so from its first end of compression on.
#include "simultaneous/collision.h"

/// Below this part of the largest eigenvalue W_LL is singular: the contacts hold redundantly.
static const double REDUNDANT = 1e-10;

/// Scaled by the stiffnesses, true eigenvalues come down to 1e-11; those of redundant contacts are rounding.
static const double ROUNDING = 1e-13;

/// A contact locks when what is left of its own oscillation is below this part of the velocity scale. With friction the
/// tangential spring follows the last oscillations, and rounding of the velocities must still be small against them.
static const double LOCK_SPEED = 1e-13, LOCK_SPEED_FRICTION = 1e-11;

/// A force below this part of what it balances is rounding.
static const double FORCE_NOISE = 1e-13;

/// hold = S (S W_LL S)^+ S for a diagonal S, where eigenvalues below a part of the largest count as 0. Returns the
/// least one as a part of the largest.
static double invert_scaled(carom__collision* c, const double* scale, double zero) {
  const int n = c->locked_count;
  double *a = c->hold + c->count * c->count, *vectors = a + n * n, *values = vectors + n * n;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      a[i * n + j] =
          scale[i] * scale[j] * c->w[carom__normal(c, c->locked[i]) * c->size + carom__normal(c, c->locked[j])];
  carom_symmetric_eigen(n, a, values, vectors);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      double sum = 0;
      for (int k = 0; k < n; ++k)
        if (values[k] > zero * values[n - 1]) sum += vectors[i * n + k] * vectors[j * n + k] / values[k];
      c->hold[i * n + j] = scale[i] * scale[j] * sum;
    }
  return values[0] / values[n - 1];
}

/// Redundant contacts share the load as their springs would: the least sum of lambda^2/k. Stiffnesses count as at most
/// 1e8 apart here, for the sake of the eigenvalues.
static void share_by_stiffness(carom__collision* c) {
  double scale[CAROM__MOST], stiffest = 0;
  for (int i = 0; i < c->locked_count; ++i) stiffest = carom__max(stiffest, c->touch[c->locked[i]].k);
  for (int i = 0; i < c->locked_count; ++i) scale[i] = carom__max(1e-4, sqrt(c->touch[c->locked[i]].k / stiffest));
  invert_scaled(c, scale, ROUNDING);
}

void carom__hold_again(carom__collision* c) {
  double scale[CAROM__MOST];
  for (int i = 0; i < c->locked_count; ++i) {
    const int n = carom__normal(c, c->locked[i]);
    scale[i] = 1 / sqrt(c->w[n * c->size + n]);
  }
  if (c->locked_count == 1) {
    c->hold[0] = scale[0] * scale[0];
  } else if (c->locked_count > 1 && invert_scaled(c, scale, REDUNDANT) <= REDUNDANT) {
    share_by_stiffness(c);
  }
}

void carom__update_locked(carom__collision* c) {
  if (!c->locked_count) return;
  double* force = c->scratch;
  carom__forces(c, force);
  for (int a = 0; a < c->locked_count; ++a) c->touch[c->locked[a]].force = force[carom__normal(c, c->locked[a])];
}

/// What a locked contact has to hold against: the forces elsewhere as they would be felt there.
static double push_size(const carom__collision* c, int contact, const double* force) {
  const int n = carom__normal(c, contact);
  double sum = 0;
  for (int j = 0; j < c->size; ++j)
    if (j != n) sum += fabs(c->w[n * c->size + j] * force[j]);
  return sum / c->w[n * c->size + n];
}

/// The force on a locked contact, or its rate where the force is rounding: what it must be positive in.
static double pressure(carom__collision* c, int contact) {
  double *force = c->scratch, *rate = force + c->size;
  const int n = carom__normal(c, contact);
  carom__forces(c, force);
  if (fabs(force[n]) > FORCE_NOISE * push_size(c, contact, force)) return force[n];
  carom__force_rates(c, c->v, rate);
  return rate[n];
}

bool carom__hold_has_faded(carom__collision* c, int contact) {
  double *force = c->scratch, *rate = force + c->size;
  const int n = carom__normal(c, contact);
  carom__forces(c, force);
  if (force[n] > FORCE_NOISE * push_size(c, contact, force)) return false;
  carom__force_rates(c, c->v, rate);
  return rate[n] < 0;
}

bool carom__is_wedged(const carom__collision* c, int contact, const double* along) {
  const carom__touch* t = &c->touch[contact];
  const int n = carom__normal(c, contact);
  double opens = c->w[n * c->size + n];
  for (int a = 0; a < c->tangents; ++a) opens -= t->mu * along[a] * c->w[n * c->size + contact * c->dimension + a];
  return !(opens > 0);
}

/// Slip where |s| exceeds what the holding force allows, stick where it falls short, if the difference is more than
/// rounding. True if that changes the forces.
static bool choose_grip(carom__collision* c, int contact) {
  carom__touch* t = &c->touch[contact];
  const double reach = t->reach * carom__max(0, t->force), length = carom__hypot(t->s[0], t->s[1]);
  if (!carom__energy_matters(c, contact, 0.5 * t->kt * (length - reach) * (length + reach))) return false;
  if (t->grip == CAROM__SLIPPING && length < reach) {
    t->grip = CAROM__STICKING;
    carom__note_phase(t, CAROM_CONTACT_STICK);
    carom__log_event(c, CAROM_EVENT_STICK, contact);
    return true;
  }
  if (t->grip == CAROM__STICKING && length > reach * carom__slack(t)) {
    const double along[2] = {t->s[0] / length, t->s[1] / length};
    t->lets_go = carom__is_wedged(c, contact, along);
    if (t->lets_go) return false;
    carom__log_event(c, CAROM_EVENT_SLIP, contact);
    carom__set_slipping(c, contact, along);
    return true;
  }
  return false;
}

/// A slipping spring is as long as its force allows: what it was longer before is lost to friction.
static void shorten_to_reach(carom__collision* c, int contact) {
  const carom__touch* t = &c->touch[contact];
  if (t->grip != CAROM__SLIPPING) return;
  const double reach = t->reach * carom__max(0, t->force);
  c->friction += 0.5 * t->kt * (t->s[0] * t->s[0] + t->s[1] * t->s[1] - reach * reach);
}

static bool is_pressed_by_others(const carom__collision* c, int contact) {
  for (int i = 0; i < c->count; ++i)
    if (i != contact && c->island[i] == c->island[contact] && carom__is_springy(&c->touch[i])) return true;
  return false;
}

/// The springs of slipping contacts as they are under the present forces.
void carom__before_jump(carom__collision* c) {
  for (int i = 0; i < c->count; ++i) {
    carom__touch* t = &c->touch[i];
    if (!carom__is_active(t) || t->grip != CAROM__SLIPPING) continue;
    const double reach = t->reach * carom__max(0, carom__normal_force(c, t));
    for (int a = 0; a < 2; ++a) t->s[a] = reach * t->d[a];
  }
}

/// Where a lock makes the holding forces jump, the tangential springs of all locked contacts must follow.
void carom__after_jump(carom__collision* c) {
  if (!c->locked_count) return;
  bool changed = true;
  for (int round = 0; round < 8 && changed; ++round) {
    changed = false;
    carom__update_locked(c);
    for (int a = 0; a < c->locked_count; ++a) {
      const int i = c->locked[a];
      const double s[2] = {c->touch[i].s[0], c->touch[i].s[1]};
      if (!choose_grip(c, i)) continue;
      changed = true;
      if (round < 4) continue;
      carom__jam(c, i);
      memcpy(c->touch[i].s, s, sizeof s);
    }
  }
  carom__update_locked(c);
  for (int a = 0; a < c->locked_count; ++a) shorten_to_reach(c, c->locked[a]);
  for (int a = 0; a < c->locked_count; ++a) {
    if (!c->touch[c->locked[a]].lets_go) continue;
    carom__apply_event(c, CAROM_EVENT_RELEASE, c->locked[a]);  // which comes here again, with one lock less
    return;
  }
}

bool carom__lock(carom__collision* c, int contact, bool is_pressed) {
  carom__touch* t = &c->touch[contact];
  // Locks that are undone at once, again and again, are left to the spring.
  if (!is_pressed_by_others(c, contact) || c->events_at_once > 4 * c->count + 16) return false;
  carom__before_jump(c);
  const carom__touch before = *t;
  t->phase = CAROM__LOCKED;
  c->locked[c->locked_count++] = contact;
  carom__hold_again(c);
  if (t->grip == CAROM__SLIPPING && carom__is_wedged(c, contact, t->d)) t->grip = CAROM__STICKING;
  if (!is_pressed && !(pressure(c, contact) > 0)) {
    carom__unlock(c, contact);
    *t = before;
    return false;
  }
  c->restitution += carom__stored(c, &before);
  t->x = 0;
  t->locked_once = true;
  c->locks += 1;
  c->warnings |= CAROM_WARN_LOCKED;
  carom__log_event(c, CAROM_EVENT_LOCK, contact);
  carom__after_jump(c);
  return true;
}

void carom__mend_locked(carom__collision* c) {
  double off[CAROM__MOST], size;
  for (int a = 0; a < c->locked_count; ++a) off[a] = carom__velocity_sum(c, carom__normal(c, c->locked[a]), &size);
  for (int a = 0; a < c->locked_count; ++a)
    for (int b = 0; b < c->locked_count; ++b)
      c->impulse[carom__normal(c, c->locked[a])] -= c->hold[a * c->locked_count + b] * off[b];
}

void carom__unlock(carom__collision* c, int contact) {
  int kept = 0;
  for (int a = 0; a < c->locked_count; ++a)
    if (c->locked[a] != contact) c->locked[kept++] = c->locked[a];
  c->locked_count = kept;
  carom__hold_again(c);
}

/// Locks come easier as the work grows, so that even extreme ratios give an answer: from 1e-13 of the velocity scale up
/// to 1e-3, a decade for every 25,000 events or 5,000 panels.
static int decades_eased(const carom__collision* c) {
  const int by_events = c->events / 25000, by_panels = c->panels / 5000,
            decades = by_events > by_panels ? by_events : by_panels;
  return decades < 10 ? decades : 10;
}

static double lock_speed(const carom__collision* c, int contact) {
  const double part = c->touch[contact].mu > 0 ? LOCK_SPEED_FRICTION : LOCK_SPEED;
  double speed = carom__max(part * c->speed, 3 * c->noise[contact]);
  for (int i = decades_eased(c); i > 0; --i) speed *= 10;
  return speed;
}

/// Stiffness of the normal spring under a force.
static double stiffness_under(const carom__collision* c, const carom__touch* t, double force) {
  const double p = c->exponent;
  return p == 1 ? t->k : p * carom__pow(t->k, 1 / p) * carom__pow(force, 1 - 1 / p);
}

bool carom__oscillation_is_over(carom__collision* c, int contact) {
  const carom__touch* t = &c->touch[contact];
  if (!t->hardened && decades_eased(c) < 4) return false;
  double *force = c->scratch, *rate = force + c->size;
  const int n = carom__normal(c, contact);
  const double* row = c->w + n * c->size;
  carom__forces(c, force);
  carom__force_rates(c, c->v, rate);
  double acceleration = 0, jerk = 0, push = 0;
  for (int j = 0; j < c->size; ++j) {
    acceleration += row[j] * force[j];
    jerk += row[j] * rate[j];
    push += j == n ? 0 : fabs(row[j] * force[j]) / row[n];
  }
  const double limit = lock_speed(c, contact), stiff = row[n] * stiffness_under(c, t, push);
  return fabs(acceleration) < limit * sqrt(stiff) && fabs(jerk) < limit * stiff;
}

/// What the forces do to the normal velocity of a contact now.
static double normal_acceleration(const carom__collision* c, int contact) {
  double* force = c->scratch;
  const double* row = c->w + carom__normal(c, contact) * c->size;
  carom__forces(c, force);
  double sum = 0;
  for (int j = 0; j < c->size; ++j) sum += row[j] * force[j];
  return sum;
}

void carom__lock_if_at_rest(carom__collision* c, int contact, bool is_pressed) {
  const carom__touch* t = &c->touch[contact];
  const double v = c->v[carom__normal(c, contact)];
  if (!(fabs(v) <= c->noise[contact])) return;
  const bool rests = t->spent || carom__oscillation_is_over(c, contact);
  if (!rests || carom__lock(c, contact, is_pressed)) return;
  // Pressed, and yet no force would hold it: friction draws it in, and its spring has to show how that ends.
  if (!(t->x < 0) || normal_acceleration(c, contact) < 0) return;
  if (!t->spent) carom__log_event(c, CAROM_EVENT_RESTITUTION_END, contact);
  carom__end_contact(c, contact);
}

void carom__jam(carom__collision* c, int contact) {
  carom__touch* t = &c->touch[contact];
  const double reach = t->reach * carom__max(0, carom__normal_force(c, t));
  for (int a = 0; t->grip == CAROM__SLIPPING && a < 2; ++a) t->s[a] = reach * t->d[a];
  t->grip = CAROM__STICKING;
  t->jammed = true;
  t->jams += 1;
}
