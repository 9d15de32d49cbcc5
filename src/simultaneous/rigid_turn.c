// A piece in space in which slip turns: how long it is, and by which clock.
//
// The series themselves are in rigid_orders.c. Where a slip is about to stop, or has just begun, r changes by its own
// size: its arc is the clock then, dt = (r/r_0) ds, in which log r and the direction are analytic. Where slip is slow
// its directions are sought as rigid_rub.h says.
#include "simultaneous/rigid_turn.h"

/// The last two terms of the series may change velocities by this part of the speeds; what is left out, by a tenth of
/// it.
static const double TAIL = 1e-16;

/// Lengths of first guesses: in units of 1/omega, and of the time in which a slip or a spring changes by its size.
static const double GUESS = 1.2, CHANGE = 0.5;

/// The arc is the clock where slip would change by its size within the piece; a guess in these units.
static const double ARC_GUESS = 1.5;

/// The length may be this many times the guess.
static const double LONGEST = 4;

/// Steps of Newton's method for directions that follow the forces; what they may leave, and what polynomials may not
/// follow, as parts of the speeds.
enum { MOST_TURNS = 12, SURE_TURNS = 1, MOST_LENGTHS = 6 };
static const double TURNED = 1e-14, FOLLOWED = 1e-14;

/// Where they no longer get better below this part of the speeds that is rounding: of friction that could do more than
/// the speeds in the piece.
static const double ROUNDED = 1e-12;

/// Rounding of the velocities, as a part of what then takes the place of the speeds in these two.
static const double ROUNDING = 3e-13;

/// A piece that was aimed at FOLLOWED and misses it by this factor is not sought again: at its end it is better by far.
static const double ENOUGH = 10;

/// Where directions are not found so often they are stepped for a while, or until something happens.
enum { MOST_FAILS = 2, FORGET_FAILS = 16 };

/// A piece that does not converge, and the next one after one that does, as parts of the present length.
static const double SHORTER = 0.3, SHORTEST = 0.05, LONGER = 3;

/// Such a piece goes this part of the way to where a slip would stop: beyond, the direction that Newton's method seeks
/// is none.
static const double BEFORE_STOP = 0.8;

static double guess_length(const carom__rigid* r) {
  const carom__collision* c = r->c;
  const double omega = carom__rigid_fastest(r);
  double guess = omega > 0 ? GUESS / omega : c->time_scale;
  for (int j = 0; j < r->spring_count && c->exponent != 1; ++j) {
    const int i = r->springs[j];
    const double speed = fabs(c->v[carom__normal(c, i)]);
    if (!r->touch[i].light && speed > 0) guess = carom__min(guess, CHANGE * -c->touch[i].x / speed);
  }
  return guess;
}

/// The time in which a slip changes by its size.
static double slip_time(const carom__rigid* r, int contact) {
  const carom__collision* c = r->c;
  const double* a = r->rate + contact * c->dimension;
  const double change = carom__hypot(a[0], a[1]);
  return change > 0 ? r->piece.slip[contact * CAROM__RIGID_TERMS] / change : HUGE_VAL;
}

/// The slip that changes quickest becomes the clock, if it does so within the piece. Returns the length of the piece in
/// that clock.
static double choose_clock(carom__rigid* r, double guess) {
  double quickest = HUGE_VAL;
  r->piece.arc = -1;
  for (int i = 0; i < r->c->count; ++i) {
    const carom__rigid_touch* t = &r->touch[i];
    if (!carom__rigid_slips(r, i) || t->starts || t->rubs || t->settled || !(slip_time(r, i) < quickest)) continue;
    quickest = slip_time(r, i);
    r->piece.arc = i;
  }
  if (quickest < guess) return carom__min(guess, ARC_GUESS * quickest);
  r->piece.arc = -1;
  return guess;
}

static double largest_last(const double* all, int count) {
  double most = 0;
  for (int q = 0; q < count; ++q)
    for (int n = CAROM__RIGID_ORDER - 1; n <= CAROM__RIGID_ORDER; ++n)
      most = carom__max(most, fabs(all[q * CAROM__RIGID_TERMS + n]));
  return most;
}

/// Of velocities, and of slips: a contact that hardly presses may pass near rest, and velocities do not tell.
static double last_terms(const carom__rigid* r) {
  double most = largest_last(r->piece.speeds, r->c->size);
  for (int i = 0; i < r->c->count; ++i)
    if (carom__rigid_turns(r, i)) most = carom__max(most, largest_last(r->piece.slip + i * CAROM__RIGID_TERMS, 1));
  return most;
}

static void scale_series(double* all, int count, const double* power) {
  for (int q = 0; q < count; ++q)
    for (int n = 1; n <= CAROM__RIGID_ORDER; ++n) all[q * CAROM__RIGID_TERMS + n] *= power[n];
}

static void scale(carom__rigid* r, double part) {
  const carom__collision* c = r->c;
  carom__rigid_piece* p = &r->piece;
  double power[CAROM__RIGID_TERMS] = {1};
  for (int n = 1; n <= CAROM__RIGID_ORDER; ++n) power[n] = power[n - 1] * part;
  scale_series(p->speeds, c->size, power);
  scale_series(p->forces, c->size, power);
  scale_series(p->lengths, r->spring_count, power);
  scale_series(p->clock, 1, power);
  for (int i = 0; i < c->count; ++i)
    if (carom__rigid_slips(r, i)) scale_series(carom__rigid_terms(p->slip, i), 1, power);
  p->length *= part;
}

static bool is_finite(const carom__rigid* r) {
  double sum = 0;
  for (int a = 0; a < r->c->size; ++a)
    sum += r->piece.speeds[a * CAROM__RIGID_TERMS + CAROM__RIGID_ORDER] +
           r->piece.speeds[a * CAROM__RIGID_TERMS + CAROM__RIGID_ORDER - 1];
  return isfinite(sum);
}

static double guess_piece(carom__rigid* r) {
  const double guess = choose_clock(r, guess_length(r));
  return r->c->exponent == 1 ? guess : carom__min(guess, carom__rigid_light_time(r, guess));
}

/// At rest, or moving: directions and slips at the start of the piece, and the forces.
static void begin_slips(carom__rigid* r, carom__rigid_specials* s) {
  s->some_start = carom__rigid_find_slips(r);
  s->rubs = false;
  carom__rigid_take_normals(r);
  carom__rigid_forces(r);
  carom__rigid_find_settled(r);
}

/// What directions are judged by: the speeds; but velocities that are small sums of large impulses cannot be had better
/// than their rounding, and what is asked beyond it makes pieces ever shorter.
static double unit_of(const carom__rigid* r) {
  return carom__max(r->c->speed, r->noise / ROUNDING);
}

/// Directions over the present length. True if they are found.
static bool find_directions(carom__rigid* r, carom__rigid_specials* s) {
  const double unit = unit_of(r);
  double before = HUGE_VAL;
  for (int k = 0; k < MOST_TURNS && !carom__is_spent(r->c); ++k) {
    carom__rigid_rub_point(r, &s->rub);
    carom__rigid_expand_orders(r, s);
    if (!is_finite(r)) return false;
    const double off = carom__rigid_rub_turn(r, &s->rub, r->piece.length);
    if (off >= 0 && off <= TURNED * r->c->speed) return true;
    if (!(off >= 0) || (k > SURE_TURNS && off > 0.5 * before)) return off >= 0 && off <= ROUNDED * unit;
    before = off;
  }
  return false;
}

/// The time in which a slip changes by its size, or springs do.
static double quickest_change(const carom__rigid* r) {
  double quickest = guess_length(r);
  for (int i = 0; i < r->c->count; ++i)
    if (carom__rigid_turns(r, i) && !r->touch[i].settled) quickest = carom__min(quickest, slip_time(r, i));
  return quickest;
}

/// The time until the first of the slips whose directions are sought would stop, as they slow down now.
static double time_to_stop(const carom__rigid* r, const carom__rigid_rub* rub) {
  const carom__collision* c = r->c;
  double time = HUGE_VAL;
  for (int k = 0; k < rub->count; ++k) {
    const int i = rub->contact[k];
    const double *d = r->touch[i].d, *a = r->rate + i * c->dimension, slowing = -(d[0] * a[0] + d[1] * a[1]);
    if (slowing > 0) time = carom__min(time, carom__rigid_slip_speed(r, i) / slowing);
  }
  return time;
}

/// A piece in which directions follow the forces. False if there is none.
static bool expand_rub(carom__rigid* r, carom__rigid_specials* s, double length) {
  const double wanted = FOLLOWED * unit_of(r);
  if (r->rub_length > 0) length = carom__min(r->rub_length, guess_length(r));
  length = carom__min(length, BEFORE_STOP * time_to_stop(r, &s->rub));
  s->some_start = false;
  s->rubs = true;
  r->piece.arc = -1;
  carom__rigid_rub_begin(&s->rub, length);
  for (int k = 0; k < MOST_LENGTHS && !carom__is_spent(r->c); ++k) {
    r->piece.length = length;
    const bool found = find_directions(r, s);
    const double tail = found ? carom__rigid_rub_tail(r, &s->rub, length) : HUGE_VAL;
    const double by = 0.8 * carom__pow(wanted / carom__max(tail, DBL_MIN), 1.0 / CAROM__RUB_NODES);
    if (tail <= ENOUGH * wanted) {
      r->rub_length = carom__min(LONGER, by) * length;
      carom__rigid_rub_end(r, &s->rub);
      return true;
    }
    const double part = found ? carom__max(SHORTEST, by) : SHORTER;
    length *= part;
    if (found)
      carom__rigid_rub_shorten(r, &s->rub, part);
    else
      carom__rigid_rub_begin(&s->rub, length);
  }
  return false;
}

/// A guess may be so long that the last terms leave the doubles.
enum { MOST_GUESSES = 8 };
static const double SHORTER_GUESS = 1e-3;

/// A piece of a guessed length, in powers of time or of an arc.
static void expand_guessed(carom__rigid* r, carom__rigid_specials* s) {
  double part = 1;
  for (int k = 0; k < MOST_GUESSES; ++k, part *= SHORTER_GUESS) {
    begin_slips(r, s);
    r->piece.length = part * guess_piece(r);
    carom__rigid_expand_orders(r, s);
    if (is_finite(r)) return;
  }
}

void carom__rigid_expand_turning(carom__rigid* r) {
  carom__collision* c = r->c;
  carom__rigid_specials s;
  double most = LONGEST;
  begin_slips(r, &s);
  if (r->changed || r->quiet % FORGET_FAILS == 0) r->rub_fails = 0;
  if (r->changed) r->rub_length = 0;
  const double quickest = quickest_change(r);
  const bool slow = r->rub_fails < MOST_FAILS && carom__rigid_find_rub(r, quickest, &s.rub);
  if (slow && expand_rub(r, &s, quickest)) {
    most = 1;
  } else {
    r->rub_fails += slow;
    r->rub_length = 0;
    expand_guessed(r, &s);
  }
  double part = carom__min(most, carom__rigid_fitting_part(last_terms(r), TAIL * c->speed));
  if (c->exponent != 1) part = carom__min(part, carom__rigid_light_time(r, part * r->piece.length) / r->piece.length);
  scale(r, part);
}

void carom__rigid_place_turning(carom__rigid* r, double part) {
  carom__collision* c = r->c;
  carom__rigid_piece* p = &r->piece;
  for (int a = 0; a < c->size; ++a) {
    const double* force = carom__rigid_terms(p->forces, a);
    double sum = 0;
    for (int n = CAROM__RIGID_ORDER - 1; n >= 0; --n) sum = sum * part + force[n] / (n + 1);
    c->impulse[a] = p->total[a] + p->length * part * sum;
    c->v[a] = carom__rigid_sum(carom__rigid_terms(p->speeds, a), part);
  }
  for (int j = 0; j < r->spring_count; ++j)
    c->touch[r->springs[j]].x = -carom__max(0, carom__rigid_sum(carom__rigid_terms(p->lengths, j), part));
  c->time = p->time + carom__rigid_sum(p->clock, part);
  c->work += 2.0 * c->size * CAROM__RIGID_TERMS;
}
