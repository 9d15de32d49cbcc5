// Two lanes: any processor with vectors of two doubles (SSE2, NEON). The kernel is lane_solve.h.
#define LANES 2
#include "planar/lane_solve.h"

uint64_t carom__planar_lanes_2(const carom__planar_part* part) {
  return solve_part(part);
}
