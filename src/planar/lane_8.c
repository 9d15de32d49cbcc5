// Eight lanes, for processors with AVX-512. The kernel is lane_solve.h.
#include "planar/lanes.h"

#if defined(__x86_64__)
#define LANES 8
#include "planar/lane_solve.h"

uint64_t carom__planar_lanes_8(const carom__planar_part* part) {
  return solve_part(part);
}
#endif
