// Motions that tests draw, written as scenarios: a file gives the motion that the test had.
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "carom/scenario.h"
#include "carom/simulation.h"
#include "motion/sample_file.h"

static journey j;
static crowd_rig r;

/// Reads what was written and runs it; it must end with this energy after so many impacts.
static void expect_same(FILE* file, const carom_motion_run* run, long impacts) {
  static char text[100000];
  const size_t length = (rewind(file), fread(text, 1, sizeof text, file));
  fclose(file);
  carom_diag error = {0};
  carom_scenario* scenario = carom_scenario_parse(text, length, &error);
  cr_assert(scenario, "%s: %s\n%s", error.field, error.message, text);
  carom_simulation* simulation = carom_scenario_simulate(scenario, NULL, NULL, &error);
  cr_assert(simulation, "%s: %s", error.field, error.message);
  // Normals and orientations are made unit again when they are read: rounding, that impacts enlarge.
  const double scale = fabs(run->energy_start) + run->impact_loss + run->friction_loss;
  cr_expect(fabs(simulation->energy_start - run->energy_start) < 1e-14 * scale);
  cr_expect(fabs(simulation->energy_end - carom_motion_energy(run)) < 1e-9 * scale, "%g for %g", simulation->energy_end,
            carom_motion_energy(run));
  cr_expect_eq(simulation->impact_count, impacts);
  cr_expect(impacts > 1);
  carom_simulation_free(simulation);
  carom_scenario_free(scenario);
}

static void expect_journey_from_file(void) {
  j.motion.until = 1;
  j.motion.cutoff_speed = 1e-3;
  journey_must_arrive(&j);
  FILE* file = tmpfile();
  cr_assert(file);
  fputs("{\"carom\": 1,\n", file);
  sample_file_journey(file, &j);
  expect_same(file, &j.run, j.impact_count);
}

Test(sample_file, a_chain) {
  journey_chain(&j, 3, 0.5, 1);
  j.angles[0] = 0.3;
  j.rates[1] = 2;
  journey_floor(&j, -0.6, 0.4, 0.3);
  expect_journey_from_file();
}

Test(sample_file, a_disc_on_springs) {
  journey_ball(&j, 2, 0.1, 0.1);
  j.body.velocity.x = 2;
  j.body.spin.z = 20;
  journey_floor(&j, 0, 0.5, 0.3)->surface.eta2 = 1.2;
  expect_journey_from_file();
}

Test(sample_file, a_box_in_space) {
  journey_box(&j, 3, 0.5, (carom_vec3){0.1, 0.05, 0.08});
  j.body.orientation = carom_mat3_from_axis_angle((carom_vec3){1, 2, 3}, 0.7);
  j.body.spin = (carom_vec3){3, -1, 2};
  journey_floor(&j, -0.2, 0.6, 0.3)->surface.mu_static = 0.4;
  expect_journey_from_file();
}

Test(sample_file, crowds_in_the_plane_and_in_space) {
  for (int dimension = 2; dimension <= 3; ++dimension) {
    rig_begin(&r, dimension);
    const carom_vec3 up = dimension == 2 ? (carom_vec3){0, 1, 0} : (carom_vec3){0, 0, 1};
    r.motion.gravity = carom_vec3_scale(-9.81, up);
    r.motion.cutoff_speed = 1e-3;
    rig_round(&r, 1, 0.1, carom_vec3_scale(0.5, up))->velocity.x = 0.1;
    rig_box(&r, 2, (carom_vec3){0.2, 0.1, 0.15}, carom_vec3_scale(0.2, up));
    rig_plane(&r, (carom_vec3){0}, up, 0.5, 0.3);
    rig_meet_all(&r, 0.6, 0.2);
    rig_travel(&r);
    FILE* file = tmpfile();
    cr_assert(file);
    fputs("{\"carom\": 1,\n", file);
    sample_file_crowd(file, &r);
    expect_same(file, &r.run, r.impact_total);
  }
}
