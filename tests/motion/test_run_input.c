// What carom_motion_start refuses: code, field, and that nothing was begun.
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "motion/journey.h"

static journey j;

static void good(void) {
  journey_ball(&j, 2, 0.1, 1);
  journey_floor(&j, 0, 0.5, 0.3);
}

static void refuses(carom_status status, const char* field) {
  journey_travel(&j);
  cr_expect_eq(j.status, status, "%s: %d instead of %d: %s", field, (int)j.status, (int)status, j.diag.message);
  cr_expect_str_eq(j.diag.field, field, "%s instead of %s", j.diag.field, field);
  cr_expect_gt(strlen(j.diag.message), 10);
  cr_expect_eq(j.steps, 0);
}

Test(run_input, the_sample_is_good) {
  good();
  journey_must_arrive(&j);
}

Test(run_input, times_and_tolerances) {
  static const struct {
    double value;
    carom_status status;
  } rows[] = {{0, CAROM_OUT_OF_RANGE}, {-1, CAROM_OUT_OF_RANGE}, {NAN, CAROM_NOT_FINITE}, {INFINITY, CAROM_NOT_FINITE}};
  for (int i = 0; i < 4; ++i) {
    good();
    j.motion.until = rows[i].value;
    refuses(rows[i].status, "until");
    good();
    j.motion.tolerance = rows[i].value;
    refuses(rows[i].status, "tolerance");
    good();
    j.motion.cutoff_speed = rows[i].value;
    refuses(rows[i].status, "cutoff_speed");
  }
}

/// What a fuzzer found: a tolerance of 1, whose steps left nothing of a spinning body.
Test(run_input, a_tolerance_that_is_none) {
  good();
  j.motion.tolerance = 0.011;
  refuses(CAROM_OUT_OF_RANGE, "tolerance");
  good();
  j.motion.tolerance = 0.01;
  journey_must_arrive(&j);
}

Test(run_input, a_plane_through_the_start) {
  good();
  journey_plane(&j, (carom_vec3){0, 1.1, 0}, (carom_vec3){1, 0, 0}, 0.5, 0);
  refuses(CAROM_INCONSISTENT, "planes[1]");
  // Up to 1e-10 of the size, here 0.1 m, is a touch.
  good();
  j.planes[0].point.y = 1 + 0.9e-11;
  journey_must_arrive(&j);
  cr_expect_eq(j.impact_count, 0);
  good();
  j.planes[0].point.y = 1 + 1.1e-11;
  refuses(CAROM_INCONSISTENT, "planes[0]");
}

Test(run_input, gravity_out_of_all_proportion) {
  good();
  j.motion.gravity.y = -1e300;
  refuses(CAROM_TOO_FAR_APART, "gravity");
}

Test(run_input, more_contacts_at_once_than_one_body_may_have) {
  journey_body(&j, 3, 1, 0.1);
  j.shape.point_count = CAROM_MOTION_MAX_CONTACTS + 1;
  for (int i = 0; i < j.shape.point_count; ++i) j.points[i] = (carom_vec3){cos(0.1 * i), sin(0.1 * i), -0.1};
  journey_floor(&j, -0.1, 0.5, 0.3);
  journey_travel(&j);
  cr_expect_eq(j.status, CAROM_UNAVAILABLE);
  cr_expect_str_eq(j.diag.field, "planes");
}

// Elastic and wedged between two walls that meet: the bounces come faster and faster.
Test(run_input, a_budget_that_is_spent) {
  good();
  j.motion.gravity = (carom_vec3){0, 0, 0};
  j.body.velocity = (carom_vec3){0, -1000, 0};
  j.planes[0].surface.e = 1;
  journey_plane(&j, (carom_vec3){0, 1.2 + 1e-5, 0}, (carom_vec3){0, -1, 0}, 1, 0);
  j.body.position.y = 1.1;
  j.planes[0].point.y = 1;
  j.motion.until = 1;
  journey_travel(&j);
  cr_expect_eq(j.status, CAROM_BUDGET);
  cr_expect_str_eq(j.diag.field, "events");
  cr_expect(j.run.t < 1 && j.run.t > 0);
}
