// One lane: single calls. The kernel is in the headers lane_*.h.
#define LANES 1
#include "spatial/lane_queue.h"

void carom__lanes_1(const carom__lane_job* job) {
  solve_job(job);
}
