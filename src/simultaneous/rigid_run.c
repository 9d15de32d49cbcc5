// The run of a collision with rigid friction, from event to event.
#include "simultaneous/rigid.h"

/// Events at one instant.
static int most_at_once(const carom__rigid* r) {
  return 64 * r->c->count + 512;
}

static carom_status check_budget(const carom__rigid* r, carom_diag* diag) {
  const carom__collision* c = r->c;
  if (!(c->work <= carom__exact_share(c)) || r->at_once > most_at_once(r))
    return carom__fail(diag, CAROM_BUDGET, "budget", c->budget,
                       "the collision did not end within its share of the %d units of work (%d events happened, %d of "
                       "them at the last instant)",
                       c->budget, c->events, r->at_once);
  for (int i = 0; i < c->size; ++i)
    if (!isfinite(c->v[i]))
      return carom__fail(diag, CAROM_OVERFLOW, "v", c->v[i], "velocity %d leaves the doubles on the way", i);
  return CAROM_OK;
}

static bool some_spring(const carom__collision* c) {
  for (int i = 0; i < c->count; ++i)
    if (carom__is_springy(&c->touch[i])) return true;
  return false;
}

/// Where no spring is left nothing presses on the locks.
static void release_all(carom__rigid* r) {
  for (int i = 0; i < r->c->count; ++i)
    if (r->c->touch[i].phase == CAROM__LOCKED) carom__rigid_end(r, i, CAROM_EVENT_RELEASE);
}

/// A contact that comes back from rest like x^2 does so at the start of the piece: its velocity shows at the root of
/// rounding, and series want the true start. What falls with a higher power shows much later, and is taken there:
/// before, its forces are too small to decide about slip or stick.
static const double SQUARE_SHOWS = 1e-4;

/// A compression that ends or begins again where something else happens, too (a disc that goes straight into a groove,
/// or rocks in it), does so there and not where that shows: v_n is set to 0, and what it had got until then would be
/// lost to the other velocities. (More often than contacts can do so at once time must go on.)
static bool belongs_to_start(const carom__rigid* r, const carom__rigid_event* event) {
  if (r->at_once >= 4 * r->c->count) return false;
  if (event->what == CAROM__COMPRESSION_ENDS || event->what == CAROM__COMPRESSES_AGAIN) return event->at_once;
  return event->what == CAROM__COMES_BACK && event->at_once && event->part < SQUARE_SHOWS;
}

/// Goes on to the next event, or to the end of the piece, and applies it.
static void run_piece(carom__rigid* r) {
  carom__rigid_measure(r);
  carom__rigid_expand(r);
  const carom__rigid_event event = carom__rigid_next_event(r);
  if (!belongs_to_start(r, &event)) carom__rigid_go(r, event.part);
  carom__rigid_apply(r, &event);
  r->quiet = event.what == CAROM__NOTHING_HAPPENS ? r->quiet + 1 : 0;
  carom__rigid_lock_invisible(r);
}

/// A multiplication takes this part of the time that those of other engines' work take: measured.
static const double CHEAPER = 0.7;

carom_status carom__run_rigid(carom__collision* c, carom_diag* diag) {
  carom__rigid r;
  carom__rigid_set_up(&r, c);
  carom__rigid_start(&r);
  for (;;) {
    carom__trace_now(c);
    carom__log_state(c);
    if (!some_spring(c)) break;
    carom_status status = check_budget(&r, diag);
    if (status) return status;
    const double work = c->work;
    carom__rigid_tire(&r);
    run_piece(&r);
    carom__rigid_end_jams(&r);
    c->work = work + CHEAPER * (c->work - work) + 400 + 250.0 * c->count;  // with what is counted nowhere else
  }
  release_all(&r);
  carom__log_state(c);
  for (int i = 0; i < c->count; ++i) c->noise[i] = r.touch[i].noise;
  return CAROM_OK;
}
