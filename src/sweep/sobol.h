/// @file sobol.h
/// Sobol's points: more even than random ones, each known from its number alone.
#ifndef CAROM_SWEEP_SOBOL_H
#define CAROM_SWEEP_SOBOL_H

#include <stdint.h>

enum { CAROM__SOBOL_DIMENSIONS = 64, CAROM__SOBOL_BITS = 52 };

/// Direction numbers of some dimensions, shifted by the seed.
typedef struct carom__sobol {
  int dimensions;
  uint64_t shift[CAROM__SOBOL_DIMENSIONS];
  uint64_t directions[CAROM__SOBOL_DIMENSIONS][CAROM__SOBOL_BITS];  ///< left-aligned in 52 bits
} carom__sobol;

/// At most CAROM__SOBOL_DIMENSIONS. Without shift: the points as they are published.
void carom__sobol_start(carom__sobol* sobol, int dimensions);
/// A random digital shift: the points stay as even, and every one of them is uniform.
void carom__sobol_shift(carom__sobol* sobol, uint64_t seed);

/// The coordinates of point `index` < 2^52, each a whole number of 52 bits.
void carom__sobol_point(const carom__sobol* sobol, uint64_t index, uint64_t* out);
/// From point `index` to the next: one exclusive or a dimension.
void carom__sobol_next(const carom__sobol* sobol, uint64_t index, uint64_t* point);

/// The middle of the part of (0, 1) that a coordinate names.
static inline double carom__sobol_uniform(uint64_t coordinate) {
  return ((double)coordinate + 0.5) * 0x1p-52;
}

#endif
