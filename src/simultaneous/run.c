// The run from event to event: which piece comes next, until no contact is active.
#include "simultaneous/collision.h"

/// Springs are linear here; friction that slides is not.
static bool anyone_slips(const carom__collision* c) {
  for (int i = 0; i < c->count; ++i)
    if (carom__is_active(&c->touch[i]) && c->touch[i].grip == CAROM__SLIPPING) return true;
  return false;
}

/// Contacts apart that approach, by more than rounding, are active. It happens at the start, and after a lock that
/// jumps.
static void activate_approaching(carom__collision* c) {
  carom__happening back[CAROM__MOST];
  int count = 0;
  for (int i = 0; i < c->count; ++i) {
    if (carom__is_active(&c->touch[i]) || !(c->v[carom__normal(c, i)] < -c->noise[i])) continue;
    back[count++] = (carom__happening){CAROM_EVENT_REACTIVATE, i};
  }
  if (count) carom__apply_events(c, count, back);
}

/// Part of the budget for the exact engine; the steps have the rest, in which three runs or more end as a rule.
static const double EXACT = 0.6;

double carom__exact_share(const carom__collision* c) {
  return EXACT * CAROM__UNIT * c->budget;
}

double carom__steps_share(const carom__collision* c) {
  return carom__max((1 - EXACT) * CAROM__UNIT * c->budget, 1.0 * CAROM__UNIT * c->budget - c->work);
}

bool carom__is_spent(const carom__collision* c) {
  return !(c->work <= carom__exact_share(c));
}

static carom_status check_budget(carom__collision* c, carom_diag* diag) {
  if (carom__is_spent(c))
    return carom__fail(diag, CAROM_BUDGET, "budget", c->budget,
                       "the collision did not end within its share of the %d units of work (%d events happened)",
                       c->budget, c->events);
  for (int i = 0; i < c->size; ++i)
    if (!isfinite(c->v[i]))
      return carom__fail(diag, CAROM_OVERFLOW, "v", c->v[i], "velocity %d leaves the doubles on the way", i);
  return CAROM_OK;
}

/// What happens between pieces, besides what is counted where it is done: measured. It bounds the work where neither
/// events nor time pass.
static void count_piece(carom__collision* c) {
  c->work += 1.5 * c->size * c->size + 100.0 * c->count + 100;
}

/// Pieces without an event: a contact that compresses for ever lets them pile up.
enum { MOST_QUIET_PIECES = 2000 };

carom_status carom__run(carom__collision* c, carom_diag* diag) {
  const double patience = carom__patience(c);
  int quiet = 0;
  for (;;) {
    carom__update_noise(c);
    carom__settle(c);
    activate_approaching(c);
    carom__wake_resting(c);
    carom__trace_now(c);
    carom__log_state(c);
    if (carom__is_over(c)) break;
    carom__end_jam(c, patience);
    if (carom__is_over(c)) continue;
    const int events = c->events;
    carom_status status = anyone_slips(c) ? carom__run_spans(c, diag) : carom__run_modes(c, diag);
    count_piece(c);
    if (!status) status = check_budget(c, diag);
    if (status) return status;
    quiet = c->events == events ? quiet + 1 : 0;
    if (quiet > MOST_QUIET_PIECES && c->panels == 0)
      return carom__fail(diag, CAROM_NO_FINITE_ANSWER, "v", c->time,
                         "the contacts compress without end; are the velocities in the range of w?");
  }
  carom__log_state(c);
  return CAROM_OK;
}
