// Made impacts with known truth, as a table.
#ifndef CAROM_TESTS_FIT_MADE_H
#define CAROM_TESTS_FIT_MADE_H

#include "carom/fit.h"
#include "random.h"

typedef struct made {
  carom_law law;
  double mu, e;
  double noise;  ///< on the velocities after, as a part of the speed
  int count;
  double slip;       ///< m/s, 2: all modes; less: everything sticks
  double power;      ///< of e(v) = e (v/2)^-power
  double spin_unit;  ///< 1: rad/s; 180/pi: degrees
  double length_unit;
  bool in_contact_space, left_handed;
} made;

/// Stronge's law, mu 0.2, e 0.6, 200 impacts without noise.
made made_default(void);

/// The table, for the caller to free with carom_text_free.
carom_text made_table(const made* made, test_random* random);

#endif
