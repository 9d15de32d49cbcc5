// Which formulas an outcome follows, and its derivatives along several directions at once. Private to the planar room.
#ifndef CAROM_PLANAR_TANGENT_H
#define CAROM_PLANAR_TANGENT_H

#include "carom/planar.h"
#include "planar/line.h"

/// When slip stops.
typedef enum carom__slip_stops {
  CAROM__NO_IMPACT,
  CAROM__STOPS_NEVER,
  CAROM__STOPS_IN_COMPRESSION,
  CAROM__STOPS_IN_RESTITUTION,
} carom__slip_stops;

/// One branch of the solution. line.hold says what follows once slip has stopped.
typedef struct carom__planar_branch {
  carom__slip_line line;
  carom_law law;
  double mu_static;
  carom__slip_stops stops;
} carom__planar_branch;

/// The nearest boundary of a branch, its margin and kind.
carom_smoothness carom__planar_nearest(const carom__planar_branch* branch);

/// On a boundary: the branch that a direction (d W_tt, W_tn, W_nn, v_t, v_n, mu, e) leads to.
carom__planar_branch carom__planar_branch_along(const carom__planar_branch* branch, carom_boundary boundary,
                                                const double* direction);

#endif
