// Slip from rest, in space. Private to the room.
//
// The first direction d_0 is known (rigid_grip.c), the others follow order by order. With d_n = alpha_n d_0 + delta_n
// e, e across d_0, alpha_n from |d| = 1, and r = r_l t^l + ..: the terms of r d = v_t across d_0 are
//   e.v_(n+1) = r_l delta_(n-s) + sum_(j=l+1..n) r_j e.d_(n+1-j),      l = 1 + s,
// where v_(n+1) feels delta_(n-s) through F_t = -mu F_n d: one small system for all contacts that start. s = 0 is the
// order at which forces begin; it is 1 where all springs start without length. The system can always be solved:
// friction that turns does work against W, and r_l >= 0.
//
// Where friction gives way smoothly r_l = 0: such contacts are slow. (Stepping from r ~ t^2 would be stiff, with a rate
// of 1/t^2.) The velocities then tell delta_(n-s) only as far as W feels it, and where contacts share friction it does
// not feel all of it: there are turns of their forces that move nothing. Those follow from the motion of the next
// order, v_(n+2) = r_(l+1) d_(n-s) + .., across d_0: r_(l+1) delta_(n-s) + sum_(j=l+2..n+1) r_j e.d_(n+2-j) must be a
// motion of the bodies.
#ifndef CAROM_SIMULTANEOUS_RIGID_START_H
#define CAROM_SIMULTANEOUS_RIGID_START_H

#include "simultaneous/rigid.h"

typedef struct carom__rigid_starts {
  int count, shift;
  int contact[CAROM__MOST];
  bool slow[CAROM__MOST];    // begins without acceleration
  double lead[CAROM__MOST];  // r_l; 0 if slow
  int turns, moving;         // combinations of turns that have an effect; the first are of contacts that are not slow
  double* effect;            // count^2: across rates for unit turns
  double* turn;              // turns * count
  double *system, *rows;     // room for systems
} carom__rigid_starts;

/// Before the first order.
void carom__rigid_begin_starts(carom__rigid* r, carom__rigid_starts* s);
/// Before the forces of order n: the part of d that is known.
void carom__rigid_prepare_starts(carom__rigid* r, const carom__rigid_starts* s, int n);
/// Adds to the forces of order n what the turning demands.
void carom__rigid_turn_starts(carom__rigid* r, carom__rigid_starts* s, int n, double* force);
/// After the velocities of order n + 1: r_(n+1).
void carom__rigid_end_starts(carom__rigid* r, carom__rigid_starts* s, int n);

#endif
