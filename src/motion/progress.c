// Whether the motion gets anywhere. Chatter takes time, however little; what takes none is a tangle of contacts that
// neither stick nor slide nor leave, and is ended by force.
#include <math.h>

#include "motion/loop.h"

enum {
  MANY_EVENTS = 200,    // after which it is looked how much time they took
  MANY_SWITCHES = 500,  // in a row without an impact: likewise
  MANY_STEPS = 100,     // in a row without slip, or without time: then something must be done
  MOST_IN_VAIN = 2,     // times in a row that force is tried
  MANY_CREEPS = 1000,   // in a row with hardly any of both: the direction of such slip takes a while to settle
};
/// Events that take less than this part of the natural time each, on average, are no chatter: that falls to the cut-off
/// in some ten hops.
static const double NO_TIME = 1e-8;
/// Switches that take less than this part of the natural time each, on average, are those of contacts at the limit of
/// friction that stick and slip in turns, with slip that is hardly more than noise.
static const double SWITCHING = 1e-5;
/// Steps below this part of the natural time hardly move anything: slip that creeps at several contacts, a hair above
/// the noise, takes such steps until its direction has settled.
static const double SHORT_STEP = 1e-7;
/// And steps below this part of it are held up by slip slower than the cut-off, if there is any: the slower it is the
/// faster it turns.
static const double CREEPING_STEP = 1e-4;
/// How long contacts without slip are kept stuck, as a part of the natural time: long enough for the motion to leave
/// the place, too short to be seen. Twice as long where a tangle comes again soon, up to the longest.
static const double SHORTEST_KEEP = 1e-4, LONGEST_KEEP = 0.1;
/// Soon: within that many times the time for which they were kept.
static const double SOON = 20;

/// Events that a motion may have had by a time before it hurries, at the start and a second: half of its budget. So the
/// other half is left, and what a motion does at a time does not hang on how long it goes on.
static const double EASY_EVENTS = 500, EASY_EVENTS_A_SECOND = 5000;
/// The cut-off doubles with so many events more, up to this part of the fastest contact so far: what is faster is seen.
enum { EVENTS_TO_DOUBLE = 10, MOST_DOUBLINGS = 60 };
static const double UNSEEN = 0.01;

/// A motion with more events than it may have by now, many bodies that rattle, hurries: its impacts are plastic up to
/// higher speeds, until it is back in time.
static void hurry(carom_motion_run* run) {
  const double over = (double)run->event_total - (EASY_EVENTS + EASY_EVENTS_A_SECOND * run->t);
  const double usual = run->motion.cutoff_speed, most = carom__max(usual, UNSEEN * run->scales.speed_most);
  const int times = over > 0 ? (int)carom__min(1 + over / EVENTS_TO_DOUBLE, MOST_DOUBLINGS) : 0;
  run->scales.cutoff = carom__min(ldexp(usual, times), most);
}

static void keep_stuck(carom_motion_run* run, double time) {
  run->progress.patience = run->t + time;
}

/// Contacts that only switch, again and again, hold up the time: they are stopped.
static void mind_switch(carom_motion_run* run) {
  carom_motion_progress* p = &run->progress;
  if (p->switches++ == 0) p->switching_since = run->t;
  if (p->switches < MANY_SWITCHES) return;
  if (run->t - p->switching_since < MANY_SWITCHES * SWITCHING * run->scales.natural_time)
    carom__demand(run, CAROM_NEXT_FORCE);
  p->switches = 0;
}

/// Many events with hardly any time between them are a tangle.
static void mind_event(carom_motion_run* run) {
  carom_motion_progress* p = &run->progress;
  hurry(run);
  mind_switch(run);
  if (++p->events < MANY_EVENTS) return;
  const double pace = carom__min(run->scales.natural_time, run->mover.size / run->scales.speed_most);
  if (run->t - p->since < MANY_EVENTS * NO_TIME * pace) carom__demand(run, CAROM_NEXT_FORCE);
  p->events = 0;
  p->since = run->t;
}

/// Contacts that neither stick nor get going hold up the time: after some steps they are kept stuck for a moment.
static void mind_slow_slip(carom_motion_run* run, bool is_slow) {
  carom_motion_progress* p = &run->progress;
  p->slow_steps = is_slow ? p->slow_steps + 1 : 0;
  if (p->slow_steps < MANY_STEPS) return;
  p->slow_steps = 0;
  keep_stuck(run, SHORTEST_KEEP * run->scales.natural_time);
  carom__demand(run, CAROM_NEXT_RESOLVE);
}

/// Slip that creeps on and on cannot be seen: it is stopped.
static void mind_creep(carom_motion_run* run, bool creeps) {
  carom_motion_progress* p = &run->progress;
  const bool is_held_up = creeps && run->t - run->t_before < CREEPING_STEP * run->scales.natural_time;
  p->creeps = is_held_up ? p->creeps + 1 : 0;
  if (p->creeps < MANY_CREEPS) return;
  p->creeps = 0;
  carom__demand(run, CAROM_NEXT_FORCE);
}

static void mind_step(carom_motion_run* run, carom__passed passed) {
  carom_motion_progress* p = &run->progress;
  if (p->patience > 0 && run->t > p->patience) {
    p->patience = 0;
    carom__demand(run, CAROM_NEXT_RESOLVE);
  }
  mind_slow_slip(run, passed == CAROM__PASSED_SLOW_STEP);
  mind_creep(run, passed != CAROM__PASSED_STEP);
  p->short_steps = run->t - run->t_before < SHORT_STEP * run->scales.natural_time ? p->short_steps + 1 : 0;
  if (p->short_steps < MANY_STEPS) return;
  p->short_steps = 0;
  carom__demand(run, CAROM_NEXT_FORCE);
}

bool carom__is_hopeless(const carom_motion_run* run) {
  return run->progress.in_vain > MOST_IN_VAIN;
}

static void mind_force(carom_motion_run* run) {
  carom_motion_progress* p = &run->progress;
  const double natural = run->scales.natural_time;
  const bool soon = run->t < p->forced_at + SOON * p->keep;
  p->keep = soon ? carom__min(2 * p->keep, LONGEST_KEEP * natural) : SHORTEST_KEEP * natural;
  // In vain: the steps that led here again are short from the first to the last.
  p->in_vain = run->t - p->forced_at < MANY_STEPS * SHORT_STEP * natural ? p->in_vain + 1 : 0;
  p->forced_at = run->t;
  keep_stuck(run, p->keep);
}

void carom__mind_progress(carom_motion_run* run, carom__passed passed) {
  switch (passed) {
    case CAROM__PASSED_EVENT:
      mind_event(run);
      return;
    case CAROM__PASSED_IMPACT:
      run->progress.switches = 0;
      return;
    case CAROM__PASSED_FORCE:
      mind_force(run);
      return;
    case CAROM__PASSED_STEP:
    case CAROM__PASSED_CREEP:
    case CAROM__PASSED_SLOW_STEP:
      mind_step(run, passed);
  }
}
