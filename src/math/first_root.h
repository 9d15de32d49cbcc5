// The first time at which one of several functions falls to zero, with a guarantee: with a bound on every second
// derivative no root is jumped over, however narrow the dip.
#ifndef CAROM_MATH_FIRST_ROOT_H
#define CAROM_MATH_FIRST_ROOT_H

/// All functions and their rates at t.
typedef void carom__functions(double t, double* values, double* rates, void* context);

/// One of them and its rate, the same bits.
typedef void carom__function(double t, int i, double* value, double* rate, void* context);

enum { CAROM__MAX_FUNCTIONS = 384, CAROM__FIRST_ROOT_ROWS = 9 };

/// A function that starts within its noise is not armed: it is expected to rise, and armed once it is above. Until
/// then only a fall below -noise counts: at t = 0 when its first rate makes that certain, else where it happens.
typedef struct carom__first_root_problem {
  int count;  // functions, at most CAROM__MAX_FUNCTIONS
  carom__functions* evaluate;
  carom__function* evaluate_one;  // NULL: all take hardly longer
  void* context;
  const double* bounds;  // on |g_i''| over [0, t_end]
  const double* noise;   // values of this size count as zero
  double floor_step;     // within a step of this length each function turns at most once: 0.15/omega_max for sinusoids
  int most;              // evaluations that are worth it, up to about 4,000; 0: so many
  double t_end;
  double omega;  // |g_i''''| <= bounds omega^2: for sums of sinusoids the largest frequency; allows longer steps. 0:
                 // unknown
  const double* fourths;  // better bounds on |g_i''''|; NULL: those
} carom__first_root_problem;

typedef struct carom__first_root {
  int index;  // which function; -1: none up to t
  double t;   // at the root to rounding; t_end if there is none, less if the budget ran out, NaN if a function is
  int evaluations;
} carom__first_root;

/// At most about 4,000 evaluations. A function that is clearly negative at the start has its root there, t = 0.
carom__first_root carom__find_first_root(const carom__first_root_problem* problem,
                                         double* workspace /* CAROM__FIRST_ROOT_ROWS * count, in whole fours */);

#endif
