// An engine that holds its bodies in float32 lets carom resolve one contact: a box strikes the floor with a corner.
#include <stdio.h>

#include "carom/impact.h"

/// A body as engines have it; a static one is all zero.
typedef struct body {
  float inverse_mass, inverse_inertia[3][3];  // about the mass centre, in world axes
  float position[3], velocity[3], spin[3];
} body;

static carom_vec3 vector(const float x[3]) {
  return (carom_vec3){(double)x[0], (double)x[1], (double)x[2]};
}

static carom_strike_body as_carom(const body* from) {
  carom_strike_body to = {.inverse_mass = (double)from->inverse_mass,
                          .position = vector(from->position),
                          .velocity = vector(from->velocity),
                          .spin = vector(from->spin)};
  for (int i = 0; i < 9; ++i) to.inverse_inertia.m[i / 3][i % 3] = (double)from->inverse_inertia[i / 3][i % 3];
  return to;
}

static void write_back(carom_vec3 velocity, carom_vec3 spin, body* to) {
  const double v[3] = {velocity.x, velocity.y, velocity.z}, w[3] = {spin.x, spin.y, spin.z};
  for (int i = 0; i < 3; ++i) {
    to->velocity[i] = (float)v[i];
    to->spin[i] = (float)w[i];
  }
}

/// Strikes a against b, where the normal points from b into a. False, with nothing changed, where there is no answer.
static bool strike(body* a, body* b, const float point[3], const float normal[3], carom_struck* struck) {
  const carom_strike meeting = {.dimension = 3,
                                .a = as_carom(a),
                                .b = as_carom(b),
                                .point = vector(point),
                                .normal = vector(normal),
                                .surface = {.e = 0.4, .mu = 0.5}};
  carom_impact_options options = carom_impact_options_default();
  options.cutoff_speed = 0.02;  // m/s, twice what gravity adds in a step of 1 ms: slower ones are plastic
  if (carom_strike_bodies(&meeting, &options, struck, NULL) != CAROM_OK) return false;
  write_back(struck->velocity_a, struck->spin_a, a);
  write_back(struck->velocity_b, struck->spin_b, b);
  return true;
}

int main(void) {
  body box = {.inverse_mass = 1,
              .inverse_inertia = {{150, 40, 0}, {40, 110, 0}, {0, 0, 90}},
              .position = {0, 0, 0.17f},
              .velocity = {1, 0.5f, -2},
              .spin = {3, -1, 2}};
  body floor = {0};
  carom_struck struck;
  if (!strike(&box, &floor, (float[]){0.08f, -0.05f, 0}, (float[]){0, 0, 1}, &struck)) return 1;
  printf("%s, impulse (%.4f, %.4f, %.4f) N s, energy lost %.4f J\n", struck.contact.mode, struck.impulse.x,
         struck.impulse.y, struck.impulse.z, -struck.energy.change);
  const carom_strike_body after = as_carom(&box);
  printf("velocity (%.4f, %.4f, %.4f) m/s, spin (%.4f, %.4f, %.4f) rad/s\n", after.velocity.x, after.velocity.y,
         after.velocity.z, after.spin.x, after.spin.y, after.spin.z);
  return 0;
}
