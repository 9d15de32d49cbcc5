// Newton's cradle: one ball strikes four that hang in a row. Who leaves how fast?
#include <stdio.h>

#include "carom/model.h"
#include "carom/simultaneous.h"

enum { BALLS = 5, CONTACTS = BALLS - 1 };

int main(void) {
  // The world: balls of 1 kg along x, the first one moving. Only motion along the normals matters here.
  carom_body balls[BALLS];
  carom_touch touches[CONTACTS];
  carom_surface surfaces[CONTACTS];
  for (int i = 0; i < BALLS; ++i) balls[i] = carom_body_planar(1, 0.4, (carom_vec2){2.0 * i, 0});
  balls[0].velocity.x = 1;
  for (int i = 0; i < CONTACTS; ++i) {
    touches[i] = (carom_touch){.body_a = i + 1, .body_b = i, .point = {2.0 * i + 1, 0, 0}};
    carom_frame_in_plane((carom_vec2){1, 0}, &touches[i].frame, NULL);
    surfaces[i] = carom_surface_default();  // elastic, no friction, all contacts equally stiff
  }
  const carom_bodies row = {2, BALLS, balls, CONTACTS, touches};

  // The solver needs memory for its work, and some for the states if they are wanted.
  double w[4 * CONTACTS * CONTACTS], v[2 * CONTACTS], impulses[2 * CONTACTS];
  static double workspace[20000];
  uint64_t states[32];
  carom_simultaneous_log log = {.states = states, .state_capacity = 32};
  const carom_simultaneous_memory memory = {.workspace = workspace, .log = &log};
  const carom_contact_problem problem = {2, CONTACTS, w, v, surfaces};
  carom_simultaneous_contact contacts[CONTACTS];
  carom_simultaneous_outcome outcome;
  carom_diag diag;
  if (carom_simultaneous_workspace_size(2, CONTACTS) > sizeof workspace / sizeof *workspace) return 1;
  if (carom_bodies_contact(&row, w, v, &diag) != CAROM_OK ||
      carom_simultaneous_solve(&problem, &memory, contacts, &outcome, &diag) != CAROM_OK) {
    fprintf(stderr, "%s\n", diag.message);
    return 1;
  }
  for (int i = 0; i < 2 * CONTACTS; ++i) impulses[i] = contacts[i / 2].impulse[i % 2];
  carom_bodies_apply(&row, impulses, balls);

  printf("%d events; contacts active:", outcome.event_total);
  for (int i = 0; i < log.state_count; ++i, printf(i < log.state_count ? "," : "\n"))
    for (int j = 0; j < CONTACTS; ++j)
      if (log.states[i] >> j & 1) printf(" %d-%d", j + 1, j + 2);
  for (int i = 0; i < BALLS; ++i) printf("ball %d leaves at %9.6f m/s\n", i + 1, balls[i].velocity.x);
  return 0;
}
