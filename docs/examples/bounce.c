// A square tile is dropped on its corner: when does it hit the floor, and when does it lie still?
#include <stdio.h>

#include "carom/motion.h"

int main(void) {
  // The floor, and gravity. Everything else has its default.
  carom_plane floor = {.normal = {0, 1, 0}, .surface = carom_surface_default()};
  floor.surface.e = 0.3;
  floor.surface.mu = floor.surface.mu_static = 0.4;
  carom_motion motion = carom_motion_default();
  motion.until = 3;
  motion.gravity = (carom_vec3){0, -9.81, 0};
  motion.cutoff_speed = 0.01;
  motion.planes = &floor;
  motion.plane_count = 1;

  // The tile: 1 kg, 0.2 m wide, turned by 0.6 rad.
  const carom_vec3 corners[] = {{-0.1, -0.1, 0}, {0.1, -0.1, 0}, {0.1, 0.1, 0}, {-0.1, 0.1, 0}};
  const carom_body body = carom_body_planar(1, 0.04 / 6, (carom_vec2){0, 0.5});
  const carom_flyer_input input = {
      .dimension = 2, .body = &body, .angle = 0.6, .shape = {.point_count = 4, .points = corners}};
  carom_flyer tile;
  carom_mover mover;
  double state[6];
  carom_diag diag;

  // A run takes much memory for a stack; the workspace is the caller's.
  static carom_motion_run run;
  static double workspace[20000];
  if (carom_flyer_prepare(&input, &motion, &tile, &mover, state, &diag) != CAROM_OK ||
      carom_motion_workspace_size(&mover) > sizeof workspace / sizeof *workspace ||
      carom_motion_start(&run, &mover, &motion, state, workspace, &diag) != CAROM_OK) {
    fprintf(stderr, "%s\n", diag.message);
    return 1;
  }

  // Step by step; the first six impacts get a line.
  int lines = 0;
  do {
    if (carom_motion_step(&run, &diag) != CAROM_OK) {
      fprintf(stderr, "%s\n", diag.message);
      return 1;
    }
    for (int i = 0; run.happened == CAROM_MOTION_IMPACT && i < run.impact_count; ++i) {
      const carom_motion_impact* impact = &run.impacts[i];
      if (++lines > 6) continue;
      printf("t = %.6f s  corner %d  %8.5f -> %8.5f m/s  %s\n", impact->time, impact->touch.point,
             impact->velocity_before[1], impact->velocity_after[1], impact->mode);
    }
  } while (run.happened != CAROM_MOTION_ENDED && !run.at_rest);
  printf("at rest from t = %.4f s, %.4f m above the floor\n", run.t, run.state[1]);
  printf("%.5f J at the start, %.5f lost in impacts, %.5f to sliding, %.5f left\n", run.energy_start, run.impact_loss,
         run.friction_loss, carom_motion_energy(&run));
  return 0;
}
