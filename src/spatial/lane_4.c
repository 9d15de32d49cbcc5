// Four lanes, for processors with AVX2. The kernel is in the headers lane_*.h.
#include "spatial/lanes.h"

#if defined(__x86_64__)
#define LANES 4
#include "spatial/lane_queue.h"

void carom__lanes_4(const carom__lane_job* job) {
  solve_job(job);
}
#endif
