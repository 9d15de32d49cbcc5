// What each event does to a contact. Whatever happens at one moment is done together.
#include "contact/spring.h"
#include "math/four.h"
#include "simultaneous/collision.h"

/// Velocities below this part of the scale are rounding.
static const double SPEED_NOISE = 3e-14;

/// Contacts that end compression in one moment differ by no more than this part of the scale: locks tie the velocities
/// of a rigid face. Where e = 0 they become rigid then and forces jump, so that not even 1e-10 of a velocity must
/// decide which of them is first.
static const double SAME_SPEED = 1e-12, SAME_SPEED_RIGID = 1e-9;

/// And they are about to: at the present rate within this part of the time scale. (A contact that was only touched
/// compresses that slowly for long.)
static const double SOON = 1e-3;

/// An acceleration that is this part of its terms is none.
static const double BALANCED = 1e-9;

/// A contact comes back with v_n = 0 but for the error of the event's time: so many times its rounding.
static const double RETURN_NOISE = 100;

/// |W| |I|, by columns, in whole fours: what is read beyond a row's end is not used.
CAROM__WITH_AVX2 static void sum_sizes(int n, const double* w, const double* impulse, double* sums) {
  for (int j = 0; j < n; ++j, w += n)
    for (int i = 0; impulse[j] != 0 && i < n; i += 4)
      carom__store(sums + i, carom__load(sums + i) + carom__fabs_four(carom__load(w + i) * impulse[j]));
}

void carom__update_noise(carom__collision* c) {
  double sums[3 * CAROM__MOST + 3];
  for (int i = 0; i < c->size + 3; ++i) sums[i] = 0;
  sum_sizes(c->size, c->w, c->impulse, sums);
  for (int i = 0; i < c->count; ++i)
    c->noise[i] = carom__max(SPEED_NOISE * c->speed, 8 * DBL_EPSILON * sums[carom__normal(c, i)]);
}

/// An end of compression: the spring hardens and loses energy, its force unchanged. Where e = 0 it is as good as rigid
/// from then on, and stays so.
static void harden(carom__collision* c, int contact) {
  carom__touch* t = &c->touch[contact];
  carom__log_event(c, CAROM_EVENT_COMPRESSION_END, contact);
  const double kept = t->spent ? 1 : t->e < CAROM__PLASTIC ? CAROM__PLASTIC_KEEPS : carom__kept_at_end(t->e);
  c->restitution += (1 - kept) * carom__stored(c, t);
  if (carom__is_unseen(c, contact)) {
    t->x *= sqrt(kept);
  } else if (kept < 1) {
    t->x *= kept;
    t->k /= kept;
    t->hardened = true;
    t->spent = t->e < CAROM__PLASTIC;
  }
  t->peak = -t->x;
  t->phase = CAROM__RESTORING;
}

/// Its compression ends now, with these forces.
static bool ends_too(const carom__collision* c, int contact, const double* force) {
  const carom__touch* t = &c->touch[contact];
  const double v = fabs(c->v[carom__normal(c, contact)]);
  if (t->phase != CAROM__COMPRESSING || !(v <= SAME_SPEED_RIGID * c->speed)) return false;
  double size;
  const double rate = carom__normal_rate(c, contact, force, &size);
  const double same = t->e < CAROM__PLASTIC ? carom__min(SAME_SPEED_RIGID * c->speed, SOON * c->time_scale * rate) : 0;
  return v <= carom__max(same, SAME_SPEED * c->speed) && force[carom__normal(c, contact)] > 0 && rate > BALANCED * size;
}

/// Contacts that end their compression now, together with those of the set.
static carom__set all_that_end(const carom__collision* c, carom__set ends) {
  double force[3 * CAROM__MOST];
  carom__set all = ends;
  carom__forces(c, force);
  for (int i = 0; i < c->count; ++i)
    if (ends_too(c, i, force)) all |= carom__only(i);
  return all;
}

/// Its compression begins again now, with these forces.
static bool compresses_too(const carom__collision* c, int contact, const double* force) {
  const carom__touch* t = &c->touch[contact];
  double size;
  if (t->phase != CAROM__RESTORING || !(t->x < 0)) return false;
  if (!(fabs(c->v[carom__normal(c, contact)]) <= SAME_SPEED * c->speed)) return false;
  return carom__normal_rate(c, contact, force, &size) < -BALANCED * size;
}

/// Contacts whose compression begins again now, together with those of the set, as others end theirs or come back: all
/// velocities of a face that turns about locks vanish at once.
static carom__set all_that_compress(const carom__collision* c, carom__set again) {
  double force[3 * CAROM__MOST];
  carom__set all = again;
  carom__forces(c, force);
  for (int i = 0; i < c->count; ++i)
    if (compresses_too(c, i, force)) all |= carom__only(i);
  return all;
}

static void compress_again(carom__collision* c, carom__set again) {
  for (int i = 0; i < c->count; ++i) {
    if (!carom__has(again, i)) continue;
    c->touch[i].phase = CAROM__COMPRESSING;
    carom__log_event(c, CAROM_EVENT_RECOMPRESS, i);
  }
}

/// All harden. Returns those that are rigid then.
static carom__set end_compression(carom__collision* c, carom__set ends) {
  carom__set rigid = 0;
  for (int i = 0; i < c->count; ++i)
    if (carom__has(ends, i)) harden(c, i);
  for (int i = 0; i < c->count; ++i)
    if (carom__has(ends, i) && carom__is_rigid(c, i)) rigid |= carom__only(i);
  return rigid;
}

void carom__end_contact(carom__collision* c, int contact) {
  carom__touch* t = &c->touch[contact];
  carom__log_event(c, CAROM_EVENT_RESTITUTION_END, contact);
  c->restitution += carom__stored(c, t);
  c->spring += 0.5 * t->kt * (t->s[0] * t->s[0] + t->s[1] * t->s[1]);
  t->phase = CAROM__APART;
  t->x = t->s[0] = t->s[1] = 0;
}

/// Brings the normal velocity of a contact to 0, by the impulse that this takes.
static void stop(carom__collision* c, int contact) {
  const int n = carom__normal(c, contact);
  const double impulse = -c->v[n] / c->w[n * c->size + n];
  c->impulse[n] += impulse;
  for (int i = 0; i < c->size; ++i) c->v[i] += c->w[i * c->size + n] * impulse;
  c->v[n] = 0;
}

/// Where one that is rigid comes back forces jump. Others that are, and would come back in the same moment, do so with
/// it.
static carom__set all_that_return(carom__collision* c, carom__set back) {
  double force[3 * CAROM__MOST], size;
  bool rigid = false;
  carom__set early = 0;
  for (int i = 0; i < c->count; ++i) rigid |= carom__has(back, i) && carom__is_rigid(c, i);
  if (!rigid) return back;
  carom__forces(c, force);
  for (int i = 0; i < c->count; ++i) {
    const double v = c->v[carom__normal(c, i)];
    if (carom__is_active(&c->touch[i]) || carom__has(back, i) || !(fabs(v) <= SAME_SPEED_RIGID * c->speed)) continue;
    if (carom__normal_rate(c, i, force, &size) < -BALANCED * size && carom__is_rigid(c, i)) early |= carom__only(i);
  }
  for (int i = 0; i < c->count; ++i)
    if (carom__has(early, i)) stop(c, i);
  return back | early;
}

/// Returns those that are rigid, and did not lock as they woke.
static carom__set reactivate(carom__collision* c, carom__set back) {
  carom__set rigid = 0;
  back = all_that_return(c, back);
  for (int i = 0; i < c->count; ++i) {
    double* v = c->v + carom__normal(c, i);
    if (carom__has(back, i) && fabs(*v) <= RETURN_NOISE * c->noise[i]) *v = 0;
  }
  carom__wake_resting(c);
  for (int i = 0; i < c->count; ++i) {
    if (!carom__has(back, i) || carom__is_active(&c->touch[i])) continue;
    carom__log_event(c, CAROM_EVENT_REACTIVATE, i);
    carom__activate(c, i);
    if (fabs(c->v[carom__normal(c, i)]) <= c->noise[i] && carom__is_rigid(c, i)) rigid |= carom__only(i);
  }
  return rigid;
}

static carom__set those(int count, const carom__happening* events, carom_event_type type) {
  carom__set set = 0;
  for (int k = 0; k < count; ++k)
    if (events[k].type == type) set |= carom__only(events[k].contact);
  return set;
}

void carom__apply_events(carom__collision* c, int count, const carom__happening* events) {
  // At each event, so that it stays rounding: where locks are nearly redundant, what adds up takes large impulses.
  carom__mend_locked(c);
  carom__take_lengths(c);
  const carom__set end = those(count, events, CAROM_EVENT_RESTITUTION_END),
                   again = those(count, events, CAROM_EVENT_RECOMPRESS) & ~end,
                   peak = those(count, events, CAROM_EVENT_COMPRESSION_END),
                   loose = those(count, events, CAROM_EVENT_RELEASE),
                   back = those(count, events, CAROM_EVENT_REACTIVATE);
  const carom__turns turns = {.sticks = those(count, events, CAROM_EVENT_STICK),
                              .slips = those(count, events, CAROM_EVENT_SLIP)};
  for (int i = 0; i < c->count; ++i)
    if (carom__has(end, i)) carom__end_contact(c, i);
  compress_again(c, peak || back ? all_that_compress(c, again) : again);
  if (loose) carom__release_all(c, loose);
  // What is rigid comes back to a face that ends compression elsewhere in the same moment, and holds it from then on.
  carom__set rigid = peak || back ? end_compression(c, all_that_end(c, peak)) : 0;
  if (back) rigid |= reactivate(c, back);
  for (int i = 0; i < c->count; ++i)
    if (!carom__is_springy(&c->touch[i])) rigid &= ~carom__only(i);  // locked with one that woke
  if (rigid) carom__lock_all(c, rigid, 0);
  carom__hold_or_let_go(c, turns);
}
