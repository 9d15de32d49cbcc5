// JME13's problem: an upper ball of mass m1 falls with v0 on a ball of mass m2 that rests on a table.
#ifndef CAROM_TESTS_SIMULTANEOUS_TWO_BALLS_H
#define CAROM_TESTS_SIMULTANEOUS_TWO_BALLS_H

#include "carom/contact.h"

typedef struct two_balls {
  double m1, m2, v0;  // v0 < 0 falls
  double e1, e2;      // ball on ball, ball on table
  double k1, k2;
} two_balls;

typedef struct two_balls_problem {
  double w[16], v[4];
  carom_surface surfaces[2];
} two_balls_problem;

/// Planar contacts (t, n); along the tangents nothing happens.
static inline two_balls_problem two_balls_make(two_balls b) {
  two_balls_problem p = {.w = {[0] = 1, [10] = 1}, .v = {0, b.v0, 0, 0}};
  p.w[5] = 1 / b.m1 + 1 / b.m2;
  p.w[7] = p.w[13] = -1 / b.m2;
  p.w[15] = 1 / b.m2;
  for (int i = 0; i < 2; ++i) {
    p.surfaces[i] = carom_surface_default();
    p.surfaces[i].e = i ? b.e2 : b.e1;
    p.surfaces[i].stiffness = i ? b.k2 : b.k1;
  }
  return p;
}

static inline carom_contact_problem two_balls_view(const two_balls_problem* p) {
  return (carom_contact_problem){2, 2, p->w, p->v, p->surfaces};
}

#endif
