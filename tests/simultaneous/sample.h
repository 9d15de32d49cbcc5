// Random collisions with several contacts: rows of balls, a box on its corners, any mechanism.
#ifndef CAROM_TESTS_SIMULTANEOUS_SAMPLE_H
#define CAROM_TESTS_SIMULTANEOUS_SAMPLE_H

#include <string.h>

#include "carom/contact.h"
#include "random.h"

enum { SAMPLE_CONTACTS = 10, SAMPLE_SIZE = 3 * SAMPLE_CONTACTS };

typedef struct sample {
  int dimension, count;
  double w[SAMPLE_SIZE * SAMPLE_SIZE], v[SAMPLE_SIZE];
  carom_surface surfaces[SAMPLE_CONTACTS];
} sample;

typedef struct sample_ranges {
  int contacts;      // from 2 to this
  double mass;       // masses from 1/mass to mass
  double stiffness;  // ratios from 1/stiffness to stiffness
  double e_least;    // e from here to 1
  double mu;         // friction of up to this; 0: none
  double exponent;   // of the force law
  bool redundant;    // W may be singular
} sample_ranges;

static inline carom_contact_problem sample_problem(const sample* s) {
  return (carom_contact_problem){s->dimension, s->count, s->w, s->v, s->surfaces};
}

/// W += j j^T/mass, for one coordinate with this mass that moves the contacts along j.
static inline void sample_add_coordinate(sample* s, const double* j, double mass) {
  const int size = s->dimension * s->count;
  for (int a = 0; a < size; ++a)
    for (int b = 0; b < size; ++b) s->w[a * size + b] += j[a] * j[b] / mass;
}

/// Balls in a row along x, the last one perhaps at a wall: contact i is between ball i + 1 (body a) and ball i, so that
/// the first ball flying into the row approaches. Balls also turn: they roll on each other at unit radius.
static inline void sample_row(test_random* r, sample* s, double mass_range) {
  const int d = s->dimension, balls = s->count + test_random_below(r, 2);
  double j[SAMPLE_SIZE];
  for (int ball = 0; ball <= s->count && ball < balls + 1; ++ball) {
    if (ball == s->count && balls == s->count) break;  // a wall stands there
    const double mass = test_random_log(r, 1 / mass_range, mass_range);
    for (int axis = 0; axis < d; ++axis) {
      memset(j, 0, sizeof j);
      if (ball < s->count) j[d * ball + axis] = -1;
      if (ball > 0) j[d * (ball - 1) + axis] = 1;
      sample_add_coordinate(s, j, mass);
    }
    for (int axis = 0; axis < d - 1; ++axis) {  // a turn moves both touching points the same way
      memset(j, 0, sizeof j);
      if (ball < s->count) j[d * ball + axis] = 1;
      if (ball > 0) j[d * (ball - 1) + axis] = 1;
      sample_add_coordinate(s, j, 0.4 * mass);
    }
  }
}

/// A mechanism with as many coordinates as it takes, or fewer, so that contacts are redundant. Then the velocities that
/// it can have are few too, and are set here; true if they are. The first of few coordinates opens all contacts, as a
/// box on its corners can be lifted: without such a motion bodies may be wedged for ever.
static inline bool sample_mechanism(test_random* r, sample* s, const sample_ranges* ranges) {
  const int d = s->dimension, size = d * s->count;
  const bool few = ranges->redundant && test_random_below(r, 4) == 0;
  const int coordinates = few ? 1 + test_random_below(r, size) : size + 2;
  double j[SAMPLE_SIZE];
  for (int c = 0; c < coordinates; ++c) {
    for (int a = 0; a < size; ++a) j[a] = test_random_uniform(r, -1, 1);
    for (int i = 0; i < s->count && few && c == 0; ++i) j[d * i + d - 1] = test_random_uniform(r, 0.5, 1);
    sample_add_coordinate(s, j, coordinates * test_random_log(r, 1 / ranges->mass, ranges->mass));
    const double speed = few ? test_random_uniform(r, -1, 1) : 0;
    for (int a = 0; a < size; ++a) s->v[a] += speed * j[a];
  }
  const double towards = s->v[d - 1] > 0 ? -1 : 1;
  for (int a = 0; a < size; ++a) s->v[a] *= towards;
  return few;
}

static inline carom_surface sample_surface(test_random* r, const sample_ranges* ranges) {
  carom_surface surface = carom_surface_default();
  const int edge = test_random_below(r, 10);
  surface.e = edge == 0 ? 1 : edge == 1 ? ranges->e_least : test_random_uniform(r, ranges->e_least, 1);
  surface.stiffness = test_random_log(r, 1 / ranges->stiffness, ranges->stiffness);
  surface.exponent = ranges->exponent;
  if (ranges->mu > 0 && test_random_below(r, 6) > 0) {
    surface.mu = surface.mu_static = test_random_log(r, 0.02 * ranges->mu, ranges->mu);
    surface.eta2 = test_random_log(r, 0.3, 10);
  }
  return surface;
}

/// The first contact is always struck; the others are struck, touch at rest, or part.
static inline void sample_velocities(test_random* r, sample* s) {
  const int d = s->dimension, at_rest = test_random_below(r, 2);
  for (int i = 0; i < s->count; ++i) {
    const int kind = i == 0 ? 0 : at_rest ? 1 : test_random_below(r, 3);
    for (int axis = 0; axis < d - 1; ++axis) s->v[d * i + axis] = kind == 1 ? 0 : test_random_uniform(r, -1, 1);
    s->v[d * i + d - 1] = kind == 0 ? -test_random_log(r, 0.1, 1) : kind == 1 ? 0 : test_random_uniform(r, 0, 0.5);
  }
}

static inline void sample_collision(test_random* r, const sample_ranges* ranges, sample* s) {
  memset(s, 0, sizeof *s);
  s->dimension = ranges->mu > 0 ? 3 : 2;
  s->count = 2 + test_random_below(r, ranges->contacts - 1);
  bool moving = false;
  if (test_random_below(r, 3) == 0)
    sample_row(r, s, ranges->mass);
  else
    moving = sample_mechanism(r, s, ranges);
  for (int i = 0; i < s->count; ++i) s->surfaces[i] = sample_surface(r, ranges);
  if (!moving) sample_velocities(r, s);
}

#endif
