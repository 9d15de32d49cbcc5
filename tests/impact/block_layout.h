// Blocks of every shape that a caller may have, in memory of exactly their size, so that a sanitizer sees every step
// beside them.
#ifndef CAROM_TESTS_IMPACT_BLOCK_LAYOUT_H
#define CAROM_TESTS_IMPACT_BLOCK_LAYOUT_H

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "carom/array.h"

typedef enum block_layout {
  BLOCK_PACKED,
  BLOCK_TRANSPOSED,  // column by column
  BLOCK_ODD,         // gaps everywhere, and nothing aligned
  BLOCK_BACKWARDS,   // every step is negative
  BLOCK_LAYOUTS
} block_layout;

typedef struct block_shape {
  ptrdiff_t count, rows, columns;
  size_t size;  // bytes of a number
} block_shape;

typedef struct block {
  block_shape shape;
  void* memory;
  carom_out_block steps;
} block;

static inline block block_make(block_layout layout, block_shape s) {
  const ptrdiff_t gap = layout == BLOCK_ODD ? 3 : 0, size = (ptrdiff_t)s.size + gap;
  block b = {.shape = s};
  b.steps.column = layout == BLOCK_TRANSPOSED ? size * s.rows : size;
  b.steps.row = layout == BLOCK_TRANSPOSED ? size : size * s.columns + gap;
  b.steps.step = layout == BLOCK_TRANSPOSED ? size * s.rows * s.columns : b.steps.row * s.rows + gap;
  const ptrdiff_t last = (s.count - 1) * b.steps.step + (s.rows - 1) * b.steps.row + (s.columns - 1) * b.steps.column;
  b.memory = malloc((size_t)(last + size));
  memset(b.memory, 0xA5, (size_t)(last + size));
  b.steps.at = (char*)b.memory + gap;
  if (layout != BLOCK_BACKWARDS) return b;
  b.steps.at = (char*)b.memory + last;
  b.steps.step = -b.steps.step;
  b.steps.row = -b.steps.row;
  b.steps.column = -b.steps.column;
  return b;
}

static inline char* block_place(const block* b, ptrdiff_t i, ptrdiff_t entry) {
  const ptrdiff_t row = entry / b->shape.columns, column = entry % b->shape.columns;
  return (char*)b->steps.at + i * b->steps.step + row * b->steps.row + column * b->steps.column;
}

/// Element i of the block, all numbers, row by row.
static inline void block_set(const block* b, ptrdiff_t i, const void* numbers) {
  for (ptrdiff_t k = 0; k < b->shape.rows * b->shape.columns; ++k)
    memcpy(block_place(b, i, k), (const char*)numbers + (size_t)k * b->shape.size, b->shape.size);
}

static inline void block_get(const block* b, ptrdiff_t i, void* numbers) {
  for (ptrdiff_t k = 0; k < b->shape.rows * b->shape.columns; ++k)
    memcpy((char*)numbers + (size_t)k * b->shape.size, block_place(b, i, k), b->shape.size);
}

static inline carom_in_block block_in(const block* b) {
  return (carom_in_block){b->steps.at, b->steps.step, b->steps.row, b->steps.column};
}

static inline carom_out block_column(const block* b) {
  return (carom_out){b->steps.at, b->steps.step};
}

#endif
