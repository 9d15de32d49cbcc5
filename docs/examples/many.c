// The falling rod again, for a hundred thousand coefficients of friction at once: from which one on does its tip stick?
// end?
#include <stdio.h>

#include "carom/array.h"

enum { COUNT = 100001 };

/// One impact: what differs, and what is wanted. carom reads and writes the fields where they are.
typedef struct hit {
  double mu, impulse[2];
  uint8_t mode, status;
} hit;

int main(void) {
  static hit hits[COUNT];
  for (int i = 0; i < COUNT; ++i) hits[i].mu = 1.0 * i / (COUNT - 1);

  // A column is an address and a step in bytes; step 0 gives every element the same number. Inputs that are left out
  // have their defaults, outputs that are left out are not wanted.
  const double w_tt = 2.5, w_tn = -1.5, w_nn = 2.5, v_t = 0.6, v_n = -1, e = 0.9;
  const ptrdiff_t step = sizeof *hits;
  const carom_planar_array array = {.w = {{{&w_tt, 0}, {&w_tn, 0}}, {{NULL, 0}, {&w_nn, 0}}},
                                    .v = {{&v_t, 0}, {&v_n, 0}},
                                    .surface = {.e = {&e, 0}, .mu = {&hits->mu, step}},
                                    .impulse = {{&hits->impulse[0], step}, {&hits->impulse[1], step}},
                                    .answer = {.mode = {&hits->mode, step}, .status = {&hits->status, step}}};

  // Any range can be solved alone, so threads can share an array. Here it is one range.
  const ptrdiff_t unanswered = carom_planar_solve_array(&array, 0, COUNT);
  printf("%d impacts, %td without an answer\n", COUNT, unanswered);
  for (int i = 0; i < COUNT; ++i)
    if (i == 0 || hits[i].mode != hits[i - 1].mode)
      printf("from mu = %.5f: %-10s impulse (%.5f, %.5f) N s\n", hits[i].mu,
             carom_planar_mode_word((carom_planar_mode)hits[i].mode), hits[i].impulse[0], hits[i].impulse[1]);
  return 0;
}
