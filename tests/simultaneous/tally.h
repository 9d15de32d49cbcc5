// Counts and times of one family, and its line in the table.
#ifndef CAROM_TESTS_SIMULTANEOUS_TALLY_H
#define CAROM_TESTS_SIMULTANEOUS_TALLY_H

#include "simultaneous/judge.h"

typedef struct tally {
  const family* of;
  bool rigid;
  int count, none, late, approximate, sensitive, laws, order, touch, wrong, ties, limit, tender, judged;
  double worst;     // against the oracle
  double* seconds;  // count of them
} tally;

void tally_start(tally* t, const family* f, bool rigid, int most);
void tally_add(tally* t, int index, const verdict* v);
void tally_end(tally* t);

void tally_print_head(void);
void tally_print(tally* t);
/// A line that tells what is wrong with one collision, if anything is.
void tally_print_fault(const tally* t, uint64_t seed, int index, const verdict* v);

#endif
