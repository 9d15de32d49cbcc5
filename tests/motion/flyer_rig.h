// A free body to test, with all that it needs to fly.
#ifndef CAROM_TESTS_MOTION_FLYER_RIG_H
#define CAROM_TESTS_MOTION_FLYER_RIG_H

#include "carom/motion.h"
#include "random.h"

enum { CORNERS = 8, PLANES = 3 };  // of a random body

typedef struct flyer_rig {
  carom_body body;
  carom_vec3 corners[CAROM_MOTION_MAX_PAIRS + 1];
  carom_plane planes[PLANES];
  carom_flyer_input input;
  carom_motion motion;
  carom_flyer flyer;
  carom_mover mover;
  double state[13];
} flyer_rig;

/// Makes the mover and the state from the rest.
void flyer_rig_prepare(flyer_rig* r);
/// The unit ball of carom_body_default without gravity, prepared.
void flyer_rig_ball(flyer_rig* r, int dimension);
void flyer_rig_random(flyer_rig* r, test_random* random, int dimension, bool sphere);

/// Largest difference of entries.
double mat3_distance(carom_mat3 a, carom_mat3 b);

#endif
