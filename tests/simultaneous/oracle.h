// A judge for collisions with several contacts: the stated model, stepped by brute force. It shares with the library
// the model and nothing else, so that it can tell wrong answers.
//
// The model. v = v0 + W I. Normal springs F = k (-x)^p, x <= 0; at every end of compression k <- k/e^2p, x <- e^2 x.
// With eta2 > 0 tangential springs kt = k/eta2, |kt s| <= mu F; with eta2 = 0 Coulomb's law itself. A contact ends at x
// = 0 and comes back with the k it had. The limit. A contact whose spring can give back no more than `tol` of the speed
// is infinitely hard: k becomes the first k/tol^2, so that all such springs keep the ratio of their first stiffness, F
// stays, and a dashpot lets its hum die. Steps. Leapfrog for the springs that swing, friction by return mapping or,
// where it is rigid, from the quadratic program of the step; hard contacts implicitly, from a complementarity problem.
// The answer is good if it no longer depends on the step and on tol: both are lowered until three runs agree.
//
// How far to trust it, asked for 5e-5 (largest difference, of the speed):
//   stored references of springs, locks and rigid friction, in plane and space      65     4.6e-5
//   one contact, mu to 2, jams included: planar, spatial (also Hertz), on springs    3000 each    6e-4, 2e-4, 3e-4
//   the exact solver for rigid friction in the plane, 2-5 contacts                 450    none beyond 1e-3
// Its own estimate is below 1e-4 nearly everywhere. Judge with |v - v_oracle| <= max(1e-3, 10 error) speed.
// What to mind:
// - e = 0 makes a contact hard at its first end of compression, also where only its own tangential spring presses. The
//   limit of small e may be another: if the first swing takes the force to 0 the contact opens and its spring is lost.
// - A wedge (stubborn > 0) is decided by the last forces.
// - A tie is decided by rounding here too. Before calling a symmetric case wrong, move v by 1e-10 within the range of
// W.
// - It cannot follow stiffness ratios of 1e6 and more with e near 1 (ended is false, or error large).
#ifndef CAROM_TESTS_SIMULTANEOUS_ORACLE_H
#define CAROM_TESTS_SIMULTANEOUS_ORACLE_H

#include "carom/contact.h"

enum { ORACLE_CONTACTS = 32, ORACLE_SIZE = 3 * ORACLE_CONTACTS };

typedef struct oracle_wish {
  double accuracy;  // of v as a part of the speed: what three runs must agree to
  long steps;       // for each of the runs
} oracle_wish;

typedef struct oracle_answer {
  double v[ORACLE_SIZE], impulse[ORACLE_SIZE];
  double speed;   // the largest entry of v, before or after
  double error;   // difference of the last runs, as a part of the speed
  bool ended;     // else steps or time were spent, and nothing is known
  bool wedged;    // it ended at rest, with springs under load
  long steps;     // of the last run
  int locks;      // contacts that became hard, in the last run
  long stubborn;  // its steps whose complementarity problem had no clean solution
} oracle_answer;

/// All contacts with friction have eta2 > 0, or none has.
void oracle_solve(const carom_contact_problem* problem, oracle_wish wish, oracle_answer* answer);

#endif
