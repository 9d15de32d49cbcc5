// Slip whose direction follows the forces, in space. Private to the room.
//
// Where a contact slips slowly its direction follows the forces within the time r/(mu F_n W): stepping would have to
// resolve that time, over and over (after friction has given way r ~ t^2, and a face may turn about a point next to a
// contact). So directions are sought as polynomials through Radau's nodes, at which the velocities that they make must
// be along them: d x v = 0 at every node and contact. Newton's method solves that; given the directions all the rest is
// linear, by the power series of rigid_turn.c.
#ifndef CAROM_SIMULTANEOUS_RIGID_RUB_H
#define CAROM_SIMULTANEOUS_RIGID_RUB_H

#include "math/collocation.h"
#include "simultaneous/rigid.h"

enum {
  CAROM__RUB_MOST = 8,  // contacts: where more slip, slow ones are stepped
  CAROM__RUB_NODES = CAROM__NODES,
};

typedef struct carom__rigid_rub {
  int count;
  int contact[CAROM__RUB_MOST];
  double first[CAROM__RUB_MOST][2];                // directions at the start of the piece
  double turning[CAROM__RUB_MOST];                 // how fast they turn there
  double d[CAROM__RUB_MOST][2][CAROM__RUB_NODES];  // directions at the nodes
  double v[CAROM__RUB_MOST][2][CAROM__RUB_NODES];  // velocities that they make
  double friction[CAROM__RUB_MOST][CAROM__RUB_NODES];
  double effect[2 * CAROM__RUB_MOST][2 * CAROM__RUB_MOST];  // W over the tangents, with the answers of what is held
  bool factored;                                            // Newton's matrix is
  bool turned;                                              // there is a turn before
  double off;                                               // what the last step of Newton's method was
  int pivots[CAROM__RUB_MOST * CAROM__RUB_NODES];
} carom__rigid_rub;

/// Numbers of workspace.
size_t carom__rigid_rub_size(int size, int count);
/// Lists what slips, if it is slow: r->force and r->rate are those of the instant. False if it can be stepped.
bool carom__rigid_find_rub(carom__rigid* r, double length, carom__rigid_rub* rub);
/// A first guess of the directions over a length: as they turn at the start; or as they were over a longer piece.
void carom__rigid_rub_begin(carom__rigid_rub* rub, double length);
void carom__rigid_rub_shorten(carom__rigid* r, carom__rigid_rub* rub, double part);
/// The series of the directions, from their values at the nodes.
void carom__rigid_rub_point(carom__rigid* r, const carom__rigid_rub* rub);
/// A step of Newton's method, once velocities and forces have their series. Returns how far directions were off, as a
/// velocity; negative if the system cannot be solved.
double carom__rigid_rub_turn(carom__rigid* r, carom__rigid_rub* rub, double length);
/// What polynomials cannot follow, as a velocity.
double carom__rigid_rub_tail(const carom__rigid* r, const carom__rigid_rub* rub, double length);
/// Slips, once the directions are found.
void carom__rigid_rub_end(carom__rigid* r, const carom__rigid_rub* rub);

#endif
