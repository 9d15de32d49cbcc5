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

#endif
