// The chain's passes. Private to src/motion.
//
// @eq MOR11 (2.1)  M u' = b + g + J^T f   is solved for u' without M:
// Each link is eliminated from the tip inwards. What hangs on the end of link i answers an acceleration a of that end
// with the force P (a + y) + r: P is symmetric, 2 x 2, since a joint carries no torque. In the link's own axes (d along
// it, n across it) with mass m, length l, centre c, inertia I, spin w, and with -l w^2 added to y_d for the way its end
// turns, balance of moments about its inner joint gives the angular acceleration
//   D alpha = -(b . (a + y) - m c y_n + l r_n),  D = I + m c^2 + l^2 P_nn,  b = (l P_dn, m c + l P_nn),
// where a is now the acceleration of the inner joint. The force there has the same form, with P' = m 1 + P - b b^T / D.
// Written out, every difference in P' and in its determinant cancels on paper:
//   P'_nn = E/D,  E = (m + P_nn) I + m P_nn (l - c)^2            P'_dn = P_dn (I + m c (c - l))/D
//   P'_dd = m + S,  S = (P_dd (I + m c^2) + l^2 det P)/D
//   det P' = (m E + m I P_dd + (I + m (l - c)^2) det P)/D
// and with the same y
//   r'_d = r_d - (l^2 P_dn/D) r_n - m (y_d + c w^2) + (m c l P_dn/D) y_n
//   r'_n = ((I + m c (c - l))/D) r_n - (m (I + l (l - c) P_nn)/D) y_n.
// In the end r'_d/P'_dd goes over into y'_d: what is heavy is carried along as an acceleration, so that no large forces
// have to cancel in a light link. Masses of any ratio keep their digits (a ball on a rope of links 1e6 times lighter:
// 1e-15, where a factorisation of the mass matrix is off by 1e-9). In effect it is M = L^T D L, in time linear in the
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
  double b_outer;         ///< l P_nn: the part of b_n that is not its own
  double keep_d, keep_n;  ///< r' = (r_d - keep_d r_n, keep_n r_n): what is left of a force at the inner joint
  double lag_d, lag_n;    ///< and r' += (lag_d y_n, -lag_n y_n)
  double inner_dn;        ///< P'_dn
  double per_inner_dd;    ///< 1/P'_dd
} carom__chain_link;

/// What is left at the inner joint of a force r on the end of a link, in the axes of the link before.
static inline carom_vec2 carom__chain_inwards(const carom__chain_link* k, carom_vec2 r) {
  const double inner_d = r.x - k->keep_d * r.y, inner_n = k->keep_n * r.y;
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
