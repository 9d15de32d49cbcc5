// A tumbling box strikes the floor with a corner: how does slip turn on the way, and what does the box do afterwards?
#include <math.h>
#include <stdio.h>

#include "carom/impact.h"

enum { POINTS = 200, EVENTS = 12 };

int main(void) {
  // The world: a box of 1 kg, 0.3 m by 0.2 m by 0.1 m, turned so that one corner is lowest, and a floor.
  carom_body bodies[2] = {carom_body_default(), carom_body_fixed()};
  bodies[0].inertia = carom_mat3_diagonal(0.05 / 12, 0.10 / 12, 0.13 / 12);
  bodies[0].orientation = carom_mat3_from_axis_angle((carom_vec3){1, 2, 0}, 0.7);
  bodies[0].velocity = (carom_vec3){1, 0.5, -2};
  bodies[0].spin = (carom_vec3){3, -1, 2};
  const carom_vec3 corner = carom_mat3_apply(bodies[0].orientation, (carom_vec3){0.15, -0.1, -0.05});
  carom_touch touch = {.body_a = 0, .body_b = 1, .point = corner};
  carom_frame_from_normal((carom_vec3){0, 0, 1}, NULL, &touch.frame, NULL);
  const carom_bodies world = {3, 2, bodies, 1, &touch};
  const carom_surface surface = {.e = 0.6, .mu = 0.4};

  // One contact needs no workspace. Events are listed by default; the path is asked for.
  double w[9], v[3];
  carom_impact_contact contact;
  carom_event events[EVENTS];
  carom_trace_point points[POINTS];
  carom_impact_path path = {.rigid = {.points = points, .capacity = POINTS}};
  const carom_impact_memory memory = {
      .contacts = &contact, .contact_capacity = 1, .events = events, .event_capacity = EVENTS, .path = &path};
  const carom_contact_problem problem = {3, 1, w, v, &surface};
  carom_impact_options options = carom_impact_options_default();
  options.wants |= CAROM_WANT_PATH;
  carom_impact_outcome outcome;
  carom_diag diag;
  if (carom_bodies_contact(&world, w, v, &diag) != CAROM_OK ||
      carom_impact_solve(&problem, &options, &memory, &outcome, &diag) != CAROM_OK) {
    fprintf(stderr, "%s\n", diag.message);
    return 1;
  }
  carom_bodies_apply(&world, contact.impulse, bodies);

  for (int i = 0; i < path.rigid.count; i += path.rigid.count / 5) {
    const double* slip = points[i].velocity;
    printf("I_n = %.4f N s: slip %.4f m/s at %6.1f degrees\n", points[i].impulse[2], hypot(slip[0], slip[1]),
           atan2(slip[1], slip[0]) * 180 / acos(-1));
  }
  for (int i = 0; i < outcome.event_count; ++i)
    printf("%s at I_n = %.4f N s\n", carom_event_word(events[i].type), events[i].impulse_n);
  printf("velocity (%.4f, %.4f, %.4f) m/s, spin (%.4f, %.4f, %.4f) rad/s\n", bodies[0].velocity.x, bodies[0].velocity.y,
         bodies[0].velocity.z, bodies[0].spin.x, bodies[0].spin.y, bodies[0].spin.z);
  return 0;
}
