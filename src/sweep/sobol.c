// Sobol's points in the order of the Gray code (Antonov and Saleev): point i is the exclusive or of the direction
// numbers that belong to the set bits of i ^ (i >> 1).
#include "sweep/sobol.h"

#include <string.h>

#include "sweep/philox.h"
#include "sweep/sobol_table.h"

_Static_assert(sizeof SOBOL_TABLE / sizeof SOBOL_TABLE[0] + 1 == CAROM__SOBOL_DIMENSIONS, "one row a dimension");

/// m_k = 2 a_1 m_(k-1) ^ 4 a_2 m_(k-2) ^ .. ^ 2^s m_(k-s) ^ m_(k-s); direction k is m_k / 2^k, here in 52 bits.
static void fill_directions(int dimension, uint64_t out[CAROM__SOBOL_BITS]) {
  for (int k = 0; k < CAROM__SOBOL_BITS; ++k) out[k] = UINT64_C(1) << (CAROM__SOBOL_BITS - 1 - k);
  if (dimension == 0) return;
  const int degree = SOBOL_TABLE[dimension - 1].degree;
  const unsigned inner = SOBOL_TABLE[dimension - 1].inner;
  for (int k = 0; k < degree; ++k) out[k] *= SOBOL_TABLE[dimension - 1].m[k];
  for (int k = degree; k < CAROM__SOBOL_BITS; ++k) {
    out[k] = out[k - degree] ^ (out[k - degree] >> degree);
    for (int j = 1; j < degree; ++j)
      if (inner >> (degree - 1 - j) & 1) out[k] ^= out[k - j];
  }
}

void carom__sobol_start(carom__sobol* sobol, int dimensions) {
  memset(sobol, 0, sizeof *sobol);
  sobol->dimensions = dimensions;
  for (int j = 0; j < dimensions; ++j) fill_directions(j, sobol->directions[j]);
}

void carom__sobol_shift(carom__sobol* sobol, uint64_t seed) {
  for (int j = 0; j < sobol->dimensions; ++j) {
    uint64_t bits[2];
    carom__random_bits(seed, CAROM__STREAM_SHIFT, (uint64_t)j, 0, bits);
    sobol->shift[j] = bits[0] >> (64 - CAROM__SOBOL_BITS);
  }
}

void carom__sobol_point(const carom__sobol* sobol, uint64_t index, uint64_t* out) {
  const uint64_t gray = index ^ (index >> 1);
  for (int j = 0; j < sobol->dimensions; ++j) {
    uint64_t x = sobol->shift[j];
    for (int k = 0; k < CAROM__SOBOL_BITS && gray >> k; ++k)
      if (gray >> k & 1) x ^= sobol->directions[j][k];
    out[j] = x;
  }
}

void carom__sobol_next(const carom__sobol* sobol, uint64_t index, uint64_t* point) {
  int k = 0;
  while (((index + 1) >> k & 1) == 0) ++k;  // the bit of the Gray code that changes; index + 1 > 0
  for (int j = 0; j < sobol->dimensions; ++j) point[j] ^= sobol->directions[j][k];
}
