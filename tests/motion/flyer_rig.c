#include "motion/flyer_rig.h"

#include <criterion/criterion.h>

#include "motion/movers.h"

void flyer_rig_prepare(flyer_rig* r) {
  carom_diag diag;
  const carom_status status = carom_flyer_prepare(&r->input, &r->motion, &r->flyer, &r->mover, r->state, &diag);
  cr_assert_eq(status, CAROM_OK, "%s: %s", diag.field, diag.message);
}

void flyer_rig_ball(flyer_rig* r, int dimension) {
  *r = (flyer_rig){.body = carom_body_default(), .motion = carom_motion_default()};
  r->input = (carom_flyer_input){dimension, &r->body, 0, {.sphere_radius = 1}};
  r->motion.planes = r->planes;
  flyer_rig_prepare(r);
}

static carom_vec3 random_vector(test_random* random, int dimension, double size) {
  const double x = test_random_uniform(random, -size, size), y = test_random_uniform(random, -size, size);
  return (carom_vec3){x, y, dimension == 2 ? 0 : test_random_uniform(random, -size, size)};
}

/// Inertia of masses at random places, so that it is a possible one; it has no zero entry.
static carom_mat3 random_inertia(test_random* random) {
  carom_mat3 sum = carom_mat3_diagonal(0.05, 0.05, 0.05);
  for (int k = 0; k < 4; ++k) {
    const carom_vec3 at = random_vector(random, 3, 0.5);
    const double x[3] = {at.x, at.y, at.z}, square = carom_vec3_dot(at, at);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) sum.m[i][j] += (i == j ? square : 0) - x[i] * x[j];
  }
  return sum;
}

void flyer_rig_random(flyer_rig* r, test_random* random, int dimension, bool sphere) {
  flyer_rig_ball(r, dimension);
  r->body.mass = test_random_uniform(random, 0.3, 2);
  r->body.inertia = random_inertia(random);
  r->body.position = random_vector(random, dimension, 2);
  r->body.velocity = random_vector(random, dimension, 3);
  r->body.spin = random_vector(random, 3, 3);
  if (dimension == 2) {
    r->body.spin = (carom_vec3){0, 0, r->body.spin.z};
    r->input.angle = test_random_uniform(random, -4, 4);
  } else {
    r->body.orientation = carom_mat3_from_axis_angle(random_vector(random, 3, 1), test_random_uniform(random, -4, 4));
  }
  r->motion.gravity = random_vector(random, dimension, 10);
  r->motion.plane_count = PLANES;
  for (int i = 0; i < PLANES; ++i) r->planes[i] = random_plane(random, dimension);
  if (!sphere) {
    for (int i = 0; i < CORNERS; ++i) r->corners[i] = random_vector(random, dimension, 1);
    r->input.shape = (carom_shape){.point_count = CORNERS, .points = r->corners};
  }
  flyer_rig_prepare(r);
}

double mat3_distance(carom_mat3 a, carom_mat3 b) {
  double worst = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) worst = fmax(worst, fabs(a.m[i][j] - b.m[i][j]));
  return worst;
}
