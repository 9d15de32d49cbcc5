// Four lanes, for processors with AVX2 and fma. The kernel is lane_solve.h.
#include "planar/lanes.h"

#if defined(__x86_64__)
#define LANES 4
#include "planar/lane_solve.h"

uint64_t carom__planar_lanes_4(const carom__planar_part* part) {
  return solve_part(part);
}
#endif
