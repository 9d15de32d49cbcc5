// A robot's foot comes down on its four corners, tilting a little: what does it do then?
#include <stdio.h>

#include "carom/impact.h"

enum { CORNERS = 4, AXES = 3, SIZE = AXES * CORNERS };

int main(void) {
  // The world: a foot of 2 kg, 0.24 m by 0.1 m, its mass centre 0.05 m above the floor, and the floor.
  carom_body bodies[2] = {carom_body_default(), carom_body_fixed()};
  bodies[0].mass = 2;
  bodies[0].inertia = carom_mat3_diagonal(0.003, 0.011, 0.012);
  bodies[0].position = (carom_vec3){0, 0, 0.05};
  bodies[0].velocity = (carom_vec3){0.3, 0, -1};
  bodies[0].spin = (carom_vec3){0.5, 2, 0};
  carom_touch touches[CORNERS];
  carom_surface surfaces[CORNERS];
  for (int i = 0; i < CORNERS; ++i) {
    touches[i] = (carom_touch){.body_a = 0, .body_b = 1, .point = {i & 1 ? 0.12 : -0.12, i & 2 ? 0.05 : -0.05, 0}};
    carom_frame_from_normal((carom_vec3){0, 0, 1}, NULL, &touches[i].frame, NULL);
    surfaces[i] = (carom_surface){.e = 0.2, .mu = 0.7};
  }
  const carom_bodies world = {AXES, 2, bodies, CORNERS, touches};

  // Several contacts need a workspace; carom_impact_workspace_size says how much. Of the answer the velocities suffice.
  static double workspace[6000];
  double w[SIZE * SIZE], v[SIZE], impulses[SIZE];
  carom_impact_contact contacts[CORNERS];
  const carom_impact_memory memory = {
      .workspace = workspace, .workspace_capacity = 6000, .contacts = contacts, .contact_capacity = CORNERS};
  const carom_contact_problem problem = {AXES, CORNERS, w, v, surfaces};
  const carom_impact_options options = {.wants = 0};
  carom_impact_outcome outcome;
  carom_diag diag;
  if (carom_bodies_contact(&world, w, v, &diag) != CAROM_OK ||
      carom_impact_solve(&problem, &options, &memory, &outcome, &diag) != CAROM_OK) {
    fprintf(stderr, "%s\n", diag.message);
    return 1;
  }
  for (int i = 0; i < SIZE; ++i) impulses[i] = contacts[i / AXES].impulse[i % AXES];
  carom_bodies_apply(&world, impulses, bodies);

  for (unsigned bit = 1; bit <= outcome.warnings; bit <<= 1)
    if (outcome.warnings & bit) printf("%s: %s\n", carom_warning_word(bit), carom_warning_sentence(bit));
  for (const double* p = impulses; p < impulses + SIZE; p += AXES)
    printf("impulse (%7.4f, %7.4f, %7.4f) N s  %s\n", p[0], p[1], p[2], contacts[(p - impulses) / AXES].mode);
  printf("velocity (%.4f, %.4f, %.4f) m/s, spin (%.4f, %.4f, %.4f) rad/s\n", bodies[0].velocity.x, bodies[0].velocity.y,
         bodies[0].velocity.z, bodies[0].spin.x, bodies[0].spin.y, bodies[0].spin.z);
  return 0;
}
