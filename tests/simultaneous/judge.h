// Judges one collision of a family: is there an answer, does it keep the laws, does the order of the contacts matter,
// does a touch of v matter, and does the oracle agree. Every solve runs in a process of its own with a limit of time.
#ifndef CAROM_TESTS_SIMULTANEOUS_JUDGE_H
#define CAROM_TESTS_SIMULTANEOUS_JUDGE_H

#include "carom/simultaneous.h"
#include "simultaneous/families.h"
#include "simultaneous/oracle.h"

/// What the judge looks at, and how long.
typedef struct judge_rules {
  double solve_seconds;   // of processor time, for one solve; beyond it there is no answer
  double oracle_seconds;  // the same for the oracle; 0: it is not asked
  oracle_wish wish;
} judge_rules;

judge_rules judge_rules_default(void);

typedef enum judge_fault {
  JUDGE_NO_ANSWER = 1,  // a status that is not CAROM_OK, or the time was spent
  JUDGE_LAW = 2,        // v = v0 + W I, the cone, the energy, the approach, the ledger
  JUDGE_ORDER = 4,      // another order of the contacts gives another answer
  JUDGE_TOUCH = 8,      // v moved by 1e-10 within the range of W gives another answer
  JUDGE_WRONG = 16,     // the oracle says otherwise
} judge_fault;

typedef struct verdict {
  unsigned faults;                                // judge_fault bits
  carom_status status;                            // of the first solve
  bool late;                                      // it spent its time
  double seconds;                                 // of processor time
  unsigned warnings;                              // carom_warning bits
  double velocity, cone, gain, approach, ledger;  // as parts of the largest terms
  double order, touch;                            // how much v changes, as a part of the speed
  double off, error;                              // against the oracle, of the speed, and the oracle's own estimate
  bool judged;                                    // the oracle knows
  bool tie;     // it says otherwise, but a touch of v changes its own answer, or makes both agree
  bool limit;   // it says otherwise for e = 0, but agrees in the limit of small e
  bool tender;  // a touch changes the answer, and the oracle's too
  carom_diag diag;
} verdict;

void judge(const family_problem* p, const judge_rules* rules, verdict* v);

/// The faults in words.
void judge_describe(const verdict* v, char* text, size_t size);

/// v with a touch of 1e-10 within the range of W: W g, for some g. The judge's own has the seed 1.
void judge_touch(const family_problem* p, uint64_t seed, family_problem* to);

/// How far two velocities may lie apart, as a part of the speed, for the order of contacts not to matter.
double judge_order_tolerance(const family_problem* p, const verdict* v);

#endif
