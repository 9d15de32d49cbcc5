// The rules of a contact's springs, for one contact alone and for several. Private to the library.
//
// A normal spring that is pressed on hardens at every end of compression, its force unchanged; with e < 1 its swings
// shrink until it is as good as rigid. The lock is that limit: v_n = 0, held by the force lambda that this takes.
#ifndef CAROM_CONTACT_SPRING_H
#define CAROM_CONTACT_SPRING_H

#include <math.h>
#include <stdbool.h>

/// The part of its energy that a normal spring keeps at an end of compression. Its force stays: x <- x e^2, k <- k/e^2.
// @eq JIA10 (3)  k = k0 in compression, k0/e^2 in restitution
static inline double carom__kept_at_end(double e) {
  return e * e;
}

/// The velocity with which a spring of stiffness k swings under a force of this size.
static inline double carom__swing_speed(double force, double w_nn, double k) {
  return force * sqrt(w_nn / k);
}

/// A lock holds what presses on it, whichever spring it is that presses, and lets go of what draws it open.
static inline bool carom__may_lock(double lambda) {
  return lambda > 0;
}

/// How the normal velocity of a held contact that slides answers to its own force: w_nn - mu s^.w_nt. Where that is not
/// positive, friction presses it together more than the force opens it. It cannot slide then: the force runs away to 0.
static inline bool carom__is_wedged(double opens) {
  return !(opens > 0);
}

#endif
