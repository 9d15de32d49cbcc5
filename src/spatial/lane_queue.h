// The lanes at work: a lane whose impact has ended takes up the next one, so that none waits for another. Private to
// the lane kernel.
//
// Rows begin LANES at a time and queue up as `ready` for a lane, or as `ending` where their arc can be followed to its
// end at once. The lanes make Taylor steps; impacts leave them when they are done, when the end of their arc is near,
// or for the general path. Ends of arcs are followed LANES at a time too; one that turns out too far off goes back.
#ifndef CAROM_SPATIAL_LANE_QUEUE_H
#define CAROM_SPATIAL_LANE_QUEUE_H

#include "spatial/lane_start.h"
#include "spatial/lane_step.h"

/// An impact that needs more expansions than this is left to the general path, which has a larger budget.
static const double MOST_STEPS = 64;

/// Both queues are emptied as soon as they hold LANES records, and each source adds at most as many.
enum { READY = 4 * LANES, ENDING = 3 * LANES };

typedef struct engine {
  const carom__lane_job* job;
  ptrdiff_t next, end;  // rows that have not begun
  record ready[READY], ending[ENDING];
  int ready_count, ending_count;
  state lanes;
  ptrdiff_t rows[LANES];  // of the lanes
  unsigned active;        // lanes at work
} engine;

LANE_INLINE void push(record* queue, int* count, const state* s, int lane, ptrdiff_t row) {
  take_lane(s, lane, &queue[*count]);
  queue[*count].row = row;
  ++*count;
}

/// The state of a lane as an answer; the general path where it does not add up.
static void answer(const engine* n, ptrdiff_t row, const state* s, int lane, const double* iz_slip_end) {
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
  carom__lane_row in;
  carom_spatial_outcome outcome;
  if (n->job->read(n->job->context, row, &in) && carom__lane_outcome(&in, &end, &outcome))
    n->job->answer(n->job->context, row, &outcome);
  else
    n->job->rest(n->job->context, row);
}

/// The next LANES rows that look plain. Returns how many there are.
static int read_rows(engine* n, start* in, ptrdiff_t rows[LANES]) {
  int count = 0;
  for (; count < LANES && n->next < n->end; ++n->next) {
    carom__lane_row r;
    if (!n->job->read(n->job->context, n->next, &r)) {
      n->job->rest(n->job->context, n->next);
      continue;
    }
    put_row(in, count, &r);
    rows[count++] = n->next;
  }
  for (int lane = count; lane < LANES && count > 0; ++lane) copy_row(in, lane);
  return count;
}

static void begin_rows(engine* n) {
  start in;
  state s;
  ptrdiff_t rows[LANES];
  const int count = read_rows(n, &in, rows);
  if (count == 0) return;
  wide_mask near;
  const unsigned plain = lanes_in(begin(&s, &in, &near)), ends = lanes_in(near);
  for (int lane = 0; lane < count; ++lane) {
    if (!(plain >> lane & 1u))
      n->job->rest(n->job->context, rows[lane]);
    else if (ends >> lane & 1u)
      push(n->ending, &n->ending_count, &s, lane, rows[lane]);
    else
      push(n->ready, &n->ready_count, &s, lane, rows[lane]);
  }
}

/// Follows the arcs of the last LANES records, or of all that there are.
static void end_arcs(engine* n) {
  const int count = n->ending_count < LANES ? n->ending_count : LANES;
  record* from = &n->ending[n->ending_count -= count];
  state s;
  for (int lane = 0; lane < LANES; ++lane) put_lane(&s, lane, &from[lane < count ? lane : 0]);
  const unsigned followed = lanes_in(follow_arc(&s)), holds = lanes_in(is(&s, HOLDS));
  const wide iz_slip_end = s.iz;
  stick_to_the_end(&s);
  for (int lane = 0; lane < count; ++lane) {
    const double iz = lane_of(&iz_slip_end, lane);
    if (!(followed >> lane & 1u)) {
      forbid_arc_end(&from[lane]);
      n->ready[n->ready_count++] = from[lane];
    } else if (holds >> lane & 1u)
      answer(n, from[lane].row, &s, lane, &iz);
    else
      n->job->rest(n->job->context, from[lane].row);
  }
}

/// Ends arcs while a whole set of lanes is waiting.
static void end_full_sets(engine* n) {
  while (n->ending_count >= LANES) end_arcs(n);
}

/// Makes sure that a record is ready, if any impact is left that needs a lane.
static void find_ready(engine* n) {
  while (n->ready_count == 0 && n->next < n->end) {
    begin_rows(n);
    end_full_sets(n);
  }
  while (n->ready_count == 0 && n->ending_count > 0 && !n->active) end_arcs(n);
}

static void fill_lanes(engine* n) {
  for (int lane = 0; lane < LANES; ++lane) {
    if (n->active >> lane & 1u) continue;
    if (n->ready_count == 0) find_ready(n);
    if (n->ready_count == 0) return;
    const record* from = &n->ready[--n->ready_count];
    put_lane(&n->lanes, lane, from);
    n->rows[lane] = from->row;
    n->active |= 1u << lane;
  }
}

/// Takes the impacts out of lanes that a step has finished with.
static void sort_out(engine* n, const verdict* v) {
  const wide_mask too_long = less(wide_of(MOST_STEPS), n->lanes.steps);
  const unsigned done = lanes_in(v->done) & n->active, rest = lanes_in(v->rest | too_long) & n->active & ~done;
  const unsigned ends = lanes_in(v->arc_end) & n->active & ~done & ~rest;
  for (int lane = 0; lane < LANES; ++lane) {
    if (done >> lane & 1u)
      answer(n, n->rows[lane], &n->lanes, lane, NULL);
    else if (rest >> lane & 1u)
      n->job->rest(n->job->context, n->rows[lane]);
    else if (ends >> lane & 1u)
      push(n->ending, &n->ending_count, &n->lanes, lane, n->rows[lane]);
  }
  n->active &= ~(done | rest | ends);
}

static void solve_job(const carom__lane_job* job) {
  engine n;
  leg g;
  n.job = job;
  n.next = job->first;
  n.end = job->first + job->count;
  n.ready_count = n.ending_count = 0;
  n.active = 0;
  n.lanes = idle_state();
  for (;;) {
    fill_lanes(&n);
    if (!n.active) return;
    begin_leg(&n.lanes, &g);
    const verdict v = step(&n.lanes, &g, mask_of(n.active));
    sort_out(&n, &v);
    end_full_sets(&n);
  }
}

#endif
