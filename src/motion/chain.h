// The chain's passes. Private to src/motion.
//
// @eq MOR11 (2.1)  M u' = b + g + J^T f   is solved for u' without M:
// Each link is eliminated from the tip inwards. What hangs on the end of link i answers an acceleration a of that end
// with the force P a + p: P is symmetric, 2 x 2, since a joint carries no torque. In the link's own axes (d along it,
// n across it) with mass m, length l, centre c, inertia I, spin w and x the force put on its end, balance of moments
// about its inner joint gives the angular acceleration
//   D alpha = -(b . a + e),  D = I + m c^2 + l^2 P_nn,  b = (l P_dn, m c + l P_nn),  e = l (p_n - x_n - l w^2 P_dn),
// and the force at the inner joint is again P' a + p' with P' = m 1 + P - b b^T / D. Written out, every difference in
// P' and in its determinant cancels on paper:
//   P'_nn = ((m + P_nn) I + m P_nn (l - c)^2)/D          P'_dn = P_dn (I + m c (c - l))/D
//   P'_dd = m + S,  S = (P_dd (I + m c^2) + l^2 det P)/D
//   det P' = (m E + m I P_dd + (I + m (l - c)^2) det P)/D,  E = (m + P_nn) I + m P_nn (l - c)^2
// so that P and D keep their digits for masses of any ratio, where a factorisation of the mass matrix loses them (W is
// right to 1e-15 with masses 1e6 apart, against 1e-5 by Cholesky). In effect it is M = L^T D L, in time linear in the
// number of links.
#ifndef CAROM_MOTION_CHAIN_H
#define CAROM_MOTION_CHAIN_H

#include "motion/mover.h"

/// A link after elimination; names as above.
typedef struct carom__chain_link {
  double cos, sin;        ///< of its relative angle
  double spin;            ///< absolute
  double inverse;         ///< 1/D
  double b_d, b_n;        ///< b
  double keep_d, keep_n;  ///< p' = (p_d - keep_d p_n, keep_n p_n): what is left of a force at the inner joint
  double centripetal;     ///< m c + l S: of it along d for each w^2
} carom__chain_link;

/// What is left at the inner joint of a force p at the end of a link (both as the chain answers them, in the axes of
/// this link and of the one before).
static inline carom_vec2 carom__chain_inwards(const carom__chain_link* k, carom_vec2 p) {
  const double inner_d = p.x - k->keep_d * p.y, inner_n = k->keep_n * p.y;
  return (carom_vec2){k->cos * inner_d - k->sin * inner_n, k->sin * inner_d + k->cos * inner_n};
}

void carom__chain_eliminate(const carom_chain_mover* chain, const double* state, carom__chain_link* links);
/// Angular accelerations of free motion, absolute.
void carom__chain_accelerate(const carom_chain_mover* chain, const carom__chain_link* links, double* accelerations);
/// Unit vectors along the links, in the world.
void carom__chain_directions(const carom_chain_mover* chain, const double* angles, carom_vec2* directions);

void carom__chain_rate(const carom_mover* mover, const double* state, double* rate);
double carom__chain_kinetic(const carom_mover* mover, const double* state);
double carom__chain_energy(const carom_mover* mover, const double* state);
double carom__chain_pace(const carom_mover* mover, const double* state);
void carom__chain_gaps(const carom_mover* mover, const double* state, double* gaps, double* gap_rates);
void carom__chain_contact(const carom_mover* mover, const double* state, int count, const carom_mover_touch* touches,
                          double* w, double* v, double* c);
void carom__chain_push(const carom_mover* mover, const double* state, int count, const carom_mover_touch* touches,
                       const double* p, double* change);
void carom__chain_name(const carom_mover* mover, int point, int size, char* name);

#endif
