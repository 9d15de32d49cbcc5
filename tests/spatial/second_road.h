// A second road to the 3-D impact, independent of the solver: the equations of JW16 given to the general integrator.
// Used by tests as a reference and by the benchmark as the baseline. No allocation.
#ifndef CAROM_TESTS_SECOND_ROAD_H
#define CAROM_TESTS_SECOND_ROAD_H

#include "carom/spatial.h"

typedef struct second_road {
  char sequence[8];  ///< "cr", "scr", "csr" or "none"; never a leading l
  carom_vec3 impulse, v;
  double impulse_n_compression;  ///< I_zc
  bool slip_vanished;
  double impulse_n_slip_end;  ///< I_zs; impulse.z if slip never vanished
  double stored;              ///< E_c
  double friction;            ///< work of friction
  bool stuck, resumed, recompressed;
  bool nearly_vanished;  ///< slip fell below rounding but its direction shows that it does not vanish: no event s
  long evaluations;      ///< of the right-hand side
} second_road;

/// Dormand-Prince 8(5,3) in s, dI_z = r ds, with all eight quantities integrated, none recovered from another. 1e-14 is
/// the smallest sensible tolerance. The problem must be valid.
carom_status second_road_solve(const carom_spatial_problem* problem, double tolerance, second_road* out);

/// Dormand-Prince 5(4) with the smallest state (gamma, v_z, E, I_z), for speed. The tangential impulse follows from
/// gamma, the work of friction from the kinetic energy.
carom_status second_road_dopri5(const carom_spatial_problem* problem, double tolerance, second_road* out);

#endif
