// Crowds in motion, against closed forms and what must be kept.
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "motion/crowd_rig.h"

static crowd_rig r;

Test(crowd_run, two_discs_swap_velocities) {
  rig_begin(&r, 2);
  rig_round(&r, 1, 0.1, (carom_vec3){0, 0, 0})->velocity = (carom_vec3){1, 0, 0};
  rig_round(&r, 1, 0.1, (carom_vec3){0.7, 0, 0});
  rig_meet_all(&r, 1, 0);
  rig_travel(&r);
  const carom_body a = rig_body(&r, 0, NULL), b = rig_body(&r, 1, NULL);
  cr_assert(fabs(a.velocity.x) < 1e-15 && fabs(b.velocity.x - 1) < 1e-15);
  cr_assert(fabs(a.position.x - 0.5) < 1e-14 && fabs(b.position.x - 1.2) < 1e-14);
}

/// Discs in a box; velocities are what a formula gives, so that nothing is symmetric.
static void discs_in_a_box(int count) {
  rig_begin(&r, 2);
  for (int i = 0; i < count; ++i) {
    carom_body* disc =
        rig_round(&r, 0.1 + 0.02 * i, 0.04 + 0.003 * i, (carom_vec3){0.15 + 0.22 * (i % 4), 0.2 + 0.25 * (i / 4), 0});
    disc->velocity = (carom_vec3){sin(3 * i + 1), cos(5 * i + 2), 0};
  }
  rig_plane(&r, (carom_vec3){0, 0, 0}, (carom_vec3){1, 0, 0}, 1, 0);
  rig_plane(&r, (carom_vec3){1, 0, 0}, (carom_vec3){-1, 0, 0}, 1, 0);
  rig_plane(&r, (carom_vec3){0, 0, 0}, (carom_vec3){0, 1, 0}, 1, 0);
  rig_plane(&r, (carom_vec3){0, 1, 0}, (carom_vec3){0, -1, 0}, 1, 0);
  rig_meet_all(&r, 1, 0);
}

static carom_vec3 momentum(void) {
  carom_vec3 sum = {0, 0, 0};
  for (int i = 0; i < r.input.body_count; ++i) {
    const carom_body body = rig_body(&r, i, NULL);
    sum = carom_vec3_add(sum, carom_vec3_scale(body.mass, body.velocity));
  }
  return sum;
}

Test(crowd_run, elastic_discs_keep_energy_and_momentum) {
  discs_in_a_box(8);
  r.motion.until = 1000;
  rig_start(&r);
  carom_vec3 walls = momentum();
  double worst_energy = 0, worst_momentum = 0;
  while (r.impact_total < 1000 && rig_step(&r)) {
    if (r.run.happened != CAROM_MOTION_IMPACT) continue;
    for (int i = 0; i < r.run.impact_count; ++i) {
      const carom_motion_impact* impact = &r.run.impacts[i];
      if (impact->touch.plane < 0) continue;
      walls = carom_vec3_add(walls, carom_vec3_scale(impact->impulse[1], r.planes[impact->touch.plane].normal));
    }
    worst_energy = fmax(worst_energy, fabs(carom_motion_energy(&r.run) / r.run.energy_start - 1));
    worst_momentum = fmax(worst_momentum, carom_vec3_norm(carom_vec3_sub(momentum(), walls)));
  }
  cr_assert(r.impact_total >= 1000 && r.status == CAROM_OK, "%ld", r.impact_total);
  printf("1000 hits: t %.3f s, %ld steps, energy off by %.1e, momentum by %.1e, deepest %.1e\n", r.run.t, r.steps,
         worst_energy, worst_momentum, r.deepest);
  cr_assert(worst_energy < 1e-12 && worst_momentum < 1e-12 && r.deepest < 1e-10);
}

/// Backwards: velocities turned round at the end of what was done.
Test(crowd_run, elastic_discs_go_back_to_where_they_came_from) {
  discs_in_a_box(6);
  r.motion.until = 100;
  rig_start(&r);
  while (r.impact_total < 20 && rig_step(&r)) continue;
  const double time = r.run.t + 1e-3;
  r.motion.until = time;
  rig_travel(&r);
  cr_assert(r.impact_total >= 20);
  carom_vec3 places[6];
  for (int i = 0; i < 6; ++i) {
    const carom_body there = rig_body(&r, i, NULL);
    places[i] = r.bodies[i].position;
    r.bodies[i].position = there.position;
    r.bodies[i].velocity = carom_vec3_scale(-1, there.velocity);
  }
  rig_travel(&r);
  double off = 0;
  for (int i = 0; i < 6; ++i)
    off = fmax(off, carom_vec3_norm(carom_vec3_sub(rig_body(&r, i, NULL).position, places[i])) / r.crowd.extents[i]);
  printf("back after 20 hits: off by %.1e of a disc\n", off);
  cr_assert(off < 1e-6);
}

// ---- Newton's cradle -----------------------------------------------------------------------------------------------

static const double G = 9.81, LENGTH = 0.15, RADIUS = 0.0125, LIFTED = 0.5;

static void cradle(double gap) {
  rig_begin(&r, 2);
  r.motion.gravity = (carom_vec3){0, -G, 0};
  for (int i = 0; i < 5; ++i) {
    const double x = i * (2 * RADIUS + gap), turn = i == 0 ? -LIFTED : 0;
    rig_round(&r, 0.064, RADIUS, (carom_vec3){x + LENGTH * sin(turn), -LENGTH * cos(turn), 0});
    rig_hang(&r, (carom_vec3){x, 0, 0}, LENGTH);
  }
  rig_meet_all(&r, 1, 0);
}

/// s: from an angle to the bottom, a quarter of pi/2 sqrt(l/g) 4/agm(1, cos(angle/2)).
static double quarter_swing(double angle) {
  double a = 1, b = cos(angle / 2);
  for (int i = 0; i < 8; ++i) {
    const double mean = (a + b) / 2;
    b = sqrt(a * b);
    a = mean;
  }
  return 3.14159265358979323846 / 2 * sqrt(LENGTH / G) / a;
}

/// What five balls in a row, free of rods, do when the first one strikes: through carom/model.h and the one door.
static void five_balls(double speed, double after[5]) {
  carom_body balls[5];
  carom_touch touches[4];
  carom_surface surfaces[4];
  carom_impact_contact contacts[4];
  static double w[64], v[8], workspace[200000], impulses[8];
  for (int i = 0; i < 5; ++i) {
    balls[i] = carom_body_planar(0.064, 4e-6, (carom_vec2){2 * RADIUS * i, 0});
    balls[i].velocity.x = i == 0 ? speed : 0;
  }
  for (int i = 0; i < 4; ++i) {
    touches[i] = (carom_touch){.body_a = i, .body_b = i + 1, .point = {(2 * i + 1) * RADIUS, 0, 0}};
    cr_assert_eq(carom_frame_in_plane((carom_vec2){-1, 0}, &touches[i].frame, NULL), CAROM_OK);
    surfaces[i] = carom_surface_default();
    surfaces[i].e = 1;
  }
  const carom_bodies system = {2, 5, balls, 4, touches};
  const carom_contact_problem problem = {2, 4, w, v, surfaces};
  const carom_impact_options options = {.cutoff_speed = 0};
  const carom_impact_memory memory = {
      .workspace = workspace, .workspace_capacity = 200000, .contacts = contacts, .contact_capacity = 4};
  carom_impact_outcome outcome;
  cr_assert_eq(carom_bodies_contact(&system, w, v, NULL), CAROM_OK);
  cr_assert_eq(carom_impact_solve(&problem, &options, &memory, &outcome, NULL), CAROM_OK);
  for (int i = 0; i < 8; ++i) impulses[i] = contacts[i / 2].impulse[i % 2];
  carom_bodies_apply(&system, impulses, balls);
  for (int i = 0; i < 5; ++i) after[i] = balls[i].velocity.x;
}

Test(crowd_run, a_cradle_swings_as_pendulums_and_strikes_as_balls) {
  cradle(0);
  rig_start(&r);
  while (r.impact_total == 0 && rig_step(&r)) continue;
  const double speed = sqrt(2 * G * LENGTH * (1 - cos(LIFTED)));
  double after[5];
  five_balls(speed, after);
  cr_assert(fabs(r.run.t / quarter_swing(LIFTED) - 1) < 1e-11, "%.15g for %.15g", r.run.t, quarter_swing(LIFTED));
  for (int i = 0; i < 5; ++i) {
    const carom_vec3 velocity = rig_body(&r, i, NULL).velocity;
    cr_assert(fabs(velocity.x - after[i]) < 1e-10 * speed && fabs(velocity.y) < 1e-10 * speed, "ball %d: %g for %g", i,
              velocity.x, after[i]);
  }
  // The last one goes 94 % as fast, the first one comes back: JME13's row of five, not the textbook's.
  cr_assert(after[4] / speed > 0.94 && after[4] / speed < 0.95 && after[0] < 0);
  while (rig_step(&r)) continue;
  cr_assert(r.status == CAROM_OK && r.gain < 1e-12 && r.ledger < 1e-10 && r.deepest < 1e-10);
}

Test(crowd_run, balls_a_hair_apart_hand_on_everything) {
  cradle(1e-9);
  r.motion.until = quarter_swing(LIFTED) + 1e-6;
  rig_travel(&r);
  cr_assert_eq(r.impact_total, 4);
  const double speed = sqrt(2 * G * LENGTH * (1 - cos(LIFTED)));
  for (int i = 0; i < 5; ++i)
    cr_assert(fabs(rig_body(&r, i, NULL).velocity.x - (i == 4 ? speed : 0)) < 1e-4 * speed, "ball %d", i);
}

Test(crowd_run, a_pendulum_in_space_keeps_its_length_and_its_energy) {
  rig_begin(&r, 3);
  r.motion.gravity = (carom_vec3){0, 0, -G};
  r.motion.until = 20;
  rig_round(&r, 1, 0.1, (carom_vec3){0.6, 0, -0.8})->velocity = (carom_vec3){0, 1.5, 0};
  rig_hang(&r, (carom_vec3){0, 0, 0}, 1);
  rig_travel(&r);
  const carom_body end = rig_body(&r, 0, NULL);
  cr_assert(fabs(carom_vec3_norm(end.position) - 1) < 1e-10);
  cr_assert(fabs(carom_vec3_dot(end.position, end.velocity)) < 1e-10);
  cr_assert(r.ledger < 1e-10);
  // The moment about the vertical stays, too.
  cr_assert(fabs(end.position.x * end.velocity.y - end.position.y * end.velocity.x - 0.9) < 1e-10);
}

// ---- boxes ---------------------------------------------------------------------------------------------------------

Test(crowd_run, boxes_that_meet_face_to_face_swap_velocities) {
  rig_begin(&r, 2);
  rig_box(&r, 1, (carom_vec3){0.2, 0.1, 0}, (carom_vec3){0, 0, 0})->velocity = (carom_vec3){1, 0, 0};
  rig_box(&r, 1, (carom_vec3){0.2, 0.1, 0}, (carom_vec3){0.5, 0, 0});
  rig_meet_all(&r, 1, 0);
  rig_travel(&r);
  const carom_body a = rig_body(&r, 0, NULL), b = rig_body(&r, 1, NULL);
  cr_assert(fabs(a.velocity.x) < 1e-12 && fabs(b.velocity.x - 1) < 1e-12 && fabs(b.spin.z) < 1e-12, "%g %g %g; %ld",
            a.velocity.x, b.velocity.x - 1, b.spin.z, r.impact_total);
}

Test(crowd_run, a_stack_that_stands_flush_stays) {
  rig_begin(&r, 2);
  r.motion.gravity = (carom_vec3){0, -G, 0};
  for (int i = 0; i < 3; ++i) rig_box(&r, 1, (carom_vec3){0.2, 0.1, 0}, (carom_vec3){0.3, 0.05 + 0.1 * i, 0});
  rig_plane(&r, (carom_vec3){0, 0, 0}, (carom_vec3){0, 1, 0}, 0.3, 0.5);
  rig_meet_all(&r, 0.3, 0.5);
  rig_travel(&r);
  cr_assert(r.run.at_rest && r.impact_total == 0, "%ld impacts", r.impact_total);
  for (int i = 0; i < 3; ++i) {
    double angle;
    const carom_body body = rig_body(&r, i, &angle);
    cr_assert(fabs(body.position.y - (0.05 + 0.1 * i)) < 1e-12 && angle == 0);
  }
}

/// A plank slides off a heavy block: level until its middle is over the edge, then it tips.
Test(crowd_run, a_plank_that_slides_off_a_block_tips) {
  rig_begin(&r, 2);
  r.motion.gravity = (carom_vec3){0, -G, 0};
  rig_box(&r, 1, (carom_vec3){0.4, 0.02, 0}, (carom_vec3){-0.3, 0.21, 0})->velocity = (carom_vec3){1, 0, 0};
  rig_box(&r, 1e3, (carom_vec3){1, 0.2, 0}, (carom_vec3){-0.5, 0.1, 0});
  rig_plane(&r, (carom_vec3){0, 0, 0}, (carom_vec3){0, 1, 0}, 0.1, 0.5);
  rig_meet_all(&r, 0.1, 0);
  r.motion.until = 2;
  rig_start(&r);
  double angle = 0, level = 0;
  while (rig_step(&r)) {
    const carom_body plank = rig_body(&r, 0, &angle);
    if (plank.position.x <= 0) level = fmax(level, fmax(fabs(angle), fabs(plank.position.y - 0.21)));
    if (angle < -0.2) break;
  }
  cr_assert(r.status == CAROM_OK && level < 1e-9, "%g", level);
  const carom_body plank = rig_body(&r, 0, &angle);
  cr_assert(angle < -0.2 && plank.spin.z < 0 && plank.position.y < 0.21, "angle %g at t = %g", angle, r.run.t);
  cr_assert(r.deepest < 1e-10 && r.gain < 1e-12, "%g %g", r.deepest, r.gain);
}
