// The hodograph with four tangents, for derivatives of the spatial outcome. Private to the spatial room.
//
// With A = mu B and dI_z = r ds
//   gamma_s = -A gamma + d r,   I_s = r,   P_s = r^2,   K_s = gamma,   M_s = K r
// depends on seven numbers: A, d and gamma at the start. A lane carries the derivative of the state by one of them, or
// by a combination, at fixed s; symmetries give what four lanes leave out (carom__tangent_lift).
#ifndef CAROM_SPATIAL_TANGENT_H
#define CAROM_SPATIAL_TANGENT_H

#include "carom/spatial.h"

enum { CAROM__TANGENT_MAX_STEPS = 400 };

typedef double carom__quad __attribute__((vector_size(32)));

/// Where slip is.
typedef struct carom__slip_state {
  double x, y;    // gamma
  double i, p;    // I_z and P = int r dI_z
  double k1, k2;  // K = int gamma ds; the tangential impulse is -mu K
  double m1, m2;  // M = int K dI_z
  carom__quad dx, dy, di, dp, dk1, dk2;
  carom__quad dn;  // d.dM
} carom__slip_state;

/// What is carried along: P alone, K, or K and M.
typedef enum carom__tangent_depth { CAROM__CARRY_P, CAROM__CARRY_K, CAROM__CARRY_M } carom__tangent_depth;

typedef struct carom__hodograph {
  double a11, a12, a22, d1, d2;
  double rho;                              // tr A + |d|: no rate exceeds it
  carom__quad da11, da12, da22, dd1, dd2;  // what the lanes differentiate by
  bool along_d;                            // they are alpha, beta, tau and d across itself, not alpha, beta, d1 and d2
  carom__tangent_depth depth;
  double first_speed;
  carom_vec2 arrival;  // the direction of slip where it vanished
  int steps;
  carom__slip_state now;
} carom__hodograph;

/// A hodograph that starts at gamma = (x, y), not 0, with A and d, not both 0.
carom__hodograph carom__tangent_start(const double a[3], const double d[2], const double gamma[2],
                                      carom__tangent_depth depth);

/// The same slip, from where it is on: I, P, K and M, and their lanes, count from here.
carom__hodograph carom__tangent_restart(const carom__hodograph* h, carom__tangent_depth depth);

/// Goes on until I_z is `last`, and writes the states at each of `stops`, in rising order, which lie before it. False
/// if it takes more than CAROM__TANGENT_MAX_STEPS.
bool carom__tangent_walk(carom__hodograph* h, int count, const double* stops, carom__slip_state* states, double last);
/// The same until slip vanishes.
bool carom__tangent_walk_to_rest(carom__hodograph* h, int count, const double* stops, carom__slip_state* states);

/// Finishes the arc to gamma = 0 in one go (x, y, I, P alone); false where it is too far.
bool carom__tangent_arc_end(carom__hodograph* h);

/// Goes on until slip vanishes or comes near the ray on which it grows out of rest: the I_z at which it vanishes, or at
/// which it would have left rest on that ray.
bool carom__tangent_walk_to_ray(carom__hodograph* h, double* start);
/// That I_z where slip is near the ray; false where it is too far.
bool carom__tangent_ray_start(const carom__hodograph* h, double* start);

/// Whether the direction of slip has settled, so that the state can be written down until I_z is `last`.
bool carom__tangent_is_straight(const carom__hodograph* h, double last);
/// That state, for an I_z up to there.
carom__slip_state carom__tangent_straight(const carom__hodograph* h, double impulse);

/// Quantities of a state that can be differentiated.
typedef enum carom__slip_quantity {
  CAROM__SLIP_X,
  CAROM__SLIP_Y,
  CAROM__SLIP_I,
  CAROM__SLIP_P,
  CAROM__SLIP_K1,
  CAROM__SLIP_K2,
  CAROM__SLIP_N,  ///< d.M
  CAROM__SLIP_QUANTITIES
} carom__slip_quantity;

/// The derivatives of a quantity by A11, A12, A22, d1, d2, gamma_x, gamma_y at fixed s.
typedef struct carom__slip_column {
  double value;
  double by[7];
} carom__slip_column;

carom__slip_column carom__tangent_lift(const carom__hodograph* h, const carom__slip_state* state,
                                       const double gamma0[2], carom__slip_quantity quantity);

#endif
