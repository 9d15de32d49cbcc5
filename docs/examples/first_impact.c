// A rod falls on a rough floor: what are its velocity and spin afterwards?
#include <stdio.h>

#include "carom/model.h"
#include "carom/planar.h"

int main(void) {
  // The world: a rod of 1 kg and 1 m at 45 degrees, its lower tip at the origin, and a floor.
  carom_body bodies[2] = {carom_body_planar(1, 1.0 / 12, (carom_vec2){0.35355339, 0.35355339}), carom_body_fixed()};
  bodies[0].velocity = (carom_vec3){0.6, -1, 0};
  carom_touch touch = {.body_a = 0, .body_b = 1};
  carom_frame_in_plane((carom_vec2){0, 1}, &touch.frame, NULL);
  const carom_bodies world = {.dimension = 2, .body_count = 2, .bodies = bodies, .touch_count = 1, .touches = &touch};

  // The surfaces: Stronge's law of restitution unless said otherwise.
  carom_surface surface = carom_surface_default();
  surface.e = 0.9;
  surface.mu = surface.mu_static = 0.9;

  // World to contact space, the impact, and back. The first error says what is wrong.
  double w[4], v[2];
  const carom_contact_problem contact = {2, 1, w, v, &surface};
  carom_planar_problem problem;
  carom_planar_outcome outcome;
  carom_diag diag;
  if (carom_bodies_contact(&world, w, v, &diag) != CAROM_OK ||
      carom_planar_from_contact(&contact, &problem, &diag) != CAROM_OK ||
      carom_planar_solve(&problem, &outcome, &diag) != CAROM_OK) {
    fprintf(stderr, "%s\n", diag.message);
    return 1;
  }
  const double impulse[2] = {outcome.impulse_t, outcome.impulse_n};
  carom_bodies_apply(&world, impulse, bodies);

  printf("%s: %s\n", carom_planar_mode_word(outcome.mode), carom_planar_mode_meaning(outcome.mode));
  printf("velocity (%.4f, %.4f) m/s, spin %.4f rad/s\n", bodies[0].velocity.x, bodies[0].velocity.y, bodies[0].spin.z);
  printf("energy lost %.4f J\n", -outcome.energy.change);
  return 0;
}
