// How wide the lanes are in which planar impacts run, if in any.
#include "planar/lanes.h"

#if defined(__x86_64__)
static bool has_four(void) {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}

static bool has_eight(void) {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
}
#endif

bool carom__planar_lanes_solve_with(int lanes, const carom__planar_part* part, uint64_t* solved) {
#if defined(__x86_64__)
  if (lanes == 8 && has_eight()) return *solved = carom__planar_lanes_8(part), true;
  if (lanes == 4 && has_four()) return *solved = carom__planar_lanes_4(part), true;
#endif
  if (lanes == 2) return *solved = carom__planar_lanes_2(part), true;
  return false;
}

/// Such processors have been built, if few. Single calls have the fma there, and two lanes would emulate it.
static bool is_better_single(void) {
#if defined(__x86_64__)
  return __builtin_cpu_supports("fma") && !has_four();
#else
  return false;
#endif
}

uint64_t carom__planar_lanes_solve(const carom__planar_part* part) {
  uint64_t solved = 0;
  if (is_better_single()) return 0;
  for (int lanes = 8; !carom__planar_lanes_solve_with(lanes, part, &solved); lanes /= 2) continue;
  return solved;
}
