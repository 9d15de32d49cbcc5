// Slip (B, d, mu) of one contact, scaled, and its invariant directions. Private to the library.
#ifndef CAROM_SPATIAL_INVARIANTS_H
#define CAROM_SPATIAL_INVARIANTS_H

#include "carom/spatial.h"

/// gamma' = -mu B u + d in units in which nothing overflows: gamma' = unit 2^unit_exponent (-m b u + d), with the
/// largest entry of b in [1, 2), m <= 1, and the entries of d below 2. Only the unit and d carry the size of mu when it
/// is large.
typedef struct carom__slip {
  double b11, b12, b22;
  double m;
  carom_vec2 d;
  double det;        ///< of b, to 1.5 ulp
  carom_vec2 solve;  ///< adj(b) d, so that w/mu = solve/(m det)
  /// |w|^2/mu^2 - 1, with full relative precision however close |w| is to mu: > 0 when slip must resume, <= 0 when the
  /// contact can stick. Infinite for mu = 0 with d not 0; -1 for d = 0.
  double excess;
  double unit;
  int unit_exponent;
} carom__slip;

typedef struct carom__slip_input {
  double b11, b12, b22, d1, d2, mu;
} carom__slip_input;

/// b must be positive definite, mu >= 0, all finite.
carom__slip carom__slip_scaled(const carom__slip_input* input);

/// The lambda of an invariant direction u, (m b + lambda) u = d, from the excess: precise for |w| near mu, where
/// u.(d - m b u) cancels.
double carom__slip_small_rate(const carom__slip* s, carom_vec2 u);

/// The one centrifugal direction and its lambda > 0 (in the scaled units); s->excess must be positive.
double carom__slip_centrifugal(const carom__slip* s, carom_vec2* u);

/// The one direction u (of unit length) in which slip grows out of rest, to a few eps, and its growth
/// *rate = d|gamma|/dI_z > 0, to a few eps sqrt(cond B) of itself however small it is. False, with the outputs
/// untouched, when |B^-1 d| <= mu, a comparison made with 32 digits: then the contact can stick.
bool carom__centrifugal_direction(double b11, double b12, double b22, double d1, double d2, double mu, carom_vec2* u,
                                  double* rate);

#endif
