// Fixed-seed random numbers for tests: the same on every machine.
#ifndef CAROM_TESTS_RANDOM_H
#define CAROM_TESTS_RANDOM_H

#include <math.h>
#include <stdint.h>

typedef struct test_random {
  uint64_t state;
} test_random;

/// splitmix64.
static inline uint64_t test_random_bits(test_random* r) {
  uint64_t z = r->state += 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

/// Uniform in [low, high).
static inline double test_random_uniform(test_random* r, double low, double high) {
  return low + (high - low) * ((double)(test_random_bits(r) >> 11) * 0x1p-53);
}

/// Log-uniform in [low, high), low > 0.
static inline double test_random_log(test_random* r, double low, double high) {
  return exp(test_random_uniform(r, log(low), log(high)));
}

static inline int test_random_below(test_random* r, int count) {
  return (int)(test_random_bits(r) % (uint64_t)count);
}

/// Zero, one, any power of two, or an ordinary number, of either sign.
static inline double test_random_wild(test_random* r) {
  const double sign = test_random_below(r, 2) ? 1 : -1;
  switch (test_random_below(r, 12)) {
    case 0:
      return 0;
    case 1:
      return sign;
    case 2:
      return sign * ldexp(1, test_random_below(r, 2000) - 1000);
    case 3:
      return sign * ldexp(test_random_uniform(r, 1, 2), test_random_below(r, 200) - 100);
    default:
      return sign * test_random_uniform(r, 0, 3);
  }
}

#endif
