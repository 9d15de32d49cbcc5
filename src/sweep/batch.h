/// @file batch.h
/// Many rows at once: private to the files that make and use a batch.
#ifndef CAROM_SWEEP_BATCH_H
#define CAROM_SWEEP_BATCH_H

#include "sweep/worker.h"
#include "vary/vary.h"

enum { CAROM__BATCH_AXES = 3, CAROM__BATCH_MODES = 16 };

/// Numbers of a contact problem that an input can be, as it is: v first.
typedef enum carom__feed {
  CAROM__FEED_E = CAROM__BATCH_AXES,
  CAROM__FEED_MU,
  CAROM__FEED_MU_STATIC,
  CAROM__FEED_STIFFNESS,
  CAROM__FEED_EXPONENT,
  CAROM__FEED_COUNT,
} carom__feed;

/// A number of the problem: where it stands in the scenario, and which of the sampler's inputs it is; -1: none.
typedef struct carom__feeder {
  const double* place;
  int source;
} carom__feeder;

typedef double carom__lane[CAROM__BATCH_ROWS];

struct carom__batch {
  carom__binding* binding;
  carom__solver* solver;
  carom__pick picks[CAROM_SWEEP_MOST_OUTPUTS];
  const double* columns[CAROM_SWEEP_MOST_OUTPUTS];  ///< where numbers are read as they are; NULL
  bool is_direct;                                   ///< every output is, or is a mode
  bool needs_energy;                                ///< that before, or after
  bool same_problem;                                ///< surfaces alone are varied: W and v are those of the first row
  bool posed;
  bool is_fed;  ///< the columns of the inputs are those of the problem: no row has to go through the scenario
  carom__feeder feeders[CAROM__FEED_COUNT];
  char words[2][CAROM__BATCH_MODES][CAROM_SWEEP_WORD_SIZE];  ///< of modes, in space and in the plane
  double w_before[CAROM__BATCH_AXES * CAROM__BATCH_AXES],
      most_inverse;  ///< the last W, and the trace of its inverse; where nobody wants energies
  bool follows[CAROM__BATCH_ROWS];
  carom__lane w[CAROM__BATCH_AXES][CAROM__BATCH_AXES], v[CAROM__BATCH_AXES], e, mu, mu_static, stiffness, exponent,
      energy_before;
  int64_t law[CAROM__BATCH_ROWS];
  carom__lane impulse[CAROM__BATCH_AXES], after[CAROM__BATCH_AXES], friction, restitution, spring, change;
  uint8_t model[CAROM__BATCH_ROWS], mode[CAROM__BATCH_ROWS], status[CAROM__BATCH_ROWS];
};

#endif
