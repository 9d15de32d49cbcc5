// Contacts that creep, in space. Private to the room.
//
// After friction has just given way a contact moves slowly at its limit: r ~ t^2, while its direction follows the
// forces within r/(mu F_n W). Stepping would have to resolve that time, over and over. So the slow motion is sought
// itself: the one whose direction follows. With u the velocities along the surface of the contacts that creep (in
// coordinates that can change: W may tie them), friction f(u) of degree 0 and u' = b + W f(u), the terms of order n say
//   W f'(u_0) u_n = (n + 1) u_(n+1) - b_n - W (what f_n has of earlier terms),
// where f'(u_0) ~ 1/r is large: u_(n+1), from the sweep before, matters little. Friction knows directions alone:
// f'(u_0) feels velocities across the directions, and in what it does not feel u_n follows from the order before, as
// elsewhere.
#ifndef CAROM_SIMULTANEOUS_RIGID_CREEP_H
#define CAROM_SIMULTANEOUS_RIGID_CREEP_H

#include "simultaneous/rigid.h"

enum {
  CAROM__CREEP_MOST = 10,  // contacts: more are stepped
  CAROM__CREEP_ROWS = 2 * CAROM__CREEP_MOST,
};

typedef struct carom__rigid_creep {
  int count, rank, felt;
  int strong;  // the first of the contacts: their directions follow; those of the others go with them
  int contact[CAROM__CREEP_MOST];
  int basis[CAROM__CREEP_ROWS];                            // rank rows, of 2 count, that are coordinates
  double map[CAROM__CREEP_ROWS * CAROM__CREEP_ROWS];       // velocities of all rows per coordinate
  double core[CAROM__CREEP_ROWS * CAROM__CREEP_ROWS];      // W over the coordinates, with the answers of what is held
  double across[CAROM__CREEP_MOST * CAROM__CREEP_ROWS];    // felt: motions that turn directions, orthonormal by W^-1
  double dual[CAROM__CREEP_MOST * CAROM__CREEP_ROWS];      // W^-1 of them
  double inverse[CAROM__CREEP_MOST * CAROM__CREEP_MOST];   // felt * felt: of W f'(u_0) among them
  double u0[CAROM__CREEP_ROWS], first[CAROM__CREEP_ROWS];  // u_0, and what it was before it was turned
  double next[CAROM__CREEP_ROWS];                          // u_n as it follows from the order before
  double old[CAROM__CREEP_ROWS * CAROM__RIGID_TERMS];      // u_n of the sweep before
  double change[CAROM__RIGID_TERMS];                       // of u_n since then, and from what the forces make of it
} carom__rigid_creep;

/// Contacts that creep, in a piece of about this length; r->force and r->rate are those of the instant. False if none
/// does.
bool carom__rigid_find_creep(carom__rigid* r, double length, carom__rigid_creep* creep);
/// Directions are again those of the velocities.
void carom__rigid_end_creep(carom__rigid* r, const carom__rigid_creep* creep);
/// Turns u_0 to the slow motion, and sets velocities, slips and directions of order 0. force: room.
void carom__rigid_creep_begin(carom__rigid* r, carom__rigid_creep* creep, double length);
/// Takes the velocities of order n out, and puts back those that follow from the rates of the forces without them.
void carom__rigid_creep_clear(carom__rigid* r, carom__rigid_creep* creep, int n);
void carom__rigid_creep_solve(carom__rigid* r, carom__rigid_creep* creep, int n, double length);
/// How far u_0 was off the slow motion.
double carom__rigid_creep_off(const carom__rigid_creep* creep);
/// The part of the length at which what the sweeps still change is below `wanted`; 0 if it is not even at the start.
double carom__rigid_creep_part(const carom__rigid_creep* creep, double wanted);

#endif
