// The lanes at work: a lane whose impact has ended takes up the next one, so that none waits for another. Private to
// the lane kernel.
//
// Rows begin LANES at a time and wait there for a lane, or, where their arc can be followed to its end at once, with
// others whose arcs end. The lanes make Taylor steps; impacts leave them when they are done, when the end of their arc
// is near, or for the general path. Ends of arcs are followed LANES at a time too; one that turns out too far off goes
// back.
#ifndef CAROM_SPATIAL_LANE_QUEUE_H
#define CAROM_SPATIAL_LANE_QUEUE_H

#include "spatial/lane_start.h"
#include "spatial/lane_step.h"

/// An impact that needs more expansions than this is left to the general path, which has a larger budget.
static const double MOST_STEPS = 32;

/// Rows in which v_z may fall are put off until so many have come together: their steps must be cut at rays, which all
/// lanes wait for.
enum { PUT_OFF = LANES == 1 ? 1 : 256 };

/// Which impact it is: the row, and its numbers as they were.
typedef struct ticket {
  ptrdiff_t row;
  carom__lane_row in;
} ticket;

/// Impacts side by side.
typedef struct bench {
  state s;
  ticket tickets[LANES];
  unsigned taken;  // lanes that have one
} bench;

/// Impacts are begun only when none is left to take up, so that what comes back fits.
enum { BACK = 3 * LANES };

typedef struct engine {
  const carom__lane_job* job;
  ptrdiff_t next, end;         // rows that have not begun
  ptrdiff_t put_off[PUT_OFF];  // but these, neither
  int put_off_count;
  bool takes_put_off;
  bench fresh, work, ending;  // begun; making steps; whose arcs end
  struct {
    record impact;
    ticket ticket;
  } back[BACK];  // arcs that did not end
  int back_count;
  carom_spatial_outcome outcome;
} engine;

/// A lane that is free, or LANES.
LANE_INLINE int free_lane(const bench* b) {
  return b->taken == ALL_LANES ? LANES : __builtin_ctz(~b->taken);
}

LANE_INLINE void move_impact(const bench* from, int from_lane, bench* to, int to_lane) {
  move_lane(&from->s, from_lane, &to->s, to_lane);
  to->tickets[to_lane] = from->tickets[from_lane];
  to->taken |= 1u << to_lane;
}

/// The state of a lane as an answer; the general path where it does not add up.
static void answer(engine* n, const ticket* t, const state* s, int lane, const double* iz_slip_end) {
  const int64_t set = set_of(s, lane);
  const carom__lane_end end = {.impulse = {lane_of(&s->ix, lane), lane_of(&s->iy, lane), lane_of(&s->iz, lane)},
                               .v = {lane_of(&s->x, lane), lane_of(&s->y, lane), lane_of(&s->vz, lane)},
                               .energy = lane_of(&s->energy, lane),
                               .iz_compression = lane_of(&s->iz_compression, lane),
                               .stored = lane_of(&s->stored, lane),
                               .iz_slip_end = iz_slip_end,
                               .steps = (int)lane_of(&s->steps, lane),
                               .stuck_in_compression = (set & COMPRESSING) != 0,
                               .condition_fails = (set & MAY_FALL) != 0};
  if (carom__lane_outcome(&t->in, &end, &n->outcome))
    n->job->answer(n->job->context, t->row, &n->outcome);
  else
    n->job->rest(n->job->context, t->row);
}

/// JW16 (18) fails, roughly: only the order of the rows depends on it.
LANE_INLINE bool may_fall(const carom__lane_row* r) {
  return r->mu * r->mu * (r->d1 * r->d1 + r->d2 * r->d2) >= r->wzz * r->wzz;
}

/// The next row that looks plain; false when there is none.
static bool next_row(engine* n, ticket* t) {
  const carom__lane_job* job = n->job;
  for (;;) {
    n->takes_put_off |= n->put_off_count == PUT_OFF || n->next == n->end;
    n->takes_put_off &= n->put_off_count > 0;
    if (!n->takes_put_off && n->next == n->end) return false;
    t->row = n->takes_put_off ? n->put_off[--n->put_off_count] : n->next++;
    const bool looks_plain = job->read(job->context, t->row, &t->in);
    if (!looks_plain)
      job->rest(job->context, t->row);
    else if (n->takes_put_off || LANES == 1 || !may_fall(&t->in))
      return true;
    else
      n->put_off[n->put_off_count++] = t->row;
  }
}

/// The next LANES rows. Returns how many there are.
static int read_rows(engine* n, start* in, ticket tickets[LANES]) {
  int count = 0;
  for (; count < LANES && next_row(n, &tickets[count]); ++count) put_row(in, count, &tickets[count].in);
  for (int lane = count; lane < LANES && count > 0; ++lane) copy_row(in, lane);
  return count;
}

static void end_arcs(engine* n);

/// Where arcs are followed as soon as all lanes have one.
static void put_ending(engine* n, const bench* from, int lane) {
  move_impact(from, lane, &n->ending, free_lane(&n->ending));
  if (n->ending.taken == ALL_LANES) end_arcs(n);
}

static void end_arcs(engine* n) {
  bench* b = &n->ending;
  const unsigned taken = b->taken;
  state s = b->s;
  const unsigned followed = lanes_in(follow_arc(&s)), holds = lanes_in(is(&s, HOLDS));
  const wide iz_slip_end = s.iz;
  stick_to_the_end(&s);
  b->taken = 0;
  for (int lane = 0; lane < LANES; ++lane) {
    const double iz = lane_of(&iz_slip_end, lane);
    if (!(taken >> lane & 1u)) continue;
    if (!(followed >> lane & 1u)) {
      take_lane(&b->s, lane, &n->back[n->back_count].impact);
      forbid_arc_end(&n->back[n->back_count].impact);
      n->back[n->back_count++].ticket = b->tickets[lane];
    } else if (holds >> lane & 1u)
      answer(n, &b->tickets[lane], &s, lane, &iz);
    else
      n->job->rest(n->job->context, b->tickets[lane].row);
  }
}

static void begin_rows(engine* n) {
  start in;
  bench* b = &n->fresh;
  const int count = read_rows(n, &in, b->tickets);
  if (count == 0) return;
  wide_mask near;
  const unsigned plain = lanes_in(begin(&b->s, &in, &near)), ends = lanes_in(near) & plain;
  const unsigned present = (1u << count) - 1;
  b->taken = plain & ~ends & present;
  for (int lane = 0; lane < count; ++lane) {
    if (!(plain >> lane & 1u)) n->job->rest(n->job->context, b->tickets[lane].row);
    if (ends >> lane & 1u) put_ending(n, b, lane);
  }
}

/// Makes sure that an impact waits for a lane, if any is left that needs one.
static void find_impact(engine* n) {
  while (!n->fresh.taken && n->back_count == 0 && (n->next < n->end || n->put_off_count > 0)) begin_rows(n);
  if (!n->fresh.taken && n->back_count == 0 && n->ending.taken && !n->work.taken) end_arcs(n);
}

static void fill_lanes(engine* n) {
  for (int lane; (lane = free_lane(&n->work)) < LANES;) {
    if (!n->fresh.taken && n->back_count == 0) find_impact(n);
    if (n->back_count > 0) {
      put_lane(&n->work.s, lane, &n->back[--n->back_count].impact);
      n->work.tickets[lane] = n->back[n->back_count].ticket;
      n->work.taken |= 1u << lane;
    } else if (n->fresh.taken) {
      const int from = __builtin_ctz(n->fresh.taken);
      move_impact(&n->fresh, from, &n->work, lane);
      n->fresh.taken &= n->fresh.taken - 1;
    } else
      return;
  }
}

/// Takes the impacts out of lanes that a step has finished with.
static void sort_out(engine* n, const verdict* v) {
  bench* b = &n->work;
  const wide_mask too_long = less(wide_of(MOST_STEPS), b->s.steps);
  const unsigned done = lanes_in(v->done) & b->taken, rest = lanes_in(v->rest | too_long) & b->taken & ~done;
  const unsigned ends = lanes_in(v->arc_end) & b->taken & ~done & ~rest, gone = done | rest | ends;
  for (unsigned left = gone; left; left &= left - 1) {
    const int lane = __builtin_ctz(left);
    if (done >> lane & 1u)
      answer(n, &b->tickets[lane], &b->s, lane, NULL);
    else if (rest >> lane & 1u)
      n->job->rest(n->job->context, b->tickets[lane].row);
    else
      put_ending(n, b, lane);
  }
  b->taken &= ~gone;
}

static void solve_job(const carom__lane_job* job) {
  engine n;
  leg g;
  n.job = job;
  n.next = job->first;
  n.end = job->first + job->count;
  n.put_off_count = n.back_count = 0;
  n.takes_put_off = false;
  n.fresh.taken = n.work.taken = n.ending.taken = 0;
  n.work.s = n.ending.s = idle_state();
  memset(&n.outcome, 0, sizeof n.outcome);
  for (;;) {
    fill_lanes(&n);
    if (!n.work.taken) return;
    begin_leg(&n.work.s, &g);
    const verdict v = step(&n.work.s, &g, mask_of(n.work.taken));
    sort_out(&n, &v);
  }
}

#endif
