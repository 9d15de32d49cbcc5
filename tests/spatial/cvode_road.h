// A third road: the same impact given to CVODE of SUNDIALS, a multistep method by other people.
#ifndef CAROM_TESTS_CVODE_ROAD_H
#define CAROM_TESTS_CVODE_ROAD_H

#include "carom/spatial.h"

/// The impulse at the end of a Stronge impact with gamma != 0, mu > 0 and 0 < e. False when CVODE gives up.
bool cvode_road_solve(const carom_spatial_problem* problem, double tolerance, carom_vec3* impulse);

#endif
