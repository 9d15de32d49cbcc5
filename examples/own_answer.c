#include "own_answer.h"

#include <stdlib.h>

#include "carom/motion.h"

static carom_body thrown_box(void) {
  carom_body box = carom_body_default();
  box.mass = 6;
  box.inertia = carom_mat3_diagonal(0.125, 0.1, 0.065);
  box.orientation = carom_mat3_from_axis_angle((carom_vec3){1, 0.5, 0.3}, 0.8);
  box.position = (carom_vec3){0, 0, 0.8};
  box.velocity = (carom_vec3){1.2, 0.6, 0};
  box.spin = (carom_vec3){3, -2, 4};
  return box;
}

bool own_answer(double e, double mu, double place[3]) {
  carom_body box = thrown_box();
  carom_vec3 corners[8];
  carom_plane floor = {{0, 0, 0}, {0, 0, 1}, carom_surface_default()};
  carom_motion motion = carom_motion_default();
  carom_flyer flyer;
  carom_mover mover;
  carom_motion_run run;
  double state[13];
  for (int i = 0; i < 8; ++i) corners[i] = (carom_vec3){i & 1 ? 0.1 : -0.1, i & 2 ? 0.15 : -0.15, i & 4 ? 0.2 : -0.2};
  floor.surface.e = e;
  floor.surface.mu = floor.surface.mu_static = mu;
  motion.until = 10;
  motion.gravity = (carom_vec3){0, 0, -9.81};
  motion.planes = &floor;
  motion.plane_count = 1;
  const carom_flyer_input input = {3, &box, 0, {.point_count = 8, .points = corners}};
  if (carom_flyer_prepare(&input, &motion, &flyer, &mover, state, NULL) != CAROM_OK) return false;
  double* workspace = malloc(carom_motion_workspace_size(&mover) * sizeof *workspace);
  if (!workspace) return false;
  carom_status status = carom_motion_start(&run, &mover, &motion, state, workspace, NULL);
  while (status == CAROM_OK && run.happened != CAROM_MOTION_ENDED) status = carom_motion_step(&run, NULL);
  if (status == CAROM_OK) carom_flyer_body(&flyer, run.state, &box, NULL);
  place[0] = box.position.x;
  place[1] = box.position.y;
  place[2] = box.position.z;
  free(workspace);
  return status == CAROM_OK;
}
