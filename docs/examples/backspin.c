// A ball is thrown forwards with backspin. Does it come back?
#include <stdio.h>

#include "carom/compliant.h"
#include "carom/model.h"

int main(void) {
  // The world: a solid ball of 1 kg and 1 m radius that touches a table at the origin.
  carom_body bodies[2] = {carom_body_default(), carom_body_fixed()};
  bodies[0].position = (carom_vec3){0, 0, 1};
  bodies[0].velocity = (carom_vec3){-1, 0, -5};
  bodies[0].spin = (carom_vec3){0, 2, 0};
  carom_touch touch = {.body_a = 0, .body_b = 1};
  carom_frame_from_normal((carom_vec3){0, 0, 1}, NULL, &touch.frame, NULL);
  const carom_bodies world = {.dimension = 3, .body_count = 2, .bodies = bodies, .touch_count = 1, .touches = &touch};

  // The surfaces: eta2 is what makes the contact springy along the tangents, too.
  carom_surface surface = carom_surface_default();
  surface.e = 0.5;
  surface.mu = surface.mu_static = 0.4;
  surface.eta2 = carom_eta2_from_poisson_ratio(0.3);

  // World to contact space, the impact, and back.
  double w[9], v[3];
  const carom_contact_problem contact = {3, 1, w, v, &surface};
  carom_compliant_problem problem;
  carom_compliant_outcome outcome;
  carom_diag diag;
  if (carom_bodies_contact(&world, w, v, &diag) != CAROM_OK ||
      carom_compliant_from_contact(&contact, &problem, &diag) != CAROM_OK ||
      carom_compliant_solve(&problem, &outcome, &diag) != CAROM_OK) {
    fprintf(stderr, "%s\n", diag.message);
    return 1;
  }
  carom_bodies_apply(&world, (double[]){outcome.impulse.x, outcome.impulse.y, outcome.impulse.z}, bodies);

  for (int i = 0; i < outcome.event_count; ++i)
    printf("%-16s at a normal impulse of %.4f N s\n", carom_event_word(outcome.events[i].type),
           outcome.events[i].impulse_n);
  printf("velocity (%.4f, %.4f, %.4f) m/s, spin %.4f rad/s\n", bodies[0].velocity.x, bodies[0].velocity.y,
         bodies[0].velocity.z, bodies[0].spin.y);
  printf("lost to friction %.4f J, in compression %.4f J\n", outcome.energy.friction, outcome.energy.restitution);
  return 0;
}
