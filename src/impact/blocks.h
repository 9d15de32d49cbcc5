// How the arrays of several contacts read and write the blocks of an element. Private to the room.
#ifndef CAROM_IMPACT_BLOCKS_H
#define CAROM_IMPACT_BLOCKS_H

#include "impact/columns.h"

/// Rows and columns of a block; a list has one column.
typedef struct carom__shape {
  int rows, columns;
} carom__shape;

/// Element i, row by row, without gaps; NaN where there is no block.
void carom__get_block(const carom_in_block* block, ptrdiff_t i, carom__shape shape, double* to);

/// A list of numbers; from NULL: they are not known.
void carom__put_list(const carom_out_block* list, ptrdiff_t i, int count, const double* from);

void carom__get_surfaces(const carom_surface_blocks* blocks, ptrdiff_t i, int contact_count, carom_surface* to);

/// All that happened at element i, but its status.
void carom__put_answer(const carom_answer_blocks* answer, ptrdiff_t i, int dimension, const carom_impact_outcome* out);

/// An element without an answer; contact_count 0 where the shape of the array is what is wrong.
void carom__put_no_answer(const carom_answer_blocks* answer, ptrdiff_t i, int dimension, int contact_count);

/// The derivatives of element i with its axes and columns; from NULL: it has none.
void carom__put_jacobian(const carom_jacobian_columns* to, ptrdiff_t i, carom__shape shape, const carom_jacobian* from);

#endif
