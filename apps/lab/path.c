// The path of the last impact as rows of doubles, and the lines of its diagram.
#include <string.h>

#include "lab.h"

/// impulse t1 t2 n, velocity t1 t2 n, stored, friction
enum { RIGID_COLUMNS = 8 };
/// the same six, springs t1 t2 n, their velocities, energy normal and tangential, friction, slipping
enum { SPRING_COLUMNS = 16 };

static int put_rigid(const carom_trace* trace) {
  double* to = lab_table(trace->count, RIGID_COLUMNS);
  for (int i = 0; to && i < trace->count; ++i, to += RIGID_COLUMNS) {
    const carom_trace_point* p = &trace->points[i];
    memcpy(to, p->impulse, sizeof p->impulse);
    memcpy(to + 3, p->velocity, sizeof p->velocity);
    to[6] = p->stored;
    to[7] = p->friction;
  }
  return trace->count;
}

static int put_springs(const carom_spring_trace* trace) {
  double* to = lab_table(trace->count, SPRING_COLUMNS);
  for (int i = 0; to && i < trace->count; ++i, to += SPRING_COLUMNS) {
    const carom_spring_point* p = &trace->points[i];
    memcpy(to, p->impulse, sizeof p->impulse);
    memcpy(to + 3, p->velocity, sizeof p->velocity);
    memcpy(to + 6, p->spring, sizeof p->spring);
    memcpy(to + 9, p->spring_velocity, sizeof p->spring_velocity);
    to[12] = p->energy_normal;
    to[13] = p->energy_tangential;
    to[14] = p->friction;
    to[15] = p->slipping;
  }
  return trace->count;
}

/// time, impulses, velocities, energies stored; contact axes one contact after the other
static int put_several(const carom_simultaneous_trace* trace, const carom_contact_problem* problem) {
  const int size = problem->dimension * problem->contact_count, columns = 1 + 2 * size + problem->contact_count;
  double* to = lab_table(trace->count, columns);
  for (int i = 0; to && i < trace->count; ++i) {
    *to++ = trace->time[i];
    for (int k = 0; k < size; ++k) *to++ = trace->impulse[i * size + k];
    for (int k = 0; k < size; ++k) *to++ = trace->velocity[i * size + k];
    for (int k = 0; k < problem->contact_count; ++k) *to++ = trace->stored[i * problem->contact_count + k];
  }
  return trace->count;
}

/// Fills lab_rows; returns the number of rows, 0 where there is no path.
int LAB_EXPORT(lab_path)(void) {
  lab_table(0, 0);
  if (!lab_now.result) return 0;
  const carom_impact_path* path = &lab_now.result->path;
  if (path->several.count > 0) return put_several(&path->several, &lab_now.result->problem);
  if (path->springs.count > 0) return put_springs(&path->springs);
  return put_rigid(&path->rigid);
}

/// The lines and the ellipse of the impact-process diagram, as one row of lab_rows.
int LAB_EXPORT(lab_diagram)(void) {
  lab_table(0, 0);
  if (!lab_now.result || lab_now.result->outcome.model != CAROM_MODEL_PLANAR) return 0;
  const carom_planar_diagram d = carom_planar_diagram_of(&lab_now.result->outcome.law.planar.problem);
  const double values[] = {d.sticking.t,    d.sticking.n,    d.sticking.c,    d.compression.t, d.compression.n,
                           d.compression.c, d.termination.t, d.termination.n, d.termination.c, d.limiting_slope,
                           d.reverse_slope, d.has_ellipse,   d.centre.x,      d.centre.y,      d.axis_1.x,
                           d.axis_1.y,      d.axis_2.x,      d.axis_2.y};
  double* to = lab_table(1, (int)(sizeof values / sizeof *values));
  if (to) memcpy(to, values, sizeof values);
  return to != NULL;
}
