// A body over a floor, moved by carom and by the engine.
#include "thrown.h"

#include <math.h>
#include <stdlib.h>

static carom_mat3 inertia_of(const ode_thing* thing) {
  const carom_vec3 h = thing->half;
  const double third = thing->mass / 3, ball = 0.4 * thing->mass * thing->radius * thing->radius;
  if (thing->radius > 0) return carom_mat3_diagonal(ball, ball, ball);
  return carom_mat3_diagonal(third * (h.y * h.y + h.z * h.z), third * (h.x * h.x + h.z * h.z),
                             third * (h.x * h.x + h.y * h.y));
}

static carom_shape shape_of(thrown* t, const ode_thing* thing) {
  if (thing->radius > 0) return (carom_shape){.sphere_radius = thing->radius};
  const carom_vec3 h = thing->half;
  for (int i = 0; i < 8; ++i) t->corners[i] = (carom_vec3){i & 1 ? h.x : -h.x, i & 2 ? h.y : -h.y, i & 4 ? h.z : -h.z};
  return (carom_shape){.point_count = 8, .points = t->corners};
}

bool thrown_make(thrown* t, const ode_thing* thing, double time) {
  *t = (thrown){.motion = carom_motion_default(), .floor = {{0, 0, 0}, {0, 0, 1}, carom_surface_default()}};
  t->body = carom_body_planar(thing->mass, 1, (carom_vec2){0, 0});
  t->body.inertia = inertia_of(thing);
  t->body.orientation = carom_mat3_from_quat(thing->orientation);
  t->body.position = thing->position;
  t->body.velocity = thing->velocity;
  t->body.spin = thing->spin;
  t->floor.surface.e = thing->e;
  t->floor.surface.mu = t->floor.surface.mu_static = thing->mu;
  t->motion.until = time;
  t->motion.gravity = (carom_vec3){0, 0, -9.81};
  t->motion.planes = &t->floor;
  t->motion.plane_count = 1;
  const carom_flyer_input input = {3, &t->body, 0, shape_of(t, thing)};
  if (carom_flyer_prepare(&input, &t->motion, &t->flyer, &t->mover, t->state, NULL)) return false;
  t->workspace = malloc(carom_motion_workspace_size(&t->mover) * sizeof *t->workspace);
  return t->workspace != NULL;
}

double thrown_move(thrown* t) {
  const double start = bench_now();
  carom_status status = carom_motion_start(&t->run, &t->mover, &t->motion, t->state, t->workspace, NULL);
  while (status == CAROM_OK && t->run.happened != CAROM_MOTION_ENDED) status = carom_motion_step(&t->run, NULL);
  return status == CAROM_OK ? bench_since(start) : (double)NAN;
}

void thrown_free(thrown* t) {
  free(t->workspace);
}

double thrown_by_ode(const ode_thing* thing, double time, double step) {
  const double start = bench_now();
  const carom_vec3 end = ode_motion_move(thing, time, step);
  return isfinite(end.z) ? bench_since(start) : (double)NAN;
}
