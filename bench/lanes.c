// Array functions with lanes of a chosen width. The library takes the widest that the processor has and cannot be told
// otherwise; the linker puts these functions between (--wrap), so that the whole array call is timed and not its kernel
// alone.
#include "lanes.h"

#include "planar/lanes.h"
#include "spatial/lanes.h"

int bench_lanes;

uint64_t __real_carom__planar_lanes_solve(const carom__planar_part* part);
uint64_t __wrap_carom__planar_lanes_solve(const carom__planar_part* part);
void __real_carom__lanes_solve(const carom__lane_job* job);
void __wrap_carom__lanes_solve(const carom__lane_job* job);

uint64_t __wrap_carom__planar_lanes_solve(const carom__planar_part* part) {
  uint64_t solved;
  return carom__planar_lanes_solve_with(bench_lanes, part, &solved) ? solved : __real_carom__planar_lanes_solve(part);
}

void __wrap_carom__lanes_solve(const carom__lane_job* job) {
  if (!carom__lanes_solve_with(bench_lanes, job)) __real_carom__lanes_solve(job);
}

bool bench_has_lanes(int lanes) {
  const carom__lane_job nothing = {.count = 0};
  return carom__lanes_solve_with(lanes, &nothing);
}
