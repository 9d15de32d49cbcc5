// Many impacts side by side: plain ones in SIMD lanes, the rest by the general solver. Private to the library.
//
// What is plain, and what is left to the general path (solve.c), is said in lane_start.h. Nothing here knows where rows
// come from: a job reads, answers and hands back through three functions.
#ifndef CAROM_SPATIAL_LANES_H
#define CAROM_SPATIAL_LANES_H

#include <stddef.h>

#include "carom/spatial.h"

/// The numbers of one impact; W is symmetric and nothing is left at its default.
typedef struct carom__lane_row {
  double b11, b12, b22, d1, d2, wzz;
  double x, y, vz;
  double mu, mu_static, e;
  carom_law law;
} carom__lane_row;

typedef struct carom__lane_job {
  void* context;
  ptrdiff_t first, count;
  /// False where the row does not even look plain: rest() then answers it.
  bool (*read)(void* context, ptrdiff_t row, carom__lane_row* out);
  /// Called once for each row, in any order: this, where the lanes solved it, ...
  void (*answer)(void* context, ptrdiff_t row, const carom_spatial_outcome* outcome);
  /// ... or this, where the general path must.
  void (*rest)(void* context, ptrdiff_t row);
} carom__lane_job;

/// The row of a problem; false where something about it is not plain: a bad number, no friction, no approach, no slip,
/// a W that is off symmetry by as little as a bit.
bool carom__lane_row_of(const carom_spatial_problem* problem, carom__lane_row* out);

/// How an impact ended in a lane.
typedef struct carom__lane_end {
  carom_vec3 impulse, v;
  double energy;  // normal energy left
  double iz_compression, stored;
  const double* iz_slip_end;  // NULL where slip never vanished; else the contact sticks
  bool stuck_in_compression;
  bool condition_fails;  // JW16 (18)
  int steps;
} carom__lane_end;

/// The outcome, in a room that was all zero or has an outcome of this function; false where v - v0 = W I does not
/// hold, or too many digits were lost.
bool carom__lane_outcome(const carom__lane_row* row, const carom__lane_end* end, carom_spatial_outcome* out);

/// Solves a job with the widest lanes that this processor has and the job can fill.
void carom__lanes_solve(const carom__lane_job* job);

/// The same with this many lanes, whatever the processor: 1, 2, 4 or 8. False where it has none of that width.
bool carom__lanes_solve_with(int lanes, const carom__lane_job* job);

/// The general path: every problem, plain or not. trace may be NULL. As carom_spatial_solve otherwise.
carom_status carom__spatial_solve_general(const carom_spatial_problem* problem, carom_spatial_outcome* out,
                                          carom_trace* trace, carom_diag* diag);

/// One plain impact. False, with *out untouched, where it is not plain.
bool carom__lanes_solve_one(const carom_spatial_problem* problem, carom_spatial_outcome* out);

// One file each, so that nothing compiled for a wide processor is used elsewhere.
void carom__lanes_1(const carom__lane_job* job);
void carom__lanes_2(const carom__lane_job* job);
#if defined(__x86_64__)
void carom__lanes_4(const carom__lane_job* job);  // AVX2
void carom__lanes_8(const carom__lane_job* job);  // AVX-512
#endif

#endif
