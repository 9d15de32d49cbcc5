// Two lanes: any processor with vectors of two doubles (SSE2, NEON). The kernel is in the headers lane_*.h.
#define LANES 2
#include "spatial/lane_queue.h"

void carom__lanes_2(const carom__lane_job* job) {
  solve_job(job);
}
