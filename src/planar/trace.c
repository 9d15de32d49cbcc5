// The path of a solved planar impact, for drawing.
#include <math.h>

#include "base/diag.h"
#include "contact/given.h"
#include "planar/line.h"

/// A corner of the path: total impulse there.
typedef struct corner {
  double t, n;
} corner;

enum { MAX_CORNERS = 4 };  // start, slip end, compression end, end

/// The impulse when the normal impulse is n.
static corner on_path(const carom_planar_outcome* o, corner slip_end, double n) {
  if (n <= slip_end.n) return (corner){slip_end.n > 0 ? slip_end.t * (n / slip_end.n) : 0, n};
  const double part = (n - slip_end.n) / (o->impulse_n - slip_end.n);
  return (corner){slip_end.t + part * (o->impulse_t - slip_end.t), n};
}

/// The corners in order, without repetition; returns how many.
static int corners_of(const carom_planar_problem* problem, const carom_planar_outcome* o, corner corners[MAX_CORNERS]) {
  const carom__slip_line line = carom__slip_line_of(problem);
  const corner end = {o->impulse_t, o->impulse_n};
  const corner slip_end = o->mode == CAROM_PLANAR_SLIDING
                              ? end
                              : (corner){-line.s * line.mu * o->impulse_n_slip_end, o->impulse_n_slip_end};
  const corner compression_end = on_path(o, slip_end, o->impulse_n_compression);
  const bool slip_ends_first = slip_end.n <= compression_end.n;
  const corner ordered[MAX_CORNERS] = {
      {0, 0}, slip_ends_first ? slip_end : compression_end, slip_ends_first ? compression_end : slip_end, end};
  int count = 0;
  for (int i = 0; i < MAX_CORNERS; ++i)
    if (count == 0 || ordered[i].n > corners[count - 1].n) corners[count++] = ordered[i];
  return count;
}

/// Appends the point at impulse (t, n). Velocity is linear between points, so the trapezoid gives the work exactly. A
/// sum of two velocities might not fit a double, that of their halves does.
static void append(carom_trace* trace, const carom_planar_problem* p, corner at) {
  const double v_t = p->v_t + p->w_tt * at.t + p->w_tn * at.n;
  const double v_n = p->v_n + p->w_tn * at.t + p->w_nn * at.n;
  carom_trace_point point = {.impulse = {at.t, 0, at.n}, .velocity = {v_t, 0, v_n}};
  if (trace->count > 0) {
    const carom_trace_point* last = &trace->points[trace->count - 1];
    point.stored = last->stored - (0.5 * last->velocity[2] + 0.5 * v_n) * (at.n - last->impulse[2]);
    point.friction = last->friction - (0.5 * last->velocity[0] + 0.5 * v_t) * (at.t - last->impulse[0]);
  }
  trace->points[trace->count++] = point;
}

carom_status carom_planar_trace(const carom_planar_problem* problem, const carom_planar_outcome* outcome,
                                carom_trace* trace, carom_diag* diag) {
  carom_status status = carom__need(problem, "problem", "be the impact that was solved", diag);
  if (!status) status = carom__need(outcome, "outcome", "be the answer to it", diag);
  if (!status) status = carom__need_memory(trace, "trace", "have room for the path", diag);
  if (!status) status = carom__need_room(trace->points, trace->capacity, CAROM_PLANAR_TRACE_MIN, diag);
  if (status) return status;
  trace->count = 0;
  append(trace, problem, (corner){0, 0});
  if (outcome->mode == CAROM_PLANAR_NONE) return CAROM_OK;

  corner corners[MAX_CORNERS];
  const int corner_count = corners_of(problem, outcome, corners);
  const double per_impulse = (trace->capacity - corner_count) / outcome->impulse_n;
  for (int i = 1; i < corner_count; ++i) {
    const corner a = corners[i - 1], b = corners[i];
    // Of impulses near the smallest doubles there are more to the unit than doubles can count.
    const double share = isfinite(per_impulse) ? (b.n - a.n) * per_impulse
                                               : (b.n - a.n) / outcome->impulse_n * (trace->capacity - corner_count);
    const int inner = (int)floor(share);
    for (int k = 1; k <= inner; ++k) {
      const double part = (double)k / (inner + 1);
      append(trace, problem, (corner){a.t + part * (b.t - a.t), a.n + part * (b.n - a.n)});
    }
    append(trace, problem, b);
  }
  return CAROM_OK;
}
