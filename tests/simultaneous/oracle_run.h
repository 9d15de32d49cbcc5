// One run of the oracle: its state, and what its files ask of each other.
#ifndef CAROM_TESTS_SIMULTANEOUS_ORACLE_RUN_H
#define CAROM_TESTS_SIMULTANEOUS_ORACLE_RUN_H

#include "simultaneous/oracle.h"

typedef enum oracle_phase { ORACLE_APART, ORACLE_COMPRESS, ORACLE_RESTORE, ORACLE_HARD } oracle_phase;

/// How a hard contact carries its force in a step.
typedef enum oracle_piece { ORACLE_OPEN, ORACLE_STICK, ORACLE_SLIP } oracle_piece;

typedef struct oracle_contact {
  double e, mu, exponent, first_k, kt;  // kt: 0 without friction and where it is rigid
  oracle_phase phase;
  double x, s[2], k, peak;  // peak: -x at the end of the compression
  double quick;             // the largest |v| of the compression so far
  double hard, damping;     // while hard: stiffness and dashpot
  double force;             // while hard: of the last step
  oracle_piece piece;
  bool slides;  // rigid friction: slip is far from stopping
} oracle_contact;

typedef struct oracle_run {
  int d, n, size;
  const double* w;
  bool rigid;
  double tol, speed, dt;
  double v[ORACLE_SIZE], impulse[ORACLE_SIZE], force[ORACLE_SIZE];
  oracle_contact c[ORACLE_CONTACTS];
  long stubborn;
  int locks;
} oracle_run;

static inline double oracle_w(const oracle_run* r, int i, int j) {
  return r->w[i * r->size + j];
}

/// Where the normal of contact i stands.
static inline int oracle_normal(const oracle_run* r, int i) {
  return i * r->d + r->d - 1;
}

static inline double oracle_w_nn(const oracle_run* r, int i) {
  return oracle_w(r, oracle_normal(r, i), oracle_normal(r, i));
}

double oracle_stretch(const oracle_run* r, int i);

/// Normal forces of the hard contacts in this step, where friction hangs on springs. r->force has all others.
void oracle_hold(oracle_run* r);

/// Forces of rigid friction at all active contacts, and the normal ones of the hard contacts. r->force has the normal
/// springs and, at the start of the search, the tangential forces of the last step.
void oracle_rub(oracle_run* r);

/// One collision with steps of frac/omega; false if it did not end.
bool oracle_walk(oracle_run* r, double frac, long steps, oracle_answer* out);

#endif
