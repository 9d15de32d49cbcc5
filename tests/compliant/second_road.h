// A second road to the impact on springs, independent of the solver: the form in time, given to the general integrator
// with located events. Used by tests as a reference and by the benchmark. No allocation.
#ifndef CAROM_TESTS_COMPLIANT_SECOND_ROAD_H
#define CAROM_TESTS_COMPLIANT_SECOND_ROAD_H

#include "carom/compliant.h"

enum { SPRING_ROAD_EVENTS = 256 };

typedef struct spring_road {
  carom_vec3 impulse, v;
  carom_event events[SPRING_ROAD_EVENTS];
  int event_count;
  double impulse_n_compression, stored;  ///< at the first end of compression
  double friction, restitution;          ///< lost
  double spring;                         ///< tangential energy left at the end
  bool recompressed;
  bool accumulates;  ///< compression restarted ever sooner, without end; behind that v_n = 0 until the contact lets go
  long evaluations;  ///< of the right-hand sides
} spring_road;

/// Dormand-Prince 8(5,3). 1e-14 is the smallest sensible tolerance. The problem must be valid, with v.z < 0. Not for
/// very stiff slip: the work grows with |v_t|/(mu eta2 |v_n|).
carom_status spring_road_solve(const carom_compliant_problem* problem, carom_compliant_scheme scheme, double tolerance,
                               spring_road* out);

#endif
