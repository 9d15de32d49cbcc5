// What an array of several contacts says of an element, and what single calls say of it.
#ifndef CAROM_TESTS_IMPACT_SEVERAL_ANSWERS_H
#define CAROM_TESTS_IMPACT_SEVERAL_ANSWERS_H

#include "impact/block_layout.h"

enum { SEVERAL_CONTACTS = 4, SEVERAL_AXES = 3 * SEVERAL_CONTACTS };

typedef struct several_answer {
  double impulse[SEVERAL_AXES], before[SEVERAL_AXES], after[SEVERAL_AXES];
  double energy[4];
  uint8_t mode[SEVERAL_CONTACTS];
  uint32_t flags[SEVERAL_CONTACTS];
  int32_t event_total;
  uint8_t model, status;
  uint32_t warnings;
} several_answer;

/// The outputs of an array.
typedef struct several_outputs {
  int dimension, contact_count;
  block impulse, before, after, mode, flags, energy, event_total, model, status, warnings;
} several_outputs;

several_outputs several_outputs_make(block_layout layout, int dimension, int contact_count, ptrdiff_t count);
void several_outputs_free(several_outputs* o);
carom_answer_blocks several_columns(const several_outputs* o);
several_answer several_read(const several_outputs* o, ptrdiff_t i);

/// As a single call answers; NaN and 0 where the status is not CAROM_OK.
several_answer several_expected(int dimension, int contact_count, carom_status status,
                                const carom_impact_outcome* outcome);
bool several_same(const several_answer* a, const several_answer* b);

/// Seven lists of surfaces, one a member, for `count` elements of contact_count each.
typedef struct several_surfaces {
  block members[7];
} several_surfaces;

several_surfaces several_surfaces_make(block_layout layout, int contact_count, ptrdiff_t count,
                                       const carom_surface* surfaces);
void several_surfaces_free(several_surfaces* s);
carom_surface_blocks several_surface_columns(const several_surfaces* s);

#endif
