// The golden hash of impacts in space, by any number of lanes: it is that of single calls.
#ifndef CAROM_TESTS_GOLDEN_LANES_H
#define CAROM_TESTS_GOLDEN_LANES_H

#include "golden.h"
#include "spatial/lanes.h"

typedef struct golden_rows {
  carom_spatial_problem problems[GOLDEN_SPATIAL_COUNT];
  carom_spatial_outcome outcomes[GOLDEN_SPATIAL_COUNT];
} golden_rows;

static inline bool golden_read(void* context, ptrdiff_t row, carom__lane_row* out) {
  return carom__lane_row_of(&((const golden_rows*)context)->problems[row], out);
}

static inline void golden_answer(void* context, ptrdiff_t row, const carom_spatial_outcome* outcome) {
  ((golden_rows*)context)->outcomes[row] = *outcome;
}

static inline void golden_leave(void* context, ptrdiff_t row) {
  golden_rows* rows = (golden_rows*)context;
  carom__spatial_solve_general(&rows->problems[row], &rows->outcomes[row], NULL, NULL);
}

/// False where the processor has no such lanes.
static inline bool golden_spatial_lanes(int lanes, uint64_t* hash) {
  static golden_rows rows;
  test_random r = {2026};
  for (int i = 0; i < GOLDEN_SPATIAL_COUNT; ++i) rows.problems[i] = golden_spatial_problem(&r, i);
  const carom__lane_job job = {.context = &rows,
                               .count = GOLDEN_SPATIAL_COUNT,
                               .read = golden_read,
                               .answer = golden_answer,
                               .rest = golden_leave};
  if (!carom__lanes_solve_with(lanes, &job)) return false;
  *hash = golden_start;
  for (int i = 0; i < GOLDEN_SPATIAL_COUNT; ++i) *hash = golden_fold_spatial(*hash, &rows.outcomes[i]);
  return true;
}

#endif
