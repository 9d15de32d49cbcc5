// Complementarity: w = q + M z with w >= 0, z >= 0 and w z = 0. Private to the room.
#ifndef CAROM_SIMULTANEOUS_COMPLEMENT_H
#define CAROM_SIMULTANEOUS_COMPLEMENT_H

#include <stdbool.h>

typedef struct carom__complement {
  int n;
  const double *m, *q;  // n * n by rows, n
  const double* noise;  // n: a z or w below zero by no more than this is not below; where it is told as a negative
                        // number, a w must be above zero by more than this
  double least;         // a pivot must be above this
  bool* in;             // n: z_i may be positive. Told
  double* z;            // n: told
} carom__complement;

/// From all z = 0, the worst one first. Where M has positive principal minors the answer is unique, and the order of
/// the rows does not matter. -1; or a row that asks for a z that would not help it, since its pivot is not positive.
int carom__solve_complement(const carom__complement* p);

#endif
