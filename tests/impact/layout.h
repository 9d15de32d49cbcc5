// Columns of every shape that a caller may have, in memory of exactly their size, so that a sanitizer sees every step
// beside them.
#ifndef CAROM_TESTS_IMPACT_LAYOUT_H
#define CAROM_TESTS_IMPACT_LAYOUT_H

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "carom/array.h"

typedef enum layout {
  LAYOUT_PACKED,     // one value after the other
  LAYOUT_ODD,        // gaps, and nothing aligned
  LAYOUT_BACKWARDS,  // the last element first
  LAYOUT_RECORDS,    // an array of structs
  LAYOUT_COUNT
} layout;

enum { LAYOUT_RECORD = 512, LAYOUT_COLUMNS = 64, LAYOUT_GAP_BYTE = 0xA5 };

/// Everything that one array needs; freed at once.
typedef struct table {
  layout layout;
  ptrdiff_t count;         // elements, > 0
  unsigned char* records;  // LAYOUT_RECORDS
  ptrdiff_t used;          // bytes of a record
  void* blocks[LAYOUT_COLUMNS];
  int block_count;
} table;

static inline table table_make(layout shape, ptrdiff_t count) {
  table t = {.layout = shape, .count = count};
  if (shape != LAYOUT_RECORDS) return t;
  t.records = t.blocks[t.block_count++] = malloc((size_t)count * LAYOUT_RECORD);
  memset(t.records, LAYOUT_GAP_BYTE, (size_t)count * LAYOUT_RECORD);
  return t;
}

static inline void table_free(table* t) {
  for (int i = 0; i < t->block_count; ++i) free(t->blocks[i]);
}

/// A new column of values of that size: element 0, and the step.
static inline carom_out table_column(table* t, size_t size) {
  const ptrdiff_t width = (ptrdiff_t)size;
  if (t->layout == LAYOUT_RECORDS) {
    const carom_out column = {t->records + t->used, LAYOUT_RECORD};
    t->used += width;
    return column;
  }
  const ptrdiff_t step = t->layout == LAYOUT_PACKED ? width : width + (t->layout == LAYOUT_ODD ? 3 : 5);
  const ptrdiff_t start = t->layout == LAYOUT_PACKED ? 0 : 1, bytes = start + (t->count - 1) * step + width;
  unsigned char* memory = t->blocks[t->block_count++] = malloc((size_t)bytes);
  memset(memory, LAYOUT_GAP_BYTE, (size_t)bytes);
  if (t->layout == LAYOUT_BACKWARDS) return (carom_out){memory + start + (t->count - 1) * step, -step};
  return (carom_out){memory + start, step};
}

/// The same, filled with values that lie `stride` bytes apart.
static inline carom_in table_filled(table* t, size_t size, const void* values, size_t stride) {
  const carom_out column = table_column(t, size);
  for (ptrdiff_t i = 0; i < t->count; ++i)
    memcpy((char*)column.at + i * column.step, (const char*)values + (size_t)i * stride, size);
  return (carom_in){column.at, column.step};
}

static inline void column_read(carom_out column, ptrdiff_t i, void* to, size_t size) {
  if (column.at) memcpy(to, (const char*)column.at + i * column.step, size);
}

static inline double column_number(carom_out column, ptrdiff_t i) {
  double x = 0;
  column_read(column, i, &x, sizeof x);
  return x;
}

static inline unsigned column_code(carom_out column, ptrdiff_t i) {
  uint8_t x = 0;
  column_read(column, i, &x, sizeof x);
  return x;
}

static inline uint32_t column_bits(carom_out column, ptrdiff_t i) {
  uint32_t x = 0;
  column_read(column, i, &x, sizeof x);
  return x;
}

/// The same bits, or both unknown.
static inline bool same_number(double a, double b) {
  return (isnan(a) && isnan(b)) || memcmp(&a, &b, sizeof a) == 0;
}

#endif
