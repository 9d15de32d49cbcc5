// Random collisions with rigid friction, bodies on planes, and how far two answers are apart.
#ifndef CAROM_TESTS_SIMULTANEOUS_RIGID_SAMPLE_H
#define CAROM_TESTS_SIMULTANEOUS_RIGID_SAMPLE_H

#include <float.h>

#include "sample.h"
#include "simultaneous/run.h"

/// Friction of up to ranges->mu at most contacts, at the first one always.
static inline void rigid_surfaces(test_random* r, const sample_ranges* ranges, sample* s) {
  sample_ranges smooth = *ranges;
  smooth.mu = 0;
  for (int i = 0; i < s->count; ++i) {
    s->surfaces[i] = sample_surface(r, &smooth);
    const double mu = test_random_uniform(r, 0.1 * ranges->mu, ranges->mu);
    s->surfaces[i].mu = s->surfaces[i].mu_static = i == 0 || test_random_below(r, 6) > 0 ? mu : 0;
  }
}

/// A row of balls or any mechanism, in the plane or in space.
static inline void rigid_collision(test_random* r, int dimension, const sample_ranges* ranges, sample* s) {
  memset(s, 0, sizeof *s);
  s->dimension = dimension;
  s->count = 2 + test_random_below(r, ranges->contacts - 1);
  bool moving = false;
  if (test_random_below(r, 3) == 0)
    sample_row(r, s, ranges->mass);
  else
    moving = sample_mechanism(r, s, ranges);
  rigid_surfaces(r, ranges, s);
  if (!moving) sample_velocities(r, s);
}

/// A point of a body, and the axes of the contact there: tangents, then the normal.
typedef struct rigid_point {
  double arm[3], axis[3][3];
} rigid_point;

/// A body with its principal axes along x, y, z; velocity, then spin. In the plane z = 0 it turns about z.
typedef struct rigid_body {
  double mass, inertia[3], motion[6];
} rigid_body;

/// How fast a point moves along an axis of its contact for a unit of coordinate c: x, y, z, or a turn about them.
static inline double rigid_point_speed(const rigid_point* at, int axis, int c) {
  if (c < 3) return at->axis[axis][c];
  const int p = (c + 1) % 3, q = (c + 2) % 3;  // of the axis of the turn, c - 3
  return at->axis[axis][q] * at->arm[p] - at->axis[axis][p] * at->arm[q];
}

/// W and v of a body that touches fixed planes at s->count points. Surfaces are left as they are.
static inline void rigid_set_body(sample* s, const rigid_body* body, const rigid_point* at) {
  const int d = s->dimension, size = d * s->count;
  memset(s->w, 0, sizeof s->w);
  memset(s->v, 0, sizeof s->v);
  for (int c = 0; c < 6; ++c) {
    double j[SAMPLE_SIZE];
    for (int a = 0; a < size; ++a) {
      j[a] = rigid_point_speed(&at[a / d], a % d, c);
      s->v[a] += body->motion[c] * j[a];
    }
    sample_add_coordinate(s, j, c < 3 ? body->mass : body->inertia[c - 3]);
  }
}

static inline double rigid_speed(const sample* s, const collision* got) {
  const int d = s->dimension;
  double speed = 0;
  for (int a = 0; a < d * s->count; ++a) speed = fmax(speed, fmax(fabs(s->v[a]), fabs(got->contacts[a / d].v[a % d])));
  return speed;
}

/// The largest difference of the velocities after, as a part of the speed.
static inline double rigid_apart(const sample* s, const collision* one, const collision* other) {
  const int d = s->dimension;
  double off = 0;
  for (int a = 0; a < d * s->count; ++a)
    off = fmax(off, fabs(one->contacts[a / d].v[a % d] - other->contacts[a / d].v[a % d]));
  return off / fmax(rigid_speed(s, one), rigid_speed(s, other));
}

/// Kinetic energy that the contacts can see.
static inline double rigid_energy_before(const sample* s) {
  static double workspace[2 * SAMPLE_SIZE * SAMPLE_SIZE + SAMPLE_SIZE];
  const carom_contact_problem problem = sample_problem(s);
  return carom_contact_energy(&problem, workspace);
}

static inline void rigid_solve(const sample* s, collision* got) {
  const carom_contact_problem problem = sample_problem(s);
  collide_well(&problem, got);
}

/// With a hundred times the usual budget: stiff springs hum through thousands of switches, and the exact engine shall
/// do it all.
static inline void rigid_solve_long(const sample* s, collision* got) {
  const carom_contact_problem problem = sample_problem(s);
  collide_as(&problem, (collide_wish){.budget = 100 * CAROM_SIMULTANEOUS_WORK}, got);
  cr_assert_eq(got->status, CAROM_OK, "%s", got->diag.message);
}

static inline int ends_of_compression(const collision* got) {
  int count = 0;
  for (int k = 0; k < got->log.event_count; ++k) count += got->events[k].type == CAROM_EVENT_COMPRESSION_END;
  return count;
}

/// The four parts of the energy ledger add up to nothing, as a part of the energy before. 1e-12 of it and, where
/// thousands of events follow each other, what each of them rounds.
static inline double rigid_ledger_error(const sample* s, const collision* got) {
  const carom_energy* e = &got->outcome.energy;
  return fabs(e->change + e->friction + e->restitution + e->spring) / rigid_energy_before(s);
}

static inline double rigid_ledger_bar(const collision* got) {
  return 1e-12 + 200 * DBL_EPSILON * got->outcome.event_total;
}

static inline int rigid_by_size(const void* one, const void* other) {
  const double a = *(const double*)one, b = *(const double*)other;
  return (a > b) - (a < b);
}

/// Sorts, and gives the value below which a part of them lies.
static inline double rigid_quantile(double* values, int count, double part) {
  qsort(values, (size_t)count, sizeof *values, rigid_by_size);
  return values[(int)(part * (count - 1))];
}

#endif
