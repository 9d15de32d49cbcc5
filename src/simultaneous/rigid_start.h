// Slip from rest, in space. Private to the room.
//
// The first direction d_0 is known (rigid_grip.c), the others follow order by order. With d_n = alpha_n d_0 + delta_n
// e, e across d_0, alpha_n from |d| = 1, and r = r_l t^l + ..: the terms of r d = v_t across d_0 are
//   e.v_(n+1) = r_l delta_(n-s) + sum_(j=l+1..n) r_j e.d_(n+1-j),      l = 1 + s,
// where v_(n+1) feels delta_(n-s) through F_t = -mu F_n d: one small system for all contacts that start. s = 0 is the
// order at which forces begin; it is 1 where all springs start without length. The system can always be solved:
// friction that turns does work against W, and r_l >= 0. (Stepping from r ~ t^2 instead would be stiff, with a rate of
// 1/t^2.)
#ifndef CAROM_SIMULTANEOUS_RIGID_START_H
#define CAROM_SIMULTANEOUS_RIGID_START_H

#include "simultaneous/rigid.h"

typedef struct carom__rigid_starts {
  int count, shift;
  int contact[CAROM__MOST];
  double lead[CAROM__MOST];  // r_l
} carom__rigid_starts;

/// Before the first order.
void carom__rigid_begin_starts(carom__rigid* r, carom__rigid_starts* s);
/// Before the forces of order n: the part of d that is known.
void carom__rigid_prepare_starts(carom__rigid* r, const carom__rigid_starts* s, int n);
/// Adds to the forces of order n what the turning demands.
void carom__rigid_turn_starts(carom__rigid* r, const carom__rigid_starts* s, int n, double* force);
/// After the velocities of order n + 1: r_(n+1).
void carom__rigid_end_starts(carom__rigid* r, carom__rigid_starts* s, int n);

#endif
