// A leg of two links swings its foot onto the floor: how fast do its joints turn afterwards?
#include <math.h>
#include <stdio.h>

#include "carom/impact.h"

enum { DOF = 2, AXES = 3 };

int main(void) {
  // The leg, as robot code has it: thigh and shank of 1 kg and 0.4 m, angles from straight down, mass matrix, and how
  // the foot moves with the joints. The leg stays in the x-z plane, so the row of the second tangent is zero.
  const double m = 1, l = 0.4, thigh = 0.5, shank = -0.2, c = cos(thigh - shank);
  const double mass_matrix[DOF * DOF] = {m * l * l * 4 / 3, m * l * l * c / 2, m * l * l * c / 2, m * l * l / 3};
  const double jacobian[AXES * DOF] = {l * cos(thigh),
                                       l * cos(shank),  // t1: x
                                       0,
                                       0,  // t2: y
                                       l * sin(thigh),
                                       l * sin(shank)};  // n: z, out of the floor and into the foot
  double velocity[DOF] = {-2, 3};

  // The floor. What is not named has its default.
  const carom_surface surface = {.e = 0.2, .mu = 0.6};

  // One call. The workspace is ours; its size follows from the numbers of joints and contacts.
  double workspace[200];
  const carom_mechanism_strike strike = {.mechanism = {.dof = DOF,
                                                       .dimension = AXES,
                                                       .contact_count = 1,
                                                       .mass_matrix = mass_matrix,
                                                       .velocity = velocity,
                                                       .jacobian = jacobian},
                                         .surfaces = &surface,
                                         .workspace = workspace,
                                         .workspace_capacity = sizeof workspace / sizeof *workspace};
  carom_impact_outcome outcome;
  carom_diag diag;
  if (carom_strike_mechanism(&strike, NULL, velocity, &outcome, &diag) != CAROM_OK) {
    fprintf(stderr, "%s\n", diag.message);
    return 1;
  }

  const carom_impact_contact* foot = &outcome.contacts[0];
  printf("%s law, %s\n", carom_model_word(outcome.model), foot->mode);
  printf("foot  (%.4f, %.4f) -> (%.4f, %.4f) m/s\n", foot->velocity_before[0], foot->velocity_before[2],
         foot->velocity_after[0], foot->velocity_after[2]);
  printf("thigh %.4f rad/s, shank %.4f rad/s, energy lost %.4f J\n", velocity[0], velocity[1], -outcome.energy.change);
  return 0;
}
