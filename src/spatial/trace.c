// The points of a path, thinned where they become too many.
#include "spatial/run.h"

/// Halves the points evenly, keeping the first and the last.
static void thin(carom_trace* trace) {
  int kept = 0;
  for (int i = 0; i < trace->count; i += 2) trace->points[kept++] = trace->points[i];
  if (trace->count % 2 == 0) trace->points[kept++] = trace->points[trace->count - 1];
  trace->count = kept;
}

void carom__run_trace(carom__run* run) {
  carom_trace* trace = run->trace;
  if (!trace) return;
  if (trace->count == trace->capacity) thin(trace);
  // The work of all impulses is (v0 + v).I/2; what did not go into the normal direction went into friction.
  const double stored = run->energy + run->lost;
  const double work =
      0.5 * (run->ix * (run->x0 + run->x) + run->iy * (run->y0 + run->y) + run->iz * (run->vz0 + run->vz));
  trace->points[trace->count++] = (carom_trace_point){.impulse = {run->ix, run->iy, run->iz},
                                                      .velocity = {run->x, run->y, run->vz},
                                                      .stored = stored,
                                                      .friction = -work - stored};
}
