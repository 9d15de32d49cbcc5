// A chain to test, with all that it needs.
#ifndef CAROM_TESTS_MOTION_CHAIN_RIG_H
#define CAROM_TESTS_MOTION_CHAIN_RIG_H

#include "carom/motion.h"
#include "random.h"

enum { MAX = CAROM_CHAIN_MAX_LINKS, PLANES = 2 };  // planes of a random chain

typedef struct chain_rig {
  carom_link links[MAX];
  double angles[MAX], rates[MAX], state[2 * MAX];
  carom_plane planes[CAROM_MOTION_MAX_PAIRS];
  carom_chain chain;
  carom_motion motion;
  carom_chain_mover prepared;
  carom_mover mover;
} chain_rig;

/// Makes the mover and the state from the rest.
void chain_rig_prepare(chain_rig* r);
/// Equal slender bars of length and mass 1 over a floor, prepared.
void chain_rig_bars(chain_rig* r, int n);
void chain_rig_random(chain_rig* r, test_random* random, int n);

#endif
