// Many planar impacts side by side, column by column. Private to the library.
//
// The kernel does what solve.c does, operation by operation, so that its bits are those of single calls: where it does
// not (it says so row by row), the single call is the other road.
#ifndef CAROM_PLANAR_LANES_H
#define CAROM_PLANAR_LANES_H

#include <stdint.h>

#include "carom/planar.h"

/// Rows that go together: few enough for the nearest cache, one bit of a uint64_t for each.
enum { CAROM__PLANAR_PART = 64 };

/// Rows are solved so many at a time, or a part of it that divides it.
enum { CAROM__PLANAR_ROWS = 16 };

/// `rows` numbers each, one after the other, aligned or not. All must be there.
typedef struct carom__planar_part {
  int rows;  // up to CAROM__PLANAR_PART; a multiple of CAROM__PLANAR_ROWS
  const void *w_tt, *w_tn, *w_nt, *w_nn, *v_t, *v_n, *e, *mu, *mu_static;  // double
  const void* law;                                                         // int64_t
  void *impulse_t, *impulse_n, *v_t_after, *v_n_after;                     // double
  void *impulse_n_compression, *impulse_n_slip_end, *stored, *friction, *restitution, *change;
  void *mode, *flags, *warnings;  // uint8_t, uint32_t, uint32_t
} carom__planar_part;

/// Solves a part with the widest lanes that this processor has. Returns a bit for each row that is solved; of the
/// others the outputs are in no particular state. eta2, stiffness and exponent are the caller's to look at.
uint64_t carom__planar_lanes_solve(const carom__planar_part* part);

/// The same with 2, 4 or 8 lanes. False where the processor has none of that width.
bool carom__planar_lanes_solve_with(int lanes, const carom__planar_part* part, uint64_t* solved);

// One file each, so that nothing compiled for a wide processor is used elsewhere.
uint64_t carom__planar_lanes_2(const carom__planar_part* part);
#if defined(__x86_64__)
uint64_t carom__planar_lanes_4(const carom__planar_part* part);  // AVX2, fma
uint64_t carom__planar_lanes_8(const carom__planar_part* part);  // AVX-512
#endif

#endif
