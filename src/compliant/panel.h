// One panel of slip whose direction turns: collocation in the normal impulse, closed on an event. Private to the room.
//
// z = tan(half the angle that the spring has turned since the panel began); the first axis is along the spring then.
// Velocities and energies are quadratures of z, so z at the nodes and the panel's length are all that is unknown.
#ifndef CAROM_COMPLIANT_PANEL_H
#define CAROM_COMPLIANT_PANEL_H

#include <stdbool.h>

#include "math/collocation.h"

/// What the panel's length is determined by.
typedef enum carom__closing {
  CAROM__CLOSE_NOTHING,  // it is given
  CAROM__CLOSE_NORMAL,   // v_n = 0 at the end
  CAROM__CLOSE_STICK,    // slip speed = 0 at the end
  CAROM__CLOSE_ENERGY,   // E_n = 0 at the end
  CAROM__CLOSE_NEARLY,   // E_n = 0 at normal impulse h, just behind the end
} carom__closing;

typedef struct carom__panel {
  const carom__panel_rule* rule;
  carom__closing closing;
  double mu, capacity, kappa;         // capacity = 2 mu eta0^2 k, kappa = mu eta0^2 k
  double b11, b12, b22, d1, d2, wnn;  // W in the panel's frame
  double p0, r0, n0, energy0;         // velocity along the spring, across it, normal; energy of the normal spring
  double h;                           // normal impulse of the panel, and of what is left behind it
  double z[CAROM__NODES];
  double cosine1[CAROM__NODES];  // cos - 1
  double sine[CAROM__NODES];
  double p[CAROM__NODES], r[CAROM__NODES], n[CAROM__NODES], energy[CAROM__NODES];
  double sigma[CAROM__NODES];  // slip speed
  int iterations;
} carom__panel;

/// Solves the panel; h is the first guess where it is unknown. False if Newton's iteration does not converge or leaves
/// sense.
bool carom__panel_solve(carom__panel* panel);

/// The largest of the last Legendre coefficients of z: how well twelve nodes resolve it.
double carom__panel_tail(const carom__panel* panel);

/// Normal impulse of the panel; integrals of cos and sin over it.
typedef struct carom__panel_sums {
  double q, along, across;
} carom__panel_sums;

/// How a solved panel answers to its numbers.
typedef struct carom__panel_change {
  double mu, kappa;  // capacity goes with kappa
  double b11, b12, b22, d1, d2, wnn;
  double p0, r0, n0, energy0;
  // What follows. Where the panel is closed on E = 0, now or just behind, its length goes along; else it stays.
  double z[CAROM__NODES];
  double q, along, across, energy;  // of the sums, and at the end
} carom__panel_change;

/// False where the equations of the panel are singular.
bool carom__panel_differentiate(const carom__panel* panel, int count, carom__panel_change* changes,
                                carom__panel_sums* sums);

#endif
