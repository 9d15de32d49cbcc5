// Random numbers without a state: Philox4x32-10 of Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as
// 1, 2, 3" (SC11). A counter goes in, 128 random bits come out, so that row i of a sweep has its numbers whoever asks.
#ifndef CAROM_SWEEP_PHILOX_H
#define CAROM_SWEEP_PHILOX_H

#include <stdint.h>

/// What a counter stands for. Counters of different purposes never meet.
typedef enum carom__stream {
  CAROM__STREAM_ROWS = 0,       ///< inputs of rows
  CAROM__STREAM_SHIFT = 1,      ///< the digital shift of Sobol's points
  CAROM__STREAM_BOOTSTRAP = 2,  ///< which blocks a bootstrap draws
} carom__stream;

/// 10 rounds on the counter c, in place.
static inline void carom__philox(uint32_t c[4], uint64_t key) {
  uint32_t k0 = (uint32_t)key, k1 = (uint32_t)(key >> 32);
  for (int round = 0; round < 10; ++round) {
    const uint64_t a = (uint64_t)0xD2511F53u * c[0], b = (uint64_t)0xCD9E8D57u * c[2];
    const uint32_t d0 = (uint32_t)(b >> 32) ^ c[1] ^ k0, d2 = (uint32_t)(a >> 32) ^ c[3] ^ k1;
    c[0] = d0;
    c[1] = (uint32_t)b;
    c[2] = d2;
    c[3] = (uint32_t)a;
    k0 += 0x9E3779B9u;
    k1 += 0xBB67AE85u;
  }
}

/// Counters that are taken side by side: one alone would wait for each of its products.
enum { CAROM__PHILOX_SIDE = 4 };

/// The same rounds on several counters of one key.
static inline void carom__philox_side(uint32_t c[4][CAROM__PHILOX_SIDE], uint64_t key) {
  uint32_t k0 = (uint32_t)key, k1 = (uint32_t)(key >> 32);
  for (int round = 0; round < 10; ++round) {
    for (int i = 0; i < CAROM__PHILOX_SIDE; ++i) {
      const uint64_t a = (uint64_t)0xD2511F53u * c[0][i], b = (uint64_t)0xCD9E8D57u * c[2][i];
      c[0][i] = (uint32_t)(b >> 32) ^ c[1][i] ^ k0;
      c[1][i] = (uint32_t)b;
      c[2][i] = (uint32_t)(a >> 32) ^ c[3][i] ^ k1;
      c[3][i] = (uint32_t)a;
    }
    k0 += 0x9E3779B9u;
    k1 += 0xBB67AE85u;
  }
}

/// Two words of 64 random bits for (index, pair) of a stream.
static inline void carom__random_bits(uint64_t seed, carom__stream stream, uint64_t index, uint32_t pair,
                                      uint64_t out[2]) {
  uint32_t c[4] = {(uint32_t)index, (uint32_t)(index >> 32), pair, (uint32_t)stream};
  carom__philox(c, seed);
  out[0] = (uint64_t)c[0] << 32 | c[1];
  out[1] = (uint64_t)c[2] << 32 | c[3];
}

/// The upper 52 bits as the middle of one of 2^52 equal parts of (0, 1): never 0, never 1, exact.
static inline double carom__uniform_of(uint64_t bits) {
  return ((double)(bits >> 12) + 0.5) * 0x1p-52;
}

#endif
