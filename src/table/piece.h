// How a ball goes on by itself: pieces in closed form. Private to the library.
//
// A ball with the inertia k m R^2 (k = 2/5 where it is solid) has the slip s = v + omega x (-R n) at its lowest point.
//   slide   friction -mu_s m g s/|s| acts there: v' = -mu_s g s/|s|, omega' = mu_s g/(k R) n x s/|s|, so that
//           s' = -mu_s g (1 + 1/k) s/|s|: slip keeps its direction and v describes a parabola.
//           Slip ends after k |s|/((1 + k) mu_s g), with v = v0 - k/(1 + k) s0.
//   roll    the cloth resists with the moment mu_r m g R, so v' = -mu_r g/(1 + k) v/|v|, on a straight line.
//   spin    about the vertical it dies at a constant rate whatever the ball does on the cloth.
// No impulse at the lowest point changes v - k/(1 + k) s, the angular momentum about that point: whatever slides, grips
// or hops on the way, this is the velocity with which the ball begins to roll. Nor does any change the spin about n.
#ifndef CAROM_TABLE_PIECE_H
#define CAROM_TABLE_PIECE_H

#include "carom/motion.h"

/// A ball and the cloth under it.
typedef struct carom__ground {
  double mass, radius, k;    // k: inertia as a part of m R^2
  double slide, roll, spin;  // friction coefficients; rad/s^2
  double gravity;            // m/s^2
} carom__ground;

/// Axes (x, y) along the cloth and z up.
typedef struct carom__ball {
  carom_vec3 position, velocity, spin;
} carom__ball;

/// How a piece goes on: for how long by itself, and what acts meanwhile.
typedef struct carom__course {
  carom_phase phase;
  double duration;  // s, may be infinite
  carom_vec3 acceleration, spin_rate;
} carom__course;

/// J that a piece took.
typedef struct carom__piece_loss {
  double slide, roll, spin;
} carom__piece_loss;

/// The velocity of the lowest point, zero along x and y when the ball rolls.
carom_vec3 carom__slip(const carom__ground* ground, const carom__ball* ball);

/// m/s: what is slower than this is rounding of the ball's own speeds.
double carom__noise(const carom__ground* ground, const carom__ball* ball);

/// A flight from this height [m] above the cloth, with velocity.z up.
carom__course carom__fly(const carom__ground* ground, const carom__ball* ball, double height);

/// On the cloth: slides where it slips faster than noise, else rolls where it moves faster than that, else turns on the
/// spot, else rests. What is noise is taken away from the ball.
carom__course carom__go(const carom__ground* ground, double noise, carom__ball* ball);

/// The ball after this time on its course.
carom__ball carom__after(const carom__course* course, const carom__ball* ball, double time);

/// The ball at the end of its course, where the phase makes some of its numbers exact: it lands as fast as energy says,
/// rolls without slip, stands. `floor` is the height of its centre on the cloth.
carom__ball carom__at_end(const carom__ground* ground, const carom__course* course, const carom__ball* ball,
                          double floor);

/// What the course took from the ball in this time; `ended`: it went to its end.
carom__piece_loss carom__lost(const carom__ground* ground, const carom__course* course, const carom__ball* ball,
                              double time, bool ended);

#endif
