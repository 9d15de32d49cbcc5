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
