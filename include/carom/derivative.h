/// @file derivative.h
/// How the outcome of one contact changes with what goes in: W, v, mu, e and, on springs, eta2. The functions are in
/// carom/planar.h, carom/spatial.h and carom/compliant.h; docs/derivatives.md tells which formulas these are and where
/// an outcome has no derivative.
///
/// A derivative is taken after the solve, from the problem and its outcome, and is that of the branch which the outcome
/// reports: at a kink it is one-sided. mu_static decides between branches and has no other effect, so nothing is
/// differentiated by it; where it was not given it follows mu.
#ifndef CAROM_DERIVATIVE_H
#define CAROM_DERIVATIVE_H

#include <stddef.h>

#include "carom/contact.h"

/// What to differentiate by: X(symbol, bit, word in space, word in the plane or NULL). Columns come in the order of the
/// bits. An entry beside the diagonal of W stands for both places.
#define CAROM_WRT_LIST(X)              \
  X(CAROM_WRT_W_XX, 0, "W_xx", "W_tt") \
  X(CAROM_WRT_W_XY, 1, "W_xy", NULL)   \
  X(CAROM_WRT_W_XZ, 2, "W_xz", "W_tn") \
  X(CAROM_WRT_W_YY, 3, "W_yy", NULL)   \
  X(CAROM_WRT_W_YZ, 4, "W_yz", NULL)   \
  X(CAROM_WRT_W_ZZ, 5, "W_zz", "W_nn") \
  X(CAROM_WRT_V_X, 6, "v_x", "v_t")    \
  X(CAROM_WRT_V_Y, 7, "v_y", NULL)     \
  X(CAROM_WRT_V_Z, 8, "v_z", "v_n")    \
  X(CAROM_WRT_MU, 9, "mu", "mu")       \
  X(CAROM_WRT_E, 10, "e", "e")         \
  X(CAROM_WRT_ETA2, 11, "eta2", "eta2")

typedef enum carom_wrt {
#define CAROM_X(symbol, bit, word, planar_word) symbol = 1u << (bit),
  CAROM_WRT_LIST(CAROM_X)
#undef CAROM_X
} carom_wrt;

enum {
  CAROM_JACOBIAN_COLUMNS = 12,
  CAROM_PLANAR_INPUTS = 7,      ///< W_tt, W_tn, W_nn, v_t, v_n, mu, e
  CAROM_PLANAR_OUTPUTS = 4,     ///< impulse t, n; velocity after t, n
  CAROM_SPATIAL_INPUTS = 11,    ///< W_xx, W_xy, W_xz, W_yy, W_yz, W_zz, v_x, v_y, v_z, mu, e
  CAROM_SPATIAL_OUTPUTS = 6,    ///< impulse x, y, z; velocity after x, y, z
  CAROM_COMPLIANT_INPUTS = 12,  ///< those of space, and eta2
  CAROM_WRT_ALL_SPATIAL = CAROM_WRT_ETA2 - 1,
  CAROM_WRT_ALL_COMPLIANT = 2 * CAROM_WRT_ETA2 - 1,
  CAROM_WRT_ALL_PLANAR =
      CAROM_WRT_W_XX | CAROM_WRT_W_XZ | CAROM_WRT_W_ZZ | CAROM_WRT_V_X | CAROM_WRT_V_Z | CAROM_WRT_MU | CAROM_WRT_E
};

/// How the outcome behaves across a boundary between branches: X(symbol, value, word, meaning).
#define CAROM_SMOOTH_LIST(X)                                                   \
  X(CAROM_SMOOTH, 0, "smooth", "the derivative is continuous")                 \
  X(CAROM_KINK, 1, "kink", "the outcome is continuous, its derivative is not") \
  X(CAROM_JUMP, 2, "jump", "the outcome itself jumps")                         \
  X(CAROM_CONE, 3, "cone", "the derivative depends on the direction in every direction")

typedef enum carom_smooth {
#define CAROM_X(symbol, value, word, meaning) symbol = value,
  CAROM_SMOOTH_LIST(CAROM_X)
#undef CAROM_X
} carom_smooth;

/// Boundaries between branches: X(symbol, value, word, meaning).
#define CAROM_BOUNDARY_LIST(X)                                                                                       \
  X(CAROM_BOUNDARY_NONE, 0, "none", "there is none")                                                                 \
  X(CAROM_BOUNDARY_APPROACH_ZERO, 1, "approach-zero", "the bodies no longer approach")                               \
  X(CAROM_BOUNDARY_COMPRESSION_AT_STICK, 2, "compression-at-stick", "slip stops as compression ends")                \
  X(CAROM_BOUNDARY_END_AT_STICK, 3, "end-at-stick", "slip stops as the impact ends")                                 \
  X(CAROM_BOUNDARY_STICK_LIMIT, 4, "stick-limit", "friction just holds what has stopped")                            \
  X(CAROM_BOUNDARY_STATIC_FRICTION, 5, "static-friction", "static friction just holds what sliding friction cannot") \
  X(CAROM_BOUNDARY_ZERO_SLIP, 6, "zero-slip", "there is no slip, and friction cannot hold")                          \
  X(CAROM_BOUNDARY_GRAZING, 7, "grazing", "compression just begins again")

typedef enum carom_boundary {
#define CAROM_X(symbol, value, word, meaning) symbol = value,
  CAROM_BOUNDARY_LIST(CAROM_X)
#undef CAROM_X
} carom_boundary;

/// The nearest boundary at which the outcome is not smooth.
typedef struct carom_smoothness {
  carom_boundary boundary;
  carom_smooth kind;  ///< at that boundary
  double margin;      ///< how far its switching function is from 0, as a part of its terms; HUGE_VAL without a boundary
  bool is_there;      ///< margin is at most CAROM_ON_BOUNDARY
} carom_smoothness;

/// A margin up to this counts as being on the boundary: inputs that are meant to lie there are rounded.
#define CAROM_ON_BOUNDARY 1e-9

/// The derivatives of one outcome. In the plane rows 0 and 1 are t and n; in space x, y, z.
typedef struct carom_jacobian {
  int columns;
  unsigned wrt;                                  ///< carom_wrt bits of the columns
  double d_impulse[3][CAROM_JACOBIAN_COLUMNS];   ///< N s per unit of the input
  double d_velocity[3][CAROM_JACOBIAN_COLUMNS];  ///< m/s per unit of the input
  carom_smoothness smoothness;
} carom_jacobian;

/// The input as files write it, in the plane or in space.
CAROM_API const char* carom_wrt_word(carom_wrt wrt, int dimension);
/// As files write it.
CAROM_API const char* carom_smooth_word(carom_smooth smooth);
/// For people.
CAROM_API const char* carom_smooth_meaning(carom_smooth smooth);
/// As files write it.
CAROM_API const char* carom_boundary_word(carom_boundary boundary);
/// For people.
CAROM_API const char* carom_boundary_meaning(carom_boundary boundary);

#endif
