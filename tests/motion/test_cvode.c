// The double pendulum moved by carom and by CVODE, where SUNDIALS is installed; elsewhere the test says loudly that it
// did nothing.
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "motion/journey.h"

#if defined(CAROM_TEST_CVODE)

#include "cvode_pendulum.h"

static journey j;
static cvode_pendulum road;

static void move_both(double mu, double e, double until) {
  journey_chain(&j, 2, 1, 1);
  j.angles[1] = 0.5;
  journey_floor(&j, -1.5, e, mu);
  j.motion.until = until;
  journey_must_arrive(&j);
  road = (cvode_pendulum){.q = {0, 0.5}, .floor = -1.5, .until = until, .cutoff = 1e-6, .tolerance = 1e-13};
  road.surface = j.planes[0].surface;
  cr_assert(cvode_pendulum_run(&road), "CVODE gave up with mu = %g, e = %g", mu, e);
}

/// CVODE finds a root to 100 eps of the time, and the many steps that it is allowed 1e-13 each add up.
static double compare(int count) {
  double worst = 0;
  cr_assert_leq(count, j.impact_count);
  cr_assert_leq(count, road.impact_count);
  for (int i = 0; i < count; ++i) {
    const carom_motion_impact* ours = &j.impacts[i];
    const cvode_impact* theirs = &road.impacts[i];
    double off = fabs(ours->time - theirs->time);
    for (int axis = 0; axis < 2; ++axis) {
      off = fmax(off, fabs(ours->velocity_before[axis] - theirs->before[axis]));
      off = fmax(off, fabs(ours->velocity_after[axis] - theirs->after[axis]));
    }
    cr_expect_str_eq(ours->mode, carom_planar_mode_word(theirs->mode));
    cr_expect_leq(off, 1e-9, "impact %d: off by %.3g", i + 1, off);
    worst = fmax(worst, off);
  }
  return worst;
}

Test(motion_cvode, the_same_first_impacts) {
  move_both(0.3, 0.5, 2);
  printf("standard run: 8 impacts within %.2g of CVODE at 1e-13\n", compare(8));
  // Hops lower than the errors of the integration end CVODE's chatter early.
  cr_expect(fabs(road.held_since - j.impacts[j.impact_count - 1].time) < 1e-5);
  // These swing on for long, and errors grow from impact to impact.
  move_both(0.6, 0.8, 3);
  printf("mu = 0.6, e = 0.8: 5 impacts within %.2g\n", compare(5));
  move_both(0, 1, 4);
  printf("elastic, no friction: 3 impacts within %.2g\n", compare(3));
}

// Ten seconds of sliding to and fro, through the stretched pose where W is singular.
Test(motion_cvode, the_same_sliding) {
  const double mus[] = {0.05, 0.1};
  for (int i = 0; i < 2; ++i) {
    move_both(mus[i], 0.5, 10);
    double off = compare(5);
    for (int k = 0; k < 2; ++k)
      off = fmax(off, fmax(fabs(j.run.state[k] - road.q[k]), fabs(j.run.state[2 + k] - road.u[k])));
    // What the early end of the chatter changes is forgotten only in part.
    cr_expect_leq(off, 3e-9, "mu = %g: off by %.3g at the end", mus[i], off);
    printf("mu = %g: at rest on the floor and sliding, after 10 s within %.2g\n", mus[i], off);
  }
}

#else

Test(motion_cvode, the_same_first_impacts) {
  printf("SKIPPED: SUNDIALS not installed\n");
}

#endif
